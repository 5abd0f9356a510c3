// The state of the page, its history, and what is seen of it.

import { Gone, isEnded, Wrong } from "./api.js";
import { draw } from "./board.js";
import * as files from "./files.js";
import { extent, key, moved, place } from "./grid.js";
import { KINDS } from "./kinds.js";
import * as pips from "./pips.js";
import { showFields, showPieces } from "./controls.js";
import * as play from "./play.js";

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

/** @type {SVGSVGElement} */
const board = $("board");

/** @type {import("./files.js").State} */
let state = { kind: "pips", pips: pips.blank(), text: "", model: null, entries: {}, play: play.start() };
const past = /** @type {string[]} */ ([]);
let future = /** @type {string[]} */ ([]);

/** What is seen but not kept. */
const ui = {
  mode: /** @type {"make" | "play"} */ ("make"),
  cursor: "1,1",
  region: /** @type {string | null} */ (null),
  stroke: /** @type {{before: string, paint: (cell: string) => void, cells: Set<string>} | null} */ (null),
  hand: { index: /** @type {number | null} */ (null), turns: 0 },
  ghost: /** @type {string | null} */ (null),
  dragged: false,
  wrong: /** @type {string[]} */ ([]),
  shown: /** @type {string[]} */ ([]),
  candidates: /** @type {Record<string, string> | null} */ (null),
  solution: /** @type {import("./play.js").Laid[] | null} */ (null),
  picture: /** @type {SVGElement | null} */ (null),
  drawn: /** @type {Record<string, string>} */ ({}),
  at: /** @type {ReturnType<typeof extent> | null} */ (null),
  asked: /** @type {string | null} */ (null),
  verdict: /** @type {import("./verdict.js").Verdict | null} */ (null),
  steps: /** @type {import("./explain.js").Step[] | null} */ (null),
  from: /** @type {import("./kinds.js").Entries} */ ({}),
  step: -1,
  left: /** @type {number | null} */ (null),
};

/** The kind that is drawn here besides pips, while its text is understood. */
const kind = () => (state.model ? KINDS[state.kind] : undefined);

/** The cells of a board that has room around it. */
const cellsOfBoard = () => (state.kind === "pips" ? state.pips.cells : kind()?.hasRoom ? state.model.cells : {});

// ---- The state and its history.

/** Changes the state, so that it can be undone. @param {() => void} change */
function commit(change) {
  const before = JSON.stringify(state);
  change();
  settle(before);
}

/** What follows when the state is no longer what it was. @param {string} before */
function settle(before) {
  makeRoom();
  if (state.kind === "pips") state.play = play.prune(state.pips, state.play);
  const sort = kind();
  if (sort) {
    const was = JSON.parse(before);
    if (was.text === state.text && JSON.stringify(was.model) !== JSON.stringify(state.model)) state.text = sort.write(state.model);
    state.entries = Object.fromEntries(Object.entries(state.entries).filter(([key, value]) => sort.allows(state.model, key, value)));
  }
  if (JSON.stringify(state) !== before) {
    past.push(before);
    future = [];
  }
  changed();
}

/** Leaves a row and a column free above and left of the board. */
function makeRoom() {
  const { top, left } = extent(cellsOfBoard());
  const [down, right] = [top < 1 ? 1 : 0, left < 1 ? 1 : 0];
  if (!down && !right) return;
  const shift = (/** @type {string} */ cell) => moved(cell, { top: down, left: right });
  const shifted = (/** @type {Record<string, any>} */ cells) =>
    Object.fromEntries(Object.entries(cells).map(([cell, value]) => [shift(cell), value]));
  if (state.kind === "pips") state.pips.cells = shifted(state.pips.cells);
  else {
    state.model.cells = shifted(state.model.cells);
    state.entries = shifted(state.entries);
  }
  state.play.marks = shifted(state.play.marks);
  for (const laid of state.play.laid) for (const cell of laid.cells) { cell[0] += down; cell[1] += right; }
  ui.cursor = shift(ui.cursor);
}

