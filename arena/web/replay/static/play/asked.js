// The question, and the answers that have no card on the table.

/** Draws into #asked; built only once, so that typed text and the focus survive. */
function askedBox(say, choose, touch) {
  let now = null;
  const typed = h('input', { id: 'typed', type: 'text', maxlength: 300, placeholder: '2 soy for red · say Hello', 'aria-label': 'Type an offer, a command or something to say', autocomplete: 'off' });
  const parts = {
    task: h('h2', { id: 'task', 'aria-live': 'polite' }),
    note: h('p', { id: 'note', role: 'alert' }),
    draft: h('p', { id: 'draft' }),
    picked: h('p', { id: 'picked', 'aria-live': 'polite' }),
    options: h('div', { id: 'options', role: 'group', 'aria-label': 'What you may do' }),
    ended: h('div', { class: 'ended' }),
    typing: h('form', { id: 'typing' }, typed, h('button', { type: 'submit' }, 'Enter')),
    undo: h('button', { type: 'button', id: 'undo', title: 'Take back what was touched or said last (u)' }, 'Undo'),
    hint: h('button', { type: 'button', id: 'hint', title: 'What a bot would do (h)', onclick: () => say({ do: 'hint' }) }, 'Hint'),
    talk: h('button', { type: 'button', id: 'type', title: 'Type an offer or a command, say something, be asked more (/)', 'aria-expanded': 'false', onclick: () => { talking = !talking; draw(now); if (talking) typed.focus(); } }, 'Type'),
    list: h('button', { type: 'button', id: 'list', title: 'Everything you may do, as a list (l)', 'aria-expanded': 'false', onclick: () => { whole = !whole; draw(now); } }, 'List'),
  };
  let whole = false;
  let talking = false;
  const wishes = h('label', { class: 'wish', title: 'They come before almost every step: then you may harvest out of turn' },
    h('input', { type: 'checkbox', id: 'windows', onchange: (event) => say({ do: 'wish', windows: event.target.checked }) }), ' ask me between steps, too');
  $('asked').classList.add('waiting');
  put($('asked'),
    h('div', { class: 'bar' }, parts.task, h('div', { class: 'deeds' }, parts.undo, parts.hint, parts.list, parts.talk)),
    parts.note, parts.draft, parts.picked, parts.options, parts.ended,
    h('div', { id: 'talk', hidden: true }, parts.typing, wishes));

  parts.typing.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = typed.value.trim();
    typed.value = '';
    if (text) say({ do: 'type', text });
  });

  function button({ text, about, number }) {
    const sort = about.hint ? 'hinted' : about.send ? 'main sends' : null;
    return h('button', { type: 'button', class: sort, 'data-option': number, 'data-deed': `option-${number}`, onclick: () => choose(number) }, text.replace(/^SEND: /, 'Send: '));
  }

  function ended() {
    return [
      now.replay ? h('a', { id: 'replay', class: 'main', href: now.replay }, 'Look at the game again, with all hands open') : null,
      h('button', { type: 'button', id: 'another', onclick: () => say({ do: 'leave' }) }, 'Another game'),
    ];
  }

  function draw(seat) {
    now = seat;
    const over = seat.over || seat.gone !== '';
    const about = over ? null : touch.shown();
    const every = seat.options.map(([text, each], number) => ({ text, about: each, number }));
    const shown = whole ? every : [...(about?.options ?? []), ...touch.loose()];
    put(parts.task, over ? (seat.over ? 'The game is over' : 'The game has ended') : seat.task || 'The others are playing …');
    put(parts.note, seat.over ? '' : seat.note || seat.gone);
    put(parts.draft, seat.saying ? `You will say: “${seat.saying}”` : '');
    put(parts.picked, about?.words ?? '');
    renew(parts.options, [shown, seat.question], (box) => put(box, over ? null : shown.map(button)));
    renew(parts.ended, [over, seat.replay, seat.journal.length], (box) => put(box, ...(over ? ended() : [])));
    $('talk').hidden = over || !talking;
    parts.talk.hidden = over;
    parts.talk.setAttribute('aria-expanded', String(talking));
    parts.hint.hidden = over || seat.question === null;
    parts.list.hidden = over || !every.length;
    parts.list.setAttribute('aria-expanded', String(whole));
    $('windows').checked = seat.wishes.some((wish) => wish.startsWith('before_'));
    $('asked').classList.toggle('waiting', !over && seat.question === null);
  }

  return {
    draw,
    undo: parts.undo,
    type() { talking = true; draw(now); typed.focus(); },
    list: () => parts.list.click(),
  };
}
