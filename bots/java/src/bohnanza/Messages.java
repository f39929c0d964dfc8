// Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost.

package bohnanza;

import java.util.List;

/**
 * The protocol's messages. What is missing is null, or an empty list; an offer is for everybody
 * where its {@code to} is null.
 */
public final class Messages {
    private Messages() {}

    /** Accept an offer, naming the copies to hand over. */
    public record Accept(int offer, List<Card> give) implements Json.Writable {
        /** Leaves out {@code give}. */
        public Accept(int offer) {
            this(offer, List.of());
        }

        static Accept from(Json json) {
            return new Accept(json.getOrSelf("offer").integer(), json.get("give").list(Card::from));
        }

        @Override
        public Object json() {
            return give.isEmpty() ? offer : Json.object("offer", offer, "give", give);
        }
    }

    /** A sealed answer; every offer that it does not accept is declined. */
    public record Answer(
            List<Accept> accept,
            List<Offer> offers,
            List<Integer> withdraw,
            boolean silent) implements Choice {
        /** Leaves out {@code withdraw} and {@code silent}. */
        public Answer(List<Accept> accept, List<Offer> offers) {
            this(accept, offers, List.of(), false);
        }

        static Answer from(Json json) {
            return new Answer(
                    json.get("accept").list(Accept::from),
                    json.get("offers").list(Offer::from),
                    json.get("withdraw").list(Json::integer),
                    json.get("silent").flag());
        }

        @Override
        public Object json() {
            return Json.object(
                    "do", "answer",
                    "accept", accept,
                    "offers", offers,
                    "withdraw", withdraw,
                    "silent", silent);
        }
    }

    /**
     * A sealed answer, opened: what it accepted, offered and withdrew.
     *
     * @param silent True: the seat is only asked again this turn if it is addressed by name.
     */
    public record Answered(
            int seat,
            List<StandingAccept> accepts,
            List<StandingOffer> offers,
            List<Integer> withdrawn,
            boolean silent) implements Event {
        static Answered from(Json json) {
            return new Answered(
                    json.get("seat").integer(),
                    json.get("accepts").list(StandingAccept::from),
                    json.get("offers").list(StandingOffer::from),
                    json.get("withdrawn").list(Json::integer),
                    json.get("silent").flag());
        }
    }

    /**
     * A building was bought with the topmost coins of its bean.
     *
     * @param shop Buildings for sale from now on.
     */
    public record BoughtBuilding(int seat, String building, List<String> shop) implements Event {
        static BoughtBuilding from(Json json) {
            return new BoughtBuilding(
                    json.get("seat").integer(),
                    json.get("building").text(),
                    json.get("shop").list(Json::text));
        }
    }

    /** A third field was bought with the topmost coins. */
    public record BoughtField(int seat, int price) implements Event {
        static BoughtField from(Json json) {
            return new BoughtField(json.get("seat").integer(), json.get("price").integer());
        }
    }

    /** Buy a building that is for sale. */
    public record BuyBuilding(String building) implements Choice {
        static BuyBuilding from(Json json) {
            return new BuyBuilding(json.get("building").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "buy_building", "building", building);
        }
    }

    /** Buy the third field. */
    public record BuyField() implements Choice {
        static BuyField from(Json json) {
            return new BuyField();
        }

        @Override
        public Object json() {
            return Json.object("do", "buy_field");
        }
    }

    /** Claim the bean coin. */
    public record ClaimCoin() implements Choice {
        static ClaimCoin from(Json json) {
            return new ClaimCoin();
        }

        @Override
        public Object json() {
            return Json.object("do", "claim_coin");
        }
    }

    /**
     * Thinking time of a game: a bank, refilled by an increment with each decision.
     *
     * @param limitMs The most that one decision may take.
     */
    public record Clock(int bankMs, int incrementMs, int limitMs) {
        static Clock from(Json json) {
            return new Clock(
                    json.get("bank_ms").integer(),
                    json.get("increment_ms").integer(),
                    json.get("limit_ms").integer());
        }
    }

    /** The active player claims the coin. */
    public record CoinClaimed(int seat) implements Event {
        static CoinClaimed from(Json json) {
            return new CoinClaimed(json.get("seat").integer());
        }
    }

    /** The claim failed. */
    public record CoinKept(int seat, int turn) implements Event {
        static CoinKept from(Json json) {
            return new CoinKept(json.get("seat").integer(), json.get("turn").integer());
        }
    }

    /** The coin goes to {@code seat}. */
    public record CoinPassed(int seat) implements Event {
        static CoinPassed from(Json json) {
            return new CoinPassed(json.get("seat").integer());
        }
    }

    /**
     * The holder showed a random card, which the claimant plants next.
     *
     * @param hand Its former place in the holder's hand.
     */
    public record CoinResisted(int seat, int hand, String card) implements Event {
        static CoinResisted from(Json json) {
            return new CoinResisted(
                    json.get("seat").integer(),
                    json.get("hand").integer(),
                    json.get("card").text());
        }
    }

