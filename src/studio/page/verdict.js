// What is said beside the board after each change: how many solutions there are, and why none.

import { ask, forget, unlessWrong } from "./api.js";
import { cellsIn } from "./grid.js";

/** @typedef {{answer: string, detail: string, look: "" | "asking" | "one" | "none", solutions: bigint | null, reasons: {text: string, cells: string[]}[], pair?: any[]}} Verdict */

/** Seconds that a count may take: what is known after each is shown, then more is tried. */
const PATIENCE = [1, 30];

/** Something instead of an answer that a limit prevented. @template T @param {() => T} instead */
const giveUp = (instead) => (/** @type {import("./api.js").Wrong} */ wrong) => {
  if (!wrong.stopped) throw wrong;
  return instead();
};

/** Says what is known of a puzzle, again and again as it becomes more. @param {string} puzzle @param {(verdict: Verdict) => void} show */
export async function judge(puzzle, show) {
  let count = { status: "at least", solutions: "0" };
  let isCounted = false;
  let pair = /** @type {any[] | undefined} */ (undefined);
  // Whether there is one is often known long before how many.
  ask("unique", puzzle, { seconds: "5" }, "verdict unique").then(({ verdict, solution, second }) => {
    if (second) pair = [solution, second];
    const early = { unique: { status: "exact", solutions: "1" }, several: { status: "at least", solutions: "2" }, none: { status: "exact", solutions: "0" } }[/** @type {string} */ (verdict)];
    if (early && (!isCounted || pair)) show({ ...inWords(isCounted ? count : early, isCounted || early.status === "exact"), pair });
  }, () => {});
  for (const seconds of PATIENCE) {
    // What was broken off leaves what is known.
    const known = count;
    count = await unlessWrong(ask("count", puzzle, { seconds: String(seconds) }, "verdict"), giveUp(() => known));
    const isLast = count.status === "exact" || seconds === PATIENCE.at(-1);
    isCounted = true;
    if (isLast && BigInt(count.solutions) < 2n) forget("verdict unique");
    show({ ...inWords(count, isLast), pair });
    if (isLast) break;
  }
  if (count.status === "exact" && count.solutions === "0") {
    const explained = await unlessWrong(ask("explain", puzzle, { seconds: "20" }, "verdict"), giveUp(() => ({})));
    const constraints = explained.contradiction?.constraints ?? [];
    const reasons = constraints.map((/** @type {any} */ { constraint, reason }) => ({ text: sentence(reason), cells: cellsOf(constraint, reason) }));
    show({ ...inWords(count, true), ...(reasons.length && { detail: reasons.length === 1 ? "This cannot hold:" : "These contradict each other:" }), reasons });
  }
}

/** The cells that a constraint is about: of one that covers a cell, that cell. @param {string} constraint @param {string} reason */
export const cellsOf = (constraint, reason) => cellsIn(constraint).slice(0, reason.includes("covered") ? 1 : undefined);

/** A text of the program with rows and columns as people count them, and a capital unless it begins with a cell, as `r1c1`. @param {string} text */
export function sentence(text) {
  const said = text.replace(/(?:cell|seat)\[(\d+)\]\[(\d+)\]/g, (_, row, column) => `row ${+row + 1}, column ${+column + 1}`);
  return said.replace(/^[a-z](?!\d)/, (letter) => letter.toUpperCase());
}

/** @param {bigint | string} number */
const grouped = (number) => BigInt(number).toLocaleString("en");

/** @param {any} count @param {boolean} isLast @returns {Verdict} */
function inWords(count, isLast) {
  const solutions = BigInt(count.solutions);
  const isExact = count.status === "exact";
  const number = grouped(solutions);
  const parts = [];
  if (count.classes && isExact && count.classes !== count.solutions) parts.push(`${grouped(count.classes)} up to symmetry`);
  if (count.grids && isExact && count.grids !== count.solutions) parts.push(`${grouped(count.grids)} different grids`);
  if (typeof count.seconds === "number") parts.push(`${count.seconds < 0.01 ? "<0.01" : count.seconds.toFixed(2)} s`);
  if (!isLast) parts.push("still counting…");
  const detail = parts.join(" · ");
  const verdict = (/** @type {string} */ answer, /** @type {Verdict["look"]} */ look = "") => ({ answer, detail, look, solutions, reasons: [] });
  if (!isExact) return verdict(solutions > 1n ? `At least ${number} solutions` : solutions === 1n ? "At least one solution" : "Not known yet");
  if (solutions === 0n) return verdict("No solution", "none");
  return solutions === 1n ? verdict("One solution", "one") : verdict(`${number} solutions`);
}
