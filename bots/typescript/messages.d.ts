// Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost.

/** Accept an offer, naming the copies to hand over. */
export interface Accept {
  offer: number;
  give: Card[];
}

/** A sealed answer; every offer that it does not accept is declined. */
export interface Answer {
  do: "answer";
  accept?: (number | Accept)[];
  offers?: Offer[];
  withdraw?: number[];
  silent?: boolean;
}

/** A sealed answer, opened: what it accepted, offered and withdrew. */
export interface Answered {
  event: "answered";
  seat: number;
  accepts: StandingAccept[];
  offers: StandingOffer[];
  withdrawn: number[];
  /** True: the seat is only asked again this turn if it is addressed by name. */
  silent?: boolean;
}

/** A request to the language model that plays with the bot; the bot's answer comes later. */
export interface AskModel {
  type: "ask_model";
  /** Repeated in the answer. */
  id?: number | null;
  messages: Prompt[];
  /** The most tokens of the model's answer. */
  max_tokens?: number | null;
  temperature?: number | null;
}

/** A building was bought with the topmost coins of its bean. */
export interface BoughtBuilding {
  event: "bought_building";
  seat: number;
  building: string;
  /** Buildings for sale from now on. */
  shop: string[];
}

/** A third field was bought with the topmost coins. */
export interface BoughtField {
  event: "bought_field";
  seat: number;
  price: number;
}

/** Buy a building that is for sale. */
export interface BuyBuilding {
  do: "buy_building";
  building: string;
}

/** Buy the third field. */
export interface BuyField {
  do: "buy_field";
}

/** The last line: exit. */
export interface Bye {
  type: "bye";
}

/** An answer: an index into `choices`, or a choice object. A bare integer line is one, too. */
export interface Choose {
  type: "choose";
  id?: number | null;
  choice: unknown;
  say?: string | null;
  wants?: string[] | null;
  /** A private thought: kept with the game, and told to nobody at the table. */
  note?: string | null;
  usage?: Usage | null;
}

/** Claim the bean coin. */
export interface ClaimCoin {
  do: "claim_coin";
}

/** Thinking time of a game: a bank, refilled by an increment with each decision. */
export interface Clock {
  bank_ms: number;
  increment_ms: number;
  /** The most that one decision may take. */
  limit_ms: number;
}

/** The active player claims the coin. */
export interface CoinClaimed {
  event: "coin_claimed";
  seat: number;
}

/** The claim failed. */
export interface CoinKept {
  event: "coin_kept";
  seat: number;
  turn: number;
}

/** The coin goes to `seat`. */
export interface CoinPassed {
  event: "coin_passed";
  seat: number;
}

/** The holder showed a random card, which the claimant plants next. */
export interface CoinResisted {
  event: "coin_resisted";
  seat: number;
  /** Its former place in the holder's hand. */
  hand: number;
  card: string;
}

/** A question. Index 0 of `choices` is always legal and safe. */
export interface Decide {
  type: "decide";
  id: number;
  ask: string;
  /** The steps under way, outermost first: the name of each, then the numbers that it keeps. */
  stack?: unknown[][] | null;
  choices: Choice[];
  view: View;
  events: Event[];
  clock: TimeLeft;
  /** Ask `plant`: the card that is due. */
  card?: string | null;
  /** Ask `answer`: the ids of the offers to be answered. */
  offers?: number[] | null;
  /** Ask `window`: which one. */
  window?: string | null;
  /** The question in plain language, for bots that asked for it. */
  text?: string | null;
}

/** Discard a card that the opponent left; in the new duel, all cards of its kind. */
export interface Discard {
  do: "discard";
  card: string;
}

/** Discard one card of your hand. */
export interface DiscardFromHand {
  do: "discard_from_hand";
  card: string;
  /** Its place in the hand. */
  hand: number;
}

/** Cards went to the discard pile other than by a harvest. */
export interface Discarded {
  event: "discarded";
  seat: number;
  cards: string[];
  from: string;
  /** Its former place, if it was discarded from the hand by choice. */
  hand?: number | null;
}

/** Cards went to the back of a hand: their drawer sees `cards`, the others `count`. */
export interface Drew {
  event: "drew";
  seat: number;
  cards?: string[] | null;
  count?: number | null;
}

/** An order went to the back of the hand: its drawer sees `cards`, the others `count`. */
export interface DrewOrder {
  event: "drew_order";
  seat: number;
  cards?: string[] | null;
  count?: number | null;
}