    /**
     * A question. Index 0 of {@code choices} is always legal and safe.
     *
     * @param stack The steps under way, outermost first: the name of each, then the numbers
     * that it keeps.
     * @param card Ask {@code plant}: the card that is due.
     * @param offers Ask {@code answer}: the ids of the offers to be answered.
     * @param window Ask {@code window}: which one.
     * @param text The question in plain language, for bots that asked for it.
     */
    public record Decision(
            int id,
            String ask,
            List<List<Json>> stack,
            List<Choice> choices,
            View view,
            List<Event> events,
            TimeLeft clock,
            String card,
            List<Integer> offers,
            String window,
            String text) implements Question {
        static Decision from(Json json) {
            return new Decision(
                    json.get("id").integer(),
                    json.get("ask").text(),
                    json.get("stack").list(Json.listOf(each -> each)),
                    json.get("choices").list(Choice::from),
                    View.from(json.get("view")),
                    json.get("events").list(Event::from),
                    TimeLeft.from(json.get("clock")),
                    json.get("card").text(),
                    json.get("offers").list(Json::integer),
                    json.get("window").text(),
                    json.get("text").text());
        }
    }

    /** Discard a card that the opponent left; in the new duel, all cards of its kind. */
    public record Discard(String card) implements Choice {
        static Discard from(Json json) {
            return new Discard(json.get("card").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "discard", "card", card);
        }
    }

    /**
     * Discard one card of your hand.
     *
     * @param hand Its place in the hand.
     */
    public record DiscardFromHand(String card, int hand) implements Choice {
        static DiscardFromHand from(Json json) {
            return new DiscardFromHand(json.get("card").text(), json.get("hand").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "discard_from_hand", "card", card, "hand", hand);
        }
    }

    /**
     * Cards went to the discard pile other than by a harvest.
     *
     * @param hand Its former place, if it was discarded from the hand by choice.
     */
    public record Discarded(
            int seat,
            List<String> cards,
            String from,
            Integer hand) implements Event {
        static Discarded from(Json json) {
            return new Discarded(
                    json.get("seat").integer(),
                    json.get("cards").list(Json::text),
                    json.get("from").text(),
                    json.get("hand").integerOrNull());
        }
    }

    /**
     * Cards went to the back of a hand: their drawer sees {@code cards}, the others {@code
     * count}.
     */
    public record Drew(int seat, List<String> cards, Integer count) implements Event {
        static Drew from(Json json) {
            return new Drew(
                    json.get("seat").integer(),
                    json.get("cards").list(Json::text),
                    json.get("count").integerOrNull());
        }
    }

    /**
     * An order went to the back of the hand: its drawer sees {@code cards}, the others {@code
     * count}.
     */
    public record DrewOrder(int seat, List<String> cards, Integer count) implements Event {
        static DrewOrder from(Json json) {
            return new DrewOrder(
                    json.get("seat").integer(),
                    json.get("cards").list(Json::text),
                    json.get("count").integerOrNull());
        }
    }

    /**
     * A field; an empty one has no kind.
     *
     * @param coins Coins that harvesting it now would earn.
     * @param cards The cards in planting order, if the field grows more than one kind.
     */
    public record FieldView(String kind, int count, int coins, List<String> cards) {
        static FieldView from(Json json) {
            return new FieldView(
                    json.get("kind").text(),
                    json.get("count").integer(),
                    json.get("coins").integer(),
                    json.get("cards").list(Json::text));
        }
    }

    /**
     * Fill your order.
     *
     * @param field The left one of the two adjacent fields.
     */
    public record FillOrder(int field) implements Choice {
        static FillOrder from(Json json) {
            return new FillOrder(json.get("field").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "fill_order", "field", field);
        }
    }

    /**
     * An order became a coin.
     *
     * @param field The left one of the two fields.
     * @param hand Its former place in the hand, unless it was laid.
     */
    public record FilledOrder(int seat, String card, int field, Integer hand) implements Event {
        static FilledOrder from(Json json) {
            return new FilledOrder(
                    json.get("seat").integer(),
                    json.get("card").text(),
                    json.get("field").integer(),
                    json.get("hand").integerOrNull());
        }
    }

    /** The game is over. */
    public record GameEnded(
            List<Integer> scores,
            List<Integer> places,
            List<Integer> winners) implements Event {
        static GameEnded from(Json json) {
            return new GameEnded(
                    json.get("scores").list(Json::integer),
                    json.get("places").list(Json::integer),
                    json.get("winners").list(Json::integer));
        }
    }

    /**
     * The result. {@code places} (1 is best) go by coins alone; equal coins share the better
     * place. {@code winners}: the seat or seats left after the rulebook's tie-break.
     */
    public record GameOver(
            List<Integer> scores,
            List<Integer> places,
            List<Integer> winners,
            List<Event> events,
            List<Integer> forfeits) {
        static GameOver from(Json json) {
            return new GameOver(
                    json.get("scores").list(Json::integer),
                    json.get("places").list(Json::integer),
                    json.get("winners").list(Json::integer),
                    json.get("events").list(Event::from),
                    json.get("forfeits").list(Json::integer));
        }
    }

