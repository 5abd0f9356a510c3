// Dominoes by mouse, by finger and by keys, checked and explained: `node dominoes.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import fs from "node:fs";
import { byHints, heard, middle, verdict, watch } from "./page.mjs";
import { count, drag, inWords, launch, onPage, packed, quit, rule, run, shoot } from "./studio.mjs";

await run({
  "pips1 from nothing by mouse, broken, mended, solved by hints, saved and opened again": onPage(async ({ page, address, file }) => {
    await page.goto(address);
    // Before the file was asked for nothing is drawn, and nothing can be.
    await page.waitForFunction(() => (document.getElementById("board")?.childElementCount ?? 0) > 0);
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
    await page.waitForFunction(() => /14/.test(document.querySelector("#board svg")?.textContent ?? ""));
    assert.ok(await page.locator("#board .wrong").count() > 0, "the contradiction is marked");
    await shoot(page, "contradiction");
    await page.click("#undo");
    await verdict(page, "One solution");
    await page.click("#candidates");
    await page.waitForSelector("#board .pencil");
    await page.click("#candidates");
    await page.click("#tab-play");
    await byHints(page, () => shoot(page, "hint"));
    await shoot(page, "solved");
    await page.click("#save");
    await page.waitForFunction(() => /Saved to/.test(document.getElementById("notice").textContent));
    assert.equal(count(fs.readFileSync(file, "utf8")).solutions, "1");
    assert.ok(!fs.existsSync(`${file}.draft`), "no draft is left");
    // Changed and saved at once: what was about to be kept is not kept after that.
    await page.evaluate(() => ["undo", "save"].forEach((id) => document.getElementById(id).click()));
    await page.waitForTimeout(1000);
    assert.match(await page.textContent("#notice"), /Saved to/);
    assert.ok(!fs.existsSync(`${file}.draft`), "no draft is written after saving");
    await page.reload();
    await verdict(page, "One solution");
  }, "mouse.toml"),

  async "pips1 by keyboard alone, in two tabs that do not disturb each other"(browser) {
    const { server, address } = await launch();
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
    assert.match(await heard(page), /region A, sums to 3/);
    await page.focus("#dominoes");
    await page.keyboard.type("51 65 30 55");
    await verdict(page, "One solution");
    await page.focus("#tab-play");
    await page.keyboard.press("Enter");
    await page.focus("#board");
    await page.keyboard.press("2");
    assert.match(await heard(page), /Row 1, column 1/);
    for (const key of ["ArrowRight", "ArrowLeft", ".", ".", ".", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelectorAll("#board .tile-on-board").length === 1);
    const other = await context.newPage();
    await other.goto(address);
    await other.click("#new");
    await other.click("#blank [data-begin=seating]");
    await other.waitForFunction(() => /solution/.test(document.getElementById("answer").textContent));
    await page.reload();
    await verdict(page, "One solution");
    assert.equal((await other.inputValue("#text")).slice(0, 16), "kind = \"seating\"");
    assert.deepEqual(faults, []);
    await context.close();
    await quit(server);
  },

  "dominoes are dragged, turned, taken up and laid by keys; rules come from them, and a file, a picture and a sheet": onPage(async ({ page, address }) => {
    const free = "AB\nAB\n\nA free\nB free\ndominoes: 1-2 3-4\n";
    const tiles = (number, look = ":not(.ghost)") => page.waitForFunction(([number, look]) =>
      document.querySelectorAll(`#board .tile-on-board${look}`).length === number, [number, look]);
    const said = (text) => page.waitForFunction((text) => document.getElementById("said").textContent === text, text);
    const click = async (row, column) => page.mouse.click(...await middle(page, row, column));
    await page.goto(`${address}#p=${packed(free)}`);
    await verdict(page, inWords(count(free).solutions));
    await page.click("#solution");
    await tiles(2, ".ghost");
    await page.click("#solution");
    await tiles(0, ".ghost");
    await page.click("#compare");
    await page.waitForSelector("#pair svg + svg .wrong");
    await page.click("#dialog-compare button");
    await page.click("#tab-play");
    // One is dragged from the tray, the other one turned, refused and turned again.
    const { x, y, width, height } = await page.locator("#tray button").first().boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(...await middle(page, 1, 1), { steps: 6 });
    await page.mouse.up();
    await tiles(1);
    await page.click("#tray button:nth-child(2)");
    await page.click("#tray button:nth-child(2)");
    await click(2, 1);
    await said("That does not fit there: a half of it is beside the board.");
    for (let turns = 0; turns < 3; turns++) await page.click("#play-panel [data-key=r]");
    await click(2, 1);
    await tiles(2);
    await page.waitForFunction(() => /^Solved in /.test(document.getElementById("said").textContent));
    await page.keyboard.press("ControlOrMeta+Z");
    await tiles(1);
    await page.keyboard.press("ControlOrMeta+Y");
    await tiles(2);
    // Taken up by a click and by a drag, which ends where it began or where there is room.
    await click(2, 2);
    await tiles(1);
    await click(2, 1);
    await drag(page, [[2, 1], [3, 3]]);
    await tiles(1);
    await said("That does not fit there: a half of it is beside the board.");
    await page.focus("#board");
    await page.keyboard.press("Escape");
    for (const key of ["ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown", ".", "r", "r", "r", "r", "Enter"]) await page.keyboard.press(key);
    await tiles(2);
    await page.click("#tab-make");
    await page.click("#sums");
    await click(1, 1);
    assert.equal(await page.inputValue("#rule-number"), "4");
    await click(1, 2);
    assert.equal(await page.inputValue("#rule-sort"), "=");
    assert.equal(await page.inputValue("#rule-number"), "6");
    const summed = free.replace("A free", "A = 4").replace("B free", "B = 6");
    await verdict(page, inWords(count(summed).solutions));
    await page.click("#clues");
    await page.waitForFunction(() => /can go|Enough|unique/.test(document.getElementById("reasons").textContent));
    await page.click("#tab-play");
    await page.click("#clear");
    await page.focus("#board");
    for (const key of ["2", "4", "2"]) await page.keyboard.press(key);
    const pencils = (number) => page.waitForFunction((number) => document.querySelectorAll("#board .pencil").length === number, number);
    await pencils(1);
    // One that stands upright is taken up and laid again as it was.
    await page.click("#tray button");
    await page.click("#tray button");
    for (const number of [1, 0, 1]) {
      await click(1, 1);
      await tiles(number);
    }
    const cursor = () => page.getAttribute("#board .cursor", "y");
    const before = await cursor();
    await page.keyboard.press("ArrowDown");
    assert.match(await heard(page), /holds 2/);
    assert.notEqual(await cursor(), before);
    await page.click("#clear");
    await page.focus("#board");
    await page.keyboard.press("3");
    await pencils(1);
    await page.click("#tab-make");
    await page.focus("#board");
    await page.keyboard.press("Delete");
    await page.click("#tab-play");
    await pencils(0);
    await page.click("#undo");
    await pencils(1);
    await page.click("#share");
    // An address of this machine, with its secret, is nothing to send.
    await page.waitForSelector("#no-link:visible");
    assert.equal(await page.inputValue("#link"), "");
    const downloaded = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
      return fs.readFileSync(await download.path());
    };
    for (const format of ["toml", "json", "map", "text"]) {
      await page.selectOption("#format", format);
      assert.equal(count(String(await downloaded("#download"))).solutions, count(summed).solutions, format);
    }
    assert.match(String(await downloaded("#svg")), /^<svg /);
    assert.equal((await downloaded("#png")).subarray(1, 4).toString(), "PNG");
    await page.evaluate(() => (window.print = () => (document.title = "printed")));
    const pages = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length;
    await page.click("#print");
    await page.waitForFunction(() => document.title === "printed");
    assert.equal(await page.locator("#sheet img").count(), 2);
    assert.equal(await pages(), 1);
    await page.emulateMedia({ media: "print" });
    const ends = (selector) => page.locator(selector).evaluate((image) => image.getBoundingClientRect().bottom / innerHeight);
    assert.ok(await ends("#sheet .board") < 0.8 && await ends("#sheet .turned") > 0.95, "the solution is at the foot of the page");
    await page.emulateMedia({ media: null });
    await page.click("#share");
    await page.check("#apart");
    await page.evaluate(() => (document.title = ""));
    await page.click("#print");
    await page.waitForFunction(() => document.title === "printed");
    assert.equal(await pages(), 2, "the solution has a page of its own");
    await page.click("#new");
    await page.click("#dialog-new >> text=Cancel");
    await page.click("#new");
    await page.check("#dialog-new [value=generated]");
    await page.fill("#new-size", "3");
    await page.click("#kinds button[data-kind=signs]");
    await page.waitForFunction(() => ["kind-spots", "playing"].every((name) => document.body.classList.contains(name)));
    await verdict(page, "One solution");
    assert.equal(await page.isVisible("#dialog-new"), false);
  }),

  "Check finds a domino that lies in a wrong place with the right numbers": onPage(async ({ page, address }) => {
    const told = (text) => page.waitForFunction((text) => document.getElementById("said").textContent === text, text);
    const lay = async (piece, turns, row, column) => {
      for (let click = 0; click <= turns; click++) await page.click(`#tray button:nth-child(${piece})`);
      await page.mouse.click(...await middle(page, row, column));
    };
    const marked = () => page.locator("#board .wrong").count();
    const corner = "AB\nC.\nD.\n\nA = 1\nB free\nC free\nD = 3\ndominoes: 1-2 2-3\n";
    await page.goto(`${address}#p=${packed(corner)}`);
    await verdict(page, "One solution");
    await page.click("#tab-play");
    await lay(1, 1, 1, 1);
    await page.waitForFunction(() => document.querySelectorAll("#board .tile-on-board").length === 1);
    await page.click("#check");
    await told("The marked entry is wrong.");
    assert.equal(await marked(), 2);
    await shoot(page, "wrong-place");
    await page.click("#hint");
    await told("The marked entry is wrong.");
    await page.click("#clear");
    // Pencil marks are checked too, and a hint leaves out what they show.
    const press = async (key) => {
      await page.focus("#board");
      await page.keyboard.press(key);
    };
    await press("2");
    await page.click("#check");
    await page.waitForFunction(() => document.querySelectorAll("#board .wrong").length === 1);
    await told("The marked entry is wrong.");
    await press("1");
    await page.click("#check");
    await told("No entry on the board is wrong.");
    await page.click("#hint");
    await page.waitForFunction(() => /so r1c1 is 1/i.test(document.getElementById("said").textContent));
    await press("2");
    await page.click("#hint");
    await page.waitForFunction(() => /^\d+\. (?!.*so r1c1 is 1)/i.test(document.getElementById("said").textContent));
    await page.click("#clear");
    await lay(1, 0, 1, 1);
    await page.click("#check");
    await told("No entry on the board is wrong.");
    assert.equal(await marked(), 0);
    await lay(2, 1, 2, 1);
    await page.waitForFunction(() => /^Solved in /.test(document.getElementById("said").textContent));
    // Of two that are alike, one is as good as the other, and either can be wrong.
    const alike = "AB\nC.\nD.\n\nA = 1\nB = 2\nC = 2\nD = 1\ndominoes: 1-2 1-2\n";
    await page.goto("about:blank");
    await page.goto(`${address}#p=${packed(alike)}`);
    await verdict(page, "One solution");
    await page.click("#tab-play");
    for (const piece of [1, 2]) {
      await lay(piece, 1, 1, 1);
      await page.click("#check");
      await told("The marked entry is wrong.");
      await page.click("#clear");
      await lay(piece, 0, 1, 1);
      await page.click("#check");
      await told("No entry on the board is wrong.");
      await page.click("#clear");
    }
  }),
});
