// Rules for a board that somebody has drawn.

import { ask, unlessWrong } from "./api.js";
import { opened } from "./files.js";
import { allMoved, extent } from "./grid.js";
import * as pips from "./pips.js";
import { $, commit, kind, state } from "./studio.js";

/** Has rules made for the board, with its dominoes or others, and puts them there. */
export async function makeRules() {
  const { model } = state;
  const say = (/** @type {string} */ text) => { $("shape-wrong").textContent = text; };
  if (!Object.keys(model.cells).length || Object.keys(model.cells).length % 2) return say("Draw a board with an even number of cells first.");
  const isDealt = $("shape-dominoes").value === "dealt";
  if (!isDealt && model.dominoes.length !== pips.wanted(model)) return say(`Choose ${pips.wanted(model)} dominoes first, or let others be chosen.`);
  const asked = isDealt ? kind()?.sketch?.(model) ?? "" : pips.write(pips.stated(model));
  const mix = $("shape-rules").value;
  const settings = { dominoes: $("shape-dominoes").value, ...(mix && { rules: mix }), difficulty: $("shape-difficulty").value, seed: String(Math.floor(Math.random() * 1e9)), seconds: "40" };
  say("Looking for rules…");
  const made = ask("rules", asked, settings, "rules").then((text) => opened(text, async () => null));
  const wrong = await unlessWrong(made.then((puzzle) => {
    if (puzzle) put(pips.read(puzzle.text));
    return "";
  }), ({ message, stopped }) => (stopped ? "No rules were found in time: try again, or another difficulty." : message));
  say(wrong);
}

/** Puts regions, rules and dominoes on the board, where its cells are. @param {pips.Pips} made */
function put({ cells, rules, dominoes }) {
  const { top, left } = extent(state.model.cells);
  const at = extent(cells);
  commit(() => Object.assign(state.model, { cells: allMoved(cells, { top: top - at.top, left: left - at.left }), rules, dominoes }));
}
