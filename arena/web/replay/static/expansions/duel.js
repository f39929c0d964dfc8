// The duels: what one player leaves the other.

PIECES.on_offer = { table: (cards) => (cards.length ? labelled('on offer', row(cards, 'on_offer')) : null) };
