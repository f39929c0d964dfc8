// The page comes to life: which frame is shown, to whose eyes, and how the reader moves about.

const PAUSES = { slow: 1200, normal: 600, fast: 200 };
const KEYS = [
  ['← →', 'one frame back or on'], ['↑ ↓', 'one turn back or on'], ['Home End', 'first or last frame'],
  ['space', 'play or pause'], ['f F', 'next or previous refusal or fault'], ['n', 'the game in numbers'], ['t', 'light or dark'], ['?', 'these keys'],
];

function play(game) {
  const frames = unrolled(game.frames);
  const last = frames.length - 1;
  frames[last].last = true;
  const turns = frames.flatMap((frame, number) => (frame.lines.some(([sort]) => sort === 'turn') ? [number] : []));
  let now = 0;
  let eye = game.reader;
  let timer = null;
  LABELS = game.labels;

  function show(number, quietly) {
    now = Math.max(0, Math.min(last, number));
    const frame = frames[now];
    const before = now ? frames[now - 1] : null;
    drawCommon(frame, game);
    drawSeats(frame, before, game, eye);
    drawBoard(frame, game);
    drawDecision(frame, game, eye);
    markLog(now);
    markChart(now, frame, game);
    $('place').textContent = whereabouts(frame, game);
    $('frame').textContent = `${now} / ${last}`;
    $('slider').value = String(now);
    // What reads the layout comes after all that changes it.
    followSeats();
    followBoard();
    followLog();
    if (now === last) stop();
    if (!quietly) remember();
  }

  function remember() {
    try {
      history.replaceState(null, '', `#frame=${now}${eye !== null && game.reader === null ? `&seen=${eye}` : ''}`);
    } catch {
      // Some browsers allow no address of its own to a page that was opened from a file.
    }
  }

  function look(seat) {
    eye = seat;
    $('eye').value = seat === null ? '' : String(seat);
    drawLog(frames, game, eye, $('sort').value, go);
    show(now);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    $('play').textContent = 'Play';
  }

  function start() {
    if (now === last) show(0);
    timer = setInterval(() => show(now + 1), PAUSES[$('pace').value]);
    $('play').textContent = 'Pause';
  }

  const go = (number) => { stop(); show(number); };
  const toggle = () => (timer === null ? start() : stop());
  const turn = (by) => {
    const at = turns.findLastIndex((number) => number <= now);
    const back = by < 0 && now > turns[at] ? at : at + by;
    go(turns[Math.max(0, back)] ?? last);
  };
  const isWrong = (frame) => frame.lines.some((line) => ['refused', 'fault'].includes(line[0]) && textOf(line, eye, game) !== null);
  const wrong = (by) => {
    for (let at = now + by; at >= 0 && at <= last; at += by) if (isWrong(frames[at])) return go(at);
    return undefined;
  };

  /** #turn=5, #frame=120, or #question=57&seat=2 as in arena debug; &seen=2 for the eyes of a seat. */
  function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (name) => (/^\d+$/.test(wanted.get(name) ?? '') ? Number(wanted.get(name)) : null);
    const seen = number('seen');
    if (game.reader === null && seen !== null && seen < game.players && seen !== eye) look(seen);
    const places = [
      () => (number('frame') === null ? -1 : number('frame')),
      () => frames.findIndex((frame) => frame.position.turn === number('turn')),
      () => frames.findIndex(({ decided }) => decided?.question === number('question') && decided.seat === number('seat')),
    ];
    const at = ['frame', 'turn', 'question'].findIndex((name) => wanted.has(name));
    const found = at < 0 ? -1 : places[at]();
    show(found < 0 ? now : found, true);
  }

  const help = () => {
    $('keys').hidden = !$('keys').hidden;
    $('help').setAttribute('aria-expanded', String(!$('keys').hidden));
  };
  const numbers = () => {
    $('why').hidden = !$('why').hidden;
    $('numbers').setAttribute('aria-expanded', String(!$('why').hidden));
  };
  const deeds = {
    ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), ArrowUp: () => turn(-1), ArrowDown: () => turn(1),
    Home: () => go(0), End: () => go(last), ' ': toggle, f: () => wrong(1), F: () => wrong(-1), n: numbers, t: switchTheme, '?': help,
  };

  const button = (text, title, deed, id) => h('button', { type: 'button', title, id, onclick: deed }, text);
  put($('controls'),
    button('|‹', 'First frame (Home)', deeds.Home), button('‹‹', 'Turn back (↑)', deeds.ArrowUp),
    button('‹', 'Back (←)', deeds.ArrowLeft), button('Play', 'Play or pause (space)', toggle, 'play'),
    button('›', 'On (→)', deeds.ArrowRight), button('››', 'Turn on (↓)', deeds.ArrowDown), button('›|', 'Last frame (End)', deeds.End),
    h('input', { id: 'slider', type: 'range', min: 0, max: last, value: 0, 'aria-label': 'frame', oninput: (event) => go(Number(event.target.value)) }),
    h('span', { id: 'frame' }),
    h('select', { id: 'pace', 'aria-label': 'speed', onchange: () => { if (timer !== null) { stop(); start(); } } },
      Object.keys(PAUSES).map((pace) => h('option', { value: pace, selected: pace === 'normal' }, pace))));
  put($('keys'), h('dl', null, KEYS.map(([keys, what]) => [h('dt', null, keys), h('dd', null, what)])));
  put($('sort'), ...Object.entries(SORTS).map(([sort, [name]]) => h('option', { value: sort }, name)),
    Object.keys(game.logs).length ? h('option', { value: STDERR }, 'what bots wrote on stderr') : null);
  $('sort').addEventListener('change', () => look(eye));
  put($('eye'),
    ...(game.reader === null ? [h('option', { value: '' }, 'all: open hands')] : []),
    ...game.seats.flatMap(({ name }, seat) => (game.reader === null || game.reader === seat ? [h('option', { value: seat }, `${seat}: ${name}`)] : [])));
  $('eye').disabled = game.reader !== null;
  $('eye').addEventListener('change', (event) => look(event.target.value === '' ? null : Number(event.target.value)));
  $('theme').addEventListener('click', switchTheme);
  $('numbers').addEventListener('click', numbers);
  $('help').addEventListener('click', help);
  $('title').textContent = `Game ${game.game}`;
  if (game.home) $('title').prepend(h('a', { href: game.home, title: 'Back to the ladder', class: 'home' }, '‹'));
  $('title').append(h('small', null, `${game.variant} · ${game.players} players`));
  $('seats').classList.toggle('many', game.players > 5);
  document.addEventListener('keydown', (event) => {
    const busy = event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName)
      || (event.target.tagName === 'INPUT' && event.key.startsWith('Arrow') && event.target.type !== 'range');
    if (busy || !Object.hasOwn(deeds, event.key)) return;
    event.preventDefault();
    deeds[event.key]();
  });
  addEventListener('hashchange', follow);

  for (const name of ['main', 'footer']) document.querySelector(name).hidden = false;
  $('message').hidden = true;
  drawChart(frames, game, go);
  drawWhy(frames, game, go);
  drawLog(frames, game, eye, 'all', go);
  follow();
  performance.mark('ready');
  document.documentElement.dataset.ready = 'yes';
}

document.body.prepend(symbols());
unpack($('data').textContent).then(play).catch((error) => {
  $('message').classList.add('notice');
  $('message').textContent = typeof DecompressionStream === 'undefined'
    ? 'This browser is too old to unpack the game. Open the file in one of 2023 or later.'
    : `The game cannot be shown: ${error.message}. The file may be damaged; write it anew with arena replay.`;
  console.error(error);
});
