// The mat: below each of the others what they would trade with the reader, in the reader's words, best first.

const sum = (cards) => (cards === 'open' ? 0 : cards.length);
const within = (some, all) => tally(some).every(([kind, number]) => number <= all.filter((each) => each === kind).length);

/** The offers that stand between the reader and each other seat: what they bring, cost, and allow. */
function standing({ frame, me, options, composer }) {
  const { active } = frame.position;
  const held = (composer?.cards ?? []).map(([, , kind]) => kind);
  const composes = options.some(([, about]) => about.composes); // Not after the last round.
  const found = [];
  const add = (seat, id, get, give, says) => {
    const deed = options.findIndex(([, about]) => ['accept', 'take'].includes(about.part) && about.id === id);
    const counters = composes && says === '' && (give === 'open' || give.every((kind) => held.includes(kind)));
    found.push({ seat, id, get, give, says, deed: deed < 0 ? null : deed, counters });
  };
  for (const { seat, id, give, want, reply, state, answers } of frame.offers) {
    if (seat === me) {
      for (const [other, answer] of Object.entries(answers)) if (answer.state === 'accepted') add(Number(other), answer.id, want, give, 'yes');
    } else if (reply ? active === me && state === 'asked' : answers[me]?.state === 'asked') add(seat, id, give, want, '');
    else if (answers[me]?.state === 'accepted') add(seat, id, give, want, 'you said yes');
  }
  const worse = (one, other) => one !== other && one.seat === other.seat && (one.deed === null || other.deed !== null)
    && ![one.get, one.give, other.get, other.give].includes('open') && within(one.get, other.get) && within(other.give, one.give)
    && (!within(other.get, one.get) || !within(one.give, other.give) || one.id > other.id);
  for (const each of found) each.worse = found.some((other) => worse(each, other));
  const rank = (each) => 4 * each.worse + 2 * (each.deed === null) + (each.says === '');
  return found.sort((one, other) => rank(one) - rank(other) || sum(other.get) - sum(other.give) - sum(one.get) + sum(one.give));
}

const goods = (cards) => (cards === 'open' || !cards.length
  ? h('i', null, cards === 'open' ? 'anything' : 'nothing')
  : tally(cards).map(([kind, number]) => h('span', { class: 'good' }, picture(kind), number > 1 ? h('b', null, String(number)) : null, h('span', { class: 'name' }, label(kind)))));
const termsInWords = ({ get, give }) => `you get ${get === 'open' ? 'anything' : inWords(get)}, you give ${give === 'open' ? 'anything' : inWords(give)}`;

/** The mats by seat. `take` takes the number of an option, `counter` an offer. */
function makeMat(take, counter) {
  const mats = new Map();
  let drawn = null;

  function row(offer, active) {
    const { seat, id, get, give, says, deed, counters } = offer;
    const verb = active ? 'Take' : 'Accept';
    const terms = [token(seat), says ? h('b', { class: 'says' }, h('span', { class: 'word' }, says)) : null,
      h('span', { class: 'verb' }, h('span', { class: 'word' }, 'get')), goods(get), h('span', { class: 'verb less' }, h('span', { class: 'word' }, 'give')), goods(give)];
    return h('div', { class: `offer ${deed === null ? '' : 'can'} ${offer.worse ? 'worse' : ''}`, 'data-offer': id },
      deed === null
        ? h('div', { class: 'deal' }, terms)
        : h('button', { type: 'button', class: 'deal', 'data-deed': `${active ? 'take' : 'accept'}-${id}`, 'aria-label': `${verb}: ${termsInWords(offer)}`, onclick: () => take(deed) }, terms, h('b', { class: 'do' }, '✓ ', h('span', { class: 'name' }, verb))),
      counters ? h('button', { type: 'button', class: 'counter', 'data-deed': `counter-${id}`, title: 'Counter: change it and send it back', 'aria-label': `Counter: ${termsInWords(offer)}`, onclick: () => counter(offer, active) }, '⇄') : null);
  }

  /** Shorten rows that are too long, and fold what is worse where there is no room for all. */
  function fit() {
    const far = $('far');
    const rows = [...far.querySelectorAll('.offer')];
    const over = () => far.scrollHeight > far.clientHeight + 1;
    const short = (by) => rows.filter((each) => each.firstChild.scrollWidth > each.firstChild.clientWidth + 1).forEach((each) => each.classList.add(by));
    far.classList.remove('tight', 'two');
    for (const each of far.querySelectorAll('.short, .shorter, .folded')) each.classList.remove('short', 'shorter', 'folded');
    for (const each of far.querySelectorAll('.more')) each.hidden = true;
    for (const each of ['tight', 'two']) if (over()) far.classList.add(each);
    short('short');
    short('shorter');
    for (const each of rows.filter(({ classList }) => classList.contains('worse')).reverse()) {
      if (!over()) break;
      const { parentElement: mat } = each;
      each.classList.add('folded');
      mat.lastChild.hidden = false;
      mat.lastChild.textContent = `${mat.querySelectorAll('.folded').length} worse ▸`;
    }
  }
  addEventListener('resize', fit);

  return {
    /** The mat of a seat, below its panel. */
    column(panel, seat) {
      const mat = h('div', { class: 'mat' });
      mats.set(seat, mat);
      return h('div', { class: 'column' }, panel, mat);
    },
    draw(seat) {
      const active = seat.frame.position.active === seat.me;
      const offers = seat.question === null && !seat.frame.offers.length ? [] : standing(seat);
      let changed = drawn !== seat.frame;
      for (const [at, mat] of mats) {
        const its = offers.filter((each) => each.seat === at);
        changed = renew(mat, [its, seat.question], (box) => put(box, its.map((each) => row(each, active)),
          h('button', { type: 'button', class: 'more', hidden: true, onclick: () => box.classList.toggle('all') }))) || changed;
      }
      if (changed) fit(); // A touch alone changes nothing here.
      drawn = seat.frame;
    },
  };
}
