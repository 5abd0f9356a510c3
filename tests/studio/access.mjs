// Whether everybody can use the page, in a real browser: `node access.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.
// axe-core looks at every view in light, dark and forced colours; targets are as large as a finger on a phone; and a
// puzzle is made and played with keys alone.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { camera, heard, open, PIPS1, runAll, studios, verdict } from "./page.mjs";
import { LOOKS, moving, reach, small, violations } from "./usable.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const studio = studios(program);
const shoot = camera(shots);

const PUZZLES = {
  pips: PIPS1,
  signs: fs.readFileSync("instances/signs/leepf.toml", "utf8"),
  dice: fs.readFileSync("instances/dice/labeled-dice.toml", "utf8"),
  seating: 'kind = "seating"\nfigure = """\n.X.\nXXX\n"""\nsubjects = ["Latin", "Greek"]\ncandidates = [2, 1]\nneighbours = 8\n',
  sudoku: fs.readFileSync("instances/kinds/sudoku.toml", "utf8"),
  slitherlink: fs.readFileSync("instances/kinds/slitherlink.toml", "utf8"),
  model: fs.readFileSync("instances/models/latin_square.xml", "utf8"),
};
const MODES = ["make", "play", "explain", "rules", "formula"];

/** Looks at every view of every puzzle. */
async function lookAtAll(page, address, name) {
  const found = new Set();
  for (const [kind, text] of Object.entries(PUZZLES)) {
    await open(page, address, text);
    for (const mode of MODES) {
      if (!await page.isVisible(`#tab-${mode}`)) continue;
      await page.click(`#tab-${mode}`);
      if (mode === "play") {
        await page.click("#hint");
        await page.waitForFunction(() => /^1\. /.test(document.getElementById("said").textContent));
      }
      if (mode === "explain") await page.waitForSelector("#walk section.shown");
      await page.waitForTimeout(150);
      for (const violation of await violations(page)) found.add(`${kind}, ${mode}: ${violation}`);
    }
    await page.click("#tab-make");
  }
  for (const dialog of ["new", "share"]) {
    await page.click(`#${dialog}`);
    await page.waitForSelector(`#dialog-${dialog}[open]`);
    for (const violation of await violations(page)) found.add(`${dialog}: ${violation}`);
    await page.keyboard.press("Escape");
  }
  await shoot(page, `access-${name}`);
  assert.deepEqual([...found], [], name);
}

const tests = {
  ...Object.fromEntries(Object.entries(LOOKS).map(([name, look]) => [`axe-core finds nothing in ${name} colours`, async (page, address) => {
    await page.emulateMedia(look);
    await lookAtAll(page, address, name);
  }])),

  async "on a phone nothing is wider than the page, and every target is as large as a finger"(page, address, desk) {
    const context = await desk.browser().newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const phone = await context.newPage();
    const found = new Set();
    for (const [kind, text] of Object.entries(PUZZLES)) {
      await open(phone, address, text);
      for (const mode of MODES) {
        if (!await phone.isVisible(`#tab-${mode}`)) continue;
        await phone.tap(`#tab-${mode}`);
        await phone.waitForTimeout(200);
        for (const one of await small(phone)) found.add(`${kind}, ${mode}: ${one}`);
        if (mode === "make" || mode === "play") await phone.screenshot(shots ? { path: path.join(shots, `phone-${mode}-${kind}.png`), fullPage: true } : {});
      }
    }
    await context.close();
    assert.deepEqual([...found], []);
  },

  async "a puzzle is made and played with keys alone"(page, address) {
    const focus = () => page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    await reach(page, "#new");
    assert.equal(await focus(), "solid", "the focus is seen");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#kinds button");
    await reach(page, "#kinds button[data-kind=futoshiki]");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#board svg .spot"));
    await reach(page, "#board");
    for (const key of ["1", "ArrowRight", "2", "ArrowDown", "3"]) await page.keyboard.press(key);
    await page.waitForFunction(() => /1 2/.test(document.getElementById("text").value));
    await reach(page, "#undo", "Shift+Tab");
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#spoken"), /^Undone: number at r2c2$/);
    await open(page, address, PUZZLES.slitherlink);
    await verdict(page, "One solution");
    // The verdict may come before the page has understood what can be played.
    await page.waitForSelector("#tab-play");
    // One of the tabs can be reached, arrows go to the others.
    await reach(page, "[role=tab]");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getAttribute("#tab-play", "aria-selected"), "true");
    await reach(page, "#hint");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^1\. /.test(document.getElementById("said").textContent));
    await reach(page, "#apply");
    await page.keyboard.press("Enter");
    await page.waitForFunction(async () => Object.keys((await import(`${location.href.split("#")[0]}studio.js`)).state.entries).length > 0);
    await reach(page, "#board", "Shift+Tab");
    await page.keyboard.press("ArrowRight");
    const before = await heard(page);
    assert.match(before, /: (drawn|empty)/);
    await page.keyboard.press("Space");
    assert.notEqual(await heard(page), before);
    assert.equal(await page.textContent("#spoken"), await heard(page), "what changes at the cursor is told");
  },

  async "the board is a grid of all its places, with what is at each, for every kind"(page, address) {
    const grid = () => page.evaluate(() => {
      const board = document.getElementById("board");
      const rows = [...document.getElementById(board.getAttribute("aria-owns")).querySelectorAll("[role=row]")];
      return { role: board.role, rows: rows.map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent)), selected: [...document.querySelectorAll("#places [aria-selected=true]")].map((cell) => cell.textContent) };
    });
    /** Once the places tell what is there: that of the cursor at once, the others soon. */
    const told = () => page.waitForFunction(() => [...document.querySelectorAll("#places [role=gridcell]")].every((cell) => cell.textContent));
    const keys = async (...pressed) => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    const lengths = ({ rows }) => rows.map((row) => row.length);
    await open(page, address, PUZZLES.sudoku);
    await page.waitForSelector("#board svg .spot");
    await told();
    assert.deepEqual(lengths(await grid()), [4, 4, 4, 4]);
    assert.equal((await grid()).rows[0][3], "r1c4: number 1");
    await page.click("#tab-play");
    await told();
    const { role, rows } = await grid();
    assert.equal(role, "grid");
    assert.deepEqual(rows.map((row) => row.length), [3, 3, 3, 3], "givens are not written into");
    await page.focus("#board");
    await keys("Control+End");
    assert.match(await heard(page), /^r4c4: empty/);
    await keys("Home");
    assert.match(await heard(page), /^r4c1: empty/);
    await keys("Control+Home", "End", "3", "Shift+ArrowDown");
    await page.waitForFunction(() => document.querySelectorAll("#places [aria-selected=true]").length === 2);
    assert.deepEqual((await grid()).selected, ["r1c3: 3", "r4c3: empty, 2 selected"]);
    // Lines are places of their own, between those of the next row.
    await open(page, address, PUZZLES.slitherlink);
    await page.waitForSelector("#board svg .spot");
    await page.click("#tab-play");
    await page.waitForFunction(() => document.querySelectorAll("#modes button").length);
    assert.deepEqual(lengths(await grid()), [5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 5]);
    for (const [kind, text] of Object.entries(PUZZLES)) {
      await open(page, address, text);
      const isBoard = kind !== "model";
      await page.waitForFunction((role) => document.getElementById("board").role === role, isBoard ? "grid" : "img");
      if (isBoard) await told();
    }
  },

  async "nothing moves for those who do not want it"(page, address) {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, address, PIPS1);
    await page.click("#tab-play");
    assert.equal(await moving(page), 0);
  },
};

await runAll(tests, executablePath, studio);
process.exit();
