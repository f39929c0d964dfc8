// The question, and the answers that have no card on the table.

function sayHint() {
  const its = document.querySelector('#options .hinted');
  $('peek')?.remove();
  if (its) peek(its, its.textContent);
  return its;
}

/** Draws into #asked and #picked. */
function askedBox(say, choose, touch) {
  let question = null;
  onWords($('talk'), (text) => say({ do: 'type', text }));
  on('windows', 'change', ({ target }) => say({ do: 'wish', windows: target.checked }));

  function button({ text, about, number }) {
    const said = text.replace(/#\d+ /g, '');
    if (about.send && touch.composes()) return span('kept', said.replace('Send', 'Kept').replaceAll('offer ', ''));
    const sort = about.hint ? 'hinted' : about.send ? 'main sends' : /^(harvest|buy)/.test(about.do) ? 'rare' : '';
    return h('button', { class: ['cut', sort], title: said, 'data-option': number, 'data-deed': `option-${number}`, onclick: ({ detail }) => detail < 2 && choose(number) }, said.split(/(field \d: )/).map((part, at) => (at % 2 ? span('word', part) : part)));
  }

  return (seat) => {
    const over = seat.over || seat.gone;
    const about = over ? null : touch.shown();
    const loose = over ? [] : touch.loose();
    const every = seat.options.map(([text, each], number) => ({ text, about: each, number }));
    put('task', over ? 'The game has ended' : seat.task || 'Waiting for the others …');
    put('note', seat.over ? '' : seat.note || seat.gone);
    put('draft', seat.saying ? `You will say: “${seat.saying}”` : '');
    if (renew('options', [loose, seat.question, touch.composes()], (box) => put(box, loose.map(button)))) sayHint();
    renew('picked', [about, seat.question], (box) => put(box, about && [about.words, about.options.map(button),
      h('button', { title: 'Let go (Esc)', 'aria-label': 'Let go', class: 'shut', 'data-key': 'Escape' }, '✕')]));
    if (seat.question !== question) toggle('all', false);
    if (over) toggle('talk', false);
    ({ question } = seat);
    renew('all', [every, seat.question], (box) => put(box, every.map(button)));
    for (const each of ['list', 'type', 'hint']) $(each).hidden = over;
    $('hint').disabled = seat.question === null;
    $('list').disabled = !every.length;
    $('undo').disabled = over || !(seat.undo || touch.composes());
    $('windows').checked = seat.wishes.some((wish) => wish.startsWith('before_'));
    $('asked').classList.toggle('waiting', !over && seat.question === null);
  };
}
