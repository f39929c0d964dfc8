import bohnanza.*;
import bohnanza.Messages.*;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
 *
 * <p>Everything rests on one number: the promise of a field, its coins with the way to the next
 * coin counted in part. A card is worth what it adds to the promise; a card that grows nowhere is
 * worth less than nothing, because room for it costs a harvest.
 */
public class SensibleBot extends Bot {
    /** Of the deck: later a third field no longer pays for itself. */
    private static final double THIRD_FIELD_UNTIL = 0.35;

    /** What a card is worth in an empty field. */
    private static final double FRESH_START = 0.2;

    /** Smaller gains help the other side more. */
    private static final double WORTH_A_TRADE = 0.05;

    private static final int MOST_OFFERS = 3;

    /** Choices of expansions that are nearly always right. */
    private static final Set<Class<? extends Choice>> WELCOME =
            Set.of(
                    FillOrder.class, ClaimCoin.class, BuyBuilding.class, Steal.class,
                    // These are for cards never planted.
                    LayOrder.class, PlayMagpie.class, KeepMagpie.class);

    private final Map<String, double[]> promises = new HashMap<>();
    private final Set<Offer> tried = new HashSet<>();
    private int deck;
    private int turn;

    public SensibleBot() {
        super("java-sensible");
    }

    @Override
    protected void onGameStart() {
        List<KindOfBean> kinds = game().rulebook().kinds();
        deck = kinds.stream().mapToInt(KindOfBean::count).sum();
        turn = 0;
        promises.clear();
        kinds.forEach(kind -> promises.put(kind.name(), promises(kind.earns())));
    }

    // --- planting -------------------------------------------------------------------------

    @Override
    protected Choice choose(Decision decision) {
        for (Choice choice : decision.choices()) {
            if (WELCOME.contains(choice.getClass())) {
                return choice;
            }
        }
        if (decision.ask().equals("use_offer") || decision.ask().equals("keep_or_leave")) {
            return pick(decision);
        }
        return spare(decision).orElseGet(() -> super.choose(decision));
    }

    /** In a duel: plants what grows already, else what fills an empty field; refuses the rest. */
    private static Choice pick(Decision decision) {
        List<FieldView> mine = decision.myFields();
        return best(decision.choices(Plant.class), plant -> mine.get(plant.field()).count())
                .or(() -> decision.find(Discard.class))
                .orElseGet(decision::first);
    }

    /** In a duel, if nothing can be planted: a hand card that grows nowhere may go. */
    private static Optional<Choice> spare(Decision decision) {
        List<DiscardFromHand> discards = decision.choices(DiscardFromHand.class);
        if (discards.isEmpty() || decision.find(Plant.class).isPresent()) {
            return Optional.empty();
        }
        return first(discards, discard -> !decision.grows(discard.card()))
                .or(() -> decision.find(Pass.class));
    }

    @Override
    protected Choice plant(Decision decision) {
        return settle(decision, List.of(decision.card()));
    }

    @Override
    protected Choice setAside(Decision decision) {
        return settle(decision, decision.view().setAside().get(seat()));
    }

    /** Plants what fits, else in the open, else makes room as cheaply as can be. */
    private Choice settle(Decision decision, List<String> due) {
        List<FieldView> mine = decision.myFields();
        List<String> hand = decision.view().hand();
        List<Plant> plants = decision.choices(Plant.class);
        List<Harvest> harvests = decision.choices(Harvest.class);
        return ripe(decision)
                .or(() -> first(plants, p -> p.card().equals(mine.get(p.field()).kind())))
                .or(() -> skip(decision))
                .or(() -> best(plants, p -> count(due, p.card()) + count(hand, p.card())))
                .or(() -> thirdField(decision))
                .or(() -> best(harvests, h -> -loss(mine.get(h.field()), hand)))
                .orElseGet(decision::first);
    }

    /** Keeps a second card that may wait, unless more of its kind are in the hand. */
    private static Optional<Pass> skip(Decision decision) {
        boolean more = count(decision.view().hand(), decision.card()) > 1;
        return more ? Optional.empty() : decision.find(Pass.class);
    }

    /** Harvests a field that can earn no more, since it is in the way. */
    private Optional<Choice> ripe(Decision decision) {
        List<FieldView> mine = decision.myFields();
        return first(decision.choices(Harvest.class), h -> nextCard(mine.get(h.field())) <= 0);
    }

    private Optional<BuyField> thirdField(Decision decision) {
        View view = decision.view();
        boolean early = view.runOuts() == 0 && view.drawPile() > THIRD_FIELD_UNTIL * deck;
        return early ? decision.find(BuyField.class) : Optional.empty();
    }

    // --- trading --------------------------------------------------------------------------

