// Building the page. Text reaches it only through text nodes and attributes, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, parts) {
  const attributes = parts[0]?.constructor === Object ? parts.shift() : {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith('on')) on(node, name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : Array.isArray(value) ? value.flat().filter(Boolean).join(' ') : value);
  }
  node.append(...parts.flat(3).filter((child) => ![null, undefined, false, ''].includes(child)));
  return node;
}

/** Return an HTML element: h('p', {class: 'note'}, 'text', node, [nodes]); the attributes may be left out. */
function h(name, ...parts) {
  const node = document.createElement(name);
  if (name === 'button') node.type = 'button'; // None submits a form unless it says so.
  return fill(node, parts);
}

const s = (name, ...parts) => fill(document.createElementNS(SVG, name), parts);

/** Replace the children of an element, or of the one with that id. */
function put(where, ...children) {
  const node = $(where);
  node.replaceChildren();
  return fill(node, children);
}

/** Fill a select with options: values, each with its words. */
const choices = (select, options, chosen) => put(select, options.map(([value, words = value]) => h('option', { value, selected: value === chosen }, words)));

/** Redraw an element only if its data have changed, so that the focus and a click in progress survive. */
function renew(where, shown, draw) {
  const node = $(where);
  const key = JSON.stringify(shown);
  if (node.shown === key) return false;
  const focus = node.contains(document.activeElement) ? whichOf(document.activeElement) : null;
  node.shown = key;
  draw(node);
  if (focus) node.querySelector(focus)?.focus({ preventScroll: true });
  return true;
}

function whichOf(node) {
  if (node.id) return `#${node.id}`;
  const names = ['data-pile', 'data-place', 'data-field', 'data-deed', 'data-kind', 'data-building'].filter((name) => node.hasAttribute(name));
  return names.map((name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`).join('') || null;
}

/** An element of a class; other attributes may come first among its parts. */
const span = (sort, ...parts) => fill(h('span', { class: sort }), parts);
const div = (sort, ...parts) => fill(h('div', { class: sort }), parts);
const spoken = (text) => span('spoken', text);

/** An element by its id; anything else as it is. */
const $ = (id) => (typeof id === 'string' ? document.getElementById(id) : id);
const on = (id, event, deed, how) => $(id).addEventListener(event, deed, how);

const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A name of the protocol as words: "coin_card" → "coin card". */
const spaced = (name) => String(name).replaceAll('_', ' ');

/** Open or close what a button controls; of drawers only one is open. */
function toggle(id, open = $(id).hidden) {
  if (open && $(id).matches('.drawer')) shutDrawers();
  $(id).hidden = !open;
  document.querySelector(`[aria-controls=${id}]`).setAttribute('aria-expanded', open);
}

const shutDrawers = () => document.querySelectorAll('.drawer').forEach(({ id }) => toggle(id, false));

function message(text, bad = false) {
  put('message', text);
  $('message').hidden = !text;
  $('message').classList.toggle('notice', bad);
}

/** Show a few words beside a thing that was touched, until something else is touched. */
function peek(node, text) {
  $('peek')?.remove();
  const words = h('div', { id: 'peek', role: 'status', popover: 'auto' }, text);
  document.body.append(words);
  words.showPopover();
  const box = node.getBoundingClientRect();
  const above = box.top - 6 - words.offsetHeight;
  words.style.left = `${Math.min(Math.max(8, box.left), innerWidth - words.offsetWidth - 8)}px`;
  words.style.top = `${above < 8 ? box.bottom + 6 : above}px`;
  on(window, 'scroll', () => words.remove(), { capture: true, once: true });
}

/** What keys do, by key, and buttons with that `data-key`; a button that controls something opens and closes it. */
function setKeys(deeds) {
  for (const each of document.querySelectorAll('[data-key][aria-controls]')) deeds[each.dataset.key] ??= () => each.hidden || toggle(each.getAttribute('aria-controls'));
  on(document, 'click', ({ target }) => deeds[target.closest('[data-key]')?.dataset.key]?.());
  on(document, 'keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || !Object.hasOwn(deeds, key) || target.closest?.('select')) return;
    if ([' ', 'Enter'].includes(key) && target.closest?.('button, a, summary')) return;
    if (key !== 'Escape' && target.closest?.('input:not([type=range])')) return;
    if (key !== 'Escape') event.preventDefault(); // It also shuts a peek.
    deeds[key]();
  });
}

function onWords(form, heard) {
  on(form, 'submit', (event) => {
    event.preventDefault();
    const [field] = form.elements;
    const words = field.value.trim();
    field.value = '';
    if (words) heard(words);
  });
}
