/** The types of bohnanza.js, for bots in TypeScript: what a bot overrides, and what it may call. */

import type { Choice, Decide, Event, FieldView, GameOver, GameStart, Refused } from "./messages.js";
export * from "./messages.js";

/** An index into decision.choices, or a choice; undefined is answered with index 0. */
export type Reply = number | Choice | undefined;
type Later<T> = T | Promise<T>;

/** What a reply or an offer means for you: the kinds that you get and give; null is open. */
export interface Deal {
  /** What `take` or `accept` needs. */
  id: number;
  /** The other side's. */
  seat: number;
  get: string[] | null;
  /** May hold kinds that you do not have. */
  give: string[] | null;
}

/** A question: id, ask, choices, view, events, clock; card, offers, window, text where they apply. */
export interface Decision extends Decide {}
export class Decision {
  constructor(message: Decide);
  /** Your fields from left to right. */
  get myFields(): FieldView[];
  /** True if one of your fields grows the kind. */
  grows(kind: string): boolean;
  /**
   * The kinds that you could give away: turned over first, then your hand. Orders among them
   * cannot be traded: they are not among the rulebook's kinds.
   */
  get ownCards(): string[];
  /** What you may take (ask "trade") or must answer (ask "answer"). */
  get deals(): Deal[];
}

/** Answers every question with its first choice; override what you know better. */
export class Bot {
  /** For logs, as version and author; the ladder shows the name that bot.toml gives. */
  name: string;
  version: string;
  author: string;
  /**
   * Of "bids", "no_counter", "before_plant", "before_trade", "before_draw", "windows"; may change
   * in a game, and starts anew with each game.
   */
  wants: string[];
  /** True asks for a plain-language account with every decision (decision.text). */
  text: boolean;
  /** The message with which the game began: rulebook, players, clock. */
  game: GameStart;
  /** Your seat. */
  seat: number;
  /** Random numbers, seeded by the arena. */
  random: Random;

  /** A game begins; this.game, seat and random are set. */
  onGameStart(game: GameStart): Later<void>;
  /** Something happened; called for each event before the decision that it came with. */
  onEvent(event: Event): Later<void>;
  /** The game is over. */
  onGameOver(result: GameOver): Later<void>;
  /** A choice was refused and may be corrected once; by default with the arena's example. */
  onRefused(refusal: Refused): Later<Reply>;
  /** Step 1: plant decision.card, or for the second card pass. */
  plant(decision: Decision): Later<Reply>;
  /** The active player's word in a negotiation: take, make offers, or end it. */
  trade(decision: Decision): Later<Reply>;
  /** Answer the offers in decision.deals. */
  answer(decision: Decision): Later<Reply>;
  /** Open with offers to the active player, if `wants` has "bids". */
  bid(decision: Decision): Later<Reply>;
  /** Step 3: plant the cards received, in any order. */
  setAside(decision: Decision): Later<Reply>;
  /** Act out of turn, if `wants` has the window; decision.window says which it is. */
  window(decision: Decision): Later<Reply>;
  /** Every decision passes through here; override it to treat all alike. */
  choose(decision: Decision): Later<Reply>;

  /** Add a short public text to the next answer. */
  say(text: string): void;
  /** Coins for n cards of a kind, by the beanometer of this game's rulebook. */
  earns(kind: string, n: number): number;
  /** Talk to the arena until it says bye or hangs up, then end the process. */
  run(): Promise<void>;
}

/** Small seeded random numbers: the same sequence on every machine. */
export class Random {
  constructor(seed: number);
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
  /** One of a list's items. */
  pick<T>(list: readonly T[]): T;
}

/** The side of an offer that the other names. */
export const OPEN: "open";
