// A walk through the steps of an explanation: one at a time, with buttons, keys, a list and a curve of how hard they are.
// `root` has what `cnfetti explain --html` writes. A page without scripts shows all steps one below the other.
export function walkthrough(root) {
  const page = root.body ?? root;
  const find = (selector) => root.querySelector(selector);
  const steps = [...root.querySelectorAll('section')];
  const lists = ['nav a', '.curve a'].map((links) => [...root.querySelectorAll(links)]);
  const number = (link) => Number(link.getAttribute('href').replace('#step-', ''));
  let at = 0;

  function show(to, focus) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((step, i) => step.classList.toggle('shown', i === at));
    for (const link of lists.flat()) {
      if (number(link) === at) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
    }
    lists[0][at]?.scrollIntoView({ block: 'nearest' });
    const heading = steps[at].querySelector('h2');
    find('#at').textContent = `${heading.textContent} of ${steps.length - 2}`;
    for (const id of ['#first', '#back']) find(id).disabled = at === 0;
    for (const id of ['#on', '#last']) find(id).disabled = at === steps.length - 1;
    if (focus) {
      heading.tabIndex = -1;
      heading.focus();
      history.replaceState(null, '', `#step-${at}`);
      window.scrollTo(0, 0);
    }
  }

  function named() {
    const found = steps.findIndex((step) => `#${step.id}` === location.hash);
    return found < 0 ? 0 : found;
  }

  page.classList.add('stepping');
  find('.controls').hidden = false;
  const moves = { '#first': () => 0, '#back': () => at - 1, '#on': () => at + 1, '#last': () => steps.length - 1 };
  for (const [id, to] of Object.entries(moves)) find(id).onclick = () => show(to(), false);
  for (const link of lists.flat()) {
    link.onclick = (event) => {
      event.preventDefault();
      show(number(link), true);
    };
  }
  window.addEventListener('hashchange', () => show(named(), false));
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  });
  show(named(), false);
}
