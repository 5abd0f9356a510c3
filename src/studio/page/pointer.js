// The board under the pointer and under the keys: drawing in one mode, laying dominoes in the other.

import { cellAt, pointAt } from "./board.js";
import { key, place } from "./grid.js";
import { check, hint } from "./hints.js";
import * as pips from "./pips.js";
import * as play from "./play.js";
import { $, board, commit, fill, kind, quietly, render, say, scene, settle, speak, state, ui } from "./studio.js";

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

/** What a stroke that begins at a cell does to each cell that it meets. @param {string} cell @param {[number, number]} at */
function strokeFrom(cell, at) {
  const sort = kind();
  if (sort) return sort.brush?.(state.model, cell, at) ?? null;
  const value = brush(cell);
  ui.region = pips.isRegion(value) && value ? value : null;
  return (/** @type {string} */ cell) => paint(cell, value);
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
  const [row, column] = place(to);
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  ui.cursor = to;
  ui.ghost = to;
  fill();
  render();
  speak();
}

/** Puts a piece of a kind that is drawn onto a cell, or takes it off when it is there. @param {number | null} piece @param {string} cell */
function put(piece, cell) {
  const [key, value] = (piece !== null && kind()?.put(state.model, piece, cell)) || [];
  if (key === undefined || value === undefined) return;
  commit(() => {
    if (state.entries[key] === value) delete state.entries[key];
    else state.entries[key] = value;
  });
  speak();
  if (kind()?.isFull(state.model, state.entries)) quietly(check());
}

/** Lays the domino in the hand. @param {string} cell */
function lay(cell) {
  const { index, turns } = ui.hand;
  if (index === null) return;
  const cells = play.spread(place(cell), turns);
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
  ui.ghost = key(...laid.cells[0]);
  render();
  return true;
}

/** @param {number} index */
function hold(index) {
  const laid = state.play.laid.find((one) => one.index === index);
  if (kind()) ui.hand.index = ui.hand.index === index ? null : index;
  else if (laid) takeUp(key(...laid.cells[0]));
  else if (ui.hand.index === index) turn();
  else ui.hand = { index, turns: 0 };
  render();
}

export function turn() {
  ui.hand.turns = (ui.hand.turns + 1) % 4;
  render();
}

/** @param {string} cell */
function playAt(cell) {
  if (kind()) return put(ui.hand.index, cell);
  const isHolding = ui.hand.index !== null;
  ui.dragged = !isHolding && takeUp(cell);
  if (isHolding) lay(cell);
}

board.addEventListener("pointerdown", (event) => {
  const point = pointAt(board, event, scene());
  if (event.button !== 0 || point === null) return;
  board.setPointerCapture(event.pointerId);
  moveTo(point.cell);
  if (ui.mode === "play") return playAt(point.cell);
  const before = JSON.stringify(state);
  const paint = strokeFrom(point.cell, point.at);
  if (!paint) return;
  ui.stroke = { before, paint, cells: new Set([point.cell]) };
  paint(point.cell);
  fill();
  render();
});

board.addEventListener("pointermove", (event) => {
  const cell = cellAt(board, event, scene());
  if (ui.mode === "play") {
    if (cell !== ui.ghost && ui.hand.index !== null) { ui.ghost = cell; render(); }
  } else if (ui.stroke && cell && !ui.stroke.cells.has(cell)) {
    ui.stroke.cells.add(cell);
    ui.cursor = cell;
    ui.stroke.paint(cell);
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
  if (kind()) return;
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
  const [row, column] = place(ui.cursor);
  return key(row + down, column + right);
};

board.addEventListener("focus", speak);

board.addEventListener("keydown", (event) => {
  if (state.kind === "text" || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const { cells } = state.model ?? state.pips;
    const value = cells?.[ui.cursor];
    const to = beside(arrow);
    if (event.shiftKey && ui.mode === "make" && value) commit(() => (cells[to] = value));
    moveTo(to);
  } else if (!press(event.key)) return;
  event.preventDefault();
});

/** What a key does at the cursor; whether it does anything. @param {string} pressed */
export function press(pressed) {
  return kind() ? drawnKey(pressed) : ui.mode === "make" ? makeKey(pressed) : playKey(pressed);
}

/** @param {string} pressed */
function drawnKey(pressed) {
  const sort = kind();
  const { model, entries } = state;
  const cell = ui.cursor;
  if (!sort) return false;
  if (ui.mode === "make") {
    let isKnown = false;
    commit(() => { isKnown = sort.key(model, cell, pressed); });
    if (isKnown) speak();
    return isKnown;
  }
  const piece = sort.pieces(model, entries).findIndex(({ key }) => key === pressed);
  if (piece >= 0) put(piece, cell);
  else if (pressed === "Enter" || pressed === " ") put(ui.hand.index, cell);
  else if (pressed === "Delete" || pressed === "Backspace") commit(() => { for (const key of sort.at(entries, cell, model)) delete entries[key]; });
  else return playQuestion(pressed);
  return true;
}

/** @param {string} pressed */
function playQuestion(pressed) {
  if (pressed === "Escape") { ui.hand.index = null; render(); }
  else if (pressed === "h") quietly(hint());
  else if (pressed === "c") quietly(check());
  else return false;
  return true;
}

/** @param {string} key */
function makeKey(key) {
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

/** @param {string} key */
function playKey(key) {
  const isLaid = (/** @type {number} */ index) => state.play.laid.some((laid) => laid.index === index);
  if (/^\d$/.test(key)) commit(() => play.mark(state.play, ui.cursor, key));
  else if (key === "." || key === ",") {
    const free = [...state.pips.dominoes.keys()].filter((index) => !isLaid(index));
    const at = free.indexOf(ui.hand.index ?? -1);
    const next = key === "." ? at + 1 : at < 0 ? free.length - 1 : at - 1 + free.length;
    if (free.length) ui.hand = { index: free[next % free.length], turns: 0 };
    ui.ghost = ui.cursor;
    if (ui.hand.index !== null) $("spoken").textContent = `domino ${pips.nameOf(state.pips.dominoes[ui.hand.index])}`;
    render();
  } else if (key === "r") turn();
  else if (key === "Enter" || key === " ") ui.hand.index === null ? takeUp(ui.cursor) : lay(ui.cursor);
  else return playQuestion(key);
  return true;
}
