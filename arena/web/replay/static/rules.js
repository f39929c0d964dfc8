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
    return `${variant(chosen())}-${able.includes(wished.players) ? wished.players : able.includes(4) ? 4 : able[0]}`;
  }

  function draw() {
    const game = chosen();
    const key = shown();
    const book = books[key];
    const select = (title, id, value, options, change) => h('label', title, h('select', { id, onchange: (event) => change(event.target.value) },
      options.map(([each, words]) => h('option', { value: each, selected: String(each) === String(value) }, words))));
    put($('which'),
      select('Game', 'game', game.name, games.map(({ name }) => [name, spaced(name)]), (name) => choose({ game: name, parts: [] })),
      book ? select('Players', 'players', key.split('-').at(-1), sizes(variant(game)).map((number) => [number, String(number)]), (number) => choose({ players: Number(number) })) : null,
      game.parts.map((part) => h('label', h('input', { type: 'checkbox', value: part, checked: wished.parts.includes(part),
        onchange: (event) => choose({ parts: event.target.checked ? [...wished.parts, part] : wished.parts.filter((each) => each !== part) }) }), spaced(part))),
      h('p', { role: 'status' }, book ? `${game.title} · ${game.book}` : 'These do not go together.'));
    if (!book) { put($('rules')); return; }
    LABELS = book.labels;
    drawRules(book);
  }

  setKeys({ t: switchTheme });
  addEventListener('hashchange', read);
  read();
  document.documentElement.dataset.ready = 'yes';
}

unpack($('data').textContent).then(rules);
