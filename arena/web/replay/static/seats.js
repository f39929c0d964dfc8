// The seats: everything in front of a player. People see seats counted from 1.

// Colours of seats, each with a dash of its own for those who cannot tell colours apart.
const COLOURS = ['#c2410c', '#1d6fb8', '#15803d', '#a21caf', '#856404', '#0b7678', '#6d4c41'];
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '5 5', '1 4', '12 4'];
const colourOf = (seat) => COLOURS[seat % COLOURS.length];

/** The number of a seat in its colour. */
function token(seat) {
  const mark = h('span', { class: 'token', title: `seat ${seat + 1}` }, String(seat + 1));
  mark.style.background = colourOf(seat);
  return mark;
}

/** A seat with its name. */
function named(seat, game) {
  const { name } = game.seats[seat];
  return h('span', { class: 'named' }, token(seat), h('span', { class: 'bot', title: name }, name));
}

/** A hand as an eye sees it: the cards, or just their number. */
function handOf(seat, position, eye) {
  const hand = position.hands[seat];
  return eye !== null && eye !== seat && Array.isArray(hand) ? hand.length : hand;
}

function hand(cards) {
  const held = Array.isArray(cards) ? cards.length : cards;
  const shown = typeof cards === 'number'
    ? backs(cards)
    : h('span', { class: 'row' }, cards.map((kind, place) => card(kind, { pile: 'hand', place, class: place ? null : 'due' })));
  return h('div', { class: `hand ${held > 12 ? 'crowd' : ''} ${Array.isArray(cards) ? '' : 'hidden'}`, title: `${count(held, 'card')} in hand, the first is played first` },
    held ? shown : h('small', 'no cards'),
    held && Array.isArray(cards) ? h('b', { class: 'held' }, String(held), spoken(' in hand')) : null);
}

function purse(seat, frame, before, game) {
  const now = frame.position.coins[seat];
  const gained = before ? now.length - before.position.coins[seat].length : 0;
  const score = frame.final ? frame.final.scores[seat] : frame.position.scores[seat];
  return h('span', { class: 'purse' },
    gained && !frame.final ? h('em', gained > 0 ? `+${gained}` : `−${-gained}`) : null,
    coins(frame.final ? score : now.length),
    !frame.final && score !== now.length ? h('small', { title: 'what the game would count if it ended now' }, `counts ${score}`) : null);
}

/** Words beside a name: what the seat is doing, and how it finished. */
function marks(number, frame, game, eye) {
  const { position } = frame;
  const asked = frame.asked.find(([seat]) => seat === number);
  const badge = (text, sort, title) => h('span', { class: `badge ${sort ?? ''}`, title }, text);
  if (frame.final) {
    const { places, winners, forfeits } = frame.final;
    return [
      winners.includes(number) ? badge('wins', 'won') : badge(`${places[number]}${ORDINALS[places[number]] ?? 'th'}`),
      forfeits[number] ? badge('forfeited', 'bad', forfeits[number]) : null,
    ];
  }
  return [
    asked && (eye === null || eye === number) ? badge(DECIDES[asked[1]] ?? spaced(asked[1]), 'active', `${DECIDES[asked[1]] ?? spaced(asked[1])}: to decide now`) : null,
    position.active === number && !asked ? badge('its turn', 'turning', 'its turn') : null,
    position.silent[number] ? badge('silent') : null,
    frame.notes?.[number] ? badge(frame.notes[number][0], 'bad', frame.notes[number][1]) : null,
    badges('badge', position, game, number),
  ];
}
const ORDINALS = { 1: 'st', 2: 'nd', 3: 'rd' };
const DECIDES = { plant: 'planting', trade: 'trading', answer: 'answering', bid: 'bidding', set_aside: 'planting', window: 'may act' };

/** Draw a whole seat into its panel. */
function drawSeat(panel, number, frame, before, game, eye) {
  const { position } = frame;
  const fields = frame.final && !position.fields[number].some((each) => each.count) ? [] : position.fields[number];
  const aside = position.set_aside[number];
  const spent = game.pieces.shop && position.coins[number].length; // there it matters which beans coins bear
  const beside = [
    aside.length ? labelled('set aside', row(aside, eye === number ? 'set_aside' : undefined)) : null,
    ...piecesOf(number, position, game, eye).flat(),
    spent ? labelled('coins', heap(position.coins[number])) : null,
  ].filter(Boolean);
  panel.classList.toggle('is-active', position.active === number && !frame.final);
  panel.classList.toggle('is-asked', frame.asked.some(([seat]) => seat === number) && (eye === null || eye === number));
  put(panel,
    h('header', named(number, game),
      h('span', { class: 'marks' }, game.seats[number].version ? h('small', { class: 'version' }, `v${game.seats[number].version}`) : null, marks(number, frame, game, eye)), purse(number, frame, before, game)),
    fields.length ? h('div', { class: 'fields' }, fields.map((each, at) =>
      field(number, at, each, before?.position.fields[number][at], badges('field', position, game, number, at)))) : null,
    h('div', { class: 'holds' },
      frame.final ? null : hand(handOf(number, position, eye)),
      beside.length ? h('div', { class: 'beside' }, beside) : null));
}
