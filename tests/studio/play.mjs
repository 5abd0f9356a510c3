// Kinds that are pages of text, played by mouse, touch and keyboard: `node play.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import fs from "node:fs";
import { byHints, camera, heard, open, PIPS1, runAll, spot, studios } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const studio = studios(program);
const shoot = camera(shots);

const file = (name) => fs.readFileSync(`instances/kinds/${name}.toml`, "utf8");

/** What the page has in its state, or what it shows. */
const state = (page, what) => page.evaluate(async (what) => {
  const { state, ui } = await import(`${location.href.split("#")[0]}studio.js`);
  return what in state ? state[what] : ui[what];
}, what);
const entries = (page) => state(page, "entries");
const marks = (page) => state(page, "marks");

/** Begins to play, with the board as the page draws it. */
async function play(page, address, text) {
  await open(page, address, text);
  await page.waitForSelector("#board svg .spot");
  await page.click("#tab-play");
  await page.waitForFunction(() => document.querySelector("#modes button"));
}

/** The middle of a cell, or the middle between this one and the next, as pixels. */
const cell = (page, row, column) => spot(page, 2 * row - 1, 2 * column - 1);

async function drag(page, places, button = "left") {
  await page.mouse.move(...places[0]);
  await page.mouse.down({ button });
  for (const at of places.slice(1)) await page.mouse.move(...at, { steps: 5 });
  await page.mouse.up({ button });
}

