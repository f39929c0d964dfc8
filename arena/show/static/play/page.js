// The page comes to life: the form before a game, the game, and the line between it and the server.

const HELP = [
  ['Enter', 'does the first choice of the list; so does its button'], ['↓ ↑', 'go through the list'],
  ['some letters', 'limit the list to what has them'], ['3 Enter', 'does choice 3'],
  ['2 soy for red', 'an offer: you give two soy, you want a red'], ['blue for ?', 'who would like my blue, and for what?'],
  ['gift soy to 2', 'for nothing; seats by number or by name'], ['ask red', 'a request, for nothing'],
  ['accept 3, take 5, withdraw 4', 'by the numbers of offers'], ['no, end, silent', 'decline; end the trading; say no more in this turn'],
  ['undo, clear, send', 'what is said goes out with SEND, and can be taken back until then'], ['hint', 'what a bot would do'],
  ['say Gladly', 'goes with your next answer'],
];

function begin(told) {
  let game = null;
  let before = null;
  let journal = '';
  let box = null;

  const field = (name, title, hint, attributes) => h('label', null, title, h('input', { name, ...attributes }), hint ? h('small', null, hint) : null);
  const form = $('begin');
  put(form,
    field('variant', 'Game', 'as in: classic, anniversary+magpie, high_bohn', { value: 'anniversary', list: 'variants', required: true }),
    h('datalist', { id: 'variants' }, told.variants.map((name) => h('option', { value: name }))),
    field('bots', 'Against', 'names of bots, with spaces between; again and again until all seats are taken', { placeholder: 'trader' }),
    h('div', { class: 'pair' },
      field('players', 'Players', 'you among them', { type: 'number', min: 2, max: 7, placeholder: 'the usual' }),
      field('seat', 'Your seat', 'seat 0 begins', { type: 'number', min: 0, max: 6, placeholder: 'drawn' }),
      field('seed', 'Seed', 'the same gives the same cards', { type: 'number', min: 0, max: 4294967295, placeholder: 'none' })),
    field('name', 'Your name', null, { value: 'Guest', maxlength: 24, required: true }),
    h('button', { type: 'submit', class: 'main' }, 'Begin'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const value = (name) => form.elements[name].value.trim();
    const number = (name) => (value(name) === '' ? null : Number(value(name)));
    message('The bots take their seats …');
    say({ do: 'begin', wishes: { variant: value('variant'), bots: value('bots').split(/[\s,]+/).filter(Boolean), players: number('players'), seat: number('seat'), seed: number('seed'), name: value('name') } });
  });

  function message(text, bad) {
    $('message').textContent = text;
    $('message').hidden = !text;
    $('message').classList.toggle('notice', Boolean(bad));
  }

  function show(which) {
    form.hidden = which !== 'begin';
    for (const id of ['game', 'leave', 'help']) $(id).hidden = which !== 'game';
  }

  function draw(seat) {
    if (seat.frame) {
      const { frame } = seat;
      const earlier = before && before.position.turn === frame.position.turn ? before : null;
      drawCommon(frame, game);
      drawSeats(frame, earlier, game, seat.me);
      drawBoard(frame, game);
      followBoard();
      $('place').textContent = seat.over ? 'The game is over' : whereabouts(frame, game);
      if (!before || JSON.stringify(before.position) !== JSON.stringify(frame.position)) before = frame;
    }
    box.draw(seat);
    $('kinds').textContent = seat.kinds.join('\n');
    $('leave').hidden = seat.over || seat.gone !== '';
    const lines = JSON.stringify(seat.journal);
    if (lines === journal) return;
    journal = lines;
    put($('lines'), ...seat.journal.map(([sort, number, text]) => h('div', { class: `line ${sort}` }, number === null ? null : token(number), h('span', null, text))));
    $('lines').scrollTop = $('lines').scrollHeight;
  }

  const heard = {
    game(data) {
      ({ game } = data);
      remembered.token = data.token;
      LABELS = game.labels;
      before = null;
      journal = '';
      for (const id of ['common', 'seats', 'board', 'place']) $(id).replaceChildren();
      $('title').lastChild.textContent = `${game.variant}, ${count(game.players, 'player')}`;
      $('seats').classList.toggle('many', game.players > 5);
      box = askedBox(say);
      message('');
      show('game');
    },
    seat({ seat }) { if (game) draw(seat); },
    refused({ refused }) { message(refused, true); },
    left({ left }) {
      remembered.token = null;
      game = null;
      $('place').textContent = '';
      message(left === true ? '' : left, left !== true);
      show('begin');
    },
    show({ show: what }) { ({ help, cards: () => { $('scales').open = !$('scales').open; }, compose: () => box.compose(), leave })[what]?.(); },
  };

  const say = openLine((data) => Object.keys(heard).forEach((key) => { if (Object.hasOwn(data, key)) heard[key](data); }),
    (stands) => {
      if (stands) message('');
      else if (remembered.token) message('The line to the server is lost. Your game waits a minute; trying again …', true);
      else message('The server does not answer.', true);
    });

  function help() {
    $('keys').hidden = !$('keys').hidden;
    $('help').setAttribute('aria-expanded', String(!$('keys').hidden));
  }
  function leave() {
    if (confirm('Leave the game? It ends for everybody, and nothing of it is kept.')) say({ do: 'leave' });
  }
  put($('keys'), h('dl', null, HELP.map(([keys, what]) => [h('dt', null, keys), h('dd', null, what)])));
  $('help').addEventListener('click', help);
  $('leave').addEventListener('click', leave);
  $('theme').addEventListener('click', switchTheme);
  show(remembered.token ? 'waiting' : 'begin');
  document.documentElement.dataset.ready = 'yes';
}

document.body.prepend(symbols());
unpack($('data').textContent).then(begin);
