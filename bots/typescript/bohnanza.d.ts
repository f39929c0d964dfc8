/** The types of bohnanza.js, for bots in TypeScript: what a bot overrides, and what it may call. */

import type { Choice, Decide, Event, FieldView, GameOver, GameStart, Refused } from "./messages";
export * from "./messages";

/** An index into decision.choices, or a choice; undefined is answered with index 0. */
export type Reply = number | Choice | undefined;
type Later<T> = T | Promise<T>;

/** What a reply or an offer means for me: the kinds that I get and give; null is open. */
export interface Deal {
  id: number;
  seat: number;
  get: string[] | null;
  give: string[] | null;
}

/** A question: id, ask, choices, view, events, clock; card, offers, window, text where they apply. */
export interface Decision extends Decide {}
export class Decision {
  constructor(message: Decide);
  /** Your fields from left to right. */
  get myFields(): FieldView[];
  /** Whether one of your fields grows the kind. */
  grows(kind: string): boolean;
  /** The kinds that I could give away: turned over first, then the hand. */
  get ownCards(): string[];
  /** What I may take (ask "trade") or must answer (ask "answer"). */
  get deals(): Deal[];
}

export class Bot {
  name: string;
  version: string;
  author: string;
  /**
   * Of "bids", "no_counter", "before_plant", "before_trade", "before_draw", "windows"; may change
   * in a game, and starts anew with each game.
   */
  wants: string[];
  /** Ask for a plain-language account with every decision (decision.text). */
  text: boolean;
  game: GameStart;
  seat: number;
  random: Random;

  onGameStart(game: GameStart): Later<void>;
  onEvent(event: Event): Later<void>;
  onGameOver(result: GameOver): Later<void>;
  /** A choice was refused and may be mended once; by default with the arena's example. */
  onRefused(refusal: Refused): Later<Reply>;
  /** Step 1: plant decision.card, or for the second card pass. */
  plant(decision: Decision): Later<Reply>;
  /** The active player trades. */
  trade(decision: Decision): Later<Reply>;
  /** Answer the offers in decision.deals. */
  answer(decision: Decision): Later<Reply>;
  /** Open with bids to the active player, if wanted. */
  bid(decision: Decision): Later<Reply>;
  /** Step 3: plant the cards received, in any order. */
  setAside(decision: Decision): Later<Reply>;
  /** Act out of turn, if wanted; decision.window says when. */
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
  pick<T>(list: readonly T[]): T;
}

/** The side of an offer that the other names. */
export const OPEN: "open";
