// The middle of the table: the piles, what is turned over, what expansions add, what has happened.

/** A pile of cards, face down, or with its last card on top. */
function pile(id, name, number, top, title) {
  return h('div', { class: `pile ${number ? '' : 'none-left'}`, id, title },
    top ? card(top) : h('i', { class: number ? 'back' : 'back gone' }),
    h('span', { class: 'label' }, name, ' ', h('b', null, String(number))));
}

function drawMarket(frame, game, eye) {
  if (frame.final) {
    const { places, scores } = frame.final;
    const order = game.seats.map((_, seat) => seat).sort((one, other) => places[one] - places[other]);
    put($('market'), h('ol', { class: 'podium' }, order.map((seat) => h('li', null, h('b', null, `${places[seat]}.`), named(seat, game), coins(scores[seat])))));
    return;
  }
  const { position } = frame;
  const left = `${position.run_outs} of ${game.last_run_out}`;
  const turned = position.turned_over;
  put($('market'),
    frame.news?.length ? h('div', { id: 'news' }, frame.news.map((move) => newsOf(move, game, eye))) : null,
    h('div', { class: 'piles' },
      pile('draw', 'draw', position.draw_pile, null, `${count(position.draw_pile, 'card')} to draw; the pile has run out ${left} times`),
      pile('discard', 'discard', position.discard.length, position.discard.at(-1), `discarded: ${inWords(position.discard)}`),
      h('div', { class: 'pile runs', title: `The game ends when the draw pile has run out ${count(game.last_run_out, 'time')}.` },
        h('span', { class: 'label' }, 'run-outs'), h('b', null, left)),
      turned.length ? h('div', { class: 'turned', id: 'turned' }, h('span', { class: 'label' }, 'turned over'), row(turned, 'turned_over')) : null,
      piecesOfAll(position, game)));
}

/** What has happened in pictures, where cards have changed hands; see `moves.js`. */
function newsOf(move, game, eye) {
  const told = NEWS[move.event]?.(move, game, eye);
  return told ? h('p', { class: 'news' }, told) : null;
}
const NEWS = {
  traded: ({ seat, with: other, gave, got }, game) => [named(seat, game), side(gave), h('span', { class: 'verb' }, 'for'), side(got), named(other, game)],
  harvested: ({ seat, cards, coins: earned }, game) => [named(seat, game), h('span', { class: 'verb' }, 'harvests'), chips(cards), h('span', { class: 'verb' }, 'for'), coins(earned.length)],
};

/** How many cards of each kind earn how many coins. */
function beanometers(game) {
  const kinds = Object.values(game.kinds).filter(({ earns }) => earns.some(Boolean));
  const most = Math.max(...kinds.map(({ earns }) => Math.max(...earns)));
  const amounts = Array.from({ length: most }, (_, at) => at + 1);
  const needed = (earns, amount) => earns.findIndex((coins) => coins === amount);
  return h('table', { class: 'meters' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'bean'), h('th', { scope: 'col' }, 'cards'), amounts.map((amount) => h('th', { scope: 'col' }, coins(amount), spoken(' for'))))),
    h('tbody', null, kinds.map(({ name, count: copies, earns }) => h('tr', null,
      h('th', { scope: 'row' }, h('span', { class: 'chip' }, picture(name), label(name))), h('td', null, String(copies)),
      amounts.map((amount) => h('td', null, needed(earns, amount) < 0 ? '–' : String(needed(earns, amount))))))));
}

/** The rules of this game, in reach everywhere. */
function drawRules(game) {
  put($('rules'),
    h('h2', null, 'How many beans for how many coins'), beanometers(game),
    h('h2', null, 'The rules of this game'),
    h('dl', null, Object.entries(game.rules).map(([name, text]) => [h('dt', null, spaced(name)), h('dd', null, text)])));
}
