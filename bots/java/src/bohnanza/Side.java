package bohnanza;

import java.util.List;
import java.util.function.Function;

/**
 * One side of an offer.
 *
 * @param cards what is given, or the kinds wanted; none: a gift, or a wish.
 * @param open true if the other player is to name the cards.
 */
public record Side<T>(List<T> cards, boolean open) implements Json.Writable {
    private static final String OPEN = "open";

    /** Returns a side with these cards. */
    public static <T> Side<T> of(List<T> cards) {
        return new Side<>(List.copyOf(cards), false);
    }

    /** Returns an open side. */
    public static <T> Side<T> anything() {
        return new Side<>(List.of(), true);
    }

    static <T> Side<T> from(Json json, Function<Json, T> card) {
        return OPEN.equals(json.text()) ? anything() : new Side<>(json.list(card), false);
    }

    @Override
    public Object json() {
        return open ? OPEN : cards;
    }
}
