// The formula beside the board: constraints as sentences, under each its clauses; what follows from a decision, step by
// step, on the board and in the clauses.

import { ask, unlessWrong } from "./api.js";
import { picture } from "./answers.js";
import { Search } from "./clauses.js";
import { element } from "./controls.js";
import { download } from "./files.js";
import { cellsIn, moved, range } from "./grid.js";
import { List } from "./list.js";
import { $, kind, origin, puzzle, quietly, render, state, ui } from "./studio.js";

/**
 * A formula, as `encode --json` has it.
 * @typedef {{variable: string, name: string, so: string, not: string}} Literal
 * @typedef {{constraint: number | null, what: string, reason: string, encodings: string, auxiliaries: [number, number] | null, also: number[], clauses: number[][]}} Part
 * @typedef {{kind: string, encodings: string, variables: number, problem_variables: number, literals: Literal[], parts: Part[]}} Formula
 * @typedef {{part: Part, number: number} | {clause: number, part: Part | null}} Row
 */

const FAMILIES = /** @type {const} */ (["at_most_one", "cardinality", "linear", "domain"]);

/** The two formulas: each with what it was asked with, and what is decided in it. */
const sides = ["one", "other"].map((id) => ({
  id, formula: /** @type {Formula | null} */ (null), search: new Search(0, []), rows: /** @type {Row[]} */ ([]),
  list: /** @type {List<Row> | null} */ (null), sizes: [0, 0, 0], partOf: /** @type {Part[]} */ ([]), shown: /** @type {number | null} */ (null),
}));
/** @typedef {typeof sides[0]} Side */

/** What was done, to be undone: of each formula what was known. @type {{what: string, before: ReturnType<Search["remembered"]>[]}[]} */
const past = [];

/** What the lists are of: nothing that was asked is asked again. */
let asked = "";

/** The variable that is chosen on the board. @type {string | null} */
let variable = null;

const isCompared = () => $("two").checked;
const active = () => sides.filter(({ id }) => id === "one" || isCompared());

// ---- Reading formulas.

/** The choices of encodings, from what there is. */
async function showEncodings() {
  if ($("encodings").childElementCount) return;
  const rows = (await ask("encodings", "")).trim().split("\n").map((/** @type {string} */ line) => JSON.parse(line));
  const names = (/** @type {string} */ family) => rows.filter((/** @type {any} */ row) => row.what === family).map((/** @type {any} */ row) => row.name).filter((/** @type {string} */ name) => name !== "auto");
  const choice = (/** @type {string} */ id, /** @type {string} */ family) => element("label", { className: "short" }, `${family.replaceAll("_", " ")} `,
    element("select", { id: `${id}-${family}` }, new Option("auto", ""), ...names(family).map((/** @type {string} */ name) => new Option(name, name))));
  $("encodings").replaceChildren(...sides.map(({ id }, at) => element("fieldset", {}, element("legend", {}, at ? "The other" : "The formula"), ...FAMILIES.map((family) => choice(id, family)))));
}

/** Asks for the formulas of the puzzle, unless they are here. */
export async function refresh() {
  await showEncodings();
  const text = puzzle();
  const settings = sides.map(({ id }) => Object.fromEntries(FAMILIES.map((family) => [family, $(`${id}-${family}`).value]).filter(([, name]) => name)));
  const key = JSON.stringify([text, isCompared(), settings]);
  $("formula-panel").classList.toggle("two", isCompared());
  if (key === asked) return;
  asked = key;
  past.length = 0;
  variable = null;
  for (const side of sides) if (!active().includes(side) || text === null) await enter(side, null);
  const wrong = await Promise.all(active().map((side) => (text === null ? "The puzzle is not complete yet." : unlessWrong(
    ask("formula", text, settings[sides.indexOf(side)], `formula ${side.id}`).then(async (formula) => {
      if (key === asked) await enter(side, formula);
      return "";
    }), ({ message }) => message))));
  if (key !== asked) return;
  $("formula-wrong").textContent = wrong.find(Boolean) ?? "";
  showAll(text === null ? "" : "Nothing is decided yet. Step shows what follows from the clauses alone. Click a literal to decide it.");
}

