// The fields of the kinds that are drawn, and what a player puts on their boards.

import { SHADES } from "./board.js";

/** Fills the fields of a kind, but not where somebody types. @param {string} name @param {import("./kinds.js").Kind | undefined} kind none while the text is not understood @param {any} model @param {string} cursor */
export function showFields(name, kind, model, cursor) {
  document.querySelector(`.fields.for-${name}`)?.toggleAttribute("disabled", !kind);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`.for-${name} [data-field]`))) {
    if (kind && input !== document.activeElement) input.value = String(kind.fields[input.dataset.field ?? ""].get(model, cursor));
  }
}

/** What can be put on the board, as buttons. @param {HTMLElement} tray @param {import("./kinds.js").Piece[]} pieces @param {number | null} held */
export function showPieces(tray, pieces, held) {
  keepingFocus(tray, pieces.map(({ text, label, shade, isUsed = false }, index) => {
    const button = Object.assign(document.createElement("button"), { ariaLabel: label, ariaPressed: String(held === index), className: isUsed ? "piece used" : "piece" });
    button.dataset.index = String(index);
    if (shade !== undefined) button.append(Object.assign(document.createElement("i"), { className: `shade${shade % SHADES}` }));
    button.append(text);
    return button;
  }));
}

/** Replaces buttons, but whoever was on one stays there. @param {HTMLElement} tray @param {HTMLElement[]} buttons */
export function keepingFocus(tray, buttons) {
  const focused = [...tray.children].indexOf(/** @type {Element} */ (document.activeElement));
  tray.replaceChildren(...buttons);
  buttons[focused]?.focus();
}
