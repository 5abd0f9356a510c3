// The board under the pointer and under the keys: drawing in one mode, laying pieces in the other.

import { pointAt } from "./board.js";
import { end, speak } from "./cells.js";
import { beside, place, stepOf, TURNS } from "./grid.js";
import { check, hint } from "./hints.js";
import * as palette from "./palette.js";
import { mark } from "./pips.js";
import { erase, reach, selection } from "./select.js";
import * as play from "./play.js";
import { $, board, cellsOfBoard, commit, fill, kind, quietly, render, say, scene, settle, state, ui } from "./studio.js";

/** Each domino lies in one place only: it is taken up and laid again, other pieces are put and taken off. */
const isLaid = () => state.kind === "pips";

/** @param {PointerEvent} event */
const pointUnder = (event) => pointAt(board, event, scene());

/** Whether dragging and arrows select a part of the board. */
const isSelecting = () => selection.isOn && ui.mode === "make";

/** Selects as far as the cell under the pointer. @param {PointerEvent} event @param {boolean} isMore */
function select(event, isMore) {
  const cell = state.kind === "spots" ? palette.cellUnder(event) : pointUnder(event)?.cell ?? null;
  if (cell === null || isMore && cell === selection.ends?.[1]) return;
  reach(cell, isMore);
  render();
}

/** What a key does while arrows select. @param {string} pressed @param {[number, number] | undefined} step @param {boolean} isMore */
function pressSelecting(pressed, step, isMore) {
  if (step) {
    const to = beside(selection.ends?.[1] ?? cursorCell(), step);
    const { rows, columns } = state.kind === "spots" ? state.model : scene();
    const [row, column] = place(to);
    if (row >= 0 && column >= 0 && row < rows && column < columns) reach(to, isMore);
  } else if (pressed === "Delete" || pressed === "Backspace") commit(() => erase(state));
  else if (pressed === "Escape") selection.ends = null;
  else return false;
  render();
  return true;
}

/** The cell at the cursor, by row and column. */
export const cursorCell = () => (state.kind === "spots" ? place(ui.cursor).map((at) => Math.max(0, Math.floor(at / 2))).join() : ui.cursor);

/** @param {string} to */
function moveTo(to) {
  const { rows, columns } = scene();
  const [row, column] = place(to);
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  Object.assign(ui, { cursor: to, ghost: to });
  fill();
  render();
  speak();
}

/** Puts the piece in the hand, or another one, onto a cell, or takes it off when it is there. @param {string} cell @param {number | null} piece */
function put(cell, piece = ui.hand.index) {
  const sort = kind();
  if (piece === null || !sort) return;
  const [key, value] = sort.put(state.model, piece, cell, state.entries, ui.hand.turns) ?? [];
  if (key === undefined) return say(`That does not fit there: ${sort.whyNot?.(state.model, piece, cell, state.entries, ui.hand.turns) ?? "there is no place for it"}.`);
  commit(() => {
    if (state.entries[key] === value) delete state.entries[key];
    else state.entries[key] = value;
  });
  if (isLaid()) Object.assign(ui, { hand: { index: null, turns: 0 }, ghost: null });
  say("");
  speak();
  render();
  if (sort.isFull(state.model, state.entries)) quietly(check());
}

/** Takes up the domino that lies at a cell; whether there is one. @param {string} cell */
function takeUp(cell) {
  const [index] = isLaid() ? kind()?.at(state.entries, cell, state.model) ?? [] : [];
  if (index === undefined) return false;
  const [first, second] = state.entries[index];
  commit(() => delete state.entries[index]);
  ui.hand = { index: Number(index), turns: TURNS.findIndex((turn) => beside(first, turn) === second) };
  ui.ghost = first;
  render();
  return true;
}

/** @param {number} index */
export function hold(index) {
  const isHeld = ui.hand.index === index;
  const laid = isLaid() && state.entries[index];
  if (laid) takeUp(laid[0]);
  else if (isHeld && isLaid()) turn();
  else ui.hand = { index: isHeld ? null : index, turns: 0 };
  render();
}

export function turn() {
  ui.hand.turns = (ui.hand.turns + 1) % 4;
  render();
}

// ---- The pointer.

board.addEventListener("pointerdown", (event) => {
  if (ui.mode === "formula") return ui.chooses?.(/** @type {SVGElement} */ (event.target).dataset.name ?? null, pointUnder(event)?.cell ?? null);
  if (isSelecting() && event.button === 0) {
    board.setPointerCapture(event.pointerId);
    ui.selects = true;
    return select(event, event.shiftKey);
  }
  if (state.kind === "spots") {
    if (ui.mode === "play") {
      board.setPointerCapture(event.pointerId);
      return play.begin(event);
    }
    if (event.button === 0 && palette.begin(event)) board.setPointerCapture(event.pointerId);
    return;
  }
  const point = pointUnder(event);
  if (event.button !== 0 || point === null) return;
  board.setPointerCapture(event.pointerId);
  moveTo(point.cell);
  if (ui.mode === "play") {
    if (ui.hand.index !== null) put(point.cell);
    else if (takeUp(point.cell)) ui.dragged = point.cell;
    return;
  }
  const before = JSON.stringify(state);
  const paint = kind()?.brush?.(state.model, point.cell, point.at);
  if (!paint) return;
  ui.stroke = { before, paint };
  paint(point.cell);
  render();
});