    /**
     * A game begins. No answer is expected.
     *
     * @param seed For the bot's own randomness; it says nothing about the cards.
     */
    public record GameStart(
            int seat,
            int players,
            String variant,
            Rulebook rulebook,
            Clock clock,
            long seed,
            boolean talk,
            String objective) {
        static GameStart from(Json json) {
            return new GameStart(
                    json.get("seat").integer(),
                    json.get("players").integer(),
                    json.get("variant").text(),
                    Rulebook.from(json.get("rulebook")),
                    Clock.from(json.get("clock")),
                    json.get("seed").longInteger(),
                    json.get("talk").flag(),
                    json.get("objective").text());
        }
    }

    /** Give this coin, one of those that the stew just earned, to the owner of distillery 3. */
    public record GiveCoin(String card) implements Choice {
        static GiveCoin from(Json json) {
            return new GiveCoin(json.get("card").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "give_coin", "card", card);
        }
    }

    /** At the end (option hand_harvest): all cards of a kind in the hand joined their field. */
    public record HandJoined(int seat, int field, List<String> cards) implements Event {
        static HandJoined from(Json json) {
            return new HandJoined(
                    json.get("seat").integer(),
                    json.get("field").integer(),
                    json.get("cards").list(Json::text));
        }
    }

    /** At the end (option hand_harvest): all cards of a kind in the hand were sold. */
    public record HandSold(int seat, List<String> cards, List<String> coins) implements Event {
        static HandSold from(Json json) {
            return new HandSold(
                    json.get("seat").integer(),
                    json.get("cards").list(Json::text),
                    json.get("coins").list(Json::text));
        }
    }

    /** Harvest one of your fields. */
    public record Harvest(int field) implements Choice {
        static Harvest from(Json json) {
            return new Harvest(json.get("field").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "harvest", "field", field);
        }
    }

    /**
     * Harvest a field in which soy has joined another kind (farm 2).
     *
     * @param soy The number of its coins that are soy cards.
     */
    public record HarvestFarm(int field, int soy) implements Choice {
        static HarvestFarm from(Json json) {
            return new HarvestFarm(json.get("field").integer(), json.get("soy").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "harvest_farm", "field", field, "soy", soy);
        }
    }

    /** A field was harvested: all its cards, and those of them that became coins. */
    public record Harvested(
            int seat,
            int field,
            List<String> cards,
            List<String> coins) implements Event {
        static Harvested from(Json json) {
            return new Harvested(
                    json.get("seat").integer(),
                    json.get("field").integer(),
                    json.get("cards").list(Json::text),
                    json.get("coins").list(Json::text));
        }
    }

    /** The turn of {@code seat} begins, with nothing to draw for {@code turns} turns in a row. */
    public record Idle(int seat, int turns) implements Event {
        static Idle from(Json json) {
            return new Idle(json.get("seat").integer(), json.get("turns").integer());
        }
    }

    /** A card just discarded became a coin of {@code seat} (jail 4). */
    public record JailCoin(int seat, String card) implements Event {
        static JailCoin from(Json json) {
            return new JailCoin(json.get("seat").integer(), json.get("card").text());
        }
    }

    /** Take a magpie that is due elsewhere to the back of the hand. */
    public record KeepMagpie(String card) implements Choice {
        static KeepMagpie from(Json json) {
            return new KeepMagpie(json.get("card").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "keep_magpie", "card", card);
        }
    }

    /**
     * A magpie went to the back of the hand.
     *
     * @param from Where it was due.
     */
    public record Kept(int seat, String card, String from) implements Event {
        static Kept from(Json json) {
            return new Kept(
                    json.get("seat").integer(),
                    json.get("card").text(),
                    json.get("from").text());
        }
    }

    /**
     * One kind of bean in the deck.
     *
     * @param count Cards of the kind in the deck.
     * @param earns Coins for n cards harvested are {@code earns[min(n, len(earns) - 1)]}.
     */
    public record KindOfBean(String name, int count, List<Integer> earns) {
        static KindOfBean from(Json json) {
            return new KindOfBean(
                    json.get("name").text(),
                    json.get("count").integer(),
                    json.get("earns").list(Json::integer));
        }
    }

    /**
     * An order was laid face up.
     *
     * @param first True if it was the first card of step 1, so that one bean must follow.
     */
    public record LaidOrder(int seat, String card, boolean first) implements Event {
        static LaidOrder from(Json json) {
            return new LaidOrder(
                    json.get("seat").integer(),
                    json.get("card").text(),
                    json.get("first").flag());
        }
    }

    /** Offers or accepts stand no longer. */
    public record Lapsed(List<Integer> ids) implements Event {
        static Lapsed from(Json json) {
            return new Lapsed(json.get("ids").list(Json::integer));
        }
    }

