// What lies on the table for all, and the seats around it.

const STEPS = {
  window: 'a window before the next step', plant: 'step 1: planting', trade: 'step 2: trading',
  set_aside: 'step 3: planting what was set aside', draw: 'step 4: drawing', ending: 'the end',
};

/** One line about where the game is. */
function whereabouts(frame, game) {
  const { position } = frame;
  const turn = `Turn ${position.turn}: ${game.seats[position.active].name}`;
  if (frame.last) return 'The game is over';
  const step = STEPS[position.step] ?? spaced(position.step);
  const round = position.round ? `, round ${Math.min(position.round, position.rounds)} of ${position.rounds}` : '';
  return `${turn} · ${step}${round}`;
}

function drawCommon(frame, game) {
  const { position } = frame;
  const top = position.discard.at(-1);
  put($('common'),
    h('div', { class: 'piles' },
      labelled('draw pile', h('b', null, String(position.draw_pile))),
      labelled('run-outs', h('b', null, `${position.run_outs} of ${game.last_run_out}`)),
      h('details', { class: 'labelled' },
        h('summary', null, h('span', { class: 'label' }, 'discard pile'), h('b', null, String(position.discard.length)),
          top ? h('span', { class: 'chip', title: 'on top' }, picture(top), label(top)) : null),
        h('div', { class: 'chips' }, chips(position.discard))),
      h('details', { class: 'labelled' },
        h('summary', null, h('span', { class: 'label' }, 'beanometers')), beanometers(game))),
    h('div', { class: 'middle' },
      position.turned_over.length ? labelled('turned over', row(position.turned_over)) : null,
      piecesOfAll(position, game)));
}

/** How many cards of each kind earn how many coins. */
function beanometers(game) {
  const kinds = Object.values(game.kinds).filter(({ earns }) => earns.some(Boolean));
  const most = Math.max(...kinds.map(({ earns }) => Math.max(...earns)));
  const amounts = Array.from({ length: most }, (_, at) => at + 1);
  const needed = (earns, amount) => earns.findIndex((coins) => coins === amount);
  return h('table', { class: 'meters' },
    h('tr', null, h('th', null, 'bean'), h('th', null, 'cards'), amounts.map((amount) => h('th', null, coins(amount)))),
    kinds.map(({ name, count: copies, earns }) => h('tr', null,
      h('td', null, h('span', { class: 'chip' }, picture(name), label(name))), h('td', null, String(copies)),
      amounts.map((amount) => h('td', null, needed(earns, amount) < 0 ? '–' : String(needed(earns, amount)))))));
}

function drawSeats(frame, before, game, eye) {
  const first = eye ?? 0;
  const around = game.seats.map((_, number) => (first + number) % game.players);
  put($('seats'), around.map((number) => seat(number, frame, before, game, eye)));
}

/** Where the seats scroll by themselves, the active one stays in sight. */
function followSeats() {
  const box = $('seats');
  const active = box.querySelector('.is-active');
  if (active.offsetTop + active.offsetHeight > box.scrollTop + box.clientHeight || active.offsetTop < box.scrollTop) {
    box.scrollTop = active.offsetTop - 1;
  }
}
