// The end of a game: what decided it, the same cards for somebody else, and another game.

/** The wishes and the result that a link of somebody else's game brings; null if there are none. */
function challenge() {
  try {
    const { variant, bots, players, seat, seed, coins: made, name } = JSON.parse(new URLSearchParams(location.hash.slice(1)).get('deal'));
    return { wishes: { variant, bots, players, seat, seed, people: 1 }, words: `${String(name).slice(0, 24)} made ${count(Number(made), 'coin')} with these cards. Can you beat that?` };
  } catch {
    return null;
  }
}

/** Draws into #end. `again` plays with the wishes it gets, or takes a seat by the link of a class. */
function endCard(say, again, address) {
  let moment = null; // What the coach says.

  function ask(seat, game) {
    const tell = (...words) => { moment = words; put($('moment'), words); };
    const whose = (each) => (each.seat === seat.me ? 'You' : game.seats[each.seat].name);
    const link = (each) => h('a', { href: `${seat.replay}#question=${each.question}&seat=${each.seat + 1}` }, `Turn ${each.turn}`);
    tell('The coach begins …');
    askCoach(seat.judged, (answer) => {
      if (!answer.judged) {
        const own = answer.found?.find((each) => each.seat === seat.me);
        tell(progress(answer), own ? [h('br'), 'At first sight: ', link(own), ', you ', compared(own)] : null);
        return;
      }
      const most = turningPoint(answer.judged.costly);
      tell(h('b', 'The turning point: '), most ? [link(most), `, ${whose(most)} ${compared(most)} `, costOf(most)] : 'there was none. No single decision cost anybody much.');
    }).catch(() => tell('The coach cannot be reached any more.'));
  }

  return {
    draw(seat, game) {
      const over = seat.over || seat.gone !== '';
      $('end').hidden = !over;
      if (!over) { moment = null; return; }
      renew($('end'), [seat.replay, seat.gone, seat.again, seat.link], (box) => {
        const mine = seat.frame.final?.scores[seat.me];
        const { name, ...wishes } = seat.again ?? {};
        const deal = seat.again && linkBox(`play.html#deal=${encodeURIComponent(JSON.stringify({ ...wishes, coins: mine, name }))}`, 'The same cards for somebody else', address);
        put(box, h('p', { id: 'moment', role: 'status' }, moment ?? (seat.replay ? h('button', { id: 'ask', onclick: () => ask(seat, game) }, 'What decided the game?') : null)),
          deal ? h('label', { class: 'dare' }, `Beat my ${mine} with these cards:`, deal) : null,
          h('div', { class: 'deeds' },
            seat.again || seat.link ? h('button', { id: 'again', class: 'main', onclick: () => again(seat.link || { ...seat.again, seed: null }) }, 'Play again') : null,
            seat.replay ? h('a', { id: 'replay', class: seat.again || seat.link ? null : 'main', href: seat.replay }, 'Look at it again, with all hands open') : null,
            seat.link ? null : h('button', { id: 'another', onclick: () => say({ do: 'leave' }) }, 'Another game')));
      });
    },
  };
}
