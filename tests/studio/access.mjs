// Whether everybody can use the page, in a real browser: `node access.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.
// axe-core looks at every view in light, dark and forced colours; targets are as large as a finger on a phone; and a
// puzzle is made and played with keys alone.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { camera, open, PIPS1, runAll, studios, verdict } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const studio = studios(program);
const shoot = camera(shots);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PUZZLES = {
  pips: PIPS1,
  signs: fs.readFileSync("instances/signs/leepf.toml", "utf8"),
  dice: fs.readFileSync("instances/dice/labeled-dice.toml", "utf8"),
  seating: 'kind = "seating"\nfigure = """\n.X.\nXXX\n"""\nsubjects = ["Latin", "Greek"]\ncandidates = [2, 1]\nneighbours = 8\n',
  sudoku: fs.readFileSync("instances/kinds/sudoku.toml", "utf8"),
  slitherlink: fs.readFileSync("instances/kinds/slitherlink.toml", "utf8"),
  model: fs.readFileSync("instances/models/latin_square.xml", "utf8"),
};
const MODES = ["make", "play", "rules", "formula"];

/** What axe-core finds, by rule and element. It is put into the page by the browser, so that no policy is in its way. */
async function violations(page) {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(axe);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} (${failureSummary.split("\n").slice(1, 2).join("").trim()})`));
  });
}

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

const looks = { light: {}, dark: { colorScheme: "dark" }, forced: { forcedColors: "active" } };

const tests = {
  ...Object.fromEntries(Object.entries(looks).map(([name, look]) => [`axe-core finds nothing in ${name} colours`, async (page, address) => {
    await page.emulateMedia(look);
    await lookAtAll(page, address, name);
  }])),

  async "on a phone nothing is wider than the page, and every target is as large as a finger"(page, address, desk) {
    const context = await desk.browser().newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const phone = await context.newPage();
    const small = new Set();
    for (const [kind, text] of Object.entries(PUZZLES)) {
      await open(phone, address, text);
      for (const mode of MODES) {
        if (!await phone.isVisible(`#tab-${mode}`)) continue;
        await phone.tap(`#tab-${mode}`);
        await phone.waitForTimeout(200);
        const wide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${kind}, ${mode}: ${wide} pixels too wide`);
        const found = await phone.evaluate(() => {
          // A box is as large as its label, which is pressed with it. Clauses are looked at on a large screen.
          const targets = [...document.querySelectorAll("button, select, input, textarea, summary, [role=tab]")].filter((one) => !one.closest(".list") && one.checkVisibility());
          const boxes = targets.map((one) => [one, (["radio", "checkbox"].includes(one.type) && one.closest("label") || one).getBoundingClientRect()]);
          return boxes.filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 43.9).map(([one, { width, height }]) => `${one.id || one.name || one.ariaLabel || one.textContent}: ${Math.round(width)} x ${Math.round(height)}`);
        });
        for (const one of found) small.add(`${kind}, ${mode}: ${one}`);
        if (mode === "make" || mode === "play") await phone.screenshot(shots ? { path: path.join(shots, `phone-${mode}-${kind}.png`), fullPage: true } : {});
      }
    }
    await context.close();
    assert.deepEqual([...small], []);
  },

  async "a puzzle is made and played with keys alone"(page, address) {
    /** Presses Tab until something has the focus. */
    const reach = async (selector, key = "Tab") => {
      for (let steps = 0; steps < 120; steps++) {
        if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`no key leads to ${selector}`);
    };
    const focus = () => page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    await reach("#new");
    assert.equal(await focus(), "solid", "the focus is seen");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#kinds button");
    await reach("#kinds button[data-kind=futoshiki]");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#board svg .spot"));
    await reach("#board");
    for (const key of ["1", "ArrowRight", "2", "ArrowDown", "3"]) await page.keyboard.press(key);
    await page.waitForFunction(() => /1 2/.test(document.getElementById("text").value));
    await reach("#undo", "Shift+Tab");
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#spoken"), /^Undone: number at r2c2$/);
    await open(page, address, PUZZLES.slitherlink);
    await verdict(page, "One solution");
    await reach("#tab-play");
    await page.keyboard.press("Enter");
    await reach("#hint");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^1\. /.test(document.getElementById("said").textContent));
    await reach("#apply");
    await page.keyboard.press("Enter");
    await page.waitForFunction(async () => Object.keys((await import(`${location.href.split("#")[0]}studio.js`)).state.entries).length > 0);
    await reach("#board .spot", "Shift+Tab");
    const before = await page.evaluate(() => document.activeElement.ariaLabel);
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.activeElement?.ariaLabel !== before, before);
  },

  async "nothing moves for those who do not want it"(page, address) {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, address, PIPS1);
    await page.click("#tab-play");
    const moving = await page.evaluate(() => [document.getAnimations().length, ...[...document.querySelectorAll("*")].map((one) => parseFloat(getComputedStyle(one).transitionDuration) + parseFloat(getComputedStyle(one).animationDuration) || 0)]);
    assert.equal(Math.max(...moving), 0);
  },
};

await runAll(tests, executablePath, studio);
process.exit();
