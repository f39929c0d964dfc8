// The question, and the answers that have no card on the table.

/** Draws into #asked; built only once, so that typed text and the focus survive. */
function askedBox(say, choose, touch) {
  let now = null;
  let whole = false;
  let talking = false;
  const typed = h('input', { id: 'typed', type: 'text', maxlength: 300, placeholder: '2 soy for red · say Hello', 'aria-label': 'Type an offer, a command or something to say', autocomplete: 'off' });
  const tool = (id, mark, name, title, onclick) => h('button', { id, title, 'aria-label': name, onclick }, mark);
  const parts = {
    task: h('h2', { id: 'task', 'aria-live': 'polite' }),
    note: h('p', { id: 'note', role: 'alert' }),
    draft: h('p', { id: 'draft' }),
    options: h('div', { id: 'options', role: 'group', 'aria-label': 'What you may do' }),
    picked: h('div', { id: 'picked', role: 'group', 'aria-label': 'What you may do with it' }),
    all: h('div', { id: 'all', role: 'group', 'aria-label': 'Everything you may do', tabindex: 0 }),
    undo: tool('undo', '↶', 'Undo', 'Take back what was touched or said last (u)', null),
    hint: tool('hint', '☞', 'Hint', 'Hint: what a bot would do (h)', () => say({ do: 'hint' })),
    list: tool('list', '☰', 'List', 'Everything you may do, as a list (l)', () => { whole = !whole; draw(now); }),
    type: tool('type', '⌨', 'Type', 'Type an offer or a command, say something, be asked more (/)', () => { talking = !talking; draw(now); if (talking) typed.focus(); }),
  };
  const wishes = h('label', { class: 'wish', title: 'They come before almost every step: then you may harvest out of turn' },
    h('input', { type: 'checkbox', id: 'windows', onchange: (event) => say({ do: 'wish', windows: event.target.checked }) }), ' ask me between steps, too');
  const typing = h('form', { id: 'talk' }, typed, h('button', { type: 'submit' }, 'Enter'), wishes);
  $('asked').classList.add('waiting');
  put($('asked'), parts.task, parts.options, h('div', { class: 'deeds' }, parts.undo, parts.hint, parts.list, parts.type),
    h('div', { id: 'said' }, parts.note, parts.draft, typing, parts.all));
  $('picking').replaceChildren(parts.picked);

  typing.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = typed.value.trim();
    typed.value = '';
    if (text) say({ do: 'type', text });
  });

  function button({ text, about, number }) {
    const sort = about.hint ? 'hinted' : about.send ? 'main sends' : null;
    return h('button', { class: sort, title: text.length > 40 ? text : null, 'data-option': number, 'data-deed': `option-${number}`, onclick: () => choose(number) }, text.replace(/^SEND: /, 'Send: '));
  }

  function draw(seat) {
    now = seat;
    const over = seat.over || seat.gone !== '';
    const about = over ? null : touch.shown();
    const every = seat.options.map(([text, each], number) => ({ text, about: each, number }));
    put(parts.task, over ? (seat.over ? 'The game is over' : 'The game has ended') : seat.task || 'The others are playing …');
    parts.task.title = seat.task;
    put(parts.note, seat.over ? '' : seat.note || seat.gone);
    put(parts.draft, seat.saying ? `You will say: “${seat.saying}”` : '');
    renew(parts.options, [touch.loose(), over, seat.question], (box) => put(box, over ? null : touch.loose().map(button)));
    renew(parts.picked, [about, seat.question], (box) => put(box, about?.words ?? '', (about?.options ?? []).map(button),
      about ? h('button', { title: 'Let go (Escape)', 'aria-label': 'Let go', class: 'shut', onclick: () => touch.drop() }, '✕') : null));
    renew(parts.all, [whole, every], (box) => put(box, whole && !over ? every.map(button) : null));
    typing.hidden = over || !talking;
    for (const each of ['list', 'type', 'hint']) parts[each].hidden = over;
    parts.hint.disabled = seat.question === null;
    parts.list.disabled = !every.length;
    parts.undo.disabled = over || !(seat.undo || touch.composes());
    parts.list.setAttribute('aria-expanded', String(whole));
    parts.type.setAttribute('aria-expanded', String(talking));
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
