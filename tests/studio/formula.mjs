// The formula beside the board, in a real browser: `node formula.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { camera, runAll, spot, studios, verdict } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const studio = studios(program);
const shoot = camera(shots);

/** What the program prints. */
const printed = (words, input) => spawnSync(program, words, { input, encoding: "utf8", maxBuffer: 1 << 28 }).stdout;

const said = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("formula-said").textContent), pattern.source);

/** A size as the table has it, of the first or the second formula. */
const size = (page, name, column = 0) => page.evaluate(([name, column]) => {
  const row = [...document.querySelectorAll("#formula-sizes tr")].find((row) => row.querySelector("th").textContent === name);
  return row?.querySelectorAll("td")[column]?.textContent;
}, [name, column]);

async function open(page, file) {
  await page.setInputFiles("#file", file);
  await verdict(page, "One solution");
  await page.click("#tab-formula");
  await page.waitForSelector(".clause");
}

const tests = {
  async "a Hitori: steps, a decision, a conflict, what it teaches, and back again"(page) {
    const file = "instances/kinds/hitori.toml";
    await open(page, file);
    const { parts, variables, problem_variables: own } = JSON.parse(printed(["encode", "--json", file]));
    const clauses = parts.flatMap((part) => part.clauses);
    assert.equal(await size(page, "clauses"), String(clauses.length));
    assert.equal(await size(page, "auxiliary variables"), String(variables - own));
    assert.equal(await size(page, "literals in clauses"), String(clauses.reduce((sum, clause) => sum + clause.length, 0)));
    await page.click("#formula-step");
    await said(page, /^Nothing more follows\. Decide a literal\.$/);
    await page.locator(".literal.open").first().click();
    await said(page, /^Decided: /);
    await page.click("#formula-step");
    await said(page, /: all other literals of clause \d+ are false\. \(/);
    assert.equal(await page.locator(".shown-clause").count(), 1);
    await page.click("#formula-run");
    await said(page, /^\d+ steps\. Nothing more follows\.$/);
    const known = await size(page, "problem variables decided");
    await page.waitForFunction(() => document.querySelectorAll("#board svg circle, #board svg polygon").length > 3);
    // A cell of the board has its clauses; in them its literals.
    await page.mouse.click(...await spot(page, 1, 7));
    await said(page, /^Clauses about r1c4/);
    const named = await page.locator(".clause").evaluateAll((lines) => lines.map((line) => /r1c4/.test(line.textContent)));
    assert.ok(named.length > 2 && named.every(Boolean));
    await page.click("#formula-all");
    // Decisions until something is wrong: what is learned follows from the formula, and undo takes it back.
    let conflict = false;
    for (let decisions = 0; decisions < 40 && !conflict; decisions++) {
      await page.locator(".literal.open").first().click();
      await said(page, /^Decided: /);
      await page.click("#formula-run");
      await page.waitForFunction(() => /steps/.test(document.getElementById("formula-said").textContent));
      conflict = await page.isEnabled("#formula-learn");
    }
    assert.ok(conflict, "some decision leads to a conflict");
    assert.ok(await page.locator(".clause.broken").count() === 1);
    await shoot(page, "formula-conflict");
    const before = await size(page, "problem variables decided");
    await page.click("#formula-learn");
    await said(page, /^Learned, from clauses /);
    assert.equal(await size(page, "learned"), "1");
    await shoot(page, "formula-learned");
    const download = page.waitForEvent("download");
    await page.click("#formula-dimacs");
    const written = fs.readFileSync(await (await download).path(), "utf8");
    assert.match(written, /c learned\n/);
    assert.equal(JSON.parse(printed(["count", "--json", "-"], written)).solutions, "1");
    await page.click("#formula-undo");
    await said(page, /^Undone: learning\.$/);
    assert.equal(await size(page, "problem variables decided"), before);
    while (await page.isEnabled("#formula-undo")) await page.click("#formula-undo");
    assert.match(await size(page, "problem variables decided"), /^0 of/);
    assert.ok(known !== before);
  },

  async "two encodings side by side, with the same decisions"(page) {
    await open(page, "instances/kinds/sudoku.toml");
    await page.click("#formula-panel summary");
    await page.check("#two");
    await page.selectOption("#other-at_most_one", "product");
    await page.selectOption("#other-domain", "order");
    const { parts, variables } = JSON.parse(printed(["encode", "--json", "--at-most-one", "product", "--domain", "order", "instances/kinds/sudoku.toml"]));
    await page.waitForFunction((clauses) => [...document.querySelectorAll("#formula-sizes td")].some((cell) => cell.textContent === clauses), String(parts.flatMap((part) => part.clauses).length));
    assert.equal(Number(await size(page, "problem variables", 1)) + Number(await size(page, "auxiliary variables", 1)), variables);
    await page.click("#formula-run");
    await said(page, /steps/);
    assert.equal(await size(page, "problem variables decided"), "64 of 64");
    await shoot(page, "formula-two");
    await page.selectOption("#one-domain", "log");
    await said(page, /^Nothing is decided yet/);
    await page.fill("#formula-filter", "given");
    const sentences = await page.locator("#one-clauses .sentence").allTextContents();
    assert.ok(sentences.length > 0 && sentences.every((text) => /given/.test(text)), sentences.join());
  },

  async "every kind has its formula: pips, signs, dice, seating and models"(page) {
    const files = { pips: "pips/pips1.toml", spots: "signs/leepf.toml", dice: "dice/labeled-dice.toml", seating: "seating/cheating-linguists.toml", text: "models/queens.xml" };
    for (const [kind, file] of Object.entries(files)) {
      await page.setInputFiles("#file", path.join("instances", file));
      await page.waitForFunction((kind) => document.body.classList.contains(`kind-${kind}`) && document.body.classList.contains("mode-make"), kind);
      await page.waitForFunction(() => /solution/.test(document.getElementById("answer").textContent));
      await page.click("#tab-formula");
      const clauses = JSON.parse(printed(["encode", "--json", path.join("instances", file)])).parts.flatMap((part) => part.clauses).length;
      await page.waitForFunction((clauses) => [...document.querySelectorAll("#formula-sizes td")].some((cell) => cell.textContent === clauses), String(clauses));
      await page.locator(".literal.open").first().click();
      await page.click("#formula-run");
      await said(page, /steps?/);
      await shoot(page, `formula-${path.basename(file).replace(/\..*/, "")}`);
    }
  },

  async "fifty thousand clauses scroll without a stutter"(page) {
    await page.click("#new");
    await page.waitForSelector("#kinds button");
    await page.fill("#new-size", "16");
    await page.click("#kinds button[data-kind=sudoku]");
    await page.waitForFunction(() => document.body.classList.contains("kind-spots"));
    await page.click("#tab-formula");
    await page.waitForSelector(".clause", { timeout: 60000 });
    const clauses = Number(await size(page, "clauses"));
    assert.ok(clauses > 50_000, `${clauses} clauses`);
    const { longest, nodes } = await page.evaluate(async () => {
      const list = document.getElementById("one-clauses");
      let [longest, nodes] = [0, 0];
      for (let frame = 0, last = performance.now(); frame < 90; frame++) {
        list.scrollTop += frame < 60 ? 700 : 40_000;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        if (frame > 3) longest = Math.max(longest, now - last);
        nodes = Math.max(nodes, list.querySelectorAll("*").length);
        last = now;
      }
      return { longest, nodes };
    });
    const began = Date.now();
    await page.locator(".literal.open").first().click();
    await page.click("#formula-run");
    await said(page, /steps/);
    console.log(`${clauses} clauses: the longest frame took ${longest.toFixed(0)} ms, with ${nodes} elements; a decision and all that follows ${Date.now() - began} ms`);
    assert.ok(nodes < 2000 && longest < 400);
  },
};

await runAll(tests, executablePath, studio, { viewport: { width: 1280, height: 1000 } });
process.exit();
