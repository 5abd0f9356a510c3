// The board for those who do not see it: a grid of places, as ARIA's pattern has it. The one at the cursor is active.

import { element } from "./controls.js";
import { key, place, range } from "./grid.js";
import { chosen, placesToMake, speakOf } from "./palette.js";
import * as play from "./play.js";
import { known } from "./spots.js";
import { $, board, kind, state, ui } from "./studio.js";

/** The places with their elements, as one reads. @type {Map<string, HTMLElement>} */
let cells = new Map();

/** What they were made for, where the cursor was last, and what tells anew what is at the others. */
let made = /** @type {unknown[]} */ ([]), last = "", soon = 0;

/** Whether the places are those of a player: lines, or cells to write into. */
const isPlayed = () => state.kind === "spots" && ui.mode === "play";

/** The place at the cursor. */
const here = () => (isPlayed() ? play.hand.picks.at(-1) ?? "" : ui.cursor);

/** What is at a place, in words. @param {string} name */
function said(name) {
  const { kind: sort, model, entries, marks } = state;
  if (sort === "spots") return isPlayed() ? play.said(name) : speakOf(name);
  const first = kind()?.hasRoom ? 0 : 1;
  const [row, column] = place(name);
  return `Row ${row + first}, column ${column + first}: ${kind()?.speak(model, name, entries, marks) ?? ""}`;
}

/** Each place with its row, and how far to the right it is. @param {import("./board.js").Scene} scene @returns {[string, number, number][]} */
function places({ rows, columns }) {
  if (!kind() || ui.mode === "formula") return [];
  if (isPlayed()) return play.targets().map((name) => [name, Math.round(play.middleOf(name)[1]), play.middleOf(name)[0]]);
  const all = state.kind === "spots" ? placesToMake() : range(rows).flatMap((row) => range(columns).map((column) => key(row, column)));
  return all.map((name) => [name, ...place(name)]);
}

/** Shows the grid of what is seen. @param {import("./board.js").Scene} scene */
export function showCells(scene) {
  const needs = [kind(), ui.mode, isPlayed() && play.mode(), String(Object.keys(known())), chosen(), scene.rows, scene.columns, state.model?.rows, state.model?.columns];
  if (needs.some((need, at) => need !== made[at])) {
    made = needs;
    const all = places(scene).sort((one, other) => one[1] - other[1] || one[2] - other[2]);
    cells = new Map(all.map(([name], at) => [name, element("span", { role: "gridcell", id: `place-${at}` })]));
    const rows = [...new Set(all.map(([, row]) => row))].map((row) => element("div", { role: "row" }));
    let at = -1;
    all.forEach(([name, row], index) => rows[row === all[index - 1]?.[1] ? at : ++at].append(cells.get(name) ?? ""));
    $("places").replaceChildren(...rows);
    $("places").hidden = !cells.size;
    board.setAttribute("role", cells.size ? "grid" : "img");
    board.ariaMultiSelectable = isPlayed() && cells.size ? "true" : null;
  }
  const active = cells.get(here());
  if (active) board.setAttribute("aria-activedescendant", active.id);
  else board.removeAttribute("aria-activedescendant");
  if (active) active.textContent = said(here());
  clearTimeout(soon);
  soon = setTimeout(() => cells.forEach((cell, name) => {
    cell.ariaSelected = isPlayed() ? String(play.hand.picks.includes(name)) : null;
    if (cell.textContent !== said(name)) cell.textContent = said(name);
  }), 300);
}

/** Tells what became of the place at the cursor. Where the cursor goes, the grid says what is there. */
export function speak() {
  if (here() === last) $("spoken").textContent = said(last);
  last = here();
}

/** Where Home and End lead: along the row, with Control to the first place or the last. @param {KeyboardEvent} event */
export function end({ key: pressed, ctrlKey }) {
  if (pressed !== "Home" && pressed !== "End") return undefined;
  const row = cells.get(here())?.parentElement;
  const names = [...cells.keys()].filter((name) => ctrlKey || cells.get(name)?.parentElement === row);
  return names.at(pressed === "Home" ? 0 : -1);
}
