// The state of the page, its history, and what is seen of it.

import { Gone, Wrong } from "./api.js";
import { draw, veil } from "./board.js";
import { showCells } from "./cells.js";
import { about } from "./changes.js";
import { numberLines, showPieces } from "./controls.js";
import * as files from "./files.js";
import { allMoved, extent, isCell, moved, place } from "./grid.js";
import { takeAway } from "./given.js";
import { KINDS } from "./kinds.js";
import { lens } from "./lens.js";
import { names } from "./names.js";
import * as notes from "./notes.js";
import { chosen, selected, showPalette, startOver } from "./palette.js";
import * as pips from "./pips.js";
import * as spotPlay from "./play.js";
import { frame, selection } from "./select.js";
import { showSet } from "./set.js";
import * as spots from "./spots.js";
import { play, time, view } from "./view.js";

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

/** @type {SVGSVGElement} */
const board = $("board");

/** @returns {import("./files.js").State} */
const blank = () => ({ kind: "pips", text: "", model: pips.blank(), entries: {}, marks: {} });

let state = blank();
/** A state, and what the change was about that leads from it. @typedef {{state: string, what: string}} Before */

const past = /** @type {Before[]} */ ([]);
let future = /** @type {Before[]} */ ([]);

/** @typedef {"make" | "play" | "explain" | "rules" | "formula"} Mode */

/** What is seen but not kept. */
const ui = {
  mode: /** @type {Mode} */ ("make"),
  cursor: "1,1",
  selects: false,
  stroke: /** @type {{before: string, paint: (cell: string) => void} | null} */ (null),
  hand: /** @type {import("./kinds.js").Hand} */ ({ index: null, turns: 0 }),
  ghost: /** @type {string | null} */ (null),
  picked: /** @type {{index: number, x: number, y: number} | null} */ (null),
  dragged: /** @type {string | null} */ (null),
  wrong: /** @type {string[]} */ ([]),
  // The cells to frame, each once.
  shown: /** @type {string[]} */ ([]),
  // What a hint rules out, by unknown, and what it follows from.
  struck: /** @type {Record<string, number[]>} */ ({}),
  because: /** @type {string[]} */ ([]),
  conflicts: /** @type {string[]} */ ([]),
  candidates: /** @type {Record<string, any> | null} */ (null),
  decided: /** @type {import("./kinds.js").Entries} */ ({}),
  solution: /** @type {import("./dominoes.js").Laid | null} */ (null),
  picture: /** @type {SVGElement | null} */ (null),
  // What the picture has of the player.
  pictured: /** @type {import("./kinds.js").Entries} */ ({}),
  // What there was before a trial.
  hints: 0,
  // Of the verdict: where two solutions differ, what contradicts itself, and clues that are not needed.
  pair: /** @type {any[] | null} */ (null),
  contradiction: /** @type {string[]} */ ([]),
  redundant: /** @type {import("./given.js").Clue[]} */ ([]),
  trial: /** @type {{entries: import("./kinds.js").Entries, marks: Record<string, string>} | null} */ (null),
  sketch: /** @type {string | null} */ (null),
  drawn: /** @type {Record<string, string>} */ ({}),
  at: /** @type {ReturnType<typeof extent> | null} */ (null),
  asked: /** @type {string | null} */ (null),
  solutions: /** @type {bigint | null} */ (null),
  understood: "",
  chooses: /** @type {((name: string | null, cell: string | null) => void) | null} */ (null),
  steps: /** @type {import("./explain.js").Step[] | null} */ (null),
  from: /** @type {import("./kinds.js").Entries} */ ({}),
  step: -1,
  left: /** @type {number | null} */ (null),
};

/** The kind that is drawn here, while its text is understood. */
const kind = () => (state.model ? KINDS[state.kind] : undefined);

/** The cells of a board that has room around it. @returns {Record<string, string>} */
const cellsOfBoard = () => (kind()?.hasRoom ? state.model.cells : {});

// ---- The state and its history.

/** Changes the state, so that it can be undone. @param {() => void} change */
function commit(change) {
  const before = JSON.stringify(state);
  change();
  settle(before);
}

