package bohnanza;

import bohnanza.Messages.Choice;
import bohnanza.Messages.Decision;
import bohnanza.Messages.FieldView;
import bohnanza.Messages.StandingAccept;
import bohnanza.Messages.StandingOffer;
import bohnanza.Messages.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a {@link Decision} can tell besides what is in the message. */
public interface Question {
    /** Returns the name of the question, such as "plant". */
    String ask();

    /** Returns the listed choices. */
    List<Choice> choices();

    /** Returns everything that you can see. */
    View view();

    /** Returns the ids of the offers to be answered. */
    List<Integer> offers();

    /** Returns the first choice listed, which is always legal. */
    default Choice first() {
        return choices().get(0);
    }

    /** Returns the listed choices of one type. */
    default <T extends Choice> List<T> choices(Class<T> type) {
        return choices().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns the first listed choice of one type. */
    default <T extends Choice> Optional<T> find(Class<T> type) {
        return choices(type).stream().findFirst();
    }

    /** Returns your fields from left to right. */
    default List<FieldView> myFields() {
        return view().fields().get(view().seat());
    }

    /** Returns true if one of your fields grows the kind. */
    default boolean grows(String kind) {
        return myFields().stream().anyMatch(field -> kind.equals(field.kind()));
    }

    /**
     * Returns the kinds that you could give away: turned over first, then your hand. Orders among
     * them cannot be traded: they are not among the rulebook's kinds.
     */
    default List<String> ownCards() {
        List<String> own = new ArrayList<>();
        if (view().seat() == view().active()) {
            own.addAll(view().turnedOver());
        }
        own.addAll(view().hand());
        return own;
    }

    /**
     * Returns what you may take (ask "trade") or must answer (ask "answer"), but nothing with an
     * open side, for which {@code view().offers()} has to be read.
     */
    default List<Deal> deals() {
        List<Deal> deals = new ArrayList<>();
        boolean trading = ask().equals("trade");
        if (trading) {
            for (StandingAccept accept : view().accepts()) {
                for (StandingOffer mine : view().offers()) {
                    if (mine.id() == accept.offer()) {
                        List<String> get = Card.kinds(accept.give());
                        List<String> give = Card.kinds(mine.give().cards());
                        deals.add(new Deal(accept.id(), accept.seat(), get, give, false));
                    }
                }
            }
        }
        for (StandingOffer offer : view().offers()) {
            boolean open = offer.give().open() || offer.want().open();
            boolean put = ask().equals("answer") && offers().contains(offer.id());
            if (!open && (put || trading && offer.seat() != view().active())) {
                List<String> get = Card.kinds(offer.give().cards());
                deals.add(new Deal(offer.id(), offer.seat(), get, offer.want().cards(), true));
            }
        }
        return deals;
    }
}
