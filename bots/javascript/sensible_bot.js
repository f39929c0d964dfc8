/**
 * Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
 *
 * Everything rests on one number: the promise of a field, its coins with the way to the next
 * coin counted in part. A card is worth what it adds to the promise; a card that grows nowhere
 * is worth less than nothing, because room for it costs a harvest.
 */
"use strict";

const { Bot } = require("./bohnanza.js");

const THIRD_FIELD_UNTIL = 0.35; // of the deck: later it no longer pays for itself
const FRESH_START = 0.2; // what a card is worth in an empty field
const WORTH_A_TRADE = 0.05; // smaller gains help the other side more
// Choices of expansions that are nearly always right; the last three are for cards never planted.
const WELCOME = "fill_order claim_coin buy_building steal lay_order play_magpie keep_magpie".split(" ");

class SensibleBot extends Bot {
  name = "js-sensible";

  onGameStart({ rulebook }) {
    this.turn = 0;
    this.deck = rulebook.kinds.reduce((sum, kind) => sum + kind.count, 0);
    this.promises = new Map(rulebook.kinds.map(({ name, earns }) => [name, promises(earns)]));
  }

  // --- planting -------------------------------------------------------------------------

  choose(decision) {
    const { ask, choices } = decision;
    const welcome = choices.find((c) => WELCOME.includes(c.do));
    if (welcome) return welcome;
    if (ask === "use_offer" || ask === "keep_or_leave") return this.pick(decision);
    return this.spare(decision) ?? super.choose(decision);
  }

  /** In a duel: plant what grows already, else what fills an empty field; refuse the rest. */
  pick({ choices, myFields: mine }) {
    const plants = choices.filter((c) => c.do === "plant");
    return best(plants, (c) => mine[c.field].count) ?? choices.find((c) => c.do === "discard") ?? 0;
  }

  /** In a duel, if nothing can be planted: a hand card that grows nowhere may go. */
  spare({ choices, myFields: mine }) {
    const discards = choices.filter((c) => c.do === "discard_from_hand");
    if (!discards.length || choices.some((c) => c.do === "plant")) return undefined;
    const burden = discards.find((c) => !mine.some((field) => field.kind === c.card));
    return burden ?? choices.find((c) => c.do === "pass");
  }

  plant(decision) {
    return this.settle(decision, [decision.card]);
  }

  setAside(decision) {
    return this.settle(decision, decision.view.set_aside[this.seat]);
  }

  /** Plant what fits, else in the open, else make room as cheaply as can be. */
  settle({ choices, view, card, myFields: mine }, due) {
    const plants = choices.filter((c) => c.do === "plant");
    return (
      this.ripe(choices, mine) ??
      plants.find((c) => mine[c.field].kind === c.card) ??
      this.skip(choices, view, card) ??
      best(plants, (c) => count(due, c.card) + count(view.hand, c.card)) ??
      this.thirdField(choices, view) ??
      best(harvests(choices), (c) => -this.loss(mine[c.field], view.hand)) ??
      0
    );
  }

  /** A second card that may wait does so, unless more of its kind are in the hand. */
  skip(choices, view, card) {
    const mayWait = choices.find((c) => c.do === "pass");
    return count(view.hand, card) < 2 ? mayWait : undefined;
  }

  /** A field that can earn no more is in the way. */
  ripe(choices, mine) {
    const full = ({ kind, count }) => this.promise(kind, count + 1) <= this.promise(kind, count);
    return harvests(choices).find((c) => full(mine[c.field]));
  }

  thirdField(choices, view) {
    const early = view.run_outs === 0 && view.draw_pile > THIRD_FIELD_UNTIL * this.deck;
    return early ? choices.find((c) => c.do === "buy_field") : undefined;
  }

  // --- trading --------------------------------------------------------------------------

  trade(decision) {
    const { choices, view, myFields } = decision;
    const urgent = this.ripe(choices, myFields) ?? this.thirdField(choices, view);
    if (urgent) return urgent;
    const taken = this.agreeable(decision);
    const offers = view.round > view.rounds ? [] : this.proposals(decision, taken);
    const end = !taken.length && !offers.length;
    return { do: "trade", take: taken.map((deal) => deal.id), offers, end };
  }

  answer(decision) {
    const accepted = this.agreeable(decision);
    const offers = this.counters(decision.view, accepted);
    return { do: "answer", accept: accepted.map((deal) => deal.id), offers };
  }

  bid({ view }) {
    return { do: "answer", offers: this.counters(view, []) };
  }