/** What follows when the state is no longer what it was. @param {string} before @param {boolean} [isEdit] that can be undone */
function settle(before, isEdit = true) {
  makeRoom();
  const sort = kind();
  const was = JSON.parse(before);
  if (sort) {
    if (was.text === state.text && JSON.stringify(was.model) !== JSON.stringify(state.model)) state.text = sort.write(state.model);
    state.entries = Object.fromEntries(Object.entries(state.entries).filter(([key, value]) => sort.allows(state.model, key, value)));
  }
  if (JSON.stringify(state) !== before) {
    if (isEdit) past.push({ state: before, what: about(was, state) });
    future = [];
  }
  changed();
}

/** Leaves a row and a column free above and left of the board. */
function makeRoom() {
  const { top, left } = extent(cellsOfBoard());
  if (top > 0 && left > 0) return;
  const by = { top: top < 1 ? 1 : 0, left: left < 1 ? 1 : 0 };
  const { entries, marks, model: { cells } } = state;
  Object.assign(state, allMoved({ entries, marks }, by));
  state.model.cells = allMoved(cells, by);
  ui.cursor = moved(ui.cursor, by);
  if (selection.ends) selection.ends = allMoved(selection.ends, by);
}

/** @param {Before[]} from @param {Before[]} to @param {string} said */
function travel(from, to, said) {
  const next = from.pop();
  if (next === undefined) return;
  to.push({ state: JSON.stringify(state), what: next.what });
  state = JSON.parse(next.state);
  changed();
  $("spoken").textContent = `${said}: ${next.what}`;
}

let follow = () => {};

/** Says what to do when the puzzle may be another. @param {() => void} does */
export const whenChanged = (does) => (follow = does);

function changed() {
  files.keepSoon(state, quietly);
  follow();
  fill();
  render();
}

/** @param {unknown} work a promise, if it takes long */
async function quietly(work) {
  try {
    await work;
  } catch (error) {
    if (error instanceof Gone) notice(error.message);
    else if (error instanceof Wrong) say(error.message);
    else if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** Says something above the board. @param {string} text */
const notice = (text) => { Object.assign($("notice"), { textContent: text, hidden: text === "" }); };

/** The puzzle for the program, or null while something is missing. */
const puzzle = () => (state.text.trim() && !kind()?.missing?.(state.model) ? state.text : null);

/** The place of the puzzle on the board of the page. */
function origin() {
  const cells = cellsOfBoard();
  if (Object.keys(cells).length) return extent(cells);
  const [height, width] = kind()?.size(state.model) ?? [0, 0];
  return { top: 0, left: 0, height, width };
}

// ---- What is seen.

/** @param {string} text */
const say = (text) => { $("said").textContent = text; };

/** @returns {import("./board.js").Scene} */
function scene() {
  const sort = kind();
  const { model, entries } = state;
  const isPlaying = ui.mode === "play";
  const { cursor, picture, at } = ui;
  const [wrong, shown, conflicts] = [ui.wrong, ui.shown, ui.conflicts].map((cells) => cells.filter(isCell));
  const isSpots = state.kind === "spots" && model;
  const isMade = ui.mode === "make" || ui.mode === "rules";
  const chosenThere = isSpots && isMade && chosen() ? [...selected().map((cell) => spots.frame(cell, "chosen-area")), spots.frame(cursor, "cursor")] : [];
  // What spoils the puzzle is not for a player.
  const candidates = isPlaying ? null : ui.candidates;
  const tints = isSpots ? [...(isPlaying ? notes.colours() : []), ...spots.framed(ui.because, "tint because"), ...spots.framed(ui.wrong, "tint wrong-tint"), ...spots.framed(ui.shown, "tint hint-tint")] : [];
  const framed = isSpots ? [...tints, veil(spots.framed(ui.shown, "shown")), ...spots.framed(ui.wrong, "wrong"), ...spots.framed(ui.conflicts, "conflict"), ...chosenThere, ...spots.pencils(candidates ?? {}), ...(isPlaying ? notes.layers() : onMaking())] : [];
  const cells = cellsOfBoard();
  const places = Object.keys(cells).map(place);
  const [rows, columns] = sort?.size(model) ?? [0, 0];
  const taken = sort?.shown?.(model, entries) ?? (isPlaying ? entries : {});
  const marks = Object.entries((isSpots ? {} : candidates) ?? (isPlaying ? state.marks : isMade ? {} : allOf(ui.decided))).filter(([cell]) => !(cell in taken) && (cell in cells || (!sort?.hasRoom && isCell(cell))));
  return {
    picture, at, wrong, shown, conflicts, marks: Object.fromEntries(marks), overlay: [...overlay(), ...framed, ...(ui.mode === "make" && sort ? frame(sort.side(model), Boolean(isSpots)) : []), ...((isPlaying ? view.letters || ui.step >= 0 && ui.shown.length : view.names) && sort && ui.at ? names(state, sort, picture, isMade) : [])],
    lens, zoom: isPlaying && sort?.hasRoom ? at : null,
    rows: Math.max(rows, ...places.map(([row]) => row + 2)), columns: Math.max(columns, ...places.map(([, column]) => column + 2)),
    margin: isSpots && isMade && chosen()?.on === "outside" ? spots.sheet.side / 2 : 0,
    side: sort?.side(model) ?? [64, 64], hasRoom: sort?.hasRoom ?? false, isWhole: sort?.isWhole ?? true,
    cursor: sort && state.kind !== "spots" && ui.mode !== "formula" && (sort.brush || isPlaying) ? cursor : null,
    fresh: Object.keys(cells).filter((cell) => ui.drawn[cell] !== cells[cell]),
    chosen: region() && !isPlaying ? Object.keys(cells).filter((cell) => cells[cell] === region()) : [],
    isShaded: (cell) => state.kind === "pips" && pips.isRegion(cells[cell]),
  };
}

/** What the verdict says on the board of a page of text, for whoever makes it. */
function onMaking() {
  if (ui.mode !== "make" || !spots.sheet.spots) return [];
  const { pair } = ui;
  const differing = pair ? spots.differing(state.model.unknown, pair[0], pair[1]) : [];
  const contradicting = new Set(ui.contradiction.flatMap((text) => spots.placesIn(text, state.model)));
  return [...differing.map((at) => spots.frame(at, "differs")), ...[...contradicting].map((at) => spots.frame(at, "wrong")), ...ui.redundant.map((clue) => spots.badge(clue.at, () => commit(() => takeAway(state.model, clue))))];
}

/** Numbers as pencil marks. @param {import("./kinds.js").Entries} entries */
const allOf = (entries) => Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, String(value)]));

