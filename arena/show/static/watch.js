// Looking on: what the server tells is drawn; nothing is decided here, neither which game nor how fast.

const AGAIN_MS = 1500;
const MOST_LINES = 120;

function watch({ projector }) {
  let game = null;
  let table = null;
  let before = null;
  let latest = null;
  document.body.classList.toggle('projector', projector);
  $('projector').hidden = projector;

  function message(text) {
    $('message').textContent = text;
    $('message').hidden = !text;
  }

  function draw(frame) {
    const earlier = before && before.position.turn === frame.position.turn ? before : null;
    table.draw({ ...frame, news: frame.moves?.length ? frame.moves : null }, earlier, null);
    $('place').textContent = whereabouts(frame, game);
    before = frame;
  }

  const line = ([sort, seat, text]) => h('div', { class: `line ${sort}` }, seat === null || sort === 'turn' ? null : token(seat),
    h('span', null, sort === 'said' ? `${game.seats[seat].name}: “${text}”` : ['refused', 'fault'].includes(sort) ? `${game.seats[seat].name} ${text}` : text));

  const hears = {
    game(told) {
      game = told;
      before = null;
      LABELS = game.labels;
      for (const id of ['market', 'offers']) { $(id).replaceChildren(); $(id).shown = null; }
      table = setTable(game);
      $('title').lastElementChild.textContent = game.about;
      $('whole').hidden = !game.replay || projector;
      if (game.replay) $('whole').href = game.replay;
      put($('lines'));
      message('');
      document.querySelector('main').classList.remove('no-game');
      document.querySelector('main').hidden = false;
    },
    frame(frame) {
      if (!game) return;
      latest = frame;
      draw(frame);
      fly(frame.moves ?? [], null);
      $('lines').append(...frame.lines.map(line));
      while ($('lines').children.length > MOST_LINES) $('lines').firstChild.remove();
      $('lines').scrollTop = $('lines').scrollHeight;
    },
    final(final) {
      if (!latest) return;
      draw({ ...latest, moves: [], offers: [], asked: [], final });
    },
    idle(text) {
      game = null;
      latest = null;
      $('place').textContent = '';
      $('title').lastElementChild.textContent = 'Watch';
      $('whole').hidden = true;
      document.querySelector('main').classList.add('no-game');
      message(text);
    },
    board({ title, rows, news }) {
      document.querySelector('main').hidden = false;
      $('of').textContent = title;
      put($('rows'), rows.map(([rank, name, elo, games]) => h('li', null, h('b', null, rank === null ? '–' : `${rank}.`), h('span', { class: 'bot', title: name }, name), h('span', { class: 'elo' }, elo === null ? '–' : String(elo)), h('small', null, count(games, 'game')))));
      put($('played'), news.map((text) => h('li', null, text)));
    },
  };

  function connect() {
    const socket = new WebSocket(new URL('watch', location.href.replace(/^http/, 'ws')));
    socket.addEventListener('message', ({ data }) => {
      const told = JSON.parse(data);
      for (const key of Object.keys(hears)) if (Object.hasOwn(told, key)) hears[key](told[key]);
    });
    socket.addEventListener('close', () => {
      message('The line to the server is lost. Trying again …');
      setTimeout(connect, AGAIN_MS);
    });
  }

  $('theme').addEventListener('click', switchTheme);
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => { if (key === 't' && !ctrlKey && !metaKey && !altKey) switchTheme(); });
  peekAtTitles($('table'));
  connect();
  document.documentElement.dataset.ready = 'yes';
}

document.body.prepend(symbols());
unpack($('data').textContent).then(watch);
