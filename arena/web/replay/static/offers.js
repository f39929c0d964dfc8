// The negotiation: a row for each offer, replies indented, a column for each seat.

const SAYS = { // What is said, as a mark and in words.
  asked: ['…', 'is asked'], accepted: ['✓', 'yes'], declined: ['✗', 'no'], taken: ['✓', 'taken'], withdrawn: ['–', 'withdrew'], lapsed: ['–', 'lapsed'],
};
const BECAME = {
  asked: 'stands', accepted: 'accepted', declined: 'declined', taken: 'taken', withdrawn: 'withdrawn', lapsed: 'lapsed',
};

function side(cards) {
  if (cards === 'open') return h('i', null, 'anything');
  return cards.length ? chips(cards) : h('i', null, 'nothing');
}

function terms(offer, game) {
  return [
    side(offer.give), h('span', { class: 'verb', title: 'for' }, spoken('for'), h('span', { 'aria-hidden': 'true' }, '⇄')), side(offer.want),
    offer.to === 'all' || offer.reply ? null : h('span', { class: 'verb' }, 'to ', token(offer.to)),
  ];
}

function cell(offer, seat) {
  if (seat === offer.seat) return h('td', { class: 'maker' }, '·');
  const answer = offer.answers[seat];
  if (!answer) return h('td', null);
  const [mark, words] = SAYS[answer.state];
  return h('td', { class: `answer ${answer.state}`, title: answer.id === null ? words : `${words}, as #${answer.id}` },
    token(seat), h('span', { 'aria-hidden': 'true' }, mark), spoken(words));
}

function drawOffers(frame, game) {
  const box = $('offers');
  box.hidden = !frame.offers.length || Boolean(frame.final);
  if (box.hidden) return put(box);
  const seats = Array.from({ length: game.players }, (_, number) => number);
  const rows = [];
  let round = null;
  let bidding = true; // replies that come before the offers of a round
  for (const offer of frame.offers) {
    if (offer.round !== round) {
      round = offer.round;
      bidding = true;
      rows.push(h('tr', { class: 'round' }, h('th', { scope: 'rowgroup', colspan: game.players + 2 }, `Round ${round}`)));
    }
    bidding &&= offer.reply;
    rows.push(h('tr', { class: `offer ${offer.reply && !bidding ? 'reply' : ''} ${offer.state}`, 'data-offer': offer.id },
      h('td', { class: 'terms' }, h('div', null, h('span', { class: 'id' }, `#${offer.id}`), token(offer.seat), terms(offer, game))),
      seats.map((seat) => cell(offer, seat)),
      h('td', { class: 'became' }, BECAME[offer.state])));
  }
  return put(box, h('table', null,
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'On the table'),
      seats.map((seat) => h('th', { scope: 'col', title: game.seats[seat].name }, token(seat))), h('th', { scope: 'col' }, spoken('outcome')))),
    h('tbody', null, rows)));
}