/** The region at the cursor, whose rule stands beside the board. */
const region = () => (state.kind === "pips" && pips.isRegion(state.model.cells[ui.cursor]) ? state.model.cells[ui.cursor] : null);

/** What is on the board, or would be. Dominoes stay when the board is drawn. */
function overlay() {
  const sort = kind();
  const { model } = state;
  if (!sort || (ui.mode === "make" && !sort.held)) return [];
  const isDecided = (/** @type {[string, any]} */ [key, value]) => sort.allows(model, key, value);
  const entries = ui.mode === "formula" ? Object.fromEntries(Object.entries(ui.decided).filter(isDecided)) : state.entries;
  const { solution, ghost, mode, hand: { index, turns } } = ui;
  const taken = sort.shown?.(model, entries) ?? {};
  const free = Object.entries(mode === "play" ? {} : solution ?? {}).filter(([, cells]) => !cells.some((cell) => cell in taken));
  const held = mode === "play" && index !== null && ghost ? sort.held?.(model, index, ghost, entries, turns) : null;
  return [...sort.draw(model, entries), ...sort.draw(model, Object.fromEntries(free), "ghost"), ...held ?? []];
}

function render() {
  const isPlaying = ui.mode === "play";
  const classes = [`kind-${state.kind}`, `mode-${ui.mode}`, ["explain", "rules", "formula"].includes(ui.mode) && "wide", isPlaying && state.kind !== "text" && "playing", files.file.plays && "player"];
  document.body.className = classes.filter(Boolean).join(" ");
  const seen = scene();
  draw(board, seen);
  showCells(seen);
  notes.showPad();
  $("welcome").hidden = state.kind !== "pips" || state.text !== "";
  for (const [id, steps] of /** @type {[string, Before[]][]} */ ([["undo", past], ["redo", future]])) {
    showHistory(id, steps);
    $(`play-${id}`).disabled = steps.length === 0;
  }
  $("trial").ariaPressed = String(ui.trial !== null);
  $("trial").textContent = ui.trial ? "Take back" : "Try";
  $("keep").hidden = ui.trial === null;
  showPalette();
  play(state.text, isPlaying && state.text !== "");
  showTime();
  if (isPlaying) showPieces($("tray"), kind()?.pieces(state.model, state.entries, ui.hand) ?? [], ui.hand.index);
}