    @Override
    protected Choice trade(Decision decision) {
        Optional<Choice> urgent = ripe(decision).or(() -> thirdField(decision));
        return urgent.orElseGet(() -> negotiate(decision));
    }

    private Choice negotiate(Decision decision) {
        List<Deal> taken = agreeable(decision);
        View view = decision.view();
        boolean late = view.round() > view.rounds();
        List<Offer> offers = late ? List.of() : proposals(decision, taken);
        List<Take> take = taken.stream().map(deal -> new Take(deal.id())).toList();
        return new Trade(take, offers, take.isEmpty() && offers.isEmpty());
    }

    @Override
    protected Choice answer(Decision decision) {
        List<Deal> accepted = agreeable(decision);
        List<Accept> accept = accepted.stream().map(deal -> new Accept(deal.id())).toList();
        return new Answer(accept, counters(decision.view(), accepted));
    }

    @Override
    protected Choice bid(Decision decision) {
        return new Answer(List.of(), counters(decision.view(), List.of()));
    }

    /** Returns the deals to make: accepts, whose cards are fixed, then bids; the best first. */
    private List<Deal> agreeable(Decision decision) {
        View view = decision.view();
        boolean trading = decision.ask().equals("trade");
        Map<Deal, Double> values = new HashMap<>();
        for (Deal deal : decision.deals()) {
            double value = gain(deal.get(), view) - cost(deal.give(), view);
            if (value >= WORTH_A_TRADE) {
                values.put(deal, value);
            }
        }
        List<Deal> ranked = new ArrayList<>(values.keySet());
        ranked.sort(
                Comparator.comparing((Deal deal) -> trading && deal.bid())
                        .thenComparing(values::get, Comparator.reverseOrder())
                        .thenComparing(Deal::id));
        List<String> own = decision.ownCards();
        List<Deal> chosen = new ArrayList<>();
        for (Deal deal : ranked) {
            // Several offers may promise the same card: of those that look alike only one is safe.
            boolean safe = chosen.stream().noneMatch(other -> clash(trading, other, deal));
            if (safe && holds(own, deal.give())) {
                own = without(own, deal.give());
                chosen.add(deal);
            }
        }
        return chosen;
    }

    private static boolean clash(boolean trading, Deal one, Deal other) {
        return trading
                ? one.seat() == other.seat() || same(one.give(), other.give())
                : same(one.get(), other.get());
    }

    /** Offers what grows nowhere for what grows here, once each; what nobody buys is a gift. */
    private List<Offer> proposals(Decision decision, List<Deal> taken) {
        View view = decision.view();
        if (view.turn() != turn) {
            turn = view.turn();
            tried.clear();
        }
        Set<String> spent = new HashSet<>();
        taken.forEach(deal -> spent.addAll(deal.give()));
        List<String> growing =
                decision.myFields().stream()
                        .filter(field -> field.count() > 0)
                        .map(FieldView::kind)
                        .filter(kind -> gain(List.of(kind), view) > 0)
                        .toList();
        List<String> here = burdens(view.turnedOver(), spent, view);
        List<Offer> ideas = swaps(here, growing);
        here.forEach(card -> ideas.add(offer(List.of(card), List.of())));
        ideas.addAll(swaps(burdens(view.hand(), spent, view), growing));
        List<Offer> fresh = new ArrayList<>();
        for (Offer idea : ideas) {
            if (fresh.size() < MOST_OFFERS && tried.add(idea)) {
                fresh.add(idea);
            }
        }
        return fresh;
    }

    private List<String> burdens(List<String> cards, Set<String> spent, View view) {
        return cards.stream()
                .distinct()
                .filter(card -> !spent.contains(card) && isBurden(card, view))
                .toList();
    }

    private static List<Offer> swaps(List<String> cards, List<String> growing) {
        List<Offer> swaps = new ArrayList<>();
        for (String card : cards) {
            for (String kind : growing) {
                swaps.add(offer(List.of(card), List.of(kind)));
            }
        }
        return swaps;
    }

    /** Asks for a turned-over card that grows here, for one that grows there or is of no use. */
    private List<Offer> counters(View view, List<Deal> accepted) {
        List<String> hand = view.hand();
        List<String> left = view.turnedOver();
        for (Deal deal : accepted) {
            hand = without(hand, deal.give());
            left = without(left, deal.get());
        }
        List<FieldView> theirs = view.fields().get(view.active());
        List<String> burdens = hand.stream().filter(card -> isBurden(card, view)).toList();
        Optional<String> pay =
                burdens.stream().filter(card -> grown(card, theirs)).findFirst();
        if (pay.isEmpty()) {
            pay = burdens.stream().findFirst();
        }
        Optional<String> want =
                left.stream()
                        .filter(card -> gain(List.of(card), view) >= WORTH_A_TRADE)
                        .findFirst();
        if (pay.isEmpty() || want.isEmpty()) {
            return List.of();
        }
        List<String> give = List.of(pay.get());
        List<String> get = List.of(want.get());
        return stands(give, get, view) ? List.of() : List.of(offer(give, get));
    }

