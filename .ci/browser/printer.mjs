// The printer's page in a real browser, opened from the file system with the network off: pictures are dropped, planned,
// played and taken home, and what is taken home is compared with the program's own files.
//
//   node .ci/browser/printer.mjs PAGE.html FOLDER PROGRAM [CHROMIUM]
//
// Pictures of the page are left in FOLDER.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, runTests } from "./browser.mjs";

const [page, folder, program, chromium = "chromium"] = process.argv.slice(2);
assert(program, "usage: node printer.mjs PAGE.html FOLDER PROGRAM [CHROMIUM]");
const sprites = new URL("../../sprites/", import.meta.url);
const browser = await openBrowser(chromium);
const { js, until, press, send, shoot } = browser;

/** Opens the page; what goes wrong in it, and what it saves, is kept. */
async function open(fragment = "") {
  await browser.open(page);
  if (fragment) await js(`location.hash = ${JSON.stringify(fragment)}`);
  await until("typeof film === 'object' && film.frames.length > 0", "the first film");
  await js(`window.saved = {}; window.complaints = [];
    addEventListener("error", ({ message }) => complaints.push(message));
    addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      complaints.push(violatedDirective + " " + blockedURI));
    save = (name, bytes) => { saved[name] = bytes; }`);
}

/** Drops bytes as a file with this name upon the page. */
const drop = (name, bytes) => js(`{
  const files = new DataTransfer();
  const bytes = Uint8Array.from(atob("${Buffer.from(bytes).toString("base64")}"), (c) => c.charCodeAt(0));
  files.items.add(new File([bytes], ${JSON.stringify(name)}));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true })); }`);

const isSettled = "$('working').hidden && printer.waiting.size === 0 && !/^(Reading|Looking|Loading)/.test($('pieces').textContent)";
const settle = () => until(isSettled, "the end of the search");

async function printed(name, bytes) {
  await drop(name, bytes);
  await until(`file.name === ${JSON.stringify(name)}`, "the file");
  await settle();
  return { trouble: await js("$('trouble').hidden ? '' : $('trouble-text').textContent"), pieces: await js("plan?.pieces") };
}

async function choose(options) {
  await js(`{ for (const [name, value] of Object.entries(${JSON.stringify(options)})) setOption(name, value); changeOptions(); }`);
  await settle();
}

/** Presses the button of a file, and returns its bytes. */
async function takenHome(label, name) {
  await js(`[...$("products").children].find(({ textContent }) => textContent === "${label}").click()`);
  await until(`saved["${name}"] || $("saved").className === "bad"`, label);
  const base64 = await js(`btoa(Array.from(saved["${name}"], (byte) => String.fromCharCode(byte)).join(""))`);
  return Buffer.from(base64, "base64");
}

const sprite = (name) => readFileSync(new URL(`${name}.png`, sprites));