    /** In step 1: lay the order that is due face up. */
    public record LayOrder(String card) implements Choice {
        static LayOrder from(Json json) {
            return new LayOrder(json.get("card").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "lay_order", "card", card);
        }
    }

    /** The cards still turned over are now offered to the opponent. */
    public record Left(int seat) implements Event {
        static Left from(Json json) {
            return new Left(json.get("seat").integer());
        }
    }

    /**
     * The top of the draw pile was looked at: {@code seat} sees {@code cards}, the others
     * {@code count}.
     */
    public record Looked(int seat, List<String> cards, Integer count) implements Event {
        static Looked from(Json json) {
            return new Looked(
                    json.get("seat").integer(),
                    json.get("cards").list(Json::text),
                    json.get("count").integerOrNull());
        }
    }

    /**
     * Cards from the top of the discard pile joined those turned over.
     *
     * @param cards In the order in which they were taken.
     */
    public record Matched(int seat, List<String> cards) implements Event {
        static Matched from(Json json) {
            return new Matched(json.get("seat").integer(), json.get("cards").list(Json::text));
        }
    }

    /**
     * Move one card of the hand (bank 4).
     *
     * @param to Its place in the hand afterwards.
     */
    public record MoveCard(int hand, int to) implements Choice {
        static MoveCard from(Json json) {
            return new MoveCard(json.get("hand").integer(), json.get("to").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "move_card", "hand", hand, "to", to);
        }
    }

    /**
     * A card of the hand was moved.
     *
     * @param to Its place afterwards.
     */
    public record MovedCard(int seat, int hand, int to) implements Event {
        static MovedCard from(Json json) {
            return new MovedCard(
                    json.get("seat").integer(),
                    json.get("hand").integer(),
                    json.get("to").integer());
        }
    }

    /** Name the type of building that will be sold out (distillery 2). */
    public record NameType(String type) implements Choice {
        static NameType from(Json json) {
            return new NameType(json.get("type").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "name_type", "type", type);
        }
    }

    /** The others may now buy one of this type; then it is sold out (distillery 2). */
    public record NamedType(int seat, String type) implements Event {
        static NamedType from(Json json) {
            return new NamedType(json.get("seat").integer(), json.get("type").text());
        }
    }

    /**
     * The limits of a negotiation (T1, T3).
     *
     * @param offers New offers that the active player may make in a round.
     * @param replies Offers that one sealed answer may make.
     * @param say The most characters of a spoken text; 0 if talk is off.
     */
    public record Negotiation(int rounds, int offers, int replies, int say) {
        static Negotiation from(Json json) {
            return new Negotiation(
                    json.get("rounds").integer(),
                    json.get("offers").integer(),
                    json.get("replies").integer(),
                    json.get("say").integer());
        }
    }

    /**
     * An offer: what I give and want. An empty side makes a gift; {@code "open"} means "you
     * name it".
     *
     * @param to A seat, or everybody. Offers of other players always go to the active player.
     */
    public record Offer(Integer to, Side<Card> give, Side<String> want) implements Json.Writable {
        static Offer from(Json json) {
            return new Offer(
                    json.get("to").integerOrNull(),
                    Side.from(json.get("give"), Card::from),
                    Side.from(json.get("want"), Json::text));
        }

        @Override
        public Object json() {
            return Json.object("to", to, "give", give, "want", want);
        }
    }

    /** The active player posted offers. */
    public record Offered(int seat, List<StandingOffer> offers) implements Event {
        static Offered from(Json json) {
            return new Offered(
                    json.get("seat").integer(),
                    json.get("offers").list(StandingOffer::from));
        }
    }

    /** Two field beans opened the third field. */
    public record OpenedField(int seat) implements Event {
        static OpenedField from(Json json) {
            return new OpenedField(json.get("seat").integer());
        }
    }

    /**
     * Put the cards just drawn in another order (bank 3).
     *
     * @param order Their present places among the cards drawn, in the new order.
     */
    public record OrderDrawn(List<Integer> order) implements Choice {
        static OrderDrawn from(Json json) {
            return new OrderDrawn(json.get("order").list(Json::integer));
        }

        @Override
        public Object json() {
            return Json.object("do", "order_drawn", "order", order);
        }
    }

    /**
     * The cards just drawn were reordered: {@code seat} sees {@code order}, the others {@code
     * count}.
     *
     * @param order Former places among the cards drawn, in the new order.
     */
    public record OrderedDrawn(int seat, List<Integer> order, Integer count) implements Event {
        static OrderedDrawn from(Json json) {
            return new OrderedDrawn(
                    json.get("seat").integer(),
                    json.get("order").list(Json::integer),
                    json.get("count").integerOrNull());
        }
    }

    /** One coin of a stew went from {@code seat} to distillery 3 of {@code with}. */
    public record PaidDistiller(int seat, int with, String card) implements Event {
        static PaidDistiller from(Json json) {
            return new PaidDistiller(
                    json.get("seat").integer(),
                    json.get("with").integer(),
                    json.get("card").text());
        }
    }

