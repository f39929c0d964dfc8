// Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost.

// What the arena and a bot tell each other.
#pragma once

#include "parts.hpp"

namespace bohnanza {

// A building was bought with the topmost coins of its bean.
struct BoughtBuilding {
    static constexpr std::string_view EVENT = "bought_building";
    int seat = 0;
    std::string building{};
    // Buildings for sale from now on.
    std::vector<std::string> shop{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("building", self.building);
        key("shop", self.shop);
    }
};

// A third field was bought with the topmost coins.
struct BoughtField {
    static constexpr std::string_view EVENT = "bought_field";
    int seat = 0;
    int price = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("price", self.price);
    }
};

// Buy a building that is for sale.
struct BuyBuilding {
    static constexpr std::string_view DO = "buy_building";
    std::string building{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("building", self.building);
    }
};

// Buy the third field.
struct BuyField {
    static constexpr std::string_view DO = "buy_field";

    template <class Self, class Keys>
    static void keys(Self&, Keys key) {
        key("do", DO);
    }
};

// The last line: exit.
struct Bye {
    static constexpr std::string_view TYPE = "bye";

    template <class Self, class Keys>
    static void keys(Self&, Keys key) {
        key("type", TYPE);
    }
};

// Claim the bean coin.
struct ClaimCoin {
    static constexpr std::string_view DO = "claim_coin";

    template <class Self, class Keys>
    static void keys(Self&, Keys key) {
        key("do", DO);
    }
};

// Thinking time of a game: a bank, refilled by an increment with each decision.
struct Clock {
    int bank_ms = 0;
    int increment_ms = 0;
    // The most that one decision may take.
    int limit_ms = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("bank_ms", self.bank_ms);
        key("increment_ms", self.increment_ms);
        key("limit_ms", self.limit_ms);
    }
};

// The active player claims the coin.
struct CoinClaimed {
    static constexpr std::string_view EVENT = "coin_claimed";
    int seat = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
    }
};

// The claim failed.
struct CoinKept {
    static constexpr std::string_view EVENT = "coin_kept";
    int seat = 0;
    int turn = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("turn", self.turn);
    }
};

// The coin goes to `seat`.
struct CoinPassed {
    static constexpr std::string_view EVENT = "coin_passed";
    int seat = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
    }
};

// The holder showed a random card, which the claimant plants next.
struct CoinResisted {
    static constexpr std::string_view EVENT = "coin_resisted";
    int seat = 0;
    // Its former place in the holder's hand.
    int hand = 0;
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("hand", self.hand);
        key("card", self.card);
    }
};

// Discard a card that the opponent left; in the new duel, all cards of its kind.
struct Discard {
    static constexpr std::string_view DO = "discard";
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
    }
};

// Discard one card of your hand.
struct DiscardFromHand {
    static constexpr std::string_view DO = "discard_from_hand";
    std::string card{};
    // Its place in the hand.
    int hand = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
        key("hand", self.hand);
    }
};

// Cards went to the discard pile other than by a harvest.
struct Discarded {
    static constexpr std::string_view EVENT = "discarded";
    int seat = 0;
    std::vector<std::string> cards{};
    std::string from{};
    // Its former place, if it was discarded from the hand by choice.
    std::optional<int> hand{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
        key("from", self.from);
        key("hand", self.hand);
    }
};

// Cards went to the back of a hand: their drawer sees `cards`, the others `count`.
struct Drew {
    static constexpr std::string_view EVENT = "drew";
    int seat = 0;
    std::vector<std::string> cards{};
    std::optional<int> count{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
        key("count", self.count);
    }
};

// An order went to the back of the hand: its drawer sees `cards`, the others `count`.
struct DrewOrder {
    static constexpr std::string_view EVENT = "drew_order";
    int seat = 0;
    std::vector<std::string> cards{};
    std::optional<int> count{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
        key("count", self.count);
    }
};

