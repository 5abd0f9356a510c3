// The studio in a real browser: `node browser.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [program, executablePath, shots] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-studio-"));
const servers = new Set();

/** Starts a studio and waits for its address. */
function start(...words) {
  const server = spawn(program, ["studio", "--no-open", "--idle", "30", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  servers.add(server);
  server.once("exit", () => servers.delete(server));
  return new Promise((resolve) => server.stdout.once("data", (data) => resolve({ server, address: String(data).trim() })));
}

const ended = (server) => new Promise((resolve) => server.once("exit", resolve));

/** What the program says of a puzzle by itself. */
function count(text) {
  const { stdout } = spawnSync(program, ["count", "--json", "-"], { input: text, encoding: "utf8" });
  return JSON.parse(stdout);
}

/** Waits until the verdict is this one. */
async function verdict(page, expected) {
  await page.waitForFunction((text) => document.getElementById("answer").textContent === text, expected, { timeout: 15000 });
}

/** The middle of a cell of the canvas, in pixels. */
async function middle(page, row, column) {
  return page.evaluate(([row, column]) => {
    const point = new DOMPoint((column + 0.5) * 64, (row + 0.5) * 64);
    const { x, y } = point.matrixTransform(document.getElementById("board").getScreenCTM());
    return [x, y];
  }, [row, column]);
}

async function drag(page, cells) {
  await page.mouse.move(...await middle(page, ...cells[0]));
  await page.mouse.down();
  for (const cell of cells.slice(1)) await page.mouse.move(...await middle(page, ...cell), { steps: 4 });
  await page.mouse.up();
}

async function rule(page, sort, number) {
  await page.selectOption("#rule-sort", sort);
  if (number !== undefined) await page.fill("#rule-number", String(number));
}

const shoot = async (page, name) => shots && page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });

const PIPS1 = "A##B\n...B\n..CC\n..C.\n\nA = 3\nB = 11\nC = 15\ndominoes: 5-1 6-5 3-0 5-5\n";