    /** Do nothing (more). */
    public record Pass() implements Choice {
        static Pass from(Json json) {
            return new Pass();
        }

        @Override
        public Object json() {
            return Json.object("do", "pass");
        }
    }

    /** Plant a card of this kind in one of your fields. */
    public record Plant(String card, int field) implements Choice {
        static Plant from(Json json) {
            return new Plant(json.get("card").text(), json.get("field").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "plant", "card", card, "field", field);
        }
    }

    /** Plant a card in a stew, or begin one in a field with a single card (saloon 3, 4). */
    public record PlantStew(String card, int field) implements Choice {
        static PlantStew from(Json json) {
            return new PlantStew(json.get("card").text(), json.get("field").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "plant_stew", "card", card, "field", field);
        }
    }

    /**
     * A card was planted.
     *
     * @param from {@code hand} in step 1, {@code set_aside} in step 3; in expansions also other
     * places.
     */
    public record Planted(int seat, String card, int field, String from) implements Event {
        static Planted from(Json json) {
            return new Planted(
                    json.get("seat").integer(),
                    json.get("card").text(),
                    json.get("field").integer(),
                    json.get("from").text());
        }
    }

    /** In step 1: discard the magpie that is due, then steal. */
    public record PlayMagpie(String card) implements Choice {
        static PlayMagpie from(Json json) {
            return new PlayMagpie(json.get("card").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "play_magpie", "card", card);
        }
    }

    /**
     * The card that was looked at is back.
     *
     * @param under True if it went under the draw pile.
     */
    public record PutBack(int seat, boolean under) implements Event {
        static PutBack from(Json json) {
            return new PutBack(json.get("seat").integer(), json.get("under").flag());
        }
    }

    /** Put the card that you saw under the draw pile (bank 2). */
    public record PutUnder() implements Choice {
        static PutUnder from(Json json) {
            return new PutUnder();
        }

        @Override
        public Object json() {
            return Json.object("do", "put_under");
        }
    }

    /**
     * An answer was not accepted. If {@code again} is true, it may be corrected once, on the
     * same clock and id.
     *
     * @param example A legal choice, close to the refused one if possible.
     * @param played If {@code again} is false: what was played instead.
     */
    public record Refused(Integer id, String reason, boolean again, Choice example, Choice played) {
        static Refused from(Json json) {
            return new Refused(
                    json.get("id").integerOrNull(),
                    json.get("reason").text(),
                    json.get("again").flag(),
                    json.get("example").orNull(Choice::from),
                    json.get("played").orNull(Choice::from));
        }
    }

    /** Try to keep the coin: a random card of your hand is shown. */
    public record Resist() implements Choice {
        static Resist from(Json json) {
            return new Resist();
        }

        @Override
        public Object json() {
            return Json.object("do", "resist");
        }
    }

    /** An order that was laid went under the order stack, unfilled. */
    public record ReturnedOrder(int seat, String card) implements Event {
        static ReturnedOrder from(Json json) {
            return new ReturnedOrder(json.get("seat").integer(), json.get("card").text());
        }
    }

    /**
     * A round of negotiation begins; rounds after the last are for standing replies only.
     *
     * @param seat The active player.
     */
    public record Round(int seat, int round) implements Event {
        static Round from(Json json) {
            return new Round(json.get("seat").integer(), json.get("round").integer());
        }
    }

    /** One rule of the book in words. */
    public record RuleText(String name, String cites, String text) {
        static RuleText from(Json json) {
            return new RuleText(
                    json.get("name").text(),
                    json.get("cites").text(),
                    json.get("text").text());
        }
    }

    /**
     * The game to be played, as tables.
     *
     * @param version Version of the rules engine.
     * @param fields Fields at the start.
     * @param thirdFieldPrice Only if it can be bought.
     * @param deal Cards dealt, by seat.
     * @param lastRunOut The game ends on this run-out.
     * @param sameKindTwice True if a player may grow one kind in two fields.
     * @param more Numbers and lists of the rules of expansions, by the name of the rule.
     */
    public record Rulebook(
            String variant,
            int players,
            String version,
            List<KindOfBean> kinds,
            int fields,
            Integer thirdFieldPrice,
            List<Integer> deal,
            int turnOver,
            int draw,
            int lastRunOut,
            boolean sameKindTwice,
            List<String> steps,
            List<String> windows,
            Negotiation negotiation,
            String ties,
            List<RuleText> rules,
            Json more) {
        static Rulebook from(Json json) {
            return new Rulebook(
                    json.get("variant").text(),
                    json.get("players").integer(),
                    json.get("version").text(),
                    json.get("kinds").list(KindOfBean::from),
                    json.get("fields").integer(),
                    json.get("third_field_price").integerOrNull(),
                    json.get("deal").list(Json::integer),
                    json.get("turn_over").integer(),
                    json.get("draw").integer(),
                    json.get("last_run_out").integer(),
                    json.get("same_kind_twice").flag(),
                    json.get("steps").list(Json::text),
                    json.get("windows").list(Json::text),
                    Negotiation.from(json.get("negotiation")),
                    json.get("ties").text(),
                    json.get("rules").list(RuleText::from),
                    json.get("more"));
        }
    }

