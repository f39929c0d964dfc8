// Cards, singly, in rows and in fields.

let LABELS = {};

/** What is printed on a card. */
const label = (kind) => LABELS[kind] ?? spaced(kind);

/** A card, face up. */
function card(kind, attributes) {
  const { class: more, ...others } = attributes ?? {};
  return h('span', { class: `card ${more ?? ''}`, title: label(kind), ...others },
    picture(kind), h('span', { class: label(kind).length > 8 ? 'name long' : 'name' }, label(kind)));
}

/** So many cards, face down. */
function backs(number) {
  const shown = Array.from({ length: Math.min(number, 12) }, () => h('i', null));
  return h('span', { class: 'backs' }, shown, h('span', null, count(number, 'card')));
}

/** Cards one by one, or their number where they are hidden. */
function row(cards) {
  return typeof cards === 'number'
    ? h('span', { class: 'row' }, backs(cards))
    : h('span', { class: 'row' }, cards.map((kind) => card(kind)));
}

/** How many there are of each, in order of appearance. */
function tally(cards) {
  const counted = new Map();
  for (const kind of cards) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  return [...counted];
}

/** Cards counted by kind, small: "2 soy", "blue". */
function chips(cards) {
  return tally(cards).map(([kind, number]) =>
    h('span', { class: 'chip' }, picture(kind), number > 1 ? `${number} ${label(kind)}` : label(kind)));
}

/** A field with what it earns now and how many cards are missing for one coin more. */
function field(now, before, badges) {
  const cards = now.cards ?? Array(now.count).fill(now.kind);
  const fresh = before && (before.count !== now.count || before.kind !== now.kind);
  const step = cards.length > 1 ? Math.min(11, 52 / (cards.length - 1)) : 0;
  const stack = cards.map((kind, at) => {
    const each = card(kind);
    each.style.left = `${at * step}px`;
    return each;
  });
  let earns = null;
  if (now.count) {
    const further = now.next
      ? h('small', { title: `${count(now.next, 'more card')} for more coins` }, `${now.next} to next`)
      : h('small', { title: 'more cards of the kind earn no more' }, 'no more');
    earns = h('span', { class: 'earns' }, coins(now.coins, `harvested now: ${count(now.coins, 'coin')}`), further);
  }
  const names = tally(cards).map(([kind, number]) => `${number} ${label(kind)}`).join(', ');
  return h('div', { class: `field ${fresh ? 'fresh' : ''} ${now.count ? '' : 'empty'}` },
    h('div', { class: 'stack' }, stack),
    h('div', { class: 'what' }, names || 'empty', badges),
    earns);
}

/** Something with a name before it. */
function labelled(name, ...what) {
  return h('div', { class: 'labelled' }, h('span', { class: 'label' }, name), what);
}
