// The seats: everything that lies before a player.

// Colours of seats; each has a dash too, so that lines can be told apart without them.
const COLOURS = ['#c2410c', '#1d6fb8', '#15803d', '#a21caf', '#8a6d00', '#0f8b8d', '#6d4c41'];
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '5 5', '1 4', '12 4'];

/** The number of a seat in its colour. */
function token(seat) {
  const mark = h('span', { class: 'token', title: `seat ${seat}` }, String(seat));
  mark.style.background = COLOURS[seat % COLOURS.length];
  return mark;
}

/** A seat with its name. */
function named(seat, game) {
  return h('span', { class: 'named' }, token(seat), h('span', { class: 'bot' }, game.seats[seat].name));
}

/** The cards of a hand that an eye sees: all, or their number. */
function handOf(seat, position, eye) {
  const hand = position.hands[seat];
  return eye !== null && eye !== seat && Array.isArray(hand) ? hand.length : hand;
}

function hand(cards) {
  if (typeof cards === 'number') return row(cards);
  if (!cards.length) return h('span', { class: 'none' }, 'no cards');
  return h('span', { class: `row hand ${cards.length > 8 ? 'tight' : ''}` }, cards.map((kind, at) => card(kind, { class: at ? '' : 'due' })));
}

function purse(seat, frame, before, game) {
  const now = frame.position.coins[seat];
  const gained = before ? now.length - before.position.coins[seat].length : 0;
  const score = frame.position.scores[seat];
  return h('span', { class: 'purse' },
    gained ? h('em', null, gained > 0 ? `+${gained}` : `−${-gained}`) : null,
    coins(now.length),
    score !== now.length ? h('small', { title: 'what the game would count if it ended now' }, `counts ${score}`) : null);
}

/** A whole seat. */
function seat(number, frame, before, game, eye) {
  const { position } = frame;
  const asked = frame.asked.find(([seat]) => seat === number);
  const over = position.step === 'ending' && !frame.asked.length;
  const place = over && frame.last ? game.result.places[number] : null;
  const marks = [
    position.active === number ? h('span', { class: 'badge active' }, 'active') : null,
    asked && (eye === null || eye === number) ? h('span', { class: 'badge' }, `to decide: ${spaced(asked[1])}`) : null,
    position.silent[number] ? h('span', { class: 'badge' }, 'silent') : null,
    frame.last && game.result.winners.includes(number) ? h('span', { class: 'badge won' }, 'wins') : null,
    frame.last && game.result.forfeits[number] ? h('span', { class: 'badge bad', title: game.result.forfeits[number] }, 'forfeited') : null,
    badgesOf(number, position, game),
  ];
  const fields = position.fields[number].map((each, at) =>
    field(each, before?.position.fields[number][at], badgesOfField(number, at, position, game)));
  const aside = position.set_aside[number];
  return h('article', { class: `seat ${position.active === number ? 'is-active' : ''}`, 'aria-label': `seat ${number}` },
    h('header', null, named(number, game),
      game.seats[number].version ? h('small', null, `v${game.seats[number].version}`) : null, marks,
      place ? h('span', { class: 'badge' }, `place ${place}`) : null,
      purse(number, frame, before, game)),
    h('div', { class: 'before' },
      h('div', { class: 'fields' }, fields),
      h('div', { class: 'held' }, h('span', { class: 'label' }, 'hand'), hand(handOf(number, position, eye)))),
    aside.length ? labelled('set aside', row(aside)) : null,
    piecesOf(number, position, game, eye),
    position.coins[number].length
      ? h('div', { class: 'labelled pile' }, h('span', { class: 'label' }, 'coins'), chips(position.coins[number])) : null);
}
