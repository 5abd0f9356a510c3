// Kinds that are pages of text, made and played on the board in a real browser: `node kinds.mjs PROGRAM CHROMIUM [FOLDER
// FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { byHints, camera, runAll, spot, studios, verdict } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const studio = studios(program);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-kinds-"));
const shoot = camera(shots);

/** The number of solutions, as the program says it of what is on the page. */
function count(text) {
  const { stdout, stderr } = spawnSync(program, ["count", "--json", "-"], { input: text, encoding: "utf8" });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout).solutions;
}

/** The verdict for what is on the page, from the program. */
async function judged(page) {
  const solutions = count(await text(page));
  await verdict(page, { 0: "No solution", 1: "One solution" }[solutions] ?? `${BigInt(solutions).toLocaleString("en")} solutions`);
  return solutions;
}

async function begin(page, kind, size) {
  await page.click("#new");
  await page.waitForSelector("#kinds button");
  await page.fill("#new-size", size);
  await page.click(`#kinds button[data-kind=${kind}]`);
  await page.waitForFunction(() => document.body.classList.contains("kind-spots"));
  await page.waitForSelector("#palette .choices");
  await page.waitForFunction(() => document.querySelector("#board svg .spot"));
}

/** Waits until something is so in the page, which may take time to say it. */
async function until(page, is, argument) {
  for (let round = 0; round < 600; round++) {
    if (await page.evaluate(is, argument)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`never ${is} ${argument ?? ""}, but the text is ${await page.inputValue("#text")}`);
}

const click = async (page, ...at) => page.mouse.click(...await spot(page, ...at));

async function drag(page, ...places) {
  await page.mouse.move(...await spot(page, ...places[0]));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...await spot(page, ...place), { steps: 4 });
  await page.mouse.up();
}

/** Types a puzzle, and waits until the board is that of the typed text: before, clicks and keys on it do nothing. */
async function type(page, typed) {
  await page.fill("#text", typed);
  await until(page, async (typed) => {
    const { state } = await import(`${location.href.split("#")[0]}studio.js`);
    return state.model !== null && state.text === typed;
  }, typed);
}

const layer = (page, name) => page.check(`#palette input[name=layer][value=${name}]`);
const text = (page) => page.inputValue("#text");

/** Waits until the picture is that of the puzzle. */
const drawn = (page, source) => page.waitForFunction((source) => new RegExp(source, "s").test(document.querySelector("#board svg")?.textContent ?? ""), source);

