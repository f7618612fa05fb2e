// Plays the page of `link --play` in a real browser: the program's own solution, hints, keys, undo.
//
//   node .ci/browser/link.mjs FOLDER [CHROMIUM]
//
// FOLDER holds link.html, a page with a board, and link.json, the program's report on that board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, runTests } from "./browser.mjs";

const [folder, chromium = "chromium"] = process.argv.slice(2);
assert(folder, "usage: node link.mjs FOLDER [CHROMIUM]");
const report = JSON.parse(readFileSync(join(folder, "link.json"), "utf8"));
const browser = await openBrowser(chromium);
const { js, until, press } = browser;

const open = async () => {
  await browser.open(join(folder, "link.html"));
  await until("typeof undo === 'function'", "the scripts");
};
/** Rows and columns counted from 0. */
const places = (cells) => cells.map(([row, column]) => [row - 1, column - 1]);
const tilesLeft = () => js("board.flat().filter((kind) => kind).length");

const tests = {
  async "the page shows the program's board"() {
    await open();
    assert.deepEqual(await js("board"), report.board);
    assert.equal(await tilesLeft(), 2 * report.steps.length);
  },
  async "the program's solution is one by the page's rules, too"() {
    for (const { cells } of report.steps) {
      const [a, b] = places(cells);
      assert(await js(`take(${JSON.stringify(a)}, ${JSON.stringify(b)})`), `${a} and ${b} are not linked`);
    }
    assert.equal(await tilesLeft(), 0);
    await until("status.className === 'done'", "the end");
  },
  async "what is not linked stays"() {
    await open();
    const linked = new Set((await js("linkedPairs(board)")).map(String));
    const pairs = await js(`[...tilesByKind(board).values()].flatMap((cells) =>
      cells.flatMap((b, i) => cells.slice(0, i).map((a) => [a, b])))`);
    const [a, b] = pairs.find((pair) => !linked.has(String(pair)));
    assert(!await js(`take(${JSON.stringify(a)}, ${JSON.stringify(b)})`));
    assert.equal(await tilesLeft(), 2 * report.steps.length);
  },
  async "a hint marks a pair, keys take it, and undo brings it back"() {
    await js("document.getElementById('hint').click()");
    const marked = await js("marked");
    assert.equal(marked.length, 2);
    await js("table.focus()");
    for (const [row, column] of marked) {
      for (let moves = 0; moves < row; moves++) await press("ArrowDown");
      for (let moves = 0; moves < column; moves++) await press("ArrowRight");
      assert.deepEqual(await js("cursor"), [row, column]);
      await press("Enter");
      await js("cursor = [0, 0]");
    }
    assert.equal(await tilesLeft(), 2 * report.steps.length - 2);
    await press("u");
    assert.equal(await tilesLeft(), 2 * report.steps.length);
  },
};

await runTests(browser, tests);
