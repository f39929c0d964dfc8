// The server's end of a page's line, and what is to be seen of each question that it tells.

sessionStorage.setItem('game', 'ours');
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() { super(); window.line = this; }
  send() {}
};
window.tell = (message) => line.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));

window.look = (moments) => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const at = (box, x, y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
  const meets = (thing, found) => found && (thing.contains(found) || found.contains(thing));
  const inSight = (thing) => {
    if (!thing?.checkVisibility()) return false;
    const box = thing.getBoundingClientRect();
    if (!box.width || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return false;
    return [[.05, .1], [.95, .9], [.5, .5]].every(([x, y]) => meets(thing, at(box, x, y))) && thing.scrollWidth <= thing.clientWidth + 2 && thing.scrollHeight <= thing.clientHeight + 2;
  };
  const all = (selector, number) => [Math.min(number, shown(selector).filter(inSight).length), number];
  const of = ({ id, can }) => (can ? `[data-deed="accept-${id}"], [data-deed="take-${id}"]` : `[data-offer="${id}"]`);
  const offers = (some) => [some.filter((each) => inSight(document.querySelector(of(each)))).length, some.length];
  const places = () => JSON.stringify(['#task', '#turned', '[data-offer]'].flatMap(shown).map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  }));
  const look = ([number, seat, told, things]) => {
    tell({ seat });
    const wrong = {};
    let text = 99;
    const every = number % 4 === 0;
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (every && words.nextNode()) {
      const node = words.currentNode.parentElement;
      if (words.currentNode.data.trim() && !node.closest('svg, .spoken, script, style, noscript, [hidden]') && node.checkVisibility()) text = Math.min(text, parseFloat(getComputedStyle(node).fontSize));
    }
    for (const each of every ? shown('button, a, input, select, summary') : []) {
      if (each.closest('.put, #options, #market, .beside, #all')) each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = each.getBoundingClientRect();
      const name = each.dataset.deed?.split('-')[0] ?? (each.id || each.className || each.tagName);
      if (Math.min(box.width, box.height) < 24 && !each.closest('label')) wrong[`small ${name}`] = 1;
      if (!each.contains(at(box, .5, .5)) && !each.labels?.length) wrong[`unreachable ${name}`] = 1;
    }
    if (document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth) wrong['the page scrolls'] = 1;
    const seen = { best: offers(told.filter(({ best }) => best)), takeable: offers(told.filter(({ can }) => can)) };
    for (const [name, [selector, number]] of Object.entries(things)) seen[name] = all(selector, number);
    if (things.steps[1] && every) {
      const before = places();
      for (const touched of ['.counter', '#near [data-pile=hand]', '#beans [data-kind]', '#near [data-field]']) {
        document.querySelector(touched)?.click();
        if (places() !== before) { wrong[`moves at ${touched}`] = 1; break; }
      }
    }
    return { seen, text, wrong };
  };
  return moments.map(look);
};
