// What the page says of a puzzle is what the program says: `node verdicts.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { middle, PIPS1, verdict } from "./page.mjs";
import { count, inWords, onPage, packed, quit, rule, run, solve } from "./studio.mjs";

await run({
  "a verdict is of the puzzle on the page, a rule waits for its number, and one step is bold": onPage(async ({ page, address, server }) => {
    await page.goto(`${address}#p=${packed(PIPS1)}`);
    await verdict(page, "One solution");
    assert.equal(await page.isDisabled("#undo"), true, "below a link there is nothing");
    const answer = () => document.getElementById("answer").textContent;
    await page.click("#new");
    await page.waitForSelector("#blank [data-begin=dice]");
    await page.keyboard.press("Escape");
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
    // The walk through the steps, with buttons, keys, the list and the curve: one step is shown, and it is bold.
    await page.click("#tab-explain");
    await page.waitForSelector("#walk section.shown");
    const steps = await page.locator("#walk .curve a").count();
    assert.ok(steps > 2 && await page.locator("#walk section").count() === steps + 2);
    assert.ok(await page.locator("#walk .curve a").evaluateAll((bars) => bars.every((bar) => bar.offsetHeight > 3)), "the curve has heights");
    const walk = [[() => page.click("#on"), 1], [() => page.click("#last"), steps + 1], [() => page.click("#walk nav li:nth-child(3) a"), 2], [() => page.keyboard.press("ArrowLeft"), 1], [() => page.click("#walk .curve a:nth-child(3)"), 3], [() => page.click("#back"), 2]];
    for (const [go, at] of walk) {
      await go();
      assert.deepEqual(await page.locator("#walk section.shown").evaluateAll((shown) => shown.map(({ id }) => id)), [`step-${at}`]);
      const bold = await page.locator("#walk nav a").evaluateAll((links) => links.flatMap((link, index) => (Number(getComputedStyle(link).fontWeight) > 500 ? [index] : [])));
      assert.deepEqual(bold, [at]);
    }
    assert.ok(await page.isVisible("#walk section.shown svg"));
    assert.doesNotMatch(page.url(), /step/, "the address stays");
    // Of a puzzle without a solution, it says why.
    await page.click("#tab-make");
    await page.fill("#rule-number", "4");
    await page.click("#tab-explain");
    await page.waitForFunction(() => /There is no solution/.test(document.getElementById("walk").textContent));
    // Without the program nothing is known of a change.
    await page.click("#tab-make");
    await quit(server, "SIGKILL");
    await page.fill("#rule-number", "5");
    await verdict(page, "Not known");
  }),

  "what is known before the count is said at once": onPage(async ({ page, address }) => {
    const held = [];
    await page.route("**/api/count*", (route) => held.push(route));
    for (const [sum, expected] of [[3, "One solution"], [4, "No solution"]]) {
      await page.goto("about:blank");
      await page.goto(`${address}#p=${packed(PIPS1.replace("A = 3", `A = ${sum}`))}`);
      await verdict(page, expected);
    }
    assert.ok(held.length >= 2, "the count has not answered");
    await page.unroute("**/api/count*");
  }),

  "a hundred random edits are answered as by `count --json`": onPage(async ({ page, address }) => {
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
  }),
});
