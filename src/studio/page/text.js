// The text of a puzzle: where it is wrong.

/**
 * Shows an error and puts the selection where it is, unless somebody types there.
 * @param {HTMLTextAreaElement} area @param {HTMLElement} place
 * @param {import("./api.js").Wrong | null} wrong
 */
export function showWrong(area, place, wrong) {
  area.setAttribute("aria-invalid", String(wrong !== null));
  place.replaceChildren();
  if (wrong === null) return;
  place.append(wrong.line === null ? wrong.message : `Line ${wrong.line}: ${wrong.message} `);
  if (wrong.line === null) return;
  const button = Object.assign(document.createElement("button"), { textContent: "Show" });
  button.addEventListener("click", () => {
    const lines = area.value.split("\n");
    const line = (wrong.line ?? 1) - 1;
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
    area.focus();
    area.setSelectionRange(start + (wrong.column ?? 1) - 1, start + (lines[line]?.length ?? 0));
  });
  place.append(button);
}
