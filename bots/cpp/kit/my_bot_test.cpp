// Every recorded question gets an answer of the right form, and no handler fails.
#include <fstream>
#include <sstream>

#define main bot_main  // the test has a main of its own
#include "my_bot.cpp"
#undef main

int main() {
    std::ifstream questions("questions.txt");
    std::ostringstream errors;
    std::cerr.rdbuf(errors.rdbuf());
    MyBot bot;
    bot.receive(R"({"type":"hello","protocol":[1]})");
    int asked = 0;
    for (std::string line; std::getline(questions, line);) {
        if (line.rfind("> ", 0) != 0) continue;  // what was answered then
        const std::string question = line.substr(2);
        const std::string reply = bot.receive(question);
        const bool failed = errors.str().find("a handler failed: ") != std::string::npos;
        std::string wrong = failed ? errors.str() : "";
        if (Json(question)["type"].is("decide")) {
            asked++;
            const Json choice = Json(reply)["choice"];
            const bool listed = size_t(choice.number(-1)) < Decision(Json(question)).choices().size();
            if (!listed && !choice["do"]) wrong += reply + " is no answer\n";
        }
        if (!wrong.empty()) {
            std::cout << wrong << "when it was asked\n" << question << std::endl;
            return 1;
        }
    }
    std::cout << asked << " questions answered" << std::endl;
    return asked ? 0 : 1;
}