/** @param {string[]} from @param {string[]} to */
function travel(from, to) {
  const next = from.pop();
  if (next === undefined) return;
  to.push(JSON.stringify(state));
  state = JSON.parse(next);
  changed();
}

let keeping = 0;
let follow = () => {};

/** Says what to do when the puzzle may be another. @param {() => void} does */
export const whenChanged = (does) => (follow = does);

function changed() {
  clearTimeout(keeping);
  keeping = setTimeout(() => quietly(files.keep(state)), 250);
  fill();
  follow();
  render();
}

/** @param {Promise<unknown> | undefined} work */
async function quietly(work) {
  try {
    await work;
  } catch (error) {
    if (isEnded(error)) return;
    if (error instanceof Gone) notice("The studio has ended. What is on this page is kept in this browser: start `cnfetti studio` again and open its address.");
    else if (error instanceof Wrong) say(error.message);
    else throw error;
  }
}

/** Says something above the board. @param {string} text */
function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = text === "";
}

/** The puzzle for the program, or null while something is missing. */
function puzzle() {
  if (state.kind !== "pips") return state.text.trim() ? state.text : null;
  return pips.missing(state.pips) ? null : pips.write(state.pips);
}

/** The place of the puzzle on the board of the page. */
function origin() {
  const cells = cellsOfBoard();
  if (Object.keys(cells).length) return extent(cells);
  const [height, width] = kind()?.size(state.model) ?? [0, 0];
  return { top: 0, left: 0, height, width };
}

// ---- What is seen.

/** @param {string} text */
function say(text) {
  $("said").textContent = text;
}

/** @returns {import("./board.js").Scene} */
function scene() {
  const sort = kind();
  const common = { cursor: ui.cursor, picture: ui.picture, at: ui.at, wrong: ui.wrong, shown: ui.shown };
  if (state.kind === "pips") return { ...common, ...pipsScene() };
  const cells = cellsOfBoard();
  const [rows, columns] = sort?.size(state.model) ?? [0, 0];
  return {
    ...common, ...roomFor(cells, rows, columns), side: sort?.side(state.model) ?? [64, 64], hasRoom: sort?.hasRoom ?? false, isWhole: sort?.isWhole ?? true,
    cursor: sort && (sort.brush || ui.mode === "play") ? ui.cursor : null,
    fresh: Object.keys(cells).filter((cell) => !(cell in ui.drawn)),
    chosen: [], tiles: [], overlay: sort && ui.mode === "play" ? sort.draw(state.model, state.entries) : [],
    marks: Object.fromEntries(Object.entries(ui.candidates ?? {}).filter(([cell]) => ui.mode === "make" || !(cell in state.entries))), isShaded: () => false,
  };
}

/** As many rows and columns as are asked for, or more, for room beside the cells. @param {Record<string, unknown>} cells @param {number} rows @param {number} columns */
function roomFor(cells, rows, columns) {
  const places = Object.keys(cells).map(place);
  return { rows: Math.max(rows, ...places.map(([row]) => row + 2)), columns: Math.max(columns, ...places.map(([, column]) => column + 2)) };
}

function pipsScene() {
  const { cells } = state.pips;
  const covered = play.numbers(state.pips, state.play);
  const tiles = /** @type {import("./board.js").Scene["tiles"]} */ (state.play.laid.map(({ index, cells }) => ({ cells, numbers: state.pips.dominoes[index] })));
  const free = (ui.solution ?? []).filter(({ cells }) => !cells.some((cell) => key(...cell) in covered));
  tiles.push(...free.map(({ index, cells }) => ({ cells, numbers: state.pips.dominoes[index], look: "ghost" })));
  const { index, turns } = ui.hand;
  if (ui.mode === "play" && index !== null && ui.ghost) {
    const cells = play.spread(place(ui.ghost), turns);
    tiles.push({ cells, numbers: state.pips.dominoes[index], look: play.fits(state.pips, state.play, cells) ? "ghost" : "ghost bad" });
  }
  const marks = ui.candidates ?? (ui.mode === "play" ? state.play.marks : {});
  return {
    ...roomFor(cells, 9, 10), side: /** @type {[number, number]} */ ([64, 64]), hasRoom: true, isWhole: false, overlay: [], tiles,
    fresh: Object.keys(cells).filter((cell) => ui.drawn[cell] !== cells[cell]),
    chosen: ui.mode === "make" && ui.region ? Object.keys(cells).filter((cell) => cells[cell] === ui.region) : [],
    marks: Object.fromEntries(Object.entries(marks).filter(([cell]) => !(cell in covered))),
    isShaded: (/** @type {string} */ cell) => pips.isRegion(cells[cell] ?? "#"),
  };
}

