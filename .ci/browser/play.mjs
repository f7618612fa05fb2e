// Plays the page of `tile --play` in a real browser: mouse, touch, keys, hint, check, memory.
//
//   node .ci/browser/play.mjs PAGE.html [CHROMIUM]

import assert from "node:assert/strict";
import { openBrowser, runTests } from "./browser.mjs";

const [page, chromium = "chromium"] = process.argv.slice(2);
assert(page, "usage: node play.mjs PAGE.html [CHROMIUM]");
const browser = await openBrowser(chromium);
const { js, until, press, mouse } = browser;

const open = async () => {
  await browser.open(page);
  await until("typeof start === 'function'", "the scripts");
};
const choose = async (name) => {
  await js(`start(PUZZLES.findIndex((p) => p.name === "${name}"))`);
  await until("answer !== undefined || freeCells().size === 0", "the first check");
};
/** The middle of a cell of the table, in pixels of the window. */
const pixel = (x, y) => js(`(() => { const p = new DOMPoint(${x} + .5, ${y} + .5)
  .matrixTransform(table.getScreenCTM()); return [p.x, p.y]; })()`);
const laidCount = () => js("laid.length");

const tests = {
  async "the page starts with a puzzle that can be solved"() {
    await open();
    await choose("pentominoes-6x10");
    assert.match(await js("$('status').textContent"), /can still be solved/);
    assert.equal(await js("document.querySelectorAll('.empty').length"), 60);
  },
  async "the mouse drags a piece to the board, and a click takes it up"() {
    const [piece, x, y] = await js("[layout.tray[0].piece, layout.tray[0].x, layout.tray[0].y]");
    const [dx, dy] = await js(`shapes[${piece}][0]`);
    await mouse("mousePressed", await pixel(x + dx, y + dy));
    for (const at of [[5, 5], [4, 2], [1, 1]]) await mouse("mouseMoved", await pixel(at[0] + dx, at[1] + dy));
    await mouse("mouseReleased", await pixel(1 + dx, 1 + dy));
    assert.equal(await laidCount(), 1);
    assert.equal(await js("laid[0].piece"), piece);
    const cell = await js("laid[0].cells[0]");
    const [cx, cy] = await js(`onTable(board.place(${cell}))`);
    await mouse("mousePressed", await pixel(cx, cy));
    await mouse("mouseReleased", await pixel(cx, cy));
    assert.equal(await laidCount(), 0);
  },
  async "a finger drags as well"() {
    await choose("tetrominoes-5x8");
    const [piece, x, y] = await js("[layout.tray[1].piece, layout.tray[1].x, layout.tray[1].y]");
    const [dx, dy] = await js(`shapes[${piece}][0]`);
    const touch = async (type, at) => {
      const points = at ? [await pixel(at[0] + dx, at[1] + dy)] : [];
      await browser.touch(type, points);
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
    await js("cursor = board.place(laid[0].cells[0])");
    await press("Backspace");
    assert.equal(await laidCount(), 0);
  },
  async "a hopeless position is told at once, and undo mends it"() {
    await choose("tetrominoes-5x8");
    await js("$('clear').click()");
    // A T over the corner cuts a single cell off.
    await js("lay(2, normalized([[1, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0]]), [0, 0, 0])");
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
    // What a page stores reaches the browser a moment later, on a busy machine a long one, and a new page might ask before
    // that.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await open();
    assert.equal(await js("puzzle.name"), "tetrominoes-5x8");
    assert.equal(await laidCount(), 10);
    assert.match(await js("$('puzzle').selectedOptions[0].textContent"), /^\u2713/);
  },
  async "a piece in space tips over, lies in several layers, and is laid by the mouse and by keys"() {
    await choose("soma");
    await js("$('clear').click()");
    assert.equal(await js("$('flip').textContent"), "Tip over");
    assert.equal(await js("document.querySelectorAll('.empty').length"), 27);
    // The T stands upright, so it reaches over two layers or three.
    const { piece } = await js("layout.tray.find(({ piece }) => puzzle.pieces[piece].name === 'T')");
    await js(`selected = ${piece}; turn("flip")`);
    assert.equal(await js(`sizeOf(shapes[${piece}])[2]`), 2);
    const at = await js(`layout.tray.find((entry) => entry.piece === ${piece})`);
    const [dx, dy, dz] = await js(`shapes[${piece}].at(-1)`);
    await mouse("mousePressed", await pixel(at.x + dx + dz * at.pitch, at.y + dy));
    for (const corner of [[1, 1], [0, 1], [0, 0]]) {
      const [x, y] = await js(`onTable([${corner[0] + dx}, ${corner[1] + dy}, 2])`);
      await mouse("mouseMoved", await pixel(x, y));
    }
    assert.equal(await js("document.querySelectorAll('.held.fits').length"), 4);
    await mouse("mouseReleased", await pixel(...await js(`onTable([${dx}, ${dy}, 2])`)));
    assert.deepEqual(await js("[...new Set(laid[0].cells.map((cell) => board.place(cell)[2]))]"), [1, 2]);
    await js("table.focus()");
    await press("PageDown");
    assert.deepEqual(await js("cursor"), [0, 0, 1]);
    await press("u");
    assert.equal(await laidCount(), 0);
  },
  async "hints solve a solid"() {
    for (let i = 0; i < 7; i++) {
      await until("answer !== undefined", "the check");
      await js("$('hint').click()");
    }
    await until("$('status').className === 'done'", "the end");
  },
  async "the table fills its window"() {
    const [height, window] = await js("[table.clientHeight, innerHeight]");
    assert(height > 0.6 * window, `${height} of ${window} pixels`);
    assert(await js("document.documentElement.scrollWidth <= innerWidth"));
  },
  async "the first check of every puzzle comes to an end"() {
    for (const name of await js("PUZZLES.map((p) => p.name)")) {
      // A solution of this box is found in minutes; it is not waited for.
      if (name !== "pentominoes-3x4x5") await choose(name);
    }
  },
};

await runTests(browser, tests);
