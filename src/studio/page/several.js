// One of several puzzles of a file, chosen from a list with pictures.

import { ask } from "./api.js";
import { parsePicture } from "./board.js";
import { element } from "./controls.js";

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

/** The name of the puzzle that is chosen, or null. @param {Record<string, string>} puzzles by name @returns {Promise<string | null>} */
export function choose(puzzles) {
  const dialog = $("dialog-several");
  const buttons = Object.entries(puzzles).map(([name, text]) => {
    const button = element("button", { value: name }, element("span", {}, name));
    // One that cannot be drawn is there by its name.
    ask("picture", text, {}, `several ${name}`).then((picture) => button.prepend(parsePicture(picture)), () => {});
    return button;
  });
  $("several").replaceChildren(...buttons);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((chosen) => dialog.addEventListener("close", () => chosen(dialog.returnValue || null), { once: true }));
}
