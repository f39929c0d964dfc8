// The log, line by line, and the decision behind the current frame.

/** The bots' stderr. It belongs to no frame, since its time is unknown. */
const STDERR = 'stderr';

function drawLogs(game, eye) {
  const seats = Object.keys(game.logs).map(Number).filter((seat) => eye === null || eye === seat);
  put('lines',
    !seats.length && h('p', { class: 'none' }, 'Nothing is kept of what this bot wrote.'),
    seats.map((seat) => [line('turn', seat, `${game.seats[seat].name} wrote`), game.logs[seat].map((text) => line('wrote', null, text))]));
}

/** All lines; a click on one shows its frame. For the keyboard, all lines are a single tab stop. */
function drawLog(frames, game, eye, show) {
  marked = {};
  const wanted = $('sort').value;
  if (wanted === STDERR) { drawLogs(game, eye); return; }
  const lines = [];
  frames.forEach((frame, at) => {
    for (const told of frame.lines) {
      const text = !wanted || ['turn', ...wanted.split(' ')].includes(told[0]) ? textOf(told, eye, game) : null;
      if (text === null) continue;
      lines.push(h('button', { tabindex: -1, class: `line later ${told[0]}`, 'data-frame': at, onclick: () => show(at) }, wordsOf(aboutWhom(told), text)));
    }
  });
  put('lines', ...lines);
}

/** Mark the lines of a frame, or the last before it; for speed, only lines up to the previous mark are touched. */
function markLog(number) {
  const lines = $('lines').children;
  let at = marked.at ?? 0;
  const frameOf = (line) => Number(line.dataset.frame);
  for (const line of marked.now ?? []) line.classList.remove('now');
  while (at > 0 && frameOf(lines[at - 1]) > number) lines[at -= 1].classList.add('later');
  while (at < lines.length && frameOf(lines[at]) <= number) lines[(at += 1) - 1].classList.remove('later');
  marked.at = at;
  marked.now = [];
  const shown = at ? frameOf(lines[at - 1]) : null;
  for (let back = at - 1; back >= 0 && frameOf(lines[back]) === shown; back -= 1) marked.now.push(lines[back]);
  for (const line of marked.now) line.classList.add('now');
}

function followLog() {
  const box = $('lines');
  const last = box.children[Math.max(0, marked.at - 1)];
  box.scrollTop = last ? last.offsetTop - box.clientHeight * 0.6 : 0;
}

// The number of lines up to the current frame, and the lines of the frame itself.
let marked = {};

function drawDecision(frame, game, eye) {
  const box = $('decision');
  const { decided } = frame;
  box.hidden = !decided || (eye !== null && eye !== decided.seat);
  if (box.hidden) return put(box);
  const question = decided.question === null ? 'asked nothing any more' : `question ${decided.question}`;
  return put(box,
    div('bar', named(decided.seat, game), h('small', { title: 'the number is that of arena debug; the time is what was charged' }, `${question} · ${decided.ms} ms`)),
    h('p', { class: 'task' }, decided.task),
    decided.refused && h('p', { class: 'refused' }, `Refused: ${decided.refused}`),
    h('p', decided.fault ? 'Played in its place: ' : 'Chose to ', h('b', decided.chose)),
    decided.note && folded('note', 'It thought', decided.note.map((text) => h('p', text)), 'a private thought: no other player was told'),
    decided.thought && folded('thought', decided.thought[0].startsWith('…') ? 'The end of what its model thought' : 'Its model thought', decided.thought.map((text) => h('p', text)),
      'what its language model thought before it answered, and nobody else was told: arena db export tape has all of it'),
    decided.usage && h('p', { class: 'none', title: 'of language models' }, decided.usage),
    decided.choices.length > 1 && folded('choices', count(decided.of, 'listed choice'), [
      h('ul', decided.choices.map((text) => h('li', { class: text === decided.chose && 'taken' }, text))),
      decided.of > decided.choices.length && h('p', { class: 'none' }, `… and ${decided.of - decided.choices.length} more`)]));
}

/** Details that stay open or closed from frame to frame, as the reader has left them. */
function folded(what, summary, content, title = null) {
  return h('details', { class: what === 'choices' ? null : 'note', open: opened[what], ontoggle: (event) => { opened[what] = event.target.open; } },
    h('summary', { title }, summary), content);
}

const opened = { choices: false, note: true, thought: false };
