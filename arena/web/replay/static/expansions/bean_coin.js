// The bean coin: its holder, and the card shown by a player who resisted.

PIECES.coin_holder = { badge: (holder, seat) => holder === seat && 'bean coin' };
PIECES.coin_claim_failed = {
  table: (turn, position) => turn === position.turn && labelled('bean coin', 'claimed in vain this turn'),
};
PIECES.coin_card = { table: laid('card shown', 'coin_card') };