const tests = {
  async "pips1 from nothing by mouse, broken, mended, solved by hints, saved and opened again"(browser) {
    const file = path.join(folder, "mouse.toml");
    const { server, address } = await start("--port", "0", file);
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(address);
    await shoot(page, "first-visit");
    await drag(page, [[1, 1]]);
    await rule(page, "=", 3);
    await page.check("input[value='#']");
    await drag(page, [[1, 2], [1, 3]]);
    await page.check("input[value=region]");
    await drag(page, [[1, 4], [2, 4]]);
    await rule(page, "=", 11);
    await drag(page, [[3, 4], [3, 3], [4, 3]]);
    await rule(page, "=", 15);
    await verdict(page, "Dominoes are missing");
    await page.fill("#dominoes", "51 65 30 55");
    await verdict(page, "One solution");
    await shoot(page, "make");
    await rule(page, "=", 14);
    await verdict(page, "No solution");
    await page.waitForSelector("#reasons li");
    assert.match(await page.textContent("#reasons"), /14/);
    assert.ok(await page.locator("#board .wrong").count() > 0, "the contradiction is marked");
    await shoot(page, "contradiction");
    await page.click("#undo");
    await verdict(page, "One solution");
    await page.click("#candidates");
    await page.waitForSelector("#board .pencil");
    await page.click("#candidates");
    await page.click("#tab-play");
    let hints = 0;
    for (; hints < 60 && !/Solved/.test(await page.textContent("#said")); hints++) {
      const before = await page.textContent("#said");
      await page.click("#hint");
      await page.waitForFunction((before) => !["", before, "Looking for the steps…"].includes(document.getElementById("said").textContent), before);
      if (hints === 2) await shoot(page, "hint");
      if (await page.isVisible("#apply")) await page.click("#apply");
      if (/complete/.test(await page.textContent("#said"))) await page.click("#check");
      await page.waitForTimeout(50);
    }
    assert.match(await page.textContent("#said"), /Solved/);
    await shoot(page, "solved");
    await page.click("#save");
    await page.waitForFunction(() => /Saved to/.test(document.getElementById("notice").textContent));
    assert.equal(count(fs.readFileSync(file, "utf8")).solutions, "1");
    assert.ok(!fs.existsSync(`${file}.draft`), "no draft is left");
    await page.reload();
    await verdict(page, "One solution");
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "pips1 by keyboard alone, in two tabs that do not disturb each other"(browser) {
    const { server, address } = await start("--port", "0");
    const context = await browser.newContext();
    const page = await context.newPage();
    const faults = watch(page);
    await page.goto(address);
    await page.focus("#board");
    const keys = ["a", "#", "#", "b", "ArrowDown", "ArrowLeft", "b", "ArrowDown", "ArrowLeft", "ArrowLeft", "c", "c", "ArrowDown", "ArrowLeft", "ArrowLeft", "c"];
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.keyboard.type("sum to");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("15");
    for (const [name, number] of [["B", 11], ["A", 3]]) {
      await page.focus("#board");
      const steps = name === "B" ? ["ArrowUp", "ArrowUp", "ArrowRight"] : ["ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft"];
      for (const step of steps) await page.keyboard.press(step);
      await page.keyboard.press("Enter");
      await page.keyboard.type("sum to");
      await page.keyboard.press("Tab");
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(String(number));
    }
    await page.focus("#board");
    assert.match(await page.textContent("#spoken"), /region A, sums to 3/);
    await page.focus("#dominoes");
    await page.keyboard.type("51 65 30 55");
    await verdict(page, "One solution");
    await page.focus("#tab-play");
    await page.keyboard.press("Enter");
    await page.focus("#board");
    await page.keyboard.press("2");
    assert.match(await page.textContent("#spoken"), /Row 1, column 1/);
    for (const key of ["ArrowRight", "ArrowLeft", ".", ".", ".", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelectorAll("#board .tile-on-board").length === 1);
    const other = await context.newPage();
    await other.goto(address);
    await other.click("#new");
    await other.click("#blank button:nth-child(2)");
    await other.waitForFunction(() => /solution/.test(document.getElementById("answer").textContent));
    await page.reload();
    await verdict(page, "One solution");
    assert.equal((await other.inputValue("#text")).slice(0, 14), "kind = \"signs\"");
    await other.fill("#text", "kind = \"signs\"\nvalues = x\n");
    await other.waitForFunction(() => /Line 2/.test(document.getElementById("wrong").textContent));
    await shoot(other, "text");
    assert.deepEqual(faults, []);
    await context.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a studio that is killed loses nothing, and a link contains the puzzle"(browser) {
    const { server, address } = await start("--port", "0");
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}#p=${Buffer.from(PIPS1).toString("base64url")}`);
    await verdict(page, "One solution");
    await page.waitForTimeout(400);
    server.kill("SIGKILL");
    await ended(server);
    await page.fill("#title", "Kept");
    await page.waitForFunction(() => /has ended/.test(document.getElementById("notice").textContent));
    await page.waitForTimeout(400);
    const again = await start("--port", new URL(address).port);
    const next = await context.newPage();
    await next.goto(again.address);
    await verdict(next, "One solution");
    assert.equal(await next.inputValue("#title"), "Kept");
    await context.close();
    again.server.kill("SIGTERM");
    await ended(again.server);
  },

  async "a page of another origin learns nothing"(browser) {
    const { server, address } = await start("--port", "0");
    const foreign = http.createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>elsewhere</title>");
    });
    await new Promise((resolve) => foreign.listen(0, "127.0.0.1", resolve));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${foreign.address().port}/`);
    const statuses = await page.evaluate(async ([address, puzzle]) => {
      const attempts = [["api/count", { method: "POST", body: puzzle }], ["api/file", {}], ["", {}], ["api/count", { method: "POST", body: puzzle, mode: "no-cors" }]];
      return Promise.all(attempts.map(([place, how]) => fetch(address + place, how).then((response) => response.type, () => "refused")));
    }, [address, PIPS1]);
    assert.deepEqual(statuses.filter((status) => !["refused", "opaque"].includes(status)), []);
    const framed = await page.evaluate(async (address) => {
      const frame = Object.assign(document.createElement("iframe"), { src: address });
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return frame.contentDocument !== null && frame.contentDocument.getElementById("board") !== null;
    }, address);
    assert.equal(framed, false);
    await page.close();
    foreign.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "it fits light, dark and a phone"(browser) {
    const { server, address } = await start("--port", "0");
    for (const [name, colorScheme, width] of [["light", "light", 1200], ["dark", "dark", 1200], ["phone", "light", 360]]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${address}#p=${Buffer.from(PIPS1).toString("base64url")}`);
      await verdict(page, "One solution");
      await page.click("#tab-play");
      await page.click("#hint");
      await page.waitForFunction(() => /^\d/.test(document.getElementById("said").textContent));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
      await shoot(page, name);
      await context.close();
    }
    server.kill("SIGTERM");
    await ended(server);
  },
};

/** Everything that a page complains of. */
function watch(page) {
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  for (const [name, test] of Object.entries(tests)) {
    const began = Date.now();
    await test(browser);
    console.log(`${name}: passed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  for (const server of servers) server.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true, force: true });
}
