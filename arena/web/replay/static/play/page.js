// The page of a seat: the form before a game, the game, and the connection to the server.

function begin(page) {
  let game = null;
  let table = null;
  let before = null;
  let seen = 0; // Of the events, those that have been shown in motion.
  let heard = [0, 0]; // Of the events, those that had been told at the last two questions.
  let question = null;
  let now = null;
  let read = 0; // Lines of the journal.
  let told = null; // The seat as the server has told it, change by change.
  let room = null;
  let secret = invited(); // Of the link that was opened here.
  const bell = turnBell();
  let next = null; // Wishes for the game after this one.
  const say = (message) => send(message);
  const end = endCard(say, (wishes) => { next = wishes; say({ do: 'leave' }); }, page.address);
  const gather = gatherBox(say, page.address);
  const toEnd = () => $('lines').scrollTo(0, $('lines').scrollHeight);
  const drawing = () => { if (now) draw(now); };
  const choose = (number) => say({ do: 'choose', number, text: now.options[number][0], question: now.question });
  const trade = makeTrade((offer, send) => say({ do: 'compose', question: now.question, send, ...offer }), drawing);
  const standing = makeMat(choose, trade.counter);
  const touch = makeTouch(choose, (what) => say({ do: 'touch', ...what }), drawing, trade);
  const asked = askedBox(say, choose, touch);

  function show(which) {
    for (const id of ['begin', 'gather']) $(id).hidden = which !== id;
    for (const id of ['game', 'leave', 'sound', 'help', 'book', 'count', 'latest']) $(id).hidden = which !== 'game';
    shutDrawers();
  }

  function draw(seat) {
    now = seat;
    touch.see(seat);
    trade.see(seat);
    const { frame } = seat;
    const earlier = before?.position.turn === frame.position.turn ? before : null;
    const since = (number) => seat.moves.filter(([each]) => each > number).map(([, move]) => move);
    const fresh = since(seen);
    const last = Math.max(1, ...seat.moves.map(([number]) => number));
    if (seat.question !== null && seat.question !== question) {
      heard = [heard[1], last];
      ({ question } = seat);
    }
    const [event, whose, text] = seat.journal.at(-1) ?? [null, null, ''];
    const news = [...since(heard[seat.question === null ? 1 : 0]), event === 'missed' && { event, text }];
    put('place', whereabouts(frame, game));
    table.draw({ ...frame, news }, earlier, seat.me, [seat.question, seat.options, seat.draft, touch.picked(), trade.deeds]);
    if (seen) fly(fresh, seat.me);
    seen = last;
    if (!before || JSON.stringify(before.position) !== JSON.stringify(frame.position)) before = frame;
    bell.see(seat);
    trade.show();
    room.draw(seat);
    asked(seat);
    end(seat, game);
    put('kinds', seat.kinds.join('\n'));
    $('leave').hidden = seat.over || seat.gone !== '';
    if (!renew('lines', seat.journal, (box) => put(box, seat.journal.map((told) => line(...told))))) return;
    toEnd();
    put($('latest').firstChild, whose !== null && token(whose), ' ', text);
    // The journal may drop its beginning; who returns hears its last line.
    put('heard', seat.journal.slice(read && read < seat.journal.length ? read : -1).map(([, , text]) => h('p', text)));
    read = seat.journal.length;
  }

  const hears = {
    game(its) {
      game = its;
      before = now = told = null;
      seen = read = 0;
      heard = [0, 0];
      for (const id of ['beans', 'place', 'lines']) put(id).shown = null;
      trade.play(game);
      put('what', `${spaced(game.variant)}, ${count(game.players, 'player')}`);
      table = setTable(game, () => standing(now, game));
      for (const each of ['all', 'talk']) toggle(each, false);
      room = roomBox(say, game, page.address);
      message('');
      show('game');
    },
    token(own) {
      remembered.token = own;
      if (secret) kept('localStorage', `seat-${secret}`, own);
    },
    gathering(told) { message(''); gather.draw(told); show('gather'); },
    invited(told) {
      secret = remembered.token;
      message('');
      gather.invite(told, secret);
      show('gather');
      $('called').focus();
    },
    elsewhere() {
      message(['Your seat is open in another tab or on another device. ', h('button', { onclick: () => { message(''); say({ do: 'return', token: remembered.token }); } }, 'Play here')], true);
    },
    seat(changes) {
      if (!game) return;
      told = apply(told, changes);
      if (!now && told.over && challenge()) say({ do: 'leave' }); // Who opens a dare wants its cards, not the end of the last game.
      else draw(told);
    },
    refused(text) { message(text, true); },
    left(left) {
      const link = typeof next === 'string' ? next : remembered.token === secret ? null : secret; // Of a class, or of a seat that is there no more.
      remembered.token = link;
      secret = null;
      game = now = null;
      put('place');
      message(left === true ? '' : left, left !== true);
      show('begin');
      if (link) {
        next = null;
        say({ do: 'return', token: link });
      } else if (next) open(next);
    },
    show(what) { ({ help: deeds['?'], cards: deeds.count, leave: deeds.leave })[what]?.(); },
  };

  const send = openLine(hears,
    (stands) => message(stands ? '' : remembered.token ? `Connection lost. Trying again … ${game?.several ? 'Your seat is kept for a minute; then a bot plays until you are back.' : 'Your game waits five minutes, less if others need the room.'}` : 'The server does not answer.', !stands));

  function leave() {
    const words = game.several ? 'A bot plays on in your seat. If you came by a link, it brings you back.' : 'It ends, and nothing of it is kept.';
    if (confirm(`Leave the game? ${words}`)) say({ do: 'leave' });
  }
  const digit = (at) => spot(now.me, touch.picked()?.card ? `[data-field="${at}"]` : `[data-pile=hand][data-place="${at}"]`)?.click();
  function enter() {
    if (!trade.empty) trade.go(true);
    else document.querySelector('#options .sends')?.click();
  }
  const deeds = {
    u: () => trade.undo() || say({ do: 'undo' }), h: () => sayHint() || say({ do: 'hint' }), w: () => { toggle('log'); toEnd(); }, '/': () => { toggle('talk'); $('typed').focus(); },
    t: switchTheme, s: bell.silence, leave, Enter: enter,
    Escape: () => { document.querySelector('input:focus')?.blur(); shutDrawers(); touch.drop(); },
    ...Object.fromEntries([...'123456789'].map((key, at) => [key, () => digit(at)])),
  };
  for (const [key, deed] of Object.entries(deeds)) deeds[key] = () => now && deed();
  setKeys(deeds);

  function open(wishes) {
    next = null;
    message('The bots take their seats …');
    say({ do: 'open', wishes });
  }
  beginForm(page, open);
  onWords($('talking'), (text) => say({ do: 'say', text }));
  on(window, 'hashchange', () => { if (/^#(seat|deal)=|^#\w{8}$/.test(location.hash)) location.reload(); }); // A link that was opened in this very tab.
  peekAtTitles($('table'));
  show(remembered.token ? 'waiting' : 'begin');
  if (location.pathname.endsWith('/join') && !remembered.token) message('Something is missing at the end of the address: # and eight letters.', true);
}

start(begin);
