// Which rules the entries of a player break, each by itself: shown while they play, unless they do not want it.

import { ask, forget, unlessWrong } from "./api.js";
import { moved } from "./grid.js";
import { named } from "./spots.js";
import { $, kind, origin, puzzle, render, state, ui } from "./studio.js";
import { cellsOf, sentence } from "./verdict.js";
import { view } from "./view.js";

/** What was asked last: the puzzle and what is on it; empty if nothing is. */
let asked = "";

/** @typedef {{constraint: string, reason: string}} Rule */

/** The entries that a rule is about. @param {Rule} rule */
function about({ constraint, reason }) {
  const { model, entries } = state;
  const cells = state.kind === "spots" ? named(constraint) : cellsOf(constraint, reason).map((cell) => moved(cell, origin()));
  const taken = kind()?.shown?.(model, entries) ?? entries;
  const entered = cells.filter((cell) => cell in taken);
  return entered.length ? entered : cells;
}

/** What is on a place, as far as it is given or entered. @param {string} name */
function valueOf(name) {
  if (name in state.entries) return state.entries[name];
  const [, row, column] = /\[r(\d+)c(\d+)\]$/.exec(name) ?? [];
  const at = `${2 * Number(row) - 1},${2 * Number(column) - 1}`;
  const given = state.model.clues?.find((/** @type {import("./given.js").Layer} */ { on, values, at: there }) => on === "cells" && values === "number" && there[at]);
  return given && Number(given.at[at]);
}

/** A broken rule as what is wrong: two equal numbers, or what does not hold. @param {Rule} rule */
function violation({ constraint, reason }) {
  const values = constraint.startsWith("AllDifferent(") && state.kind === "spots" ? (constraint.match(/\w+\[[^\]]*\]/g) ?? []).map(valueOf).filter((value) => value !== undefined) : [];
  const twice = values.find((value, at) => values.indexOf(value) !== at);
  const where = /^(?:the )?(.*) has each number once$/.exec(reason)?.[1] ?? /^no number occurs twice in (.*)$/.exec(reason)?.[1];
  if (twice !== undefined && where) return `${{ 2: "Two", 3: "Three", 4: "Four" }[values.filter((value) => value === twice).length] ?? "Several"} ${twice}s in ${where}.`;
  return `Broken: ${reason[0].toLowerCase() === reason[0] ? sentence(reason).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()) : sentence(reason)}.`;
}

/** @param {Rule[]} rules */
function show(rules) {
  ui.conflicts = [...new Set(rules.flatMap(about))];
  $("broken").textContent = [...new Set(rules.map(violation))].join(" ");
  render();
}

/** What is on the board, with what it shows of it. */
function onBoard() {
  const sort = kind();
  return JSON.stringify({ ...sort?.board(state.model, state.entries), ...sort?.seen?.(state.model, state.entries) });
}

/** Asks anew when something else is on the board. */
export async function conflicts() {
  const text = puzzle();
  const isWanted = view.conflicts && ui.mode === "play" && text !== null && kind() && Object.keys(state.entries).length;
  const now = isWanted ? JSON.stringify([text, state.entries]) : "";
  if (now === asked) return;
  asked = now;
  forget("conflicts");
  if (!isWanted) return show([]);
  const told = await unlessWrong(ask("conflicts", text, { board: onBoard(), seconds: "5" }, "conflicts"), () => null);
  if (asked === now) show(told?.broken_rules ?? []);
}
