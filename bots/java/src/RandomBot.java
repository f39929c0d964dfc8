import bohnanza.*;
import bohnanza.Messages.*;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour. */
public class RandomBot extends Bot {
    public RandomBot() {
        super("java-random");
    }

    @Override
    protected Choice choose(Decision decision) {
        View view = decision.view();
        boolean canOffer =
                switch (decision.ask()) {
                    case "trade" -> view.round() <= view.rounds();
                    case "answer", "bid" -> true;
                    default -> false;
                };
        if (canOffer && random().nextInt(4) == 0) {
            return anyOffer(decision);
        }
        return random().pick(decision.choices());
    }

    /** Offers up to two of its cards (none: a wish) for up to two kinds (none: a gift). */
    private Choice anyOffer(Decision decision) {
        boolean trading = decision.ask().equals("trade");
        List<String> beans = game().rulebook().kinds().stream().map(KindOfBean::name).toList();
        List<String> own = new ArrayList<>(trading ? decision.ownCards() : decision.view().hand());
        own.retainAll(beans);
        List<String> give = new ArrayList<>();
        for (int n = random().nextInt(3); n > 0 && !own.isEmpty(); n--) {
            give.add(own.remove(random().nextInt(own.size())));
        }
        List<String> want = new ArrayList<>();
        int wishes = Math.max(random().nextInt(3), give.isEmpty() ? 1 : 0);
        while (want.size() < wishes) {
            want.add(random().pick(beans));
        }
        List<Offer> offers = List.of(offer(give, want));
        return trading ? new Trade(List.of(), offers) : new Answer(List.of(), offers);
    }

    public static void main(String[] args) throws IOException {
        new RandomBot().run();
    }
}
