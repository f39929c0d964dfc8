/**
 * Bohnanza bots in JavaScript: copy this one file, nothing to install (Node >= 18).
 *
 *   const { Bot } = require("./bohnanza.js");
 *
 *   class MyBot extends Bot {
 *     name = "my_bot";
 *     plant(decision) {
 *       return decision.choices.find((c) => c.do === "plant" && decision.grows(c.card)) ?? 0;
 *     }
 *   }
 *   if (require.main === module) new MyBot().run(); // but not where its test requires it
 *   module.exports = { MyBot };
 *
 * A handler gets the decision as the arena sent it and gives back an index into
 * decision.choices or a choice object, or a promise of one; index 0 is always legal.
 * SPEC.md tells what the messages hold.
 */
"use strict";

const fs = require("node:fs");

const PROTOCOL = 1;
const OPEN = "open";
const HANDLERS = new Map([
  ["plant", "plant"],
  ["trade", "trade"],
  ["answer", "answer"],
  ["bid", "bid"],
  ["set_aside", "setAside"],
  ["window", "window"],
]);

/**
 * A question: id, ask, stack, choices, view, events, clock; card, offers, window, text where they
 * apply.
 */
class Decision {
  constructor(message) {
    Object.assign(this, message);
  }

  /** Your fields from left to right: { kind, count, coins }. */
  get myFields() {
    return this.view.fields[this.view.seat];
  }

  /** True if one of your fields grows the kind. */
  grows(kind) {
    return this.myFields.some((field) => field.kind === kind);
  }

  /**
   * The kinds that you could give away: turned over first, then your hand. Orders among them
   * cannot be traded: they are not among the rulebook's kinds.
   */
  get ownCards() {
    const { seat, active, turned_over, hand } = this.view;
    return seat === active ? [...turned_over, ...hand] : [...hand];
  }

  /**
   * What you may take (ask "trade") or must answer (ask "answer") and what it means for you:
   * { id, seat, get, give } with the kinds that you get and give; null is open. You may not have
   * what you are to give.
   */
  get deals() {
    const { active, offers, accepts } = this.view;
    const deal = ({ id, seat, give, want }) => ({ id, seat, get: kinds(give), give: kinds(want) });
    if (this.ask === "answer") return offers.filter((o) => this.offers.includes(o.id)).map(deal);
    if (this.ask !== "trade") return [];
    const mine = (accept) => offers.find((o) => o.id === accept.offer).give;
    const closed = (o) => o.seat !== active && o.give !== OPEN && o.want !== OPEN;
    return [
      ...accepts.map((accept) => deal({ ...accept, want: mine(accept) })),
      ...offers.filter(closed).map(deal),
    ];
  }
}

/** The kinds of one side of an offer; null if it is open. */
function kinds(side) {
  return side === OPEN ? null : side.map((card) => card.kind ?? card);
}

class Bot {
  name = "bot";
  version = "1";
  author = "";
  /**
   * Of "bids", "no_counter", "before_plant", "before_trade", "before_draw", "windows"; may change
   * in a game, and starts anew with each game.
   */
  wants = [];
  /** True asks for a plain-language account with every decision (decision.text). */
  text = false;

  /** The message with which the game began, your seat, and random numbers seeded by the arena. */
  game = null;
  seat = 0;
  random = new Random(0);

  #scales = new Map();
  #said = "";
  #firstWants = [];
  #toldWants = "";

  // --- what a bot overrides -------------------------------------------------------------

  /** A game begins; `game` is the game_start message with seat, players, rulebook, clock, … */
  onGameStart(game) {}

  /** Something happened; called for each event before the decision that it came with. */
  onEvent(event) {}

  /** The game is over: { scores, places, winners, events, forfeits }. */
  onGameOver(result) {}

  /** A choice was refused and may be corrected once; by default with the arena's example. */
  onRefused(refusal) {
    return refusal.example;
  }

  /** Step 1: plant decision.card, or for the second card pass. */
  plant(decision) {
    return 0;
  }

  /** The active player trades: { do: "trade", take: [ids], offers: [offers], end: bool }. */
  trade(decision) {
    return 0;
  }

  /** Answer the offers decision.offers: { do: "answer", accept: [ids], offers: [counters] }. */
  answer(decision) {
    return 0;
  }

  /** Open with offers, if `wants` has "bids": { do: "answer", offers: [offers] }. */
  bid(decision) {
    return 0;
  }

  /** Step 3: plant the cards received, in any order. */
  setAside(decision) {
    return 0;
  }

