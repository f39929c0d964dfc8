// The middle of the table: piles, cards turned over, pieces of expansions, and the latest events.

function pile(id, number, top, title) {
  return div('pile', { id, title },
    top ? card(top) : h('i', { class: number ? 'back' : 'back gone' }),
    span('label', id, ' ', h('b', number)));
}

/** At the end all fields are harvested at once, for which only the log has room. */
const MOST_NEWS = 3;

function drawMarket(frame, game) {
  if (frame.final) {
    const { places, scores, winners } = frame.final;
    const wins = (seat) => winners.includes(seat);
    const order = places.map((_, seat) => seat).sort((one, other) => wins(other) - wins(one) || places[one] - places[other]);
    const most = Math.max(1, ...scores);
    put('market', h('ol', { class: 'podium panel' }, order.map((seat) => {
      const bar = h('i');
      bar.style.background = colourOf(seat);
      bar.style.width = `${(100 * Math.max(0, scores[seat])) / most}%`;
      const made = Object.keys(game.pieces).map((name) => PIECES[name]?.counts?.(seat, scores[seat], frame.position, game));
      return h('li', { class: wins(seat) && 'won' }, h('b', `${places[seat]}.`), span('named', named(seat, game), marks(seat, frame, game)), span('bars', bar), coins(scores[seat]), div('few counts', made));
    })));
    return;
  }
  const { position } = frame;
  const left = `${position.run_outs} of ${game.last_run_out}`;
  const turned = position.turned_over;
  const news = (frame.news ?? []).filter(({ event, coins: earned }) => event in NEWS && earned?.length !== 0).slice(-MOST_NEWS);
  put('market',
    news[0] && h('div', { id: 'news' }, news.map((move) => h('p', { class: 'news' }, NEWS[move.event](move, game)))),
    div('piles',
      pile('draw', position.draw_pile, null, `${count(position.draw_pile, 'card')} to draw; the pile has run out ${left} times`),
      pile('discard', position.discard.length, position.discard.at(-1), `discarded: ${inWords(position.discard)}`),
      div('pile runs', { title: `The game ends when the draw pile has run out ${count(game.last_run_out, 'time')}.` },
        span('label', 'run-outs'), h('b', left)),
      div('turned', { id: 'turned' }, span('label', 'turned over'), row(turned, 'turned_over')), // None keep their place.
      piecesOfAll(position, game)));
}

/** Pictures of events in which cards changed hands, see `moves.js`, and of a turn that gave one nothing. */
const NEWS = {
  traded: ({ seat, with: other, gave, got }, game) => [named(seat, game), goods(gave), verb('for'), goods(got), named(other, game)],
  harvested: ({ seat, cards, coins: earned }, game) => [named(seat, game), verb('harvests'), goods(cards), verb('for'), coins(earned.length)],
  missed: ({ text }) => text,
};

/** The beanometers: the kinds, the amounts of coins, and the cards that each amount needs. */
function earnings(game) {
  const kinds = Object.values(game.kinds).filter(({ earns }) => earns.some(Boolean));
  const most = Math.max(...kinds.map(({ earns }) => Math.max(...earns)));
  const amounts = Array.from({ length: most }, (_, at) => at + 1);
  return { kinds, amounts, needed: ({ earns }, amount) => (earns.includes(amount) ? earns.indexOf(amount) : '–') };
}

/** A kind of beans, with the cards that every coin needs; the next coin for those that one grows stands out. */
function bean(game, kind, grown = 0, attributes = null, ...more) {
  const { name, earns } = kind;
  const { amounts, needed } = earnings(game);
  const next = grown ? earns.findIndex((coins, cards) => cards > grown && coins > earns[Math.min(grown, earns.length - 1)]) : 0;
  const words = amounts.filter((amount) => earns.includes(amount)).map((amount) => `${needed(kind, amount)} for ${count(amount, 'coin')}`).join(', ') || 'earns nothing';
  const title = `${label(name)}: ${words}${grown ? `; you grow ${grown}${next > 0 ? `, ${next - grown} more for ${count(earns[next], 'coin')}` : ''}` : ''}`;
  return h(attributes ? 'button' : 'div', { 'data-kind': name, title, class: 'bean-of', ...attributes },
    picture(name), grown > 0 && h('b', { class: 'have' }, `×${grown}`), more, nameOf(name),
    span('steps', amounts.map((amount) => needed(kind, amount)).flatMap((number, each) => [each ? '·' : '', number === next ? h('b', number) : number])));
}

function beanometers(game) {
  const { kinds, amounts, needed } = earnings(game);
  return h('table', { class: 'meters' },
    h('thead', h('tr', ['bean', 'cards', ...amounts.map((amount) => [coins(amount), spoken(' for')])].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', kinds.map((kind) => h('tr',
      h('th', { scope: 'row' }, span('chip', picture(kind.name), label(kind.name))), h('td', kind.count),
      amounts.map((amount) => h('td', needed(kind, amount)))))));
}

function drawRules(game) {
  put('rules',
    h('h2', 'How many beans for how many coins'), beanometers(game),
    h('h2', 'The rules of this game'),
    h('dl', Object.entries(game.rules).map(([name, text]) => [h('dt', spaced(name)), h('dd', text)])));
}
