// The replay: which frame is shown, for whose eyes, and how the reader moves through the game.

function play(game) {
  const frames = unrolled(game.frames);
  const last = frames.length - 1;
  frames[last].final = game.result;
  const withLines = (are) => frames.flatMap(({ lines }, number) => (lines.some(([sort]) => are(sort)) ? [number] : []));
  const turns = withLines((sort) => sort === 'turn');
  // Playback skips frames where somebody only declines, or that have no lines.
  const beats = withLines((sort) => sort !== 'declined');
  let now = 0;
  let eye = game.reader;
  let timer = null;
  const table = setTable(game);
  let coach = null;

  function show(number, quietly) {
    const previous = now;
    now = Math.max(0, Math.min(last, number));
    const frame = frames[now];

    const follows = now > previous && now - previous < 30;
    const passed = follows ? frames.slice(previous + 1, now + 1).flatMap(({ moves }) => moves) : frame.moves;
    table.draw({ ...frame, news: frame.moves }, frames[now - 1], eye);
    drawDecision(frame, game, eye);
    markLog(now);
    markChart(now);
    coach.mark(now);
    put('place', whereabouts(frame, game));
    put('frame', `${now} / ${last}`);
    $('slider').value = now;
    // Reading the layout comes last, or the browser would compute it several times.
    followLog();
    if (follows) fly(passed, eye);
    else land();
    if (now === last) stop();
    if (!quietly) remember();
  }

  function remember() {
    try {
      history.replaceState(null, '', `#frame=${now}${eye !== null && game.reader === null ? `&seen=${eye + 1}` : ''}`);
    } catch {
      // Some browsers do not let a page opened from a file change its address.
    }
  }

  function look(seat) {
    eye = seat;
    $('eye').value = seat ?? '';
    drawLog(frames, game, eye, go);
    show(now);
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    put('play', 'Play');
  }

  function run() {
    if (now === last) show(0);
    put('play', 'Pause');
    const [pace] = $('pace').selectedOptions;
    const stops = 'turns' in pace.dataset ? turns : beats;
    const on = () => {
      timer = setTimeout(on, pace.value);
      show(stops.find((number) => number > now) ?? last);
    };
    timer = setTimeout(on, pace.value / 2);
  }

  const go = (number) => { stop(); show(number); };
  const toggleRun = () => (timer === null ? run() : stop());
  const turn = (by) => {
    const at = turns.findLastIndex((number) => number <= now);
    const back = by < 0 && now > turns[at] ? at : at + by;
    go(turns[Math.max(0, back)] ?? last);
  };
  const isWrong = (frame) => frame.lines.some((line) => ['refused', 'fault'].includes(line[0]) && textOf(line, eye, game) !== null);
  const wrong = (by) => {
    for (let at = now + by; frames[at]; at += by) if (isWrong(frames[at])) { go(at); return; }
  };

  /** Read #turn=5, #frame=120, or #question=57&seat=2 as in arena debug; &seen=2 selects a seat's view. */
  function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (name) => (/^\d+$/.test(wanted.get(name)) ? Number(wanted.get(name)) : null);
    const seat = (name) => (number(name) ?? 0) - 1; // people count them from 1
    const seen = seat('seen');
    if (game.reader === null && seen >= 0 && seen < game.players && seen !== eye) look(seen);
    const places = [
      () => number('frame') ?? -1,
      () => frames.findIndex((frame) => frame.position.turn === number('turn')),
      () => frames.findIndex(({ decided }) => decided?.question === number('question') && decided.seat === seat('seat')),
    ];
    const at = ['frame', 'turn', 'question'].findIndex((name) => wanted.has(name));
    const found = places[at]?.() ?? -1;
    show(found < 0 ? now : found, true);
  }

  on('pace', 'change', () => { if (timer !== null) { stop(); run(); } });
  $('slider').max = last;
  on('slider', 'input', ({ target }) => go(Number(target.value)));
  if (Object.keys(game.logs).length) $('sort').append(h('option', { value: STDERR }, 'what bots wrote on stderr'));
  on('sort', 'change', () => look(eye));
  const eyes = [['', 'all: open hands'], ...game.seats.map(({ name }, seat) => [seat, `${seat + 1}: ${name}`])];
  choices('eye', eyes.filter(([seat]) => game.reader === null || game.reader === seat));
  $('eye').disabled = game.reader !== null;
  on('eye', 'change', ({ target: { value } }) => look(value === '' ? null : Number(value)));
  put('title', game.home && h('a', { href: game.home, title: 'Back to the ladder', 'aria-label': 'Back to the ladder', class: 'home' }, '‹'),
    `Game ${game.game}`, h('small', `${game.variant} · ${game.players} players`));
  setKeys({
    ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), ArrowUp: () => turn(-1), ArrowDown: () => turn(1),
    Home: () => go(0), End: () => go(last), ' ': toggleRun, m: () => coach.point(1, now), M: () => coach.point(-1, now), f: () => wrong(1), F: () => wrong(-1),
    t: switchTheme, Escape: shutDrawers,
  });
  on(window, 'hashchange', follow);

  for (const id of ['main', 'foot']) $(id).hidden = false;
  message('');
  peekAtTitles($('table'));
  drawChart(frames, game, go);
  drawWhy(game);
  coach = setCoach(frames, game, (number) => { shutDrawers(); go(number); });
  drawLog(frames, game, eye, go);
  follow();
  performance.mark('ready');
}

start(play).catch((error) => {
  message(typeof DecompressionStream === 'undefined'
    ? 'This browser is too old to unpack the game. Open the file in one of 2024 or later.'
    : `The game cannot be shown: ${error.message}. The file may be damaged; write it anew with arena replay.`, true);
  console.error(error);
});
