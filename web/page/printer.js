// The printer: WebAssembly in workers, so that the page answers while it works.

"use strict";

const $ = (id) => document.getElementById(id);

/** The program could not do it, and says why. */
class Refusal extends Error {}

/** The bytes of a text of which each character holds 7 or 14 bits; `assemble.mjs` writes it and says how. */
function unpackedText(text) {
  const changed = [0, 13, 60];
  const bytes = new Uint8Array(Math.ceil(text.length * 7 / 4));
  let length = 0, bits = 0, count = 0;
  const push = (group) => {
    bits |= group << count;
    for (count += 7; count > 7; count -= 8, bits >>= 8) bytes[length++] = bits & 255;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) push(code);
    else {
      push(changed[(code - 256) >> 7]);
      push(code & 127);
    }
  }
  return bytes.subarray(0, length);
}

/** The printer's code: packed into the page, unpacked once, and shared by all workers. */
const moduleReady = (async () => {
  const unpacked = new Blob([unpackedText($("wasm").textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
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
