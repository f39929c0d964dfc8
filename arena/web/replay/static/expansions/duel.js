// The duels: cards that one player leaves to the other.

PIECES.on_offer = { table: laid('on offer', 'on_offer') };