// A field; an empty one has no kind.
struct FieldView {
    std::string kind{};
    int count = 0;
    // Coins that harvesting it now would earn.
    int coins = 0;
    // The cards in planting order, if the field grows more than one kind.
    std::vector<std::string> cards{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("kind", self.kind);
        key("count", self.count);
        key("coins", self.coins);
        key("cards", self.cards);
    }
};

// Fill your order.
struct FillOrder {
    static constexpr std::string_view DO = "fill_order";
    // The left one of the two adjacent fields.
    int field = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("field", self.field);
    }
};

// An order became a coin.
struct FilledOrder {
    static constexpr std::string_view EVENT = "filled_order";
    int seat = 0;
    std::string card{};
    // The left one of the two fields.
    int field = 0;
    // Its former place in the hand, unless it was laid.
    std::optional<int> hand{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
        key("field", self.field);
        key("hand", self.hand);
    }
};

// The game is over.
struct GameEnded {
    static constexpr std::string_view EVENT = "game_over";
    std::vector<int> scores{};
    std::vector<int> places{};
    std::vector<int> winners{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("scores", self.scores);
        key("places", self.places);
        key("winners", self.winners);
    }
};

// The result. `places` (1 is best) go by coins alone; equal coins share the better place.
// `winners`: the seat or seats left after the rulebook's tie-break.
struct GameOver {
    static constexpr std::string_view TYPE = "game_over";
    std::vector<int> scores{};
    std::vector<int> places{};
    std::vector<int> winners{};
    std::vector<Event> events{};
    std::vector<int> forfeits{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("scores", self.scores);
        key("places", self.places);
        key("winners", self.winners);
        key("events", self.events);
        key("forfeits", self.forfeits);
    }
};

// Give this coin, one of those that the stew just earned, to the owner of distillery 3.
struct GiveCoin {
    static constexpr std::string_view DO = "give_coin";
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
    }
};

// At the end (option hand_harvest): all cards of a kind in the hand joined their field.
struct HandJoined {
    static constexpr std::string_view EVENT = "hand_joined";
    int seat = 0;
    int field = 0;
    std::vector<std::string> cards{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("field", self.field);
        key("cards", self.cards);
    }
};

// At the end (option hand_harvest): all cards of a kind in the hand were sold.
struct HandSold {
    static constexpr std::string_view EVENT = "hand_sold";
    int seat = 0;
    std::vector<std::string> cards{};
    std::vector<std::string> coins{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
        key("coins", self.coins);
    }
};

// Harvest one of your fields.
struct Harvest {
    static constexpr std::string_view DO = "harvest";
    int field = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("field", self.field);
    }
};

// Harvest a field in which soy has joined another kind (farm 2).
struct HarvestFarm {
    static constexpr std::string_view DO = "harvest_farm";
    int field = 0;
    // The number of its coins that are soy cards.
    int soy = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("field", self.field);
        key("soy", self.soy);
    }
};

// A field was harvested: all its cards, and those of them that became coins.
struct Harvested {
    static constexpr std::string_view EVENT = "harvested";
    int seat = 0;
    int field = 0;
    std::vector<std::string> cards{};
    std::vector<std::string> coins{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("field", self.field);
        key("cards", self.cards);
        key("coins", self.coins);
    }
};

// The first line.
struct Hello {
    static constexpr std::string_view TYPE = "hello";
    int protocol = 0;
    // Version of the arena.
    std::string arena{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("protocol", self.protocol);
        key("arena", self.arena);
    }
};

// The turn of `seat` begins, with nothing to draw for `turns` turns in a row.
struct Idle {
    static constexpr std::string_view EVENT = "idle";
    int seat = 0;
    int turns = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("turns", self.turns);
    }
};

// A card just discarded became a coin of `seat` (jail 4).
struct JailCoin {
    static constexpr std::string_view EVENT = "jail_coin";
    int seat = 0;
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
    }
};

