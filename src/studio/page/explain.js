// What the steps of an explanation say of dominoes, against what is on the board.

import { cellsIn, moved } from "./grid.js";
import { isNamed, nameOf, pairs } from "./pips.js";

/**
 * @typedef {{cell: string, is?: number, is_none_of?: number[]}} Fact
 * @typedef {{text: string, constraints: {constraint: string, reason: string}[], facts: Fact[],
 *   conclusions: Fact[], difficulty: number, course?: string[]}} Step
 * @typedef {import("./pips.js").Pips} Pips
 * @typedef {import("./dominoes.js").Laid} Laid
 * @typedef {import("./kinds.js").At} At
 */

/** The domino that a fact is about. @param {Fact} fact */
const named = ({ cell }) => /^domino\[([\d-]+)\]/.exec(cell)?.[1];

/** Where a value of a domino's variable puts it. @param {Pips} pips @param {number} value @returns {[string, string] | []} */
export function placement(pips, value) {
  const [one, other] = pairs(pips)[value >> 1] ?? [];
  if (one === undefined) return [];
  return value & 1 ? [other, one] : [one, other];
}

/** Whether what is on the board says all that a step concludes. @param {Step} step @param {Pips} pips @param {Laid} laid @param {Record<string, number>} shown @param {At} at */
export function isKnown(step, pips, laid, shown, at) {
  return step.conclusions.every((fact) => {
    const [cell] = cellsIn(fact.cell);
    if (cell) return moved(cell, at) in shown;
    const { is_none_of: none = [] } = fact;
    const isLaid = Object.keys(laid).some((index) => isNamed(named(fact) ?? "", pips.dominoes[Number(index)]));
    return isLaid || none.length > 0 && none.every((value) => placement(pips, value).some((cell) => cell in shown));
  });
}

/** The domino that a step lays, for those who want it done; what lies there is taken away. @param {Step} step @param {Pips} pips @param {Laid} laid @returns {Record<string, [string, string] | undefined>} */
export function laidBy(step, pips, laid) {
  for (const fact of step.conclusions) {
    const name = named(fact);
    const cells = placement(pips, fact.is ?? -1);
    const index = pips.dominoes.findIndex((domino, index) => !(index in laid) && isNamed(name ?? "", domino));
    if (index < 0 || !cells.length) continue;
    const covered = Object.keys(laid).filter((other) => laid[other].some((cell) => cells.includes(cell)));
    const places = nameOf(pips.dominoes[index]) === name ? cells : /** @type {[string, string]} */ (cells.toReversed());
    return { ...Object.fromEntries(covered.map((other) => [other, undefined])), [index]: places };
  }
  return {};
}
