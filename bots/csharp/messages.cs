// Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost.

using System;
using System.Collections.Generic;

namespace Bohnanza
{
    /// <summary>Accept an offer, naming the copies to hand over.</summary>
    public sealed class Accept
    {
        public int Offer { get; set; }

        public List<Card> Give { get; set; } = new List<Card>();

        public static implicit operator Accept(int number) => new Accept { Offer = number };
    }

    /// <summary>A sealed answer; every offer that it does not accept is declined.</summary>
    public sealed class Answer : Choice
    {
        public override string Do => "answer";

        public List<Accept> Accept { get; set; } = new List<Accept>();

        public List<Offer> Offers { get; set; } = new List<Offer>();

        public List<int> Withdraw { get; set; } = new List<int>();

        public bool Silent { get; set; }
    }

    /// <summary>A sealed answer, opened: what it accepted, offered and withdrew.</summary>
    public sealed class Answered : Event
    {
        public override string Name => "answered";

        public int Seat { get; set; }

        public List<StandingAccept> Accepts { get; set; } = new List<StandingAccept>();

        public List<StandingOffer> Offers { get; set; } = new List<StandingOffer>();

        public List<int> Withdrawn { get; set; } = new List<int>();

        /// <summary>True: the seat is only asked again this turn if it is addressed by name.</summary>
        public bool Silent { get; set; }
    }

    /// <summary>A request to the language model that plays with the bot; the bot's answer comes later.</summary>
    public sealed class AskModel
    {
        /// <summary>Repeated in the answer.</summary>
        public int? Id { get; set; }

        public List<Prompt> Messages { get; set; } = new List<Prompt>();

        /// <summary>The most tokens of the model's answer.</summary>
        public int? MaxTokens { get; set; }

        public double? Temperature { get; set; }
    }

    /// <summary>A building was bought with the topmost coins of its bean.</summary>
    public sealed class BoughtBuilding : Event
    {
        public override string Name => "bought_building";

        public int Seat { get; set; }

        public string Building { get; set; }

        /// <summary>Buildings for sale from now on.</summary>
        public List<string> Shop { get; set; } = new List<string>();
    }

    /// <summary>A third field was bought with the topmost coins.</summary>
    public sealed class BoughtField : Event
    {
        public override string Name => "bought_field";

        public int Seat { get; set; }

        public int Price { get; set; }
    }

    /// <summary>Buy a building that is for sale.</summary>
    public sealed class BuyBuilding : Choice
    {
        public override string Do => "buy_building";

        public string Building { get; set; }
    }

    /// <summary>Buy the third field.</summary>
    public sealed class BuyField : Choice
    {
        public override string Do => "buy_field";
    }

    /// <summary>The last line: exit.</summary>
    public sealed class Bye
    {
    }

    /// <summary>An answer: an index into <c>choices</c>, or a choice object. A bare integer line is one, too.</summary>
    public sealed class Choose
    {
        public int? Id { get; set; }

        public object Choice { get; set; }

        public string Say { get; set; }

        public List<string> Wants { get; set; }

        /// <summary>A private thought: kept with the game, and told to nobody at the table.</summary>
        public string Note { get; set; }

        public Usage Usage { get; set; }
    }

    /// <summary>Claim the bean coin.</summary>
    public sealed class ClaimCoin : Choice
    {
        public override string Do => "claim_coin";
    }

    /// <summary>Thinking time of a game: a bank, refilled by an increment with each decision.</summary>
    public sealed class Clock
    {
        public int BankMs { get; set; }

        public int IncrementMs { get; set; }

        /// <summary>The most that one decision may take.</summary>
        public int LimitMs { get; set; }
    }

    /// <summary>The active player claims the coin.</summary>
    public sealed class CoinClaimed : Event
    {
        public override string Name => "coin_claimed";

        public int Seat { get; set; }
    }

    /// <summary>The claim failed.</summary>
    public sealed class CoinKept : Event
    {
        public override string Name => "coin_kept";

        public int Seat { get; set; }

        public int Turn { get; set; }
    }

    /// <summary>The coin goes to <c>seat</c>.</summary>
    public sealed class CoinPassed : Event
    {
        public override string Name => "coin_passed";

        public int Seat { get; set; }
    }

    /// <summary>The holder showed a random card, which the claimant plants next.</summary>
    public sealed class CoinResisted : Event
    {
        public override string Name => "coin_resisted";

        public int Seat { get; set; }

        /// <summary>Its former place in the holder's hand.</summary>
        public int Hand { get; set; }

