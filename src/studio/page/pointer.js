// The board under the pointer and under the keys: drawing in one mode, laying dominoes in the other.

import { cellAt } from "./board.js";
import * as pips from "./pips.js";
import * as play from "./play.js";
import { $, board, check, commit, fill, hint, quietly, render, say, scene, settle, speak, state, ui } from "./studio.js";

/** The tool that is chosen: "region", "#" for a cell without a rule, "" for no cell. */
const tool = () => /** @type {HTMLInputElement} */ (document.querySelector("input[name=tool]:checked")).value;

/** @param {string} cell @param {string} value */
function paint(cell, value) {
  if (value === "") delete state.pips.cells[cell];
  else state.pips.cells[cell] = value;
}

/** What the tool writes, when it begins at a cell. @param {string} cell */
function brush(cell) {
  if (tool() !== "region") return tool();
  const there = state.pips.cells[cell] ?? "#";
  return pips.isRegion(there) ? there : pips.freshName(state.pips);
}

/** @param {string | null} name */
function choose(name) {
  ui.region = name;
  fill();
  render();
}

/** @param {string | null} to */
function moveTo(to) {
  if (to === null) return;
  const { rows, columns } = scene();
  const [row, column] = pips.place(to);
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  ui.cursor = to;
  ui.ghost = to;
  render();
  speak();
}

/** Lays the domino in the hand. @param {string} cell */
function lay(cell) {
  const { index, turns } = ui.hand;
  if (index === null) return;
  const cells = play.spread(pips.place(cell), turns);
  if (!play.fits(state.pips, state.play, cells)) return say("It does not fit there.");
  commit(() => state.play.laid.push({ index, cells }));
  const isLeft = (/** @type {unknown} */ _, /** @type {number} */ at) => !state.play.laid.some((laid) => laid.index === at);
  ui.hand.index = null;
  ui.ghost = null;
  say(state.pips.dominoes.some(isLeft) ? "" : "All dominoes are on the board.");
  if (!state.pips.dominoes.some(isLeft)) quietly(check());
  render();
}

/** Takes up what lies at a cell. @param {string} cell */
function takeUp(cell) {
  const laid = play.laidAt(state.play, cell);
  if (!laid) return false;
  commit(() => (state.play.laid = state.play.laid.filter((one) => one !== laid)));
  ui.hand = { index: laid.index, turns: play.turnsOf(laid) };
  ui.ghost = pips.key(...laid.cells[0]);
  render();
  return true;
}

/** @param {number | null} index */
export function hold(index) {
  if (index !== null && play.laidAt(state.play, cellOf(index) ?? "")) takeUp(cellOf(index) ?? "");
  else if (ui.hand.index === index) turn();
  else ui.hand = { index, turns: 0 };
  render();
}

/** Where a domino lies. @param {number} index */
function cellOf(index) {
  const laid = state.play.laid.find((one) => one.index === index);
  return laid ? pips.key(...laid.cells[0]) : null;
}

export function turn() {
  ui.hand.turns = (ui.hand.turns + 1) % 4;
  render();
}

board.addEventListener("pointerdown", (event) => {
  if (state.kind !== "pips" || event.button !== 0) return;
  const cell = cellAt(board, event, scene());
  if (cell === null) return;
  board.setPointerCapture(event.pointerId);
  if (ui.mode === "play") {
    const isHolding = ui.hand.index !== null;
    moveTo(cell);
    ui.dragged = !isHolding && takeUp(cell);
    if (isHolding) lay(cell);
    return;
  }
  moveTo(cell);
  const value = brush(cell);
  ui.stroke = { value, before: JSON.stringify(state), first: cell, cells: new Set([cell]) };
  if (!pips.isRegion(state.pips.cells[cell] ?? "#") || value !== state.pips.cells[cell]) paint(cell, value);
  ui.region = pips.isRegion(value) && value ? value : null;
  fill();
  render();
});

