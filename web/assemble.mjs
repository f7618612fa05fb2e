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

// Seven bits to a character. Three of these would not come through a page: NUL and CR are changed by it, and "<" would
// begin a tag. They are written together with the next seven bits, as a character of two bytes. Base 64 is 17 % longer.
const CHANGED = [0, 13, 60];
const characters = (bytes) => {
  const groups = [];
  let bits = 0, count = 0;
  for (const byte of bytes) {
    bits |= byte << count;
    for (count += 8; count > 6; count -= 7, bits >>= 7) groups.push(bits & 127);
  }
  // The bit behind the last ones is none of theirs, and comes through.
  if (count > 0) groups.push(bits | 64);
  let text = "";
  for (let at = 0; at < groups.length; at++) {
    const changed = CHANGED.indexOf(groups[at]);
    text += String.fromCharCode(changed < 0 ? groups[at] : 256 + 128 * changed + (groups[++at] ?? 0));
  }
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
  "wasm": characters(readFileSync(wasm)),
};
const page = dense(read("index.html")).replace(/\/\* ([\w.]+) \*\//g, (mark, name) => parts[name] ?? mark) + "\n";
const length = Buffer.byteLength(page);
if (length > MOST_BYTES) {
  console.error(`the page has ${length} bytes, more than ${MOST_BYTES}: find out what has grown`);
  process.exit(1);
}
writeFileSync(target, page);
console.log(`${target}: ${length} bytes`);
