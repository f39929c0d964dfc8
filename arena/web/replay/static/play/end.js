// The end of a game: what decided it, the same cards for somebody else, and another game.

/** The wishes and the result that a link of somebody else's game brings; null if there are none. */
function challenge() {
  try {
    const [variant, name, bots, ...numbers] = location.hash.match(/^#deal=(.+)/)[1].split(',').map(decodeURIComponent);
    const [players, seat, seed, made] = numbers.map((each) => (each ? Number(each) : null));
    return { wishes: { variant, bots: bots.split('~').filter(Boolean), players, seat, seed, people: 1 }, words: `${name.slice(0, 24)} made ${count(made, 'coin')} with these cards. Can you beat that?` };
  } catch {
    return null;
  }
}

/** The coins that a seat has got for the fields it had left, which are harvested at the end. */
const lastHarvest = (moves, seat) => moves.slice(moves.findLastIndex(([, { event }]) => event !== 'harvested') + 1)
  .reduce((sum, [, move]) => sum + (move.seat === seat ? move.coins.length : 0), 0);

/** Draws into #end. `again` plays with the wishes it gets, or takes a seat by the link of a class. */
function endCard(say, again, address) {
  let shown = null; // The seat whose end it is, and its game.
  const tell = (...words) => {
    put('moment', words);
    $('ask').hidden = true;
  };

  function ask() {
    const { seat, game } = shown;
    const link = (each) => h('a', { target: '_blank', href: `${seat.replay}#question=${each.question}&seat=${each.seat + 1}` }, `Turn ${each.turn}`);
    askCoach(seat.judged, tell, (answer) => {
      if (!answer.judged) {
        const own = answer.found?.find((each) => each.seat === seat.me);
        tell(progress(answer), own && [h('br'), 'At first sight: ', link(own), ': you ', compared(own)]);
        return;
      }
      const [own, other] = [true, false].map((mine) => turningPoint(answer.judged.costly.filter((each) => mine === (each.seat === seat.me))));
      const said = (each, who) => [link(each), `: ${who} ${compared(each)} `, costOf(each)];
      tell(h('b', 'Your turning point: '), own ? said(own, 'you') : 'none. No single decision cost you much.',
        other && [h('br'), h('b', 'Of the others: '), said(other, game.seats[other.seat].name)]);
    });
  }

  on('ask', 'click', ask);
  on('again', 'click', () => again(shown.seat.link || { ...shown.seat.again, seed: null }));
  on('another', 'click', () => say({ do: 'leave' }));
  return (seat, game) => {
    shown = { seat, game };
    $('end').hidden = !seat.over && seat.gone === '';
    const left = lastHarvest(seat.moves, seat.me);
    put('won', seat.frame.final && [outcome(seat.frame.final, game, seat.me), left > 0 && [h('br'), h('small', `${count(left, 'coin')} of yours came from your last fields.`)]]);
    if ($('end').hidden) { put('moment'); return; }
    const { variant, name, bots, players, seat: place, seed } = seat.again ?? { bots: [] };
    const mine = seat.frame.final?.scores[seat.me];
    const dare = [variant, name, bots.join('~'), players, place ?? '', seed, mine].map(encodeURIComponent).join().replaceAll('%2B', '+');
    $('ask').hidden = !seat.replay || $('moment').hasChildNodes();
    $('dare').hidden = !seat.again;
    renew('dare', seat.again, (box) => put(box, `Beat my ${mine} with these cards:`, linkBox(`play.html#deal=${dare}`, 'The same cards for somebody else', address)));
    $('again').hidden = !seat.again && !seat.link;
    $('replay').hidden = !seat.replay;
    $('replay').href = seat.replay;
    $('replay').className = $('again').hidden ? 'main' : '';
    $('another').hidden = seat.link !== '';
  };
}
