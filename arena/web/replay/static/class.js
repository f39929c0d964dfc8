// The organiser's page of a class: the code by which people join, the tables, and the results.

function organise({ variants, bots, clocks, address }) {
  const own = keeper('class');
  own.token = secretOf('organiser') ?? own.token;
  const wished = $('wishes').elements;
  const coins = (number) => number !== null && h('b', { title: count(number, 'coin') }, number);

  function qr(rows) {
    const dark = rows.flatMap((row, y) => [...row].map((each, x) => (each === '1' ? `M${x},${y}h1v1h-1z` : ''))).join('');
    return s('svg', { viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`, role: 'img', 'aria-label': 'QR code of the link to join', 'shape-rendering': 'crispEdges' }, s('path', { d: dark }));
  }

  function sendAway(table, { slot, name }) {
    if (confirm(`Free the seat of ${name}? Somebody else can take it; until then a bot plays.`)) say({ do: 'free', table, slot, name });
  }

  const state = ({ phase, turn, people }) => ({ gathering: `${people.filter((each) => each.free).length} free`, playing: turn && `turn ${turn}`, over: 'over', closed: 'over' })[phase] ?? 'begins';
  const won = ({ place }) => place === 1 && 'won';
  const person = (table) => (each) => h('li', { class: won(each) },
    each.free ? span('cut none', each.name || 'free') : h('button', { class: 'cut', 'data-deed': `free-${each.slot}`, title: 'Free this seat', onclick: () => sendAway(table.table, each) }, each.name),
    h('small', each.place === null && ['away', 'bot'].includes(each.state) && each.state), coins(each.coins));

  function draw(table, node) {
    node.className = `table panel ${table.phase}`;
    put(node, h('h2', `Table ${table.table}`, h('small', state(table))), table.ended && h('p', { class: 'none' }, table.ended), h('ul', table.people.map(person(table))));
  }

  const offer = (name, options, chosen) => renew(wished[name], [options, chosen], (select) => choices(select, options, chosen));
  const sizes = (variant) => variants.find(({ name }) => name === variant).players;

  on('wishes', 'change', () => {
    const { variant, level, ...numbers } = Object.fromEntries(new FormData($('wishes')));
    const players = [Number(numbers.players), sizes(variant).at(-1)].find((size) => sizes(variant).includes(size));
    say({ do: 'set', wishes: { variant, players, level, clock: Number(numbers.clock) } });
  });

  const say = openLine({
    link(link, { code }) {
      put('code', qr(code));
      put('link', link.replace(/^http:\/\//, '').split('/').map((part, at) => (at ? ['/', h('wbr'), part] : part)));
      if (!address) message('This server answers this machine alone. For phones, start it with --host 0.0.0.0, too.', true);
      $('main').hidden = false;
    },
    hall({ tables, results, free, wishes }) {
      const people = tables.flatMap((table) => table.people).filter((each) => !each.free).length;
      $('start').hidden = !tables.some(({ phase }) => phase === 'gathering');
      put('place', `${people} ${people === 1 ? 'person' : 'people'} · ${count(free, 'table')} free`);
      const box = $('tables');
      while (box.children.length < tables.length) box.append(h('section'));
      tables.forEach((each, at) => renew(box.children[at], each, (node) => draw(each, node)));
      $('results').hidden = !results.length;
      put('made', results.map((each) => h('li', { class: won(each) },
        h('span', `${results.findIndex((other) => won(other) === won(each) && other.coins === each.coins) + 1}.`), span('cut', { title: each.name }, each.name),
        h('small', `table ${each.table}${each.state === 'bot' ? ', bot' : ''}`), coins(each.coins))));
      offer('variant', variants.map(({ name }) => [name, spaced(name)]), wishes.variant);
      offer('players', sizes(wishes.variant).map((size) => [size]), wishes.players);
      offer('level', bots.filter(({ level }) => level).map(({ level }) => [level]), wishes.level);
      offer('clock', clocks, wishes.clock);
    },
    refused(text) { message(text, true); },
    none(text) {
      own.token = null;
      message(text, true);
    },
  }, (stands) => { if (stands || own.token) message(stands ? '' : 'Connection lost. Trying again …', true); }, 'class', own, String);
  on('start', 'click', () => say({ do: 'begin' }));
  if (!own.token) message('This page is for whoever has started the class: open the link that the server printed.', true);
}

start(organise);
