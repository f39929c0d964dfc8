// Building the page. Text reaches it only through text nodes and attributes, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, parts) {
  const attributes = parts[0]?.constructor === Object ? parts.shift() : {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...parts.flat(3).filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

/** Return an HTML element: h('p', {class: 'note'}, 'text', node, [nodes]); the attributes may be left out. */
function h(name, ...parts) {
  const node = document.createElement(name);
  if (name === 'button') node.type = 'button'; // None submits a form unless it says so.
  return fill(node, parts);
}

/** Return an SVG element. */
function s(name, ...parts) {
  return fill(document.createElementNS(SVG, name), parts);
}

/** Replace the children of an element; null is left out. */
function put(node, ...children) {
  node.replaceChildren();
  return fill(node, children);
}

/** Redraw an element only if its data have changed, so that the focus and a click in progress survive. */
function renew(node, shown, draw) {
  const key = JSON.stringify(shown);
  if (node.shown === key) return false;
  const focus = node.contains(document.activeElement) ? whichOf(document.activeElement) : null;
  node.shown = key;
  draw(node);
  if (focus) node.querySelector(focus)?.focus({ preventScroll: true });
  return true;
}

/** A selector that finds a thing again after it was redrawn. */
function whichOf(node) {
  if (node.id) return `#${node.id}`;
  const names = ['data-pile', 'data-place', 'data-field', 'data-deed', 'data-kind', 'data-building'].filter((name) => node.hasAttribute(name));
  return names.map((name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`).join('') || null;
}

/** Words for screen readers only. */
const spoken = (text) => h('span', { class: 'spoken' }, text);

const $ = (id) => document.getElementById(id);

/** "1 card", "2 cards". */
const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A name of the protocol as words: "coin_card" → "coin card". */
const spaced = (name) => String(name).replaceAll('_', ' ');

/** Set up drawers by id, each with its button; at most one is open. Return a maker of handlers that toggle one; null makes one that closes all. */
function setDrawers(drawers) {
  const drawer = (part) => () => {
    const open = part !== null && $(part).hidden;
    for (const [each, button] of Object.entries(drawers)) {
      const shown = open && each === part;
      $(each).hidden = !shown;
      $(button).setAttribute('aria-expanded', String(shown));
    }
  };
  for (const [part, button] of Object.entries(drawers)) $(button).addEventListener('click', drawer(part));
  return drawer;
}

/** Show a message above the table, or hide it if there is none. */
function message(text, bad = false) {
  $('message').textContent = text;
  $('message').hidden = !text;
  $('message').classList.toggle('notice', bad);
}

/** Show a few words beside a thing that was touched, until something else is touched. */
function peek(node, text) {
  const box = node.getBoundingClientRect();
  const words = h('div', { id: 'peek', role: 'status' }, text);
  $('peek')?.remove();
  document.body.append(words);
  const left = Math.min(Math.max(8, box.left), innerWidth - words.offsetWidth - 8);
  const below = box.bottom + 6 + words.offsetHeight < innerHeight;
  words.style.left = `${left}px`;
  words.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - words.offsetHeight - 6)}px`;
  const gone = (event) => {
    if (event.type === 'keydown' && event.key !== 'Escape') return;
    words.remove();
    for (const each of ['pointerdown', 'keydown', 'scroll']) removeEventListener(each, gone, true);
  };
  for (const each of ['pointerdown', 'keydown', 'scroll']) addEventListener(each, gone, true);
}

/** What keys do, by key: `busy` is true for an event that is somebody else's. */
function setKeys(deeds, busy = () => false) {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || /^(SELECT|TEXTAREA)$/.test(target.tagName) || busy(event)) return;
    if (!Object.hasOwn(deeds, key)) return;
    event.preventDefault();
    deeds[key]();
  });
}
