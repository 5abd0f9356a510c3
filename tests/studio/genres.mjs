// Each kind of puzzle and each language for models, from nothing to its solution: `node genres.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { byHints, heard, PIPS1, point, verdict, watch } from "./page.mjs";
import { count, folder, inWords, launch, onPage, packed, quit, run, shoot, solve } from "./studio.mjs";

await run({
  "a seating and a dice puzzle, drawn and typed, played and compared": onPage(async ({ page, address }) => {
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
    assert.match(await heard(page), /seat, Greek/);
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
    assert.match(await heard(page), /die 2: u/);
    await page.click("#clear");
    await byHints(page);
    await shoot(page, "dice-solved");
    await page.reload();
    await verdict(page, "24 solutions");
  }),

  async "the first hint for seats says what may be said, and hints go on from there"(browser) {
    const file = path.join(folder, "linguists.toml");
    fs.copyFileSync("instances/seating/cheating-linguists.toml", file);
    const { server, address } = await launch([file]);
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
    await quit(server);
  },

  "a model: errors at their line, and the solution as a table": onPage(async ({ page, address }) => {
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
    await page.waitForFunction(() => document.body.classList.contains("kind-spots"));
    await verdict(page, "One solution");
    assert.match(await page.inputValue("#text"), /# a comment/);
  }),

  "a model in MiniZinc is typed, solved and saved as it was typed": onPage(async ({ page, address, file }) => {
    if (spawnSync("minizinc", ["--version"]).error) return console.log("no minizinc: none of its models is typed");
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
  }, "square.mzn"),

  async "it fits light, dark and a phone"(browser) {
    const { server, address } = await launch();
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
      for (const kind of ["seating", "dice", "XCSP3"]) {
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
    await quit(server);
  },
});