board.addEventListener("pointermove", (event) => {
  if (state.kind !== "pips") return;
  const cell = cellAt(board, event, scene());
  if (ui.mode === "play") {
    if (cell !== ui.ghost) { ui.ghost = cell; render(); }
  } else if (ui.stroke && cell && !ui.stroke.cells.has(cell)) {
    ui.stroke.cells.add(cell);
    ui.cursor = cell;
    paint(cell, ui.stroke.value);
    render();
  }
});

board.addEventListener("pointerup", (event) => {
  if (ui.stroke) {
    const { before } = ui.stroke;
    ui.stroke = null;
    settle(before);
  } else if (ui.dragged) {
    ui.dragged = false;
    const cell = cellAt(board, event, scene());
    if (cell && cell !== ui.cursor) lay(cell);
  }
});

$("tray").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (!button) return;
  let moved = false;
  const from = { x: event.clientX, y: event.clientY };
  const move = (/** @type {PointerEvent} */ at) => {
    if (!moved && Math.hypot(at.clientX - from.x, at.clientY - from.y) > 8) {
      moved = true;
      if (ui.hand.index !== Number(button.dataset.index)) hold(Number(button.dataset.index));
    }
    if (moved) { ui.ghost = cellAt(board, at, scene()); render(); }
  };
  const up = () => {
    removeEventListener("pointermove", move);
    if (moved && ui.ghost) lay(ui.ghost);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up, { once: true });
});

$("tray").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (button) hold(Number(button.dataset.index));
});

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowUp: [-1, 0] });

/** @param {[number, number]} step */
const beside = ([down, right]) => {
  const [row, column] = pips.place(ui.cursor);
  return pips.key(row + down, column + right);
};

board.addEventListener("focus", speak);

board.addEventListener("keydown", (event) => {
  if (state.kind !== "pips" || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const value = state.pips.cells[ui.cursor];
    const to = beside(arrow);
    if (event.shiftKey && ui.mode === "make" && value) commit(() => paint(to, value));
    moveTo(to);
  } else if (!(ui.mode === "make" ? makeKey(event) : playKey(event))) return;
  event.preventDefault();
});

/** @param {KeyboardEvent} event */
function makeKey({ key }) {
  const cell = ui.cursor;
  const value = state.pips.cells[cell];
  if (/^[a-z0-9#]$/i.test(key)) {
    commit(() => paint(cell, key.toUpperCase()));
    choose(pips.isRegion(key) ? key.toUpperCase() : null);
    moveTo(beside([0, 1]));
  } else if (key === "Delete" || key === "Backspace") {
    commit(() => paint(cell, ""));
    if (key === "Backspace") moveTo(beside([0, -1]));
  } else if (key === " ") commit(() => paint(cell, brush(cell)));
  else if (key === "Enter" && value && pips.isRegion(value)) {
    choose(value);
    $("rule-sort").focus();
  } else return false;
  return true;
}

/** @param {KeyboardEvent} event */
function playKey({ key }) {
  const count = state.pips.dominoes.length;
  const isLaid = (/** @type {number} */ index) => state.play.laid.some((laid) => laid.index === index);
  if (/^\d$/.test(key)) commit(() => play.mark(state.play, ui.cursor, key));
  else if (key === "." || key === ",") {
    const free = [...Array(count).keys()].filter((index) => !isLaid(index));
    const at = free.indexOf(ui.hand.index ?? -1);
    const next = key === "." ? at + 1 : at < 0 ? free.length - 1 : at - 1 + free.length;
    if (free.length) ui.hand = { index: free[next % free.length], turns: 0 };
    ui.ghost = ui.cursor;
    if (ui.hand.index !== null) $("spoken").textContent = `domino ${pips.nameOf(state.pips.dominoes[ui.hand.index])}`;
    render();
  } else if (key === "r") turn();
  else if (key === "Enter" || key === " ") ui.hand.index === null ? takeUp(ui.cursor) : lay(ui.cursor);
  else if (key === "Escape") { ui.hand.index = null; render(); }
  else if (key === "h") quietly(hint());
  else if (key === "c") quietly(check());
  else return false;
  return true;
}
