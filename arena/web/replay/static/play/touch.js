// Cards that are touched: a card and then a field, a field alone, a building; by click, tap, drag or key.

const DRAG_PX = 8; // Less is a tap with an unsteady hand.

/**
 * What is picked and what can be done with it. `choose` takes the number of an option, `ask` asks the server why
 * something cannot be done, `redraw` shows what is picked; `trade` takes cards while an offer can be put together.
 */
function makeTouch(choose, ask, redraw, trade) {
  let now = null;
  let picked = null; // { card, pile, place }, { seat, field } or { building }
  let question = null;

  const listed = () => (now && now.question !== null ? now.options.map(([text, about], number) => ({ text, about, number })) : []);
  const houseOf = (thing) => $('table').querySelector(`[data-building="${CSS.escape(thing.building)}"]`);
  const isMine = (seat) => seat === now.me;
  const lies = (about, { card: kind, pile, place }) => about.card === kind && (about.hand === undefined || (pile === 'hand' && about.hand === place))
    && (DUE[now.ask]?.(pile, place) ?? true);
  const moves = (about, { pile, place }) => about.card === undefined && about.hand !== undefined && pile === 'hand' && about.hand === place;
  const grows = (about, { seat, field: at }) => about.field === at && (about.seat ?? now.me) === seat;
  const plants = ({ about: each }) => each.card !== undefined && each.field !== undefined && (each.seat ?? now.me) === now.me;
  const harvests = (about) => /^harvest/.test(about.do);
  /** True for what a field lets one do besides, such as filling an order, which has a button of its own. */
  const besides = (about) => about.field !== undefined && about.card === undefined && about.seat === undefined && !harvests(about);
  const plantings = (at) => (picked?.card || picked?.field === at ? [] : listed().filter((each) => plants(each) && each.about.field === at));
  const about = (thing) => listed().filter((each) => {
    if (thing.card) return lies(each.about, thing) || moves(each.about, thing);
    if (thing.building) return each.about.building === thing.building;
    return grows(each.about, thing) && !besides(each.about) && (each.about.card === undefined || plants(each));
  });
  const earned = ({ field: at }) => now.frame.position.fields[now.me][at].coins;
  const pays = (each) => harvests(each) && earned(each);
  const isJustPlanted = ({ field: at }) => now.moves.at(-1)?.[1].event === 'planted' && now.moves.at(-1)[1].field === at;
  /** True for a harvest for nothing, of a field just planted or where another earns something: it takes a second touch. */
  const isLoss = (each) => harvests(each) && !earned(each) && (isJustPlanted(each) || listed().some(({ about: other }) => pays(other)));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const isPicked = (thing) => same(picked, thing);
  const pick = (thing) => { picked = thing; redraw(); };

  TOUCH = {
    card(kind, pile, place) {
      if (!now || now.over) return null;
      const thing = { card: kind, pile, place };
      const given = trade.gives(pile, place);
      const can = trade.open ? trade.has(pile, place) || trade.lacks(pile, place) : about(thing).length > 0;
      return { class: [can && 'can', (given || isPicked(thing)) && 'picked'], 'aria-pressed': String(given || isPicked(thing)) };
    },
    field(seat, at) {
      if (!now || now.over) return null;
      const thing = { seat, field: at };
      const takes = isMine(seat) && (picked?.card ? about(picked).some(({ about: each }) => each.field === at) : plantings(at).length > 0);
      const can = takes || (about(thing).some((each) => !isLoss(each.about)) && !listed().some(plants)); // What is due comes first.
      if (!isMine(seat) && !can) return null;
      return { class: [takes ? 'takes' : can && 'can', isPicked(thing) && 'picked'], 'aria-pressed': String(isPicked(thing)) };
    },
    building(name) {
      const can = now && !now.over && about({ building: name }).length > 0;
      return can ? { class: ['can', isPicked({ building: name }) && 'picked'] } : null;
    },
  };

  function onCard(thing) {
    if (trade.open && trade.has(thing.pile, thing.place)) trade.give(thing.pile, thing.place);
    else if (trade.lacks(thing.pile, thing.place)) trade.want(thing.card);
    else if (isPicked(thing)) pick(null);
    else if (about(thing).length === 1) choose(about(thing)[0].number);
    else if (about(thing).length) pick(thing);
    else ask({ pile: thing.pile, place: thing.place });
  }

  function onField(thing) {
    const due = isMine(thing.seat) ? plantings(thing.field) : [];
    if (due.length && due.every(({ about: each }) => same({ ...each, hand: 0 }, { ...due[0].about, hand: 0 }))) { choose(due[0].number); return; }
    if (picked?.card && isMine(thing.seat)) {
      const found = about(picked).filter(({ about: each }) => each.field === thing.field);
      if (found.length === 1) { choose(found[0].number); return; }
      if (!found.length) ask({ pile: picked.pile, place: picked.place, field: thing.field });
      else return;
    } else if (isMine(thing.seat) && !about(thing).length) ask({ field: thing.field });
    else if (about(thing).length === 1 && listed().every((each) => harvests(each.about)) && !isLoss(about(thing)[0].about)) { choose(about(thing)[0].number); return; }
    pick(isPicked(thing) ? null : thing);
  }

  /** What was touched, as plain data; null if it cannot be played with. */
  function thingAt(node) {
    const at = node?.closest('[data-pile], [data-field], [data-building]');
    if (!at) return null;
    const { pile, place, card: kind, field: number, building: name } = at.dataset;
    if (pile) return { card: kind, pile, place: Number(place) };
    if (name) return { building: name };
    return { seat: Number(at.closest('[data-seat]').dataset.seat), field: Number(number) };
  }

  function touch(thing) {
    if (thing.card) onCard(thing);
    else if (thing.building) {
      pick(isPicked(thing) ? null : thing);
      if (picked) peek(houseOf(thing), houseOf(thing).title);
    } else onField(thing);
  }

  on('table', 'click', (event) => {
    const thing = thingAt(event.target.closest('button'));
    if (!thing || (thing.building && !about(thing).length)) return;
    event.preventDefault(); // So that its title is not shown as well.
    touch(thing);
  });

  drag($('table'), (node) => {
    const thing = thingAt(node);
    return thing?.card && now.question !== null && (about(thing).length || trade.has(thing.pile, thing.place)) ? thing : null;
  }, (thing, target) => {
    if (target?.closest('#bench')) { if (!trade.gives(thing.pile, thing.place)) onCard(thing); return; }
    const onto = thingAt(target);
    if (onto?.field === undefined) return;
    picked = thing;
    onField(onto);
  });

  return {
    shown() {
      if (!picked) return null;
      const options = about(picked);
      const { position } = now.frame;
      if (picked.building) return { words: houseOf(picked).title.split('. ')[0], options };
      if (picked.card) {
        const loose = options.filter(({ about: each }) => each.field === undefined);
        return { words: loose.length === options.length ? '' : `${label(picked.card)}: now touch a field.`, options: loose };
      }
      const here = position.fields[picked.seat][picked.field];
      return { words: `Field ${picked.field + 1}. ${harvestInWords(here)}`, options };
    },
    /** Options about nothing on the table, which need buttons of their own. */
    loose() {
      const all = listed();
      const due = all.some(plants);
      const room = all.every(({ about: each }) => /^(harvest|buy)/.test(each.do));
      return all.toSorted((one, other) => one.about.field - other.about.field || 0).filter(({ about: each }) => {
        if (each.send || room || besides(each) || (due && pays(each))) return true;
        return !['accept', 'take', 'withdraw'].includes(each.part) && !['composes', 'card', 'field', 'building', 'hand'].some((key) => key in each);
      });
    },
    see(seat) {
      now = seat;
      if (seat.question !== question || seat.over) picked = null;
      question = seat.question;
    },
    picked: () => picked,
    composes: () => !trade.empty,
    drop: () => pick(null),
  };
}

