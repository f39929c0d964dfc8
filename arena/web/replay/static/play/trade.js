// An offer put together by touch: cards to give from the table, kinds to get from the row of beans.

const MOST_WANTED = 24;

/** Draws into #work. `send` takes the offer, and true to send it at once. */
function makeTrade(send, redraw) {
  let game = null;
  let told = null; // { cards, kinds, others } while an offer can be put together
  let grown = {};
  let question = null;
  let deeds = []; // Touched, to be undone.

  const at = (pile, place) => (told ? told.cards.findIndex(([where, number]) => where === pile && number === place) : -1);
  const done = () => {
    const state = { giving: [], wanting: {}, open: '', to: null };
    for (const [what, value] of deeds) {
      if (what === state.open) state.open = '';
      if (what === 'give') state.giving = state.giving.includes(value) ? state.giving.filter((each) => each !== value) : [...state.giving, value];
      else if (what === 'want') state.wanting[value] = (state.wanting[value] ?? 0) + 1;
      else if (what === 'less') state.wanting[value] -= 1;
      else if (what === 'open') state.open = state.open === value ? '' : value;
      else state.to = value;
    }
    return state;
  };
  const say = (...deed) => { deeds.push(deed); redraw(); };
  const isEmpty = () => { const { giving, wanting, open } = done(); return !giving.length && !open && !Object.values(wanting).some(Boolean); };

  function compose(state) {
    const chip = (deed, title, kind, number, ...undo) => h('button', { class: 'chip', 'data-deed': deed, title, onclick: () => say(...undo) }, picture(kind), number > 1 && number, span('name', label(kind)));
    const tray = (id, side, chosen, hint) => {
      put($(id), state.open === side ? h('b', side === 'give' ? 'their wish' : 'their offer') : chosen.length ? chosen : span('hint', isEmpty() ? hint : 'nothing'));
      $(`any-${side}`).setAttribute('aria-pressed', state.open === side);
    };
    tray('gives', 'give', state.giving.map((number) => chip(`ungive-${number}`, 'Take it out', told.cards[number][2], 1, 'give', number)), 'your cards');
    tray('wants', 'want', Object.entries(state.wanting).filter(([, number]) => number).map(([kind, number]) => chip(`less-${kind}`, 'One less', kind, number, 'less', kind)), 'beans below');
    $('whom').parentElement.hidden = told.others.length < 2;
    put('whom', [[null, 'everybody'], ...told.others].map(([seat, name]) =>
      h('button', { 'data-deed': `to-${seat}`, title: `for ${name}${seat === null ? '' : ' alone'}`, 'aria-pressed': String(state.to === seat), onclick: () => say('to', seat) }, seat === null ? 'all' : token(seat))));
    $('offer').disabled = isEmpty();
    $('more').disabled = isEmpty() || told.room < 2;
    put('offer', told.waiting ? `Send ${told.waiting + 1} offers` : 'Offer');
  }

  const beans = (wanting) => Object.values(game.kinds).map((kind) => {
    const { name } = kind;
    const have = grown[name] ?? 0;
    const wanted = wanting[name] ?? 0;
    return bean(game, kind, have, { class: [wanted && 'picked', have && 'grows'], disabled: !told || wanted >= MOST_WANTED, onclick: () => say('want', name) },
      wanted > 0 && h('b', { class: 'wanted' }, `+${wanted}`));
  });

  function go(out) {
    const state = done();
    if (isEmpty()) return;
    deeds = [];
    send({ ...state, wanting: Object.fromEntries(Object.entries(state.wanting).filter(([, number]) => number)) }, out);
  }

  on('offer', 'click', () => go(true));
  on('more', 'click', () => go(false));
  for (const side of ['give', 'want']) on(`any-${side}`, 'click', () => say('open', side));

  return {
    get open() { return told !== null; },
    get deeds() { return told && [...deeds]; },
    get empty() { return told === null || isEmpty(); },
    has: (pile, place) => at(pile, place) >= 0,
    gives: (pile, place) => at(pile, place) >= 0 && done().giving.includes(at(pile, place)),
    give: (pile, place) => say('give', at(pile, place)),
    /** True for a card that lies open and is not one's own, so that touching it asks for its kind. */
    lacks: (pile, place) => told !== null && pile === 'turned_over' && at(pile, place) < 0,
    want: (kind) => say('want', kind),
    go,
    play(its) { game = its; },
    undo() {
      if (!deeds.length) return false;
      deeds.pop();
      redraw();
      return true;
    },
    /** Begin with another's offer, as far as cards allow. */
    counter({ get, give, seat }, active) {
      const left = told.cards.map(([, , kind], number) => [kind, number]);
      deeds = get === 'open' ? [] : get.map((kind) => ['want', kind]);
      for (const kind of give === 'open' ? [] : give) {
        const found = left.findIndex(([each]) => each === kind);
        if (found >= 0) deeds.push(['give', left.splice(found, 1)[0][1]]);
      }
      if (active) deeds.push(['to', seat]);
      redraw();
    },
    see(seat) {
      const may = seat.composer !== null && seat.options.some(([, about]) => about.composes);
      told = may && !seat.over ? seat.composer : null;
      grown = {};
      for (const { kind, count: cards } of seat.frame?.position.fields[seat.me] ?? []) if (kind) grown[kind] = (grown[kind] ?? 0) + cards;
      if (seat.question !== question) deeds = [];
      question = seat.question;
    },
    show() {
      const state = done();
      $('work').hidden = !told;
      renew('work', [told, deeds], () => told && compose(state));
      renew('beans', [told !== null, deeds, grown], (box) => put(box, beans(state.wanting)));
    },
  };
}
