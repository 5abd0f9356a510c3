// What somebody does who has just found a site: draws a Slitherlink until it has one solution, and sends it, as a link and
// as a file; what the other one does who gets it: plays it with two hints. `node walk.mjs PROGRAM CHROMIUM MODULE
// [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { camera, verdict } from "./page.mjs";
import { fresh, sites } from "./site.mjs";

const [program, executablePath, wasm, shots] = process.argv.slice(2);
const { folder, run, serve } = sites(program, wasm);
const shoot = camera(shots);

/** The rows of a Slitherlink. */
const ROWS = [...fs.readFileSync("instances/kinds/slitherlink.toml", "utf8").matchAll(/^([\d.]( [\d.])+)$/gm)].map(([row]) => row.split(" "));

/** Which lines above and left of cells are drawn. */
const SOLUTION = JSON.parse(run(["solve", "--json", "instances/kinds/slitherlink.toml"])).solution.line;

/** Puts the numbers on the board with the keys, as one types them, and looks at the verdict on the way. */
async function draw(page) {
  await page.click("#board");
  for (const key of ["ArrowUp", "ArrowLeft"]) for (let step = 0; step < ROWS.length; step++) await page.keyboard.press(key);
  const verdicts = new Set();
  for (const [at, row] of ROWS.entries()) {
    for (const [column, number] of row.entries()) {
      if (number !== ".") await page.keyboard.press(number);
      if (column < row.length - 1) await page.keyboard.press("ArrowRight");
    }
    if (at === 2) await shoot(page, "walk-2-half-drawn");
    await page.waitForFunction(() => !/Counting|Not known/.test(document.getElementById("answer").textContent));
    verdicts.add(await page.textContent("#answer"));
    if (at < ROWS.length - 1) await page.keyboard.press("ArrowDown");
    for (let step = 1; step < row.length; step++) await page.keyboard.press("ArrowLeft");
  }
  return verdicts;
}

/** What a player has put on the board, by the names of the program: as the page keeps it when somebody leaves. */
const entries = (page) => page.evaluate(() => {
  dispatchEvent(new Event("pagehide"));
  return Object.assign({}, ...Object.values(localStorage).map((text) => JSON.parse(text).state?.entries));
});

/** Where the middle of an unknown is, in pixels. */
const middleOf = (spot) => {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((side) => Number(spot.getAttribute(side)));
  const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(document.getElementById("board").getScreenCTM());
  return [middle.x, middle.y];
};

/** Does what two hints say, and then goes on alone: with the lines of the solution, as one clicks them, to the end. */
async function play(page, name) {
  await page.waitForFunction(() => document.body.classList.contains("playing") && !document.getElementById("hint").disabled);
  await shoot(page, `${name}-1-begins`);
  for (const hint of [1, 2]) {
    await page.click("#hint");
    await page.waitForFunction((hint) => document.getElementById("said").textContent.startsWith(`${hint}. `), hint);
    await shoot(page, `${name}-2-hint-${hint}`);
    const before = Object.keys(await entries(page)).length;
    await page.click("#apply");
    assert.ok(Object.keys(await entries(page)).length > before, "the hint is on the board");
  }
  // Each line is called after the cell above or below it, left or right of it.
  const drawn = Object.entries(SOLUTION).flatMap(([where, lines]) => lines.flatMap((of, row) => of.flatMap((isDrawn, column) => (isDrawn ? [
    where === "above" ? [`the bottom of r${row}c${column + 1}`, `the top of r${row + 1}c${column + 1}`] : [`the right side of r${row + 1}c${column}`, `the left side of r${row + 1}c${column + 1}`],
  ] : []))));
  for (const names of drawn) {
    const line = page.locator(names.map((name) => `#board .spot[data-name="line[${name}]"]`).join(", "));
    const called = await line.getAttribute("data-name");
    for (let clicks = 0; clicks < 3 && (await entries(page))[called] !== 1; clicks++) await page.mouse.click(...await line.evaluate(middleOf));
    assert.equal((await entries(page))[called], 1, called);
  }
  await shoot(page, `${name}-3-alone`);
  await page.click("#check");
  await page.waitForFunction(() => !/^2\. |^$/.test(document.getElementById("said").textContent));
  await shoot(page, `${name}-4-checked`);
  assert.match(await page.textContent("#said"), /Solved/);
  assert.equal(await page.locator("#board .shown").count(), 0, "no hint is marked any more");
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const server = await serve();
  const setter = await fresh(browser, { viewport: { width: 1200, height: 900 } });
  await setter.page.goto(server.address);
  await setter.page.waitForFunction(() => document.getElementById("board").childElementCount > 0);
  await shoot(setter.page, "walk-0-first");
  await setter.page.click("#new");
  await setter.page.waitForSelector("#kinds [data-kind=slitherlink]");
  await shoot(setter.page, "walk-1-new");
  await setter.page.fill("#new-size", `${ROWS.length}x${ROWS[0].length}`);
  await setter.page.click("#kinds [data-kind=slitherlink]");
  await setter.page.waitForFunction(() => document.querySelector("#board svg .spot"));
  await shoot(setter.page, "walk-1-empty");
  const verdicts = await draw(setter.page);
  await verdict(setter.page, "One solution");
  console.log([...verdicts].join("; "));
  assert.ok(verdicts.size > 1, "the verdict follows");
  await shoot(setter.page, "walk-3-drawn");
  await setter.page.click("#share");
  await setter.page.waitForFunction(() => /#p=./.test(document.getElementById("link").value));
  await shoot(setter.page, "walk-4-share");
  const link = await setter.page.inputValue("#link");
  await setter.page.keyboard.press("Escape");
  const download = setter.page.waitForEvent("download");
  await setter.page.click("#save");
  const puzzle = await (await download).path();

  const player = await fresh(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await player.page.goto(link);
  await player.page.waitForSelector("#board svg");
  await shoot(player.page, "walk-5-link-opened");
  await play(player.page, "walk-6-link");

  const file = path.join(folder, "slitherlink.html");
  run(["share", puzzle, "-o", file, "--module", wasm]);
  const offline = await fresh(browser, { offline: true });
  await offline.page.goto(pathToFileURL(file).href);
  await play(offline.page, "walk-7-file");
  for (const { faults } of [setter, player, offline]) assert.deepEqual(faults, []);
  assert.deepEqual(offline.asked.filter((url) => !/^(file|data|blob):/.test(url)), []);
  await server.end();
} finally {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