// Take a magpie that is due elsewhere to the back of the hand.
struct KeepMagpie {
    static constexpr std::string_view DO = "keep_magpie";
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
    }
};

// A magpie went to the back of the hand.
struct Kept {
    static constexpr std::string_view EVENT = "kept";
    int seat = 0;
    std::string card{};
    // Where it was due.
    std::string from{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
        key("from", self.from);
    }
};

// One kind of bean in the deck.
struct KindOfBean {
    std::string name{};
    // Cards of the kind in the deck.
    int count = 0;
    // Coins for n cards harvested are `earns[min(n, len(earns) - 1)]`.
    std::vector<int> earns{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("name", self.name);
        key("count", self.count);
        key("earns", self.earns);
    }
};

// An order was laid face up.
struct LaidOrder {
    static constexpr std::string_view EVENT = "laid_order";
    int seat = 0;
    std::string card{};
    // True if it was the first card of step 1, so that one bean must follow.
    bool first = false;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
        key("first", self.first);
    }
};

// Offers or accepts stand no longer.
struct Lapsed {
    static constexpr std::string_view EVENT = "lapsed";
    std::vector<int> ids{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("ids", self.ids);
    }
};

// In step 1: lay the order that is due face up.
struct LayOrder {
    static constexpr std::string_view DO = "lay_order";
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
    }
};

// The cards still turned over are now offered to the opponent.
struct Left {
    static constexpr std::string_view EVENT = "left";
    int seat = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
    }
};

// The top of the draw pile was looked at: `seat` sees `cards`, the others `count`.
struct Looked {
    static constexpr std::string_view EVENT = "looked";
    int seat = 0;
    std::vector<std::string> cards{};
    std::optional<int> count{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
        key("count", self.count);
    }
};

// Cards from the top of the discard pile joined those turned over.
struct Matched {
    static constexpr std::string_view EVENT = "matched";
    int seat = 0;
    // In the order in which they were taken.
    std::vector<std::string> cards{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
    }
};

// The language model's answer to `ask_model`.
struct ModelSaid {
    static constexpr std::string_view TYPE = "model";
    // May be empty.
    std::string text{};
    // The way it ended: "stop", "length" if it was cut short, "content_filter", "refused", …
    std::string stop{};
    int tokens_in = 0;
    // Input tokens that came from the provider's cache.
    int cached = 0;
    int tokens_out = 0;
    std::optional<int> id{};
    // Why the prompt was not passed on to any model.
    std::string reason{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("text", self.text);
        key("stop", self.stop);
        key("tokens_in", self.tokens_in);
        key("cached", self.cached);
        key("tokens_out", self.tokens_out);
        key("id", self.id);
        key("reason", self.reason);
    }
};

// Move one card of the hand (bank 4).
struct MoveCard {
    static constexpr std::string_view DO = "move_card";
    int hand = 0;
    // Its place in the hand afterwards.
    int to = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("hand", self.hand);
        key("to", self.to);
    }
};

// A card of the hand was moved.
struct MovedCard {
    static constexpr std::string_view EVENT = "moved_card";
    int seat = 0;
    int hand = 0;
    // Its place afterwards.
    int to = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("hand", self.hand);
        key("to", self.to);
    }
};

// Name the type of building that will be sold out (distillery 2).
struct NameType {
    static constexpr std::string_view DO = "name_type";
    std::string type{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("type", self.type);
    }
};

// The others may now buy one of this type; then it is sold out (distillery 2).
struct NamedType {
    static constexpr std::string_view EVENT = "named_type";
    int seat = 0;
    std::string type{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("type", self.type);
    }
};

// The limits of a negotiation (T1, T3).
struct Negotiation {
    int rounds = 0;
    // New offers that the active player may make in a round.
    int offers = 0;
    // Offers that one sealed answer may make.
    int replies = 0;
    // The most characters of a spoken text; 0 if talk is off.
    int say = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("rounds", self.rounds);
        key("offers", self.offers);
        key("replies", self.replies);
        key("say", self.say);
    }
};