/** @param {Side} side @param {Formula | null} formula */
async function enter(side, formula) {
  const parts = formula?.parts ?? [];
  Object.assign(side, { formula, shown: null, search: new Search(formula?.variables ?? 0, parts.flatMap(({ clauses }) => clauses)), partOf: parts.flatMap((part) => part.clauses.map(() => part)) });
  const { clauses } = side.search;
  side.sizes = [clauses.length, clauses.reduce((sum, clause) => sum + clause.length, 0), clauses.reduce((most, clause) => Math.max(most, clause.length), 0)];
  side.list ??= new List($(`${side.id}-clauses`), (row, index) => rowElement(side, row, index));
}

// ---- Words.

/** @param {Side} side @param {number} lit @returns {string} */
function words({ formula }, lit) {
  const literal = formula?.literals[Math.abs(lit) - 1];
  if (literal) return lit > 0 ? literal.so : literal.not;
  const about = formula?.parts.find(({ auxiliaries }) => auxiliaries && Math.abs(lit) >= auxiliaries[0] && Math.abs(lit) <= auxiliaries[1]);
  const helper = `a${Math.abs(lit)}${about ? ` (helps to say: ${about.reason || about.what})` : ""}`;
  return `${lit > 0 ? "" : "not "}${helper}`;
}

/** A literal that can be decided by a click, and shows whether it is true. @param {Side} side @param {number} lit */
function literalButton(side, lit) {
  const value = side.search.value(lit);
  const said = words(side, lit);
  const button = element("button", { textContent: said, title: value ? `${value > 0 ? "true" : "false"}: click to see why` : "decide it", className: `literal ${["false", "open", "true"][value + 1]}` });
  Object.assign(button.dataset, { literal: String(lit), side: side.id });
  button.ariaLabel = `${said}, ${["false", "open", "true"][value + 1]}`;
  return button;
}

/** @param {Side} side @param {Row} row @param {number} index */
function rowElement(side, row, index) {
  if ("number" in row) {
    const { part, number } = row;
    const size = part.clauses.length === 1 ? "1 clause" : `${part.clauses.length} clauses`;
    const also = part.also.length ? `, and ${part.also.length} of others` : "";
    return element("div", { className: "sentence", title: part.what }, element("b", {}, part.reason || part.what), ` ${size}${also}${part.encodings ? ` · ${part.encodings}` : ""}`, element("span", { className: "away" }, ` constraint ${number}`));
  }
  const { clause } = row;
  const lits = side.search.clauses[clause];
  const isBroken = side.search.conflict === clause;
  const state = isBroken ? "broken" : lits.some((lit) => side.search.value(lit) > 0) ? "holds" : "";
  const line = element("div", { className: `clause ${state}${side.shown === clause ? " shown-clause" : ""}`, tabIndex: 0 }, element("i", {}, `${clause + 1}`), ...lits.slice(0, 40).map((lit) => literalButton(side, lit)), lits.length > 40 ? ` and ${lits.length - 40} more` : "");
  Object.assign(line.dataset, { clause: String(clause), side: side.id, row: String(index) });
  return line;
}

// ---- What is shown.

/** The rows that are wanted: all, or those about what is typed or chosen on the board. @param {Side} side @returns {Row[]} */
function rowsOf({ formula, search, partOf }) {
  const wanted = $("formula-filter").value.trim().toLowerCase();
  const about = (/** @type {number} */ clause) => variable === null || search.clauses[clause].some((lit) => formula?.literals[Math.abs(lit) - 1]?.variable === variable);
  const learned = range(search.clauses.length - search.own).map((at) => search.own + at);
  const rows = /** @type {Row[]} */ (learned.filter(about).map((clause) => ({ clause, part: null })));
  let first = 0;
  (formula?.parts ?? []).forEach((part, number) => {
    const clauses = part.clauses.map((_, at) => first + at).filter(about);
    first += part.clauses.length;
    const isWanted = !wanted || `${part.reason} ${part.what} ${part.encodings}`.toLowerCase().includes(wanted);
    if (isWanted && (clauses.length || (variable === null && !part.clauses.length))) rows.push({ part, number: number + 1 }, ...clauses.map((clause) => ({ clause, part })));
  });
  return rows;
}