/** A field; an empty one has no kind. */
export interface FieldView {
  kind: string | null;
  count: number;
  /** Coins that harvesting it now would earn. */
  coins: number;
  /** The cards in planting order, if the field grows more than one kind. */
  cards?: string[] | null;
}

/** Fill your order. */
export interface FillOrder {
  do: "fill_order";
  /** The left one of the two adjacent fields. */
  field: number;
}

/** An order became a coin. */
export interface FilledOrder {
  event: "filled_order";
  seat: number;
  card: string;
  /** The left one of the two fields. */
  field: number;
  /** Its former place in the hand, unless it was laid. */
  hand?: number | null;
}

/** The game is over. */
export interface GameEnded {
  event: "game_over";
  scores: number[];
  places: number[];
  winners: number[];
}

/**
 * The result. `places` (1 is best) go by coins alone; equal coins share the better place.
 * `winners`: the seat or seats left after the rulebook's tie-break.
 */
export interface GameOver {
  type: "game_over";
  scores: number[];
  places: number[];
  winners: number[];
  events: Event[];
  forfeits: number[];
}

/** A game begins. No answer is expected. */
export interface GameStart {
  type: "game_start";
  seat: number;
  players: number;
  variant: string;
  rulebook: Rulebook;
  clock: Clock;
  /** For the bot's own randomness; it says nothing about the cards. */
  seed: number;
  talk: boolean;
  objective: string;
}

/** Give this coin, one of those that the stew just earned, to the owner of distillery 3. */
export interface GiveCoin {
  do: "give_coin";
  card: string;
}

/** A card on offer. Its place in the hand is shown only to its owner until it is traded. */
export interface GivenCard {
  kind: string;
  hand?: number | null;
  turned_over?: number | null;
  store?: number | null;
  set_aside?: number | null;
}

/** One exact card of your hand. */
export interface HandCard {
  /** A safeguard: refused if the card at that place is of another kind. */
  kind?: string | null;
  /** Place in the hand; 0 is played first. */
  hand: number;
}

/** At the end (option hand_harvest): all cards of a kind in the hand joined their field. */
export interface HandJoined {
  event: "hand_joined";
  seat: number;
  field: number;
  cards: string[];
}

/** At the end (option hand_harvest): all cards of a kind in the hand were sold. */
export interface HandSold {
  event: "hand_sold";
  seat: number;
  cards: string[];
  coins: string[];
}

/** Harvest one of your fields. */
export interface Harvest {
  do: "harvest";
  field: number;
}

/** Harvest a field in which soy has joined another kind (farm 2). */
export interface HarvestFarm {
  do: "harvest_farm";
  field: number;
  /** The number of its coins that are soy cards. */
  soy: number;
}

/** A field was harvested: all its cards, and those of them that became coins. */
export interface Harvested {
  event: "harvested";
  seat: number;
  field: number;
  cards: string[];
  coins: string[];
}

/** The first line. */
export interface Hello {
  type: "hello";
  protocol: number;
  /** Version of the arena. */
  arena: string;
}

/** The turn of `seat` begins, with nothing to draw for `turns` turns in a row. */
export interface Idle {
  event: "idle";
  seat: number;
  turns: number;
}

/** A card just discarded became a coin of `seat` (jail 4). */
export interface JailCoin {
  event: "jail_coin";
  seat: number;
  card: string;
}

/** Take a magpie that is due elsewhere to the back of the hand. */
export interface KeepMagpie {
  do: "keep_magpie";
  card: string;
}

/** A magpie went to the back of the hand. */
export interface Kept {
  event: "kept";
  seat: number;
  card: string;
  /** Where it was due. */
  from: string;
}

/** One kind of bean in the deck. */
export interface KindOfBean {
  name: string;
  /** Cards of the kind in the deck. */
  count: number;
  /** Coins for n cards harvested are `earns[min(n, len(earns) - 1)]`. */
  earns: number[];
}

/** An order was laid face up. */
export interface LaidOrder {
  event: "laid_order";
  seat: number;
  card: string;
  /** True if it was the first card of step 1, so that one bean must follow. */
  first: boolean;
}

/** Offers or accepts stand no longer. */
export interface Lapsed {
  event: "lapsed";
  ids: number[];
}

/** In step 1: lay the order that is due face up. */
export interface LayOrder {
  do: "lay_order";
  card: string;
}

/** The cards still turned over are now offered to the opponent. */
export interface Left {
  event: "left";
  seat: number;
}

/** The top of the draw pile was looked at: `seat` sees `cards`, the others `count`. */
export interface Looked {
  event: "looked";
  seat: number;
  cards?: string[] | null;
  count?: number | null;
}

