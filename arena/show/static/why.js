// The game in numbers: what stands out, seat by seat, and the decisions that cost most.

function drawWhy(frames, game, show) {
  const { lines, remarks, fell } = game.why;
  const frameOf = ({ question, seat }) => frames.findIndex(({ decided }) => decided?.seat === seat && decided.question === question);
  const known = fell.map((each) => ({ ...each, frame: frameOf(each) })).filter(({ frame }) => frame >= 0);
  put($('why'),
    known.length ? [h('h2', null, 'Where the expected place fell most'), h('ol', null, known.map((each) => fallen(each, game, show)))] : null,
    remarks.map((said, seat) => (said?.length ? h('div', null, h('h2', null, named(seat, game)), h('ul', null, said.map((text) => h('li', null, text)))) : null)),
    h('table', null,
      h('thead', null, h('tr', null, h('td', null), game.seats.map((_, seat) => h('th', { scope: 'col' }, named(seat, game))))),
      h('tbody', null, lines.map(([name, indent, cells]) => h('tr', null,
        h('th', { scope: 'row', class: `in${indent}` }, name), cells.map((text) => h('td', null, text ?? '?')))))));
  document.querySelector('#chart > svg').append(...known.map(({ frame }) => s('path', { class: 'fell', d: `M${frame} 0V${HEIGHT}` })));
}

function fallen(each, game, show) {
  const places = `place ${each.place_before.toFixed(2)} → ${each.place_after.toFixed(2)}, a fall of ${each.fall.toFixed(2)} ± ${each.error.toFixed(2)}`;
  return h('li', null,
    h('button', { type: 'button', onclick: () => show(each.frame) }, `Turn ${each.turn}, question ${each.question}`),
    ' ', named(each.seat, game), ' ', places, each.certain ? null : ' (this may be chance)',
    h('p', null, 'chose to ', h('b', null, each.chosen_in_words)),
    h('p', { class: 'none' }, `instead of: ${each.instead_in_words}; judged by ${each.deals} deals`));
}
