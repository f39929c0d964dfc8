// The game at a glance: coins over time, below them the judgement turn by turn with costly decisions,
// and the statistics in a drawer.

const HEIGHT = 100;
const BAND = 24;

const frameAt = (svg, last, { clientX }) => {
  const box = svg.getBoundingClientRect();
  return Math.round(((clientX - box.left) / box.width) * last);
};

/** A picture whose width is the length of the game; a click goes to that frame. */
function overTime(last, height, words, show, ...drawn) {
  const svg = s('svg', { viewBox: `0 0 ${last} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': words }, drawn);
  on(svg, 'pointerdown', (event) => show(frameAt(svg, last, event)));
  return svg;
}

function drawChart(frames, game, show) {
  const last = Math.max(1, frames.length - 1);
  const most = Math.max(1, ...frames.flatMap(({ position }) => position.scores));
  const y = (score) => HEIGHT - 6 - (score / most) * (HEIGHT - 14);
  const lines = game.seats.map((_, seat) => {
    let steps = '';
    frames.forEach(({ position }, at) => {
      const score = position.scores[seat];
      if (at && score === frames[at - 1].position.scores[seat] && at !== last) return;
      steps += at ? `H${at}V${y(score)}` : `M0 ${y(score)}`;
    });
    return path(steps, { stroke: colourOf(seat), 'stroke-dasharray': DASHES[seat % DASHES.length], class: 'score' });
  });
  const turns = frames.map((frame, at) => frame.lines.some(([sort]) => sort === 'turn') && path(`M${at} ${HEIGHT}V${HEIGHT - 4}`, { class: 'turn' }));
  const head = path(`M0 0V${HEIGHT}`, { id: 'head' });
  const svg = overTime(last, HEIGHT, 'coins over time', show, turns, lines, head);
  on(svg, 'pointerdown', ({ pointerId }) => svg.setPointerCapture(pointerId));
  on(svg, 'pointermove', (event) => { if (event.buttons) show(frameAt(svg, last, event)); });
  put('chart', svg);
}

const markChart = (number) => $('head').setAttribute('transform', `translate(${number} 0)`);

/** The strip and the coach's words. `show` goes to a frame; the result links to turning points. */
function setCoach(frames, game, show) {
  const last = Math.max(1, frames.length - 1);
  const places = new Map();
  frames.forEach(({ decided }, at) => { if (decided?.question) places.set(`${decided.seat} ${decided.question}`, at); });
  let moments = [];
  let costly = [];
  let first = []; // What looks costly so far, while the coach works.
  let now = 0;

  function band(seat) {
    const sum = (shares, upTo) => shares.slice(0, upTo).reduce((all, share) => all + share, 0);
    const edge = (upTo) => moments.map(({ at, shares }) => `${at} ${(BAND * sum(shares, upTo)).toFixed(1)}`);
    return path(`M${[...edge(seat), ...edge(seat + 1).reverse()].join('L')}Z`, { fill: colourOf(seat), class: 'share' });
  }

  const known = (some) => some.map((each) => ({ ...each, at: places.get(`${each.seat} ${each.question}`) })).filter(({ at }) => at > 0);

  function draw(judged) {
    // A moment precedes its decision; the last one is the end of the game.
    moments = known(judged.moments).map((each) => ({ ...each, at: each.at - 1 }));
    costly = known(judged.costly).sort((a, b) => a.at - b.at);
    const won = game.result.winners;
    if (moments.length) {
      moments.push({ at: last, shares: game.seats.map((_, seat) => (won.includes(seat) ? 1 / won.length : 0)) });
      const marks = costly.map(({ at, seat }) => path(`M${at} 0V${BAND}`, { class: 'fell', stroke: colourOf(seat) }));
      put('strip', overTime(last, BAND, 'share of the win expected, by seat', show,
        game.seats.map((_, seat) => band(seat)), marks, path(`M0 0V${BAND}`, { id: 'strip-head' })));
    } else put('strip', h('small', 'Nothing of this game could be judged.'));
    put('lost', judged.seats.map((seen, seat) => seen && verdict(seat, seen)));
    $('next-point').hidden = !costly.length;
  }

  function verdict(seat, [decisions, examined]) {
    const own = costly.filter((each) => each.seat === seat);
    return h('div', h('p', named(seat, game), ' ', h('small', examined ? `${examined} of ${count(decisions, 'decision')} judged` : 'nothing was judged: it never had a choice'), examined > 0 && !own[0] && h('small', '; none was found costly')),
      own[0] && h('ul', own.map((each) => h('li', turn(each), ' It ', sentence(each)))));
  }

  const sentence = (each) => [compared(each), ' ', costOf(each), ` What came of it: ${each.came}`];
  const turn = (each) => h('button', { onclick: () => show(each.at) }, `Turn ${each.turn}`);

  function mark(number) {
    now = number;
    $('strip-head')?.setAttribute('transform', `translate(${number} 0)`);
    const stands = moments.findLast(({ at }) => at <= number);
    put('stands', stands?.places && `expected ${stands.places.map((place, seat) => `${seat + 1}: ${place.toFixed(1)}`).join('  ')}`);
    const here = costly.filter(({ at }) => at === number);
    const name = (each) => (each === turningPoint(costly) ? 'The turning point' : `Costly decision ${costly.indexOf(each) + 1} of ${costly.length}`);
    $('coach').hidden = !here[0] && !first[0];
    put('coach', first[0] && h('p', 'At first sight:'), first.map((each) => h('p', turn(each), ' ', named(each.seat, game), ' ', compared(each))),
      here.map((each) => h('p', h('b', name(each), ': '), named(each.seat, game), ' ', sentence(each))));
  }

  const point = (by, now) => {
    const next = by > 0 ? costly.find(({ at }) => at > now) : costly.findLast(({ at }) => at < now);
    if (next) show(next.at);
  };

  const tell = (words) => put('strip', h('small', { role: 'status' }, words));
  const ask = () => askCoach(game.asks, tell, (answer) => {
    first = answer.judged ? [] : known(answer.found ?? []);
    if (answer.judged) draw(answer.judged);
    else tell(progress(answer));
    mark(now);
  });

  if (game.judged) draw(game.judged);
  else {
    put('lost', h('p', { class: 'none' }, game.asks ? 'Ask the coach below the time line.' : `Not judged. Write this page with: arena replay ${game.game} --html FILE --rollouts`));
    $('ask').hidden = !game.asks;
    on('ask', 'click', ask);
  }
  return { mark, point };
}

function drawWhy(game) {
  const { lines, remarks } = game.why;
  put('numbered',
    remarks.map((said, seat) => said?.length > 0 && h('div', h('h2', named(seat, game)), h('ul', said.map((text) => h('li', text))))),
    h('table',
      h('thead', h('tr', h('td'), game.seats.map((_, seat) => h('th', { scope: 'col' }, named(seat, game))))),
      h('tbody', lines.map(([name, indent, cells]) => h('tr',
        h('th', { scope: 'row', class: `in${indent}` }, name), cells.map((text) => h('td', text ?? '?')))))));
}