// An offer: what I give and want. An empty side makes a gift; `"open"` means "you name it".
struct Offer {
    Side<Card> give{};
    Side<std::string> want{};
    // A seat, or everybody. Offers of other players always go to the active player.
    Address to{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("give", self.give);
        key("want", self.want);
        key("to", self.to);
    }
};

// Two field beans opened the third field.
struct OpenedField {
    static constexpr std::string_view EVENT = "opened_field";
    int seat = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
    }
};

// Put the cards just drawn in another order (bank 3).
struct OrderDrawn {
    static constexpr std::string_view DO = "order_drawn";
    // Their present places among the cards drawn, in the new order.
    std::vector<int> order{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("order", self.order);
    }
};

// The cards just drawn were reordered: `seat` sees `order`, the others `count`.
struct OrderedDrawn {
    static constexpr std::string_view EVENT = "ordered_drawn";
    int seat = 0;
    // Former places among the cards drawn, in the new order.
    std::vector<int> order{};
    std::optional<int> count{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("order", self.order);
        key("count", self.count);
    }
};

// One coin of a stew went from `seat` to distillery 3 of `with`.
struct PaidDistiller {
    static constexpr std::string_view EVENT = "paid_distiller";
    int seat = 0;
    int with = 0;
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("with", self.with);
        key("card", self.card);
    }
};

// Do nothing (more).
struct Pass {
    static constexpr std::string_view DO = "pass";

    template <class Self, class Keys>
    static void keys(Self&, Keys key) {
        key("do", DO);
    }
};

// Plant a card of this kind in one of your fields.
struct Plant {
    static constexpr std::string_view DO = "plant";
    std::string card{};
    int field = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
        key("field", self.field);
    }
};

// Plant a card in a stew, or begin one in a field with a single card (saloon 3, 4).
struct PlantStew {
    static constexpr std::string_view DO = "plant_stew";
    std::string card{};
    int field = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
        key("field", self.field);
    }
};

// A card was planted.
struct Planted {
    static constexpr std::string_view EVENT = "planted";
    int seat = 0;
    std::string card{};
    int field = 0;
    // `hand` in step 1, `set_aside` in step 3; in expansions also other places.
    std::string from{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
        key("field", self.field);
        key("from", self.from);
    }
};

// In step 1: discard the magpie that is due, then steal.
struct PlayMagpie {
    static constexpr std::string_view DO = "play_magpie";
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
    }
};

// A message to a language model.
struct Prompt {
    std::string role{};
    std::string content{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("role", self.role);
        key("content", self.content);
    }
};

// The card that was looked at is back.
struct PutBack {
    static constexpr std::string_view EVENT = "put_back";
    int seat = 0;
    // True if it went under the draw pile.
    bool under = false;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("under", self.under);
    }
};

// Put the card that you saw under the draw pile (bank 2).
struct PutUnder {
    static constexpr std::string_view DO = "put_under";

    template <class Self, class Keys>
    static void keys(Self&, Keys key) {
        key("do", DO);
    }
};

// The bot is set up. Every key is optional.
struct Ready {
    static constexpr std::string_view TYPE = "ready";
    std::string name{};
    Json version{};
    std::string author{};
    std::optional<int> protocol{};
    std::vector<std::string> wants{};
    std::optional<bool> text{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("name", self.name);
        key("version", self.version);
        key("author", self.author);
        key("protocol", self.protocol);
        key("wants", self.wants);
        key("text", self.text);
    }
};

// An answer was not accepted. If `again` is true, it may be corrected once, on the same clock and
// id.
struct Refused {
    static constexpr std::string_view TYPE = "refused";
    std::string reason{};
    bool again = false;
    std::optional<int> id{};
    // A legal choice, close to the refused one if possible.
    std::optional<Choice> example{};
    // If `again` is false: what was played instead.
    std::optional<Choice> played{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("reason", self.reason);
        key("again", self.again);
        key("id", self.id);
        key("example", self.example);
        key("played", self.played);
    }
};

