// The organiser's page of a class: the code by which people join, the tables, and the results.

const STATES = { away: 'away', bot: 'bot' };

function organise({ variants, bots, clocks, address }) {
  const own = keeper('class');
  own.token = secretOf('organiser') ?? own.token;
  const coins = (number) => (number === null ? null : h('b', { title: count(number, 'coin') }, String(number)));

  function qr(rows) {
    const dark = rows.flatMap((row, y) => [...row].map((each, x) => (each === '1' ? `M${x},${y}h1v1h-1z` : ''))).join('');
    return s('svg', { viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`, role: 'img', 'aria-label': 'QR code of the link to join', 'shape-rendering': 'crispEdges' }, s('path', { d: dark }));
  }

  function sendAway(table, { slot, name }) {
    if (confirm(`Free the seat of ${name}? Somebody else can take it; until then a bot plays.`)) say({ do: 'free', table, slot, name });
  }

  const state = ({ phase, turn, people }) => ({ gathering: `${people.filter((each) => each.free).length} free`, starting: 'begins', playing: turn ? `turn ${turn}` : 'begins', over: 'over', closed: 'over' })[phase];
  const star = ({ place }) => (place === 1 ? '★ ' : '');
  const person = (table) => (each) => h('li', { class: each.place === 1 ? 'won' : null },
    each.free ? h('span', { class: 'none' }, star(each), each.name || 'free') : h('button', { 'data-deed': `free-${each.slot}`, title: 'Free this seat', onclick: () => sendAway(table.table, each) }, star(each), each.name),
    h('small', each.place === null ? STATES[each.state] : ''), coins(each.coins));

  /** A choice for tables to come. */
  function choice(name, title, options, chosen) {
    return h('label', title, h('select', { name, 'data-deed': name, onchange: () => {
      const { variant, players, level, clock } = $('wishes').elements;
      const able = variants.find((each) => each.name === variant.value).players;
      const number = able.includes(Number(players.value)) ? Number(players.value) : able.at(-1);
      say({ do: 'set', wishes: { variant: variant.value, players: number, level: level.value, clock: Number(clock.value) } });
    } }, options.map(([value, words]) => h('option', { value, selected: value === chosen }, words))));
  }

  const hears = {
    link(link, { code }) {
      put($('code'), qr(code));
      put($('link'), link.replace(/^http:\/\//, '').split('/').map((part, at) => [at ? '/' : null, at ? h('wbr') : null, part]));
      if (!address) message('This server answers this machine alone. For phones, start it with --host 0.0.0.0, too.', true);
      document.querySelector('main').hidden = false;
    },
    hall({ tables, results, free, wishes }) {
      $('start').hidden = !tables.some(({ phase }) => phase === 'gathering');
      $('place').textContent = `${count(tables.flatMap(({ people }) => people).filter((each) => !each.free).length, 'person').replace('persons', 'people')} · ${count(free, 'table')} free`;
      const box = $('tables');
      while (box.children.length < tables.length) box.append(h('section'));
      tables.forEach((each, at) => renew(box.children[at], each, (node) => {
        node.className = `table ${each.phase}`;
        put(node, h('h2', `Table ${each.table}`, h('small', state(each))), each.ended ? h('p', { class: 'none' }, each.ended) : null, h('ul', each.people.map(person(each))));
      }));
      $('results').hidden = !results.length;
      put($('results').querySelector('ol'), results.map((each) => h('li', { class: each.place === 1 ? 'won' : null }, h('span', `${results.findIndex((other) => (other.place > 1) === (each.place > 1) && other.coins === each.coins) + 1}.`), h('span', { class: 'called', title: each.name }, each.name), h('small', `table ${each.table}${each.state === 'bot' ? ', bot' : ''}`), coins(each.coins))));
      const { players } = variants.find(({ name }) => name === wishes.variant);
      renew($('wishes'), wishes, (form) => put(form,
        choice('variant', 'Game', variants.map(({ name }) => [name, spaced(name)]), wishes.variant),
        choice('players', 'Players at a table', players.map((number) => [number, String(number)]), wishes.players),
        choice('level', 'Bots', bots.filter(({ level }) => level).map(({ level }) => [level, level]), wishes.level),
        choice('clock', 'Time for a question', clocks, wishes.clock),
        h('small', 'For tables that nobody sits at yet.')));
    },
    refused(text) { message(text, true); },
    none(text) {
      own.token = null;
      message(text, true);
    },
  };

  const say = openLine((told) => Object.keys(hears).forEach((key) => { if (Object.hasOwn(told, key)) hears[key](told[key], told); }),
    (stands) => { if (!stands && own.token) message('The line to the server is lost. Trying again …', true); else if (stands) message(''); }, 'class', own, String);
  $('start').addEventListener('click', () => say({ do: 'begin' }));
  if (!own.token) message('This page is for whoever has started the class: open the link that the server printed.', true);
  document.documentElement.dataset.ready = 'yes';
}

unpack($('data').textContent).then(organise);
