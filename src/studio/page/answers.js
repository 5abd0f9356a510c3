// What the program says of the puzzle: the verdict after each change, and the rest on demand.

import { ask, forget, Gone, unlessWrong } from "./api.js";
import { draw, parsePicture, shape } from "./board.js";
import { element, showWrong } from "./controls.js";
import { cellsIn, moved } from "./grid.js";
import { KINDS } from "./kinds.js";
import { showTables } from "./models.js";
import * as given from "./given.js";
import { called, cluesIn, decided, differing, frame, learn, ruleTexts } from "./spots.js";
import { $, cellsOfBoard, fill, kind, origin, puzzle, quietly, render, say, scene, state, ui } from "./studio.js";
import { readToml } from "./toml.js";
import { judge, sentence } from "./verdict.js";

/** Asks anew when the puzzle is another. */
export function refresh() {
  const { text } = state;
  if (kind()?.asks) quietly(picture());
  if (text === ui.asked) return;
  forget("verdict", "verdict unique", "picture", "candidates", "solution", "clues", "steps");
  Object.assign(ui, { asked: text, wrong: [], shown: [], because: [], struck: {}, pair: null, contradiction: [], redundant: [], hints: 0, candidates: null, solution: null, steps: null, step: -1 });
  $("tables").replaceChildren();
  $("apply").hidden = $("again").hidden = true;
  say("");
  quietly(verdict());
  quietly(picture());
  if (!state.model || (state.model.own && state.model.text !== ui.understood)) quietly(understand(text));
}

/** Learns what was typed: the program's own writing of it is read into a model. @param {string} text */
async function understand(text) {
  const toml = readToml(await unlessWrong(ask("convert", text, { to: "toml" }, "understand"), () => ""));
  const isDrawn = toml.kind in KINDS && toml.kind !== "spots";
  const said = isDrawn || !toml.kind ? null : await unlessWrong(ask("given", text), () => null);
  const model = isDrawn ? KINDS[toml.kind].read(toml) : said && given.read(said);
  if (state.text !== text || !model) return;
  if (said && !said.own) ruleTexts[said.kind] = said.text;
  ui.understood = said?.own ? said.text : "";
  Object.assign(state, { kind: isDrawn ? toml.kind : "spots", model });
  Object.assign(ui, { drawn: { ...cellsOfBoard() }, at: origin() });
  allow();
  if (kind()?.first?.(model)) quietly(verdict());
  fill();
  render();
  if (!isDrawn) await picture();
}

/** The picture of the puzzle, with what is entered where the program draws that. */
export async function picture(isPlaying = ui.mode === "play") {
  const drawn = { ...cellsOfBoard() };
  const at = origin();
  const { model } = state;
  const sketch = kind()?.sketch?.(model) ?? state.text;
  const entered = kind()?.asks?.(model, { ...(isPlaying ? {} : decided(ui.candidates)), ...(ui.mode === "formula" ? ui.decided : isPlaying ? state.entries : {}) });
  const seen = sketch + (entered?.from ?? "");
  // Most changes of dominoes leave the picture as it is.
  const isSame = seen === ui.sketch;
  const wrong = isSame || !sketch.trim() ? null : await unlessWrong(ask(entered ? "board" : "picture", sketch, entered, "picture").then((text) => {
    ui.picture = parsePicture(text);
    if (entered) understandPicture(ui.picture, model);
    ui.pictured = entered && isPlaying ? JSON.parse(entered.from).variables : {};
    return null;
  }), (wrong) => wrong);
  // What was entered may have no place any more: the picture without it says so.
  if (wrong && entered && isPlaying && Object.keys(state.entries).length) {
    ui.sketch = null;
    await picture(false);
    if (ui.sketch !== null) return picture();
  }
  if (!sketch.trim()) ui.picture = null;
  // Before the text was understood nobody knew how large the board is.
  if (!wrong) Object.assign(ui, { at: at.height ? at : origin(), drawn });
  ui.sketch = wrong ? null : seen;
  $("check").disabled = Boolean(wrong) || !kind();
  showWrong($("text"), $("wrong"), wrong);
  showWrong($("rules"), $("rules-wrong"), wrong && inRules(wrong));
  render();
}

