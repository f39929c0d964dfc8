// Watching: the page draws what the server sends, which also decides on the game and its speed.

const MOST_LINES = 120;

function watch({ projector }) {
  const room = new URLSearchParams(location.hash.slice(1)).get('room'); // Of a game among people, else the ladder's.
  let game = null;
  let table = null;
  let before = null;
  const own = { token: room ?? 'all' }; // None if no game will be seen by this link.
  document.body.classList.toggle('projector', projector);
  $('projector').hidden = projector;
  $('projector').hash = location.hash;
  for (const id of ['board', 'news-of']) $(id).hidden = room !== null;

  function begin() { // until then the message is the main thing
    $('main').hidden = false;
    $('waiting').removeAttribute('role');
  }

  function whole(replay) {
    $('whole').hidden = !replay || projector;
    $('whole').href = replay;
  }

  function draw(frame) {
    const earlier = before?.position.turn === frame.position.turn ? before : null;
    table.draw({ ...frame, news: frame.moves }, earlier, null);
    put('place', whereabouts(frame, game));
    before = frame;
  }

  const hears = {
    game(told) {
      game = told;
      before = null;
      table = setTable(game);
      $('book').hidden = projector;
      put('what', game.about);
      whole(game.replay);
      put('lines');
      message('');
      $('main').classList.remove('no-game');
      begin();
    },
    frame(frame) {
      if (!game) return;
      draw(frame);
      fly(frame.moves ?? [], null);
      $('lines').append(...frame.lines.map((told) => line(told[0], aboutWhom(told), textOf(told, null, game))));
      while ($('lines').children.length > MOST_LINES) $('lines').firstChild.remove();
      $('lines').scrollTop = $('lines').scrollHeight;
    },
    final(final) {
      whole(final.replay);
      if (before) draw({ ...before, moves: [], offers: [], asked: [], final });
    },
    idle(text) {
      game = before = null;
      put('place');
      put('what', 'Watch');
      whole('');
      $('book').hidden = true;
      $('main').classList.add('no-game');
      message(text);
    },
    none(text) {
      hears.idle(text);
      own.token = null;
    },
    board({ title, rows, news }) {
      begin();
      put('of', title);
      put('rows', rows.map(([rank, name, elo, games]) => h('li', h('b', rank === null ? '–' : `${rank}.`), span('bot', { title: name }, name), span('elo', elo ?? '–'), h('small', count(games, 'game')))));
      put('played', news.map((text) => h('li', text)));
    },
  };

  openLine(hears, (stands) => { if (!stands && own.token) message('Connection lost. Trying again …'); }, room === null ? 'watch' : 'watch/room', own, String);
  setKeys({ t: switchTheme, Escape: shutDrawers });
  peekAtTitles($('table'));
}

start(watch);