        public string Card { get; set; }
    }

    /// <summary>A question. Index 0 of <c>choices</c> is always legal and safe.</summary>
    public class Decide
    {
        public int Id { get; set; }

        public string Ask { get; set; }

        /// <summary>The steps under way, outermost first: the name of each, then the numbers that it keeps.</summary>
        public List<List<object>> Stack { get; set; }

        public List<Choice> Choices { get; set; } = new List<Choice>();

        public View View { get; set; }

        public List<Event> Events { get; set; } = new List<Event>();

        public TimeLeft Clock { get; set; }

        /// <summary>Ask <c>plant</c>: the card that is due.</summary>
        public string Card { get; set; }

        /// <summary>Ask <c>answer</c>: the ids of the offers to be answered.</summary>
        public List<int> Offers { get; set; }

        /// <summary>Ask <c>window</c>: which one.</summary>
        public string Window { get; set; }

        /// <summary>The question in plain language, for bots that asked for it.</summary>
        public string Text { get; set; }
    }

    /// <summary>Discard a card that the opponent left; in the new duel, all cards of its kind.</summary>
    public sealed class Discard : Choice
    {
        public override string Do => "discard";

        public string Card { get; set; }
    }

    /// <summary>Discard one card of your hand.</summary>
    public sealed class DiscardFromHand : Choice
    {
        public override string Do => "discard_from_hand";

        public string Card { get; set; }

        /// <summary>Its place in the hand.</summary>
        public int Hand { get; set; }
    }

    /// <summary>Cards went to the discard pile other than by a harvest.</summary>
    public sealed class Discarded : Event
    {
        public override string Name => "discarded";

        public int Seat { get; set; }

        public List<string> Cards { get; set; } = new List<string>();

        public string From { get; set; }

        /// <summary>Its former place, if it was discarded from the hand by choice.</summary>
        public int? Hand { get; set; }
    }

    /// <summary>Cards went to the back of a hand: their drawer sees <c>cards</c>, the others <c>count</c>.</summary>
    public sealed class Drew : Event
    {
        public override string Name => "drew";

        public int Seat { get; set; }

        public List<string> Cards { get; set; }

        public int? Count { get; set; }
    }

    /// <summary>An order went to the back of the hand: its drawer sees <c>cards</c>, the others <c>count</c>.</summary>
    public sealed class DrewOrder : Event
    {
        public override string Name => "drew_order";

        public int Seat { get; set; }

        public List<string> Cards { get; set; }

        public int? Count { get; set; }
    }

    /// <summary>A field; an empty one has no kind.</summary>
    public sealed class FieldView
    {
        public string Kind { get; set; }

        public int Count { get; set; }

        /// <summary>Coins that harvesting it now would earn.</summary>
        public int Coins { get; set; }

        /// <summary>The cards in planting order, if the field grows more than one kind.</summary>
        public List<string> Cards { get; set; }
    }

    /// <summary>Fill your order.</summary>
    public sealed class FillOrder : Choice
    {
        public override string Do => "fill_order";

        /// <summary>The left one of the two adjacent fields.</summary>
        public int Field { get; set; }
    }

    /// <summary>An order became a coin.</summary>
    public sealed class FilledOrder : Event
    {
        public override string Name => "filled_order";

        public int Seat { get; set; }

        public string Card { get; set; }

        /// <summary>The left one of the two fields.</summary>
        public int Field { get; set; }

        /// <summary>Its former place in the hand, unless it was laid.</summary>
        public int? Hand { get; set; }
    }

    /// <summary>The game is over.</summary>
    public sealed class GameEnded : Event
    {
        public override string Name => "game_over";

        public List<int> Scores { get; set; } = new List<int>();

        public List<int> Places { get; set; } = new List<int>();

        public List<int> Winners { get; set; } = new List<int>();
    }

    /// <summary>The result. <c>places</c> (1 is best) go by coins alone; equal coins share the better place. <c>winners</c>: the seat or seats left after the rulebook's tie-break.</summary>
    public sealed class GameOver
    {
        public List<int> Scores { get; set; } = new List<int>();

        public List<int> Places { get; set; } = new List<int>();

        public List<int> Winners { get; set; } = new List<int>();

        public List<Event> Events { get; set; } = new List<Event>();

        public List<int> Forfeits { get; set; } = new List<int>();
    }

    /// <summary>A game begins. No answer is expected.</summary>
    public sealed class GameStart
    {
        public int Seat { get; set; }

        public int Players { get; set; }

        public string Variant { get; set; }

