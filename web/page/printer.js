// The printer: WebAssembly in workers, so that the page answers while it works.

"use strict";

const $ = (id) => document.getElementById(id);

/** The program could not do it, and says why. */
class Refusal extends Error {}

/** The bytes of a text in base 85, five characters for four bytes; `assemble.mjs` writes it and says which characters. */
function bytesOfBase85(text) {
  const words = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let from = 0; from < text.length; from += 5) {
    let word = 0;
    for (let at = from; at < from + 5; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 126;
      word = 85 * word + code - 40 - (code > 60) - (code > 92);
    }
    words.setUint32(from / 5 * 4, word);
  }
  return new Uint8Array(words.buffer, 0, Math.floor(text.length * 4 / 5));
}

/** The printer's code: packed into the page, unpacked once, and shared by all workers. */
const moduleReady = (async () => {
  const unpacked = new Blob([bytesOfBase85($("wasm").textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
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
