// The negotiation: a row for each offer, replies indented, a column for each seat.

const SAYS = {
  asked: 'asked', accepted: 'yes', declined: 'no', taken: 'taken', withdrawn: 'withdrew', lapsed: 'lapsed',
};
const BECAME = {
  asked: 'stands', accepted: 'accepted', declined: 'declined', taken: 'taken', withdrawn: 'withdrawn', lapsed: 'lapsed',
};

function side(cards) {
  if (cards === 'open') return h('i', null, 'anything');
  return cards.length ? chips(cards) : h('i', null, 'nothing');
}

function terms(offer, game, bid) {
  const gift = !offer.give.length || !offer.want.length;
  return [
    h('span', { class: 'verb' }, bid ? 'bids' : 'gives'), side(offer.give),
    h('span', { class: 'verb' }, 'for'), side(offer.want),
    gift ? h('span', { class: 'verb' }, offer.give.length ? '(a gift)' : '(asks for a gift)') : null,
    offer.to === 'all' || offer.reply ? null : h('span', { class: 'verb' }, 'to ', game.seats[offer.to].name),
  ];
}

function cell(offer, seat) {
  if (seat === offer.seat) return h('td', { class: 'maker' }, 'offers');
  const answer = offer.answers[seat];
  if (!answer) return h('td', null);
  const number = answer.id === null ? '' : ` #${answer.id}`;
  return h('td', { class: `answer ${answer.state}` }, `${SAYS[answer.state]}${number}`);
}

function drawBoard(frame, game) {
  const board = $('board');
  board.hidden = !game.trades;
  if (!game.trades) return;
  const seats = Array.from({ length: game.players }, (_, number) => number);
  const rows = [];
  let round = null;
  let bidding = true; // replies that come before the offers of a round
  for (const offer of frame.offers) {
    if (offer.round !== round) {
      round = offer.round;
      bidding = true;
      rows.push(h('tr', { class: 'round' }, h('th', { colspan: game.players + 2 }, `Round ${round}`)));
    }
    bidding &&= offer.reply;
    rows.push(h('tr', { class: `offer ${offer.reply && !bidding ? 'reply' : ''} ${offer.state}` },
      h('td', { class: 'terms' }, h('div', null, h('span', { class: 'id' }, `#${offer.id}`), token(offer.seat), terms(offer, game, bidding))),
      seats.map((seat) => cell(offer, seat)),
      h('td', { class: 'became' }, offer.reply || offer.state !== 'asked' ? BECAME[offer.state] : 'asked')));
  }
  const head = h('tr', null, h('th', null, 'offer'),
    seats.map((seat) => h('th', { title: game.seats[seat].name }, token(seat), h('span', { class: 'bot' }, game.seats[seat].name))),
    h('th', null, 'outcome'));
  put(board,
    h('h2', null, 'Negotiation'),
    frame.offers.length
      ? h('table', null, h('thead', null, head), h('tbody', null, rows))
      : h('p', { class: 'none' }, 'No offers in this turn yet.'));
}

/** The latest offers stay in sight. */
function followBoard() {
  $('board').scrollTop = $('board').scrollHeight;
}