const tests = {
  async "a Rikudo gets dots between its hexagons, and is played"(page) {
    await begin(page, "rikudo", "3");
    // A hexagon is as wide as a square; every other row begins half a cell further to the right.
    const high = Math.sqrt(3) / 2;
    const middle = (row, column) => [(2 * row + 1) * high, 2 * column + 1 + (row % 2)];
    const between = (one, other) => one.map((at, way) => (at + other[way]) / 2);
    await layer(page, "dot");
    await click(page, ...between(middle(0, 1), middle(1, 1)));
    await click(page, ...between(middle(1, 0), middle(1, 1)));
    await click(page, ...between(middle(1, 1), middle(2, 2)));
    await layer(page, "hole");
    await click(page, ...middle(2, 0));
    const written = ['hole = """\n. . .\n. . .\n# . .\n"""\n', 'dot = ["r1c2 r2c2: #", "r2c1 r2c2: #", "r2c2 r3c3: #"]\n'];
    await until(page, ([text]) => document.getElementById("text").value.includes(text), written);
    assert.ok((await text(page)).endsWith(written.join("")), await text(page));
    await judged(page);
    await page.click("#tab-play");
    await page.waitForFunction(() => document.querySelector("#board svg .spot"));
    await click(page, ...middle(1, 2));
    await page.keyboard.press("5");
    await until(page, () => document.querySelector("#board svg").textContent.includes("5"));
  },

  async "signs get arrows and numbers by mouse and keyboard, are typed as one word, and played by hints"(page) {
    await begin(page, "signs", "2x3");
    await page.click("#written > summary");
    await type(page, 'kind = "signs"\nvalues = 3\nboard = """\n→ ← ←\n→ ↑ ←\n"""\n');
    await layer(page, "sign");
    await page.check("#palette input[name=value][value='↓']");
    await click(page, 1, 5);
    await click(page, 3, 5);
    await page.fill("#palette [data-field=clue]", "w+n");
    await layer(page, "given");
    await page.check("#palette input[name=value][value='2']");
    await click(page, 3, 5);
    const board = 'kind = "signs"\nvalues = 3\nboard = """\n→ ← ↓\n→ ↑ w+n2\n"""\n';
    await until(page, (board) => document.getElementById("text").value === board, board);
    assert.equal(await judged(page), "1");
    await page.keyboard.press("3");
    await verdict(page, "No solution");
    await page.keyboard.press("Delete");
    await verdict(page, "2 solutions");
    await page.keyboard.press("2");
    await verdict(page, "One solution");
    await shoot(page, "signs-make");
    await page.click("#tab-play");
    await byHints(page);
    await shoot(page, "signs-solved");
  },

  async "an Alphametic is played with carries above the board, which nobody has to write down"(page) {
    await begin(page, "alphametic", "3x3");
    await page.click("#written > summary");
    await type(page, 'kind = "alphametic"\nletter = """\n. A A\n. B B\nC A C\n"""\n');
    assert.equal(await judged(page), "1");
    await page.click("#tab-play");
    await page.waitForFunction(() => document.querySelector("#board svg .spot"));
    const digits = [[1, 3, 2], [1, 5, 2], [3, 3, 9], [3, 5, 9], [5, 1, 1], [5, 3, 2], [5, 5, 1]];
    const write = async ([line, column, digit]) => {
      await click(page, line, column);
      await page.keyboard.press(String(digit));
    };
    for (const place of [[-0.5, 3, 1], ...digits.slice(0, -1)]) await write(place);
    await until(page, async () => {
      const { entries } = (await import(`${location.href.split("#")[0]}studio.js`)).state;
      return Object.keys(entries).length === 7 && entries["carry[column 2 from above]"] === 1;
    });
    assert.equal(await page.textContent("#said"), "");
    await write(digits.at(-1));
    await page.waitForFunction(() => /^Solved/.test(document.getElementById("said").textContent));
  },

  async "a Slitherlink is drawn until it is unique, and played by hints"(page) {
    await begin(page, "slitherlink", "4");
    await verdict(page, "Put the first clue");
    await page.check("#palette input[name=value][value='3']");
    await click(page, 1, 1);
    await judged(page);
    // By keys: to the right, down, and two numbers.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("3");
    assert.match(await text(page), /3 2 \. \.\n\. 3 \. \./);
    await drawn(page, "3.*2.*3");
    // The same click takes it away, a drag puts it all along, undo takes all of that back.
    await click(page, 1, 1);
    assert.match(await text(page), /\. 2 \. \.\n/);
    await page.click("#undo");
    await drag(page, [7, 1], [7, 3], [7, 5]);
    assert.match(await text(page), /3 3 3 \.\n"""/);
    await page.click("#undo");
    assert.match(await text(page), /3 2 \. \.\n\. 3 \. \.\n\. \. \. \.\n\. \. \. \./);
    // What is typed as text is on the board, and goes on from there.
    await page.click("#written > summary");
    await type(page, 'kind = "slitherlink"\nnumber = """\n3 . . 2\n. . 2 .\n. 0 . .\n. . . 3\n"""\n');
    await drawn(page, "3.*2.*2.*0.*3");
    await page.waitForFunction(() => document.querySelector("#board svg .spot"));
    await page.check("#palette input[name=value][value='2']");
    await click(page, 7, 1);
    await page.waitForFunction(() => /2 \. \. 3\n/.test(document.getElementById("text").value));
    await judged(page);
    await page.fill("#text", fs.readFileSync("instances/kinds/slitherlink.toml", "utf8"));
    await verdict(page, "One solution");
    await page.click("#candidates");
    await page.waitForFunction(() => document.querySelectorAll("#board svg line").length > 10);
    await page.click("#candidates");
    await page.click("#tab-play");
    for (const at of [1, 2]) {
      await page.click("#hint");
      await page.waitForFunction((at) => document.getElementById("said").textContent.startsWith(`${at}. `), at);
      await page.click("#apply");
    }
    const entries = await page.evaluate(async () => Object.keys((await import(`${location.href.split("#")[0]}studio.js`)).state.entries).length);
    assert.ok(entries > 0);
  },

  async "a Sudoku with everything: cages, sums, thermometers, signs between cells, corners and outside"(page) {
    await begin(page, "sudoku", "4");
    await layer(page, "cage");
    await drag(page, [1, 1], [1, 3], [3, 3]);
    await layer(page, "total");
    await click(page, 1, 3);
    await page.keyboard.type("7");
    await layer(page, "thermometer");
    await drag(page, [5, 1], [5, 3], [7, 5]);
    await layer(page, "xv");
    await page.check("#palette input[name=value][value=v]");
    await click(page, 1, 6);
    await layer(page, "quadruple");
    await click(page, 4, 4);
    await page.keyboard.type("1,4");
    await layer(page, "skyscraper");
    await click(page, -1, 5);
    await page.keyboard.type("2");
    await page.selectOption("[data-field='parameter diagonal']", "1");
    const written = await text(page);
    for (const part of ["diagonal = true", "A A . .\n. A . .", 'total = { A = "7" }', 'thermometer = { A = "r3c1 r3c2 r4c3" }', "· · ·v·", 'quadruple = ["r2c2 r2c3 r3c2 r3c3: 1,4"]', 'skyscraper = { top = ". . 2 ." }']) {
      assert.ok(written.includes(part), `${part} in\n${written}`);
    }
    await drawn(page, "7.*v");
    await judged(page);
    await shoot(page, "sudoku-layers");
    // Turned four times it is as before; a smaller board has what fits.
    for (let turn = 0; turn < 4; turn++) await page.click("#rotate");
    assert.equal(await text(page), written);
    await layer(page, "thermometer");
    await page.check("#palette input[name=how][value='']");
    await click(page, 5, 1);
    assert.ok(!(await text(page)).includes("thermometer"));
    await page.click("#undo");
    assert.equal(await text(page), written);
  },

  async "areas by dragging and by keys, with numbers of their own"(page) {
    await begin(page, "heyawake", "4");
    await drag(page, [1, 1], [1, 3], [3, 3], [3, 1]);
    await drag(page, [5, 7], [7, 7]);
    assert.match(await text(page), /A A B B\nA A B B\nB B B C\nB B B C/);
    // A click chooses the area, and changes nothing.
    await click(page, 1, 3);
    assert.match(await text(page), /A A B B\nA A B B/);
    // A double click makes the cell an area of its own.
    await page.mouse.dblclick(...await spot(page, 3, 1));
    assert.match(await text(page), /A A B B\nC A B B/);
    await page.click("#undo");
    await layer(page, "number");
    await click(page, 3, 3);
    await page.keyboard.type("2");
    assert.match(await text(page), /number = \{ A = "2" \}/);
    await layer(page, "room");
    await page.check("#palette input[name=how][value=more]");
    await drag(page, [7, 7], [7, 5]);
    assert.match(await text(page), /B B B C\nB B C C/);
    await click(page, 7, 5);
    await page.keyboard.press("Shift+ArrowLeft");
    assert.match(await text(page), /B B B C\nB C C C/);
    await judged(page);
    await page.fill(".for-spots [data-field=rows]", "5");
    await page.waitForFunction(() => /B B B C\nB C C C\nB C C C\n/.test(document.getElementById("text").value));
    await judged(page);
    await page.click("#compare");
    await page.waitForFunction(() => document.querySelectorAll("#pair .wrong").length > 0);
    await shoot(page, "heyawake-compared");
    await page.click("#dialog-compare >> text=Close");
  },

  async "rules that change change the verdict, and the puzzle has them"(page, address) {
    await page.click("#new");
    await page.click("#blank ~ .bar >> text=A kind of your own");
    // The puzzle that was there before has one solution as well.
    await page.waitForFunction(() => /owl/.test(document.getElementById("rules").value));
    await verdict(page, "One solution");
    const rules = await page.inputValue("#rules");
    await page.fill("#rules", rules.replace("count(owl of around(c)) == number[c]", "count(owl of around(c)) >= number[c]"));
    await page.waitForFunction(() => document.getElementById("text").value.includes(">= number[c]"));
    assert.ok(await judged(page) > 1);
    assert.match(await text(page), /^kind = '''\nkind = "owls"/);
    await shoot(page, "rules");
    // Errors are told at their line among the rules.
    const wrong = rules.replace("around(c)) ==", "arround(c)) ==");
    const line = wrong.split("\n").findIndex((line) => line.includes("arround")) + 1;
    await page.fill("#rules", wrong);
    await page.waitForFunction((line) => document.getElementById("rules-wrong").textContent.startsWith(`Line ${line}: `), line);
    await verdict(page, "Not a puzzle yet");
    await page.click("#rules-wrong button");
    const shown = await page.evaluate(() => {
      const area = document.getElementById("rules");
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    assert.match(shown, /^arround/);
    // A new layer is in the palette at once.
    await page.fill("#rules", rules.replace("[unknown]", 'lake = { on = "cells", look = "shade" }\n\n[unknown]').replace("not c with number", "not c with number and not c with lake"));
    await verdict(page, "One solution");
    await page.click("#tab-make");
    await layer(page, "lake");
    await click(page, 1, 1);
    await page.waitForFunction(() => /lake = """\n# \. \. \.\n/.test(document.getElementById("text").value));
    await judged(page);
    // A kind that comes with the program becomes one's own with the first change.
    await begin(page, "star_battle", "5");
    await page.click("#tab-rules");
    await page.waitForFunction(() => /^kind = "star_battle"/.test(document.getElementById("rules").value));
    assert.match(await text(page), /kind = "star_battle"/);
    const stars = await page.inputValue("#rules");
    await page.fill("#rules", `# mine\n${stars}`);
    await page.waitForFunction(() => /^kind = '''\n# mine/.test(document.getElementById("text").value));
    await verdict(page, "Put the first clue");
    // Rules that are changed are there after loading the page again.
    await page.waitForTimeout(500);
    await page.goto("about:blank");
    await page.goto(address);
    await page.waitForFunction(() => /# mine/.test(document.getElementById("text").value));
  },

  async "each kind: its puzzle is shown, changed and played"(page) {
    const kinds = fs.readdirSync("instances/kinds").filter((name) => name.endsWith(".toml"));
    for (const name of kinds) {
      const kind = name.replace(".toml", "");
      await page.setInputFiles("#file", path.join("instances/kinds", name));
      await page.waitForFunction((text) => document.getElementById("text").value === text, fs.readFileSync(path.join("instances/kinds", name), "utf8"));
      await until(page, async (kind) => (await import(`${location.href.split("#")[0]}studio.js`)).state.model?.kind === kind, kind);
      // The picture on the board may still be that of the kind before.
      await until(page, async () => (await import(`${location.href.split("#")[0]}spots.js`)).sheet.spots && document.querySelector("#board svg .spot"), kind);
      // Each layer can be chosen, and has a place on the board; the first one at last.
      const missing = await page.evaluate(() => {
        const layers = [...document.querySelectorAll("#palette input[name=layer]")].map(({ value }) => value);
        return [...layers.slice(1), layers[0] ?? ""].filter((name) => {
          /** A choice makes the palette anew. */
          document.querySelector(`#palette input[name=layer][value="${name}"]`)?.click();
          return !document.querySelector("#board .cursor");
        });
      });
      assert.deepEqual(missing, [], kind);
      await shoot(page, `make-${kind}`);
      await page.click("#tab-play");
      await page.focus("#board");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
      await until(page, async () => Object.keys((await import(`${location.href.split("#")[0]}studio.js`)).state.entries).length === 1, kind);
      await shoot(page, `play-${kind}`);
      await page.click("#tab-make");
    }
    console.log(`${kinds.length} puzzles of kinds that are files`);
  },
};

try {
  await runAll(tests, executablePath, studio);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit();
