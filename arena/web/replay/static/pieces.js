// Pieces of expansions. A piece that is not listed is drawn as a labelled list, so
// a new expansion can be seen at once; a file in expansions/ draws its pieces better.
//
//   PIECES.name = {
//     seat: (value, seat, position, game) → what lies in front of the seat, if anything
//     badge: (value, seat, position, game) → words beside the seat's name
//     field: (value, seat, field, position, game) → words on a field; `value` is the whole piece
//     table: (value, position, game) → what lies in the middle
//     counts: (seat, score, position, game) → at the end, what a score is made of besides coins
//   }
// In `seat`, `value` is the seat's own if the piece has one for each. Functions left out draw nothing:
// `PIECES.name = {}` hides a piece.

const PIECES = { third_field: {} };

const isNothing = (value) => !value || (Array.isArray(value) && value.every(isNothing));

/** Draw any value of a piece: kinds as cards, everything else in words. */
function drawn(value, game) {
  if (!Array.isArray(value)) return value === true ? 'yes' : spaced(value);
  if (value.length && value.every((part) => game.kinds[part] || game.labels[part])) return row(value);
  return value.map((part) => span('chip', Array.isArray(part) ? drawn(part, game) : spaced(part)));
}

const laid = (name, pile) => (cards) => cards.length > 0 && labelled(name, row(cards, pile));

const plainly = (name, value, game) => !isNothing(value) && labelled(spaced(name), drawn(value, game));

/** A seat's part of a piece; just a number for an eye that may not see it. */
function ofSeat(name, seat, position, game, eye) {
  const piece = game.pieces[name];
  const value = piece.per_seat ? position[name][seat] : position[name];
  const hidden = piece.per_seat && piece.private && eye !== null && eye !== seat;
  return hidden && Array.isArray(value) ? value.length : value;
}

function piecesOf(seat, position, game, eye) {
  return Object.keys(game.pieces).map((name) => {
    const value = ofSeat(name, seat, position, game, eye);
    if (PIECES[name]) return PIECES[name].seat?.(value, seat, position, game);
    return game.pieces[name].per_seat && plainly(name, value, game);
  });
}

/** The words of all pieces beside the name of a seat (`badge`), or on a `field`; PIECES lists the arguments. */
function badges(where, position, game, ...more) {
  return Object.keys(game.pieces).map((name) => {
    const words = PIECES[name]?.[where]?.(position[name], ...more, position, game);
    return words && span('badge', words);
  });
}

function piecesOfAll(position, game) {
  return Object.entries(game.pieces).map(([name, piece]) => {
    if (PIECES[name]) return PIECES[name].table?.(position[name], position, game);
    return !piece.per_seat && plainly(name, position[name], game);
  });
}
