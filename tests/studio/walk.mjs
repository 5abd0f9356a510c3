// What somebody does who has just found a site: makes a puzzle until it has one solution, and sends it, as a link and
// as a file; what the other one does who gets it on a phone: plays it with two hints and a check. `node walk.mjs PROGRAM
// CHROMIUM MODULE [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { byHints, camera, middle, spot, verdict } from "./page.mjs";
import { fresh, sites } from "./site.mjs";

const [program, executablePath, wasm, shots] = process.argv.slice(2);
const { folder, run, serve } = sites(program, wasm);
const shoot = camera(shots);

/** The rows of a puzzle with numbers. */
const rowsOf = (kind) => [...fs.readFileSync(`instances/kinds/${kind}.toml`, "utf8").matchAll(/^([\d.]( [\d.])+)$/gm)].map(([row]) => row.split(" "));

/** Which lines above and left of cells are drawn. */
const SOLUTION = JSON.parse(run(["solve", "--json", "instances/kinds/slitherlink.toml"])).solution.line;

/** Puts the numbers on the board with the keys, as one types them, and looks at the verdict on the way. */
async function draw(page, rows) {
  await page.click("#board");
  for (const key of ["ArrowUp", "ArrowLeft"]) for (let step = 0; step < rows.length; step++) await page.keyboard.press(key);
  const verdicts = new Set();
  for (const [at, row] of rows.entries()) {
    for (const [column, number] of row.entries()) {
      if (number !== ".") await page.keyboard.press(number);
      if (column < row.length - 1) await page.keyboard.press("ArrowRight");
    }
    if (at === 2) await shoot(page, "walk-2-half-drawn");
    await page.waitForFunction(() => !/Counting|Not known/.test(document.getElementById("answer").textContent));
    verdicts.add(await page.textContent("#answer"));
    if (at < rows.length - 1) await page.keyboard.press("ArrowDown");
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

/** Opens a new board of a kind. */
async function begin(page, kind, size) {
  await page.click("#new");
  await page.waitForSelector(`#kinds [data-kind=${kind}]`);
  await shoot(page, "walk-1-new");
  await page.fill("#new-size", size);
  await page.click(`#kinds [data-kind=${kind}]`);
  await page.waitForFunction(() => document.querySelector("#board svg .spot"));
  await shoot(page, "walk-1-empty");
}

async function drag(page, places) {
  await page.mouse.move(...places[0]);
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...place, { steps: 5 });
  await page.mouse.up();
}

/** What setters do from nothing, each until there is one solution. */
const SETTERS = {
  async killer(page) {
    await begin(page, "sudoku", "4x4");
    const cells = (...names) => Promise.all(names.map((name) => spot(page, ...name.match(/\d/g).map((at) => 2 * Number(at) - 1))));
    const layer = (name) => page.check(`#palette input[name=layer][value=${name}]`);
    const cage = async (sum, ...names) => {
      await layer("cage");
      await drag(page, await cells(...names));
      await layer("total");
      await page.mouse.click(...(await cells(names[0]))[0]);
      for (const key of String(sum)) await page.keyboard.press(key);
    };
    await cage(7, "r2c1", "r2c2");
    await cage(5, "r4c2", "r4c3");
    await layer("thermometer");
    await drag(page, await cells("r1c1", "r1c2", "r1c3", "r1c4"));
    await verdict(page, "8 solutions");
    // The board shows where they differ: there a number goes.
    await page.waitForSelector("#board .differs");
    await shoot(page, "walk-killer-eight");
    await layer("number");
    await page.mouse.click(...(await cells("r3c1"))[0]);
    await page.keyboard.press("2");
    await page.waitForFunction(() => !/^8 |Counting|At least/.test(document.getElementById("answer").textContent));
    await page.mouse.click(...(await cells("r2c3"))[0]);
    await page.keyboard.press("1");
    await verdict(page, "One solution");
    // One cage too many; a cross says so, and takes it away with its sum.
    await cage(7, "r3c3", "r3c4");
    await verdict(page, "One solution");
    assert.equal(await page.inputValue("#inspector [data-field='clue total']"), "7", "what is at the cursor");
    assert.match(await page.textContent("#inspector"), /^r3c3cage [AB], 2 cells/);
    await page.waitForFunction(() => !document.getElementById("clues").disabled);
    await page.click("#clues");
    await page.waitForSelector("#board .badge");
    await shoot(page, "walk-killer-redundant");
    const [x, y] = (await cells("r3c3"))[0];
    const crosses = page.locator("#board .badge");
    const boxes = await Promise.all((await crosses.all()).map((cross) => cross.boundingBox()));
    const at = boxes.findIndex((box) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 60);
    await crosses.nth(at).click();
    await page.waitForFunction(() => /total = \{ A = "7", B = "5" \}/.test(document.getElementById("text").value));
    assert.match(await page.inputValue("#text"), /thermometer = \{ A = "r1c1 r1c2 r1c3 r1c4" \}/);
  },

  async nurikabe(page) {
    await begin(page, "nurikabe", "5x5");
    await draw(page, rowsOf("nurikabe"));
  },

  async pips(page) {
    const region = async (sum, ...cells) => {
      await page.check("input[value=region]");
      await drag(page, await Promise.all(cells.map((cell) => middle(page, ...cell))));
      await page.selectOption("#rule-sort", "=");
      await page.fill("#rule-number", String(sum));
    };
    await region(3, [1, 1]);
    await page.check("input[value='#']");
    await drag(page, await Promise.all([[1, 2], [1, 3]].map((cell) => middle(page, ...cell))));
    await region(11, [1, 4], [2, 4]);
    await region(15, [3, 4], [3, 3], [4, 3]);
    await page.fill("#dominoes", "51 65 30 55");
  },

  async own(page) {
    await page.click("#new");
    await page.click("#dialog-new [data-begin=own]");
    // Its rules are there to be changed, and what is wrong is said beside its line.
    assert.equal(await page.getAttribute("#tab-rules", "aria-selected"), "true");
    // The verdict may come before the rules, and the page that was there before had one, too.
    await page.waitForFunction(() => document.getElementById("rules").value.includes("around(c)) =="));
    await verdict(page, "One solution");
    const rules = await page.inputValue("#rules");
    await page.fill("#rules", rules.replace("around(c)) ==", "arround(c)) =="));
    await page.waitForSelector("#rules-wrong.beside");
    const line = rules.split("\n").findIndex((line) => line.includes("around(c)) =="));
    const [from, to] = await page.evaluate((line) => {
      const area = document.getElementById("rules");
      const { paddingTop, lineHeight } = getComputedStyle(area);
      return [area.getBoundingClientRect().top + parseFloat(paddingTop) + line * parseFloat(lineHeight), document.getElementById("rules-wrong").getBoundingClientRect().top];
    }, line);
    assert.ok(Math.abs(from - to) < 4, `the error of line ${line + 1} is at ${to}, not ${from}`);
    await shoot(page, "walk-own-error");
    await page.fill("#rules", rules);
  },
};

/** Does what two hints say. */
async function twoHints(page, name) {
  for (const hint of [1, 2]) {
    const before = Object.keys(await entries(page)).length;
    const said = await page.textContent("#said");
    await page.click("#hint");
    await page.waitForFunction((said) => document.getElementById("said").textContent !== said && /^\d+\. /.test(document.getElementById("said").textContent), said);
    await shoot(page, `${name}-2-hint-${hint}`);
    if (await page.isHidden("#apply")) continue;
    await page.click("#apply");
    assert.ok(Object.keys(await entries(page)).length > before, "the hint is on the board");
  }
}

/** Plays a Killer on a phone: with marks in corners, two hints, a check, and then alone. */
async function playKiller(page) {
  const tap = async (row, column) => page.touchscreen.tap(...await spot(page, 2 * row - 1, 2 * column - 1));
  await tap(2, 1);
  await page.tap("[data-pad=corner]");
  for (const mark of ["3", "4"]) await page.tap(`#pad [data-write='${mark}']`);
  assert.equal(await page.locator("#board .note").count(), 2);
  await page.tap("[data-pad=digit]");
  await twoHints(page, "walk-killer");
  await page.tap("#check");
  await page.waitForFunction(() => document.getElementById("said").textContent === "No entry on the board is wrong.");
  for (const [row, numbers] of ["1234", "3412", "2143", "4321"].entries()) {
    for (const [column, number] of [...numbers].entries()) {
      if (`value[r${row + 1}c${column + 1}]` in await entries(page) || ["r3c1", "r2c3"].includes(`r${row + 1}c${column + 1}`)) continue;
      await tap(row + 1, column + 1);
      await page.tap(`#pad [data-write='${number}']`);
    }
  }
  await page.waitForFunction(() => /^Solved in \d+:\d\d, with 2 hints\.$/.test(document.getElementById("said").textContent));
  await page.waitForSelector("#again:not([hidden])");
}

/** Does what two hints say, and then goes on alone: with the lines of the solution, as one clicks them, to the end. */
async function play(page, name) {
  await page.waitForFunction(() => document.body.classList.contains("playing") && !document.getElementById("hint").disabled);
  await shoot(page, `${name}-1-begins`);
  await twoHints(page, name);
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
  await page.waitForFunction(() => /Solved/.test(document.getElementById("said").textContent));
  await shoot(page, `${name}-4-checked`);
  assert.equal(await page.locator("#board .shown").count(), 0, "no hint is marked any more");
}

/** The link that a setter sends. */
async function shared(page) {
  await page.click("#share");
  await page.waitForFunction(() => /#p=./.test(document.getElementById("link").value));
  await shoot(page, "walk-4-share");
  const link = await page.inputValue("#link");
  await page.keyboard.press("Escape");
  return link;
}

/** Opens a link on a phone, where it begins with Play. */
async function onPhone(browser, link) {
  const phone = await fresh(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await phone.page.goto(link);
  await phone.page.waitForFunction(() => document.body.classList.contains("playing") && document.querySelector("#board svg") && !document.getElementById("hint").disabled);
  await shoot(phone.page, "walk-5-link-opened");
  return phone;
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const server = await serve();
try {
  const setter = await fresh(browser, { viewport: { width: 1200, height: 900 } });
  await setter.page.goto(server.address);
  await setter.page.waitForFunction(() => document.getElementById("board").childElementCount > 0);
  await shoot(setter.page, "walk-0-first");
  const rows = rowsOf("slitherlink");
  await begin(setter.page, "slitherlink", `${rows.length}x${rows[0].length}`);
  const verdicts = await draw(setter.page, rows);
  await verdict(setter.page, "One solution");
  console.log([...verdicts].join("; "));
  assert.ok(verdicts.size > 1, "the verdict follows");
  const link = await shared(setter.page);
  const download = setter.page.waitForEvent("download");
  await setter.page.click("#save");
  const puzzle = await (await download).path();

  const player = await onPhone(browser, link);
  await play(player.page, "walk-6-link");
  const file = path.join(folder, "slitherlink.html");
  run(["share", puzzle, "-o", file, "--module", wasm]);
  const offline = await fresh(browser, { offline: true });
  await offline.page.goto(pathToFileURL(file).href);
  await play(offline.page, "walk-7-file");
  assert.deepEqual(offline.asked.filter((url) => !/^(file|data|blob):/.test(url)), []);
  for (const { faults, context } of [setter, player, offline]) {
    assert.deepEqual(faults, []);
    await context.close();
  }

  for (const [name, make] of Object.entries(SETTERS)) {
    const began = Date.now();
    const setter = await fresh(browser, { viewport: { width: 1200, height: 900 } });
    await setter.page.goto(server.address);
    await setter.page.waitForFunction(() => document.getElementById("board").childElementCount > 0);
    await make(setter.page);
    await verdict(setter.page, "One solution");
    const player = await onPhone(browser, await shared(setter.page));
    if (name === "killer") await playKiller(player.page);
    else {
      await twoHints(player.page, `walk-${name}`);
      await player.page.tap("#check");
      await player.page.waitForFunction(() => document.getElementById("said").textContent === "No entry on the board is wrong.");
      await byHints(player.page);
    }
    await shoot(player.page, `walk-${name}-solved`);
    for (const { faults, context } of [setter, player]) {
      assert.deepEqual(faults, [], name);
      await context.close();
    }
    console.log(`${name} is made, sent and played: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  await server.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
