// An offer put together: cards to give, kinds to get, and for whom.

/** The form; `add` takes what it says, `close` ends it. */
function composer({ cards, kinds, others }, add, close) {
  const open = (side, words) => h('label', null, h('input', { type: 'checkbox', name: 'open', value: side, onchange: only }), words);
  function only(event) { // One side at most can be left open.
    for (const each of form.elements.open) if (each !== event.target) each.checked = false;
  }
  const form = h('form', { id: 'composer', 'aria-label': 'An offer', autocomplete: 'off' },
    h('fieldset', null, h('legend', null, 'You give'),
      cards.length ? null : h('p', { class: 'none' }, 'You have no card to give.'),
      cards.map(([, words], at) => h('label', null, h('input', { type: 'checkbox', name: 'giving', value: at }), words)),
      open('give', 'whatever they would like')),
    h('fieldset', null, h('legend', null, 'You want'),
      h('div', { class: 'wanted' }, kinds.map(([kind, name]) => h('label', null,
        h('input', { type: 'number', min: 0, max: 24, name: 'wanting', 'data-kind': kind, placeholder: '0' }), name))),
      open('want', 'whatever they would give')),
    others.length ? h('fieldset', null, h('legend', null, 'For'),
      h('label', null, h('input', { type: 'radio', name: 'to', value: '', checked: true }), 'everybody'),
      others.map(([seat, name]) => h('label', null, h('input', { type: 'radio', name: 'to', value: seat }), `${name} (seat ${seat})`))) : null,
    h('div', { class: 'deeds' },
      h('button', { type: 'submit', class: 'main' }, 'Add the offer'),
      h('button', { type: 'button', onclick: close }, 'Cancel')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const every = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
    const wanting = {};
    for (const each of every('wanting')) if (Number(each.value) > 0) wanting[each.dataset.kind] = Number(each.value);
    const to = every('to').find((each) => each.checked && each.value !== '');
    add({
      giving: every('giving').filter((each) => each.checked).map((each) => Number(each.value)),
      wanting,
      open: every('open').find((each) => each.checked)?.value ?? '',
      to: to ? Number(to.value) : null,
    });
  });
  form.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
  return form;
}
