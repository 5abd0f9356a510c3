// What a change was about, in a few words, so that Undo can say what it undoes.

import { said } from "./given.js";
import { byCell, extent, place } from "./grid.js";
import { sheet } from "./spots.js";

/** @typedef {import("./files.js").State} State */

const WORDS = /** @type {Record<string, string>} */ ({
  source: "author", own: "rules", text: "rules", rows: "size", columns: "size", dice: "number of dice", faces: "letters on each die",
  values: "numbers up to", neighbours: "what touches", letters: "all letters",
});

/** Where two tables differ. @param {Record<string, any>} one @param {Record<string, any>} other */
const differing = (one, other) => Object.keys({ ...one, ...other }).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));

/** A cell as sentences call it, or how many cells. @param {string[]} cells @param {Record<string, any> | null} board whose first row and column are 1 */
function called(cells, board) {
  const { top, left } = board && Object.keys(board).length ? extent(board) : { top: 0, left: 0 };
  const [row, column] = place(cells[0]);
  return cells.length === 1 ? `r${row - top + 1}c${column - left + 1}` : `${cells.length} cells`;
}

/** What became of the layers of a puzzle. @param {any} before @param {any} after */
function layers(before, after) {
  for (const layer of after.clues) {
    const name = layer.name.replaceAll("_", " ");
    const old = before.clues.find((/** @type {{name: string}} */ { name }) => name === layer.name) ?? { at: {}, groups: [] };
    const places = differing(old.at, layer.at);
    if (JSON.stringify(old.groups) !== JSON.stringify(layer.groups)) return name;
    if (places.length === 1 && place(places[0]).length === 2) return `${name} at ${said(after, places[0])}`;
    if (places.length === 1) return `${name} of ${places[0]}`;
    if (places.length) return `${name} at ${places.length} places`;
  }
  return "clues";
}

/** What a player has put on the board. @param {State} before @param {State} after */
function entries(before, after) {
  const keys = differing(before.entries, after.entries);
  const [key] = keys;
  if (keys.length > 1) return `${keys.length} entries`;
  if (after.kind === "pips") return `domino ${after.model?.dominoes[Number(key)]?.join("-") ?? ""}`;
  if (after.kind === "spots") return sheet.spots?.[key]?.subject ?? "entry";
  return after.kind === "dice" ? `letter ${key}` : `entry at ${called([key], after.model?.cells ?? null)}`;
}

/** What a change was about. @param {State} before @param {State} after */
export function about(before, after) {
  const [old, now] = [before.model, after.model];
  if (before.kind !== after.kind) return "another puzzle";
  if (old && now) {
    const [part] = differing(old, now);
    const { clues, cells, rules, board, parameters } = now;
    if (part === "clues" && clues) return layers(old, now);
    if (part === "parameters") return parameters.find((/** @type {any} */ { name, value }) => old.parameters.some((/** @type {any} */ was) => was.name === name && was.value !== value))?.name.replaceAll("_", " ") ?? "parameters";
    if (part === "rules" && cells) return `rule of region ${differing(old.rules, rules)[0]}`;
    if (part === "cells") return called(differing(old.cells, cells), Object.keys(old.cells).length ? old.cells : cells);
    if (part === "board") return board.length === old.board.length && board[0].length === old.board[0].length ? `sign at ${called(differing(byCell(old.board), byCell(board)), null)}` : "size";
    if (part) return WORDS[part] ?? part;
  }
  if (differing(before.entries, after.entries).length) return entries(before, after);
  if (differing(before.marks, after.marks).length) return "pencil marks";
  return "text";
}
