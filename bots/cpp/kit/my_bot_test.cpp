// Every recorded question gets an answer of the right form, and no handler fails.
#include <fstream>

#define main bot_main  // the test has a main of its own
#include "my_bot.cpp"
#undef main

bool is_answer(const std::string& reply, const Json& question) {
    const Json choice = Json(reply)["choice"];
    std::int64_t listed = 0;
    for ([[maybe_unused]] Json each : question["choices"]) listed++;
    return choice["do"] || (choice.integer(-1) >= 0 && choice.integer() < listed);
}

int main() {
    std::ifstream questions("questions.txt");
    MyBot bot;
    bot.receive(R"({"type":"hello","protocol":[1]})");
    int asked = 0;
    for (std::string line; std::getline(questions, line);) {
        if (line.rfind("> ", 0) != 0) continue;  // what was answered then
        const std::string text = line.substr(2);
        const std::string reply = bot.receive(text);
        const Json question(text);
        const bool decides = question["type"].is("decide");
        const bool wrong = decides && !is_answer(reply, question);
        asked += decides;
        if (!wrong && !bot.failures()) continue;
        if (wrong) std::cout << reply << " is no answer ";
        std::cout << "when it was asked\n" << text << std::endl;
        return 1;
    }
    std::cout << asked << " questions answered" << std::endl;
    return asked ? 0 : 1;
}
