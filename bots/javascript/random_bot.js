/** Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour. */
"use strict";

const { Bot } = require("./bohnanza.js");

class RandomBot extends Bot {
  name = "js-random";

  choose(decision) {
    const { ask, choices, view } = decision;
    const canOffer = ask === "trade" ? view.round <= view.rounds : ask === "answer" || ask === "bid";
    if (canOffer && this.random.below(4) === 0) return this.anyOffer(ask, view);
    return this.random.below(choices.length);
  }

  /** Up to two of its cards (none: a wish) for up to two kinds (none: a gift). */
  anyOffer(ask, view) {
    const beans = this.game.rulebook.kinds.map((kind) => kind.name);
    const held = ask === "trade" ? [...view.turned_over, ...view.hand] : view.hand;
    const own = held.filter((card) => beans.includes(card));
    const give = [];
    for (let n = this.random.below(3); n > 0 && own.length; n--) {
      give.push(...own.splice(this.random.below(own.length), 1));
    }
    const want = [];
    const wishes = Math.max(this.random.below(3), give.length ? 0 : 1);
    while (want.length < wishes) want.push(this.random.pick(beans));
    return { do: ask === "trade" ? "trade" : "answer", offers: [{ give, want }] };
  }
}

if (require.main === module) new RandomBot().run();

module.exports = { RandomBot };
