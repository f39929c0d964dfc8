// The game in numbers: what stands out, seat by seat; `lost` is for the coach.

function drawWhy(game) {
  const { lines, remarks } = game.why;
  put($('why'),
    h('div', { id: 'lost' }),
    remarks.map((said, seat) => (said?.length ? h('div', null, h('h2', null, named(seat, game)), h('ul', null, said.map((text) => h('li', null, text)))) : null)),
    h('table', null,
      h('thead', null, h('tr', null, h('td', null), game.seats.map((_, seat) => h('th', { scope: 'col' }, named(seat, game))))),
      h('tbody', null, lines.map(([name, indent, cells]) => h('tr', null,
        h('th', { scope: 'row', class: `in${indent}` }, name), cells.map((text) => h('td', null, text ?? '?')))))));
}