    /** The draw pile ran out; {@code shuffled} discarded cards form the new one (0: none). */
    public record RunOut(int runOuts, int shuffled) implements Event {
        static RunOut from(Json json) {
            return new RunOut(json.get("run_outs").integer(), json.get("shuffled").integer());
        }
    }

    /** A player spoke. */
    public record Said(int seat, String text) implements Event {
        static Said from(Json json) {
            return new Said(json.get("seat").integer(), json.get("text").text());
        }
    }

    /** The discard pile was shuffled into a new draw pile without a run-out. */
    public record Shuffled(int count) implements Event {
        static Shuffled from(Json json) {
            return new Shuffled(json.get("count").integer());
        }
    }

    /**
     * The rest of a type left the game.
     *
     * @param shop Buildings for sale from now on.
     */
    public record SoldOut(String type, List<String> shop) implements Event {
        static SoldOut from(Json json) {
            return new SoldOut(json.get("type").text(), json.get("shop").list(Json::text));
        }
    }

    /** An accept that the active player can take. */
    public record StandingAccept(int id, int seat, int offer, List<Card> give) {
        static StandingAccept from(Json json) {
            return new StandingAccept(
                    json.get("id").integer(),
                    json.get("seat").integer(),
                    json.get("offer").integer(),
                    json.get("give").list(Card::from));
        }
    }

    /** An offer, bid or counter-offer on the table. Ids are unique within a turn. */
    public record StandingOffer(int id, int seat, Integer to, Side<Card> give, Side<String> want) {
        static StandingOffer from(Json json) {
            return new StandingOffer(
                    json.get("id").integer(),
                    json.get("seat").integer(),
                    json.get("to").integerOrNull(),
                    Side.from(json.get("give"), Card::from),
                    Side.from(json.get("want"), Json::text));
        }
    }

    /**
     * Take one bean from another player's field and plant it.
     *
     * @param seat The owner of the field.
     * @param into Your field that grows the same kind.
     */
    public record Steal(int seat, int field, int into) implements Choice {
        static Steal from(Json json) {
            return new Steal(
                    json.get("seat").integer(),
                    json.get("field").integer(),
                    json.get("into").integer());
        }

        @Override
        public Object json() {
            return Json.object("do", "steal", "seat", seat, "field", field, "into", into);
        }
    }

    /** A field becomes a stew with the card planted next. */
    public record StewBegun(int seat, int field) implements Event {
        static StewBegun from(Json json) {
            return new StewBegun(json.get("seat").integer(), json.get("field").integer());
        }
    }

    /** The coins of the harvest just reported went under the saloon, not on the coin pile. */
    public record StewEarned(int seat, int field, List<String> coins) implements Event {
        static StewEarned from(Json json) {
            return new StewEarned(
                    json.get("seat").integer(),
                    json.get("field").integer(),
                    json.get("coins").list(Json::text));
        }
    }

    /** A card was taken from a field of {@code with}; {@code planted} says where it goes. */
    public record Stole(int seat, int with, int field, String card) implements Event {
        static Stole from(Json json) {
            return new Stole(
                    json.get("seat").integer(),
                    json.get("with").integer(),
                    json.get("field").integer(),
                    json.get("card").text());
        }
    }

    /** Put a card that is due on your store instead of planting it. */
    public record StoreCard(String card) implements Choice {
        static StoreCard from(Json json) {
            return new StoreCard(json.get("card").text());
        }

        @Override
        public Object json() {
            return Json.object("do", "store", "card", card);
        }
    }

    /**
     * A card was put on a store.
     *
     * @param from Where it was due.
     */
    public record Stored(int seat, String card, String from) implements Event {
        static Stored from(Json json) {
            return new Stored(
                    json.get("seat").integer(),
                    json.get("card").text(),
                    json.get("from").text());
        }
    }

    /** Take a standing bid or counter-offer, naming the copies to hand over. */
    public record Take(int id, List<Card> give) implements Json.Writable {
        /** Leaves out {@code give}. */
        public Take(int id) {
            this(id, List.of());
        }

        static Take from(Json json) {
            return new Take(json.getOrSelf("id").integer(), json.get("give").list(Card::from));
        }

        @Override
        public Object json() {
            return give.isEmpty() ? id : Json.object("id", id, "give", give);
        }
    }

    /** Time for the question at hand. */
    public record TimeLeft(int bankMs, int limitMs) {
        static TimeLeft from(Json json) {
            return new TimeLeft(json.get("bank_ms").integer(), json.get("limit_ms").integer());
        }
    }

    /** The active player's move in a negotiation: takes in order, then new offers or the end. */
    public record Trade(List<Take> take, List<Offer> offers, boolean end) implements Choice {
        /** Leaves out {@code end}. */
        public Trade(List<Take> take, List<Offer> offers) {
            this(take, offers, false);
        }