/** @param {string} [text] what is said of it */
function showAll(text) {
  for (const side of sides) {
    side.rows = rowsOf(side);
    side.list?.show(side.rows);
  }
  showSizes();
  showBoard();
  if (text !== undefined) $("formula-said").textContent = text;
  const { search } = sides[0];
  $("formula-step").disabled = $("formula-run").disabled = !sides[0].formula || search.conflict !== null;
  $("formula-learn").disabled = !active().some(({ search }) => search.conflict !== null && search.level > 0);
  $("formula-undo").disabled = !past.length;
  $("formula-undo").textContent = past.length ? `Undo: ${past.at(-1)?.what}` : "Undo";
  $("formula-all").hidden = variable === null;
}

/** The sizes of the formulas, and how much each of them tells. */
function showSizes() {
  const decided = (/** @type {Side} */ { formula, search }) => search.trail.filter(({ lit }) => Math.abs(lit) <= (formula?.problem_variables ?? 0)).length;
  const rows = /** @type {[string, (side: Side) => string | number][]} */ ([
    ["encodings", ({ formula }) => formula?.encodings.split(" ").filter((choice) => !/=auto|^form=/.test(choice)).join(" ") || "auto"],
    ["problem variables", ({ formula }) => formula?.problem_variables ?? 0],
    ["auxiliary variables", ({ formula }) => (formula?.variables ?? 0) - (formula?.problem_variables ?? 0)],
    ["clauses", ({ sizes }) => sizes[0]],
    ["literals in clauses", ({ sizes }) => sizes[1]],
    ["longest clause", ({ sizes }) => sizes[2]],
    ["learned", ({ search }) => search.clauses.length - search.own],
    ["problem variables decided", (side) => `${decided(side)} of ${side.formula?.problem_variables ?? 0}${side.search.conflict === null ? "" : ", and a conflict"}`],
  ]);
  $("formula-sizes").replaceChildren(...rows.map(([name, size]) => element("tr", {}, element("th", { scope: "row" }, name), ...active().map((side) => element("td", {}, String(size(side)))))));
}

/** Shows on the board what is known, and what the clause that is chosen is about. */
function showBoard() {
  const [{ formula, search }] = sides;
  ui.decided = {};
  for (const { lit } of search.trail) {
    const value = /=(-?\d+)$/.exec(formula?.literals[lit - 1]?.name ?? "");
    const key = value && !/[<>]=/.test(value.input) && kind()?.keyOf(formula?.literals[lit - 1].variable ?? "", origin());
    if (value && key) ui.decided[key] = Number(value[1]);
  }
  markClause();
  if (kind()?.asks) quietly(picture());
  render();
}

/** Marks the cells of the clause that is chosen, and the variable. */
function markClause() {
  const names = sides.flatMap(({ formula, search, shown }) => (shown === null ? [] : (search.clauses[shown] ?? []).map((lit) => formula?.literals[Math.abs(lit) - 1]?.variable ?? "")));
  const broken = sides.flatMap(({ formula, search }) => (search.conflict === null ? [] : search.clauses[search.conflict].map((lit) => formula?.literals[Math.abs(lit) - 1]?.variable ?? "")));
  const places = (/** @type {string[]} */ names) => (state.kind === "spots" ? names : names.flatMap((name) => cellsIn(name).map((cell) => moved(cell, origin()))));
  const shown = [...new Set(places([...names, ...variable ? [variable] : []]))];
  Object.assign(ui, { shown, wrong: places(broken) });
}

// ---- What can be done.

/** Does something in both formulas that can be undone. @param {string} what @param {(side: Side) => string} does tells what came of it */
function act(what, does) {
  past.push({ what, before: sides.map(({ search }) => search.remembered()) });
  const [said] = active().map(does);
  showAll(said);
}

/** Decides the same in each formula: by its name, where it has one. @param {Side} from @param {number} lit */
function decide(from, lit) {
  const name = from.formula?.literals[Math.abs(lit) - 1]?.name;
  act(words(from, lit), (side) => {
    const same = side === from ? Math.abs(lit) : 1 + (side.formula?.literals.findIndex((literal) => literal.name === name) ?? -1);
    if (same > 0) side.search.decide(same * Math.sign(lit));
    return `Decided: ${words(from, lit)}. Step shows what follows.`;
  });
}