// Try to keep the coin: a random card of your hand is shown.
struct Resist {
    static constexpr std::string_view DO = "resist";

    template <class Self, class Keys>
    static void keys(Self&, Keys key) {
        key("do", DO);
    }
};

// An order that was laid went under the order stack, unfilled.
struct ReturnedOrder {
    static constexpr std::string_view EVENT = "returned_order";
    int seat = 0;
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
    }
};

// A round of negotiation begins; rounds after the last are for standing replies only.
struct Round {
    static constexpr std::string_view EVENT = "round";
    // The active player.
    int seat = 0;
    int round = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("round", self.round);
    }
};

// One rule of the book in words.
struct RuleText {
    std::string name{};
    std::string cites{};
    std::string text{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("name", self.name);
        key("cites", self.cites);
        key("text", self.text);
    }
};

// The game to be played, as tables.
struct Rulebook {
    std::string variant{};
    int players = 0;
    // Version of the rules engine.
    std::string version{};
    std::vector<KindOfBean> kinds{};
    // Fields at the start.
    int fields = 0;
    // Only if it can be bought.
    std::optional<int> third_field_price{};
    // Cards dealt, by seat.
    std::vector<int> deal{};
    int turn_over = 0;
    int draw = 0;
    // The game ends on this run-out.
    int last_run_out = 0;
    // True if a player may grow one kind in two fields.
    bool same_kind_twice = false;
    std::vector<std::string> steps{};
    std::vector<std::string> windows{};
    Negotiation negotiation{};
    std::string ties{};
    std::vector<RuleText> rules{};
    // Numbers and lists of the rules of expansions, by the name of the rule.
    Json more{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("variant", self.variant);
        key("players", self.players);
        key("version", self.version);
        key("kinds", self.kinds);
        key("fields", self.fields);
        key("third_field_price", self.third_field_price);
        key("deal", self.deal);
        key("turn_over", self.turn_over);
        key("draw", self.draw);
        key("last_run_out", self.last_run_out);
        key("same_kind_twice", self.same_kind_twice);
        key("steps", self.steps);
        key("windows", self.windows);
        key("negotiation", self.negotiation);
        key("ties", self.ties);
        key("rules", self.rules);
        key("more", self.more);
    }
};

// The draw pile ran out; `shuffled` discarded cards form the new one (0: none).
struct RunOut {
    static constexpr std::string_view EVENT = "run_out";
    int run_outs = 0;
    int shuffled = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("run_outs", self.run_outs);
        key("shuffled", self.shuffled);
    }
};

// A player spoke.
struct Said {
    static constexpr std::string_view EVENT = "said";
    int seat = 0;
    std::string text{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("text", self.text);
    }
};

// The discard pile was shuffled into a new draw pile without a run-out.
struct Shuffled {
    static constexpr std::string_view EVENT = "shuffled";
    int count = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("count", self.count);
    }
};

// The rest of a type left the game.
struct SoldOut {
    static constexpr std::string_view EVENT = "sold_out";
    std::string type{};
    // Buildings for sale from now on.
    std::vector<std::string> shop{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("type", self.type);
        key("shop", self.shop);
    }
};

// An accept that the active player can take.
struct StandingAccept {
    int id = 0;
    int seat = 0;
    int offer = 0;
    std::vector<Card> give{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("id", self.id);
        key("seat", self.seat);
        key("offer", self.offer);
        key("give", self.give);
    }
};

// An offer, bid or counter-offer on the table. Ids are unique within a turn.
struct StandingOffer {
    int id = 0;
    int seat = 0;
    Address to{};
    Side<Card> give{};
    Side<std::string> want{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("id", self.id);
        key("seat", self.seat);
        key("to", self.to);
        key("give", self.give);
        key("want", self.want);
    }
};

