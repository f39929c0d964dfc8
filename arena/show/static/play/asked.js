// What is asked, what may be answered, and what is typed.

const PLACEHOLDER = 'Type: 2 soy for red – or letters of a choice';

/** Draws into #asked; built once, so that what is typed and the focus stay. */
function askedBox(say) {
  let now = null;
  let composing = false;
  const typed = h('input', { id: 'typed', type: 'text', maxlength: 300, placeholder: PLACEHOLDER, 'aria-label': 'Type an offer, a command or letters of a choice', autocomplete: 'off' });
  const parts = {
    task: h('h2', { id: 'task', 'aria-live': 'polite' }),
    note: h('p', { id: 'note', role: 'alert' }),
    saying: h('p', { id: 'saying' }),
    ended: h('div', { class: 'ended' }),
    options: h('ol', { id: 'options' }),
    composer: h('div', null),
    typing: h('form', { id: 'typing' }, typed, h('button', { type: 'submit' }, 'Enter')),
    undo: h('button', { type: 'button', id: 'undo', onclick: () => say({ do: 'undo' }) }, 'Undo'),
    hint: h('button', { type: 'button', id: 'hint', onclick: () => say({ do: 'hint' }) }, 'Hint'),
    offer: h('button', { type: 'button', id: 'compose', onclick: () => compose(true) }, 'Offer …'),
  };
  const wishes = h('label', { title: 'Windows come before almost every step: they let you harvest at any time' },
    h('input', { type: 'checkbox', id: 'windows', onchange: (event) => say({ do: 'wish', windows: event.target.checked }) }), ' ask me in windows too');
  put($('asked'), parts.task, parts.note, parts.ended, parts.options, parts.composer, parts.saying, parts.typing,
    h('div', { class: 'deeds' }, parts.offer, parts.undo, parts.hint, wishes));

  const fits = (text) => text.toLocaleLowerCase().includes(typed.value.trim().toLocaleLowerCase());
  const choose = (number) => say({ do: 'choose', number, text: now.options[number], question: now.question });

  function list() {
    const every = now.options.map((text, number) => [text, number]);
    const some = every.filter(([text]) => fits(text));
    put(parts.options, ...(some.length ? some : every).map(([text, number]) => h('li', null,
      h('button', { type: 'button', class: /^HINT/.test(text) ? 'hinted' : /^SEND/.test(text) ? 'sends' : null, onclick: () => choose(number) },
        h('span', { class: 'number' }, String(number + 1)), text))));
  }

  function compose(wanted) {
    composing = wanted && now.composer !== null;
    parts.options.hidden = composing;
    put(parts.composer, composing ? composer(now.composer,
      (offer) => { compose(false); say({ do: 'compose', question: now.question, ...offer }); }, () => { compose(false); typed.focus(); }) : null);
    if (composing) parts.composer.querySelector('input, button').focus();
  }

  typed.addEventListener('input', list);
  parts.typing.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = typed.value.trim();
    const first = parts.options.querySelector('button');
    typed.value = '';
    if (!text) first?.click();
    else say({ do: 'type', text });
    list();
  });
  typed.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    parts.options.querySelector('button')?.focus();
  });
  parts.options.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = [...parts.options.querySelectorAll('button')];
    (buttons[buttons.indexOf(document.activeElement) + by] ?? typed).focus();
  });

  function ended() {
    const result = now.journal.slice(now.journal.findLastIndex(([, , text]) => text === 'The game is over.') + 1);
    return [
      now.over ? h('ol', null, result.map(([, , text]) => h('li', null, text.replace(/^\d+\. /, '')))) : null,
      now.replay ? h('a', { id: 'replay', href: now.replay }, 'Look at the game again, with all hands open') : null,
      h('button', { type: 'button', class: 'main', onclick: () => say({ do: 'leave' }) }, 'Another game'),
    ];
  }

  return {
    draw(seat) {
      const fresh = now === null || seat.question !== now.question;
      const within = parts.options.contains(document.activeElement) || document.activeElement === document.body;
      now = seat;
      const over = seat.over || seat.gone !== '';
      put(parts.task, over ? (seat.over ? 'The game is over' : 'The game has ended') : seat.task || 'The others are playing …');
      put(parts.note, seat.over ? '' : seat.note || seat.gone);
      put(parts.saying, seat.saying ? `You will say: “${seat.saying}”` : '');
      put(parts.ended, ...(over ? ended() : []));
      if (fresh || !seat.composer) compose(false);
      list();
      parts.typing.hidden = over;
      parts.offer.hidden = over || seat.composer === null;
      parts.undo.hidden = over || !seat.undo;
      parts.hint.hidden = over || seat.question === null;
      wishes.hidden = over;
      $('windows').checked = seat.wishes.some((wish) => wish.startsWith('before_'));
      // Where there is no keyboard, one on the screen would cover the table.
      if (within && seat.question !== null && !matchMedia('(pointer: coarse)').matches) typed.focus({ preventScroll: true });
    },
    compose: () => compose(true),
    type: (letter) => { typed.focus(); typed.value += letter; },
  };
}
