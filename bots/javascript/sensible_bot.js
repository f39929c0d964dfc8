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

class SensibleBot extends Bot {
  name = "js-sensible";

  onGameStart({ rulebook }) {
    this.turn = 0;
    this.deck = rulebook.kinds.reduce((sum, kind) => sum + kind.count, 0);
    this.promises = new Map(rulebook.kinds.map(({ name, earns }) => [name, promises(earns)]));
  }

  // --- planting -------------------------------------------------------------------------

  plant(decision) {
    return this.settle(decision, [decision.card]);
  }

  setAside(decision) {
    return this.settle(decision, decision.view.set_aside[this.seat]);
  }

  /** Plant what fits, else in the open, else make room as cheaply as can be. */
  settle({ choices, view }, due) {
    const mine = view.fields[this.seat];
    const plants = choices.filter((c) => c.do === "plant");
    return (
      this.ripe(choices, mine) ??
      plants.find((c) => mine[c.field].kind === c.card) ??
      this.skip(choices, view, due) ??
      best(plants, (c) => count(due, c.card) + count(view.hand, c.card)) ??
      this.thirdField(choices, view) ??
      best(harvests(choices), (c) => -this.loss(mine[c.field], view.hand)) ??
      0
    );
  }

  /** A second card that may wait does so, unless more of its kind are in the hand. */
  skip(choices, view, due) {
    const mayWait = choices.find((c) => c.do === "pass");
    return count(view.hand, due[0]) < 2 ? mayWait : undefined;
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

  trade({ choices, view }) {
    const urgent = this.ripe(choices, view.fields[this.seat]) ?? this.thirdField(choices, view);
    if (urgent) return urgent;
    const deals = this.bargains(view);
    const offers = view.round > view.rounds ? [] : this.proposals(view, deals);
    const take = deals.map((deal) => deal.id);
    return { do: "trade", take, offers, end: !take.length && !offers.length };
  }

  /** Replies worth taking, the best first, no card spent twice. */
  bargains(view) {
    const deals = [];
    for (const { id, seat, offer, give } of view.accepts) {
      const mine = view.offers.find((o) => o.id === offer);
      const once = [`seat ${seat}`, `offer ${offer}`];
      if (mine) deals.push({ id, get: kinds(give), pay: kinds(mine.give), once });
    }
    for (const { id, seat, give, want } of view.offers.filter(closed)) {
      const once = [`seat ${seat}`];
      if (seat !== this.seat) deals.push({ id, get: kinds(give), pay: want, once });
    }
    return this.agreeable(deals, [...view.turned_over, ...view.hand], view);
  }

  /** Offer what grows nowhere for what grows here, once each; what nobody buys is a gift. */
  proposals(view, deals) {
    if (view.turn !== this.turn) [this.turn, this.tried] = [view.turn, new Set()];
    const spent = deals.flatMap((deal) => deal.pay);
    const burdens = (cards) =>
      [...new Set(cards)].filter((k) => !spent.includes(k) && this.gain([k], view) <= 0);
    const growing = view.fields[this.seat].filter((f) => f.count && this.gain([f.kind], view) > 0);
    const swaps = (card) => growing.map(({ kind }) => ({ give: [card], want: [kind] }));
    const here = burdens(view.turned_over);
    const ideas = [
      ...here.flatMap(swaps),
      ...here.map((card) => ({ give: [card], want: [] })),
      ...burdens(view.hand).flatMap(swaps),
    ];
    const fresh = ideas.filter((idea) => !this.tried.has(JSON.stringify(idea))).slice(0, 3);
    for (const idea of fresh) this.tried.add(JSON.stringify(idea));
    return fresh;
  }

  answer({ offers: asked, view }) {
    const deals = [];
    for (const { id, give, want } of view.offers.filter(closed)) {
      const get = kinds(give);
      if (asked.includes(id)) deals.push({ id, get, pay: want, once: [`get ${get}`] });
    }
    const accepted = this.agreeable(deals, view.hand, view);
    const spent = accepted.flatMap((deal) => deal.pay);
    const gained = accepted.flatMap((deal) => deal.get);
    const offers = this.counters(view, spent, gained);
    return { do: "answer", accept: accepted.map((deal) => deal.id), offers };
  }

  bid({ view }) {
    return { do: "answer", offers: this.counters(view, [], []) };
  }

  /** Ask for a turned-over card that grows here, for one that grows there or is of no use. */
  counters(view, spent, gained) {
    const theirs = view.fields[view.active].map((field) => field.kind);
    const free = without(view.hand, spent).filter((k) => this.gain([k], view) <= 0);
    const pay = free.find((k) => theirs.includes(k)) ?? free[0];
    if (!pay) return [];
    return without(view.turned_over, gained)
      .filter((kind) => this.gain([kind], view) > WORTH_A_TRADE)
      .map((kind) => ({ give: [pay], want: [kind] }))
      .filter((o) => !standing(view, this.seat, o))
      .slice(0, 1);
  }

  /** Of these deals those to make, the best first: no own card spent twice, no tag used twice. */
  agreeable(deals, own, view) {
    const chosen = [];
    const used = new Set();
    for (const deal of deals) deal.value = this.gain(deal.get, view) - this.cost(deal.pay, view);
    deals.sort((a, b) => b.value - a.value || a.id - b.id);
    for (const deal of deals) {
      if (deal.value < WORTH_A_TRADE || !holds(own, deal.pay)) continue;
      if (deal.once.some((tag) => used.has(tag))) continue;
      deal.once.forEach((tag) => used.add(tag));
      own = without(own, deal.pay);
      chosen.push(deal);
    }
    return chosen;
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

  /** What receiving these cards adds to the own fields; below 0 if they cost a harvest. */
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

  /** What giving these cards away loses: what they would add here; a burden is a relief. */
  cost(cards, view) {
    const mine = view.fields[this.seat];
    let sum = 0;
    for (const kind of cards) {
      if (mine.some((f) => f.kind === kind)) sum += this.gain([kind], view);
      else if (view.turned_over.includes(kind) && view.active === this.seat) sum += Math.min(0, this.gain([kind], view));
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
const kinds = (cards) => cards.map((card) => card.kind);
const harvests = (choices) => choices.filter((c) => c.do === "harvest");
const holds = (own, cards) => cards.every((k) => count(own, k) >= count(cards, k));
const closed = (offer) => offer.give !== "open" && offer.want !== "open";

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

function standing(view, seat, { give, want }) {
  const same = (o) => o.seat === seat && kinds(o.give).join() === give.join() && o.want.join() === want.join();
  return view.offers.some(same);
}

new SensibleBot().run();