// Take one bean from another player's field and plant it.
struct Steal {
    static constexpr std::string_view DO = "steal";
    // The owner of the field.
    int seat = 0;
    int field = 0;
    // Your field that grows the same kind.
    int into = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("seat", self.seat);
        key("field", self.field);
        key("into", self.into);
    }
};

// A field becomes a stew with the card planted next.
struct StewBegun {
    static constexpr std::string_view EVENT = "stew_begun";
    int seat = 0;
    int field = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("field", self.field);
    }
};

// The coins of the harvest just reported went under the saloon, not on the coin pile.
struct StewEarned {
    static constexpr std::string_view EVENT = "stew_earned";
    int seat = 0;
    int field = 0;
    std::vector<std::string> coins{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("field", self.field);
        key("coins", self.coins);
    }
};

// A card was taken from a field of `with`; `planted` says where it goes.
struct Stole {
    static constexpr std::string_view EVENT = "stole";
    int seat = 0;
    int with = 0;
    int field = 0;
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("with", self.with);
        key("field", self.field);
        key("card", self.card);
    }
};

// Put a card that is due on your store instead of planting it.
struct StoreCard {
    static constexpr std::string_view DO = "store";
    std::string card{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("card", self.card);
    }
};

// A card was put on a store.
struct Stored {
    static constexpr std::string_view EVENT = "stored";
    int seat = 0;
    std::string card{};
    // Where it was due.
    std::string from{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("card", self.card);
        key("from", self.from);
    }
};

// Time for the question at hand.
struct TimeLeft {
    int bank_ms = 0;
    int limit_ms = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("bank_ms", self.bank_ms);
        key("limit_ms", self.limit_ms);
    }
};

// The active player's move in a negotiation: takes in order, then new offers or the end.
struct Trade {
    static constexpr std::string_view DO = "trade";
    std::vector<Take> take{};
    std::vector<Offer> offers{};
    bool end = false;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("take", self.take);
        key("offers", self.offers);
        key("end", self.end);
    }
};

// Step 2 is over.
struct TradeEnded {
    static constexpr std::string_view EVENT = "trade_ended";
    int seat = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
    }
};

// Cards changed hands. Places are those in the hands just before the exchange.
struct Traded {
    static constexpr std::string_view EVENT = "traded";
    // The active player.
    int seat = 0;
    int with = 0;
    // Id of the accept or offer that was taken.
    int taken = 0;
    // Cards that the active player gave.
    std::vector<Card> gave{};
    std::vector<Card> got{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("with", self.with);
        key("taken", self.taken);
        key("gave", self.gave);
        key("got", self.got);
    }
};

// A turn begins.
struct Turn {
    static constexpr std::string_view EVENT = "turn";
    int turn = 0;
    int seat = 0;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("turn", self.turn);
        key("seat", self.seat);
    }
};

// Cards were turned over for the active player.
struct TurnedOver {
    static constexpr std::string_view EVENT = "turned_over";
    int seat = 0;
    std::vector<std::string> cards{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("cards", self.cards);
    }
};

// An answer's use of language models; every key is optional.
struct Usage {
    std::optional<double> tokens_in{};
    // Input tokens that came from the provider's cache.
    std::optional<double> cached{};
    std::optional<double> tokens_out{};
    // In the currency of the person who pays.
    std::optional<double> cost{};
    // Spent waiting for models.
    std::optional<double> seconds{};
    // Further requests because an answer was unusable.
    std::optional<double> rethinks{};
    // 1 if the choice is not the model's.
    std::optional<double> fallbacks{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("tokens_in", self.tokens_in);
        key("cached", self.cached);
        key("tokens_out", self.tokens_out);
        key("cost", self.cost);
        key("seconds", self.seconds);
        key("rethinks", self.rethinks);
        key("fallbacks", self.fallbacks);
    }
};