/** A button that says what it takes back. @param {string} id @param {Before[]} steps */
function showHistory(id, steps) {
  const what = steps.at(-1)?.what ?? "";
  $(id).disabled = steps.length === 0;
  $(id).querySelector("span").textContent = what;
  $(id).title = what;
}

/** The time on the clock, if somebody wants to see it. */
export function showTime() {
  $("clock").textContent = view.timer ? time() : "";
}

/** What stands in the controls: of any puzzle, and of its kind. @returns {Record<string, import("./kinds.js").Field>} */
const fields = () => ({
  text: { get: () => state.text, set: (_, text) => Object.assign(state, { text, model: null }) },
  title: { get: (model) => model?.title ?? "", set: (model, text) => Object.assign(model ?? {}, { title: text.trim() }) },
  source: { get: (model) => model?.source ?? "", set: (model, text) => Object.assign(model ?? {}, { source: text.trim() }) },
  ...kind()?.fields, ...kind()?.fieldsOf?.(state.model),
});

/** Puts the state into the controls, but not where somebody types. */
function fill() {
  const known = fields();
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-field]"))) {
    const field = known[input.dataset.field ?? ""];
    if (field && input !== document.activeElement) input.value = String(field.get(state.model, ui.cursor));
  }
  for (const id of ["text", "rules"]) numberLines($(id));
  for (const part of document.querySelectorAll(`.fields.for-${state.kind}`)) part.toggleAttribute("disabled", !kind());
  $("rule").disabled = region() === null;
  showText();
  if (state.kind === "pips") fillDominoes();
  fillAbout();
  const name = state.model?.title || files.file.name;
  if (files.file.plays && name) document.querySelector("h1")?.replaceChildren(name);
  document.title = `${name ? `${name} – ` : ""}cnfetti studio`;
}

/** Opens the text of what only the text shows, until the board does. */
function showText() {
  const written = $("written");
  if (state.kind === "text" && !written.open) Object.assign(written, { open: true }).dataset.forced = "";
  if (state.kind === "text" || !("forced" in written.dataset)) return;
  delete written.dataset.forced;
  // Who types there goes on.
  if (document.activeElement !== $("text")) written.open = false;
}

/** What a player wants to know of the puzzle: its name, who made it, and its rules. */
function fillAbout() {
  const { title = "", source = "" } = state.model ?? {};
  const texts = { title, source, rules: kind()?.rules(state.model) ?? "" };
  for (const [name, text] of Object.entries(texts)) Object.assign($(`about-${name}`), { textContent: text, hidden: text === "" && name !== "title" });
}

function fillDominoes() {
  showSet($("set"), state.model);
  const { wrong } = pips.readDominoes($("dominoes").value);
  const wanted = pips.wanted(state.model);
  $("dominoes").setAttribute("aria-invalid", String(wrong !== null));
  const number = wanted ? `${state.model.dominoes.length} of ${wanted}` : "";
  $("dominoes-needed").textContent = wrong === null ? number : `${wrong} is not a domino: write 51 or 10-5`;
}

export { $, board, cellsOfBoard, changed, commit, fields, fill, kind, notice, origin, puzzle, quietly, render, say, scene, settle, state, ui };
export const undo = () => travel(past, future, "Undone");
export const redo = () => travel(future, past, "Done again");

/** Begins with another puzzle, which can be undone unless there was none. @param {Partial<import("./files.js").State>} next */
export function replace(next) {
  const before = JSON.stringify(state);
  state = { ...blank(), ...next };
  spots.sheet.spots = null;
  selection.ends = null;
  $("written").open = false;
  startOver();
  spotPlay.startOver();
  ui.trial = null;
  settle(before, before !== JSON.stringify(blank()));
  ui.cursor = kind()?.hasRoom || ["spots", "text"].includes(state.kind) ? "1,1" : "0,0";
  fill();
  render();
}
