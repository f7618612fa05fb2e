// Plays the page of `tile --play` in a real browser: mouse, touch, keys, hint, check, memory.
//
//   node .ci/browser/play.mjs PAGE.html [CHROMIUM]
//
// Needs node 18 or later and Debian's chromium; talks to it over a pipe, without other packages.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import assert from "node:assert/strict";

const [page, chromium = "chromium"] = process.argv.slice(2);
assert(page, "usage: node play.mjs PAGE.html [CHROMIUM]");
const profile = mkdtempSync(join(tmpdir(), "play-"));
const browser = spawn(chromium, [
  "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
  `--user-data-dir=${profile}`, "--window-size=1000,1400", "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

// The protocol: JSON messages that end with a zero byte.
let nextId = 0, buffer = "";
const waiting = new Map();
browser.stdio[4].on("data", (data) => {
  const messages = (buffer + data).split("\0");
  buffer = messages.pop();
  for (const { id, result, error } of messages.map((text) => JSON.parse(text))) {
    const { accept, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message)); else accept?.(result);
  }
});
const ask = (method, params = {}, sessionId) => new Promise((accept, reject) => {
  waiting.set(++nextId, { accept, reject });
  browser.stdio[3].write(JSON.stringify({ id: nextId, method, params, sessionId }) + "\0");
});

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let session;
const send = (method, params) => ask(method, params, session);
const js = async (expression) => {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
  assert(!exceptionDetails, exceptionDetails?.exception?.description);
  return result.value;
};
const until = async (expression, what) => {
  for (let i = 0; i < 200; i++, await pause(50)) if (await js(expression)) return;
  assert.fail(`waited in vain for: ${what}; the page says: ${await js("$('status').textContent")}`);
};
const open = async () => {
  await send("Page.navigate", { url: pathToFileURL(resolve(page)).href });
  await until("document.readyState === 'complete' && typeof start === 'function'", "the page");
};
const choose = async (name) => {
  await js(`start(PUZZLES.findIndex((p) => p.name === "${name}"))`);
  await until("answer !== undefined || freeCells().size === 0", "the first check");
};
/** The middle of a cell of the table, in pixels of the window. */
const pixel = (x, y) => js(`(() => { const p = new DOMPoint(${x} + .5, ${y} + .5)
  .matrixTransform(table.getScreenCTM()); return [p.x, p.y]; })()`);
const mouse = async (type, [x, y]) => send("Input.dispatchMouseEvent", {
  type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1,
  buttons: type === "mouseReleased" ? 0 : 1,
});
const press = async (key) => {
  const code = { key, text: key.length === 1 ? key : undefined };
  await send("Input.dispatchKeyEvent", { type: "keyDown", ...code });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...code });
};
const laidCount = () => js("laid.length");

const tests = {
  async "the page starts with a puzzle that can be solved"() {
    await choose("pentominoes-6x10");
    assert.match(await js("$('status').textContent"), /can still be solved/);
    assert.equal(await js("document.querySelectorAll('.empty').length"), 60);
  },
  async "the mouse drags a piece to the board, and a click takes it up"() {
    const [piece, x, y] = await js("[tray[0].piece, tray[0].x, tray[0].y]");
    const [dx, dy] = await js(`shapes[${piece}][0]`);
    await mouse("mousePressed", await pixel(x + dx, y + dy));
    for (const at of [[5, 5], [4, 2], [1, 1]]) await mouse("mouseMoved", await pixel(at[0] + dx, at[1] + dy));
    await mouse("mouseReleased", await pixel(1 + dx, 1 + dy));
    assert.equal(await laidCount(), 1);
    assert.equal(await js("laid[0].piece"), piece);
    const cell = await js("laid[0].cells[0]");
    const [cx, cy] = await js(`[${cell} % width, Math.floor(${cell} / width)]`);
    await mouse("mousePressed", await pixel(cx, cy));
    await mouse("mouseReleased", await pixel(cx, cy));
    assert.equal(await laidCount(), 0);
  },
  async "a finger drags as well"() {
    await choose("tetrominoes-5x8");
    const [piece, x, y] = await js("[tray[1].piece, tray[1].x, tray[1].y]");
    const [dx, dy] = await js(`shapes[${piece}][0]`);
    const touch = async (type, at) => {
      const points = at ? [await pixel(at[0] + dx, at[1] + dy)] : [];
      await send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    };
    await touch("touchStart", [x, y]);
    for (const at of [[4, 4], [2, 2], [0, 0]]) await touch("touchMove", at);
    await touch("touchEnd");
    assert.equal(await laidCount(), 1);
    assert.deepEqual(await js("laid[0].cells[0]"), 0);
  },
  async "keys choose, turn, move, lay down, take up and undo"() {
    await choose("pentominoes-6x10");
    await js("$('clear').click(); table.focus()");
    await press("n");
    const before = await js("JSON.stringify(shapes[selected])");
    await press("r");
    assert.notEqual(await js("JSON.stringify(shapes[selected])"), before);
    for (let i = 0; i < 3; i++) await press("r");
    assert.equal(await js("JSON.stringify(shapes[selected])"), before);
    await press("f");
    await press("ArrowRight");
    await press("ArrowDown");
    await press("Enter");
    assert.equal(await laidCount(), 1);
    await press("u");
    assert.equal(await laidCount(), 0);
    await press("Enter");
    const [x, y] = await js("[laid[0].cells[0] % width, Math.floor(laid[0].cells[0] / width)]");
    await js(`cursor = [${x}, ${y}]`);
    await press("Backspace");
    assert.equal(await laidCount(), 0);
  },
  async "a hopeless position is told at once, and undo mends it"() {
    await choose("tetrominoes-5x8");
    await js("$('clear').click()");
    // A T over the corner cuts a single cell off.
    await js("lay(2, normalized([[1, 0], [0, 1], [1, 1], [1, 2]]), 0, 0)");
    assert.equal(await laidCount(), 1);
    await until("$('status').className === 'dead'", "the warning");
    await js("$('undo').click()");
    await until("/can still/.test($('status').textContent)", "the all-clear");
  },
  async "hints solve a puzzle, and the page remembers it"() {
    await js("$('clear').click()");
    for (let i = 0; i < 10; i++) {
      await until("answer !== undefined", "the check");
      await js("$('hint').click()");
      assert.equal(await laidCount(), i + 1);
    }
    await until("$('status').className === 'done'", "the end");
    await open();
    assert.equal(await js("puzzle.name"), "tetrominoes-5x8");
    assert.equal(await laidCount(), 10);
    assert.match(await js("$('puzzle').selectedOptions[0].textContent"), /^\u2713/);
  },
  async "every puzzle's first check comes to an end"() {
    for (const name of await js("PUZZLES.map((p) => p.name)")) await choose(name);
  },
};

let failed = 0;
try {
  const { targetInfos } = await ask("Target.getTargets");
  const { targetId } = targetInfos.find(({ type }) => type === "page");
  ({ sessionId: session } = await ask("Target.attachToTarget", { targetId, flatten: true }));
  await open();
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n        ${error.message}`);
    }
  }
} finally {
  browser.kill();
}
process.exit(failed > 0 ? 1 : 0);
