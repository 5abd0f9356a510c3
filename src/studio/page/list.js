// A list of any length of which only what is seen is in the page: its rows are all as high.

/** How high a row is, in pixels: fingers need more than a pointer. */
const HEIGHT = matchMedia("(pointer: coarse)").matches ? 48 : 34;

/** How many rows are there above and below what is seen. */
const MORE = 8;

/** The highest element that browsers place well. */
const MOST = 8_000_000;

/** @template Row */
export class List {
  /** @param {HTMLElement} place that scrolls @param {(row: Row, index: number) => HTMLElement} make */
  constructor(place, make) {
    this.place = place;
    this.make = make;
    /** @type {Row[]} */
    this.rows = [];
    this.sheet = document.createElement("div");
    this.sheet.className = "rows";
    this.sheet.style.setProperty("--row", `${HEIGHT}px`);
    place.replaceChildren(this.sheet);
    place.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    this.sheet.style.height = `${Math.min(MOST, HEIGHT * rows.length)}px`;
    this.#draw(true);
  }

  /** Scrolls so that a row is seen. @param {number} index */
  goTo(index) {
    const top = index * HEIGHT;
    const { scrollTop, clientHeight } = this.place;
    if (top < scrollTop || top + HEIGHT > scrollTop + clientHeight) this.place.scrollTop = Math.max(0, top - clientHeight / 2);
  }

  /** @param {boolean} [isNew] whether rows that are there are others now */
  #draw(isNew = false) {
    const first = Math.max(0, Math.floor(this.place.scrollTop / HEIGHT) - MORE);
    const last = Math.min(this.rows.length, Math.ceil((this.place.scrollTop + this.place.clientHeight) / HEIGHT) + MORE);
    const key = `${first} ${last}`;
    if (!isNew && this.sheet.dataset.rows === key) return;
    this.sheet.dataset.rows = key;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const mark = this.sheet.contains(focused) ? [focused?.closest("[data-row]"), focused].map((element) => /** @type {HTMLElement | null} */ (element)?.dataset) : null;
    this.sheet.replaceChildren(...this.rows.slice(first, last).map((row, at) => {
      const element = this.make(row, first + at);
      element.style.top = `${(first + at) * HEIGHT}px`;
      return element;
    }));
    if (!mark) return;
    const row = this.sheet.querySelector(`[data-row="${mark[0]?.row}"]`);
    const same = mark[1]?.literal ? row?.querySelector(`[data-literal="${mark[1].literal}"]`) : row;
    /** @type {HTMLElement | null | undefined} */ (same)?.focus({ preventScroll: true });
  }
}