/** An error as one of the rules that the puzzle has in its text, from the second line on. @param {import("./api.js").Wrong} wrong */
function inRules({ message, line, column }) {
  const { own = false, text = "" } = state.model ?? {};
  const isThere = line !== null && line > 1 && line <= text.split("\n").length + 1;
  return own ? { message: message.replace(/^in the kind: /, ""), line: isThere ? line - 1 : null, column } : null;
}

/** Where the unknowns are; what is entered elsewhere is gone. @param {SVGElement} picture @param {given.Given} model */
function understandPicture(picture, model) {
  learn(picture, model);
  const allows = (/** @type {[string, any]} */ [key, value]) => kind()?.allows(state.model, key, value) ?? true;
  state.entries = Object.fromEntries(Object.entries(state.entries).filter(allows));
}

async function verdict() {
  const text = puzzle();
  const empty = { answer: "An empty board", detail: "", look: /** @type {const} */ (""), solutions: null, reasons: [] };
  const first = state.model && kind()?.first?.(state.model);
  forget("verdict", "verdict unique");
  if (text === null || first) return showVerdict({ ...empty, ...(first || kind()?.missing?.(state.model)) });
  // What was said of another puzzle does not stay.
  showVerdict({ ...empty, answer: "Counting…", look: "asking" });
  const judged = unlessWrong(judge(text, showVerdict), ({ message }) => showVerdict({ ...empty, answer: "Not a puzzle yet", detail: message }));
  await judged.catch((error) => {
    if (error instanceof Gone) showVerdict({ ...empty, answer: "Not known" });
    throw error;
  });
}

/** @param {import("./verdict.js").Verdict} verdict */
function showVerdict({ answer, detail, look, solutions, reasons, pair }) {
  $("verdict").className = look;
  $("verdict").ariaBusy = String(look === "asking");
  if ($("answer").textContent !== answer) $("answer").textContent = answer;
  $("detail").textContent = detail;
  showReasons(reasons);
  ui.solutions = solutions;
  const some = allow();
  Object.assign(ui, { pair: pair ?? (some ? ui.pair : null), contradiction: reasons.map(({ text }) => text) });
  for (const [id, show] of Object.entries({ candidates, solution })) {
    if (some && $(id).getAttribute("aria-pressed") === "true") quietly(show());
  }
  if (reasons.length) ui.wrong = reasons.flatMap(({ cells }) => cells.map((cell) => moved(cell, origin())));
  render();
}

/** Which questions can be asked of a puzzle of this kind with so many solutions; whether there is one. */
function allow() {
  const { solutions } = ui;
  const some = solutions !== null && solutions > 0n;
  $("compare").hidden = state.kind === "text" || solutions === null || solutions < 2n;
  for (const id of ["clues", "solution", "hint"]) $(id).disabled = !some;
  $("candidates").disabled = !some || ["text", "dice"].includes(state.kind);
  return some;
}

/** @param {{text: string, cells: string[]}[]} reasons */
function showReasons(reasons) {
  const show = (/** @type {string[]} */ cells) => () => {
    ui.shown = [...new Set(cells.map((cell) => moved(cell, origin())))];
    render();
  };
  $("reasons").replaceChildren(...reasons.map(({ text, cells }) => element("li", { textContent: text, onpointerenter: show(cells), onpointerleave: show([]) })));
}

export async function candidates() {
  const answer = await ask("candidates", puzzle() ?? "");
  const label = (/** @type {string} */ value) => kind()?.label(state.model, Number(value)) ?? value;
  const entries = Object.entries(answer.candidates ?? {});
  if (!entries.length) say("There was not enough time to find the candidates.");
  if (state.kind === "spots") {
    ui.candidates = Object.fromEntries(entries.map(([name, values]) => [name, Object.keys(values).map(Number)]));
    return picture();
  }
  ui.candidates = Object.fromEntries(entries.map(([cell, values]) => [moved(cellsIn(cell)[0], origin()), Object.keys(values).map(label).join(" ")]));
  render();
}

