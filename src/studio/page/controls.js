// What stands beside the board: pieces to put on it, lists, and what is wrong with a text.

import { SHADES } from "./board.js";
import { range } from "./grid.js";

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {object} properties @param {(string | Node)[]} children */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** What can be put on the board, as buttons; whoever was on one stays there. @param {HTMLElement} tray @param {import("./kinds.js").Piece[]} pieces @param {number | null} held */
export function showPieces(tray, pieces, held) {
  const focused = [...tray.children].indexOf(/** @type {Element} */ (document.activeElement));
  const buttons = pieces.map(({ text, label, shade, isUsed = false }, index) => {
    const looks = [typeof text === "string" ? "piece" : "", isUsed ? "used" : ""];
    const colours = shade === undefined ? [] : [element("i", { className: `shade${shade % SHADES}` })];
    const button = element("button", { ariaLabel: label, ariaPressed: String(held === index), className: looks.join(" ") }, ...colours, text);
    button.dataset.index = String(index);
    return button;
  });
  tray.replaceChildren(...buttons);
  buttons[focused]?.focus();
}

/**
 * Shows an error beside its line, and a button that selects where it is.
 * @param {HTMLTextAreaElement} area @param {HTMLElement} place
 * @param {{message: string, line: number | null, column: number | null} | null} wrong
 */
export function showWrong(area, place, wrong) {
  area.setAttribute("aria-invalid", String(wrong !== null));
  place.textContent = wrong?.message ?? "";
  place.classList.toggle("beside", Boolean(wrong?.line));
  if (!wrong?.line) return;
  place.style.setProperty("--at", String(wrong.line - 1));
  const lines = area.value.split("\n").slice(0, wrong.line);
  const end = lines.join("\n").length;
  const start = end - (lines.at(-1) ?? "").length + (wrong.column ?? 1) - 1;
  const show = () => {
    area.focus();
    area.setSelectionRange(start, end);
  };
  place.replaceChildren(element("span", {}, `Line ${wrong.line}: ${wrong.message} `, element("button", { textContent: "Show", onclick: show })));
}

/** Numbers the lines of a text, and makes room for all of them. @param {HTMLTextAreaElement} area */
export function numberLines(area) {
  const lines = Math.max(12, area.value.split("\n").length);
  area.rows = lines + 1;
  Object.assign(area.previousElementSibling ?? {}, { textContent: range(lines).map((line) => line + 1).join("\n") });
}
