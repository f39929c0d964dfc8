// What expansions add to the table. A piece that is not listed here is drawn as a labelled list, so
// a new expansion shows at once; a file in expansions/ draws its pieces better.
//
//   PIECES.name = {
//     seat: (value, seat, position, game) → what lies before the seat, or null
//     badge: (value, seat, position, game) → words beside the name of a seat, or null
//     field: (value, seat, field, position, game) → words on a field, or null; `value` is the whole piece
//     table: (value, position, game) → what lies there for all, or null
//   }
// In `seat`, `value` is that of the seat if the piece has one for each. Whatever is left out is not
// drawn; `PIECES.name = {}` draws nothing.

const PIECES = { third_field: {} };

function isNothing(value) {
  return value === null || value === undefined || value === false || value === 0 || value === ''
    || (Array.isArray(value) && value.every(isNothing));
}

/** Any value of a piece: kinds as cards, everything else in words. */
function drawn(value, game) {
  if (!Array.isArray(value)) return value === true ? 'yes' : spaced(value);
  if (value.length && value.every((part) => game.kinds[part] || game.labels[part])) return row(value);
  return value.map((part) => h('span', { class: 'chip' }, Array.isArray(part) ? drawn(part, game) : spaced(part)));
}

const plainly = (name, value, game) => (isNothing(value) ? null : labelled(spaced(name), drawn(value, game)));

/** What a piece shows of a seat: hidden from an eye that may not see it, a number. */
function ofSeat(name, seat, position, game, eye) {
  const piece = game.pieces[name];
  const value = piece.per_seat ? position[name][seat] : position[name];
  const hidden = piece.per_seat && piece.private && eye !== null && eye !== seat;
  return hidden && Array.isArray(value) ? value.length : value;
}

/** All pieces before a seat. */
function piecesOf(seat, position, game, eye) {
  return Object.keys(game.pieces).map((name) => {
    const value = ofSeat(name, seat, position, game, eye);
    if (PIECES[name]) return PIECES[name].seat?.(value, seat, position, game) ?? null;
    return game.pieces[name].per_seat ? plainly(name, value, game) : null;
  });
}

/** Words of all pieces beside the name of a seat (`badge`), or on a `field`; see PIECES for what these take. */
function badges(where, position, game, ...more) {
  return Object.keys(game.pieces).map((name) => {
    const words = PIECES[name]?.[where]?.(position[name], ...more, position, game);
    return words ? h('span', { class: 'badge' }, words) : null;
  });
}

/** All pieces that lie on the table for everybody. */
function piecesOfAll(position, game) {
  return Object.entries(game.pieces).map(([name, piece]) => {
    if (PIECES[name]) return PIECES[name].table?.(position[name], position, game) ?? null;
    return piece.per_seat ? null : plainly(name, position[name], game);
  });
}