$("tray").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (button && isLaid()) ui.picked = { index: Number(button.dataset.index), x: event.clientX, y: event.clientY };
});

addEventListener("pointermove", (event) => {
  const { picked, stroke } = ui;
  if (picked && Math.hypot(event.clientX - picked.x, event.clientY - picked.y) > 8) {
    Object.assign(ui, { picked: null, dragged: "tray" });
    if (ui.hand.index !== picked.index) hold(picked.index);
  }
  if (ui.selects) return select(event, true);
  if (stroke && state.kind === "spots") return ui.mode === "play" ? play.goOn(event) : palette.goOn(event);
  if (!stroke && ui.hand.index === null) return;
  const cell = pointUnder(event)?.cell ?? null;
  if (stroke && cell && cell !== ui.cursor) stroke.paint(ui.cursor = cell);
  else if (!stroke && cell !== ui.ghost) ui.ghost = cell;
  else return;
  render();
});

addEventListener("pointerup", release);
addEventListener("pointercancel", release);

/** @param {PointerEvent} event */
function release(event) {
  ui.selects = false;
  if (state.kind === "spots") return ui.mode === "play" ? play.end(event.type === "pointerup") : palette.end();
  const { stroke, dragged } = ui;
  Object.assign(ui, { stroke: null, dragged: null, picked: null });
  if (stroke) settle(stroke.before);
  const cell = event.type === "pointerup" && dragged && pointUnder(event)?.cell;
  if (cell && cell !== dragged) put(cell);
}

// ---- The keys.

board.addEventListener("dblclick", (event) => {
  if (state.kind === "spots" && ui.mode !== "formula") ui.mode === "play" ? play.likeThis(event) : palette.alone(event);
});
board.addEventListener("contextmenu", (event) => event.preventDefault());

/** Brings the cursor to a place of the grid. @param {string} to */
const goTo = (to) => (state.kind !== "spots" ? moveTo(to) : ui.mode === "play" ? play.pick([to]) : palette.moveTo(to));

board.addEventListener("keydown", (event) => {
  const to = end(event);
  if (to !== undefined) {
    goTo(to);
    return event.preventDefault();
  }
  if (state.kind === "spots" && ui.mode === "play" && play.press(event)) return event.preventDefault();
  if (state.kind === "text" || ui.mode === "formula" || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = stepOf(event.key);
  if (isSelecting()) {
    if (pressSelecting(event.key, step, event.shiftKey)) event.preventDefault();
    return;
  }
  if (state.kind === "spots" && ui.mode !== "play") {
    if (!palette.press(event.key, step, event.shiftKey) && !(event.key === "Enter" && goToField())) return;
  } else if (step) {
    const cells = cellsOfBoard();
    const value = cells[ui.cursor];
    if (event.shiftKey && ui.mode === "make" && value) commit(() => (cells[beside(ui.cursor, step)] = value));
    moveTo(beside(ui.cursor, step));
  } else if (!press(event.key)) return;
  event.preventDefault();
});

/** What a key does at the cursor; whether it does anything. @param {string} pressed */
export function press(pressed) {
  const sort = kind();
  if (!sort) return false;
  if (ui.mode === "play") return pressPlaying(sort, pressed);
  if (pressed === "Enter" && goToField()) return true;
  let step = /** @type {[number, number] | null} */ (null);
  commit(() => { step = sort.key(state.model, ui.cursor, pressed); });
  if (step) moveTo(beside(ui.cursor, step));
  return step !== null;
}

/** Goes to the field about what is at the cursor; whether there is one. */
function goToField() {
  const field = /** @type {HTMLElement | null} */ (document.querySelector(`.for-${state.kind} :enabled[data-here]`));
  field?.focus();
  return field !== null;
}

/** @param {import("./kinds.js").Kind} sort @param {string} pressed */
function pressPlaying(sort, pressed) {
  const { model, entries } = state;
  const pieces = sort.pieces(model, entries, ui.hand);
  const piece = pieces.findIndex(({ key }) => key === pressed);
  if (piece >= 0) put(ui.cursor, piece);
  else if (isLaid() && /^\d$/.test(pressed)) commit(() => mark(state.marks, ui.cursor, pressed));
  else if (pressed === "Enter" || pressed === " ") ui.hand.index === null ? takeUp(ui.cursor) : put(ui.cursor);
  else if (pressed === "Delete" || pressed === "Backspace") commit(() => sort.at(entries, ui.cursor, model).forEach((key) => delete entries[key]));
  else if (pressed === "." || pressed === ",") {
    const free = [...pieces.keys()].filter((index) => !pieces[index].isUsed);
    const at = free.indexOf(ui.hand.index ?? -1);
    const next = pressed === "." ? at + 1 : at < 0 ? -1 : at - 1;
    ui.hand = { index: free.at(next % free.length) ?? null, turns: 0 };
    ui.ghost = ui.cursor;
    $("spoken").textContent = pieces[ui.hand.index ?? -1]?.label ?? "";
    render();
  } else if (pressed === "r") turn();
  else if (pressed === "Escape") {
    ui.hand.index = null;
    render();
  } else if (pressed === "h") quietly(hint());
  else if (pressed === "c" || pressed === "k") quietly(check());
  else return false;
  return true;
}