        public Rulebook Rulebook { get; set; }

        public Clock Clock { get; set; }

        /// <summary>For the bot's own randomness; it says nothing about the cards.</summary>
        public long Seed { get; set; }

        public bool Talk { get; set; }

        public string Objective { get; set; }
    }

    /// <summary>Give this coin, one of those that the stew just earned, to the owner of distillery 3.</summary>
    public sealed class GiveCoin : Choice
    {
        public override string Do => "give_coin";

        public string Card { get; set; }
    }

    /// <summary>At the end (option hand_harvest): all cards of a kind in the hand joined their field.</summary>
    public sealed class HandJoined : Event
    {
        public override string Name => "hand_joined";

        public int Seat { get; set; }

        public int Field { get; set; }

        public List<string> Cards { get; set; } = new List<string>();
    }

    /// <summary>At the end (option hand_harvest): all cards of a kind in the hand were sold.</summary>
    public sealed class HandSold : Event
    {
        public override string Name => "hand_sold";

        public int Seat { get; set; }

        public List<string> Cards { get; set; } = new List<string>();

        public List<string> Coins { get; set; } = new List<string>();
    }

    /// <summary>Harvest one of your fields.</summary>
    public sealed class Harvest : Choice
    {
        public override string Do => "harvest";

        public int Field { get; set; }
    }

    /// <summary>Harvest a field in which soy has joined another kind (farm 2).</summary>
    public sealed class HarvestFarm : Choice
    {
        public override string Do => "harvest_farm";

        public int Field { get; set; }

        /// <summary>The number of its coins that are soy cards.</summary>
        public int Soy { get; set; }
    }

    /// <summary>A field was harvested: all its cards, and those of them that became coins.</summary>
    public sealed class Harvested : Event
    {
        public override string Name => "harvested";

        public int Seat { get; set; }

        public int Field { get; set; }

        public List<string> Cards { get; set; } = new List<string>();

        public List<string> Coins { get; set; } = new List<string>();
    }

    /// <summary>The first line.</summary>
    public sealed class Hello
    {
        public int Protocol { get; set; }

        /// <summary>Version of the arena.</summary>
        public string Arena { get; set; }
    }

    /// <summary>The turn of <c>seat</c> begins, with nothing to draw for <c>turns</c> turns in a row.</summary>
    public sealed class Idle : Event
    {
        public override string Name => "idle";

        public int Seat { get; set; }

        public int Turns { get; set; }
    }

    /// <summary>A card just discarded became a coin of <c>seat</c> (jail 4).</summary>
    public sealed class JailCoin : Event
    {
        public override string Name => "jail_coin";

        public int Seat { get; set; }

        public string Card { get; set; }
    }

    /// <summary>Take a magpie that is due elsewhere to the back of the hand.</summary>
    public sealed class KeepMagpie : Choice
    {
        public override string Do => "keep_magpie";

        public string Card { get; set; }
    }

    /// <summary>A magpie went to the back of the hand.</summary>
    public sealed class Kept : Event
    {
        public override string Name => "kept";

        public int Seat { get; set; }

        public string Card { get; set; }

        /// <summary>Where it was due.</summary>
        public string From { get; set; }
    }

    /// <summary>One kind of bean in the deck.</summary>
    public sealed class KindOfBean
    {
        public string Name { get; set; }

        /// <summary>Cards of the kind in the deck.</summary>
        public int Count { get; set; }

        /// <summary>Coins for n cards harvested are <c>earns[min(n, len(earns) - 1)]</c>.</summary>
        public List<int> Earns { get; set; } = new List<int>();
    }

    /// <summary>An order was laid face up.</summary>
    public sealed class LaidOrder : Event
    {
        public override string Name => "laid_order";

        public int Seat { get; set; }

        public string Card { get; set; }

        /// <summary>True if it was the first card of step 1, so that one bean must follow.</summary>
        public bool First { get; set; }
    }

    /// <summary>Offers or accepts stand no longer.</summary>
    public sealed class Lapsed : Event
    {
        public override string Name => "lapsed";

        public List<int> Ids { get; set; } = new List<int>();
    }

    /// <summary>In step 1: lay the order that is due face up.</summary>
    public sealed class LayOrder : Choice
    {
        public override string Do => "lay_order";

        public string Card { get; set; }
    }

    /// <summary>The cards still turned over are now offered to the opponent.</summary>
    public sealed class Left : Event
    {
        public override string Name => "left";

        public int Seat { get; set; }
    }

