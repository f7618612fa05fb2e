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

// Base 85 is 6 % shorter than base 64. Its characters are those from "(" to "~" without "<", which would begin a tag, and "\\".
const DIGITS = Array.from({ length: 87 }, (_, i) => String.fromCharCode(40 + i)).filter((c) => c !== "<" && c !== "\\");
const base85 = (bytes) => {
  const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let word = padded.readUInt32BE(at);
    let digits = "";
    for (let i = 0; i < 5; i++) {
      digits = DIGITS[word % 85] + digits;
      word = Math.floor(word / 85);
    }
    text += digits.slice(0, Math.min(4, bytes.length - at) + 1);
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
  "wasm": base85(readFileSync(wasm)),
};
const page = dense(read("index.html")).replace(/\/\* ([\w.]+) \*\//g, (mark, name) => parts[name] ?? mark) + "\n";
if (page.length > MOST_BYTES) {
  console.error(`the page has ${page.length} bytes, more than ${MOST_BYTES}: find out what has grown`);
  process.exit(1);
}
writeFileSync(target, page);
console.log(`${target}: ${page.length} bytes`);
