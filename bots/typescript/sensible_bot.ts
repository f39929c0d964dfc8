/**
 * Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
 *
 * Everything rests on one number: the promise of a field, its coins with the way to the next
 * coin counted in part. A card is worth what it adds to the promise; a card that grows nowhere
 * is worth less than nothing, because room for it costs a harvest.
 */
import {
  Bot,
  type Choice,
  type Deal,
  type Decision,
  type FieldView,
  type GameStart,
  type Offer,
  type Reply,
  type View,
} from "./bohnanza.js";

/** A deal without an open side. */
interface Closed extends Deal {
  get: string[];
  give: string[];
  value: number;
  bid: boolean;
}

const THIRD_FIELD_UNTIL = 0.35; // of the deck: later it no longer pays for itself
const FRESH_START = 0.2; // what a card is worth in an empty field
const WORTH_A_TRADE = 0.05; // smaller gains help the other side more
// Choices of expansions that are nearly always right; the last three are for cards never planted.
const WELCOME = "fill_order claim_coin buy_building steal lay_order play_magpie keep_magpie".split(" ");

export class SensibleBot extends Bot {
  override name = "ts-sensible";
  private turn = 0;
  private deck = 0;
  private promises = new Map<string, number[]>();
  private tried = new Set<string>();

  override onGameStart({ rulebook }: GameStart): void {
    this.turn = 0;
    this.deck = rulebook.kinds.reduce((sum, kind) => sum + kind.count, 0);
    this.promises = new Map(rulebook.kinds.map(({ name, earns }) => [name, promises(earns)]));
  }

  // --- planting -------------------------------------------------------------------------

  override choose(decision: Decision): Reply | Promise<Reply> {
    const { ask, choices } = decision;
    const welcome = choices.find((c) => WELCOME.includes(c.do));
    if (welcome) return welcome;
    if (ask === "use_offer" || ask === "keep_or_leave") return this.pick(decision);
    return this.spare(decision) ?? super.choose(decision);
  }

  /** In a duel: plant what grows already, else what fills an empty field; refuse the rest. */
  private pick({ choices, myFields: mine }: Decision): Reply {
    const plants = choices.filter(is("plant"));
    return best(plants, (c) => mine[c.field]!.count) ?? choices.find((c) => c.do === "discard") ?? 0;
  }

  /** In a duel, if nothing can be planted: a hand card that grows nowhere may go. */
  private spare({ choices, myFields: mine }: Decision): Reply {
    const discards = choices.filter(is("discard_from_hand"));
    if (!discards.length || choices.some((c) => c.do === "plant")) return undefined;
    const burden = discards.find((c) => !mine.some((field) => field.kind === c.card));
    return burden ?? choices.find((c) => c.do === "pass");
  }

  override plant(decision: Decision): Reply {
    return this.settle(decision, [decision.card ?? ""]);
  }

  override setAside(decision: Decision): Reply {
    return this.settle(decision, decision.view.set_aside[this.seat]!);
  }

  /** Plant what fits, else in the open, else make room as cheaply as can be. */
  private settle({ choices, view, card, myFields: mine }: Decision, due: string[]): Reply {
    const plants = choices.filter(is("plant"));
    return (
      this.ripe(choices, mine) ??
      plants.find((c) => mine[c.field]!.kind === c.card) ??
      this.skip(choices, view, card ?? "") ??
      best(plants, (c) => count(due, c.card) + count(view.hand, c.card)) ??
      this.thirdField(choices, view) ??
      best(choices.filter(is("harvest")), (c) => -this.loss(mine[c.field]!, view.hand)) ??
      0
    );
  }

  /** A second card that may wait does so, unless more of its kind are in the hand. */
  private skip(choices: Choice[], view: View, card: string): Reply {
    const mayWait = choices.find((c) => c.do === "pass");
    return count(view.hand, card) < 2 ? mayWait : undefined;
  }

  /** A field that can earn no more is in the way. */
  private ripe(choices: Choice[], mine: FieldView[]): Reply {
    const full = ({ kind, count }: FieldView) =>
      this.promise(kind, count + 1) <= this.promise(kind, count);
    return choices.filter(is("harvest")).find((c) => full(mine[c.field]!));
  }

