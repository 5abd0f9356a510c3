// What is written around and on the board so that sentences can be followed: rows and columns, and the letters of
// regions, areas and paths, as hints name them.

import { shape } from "./board.js";
import { cellsOf, hasGroups } from "./given.js";
import { extent, key, ordered, place, range } from "./grid.js";
import * as pips from "./pips.js";
import { point, sheet } from "./spots.js";

/** How far from the board rows and columns are numbered. */
const ASIDE = 8;

/** @param {string} text @param {number} x @param {number} y @param {string} look */
const small = (text, x, y, look) => shape("text", { x, y, "text-anchor": "middle", "font-size": 10, class: look, "aria-hidden": "true" }, text);

/**
 * The rows along the left edge, the columns along the upper one.
 * @param {{x: number, y: number, wide: number, high: number, rows: number, columns: number, left: number, top: number}} board
 */
const numbered = ({ x, y, wide, high, rows, columns, left, top }) => [
  ...range(rows).map((row) => small(`r${row + 1}`, left, y + (row + 0.5) * high, "faint coordinate")),
  ...range(columns).map((column) => small(`c${column + 1}`, x + (column + 0.5) * wide, top, "faint coordinate")),
];

/** On a page of text: in the margin of the picture, and each area or path in the lower corner of its first cell. @param {any} model @param {SVGElement} picture */
function onSheet(model, picture) {
  const [left, top] = (picture.getAttribute("data-box") ?? "0 0").split(" ").map(Number);
  const { x, y, side } = sheet;
  const letters = model.clues.filter(hasGroups).flatMap((/** @type {import("./given.js").Layer} */ layer, /** @type {number} */ at) => layer.groups.map(([name]) => {
    const [cx, cy] = point(...place(cellsOf(layer, name)[0]));
    return small(name, cx + (at % 2 ? 0.34 : -0.34) * side, cy + 0.36 * side, "clue b letter");
  }));
  return [...numbered({ x, y, wide: side, high: sheet.pitch, rows: model.rows, columns: model.columns, left: left + ASIDE, top: top + ASIDE }), ...letters];
}

/** The letter of each region of dominoes in its first cell. @param {import("./pips.js").Pips} model @param {number} side @param {boolean} isMade */
function regions(model, side, isMade) {
  const first = Object.fromEntries(ordered(model.cells).reverse().map((cell) => [model.cells[cell], cell]));
  const letters = pips.regions(model).map((name) => {
    const [row, column] = place(first[name]);
    return small(name, column * side + 11, row * side + 11, `${pips.isFree(model, name) ? "text" : "mark"} b letter`);
  });
  return [...(isMade ? outlines(model, side) : []), ...letters];
}

/** Dashed lines between a region without a rule and what is beside it. @param {import("./pips.js").Pips} model @param {number} side */
function outlines({ cells, rules }, side) {
  const free = Object.keys(cells).filter((cell) => pips.isRegion(cells[cell]) && pips.isFree({ rules }, cells[cell]));
  return free.flatMap((cell) => {
    const [row, column] = place(cell);
    const sides = [[-1, 0, 0, 0, 1, 0], [1, 0, 0, 1, 1, 1], [0, -1, 0, 0, 0, 1], [0, 1, 1, 0, 1, 1]];
    const ends = sides.filter(([down, right]) => cells[key(row + down, column + right)] !== cells[cell]);
    return ends.map(([down, right, x1, y1, x2, y2]) => {
      const inside = (/** @type {number} */ at, /** @type {number} */ step) => at * side - 4 * step;
      return shape("line", { x1: inside(column + x1, right), y1: inside(row + y1, down), x2: inside(column + x2, right), y2: inside(row + y2, down), class: "free-region" });
    });
  });
}

/** All of it. @param {import("./files.js").State} state @param {import("./kinds.js").Kind} sort @param {SVGElement | null} picture @param {boolean} isMade */
export function names({ kind, model }, sort, picture, isMade) {
  if (kind === "spots") return picture && sheet.spots ? onSheet(model, picture) : [];
  if (kind === "dice") return [];
  const [wide, high] = sort.side(model);
  const cells = sort.hasRoom ? model.cells : null;
  if (cells && !Object.keys(cells).length) return [];
  const [height, width] = sort.size(model);
  const at = cells ? extent(cells) : { top: 0, left: 0, height, width };
  const [x, y] = [at.left * wide, at.top * high];
  const around = numbered({ x, y, wide, high, rows: at.height, columns: at.width, left: x - ASIDE, top: y - ASIDE });
  return kind === "pips" ? [...around, ...regions(model, wide, isMade)] : around;
}