  /** The deals to make: accepts, whose cards are fixed, then bids; the best first. */
  agreeable({ ask, deals, ownCards, view }) {
    const value = ({ get, give }) => this.gain(get, view) - this.cost(give, view);
    const isBid = ({ id }) => !view.accepts.some((accept) => accept.id === id);
    const ranked = deals
      .filter(({ get, give }) => get && give)
      .map((deal) => ({ ...deal, value: value(deal), bid: isBid(deal) }))
      .filter((deal) => deal.value >= WORTH_A_TRADE)
      .sort((a, b) => a.bid - b.bid || b.value - a.value || a.id - b.id);
    // Several offers may promise the same card: of those that look alike only one is safe.
    const clash = (a, b) =>
      ask === "trade" ? a.seat === b.seat || same(a.give, b.give) : same(a.get, b.get);
    const chosen = [];
    for (const deal of ranked) {
      if (chosen.some((other) => clash(other, deal)) || !holds(ownCards, deal.give)) continue;
      ownCards = without(ownCards, deal.give);
      chosen.push(deal);
    }
    return chosen;
  }

  /** Offer what grows nowhere for what grows here, once each; what nobody buys is a gift. */
  proposals({ view, myFields }, taken) {
    if (view.turn !== this.turn) [this.turn, this.tried] = [view.turn, new Set()];
    const spent = taken.flatMap((deal) => deal.give);
    const burdens = (cards) =>
      [...new Set(cards)].filter((k) => !spent.includes(k) && this.isBurden(k, view));
    const growing = myFields.filter((f) => f.count && this.gain([f.kind], view) > 0);
    const swaps = (card) => growing.map(({ kind }) => ({ give: [card], want: [kind] }));
    const here = burdens(view.turned_over);
    const ideas = [
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
  counters(view, accepted) {
    const theirs = view.fields[view.active].map((field) => field.kind);
    const spent = accepted.flatMap((deal) => deal.give);
    const burdens = without(view.hand, spent).filter((k) => this.isBurden(k, view));
    const pay = burdens.find((k) => theirs.includes(k)) ?? burdens[0];
    const left = without(view.turned_over, accepted.flatMap((deal) => deal.get));
    const want = left.find((k) => this.gain([k], view) >= WORTH_A_TRADE);
    const stands = (o) => o.seat === this.seat && o.give[0]?.kind === pay && o.want[0] === want;
    return pay && want && !view.offers.some(stands) ? [{ give: [pay], want: [want] }] : [];
  }

  // --- judging --------------------------------------------------------------------------

  promise(kind, n) {
    const scale = this.promises.get(kind);
    return scale ? scale[Math.min(n, scale.length - 1)] : 0;
  }

  /** What harvesting this field now gives up, the more the more of its kind are in the hand. */
  loss({ kind, count: n, coins }, hand) {
    return this.promise(kind, n) - coins + 0.3 * count(hand, kind);
  }

  /** What receiving these cards adds to its fields; below 0 if they cost a harvest. */
  gain(cards, view) {
    const mine = view.fields[this.seat].map((field) => ({ ...field }));
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
  isBurden(kind, view) {
    return this.promises.has(kind) && this.gain([kind], view) <= 0;
  }

  /** What giving these cards away loses: what they would add here; a burden is a relief. */
  cost(cards, view) {
    const here = view.active === this.seat ? view.turned_over : [];
    let sum = 0;
    for (const kind of cards) {
      const worth = this.gain([kind], view);
      if (view.fields[this.seat].some((field) => field.kind === kind)) sum += worth;
      else if (here.includes(kind)) sum += Math.min(0, worth);
      else sum += count(view.hand, kind) > 1 ? 0.1 : -0.1;
    }
    return sum;
  }
}

/** The coins of 0, 1, 2, … cards with the way to the next coin counted in part. */
function promises(earns) {
  const smooth = [0];
  for (let low = 0, n = 1; n < earns.length; n++) {
    if (earns[n] === earns[low]) continue;
    for (let m = low + 1; m <= n; m++) {
      smooth[m] = earns[low] + ((earns[n] - earns[low]) * (m - low)) / (n - low);
    }
    low = n;
  }
  return smooth;
}

const count = (cards, kind) => cards.filter((k) => k === kind).length;
const harvests = (choices) => choices.filter((c) => c.do === "harvest");
const holds = (own, cards) => cards.every((k) => count(own, k) >= count(cards, k));
const same = (a, b) => a.length > 0 && a.join() === b.join();

/** The first of the items with the highest score; undefined if there is none. */
function best(items, score) {
  const scores = items.map(score);
  return items[scores.indexOf(Math.max(...scores))];
}

function without(cards, gone) {
  const left = [...cards];
  for (const kind of gone) if (left.includes(kind)) left.splice(left.indexOf(kind), 1);
  return left;
}

if (require.main === module) new SensibleBot().run();

module.exports = { SensibleBot };
