const steps = [...document.querySelectorAll('section')];
const links = [...document.querySelectorAll('nav a')];
const button = (id) => document.getElementById(id);
let at = 0;

function show(to, focus) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, i) => step.classList.toggle('shown', i === at));
  links.forEach((link, i) => {
    if (i === at) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
  });
  links[at].scrollIntoView({ block: 'nearest' });
  const heading = steps[at].querySelector('h2');
  document.getElementById('at').textContent = `${heading.textContent} of ${steps.length - 2}`;
  for (const id of ['first', 'back']) button(id).disabled = at === 0;
  for (const id of ['on', 'last']) button(id).disabled = at === steps.length - 1;
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

document.body.classList.add('stepping');
document.querySelector('.controls').hidden = false;
button('first').onclick = () => show(0, false);
button('back').onclick = () => show(at - 1, false);
button('on').onclick = () => show(at + 1, false);
button('last').onclick = () => show(steps.length - 1, false);
links.forEach((link, i) => {
  link.onclick = (event) => {
    event.preventDefault();
    show(i, true);
  };
});
window.onhashchange = () => show(named(), false);
document.onkeydown = (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to, true);
};
show(named(), false);