  private thirdField(choices: Choice[], view: View): Reply {
    const early = view.run_outs === 0 && view.draw_pile > THIRD_FIELD_UNTIL * this.deck;
    return early ? choices.find((c) => c.do === "buy_field") : undefined;
  }

  // --- trading --------------------------------------------------------------------------

  override trade(decision: Decision): Reply {
    const { choices, view, myFields } = decision;
    const urgent = this.ripe(choices, myFields) ?? this.thirdField(choices, view);
    if (urgent) return urgent;
    const taken = this.agreeable(decision);
    const offers = view.round > view.rounds ? [] : this.proposals(decision, taken);
    const end = !taken.length && !offers.length;
    return { do: "trade", take: taken.map((deal) => deal.id), offers, end };
  }

  override answer(decision: Decision): Reply {
    const accepted = this.agreeable(decision);
    const offers = this.counters(decision.view, accepted);
    return { do: "answer", accept: accepted.map((deal) => deal.id), offers };
  }

  override bid({ view }: Decision): Reply {
    return { do: "answer", offers: this.counters(view, []) };
  }

  /** The deals to make: accepts, whose cards are fixed, then bids; the best first. */
  private agreeable({ ask, deals, ownCards, view }: Decision): Closed[] {
    const ranked = deals
      .flatMap(({ id, seat, get, give }): Closed[] => {
        if (!get || !give) return [];
        const bid = !view.accepts.some((accept) => accept.id === id);
        return [{ id, seat, get, give, bid, value: this.gain(get, view) - this.cost(give, view) }];
      })
      .filter((deal) => deal.value >= WORTH_A_TRADE)
      .sort((a, b) => +a.bid - +b.bid || b.value - a.value || a.id - b.id);
    // Several offers may promise the same card: of those that look alike only one is safe.
    const clash = (a: Closed, b: Closed) =>
      ask === "trade" ? a.seat === b.seat || same(a.give, b.give) : same(a.get, b.get);
    const chosen: Closed[] = [];
    for (const deal of ranked) {
      if (chosen.some((other) => clash(other, deal)) || !holds(ownCards, deal.give)) continue;
      ownCards = without(ownCards, deal.give);
      chosen.push(deal);
    }
    return chosen;
  }

  /** Offer what grows nowhere for what grows here, once each; what nobody buys is a gift. */
  private proposals({ view, myFields }: Decision, taken: Closed[]): Offer[] {
    if (view.turn !== this.turn) [this.turn, this.tried] = [view.turn, new Set()];
    const spent = taken.flatMap((deal) => deal.give);
    const burdens = (cards: string[]) =>
      [...new Set(cards)].filter((k) => !spent.includes(k) && this.isBurden(k, view));
    const growing = myFields.flatMap((f) => (f.count && f.kind ? [f.kind] : []));
    const wanted = growing.filter((kind) => this.gain([kind], view) > 0);
    const swaps = (card: string) => wanted.map((kind) => ({ give: [card], want: [kind] }));
    const here = burdens(view.turned_over);
    const ideas: { give: string[]; want: string[] }[] = [
      ...here.flatMap(swaps),
      ...here.map((card) => ({ give: [card], want: [] })),
      ...burdens(view.hand).flatMap(swaps),
    ];
    const fresh = new Map(ideas.map((idea) => [`${idea.give} for ${idea.want}`, idea]));
    for (const name of this.tried) fresh.delete(name);
    const next = [...fresh].slice(0, 3);
    for (const [name] of next) this.tried.add(name);
    return next.map(([, idea]) => idea);
  }

