// What the others would trade with the reader, in the reader's words, best first.

const OUTCOME = { asked: 'yours', declined: 'refused', withdrawn: 'withdrawn', lapsed: 'not taken', taken: 'taken' };

/** The first kind of which there are fewer than wanted, and how many there are. */
function lacking(wanted, cards) {
  const there = (kind) => cards.filter((each) => each === kind).length;
  const [kind] = (wanted === 'open' ? [] : tally(wanted)).find(([each, number]) => number > there(each)) ?? [];
  return kind && [kind, there(kind)];
}

/** The offers between the reader and each other seat. What became of those that the reader made or accepted stays unfolded. */
function between({ frame, me, options, composer, question, draft }, game) {
  const { active, turned_over: turned } = frame.position;
  const latest = Math.max(...frame.offers.map(({ round }) => round));
  const held = composer?.cards.map(([, , kind]) => kind) ?? [];
  const composes = options.some(([, about]) => about.composes);
  const they = called(game.seats[active]);
  const decides = `${they} decides`;
  const found = [];
  const add = (seat, id, get, give, says, past = null) => {
    if (draft.some(([what, its]) => what === 'withdraw' && its === id)) says = 'withdrawn';
    const option = (...parts) => options.findIndex(([, about]) => parts.includes(about.part) && about.id === id);
    const deed = option('accept', 'take');
    const counters = composes && !says && (give === 'open' || give.every((kind) => held.includes(kind)));
    const lacks = lacking(give, held);
    const gone = lacking(get, turned);
    const why = deed >= 0 ? ''
      : says ? { withdrawn: past === null && 'once you send it', yours: gone ? `if ${they} has ${gone[1] ? 'more ' : ''}${label(gone[0])}` : decides, 'you accepted': decides }[says]
        : question === null ? 'wait for the others'
          : lacks ? `you hold ${lacks[1] ? `only ${lacks[1]}` : 'no'} ${label(lacks[0])}`
            : ![get, give].includes('open') ? 'in your answer' : counters ? 'answer with ⇄' : 'too late';
    found.push({ seat, id, get, give, says, deed, out: option('withdraw'), counters, why, past: past !== null, folded: past !== null && past < latest });
  };
  for (const { seat, id, give, want, reply, state, answers, round } of frame.offers) {
    if (seat === me && reply) add(active, id, want, give, OUTCOME[state], state === 'asked' ? null : state === 'withdrawn' ? -1 : latest);
    else if (seat === me) {
      for (const [other, answer] of Object.entries(answers)) {
        if (answer.state === 'accepted') add(Number(other), answer.id, want, give, 'agreed');
        else if (answer.state !== 'asked') add(Number(other), id, want, give, OUTCOME[answer.state], round);
      }
    } else if (reply ? active === me : answers[me]) {
      const its = reply ? state : answers[me].state;
      const [taker] = Object.entries(answers).find(([, answer]) => answer.state === 'taken') ?? [];
      if (its === 'asked') add(seat, id, give, want, '');
      else if (its === 'accepted') add(seat, answers[me].id, give, want, 'you accepted');
      else if (its === 'declined') add(seat, id, give, want, 'you refused', -1);
      else add(seat, id, give, want, taker && Number(taker) !== me ? `taken by ${called(game.seats[taker])}` : OUTCOME[its], reply ? -1 : latest);
    }
  }
  const worse = (one, other) => one !== other && one.seat === other.seat && !other.past && other.out < 0 && (one.deed < 0 || other.deed >= 0)
    && ![one.get, one.give, other.get, other.give].includes('open') && !lacking(one.get, other.get) && !lacking(other.give, one.give)
    && (lacking(other.get, one.get) || lacking(one.give, other.give) || one.id > other.id);
  for (const each of found) each.worse = each.past || each.out >= 0 || each.says === 'withdrawn' || found.some((other) => worse(each, other));
  const rank = (each) => 16 * each.folded + 8 * each.past + 4 * each.worse + 2 * (each.deed < 0) + !each.says;
  const brings = ({ get, give }) => (get === 'open' ? 0 : get.length) - (give === 'open' ? 0 : give.length);
  return found.sort((one, other) => rank(one) - rank(other) || brings(other) - brings(one));
}

/** Offers for the mats, each with its row. `take` takes the number of an option, not by a second click in haste; `counter` an offer. */
function makeMat(take, counter) {
  function row(offer, active) {
    const { seat, id, get, give, says, deed, out, counters, why } = offer;
    const button = (name, sort, title, does, ...shown) => h('button', { class: sort, 'data-deed': `${name.toLowerCase()}-${id}`, title, 'aria-label': `${name}: you get ${inWords(get)}, you give ${inWords(give)}`, onclick: does }, shown);
    const terms = [token(seat), says && h('b', { class: 'says' }, says, ':'), verb('get', 'get'), goods(get), verb('give', 'give'), goods(give), why && span('why', why)];
    const name = active ? 'Take' : 'Accept';
    return div(['offer', deed >= 0 && 'can', offer.past ? 'past' : offer.worse && 'worse', offer.folded && 'dead'], { 'data-offer': id, title: why || null },
      deed < 0 ? div('deal', terms) : button(name, 'deal', null, ({ detail }) => detail < 2 && take(deed), terms, h('b', { class: 'do' }, '✓ ', span('name', name))),
      counters && button('Counter', 'counter', 'Change it and send it back', () => counter(offer, active), '⇄', span('name', ' Counter')),
      out >= 0 && button('Withdraw', 'counter', 'Withdraw', () => take(out), '✕'));
  }

  return (seat, game) => between(seat, game).map((offer) => ({ ...offer, row: () => row(offer, seat.frame.position.active === seat.me) }));
}