/** Cards from the top of the discard pile joined those turned over. */
export interface Matched {
  event: "matched";
  seat: number;
  /** In the order in which they were taken. */
  cards: string[];
}

/** The language model's answer to `ask_model`. */
export interface ModelSaid {
  type: "model";
  id?: number | null;
  /** May be empty. */
  text: string;
  /** The way it ended: "stop", "length" if it was cut short, "content_filter", "refused", … */
  stop: string;
  tokens_in: number;
  /** Input tokens that came from the provider's cache. */
  cached: number;
  tokens_out: number;
  /** Why the prompt was not passed on to any model. */
  reason?: string | null;
}

/** Move one card of the hand (bank 4). */
export interface MoveCard {
  do: "move_card";
  hand: number;
  /** Its place in the hand afterwards. */
  to: number;
}

/** A card of the hand was moved. */
export interface MovedCard {
  event: "moved_card";
  seat: number;
  hand: number;
  /** Its place afterwards. */
  to: number;
}

/** Name the type of building that will be sold out (distillery 2). */
export interface NameType {
  do: "name_type";
  type: string;
}

/** The others may now buy one of this type; then it is sold out (distillery 2). */
export interface NamedType {
  event: "named_type";
  seat: number;
  type: string;
}

/** The limits of a negotiation (T1, T3). */
export interface Negotiation {
  rounds: number;
  /** New offers that the active player may make in a round. */
  offers: number;
  /** Offers that one sealed answer may make. */
  replies: number;
  /** The most characters of a spoken text; 0 if talk is off. */
  say: number;
}

/** An offer: what I give and want. An empty side makes a gift; `"open"` means "you name it". */
export interface Offer {
  /** A seat, or everybody. Offers of other players always go to the active player. */
  to?: number | "all";
  give: Card[] | "open";
  want: string[] | "open";
}

/** The active player posted offers. */
export interface Offered {
  event: "offered";
  seat: number;
  offers: StandingOffer[];
}

/** Two field beans opened the third field. */
export interface OpenedField {
  event: "opened_field";
  seat: number;
}

/** Put the cards just drawn in another order (bank 3). */
export interface OrderDrawn {
  do: "order_drawn";
  /** Their present places among the cards drawn, in the new order. */
  order: number[];
}

/** The cards just drawn were reordered: `seat` sees `order`, the others `count`. */
export interface OrderedDrawn {
  event: "ordered_drawn";
  seat: number;
  /** Former places among the cards drawn, in the new order. */
  order?: number[] | null;
  count?: number | null;
}

/** One coin of a stew went from `seat` to distillery 3 of `with`. */
export interface PaidDistiller {
  event: "paid_distiller";
  seat: number;
  with: number;
  card: string;
}

/** Do nothing (more). */
export interface Pass {
  do: "pass";
}

/** Plant a card of this kind in one of your fields. */
export interface Plant {
  do: "plant";
  card: string;
  field: number;
}

/** Plant a card in a stew, or begin one in a field with a single card (saloon 3, 4). */
export interface PlantStew {
  do: "plant_stew";
  card: string;
  field: number;
}

/** A card was planted. */
export interface Planted {
  event: "planted";
  seat: number;
  card: string;
  field: number;
  /** `hand` in step 1, `set_aside` in step 3; in expansions also other places. */
  from: string;
}

/** In step 1: discard the magpie that is due, then steal. */
export interface PlayMagpie {
  do: "play_magpie";
  card: string;
}

/** A message to a language model. */
export interface Prompt {
  role: string;
  content: string;
}

/** The card that was looked at is back. */
export interface PutBack {
  event: "put_back";
  seat: number;
  /** True if it went under the draw pile. */
  under: boolean;
}

/** Put the card that you saw under the draw pile (bank 2). */
export interface PutUnder {
  do: "put_under";
}

/** The bot is set up. Every key is optional. */
export interface Ready {
  type: "ready";
  name?: string | null;
  version?: unknown | null;
  author?: string | null;
  protocol?: number | null;
  wants?: string[] | null;
  text?: boolean | null;
}

/**
 * An answer was not accepted.
 * If `again` is true, it may be corrected once, on the same clock and id.
 */
export interface Refused {
  type: "refused";
  id?: number | null;
  reason: string;
  again: boolean;
  /** A legal choice, close to the refused one if possible. */
  example?: Choice | null;
  /** If `again` is false: what was played instead. */
  played?: Choice | null;
}

/** Try to keep the coin: a random card of your hand is shown. */
export interface Resist {
  do: "resist";
}

