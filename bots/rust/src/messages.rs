// Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost.

//! What the arena and a bot tell each other, as types, which bohnanza.rs has, too.

#![allow(dead_code)] // no bot uses all of them

use crate::json::{enums, structs, FromJson, Json, ToJson};
use crate::offers::{Address, Card, IdOr, Side};

structs! {
    /// Accept an offer, naming the copies to hand over.
    #[derive(Eq, Hash)]
    pub struct Accept {
        pub offer: usize,
        pub give: Vec<Card>,
    }
    /// A sealed answer; every offer that it does not accept is declined.
    #[derive(Eq, Hash)]
    pub struct Answer {
        pub accept: Vec<IdOr<Accept>>,
        pub offers: Vec<Offer>,
        pub withdraw: Vec<usize>,
        pub silent: bool,
    }
    /// A request to the language model that plays with the bot; the bot's answer comes later.
    pub struct AskModel {
        /// Repeated in the answer.
        pub id: Option<usize>,
        pub messages: Vec<Prompt>,
        /// The most tokens of the model's answer.
        pub max_tokens: Option<usize>,
        pub temperature: Option<f64>,
    }
    /// An answer: an index into `choices`, or a choice object. A bare integer line is one, too.
    pub struct Choose {
        pub id: Option<usize>,
        pub choice: Json,
        pub say: Option<String>,
        pub wants: Option<Vec<String>>,
        /// A private thought: kept with the game, and told to nobody at the table.
        pub note: Option<String>,
        pub usage: Option<Usage>,
    }
    /// Thinking time of a game: a bank, refilled by an increment with each decision.
    #[derive(Eq, Hash)]
    pub struct Clock {
        pub bank_ms: usize,
        pub increment_ms: usize,
        /// The most that one decision may take.
        pub limit_ms: usize,
    }
    /// A question. Index 0 of `choices` is always legal and safe.
    pub struct Decision {
        pub id: usize,
        pub ask: String,
        /// The steps under way, outermost first: the name of each, then the numbers that it keeps.
        pub stack: Option<Vec<Vec<Json>>>,
        pub choices: Vec<Choice>,
        pub view: View,
        pub events: Vec<Event>,
        pub clock: TimeLeft,
        /// Ask `plant`: the card that is due.
        pub card: Option<String>,
        /// Ask `answer`: the ids of the offers to be answered.
        pub offers: Option<Vec<usize>>,
        /// Ask `window`: which one.
        pub window: Option<String>,
        /// The question in plain language, for bots that asked for it.
        pub text: Option<String>,
    }
    /// A field; an empty one has no kind.
    #[derive(Eq, Hash)]
    pub struct FieldView {
        pub kind: Option<String>,
        pub count: usize,
        /// Coins that harvesting it now would earn.
        pub coins: usize,
        /// The cards in planting order, if the field grows more than one kind.
        pub cards: Option<Vec<String>>,
    }
    /// The result. `places` (1 is best) go by coins alone; equal coins share the better place.
    /// `winners`: the seat or seats left after the rulebook's tie-break.
    pub struct GameOver {
        pub scores: Vec<usize>,
        pub places: Vec<usize>,
        pub winners: Vec<usize>,
        pub events: Vec<Event>,
        pub forfeits: Vec<usize>,
    }
    /// A game begins. No answer is expected.
    pub struct GameStart {
        pub seat: usize,
        pub players: usize,
        pub variant: String,
        pub rulebook: Rulebook,
        pub clock: Clock,
        /// For the bot's own randomness; it says nothing about the cards.
        pub seed: u64,
        pub talk: bool,
        pub objective: String,
    }
    /// A card on offer. Its place in the hand is shown only to its owner until it is traded.
    #[derive(Eq, Hash)]
    pub struct GivenCard {
        pub kind: String,
        pub hand: Option<usize>,
        pub turned_over: Option<usize>,
        pub store: Option<usize>,
        pub set_aside: Option<usize>,
    }
    /// The first line.
    #[derive(Eq, Hash)]
    pub struct Hello {
        pub protocol: usize,
        /// Version of the arena.
        pub arena: String,
    }
    /// One kind of bean in the deck.
    #[derive(Eq, Hash)]
    pub struct KindOfBean {
        pub name: String,
        /// Cards of the kind in the deck.
        pub count: usize,
        /// Coins for n cards harvested are `earns[min(n, len(earns) - 1)]`.
        pub earns: Vec<usize>,
    }
    /// The language model's answer to `ask_model`.
    #[derive(Eq, Hash)]
    pub struct ModelSaid {
        pub id: Option<usize>,
        /// May be empty.
        pub text: String,
        /// The way it ended: "stop", "length" if it was cut short, "content_filter", "refused", …
        pub stop: String,
        pub tokens_in: usize,
        /// Input tokens that came from the provider's cache.
        pub cached: usize,
        pub tokens_out: usize,
        /// Why the prompt was not passed on to any model.
        pub reason: Option<String>,
    }
    /// The limits of a negotiation (T1, T3).
    #[derive(Eq, Hash)]
    pub struct Negotiation {
        pub rounds: usize,
        /// New offers that the active player may make in a round.
        pub offers: usize,
        /// Offers that one sealed answer may make.
        pub replies: usize,
        /// The most characters of a spoken text; 0 if talk is off.
        pub say: usize,
    }
    /// An offer: what I give and want. An empty side makes a gift; `"open"` means "you name it".
    #[derive(Eq, Hash)]
    pub struct Offer {
        /// A seat, or everybody. Offers of other players always go to the active player.
        pub to: Address,
        pub give: Side<Card>,
        pub want: Side<String>,
    }
    /// A message to a language model.
    #[derive(Eq, Hash)]
    pub struct Prompt {
        pub role: String,
        pub content: String,
    }
    /// The bot is set up. Every key is optional.
    pub struct Ready {
        pub name: Option<String>,
        pub version: Json,
        pub author: Option<String>,
        pub protocol: Option<usize>,
        pub wants: Option<Vec<String>>,
        pub text: Option<bool>,
    }
    /// An answer was not accepted. If `again` is true, it may be corrected once, on the same clock
    /// and id.
    pub struct Refused {
        pub id: Option<usize>,
        pub reason: String,
        pub again: bool,
        /// A legal choice, close to the refused one if possible.
        pub example: Option<Choice>,
        /// If `again` is false: what was played instead.
        pub played: Option<Choice>,
    }
    /// One rule of the book in words.
    #[derive(Eq, Hash)]
    pub struct RuleText {
        pub name: String,
        pub cites: String,
        pub text: String,
    }
    /// The game to be played, as tables.
    pub struct Rulebook {
        pub variant: String,
        pub players: usize,
        /// Version of the rules engine.
        pub version: String,
        pub kinds: Vec<KindOfBean>,
        /// Fields at the start.
        pub fields: usize,
        /// Only if it can be bought.
        pub third_field_price: Option<usize>,
        /// Cards dealt, by seat.
        pub deal: Vec<usize>,
        pub turn_over: usize,
        pub draw: usize,
        /// The game ends on this run-out.
        pub last_run_out: usize,
        /// True if a player may grow one kind in two fields.
        pub same_kind_twice: bool,
        pub steps: Vec<String>,
        pub windows: Vec<String>,
        pub negotiation: Negotiation,
        pub ties: String,
        pub rules: Vec<RuleText>,
        /// Numbers and lists of the rules of expansions, by the name of the rule.
        pub more: Json,
    }
    /// An accept that the active player can take.
    #[derive(Eq, Hash)]
    pub struct StandingAccept {
        pub id: usize,
        pub seat: usize,
        pub offer: usize,
        pub give: Vec<GivenCard>,
    }
    /// An offer, bid or counter-offer on the table. Ids are unique within a turn.
    #[derive(Eq, Hash)]
    pub struct StandingOffer {
        pub id: usize,
        pub seat: usize,
        pub to: Address,
        pub give: Side<GivenCard>,
        pub want: Side<String>,
    }
    /// Take a standing bid or counter-offer, naming the copies to hand over.
    #[derive(Eq, Hash)]
    pub struct Take {
        pub id: usize,
        pub give: Vec<Card>,
    }
    /// Time for the question at hand.
    #[derive(Eq, Hash)]
    pub struct TimeLeft {
        pub bank_ms: usize,
        pub limit_ms: usize,
    }
    /// The active player's move in a negotiation: takes in order, then new offers or the end.
    #[derive(Eq, Hash)]
    pub struct Trade {
        pub take: Vec<IdOr<Take>>,
        pub offers: Vec<Offer>,
        pub end: bool,
    }
    /// An answer's use of language models; every key is optional.
    pub struct Usage {
        pub tokens_in: Option<f64>,
        /// Input tokens that came from the provider's cache.
        pub cached: Option<f64>,
        pub tokens_out: Option<f64>,
        /// In the currency of the person who pays.
        pub cost: Option<f64>,
        /// Spent waiting for models.
        pub seconds: Option<f64>,
        /// Further requests because an answer was unusable.
        pub rethinks: Option<f64>,
        /// 1 if the choice is not the model's.
        pub fallbacks: Option<f64>,
    }
    /// Everything that one seat can see. Lists of lists and of counts are indexed by seat.
    pub struct View {
        pub seat: usize,
        pub turn: usize,
        pub active: usize,
        pub step: String,
        /// Round of the negotiation, from 1; 0 outside it. Above `rounds`: standing replies only.
        pub round: usize,
        pub rounds: usize,
        /// Your hand; index 0 is played first.
        pub hand: Vec<String>,
        pub hands: Vec<usize>,
        pub fields: Vec<Vec<FieldView>>,
        /// Coin piles, bottom to top; every coin is the back of a card of that kind.
        pub coins: Vec<Vec<String>>,
        pub set_aside: Vec<Vec<String>>,
        pub turned_over: Vec<String>,
        pub draw_pile: usize,
        /// Discard pile, bottom to top.
        pub discard: Vec<String>,
        pub run_outs: usize,
        pub offers: Vec<StandingOffer>,
        pub accepts: Vec<StandingAccept>,
        /// By seat: true if it stays silent this turn, and is only asked by name.
        pub silent: Vec<bool>,
        /// By seat: true if it has its third field. Only in games in which it can be had.
        pub third_field: Option<Vec<bool>>,
        /// The seat that holds the coin.
        pub coin_holder: Option<usize>,
        /// The last turn in which a claim failed; 0 if none has.
        pub coin_claim_failed: Option<usize>,
        /// The card shown, until it is planted.
        pub coin_card: Option<Vec<String>>,
        /// The cards that the opponent left.
        pub on_offer: Option<Vec<String>>,
        pub buildings: Option<Vec<Vec<String>>>,
        /// Buildings for sale.
        pub shop: Option<Vec<String>>,
        /// Coins under a saloon or distillery 3, which cannot be spent.
        pub under_buildings: Option<Vec<Vec<String>>>,
        /// The fields that are a stew.
        pub stews: Option<Vec<Vec<usize>>>,
        /// Fields for one bean only, as [field, its building].
        pub special_fields: Option<Vec<Vec<Vec<Json>>>>,
        pub store: Option<Vec<Vec<String>>>,
        /// Cards set aside that came from another player's store, and must be planted.
        pub from_store: Option<Vec<Vec<String>>>,
        /// While bank 2 is used: its owner sees the card, the others a count.
        pub bank_seen: Option<Vec<Json>>,
        /// The number of turns in a row that began with nothing to draw.
        pub idle_turns: Option<usize>,
        /// Orders left to draw.
        pub order_stack: Option<usize>,
        /// The laid order of each seat: one card or none.
        pub laid_order: Option<Vec<Vec<String>>>,
        /// The last turn in which an order was the first card of step 1; 0 if none was.
        pub order_laid_first: Option<usize>,
    }
}

