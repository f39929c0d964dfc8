/** Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour. */
import { Bot, type Choice, type Decision, type Reply } from "./bohnanza.js";

export class RandomBot extends Bot {
  override name = "ts-random";

  override choose(decision: Decision): Reply {
    const { ask, choices, view } = decision;
    const canOffer = ask === "trade" ? view.round <= view.rounds : ask === "answer" || ask === "bid";
    if (canOffer && this.random.below(4) === 0) return this.anyOffer(decision);
    return this.random.below(choices.length);
  }

  /** Up to two of its cards (none: a wish) for up to two kinds (none: a gift). */
  private anyOffer({ ask, view, ownCards }: Decision): Choice {
    const beans = this.game.rulebook.kinds.map((kind) => kind.name);
    const own = (ask === "trade" ? ownCards : view.hand).filter((card) => beans.includes(card));
    const give: string[] = [];
    for (let n = this.random.below(3); n > 0 && own.length; n--) {
      give.push(...own.splice(this.random.below(own.length), 1));
    }
    const want: string[] = [];
    const wishes = Math.max(this.random.below(3), give.length ? 0 : 1);
    while (want.length < wishes) want.push(this.random.pick(beans));
    return { do: ask === "trade" ? "trade" : "answer", offers: [{ give, want }] };
  }
}

// Node's own; where tsconfig.json has @types/node among its types, leave this line out.
declare const require: { main: unknown }, module: unknown;

if (require.main === module) new RandomBot().run();