// Everything that one seat can see. Lists of lists and of counts are indexed by seat.
struct View {
    int seat = 0;
    int turn = 0;
    int active = 0;
    std::string step{};
    // Round of the negotiation, from 1; 0 outside it. Above `rounds`: standing replies only.
    int round = 0;
    int rounds = 0;
    // Your hand; index 0 is played first.
    std::vector<std::string> hand{};
    std::vector<int> hands{};
    std::vector<std::vector<FieldView>> fields{};
    // Coin piles, bottom to top; every coin is the back of a card of that kind.
    std::vector<std::vector<std::string>> coins{};
    std::vector<std::vector<std::string>> set_aside{};
    std::vector<std::string> turned_over{};
    int draw_pile = 0;
    // Discard pile, bottom to top.
    std::vector<std::string> discard{};
    int run_outs = 0;
    std::vector<StandingOffer> offers{};
    std::vector<StandingAccept> accepts{};
    // By seat: true if it stays silent this turn, and is only asked by name.
    std::vector<bool> silent{};
    // By seat: true if it has its third field. Only in games in which it can be had.
    std::vector<bool> third_field{};
    // The seat that holds the coin.
    std::optional<int> coin_holder{};
    // The last turn in which a claim failed; 0 if none has.
    std::optional<int> coin_claim_failed{};
    // The card shown, until it is planted.
    std::vector<std::string> coin_card{};
    // The cards that the opponent left.
    std::vector<std::string> on_offer{};
    std::vector<std::vector<std::string>> buildings{};
    // Buildings for sale.
    std::vector<std::string> shop{};
    // Coins under a saloon or distillery 3, which cannot be spent.
    std::vector<std::vector<std::string>> under_buildings{};
    // The fields that are a stew.
    std::vector<std::vector<int>> stews{};
    // Fields for one bean only, as [field, its building].
    std::vector<std::vector<std::vector<Json>>> special_fields{};
    std::vector<std::vector<std::string>> store{};
    // Cards set aside that came from another player's store, and must be planted.
    std::vector<std::vector<std::string>> from_store{};
    // While bank 2 is used: its owner sees the card, the others a count.
    std::vector<Json> bank_seen{};
    // The number of turns in a row that began with nothing to draw.
    std::optional<int> idle_turns{};
    // Orders left to draw.
    std::optional<int> order_stack{};
    // The laid order of each seat: one card or none.
    std::vector<std::vector<std::string>> laid_order{};
    // The last turn in which an order was the first card of step 1; 0 if none was.
    std::optional<int> order_laid_first{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("seat", self.seat);
        key("turn", self.turn);
        key("active", self.active);
        key("step", self.step);
        key("round", self.round);
        key("rounds", self.rounds);
        key("hand", self.hand);
        key("hands", self.hands);
        key("fields", self.fields);
        key("coins", self.coins);
        key("set_aside", self.set_aside);
        key("turned_over", self.turned_over);
        key("draw_pile", self.draw_pile);
        key("discard", self.discard);
        key("run_outs", self.run_outs);
        key("offers", self.offers);
        key("accepts", self.accepts);
        key("silent", self.silent);
        key("third_field", self.third_field);
        key("coin_holder", self.coin_holder);
        key("coin_claim_failed", self.coin_claim_failed);
        key("coin_card", self.coin_card);
        key("on_offer", self.on_offer);
        key("buildings", self.buildings);
        key("shop", self.shop);
        key("under_buildings", self.under_buildings);
        key("stews", self.stews);
        key("special_fields", self.special_fields);
        key("store", self.store);
        key("from_store", self.from_store);
        key("bank_seen", self.bank_seen);
        key("idle_turns", self.idle_turns);
        key("order_stack", self.order_stack);
        key("laid_order", self.laid_order);
        key("order_laid_first", self.order_laid_first);
    }
};