function render() {
  document.body.className = `kind-${state.kind} ${ui.mode === "play" && state.kind !== "text" ? "playing" : ""}`;
  draw(board, scene());
  $("welcome").hidden = state.kind !== "pips" || Object.keys(state.pips.cells).length > 0;
  $("undo").disabled = past.length === 0;
  $("redo").disabled = future.length === 0;
  if (ui.mode !== "play") return;
  const drawn = kind();
  if (drawn) showPieces($("tray"), drawn.pieces(state.model, state.entries), ui.hand.index);
  else if (state.kind === "pips") play.showTray($("tray"), state.pips, state.play, ui.hand);
}

/** Puts the state into the controls, but not where somebody types. */
function fill() {
  const set = (/** @type {string} */ id, /** @type {string} */ value) => {
    if (document.activeElement !== $(id)) $(id).value = value;
  };
  const { pips: own } = state;
  const sort = kind();
  const title = titled()?.title ?? "";
  set("title", title);
  showFields(state.kind, sort, state.model, ui.cursor);
  set("text", state.text);
  if (state.kind === "text") $("written").open = true;
  set("dominoes", own.dominoes.map((domino) => pips.nameOf(domino)).join(" "));
  const wanted = Math.floor(Object.keys(own.cells).length / 2);
  $("dominoes-needed").textContent = wanted ? `${own.dominoes.length} of ${wanted}` : "";
  if (ui.region && !Object.values(own.cells).includes(ui.region)) ui.region = null;
  const [relation, number] = (ui.region && own.rules[ui.region] ? own.rules[ui.region] : "free").split(" ");
  $("rule").disabled = ui.region === null;
  $("rule-name").textContent = ui.region ?? "–";
  set("rule-sort", relation);
  set("rule-number", number ?? "");
  $("rule-number").hidden = number === undefined;
  const name = title || files.fileName();
  document.title = `${name ? `${name} – ` : ""}cnfetti studio`;
}

/** What has the title: the text of other puzzles has it itself. */
const titled = () => (state.kind === "pips" ? state.pips : kind() && state.model);

/** Tells those who do not see the board what is at the cursor. */
function speak() {
  const [row, column] = place(ui.cursor);
  const sort = kind();
  const first = sort && !sort.hasRoom ? 1 : 0;
  $("spoken").textContent = `Row ${row + first}, column ${column + first}: ${sort ? sort.speak(state.model, ui.cursor, state.entries) : spokenPips()}`;
}

function spokenPips() {
  const value = state.pips.cells[ui.cursor];
  const number = play.numbers(state.pips, state.play)[ui.cursor];
  const what = value === undefined ? "no cell" : value === "#" ? "no rule" : !pips.isRegion(value) ? `given ${value}` : `region ${value}, ${pips.inWords(state.pips.rules[value] ?? "free")}`;
  const on = number === undefined ? state.play.marks[ui.cursor] ? `, marks ${state.play.marks[ui.cursor]}` : "" : `, holds ${number}`;
  return what + on;
}

export { $, board, cellsOfBoard, changed, commit, fill, kind, notice, origin, past, puzzle, quietly, render, say, scene, settle, speak, state, titled, travel, ui };
export const undo = () => travel(past, future);
export const redo = () => travel(future, past);

/** Begins with another puzzle, which can be undone. @param {Partial<import("./files.js").State>} next */
export function replace(next) {
  commit(() => { state = { kind: "pips", pips: pips.blank(), text: "", model: null, entries: {}, play: play.start(), ...next }; });
  ui.cursor = state.kind === "pips" || kind()?.hasRoom ? "1,1" : "0,0";
  render();
}