/** Touches the board with fingers, each on a path. */
async function touch(page, paths, rest = 0) {
  const client = await page.context().newCDPSession(page);
  const points = (at) => paths.map((path, id) => ({ x: path[at][0], y: path[at][1], id }));
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(0) });
  await page.waitForTimeout(rest);
  for (let at = 1; at < paths[0].length; at++) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(at) });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const tests = {
  async "numbers by mouse: select, drag, digits, corners, the middle, colours, and all that are equal"(page, address) {
    await play(page, address, file("sudoku"));
    await page.mouse.click(...await cell(page, 1, 1));
    await page.click("#pad [data-write='3']");
    assert.deepEqual(await entries(page), { "value[r1c1]": 3 });
    // Once more takes it away; a drag selects, and a digit goes into all of it.
    await page.click("#pad [data-write='3']");
    assert.deepEqual(await entries(page), {});
    await drag(page, [await cell(page, 1, 1), await cell(page, 2, 1), await cell(page, 2, 2)]);
    await page.click("#pad [data-write='2']");
    assert.deepEqual(await entries(page), { "value[r1c1]": 2, "value[r2c1]": 2, "value[r2c2]": 2 });
    await page.mouse.click(...await cell(page, 1, 2));
    await page.mouse.dblclick(...await cell(page, 1, 1));
    assert.equal(await page.locator("#board .pick").count(), 3, "all with a 2");
    await page.click("#erase");
    assert.deepEqual(await entries(page), {});
    await page.click("#play-undo");
    assert.equal(Object.keys(await entries(page)).length, 3);
    await page.click("#play-redo");
    await page.click("[data-pad=corner]");
    await page.click("#pad [data-write='1']");
    await page.click("#pad [data-write='4']");
    await page.click("[data-pad=centre]");
    await page.click("#pad [data-write='2']");
    assert.equal((await marks(page))["corner:value[r1c1]"], "1 4");
    assert.equal((await marks(page))["centre:value[r2c2]"], "2");
    assert.equal(await page.locator("#board .note").count(), 9);
    // A cell that is given has no number to write, but a colour.
    await page.click("[data-pad=colour]");
    await page.mouse.click(...await cell(page, 1, 4));
    await page.click("#pad [data-write='5']");
    assert.equal((await marks(page))["colour:0,3"], "5");
    assert.equal(await page.locator("#board .tint.colour5").count(), 1);
    await shoot(page, "play-marks");
    await page.click("#erase");
    assert.equal((await marks(page))["colour:0,3"], undefined);
  },

  async "numbers by keys: arrows, Shift, Control, modes, all cells"(page, address) {
    await play(page, address, file("sudoku"));
    await page.focus("#board");
    for (const key of ["ArrowRight", "3", "Shift+ArrowRight", "Shift+Digit4"]) await page.keyboard.press(key);
    assert.deepEqual(await entries(page), { "value[r1c1]": 3 });
    assert.match(await heard(page), /r1c2: empty, corner 4, 2 selected/);
    for (const key of ["c", "1", "v", "2", "z", "Control+a"]) await page.keyboard.press(key);
    assert.equal((await marks(page))["centre:value[r1c2]"], "1");
    assert.equal((await marks(page))["colour:value[r1c2]"], "2");
    assert.equal(await page.locator("#board .pick").count(), await page.locator("#board svg .spot").count());
    await page.keyboard.press("Delete");
    assert.deepEqual(await entries(page), {});
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#board .pick").count(), 0);
    // The hint says why on the board.
    await page.keyboard.press("h");
    await page.waitForFunction(() => /^1\. /.test(document.getElementById("said").textContent));
    assert.equal(await page.locator("#board > .hint-tint").count(), 1);
    assert.ok(await page.locator("#board > .because").count() > 0);
    await page.click("#apply");
    const [name] = Object.keys(await entries(page));
    await page.keyboard.press("Escape");
    // Wrong entries are marked, and nothing is explained from them.
    const right = (await entries(page))[name];
    await page.focus("#board");
    await page.mouse.click(...await cell(page, ...name.match(/\d+/g).map(Number)));
    await page.keyboard.press(right === 1 ? "2" : "1");
    await page.keyboard.press("k");
    await page.waitForFunction(() => document.getElementById("said").textContent === "The marked entry is wrong.");
    assert.equal(await page.locator("#board > .wrong-tint").count(), 1);
    await page.click("#hint");
    await page.waitForFunction(() => document.getElementById("said").textContent === "The marked entry is wrong.");
    assert.equal(await page.locator("#board > .hint-tint").count(), 0);
  },

  async "a hint strikes what it rules out"(page, address) {
    await play(page, address, file("kropki"));
    await page.click("#hint");
    await page.waitForFunction(() => /^1\. /.test(document.getElementById("said").textContent));
    const expected = await page.evaluate(async () => {
      const { ui } = await import(`${location.href.split("#")[0]}studio.js`);
      return Object.values(ui.steps[0].conclusions.map((one) => (one.is_none_of ?? []).length)).reduce((sum, length) => sum + length, 0);
    });
    assert.ok(expected > 0, "the first step of this puzzle rules something out");
    assert.equal(await page.locator("#board .note.struck").count(), expected);
    await shoot(page, "play-struck");
    await page.mouse.click(...await cell(page, 1, 1));
    assert.equal(await page.locator("#board .note.struck").count(), 0);
  },

  async "Explain goes on from what is entered, unless something of it is wrong, or from the beginning"(page, address) {
    const steps = async () => await page.locator("#walk section").count() - 2;
    const told = (sentence) => page.waitForFunction((sentence) => document.querySelector("#walk section.shown p")?.textContent === sentence, sentence);
    await play(page, address, file("nurikabe"));
    await page.click("#tab-explain");
    await told("What is given.");
    assert.equal(await page.isVisible("#walk-on"), false);
    assert.equal(await page.locator("#walk section.shown circle").count(), 0, "no dot is on a clue");
    const all = await steps();
    await page.click("#tab-play");
    for (const hint of [1, 2, 3, 4]) {
      await page.click("#hint");
      await page.waitForFunction((hint) => document.getElementById("said").textContent.startsWith(`${hint}. `), hint);
      await page.click("#apply");
    }
    await page.click("#tab-explain");
    await told("What is given and entered.");
    const left = await steps();
    assert.ok(left > 0 && left < all, `${left} of ${all} steps are left`);
    await page.uncheck("#walk-on");
    await told("What is given.");
    assert.equal(await steps(), all);
    await page.check("#walk-on");
    await told("What is given and entered.");
    await page.click("#tab-play");
    assert.equal((await entries(page))["black[r1c2]"], 0);
    await page.mouse.click(...await cell(page, 1, 2));
    await page.click("#tab-explain");
    await told("What is given.");
    assert.equal(await page.textContent("#walk-said"), "The marked entry is wrong. See it under Play. These steps begin with the puzzle.");
    assert.equal(await steps(), all);
    await page.click("#tab-play");
    assert.equal(await page.locator("#board > .wrong-tint").count(), 1);
    // Dominoes that lie are entries, too.
    await open(page, address, PIPS1);
    await page.click("#tab-play");
    await page.click("#hint");
    await page.click("#apply");
    await page.click("#tab-explain");
    await told("What is given and entered.");
  },

  async "a trial is taken back as a whole, or kept"(page, address) {
    await play(page, address, file("sudoku"));
    const put = async (column, digit) => {
      await page.mouse.click(...await cell(page, 1, column));
      await page.keyboard.press(digit);
    };
    await put(1, "2");
    await page.click("#trial");
    await put(2, "3");
    await put(3, "4");
    assert.equal(await page.locator("#board .tried").count(), 2);
    await page.click("#trial");
    assert.deepEqual(await entries(page), { "value[r1c1]": 2 });
    await page.click("#play-undo");
    assert.equal(Object.keys(await entries(page)).length, 3, "and that can be undone");
    await page.click("#trial");
    await put(1, "4");
    await page.click("#keep");
    assert.equal((await entries(page))["value[r1c1]"], 4);
    assert.equal(await page.locator("#board .tried").count(), 0);
  },

  async "a loop is drawn from dot to dot, crossed out with the right button, and by keys"(page, address) {
    await play(page, address, file("slitherlink"));
    const dot = (row, column) => spot(page, 2 * row, 2 * column);
    await drag(page, [await dot(0, 0), await dot(0, 2), await dot(2, 2)]);
    assert.deepEqual(Object.entries(await entries(page)).sort(), ["the right side of r1c2", "the right side of r2c2", "the top of r1c1", "the top of r1c2"].map((place) => [`line[${place}]`, 1]));
    await page.mouse.click(...await spot(page, 0, 1), { button: "right" });
    assert.equal((await entries(page))["line[the top of r1c1]"], 0);
    await page.mouse.click(...await spot(page, 0, 1), { button: "right" });
    assert.equal((await entries(page))["line[the top of r1c1]"], undefined);
    // A press inside a cell, near its side, is for that side.
    await page.mouse.click(...await spot(page, 0.5, 1));
    assert.equal((await entries(page))["line[the top of r1c1]"], 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("x");
    assert.equal((await entries(page))["line[the top of r1c2]"], 0);
    await page.keyboard.press("Enter");
    assert.equal((await entries(page))["line[the top of r1c2]"], 1);
    await page.click("[data-pad=colour]");
    await drag(page, [await cell(page, 1, 1), await cell(page, 2, 2)]);
    await page.click("#pad [data-write='4']");
    assert.equal((await marks(page))["colour:0,0"], "4");
    await shoot(page, "play-loop");
  },

  async "cells are shaded by dragging, and those with clues cannot be"(page, address) {
    await play(page, address, file("nurikabe"));
    await drag(page, [await cell(page, 1, 1), await cell(page, 1, 3), await cell(page, 2, 3)]);
    assert.deepEqual(await entries(page), { "black[r1c2]": 1, "black[r1c3]": 1, "black[r2c3]": 1 });
    await drag(page, [await cell(page, 1, 3), await cell(page, 1, 2)]);
    assert.deepEqual(await entries(page), { "black[r2c3]": 1 });
    await drag(page, [await cell(page, 4, 1), await cell(page, 4, 3)], "right");
    assert.deepEqual(Object.values(await entries(page)), [1, 0, 0, 0]);
    // Everything but the clues makes a full board.
    await page.click("#clear");
    await byHints(page);
    assert.match(await page.textContent("#said"), /^Solved in \d+:\d\d, with \d+ hints\.$/);
    await page.click("#again");
    await page.waitForFunction(() => !/Solved|Looking/.test(document.getElementById("said").textContent) && ["kind-spots", "playing"].every((name) => document.body.classList.contains(name)), null, { timeout: 30000 });
    assert.deepEqual(await entries(page), {});
  },

  async "a phone has all of it in one view: a digit is one tap, a finger that rests is a cross, two undo and enlarge"(page, address, desk) {
    const context = await desk.browser().newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const phone = await context.newPage();
    await phone.goto(address);
    await play(phone, address, file("sudoku"));
    for (const id of ["board", "about-title", "clock", "modes", "pad", "check", "hint", "play-undo", "trial"]) {
      const { bottom, width } = await phone.evaluate((id) => document.getElementById(id).getBoundingClientRect().toJSON(), id);
      assert.ok(bottom <= 844 && width <= 390, `${id} ends at ${bottom}`);
    }
    await phone.touchscreen.tap(...await cell(phone, 1, 1));
    await phone.tap("#pad [data-write='3']");
    assert.deepEqual(await entries(phone), { "value[r1c1]": 3 });
    await shoot(phone, "play-phone");
    // Two fingers that tap undo; two that spread enlarge.
    const [one, other] = [await cell(phone, 2, 2), await cell(phone, 3, 3)];
    await touch(phone, [[one], [other]]);
    assert.deepEqual(await entries(phone), {});
    const width = async () => Number((await phone.getAttribute("#board", "viewBox")).split(" ")[2]);
    const before = await width();
    const spread = (at, way) => [0, 20, 40, 60].map((by) => [at[0] + way * by, at[1] + way * by]);
    await touch(phone, [spread(one, -1), spread(other, 1)]);
    assert.ok(await width() < before * 0.8, `${await width()} of ${before}`);
    assert.deepEqual(await entries(phone), {}, "and nothing is written");
    await phone.tap("#zoom-out");
    await phone.tap("#zoom-out");
    await phone.tap("#zoom-out");
    assert.equal(await width(), before);
    await play(phone, address, file("nurikabe"));
    await touch(phone, [[await cell(phone, 1, 3)]], 600);
    assert.deepEqual(await entries(phone), { "black[r1c3]": 0 });
    await touch(phone, [[await cell(phone, 1, 2)]]);
    assert.equal((await entries(phone))["black[r1c2]"], 1);
    await context.close();
  },

  async "a setter sees on the board what differs, what contradicts itself, and takes away what is not needed"(page, address) {
    const puzzle = (rows) => `kind = "sudoku"\nrows = 4\ncolumns = 4\nnumber = """\n${rows}"""\n`;
    await open(page, address, puzzle("1 2 . .\n3 4 . .\n. . . .\n. . . .\n"));
    await page.waitForFunction(() => document.querySelectorAll("#board .differs").length > 3);
    // What would make it unique is said in words, and not by the names of variables.
    await page.waitForFunction(() => !document.getElementById("clues").disabled);
    await page.click("#clues");
    await page.waitForFunction(() => /unique with/.test(document.getElementById("reasons").textContent));
    assert.doesNotMatch(await page.textContent("#reasons"), /\[/);
    // Two equal numbers in a row.
    await open(page, address, puzzle("1 . 1 .\n. . . .\n. . . .\n. . . .\n"));
    await page.waitForFunction(() => document.querySelectorAll("#board .wrong").length === 2);
    await shoot(page, "make-contradiction");
    await open(page, address, puzzle("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"));
    await page.waitForFunction(() => document.getElementById("answer").textContent === "One solution" && !document.getElementById("clues").disabled);
    await page.click("#clues");
    await page.waitForFunction(() => document.querySelectorAll("#board .badge").length === 16);
    await page.locator("#board .badge").first().click();
    await page.waitForFunction(() => /\. 2 3 4/.test(document.getElementById("text").value));
    await page.waitForFunction(() => document.querySelectorAll("#board .badge").length === 0);
  },

  async "an empty board says what to do first, and the gallery finds kinds and begins with an example"(page) {
    await page.click("#new");
    await page.waitForSelector("#kinds .kind svg");
    await page.fill("#new-search", "loop");
    await page.waitForFunction(() => document.querySelector("#dialog-new .kind[hidden]"));
    const found = await page.locator("#dialog-new .kind:not([hidden])").evaluateAll((found) => found.map((kind) => `${kind.dataset.name} ${kind.title}`));
    assert.ok(found.length > 0 && found.every((said) => /loop/i.test(said)), found.join("; "));
    await page.click("#kinds [data-kind=slitherlink]");
    await page.waitForFunction(() => document.getElementById("answer").textContent === "Put the first clue");
    assert.equal(await page.getAttribute("#verdict", "class"), "");
    await page.click("#new");
    await page.fill("#new-search", "");
    await page.click("[data-family=recent]");
    const recent = await page.locator("#dialog-new .kind:not([hidden])").evaluateAll((found) => found.map((kind) => kind.dataset.kind));
    assert.deepEqual(recent, ["slitherlink"]);
    await page.click("[data-family=shading]");
    await page.check("#dialog-new [value=example]");
    await page.click("#kinds [data-kind=nurikabe]");
    await page.waitForFunction(() => document.getElementById("answer").textContent === "One solution");
  },

  async "a board of 40 rows is enlarged by the wheel and by keys"(page, address) {
    await play(page, address, `kind = "slitherlink"\nrows = 40\ncolumns = 40\nnumber = """\n${`3${" .".repeat(39)}\n`.repeat(40)}"""\n`).catch(() => {});
    await page.waitForSelector("#board svg");
    const box = async () => (await page.getAttribute("#board", "viewBox")).split(" ").map(Number);
    const before = await box();
    await page.focus("#board");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    const after = await box();
    assert.ok(after[2] < before[2] / 2);
    await page.hover("#board");
    await page.mouse.wheel(0, 400);
    await page.waitForFunction((y) => Number(document.getElementById("board").getAttribute("viewBox").split(" ")[1]) > y, after[1]);
  },
};

await runAll(tests, executablePath, studio);
process.exit();
