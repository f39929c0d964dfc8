// The duels: cards that one player leaves to the other.

PIECES.on_offer = { table: (cards) => (cards.length ? labelled('on offer', row(cards, 'on_offer')) : null) };
