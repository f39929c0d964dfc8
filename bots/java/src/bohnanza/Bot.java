package bohnanza;

import static java.nio.charset.StandardCharsets.UTF_8;

import bohnanza.Messages.Choice;
import bohnanza.Messages.Decision;
import bohnanza.Messages.Event;
import bohnanza.Messages.GameOver;
import bohnanza.Messages.GameStart;
import bohnanza.Messages.KindOfBean;
import bohnanza.Messages.Offer;
import bohnanza.Messages.Refused;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Bohnanza bots in Java 17 or newer, with nothing to install.
 *
 * <pre>{@code
 * class MyBot extends Bot {
 *     MyBot() {
 *         super("my_bot");
 *     }
 *
 *     @Override
 *     protected Choice plant(Decision decision) {
 *         for (Plant plant : decision.choices(Plant.class)) {
 *             if (decision.grows(plant.card())) {
 *                 return plant;
 *             }
 *         }
 *         return decision.first();
 *     }
 *
 *     public static void main(String[] args) throws IOException {
 *         new MyBot().run();
 *     }
 * }
 * }</pre>
 *
 * <p>A handler gets a decision and returns one of its choices, or one made up, such as a trade;
 * null stands for the first one listed, which is always legal. SPEC.md says what the messages hold;
 * {@link Messages} has them as types of Java.
 */
public abstract class Bot {
    private static final int PROTOCOL = 1;
    private static final Json FIRST = new Json(0);

    /** The name of the bot, as in its manifest. */
    protected final String name;

    /** Its version, numbered as you like. */
    protected String version = "1";

    /** Its author's name. */
    protected String author = "";

    /**
     * What to be asked besides, of "bids", "no_counter", "before_plant", "before_trade",
     * "before_draw" and "windows". It may change in a game; each game begins with the first list.
     */
    protected List<String> wants = List.of();

    /** True to get every decision in plain language, too. */
    protected boolean text;

    private GameStart game;
    private Mulberry32 random = new Mulberry32(0);
    private final Map<String, List<Integer>> scales = new HashMap<>();
    private String said;
    private List<String> firstWants = List.of();
    private List<String> toldWants = List.of();
    private int failures;
    private boolean over;

    /** Makes a bot; what it wants, and who wrote it, is set in its own constructor. */
    protected Bot(String name) {
        this.name = name;
    }

    // --- what a bot overrides -------------------------------------------------------------

    /** Called when a game begins, with its own game(), seat() and random(). */
    protected void onGameStart() {}

    /** Called for each event, before the decision that it came with. */
    protected void onEvent(Event event) {}

    /** Corrects a refused answer, once; with the arena's example unless you know better. */
    protected Choice onRefused(Refused refused) {
        return refused.example();
    }

    /** Called when the game is over: scores, places, winners. */
    protected void onGameOver(GameOver result) {}

    /** Step 1: plants {@code decision.card()}, or passes on the second one. */
    protected Choice plant(Decision decision) {
        return decision.first();
    }

    /** The active player's move in a negotiation: takes replies, posts offers, or ends it. */
    protected Choice trade(Decision decision) {
        return decision.first();
    }

    /** Answers the offers in {@code decision.deals()}, and may make counter-offers. */
    protected Choice answer(Decision decision) {
        return decision.first();
    }

    /** Opens with offers to the active player, if {@link #wants} has "bids". */
    protected Choice bid(Decision decision) {
        return decision.first();
    }

    /** Step 3: plants the cards received. */
    protected Choice setAside(Decision decision) {
        return decision.first();
    }

    /** Acts out of turn, if {@link #wants} has the window; {@code decision.window()} says which. */
    protected Choice window(Decision decision) {
        return decision.first();
    }

    /** Sees every question, even those of expansions, and passes it to its handler. */
    protected Choice choose(Decision decision) {
        return switch (decision.ask()) {
            case "plant" -> plant(decision);
            case "trade" -> trade(decision);
            case "answer" -> answer(decision);
            case "bid" -> bid(decision);
            case "set_aside" -> setAside(decision);
            case "window" -> window(decision);
            default -> decision.first();
        };
    }

    // --- what a bot calls -----------------------------------------------------------------

    /** Returns the message that began the game. */
    protected final GameStart game() {
        return game;
    }

    /** Returns your seat. */
    protected final int seat() {
        return game.seat();
    }

