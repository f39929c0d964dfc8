// Mats: below each seat the offers that are with it, a row for each, in pictures and words; those that matter least are folded.

const SHORTER = ['less', 'short', 'shorter', 'shortest', 'whole'];
const SAYS = { accepted: '✓', taken: '✓', declined: '✗', withdrawn: '✗' };

const goods = (cards) => (cards === 'open' || !cards.length
  ? h('i', inWords(cards))
  : tally(cards).map(([kind, number]) => span('good', picture(kind), number > 1 && h('b', number), span('name', label(kind)))));

const verb = (word, sort = '') => span(`verb ${sort}`, span('word', word));

/** The offers of a turn as anybody sees them: each below its maker, with the answers. */
function offersOf({ offers }) {
  const isLive = ({ state }) => ['asked', 'accepted', 'taken'].includes(state);
  const latest = Math.max(0, ...offers.map(({ round }) => round));
  const seen = offers.map((offer) => ({ ...offer, folded: !isLive(offer) && offer.round < latest }));
  const row = ({ id, seat, give, want, to, reply, state, answers, folded }) => div(['offer deal', state === 'taken' && 'can', !isLive({ state }) && 'past', folded && 'dead'], { 'data-offer': id, title: `#${id}: ${state === 'asked' ? 'stands' : state}` },
    token(seat), goods(give), verb('for', 'for'), goods(want), to === 'all' || reply ? null : [verb('to'), token(to)],
    h('b', { class: 'do' }, Object.entries(answers).map(([other, answer]) => SAYS[answer.state] && span(answer.state, SAYS[answer.state], token(Number(other))))));
  return seen.sort((one, other) => isLive(other) - isLive(one)).map((offer) => ({ ...offer, row: () => row(offer) }));
}

/** Draw the mats by seat; of each offer: its `seat`, whether it is `folded`, and how its `row` is drawn. Return true if one changed. */
function drawMats(mats, offers) {
  return mats.map((mat, seat) => {
    const its = offers.filter((each) => each.seat === seat);
    return renew(mat, its, () => put(mat, its.map((each) => each.row()),
      h('button', { class: 'more', onclick: () => mat.classList.toggle('all') })));
  }).some(Boolean);
}

/** Shorten rows that are too long, and fold the last where room is short: if they or sizes have changed. */
function fitMats(mats, changed) {
  const boxes = [$('far'), ...mats.map((mat) => mat.parentElement)];
  const sizes = () => [...boxes, ...document.querySelectorAll('#table, .seat')].map((at) => [at.clientWidth, at.clientHeight, at.scrollHeight]).join();
  if (!changed && sizes() === mats.fitted) return;
  const rows = mats.flatMap((mat) => [...mat.querySelectorAll('.offer')]);
  const isOver = (box) => box.scrollHeight > box.clientHeight + 1;
  const long = (row) => { const { scrollWidth, clientWidth } = row.querySelector('.deal') ?? row; return scrollWidth > clientWidth + 1; };
  const short = (by) => (by === 'shorter' && rows.some(long) ? rows : rows.filter(long)).forEach(({ classList }) => classList.add(by)); // Signs in all, or in none.
  const fold = (mat) => {
    const past = mat.querySelectorAll('.dead, .past.folded').length;
    const more = mat.querySelectorAll('.dead, .folded').length - past;
    mat.lastChild.hidden = !more && !past;
    mat.lastChild.textContent = `${[more && `${more} more`, past && `${past} past`].filter(Boolean).join(', ')} ▸`;
  };
  $('table').classList.remove('tight', 'two', 'flat');
  rows.forEach(({ classList }) => classList.remove(...SHORTER, 'folded'));
  mats.filter(({ lastChild }) => lastChild).forEach(fold);
  const yields = (some) => some.reverse().forEach((each) => {
    const mat = each.parentElement;
    if (!isOver($('far')) && !isOver(mat.parentElement)) return;
    each.classList.add('folded');
    fold(mat);
  });
  const of = (which) => rows.filter((row) => row.matches(which));
  yields(of('.past:not(.dead)'));
  for (const each of ['tight', 'two', 'flat']) if (boxes.some(isOver)) $('table').classList.add(each);
  SHORTER.forEach(short);
  yields(of('.worse'));
  yields(of('.ring .offer:not(.past, .can)'));
  yields(of('.ring .offer:not(.past)'));
  mats.fitted = sizes();
}
