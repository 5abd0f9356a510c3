// What the program says of the puzzle: the verdict after each change, and the rest on demand.

import { ask, askJson, forget, Wrong } from "./api.js";
import { draw, parsePicture, shape } from "./board.js";
import { cellsIn, key, moved } from "./grid.js";
import { KINDS } from "./kinds.js";
import { showTables } from "./models.js";
import * as pips from "./pips.js";
import * as play from "./play.js";
import { $, cellsOfBoard, fill, kind, origin, puzzle, quietly, render, say, scene, state, ui } from "./studio.js";
import { showWrong } from "./text.js";
import { readToml } from "./toml.js";
import { judge, sentence } from "./verdict.js";

/** Asks anew when the puzzle is another. */
export function refresh() {
  const text = state.kind === "pips" ? JSON.stringify(state.pips) : state.text;
  if (text === ui.asked) return;
  ui.asked = text;
  Object.assign(ui, { wrong: [], shown: [], candidates: null, solution: null, steps: null, step: -1, verdict: null });
  for (const id of ["steps", "tables"]) $(id).replaceChildren();
  $("apply").hidden = true;
  say("");
  quietly(picture());
  quietly(verdict());
  if (state.kind !== "pips" && !state.model) quietly(understand(state.text));
}

/** Learns what was typed: the program's own writing of it is read into a model. @param {string} text */
async function understand(text) {
  const toml = await ask("convert", text, { to: "toml" }, "understand").then(readToml, (error) => {
    if (error instanceof Wrong) return /** @type {Record<string, any>} */ ({});
    throw error;
  });
  if (state.text !== text || !KINDS[toml.kind]) return;
  Object.assign(state, { kind: toml.kind, model: KINDS[toml.kind].read(toml) });
  ui.drawn = { ...cellsOfBoard() };
  ui.at = origin();
  fill();
  render();
}

async function picture() {
  const drawn = { ...cellsOfBoard() };
  const at = origin();
  const count = Object.keys(state.pips.cells).length;
  if (state.kind === "pips" && count === 0) Object.assign(ui, { picture: null, at: null, drawn: {} });
  else {
    const text = state.kind === "pips" ? pips.write(state.pips, Array(Math.floor(count / 2)).fill([0, 0])) : state.text;
    try {
      Object.assign(ui, { picture: parsePicture(await ask("picture", text)), at, drawn });
      showWrong($("text"), $("wrong"), null);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      showWrong($("text"), $("wrong"), text.trim() ? error : null);
    }
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
  $("compare").hidden = state.kind === "text" || solutions === null || solutions < 2n;
  $("clues").disabled = $("solution").disabled = $("explain").disabled = $("hint").disabled = !some;
  $("candidates").disabled = !some || ["text", "dice"].includes(state.kind);
  for (const id of ["candidates", "solution"]) {
    if (some && $(id).getAttribute("aria-pressed") === "true") quietly(id === "candidates" ? candidates() : solution());
  }
  if (verdict.reasons.length) ui.wrong = verdict.reasons.flatMap(({ cells }) => cells.map((cell) => moved(cell, origin())));
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

export async function candidates() {
  const told = await askJson("candidates", puzzle() ?? "", {});
  const label = (/** @type {string} */ value) => kind()?.label(state.model, Number(value)) ?? value;
  const entries = Object.entries(told.candidates ?? {});
  if (!entries.length) say("The candidates take longer than there is time for.");
  ui.candidates = Object.fromEntries(entries.map(([cell, values]) => [moved(cellsIn(cell)[0], origin()), Object.keys(values).map(label).join(" ")]));
  render();
}

export async function solution() {
  const text = puzzle() ?? "";
  if (state.kind === "text") showTables($("tables"), (await askJson("solve", text, {}, "table")).solution ?? {});
  if (state.kind !== "pips") ui.picture = parsePicture(await ask("solution", text));
  else {
    const told = await askJson("solve", text, {}, "solution");
    const found = told.solution ?? told.solutions?.[0];
    if (found) ui.solution = play.fromSolution(state.pips, found, origin());
  }
  render();
}

export async function clues() {
  say("Looking…");
  const told = await askJson("clues", puzzle() ?? "", { seconds: 20 });
  const reasons = /** @type {{text: string, cells: string[]}[]} */ ([]);
  const list = (/** @type {string[]} */ of) => of.map(sentence).join("; ");
  if (told.redundant?.length) reasons.push({ text: `Each of these can go by itself: ${list(told.redundant)}`, cells: [] });
  if (told.redundant?.length === 0) reasons.push({ text: "None of the rules can go.", cells: [] });
  for (const set of told.redundant?.length ? told.minimal_sets : []) reasons.push({ text: `Enough: ${list(set)}`, cells: [] });
  const fewest = Object.entries(told.apart?.fewest ?? {});
  if (fewest.length) {
    const given = fewest.map(([cell, value]) => sentence(`${cell} is ${value}`));
    reasons.push({ text: `It would be unique with: ${given.join("; ")}`, cells: fewest.flatMap(([cell]) => cellsIn(cell)) });
  }
  if (!reasons.length) reasons.push({ text: "There was not enough time to tell.", cells: [] });
  say("");
  showReasons(reasons);
}

export async function compare() {
  const told = await askJson("unique", puzzle() ?? "");
  if (!told.second || !ui.picture) return say("No second solution was found in time.");
  const seen = { ...scene(), hasRoom: false, cursor: null, fresh: [], chosen: [], shown: [], tiles: [], overlay: [], marks: {} };
  $("pair").replaceChildren(...[[told.solution, told.second], [told.second, told.solution]].map(([one, other], index) => {
    const svg = /** @type {SVGSVGElement} */ (shape("svg", { class: "cnfetti", role: "img", "aria-label": `Solution ${index + 1}` }));
    draw(svg, { ...seen, picture: /** @type {SVGElement} */ (ui.picture?.cloneNode(true)), ...(kind() ? compared(one, other) : comparedPips(one, other)) });
    if (!seen.isWhole && ui.at) {
      const [wide, high] = seen.side;
      svg.setAttribute("viewBox", `${ui.at.left * wide - 8} ${ui.at.top * high - 8} ${ui.at.width * wide + 20} ${ui.at.height * high + 20}`);
    }
    return svg;
  }));
  $("dialog-compare").showModal();
}

/** What to see of a solution beside another one. @param {any} one @param {any} other */
function compared(one, other) {
  const { model } = state;
  const sort = KINDS[state.kind];
  const [shown, others] = [one, other].map((solution) => sort.entriesOf(model, solution));
  const cells = Object.keys({ ...shown, ...others }).filter((key) => shown[key] !== others[key]);
  return { overlay: sort.draw(model, shown), wrong: sort.isWhole ? [] : cells };
}

/** @param {any} one @param {any} other */
function comparedPips(one, other) {
  const [laid, others] = [one, other].map((solution) => play.fromSolution(state.pips, solution, origin()));
  const text = (/** @type {import("./play.js").Laid} */ { index, cells }) => JSON.stringify([index, cells]);
  const different = laid.filter((one) => !others.some((other) => text(other) === text(one)));
  return {
    tiles: laid.map(({ index, cells }) => ({ cells, numbers: state.pips.dominoes[index] })),
    wrong: different.flatMap(({ cells }) => cells.map((cell) => key(...cell))),
  };
}
