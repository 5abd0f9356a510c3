// Selecting a part of the board, with the pointer or the keys, and what can be done with it.

import { shape } from "./board.js";
import { key, place } from "./grid.js";
import * as parts from "./parts.js";
import { sheet } from "./spots.js";

/** Whether dragging selects; from which cell to which; what was copied last. */
export const selection = {
  isOn: false, ends: /** @type {[string, string] | null} */ (null), copied: /** @type {parts.Part | null} */ (null),
};

/** The box that is selected. @returns {parts.Box | null} */
export function box() {
  if (!selection.ends) return null;
  const [[top, left], [bottom, right]] = selection.ends.map(place);
  return { top: Math.min(top, bottom), left: Math.min(left, right), height: Math.abs(bottom - top) + 1, width: Math.abs(right - left) + 1 };
}

/** @param {parts.Box} of */
function select({ top, left, height, width }) {
  selection.ends = [key(top, left), key(top + height - 1, left + width - 1)];
}

/** A frame around it. @param {[number, number]} side of a cell @param {boolean} isSheet */
export function frame([wide, high], isSheet) {
  const selected = box();
  if (!selected) return [];
  const [x, y, width, height] = isSheet ? [sheet.x, sheet.y, sheet.side, sheet.side] : [0, 0, wide, high];
  return [shape("rect", { x: x + selected.left * width, y: y + selected.top * height, width: selected.width * width, height: selected.height * height, class: "selection" })];
}

/** @param {import("./files.js").State} state */
export function copy(state) {
  selection.copied = parts.cut(state, box() ?? parts.whole(state));
}

/** Puts what was copied where the selection begins, or at a cell; it is selected then. @param {import("./files.js").State} state @param {string} cell @returns {boolean} */
export function paste(state, cell) {
  const { copied } = selection;
  if (copied?.kind !== state.kind) return false;
  const [row, column] = place(cell);
  const { top, left } = box() ?? { top: row, left: column };
  parts.put(state, structuredClone(copied), { top, left });
  select({ top, left, height: copied.height, width: copied.width });
  return true;
}

/** Turns or mirrors what is selected, or the whole board. @param {import("./files.js").State} state @param {parts.Way} way */
export function change(state, way) {
  const selected = box();
  if (!selected) return parts.change(state, way);
  const part = parts.changed(parts.cut(state, selected), way);
  parts.clear(state, selected);
  parts.put(state, part, selected);
  select({ ...selected, height: part.height, width: part.width });
}

/** Selects a cell, or as far as a cell. @param {string} cell @param {boolean} isMore */
export function reach(cell, isMore) {
  selection.ends = [isMore && selection.ends ? selection.ends[0] : cell, cell];
}

/** Takes away what is selected; whether something is. @param {import("./files.js").State} state */
export function erase(state) {
  const selected = box();
  if (selected) parts.clear(state, selected);
  return selected !== null;
}
