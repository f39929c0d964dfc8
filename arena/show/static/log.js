// What happened, line by line, and the decision that led to it.

const SORTS = {
  all: ['everything', () => true],
  trades: ['trades', (sort) => sort === 'traded'],
  talk: ['negotiation', (sort) => ['offered', 'answered', 'declined', 'traded', 'said', 'trade_ended'].includes(sort)],
  coins: ['coins', (sort) => ['harvested', 'bought_field', 'filled_order', 'bought_building'].includes(sort)],
  said: ['what was said', (sort) => sort === 'said'],
  wrong: ['refusals and faults', (sort) => ['refused', 'fault'].includes(sort)],
};

/** A line as an eye may read it; null if it may not. */
function textOf([sort, seat, text, owner, others], eye, game) {
  if (['refused', 'fault'].includes(sort)) {
    return eye === null || eye === seat ? `${game.seats[seat].name} ${text}` : null;
  }
  if (sort === 'said') return `${game.seats[seat].name}: “${text}”`;
  return others !== undefined && eye !== null && eye !== owner ? others : text;
}

/** All lines; each shows its frame when it is clicked. */
function drawLog(frames, game, eye, sort, show) {
  const [, wanted] = SORTS[sort];
  const lines = [];
  frames.forEach((frame, at) => {
    for (const line of frame.lines) {
      const text = wanted(line[0]) || line[0] === 'turn' ? textOf(line, eye, game) : null;
      if (text === null) continue;
      const about = line[1] === null || line[0] === 'turn' ? null : token(line[1]);
      lines.push(h('button', { type: 'button', class: `line ${line[0]}`, 'data-frame': at, onclick: () => show(at) }, about, h('span', null, text)));
    }
  });
  if (!lines.length) lines.push(h('p', { class: 'none' }, 'Nothing of the kind.'));
  put($('lines'), ...lines);
}

/** Mark the lines of a frame, and bring them into sight within their box. */
function markLog(number) {
  const box = $('lines');
  let last = null;
  for (const line of box.children) {
    const at = Number(line.dataset.frame);
    line.classList.toggle('now', at === number);
    line.classList.toggle('later', at > number);
    if (at <= number) last = line;
  }
  box.scrollTop = last ? last.offsetTop - box.offsetTop - box.clientHeight * 0.6 : 0;
}

function drawDecision(frame, game, eye) {
  const box = $('decision');
  const { decided } = frame;
  if (!decided || (eye !== null && eye !== decided.seat)) {
    put(box, h('p', { class: 'none' }, frame.number ? 'What the others decide shows in what happens.' : 'The cards are dealt.'));
    return;
  }
  const question = decided.question === null ? 'asked nothing any more' : `question ${decided.question}`;
  put(box,
    h('div', { class: 'bar' }, named(decided.seat, game), h('small', { title: 'as in arena debug; time charged' }, `${question} · ${decided.ms} ms`)),
    h('p', { class: 'task' }, decided.task),
    h('p', { class: 'chose' }, decided.fault ? 'Played in its place: ' : 'Chose to ', h('b', null, decided.chose)),
    decided.choices.length > 1
      ? h('details', { open: opened.choices, ontoggle: (event) => { opened.choices = event.target.open; } },
        h('summary', null, `${count(decided.of, 'listed choice')}`),
        h('ol', { start: 0 }, decided.choices.map((text) => h('li', { class: text === decided.chose ? 'taken' : null }, text))),
        decided.of > decided.choices.length ? h('p', { class: 'none' }, `… and ${decided.of - decided.choices.length} more`) : null)
      : null);
}

// What the reader has opened stays open from frame to frame.
const opened = { choices: false };
