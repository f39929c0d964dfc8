// The form before a game: how good the opponents are, and on request the variant, people and a clock.

/** Fills #begin, which holds all that is wished; `begin` takes it. */
function beginForm({ variants, bots, clocks }, begin) {
  const form = $('begin');
  const dared = challenge();
  const boxes = (name) => form.querySelectorAll(`[name=${name}]`);

  function offer(name, type, choices, chosen) {
    put($(`of-${name}`), choices.map(([value, title, line]) => h('label', { class: 'choice' },
      h('input', { type, name, value, checked: chosen.includes(value) }), h('span', h('b', title), line && h('small', line)))));
  }

  function wished() {
    const told = new FormData(form);
    const number = (name) => (told.get(name) === '' ? null : Number(told.get(name)));
    const [players, people, seat] = ['players', 'people', 'seat'].map(number);
    return {
      variant: [told.get('variant'), ...told.getAll('part')].join('+'), bots: people === players ? [] : told.getAll('bot'), players, people,
      clock: number('clock'), seat: seat === null ? null : seat - 1, seed: people > 1 ? null : number('seed'), name: told.get('name').trim(),
    };
  }

  /** What one chooses may leave less to choose elsewhere. */
  function follow(changed) {
    const { players: sizes, parts } = variants.find(({ name }) => name === form.elements.variant.value);
    let now = wished();
    if (changed === 'variant') {
      offer('part', 'checkbox', parts.map(({ name, line }) => [name, spaced(name), line]), []);
      $('parts').hidden = !parts.length;
      offer('players', 'radio', sizes.map((size) => [size, size]), [[now.players, 4, sizes[0]].find((size) => sizes.includes(size))]);
      now = wished();
    }
    if (['variant', 'players'].includes(changed)) offer('people', 'radio', Array.from({ length: now.players }, (_, at) => [at + 1, at ? at + 1 : 'you alone']), [Math.min(Math.max(1, now.people), now.players)]);
    if (changed === 'level') for (const each of boxes('bot')) each.checked = each.value === form.elements.level.value;
    now = wished();
    for (const each of boxes('level')) each.checked = now.bots.length === 1 && each.value === now.bots[0];
    $('others').hidden = now.people === now.players;
    $('levels').hidden = dared !== null || now.people === now.players;
    const { variant, players, people } = dared?.wishes ?? now;
    const { title } = variants.find(({ name }) => name === variant.split('+')[0]);
    put('kind', `${variant.split('+').map(spaced).join(' + ')} (${title}), ${count(players, 'player')}${people > 1 ? `, ${people} of them people` : ''}`);
  }

  const able = ({ title, players, book }) => `${title} · ${players.length > 1 ? `${players[0]} to ${players.at(-1)}` : players[0]} players · ${book}`;
  offer('variant', 'radio', variants.map((each) => [each.name, spaced(each.name), able(each)]), ['anniversary']);
  offer('level', 'radio', bots.filter(({ level }) => level).map(({ name, level, line }) => [name, level, line]), []);
  offer('bot', 'checkbox', bots.map(({ name, line }) => [name, name, line]), bots.filter(({ level }) => level === 'fair').map(({ name }) => name));
  choices(form.elements.clock, clocks);
  follow('variant');
  for (const id of ['dared', 'sizes', 'more-options']) $(id).hidden = (id === 'dared') !== (dared !== null);
  put('dared', dared?.words);
  on(form, 'change', ({ target }) => follow(target.name));
  on(form, 'submit', (event) => {
    event.preventDefault();
    begin({ ...wished(), ...dared?.wishes });
  });
}