        static Trade from(Json json) {
            return new Trade(
                    json.get("take").list(Take::from),
                    json.get("offers").list(Offer::from),
                    json.get("end").flag());
        }

        @Override
        public Object json() {
            return Json.object("do", "trade", "take", take, "offers", offers, "end", end);
        }
    }

    /** Step 2 is over. */
    public record TradeEnded(int seat) implements Event {
        static TradeEnded from(Json json) {
            return new TradeEnded(json.get("seat").integer());
        }
    }

    /**
     * Cards changed hands. Places are those in the hands just before the exchange.
     *
     * @param seat The active player.
     * @param taken Id of the accept or offer that was taken.
     * @param gave Cards that the active player gave.
     */
    public record Traded(
            int seat,
            int with,
            int taken,
            List<Card> gave,
            List<Card> got) implements Event {
        static Traded from(Json json) {
            return new Traded(
                    json.get("seat").integer(),
                    json.get("with").integer(),
                    json.get("taken").integer(),
                    json.get("gave").list(Card::from),
                    json.get("got").list(Card::from));
        }
    }

    /** A turn begins. */
    public record Turn(int turn, int seat) implements Event {
        static Turn from(Json json) {
            return new Turn(json.get("turn").integer(), json.get("seat").integer());
        }
    }

    /** Cards were turned over for the active player. */
    public record TurnedOver(int seat, List<String> cards) implements Event {
        static TurnedOver from(Json json) {
            return new TurnedOver(json.get("seat").integer(), json.get("cards").list(Json::text));
        }
    }

    /**
     * Everything that one seat can see. Lists of lists and of counts are indexed by seat.
     *
     * @param round Round of the negotiation, from 1; 0 outside it. Above {@code rounds}:
     * standing replies only.
     * @param hand Your hand; index 0 is played first.
     * @param coins Coin piles, bottom to top; every coin is the back of a card of that kind.
     * @param discard Discard pile, bottom to top.
     * @param silent By seat: true if it stays silent this turn, and is only asked by name.
     * @param thirdField By seat: true if it has its third field. Only in games in which it can
     * be had.
     * @param coinHolder The seat that holds the coin.
     * @param coinClaimFailed The last turn in which a claim failed; 0 if none has.
     * @param coinCard The card shown, until it is planted.
     * @param onOffer The cards that the opponent left.
     * @param shop Buildings for sale.
     * @param underBuildings Coins under a saloon or distillery 3, which cannot be spent.
     * @param stews The fields that are a stew.
     * @param specialFields Fields for one bean only, as [field, its building].
     * @param fromStore Cards set aside that came from another player's store, and must be
     * planted.
     * @param bankSeen While bank 2 is used: its owner sees the card, the others a count.
     * @param idleTurns The number of turns in a row that began with nothing to draw.
     * @param orderStack Orders left to draw.
     * @param laidOrder The laid order of each seat: one card or none.
     * @param orderLaidFirst The last turn in which an order was the first card of step 1; 0 if
     * none was.
     */
    public record View(
            int seat,
            int turn,
            int active,
            String step,
            int round,
            int rounds,
            List<String> hand,
            List<Integer> hands,
            List<List<FieldView>> fields,
            List<List<String>> coins,
            List<List<String>> setAside,
            List<String> turnedOver,
            int drawPile,
            List<String> discard,
            int runOuts,
            List<StandingOffer> offers,
            List<StandingAccept> accepts,
            List<Boolean> silent,
            List<Boolean> thirdField,
            Integer coinHolder,
            Integer coinClaimFailed,
            List<String> coinCard,
            List<String> onOffer,
            List<List<String>> buildings,
            List<String> shop,
            List<List<String>> underBuildings,
            List<List<Integer>> stews,
            List<List<List<Json>>> specialFields,
            List<List<String>> store,
            List<List<String>> fromStore,
            List<Json> bankSeen,
            Integer idleTurns,
            Integer orderStack,
            List<List<String>> laidOrder,
            Integer orderLaidFirst) {
        static View from(Json json) {
            return new View(
                    json.get("seat").integer(),
                    json.get("turn").integer(),
                    json.get("active").integer(),
                    json.get("step").text(),
                    json.get("round").integer(),
                    json.get("rounds").integer(),
                    json.get("hand").list(Json::text),
                    json.get("hands").list(Json::integer),
                    json.get("fields").list(Json.listOf(FieldView::from)),
                    json.get("coins").list(Json.listOf(Json::text)),
                    json.get("set_aside").list(Json.listOf(Json::text)),
                    json.get("turned_over").list(Json::text),
                    json.get("draw_pile").integer(),
                    json.get("discard").list(Json::text),
                    json.get("run_outs").integer(),
                    json.get("offers").list(StandingOffer::from),
                    json.get("accepts").list(StandingAccept::from),
                    json.get("silent").list(Json::flag),
                    json.get("third_field").list(Json::flag),
                    json.get("coin_holder").integerOrNull(),
                    json.get("coin_claim_failed").integerOrNull(),
                    json.get("coin_card").list(Json::text),
                    json.get("on_offer").list(Json::text),
                    json.get("buildings").list(Json.listOf(Json::text)),
                    json.get("shop").list(Json::text),
                    json.get("under_buildings").list(Json.listOf(Json::text)),
                    json.get("stews").list(Json.listOf(Json::integer)),
                    json.get("special_fields").list(Json.listOf(Json.listOf(each -> each))),
                    json.get("store").list(Json.listOf(Json::text)),
                    json.get("from_store").list(Json.listOf(Json::text)),
                    json.get("bank_seen").list(each -> each),
                    json.get("idle_turns").integerOrNull(),
                    json.get("order_stack").integerOrNull(),
                    json.get("laid_order").list(Json.listOf(Json::text)),
                    json.get("order_laid_first").integerOrNull());
        }
    }

