// Building the page. Text reaches it through text nodes and attributes alone, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

/** An element of HTML: h('p', {class: 'note'}, 'text', node, [nodes]). */
function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of SVG. */
function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Put these children in place of those there are; what is null is left out. */
function put(node, ...children) {
  node.replaceChildren();
  return fill(node, null, children);
}

const $ = (id) => document.getElementById(id);

/** "1 card", "2 cards". */
const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A name of the protocol as words: "coin_card" → "coin card". */
const spaced = (name) => String(name).replaceAll('_', ' ');

/** From light to dark, or back. */
function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}
