// An offer put together by touch: cards to give from the table, kinds to get from a row of beans, and for whom.

const MOST_WANTED = 24;

/** Draws into #trade. `send` takes the offer, and true to send it at once. */
function makeTrade(send, redraw) {
  let told = null; // { cards, kinds, others } while an offer can be put together
  let question = null;
  let deeds = []; // What was touched, in order, so that it can be undone.

  const at = (pile, place) => (told ? told.cards.findIndex(([where, number]) => where === pile && number === place) : -1);
  const done = () => {
    const state = { giving: [], wanting: {}, open: '', to: null };
    for (const [what, value] of deeds) {
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

  function tray(name, title, chosen, hint, state) {
    const side = name === 'giving' ? 'give' : 'want';
    const open = state.open === side;
    return h('div', { class: 'tray', role: 'group', 'aria-label': title },
      h('span', { class: 'label' }, title),
      open ? h('b', null, 'anything') : chosen.length ? chosen : h('span', { class: 'hint' }, hint),
      h('button', { type: 'button', class: 'any', 'data-deed': `any-${side}`, 'aria-pressed': String(open), title: side === 'give' ? 'They say what they would like of yours' : 'They say what they would give', onclick: () => say('open', side) }, '?'));
  }

  function draw(box) {
    const state = done();
    const gives = state.giving.map((number) => h('button', { type: 'button', class: 'chip', 'data-deed': `ungive-${number}`, title: 'Take it out of the offer', onclick: () => say('give', number) }, picture(told.cards[number][2]), label(told.cards[number][2])));
    const wants = Object.entries(state.wanting).filter(([, number]) => number).map(([kind, number]) => h('button', { type: 'button', class: 'chip', 'data-deed': `less-${kind}`, title: 'One less', onclick: () => say('less', kind) }, picture(kind), number > 1 ? `${number} ` : '', label(kind)));
    const whom = [[null, 'all'], ...told.others];
    put(box,
      h('div', { class: 'terms' },
        tray('giving', 'You give', gives, 'touch your cards', state), h('span', { class: 'verb', 'aria-hidden': 'true' }, '⇄'),
        tray('wanting', 'You want', wants, 'touch beans', state),
        told.others.length > 1 ? h('div', { class: 'whom', role: 'group', 'aria-label': 'For whom' }, h('span', { class: 'label' }, 'for'), whom.map(([seat, name]) =>
          h('button', { type: 'button', 'data-deed': `to-${seat}`, title: seat === null ? 'for everybody' : `for ${name} alone`, 'aria-pressed': String(state.to === seat), onclick: () => say('to', seat) }, seat === null ? 'all' : token(seat)))) : null,
        h('div', { class: 'go' },
          h('button', { type: 'button', class: 'main', id: 'offer', disabled: isEmpty(), title: 'Send the offer (Enter)', onclick: () => go(true) }, 'Offer'),
          h('button', { type: 'button', id: 'more', disabled: isEmpty(), title: 'Keep this offer and put another one beside it', onclick: () => go(false) }, '+ another'))),
      h('div', { class: 'beans', role: 'group', 'aria-label': 'Beans you want' }, told.kinds.map(([kind, name]) =>
        h('button', { type: 'button', class: state.wanting[kind] ? 'picked' : null, 'data-kind': kind, title: `Want a ${name}`, disabled: (state.wanting[kind] ?? 0) >= MOST_WANTED, onclick: () => say('want', kind) },
          picture(kind), h('span', { class: 'name' }, name)))));
  }

  function go(out) {
    const state = done();
    if (isEmpty()) return;
    deeds = [];
    send({ ...state, wanting: Object.fromEntries(Object.entries(state.wanting).filter(([, number]) => number)) }, out);
  }

  return {
    get open() { return told !== null; },
    get deeds() { return told && [...deeds]; },
    get empty() { return told === null || isEmpty(); },
    has: (pile, place) => at(pile, place) >= 0,
    gives: (pile, place) => at(pile, place) >= 0 && done().giving.includes(at(pile, place)),
    give: (pile, place) => say('give', at(pile, place)),
    want: (kind) => say('want', kind),
    go,
    /** Undo the last touch; return false if there was none. */
    undo() {
      if (!deeds.length) return false;
      deeds.pop();
      redraw();
      return true;
    },
    /** Reverse somebody else's offer, as far as one's cards allow. */
    counter(offer, active) {
      deeds = offer.give === 'open' ? [] : offer.give.map((kind) => ['want', kind]);
      const used = new Set();
      for (const kind of offer.want === 'open' ? [] : offer.want) {
        const number = told.cards.findIndex(([, , each], place) => each === kind && !used.has(place));
        if (number >= 0) deeds.push(['give', number]);
        used.add(number);
      }
      if (active) deeds.push(['to', offer.seat]);
      redraw();
    },
    see(seat) {
      const may = seat.composer !== null && seat.options.some(([, about]) => about.composes);
      told = may && !seat.over ? seat.composer : null;
      if (seat.question !== question) deeds = [];
      question = seat.question;
    },
    show() {
      $('trade').hidden = told === null;
      renew($('trade'), [told, deeds], (box) => (told ? draw(box) : put(box)));
    },
  };
}