const tests = {
  async "the first thing seen is a print that plays by itself"() {
    await open();
    assert(await js("film.isPlaying"));
    const before = await js("film.time");
    await until(`film.time !== ${before}`, "another moment");
    await settle();
    assert.equal(await js("$('proof').textContent.split(' (')[0]"), "\u2713 exact: 284 of 284 cells");
    await shoot(join(folder, "desktop.png"));
  },
  async "a dropped picture is printed, and its files are the program's"() {
    const endings = { gif: "GIF", png: "PNG", svg: "SVG", html: "Web page", script: "Script", apng: "APNG", movie: "NES movie", rom: "Cartridge" };
    const files = { gif: ".gif", png: ".png", svg: ".svg", html: ".html", script: ".json", apng: "-animated.png", movie: ".fm2", rom: ".nes" };
    for (const [name, options] of [["heart", {}], ["gem", { planner: "realtime", theme: "gameboy", xray: true }]]) {
      await choose({ planner: "", theme: "", xray: "" });
      await js("control('xray').checked = false");
      await choose(options);
      const { trouble } = await printed(`${name}.png`, sprite(name));
      assert.equal(trouble, "");
      for (const [option, ending] of Object.entries(files)) {
        // The program refuses a look of what shows no picture, and an x-ray of what has none.
        const { theme, ...plain } = options, { xray, ...unmarked } = options;
        delete plain.xray;
        const asked = { script: plain, movie: plain, rom: plain, png: unmarked }[option] ?? options;
        const words = Object.entries(asked).flatMap(([name, value]) => value === true ? [`--${name}`] : [`--${name}`, value]);
        const path = join(folder, name + ending);
        execFileSync(program, ["print", new URL(`${name}.png`, sprites).pathname, "--quiet", ...words, `--${option}`, path]);
        const bytes = await takenHome(endings[option], name + ending);
        assert(bytes.equals(readFileSync(path)), `${name}${ending} differs from the program's`);
      }
    }
    await js("control('xray').checked = false");
    await choose({ planner: "", theme: "" });
  },
  async "a link brings the whole print"() {
    const link = await js("linkOf('gift', plan.script)");
    const pieces = await js("plan.pieces");
    await open(new URL(link).hash);
    await until("file?.title === 'gift'", "the print of the link");
    await settle();
    assert.equal(await js("plan.pieces"), pieces);
    assert((await takenHome("GIF", "gift.gif")).length > 1000);
  },
  async "what cannot be printed is told in the program's words, with a button that helps"() {
    const colors = ["ff0000", "00ff00", "0000ff", "ffff00", "00ffff", "ff00ff", "808080", "400000"];
    const picture = await js(`(async () => {
      const canvas = new OffscreenCanvas(10, 4), pen = canvas.getContext("2d");
      ${JSON.stringify(colors)}.forEach((color, i) => { pen.fillStyle = "#" + color; pen.fillRect(i, 0, 1, 4); });
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    })()`);
    const { trouble } = await printed("stripes.png", picture);
    assert.match(trouble, /^cannot print these 10x4 pixels: the sprite has 8 colours; .*try --colors 6$/);
    await js("[...$('remedies').children].find(({ textContent }) => textContent === 'Merge to 6 colours').click()");
    await settle();
    assert.equal(await js("$('trouble').hidden"), true);
    await choose({ colors: "" });
  },
  async "hostile files give a sentence, and the page lives on"() {
    const heart = sprite("heart");
    const bomb = Buffer.from(heart);
    bomb.writeUInt32BE(0x7fffffff, 16);
    const broken = [[], [0], heart.subarray(0, 60), bomb, Buffer.concat([heart.subarray(0, 50), Buffer.alloc(5000, 255)]),
      Buffer.from("GIF89a\xff\xff\xff\xff", "latin1"), Buffer.from("BM".padEnd(80, "\xff"), "latin1")];
    for (let i = 0; i < 40; i++) {
      const flipped = Buffer.from(heart);
      for (let flips = 0; flips < 4; flips++) flipped[(i * 31 + flips * 17) % flipped.length] ^= 1 << (i + flips) % 8;
      broken.push(flipped);
    }
    for (const [number, bytes] of broken.entries()) {
      const { trouble, pieces } = await printed(`${number}.png`, bytes);
      assert(trouble !== "" || pieces > 0, `file ${number}: nothing is said`);
      assert.doesNotMatch(trouble, /please report/, `file ${number}`);
    }
    for (const json of ["", "{", "[".repeat(20000), '{"format": "tetris-print"}']) {
      assert.notEqual((await printed("damaged.json", Buffer.from(json))).trouble, "");
    }
    assert.equal((await printed("heart.png", heart)).trouble, "");
  },
  async "keys play, step and go to the end"() {
    await js("film.pause(); document.activeElement.blur(); film.seek(0)");
    await press("ArrowRight");
    assert.equal(await js("film.shown"), 1);
    await press("End");
    assert.equal(await js("film.shown"), await js("film.last"));
    await press("Home");
    await press(" ");
    assert(await js("film.isPlaying"));
  },
  async "the side rooms count, cover and solve"() {
    await js("$('tab-tile').click(); $('board').value = '6x6'; $('tile-count').click()");
    await until("$('tile-said').textContent === '178,939 coverings'", "the count");
    await js("$('tile').requestSubmit()");
    await until("$('tile-picture').complete && $('tile-picture').naturalWidth > 0", "the covering");
    await shoot(join(folder, "tilings.png"));
    await js("$('tile-page').click()");
    await until("saved['puzzles.html']?.length > 20000", "the puzzle to play");
    await js("$('tab-link').click(); $('link-new').click()");
    await until("/cleared in 48 steps/.test($('link-said').textContent)", "the solution");
    const board = join(folder, "board.png");
    execFileSync(program, ["link", "--generate", "8x6", "--kinds", "8", "--seed", "1", "--png", board, "--quiet"]);
    await drop("board.png", readFileSync(board));
    await until("/^8x6 with 48 tiles, cleared/.test($('link-said').textContent)", "the solution of what was dropped");
    assert(await js("!$('link-reading').hidden"));
    await shoot(join(folder, "link-up.png"));
    await js("$('tab-print').click()");
  },
  async "the greedy player plays game after game while it is looked at"() {
    await js("$('tab-bot').click()");
    await until("/^Game 1: 200 pieces/.test($('bot-said').textContent) && botFilm.isPlaying", "the game");
    await js("botFilm.seek(botFilm.end - 0.01)");
    await until("/^Game 2: /.test($('bot-said').textContent) && botFilm.isPlaying", "the next game");
    await shoot(join(folder, "player.png"));
    await js("$('tab-print').click()");
    assert(!await js("botFilm.isPlaying"));
  },
  async "every control has a name"() {
    const { nodes } = await send("Accessibility.getFullAXTree");
    const controls = ["button", "checkbox", "combobox", "textbox", "spinbutton", "slider", "tab"];
    const nameless = nodes.filter(({ ignored, role, name }) => !ignored && controls.includes(role?.value) && !name?.value);
    assert.deepEqual(nameless.map(({ role }) => role.value), []);
  },
  async "it fits from a phone to a large screen, light and dark"() {
    for (const [width, height, scheme] of [[360, 740, "dark"], [768, 1024, "light"], [1366, 657, "dark"], [1600, 900, "light"]]) {
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
      await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      assert(await js("document.documentElement.scrollWidth <= innerWidth"), `${width} pixels are too few`);
      if (width > 1000) assert(await js("document.documentElement.scrollHeight <= innerHeight"), `${width}x${height} scrolls`);
      await shoot(join(folder, `${width}.png`));
    }
  },
  async "nothing was complained of, and memory stayed bounded"() {
    assert.deepEqual(await js("complaints"), []);
    assert(await js("performance.memory.usedJSHeapSize") < 300e6);
  },
};

await runTests(browser, tests);