  /** Ask for a turned-over card that grows here, for one that grows there or is of no use. */
  private counters(view: View, accepted: Closed[]): Offer[] {
    const theirs = view.fields[view.active]!.map((field) => field.kind);
    const spent = accepted.flatMap((deal) => deal.give);
    const burdens = without(view.hand, spent).filter((k) => this.isBurden(k, view));
    const pay = burdens.find((k) => theirs.includes(k)) ?? burdens[0];
    const left = without(view.turned_over, accepted.flatMap((deal) => deal.get));
    const want = left.find((k) => this.gain([k], view) >= WORTH_A_TRADE);
    const stands = ({ seat, give, want: wanted }: View["offers"][number]) =>
      seat === this.seat && give !== "open" && give[0]?.kind === pay && wanted[0] === want;
    return pay && want && !view.offers.some(stands) ? [{ give: [pay], want: [want] }] : [];
  }

  // --- judging --------------------------------------------------------------------------

  private promise(kind: string | null, n: number): number {
    const scale = this.promises.get(kind ?? "") ?? [0];
    return scale[Math.min(n, scale.length - 1)]!;
  }

  /** What harvesting this field now gives up, the more the more of its kind are in the hand. */
  private loss({ kind, count: n, coins }: FieldView, hand: string[]): number {
    return this.promise(kind, n) - coins + 0.3 * count(hand, kind);
  }

  /** What receiving these cards adds to its fields; below 0 if they cost a harvest. */
  private gain(cards: string[], view: View): number {
    const mine = view.fields[this.seat]!.map((field) => ({ ...field }));
    let sum = 0;
    for (const kind of cards) {
      const field = mine.find((f) => f.kind === kind) ?? mine.find((f) => !f.count);
      if (!field) {
        sum -= Math.max(0.1, Math.min(...mine.map((f) => this.loss(f, view.hand))));
      } else {
        const before = this.promise(kind, field.count);
        sum += field.count ? this.promise(kind, field.count + 1) - before : FRESH_START;
        field.kind = kind;
        field.count += 1;
      }
    }
    return sum;
  }

  /** True if a bean has no place here; a card that is not a bean (an order) cannot be traded. */
  private isBurden(kind: string, view: View): boolean {
    return this.promises.has(kind) && this.gain([kind], view) <= 0;
  }

  /** What giving these cards away loses: what they would add here; a burden is a relief. */
  private cost(cards: string[], view: View): number {
    const here = view.active === this.seat ? view.turned_over : [];
    let sum = 0;
    for (const kind of cards) {
      const worth = this.gain([kind], view);
      if (view.fields[this.seat]!.some((field) => field.kind === kind)) sum += worth;
      else if (here.includes(kind)) sum += Math.min(0, worth);
      else sum += count(view.hand, kind) > 1 ? 0.1 : -0.1;
    }
    return sum;
  }
}

/** The coins of 0, 1, 2, … cards with the way to the next coin counted in part. */
function promises(earns: number[]): number[] {
  const smooth = [0];
  let low = 0;
  for (let n = 1; n < earns.length; n++) {
    const [before, now] = [earns[low]!, earns[n]!];
    if (now === before) continue;
    for (let m = low + 1; m <= n; m++) smooth[m] = before + ((now - before) * (m - low)) / (n - low);
    low = n;
  }
  return smooth;
}

/** Selects choices of one sort: a filter that the compiler understands. */
const is =
  <Do extends Choice["do"]>(word: Do) =>
  (c: Choice): c is Extract<Choice, { do: Do }> =>
    c.do === word;
const count = (cards: string[], kind: string | null) => cards.filter((k) => k === kind).length;
const holds = (own: string[], cards: string[]) =>
  cards.every((k) => count(own, k) >= count(cards, k));
const same = (a: string[], b: string[]) => a.length > 0 && a.join() === b.join();

/** The first of the items with the highest score; undefined if there is none. */
function best<T>(items: T[], score: (item: T) => number): T | undefined {
  const scores = items.map(score);
  return items[scores.indexOf(Math.max(...scores))];
}

function without(cards: string[], gone: string[]): string[] {
  const left = [...cards];
  for (const kind of gone) if (left.includes(kind)) left.splice(left.indexOf(kind), 1);
  return left;
}

// Node's own; where tsconfig.json has @types/node among its types, leave this line out.
declare const require: { main: unknown }, module: unknown;

if (require.main === module) new SensibleBot().run();
