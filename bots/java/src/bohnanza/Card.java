package bohnanza;

import java.util.List;
import java.util.Locale;

/**
 * A kind of bean, or one exact card of the kind if its place is named.
 *
 * @param kind may be null where the place is enough.
 * @param pile where the card lies; null: any card of the kind.
 * @param place its index in the pile.
 */
public record Card(String kind, Pile pile, int place) implements Json.Writable {

    /** Where a card can lie; places are those of the view. */
    public enum Pile {
        HAND,
        TURNED_OVER,
        STORE,
        SET_ASIDE;

        private final String key = name().toLowerCase(Locale.ROOT);
    }

    /** Returns any card of the kind. */
    public static Card of(String kind) {
        return new Card(kind, null, 0);
    }

    /** Returns cards known by their kinds alone. */
    public static List<Card> of(List<String> kinds) {
        return kinds.stream().map(Card::of).toList();
    }

    /** Returns the kinds of cards. */
    public static List<String> kinds(List<Card> cards) {
        return cards.stream().map(Card::kind).toList();
    }

    static Card from(Json json) {
        String kind = json.get("kind").text();
        for (Pile pile : Pile.values()) {
            if (!json.get(pile.key).isNull()) {
                return new Card(kind, pile, json.get(pile.key).integer());
            }
        }
        return of(kind == null ? json.text() : kind);
    }

    @Override
    public Object json() {
        return pile == null ? kind : Json.object("kind", kind, pile.key, place);
    }
}