enums! {
    pub enum Choice: "do" {
        /// Do nothing (more).
        "pass" = Pass,
        /// Plant a card of this kind in one of your fields.
        "plant" = Plant {
            card: String,
            field: usize,
        },
        /// Harvest one of your fields.
        "harvest" = Harvest {
            field: usize,
        },
        /// Buy the third field.
        "buy_field" = BuyField,
        /// The active player's move in a negotiation: takes in order, then new offers or the end.
        "trade" = Trade(trade: Trade),
        /// A sealed answer; every offer that it does not accept is declined.
        "answer" = Answer(answer: Answer),
        /// Claim the bean coin.
        "claim_coin" = ClaimCoin,
        /// Try to keep the coin: a random card of your hand is shown.
        "resist" = Resist,
        /// Discard a card that the opponent left; in the new duel, all cards of its kind.
        "discard" = Discard {
            card: String,
        },
        /// Discard one card of your hand.
        "discard_from_hand" = DiscardFromHand {
            card: String,
            /// Its place in the hand.
            hand: usize,
        },
        /// Buy a building that is for sale.
        "buy_building" = BuyBuilding {
            building: String,
        },
        /// Harvest a field in which soy has joined another kind (farm 2).
        "harvest_farm" = HarvestFarm {
            field: usize,
            /// The number of its coins that are soy cards.
            soy: usize,
        },
        /// Plant a card in a stew, or begin one in a field with a single card (saloon 3, 4).
        "plant_stew" = PlantStew {
            card: String,
            field: usize,
        },
        /// Put a card that is due on your store instead of planting it.
        "store" = Store {
            card: String,
        },
        /// Put the card that you saw under the draw pile (bank 2).
        "put_under" = PutUnder,
        /// Put the cards just drawn in another order (bank 3).
        "order_drawn" = OrderDrawn {
            /// Their present places among the cards drawn, in the new order.
            order: Vec<usize>,
        },
        /// Move one card of the hand (bank 4).
        "move_card" = MoveCard {
            hand: usize,
            /// Its place in the hand afterwards.
            to: usize,
        },
        /// Name the type of building that will be sold out (distillery 2).
        "name_type" = NameType {
            r#type: String,
        },
        /// Give this coin, one of those that the stew just earned, to the owner of distillery 3.
        "give_coin" = GiveCoin {
            card: String,
        },
        /// In step 1: discard the magpie that is due, then steal.
        "play_magpie" = PlayMagpie {
            card: String,
        },
        /// Take a magpie that is due elsewhere to the back of the hand.
        "keep_magpie" = KeepMagpie {
            card: String,
        },
        /// Take one bean from another player's field and plant it.
        "steal" = Steal {
            /// The owner of the field.
            seat: usize,
            field: usize,
            /// Your field that grows the same kind.
            into: usize,
        },
        /// In step 1: lay the order that is due face up.
        "lay_order" = LayOrder {
            card: String,
        },
        /// Fill your order.
        "fill_order" = FillOrder {
            /// The left one of the two adjacent fields.
            field: usize,
        },
    }
    pub enum Event: "event" {
        /// A turn begins.
        "turn" = Turn {
            turn: usize,
            seat: usize,
        },
        /// A card was planted.
        "planted" = Planted {
            seat: usize,
            card: String,
            field: usize,
            /// `hand` in step 1, `set_aside` in step 3; in expansions also other places.
            from: String,
        },
        /// A field was harvested: all its cards, and those of them that became coins.
        "harvested" = Harvested {
            seat: usize,
            field: usize,
            cards: Vec<String>,
            coins: Vec<String>,
        },
        /// A third field was bought with the topmost coins.
        "bought_field" = BoughtField {
            seat: usize,
            price: usize,
        },
        /// Cards were turned over for the active player.
        "turned_over" = TurnedOver {
            seat: usize,
            cards: Vec<String>,
        },
        /// Cards went to the back of a hand: their drawer sees `cards`, the others `count`.
        "drew" = Drew {
            seat: usize,
            cards: Option<Vec<String>>,
            count: Option<usize>,
        },
        /// The draw pile ran out; `shuffled` discarded cards form the new one (0: none).
        "run_out" = RunOut {
            run_outs: usize,
            shuffled: usize,
        },
        /// The discard pile was shuffled into a new draw pile without a run-out.
        "shuffled" = Shuffled {
            count: usize,
        },
        /// A round of negotiation begins; rounds after the last are for standing replies only.
        "round" = Round {
            /// The active player.
            seat: usize,
            round: usize,
        },
        /// The active player posted offers.
        "offered" = Offered {
            seat: usize,
            offers: Vec<StandingOffer>,
        },
        /// A sealed answer, opened: what it accepted, offered and withdrew.
        "answered" = Answered {
            seat: usize,
            accepts: Vec<StandingAccept>,
            offers: Vec<StandingOffer>,
            withdrawn: Vec<usize>,
            /// True: the seat is only asked again this turn if it is addressed by name.
            silent: bool,
        },
        /// Cards changed hands. Places are those in the hands just before the exchange.
        "traded" = Traded {
            /// The active player.
            seat: usize,
            with: usize,
            /// Id of the accept or offer that was taken.
            taken: usize,
            /// Cards that the active player gave.
            gave: Vec<GivenCard>,
            got: Vec<GivenCard>,
        },
        /// Offers or accepts stand no longer.
        "lapsed" = Lapsed {
            ids: Vec<usize>,
        },
        /// Step 2 is over.
        "trade_ended" = TradeEnded {
            seat: usize,
        },
        /// Cards went to the discard pile other than by a harvest.
        "discarded" = Discarded {
            seat: usize,
            cards: Vec<String>,
            from: String,
            /// Its former place, if it was discarded from the hand by choice.
            hand: Option<usize>,
        },
        /// A player spoke.
        "said" = Said {
            seat: usize,
            text: String,
        },
        /// The game is over.
        "game_over" = GameOver {
            scores: Vec<usize>,
            places: Vec<usize>,
            winners: Vec<usize>,
        },
        /// The active player claims the coin.
        "coin_claimed" = CoinClaimed {
            seat: usize,
        },
        /// The holder showed a random card, which the claimant plants next.
        "coin_resisted" = CoinResisted {
            seat: usize,
            /// Its former place in the holder's hand.
            hand: usize,
            card: String,
        },
        /// The claim failed.
        "coin_kept" = CoinKept {
            seat: usize,
            turn: usize,
        },
        /// The coin goes to `seat`.
        "coin_passed" = CoinPassed {
            seat: usize,
        },
        /// Cards from the top of the discard pile joined those turned over.
        "matched" = Matched {
            seat: usize,
            /// In the order in which they were taken.
            cards: Vec<String>,
        },
        /// The cards still turned over are now offered to the opponent.
        "left" = Left {
            seat: usize,
        },
        /// Two field beans opened the third field.
        "opened_field" = OpenedField {
            seat: usize,
        },
        /// A building was bought with the topmost coins of its bean.
        "bought_building" = BoughtBuilding {
            seat: usize,
            building: String,
            /// Buildings for sale from now on.
            shop: Vec<String>,
        },
        /// The top of the draw pile was looked at: `seat` sees `cards`, the others `count`.
        "looked" = Looked {
            seat: usize,
            cards: Option<Vec<String>>,
            count: Option<usize>,
        },
        /// The card that was looked at is back.
        "put_back" = PutBack {
            seat: usize,
            /// True if it went under the draw pile.
            under: bool,
        },
        /// The cards just drawn were reordered: `seat` sees `order`, the others `count`.
        "ordered_drawn" = OrderedDrawn {
            seat: usize,
            /// Former places among the cards drawn, in the new order.
            order: Option<Vec<usize>>,
            count: Option<usize>,
        },
        /// A card of the hand was moved.
        "moved_card" = MovedCard {
            seat: usize,
            hand: usize,
            /// Its place afterwards.
            to: usize,
        },
        /// A card was put on a store.
        "stored" = Stored {
            seat: usize,
            card: String,
            /// Where it was due.
            from: String,
        },
        /// A field becomes a stew with the card planted next.
        "stew_begun" = StewBegun {
            seat: usize,
            field: usize,
        },
        /// The coins of the harvest just reported went under the saloon, not on the coin pile.
        "stew_earned" = StewEarned {
            seat: usize,
            field: usize,
            coins: Vec<String>,
        },
        /// One coin of a stew went from `seat` to distillery 3 of `with`.
        "paid_distiller" = PaidDistiller {
            seat: usize,
            with: usize,
            card: String,
        },
        /// A card just discarded became a coin of `seat` (jail 4).
        "jail_coin" = JailCoin {
            seat: usize,
            card: String,
        },
        /// The others may now buy one of this type; then it is sold out (distillery 2).
        "named_type" = NamedType {
            seat: usize,
            r#type: String,
        },
        /// The rest of a type left the game.
        "sold_out" = SoldOut {
            r#type: String,
            /// Buildings for sale from now on.
            shop: Vec<String>,
        },
        /// A card was taken from a field of `with`; `planted` says where it goes.
        "stole" = Stole {
            seat: usize,
            with: usize,
            field: usize,
            card: String,
        },
        /// A magpie went to the back of the hand.
        "kept" = Kept {
            seat: usize,
            card: String,
            /// Where it was due.
            from: String,
        },
        /// The turn of `seat` begins, with nothing to draw for `turns` turns in a row.
        "idle" = Idle {
            seat: usize,
            turns: usize,
        },
        /// An order went to the back of the hand: its drawer sees `cards`, the others `count`.
        "drew_order" = DrewOrder {
            seat: usize,
            cards: Option<Vec<String>>,
            count: Option<usize>,
        },
        /// An order was laid face up.
        "laid_order" = LaidOrder {
            seat: usize,
            card: String,
            /// True if it was the first card of step 1, so that one bean must follow.
            first: bool,
        },
        /// An order became a coin.
        "filled_order" = FilledOrder {
            seat: usize,
            card: String,
            /// The left one of the two fields.
            field: usize,
            /// Its former place in the hand, unless it was laid.
            hand: Option<usize>,
        },
        /// An order that was laid went under the order stack, unfilled.
        "returned_order" = ReturnedOrder {
            seat: usize,
            card: String,
        },
        /// At the end (option hand_harvest): all cards of a kind in the hand joined their field.
        "hand_joined" = HandJoined {
            seat: usize,
            field: usize,
            cards: Vec<String>,
        },
        /// At the end (option hand_harvest): all cards of a kind in the hand were sold.
        "hand_sold" = HandSold {
            seat: usize,
            cards: Vec<String>,
            coins: Vec<String>,
        },
    }
}
