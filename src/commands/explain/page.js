// A walk through the steps of an explanation: one at a time, with buttons, keys, a list and a curve of how hard they are.
// `root` has what `cnfetti explain --html` writes: the document, or a part of another page. Without scripts, all steps are
// one below the other.
/** @param {any} root */
export function walkthrough(root) {
  const isPage = root === document;
  const find = (/** @type {string} */ selector) => root.querySelector(selector);
  const steps = [...root.querySelectorAll('section')];
  const lists = ['nav a', '.curve a'].map((links) => [...root.querySelectorAll(links)]);
  const number = (/** @type {Element} */ link) => Number(link.getAttribute('href')?.replace('#step-', ''));
  let at = 0;

  /** @param {number} to @param {boolean} focus */
  function show(to, focus) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((step, i) => step.classList.toggle('shown', i === at));
    for (const link of lists.flat()) {
      if (number(link) === at) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
    }
    // Only the list scrolls: the board stays where it is.
    const [list, item] = [find('nav'), lists[0][at]].map((part) => part.getBoundingClientRect());
    find('nav').scrollTop += Math.min(0, item.top - list.top) + Math.max(0, item.bottom - list.bottom);
    const heading = steps[at].querySelector('h2');
    find('#at').textContent = `${heading.textContent} of ${steps.length - 2}`;
    for (const id of ['#first', '#back']) find(id).disabled = at === 0;
    for (const id of ['#on', '#last']) find(id).disabled = at === steps.length - 1;
    if (focus) {
      heading.tabIndex = -1;
      heading.focus();
      if (isPage) {
        history.replaceState(null, '', `#step-${at}`);
        window.scrollTo(0, 0);
      }
    }
  }

  function named() {
    const found = steps.findIndex((step) => `#${step.id}` === location.hash);
    return found < 0 ? 0 : found;
  }

  (isPage ? root.body : root).classList.add('stepping');
  find('.controls').hidden = false;
  const moves = { '#first': () => 0, '#back': () => at - 1, '#on': () => at + 1, '#last': () => steps.length - 1 };
  for (const [id, to] of Object.entries(moves)) find(id).onclick = () => show(to(), false);
  for (const link of lists.flat()) {
    link.onclick = (/** @type {Event} */ event) => {
      event.preventDefault();
      show(number(link), true);
    };
  }
  // The list has the same links, for keys and fingers.
  find('.curve')?.setAttribute('aria-hidden', 'true');
  for (const bar of lists[1]) bar.tabIndex = -1;
  if (isPage) window.addEventListener('hashchange', () => show(named(), false));
  root.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  };
  show(isPage ? named() : 0, false);
}
