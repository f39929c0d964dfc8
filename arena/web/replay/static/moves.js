// Animation: cards fly from where they were to where they are now.

const FLIGHT_MS = 480;
const MOST = 6; // Cards of one flight that are shown.
const AT_ONCE_MS = 900; // However much has happened, the last card takes off by then.

const spot = (seat, what) => document.querySelector(seat === null ? what : `[data-seat="${seat}"] ${what}`);
const heldBy = (seat) => spot(seat, '.hand');
const asideOf = (seat) => spot(seat, '.beside') ?? heldBy(seat);
const fieldOf = (seat, at) => spot(seat, `[data-field="${at}"]`);
const PILES = { hand: heldBy, set_aside: asideOf, turned_over: () => $('turned'), store: asideOf };
const from = (pile, seat) => (PILES[pile] ?? (() => $('market')))(seat);

/** The flights of each event, as [from, to, kinds or the number of cards face down]. */
const FLIGHTS = {
  traded: ({ seat, with: other, gave, got }) => [[heldBy(seat), asideOf(other), gave], [heldBy(other), asideOf(seat), got]],
  planted: ({ seat, card: kind, from: pile, field: at }) => [[from(pile, seat), fieldOf(seat, at), [kind]]],
  harvested: ({ seat, field: at, coins: earned }) => [[fieldOf(seat, at), spot(seat, '.purse'), earned.map(() => 'coin')]],
  turned_over: ({ cards }) => [[$('draw'), $('turned'), cards]],
  drew: ({ seat, cards, count: number }) => [[$('draw'), heldBy(seat), cards ?? number]],
  discarded: ({ seat, cards }) => [[heldBy(seat), $('discard'), cards]],
  stole: ({ seat, with: other, field: at, card: kind }) => [[fieldOf(other, at), heldBy(seat), [kind]]],
};

const still = matchMedia('(prefers-reduced-motion: reduce)');
const flying = [];

const land = () => flying.splice(0).forEach((each) => each.remove());

/** Animate moves as seen by the seat `eye`: cards that others draw stay face down. */
function fly(moves, eye) {
  land();
  if (still.matches || document.hidden) return;
  let wait = 0;
  const pause = Math.min(140, AT_ONCE_MS / Math.max(1, moves.length));
  for (const move of moves) {
    const hidden = move.event === 'drew' && eye !== null && eye !== move.seat;
    for (const [start, end, cards] of FLIGHTS[move.event]?.(hidden && move.cards ? { ...move, cards: move.cards.length } : move) ?? []) {
      if (!start || !end) continue;
      const kinds = typeof cards === 'number' ? Array(cards).fill(null) : cards;
      kinds.slice(0, MOST).forEach((kind, at) => flight(kind, middleOf(start), middleOf(end), wait + at * 50));
      wait += kinds.length ? pause : 0;
    }
  }
}

function middleOf(node) {
  const box = node.getBoundingClientRect();
  return [box.left + Math.min(box.width, 90) / 2, box.top + box.height / 2];
}

function ghostOf(thing) {
  const ghost = span('flying', { 'aria-hidden': 'true' }, thing);
  thing.removeAttribute('data-card'); // It lies nowhere.
  document.body.append(ghost);
  return ghost;
}

function flight(kind, [left, top], [toLeft, toTop], delay) {
  const ghost = ghostOf(kind === 'coin' ? coin() : kind ? card(kind) : h('i', { class: 'back' }));
  ghost.querySelector('.name')?.remove();
  flying.push(ghost);
  const at = (x, y, size) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
  ghost.animate([
    { transform: at(left, top, 0.9), opacity: 0 },
    { transform: at(left, top, 1), opacity: 1, offset: 0.12 },
    { transform: at((left + toLeft) / 2, (top + toTop) / 2 - 24, 1.15), opacity: 1, offset: 0.6 },
    { transform: at(toLeft, toTop, 0.8), opacity: 0.2 },
  ], { duration: FLIGHT_MS, delay, easing: 'ease-in-out', fill: 'backwards' }).finished.then(() => ghost.remove(), () => {});
}
