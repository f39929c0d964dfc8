// What the others would trade with the reader, in the reader's words, best first.

const sum = (cards) => (cards === 'open' ? 0 : cards.length);
const within = (some, all) => tally(some).every(([kind, number]) => number <= all.filter((each) => each === kind).length);

const OUTCOME = { asked: 'you bid', declined: 'refused', withdrawn: 'withdrawn', lapsed: 'not taken', taken: 'taken' };

/**
 * The offers between the reader and each other seat: what they bring, cost, and allow. What became of the reader's latest
 * stays in sight while there is room, all else that has gone is folded.
 */
function between({ frame, me, options, composer }, game) {
  const { active } = frame.position;
  const latest = Math.max(...frame.offers.map(({ round }) => round));
  const held = (composer?.cards ?? []).map(([, , kind]) => kind);
  const composes = options.some(([, about]) => about.composes); // Not after the last round.
  const found = [];
  const add = (seat, id, get, give, says, past = null) => {
    const option = (...parts) => { const at = options.findIndex(([, about]) => parts.includes(about.part) && about.id === id); return at < 0 ? null : at; };
    const deed = option('accept', 'take');
    const counters = composes && says === '' && (give === 'open' || give.every((kind) => held.includes(kind)));
    found.push({ seat, id, get, give, says, deed, out: option('withdraw'), counters, past: past !== null, folded: past !== null && past < latest });
  };
  for (const { seat, id, give, want, reply, state, answers, round } of frame.offers) {
    if (seat === me && reply) add(active, id, want, give, OUTCOME[state], state === 'asked' ? null : round);
    else if (seat === me) {
      for (const [other, answer] of Object.entries(answers)) {
        if (answer.state === 'accepted') add(Number(other), answer.id, want, give, 'yes');
        else if (answer.state !== 'asked') add(Number(other), id, want, give, OUTCOME[answer.state], round);
      }
    } else if (reply ? active === me : answers[me]) {
      const its = reply ? state : answers[me].state;
      const [taker] = Object.entries(answers).find(([, answer]) => answer.state === 'taken') ?? [];
      const said = reply || its === 'declined' ? -1 : round; // What one refused is of no interest any more.
      if (its === 'asked') add(seat, id, give, want, '');
      else if (its === 'accepted') add(seat, id, give, want, 'you said yes');
      else add(seat, id, give, want, its === 'declined' ? 'you refused' : taker && Number(taker) !== me ? `taken by ${game.seats[taker].name}` : OUTCOME[its], said);
    }
  }
  const worse = (one, other) => one !== other && one.seat === other.seat && !other.past && other.out === null && (one.deed === null || other.deed !== null)
    && ![one.get, one.give, other.get, other.give].includes('open') && within(one.get, other.get) && within(other.give, one.give)
    && (!within(other.get, one.get) || !within(one.give, other.give) || one.id > other.id);
  for (const each of found) each.worse = each.past || each.out !== null || found.some((other) => worse(each, other));
  const rank = (each) => 16 * each.folded + 8 * each.past + 4 * each.worse + 2 * (each.deed === null) + (each.says === '');
  return found.sort((one, other) => rank(one) - rank(other) || sum(other.get) - sum(other.give) - sum(one.get) + sum(one.give));
}

const termsInWords = ({ get, give }) => `you get ${inWords(get)}, you give ${inWords(give)}`;

/** Offers for the mats, each with its row. `take` takes the number of an option, `counter` an offer. */
function makeMat(take, counter) {
  function row(offer, active) {
    const { seat, id, get, give, says, deed, out, counters } = offer;
    const name = active ? 'Take' : 'Accept';
    const terms = [token(seat), says ? h('b', { class: 'says' }, says) : null, verb('get', 'get'), goods(get), verb('give', 'give'), goods(give)];
    return h('div', { class: ['offer', deed !== null && 'can', offer.worse && 'worse', offer.past && 'past'], 'data-offer': id },
      deed === null
        ? div('deal', terms)
        : h('button', { class: 'deal', 'data-deed': `${name.toLowerCase()}-${id}`, 'aria-label': `${name}: ${termsInWords(offer)}`, onclick: () => take(deed) }, terms, h('b', { class: 'do' }, '✓ ', span('name', name))),
      counters ? h('button', { class: 'counter', 'data-deed': `counter-${id}`, title: 'Counter: change it and send it back', 'aria-label': `Counter: ${termsInWords(offer)}`, onclick: () => counter(offer, active) }, '⇄') : null,
      out === null ? null : h('button', { class: 'counter', 'data-deed': `withdraw-${id}`, title: 'Withdraw it', 'aria-label': `Withdraw: ${termsInWords(offer)}`, onclick: () => take(out) }, '✕'));
  }

  return (seat, game) => (seat.question === null && !seat.frame.offers.length ? [] : between(seat, game)).map((offer) => ({ ...offer, row: () => row(offer, seat.frame.position.active === seat.me) }));
}
