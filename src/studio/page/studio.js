// The state of the page, its history, and what is seen of it.

import { ask, askJson, forget, Gone, isEnded, Wrong } from "./api.js";
import { draw, parsePicture, shape, tile } from "./board.js";
import { cellsOfStep, isKnown, laidBy, moved } from "./explain.js";
import * as files from "./files.js";
import * as pips from "./pips.js";
import * as play from "./play.js";
import { showWrong } from "./text.js";
import { cellsIn, judge, sentence } from "./verdict.js";

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

/** @type {SVGSVGElement} */
const board = $("board");

/** @type {import("./files.js").State} */
let state = { kind: "pips", pips: pips.blank(), text: "", play: play.start() };
const past = /** @type {string[]} */ ([]);
let future = /** @type {string[]} */ ([]);

/** What is seen but not kept. */
const ui = {
  mode: /** @type {"make" | "play"} */ ("make"),
  cursor: "1,1",
  region: /** @type {string | null} */ (null),
  stroke: /** @type {{value: string, before: string, first: string, cells: Set<string>} | null} */ (null),
  hand: { index: /** @type {number | null} */ (null), turns: 0 },
  ghost: /** @type {string | null} */ (null),
  dragged: false,
  wrong: /** @type {string[]} */ ([]),
  shown: /** @type {string[]} */ ([]),
  candidates: /** @type {Record<string, string> | null} */ (null),
  possible: /** @type {Record<string, string> | null} */ (null),
  solution: /** @type {import("./play.js").Laid[] | null} */ (null),
  picture: /** @type {SVGElement | null} */ (null),
  drawn: /** @type {Record<string, string>} */ ({}),
  at: /** @type {ReturnType<typeof pips.extent> | null} */ (null),
  asked: /** @type {string | null} */ (null),
  verdict: /** @type {import("./verdict.js").Verdict | null} */ (null),
  steps: /** @type {import("./explain.js").Step[] | null} */ (null),
  step: -1,
};

// ---- The state and its history.

/** Changes the state, so that it can be undone. @param {() => void} change */
function commit(change) {
  const before = JSON.stringify(state);
  change();
  settle(before);
}

/** What follows when the state is no longer what it was. @param {string} before */
function settle(before) {
  if (state.kind === "pips") {
    makeRoom();
    state.play = play.prune(state.pips, state.play);
  }
  if (JSON.stringify(state) !== before) {
    past.push(before);
    future = [];
  }
  changed();
}