/** An order that was laid went under the order stack, unfilled. */
export interface ReturnedOrder {
  event: "returned_order";
  seat: number;
  card: string;
}

/** A round of negotiation begins; rounds after the last are for standing replies only. */
export interface Round {
  event: "round";
  /** The active player. */
  seat: number;
  round: number;
}

/** One rule of the book in words. */
export interface RuleText {
  name: string;
  cites: string;
  text: string;
}

/** The game to be played, as tables. */
export interface Rulebook {
  variant: string;
  players: number;
  /** Version of the rules engine. */
  version: string;
  kinds: KindOfBean[];
  /** Fields at the start. */
  fields: number;
  /** Only if it can be bought. */
  third_field_price: number | null;
  /** Cards dealt, by seat. */
  deal: number[];
  turn_over: number;
  draw: number;
  /** The game ends on this run-out. */
  last_run_out: number;
  /** True if a player may grow one kind in two fields. */
  same_kind_twice: boolean;
  steps: string[];
  windows: string[];
  negotiation: Negotiation;
  ties: string;
  rules: RuleText[];
  /** Numbers and lists of the rules of expansions, by the name of the rule. */
  more?: unknown;
}

/** The draw pile ran out; `shuffled` discarded cards form the new one (0: none). */
export interface RunOut {
  event: "run_out";
  run_outs: number;
  shuffled: number;
}

/** A player spoke. */
export interface Said {
  event: "said";
  seat: number;
  text: string;
}

/** One exact card that you received this turn and trade on (option open_retrade). */
export interface SetAsideCard {
  /** A safeguard: refused if the card at that place is of another kind. */
  kind?: string | null;
  /** Index into your own entry of the view's `set_aside`. */
  set_aside: number;
}

/** The discard pile was shuffled into a new draw pile without a run-out. */
export interface Shuffled {
  event: "shuffled";
  count: number;
}

/** The rest of a type left the game. */
export interface SoldOut {
  event: "sold_out";
  type: string;
  /** Buildings for sale from now on. */
  shop: string[];
}

/** An accept that the active player can take. */
export interface StandingAccept {
  id: number;
  seat: number;
  offer: number;
  give: GivenCard[];
}

/** An offer, bid or counter-offer on the table. Ids are unique within a turn. */
export interface StandingOffer {
  id: number;
  seat: number;
  to: number | "all";
  give: GivenCard[] | "open";
  want: string[] | "open";
}

/** Take one bean from another player's field and plant it. */
export interface Steal {
  do: "steal";
  /** The owner of the field. */
  seat: number;
  field: number;
  /** Your field that grows the same kind. */
  into: number;
}

/** A field becomes a stew with the card planted next. */
export interface StewBegun {
  event: "stew_begun";
  seat: number;
  field: number;
}

/** The coins of the harvest just reported went under the saloon, not on the coin pile. */
export interface StewEarned {
  event: "stew_earned";
  seat: number;
  field: number;
  coins: string[];
}

/** A card was taken from a field of `with`; `planted` says where it goes. */
export interface Stole {
  event: "stole";
  seat: number;
  with: number;
  field: number;
  card: string;
}

/** Put a card that is due on your store instead of planting it. */
export interface StoreCard {
  do: "store";
  card: string;
}

/** A card was put on a store. */
export interface Stored {
  event: "stored";
  seat: number;
  card: string;
  /** Where it was due. */
  from: string;
}

/** One exact card on your store. */
export interface StoredCard {
  /** A safeguard: refused if the card at that place is of another kind. */
  kind?: string | null;
  /** Index into your own entry of the view's `store`. */
  store: number;
}

/** Take a standing bid or counter-offer, naming the copies to hand over. */
export interface Take {
  id: number;
  give: Card[];
}

/** Time for the question at hand. */
export interface TimeLeft {
  bank_ms: number;
  limit_ms: number;
}

/** The active player's move in a negotiation: takes in order, then new offers or the end. */
export interface Trade {
  do: "trade";
  take?: (number | Take)[];
  offers?: Offer[];
  end?: boolean;
}

/** Step 2 is over. */
export interface TradeEnded {
  event: "trade_ended";
  seat: number;
}

/** Cards changed hands. Places are those in the hands just before the exchange. */
export interface Traded {
  event: "traded";
  /** The active player. */
  seat: number;
  with: number;
  /** Id of the accept or offer that was taken. */
  taken: number;
  /** Cards that the active player gave. */
  gave: GivenCard[];
  got: GivenCard[];
}

/** A turn begins. */
export interface Turn {
  event: "turn";
  turn: number;
  seat: number;
}