// A sealed answer; every offer that it does not accept is declined.
struct Answer {
    static constexpr std::string_view DO = "answer";
    std::vector<Accept> accept{};
    std::vector<Offer> offers{};
    std::vector<int> withdraw{};
    bool silent = false;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("do", DO);
        key("accept", self.accept);
        key("offers", self.offers);
        key("withdraw", self.withdraw);
        key("silent", self.silent);
    }
};

// A sealed answer, opened: what it accepted, offered and withdrew.
struct Answered {
    static constexpr std::string_view EVENT = "answered";
    int seat = 0;
    std::vector<StandingAccept> accepts{};
    std::vector<StandingOffer> offers{};
    std::vector<int> withdrawn{};
    // True: the seat is only asked again this turn if it is addressed by name.
    bool silent = false;

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("accepts", self.accepts);
        key("offers", self.offers);
        key("withdrawn", self.withdrawn);
        key("silent", self.silent);
    }
};

// A request to the language model that plays with the bot; the bot's answer comes later.
struct AskModel {
    static constexpr std::string_view TYPE = "ask_model";
    std::vector<Prompt> messages{};
    // Repeated in the answer.
    std::optional<int> id{};
    // The most tokens of the model's answer.
    std::optional<int> max_tokens{};
    std::optional<double> temperature{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("messages", self.messages);
        key("id", self.id);
        key("max_tokens", self.max_tokens);
        key("temperature", self.temperature);
    }
};

// An answer: an index into `choices`, or a choice object. A bare integer line is one, too.
struct Choose {
    static constexpr std::string_view TYPE = "choose";
    Json choice{};
    std::optional<int> id{};
    std::string say{};
    std::vector<std::string> wants{};
    // A private thought: kept with the game, and told to nobody at the table.
    std::string note{};
    std::optional<Usage> usage{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("choice", self.choice);
        key("id", self.id);
        key("say", self.say);
        key("wants", self.wants);
        key("note", self.note);
        key("usage", self.usage);
    }
};

// A question. Index 0 of `choices` is always legal and safe.
struct Decide {
    static constexpr std::string_view TYPE = "decide";
    int id = 0;
    std::string ask{};
    std::vector<Choice> choices{};
    View view{};
    std::vector<Event> events{};
    TimeLeft clock{};
    // The steps under way, outermost first: the name of each, then the numbers that it keeps.
    std::vector<std::vector<Json>> stack{};
    // Ask `plant`: the card that is due.
    std::string card{};
    // Ask `answer`: the ids of the offers to be answered.
    std::vector<int> offers{};
    // Ask `window`: which one.
    std::string window{};
    // The question in plain language, for bots that asked for it.
    std::string text{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("id", self.id);
        key("ask", self.ask);
        key("choices", self.choices);
        key("view", self.view);
        key("events", self.events);
        key("clock", self.clock);
        key("stack", self.stack);
        key("card", self.card);
        key("offers", self.offers);
        key("window", self.window);
        key("text", self.text);
    }
};

// A game begins. No answer is expected.
struct GameStart {
    static constexpr std::string_view TYPE = "game_start";
    int seat = 0;
    int players = 0;
    std::string variant{};
    Rulebook rulebook{};
    Clock clock{};
    // For the bot's own randomness; it says nothing about the cards.
    std::int64_t seed = 0;
    bool talk = false;
    std::string objective{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("type", TYPE);
        key("seat", self.seat);
        key("players", self.players);
        key("variant", self.variant);
        key("rulebook", self.rulebook);
        key("clock", self.clock);
        key("seed", self.seed);
        key("talk", self.talk);
        key("objective", self.objective);
    }
};

// The active player posted offers.
struct Offered {
    static constexpr std::string_view EVENT = "offered";
    int seat = 0;
    std::vector<StandingOffer> offers{};

    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("event", EVENT);
        key("seat", self.seat);
        key("offers", self.offers);
    }
};

}  // namespace bohnanza
