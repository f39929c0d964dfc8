// Single cards, rows of cards, and fields.

let LABELS = {};

const label = (kind) => LABELS[kind] ?? spaced(kind);

/**
 * What can be touched, and how: `card(kind, pile, place)` and `field(seat, at)` give the attributes
 * of a button, or null where nothing can be done with it. A replay has none.
 */
let TOUCH = { card: () => null, field: () => null, building: () => null };

/** A card, face up. `pile` and `place` say where it lies, if it can be touched there. */
function card(kind, pile, place) {
  const touch = pile && TOUCH.card(kind, pile, place);
  return h(touch ? 'button' : 'span', { title: label(kind), 'data-card': kind, 'data-pile': pile, 'data-place': place, ...touch, class: ['card', touch?.class] },
    picture(kind), nameOf(kind));
}

const nameOf = (kind) => span(['name', label(kind).length > 8 && 'long'], label(kind));

function backs(number) {
  const shown = Array.from({ length: Math.min(number, 12) }, () => h('i'));
  return span('backs', { title: count(number, 'card') }, shown, h('b', number), spoken(number === 1 ? ' card' : ' cards'));
}

function row(cards, pile) {
  if (typeof cards === 'number') return backs(cards);
  return span('row', cards.map((kind, place) => card(kind, pile, place)));
}

const tally = (cards) => Object.entries(Object.groupBy(cards, (kind) => kind)).map(([kind, { length }]) => [kind, length]);

/** Cards counted by kind, in words: "2 soy, blue". */
const inWords = (cards) => (cards === 'open' ? 'anything' : tally(cards).map(([kind, number]) => (number > 1 ? `${number} ${label(kind)}` : label(kind))).join(', ') || 'nothing');

const heap = (cards) => tally(cards).map(([kind, number]) =>
  span('chip', { title: `${number} ${label(kind)}` }, picture(kind), number, spoken(` ${label(kind)}`)));

const labelled = (name, ...what) => div('labelled', span('label', name), what);

function harvestInWords(now) {
  if (!now.count) return 'This field is empty.';
  const further = now.next ? ` ${count(now.next, 'more card')} would bring more.` : now.next === 0 ? ' More cards would bring no more.' : '';
  return `${inWords(cardsOf(now))}, worth ${count(now.coins, 'coin')}.${further}`;
}

const cardsOf = (now) => now.cards ?? Array(now.count).fill(now.kind);

function field(seat, at, now, before, badges) {
  const fresh = before && (before.count !== now.count || before.kind !== now.kind);
  const touch = TOUCH.field(seat, at);
  const cards = tally(cardsOf(now));
  const mixed = cards.length > 1;
  return h(touch ? 'button' : 'div', { 'data-field': at, title: `field ${at + 1}: ${harvestInWords(now)}`, ...touch, class: ['field', fresh && 'fresh', !now.count && 'empty', touch?.class] },
    now.count
      ? [
        span(['grown', mixed && 'mixed'], cards.map(([kind, number]) => span('kind', picture(kind), (number > 1 || !mixed) && h('b', number)))),
        mixed ? span('name', 'mixed') : nameOf(cards[0][0]),
        badges,
        span('earns', coins(now.coins),
          now.next > 0 && h('small', `+${now.next}`, span('word', now.next > 1 ? ' more beans' : ' more bean'))),
      ]
      : [span('name', 'empty'), badges]);
}
