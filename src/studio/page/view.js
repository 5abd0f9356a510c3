// What is seen beside the puzzle, which everybody can switch off, and how long it has been played.

/** What is switched on. A browser remembers it. @type {Record<string, boolean>} */
export const view = { names: true, letters: false, conflicts: true, timer: true };

const KEPT = "cnfetti.view";

try {
  Object.assign(view, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
} catch { /* A browser that keeps nothing shows everything. */ }

/** @param {string} name @param {boolean} isOn */
export function see(name, isOn) {
  view[name] = isOn;
  try {
    localStorage.setItem(KEPT, JSON.stringify(view));
  } catch { /* It is seen until the page is closed. */ }
}

/** Milliseconds before the clock was last stopped, when it was started since, or 0; and whether the puzzle is solved. */
const clock = { puzzle: "", past: 0, since: 0, isDone: false };

const played = () => clock.past + (clock.since ? Date.now() - clock.since : 0);

/** Starts or stops the clock: it runs while the puzzle is seen, played and not solved. @param {string} puzzle @param {boolean} isPlayed */
export function play(puzzle, isPlayed) {
  if (puzzle !== clock.puzzle) Object.assign(clock, { puzzle, past: 0, since: 0, isDone: false });
  const runs = isPlayed && !document.hidden && !clock.isDone;
  if (!runs) clock.past = played();
  clock.since = runs ? clock.since || Date.now() : 0;
}

/** Stops the clock for good. */
export function solved() {
  play(clock.puzzle, false);
  clock.isDone = true;
}

/** The time on the clock, as 1:05. */
export function time() {
  const seconds = Math.floor(played() / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
