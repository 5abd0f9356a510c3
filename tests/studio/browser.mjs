// The studio in a real browser: `node browser.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { byHints, camera, middle, PIPS1, point, verdict, watch } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-studio-"));
const servers = new Set();

/** A text as links have it. */
const packed = (text) => deflateRawSync(text).toString("base64url");

/** Starts a studio and waits for its address. */
function start(...words) {
  const server = spawn(program, ["studio", "--no-open", "--idle", "30", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  servers.add(server);
  server.once("exit", () => servers.delete(server));
  return new Promise((resolve) => server.stdout.once("data", (data) => resolve({ server, address: String(data).trim() })));
}

const ended = (server) => new Promise((resolve) => server.once("exit", resolve));

/** What the program says of a puzzle by itself. */
function ask(text, ...words) {
  const { stdout } = spawnSync(program, [...words, "--json", "-"], { input: text, encoding: "utf8" });
  return JSON.parse(stdout);
}
const count = (text) => ask(text, "count");
const solve = (text) => ask(text, "solve");

/** The verdict for an exact number of solutions. */
const inWords = (solutions) => ({ 0: "No solution", 1: "One solution" })[solutions] ?? `${BigInt(solutions).toLocaleString("en")} solutions`;

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

const shoot = camera(shots);

const tests = {
  async "pips1 from nothing by mouse, broken, mended, solved by hints, saved and opened again"(browser) {
    const file = path.join(folder, "mouse.toml");
    const { server, address } = await start("--port", "0", file);
    const page = await browser.newPage();
    const faults = watch(page);
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
    assert.deepEqual(faults, []);
    await context.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "dominoes are dragged, turned, taken up and laid by keys; rules come from them, and a file, a picture and a sheet"(browser) {
    const { server, address } = await start("--port", "0");
    const page = await browser.newPage();
    const faults = watch(page);
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
    await said("Solved.");
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
    assert.match(await page.textContent("#spoken"), /holds 2/);
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
    // It is compressed first.
    await page.waitForFunction(() => /#p=/.test(document.querySelector("#link").value));
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
    await page.click("#print");
    await page.waitForFunction(() => document.title === "printed");
    assert.equal(await page.locator("#sheet img").count(), 2);
    await page.click("#new");
    await page.click("#dialog-new >> text=Cancel");
    await page.click("#new");
    await page.selectOption("#generate-kind", "signs");
    await page.fill("#generate-size", "3");
    await page.click("#generate");
    await page.waitForFunction(() => ["kind-signs", "playing"].every((name) => document.body.classList.contains(name)));
    await verdict(page, "One solution");
    assert.equal(await page.isVisible("#dialog-new"), false);
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "signs from nothing by mouse and by keyboard, broken and mended, and played by hints"(browser) {
    const file = path.join(folder, "signs.toml");
    const { server, address } = await start("--port", "0", file);
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(address);
    await page.click("#new");
    await page.click("#blank >> text=signs");
    await page.locator(".for-signs").getByLabel("Rows", { exact: true }).fill("2");
    // By mouse: arrows at the edges of crossings, one that comes and goes, one by its button.
    const at = async (row, column, [x, y] = [0.5, 0.5]) => page.mouse.click(...await point(page, [row + y, column + x], 76));
    for (const edge of [[0.5, 0.9], [0.1, 0.5]]) await at(0, 2, edge);
    for (const edge of [[0.9, 0.1], [0.9, 0.1]]) await at(1, 0, edge);
    await at(1, 2);
    await page.getByLabel("north", { exact: true }).click();
    await at(1, 1, [0.5, 0.1]);
    // By keyboard: an arrow taken away, and a given number.
    await page.focus("#board");
    await page.keyboard.press("a");
    assert.match(await page.textContent("#spoken"), /Row 2, column 2: north$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("2");
    const board = 'kind = "signs"\nvalues = 3\nboard = """\n→ ← ↓\n→ ↑ ←↑2\n"""\n';
    await page.click("#written summary");
    assert.equal(await page.inputValue("#text"), board);
    await verdict(page, "One solution");
    await shoot(page, "signs-make");
    // A number that cannot be, and back again.
    await page.getByLabel("Number here").fill("3");
    await verdict(page, "No solution");
    await page.waitForSelector("#board .wrong");
    await shoot(page, "signs-contradiction");
    await page.getByLabel("Number here").fill("");
    await verdict(page, "2 solutions");
    await page.getByLabel("Number here").fill("2");
    await verdict(page, "One solution");
    await page.fill("#title", "Crossings");
    await page.click("#tab-play");
    await page.focus("#board");
    await page.keyboard.press("Delete");
    const solution = solve(board).solution.board;
    await at(0, 0);
    await page.keyboard.press(solution[0][0] === 3 ? "1" : "3");
    await page.click("#check");
    await page.waitForFunction(() => /wrong/.test(document.getElementById("said").textContent));
    assert.equal(await page.locator("#board .wrong").count(), 1);
    await page.keyboard.press("ControlOrMeta+Z");
    await byHints(page);
    await shoot(page, "signs-solved");
    await page.click("#save");
    await page.waitForFunction(() => /Saved to/.test(document.getElementById("notice").textContent));
    assert.equal(count(fs.readFileSync(file, "utf8")).solutions, "1");
    assert.match(fs.readFileSync(file, "utf8"), /Crossings/);
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a seating and a dice puzzle, drawn and typed, played and compared"(browser) {
    const { server, address } = await start("--port", "0");
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(address);
    await page.click("#new");
    await page.click("#blank >> text=seating");
    // A room of 2 rows and 3 columns from .X. above XXX, with a seat that comes and goes.
    const seat = (row, column) => point(page, [row + 0.5, column + 0.5], 58);
    await page.mouse.move(...await seat(1, 1));
    await page.mouse.down();
    await page.mouse.move(...await seat(1, 3), { steps: 6 });
    await page.mouse.up();
    await page.mouse.click(...await seat(4, 4));
    await page.mouse.click(...await seat(4, 4));
    await page.getByLabel("Subjects").fill("Latin 2\nGreek x 2");
    await page.getByLabel("Seats touch").selectOption("4");
    const room = 'kind = "seating"\nfigure = """\nXXX\nXXX\n"""\nsubjects = ["Latin", "Greek"]\ncandidates = [2, 2]\nneighbours = 4\n';
    assert.equal(await page.inputValue("#text"), room);
    await verdict(page, inWords(count(room).solutions));
    await page.click("#candidates");
    await page.waitForSelector("#board .pencil");
    await shoot(page, "seating-make");
    await page.click("#candidates");
    await page.click("#compare");
    await page.waitForSelector("#pair svg + svg .wrong");
    await shoot(page, "seating-compare");
    await page.keyboard.press("Escape");
    await page.click("#tab-play");
    await page.click("#tray button:nth-child(1)");
    await page.mouse.click(...await seat(1, 1));
    await page.mouse.click(...await seat(1, 2));
    await page.click("#check");
    await page.waitForFunction(() => /Each entry is possible alone/.test(document.getElementById("said").textContent));
    await page.mouse.click(...await seat(1, 2));
    await page.click("#check");
    await page.waitForFunction(() => /No entry on the board is wrong/.test(document.getElementById("said").textContent));
    await page.focus("#board");
    await page.keyboard.press("2");
    assert.match(await page.textContent("#spoken"), /seat, Greek/);
    await shoot(page, "seating-play");

    await page.click("#new");
    await page.click("#blank >> text=dice");
    await page.getByLabel("Words").fill("buoy cave celt flub fork hemp judy junk limn quip swag visa wish");
    await page.getByLabel("Dice", { exact: true }).fill("4");
    await page.getByLabel("Letters on each").fill("6");
    await verdict(page, "24 solutions");
    await page.waitForFunction(() => /1 up to symmetry/.test(document.getElementById("detail").textContent));
    await shoot(page, "dice-make");
    await page.click("#tab-play");
    await page.focus("#board");
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("u");
    assert.match(await page.textContent("#spoken"), /die 2: u/);
    await page.click("#clear");
    await byHints(page);
    await shoot(page, "dice-solved");
    await page.reload();
    await verdict(page, "24 solutions");
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "opening a file is no edit, what is not saved comes back, and a file that has changed is asked about"(browser) {
    const file = path.join(folder, "opened.toml");
    const draft = `${file}.draft`;
    const { stdout } = spawnSync(program, ["convert", "--to", "toml", "-"], { input: PIPS1, encoding: "utf8" });
    const original = `# by hand\n${stdout}`;
    fs.writeFileSync(file, original);
    const { server, address } = await start("--port", "0", file);
    const page = await browser.newPage();
    const faults = watch(page);
    const rested = () => new Promise((resolve) => setTimeout(resolve, 600));
    await page.goto(address);
    await verdict(page, "One solution");
    await rested();
    assert.ok(!fs.existsSync(draft), "a draft of what is in the file");
    assert.equal(await page.isDisabled("#undo"), true, "there is nothing to undo");
    await page.fill("#title", "Mine");
    await rested();
    assert.match(fs.readFileSync(draft, "utf8"), /Mine/);
    await page.click("#undo");
    await rested();
    assert.ok(!fs.existsSync(draft), "the file has it again");
    await page.click("#redo");
    await rested();
    // In another tab, as after a crash: what was not saved, and below it the file.
    await page.close();
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await verdict(other, "One solution");
    await other.waitForFunction(() => /are here again; Undo goes back to the file\.$/.test(document.getElementById("notice").textContent));
    assert.equal(await other.inputValue("#title"), "Mine");
    await other.click("#undo");
    assert.equal(await other.inputValue("#title"), "");
    assert.equal(await other.isDisabled("#undo"), true);
    await other.click("#redo");
    // Somebody else writes the file.
    const foreign = `# by somebody else\n${original}`;
    fs.writeFileSync(file, foreign);
    const questions = [];
    const saves = async (accepts, expected) => {
      if (accepts !== null) other.once("dialog", (dialog) => {
        questions.push(dialog.message());
        return accepts ? dialog.accept() : dialog.dismiss();
      });
      await other.evaluate(() => (document.getElementById("notice").textContent = ""));
      await other.click("#save");
      await other.waitForFunction((expected) => document.getElementById("notice").textContent === expected, expected);
    };
    await saves(false, "Not saved: opened.toml is as it was.");
    assert.equal(fs.readFileSync(file, "utf8"), foreign);
    assert.match(questions[0], /opened\.toml has changed on disk since you opened it\. Replace/);
    assert.ok(fs.existsSync(draft), "what is not saved is kept");
    await other.reload();
    await verdict(other, "One solution");
    await other.waitForFunction(() => /opened\.toml has changed on disk since\.$/.test(document.getElementById("notice").textContent));
    await saves(true, "Saved to opened.toml.");
    assert.match(fs.readFileSync(file, "utf8"), /title = "Mine"/);
    await rested();
    assert.ok(!fs.existsSync(draft));
    assert.equal(questions.length, 2);
    // Saved again there is no question, and none for what this page has written.
    await other.fill("#title", "Mine again");
    await saves(null, "Saved to opened.toml.");
    assert.match(fs.readFileSync(file, "utf8"), /Mine again/);
    fs.rmSync(file);
    await other.fill("#title", "Once more");
    await saves(true, "Saved to opened.toml.");
    assert.match(questions[2], /opened\.toml is no longer on disk/);
    assert.match(fs.readFileSync(file, "utf8"), /Once more/);
    // The path becomes a folder.
    fs.rmSync(file);
    fs.mkdirSync(file);
    await other.fill("#title", "Never");
    await other.click("#save");
    await other.waitForFunction(() => /opened\.toml: it is not a file/.test(document.getElementById("said").textContent));
    assert.deepEqual(fs.readdirSync(file), []);
    assert.equal(questions.length, 3);
    fs.rmdirSync(file);
    assert.deepEqual(faults, []);
    await other.context().close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a verdict is of the puzzle on the page, a rule waits for its number, and one step is bold"(browser) {
    const { server, address } = await start("--port", "0");
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(`${address}#p=${packed(PIPS1)}`);
    await verdict(page, "One solution");
    assert.equal(await page.isDisabled("#undo"), true, "below a link there is nothing");
    const answer = () => document.getElementById("answer").textContent;
    for (const button of ["[data-begin=dice]", "#undo"]) {
      const atOnce = await page.evaluate(`document.querySelector('${button}').click(); (${answer})()`);
      assert.equal(atOnce, "Counting…");
      await page.waitForFunction(() => /solution/.test(document.getElementById("answer").textContent));
    }
    await verdict(page, "One solution");
    await page.mouse.click(...await middle(page, 1, 1));
    await rule(page, "=", 14);
    await verdict(page, "No solution");
    await page.waitForSelector("#reasons li");
    assert.equal(await page.evaluate(`document.getElementById("undo").click(); (${answer})()`), "Counting…");
    assert.equal(await page.locator("#reasons li").count(), 0, "nor do reasons of another puzzle stay");
    await verdict(page, "One solution");
    // Chosen and not typed yet, a sum is not 0.
    await page.mouse.click(...await middle(page, 1, 1));
    assert.equal(await page.inputValue("#rule-number"), "3");
    await rule(page, "equal");
    await verdict(page, inWords(count(PIPS1.replace("A = 3", "A equal")).solutions));
    for (const [sort, words] of [["=", "sums to"], ["<", "sums to less than"], [">=", "sums to at least"]]) {
      await rule(page, sort);
      await verdict(page, "A number is missing");
      assert.equal(await page.textContent("#detail"), `Region A ${words} which number?`);
      assert.equal(await page.inputValue("#rule-number"), "");
    }
    await page.waitForFunction(() => !/[≥0]/.test([...document.querySelectorAll("#board svg text")].map((text) => text.textContent).join("")));
    await rule(page, "=", 0);
    await verdict(page, inWords(count(PIPS1.replace("A = 3", "A = 0")).solutions));
    await page.fill("#rule-number", "3");
    await verdict(page, "One solution");
    await page.fill("#rule-number", "");
    await verdict(page, "A number is missing");
    await page.fill("#rule-number", "3");
    await verdict(page, "One solution");
    // Of all steps, the one that is shown is bold.
    await page.click("#tab-play");
    await page.click("#explain");
    await page.waitForFunction(() => document.querySelectorAll("#steps li").length > 2);
    const bold = () => page.evaluate(() => [...document.querySelectorAll("#steps li")].flatMap((item, index) => (Number(getComputedStyle(item).fontWeight) > 500 ? [index] : [])));
    assert.deepEqual(await bold(), []);
    for (const index of [1, 0, 2]) {
      await page.click(`#steps li:nth-child(${index + 1})`);
      assert.deepEqual(await bold(), [index]);
      assert.equal(await page.locator("#steps [aria-current]").count(), 1);
    }
    // Without the program nothing is known of a change.
    await page.click("#tab-make");
    server.kill("SIGKILL");
    await ended(server);
    await page.fill("#rule-number", "4");
    await verdict(page, "Not known");
    assert.deepEqual(faults, []);
    await page.close();
  },

  async "Check finds a domino that lies in a wrong place with the right numbers"(browser) {
    const { server, address } = await start("--port", "0");
    const page = await browser.newPage();
    const faults = watch(page);
    const told = (text) => page.waitForFunction((text) => document.getElementById("said").textContent === text, text);
    const lay = async (piece, turns, row, column) => {
      for (let click = 0; click <= turns; click++) await page.click(`#tray button:nth-child(${piece})`);
      await page.mouse.click(...await middle(page, row, column));
    };
    const marked = () => page.locator("#board .wrong").count();
    const corner = "AB\nC.\nD.\n\nA = 1\nB = 2\nC = 2\nD = 3\ndominoes: 1-2 2-3\n";
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
    await told("Solved.");
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
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "the first hint for seats says what may be said, and hints go on from there"(browser) {
    const file = path.join(folder, "linguists.toml");
    fs.copyFileSync("instances/seating/cheating-linguists.toml", file);
    const { server, address } = await start("--port", "0", file);
    const page = await browser.newPage();
    const faults = watch(page);
    const hinted = async (pattern) => {
      await page.click("#hint");
      await page.waitForFunction((source) => new RegExp(source).test(document.getElementById("said").textContent), pattern.source);
    };
    await page.goto(address);
    await page.waitForFunction(() => /solutions/.test(document.getElementById("answer").textContent));
    await page.click("#tab-play");
    await hinted(/^1\. The subjects are interchangeable\. .* let r3c3 be Norwegian/);
    assert.equal(await page.locator("#board .shown").count(), 4);
    await page.click("#apply");
    await hinted(/^2\. .*r3c3 is Norwegian: so/);
    await shoot(page, "seating-second-hint");
    assert.deepEqual(await page.locator("#board > g > .mark").allTextContents(), ["N", "G", "E", "F"]);
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a model: errors at their line, and the solution as a table"(browser) {
    const { server, address } = await start("--port", "0");
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(address);
    await page.click("#new");
    await page.click("#blank >> text=XCSP3");
    await verdict(page, "8 solutions");
    await page.click("#solution");
    await page.waitForFunction(() => document.querySelectorAll("#tables td").length === 9);
    const square = await page.locator("#tables td").allTextContents();
    for (const line of [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]) {
      assert.equal(line.reduce((sum, index) => sum + Number(square[index]), 0), 15);
    }
    await shoot(page, "model");
    const text = await page.inputValue("#text");
    await page.fill("#text", text.replaceAll("allDifferent", "allDiferent"));
    const line = text.split("\n").findIndex((line) => line.includes("<allDifferent>")) + 1;
    await page.waitForFunction((line) => document.getElementById("wrong").textContent.startsWith(`Line ${line}:`), line);
    await verdict(page, "Not a puzzle yet");
    assert.equal(await page.locator("#tables td").count(), 0, "the old solution is gone");
    await page.click("#wrong button");
    const selected = await page.evaluate(() => {
      const area = document.getElementById("text");
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    assert.match(selected, /allDiferent/);
    await shoot(page, "model-error");
    // Any puzzle can be typed: what it is, and what is wrong with it.
    await page.fill("#text", 'kind = "signs"\nvalues = x\n');
    await page.waitForFunction(() => /^Line 2:/.test(document.getElementById("wrong").textContent));
    await page.fill("#text", "kind = 'signs' # a comment\nvalues = 2\nboard = '''\n> <'''\n");
    await page.waitForFunction(() => document.body.classList.contains("kind-signs"));
    await verdict(page, "One solution");
    assert.match(await page.inputValue("#text"), /# a comment/);
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a model in MiniZinc is typed, solved and saved as it was typed"(browser) {
    if (spawnSync("minizinc", ["--version"]).error) return console.log("no minizinc: none of its models is typed");
    const file = path.join(folder, "square.mzn");
    const { server, address } = await start("--port", "0", file);
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(address);
    await page.click("#new");
    await page.click("#blank >> text=MiniZinc");
    await verdict(page, "8 solutions");
    await page.click("#solution");
    await page.waitForFunction(() => document.querySelectorAll("#tables td").length === 9);
    await shoot(page, "minizinc");
    const text = await page.inputValue("#text");
    await page.fill("#text", text.replace("forall(i", "forall(j"));
    const line = text.split("\n").findIndex((line) => line.includes("forall")) + 1;
    await page.waitForFunction((line) => document.getElementById("wrong").textContent.startsWith(`Line ${line}:`), line);
    // No file of this machine is read for a text that may be from anybody.
    await page.fill("#text", `include "/etc/passwd";\n${text}`);
    await page.waitForFunction(() => /^Line 1: expected a file of MiniZinc's library/.test(document.getElementById("wrong").textContent));
    await page.fill("#text", text.replace("solve satisfy", "constraint x[1, 1] = 2;\nsolve satisfy"));
    await verdict(page, "2 solutions");
    const typed = await page.inputValue("#text");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /Saved/.test(document.getElementById("notice").textContent));
    assert.equal(fs.readFileSync(file, "utf8"), typed);
    await page.reload();
    await verdict(page, "2 solutions");
    assert.equal(await page.inputValue("#text"), typed);
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a hundred random edits are answered as by `count --json`"(browser) {
    const { server, address } = await start("--port", "0");
    const page = await browser.newPage();
    const faults = watch(page);
    const link = (text) => `${address}#p=${packed(text)}`;
    let board = { cells: [..."AABBCC##"], rules: { A: "free", B: "free", C: "free" }, dominoes: ["0-1", "1-2", "2-3", "3-3"] };
    let seed = 7411;
    const random = (below) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor(seed / 65536) % below;
    };
    /** The board as the test knows it: nothing of it comes from the page. */
    const written = () => {
      const rules = Object.entries(board.rules).filter(([name]) => board.cells.includes(name));
      const rows = [board.cells.slice(0, 4), board.cells.slice(4)].map((row) => row.join(""));
      return [...rows, "", ...rules.map((rule) => rule.join(" ")), `dominoes: ${board.dominoes.join(" ")}`, ""].join("\n");
    };
    const at = (index) => middle(page, 1 + Math.floor(index / 4), 1 + index % 4);
    const edits = {
      async cell() {
        const index = random(8);
        const value = ["A", "B", "C", "#", "1"][random(5)];
        await page.mouse.click(...await at(index));
        await page.keyboard.press(value.toLowerCase());
        board.cells[index] = value;
      },
      async drag() {
        const from = random(7);
        const last = Math.min(from + 1 + random(2), from < 4 ? 3 : 7);
        const first = board.cells[from];
        const isRegion = first in board.rules;
        await page.check(`input[value='${isRegion ? "region" : "#"}']`);
        await page.mouse.move(...await at(from));
        await page.mouse.down();
        await page.mouse.move(...await at(last), { steps: 6 });
        await page.mouse.up();
        await page.check("input[value=region]");
        for (let index = from; index <= last; index++) board.cells[index] = isRegion ? first : "#";
      },
      async rule() {
        const index = board.cells.findIndex((name) => name in board.rules);
        if (index < 0) return this.cell();
        await page.mouse.click(...await at(index));
        const [sort, number] = [["free", "equal", "unequal", "=", "<", ">", "<=", ">="][random(8)], 1 + random(9)];
        const takesNumber = /[=<>]/.test(sort);
        await rule(page, sort, takesNumber ? number : undefined);
        board.rules[board.cells[index]] = takesNumber ? `${sort} ${number}` : sort;
      },
      /** Gives a number of a solution, which leaves fewer solutions. */
      async given() {
        const free = board.cells.flatMap((value, index) => (/\d/.test(value) ? [] : [index]));
        if (!free.length) return this.cell();
        const index = free[random(free.length)];
        board.cells[index] = String(solve(written()).solution.board.flat()[index]);
        await page.mouse.click(...await at(index));
        await page.keyboard.press(board.cells[index]);
      },
      async domino() {
        board.dominoes[random(4)] = `${random(4)}-${random(4)}`;
        await page.fill("#dominoes", board.dominoes.join(" "));
      },
    };
    const seen = { none: 0, one: 0, several: 0 };
    await page.goto(link(written()));
    await verdict(page, inWords(count(written()).solutions));
    for (let edit = 0; edit < 100; edit++) {
      const before = structuredClone(board);
      await edits[["cell", "drag", "rule", "rule", "domino", "given", "given", "given"][random(8)]]();
      const counted = count(written());
      assert.equal(counted.status, "exact", written());
      await verdict(page, inWords(counted.solutions)).catch(async (error) => {
        throw new Error(`${written()}\nwas answered ${await page.textContent("#verdict")}\n${error}`);
      });
      seen[{ 0: "none", 1: "one" }[counted.solutions] ?? "several"]++;
      if (counted.solutions !== "0") continue;
      // From a board without solution hardly an edit leads to one.
      board = before;
      // A link has no rules of regions that have no cells.
      for (const name in board.rules) if (!board.cells.includes(name)) board.rules[name] = "free";
      await page.goto("about:blank");
      await page.goto(link(written()));
      await verdict(page, inWords(count(written()).solutions));
    }
    assert.ok(seen.none > 5 && seen.one > 5 && seen.several > 5, JSON.stringify(seen));
    assert.deepEqual(faults, []);
    await page.close();
    server.kill("SIGTERM");
    await ended(server);
  },

  async "a studio that is killed loses nothing, and a link contains the puzzle"(browser) {
    const { server, address } = await start("--port", "0");
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}#p=${packed(PIPS1)}`);
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
      await page.goto(`${address}#p=${packed(PIPS1)}`);
      await verdict(page, "One solution");
      await page.click("#tab-play");
      await page.click("#hint");
      await page.waitForFunction(() => /^\d/.test(document.getElementById("said").textContent));
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      assert.ok(await fits(), `${name} is too wide`);
      await shoot(page, name);
      for (const kind of ["signs", "seating", "dice", "XCSP3"]) {
        await page.click("#new");
        await page.click(`#blank >> text=${kind}`);
        await page.waitForFunction(() => / solutions?$/.test(document.getElementById("answer").textContent));
        assert.ok(await fits(), `${kind}, ${name} is too wide`);
        await shoot(page, `${kind}-${name}`);
        if (kind === "XCSP3") continue;
        await page.click("#tab-play");
        assert.ok(await fits(), `${kind}, ${name} is too wide under Play`);
        await shoot(page, `${kind}-${name}-play`);
      }
      await context.close();
    }
    server.kill("SIGTERM");
    await ended(server);
  },
};

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
