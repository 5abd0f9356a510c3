// The third tab: the steps of the explanation, one at a time, as `cnfetti explain --html` shows them. They go on from what a
// player has entered, as long as nothing of it is wrong.

import { ask, unlessWrong } from "./api.js";
import { element } from "./controls.js";
import { mistakes, onBoard } from "./hints.js";
import { $, puzzle, state } from "./studio.js";
// @ts-ignore The program has this module for its own pages, too.
import { walkthrough } from "./walkthrough.js";

/** The puzzle whose steps are shown, and the board that they go on from. @type {string | null} */
let shown = null;

/** What an error says instead of an explanation. @param {import("./api.js").Wrong} wrong */
const inWords = ({ message }) => message;

/** Shows the steps, unless they are there. */
export async function walk() {
  const text = puzzle();
  const hasEntries = Object.keys(state.entries).length > 0;
  $("walk-on").parentElement.hidden = !hasEntries;
  const from = hasEntries && $("walk-on").checked ? onBoard() : "";
  const wanted = text === null ? null : `${text}${from}`;
  if (wanted === shown && wanted !== null) return;
  shown = wanted;
  $("walk").replaceChildren();
  $("walk-said").textContent = text === null ? "The puzzle is not complete yet: see the verdict under Make." : "Looking for the steps…";
  if (text === null) return;
  const wrong = from && await mistakes() ? `${$("said").textContent} See it under Play. These steps begin with the puzzle.` : "";
  if (shown !== wanted) return;
  const said = await unlessWrong(ask("walkthrough", text, { seconds: "30", ...(from && !wrong && { from }) }, "walk"), inWords);
  if (shown !== wanted) return;
  $("walk-said").textContent = wrong;
  // Where there is no solution, the program says in words why.
  if (!/^<!doctype/i.test(said)) return $("walk").replaceChildren(element("pre", {}, said));
  // The studio has the styles; a text that it reads may set none.
  const plain = said.replace(/<style>[^<]*<\/style>/, "").replaceAll(' style="height:', ' data-height="');
  const page = new DOMParser().parseFromString(plain, "text/html");
  for (const bar of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-height]"))) bar.style.height = bar.dataset.height ?? "";
  $("walk").replaceChildren(...page.querySelectorAll("body > :not(h1, script)"));
  walkthrough($("walk"));
}
