// What the others would trade with the reader, in the reader's words, best first.

const sum = (cards) => (cards === 'open' ? 0 : cards.length);
const within = (some, all) => tally(some).every(([kind, number]) => number <= all.filter((each) => each === kind).length);

/** The offers between the reader and each other seat: what they bring, cost, and allow; those that have gone are folded. */
function between({ frame, me, options, composer }) {
  const { active } = frame.position;
  const held = (composer?.cards ?? []).map(([, , kind]) => kind);
  const composes = options.some(([, about]) => about.composes); // Not after the last round.
  const found = [];
  const add = (seat, id, get, give, says, folded = false) => {
    const deed = options.findIndex(([, about]) => ['accept', 'take'].includes(about.part) && about.id === id);
    const counters = composes && says === '' && (give === 'open' || give.every((kind) => held.includes(kind)));
    found.push({ seat, id, get, give, says, deed: deed < 0 ? null : deed, counters, folded });
  };
  const SAYS_NO = { declined: 'no', withdrawn: 'gone', lapsed: 'gone', taken: 'done' };
  for (const { seat, id, give, want, reply, state, answers } of frame.offers) {
    if (seat === me) {
      for (const [other, answer] of Object.entries(answers)) {
        if (answer.state === 'accepted') add(Number(other), answer.id, want, give, 'yes');
        else if (SAYS_NO[answer.state]) add(Number(other), id, want, give, SAYS_NO[answer.state], true);
      }
    } else if (reply ? active === me : answers[me]) {
      const its = reply ? state : answers[me].state;
      add(seat, id, give, want, its === 'asked' ? '' : its === 'accepted' ? 'you said yes' : SAYS_NO[its], its !== 'asked' && its !== 'accepted');
    }
  }
  const worse = (one, other) => one !== other && one.seat === other.seat && !other.folded && (one.deed === null || other.deed !== null)
    && ![one.get, one.give, other.get, other.give].includes('open') && within(one.get, other.get) && within(other.give, one.give)
    && (!within(other.get, one.get) || !within(one.give, other.give) || one.id > other.id);
  for (const each of found) each.worse = each.folded || found.some((other) => worse(each, other));
  const rank = (each) => 8 * each.folded + 4 * each.worse + 2 * (each.deed === null) + (each.says === '');
  return found.sort((one, other) => rank(one) - rank(other) || sum(other.get) - sum(other.give) - sum(one.get) + sum(one.give));
}

const termsInWords = ({ get, give }) => `you get ${inWords(get)}, you give ${inWords(give)}`;

/** Offers for the mats, each with its row. `take` takes the number of an option, `counter` an offer. */
function makeMat(take, counter) {
  function row(offer, active) {
    const { seat, id, get, give, says, deed, counters } = offer;
    const name = active ? 'Take' : 'Accept';
    const terms = [token(seat), says ? h('b', { class: 'says' }, says) : null, verb('get', 'get'), goods(get), verb('give', 'give'), goods(give)];
    return h('div', { class: `offer ${deed === null ? '' : 'can'} ${offer.worse ? 'worse' : ''}`, 'data-offer': id },
      deed === null
        ? h('div', { class: 'deal' }, terms)
        : h('button', { class: 'deal', 'data-deed': `${name.toLowerCase()}-${id}`, 'aria-label': `${name}: ${termsInWords(offer)}`, onclick: () => take(deed) }, terms, h('b', { class: 'do' }, '✓ ', h('span', { class: 'name' }, name))),
      counters ? h('button', { class: 'counter', 'data-deed': `counter-${id}`, title: 'Counter: change it and send it back', 'aria-label': `Counter: ${termsInWords(offer)}`, onclick: () => counter(offer, active) }, '⇄') : null);
  }

  return (seat) => (seat.question === null && !seat.frame.offers.length ? [] : between(seat)).map((offer) => ({ ...offer, row: () => row(offer, seat.frame.position.active === seat.me) }));
}
