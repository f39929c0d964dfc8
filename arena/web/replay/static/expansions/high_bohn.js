// High Bohn and Cognac: houses with their powers, the shop, stores, stews, and coins under houses.

function buildingButton(name, sort, title, ...parts) {
  const touch = TOUCH.building(name);
  return h('button', { 'data-building': name, title, ...touch, class: [sort, touch?.class] }, parts);
}

function building(name, game) {
  const card = game.more.buildings?.buildings.find((each) => each.name === name);
  const [colour] = look(card?.bean ?? name);
  return buildingButton(name, 'house', [spaced(name), card && `bought for ${card.price} ${label(card.bean)}, counts ${card.price} at the end`, game.rules[name]].filter(Boolean).join(': '),
    s('svg', { viewBox: '0 0 32 28', 'aria-hidden': 'true' },
      path('M2 13 16 2l14 11v13H2Z', { fill: colour }),
      path('M1 14 16 2l15 12', { class: 'roof' }),
      s('text', { x: 16, y: 23 }, card?.price ?? '?')),
    h('span', spaced(name)));
}

PIECES.buildings = {
  seat: (names, seat, position, game) => names.length > 0 && labelled('buildings', names.map((name) => building(name, game))),
  counts(seat, score, { coins: piles, buildings, under_buildings: under }, game) {
    const [held, below] = [piles[seat].length, under?.[seat].length ?? 0];
    return score > held && [count(held, 'coin'), below ? ` + ${below} under buildings` : '', ` + ${score - held - below}, with bonuses, for `, buildings[seat].map((name) => building(name, game))];
  },
};
PIECES.shop = {
  table: (names, position, game) => {
    const types = [...Map.groupBy(names, (name) => name.replace(/_\d+$/, ''))].map(([type, each]) => {
      const bean = game.more.buildings?.buildings.find((one) => one.type === type)?.bean;
      const price = (name) => name.slice(type.length + 1);
      const prices = each.map((name) => buildingButton(name, 'price', `${spaced(name)}: costs ${count(Number(price(name)), 'coin')} with ${bean ? label(bean) : 'its bean'}, counts ${price(name)} at the end. ${game.rules[name] ?? ''}`, price(name)));
      return span('chip shop', { title: prices.map(({ title }) => title).join('\n') }, bean && picture(bean), `${type} `, prices);
    });
    return labelled('for sale: price = points', types.length ? types : 'nothing');
  },
};
PIECES.under_buildings = { seat: (cards) => cards.length > 0 && labelled('under buildings', heap(cards)) };
PIECES.stews = { field: (stews, seat, at) => stews[seat].includes(at) && 'stew' };
PIECES.special_fields = {
  field: (special, seat, at) => {
    const [, owner] = special[seat].find(([place]) => place === at) ?? [];
    return owner && spaced(owner);
  },
};
PIECES.store = { seat: laid('store', 'store') };
PIECES.from_store = { seat: laid('to be planted, from a store', 'from_store') };
PIECES.bank_seen = { seat: (cards) => !isNothing(cards) && labelled('top of the draw pile', row(cards)) };
