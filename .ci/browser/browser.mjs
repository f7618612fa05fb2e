// A real browser for tests of pages: Debian's chromium, over a pipe, without other packages.
// Needs node 18 or later.

import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import assert from "node:assert/strict";

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts the browser without a network; `close` ends it. */
export async function openBrowser(chromium) {
  const profile = mkdtempSync(join(tmpdir(), "pages-"));
  const browser = spawn(chromium, [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-pipe",
    `--user-data-dir=${profile}`, "--window-size=1000,1400", "about:blank",
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => browser.once("exit", done));

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
  const { targetInfos } = await ask("Target.getTargets");
  const { targetId } = targetInfos.find(({ type }) => type === "page");
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => ask(method, params, sessionId);
  await send("Network.enable");
  await send("Network.emulateNetworkConditions",
    { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });

  /** What an expression in the page comes to. */
  const js = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    assert(!exceptionDetails, exceptionDetails?.exception?.description);
    return result.value;
  };
  const until = async (expression, what) => {
    // Long enough for a machine that has much else to do.
    for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) if (await js(expression)) return;
    assert.fail(`waited in vain for: ${what}`);
  };
  return {
    send, js, until,
    /** Its helper processes may write to the profile a moment longer than it lives: hence the retries. */
    async close() {
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
    /** Loads a page from the file system. */
    async open(page) {
      await send("Page.navigate", { url: pathToFileURL(resolve(page)).href });
      await until(`document.readyState === "complete" && location.protocol === "file:"`, "the page");
    },
    async press(key) {
      const code = { key, text: key.length === 1 ? key : undefined };
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...code });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...code });
    },
    mouse: (type, [x, y]) => send("Input.dispatchMouseEvent", {
      type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1,
      buttons: type === "mouseReleased" ? 0 : 1,
    }),
    touch: (type, points) => send("Input.dispatchTouchEvent",
      { type, touchPoints: points.map(([x, y]) => ({ x, y })) }),
    /** Saves what is seen of the page as a PNG. */
    async shoot(file) {
      const { data } = await send("Page.captureScreenshot", { format: "png" });
      writeFileSync(file, Buffer.from(data, "base64"));
    },
  };
}

/** Runs tests by name, tells how each went, and ends the process. */
export async function runTests(browser, tests) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n        ${error.message}`);
    }
  }
  await browser.close();
  process.exit(failed > 0 ? 1 : 0);
}
