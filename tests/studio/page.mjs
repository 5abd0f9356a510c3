// What the tests do on a page and see there.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

export const PIPS1 = "A##B\n...B\n..CC\n..C.\n\nA = 3\nB = 11\nC = 15\ndominoes: 5-1 6-5 3-0 5-5\n";

/** How long a page may take to show what is waited for, in milliseconds: machines that do other work are slow. */
export const PATIENCE = 45000;

/** Waits until the verdict is this one. */
export async function verdict(page, expected) {
  await page.waitForFunction((text) => document.getElementById("answer").textContent === text, expected, { timeout: PATIENCE });
}

/** What those hear of the place at the cursor who do not see the board. */
export const heard = (page) => page.evaluate(() => document.getElementById(document.getElementById("board").getAttribute("aria-activedescendant") ?? "")?.textContent ?? "");

/** A place on the board, in cells of this size, as pixels. */
export async function point(page, [row, column], side) {
  return page.evaluate(([row, column, side]) => {
    const point = new DOMPoint(column * side, row * side);
    const { x, y } = point.matrixTransform(document.getElementById("board").getScreenCTM());
    return [x, y];
  }, [row, column, side]);
}

/** The middle of a cell of pips. */
export const middle = (page, row, column) => point(page, [row + 0.5, column + 0.5], 64);

/** Asks for hints, and does what they say, until the board is solved. */
export async function byHints(page, look = async () => {}) {
  const said = () => page.textContent("#said");
  for (let hints = 0; hints < 200 && !/Solved/.test(await said()); hints++) {
    const before = await said();
    await page.click("#hint");
    await page.waitForFunction((before) => !["", before, "Looking for the steps…"].includes(document.getElementById("said").textContent), before);
    if (hints === 2) await look();
    if (await page.isVisible("#apply")) await page.click("#apply");
    if (/^The board is complete/.test(await said())) {
      await page.click("#check");
      await page.waitForFunction(() => /Solved/.test(document.getElementById("said").textContent));
    }
    await page.waitForTimeout(50);
  }
  assert.match(await said(), /Solved/);
}

/** Everything that a page complains of. */
export function watch(page) {
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** Starts studios of a program, and ends them. */
export function studios(program) {
  const servers = new Set();
  /** Starts one on this port, or on any, and waits for its address. */
  const launch = async (words = [], port = "0") => {
    const server = spawn(program, ["studio", "--no-open", "--idle", "60", "--port", port, ...words], { stdio: ["ignore", "pipe", "inherit"] });
    servers.add(server);
    const address = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
    return { server, address };
  };
  const start = async (...words) => (await launch(words)).address;
  return { launch, start, end: () => servers.forEach((server) => server.kill("SIGTERM")) };
}

/** A place of a board that is a page of text, in lines and columns of a drawing with cells at odd ones, as pixels. */
export const spot = (page, line, column) => page.evaluate(async ([line, column]) => {
  const { sheet } = await import(`${location.href.split("#")[0]}spots.js`);
  const point = new DOMPoint(sheet.x + column * sheet.side / 2, sheet.y + line * sheet.side / 2);
  const { x, y } = point.matrixTransform(document.getElementById("board").getScreenCTM());
  return [x, y];
}, [line, column]);

/** Takes pictures of pages into a folder, if there is one. */
export const camera = (folder) => async (page, name) => folder && page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });

/** Opens a puzzle by a link. */
export async function open(page, address, text) {
  await page.goto("about:blank");
  await page.goto(`${address}#p=${deflateRawSync(text).toString("base64url")}`);
  await page.waitForFunction(() => document.querySelector("#board svg") && /solution/.test(document.getElementById("answer").textContent));
}

/** Runs tests one after the other in one browser, each with its name. */
export async function inTurn(tests, executablePath, end, run = (test, browser) => test(browser)) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    for (const [name, test] of Object.entries(tests)) {
      const began = Date.now();
      await run(test, browser);
      console.log(`${name}: passed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  } finally {
    await browser.close();
    end();
  }
}

/** Runs tests in turn, each with a studio and a page of its own, on which nothing may go wrong. */
export const runAll = (tests, executablePath, { start, end }, { viewport = { width: 1200, height: 900 } } = {}) =>
  inTurn(tests, executablePath, end, async (test, browser) => {
    const address = await start();
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const faults = watch(page);
    await page.goto(address);
    await page.waitForFunction(() => document.getElementById("board").childElementCount > 0);
    await test(page, address, context);
    assert.deepEqual(faults, []);
    await context.close();
  });
