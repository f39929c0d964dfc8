// The seats: everything in front of a player. People see seats counted from 1.

// Colours of seats, each with a dash of its own for those who cannot tell colours apart.
const COLOURS = ['#c2410c', '#1d6fb8', '#15803d', '#a21caf', '#856404', '#0b7678', '#6d4c41'];
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '5 5', '1 4', '12 4'];
const colourOf = (seat) => COLOURS[seat % COLOURS.length];

function token(seat) {
  const mark = span('token', { title: `seat ${seat + 1}` }, seat + 1);
  mark.style.background = colourOf(seat);
  return mark;
}

function named(seat, game) {
  const { name } = game.seats[seat];
  const [, person, bot] = name.match(/^(.+?)( \(.+\))?$/) ?? [];
  return span('named', token(seat), span('bot', { title: name }, person), bot && h('small', { class: 'cut' }, bot)); // What plays in it gives way first.
}

/** A hand as an eye sees it: the cards, or just their number. */
function handOf(seat, position, eye) {
  const hand = position.hands[seat];
  return eye !== null && eye !== seat && Array.isArray(hand) ? hand.length : hand;
}

function hand(cards) {
  const open = Array.isArray(cards);
  const held = open ? cards.length : cards;
  return div(['hand', !open && 'hidden'], { title: `${count(held, 'card')} in hand, the first is played first` },
    held ? row(cards, 'hand') : h('small', 'no cards'),
    held > 0 && open && h('b', { class: 'held' }, held, spoken(' in hand')));
}

function purse(seat, { position, final }, before) {
  if (final) return span('purse', coins(final.scores[seat]));
  const now = position.coins[seat].length;
  const gained = before ? now - before.position.coins[seat].length : 0;
  const score = position.scores[seat];
  return span('purse', gained !== 0 && h('strong', gained > 0 ? `+${gained}` : `−${-gained}`), coins(now),
    score !== now && h('small', { title: 'if the game ended now, with buildings and all else that counts' }, `= ${score}`, h('span', ' in all')));
}

/** Words beside a name: what the seat is doing. */
function marks(number, frame, game, eye) {
  const { position } = frame;
  const [, question] = frame.asked.find(([seat]) => seat === number && (eye === null || eye === number)) ?? [];
  const decides = question && (DECIDES[question] ?? spaced(question));
  const badge = (text, sort, title) => span(['badge', sort], { title }, text);
  if (frame.final) return frame.final.forfeits[number] && badge('forfeited', 'bad', frame.final.forfeits[number]);
  return [
    decides ? badge(decides, 'active', `${decides}: to decide now`) : position.active === number && badge('active', 'turning'),
    position.silent[number] && badge('skips', '', 'is asked no more, unless by name'),
    frame.notes?.[number] && badge(frame.notes[number][0], 'bad', frame.notes[number][1]),
    badges('badge', position, game, number),
  ];
}
const DECIDES = { plant: 'planting', trade: 'trading', answer: 'answering', bid: 'offering', set_aside: 'planting', window: 'may act' };

function drawSeat(panel, number, frame, before, game, eye) {
  const { position, final } = frame;
  const fields = final && !position.fields[number].some((each) => each.count) ? [] : position.fields[number];
  const aside = position.set_aside[number];
  const { version } = game.seats[number];
  const beside = [
    laid('set aside', eye === number ? 'set_aside' : null)(aside),
    ...piecesOf(number, position, game, eye).flat(),
    game.pieces.shop && position.coins[number].length > 0 && labelled('coins', heap(position.coins[number])), // there it matters which beans they bear
  ].filter(Boolean);
  panel.classList.toggle('is-active', position.active === number && !final);
  panel.classList.toggle('is-asked', frame.asked.some(([seat]) => seat === number) && (eye === null || eye === number));
  put(panel,
    h('header', named(number, game),
      span('marks', version > 0 && h('small', { class: 'version' }, `v${version}`), marks(number, frame, game, eye)), purse(number, frame, before)),
    fields[0] && div('fields', fields.map((each, at) =>
      field(number, at, each, before?.position.fields[number][at], badges('field', position, game, number, at)))),
    div('holds',
      !final && hand(handOf(number, position, eye)),
      beside[0] && div('beside', beside)));
}
