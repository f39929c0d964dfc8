// The form before a game: the variant, the opponents, and more settings on request.

/** Draws into #begin; `begin` takes the wishes. */
function beginForm({ variants, bots, clocks }, begin) {
  const form = $('begin');
  const dared = challenge();
  const wished = { variant: 'anniversary', parts: new Set(), players: null, bots: bots.filter(({ level }) => level === 'fair').map(({ name }) => name), people: 1 };
  const preset = () => variants.find(({ name }) => name === wished.variant);
  const seats = () => wished.players ?? usual(preset().players);
  const usual = (players) => (players.includes(4) ? 4 : players[0]);

  const choice = (name, type, value, checked, onchange, title, line) => h('label', { class: 'choice' },
    h('input', { type, name, value, checked, onchange: (event) => { onchange(event); form.querySelector(`[name="${name}"][value="${value}"]`)?.focus(); } }), h('span', h('b', title), line ? h('small', line) : null));
  const field = (name, title, hint, attributes) => h('label', { class: 'field-of' }, title, h('input', { name, ...attributes }), hint ? h('small', hint) : null);
  const parts = Object.fromEntries(['levels', 'games', 'more', 'bots'].map((part) => [part, h('fieldset', { class: 'choices' })]));
  for (const part of ['players', 'people']) parts[part] = h('fieldset', { class: 'few' });
  parts.levels.classList.add('levels');
  const levels = bots.filter(({ level }) => level);
  const kind = h('p');

  function draw() {
    const { players, parts: goes } = preset();
    if (wished.players !== null && !players.includes(wished.players)) wished.players = null;
    put(parts.games, h('legend', 'Game'), variants.map(({ name, title, book, players: able }) =>
      choice('variant', 'radio', name, name === wished.variant, () => { wished.variant = name; wished.parts.clear(); draw(); }, spaced(name), `${title} · ${able.length > 1 ? `${able[0]} to ${able.at(-1)}` : able[0]} players · ${book}`)));
    parts.more.hidden = !goes.length;
    put(parts.more, h('legend', 'With'), goes.map(({ name, line }) =>
      choice('part', 'checkbox', name, wished.parts.has(name), (event) => { wished.parts[event.target.checked ? 'add' : 'delete'](name); draw(); }, spaced(name), line)));
    wished.people = Math.min(wished.people, seats());
    put(parts.people, h('legend', 'People among them'), Array.from({ length: seats() }, (_, at) =>
      choice('people', 'radio', at + 1, at + 1 === wished.people, () => { wished.people = at + 1; draw(); }, at ? String(at + 1) : 'you alone')));
    parts.bots.hidden = parts.levels.hidden = wished.people === seats();
    put(parts.players, h('legend', 'Players, you among them'), players.map((number) =>
      choice('players', 'radio', number, number === seats(), () => { wished.players = number; draw(); }, String(number))));
    put(parts.levels, h('legend', 'How good are the others?'), levels.map(({ name, level, line }) =>
      choice('level', 'radio', level, wished.bots.length === 1 && wished.bots[0] === name, () => { wished.bots = [name]; draw(); }, level, line)));
    put(parts.bots, h('legend', 'Or choose who they are'), h('p', { class: 'none' }, 'One or several; they take the other seats in turn.'), bots.map(({ name, line }) =>
      choice('bot', 'checkbox', name, wished.bots.includes(name), (event) => { wished.bots = event.target.checked ? [...wished.bots, name] : wished.bots.filter((each) => each !== name); draw(); }, name, line)));
    if (dared) put(kind, `${spaced(dared.wishes.variant)}, ${count(dared.wishes.players, 'player')}`);
    else put(kind, [spaced(wished.variant), ...wished.parts].map(spaced).join(' + '), `, ${count(seats(), 'player')}`, wished.people > 1 ? `, ${wished.people} of them people` : '');
  }
  draw();

  if (dared) parts.levels.hidden = true;
  put(form, dared ? h('h2', dared.words) : null, h('div', { class: 'first' }, field('name', 'Your name', null, { value: 'Guest', maxlength: 24, required: true }), h('button', { type: 'submit', class: 'main' }, 'Play'), kind),
    parts.levels,
    h('details', { hidden: dared !== null }, h('summary', 'More options: the game, friends, a clock'),
      parts.games, parts.more, parts.players, parts.people, parts.bots,
      h('div', { class: 'pair' },
        h('label', { class: 'field-of' }, 'Clock', h('select', { name: 'clock' }, clocks.map(([seconds, words]) => h('option', { value: seconds }, words))), h('small', 'for a question; then a bot answers')),
        field('seat', 'Your seat', 'the first begins; empty: drawn', { type: 'number', min: 1, max: 7 }),
        field('seed', 'Seed', 'the same gives the same cards; for one person alone', { type: 'number', min: 0, max: 4294967295 }))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const value = (name) => form.elements[name].value.trim();
    const number = (name) => (value(name) === '' ? null : Number(value(name)));
    const seat = number('seat');
    begin(dared ? { ...dared.wishes, name: value('name') } : {
      variant: [wished.variant, ...preset().parts.map(({ name }) => name).filter((name) => wished.parts.has(name))].join('+'),
      bots: parts.bots.hidden ? [] : wished.bots, players: seats(), people: wished.people, clock: number('clock'), seat: seat === null ? null : seat - 1, seed: wished.people > 1 ? null : number('seed'), name: value('name'),
    });
  });
}
