// Measures what a person waits for: `node speed.mjs PROGRAM CHROMIUM FILE…`. The page until its board is there; from a key to
// the frame that shows it; and from a key to the first verdict after it, and to the first exact one. With a module in the
// environment variable MODULE, also a puzzle in one file, and the sizes of a site and of that file.

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

const KEYS = 5, LOADS = 9;
const PATIENCE = 20_000;
const [program, executablePath, ...files] = process.argv.slice(2);

const server = spawn(program, ["studio", "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** The puzzles of a file: one, or those of a published day. */
function puzzles(file) {
  const text = fs.readFileSync(file, "utf8");
  if (!file.endsWith(".json")) return [[file, text]];
  const day = Object.entries(JSON.parse(text)).filter(([, one]) => Array.isArray(one?.dominoes));
  return day.map(([name, one]) => [`${file}#${name}`, JSON.stringify(one)]);
}

/** In the page: types something, into a field or on the board, and waits for what is said about the puzzle. */
function timed([selector, typed, patience]) {
  const [verdict, detail] = ["verdict", "detail"].map((id) => document.getElementById(id));
  const element = document.querySelector(selector);
  const began = performance.now();
  return new Promise((resolve) => {
    let first = null;
    const done = () => {
      observer.disconnect();
      resolve({ first, exact: first === null ? null : performance.now() - began });
    };
    const observer = new MutationObserver(() => {
      if (verdict.ariaBusy === "true") return;
      first ??= performance.now() - began;
      if (!/still counting/.test(detail.textContent)) done();
    });
    observer.observe(verdict, { childList: true, subtree: true, attributes: true });
    setTimeout(() => { observer.disconnect(); resolve({ first, exact: null }); }, patience);
    if (selector === "#board") return element.dispatchEvent(new KeyboardEvent("keydown", { key: typed, bubbles: true }));
    element.value = typed;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** In the page, before anything of it: says when there is a board. */
function watchBoard() {
  const watch = new MutationObserver(() => {
    if (!document.getElementById("board")?.childElementCount) return;
    window.shown = performance.now();
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** In the page: milliseconds since it was asked for, and what it weighs. */
function timesOfLoad() {
  const [page] = performance.getEntriesByType("navigation");
  const all = [page, ...performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/api/"))];
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  return { painted, loaded: page.loadEventEnd, shown: window.shown, bytes: all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
}

/** A tab in which the page is opened and then loaded again; and a text alone, which says what the browser needs. */
async function load() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchBoard);
  const settled = async (isPage = true) => {
    if (isPage) await page.waitForFunction(() => window.shown);
    await page.waitForTimeout(200);
    return page.evaluate(timesOfLoad);
  };
  await page.goto(`${address}page.css`);
  const text = await settled(false);
  await page.goto(address);
  const first = await settled();
  await page.reload();
  const again = await settled();
  await context.close();
  return { text, first, again };
}

/** The figure below which this part of them is. */
const quantile = (figures, part) => figures.toSorted((a, b) => a - b)[Math.ceil(part * figures.length) - 1];
const inMs = (time) => (time === null || time === undefined ? "–" : `${time.toFixed(0)} ms`);

const loads = [];
for (let time = 0; time < LOADS; time++) loads.push(await load());
for (const [which, name] of [["text", "a text alone"], ["first", "the page"], ["again", "the page once more"]]) {
  const median = (what) => inMs(quantile(loads.map((load) => load[which][what]), 0.5));
  const shown = which === "text" ? "" : `, the board is there after ${median("shown")}`;
  console.log(`${name}: painted after ${median("painted")}, loaded after ${median("loaded")}${shown} (medians of ${LOADS})`);
}
console.log(`the page has ${(loads[0].first.bytes / 1000).toFixed(0)} kB`);

/** What the program prints. */
function printed(words, input = "") {
  const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: "utf8", maxBuffer: 1 << 27 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** A page with a puzzle on its board. */
async function opened(text) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.goto(`${address}#p=${deflateRawSync(text).toString("base64url")}`);
  await page.waitForFunction(() => document.querySelector("#board svg .spot"), null, { timeout: 60_000 });
  return page;
}

/** In the page: from keys on the board to the frame that shows them, each after the last. */
async function frames(keys) {
  const board = document.getElementById("board");
  board.focus();
  const times = [];
  for (const key of keys) {
    await new Promise((soon) => setTimeout(soon, 60));
    const began = performance.now();
    board.dispatchEvent(new KeyboardEvent("keydown", { key, code: /\d/.test(key) ? `Digit${key}` : key, bubbles: true }));
    // What is posted in a frame is received when it is painted.
    times.push(await new Promise((painted) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => painted(performance.now() - began);
      port2.postMessage(null);
    })));
  }
  return times;
}

const few = (length, word) => Array.from({ length }, () => word);
for (const [kind, keys] of [["slitherlink", ["ArrowRight", "Enter"]], ["sudoku", ["ArrowRight", "1"]]]) {
  const page = await opened(`kind = "${kind}"\nrows = 20\ncolumns = 20\nnumber = """\n${`${few(20, ".").join(" ")}\n`.repeat(19)}1${" .".repeat(19)}\n"""\n`);
  await page.click("#tab-play");
  await page.waitForFunction(() => document.querySelectorAll("#modes button").length);
  const times = await page.evaluate(frames, few(20, keys).flat());
  console.log(`from a key to the frame that shows it, ${kind} with 20 × 20 cells: median ${inMs(quantile(times, 0.5))}, 95 % within ${inMs(quantile(times, 0.95))}`);
  await page.close();
}

const BOARDS = {
  "a Slitherlink of 10 × 10": printed(["generate", "slitherlink", "--size", "10x10", "--seed", "1"]),
  "a Killer Sudoku of 9 × 9": printed(["convert", "instances/kinds/killer.url", "--to", "toml"]),
};
for (const [name, text] of Object.entries(BOARDS)) {
  const page = await opened(text);
  await page.waitForFunction(() => document.getElementById("verdict").ariaBusy === "false", null, { timeout: 60_000 });
  await page.focus("#board");
  const times = [];
  for (const at of few(15, 0).keys()) {
    times.push(await page.evaluate(timed, ["#board", at % 2 ? "Delete" : "2", PATIENCE]));
    await page.waitForTimeout(300);
  }
  const median = (what) => inMs(quantile(times.map((time) => time[what] ?? PATIENCE), 0.5));
  console.log(`from a key to the verdict, ${name}: first ${median("first")}, exact ${median("exact")} (medians of ${times.length})`);
  await page.close();
}

if (process.env.MODULE) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-speed-"));
  const [site, file] = ["site", "puzzle.html"].map((name) => path.join(folder, name));
  printed(["share", "--module", process.env.MODULE, "--site", site]);
  printed(["share", "--module", process.env.MODULE, "instances/kinds/slitherlink.toml", "-o", file]);
  const sizes = fs.readdirSync(site).map((name) => brotliCompressSync(fs.readFileSync(path.join(site, name))).length);
  const inMB = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  console.log(`the site has ${inMB(sizes.reduce((sum, size) => sum + size))}, compressed by Brotli; a puzzle in one file has ${inMB(fs.statSync(file).size)}`);
  const shown = [];
  for (let time = 0; time < LOADS; time++) {
    const page = await browser.newPage();
    await page.addInitScript(watchBoard);
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction(() => window.shown && document.querySelector("#board svg"));
    shown.push(await page.evaluate(() => performance.now()));
    await page.close();
  }
  console.log(`its board is there after ${inMs(quantile(shown, 0.5))}, from disk (median of ${LOADS})`);
  fs.rmSync(folder, { recursive: true });
}

const firsts = [];
const exacts = [];
const all = files.flatMap(puzzles);
for (const [name, text] of all) {
  const page = await browser.newPage();
  await page.goto(`${address}#p=${deflateRawSync(text).toString("base64url")}`);
  await page.waitForFunction(() => /\d s|<0/.test(document.getElementById("detail").textContent), null, { timeout: 60_000 }).catch(() => null);
  const isPips = await page.evaluate(() => document.body.classList.contains("kind-pips"));
  const selector = isPips ? "#dominoes" : "#text";
  const typed = await page.inputValue(selector);
  const own = [];
  for (let key = 0; key < KEYS; key++) {
    // Give a domino another number and then its own again; give other puzzles a blank line.
    const other = isPips ? typed.replace(/\d$/, (number) => String((Number(number) + key + 1) % 7)) : typed + "\n".repeat(key + 1);
    const figures = await page.evaluate(timed, [selector, isPips && key % 2 ? typed : other, PATIENCE]);
    own.push(figures);
    firsts.push(figures.first ?? PATIENCE);
    exacts.push(figures.exact ?? PATIENCE);
  }
  const slowest = (what) => Math.max(...own.map((figures) => figures[what] ?? PATIENCE));
  if (process.env.EACH) console.log(`${name}: first ${inMs(slowest("first"))}, exact ${inMs(slowest("exact"))}`);
  await page.close();
}
for (const [what, figures] of [["the first verdict", firsts], ["an exact verdict", exacts]]) {
  const below = figures.filter((time) => time < 100).length / figures.length;
  console.log(`${what} after a key, ${figures.length} keys on ${all.length} puzzles: median ${inMs(quantile(figures, 0.5))}, 95 % within ${inMs(quantile(figures, 0.95))}, ${(100 * below).toFixed(1)} % within 100 ms`);
}
await browser.close();
server.kill("SIGTERM");
