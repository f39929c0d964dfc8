// The page of a seat: the form before a game, the game, and the connection to the server.

const HELP = [
  ['touch', 'a card, then a field, to plant; a field to see what it would bring; your cards and beans to put an offer together'],
  ['1 2 3 …', 'the cards of your hand; once one is picked, your fields'], ['Enter', 'send the offer, or what you have said'],
  ['u', 'undo, until it is sent'], ['h', 'hint: what a bot would do'], ['l', 'everything you may do, as a list'], ['r', 'the rules'], ['t', 'light or dark'],
  ['/', 'type: 2 soy for red · blue for ? · gift soy to 2 · ask red · accept 3 · no · end · silent · say Gladly'],
  ['Escape', 'let go of what is picked'], ['?', 'these keys'],
];

function begin(told) {
  let game = null;
  let table = null;
  let before = null;
  let seen = 0; // Of the events, those that have been shown in motion.
  let now = null;
  let journal = '';
  let box = null;
  let room = null;
  let secret = invited(); // Of the link that was opened here.
  const drawer = setDrawers({ rules: 'book', cards: 'count', keys: 'help' });
  const shut = drawer(null);
  const gather = gatherBox((message) => say(message), told.address);
  const drawing = () => { if (now) draw(now); };
  const choose = (number) => say({ do: 'choose', number, text: now.options[number][0], question: now.question });
  const trade = makeTrade((offer, send) => say({ do: 'compose', question: now.question, send, ...offer }), drawing);
  const touch = makeTouch(choose, (what) => say({ do: 'touch', ...what }), drawing, trade);

  function show(which) {
    $('begin').hidden = which !== 'begin';
    $('gather').hidden = which !== 'gather';
    for (const id of ['game', 'leave', 'help', 'book', 'count']) $(id).hidden = which !== 'game';
    shut();
  }

  /** The buttons in the row of an offer. */
  DEEDS = (offer) => {
    if (!now || now.question === null || now.over) return null;
    const of = (part, id) => now.options.findIndex(([, about]) => about.part === part && about.id === id);
    const said = now.draft.find(([what, id]) => ['accept', 'take', 'withdraw'].includes(what) && (id === offer.id || Object.values(offer.answers).some((each) => each.id === id)));
    if (said) return h('b', { class: 'said' }, { accept: 'you accept', take: 'you take it', withdraw: 'you withdraw' }[said[0]]);
    const button = (words, deed, name) => h('button', { type: 'button', 'data-deed': `${name}-${offer.id}`, onclick: deed }, words);
    const buttons = [];
    const add = (words, part, id) => { const number = of(part, id); if (number >= 0) buttons.push(button(words, () => choose(number), `${part}-${id}`)); };
    add('Accept', 'accept', offer.id);
    add('Take', 'take', offer.id);
    for (const [seat, answer] of Object.entries(offer.answers)) if (answer.id !== null && answer.state === 'accepted') add(['Take ', token(Number(seat))], 'take', answer.id);
    add('Withdraw', 'withdraw', offer.id);
    const toMe = offer.seat !== now.me && (offer.reply ? now.frame.position.active === now.me : offer.answers[now.me]?.state === 'asked') && offer.state !== 'taken' && offer.state !== 'lapsed' && offer.state !== 'withdrawn';
    if (toMe && trade.open) buttons.push(button('Counter', () => trade.counter(offer, now.frame.position.active === now.me), 'counter'));
    if (toMe && !offer.reply && !now.draft.length) {
      const none = now.options.findIndex(([, about]) => ['pass', 'answer'].includes(about.do));
      const open = now.frame.offers.filter((each) => each.answers[now.me]?.state === 'asked').length;
      if (none >= 0 && open === 1) buttons.push(button('Decline', () => choose(none), 'decline'));
    }
    return buttons.length ? h('span', { class: 'deeds' }, buttons) : null;
  };

  function draw(seat) {
    now = seat;
    touch.see(seat);
    trade.see(seat);
    if (seat.frame) {
      const { frame } = seat;
      const earlier = before && before.position.turn === frame.position.turn ? before : null;
      const fresh = seat.moves.filter(([number]) => number > seen).map(([, move]) => move);
      const news = seat.moves.map(([, move]) => move).filter(({ event }) => event === 'traded').slice(-1);
      table.draw({ ...frame, news }, earlier, seat.me, [seat.question, seat.options, seat.draft, touch.picked(), trade.deeds]);
      $('place').textContent = whereabouts(frame, game);
      if (seen) fly(fresh, seat.me);
      seen = Math.max(1, ...seat.moves.map(([number]) => number));
      if (!before || JSON.stringify(before.position) !== JSON.stringify(frame.position)) before = frame;
    }
    trade.show();
    room.draw(seat);
    box.draw(seat);
    box.undo.hidden = seat.over || !(seat.undo || !trade.empty);
    $('kinds').textContent = seat.kinds.join('\n');
    $('leave').hidden = seat.over || seat.gone !== '';
    const lines = JSON.stringify(seat.journal);
    if (lines === journal) return;
    journal = lines;
    put($('lines'), ...seat.journal.map(([sort, number, text]) => h('div', { class: `line ${sort}` }, number === null ? null : token(number), h('span', null, text))));
    $('lines').scrollTop = $('lines').scrollHeight;
  }

  const hears = {
    game(data) {
      ({ game } = data);
      before = null;
      now = null;
      seen = 0;
      journal = '';
      for (const id of ['trade', 'place']) { put($(id)); $(id).shown = null; }
      $('offers').hidden = true;
      $('title').lastChild.textContent = `${game.variant}, ${count(game.players, 'player')}`;
      table = setTable(game);
      box = askedBox(say, choose, touch);
      box.undo.addEventListener('click', undo);
      room = roomBox(say, game, told.address);
      message('');
      show('game');
    },
    token({ token: own }) {
      remembered.token = own;
      if (secret) kept('localStorage', `seat-${secret}`, own);
    },
    gathering({ gathering }) { message(''); gather.draw(gathering); show('gather'); },
    invited({ invited: room }) {
      secret = remembered.token;
      message(''); gather.invite(room, secret);
      show('gather');
    },
    elsewhere() {
      put($('message'), 'Your seat is open in another tab or on another device. ', h('button', { type: 'button', onclick: () => { message(''); say({ do: 'return', token: remembered.token }); } }, 'Play here'));
      $('message').hidden = false;
      $('message').classList.add('notice');
    },
    seat({ seat }) { if (game) draw(seat); },
    refused({ refused }) { message(refused, true); },
    left({ left }) {
      remembered.token = null;
      secret = null;
      game = null;
      now = null;
      $('place').textContent = '';
      message(left === true ? '' : left, left !== true);
      show('begin');
    },
    show({ show: what }) { ({ help: drawer('keys'), cards: drawer('cards'), leave })[what]?.(); },
  };

  const say = openLine((data) => Object.keys(hears).forEach((key) => { if (Object.hasOwn(data, key)) hears[key](data); }),
    (stands) => {
      if (stands) message('');
      else if (remembered.token) message(`The line to the server is lost. Trying again … ${game?.several ? 'Your seat is kept for a minute, then a bot plays on until you are back.' : 'Your game waits five minutes, unless others want to play and there is no room.'}`, true);
      else message('The server does not answer.', true);
    });

  function undo() {
    if (!trade.undo()) say({ do: 'undo' });
  }
  function leave() {
    const words = game.several ? 'A bot plays on in your seat. If you came by a link, it brings you back.' : 'It ends, and nothing of it is kept.';
    if (confirm(`Leave the game? ${words}`)) say({ do: 'leave' });
  }
  /** A digit: a card of the hand, or, once a card is picked, a field. */
  function digit(number) {
    const { position } = now.frame;
    const kind = position.hands[now.me][number];
    if (touch.picked()?.card) { if (position.fields[now.me][number]) touch.touch({ seat: now.me, field: number }); } else if (kind) touch.touch({ card: kind, pile: 'hand', place: number });
  }
  function enter() {
    if (!trade.empty) trade.go(true);
    else document.querySelector('#options .sends')?.click();
  }
  const keys = { u: undo, h: () => say({ do: 'hint' }), l: () => box.list(), r: drawer('rules'), t: switchTheme, '?': drawer('keys'), '/': () => box.type(), Enter: enter,
    Escape: () => { shut(); touch.drop(); } };
  document.addEventListener('keydown', (event) => {
    const { tagName } = event.target;
    if (event.key === 'Escape' && tagName === 'INPUT') event.target.blur();
    if (!now || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(tagName) || (event.key === 'Enter' && /^(BUTTON|A|SUMMARY)$/.test(tagName))) return;
    if (/^[1-9]$/.test(event.key) && now.frame) digit(Number(event.key) - 1);
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    event.preventDefault();
  });

  beginForm(told, (wishes) => {
    message('The bots take their seats …');
    say({ do: 'open', wishes });
  });
  put($('keys'), h('h2', null, 'How to play here'), h('dl', null, HELP.map(([key, what]) => [h('dt', null, key), h('dd', null, what)])));
  $('leave').addEventListener('click', leave);
  $('talking').addEventListener('submit', (event) => {
    event.preventDefault();
    const words = $('words').value.trim();
    $('words').value = '';
    if (words) say({ do: 'say', text: words });
  });
  addEventListener('hashchange', () => { if (location.hash.startsWith('#seat=')) location.reload(); }); // A link that was opened in this very tab.
  peekAtTitles($('table'));
  show(remembered.token ? 'waiting' : 'begin');
  document.documentElement.dataset.ready = 'yes';
}

unpack($('data').textContent).then(begin);