/** By question: true if its cards lie at this place of a pile; expansions add theirs. */
const DUE = {
  plant: (pile, place) => pile === 'hand' && place === 0,
  set_aside: (pile) => ['set_aside', 'from_store'].includes(pile),
  use_offer: (pile) => pile === 'on_offer',
  keep_or_leave: (pile) => pile === 'turned_over',
  plant_coin_card: (pile) => pile === 'coin_card',
};

/** Let things be dragged: `of` returns what a node is, `drop` takes it and the node it is dropped on. */
function drag(box, of, drop) {
  let from = null;
  let ghost = null;
  const move = (event) => {
    if (!from) return;
    if (!ghost && Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG_PX) ghost = ghostOf(card(from.thing.card));
    if (ghost) ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
  };
  const end = (event) => {
    const dropped = ghost;
    const { thing } = from ?? {};
    ghost?.remove();
    from = null;
    ghost = null;
    if (!dropped || event.type === 'pointercancel') return;
    on(window, 'click', (click) => { click.stopPropagation(); click.preventDefault(); }, { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event('click')), 0); // Where no click follows, none is swallowed later.
    drop(thing, document.elementFromPoint(event.clientX, event.clientY));
  };
  on(box, 'pointerdown', (event) => {
    const thing = event.button === 0 && of(event.target.closest('button'));
    if (thing) from = { thing, x: event.clientX, y: event.clientY };
  });
  on(window, 'pointermove', move);
  on(window, 'pointerup', end);
  on(window, 'pointercancel', end);
}
