// The rules of every game, chosen on the page or by the address.

function rules({ games, books }) {
  const wished = { game: 'anniversary', parts: [], players: 0 };

  /** Read an address such as "#high_bohn+cognac-3"; unknown parts change nothing. */
  function read() {
    const [, variant, players] = decodeURIComponent(location.hash).match(/^#(.*?)(?:-(\d+))?$/) ?? [];
    const [name, ...parts] = (variant ?? '').split('+');
    if (games.some((each) => each.name === name)) Object.assign(wished, { game: name, parts, players: Number(players ?? 0) });
    draw();
  }

  function choose(change) {
    Object.assign(wished, change);
    draw();
    history.replaceState(null, '', `#${shown()}`);
  }

  const variant = (game) => [game.name, ...game.parts.filter((part) => wished.parts.includes(part))].join('+');
  const sizes = (name) => Object.keys(books).filter((key) => key.replace(/-\d+$/, '') === name).map((key) => Number(key.split('-').at(-1)));
  const chosen = () => games.find(({ name }) => name === wished.game);
  function shown() {
    const able = sizes(variant(chosen()));
    return `${variant(chosen())}-${[wished.players, 4, able[0]].find((size) => able.includes(size))}`;
  }

  function draw() {
    const game = chosen();
    const key = shown();
    const book = books[key];
    choices('game', games.map(({ name }) => [name, spaced(name)]), game.name);
    $('sizes').hidden = !book;
    choices('players', sizes(variant(game)).map((size) => [size]), Number(key.split('-').at(-1)));
    renew('parts', [game.parts, wished.parts], (box) => put(box, game.parts.map((part) => h('label', { class: 'few' }, h('input', { type: 'checkbox', value: part, checked: wished.parts.includes(part) }), spaced(part)))));
    put('about', book ? `${game.title} · ${game.book}` : 'These do not go together.');
    if (!book) { put('rules'); return; }
    LABELS = book.labels;
    drawRules(book);
  }

  on('which', 'change', ({ target }) => choose({
    game: () => ({ game: target.value, parts: [] }), players: () => ({ players: Number(target.value) }),
  }[target.id]?.() ?? { parts: [...$('parts').querySelectorAll(':checked')].map(({ value }) => value) }));
  setKeys({ t: switchTheme });
  on(window, 'hashchange', read);
  read();
}

start(rules);