    /// <summary>The top of the draw pile was looked at: <c>seat</c> sees <c>cards</c>, the others <c>count</c>.</summary>
    public sealed class Looked : Event
    {
        public override string Name => "looked";

        public int Seat { get; set; }

        public List<string> Cards { get; set; }

        public int? Count { get; set; }
    }

    /// <summary>Cards from the top of the discard pile joined those turned over.</summary>
    public sealed class Matched : Event
    {
        public override string Name => "matched";

        public int Seat { get; set; }

        /// <summary>In the order in which they were taken.</summary>
        public List<string> Cards { get; set; } = new List<string>();
    }

    /// <summary>The language model's answer to <c>ask_model</c>.</summary>
    public sealed class ModelSaid
    {
        public int? Id { get; set; }

        /// <summary>May be empty.</summary>
        public string Text { get; set; }

        /// <summary>The way it ended: "stop", "length" if it was cut short, "content_filter", "refused", …</summary>
        public string Stop { get; set; }

        public int TokensIn { get; set; }

        /// <summary>Input tokens that came from the provider's cache.</summary>
        public int Cached { get; set; }

        public int TokensOut { get; set; }

        /// <summary>Why the prompt was not passed on to any model.</summary>
        public string Reason { get; set; }
    }

    /// <summary>Move one card of the hand (bank 4).</summary>
    public sealed class MoveCard : Choice
    {
        public override string Do => "move_card";

        public int Hand { get; set; }

        /// <summary>Its place in the hand afterwards.</summary>
        public int To { get; set; }
    }

    /// <summary>A card of the hand was moved.</summary>
    public sealed class MovedCard : Event
    {
        public override string Name => "moved_card";

        public int Seat { get; set; }

        public int Hand { get; set; }

        /// <summary>Its place afterwards.</summary>
        public int To { get; set; }
    }

    /// <summary>Name the type of building that will be sold out (distillery 2).</summary>
    public sealed class NameType : Choice
    {
        public override string Do => "name_type";

        public string Type { get; set; }
    }

    /// <summary>The others may now buy one of this type; then it is sold out (distillery 2).</summary>
    public sealed class NamedType : Event
    {
        public override string Name => "named_type";

        public int Seat { get; set; }

        public string Type { get; set; }
    }

    /// <summary>The limits of a negotiation (T1, T3).</summary>
    public sealed class Negotiation
    {
        public int Rounds { get; set; }

        /// <summary>New offers that the active player may make in a round.</summary>
        public int Offers { get; set; }

        /// <summary>Offers that one sealed answer may make.</summary>
        public int Replies { get; set; }

        /// <summary>The most characters of a spoken text; 0 if talk is off.</summary>
        public int Say { get; set; }
    }

    /// <summary>An offer: what I give and want. An empty side makes a gift; <c>"open"</c> means "you name it".</summary>
    public sealed class Offer
    {
        /// <summary>A seat, or everybody. Offers of other players always go to the active player.</summary>
        public int? To { get; set; }

        public Side<Card> Give { get; set; } = new Side<Card>();

        public Side<string> Want { get; set; } = new Side<string>();
    }

    /// <summary>The active player posted offers.</summary>
    public sealed class Offered : Event
    {
        public override string Name => "offered";

        public int Seat { get; set; }

        public List<StandingOffer> Offers { get; set; } = new List<StandingOffer>();
    }

    /// <summary>Two field beans opened the third field.</summary>
    public sealed class OpenedField : Event
    {
        public override string Name => "opened_field";

        public int Seat { get; set; }
    }

    /// <summary>Put the cards just drawn in another order (bank 3).</summary>
    public sealed class OrderDrawn : Choice
    {
        public override string Do => "order_drawn";

        /// <summary>Their present places among the cards drawn, in the new order.</summary>
        public List<int> Order { get; set; } = new List<int>();
    }

    /// <summary>The cards just drawn were reordered: <c>seat</c> sees <c>order</c>, the others <c>count</c>.</summary>
    public sealed class OrderedDrawn : Event
    {
        public override string Name => "ordered_drawn";

        public int Seat { get; set; }

        /// <summary>Former places among the cards drawn, in the new order.</summary>
        public List<int> Order { get; set; }

        public int? Count { get; set; }
    }

    /// <summary>One coin of a stew went from <c>seat</c> to distillery 3 of <c>with</c>.</summary>
    public sealed class PaidDistiller : Event
    {
        public override string Name => "paid_distiller";

        public int Seat { get; set; }

        public int With { get; set; }

        public string Card { get; set; }
    }

