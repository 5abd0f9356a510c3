// Draws the screenshots in docs/: ten kinds under Make, Play and Explain, light, dark and on a phone, as sheets of small
// pictures, and one of each tab: `node sheets.mjs PROGRAM CHROMIUM FOLDER FOR SHEETS [FOLDER FOR ALL SCREENSHOTS]`.

import fs from "node:fs";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { studios } from "./page.mjs";

const [program, executablePath, folder, all] = process.argv.slice(2);
const { start, end } = studios(program);
const KINDS = ["sudoku", "kropki", "kakuro", "skyscrapers", "slitherlink", "masyu", "nurikabe", "heyawake", "star_battle"];
const puzzles = ["pips/pips1.toml", ...KINDS.map((kind) => `kinds/${kind}.toml`)];
/** What stands in the manual as it is: by look, what is done with which puzzle, and the name of its picture. */
const ALONE = {
  light: [["make", "heyawake", "make"], ["play", "slitherlink", "play"], ["explain", "kropki", "explain"]],
  dark: [["play", "star_battle", "play-dark"]],
  phone: [["play", "sudoku", "play-phone"], ["explain", "nurikabe", "explain-phone"]],
};
const desk = { viewport: { width: 1200, height: 800 } };
const looks = {
  light: { ...desk, colorScheme: "light" },
  dark: { ...desk, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** All screenshots in one look, by mode and puzzle: under Play after one hint, under Explain after five steps. */
async function shots(browser, look) {
  const address = await start();
  const context = await browser.newContext(look);
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const taken = { make: {}, play: {}, explain: {} };
  for (const puzzle of puzzles) {
    const text = fs.readFileSync(path.join("instances", puzzle), "utf8");
    await page.goto("about:blank");
    await page.goto(`${address}#p=${deflateRawSync(text).toString("base64url")}`);
    // With the board on it, and not only its frame.
    const isThere = () => page.waitForFunction(() => document.querySelector("#board svg")?.getBoundingClientRect().width > 80 && !/Counting/.test(document.getElementById("answer").textContent));
    await isThere();
    const name = path.basename(puzzle, ".toml");
    await page.waitForTimeout(150);
    taken.make[name] = await page.screenshot();
    await page.click("#tab-play");
    if (await page.isEnabled("#hint")) {
      await page.click("#hint");
      await page.waitForFunction(() => !/^$|Looking/.test(document.getElementById("said").textContent)).catch(() => console.log(`no hint in time: ${name}`));
    }
    await page.evaluate(() => scrollTo(0, 0));
    await isThere();
    // With what the last entry drew, and no more of how it came.
    await page.waitForTimeout(300);
    taken.play[name] = await page.screenshot();
    await page.click("#tab-explain");
    await page.waitForSelector("#walk section.shown");
    for (let step = 0; step < 5; step++) await page.click("#on");
    await page.evaluate(() => scrollTo(0, 0));
    taken.explain[name] = await page.screenshot();
  }
  await context.close();
  return taken;
}

/** Many small pictures as one, each with its name. */
async function sheet(browser, pictures, { width, height }) {
  const small = Math.round(width > height ? 330 : 196);
  const page = await browser.newPage({ viewport: { width: 1040, height: 600 } });
  const figure = ([name, picture]) => `<figure><img src="data:image/png;base64,${picture.toString("base64")}" width="${small}"><figcaption>${name.replaceAll("_", " ")}</figcaption></figure>`;
  await page.setContent(`<style>body { margin: 8px; display: flex; flex-wrap: wrap; gap: 6px; font: 11px sans-serif; background: #fff } figure { margin: 0; text-align: center } img { display: block; border: 1px solid #999 }</style>${Object.entries(pictures).map(figure).join("")}`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const made = await page.screenshot({ fullPage: true, type: "jpeg", quality: 62 });
  await page.close();
  return made;
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  for (const [name, look] of Object.entries(looks)) {
    const taken = await shots(browser, look);
    const named = Object.entries(taken).flatMap(([mode, pictures]) => Object.entries(pictures).map(([puzzle, picture]) => [`${mode} ${puzzle}`, picture]));
    fs.writeFileSync(path.join(folder, `studio-${name}.jpg`), await sheet(browser, Object.fromEntries(named), look.viewport));
    if (all) for (const [what, picture] of named) fs.writeFileSync(path.join(all, `${name}-${what}.png`), picture);
    for (const [mode, kind, as] of ALONE[name]) fs.writeFileSync(path.join(folder, `studio-${as}.png`), taken[mode][kind]);
    console.log(`${name}: ${puzzles.length} puzzles`);
  }
} finally {
  await browser.close();
  end();
}
process.exit();