/** Cards were turned over for the active player. */
export interface TurnedOver {
  event: "turned_over";
  seat: number;
  cards: string[];
}

/** One exact card of those turned over this turn. */
export interface TurnedOverCard {
  /** A safeguard: refused if the card at that place is of another kind. */
  kind?: string | null;
  /** Place in the view's `turned_over`. */
  turned_over: number;
}

/** An answer's use of language models; every key is optional. */
export interface Usage {
  tokens_in?: number | null;
  /** Input tokens that came from the provider's cache. */
  cached?: number | null;
  tokens_out?: number | null;
  /** In the currency of the person who pays. */
  cost?: number | null;
  /** Spent waiting for models. */
  seconds?: number | null;
  /** Further requests because an answer was unusable. */
  rethinks?: number | null;
  /** 1 if the choice is not the model's. */
  fallbacks?: number | null;
}

/** Everything that one seat can see. Lists of lists and of counts are indexed by seat. */
export interface View {
  seat: number;
  turn: number;
  active: number;
  step: string;
  /** Round of the negotiation, from 1; 0 outside it. Above `rounds`: standing replies only. */
  round: number;
  rounds: number;
  /** Your hand; index 0 is played first. */
  hand: string[];
  hands: number[];
  fields: FieldView[][];
  /** Coin piles, bottom to top; every coin is the back of a card of that kind. */
  coins: string[][];
  set_aside: string[][];
  turned_over: string[];
  draw_pile: number;
  /** Discard pile, bottom to top. */
  discard: string[];
  run_outs: number;
  offers: StandingOffer[];
  accepts: StandingAccept[];
  /** By seat: true if it stays silent this turn, and is only asked by name. */
  silent: boolean[];
  /** By seat: true if it has its third field. Only in games in which it can be had. */
  third_field?: boolean[] | null;
  /** The seat that holds the coin. */
  coin_holder?: number | null;
  /** The last turn in which a claim failed; 0 if none has. */
  coin_claim_failed?: number | null;
  /** The card shown, until it is planted. */
  coin_card?: string[] | null;
  /** The cards that the opponent left. */
  on_offer?: string[] | null;
  buildings?: string[][] | null;
  /** Buildings for sale. */
  shop?: string[] | null;
  /** Coins under a saloon or distillery 3, which cannot be spent. */
  under_buildings?: string[][] | null;
  /** The fields that are a stew. */
  stews?: number[][] | null;
  /** Fields for one bean only, as [field, its building]. */
  special_fields?: unknown[][][] | null;
  store?: string[][] | null;
  /** Cards set aside that came from another player's store, and must be planted. */
  from_store?: string[][] | null;
  /** While bank 2 is used: its owner sees the card, the others a count. */
  bank_seen?: unknown[] | null;
  /** The number of turns in a row that began with nothing to draw. */
  idle_turns?: number | null;
  /** Orders left to draw. */
  order_stack?: number | null;
  /** The laid order of each seat: one card or none. */
  laid_order?: string[][] | null;
  /** The last turn in which an order was the first card of step 1; 0 if none was. */
  order_laid_first?: number | null;
}

export type Card = string | HandCard | TurnedOverCard | StoredCard | SetAsideCard;

export type Choice =
  | Pass
  | Plant
  | Harvest
  | BuyField
  | Trade
  | Answer
  | ClaimCoin
  | Resist
  | Discard
  | DiscardFromHand
  | BuyBuilding
  | HarvestFarm
  | PlantStew
  | StoreCard
  | PutUnder
  | OrderDrawn
  | MoveCard
  | NameType
  | GiveCoin
  | PlayMagpie
  | KeepMagpie
  | Steal
  | LayOrder
  | FillOrder;

export type Event =
  | Turn
  | Planted
  | Harvested
  | BoughtField
  | TurnedOver
  | Drew
  | RunOut
  | Shuffled
  | Round
  | Offered
  | Answered
  | Traded
  | Lapsed
  | TradeEnded
  | Discarded
  | Said
  | GameEnded
  | CoinClaimed
  | CoinResisted
  | CoinKept
  | CoinPassed
  | Matched
  | Left
  | OpenedField
  | BoughtBuilding
  | Looked
  | PutBack
  | OrderedDrawn
  | MovedCard
  | Stored
  | StewBegun
  | StewEarned
  | PaidDistiller
  | JailCoin
  | NamedType
  | SoldOut
  | Stole
  | Kept
  | Idle
  | DrewOrder
  | LaidOrder
  | FilledOrder
  | ReturnedOrder
  | HandJoined
  | HandSold;