    /// <summary>Do nothing (more).</summary>
    public sealed class Pass : Choice
    {
        public override string Do => "pass";
    }

    /// <summary>Plant a card of this kind in one of your fields.</summary>
    public sealed class Plant : Choice
    {
        public override string Do => "plant";

        public string Card { get; set; }

        public int Field { get; set; }
    }

    /// <summary>Plant a card in a stew, or begin one in a field with a single card (saloon 3, 4).</summary>
    public sealed class PlantStew : Choice
    {
        public override string Do => "plant_stew";

        public string Card { get; set; }

        public int Field { get; set; }
    }

    /// <summary>A card was planted.</summary>
    public sealed class Planted : Event
    {
        public override string Name => "planted";

        public int Seat { get; set; }

        public string Card { get; set; }

        public int Field { get; set; }

        /// <summary><c>hand</c> in step 1, <c>set_aside</c> in step 3; in expansions also other places.</summary>
        public string From { get; set; }
    }

    /// <summary>In step 1: discard the magpie that is due, then steal.</summary>
    public sealed class PlayMagpie : Choice
    {
        public override string Do => "play_magpie";

        public string Card { get; set; }
    }

    /// <summary>A message to a language model.</summary>
    public sealed class Prompt
    {
        public string Role { get; set; }

        public string Content { get; set; }
    }

    /// <summary>The card that was looked at is back.</summary>
    public sealed class PutBack : Event
    {
        public override string Name => "put_back";

        public int Seat { get; set; }

        /// <summary>True if it went under the draw pile.</summary>
        public bool Under { get; set; }
    }

    /// <summary>Put the card that you saw under the draw pile (bank 2).</summary>
    public sealed class PutUnder : Choice
    {
        public override string Do => "put_under";
    }

    /// <summary>The bot is set up. Every key is optional.</summary>
    public sealed class Ready
    {
        public string Name { get; set; }

        public object Version { get; set; }

        public string Author { get; set; }

        public int? Protocol { get; set; }

        public List<string> Wants { get; set; }

        public bool? Text { get; set; }
    }

    /// <summary>An answer was not accepted. If <c>again</c> is true, it may be corrected once, on the same clock and id.</summary>
    public sealed class Refused
    {
        public int? Id { get; set; }

        public string Reason { get; set; }

        public bool Again { get; set; }

        /// <summary>A legal choice, close to the refused one if possible.</summary>
        public Choice Example { get; set; }

        /// <summary>If <c>again</c> is false: what was played instead.</summary>
        public Choice Played { get; set; }
    }

    /// <summary>Try to keep the coin: a random card of your hand is shown.</summary>
    public sealed class Resist : Choice
    {
        public override string Do => "resist";
    }

    /// <summary>An order that was laid went under the order stack, unfilled.</summary>
    public sealed class ReturnedOrder : Event
    {
        public override string Name => "returned_order";

        public int Seat { get; set; }

        public string Card { get; set; }
    }

    /// <summary>A round of negotiation begins; rounds after the last are for standing replies only.</summary>
    public sealed class RoundEvent : Event
    {
        public override string Name => "round";

        /// <summary>The active player.</summary>
        public int Seat { get; set; }

        public int Round { get; set; }
    }

    /// <summary>One rule of the book in words.</summary>
    public sealed class RuleText
    {
        public string Name { get; set; }

        public string Cites { get; set; }

        public string Text { get; set; }
    }

    /// <summary>The game to be played, as tables.</summary>
    public sealed class Rulebook
    {
        public string Variant { get; set; }

        public int Players { get; set; }

        /// <summary>Version of the rules engine.</summary>
        public string Version { get; set; }

        public List<KindOfBean> Kinds { get; set; } = new List<KindOfBean>();

        /// <summary>Fields at the start.</summary>
        public int Fields { get; set; }

        /// <summary>Only if it can be bought.</summary>
        public int? ThirdFieldPrice { get; set; }

        /// <summary>Cards dealt, by seat.</summary>
        public List<int> Deal { get; set; } = new List<int>();

        public int TurnOver { get; set; }

        public int Draw { get; set; }

        /// <summary>The game ends on this run-out.</summary>
        public int LastRunOut { get; set; }

        /// <summary>True if a player may grow one kind in two fields.</summary>
        public bool SameKindTwice { get; set; }

        public List<string> Steps { get; set; } = new List<string>();

        public List<string> Windows { get; set; } = new List<string>();

        public Negotiation Negotiation { get; set; }

        public string Ties { get; set; }