    /** Returns random numbers, seeded by the arena. */
    protected final Mulberry32 random() {
        return random;
    }

    /** Adds a short public text to the next answer. */
    protected final void say(String text) {
        said = text;
    }

    /** Returns the coins for harvesting some cards of a kind. */
    protected final int earns(String kind, int count) {
        List<Integer> scale = scales.getOrDefault(kind, List.of());
        return scale.isEmpty() ? 0 : scale.get(Math.min(count, scale.size() - 1));
    }

    /** Returns an offer to everybody, of cards known by their kinds alone. */
    protected static Offer offer(List<String> give, List<String> want) {
        return new Offer(null, Side.of(Card.of(give)), Side.of(want));
    }

    // --- talking to the arena -------------------------------------------------------------

    /** Answers the arena until it says bye or hangs up. */
    public final void run() throws IOException {
        System.setOut(System.err); // a stray print must not look like an answer
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
        var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line; !over && (line = lines.readLine()) != null; ) {
            receive(line).ifPresent(reply -> out.append(reply).append('\n').flush());
        }
    }

    /** Returns the answer to one line, if one is due; for tests without a process. */
    public final Optional<String> receive(String line) {
        Json message;
        try {
            message = Json.parse(line);
        } catch (Json.SyntaxException error) {
            System.err.printf("%s: %.80s%n", error.getMessage(), line);
            return Optional.empty();
        }
        switch (String.valueOf(message.get("type").text())) {
            case "hello":
                return Optional.of(ready());
            case "game_start":
                guarded(() -> start(GameStart.from(message)));
                return Optional.empty();
            case "decide":
                return Optional.of(reply(message, () -> decide(message)));
            case "refused":
                Refused refused = Refused.from(message);
                System.err.println("refused: " + refused.reason());
                return refused.again()
                        ? Optional.of(reply(message, () -> correct(refused, message)))
                        : Optional.empty();
            case "game_over":
                guarded(() -> end(GameOver.from(message)));
                return Optional.empty();
            case "bye":
                over = true;
                return Optional.empty();
            default:
                return Optional.empty();
        }
    }

    /** Returns how often a handler threw something: each time costs one decision, not the game. */
    public final int failures() {
        return failures;
    }

    private String ready() {
        firstWants = List.copyOf(wants);
        return Json.write(
                Json.object(
                        "type", "ready", "protocol", PROTOCOL, "name", name, "version", version,
                        "author", author, "wants", firstWants, "text", text));
    }

    private void start(GameStart started) {
        game = started;
        random = new Mulberry32(game.seed());
        wants = firstWants;
        toldWants = firstWants;
        said = null;
        scales.clear();
        for (KindOfBean kind : game.rulebook().kinds()) {
            scales.put(kind.name(), kind.earns());
        }
        onGameStart();
    }

    private Object decide(Json message) {
        Decision decision = Decision.from(message);
        decision.events().forEach(this::onEvent);
        return asItCame(choose(decision), decision.choices(), message.get("choices"));
    }

    private Object correct(Refused refused, Json message) {
        Choice choice = onRefused(refused);
        return choice == refused.example() ? message.get("example") : choice;
    }

    /** Returns what was sent if a choice was made of it, so that nothing gets lost. */
    private static Object asItCame(Choice choice, List<Choice> listed, Json sent) {
        for (int i = 0; i < listed.size(); i++) {
            if (listed.get(i) == choice) {
                return sent.get(i);
            }
        }
        return choice;
    }

    private void end(GameOver result) {
        result.events().forEach(this::onEvent);
        onGameOver(result);
    }

    private String reply(Json question, Supplier<Object> handler) {
        Json[] choice = {FIRST};
        guarded(
                () -> {
                    Json made = Json.parse(Json.write(handler.get()));
                    choice[0] = made.isNull() ? FIRST : made;
                });
        Map<String, Object> reply =
                Json.object(
                        "type", "choose", "id", question.get("id"), "choice", choice[0],
                        "say", said);
        said = null;
        if (!wants.equals(toldWants)) {
            toldWants = List.copyOf(wants);
            reply.put("wants", toldWants);
        }
        return Json.write(reply);
    }

    private void guarded(Runnable handler) {
        try {
            handler.run();
        } catch (RuntimeException | Error error) { // such as an endless recursion
            error.printStackTrace();
            failures++;
        }
    }
}