  /** Act out of turn, if `wants` has the window; decision.window says which it is. */
  window(decision) {
    return 0;
  }

  /** Every decision passes through here; override it to treat all alike. */
  choose(decision) {
    const handler = HANDLERS.get(decision.ask);
    return handler ? this[handler](decision) : 0;
  }

  // --- what a bot calls -----------------------------------------------------------------

  /** Add a short public text to the next answer. */
  say(text) {
    this.#said = text;
  }

  /** Coins for n cards of a kind, by the beanometer of this game's rulebook. */
  earns(kind, n) {
    const scale = this.#scales.get(kind);
    return scale ? scale[Math.min(n, scale.length - 1)] : 0;
  }

  /** Talk to the arena until it says bye or hangs up, then end the process. */
  async run() {
    console.log = console.info = console.debug = console.error; // stdout is the protocol's
    for (const line of readLines(0)) {
      const message = parse(line);
      const reply = await this.receive(message);
      if (reply) writeLine(1, JSON.stringify(reply));
      if (message.type === "bye") break;
    }
    process.exit(0);
  }

  /** The reply to one message, undefined where none is due; for tests without a process. */
  async receive(message) {
    switch (message.type) {
      case "hello":
        return this.#ready();
      case "game_start":
        return this.#start(message);
      case "decide":
        return this.#reply(message.id, () => this.#decide(new Decision(message)));
      case "refused":
        console.error(`refused: ${message.reason}`);
        return message.again ? this.#reply(message.id, () => this.onRefused(message)) : undefined;
      case "game_over":
        return guarded(() => this.#end(message));
    }
  }

  #ready() {
    const { name, version, author, wants, text } = this;
    this.#firstWants = wants;
    return { type: "ready", protocol: PROTOCOL, name, version, author, wants, text };
  }

  #start(game) {
    this.game = game;
    this.wants = this.#firstWants;
    this.#toldWants = this.wants.join();
    this.#said = "";
    this.seat = game.seat;
    this.random = new Random(game.seed);
    this.#scales = new Map((game.rulebook?.kinds ?? []).map((kind) => [kind.name, kind.earns]));
    return guarded(() => this.onGameStart(game));
  }

  async #end(result) {
    await this.#follow(result.events);
    await this.onGameOver(result);
  }

  async #decide(decision) {
    await this.#follow(decision.events);
    return this.choose(decision);
  }

  async #follow(events) {
    if (this.onEvent === Bot.prototype.onEvent) return; // nobody listens
    for (const event of events) await this.onEvent(event);
  }

  async #reply(id, handler) {
    const reply = { type: "choose", id, choice: 0 };
    await guarded(async () => {
      reply.choice = (await handler()) ?? 0;
    });
    if (this.#said) reply.say = this.#said;
    this.#said = "";
    if (this.wants.join() !== this.#toldWants) {
      reply.wants = this.wants;
      this.#toldWants = this.wants.join();
    }
    return reply;
  }
}

/** Small seeded random numbers (mulberry32): the same sequence on every machine. */
class Random {
  constructor(seed) {
    this.state = (seed ^ Math.floor(seed / 2 ** 32)) | 0;
  }

  /** A whole number from 0 to n - 1. */
  below(n) {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) * n) / 2 ** 32);
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

/** A bug in a handler costs that one decision (0 is answered), not the game. */
async function guarded(handler) {
  try {
    await handler();
  } catch (error) {
    console.error(error);
  }
}

function parse(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    console.error(`not JSON: ${line.slice(0, 80)}`);
    return {};
  }
}

/** Blocking reads: several times faster than the event loop, and a bot only waits anyway. */
function* readLines(fd) {
  const chunk = Buffer.allocUnsafe(1 << 16);
  let rest = Buffer.alloc(0);
  for (let n; (n = patiently(() => fs.readSync(fd, chunk))) > 0; ) {
    const data = Buffer.concat([rest, chunk.subarray(0, n)]);
    let from = 0;
    for (let to; (to = data.indexOf("\n", from)) >= 0; from = to + 1) {
      yield data.toString("utf8", from, to);
    }
    rest = data.subarray(from);
  }
}

function writeLine(fd, line) {
  let data = Buffer.from(line + "\n");
  while (data.length) data = data.subarray(patiently(() => fs.writeSync(fd, data)) || data.length);
}

/** The count of bytes moved; 0 when the other end is gone. A busy pipe is tried again. */
function patiently(transfer) {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      if (error.code !== "EAGAIN") return 0;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

module.exports = { Bot, Decision, Random, OPEN };
