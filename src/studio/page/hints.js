// Hints, and whether something on the board is wrong.

import { ask } from "./api.js";
import * as files from "./files.js";
import { cellsIn, moved } from "./grid.js";
import { named } from "./spots.js";
import { $, commit, kind, origin, puzzle, render, say, state, ui } from "./studio.js";
import { cellsOf, sentence } from "./verdict.js";
import { solved, time } from "./view.js";

/** @typedef {import("./explain.js").Step} Step */

/** The values of a cell's pencil marks. @param {string} [text] */
const marked = (text = "") => text.split(" ").filter(Boolean).map(Number);

/** What the player has put on the board, for the program. */
export function onBoard() {
  const marks = Object.fromEntries(Object.entries(state.marks).filter(([, text]) => marked(text).length).map(([cell, text]) => [cell, marked(text)]));
  const added = Object.keys(marks).length ? kind()?.marked?.(state.model, marks, state.entries) : {};
  return JSON.stringify({ ...kind()?.board(state.model, state.entries), ...added });
}

/** What a step says for sure, as entries. @param {Step} step @returns {import("./kinds.js").Entries} */
function entriesOf(step) {
  const sort = kind();
  if (!sort || sort.placed) return sort?.placed?.(state.model, step, state.entries) ?? {};
  const known = step.conclusions.filter(({ is }) => is !== undefined);
  const named = known.map(({ cell, is }) => /** @type {[string, any]} */ ([sort.keyOf(cell, origin()) ?? "", is]));
  return Object.fromEntries(named.filter(([key, value]) => sort.allows(state.model, key, value)));
}

/** Whether the steps still speak of what is on the board: all that was added is what they say. @param {Step[]} steps */
function areFresh(steps) {
  if (!kind() || kind()?.placed) return true;
  const explained = Object.assign({}, ...steps.map(entriesOf), ui.from);
  return Object.entries(state.entries).every(([key, value]) => explained[key] === value) && Object.keys(ui.from).every((key) => key in state.entries);
}

async function steps() {
  if (ui.steps && areFresh(ui.steps)) return ui.steps;
  say("Looking for the steps…");
  const from = Object.keys(state.entries).length && !kind()?.placed ? { from: onBoard() } : undefined;
  ui.from = { ...state.entries };
  const answer = await ask("explain", puzzle() ?? "", { seconds: "30", ...from }, "steps");
  // What is seen to be decided by a step is as good as said.
  const whole = (/** @type {Step & {seen?: Step["conclusions"]}} */ step) => ({ ...step, conclusions: [...step.conclusions, ...step.seen ?? []] });
  ui.steps = [...rootOf(answer), ...(answer.steps ?? []).map(whole)];
  ui.left = answer.solutions > 1 ? answer.solutions : null;
  ui.step = -1;
  say("");
  return ui.steps;
}

/** What the explanation begins with where values are alike, as a step. @param {{root?: Record<string, number>, root_text?: string | null}} answer @returns {Step[]} */
function rootOf({ root = {}, root_text: text }) {
  const conclusions = Object.entries(root).map(([cell, is]) => ({ cell, is }));
  return text ? [{ text, constraints: [], facts: [], conclusions, difficulty: 0 }] : [];
}

/** Whether the pencil marks of a cell show what a step says of it. @param {Step["conclusions"][number]} conclusion */
function isMarked({ cell, is, is_none_of: gone }) {
  const marks = marked(state.marks[kind()?.keyOf(cell, origin()) ?? ""]);
  return marks.length > 0 && (is !== undefined ? marks.every((mark) => mark === is) : Boolean(gone) && !marks.some((mark) => gone?.includes(mark)));
}

/** Whether all that a step says is on the board. @param {Step} whole */
function isDone(whole) {
  const sort = kind();
  const step = { ...whole, conclusions: whole.conclusions.filter((conclusion) => !isMarked(conclusion)) };
  if (whole.conclusions.length && !step.conclusions.length) return true;
  if (!sort || sort.isKnown) return sort?.isKnown?.(state.model, step, state.entries) ?? false;
  return step.conclusions.every(({ cell, is }) => {
    const value = state.entries[sort.keyOf(cell, origin()) ?? ""];
    return value !== undefined && (is === undefined || value === is);
  });
}

const isFull = () => kind()?.isFull(state.model, state.entries) ?? false;

