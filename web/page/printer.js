// The printer: WebAssembly in workers, so that the page answers while it works.

"use strict";

const $ = (id) => document.getElementById(id);

/** The program could not do it, and says why. */
class Refusal extends Error {}

/** The bytes of a text in base 91, of which each two characters hold 13 or 14 bits; `assemble.mjs` writes it and says how. */
function bytesOfBase91(text) {
  const bytes = new Uint8Array(Math.ceil(text.length * 7 / 8));
  let length = 0, bits = 0, count = 0;
  const digit = (at) => {
    const code = text.charCodeAt(at);
    return code - 35 - (code > 60);
  };
  for (let at = 0; at < text.length; at += 2) {
    const isPair = at + 1 < text.length;
    const value = digit(at) + (isPair ? 91 * digit(at + 1) : 0);
    bits |= value << count;
    count += !isPair ? 8 - count : (value & 8191) > 88 ? 13 : 14;
    for (; count > 7; count -= 8, bits >>= 8) bytes[length++] = bits & 255;
  }
  return bytes.subarray(0, length);
}

/** The printer's code: packed into the page, unpacked once, and shared by all workers. */
const moduleReady = (async () => {
  const unpacked = new Blob([bytesOfBase91($("wasm").textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
})();

const workerUrl = URL.createObjectURL(
  new Blob([$("worker").textContent], { type: "text/javascript" }));

/** One worker. It is asked one thing after the other; `stop` ends it, whatever it does. */
class Printer {
  constructor() {
    this.waiting = new Map();
    this.nextId = 0;
    this.start();
  }

  start() {
    this.worker = new Worker(workerUrl);
    const worker = this.worker;
    this.ready = moduleReady.then((module) => worker.postMessage({ module }));
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.fail("the worker could not be started");
  }

  hear({ id, progress, panic, trap, json, bytes }) {
    const asked = this.waiting.get(id);
    if (progress) return asked?.onProgress?.(progress);
    if (panic) {
      this.lastWords = panic.split("\n").pop();
      return;
    }
    if (trap) return this.fail(this.lastWords ?? (/memory/i.test(trap) ? "there is not enough memory" : trap));
    this.waiting.delete(id);
    if (json.error) asked?.refuse(new Refusal(json.error));
    else asked?.accept({ json, bytes });
  }

  /** After a defect nothing of the worker is used any more. */
  fail(reason) {
    const waiting = [...this.waiting.values()];
    this.stop();
    for (const { refuse } of waiting) refuse(new Refusal(`the printer has failed: ${reason} (please report this)`));
  }

  /** Does an order. Errors: {@link Refusal}. If the worker is stopped, nothing follows. */
  async ask(order, bytes, onProgress) {
    await this.ready;
    return new Promise((accept, refuse) => {
      const id = ++this.nextId;
      this.waiting.set(id, { accept, refuse, onProgress });
      this.worker.postMessage({ id, order, bytes });
    });
  }

  /** Ends what is being done and forgets all. The next order finds an empty desk. */
  stop() {
    this.worker.terminate();
    this.waiting.clear();
    this.lastWords = undefined;
    this.start();
  }

  close() {
    this.worker.terminate();
    this.waiting.clear();
  }
}