        public List<RuleText> Rules { get; set; } = new List<RuleText>();

        /// <summary>Numbers and lists of the rules of expansions, by the name of the rule.</summary>
        public object More { get; set; }
    }

    /// <summary>The draw pile ran out; <c>shuffled</c> discarded cards form the new one (0: none).</summary>
    public sealed class RunOut : Event
    {
        public override string Name => "run_out";

        public int RunOuts { get; set; }

        public int Shuffled { get; set; }
    }

    /// <summary>A player spoke.</summary>
    public sealed class Said : Event
    {
        public override string Name => "said";

        public int Seat { get; set; }

        public string Text { get; set; }
    }

    /// <summary>The discard pile was shuffled into a new draw pile without a run-out.</summary>
    public sealed class Shuffled : Event
    {
        public override string Name => "shuffled";

        public int Count { get; set; }
    }

    /// <summary>The rest of a type left the game.</summary>
    public sealed class SoldOut : Event
    {
        public override string Name => "sold_out";

        public string Type { get; set; }

        /// <summary>Buildings for sale from now on.</summary>
        public List<string> Shop { get; set; } = new List<string>();
    }

    /// <summary>An accept that the active player can take.</summary>
    public sealed class StandingAccept
    {
        public int Id { get; set; }

        public int Seat { get; set; }

        public int Offer { get; set; }

        public List<Card> Give { get; set; } = new List<Card>();
    }

    /// <summary>An offer, bid or counter-offer on the table. Ids are unique within a turn.</summary>
    public sealed class StandingOffer
    {
        public int Id { get; set; }

        public int Seat { get; set; }

        public int? To { get; set; }

        public Side<Card> Give { get; set; } = new Side<Card>();

        public Side<string> Want { get; set; } = new Side<string>();
    }

    /// <summary>Take one bean from another player's field and plant it.</summary>
    public sealed class Steal : Choice
    {
        public override string Do => "steal";

        /// <summary>The owner of the field.</summary>
        public int Seat { get; set; }

        public int Field { get; set; }

        /// <summary>Your field that grows the same kind.</summary>
        public int Into { get; set; }
    }

    /// <summary>A field becomes a stew with the card planted next.</summary>
    public sealed class StewBegun : Event
    {
        public override string Name => "stew_begun";

        public int Seat { get; set; }

        public int Field { get; set; }
    }

    /// <summary>The coins of the harvest just reported went under the saloon, not on the coin pile.</summary>
    public sealed class StewEarned : Event
    {
        public override string Name => "stew_earned";

        public int Seat { get; set; }

        public int Field { get; set; }

        public List<string> Coins { get; set; } = new List<string>();
    }

    /// <summary>A card was taken from a field of <c>with</c>; <c>planted</c> says where it goes.</summary>
    public sealed class Stole : Event
    {
        public override string Name => "stole";

        public int Seat { get; set; }

        public int With { get; set; }

        public int Field { get; set; }

        public string Card { get; set; }
    }

    /// <summary>Put a card that is due on your store instead of planting it.</summary>
    public sealed class StoreCard : Choice
    {
        public override string Do => "store";

        public string Card { get; set; }
    }

    /// <summary>A card was put on a store.</summary>
    public sealed class Stored : Event
    {
        public override string Name => "stored";

        public int Seat { get; set; }

        public string Card { get; set; }

        /// <summary>Where it was due.</summary>
        public string From { get; set; }
    }

    /// <summary>Take a standing bid or counter-offer, naming the copies to hand over.</summary>
    public sealed class Take
    {
        public int Id { get; set; }

        public List<Card> Give { get; set; } = new List<Card>();

        public static implicit operator Take(int number) => new Take { Id = number };
    }

    /// <summary>Time for the question at hand.</summary>
    public sealed class TimeLeft
    {
        public int BankMs { get; set; }

        public int LimitMs { get; set; }
    }

    /// <summary>The active player's move in a negotiation: takes in order, then new offers or the end.</summary>
    public sealed class Trade : Choice
    {
        public override string Do => "trade";

        public List<Take> Take { get; set; } = new List<Take>();

        public List<Offer> Offers { get; set; } = new List<Offer>();

        public bool End { get; set; }
    }

    /// <summary>Step 2 is over.</summary>
    public sealed class TradeEnded : Event
    {
        public override string Name => "trade_ended";

        public int Seat { get; set; }
    }

    /// <summary>Cards changed hands. Places are those in the hands just before the exchange.</summary>
    public sealed class Traded : Event
    {
        public override string Name => "traded";

