// The bean coin: its holder, and the card shown by a player who resisted.

PIECES.coin_holder = { badge: (holder, seat) => (holder === seat ? 'bean coin' : null) };
PIECES.coin_claim_failed = {
  table: (turn, position) => (turn === position.turn ? labelled('bean coin', 'claimed in vain this turn') : null),
};
PIECES.coin_card = { table: (cards) => (cards.length ? labelled('card shown', row(cards, 'coin_card')) : null) };
