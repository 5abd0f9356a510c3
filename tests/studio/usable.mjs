// Whether everybody can use what is on a page: of the studio, of a site, or in one file.

import fs from "node:fs";
import { createRequire } from "node:module";

/** What somebody has asked the browser for. */
export const LOOKS = { light: {}, dark: { colorScheme: "dark" }, forced: { forcedColors: "active" } };

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds, by rule and element. It is put into the page by the browser, so that no policy is in its way. */
export async function violations(page) {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(axe);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} (${failureSummary.split("\n").slice(1, 2).join("").trim()})`));
  });
}

/** What is too wide for a phone, or smaller than a finger, each in words. A box is as large as its label, which is pressed with it. Clauses are looked at on a large screen. */
export const small = (page) => page.evaluate(() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const targets = [...document.querySelectorAll("button, select, input, textarea, summary, [role=tab]")].filter((one) => !one.closest(".list") && one.checkVisibility());
  const boxes = targets.map((one) => [one, (["radio", "checkbox"].includes(one.type) && one.closest("label") || one).getBoundingClientRect()]);
  const little = boxes.filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 43.9).map(([one, { width, height }]) => `${one.id || one.name || one.ariaLabel || one.textContent}: ${Math.round(width)} x ${Math.round(height)}`);
  return [...(wide > 0 ? [`${wide} pixels too wide`] : []), ...little];
});

/** For how many seconds the slowest thing on the page moves, and whether anything moves just now. */
export const moving = (page) => page.evaluate(() => {
  const styles = [...document.querySelectorAll("*")].map((one) => getComputedStyle(one));
  return Math.max(document.getAnimations().length, ...styles.map((style) => parseFloat(style.transitionDuration) + parseFloat(style.animationDuration) || 0));
});

/** Presses a key until something has the focus. */
export async function reach(page, selector, key = "Tab") {
  for (let steps = 0; steps < 120; steps++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no key leads to ${selector}`);
}