        /// <summary>The active player.</summary>
        public int Seat { get; set; }

        public int With { get; set; }

        /// <summary>Id of the accept or offer that was taken.</summary>
        public int Taken { get; set; }

        /// <summary>Cards that the active player gave.</summary>
        public List<Card> Gave { get; set; } = new List<Card>();

        public List<Card> Got { get; set; } = new List<Card>();
    }

    /// <summary>A turn begins.</summary>
    public sealed class TurnEvent : Event
    {
        public override string Name => "turn";

        public int Turn { get; set; }

        public int Seat { get; set; }
    }

    /// <summary>Cards were turned over for the active player.</summary>
    public sealed class TurnedOver : Event
    {
        public override string Name => "turned_over";

        public int Seat { get; set; }

        public List<string> Cards { get; set; } = new List<string>();
    }

    /// <summary>An answer's use of language models; every key is optional.</summary>
    public sealed class Usage
    {
        public double? TokensIn { get; set; }

        /// <summary>Input tokens that came from the provider's cache.</summary>
        public double? Cached { get; set; }

        public double? TokensOut { get; set; }

        /// <summary>In the currency of the person who pays.</summary>
        public double? Cost { get; set; }

        /// <summary>Spent waiting for models.</summary>
        public double? Seconds { get; set; }

        /// <summary>Further requests because an answer was unusable.</summary>
        public double? Rethinks { get; set; }

        /// <summary>1 if the choice is not the model's.</summary>
        public double? Fallbacks { get; set; }
    }

    /// <summary>Everything that one seat can see. Lists of lists and of counts are indexed by seat.</summary>
    public sealed class View
    {
        public int Seat { get; set; }

        public int Turn { get; set; }

        public int Active { get; set; }

        public string Step { get; set; }

        /// <summary>Round of the negotiation, from 1; 0 outside it. Above <c>rounds</c>: standing replies only.</summary>
        public int Round { get; set; }

        public int Rounds { get; set; }

        /// <summary>Your hand; index 0 is played first.</summary>
        public List<string> Hand { get; set; } = new List<string>();

        public List<int> Hands { get; set; } = new List<int>();

        public List<List<FieldView>> Fields { get; set; } = new List<List<FieldView>>();

        /// <summary>Coin piles, bottom to top; every coin is the back of a card of that kind.</summary>
        public List<List<string>> Coins { get; set; } = new List<List<string>>();

        public List<List<string>> SetAside { get; set; } = new List<List<string>>();

        public List<string> TurnedOver { get; set; } = new List<string>();

        public int DrawPile { get; set; }

        /// <summary>Discard pile, bottom to top.</summary>
        public List<string> Discard { get; set; } = new List<string>();

        public int RunOuts { get; set; }

        public List<StandingOffer> Offers { get; set; } = new List<StandingOffer>();

        public List<StandingAccept> Accepts { get; set; } = new List<StandingAccept>();

        /// <summary>By seat: true if it stays silent this turn, and is only asked by name.</summary>
        public List<bool> Silent { get; set; } = new List<bool>();

        /// <summary>By seat: true if it has its third field. Only in games in which it can be had.</summary>
        public List<bool> ThirdField { get; set; }

        /// <summary>The seat that holds the coin.</summary>
        public int? CoinHolder { get; set; }

        /// <summary>The last turn in which a claim failed; 0 if none has.</summary>
        public int? CoinClaimFailed { get; set; }

        /// <summary>The card shown, until it is planted.</summary>
        public List<string> CoinCard { get; set; }

        /// <summary>The cards that the opponent left.</summary>
        public List<string> OnOffer { get; set; }

        public List<List<string>> Buildings { get; set; }

        /// <summary>Buildings for sale.</summary>
        public List<string> Shop { get; set; }

        /// <summary>Coins under a saloon or distillery 3, which cannot be spent.</summary>
        public List<List<string>> UnderBuildings { get; set; }

        /// <summary>The fields that are a stew.</summary>
        public List<List<int>> Stews { get; set; }

        /// <summary>Fields for one bean only, as [field, its building].</summary>
        public List<List<List<object>>> SpecialFields { get; set; }

        public List<List<string>> Store { get; set; }

        /// <summary>Cards set aside that came from another player's store, and must be planted.</summary>
        public List<List<string>> FromStore { get; set; }

        /// <summary>While bank 2 is used: its owner sees the card, the others a count.</summary>
        public List<object> BankSeen { get; set; }