export async function solution() {
  const text = puzzle() ?? "";
  if (state.kind === "pips") {
    const { solution } = await ask("solve", text, {}, "solution");
    ui.solution = solution && kind()?.entriesOf(state.model, solution);
    return render();
  }
  if (state.kind === "text") showTables($("tables"), (await ask("solve", text, {}, "table")).solution ?? {});
  Object.assign(ui, { sketch: null, picture: parsePicture(await ask("solution", text)) });
  render();
}

export async function clues() {
  say("Looking…");
  const { redundant, minimal_sets: sets, apart } = await ask("clues", puzzle() ?? "", { seconds: "20" });
  const list = (/** @type {string[]} */ of) => of.map(sentence).join("; ");
  const reasons = redundant?.length ? [`You can remove any one of these: ${list(redundant)}`, ...sets.map((/** @type {string[]} */ set) => `These are enough: ${list(set)}`)] : [];
  if (redundant?.length === 0) reasons.push("Every rule is needed.");
  const fewest = Object.entries(/** @type {Record<string, number | string>} */ (apart?.fewest ?? {}));
  if (fewest.length) reasons.push(`It would be unique with: ${list(fewest.map(([cell, value]) => called(cell, value)))}`);
  if (!reasons.length) reasons.push("There was not enough time to find out.");
  say("");
  if (state.kind === "spots") ui.redundant = [...new Map((redundant ?? []).flatMap((/** @type {string} */ text) => cluesIn(text, state.model)).map((/** @type {given.Clue} */ clue) => [JSON.stringify(clue), clue])).values()];
  render();
  showReasons(reasons.map((text) => ({ text, cells: text.startsWith("It would") ? fewest.flatMap(([cell]) => cellsIn(cell)) : [] })));
}

/** Shows pictures of two solutions, with frames where they differ. @param {any} one @param {any} other */
async function comparePictures(one, other) {
  const frames = () => differing(state.model.unknown, one, other).map((at) => frame(at, "wrong"));
  const pictures = await Promise.all([one, other].map((solution, at) => ask("board", state.text, { from: JSON.stringify(solution) }, `compare ${at}`)));
  $("pair").replaceChildren(...pictures.map((text, at) => {
    const picture = parsePicture(text);
    for (const spot of picture.querySelectorAll(".spot")) spot.remove();
    const svg = shape("svg", { class: "cnfetti", role: "img", "aria-label": `Solution ${at + 1}`, viewBox: picture.getAttribute("viewBox") ?? "" });
    svg.append(...picture.children, ...frames());
    return svg;
  }));
  $("dialog-compare").showModal();
}

export async function compare() {
  const sort = kind();
  const { model } = state;
  const answer = await ask("unique", puzzle() ?? "");
  if (!answer.second || !ui.picture || !sort) return say("There was not enough time to find a second solution.");
  const seen = { ...scene(), hasRoom: false, cursor: null, fresh: [], chosen: [], shown: [], conflicts: [], marks: {} };
  const solutions = [answer.solution, answer.second].map((solution) => sort.entriesOf(model, solution));
  if (state.kind === "spots") return comparePictures(answer.solution, answer.second);
  const [one, other] = solutions.map((entries) => sort.shown?.(model, entries) ?? entries);
  const wrong = sort.isWhole ? [] : Object.keys({ ...one, ...other }).filter((cell) => one[cell] !== other[cell]);
  $("pair").replaceChildren(...solutions.map((entries, index) => {
    const svg = /** @type {SVGSVGElement} */ (shape("svg", { class: "cnfetti", role: "img", "aria-label": `Solution ${index + 1}` }));
    draw(svg, { ...seen, picture: /** @type {SVGElement} */ (ui.picture?.cloneNode(true)), overlay: sort.draw(model, entries), wrong });
    if (!seen.isWhole && ui.at) {
      const [wide, high] = seen.side;
      svg.setAttribute("viewBox", `${ui.at.left * wide - 8} ${ui.at.top * high - 8} ${ui.at.width * wide + 20} ${ui.at.height * high + 20}`);
    }
    return svg;
  }));
  $("dialog-compare").showModal();
}
