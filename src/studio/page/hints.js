// Hints, the whole explanation, and whether something on the board is wrong.

import { askJson } from "./api.js";
import { cellsOfStep, isKnown, laidBy } from "./explain.js";
import { gridNames, key, rectangle } from "./grid.js";
import * as play from "./play.js";
import { $, commit, kind, origin, puzzle, render, say, state, ui } from "./studio.js";
import { sentence } from "./verdict.js";

/** @typedef {import("./explain.js").Step} Step */

/** What the player has put on the board, for the program. */
function onBoard() {
  const numbers = play.numbers(state.pips, state.play);
  const pipsBoard = () => ({ board: rectangle(state.pips.cells, (cell) => numbers[cell] ?? null) });
  return JSON.stringify(kind()?.board(state.model, state.entries) ?? pipsBoard());
}

/** What a step says for sure, as entries. @param {Step} step @returns {import("./kinds.js").Entries} */
function entriesOf(step) {
  const known = step.conclusions.filter(({ is }) => is !== undefined);
  const named = known.map(({ cell, is = 0 }) => /** @type {[string, number]} */ ([kind()?.keyOf(cell, origin()) ?? "", is]));
  return Object.fromEntries(named.filter(([key, value]) => kind()?.allows(state.model, key, value)));
}

/** Whether the steps still speak of what is on the board: all that was added is what they say. */
function areFresh() {
  if (!ui.steps) return false;
  if (!kind()) return true;
  const told = Object.assign({}, ...ui.steps.map(entriesOf), ui.from);
  return Object.entries(state.entries).every(([key, value]) => told[key] === value) && Object.keys(ui.from).every((key) => key in state.entries);
}

async function steps() {
  if (ui.steps && areFresh()) return ui.steps;
  say("Looking for the steps…");
  const from = Object.keys(state.entries).length && kind() ? { from: onBoard() } : undefined;
  ui.from = { ...state.entries };
  const told = await askJson("explain", puzzle() ?? "", { seconds: 30, ...from }, "steps");
  ui.steps = [...rootOf(told), ...told.steps ?? []];
  ui.left = told.solutions > 1 ? told.solutions : null;
  ui.step = -1;
  say("");
  return ui.steps;
}

/** What the explanation begins with, since dice are alike, as a step. @param {{root?: Record<string, number>}} told @returns {Step[]} */
function rootOf({ root = {} }) {
  const conclusions = Object.entries(root).map(([cell, is]) => ({ cell, is }));
  if (!conclusions.length || state.kind !== "dice") return [];
  const text = `The dice are alike, so any can be the one with ${conclusions.map(({ cell, is }) => `${cell.toUpperCase()}: let it be die ${is}`).join("; the one with ")}.`;
  return [{ text, constraints: [], facts: [], conclusions, difficulty: 0 }];
}

/** Whether all that a step says is on the board. @param {Step} step */
function isDone(step) {
  if (state.kind === "pips") return isKnown(step, state.pips, state.play, origin());
  const sort = kind();
  return sort !== undefined && step.conclusions.every(({ cell, is }) => {
    const value = state.entries[sort.keyOf(cell, origin()) ?? ""];
    return value !== undefined && (is === undefined || value === is);
  });
}

const isFull = () => kind()?.isFull(state.model, state.entries) ?? state.pips.dominoes.length === state.play.laid.length;

export async function hint() {
  if (await mistakes()) return;
  if (state.kind !== "text" && isFull()) return say("The board is complete.");
  const all = await steps();
  let index = ui.step + 1;
  while (index < all.length && isDone(all[index])) index++;
  if (index < all.length) return showStep(index);
  ui.step = -1;
  const left = ui.left === null ? "" : `: ${ui.left} solutions are left`;
  say(`Nothing more follows${left}.${all.length ? " Hint begins again with the first step that is not on the board." : ""}`);
}

/** @param {number} index */
function showStep(index) {
  const step = ui.steps?.[index];
  if (!step) return;
  ui.step = index;
  const { cells, because } = cellsOfStep(step, state.pips, origin());
  ui.shown = [...because, ...cells];
  ui.wrong = [];
  say(`${index + 1}. ${sentence(step.text)}`);
  $("apply").hidden = state.kind === "pips" ? laidBy(step, state.pips, state.play) === null : isDone(step) || !Object.keys(entriesOf(step)).length;
  for (const [place, item] of [...$("steps").children].entries()) {
    if (place === index) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  render();
}

export async function explain() {
  const all = await steps();
  $("steps").replaceChildren(...all.map((step, index) => {
    const item = Object.assign(document.createElement("li"), { textContent: sentence(step.text), tabIndex: 0 });
    item.addEventListener("click", () => showStep(index));
    item.addEventListener("focus", () => showStep(index));
    return item;
  }));
  const hardest = Math.max(0, ...all.map(({ difficulty }) => difficulty));
  say(`${all.length} steps; the hardest needs ${hardest} rules and facts together.`);
}

/** Does what the step that is shown says. */
export function apply() {
  const step = ui.steps?.[ui.step];
  if (!step) return;
  const laid = state.kind === "pips" ? laidBy(step, state.pips, state.play) : null;
  commit(() => {
    if (kind()) Object.assign(state.entries, entriesOf(step));
    if (!laid) return;
    const covers = (/** @type {[number, number]} */ cell) => laid.cells.some((own) => key(...own) === key(...cell));
    state.play.laid = state.play.laid.filter(({ cells }) => !cells.some(covers));
    state.play.laid.push(laid);
  });
  $("apply").hidden = true;
}

/** Whether something on the board is wrong, which is then marked and said. */
async function mistakes() {
  const text = puzzle();
  const isEmpty = !state.play.laid.length && !Object.keys(state.entries).length;
  if (text === null || state.kind === "text" || isEmpty) return false;
  const told = await askJson("check", text, { board: onBoard() });
  const names = Object.keys(told.wrong);
  ui.wrong = names.map((name) => (kind() ?? gridNames("cell")).keyOf(name, origin()) ?? "").filter((key) => key.includes(","));
  render();
  if (told.status !== "wrong") return false;
  if (!names.length) say("No solution has all of this, though one has each of it by itself.");
  else say(`${names.length === 1 ? "One entry is" : `${names.length} entries are`} wrong in every solution.`);
  return true;
}

export async function check() {
  if (!await mistakes()) say(isFull() ? "Solved." : "No entry on the board is wrong.");
}