        /// <summary>The number of turns in a row that began with nothing to draw.</summary>
        public int? IdleTurns { get; set; }

        /// <summary>Orders left to draw.</summary>
        public int? OrderStack { get; set; }

        /// <summary>The laid order of each seat: one card or none.</summary>
        public List<List<string>> LaidOrder { get; set; }

        /// <summary>The last turn in which an order was the first card of step 1; 0 if none was.</summary>
        public int? OrderLaidFirst { get; set; }
    }

    /// <summary>One of a later version of the arena is an OtherChoice.</summary>
    public abstract class Choice
    {
        internal static readonly Dictionary<string, Type> Known = new Dictionary<string, Type>
        {
            ["answer"] = typeof(Answer),
            ["buy_building"] = typeof(BuyBuilding),
            ["buy_field"] = typeof(BuyField),
            ["claim_coin"] = typeof(ClaimCoin),
            ["discard"] = typeof(Discard),
            ["discard_from_hand"] = typeof(DiscardFromHand),
            ["fill_order"] = typeof(FillOrder),
            ["give_coin"] = typeof(GiveCoin),
            ["harvest"] = typeof(Harvest),
            ["harvest_farm"] = typeof(HarvestFarm),
            ["keep_magpie"] = typeof(KeepMagpie),
            ["lay_order"] = typeof(LayOrder),
            ["move_card"] = typeof(MoveCard),
            ["name_type"] = typeof(NameType),
            ["order_drawn"] = typeof(OrderDrawn),
            ["pass"] = typeof(Pass),
            ["plant"] = typeof(Plant),
            ["plant_stew"] = typeof(PlantStew),
            ["play_magpie"] = typeof(PlayMagpie),
            ["put_under"] = typeof(PutUnder),
            ["resist"] = typeof(Resist),
            ["steal"] = typeof(Steal),
            ["store"] = typeof(StoreCard),
            ["trade"] = typeof(Trade),
        };

        public abstract string Do { get; }

        internal Dictionary<string, object> Came { get; set; }
    }

    /// <summary>One of a later version of the arena is an OtherEvent.</summary>
    public abstract class Event
    {
        internal static readonly Dictionary<string, Type> Known = new Dictionary<string, Type>
        {
            ["answered"] = typeof(Answered),
            ["bought_building"] = typeof(BoughtBuilding),
            ["bought_field"] = typeof(BoughtField),
            ["coin_claimed"] = typeof(CoinClaimed),
            ["coin_kept"] = typeof(CoinKept),
            ["coin_passed"] = typeof(CoinPassed),
            ["coin_resisted"] = typeof(CoinResisted),
            ["discarded"] = typeof(Discarded),
            ["drew"] = typeof(Drew),
            ["drew_order"] = typeof(DrewOrder),
            ["filled_order"] = typeof(FilledOrder),
            ["game_over"] = typeof(GameEnded),
            ["hand_joined"] = typeof(HandJoined),
            ["hand_sold"] = typeof(HandSold),
            ["harvested"] = typeof(Harvested),
            ["idle"] = typeof(Idle),
            ["jail_coin"] = typeof(JailCoin),
            ["kept"] = typeof(Kept),
            ["laid_order"] = typeof(LaidOrder),
            ["lapsed"] = typeof(Lapsed),
            ["left"] = typeof(Left),
            ["looked"] = typeof(Looked),
            ["matched"] = typeof(Matched),
            ["moved_card"] = typeof(MovedCard),
            ["named_type"] = typeof(NamedType),
            ["offered"] = typeof(Offered),
            ["opened_field"] = typeof(OpenedField),
            ["ordered_drawn"] = typeof(OrderedDrawn),
            ["paid_distiller"] = typeof(PaidDistiller),
            ["planted"] = typeof(Planted),
            ["put_back"] = typeof(PutBack),
            ["returned_order"] = typeof(ReturnedOrder),
            ["round"] = typeof(RoundEvent),
            ["run_out"] = typeof(RunOut),
            ["said"] = typeof(Said),
            ["shuffled"] = typeof(Shuffled),
            ["sold_out"] = typeof(SoldOut),
            ["stew_begun"] = typeof(StewBegun),
            ["stew_earned"] = typeof(StewEarned),
            ["stole"] = typeof(Stole),
            ["stored"] = typeof(Stored),
            ["trade_ended"] = typeof(TradeEnded),
            ["traded"] = typeof(Traded),
            ["turn"] = typeof(TurnEvent),
            ["turned_over"] = typeof(TurnedOver),
        };

        public abstract string Name { get; }
    }
}