/** Leaves a row and a column free above and left of the board. */
function makeRoom() {
  const { top, left } = pips.extent(state.pips);
  const [down, right] = [top < 1 ? 1 : 0, left < 1 ? 1 : 0];
  if (!down && !right) return;
  const shift = (/** @type {string} */ cell) => moved(cell, { top: down, left: right });
  const shifted = (/** @type {Record<string, string>} */ cells) =>
    Object.fromEntries(Object.entries(cells).map(([cell, value]) => [shift(cell), value]));
  state.pips.cells = shifted(state.pips.cells);
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

function changed() {
  clearTimeout(keeping);
  keeping = setTimeout(() => quietly(files.keep(state)), 250);
  fill();
  refresh();
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

/** @param {string} text */
function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = text === "";
}

/** The puzzle for the program, or null while something is missing. */
function puzzle() {
  if (state.kind === "text") return state.text.trim() ? state.text : null;
  return pips.missing(state.pips) ? null : pips.write(state.pips);
}

/** The origin of the board on the canvas. */
const origin = () => (state.kind === "pips" ? pips.extent(state.pips) : { top: 0, left: 0 });

// ---- What the program says.

function refresh() {
  const text = state.kind === "text" ? state.text : JSON.stringify(state.pips);
  if (text === ui.asked) return;
  ui.asked = text;
  Object.assign(ui, { wrong: [], shown: [], candidates: null, possible: null, solution: null, steps: null, step: -1, verdict: null });
  $("steps").replaceChildren();
  $("apply").hidden = true;
  say("");
  quietly(picture());
  quietly(verdict());
}

async function picture() {
  if (state.kind === "pips") {
    const cells = { ...state.pips.cells };
    const count = Object.keys(cells).length;
    if (count === 0) Object.assign(ui, { picture: null, at: null, drawn: {} });
    else {
      const filler = Array(Math.floor(count / 2)).fill([0, 0]);
      const at = pips.extent(state.pips);
      const text = await ask("picture", pips.write(state.pips, filler));
      Object.assign(ui, { picture: parsePicture(text), at, drawn: cells });
    }
    return render();
  }
  try {
    ui.picture = parsePicture(await ask("picture", state.text));
    showWrong($("text"), $("wrong"), null);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    showWrong($("text"), $("wrong"), state.text.trim() ? error : null);
  }
  render();
}

async function verdict() {
  forget("verdict", "candidates", "solution", "clues", "steps");
  const text = puzzle();
  const missing = state.kind === "pips" ? pips.missing(state.pips) : null;
  if (text === null) return showVerdict({ answer: "An empty board", detail: "", look: "", solutions: null, reasons: [], ...missing });
  try {
    await judge(text, showVerdict);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    showVerdict({ answer: "Not a puzzle yet", detail: error.message, look: "", solutions: null, reasons: [] });
  }
}

/** @param {import("./verdict.js").Verdict} verdict */
function showVerdict(verdict) {
  ui.verdict = verdict;
  $("verdict").className = verdict.look;
  if ($("answer").textContent !== verdict.answer) $("answer").textContent = verdict.answer;
  $("detail").textContent = verdict.detail;
  showReasons(verdict.reasons);
  const { solutions } = verdict;
  const some = solutions !== null && solutions > 0n;
  $("compare").hidden = state.kind !== "pips" || solutions === null || solutions < 2n;
  $("clues").disabled = $("solution").disabled = $("explain").disabled = $("hint").disabled = !some;
  $("candidates").disabled = !some || state.kind !== "pips";
  for (const id of ["candidates", "solution"]) {
    if (some && $(id).getAttribute("aria-pressed") === "true") quietly(id === "candidates" ? candidates() : solution());
  }
  if (verdict.reasons.length) {
    ui.wrong = verdict.reasons.flatMap(({ cells }) => cells.map((cell) => moved(cell, origin())));
  }
  render();
}

/** @param {{text: string, cells: string[]}[]} reasons */
function showReasons(reasons) {
  $("reasons").replaceChildren(...reasons.map(({ text, cells }) => {
    const item = Object.assign(document.createElement("li"), { textContent: text });
    item.addEventListener("pointerenter", () => { ui.shown = cells.map((cell) => moved(cell, origin())); render(); });
    item.addEventListener("pointerleave", () => { ui.shown = []; render(); });
    return item;
  }));
}

async function candidates() {
  const text = puzzle();
  if (text === null) return;
  ui.candidates = await possibilities(text, "candidates");
  if (Object.keys(ui.candidates).length === 0) say("The candidates take longer than there is time for.");
  render();
}

/** The numbers that each cell has in some solution, asked once. @param {string} text @param {string} topic */
async function possibilities(text, topic) {
  if (!ui.possible) {
    const told = await askJson("candidates", text, {}, topic);
    const entries = Object.entries(told.candidates ?? {});
    ui.possible = Object.fromEntries(entries.map(([cell, values]) => [moved(cellsIn(cell)[0], origin()), Object.keys(values).join(" ")]));
  }
  return ui.possible;
}

async function solution() {
  const text = puzzle();
  if (text === null) return;
  if (state.kind === "text") ui.picture = parsePicture(await ask("solution", text));
  else {
    const told = await askJson("solve", text, {}, "solution");
    const found = told.solution ?? told.solutions?.[0];
    if (found) ui.solution = play.fromSolution(state.pips, found, origin());
  }
  render();
}

async function clues() {
  say("Looking…");
  const told = await askJson("clues", puzzle() ?? "", { seconds: 20 });
  const reasons = /** @type {{text: string, cells: string[]}[]} */ ([]);
  const list = (/** @type {string[]} */ of) => of.map(sentence).join("; ");
  if (told.redundant?.length) reasons.push({ text: `Each of these can go by itself: ${list(told.redundant)}`, cells: [] });
  if (told.redundant?.length === 0) reasons.push({ text: "None of the rules can go.", cells: [] });
  for (const set of told.redundant?.length ? told.minimal_sets : []) reasons.push({ text: `Enough: ${list(set)}`, cells: [] });
  const fewest = Object.entries(told.apart?.fewest ?? {});
  if (fewest.length) {
    const given = fewest.map(([cell, value]) => `${cell.replace(/cell\[(\d+)\]\[(\d+)\]/, (_, row, column) => `row ${+row + 1}, column ${+column + 1}`)} is ${value}`);
    reasons.push({ text: `It would be unique with: ${given.join("; ")}`, cells: fewest.flatMap(([cell]) => cellsIn(cell)) });
  }
  if (!reasons.length) reasons.push({ text: "There was not enough time to tell.", cells: [] });
  say("");
  showReasons(reasons);
}

async function compare() {
  const told = await askJson("unique", puzzle() ?? "");
  if (!told.second || !ui.picture || !ui.at) return say("No second solution was found in time.");
  const at = ui.at;
  const boards = [told.solution, told.second].map((one, index, both) => {
    const svg = shape("svg", { class: "cnfetti", role: "img", "aria-label": `Solution ${index + 1}`, viewBox: `${at.left * 64 - 8} ${at.top * 64 - 8} ${at.width * 64 + 20} ${at.height * 64 + 20}` });
    const laid = play.fromSolution(state.pips, one, at);
    svg.append(/** @type {Node} */ (ui.picture?.cloneNode(true)), ...laid.map(({ index, cells }) => tile(...cells, state.pips.dominoes[index])));
    const text = (/** @type {import("./play.js").Laid} */ one) => JSON.stringify([one.index, one.cells]);
    const others = new Set(play.fromSolution(state.pips, both[1 - index], at).map(text));
    for (const one of laid.filter((one) => !others.has(text(one)))) {
      for (const [row, column] of one.cells) svg.append(shape("rect", { x: column * 64 + 4, y: row * 64 + 4, width: 56, height: 56, rx: 6, class: "wrong" }));
    }
    return svg;
  });
  $("pair").replaceChildren(...boards);
  $("dialog-compare").showModal();
}

// ---- Hints and steps.

async function steps() {
  if (ui.steps) return ui.steps;
  say("Looking for the steps…");
  const told = await askJson("explain", puzzle() ?? "", { seconds: 30 }, "steps");
  ui.steps = told.steps ?? [];
  say("");
  return ui.steps ?? [];
}

async function hint() {
  if (state.kind === "pips" && await mistakes()) return;
  const all = await steps();
  const { pips: board, play: on } = state;
  const isOpen = (/** @type {number} */ index) => state.kind === "text" || !isKnown(all[index], board, on, origin());
  let index = ui.step + 1;
  while (index < all.length && !isOpen(index)) index++;
  if (index >= all.length) {
    ui.step = -1;
    const left = state.kind === "text" || board.dominoes.length > on.laid.length;
    return say(left ? "That was the last step. Hint begins again with the first that is not on the board." : "The board is complete.");
  }
  showStep(index);
}

/** @param {number} index */
function showStep(index) {
  const step = ui.steps?.[index];
  if (!step) return;
  ui.step = index;
  const { cells, because } = cellsOfStep(step, state.pips, origin());
  ui.shown = because;
  ui.wrong = [];
  say(`${index + 1}. ${step.text}`);
  if (cells.length) ui.shown = [...because, ...cells];
  $("apply").hidden = laidBy(step, state.pips, state.play) === null;
  for (const [place, item] of [...$("steps").children].entries()) {
    if (place === index) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  render();
}

async function explain() {
  const all = await steps();
  $("steps").replaceChildren(...all.map((step, index) => {
    const item = Object.assign(document.createElement("li"), { textContent: step.text, tabIndex: 0 });
    item.addEventListener("click", () => showStep(index));
    item.addEventListener("focus", () => showStep(index));
    return item;
  }));
  const hardest = Math.max(0, ...all.map(({ difficulty }) => difficulty));
  say(`${all.length} steps; the hardest needs ${hardest} rules and facts together.`);
}

function apply() {
  const step = ui.steps?.[ui.step];
  const laid = step && laidBy(step, state.pips, state.play);
  if (!laid) return;
  const before = ui.step;
  commit(() => {
    state.play.laid = state.play.laid.filter(({ cells }) => !cells.some((cell) => laid.cells.some((own) => pips.key(...own) === pips.key(...cell))));
    state.play.laid.push(laid);
  });
  ui.step = before;
  $("apply").hidden = true;
}

/** Whether something on the board is wrong, which is then marked. */
async function mistakes() {
  const text = puzzle();
  if (text === null || state.kind === "text") return false;
  const possible = await possibilities(text, "check");
  const shown = Object.entries(play.numbers(state.pips, state.play));
  ui.wrong = shown.filter(([cell, number]) => possible[cell] && !possible[cell].split(" ").includes(String(number))).map(([cell]) => cell);
  const count = ui.wrong.length;
  if (count) say(`${count === 1 ? "A cell is" : `${count} cells are`} wrong in every solution.`);
  render();
  return count > 0;
}

async function check() {
  if (await mistakes()) return;
  const left = state.pips.dominoes.length - state.play.laid.length;
  const solved = ui.verdict?.look === "one" && left === 0;
  say(solved ? "Solved." : left ? "No number on the board is wrong." : "Each number by itself is right in some solution.");
}

// ---- What is seen.

/** @param {string} text */
function say(text) {
  $("said").textContent = text;
}

/** @returns {import("./board.js").Scene} */
function scene() {
  const isPips = state.kind === "pips";
  const { cells } = state.pips;
  const places = Object.keys(cells).map(pips.place);
  const size = (/** @type {number} */ axis, /** @type {number} */ least) => Math.max(least, ...places.map((at) => at[axis] + 2));
  const tiles = state.play.laid.map(({ index, cells }) => ({ cells, numbers: state.pips.dominoes[index], look: "" }));
  if (ui.solution && isPips) {
    const covered = play.numbers(state.pips, state.play);
    const free = ui.solution.filter(({ cells }) => !cells.some((cell) => pips.key(...cell) in covered));
    tiles.push(...free.map(({ index, cells }) => ({ cells, numbers: state.pips.dominoes[index], look: "ghost" })));
  }
  const { index, turns } = ui.hand;
  if (ui.mode === "play" && index !== null && ui.ghost) {
    const cells = play.spread(pips.place(ui.ghost), turns);
    tiles.push({ cells, numbers: state.pips.dominoes[index], look: play.fits(state.pips, state.play, cells) ? "ghost" : "ghost bad" });
  }
  const covered = play.numbers(state.pips, state.play);
  const marks = ui.candidates ?? (ui.mode === "play" ? state.play.marks : {});
  const chosen = ui.mode === "make" && ui.region ? Object.keys(cells).filter((cell) => cells[cell] === ui.region) : [];
  return {
    rows: size(0, 9), columns: size(1, 10), cursor: ui.cursor, picture: ui.picture, at: ui.at,
    fresh: Object.keys(cells).filter((cell) => ui.drawn[cell] !== cells[cell]),
    chosen, wrong: ui.wrong, shown: ui.shown, tiles,
    marks: Object.fromEntries(Object.entries(marks).filter(([cell]) => !(cell in covered))),
    isShaded: (cell) => pips.isRegion(cells[cell] ?? "#"),
  };
}

function render() {
  const isPips = state.kind === "pips";
  document.body.className = `kind-${state.kind} ${ui.mode === "play" ? "playing" : ""}`;
  if (isPips) draw(board, scene());
  else {
    board.setAttribute("viewBox", ui.picture?.getAttribute("viewBox") ?? "0 0 640 480");
    board.replaceChildren(...(ui.picture ? [...ui.picture.cloneNode(true).childNodes] : []));
  }
  $("welcome").hidden = !isPips || Object.keys(state.pips.cells).length > 0;
  $("undo").disabled = past.length === 0;
  $("redo").disabled = future.length === 0;
  if (isPips && ui.mode === "play") play.showTray($("tray"), state.pips, state.play, ui.hand);
}

/** Puts the state into the controls, but not where somebody types. */
function fill() {
  const set = (/** @type {string} */ id, /** @type {string} */ value) => {
    if (document.activeElement !== $(id)) $(id).value = value;
  };
  const { pips: own } = state;
  set("title", own.title);
  $("title").hidden = state.kind === "text";
  document.querySelector("label[for=title]")?.toggleAttribute("hidden", state.kind === "text");
  set("text", state.text);
  set("dominoes", own.dominoes.map((domino) => pips.nameOf(domino)).join(" "));
  const wanted = Math.floor(Object.keys(own.cells).length / 2);
  $("dominoes-needed").textContent = wanted ? `${own.dominoes.length} of ${wanted}` : "";
  if (ui.region && !Object.values(own.cells).includes(ui.region)) ui.region = null;
  const [sort, number] = (ui.region && own.rules[ui.region] ? own.rules[ui.region] : "free").split(" ");
  $("rule").disabled = ui.region === null;
  $("rule-name").textContent = ui.region ?? "–";
  set("rule-sort", sort);
  set("rule-number", number ?? "");
  $("rule-number").hidden = number === undefined;
  $("keys").textContent = ui.mode === "make"
    ? "Arrows move; a letter puts the cell into that region, # leaves it without a rule, Delete removes it; Enter chooses the rule."
    : "Arrows move; comma and period choose a domino, R turns it, Enter lays it or takes it up; digits are pencil marks.";
  document.title = `${own.title || files.fileName() || "cnfetti studio"}${own.title || files.fileName() ? " – cnfetti studio" : ""}`;
}

/** Tells those who do not see the board what is at the cursor. */
function speak() {
  const value = state.pips.cells[ui.cursor];
  const [row, column] = pips.place(ui.cursor);
  const number = play.numbers(state.pips, state.play)[ui.cursor];
  const what = value === undefined ? "no cell" : value === "#" ? "no rule" : !pips.isRegion(value) ? `given ${value}` : `region ${value}, ${pips.inWords(state.pips.rules[value] ?? "free")}`;
  const on = number === undefined ? state.play.marks[ui.cursor] ? `, marks ${state.play.marks[ui.cursor]}` : "" : `, holds ${number}`;
  $("spoken").textContent = `Row ${row}, column ${column}: ${what}${on}`;
}

export { $, apply, board, candidates, check, clues, commit, compare, explain, fill, hint, notice, past, puzzle, quietly, render, say, scene, settle, solution, speak, state, travel, ui, changed };
export const undo = () => travel(past, future);
export const redo = () => travel(future, past);
/** @param {import("./files.js").State} next */
export function replace(next) {
  commit(() => { state = next; });
}
