// The coach: it waits until it is asked, and says what it found in a player's words.

const ASK_MS = 1000;
const A_PLACE = 0.05; // A smaller part of a place decides nothing.

async function askCoach(address, tell, heard) {
  tell('The coach begins …');
  try {
    for (;;) {
      const answer = await fetch(address).then((response) => response.json());
      heard(answer);
      if (answer.judged || answer.error) return;
      await new Promise((done) => { setTimeout(done, ASK_MS); });
    }
  } catch {
    tell('The coach cannot be reached any more.');
  }
}

const progress = ({ error, waits, percent }) => error ?? (waits ? 'The coach judges another game first …' : `The coach is working: ${percent}%`);

const PAST = { give: 'gave', take: 'took', buy: 'bought', put: 'put', leave: 'left', lay: 'laid', steal: 'stole', withdraw: 'withdrew' };

/** "take blue; end trading" → "took blue; ended trading" */
const past = (choice) => choice.replace(/(?<=^|; )\w+/g, (verb) => PAST[verb] ?? verb.replace(/e?$/, 'ed'));

const compared = ({ chosen_in_words: chosen, instead_in_words: better }) => `${past(chosen)}. Better: ${better}.`;

/** The part of a place that a decision cost; 0 if that is small, or may be chance. */
function placeLost({ place_before: before, place_after: after, error }) {
  const lost = after - before;
  return lost >= A_PLACE && lost > 2 * error ? lost : 0;
}

/** What a decision cost; the title has the figures. */
function costOf(each) {
  const place = placeLost(each);
  const exact = `expected place ${each.place_before.toFixed(2)} → ${each.place_after.toFixed(2)} (± ${each.error.toFixed(2)}), coins −${each.coins.toFixed(1)} (± ${each.coins_error.toFixed(1)})`;
  return h('span', { title: exact }, `That cost about ${each.coins.toFixed(1)} coins${place ? ` and, in ${count(Math.max(1, Math.round(10 * place)), 'game')} of 10, a place` : ''}.`);
}

/** The decision that cost its seat most; undefined if none decided anything. */
const turningPoint = (costly) => costly.filter(placeLost).sort((one, other) => placeLost(other) - placeLost(one))[0];