    /** Any choice. */
    public sealed interface Choice extends Json.Writable {
        static Choice from(Json json) {
            return switch (String.valueOf(json.get("do").text())) {
                case "answer" -> Answer.from(json);
                case "buy_building" -> BuyBuilding.from(json);
                case "buy_field" -> BuyField.from(json);
                case "claim_coin" -> ClaimCoin.from(json);
                case "discard" -> Discard.from(json);
                case "discard_from_hand" -> DiscardFromHand.from(json);
                case "fill_order" -> FillOrder.from(json);
                case "give_coin" -> GiveCoin.from(json);
                case "harvest" -> Harvest.from(json);
                case "harvest_farm" -> HarvestFarm.from(json);
                case "keep_magpie" -> KeepMagpie.from(json);
                case "lay_order" -> LayOrder.from(json);
                case "move_card" -> MoveCard.from(json);
                case "name_type" -> NameType.from(json);
                case "order_drawn" -> OrderDrawn.from(json);
                case "pass" -> Pass.from(json);
                case "plant" -> Plant.from(json);
                case "plant_stew" -> PlantStew.from(json);
                case "play_magpie" -> PlayMagpie.from(json);
                case "put_under" -> PutUnder.from(json);
                case "resist" -> Resist.from(json);
                case "steal" -> Steal.from(json);
                case "store" -> StoreCard.from(json);
                case "trade" -> Trade.from(json);
                default -> new OtherChoice(json);
            };
        }
    }

    /** One of a later version, as it came. */
    public record OtherChoice(Json json) implements Choice {}

    /** Any event. */
    public sealed interface Event {
        static Event from(Json json) {
            return switch (String.valueOf(json.get("event").text())) {
                case "answered" -> Answered.from(json);
                case "bought_building" -> BoughtBuilding.from(json);
                case "bought_field" -> BoughtField.from(json);
                case "coin_claimed" -> CoinClaimed.from(json);
                case "coin_kept" -> CoinKept.from(json);
                case "coin_passed" -> CoinPassed.from(json);
                case "coin_resisted" -> CoinResisted.from(json);
                case "discarded" -> Discarded.from(json);
                case "drew" -> Drew.from(json);
                case "drew_order" -> DrewOrder.from(json);
                case "filled_order" -> FilledOrder.from(json);
                case "game_over" -> GameEnded.from(json);
                case "hand_joined" -> HandJoined.from(json);
                case "hand_sold" -> HandSold.from(json);
                case "harvested" -> Harvested.from(json);
                case "idle" -> Idle.from(json);
                case "jail_coin" -> JailCoin.from(json);
                case "kept" -> Kept.from(json);
                case "laid_order" -> LaidOrder.from(json);
                case "lapsed" -> Lapsed.from(json);
                case "left" -> Left.from(json);
                case "looked" -> Looked.from(json);
                case "matched" -> Matched.from(json);
                case "moved_card" -> MovedCard.from(json);
                case "named_type" -> NamedType.from(json);
                case "offered" -> Offered.from(json);
                case "opened_field" -> OpenedField.from(json);
                case "ordered_drawn" -> OrderedDrawn.from(json);
                case "paid_distiller" -> PaidDistiller.from(json);
                case "planted" -> Planted.from(json);
                case "put_back" -> PutBack.from(json);
                case "returned_order" -> ReturnedOrder.from(json);
                case "round" -> Round.from(json);
                case "run_out" -> RunOut.from(json);
                case "said" -> Said.from(json);
                case "shuffled" -> Shuffled.from(json);
                case "sold_out" -> SoldOut.from(json);
                case "stew_begun" -> StewBegun.from(json);
                case "stew_earned" -> StewEarned.from(json);
                case "stole" -> Stole.from(json);
                case "stored" -> Stored.from(json);
                case "trade_ended" -> TradeEnded.from(json);
                case "traded" -> Traded.from(json);
                case "turn" -> Turn.from(json);
                case "turned_over" -> TurnedOver.from(json);
                default -> new OtherEvent(json);
            };
        }
    }

    /** One of a later version, as it came. */
    public record OtherEvent(Json json) implements Event {}
}
