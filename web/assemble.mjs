// Puts the printer into one page: its code, its scripts and styles, and the gallery, and allows nothing else.
//
//   node web/assemble.mjs PRINTER.wasm.gz PAGE.html

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const [wasm, target] = process.argv.slice(2);
const MOST_BYTES = 1.6e6;

const at = (path) => new URL(path, import.meta.url);
const read = (name) => readFileSync(at(`page/${name}`), "utf8").trim();
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Two digits to base 91 hold 13 bits, or 14 if the first 13 are at most 88 (Henke's basE91), which is 8 % shorter than
// base 64. The digits are the characters from "#" to "~" without "<", which would begin a tag.
const DIGITS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter((c) => c !== "<");
const base91 = (bytes) => {
  let text = "", bits = 0, count = 0;
  const write = (value) => text += DIGITS[value % 91] + DIGITS[Math.floor(value / 91)];
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count > 13) {
      const taken = (bits & 8191) > 88 ? 13 : 14;
      write(bits & (1 << taken) - 1);
      bits >>= taken;
      count -= taken;
    }
  }
  if (count > 7 || bits > 90) write(bits);
  else if (count > 0) text += DIGITS[bits];
  return text;
};

const SCRIPTS = ["printer", "film", "search", "share", "options", "chooser", "rooms", "main"];
const gallery = readdirSync(at("../sprites")).filter((name) => name.endsWith(".png")).map((name) =>
  [name.replace(".png", ""), readFileSync(at(`../sprites/${name}`)).toString("base64")]);

// Without indentation and lines that are comments.
const dense = (text) => text.replace(/^\s+/gm, "").replace(/^\/\/.*\n/gm, "");

const style = dense(read("style.css"));
const script = SCRIPTS.map((name) => dense(read(`${name}.js`))).join("\n")
  .replace("/* gallery */", () => JSON.stringify(gallery));
// Workers are made of text in the page and may do no more than it.
const policy = [
  "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval' blob:`, "worker-src blob:",
  `style-src ${hash(style)}`, "img-src blob: data:", "base-uri 'none'", "form-action 'none'",
].join("; ");

const parts = {
  "policy": policy, "style.css": style, "scripts": script, "worker.js": dense(read("worker.js")),
  "wasm": base91(readFileSync(wasm)),
};
const page = dense(read("index.html")).replace(/\/\* ([\w.]+) \*\//g, (mark, name) => parts[name] ?? mark) + "\n";
if (page.length > MOST_BYTES) {
  console.error(`the page has ${page.length} bytes, more than ${MOST_BYTES}: find out what has grown`);
  process.exit(1);
}
writeFileSync(target, page);
console.log(`${target}: ${page.length} bytes`);
