// What a setter does and sees beside the rules, in a real browser: `node setter.mjs PROGRAM CHROMIUM [FOLDER FOR
// SCREENSHOTS]`.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { camera, middle, open, PIPS1, point, runAll, spot, studios, verdict } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const studio = studios(program);
const shoot = camera(shots);

const text = (page) => page.inputValue("#text");

/** The text of the puzzle, once it is another than before. */
async function next(page, before) {
  await page.waitForFunction((before) => document.getElementById("text").value !== before, before);
  return text(page);
}
const said = (page) => page.textContent("#said");
const board = (page, look) => page.locator(`#board > ${look}`).allTextContents();
const SLITHERLINK = fs.readFileSync("instances/kinds/slitherlink.toml", "utf8");

/** The middle of a cell of a page of text. */
const cell = (page, row, column) => spot(page, 2 * row - 1, 2 * column - 1);

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
}

/** The board of pips as text, without what follows it. */
const drawn = (text) => text.split("\n\n")[0];

const tests = {
  async "letters and coordinates stand on the board as hints name them, and can be switched off"(page, address) {
    await open(page, address, PIPS1);
    const coordinates = ["r1", "r2", "r3", "r4", "c1", "c2", "c3", "c4"];
    assert.deepEqual(await board(page, ".coordinate"), coordinates);
    assert.deepEqual(await board(page, ".letter"), ["A", "B", "C"]);
    // What hints say stands beside the board.
    await page.click("#tab-play");
    await page.click("#hint");
    await page.waitForFunction(() => /^1\. /.test(document.getElementById("said").textContent));
    for (const [name] of (await said(page)).matchAll(/\br\d(?=c\d)|(?<=region )[A-Z]\b/g)) {
      assert.ok([...coordinates, "A", "B", "C"].includes(name), name);
    }
    assert.deepEqual(await board(page, ".coordinate"), coordinates, "a hint uses them");
    await open(page, address, PIPS1);
    await page.click("#tab-play");
    assert.deepEqual(await board(page, ".coordinate"), [], "a player needs none");
    await page.check("[data-view=letters]");
    assert.deepEqual(await board(page, ".coordinate"), coordinates);
    await page.click("#tab-make");
    await page.uncheck("[data-view=names]");
    assert.deepEqual(await board(page, ".coordinate"), []);
    await open(page, address, PIPS1);
    assert.deepEqual(await board(page, ".letter"), [], "a browser remembers it");
    await page.check("[data-view=names]");
    // Two free regions that touch: neither has a colour, but each an outline of its own.
    await open(page, address, "AABB\n\nA free\nB free\ndominoes: 1-2 3-4\n");
    assert.equal(await page.locator("#board .free-region").count(), 12);
    assert.deepEqual(await board(page, ".letter"), ["A", "B"]);
    await shoot(page, "free-regions");
    await open(page, address, SLITHERLINK);
    await page.waitForSelector("#board .coordinate");
    assert.ok((await board(page, ".coordinate")).includes("c4"));
    await open(page, address, fs.readFileSync("instances/kinds/heyawake.toml", "utf8"));
    await page.waitForSelector("#board .letter");
    assert.deepEqual((await board(page, ".letter")).slice(0, 3), ["A", "B", "C"]);
    await shoot(page, "letters");
  },

  async "a player sees the puzzle, its author and rules, a clock, and no verdict"(page, address) {
    await open(page, address, `${PIPS1}title: Little steps\nsource: A. Setter\n`);
    assert.ok(await page.isVisible("#verdict"));
    await page.click("#candidates");
    await page.waitForSelector("#board .pencil");
    const [wide] = (await page.getAttribute("#board", "viewBox")).split(" ").slice(2).map(Number);
    await page.click("#tab-play");
    assert.ok(!await page.isVisible("#verdict"));
    assert.equal(await page.locator("#board .pencil").count(), 0, "what spoils the puzzle is not seen");
    const box = (await page.getAttribute("#board", "viewBox")).split(" ").map(Number);
    assert.equal(box[2], 4 * 64 + 48, `the puzzle alone, not ${wide}`);
    assert.equal(await page.textContent("#about-title"), "Little steps");
    assert.deepEqual(await page.locator("#about > :visible").allTextContents().then((all) => all.slice(0, 1)), ["A. Setter"]);
    assert.match(await page.textContent("#about-rules"), /^Lay all dominoes on the board/);
    await page.waitForFunction(() => /^0:0[1-9]$/.test(document.getElementById("clock").textContent));
    await page.uncheck("[data-view=timer]");
    assert.equal(await page.textContent("#clock"), "");
    await page.check("[data-view=timer]");
    // It stands still under Make, and goes on.
    await page.click("#tab-make");
    await page.waitForTimeout(2500);
    await page.click("#tab-play");
    assert.match(await page.textContent("#clock"), /^0:0[1-3]$/);
    await shoot(page, "player");
    await open(page, address, SLITHERLINK);
    await page.click("#tab-play");
    assert.match(await page.textContent("#about-rules"), /^Draw one loop along the sides of the cells: each number counts the drawn sides of its cell\.$/);
  },

  async "a domino that does not fit is told why, and a tray has the set"(page, address) {
    await open(page, address, "AB\nAB\n\nA free\nB free\ndominoes: 1-2 3-4\n");
    await page.click("#tab-play");
    await page.click("#tray button:nth-child(1)");
    await page.mouse.click(...await middle(page, 1, 2));
    assert.equal(await said(page), "That does not fit there: a half of it is beside the board.");
    await page.mouse.click(...await middle(page, 1, 1));
    await page.click("#tray button:nth-child(2)");
    await page.mouse.click(...await middle(page, 1, 1));
    assert.equal(await said(page), "That does not fit there: other dominoes lie there.");
    await page.click("#tab-make");
    assert.equal(await page.locator("#set [aria-pressed=true]").count(), 2);
    await page.getByRole("button", { name: "domino 3-4" }).click();
    await verdict(page, "Dominoes are missing");
    await page.getByRole("button", { name: "domino 6-6" }).click();
    assert.equal(await page.inputValue("#dominoes"), "1-2 6-6");
    await page.getByRole("button", { name: "domino 1-2" }).click({ modifiers: ["Shift"] });
    assert.equal(await page.inputValue("#dominoes"), "1-2 6-6 1-2");
    await verdict(page, "Too many dominoes");
    await shoot(page, "tray");
  },

  async "rules that a player breaks are shown as they play, unless they do not want it"(page, address) {
    const broken = (expected) => page.waitForFunction((expected) => document.getElementById("broken").textContent === expected, expected);
    const marked = () => page.locator("#board .conflict").count();
    await open(page, address, fs.readFileSync("instances/kinds/futoshiki.toml", "utf8"));
    await page.click("#tab-play");
    // The same number twice in a row.
    await page.waitForSelector("#board svg .spot");
    await page.waitForSelector("#modes button");
    for (const column of [1, 2]) {
      await page.mouse.click(...await cell(page, 1, column));
      await page.keyboard.press("4");
    }
    await broken("Two 4s in row 1. Broken: the sign between r1c1 and r1c2 points at the smaller number.");
    assert.equal(await marked(), 2);
    await shoot(page, "broken-rules");
    await page.uncheck("[data-view=conflicts]");
    await broken("");
    assert.equal(await marked(), 0);
    await page.check("[data-view=conflicts]");
    await page.waitForFunction(() => /./.test(document.getElementById("broken").textContent));
    await page.click("#undo");
    await broken("");
    // A region that is full and has another sum.
    await open(page, address, PIPS1);
    await page.click("#tab-play");
    await page.click("#tray button:nth-child(1)");
    await page.mouse.click(...await middle(page, 1, 1));
    await broken("Broken: region A sums to 3.");
    assert.equal(await marked(), 1);
    await page.click("#tab-make");
    await broken("");
    // What no rule forbids by itself is not told, even if no solution has it.
    await page.click("#tab-play");
    await page.click("#clear");
    await page.click("#tray button:nth-child(4)");
    await page.mouse.click(...await middle(page, 1, 2));
    await page.waitForTimeout(700);
    await broken("");
  },

  async "rules are made for a shape, for its dominoes or for others"(page, address) {
    // An outline alone, which is not at the corner of the page.
    await open(page, address, "A##B\n...B\n..CC\n..C.\n\nA free\nB free\nC free\ndominoes: 5-1 6-5 3-0 5-5\n");
    await page.click("text=Make rules for this shape");
    await page.click("#shape");
    const before = await text(page);
    const made = await next(page, before);
    await verdict(page, "One solution");
    assert.equal(drawn(made).replace(/[^.\n]/g, "x"), drawn(before).replace(/[^.\n]/g, "x"), "the outline stays");
    const set = (text) => /dominoes: (.*)/.exec(text)[1].split(" ").map((name) => name.split("-").sort().join("-")).sort();
    assert.deepEqual(set(made), set(before));
    await page.selectOption("#shape-dominoes", "dealt");
    await page.click("#shape");
    const other = await next(page, made);
    await verdict(page, "One solution");
    assert.notDeepEqual(set(other), set(before));
    await page.click("#undo");
    assert.equal(await text(page), made);
    await page.selectOption("#shape-rules", { label: "only sums" });
    await page.click("#shape");
    const sums = (await next(page, made)).match(/^[A-Z] .*$/gm);
    assert(sums.length > 1 && sums.every((rule) => /^[A-Z] = \d+$/.test(rule)), sums.join("; "));
    await page.click("#new");
    await page.click("#blank >> text=pips");
    await page.click("#shape");
    assert.equal(await page.textContent("#shape-wrong"), "Draw a board with an even number of cells first.");
  },

  async "Undo says what it undoes, for every kind"(page, address) {
    const undoes = async (expected) => assert.equal(await page.textContent("#undo span"), expected);
    await open(page, address, PIPS1);
    await page.mouse.click(...await middle(page, 4, 1));
    await undoes("r4c1");
    await page.click("#undo");
    assert.equal(await page.textContent("#spoken"), "Undone: r4c1");
    assert.equal(await page.textContent("#redo span"), "r4c1");
    await page.click("#redo");
    await page.click("#undo");
    await page.fill("#dominoes", "51 65 30 54");
    await undoes("dominoes");
    await page.fill("#title", "Mine");
    await undoes("title");
    await page.click("#tab-play");
    await page.click("#tray button:nth-child(1)");
    await page.mouse.click(...await middle(page, 1, 2));
    await undoes("domino 5-1");
    await open(page, address, SLITHERLINK);
    await page.waitForSelector("#palette input[name=value]");
    await page.check("#palette input[name=value][value='2']");
    await page.mouse.click(...await cell(page, 1, 2));
    await undoes("number at r1c2");
    await page.fill(".for-spots [data-field=rows]", "6");
    await undoes("size");
    await page.click("#tab-play");
    await page.locator("#board svg .spot").first().click({ force: true });
    await undoes("the top of r1c1");
    await open(page, address, fs.readFileSync("instances/signs/leepf.toml", "utf8"));
    await page.waitForSelector("#palette input[name=value][value='↓']");
    await page.check("#palette input[name=value][value='↓']");
    await page.mouse.click(...await spot(page, 1, 1));
    await undoes("sign at r1c1");
  },

  async "a board and a part of it are turned, mirrored, copied and pasted"(page, address) {
    // Rows of a board whose turns are all different, with a rule that stays at its region.
    await open(page, address, "AAB\n##B\n\nA = 3\nB free\ndominoes: 1-2 3-4 0-0\n");
    const turns = [];
    for (let turn = 0; turn < 4; turn++) {
      await page.click("#rotate");
      turns.push(drawn(await text(page)));
    }
    assert.deepEqual(turns, ["#A\n#A\nBB", "B##\nBAA", "BB\nA#\nA#", "AAB\n##B"]);
    assert.match(await text(page), /A = 3/);
    await page.click("#mirror");
    assert.equal(drawn(await text(page)), "BAA\nB##");
    await page.click("#flip");
    assert.equal(drawn(await text(page)), "B##\nBAA");
    // What lies there turns with it.
    await page.click("#tab-play");
    await page.click("#tray button:nth-child(1)");
    await page.mouse.click(...await middle(page, 1, 2));
    await page.click("#tab-make");
    await page.click("#rotate");
    const laid = await page.evaluate(async () => (await import(`${location.href.split("#")[0]}studio.js`)).state.entries[0]);
    assert.deepEqual(laid, ["2,2", "3,2"]);
    // A part of it is copied: it is another region with the same rule.
    await open(page, address, "AAB\n##B\n\nA = 3\nB free\ndominoes: 1-2 3-4 0-0\n");
    await page.click("#select");
    await drag(page, await middle(page, 1, 1), await middle(page, 1, 3));
    await page.focus("#board");
    await page.keyboard.press("ControlOrMeta+C");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ControlOrMeta+V");
    assert.equal(await text(page), "AAB..\n##B..\n.....\n..CCD\n\nA = 3\nB free\nC = 3\nD free\ndominoes: 1-2 3-4 0-0\n");
    await page.keyboard.press("Delete");
    assert.equal(drawn(await text(page)), "AAB\n##B");
    await page.click("#select");
    // A page of text: numbers, sides and areas go along, and the rest stays.
    await open(page, address, 'kind = "slitherlink"\nnumber = """\n3 . . 2\n. . . .\n. 0 . .\n. . . 3\n"""\n');
    await page.waitForSelector("#palette input[name=value]");
    await page.click("#select");
    await drag(page, await cell(page, 1, 1), await cell(page, 2, 2));
    await page.click("#copy");
    await drag(page, await cell(page, 3, 3), await cell(page, 4, 4));
    const before = await text(page);
    await page.click("#paste");
    assert.match(await next(page, before), /3 \. \. 2\n\. \. \. \.\n\. 0 3 \.\n\. \. \. \.\n/);
    await page.click("#rotate");
    assert.match(await text(page), /3 \. \. 2\n\. \. \. \.\n\. 0 \. 3\n\. \. \. \.\n/);
    await page.click("#cut");
    assert.match(await text(page), /3 \. \. 2\n\. \. \. \.\n\. 0 \. \.\n\. \. \. \.\n/);
    await shoot(page, "selected");
    await open(page, address, fs.readFileSync("instances/kinds/heyawake.toml", "utf8"));
    const heyawake = await text(page);
    await page.waitForSelector("#palette input");
    await page.click("#select");
    await drag(page, await cell(page, 1, 1), await cell(page, 5, 5));
    for (let turn = 0; turn < 3; turn++) await page.click("#rotate");
    assert.notEqual(await text(page), heyawake);
    await page.click("#rotate");
    await verdict(page, "One solution");
    // A part whose turns leave no room in pieces.
    await drag(page, await cell(page, 4, 1), await cell(page, 5, 2));
    for (let turn = 0; turn < 4; turn++) await page.click("#rotate");
    await page.waitForFunction(() => /solution|puzzle/.test(document.getElementById("answer").textContent));
    assert.doesNotMatch(await page.textContent("#answer"), /Not a puzzle/, heyawake);
    // Arrows of signs turn, too.
    await open(page, address, 'kind = "signs"\nvalues = 2\nboard = """\n→ ↗2\n↑ ←\n"""\n');
    await page.waitForSelector("#board .coordinate");
    await page.click("#rotate");
    assert.match(await text(page), /→ ↓\n↑ ↘2\n/);
    await page.click("#mirror");
    assert.match(await text(page), /↓ ←\n↙2 ↑\n/);
  },

  async "one of several puzzles of a file is chosen from pictures"(page) {
    const day = fs.readFileSync("instances/pips/sample-day.json", "utf8");
    const names = Object.keys(JSON.parse(day)).filter((name) => JSON.parse(day)[name].dominoes);
    await page.setInputFiles("#file", "instances/pips/sample-day.json");
    await page.waitForFunction((number) => document.querySelectorAll("#several button svg rect").length && document.querySelectorAll("#several button svg.cnfetti").length === number, names.length);
    assert.deepEqual(await page.locator("#several button span").allTextContents(), names);
    await shoot(page, "several");
    await page.click("#dialog-several >> text=Cancel");
    assert.equal(await text(page), "", "nothing is opened");
    await page.setInputFiles("#file", "instances/pips/sample-day.json");
    await page.click(`#several button[value=${names[1]}]`);
    await verdict(page, "One solution");
    const dominoes = JSON.parse(day)[names[1]].dominoes.length;
    assert.equal((await page.inputValue("#dominoes")).split(" ").length, dominoes);
  },

  async "a second tab with the same file is noticed, and so is that it saved"(page, _, context) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-tabs-"));
    const file = path.join(folder, "both.toml");
    fs.copyFileSync("instances/pips/pips1.toml", file);
    const address = await studio.start(file);
    const says = (page, pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("notice").textContent), pattern);
    await page.goto(address);
    await verdict(page, "One solution");
    assert.ok(!await page.isVisible("#notice"));
    const other = await context.newPage();
    await other.goto(address);
    await says(page, "both.toml is open in another tab");
    await says(other, "both.toml is open in another tab");
    await other.fill("#title", "From the other tab");
    await other.click("#save");
    await says(other, "^Saved to");
    await says(page, "both.toml was saved in another tab");
    // Save asks, as it does when anything else has changed the file.
    await page.fill("#title", "From this tab");
    const asked = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await page.click("#save");
    await says(page, "^Not saved");
    assert.match(asked[0], /has changed on disk/);
    assert.match(fs.readFileSync(file, "utf8"), /From the other tab/);
    fs.rmSync(folder, { recursive: true });
  },
};

await runAll(tests, executablePath, studio);
process.exit();
