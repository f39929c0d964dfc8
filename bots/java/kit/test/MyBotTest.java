import bohnanza.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Every recorded question gets an answer of the right form, and no handler fails. */
public class MyBotTest {
    public static void main(String[] args) throws IOException {
        MyBot bot = new MyBot();
        bot.receive("{\"type\":\"hello\",\"protocol\":[1]}");
        int asked = 0;
        for (String line : Files.readAllLines(Path.of("questions.txt"))) {
            if (!line.startsWith("> ")) {
                continue; // what was answered then
            }
            String question = line.substring(2);
            String reply = bot.receive(question).orElse("");
            if (bot.failures() > 0) {
                throw new AssertionError("A handler failed, as shown above, at\n" + question);
            }
            Json message = Json.parse(question);
            if ("decide".equals(message.get("type").text())) {
                check(message, Json.parse(reply).get("choice"));
                asked++;
            }
        }
        if (asked == 0) {
            throw new AssertionError("questions.txt has no questions");
        }
        System.out.println(asked + " questions answered");
    }

    private static void check(Json question, Json choice) {
        boolean made = choice.get("do").text() != null;
        boolean listed =
                choice.value() instanceof Integer index
                        && !question.get("choices").get(index).isNull();
        if (!made && !listed) {
            throw new AssertionError(choice + " is no answer to\n" + question);
        }
    }
}
