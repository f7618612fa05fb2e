// A worker: asks the printer, and tells the page what it is told.

let printer = null, loading = null;
let asked = 0, lastTold = 0;

const text = (start, length) => new TextDecoder().decode(new Uint8Array(printer.memory.buffer, start, length));

const HOST = { env: {
  /** Searches tell more often than anybody could see. */
  progress(done, total, pieces) {
    const now = performance.now();
    if (now - lastTold < 80) return;
    lastTold = now;
    postMessage({ id: asked, progress: { done, total, pieces } });
  },
  panicked(start, length) {
    postMessage({ id: asked, panic: text(start, length) });
  },
} };

/** An order goes in and its answer comes out as the length of their JSON, the JSON, and any bytes. */
function serve(order, bytes) {
  const json = new TextEncoder().encode(JSON.stringify(order));
  const length = 4 + json.length + bytes.length;
  const start = printer.request(length);
  const request = new Uint8Array(printer.memory.buffer, start, length);
  new DataView(printer.memory.buffer).setUint32(start, json.length, true);
  request.set(json, 4);
  request.set(bytes, 4 + json.length);

  const end = printer.answer();
  const answer = new Uint8Array(printer.memory.buffer, end, printer.answered());
  const size = new DataView(printer.memory.buffer).getUint32(end, true);
  return { json: JSON.parse(new TextDecoder().decode(answer.subarray(4, 4 + size))), bytes: answer.slice(4 + size) };
}

onmessage = async ({ data: { id, module, order, bytes } }) => {
  if (module) {
    loading = WebAssembly.instantiate(module, HOST).then(({ exports }) => { printer = exports; });
    return;
  }
  try {
    await loading;
    asked = id;
    const answer = serve(order, bytes ?? new Uint8Array());
    postMessage({ id, ...answer }, [answer.bytes.buffer]);
  } catch (error) {
    postMessage({ id, trap: String(error) });
  }
};
