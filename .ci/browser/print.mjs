// Plays pages of `--html` in a real browser, opened from the file system with the network off: what
// they leave, how they are steered, and how they look.
//
//   node .ci/browser/print.mjs FOLDER [CHROMIUM]
//
// FOLDER holds NAME.html, made of tests/it/scripts/NAME.json, and sprite.html, made of a sprite in 141 pieces or more;
// pictures of the pages are left in it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, runTests } from "./browser.mjs";

const [folder, chromium = "chromium"] = process.argv.slice(2);
assert(folder, "usage: node print.mjs FOLDER [CHROMIUM]");
const scripts = new URL("../../tests/it/scripts/", import.meta.url);
const browser = await openBrowser(chromium);
const { js, until, press, mouse, touch, send, shoot } = browser;

const open = async (name) => {
  await browser.open(join(folder, `${name}.html`));
  await until("typeof seek === 'function'", "the scripts");
  await js("play(false)");
};
const position = () => js("position");
/** A place on the board, in pixels of the window. */
const spot = async (part) => {
  const { x, y, width, height } = await js("board.getBoundingClientRect().toJSON()");
  return [x + part * width, y + height / 2];
};
/** The colours of the middles of all cells on the canvas, row by row. */
const CANVAS = `(() => { const { data } = pen.getImageData(0, 0, board.width, board.height);
  return game.rows.map((row, y) => row.map((_, x) => {
    const at = 4 * ((y * side + (side >> 1)) * board.width + x * side + (side >> 1));
    return "#" + [0, 1, 2].map((i) => data[at + i].toString(16).padStart(2, "0")).join("");
  })); })()`;

const tests = {
  async "the committed scripts leave the committed fields, as in the program"() {
    const names = readdirSync(scripts).filter((name) => name.endsWith(".json"));
    assert(names.length >= 5);
    for (const name of names.map((name) => name.replace(".json", ""))) {
      await open(name);
      const field = await js(`last.rows.map((row) => row.map((c) => c ?? ".").join("") + "\\n").join("")`);
      assert.equal(field, readFileSync(new URL(`${name}.txt`, scripts), "utf8"), name);
      await js("seek(total)");
      assert.deepEqual(await js("game.rows"), await js("last.rows"), name);
    }
  },
  async "the page checks that its game leaves the sprite, and its last canvas is the sprite"() {
    await open("sprite");
    assert.equal(await js("$('check').className"), "exact");
    await press("End");
    const expected = await js(`(() => {
      const filled = PRINT.source.rows.findLastIndex((row) => row.some((index) => index >= 0));
      return game.rows.map((row, y) => row.map((_, x) => {
        const line = PRINT.source.rows[y - (game.height - 1 - filled)];
        return PRINT.source.palette[line?.[x - PRINT.source.left] ?? -1] ?? PRINT.background;
      })); })()`);
    assert.deepEqual(await js(CANVAS), expected);
    await shoot(join(folder, "end.png"));
  },
  async "a game that leaves something else is told"() {
    await js("{ const row = PRINT.source.rows.find((row) => row.includes(0)); row[row.indexOf(0)] = -1; } check()");
    assert.equal(await js("$('check').className"), "wrong");
  },
  async "it plays, pauses and ends by itself"() {
    await open("sprite");
    await js("seek(0); setSpeed(SPEEDS.length - 1); play(true)");
    await until("position > 5", "some pieces");
    await js("$('play').click()");
    const paused = await position();
    assert.equal(await js("$('play').textContent"), "Play");
    await js("$('play').click()");
    await until("position === total && !isPlaying", "the end");
    assert(paused < await position());
  },
  async "keys step, scrub, pause and change the speed"() {
    await js("seek(0); setSpeed(3)");
    for (const key of ["ArrowRight", "ArrowRight", "PageDown", "ArrowLeft"]) await press(key);
    assert.equal(await position(), 11);
    assert.equal(await js("$('pieces').textContent.split(' ')[0]"), "11");
    await press("+");
    assert.equal(await js("speed"), 4);
    await press("End");
    assert.equal(await position(), await js("total"));
    await press("Home");
    assert.equal(await position(), 0);
    await press("x");
    assert(await js("$('xray').checked"));
    await press(" ");
    assert(await js("isPlaying"));
    await press(" ");
    assert(!await js("isPlaying"));
  },
  async "the scrub bar goes forth and back"() {
    for (const target of [100, 3, 64, 63, 140]) {
      await js(`$('scrub').value = ${target}; $('scrub').dispatchEvent(new Event("input"))`);
      const shown = JSON.stringify(await js("game.rows"));
      await js(`game = kept[0].copy(); while (game.locked < ${target}) game.drop()`);
      assert(JSON.stringify(await js("game.rows")) === shown, `${target}`);
    }
    await js("seek(100.9)");
    await shoot(join(folder, "xray.png"));
  },
  async "a click plays, a stroke scrubs"() {
    await js("play(false); seek(0)");
    await mouse("mousePressed", await spot(0.5));
    await mouse("mouseReleased", await spot(0.5));
    assert(await js("isPlaying"));
    await js("play(false); seek(0)");
    await mouse("mousePressed", await spot(0.2));
    for (const part of [0.3, 0.5, 0.7]) await mouse("mouseMoved", await spot(part));
    await mouse("mouseReleased", await spot(0.7));
    const half = await js("total / 2");
    assert(Math.abs(await position() - half) <= 3, `${await position()} for ${half}`);
  },
  async "it fits on a phone, in the dark, and a finger scrubs"() {
    await send("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 2, mobile: true });
    await send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
    await open("sprite");
    assert(await js("document.documentElement.scrollWidth <= innerWidth"));
    const { top, bottom } = await js("$('play').getBoundingClientRect().toJSON()");
    assert(top >= 0 && bottom <= 844, `the button is at ${top} to ${bottom}`);
    await js("seek(0)");
    await touch("touchStart", [await spot(0.2)]);
    for (const part of [0.3, 0.5, 0.6]) await touch("touchMove", [await spot(part)]);
    await touch("touchEnd", []);
    assert(await position() > 10);
    await shoot(join(folder, "phone.png"));
  },
};

await runTests(browser, tests);
