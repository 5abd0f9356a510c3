// Measures the time from a key press to the verdict: `node speed.mjs PROGRAM CHROMIUM FILE…`. On each puzzle
// a few keys change something; the page times each from the key to the first verdict after it, and to the
// first exact one.

import { spawn } from "node:child_process";
import fs from "node:fs";
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

/** In the page: types something and waits for what is said about the puzzle. */
function timed([selector, typed, patience]) {
  const detail = document.getElementById("detail");
  const element = document.querySelector(selector);
  const began = performance.now();
  return new Promise((resolve) => {
    let first = null;
    const done = () => {
      observer.disconnect();
      resolve({ first, exact: first === null ? null : performance.now() - began });
    };
    const observer = new MutationObserver(() => {
      first ??= performance.now() - began;
      if (!/still counting/.test(detail.textContent)) done();
    });
    observer.observe(detail, { childList: true });
    setTimeout(() => { observer.disconnect(); resolve({ first, exact: null }); }, patience);
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

const firsts = [];
const exacts = [];
const all = files.flatMap(puzzles);
for (const [name, text] of all) {
  const page = await browser.newPage();
  await page.goto(`${address}#p=${Buffer.from(text).toString("base64url")}`);
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