    private boolean stands(List<String> give, List<String> want, View view) {
        return view.offers().stream()
                .filter(offer -> offer.seat() == seat() && want.equals(offer.want().cards()))
                .anyMatch(offer -> give.equals(Card.kinds(offer.give().cards())));
    }

    // --- judging --------------------------------------------------------------------------

    private double promise(String kind, int n) {
        double[] scale = promises.get(kind);
        return scale == null ? 0 : scale[Math.min(n, scale.length - 1)];
    }

    /** Returns what one more card of its kind adds to a field. */
    private double nextCard(FieldView field) {
        return promise(field.kind(), field.count() + 1) - promise(field.kind(), field.count());
    }

    /** Returns what harvesting now gives up, the more the more of its kind are in the hand. */
    private double loss(FieldView field, List<String> hand) {
        return promise(field.kind(), field.count())
                - field.coins()
                + 0.3 * count(hand, field.kind());
    }

    /** Returns what receiving these cards adds to its fields; below 0 if they cost a harvest. */
    private double gain(List<String> cards, View view) {
        List<FieldView> mine = new ArrayList<>(view.fields().get(seat()));
        double sum = 0;
        for (String kind : cards) {
            int at = placeFor(kind, mine);
            if (at < 0) {
                DoubleStream losses = mine.stream().mapToDouble(field -> loss(field, view.hand()));
                sum -= Math.max(0.1, losses.min().orElse(Double.POSITIVE_INFINITY));
                continue;
            }
            FieldView field = mine.get(at);
            sum += field.count() > 0 ? nextCard(field) : FRESH_START;
            mine.set(at, new FieldView(kind, field.count() + 1, field.coins(), field.cards()));
        }
        return sum;
    }

    /** Returns the field that grows the kind, else an empty one, else -1. */
    private static int placeFor(String kind, List<FieldView> fields) {
        List<String> kinds = fields.stream().map(FieldView::kind).toList();
        return kinds.contains(kind) ? kinds.indexOf(kind) : kinds.indexOf(null);
    }

    private static boolean grown(String kind, List<FieldView> fields) {
        return fields.stream().anyMatch(field -> kind.equals(field.kind()));
    }

    /** Returns true for a bean that has no place here; orders, no beans, cannot be traded. */
    private boolean isBurden(String kind, View view) {
        return promises.containsKey(kind) && gain(List.of(kind), view) <= 0;
    }

    /** Returns what giving these cards away loses: what they would add here, less for a burden. */
    private double cost(List<String> cards, View view) {
        List<String> here = view.active() == seat() ? view.turnedOver() : List.of();
        double sum = 0;
        for (String kind : cards) {
            double worth = gain(List.of(kind), view);
            if (grown(kind, view.fields().get(seat()))) {
                sum += worth;
            } else if (here.contains(kind)) {
                sum += Math.min(0, worth);
            } else {
                sum += count(view.hand(), kind) > 1 ? 0.1 : -0.1;
            }
        }
        return sum;
    }

    /** Returns the coins of so many cards, with the way to the next coin counted in part. */
    private static double[] promises(List<Integer> earns) {
        double[] smooth = new double[earns.size()];
        int low = 0;
        for (int n = 1; n < earns.size(); n++) {
            int rise = earns.get(n) - earns.get(low);
            if (rise != 0) {
                for (int m = low + 1; m <= n; m++) {
                    smooth[m] = earns.get(low) + (double) (rise * (m - low)) / (n - low);
                }
                low = n;
            }
        }
        return Arrays.copyOf(smooth, low + 1);
    }

    /** Returns the first item with the highest score, if there is any. */
    private static <T extends Choice> Optional<Choice> best(
            List<T> items, ToDoubleFunction<T> score) {
        return items.stream().max(Comparator.comparingDouble(score)).map(Choice.class::cast);
    }

    private static <T extends Choice> Optional<Choice> first(List<T> items, Predicate<T> fits) {
        return items.stream().filter(fits).findFirst().map(Choice.class::cast);
    }

    private static int count(List<String> cards, String kind) {
        return Collections.frequency(cards, kind);
    }

    private static boolean holds(List<String> own, List<String> cards) {
        return cards.stream().allMatch(kind -> count(own, kind) >= count(cards, kind));
    }

    private static boolean same(List<String> one, List<String> other) {
        return !one.isEmpty() && one.equals(other);
    }

    private static List<String> without(List<String> cards, List<String> gone) {
        List<String> left = new ArrayList<>(cards);
        gone.forEach(left::remove);
        return left;
    }

    public static void main(String[] args) throws IOException {
        new SensibleBot().run();
    }
}