/** One step in each formula. */
function step() {
  act("a step", (side) => {
    const found = side.search.step();
    side.shown = found?.clause ?? null;
    if (!found) return "Nothing more follows. Decide a literal.";
    scrollTo(side, found.clause);
    const part = side.partOf[found.clause];
    const why = part ? `${part.reason || part.what}` : "a learned clause";
    return found.lit === null ? `Conflict: all literals of clause ${found.clause + 1} are false. (${why})` : `${words(side, found.lit)}: all other literals of clause ${found.clause + 1} are false. (${why})`;
  });
}

function run() {
  act("all steps", (side) => {
    const steps = side.search.propagate();
    const { conflict } = side.search;
    side.shown = conflict;
    if (conflict !== null) scrollTo(side, conflict);
    return conflict === null ? `${steps} steps. Nothing more follows.` : `${steps} steps, then a conflict in clause ${conflict + 1}.`;
  });
}

function learn() {
  act("learning", (side) => {
    const taught = side.search.learn();
    if (!taught) return side.search.conflict === null ? "There is no conflict to learn from." : "The conflict depends on no decision, so there is no solution.";
    side.shown = side.search.clauses.length - 1;
    const via = taught.resolved.map((clause) => clause + 1).join(", ");
    return `Learned, from clauses ${via}: ${taught.clause.map((lit) => words(side, lit)).join(", or ")}. Back to ${taught.level === 1 ? "1 decision" : `${taught.level} decisions`}.`;
  });
}

function undo() {
  const last = past.pop();
  last?.before.forEach((before, at) => sides[at].search.restore(before));
  for (const side of sides) side.shown = null;
  showAll(last ? `Undone: ${last.what}.` : "");
}

/** @param {Side} side @param {number} clause */
function scrollTo(side, clause) {
  side.rows = rowsOf(side);
  const at = side.rows.findIndex((row) => "clause" in row && row.clause === clause);
  if (at >= 0) side.list?.goTo(at);
}

/** Chooses a clause: its cells are marked. @param {Side} side @param {number | null} clause */
function show(side, clause) {
  side.shown = clause;
  markClause();
  render();
  for (const line of side.list?.place.querySelectorAll(".clause") ?? []) line.classList.toggle("shown-clause", /** @type {HTMLElement} */ (line).dataset.clause === String(clause));
}

/** Shows the clauses about a variable of the board; once more, all. @param {string} name */
function choose(name) {
  variable = variable === name ? null : name;
  showAll(variable === null ? "" : `Clauses about ${sides[0].formula?.literals.find(({ variable }) => variable === name)?.so.replace(/ is .*/, "") ?? name}.`);
}

ui.chooses = (name, cell) => {
  const found = name ?? sides[0].formula?.literals.find(({ variable }) => cell !== null && kind()?.keyOf(variable, origin()) === cell)?.variable;
  if (found) choose(found);
};

const ACTIONS = /** @type {Record<string, () => void>} */ ({
  "formula-step": step, "formula-run": run, "formula-learn": learn, "formula-undo": undo,
  "formula-all": () => { variable = null; showAll(""); },
  "formula-dimacs": () => download(sides[0].search.dimacs((lit) => sides[0].formula?.literals[lit - 1]?.name ?? `a${lit}`), "puzzle.cnf"),
});

$("formula-panel").addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  const line = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest(".clause"));
  const side = sides.find(({ id }) => id === (button ?? line)?.dataset.side);
  if (button?.dataset.literal && side) {
    const lit = Number(button.dataset.literal);
    if (side.search.value(lit) === 0) return decide(side, lit);
    const { clause, level } = side.search.trail[side.search.at[Math.abs(lit)]];
    $("formula-said").textContent = clause === null ? `Decision ${level}: ${words(side, side.search.value(lit) * lit)}.` : `${words(side, side.search.value(lit) * lit)} follows from clause ${clause + 1}, after ${level === 1 ? "1 decision" : `${level} decisions`}.`;
  } else if (line && side) show(side, Number(line.dataset.clause));
  else if (button) ACTIONS[button.id]?.();
});
for (const name of ["pointerover", "focusin"]) {
  $("formula-panel").addEventListener(name, (/** @type {Event} */ { target }) => {
    const line = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest(".clause"));
    const side = sides.find(({ id }) => id === line?.dataset.side);
    if (line && side && side.shown !== Number(line.dataset.clause)) show(side, Number(line.dataset.clause));
  });
}
$("formula-filter").addEventListener("input", () => showAll());
$("formula-panel").addEventListener("change", () => quietly(refresh()));