export async function hint() {
  if (await mistakes()) return;
  if (isFull()) return say("The board is complete.");
  const all = await steps();
  const index = all.findIndex((step, index) => index > ui.step && !isDone(step));
  if (index >= 0) {
    ui.hints++;
    return showStep(index);
  }
  ui.step = -1;
  const left = ui.left === null ? "" : `: ${ui.left} solutions are left`;
  say(`Nothing more follows${left}.${all.length ? " The next hint is the first step that is not on the board." : ""}`);
}

/** @param {number} index */
function showStep(index) {
  const step = ui.steps?.[index];
  if (!step) return;
  const [because, shown] = cellsOfStep(step);
  const struck = Object.fromEntries(step.conclusions.flatMap(({ cell, is_none_of: gone }) => (gone ? [[cell, gone]] : [])));
  Object.assign(ui, { step: index, because, shown, struck, wrong: [] });
  say(`${index + 1}. ${[step.text, ...step.course ?? []].map(sentence).join(" ")}`);
  $("apply").hidden = isDone(step) || !Object.keys(entriesOf(step)).length;
  render();
}

/** The cells that a step follows from, and those that it is about. @param {Step} step @returns {[string[], string[]]} */
function cellsOfStep({ constraints, facts = [], conclusions }) {
  if (state.kind === "spots") {
    const about = [...new Set(conclusions.map(({ cell }) => cell))];
    const from = [...constraints.flatMap(({ constraint }) => named(constraint)), ...facts.map(({ cell }) => cell)];
    // A rule about the whole board points nowhere.
    const isEverywhere = new Set(from).size > 30;
    const because = isEverywhere ? facts.map(({ cell }) => cell) : from;
    return [[...new Set(because)].filter((name) => !about.includes(name)), about];
  }
  const here = (/** @type {string[]} */ cells) => cells.map((cell) => moved(cell, origin()));
  const because = constraints.flatMap(({ constraint, reason }) => here(cellsOf(constraint, reason)));
  const cells = conclusions.flatMap(({ cell, is = -1 }) => {
    const named = here(cellsIn(cell));
    return named.length ? named : kind()?.placement?.(state.model, is) ?? [];
  });
  return [[], [...new Set([...because, ...cells])]];
}

/** Does what the step that is shown says. */
export function apply() {
  const step = ui.steps?.[ui.step];
  if (step) commit(() => Object.assign(state.entries, entriesOf(step)));
  $("apply").hidden = true;
}

/** Whether something on the board is wrong, which is then marked and said. */
export async function mistakes() {
  const text = puzzle();
  const sort = kind();
  if (text === null || !sort || ![state.entries, state.marks].some((there) => Object.keys(there).length)) return false;
  const answer = await ask("check", text, { board: onBoard() });
  const keys = Object.entries(answer.wrong).flatMap(([name, value]) => sort.keyOf(name, origin()) ?? sort.placement?.(state.model, value) ?? []);
  ui.wrong = [...new Set(keys)].filter((key) => state.kind === "spots" || key.includes(","));
  render();
  if (answer.status !== "wrong") return false;
  // Where nothing is entered it is the marks.
  const at = (/** @type {string} */ key) => (key.includes(",") ? sort.at(state.entries, key, state.model) : []);
  const { size } = new Set(keys.flatMap((key) => (at(key).length ? at(key) : key)));
  if (!size) say("Each entry is possible alone, but not all of them together.");
  else say(size === 1 ? "The marked entry is wrong." : `The ${size} marked entries are wrong.`);
  return true;
}

/** Whether what is on the board is a solution. */
async function isSolved() {
  const whole = kind()?.whole?.(state.model, state.entries);
  if (isFull() || !whole) return isFull();
  return (await ask("check", puzzle() ?? "", { board: JSON.stringify(kind()?.board(state.model, whole)) })).status === "right";
}

export async function check() {
  if (await mistakes()) return;
  const isDone = await isSolved();
  if (!isDone) return say("No entry on the board is wrong.");
  solved();
  // The last hint has done its work.
  Object.assign(ui, { shown: [], because: [], struck: {}, trial: null });
  $("apply").hidden = true;
  $("again").hidden = files.file.plays || state.model?.own === true;
  render();
  const hints = ui.hints === 0 ? "without a hint" : `with ${ui.hints} ${ui.hints === 1 ? "hint" : "hints"}`;
  say(`Solved in ${time()}, ${hints}.`);
}
