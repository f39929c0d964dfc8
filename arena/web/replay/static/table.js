// The table: the middle, and the seats around it. A replay, a person's seat and
// a spectator share it, and differ only in the eye that sees it.

const STEPS = { ...DECIDES, draw: 'drawing', ending: 'the end' };

/** Without its bot. */
const called = ({ name }) => name.split(' (')[0];

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'last'];

function outcome({ places, scores, winners }, { seats }, me = null) {
  const all = winners.map((seat) => (seat === me ? 'You' : called(seats[seat])));
  const most = count(scores[winners[0]], 'coin');
  const own = winners.includes(me) || me === null ? '' : places[me] > 1 ? ` You came ${PLACES[places[me] - 1]}, with ${scores[me]}.` : ' You have as many, but lose the tie.';
  return `${all.join(' and ')} ${all[1] ? 'share the win' : all[0] === 'You' ? 'win' : 'wins'} with ${most}${all[1] ? ' each' : ''}.${own}`;
}

function whereabouts(frame, game) {
  const { position } = frame;
  if (frame.final) return `The game is over. ${outcome(frame.final, game)}`;
  const step = STEPS[position.step] ?? spaced(position.step);
  const round = !position.round ? '' : position.round > position.rounds ? ', after the last round' : `, round ${position.round} of ${position.rounds}`;
  return `Turn ${position.turn}: ${called(game.seats[position.active])} · ${step}${round}`;
}

/** A line of the log for an eye; null if it may not read it. */
function textOf([sort, seat, text, owner, others], eye, game) {
  if (['refused', 'fault'].includes(sort)) {
    return eye === null || eye === seat ? `${game.seats[seat].name} ${text}` : null;
  }
  if (sort === 'said') return `${game.seats[seat].name}: “${text}”`;
  return others !== undefined && eye !== null && eye !== owner ? others : text;
}

/** The seat that a line is about, unless its text names the seat. */
const aboutWhom = ([sort, seat]) => (sort === 'turn' ? null : seat);

const wordsOf = (seat, text) => [seat !== null && token(seat), h('span', text)];
const line = (sort, seat, text) => div(`line ${sort}`, wordsOf(seat, text));

let sized = null; // Whoever watches the size of the table.

/**
 * Set up the table for a game: its rules, and for each seat a panel and a mat, which stay while their content is redrawn.
 * `offers` returns what lies on the mats in a frame.
 */
function setTable(game, offers = offersOf) {
  const panels = game.seats.map(({ name }, seat) => h('article', { class: 'seat', 'data-seat': seat, 'aria-label': `seat ${seat + 1}: ${name}` }));
  const mats = panels.map(() => div('mat'));
  const columns = panels.map((panel, seat) => div('column', panel, mats[seat]));
  let seated; // The eye they are arranged for.
  LABELS = game.labels;
  drawRules(game);
  put('market').shown = null;
  put('beans', Object.values(game.kinds).map((kind) => bean(game, kind)));
  $('table').dataset.players = game.players;
  sized?.disconnect();
  sized = new ResizeObserver(() => fitMats(mats));
  sized.observe($('table'));

  /** Arrange seats in a ring, clockwise; or all others opposite an eye, the next to play on its left. */
  function arrange(eye) {
    if (seated === eye) return;
    seated = eye;
    const { players } = game;
    const round = columns.map((_, at) => columns[((eye ?? -1) + 1 + at) % players]);
    const far = eye === null ? Math.ceil(players / 2) : players - 1;
    $('table').classList.toggle('ring', eye === null);
    put('far', round.slice(0, far));
    put('near', round.slice(far));
    for (const each of columns) each.className = $('mine')?.contains(each) ? '' : 'column';
  }

  function draw(frame, before, eye, touched = null) {
    arrange(eye);
    const shown = [frame.position, frame.asked, frame.final, frame.news, frame.notes, before?.position.fields, before?.position.coins, eye, touched];
    panels.forEach((panel, seat) => renew(panel, shown, () => drawSeat(panel, seat, frame, before, game, eye)));
    renew('market', shown, () => drawMarket(frame, game));
    $('middle').classList.toggle('over', Boolean(frame.final));
    fitMats(mats, drawMats(mats, frame.final ? [] : offers(frame)));
  }

  return { draw };
}

/** Titles also show on touch, for those who have no mouse to point with. */
function peekAtTitles(box) {
  on(box, 'click', (event) => {
    const node = event.target.closest('[title]');
    const does = event.target.closest('button:not([data-building])'); // What is done by a touch needs no words.
    if (!event.defaultPrevented && node && box.contains(node) && !does) peek(node, node.title);
  });
}
