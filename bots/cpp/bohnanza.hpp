// Bohnanza bots in C++17: bohnanza.hpp, json.hpp, messages.hpp and parts.hpp beside your bot, nothing
// to install.
//
//   #include "bohnanza.hpp"
//   using namespace bohnanza;
//
//   struct MyBot : Bot {
//       MyBot() { name = "my_bot"; }
//       Choice plant(const Decision& decision) override {
//           for (const Choice& choice : decision.choices)
//               if (auto plant = choice.as<Plant>(); plant && decision.grows(plant->card))
//                   return choice;
//           return 0;
//       }
//   };
//   int main() { return MyBot().run(); }
//
// A handler gets a decision and returns one of its choices, or the index of one, or one made up, such
// as a Trade or an Answer. Index 0 is always legal. SPEC.md says what the messages hold; messages.hpp
// has them as structs. What is Json there is valid as long as the decision, in a rulebook as long as
// the game.
#pragma once

#include <cstdio>
#include <exception>
#include <iostream>

#include "messages.hpp"

namespace bohnanza {

constexpr int PROTOCOL = 1;

// Small seeded random numbers (mulberry32): the same sequence on every machine, in every language.
class Random {
  public:
    explicit Random(std::uint64_t seed = 0) : state_(std::uint32_t(seed ^ seed >> 32)) {}
    int below(size_t n) {  // a whole number from 0 to n - 1
        std::uint32_t t = state_ += 0x6d2b79f5;
        t = (t ^ t >> 15) * (t | 1);
        t ^= t + (t ^ t >> 7) * (t | 61);
        return int((t ^ t >> 14) * std::uint64_t(n) >> 32);
    }

  private:
    std::uint32_t state_;
};

// --- questions --------------------------------------------------------------------------

// What a reply or an offer means for you: the kinds that you get and give.
struct Deal {
    int id, seat;
    std::vector<Kind> get, give;
    bool bid;  // an offer that somebody made, not an accept of one of yours
};

// A question, with the view of the table that you answer it by.
struct Decision : Decide {
    Json json;  // the whole message

    explicit Decision(Json message) : json(message) { read<Decide>(json, *this); }

    // The first listed choice of a kind, such as Pass; if there is none, nothing.
    template <class T>
    std::optional<Choice> find() const {
        for (const Choice& choice : choices)
            if (choice.is<T>()) return choice;
        return {};
    }

    // Your fields from left to right.
    const std::vector<FieldView>& my_fields() const { return view.fields.at(size_t(view.seat)); }

    bool grows(const Kind& kind) const {
        for (const FieldView& field : my_fields())
            if (field.kind == kind) return true;
        return false;
    }

    // The kinds that you could give away: turned over first, then your hand. Orders among them cannot
    // be traded: they are not among the rulebook's kinds.
    std::vector<Kind> own_cards() const {
        std::vector<Kind> own;
        if (view.seat == view.active) own = view.turned_over;
        own.insert(own.end(), view.hand.begin(), view.hand.end());
        return own;
    }

    // What you may take (ask "trade") or accept (ask "answer"), but nothing with an open side, for
    // which view.offers has to be read. A deal may want what you do not have: compare own_cards().
    // Two may be about the same card: of those that look alike take one.
    std::vector<Deal> deals() const;
};

inline std::vector<Kind> kinds(const std::vector<Card>& cards) {
    std::vector<Kind> names;
    for (const Card& card : cards) names.push_back(card.kind);
    return names;
}

inline std::vector<Deal> Decision::deals() const {
    std::vector<Deal> all;
    const bool trades = ask == "trade", answers = ask == "answer";
    for (const StandingAccept& accept : view.accepts)
        for (const StandingOffer& mine : view.offers)
            if (trades && mine.id == accept.offer)
                all.push_back({accept.id, accept.seat, kinds(accept.give), kinds(mine.give.cards), false});
    for (const StandingOffer& offer : view.offers) {
        const bool put = answers && std::count(offers.begin(), offers.end(), offer.id);
        const bool open = offer.give.open || offer.want.open;
        if (!open && (put || (trades && offer.seat != view.active)))
            all.push_back({offer.id, offer.seat, kinds(offer.give.cards), offer.want.cards, true});
    }
    return all;
}

// --- the bot ----------------------------------------------------------------------------

// Answers every question with its first choice; override what you know better.
class Bot {
  public:
    std::string name = "bot", version = "1", author;
    // What to be asked besides: "bids", "no_counter", "before_plant", "before_trade", "before_draw",
    // "windows". It may change in a game, and each game begins with the first list.
    std::vector<std::string> wants;
    bool text = false;  // ask for a plain-language account with every decision

    GameStart game;  // the arena's message with the rulebook, the players and the clock
    int seat = 0;    // yours
    Random random;   // seeded by the arena

    virtual ~Bot() = default;

    virtual Choice plant(const Decision&) { return 0; }      // step 1: decision.card is due
    virtual Choice trade(const Decision&) { return 0; }      // the active player negotiates
    virtual Choice answer(const Decision&) { return 0; }     // reply to decision.deals()
    virtual Choice bid(const Decision&) { return 0; }        // open with offers, if wanted
    virtual Choice set_aside(const Decision&) { return 0; }  // step 3: plant what was received
    virtual Choice window(const Decision&) { return 0; }     // act out of turn, if wanted

    // Every question passes through here, even those of expansions. Where you write your own,
    // Bot::choose(decision) passes the rest to their handlers.
    virtual Choice choose(const Decision& decision) {
        const std::string& ask = decision.ask;
        if (ask == "plant") return plant(decision);
        if (ask == "trade") return trade(decision);
        if (ask == "answer") return answer(decision);
        if (ask == "bid") return bid(decision);
        if (ask == "set_aside") return set_aside(decision);
        if (ask == "window") return window(decision);
        return 0;
    }

    virtual void on_game_start() {}               // game, seat and random are those of a new game
    virtual void on_event(const Event&) {}        // before the decision that it came with
    virtual void on_game_over(const GameOver&) {}
    virtual Choice on_refused(const Refused& refused) {  // it may be corrected once
        return refused.example.value_or(0);
    }

    // Add a short public text to the next answer.
    void say(std::string words) { said_ = std::move(words); }

    // The coins for harvesting n cards of a kind.
    int earns(const Kind& kind, int n) const {
        for (const KindOfBean& bean : game.rulebook.kinds)
            if (bean.name == kind && !bean.earns.empty())
                return bean.earns[std::min(size_t(n), bean.earns.size() - 1)];
        return 0;
    }

    // Talk to the arena until it says bye or hangs up. Returns the process's exit code.
    int run() {
        std::ios::sync_with_stdio(false);
        std::cin.tie(nullptr);
        std::cout.rdbuf(std::cerr.rdbuf());  // a stray print must not look like an answer
        for (std::string line; !over_ && std::getline(std::cin, line);) {
            if (std::cin.eof()) break;  // the arena is gone in the middle of a word
            std::string reply = receive(line);
            if (reply.empty()) continue;
            reply += '\n';
            std::fwrite(reply.data(), 1, reply.size(), stdout);
            std::fflush(stdout);
        }
        return 0;
    }

    // The reply to one line, "" where none is due; for tests without a process.
    std::string receive(const std::string& line) {
        const Json message(line);
        const std::string_view type = message["type"].plain();
        if (type == Hello::TYPE) return ready();
        if (type == GameStart::TYPE) guarded([&] { start(line); });
        if (type == Decide::TYPE)
            return reply(message, [&] {
                const Decision decision(message);
                follow(decision.events);
                return choose(decision);
            });
        if (type == Refused::TYPE) {
            Refused refused;
            read(message, refused);
            std::cerr << "refused: " << refused.reason << std::endl;
            if (refused.again) return reply(message, [&] { return on_refused(refused); });
        }
        if (type == GameOver::TYPE)
            guarded([&] {
                GameOver result;
                read(message, result);
                follow(result.events);
                on_game_over(result);
            });
        over_ = type == Bye::TYPE;
        return "";
    }

    // How many handlers have failed: each costs one decision, not the game.
    int failures() const { return failures_; }

  private:
    std::string said_, game_line_;
    std::vector<std::string> first_wants_, told_wants_;
    int failures_ = 0;
    bool over_ = false;

    std::string ready() {
        first_wants_ = wants;
        std::string out = R"({"type":"ready")";
        write(out, "protocol", PROTOCOL);
        write(out, "name", name);
        write(out, "version", version);
        write(out, "author", author);
        write(out, "wants", wants);
        write(out, "text", text);
        return out + '}';
    }

    void start(const std::string& line) {
        game_line_ = line;
        game = GameStart();
        read(Json(game_line_), game);
        seat = game.seat;
        random = Random(std::uint64_t(game.seed));
        wants = told_wants_ = first_wants_;
        said_.clear();
        on_game_start();
    }

    void follow(const std::vector<Event>& events) {
        for (const Event& event : events) on_event(event);
    }

    template <class Handler>
    void guarded(Handler handler) {
        try {
            handler();
        } catch (const std::exception& error) {
            failed(error.what());
        } catch (...) {
            failed("it threw what is no std::exception");
        }
    }

    void failed(const char* why) {
        failures_++;
        std::cerr << "a handler failed: " << why << std::endl;
    }

    template <class Handler>
    std::string reply(Json message, Handler handler) {
        Choice choice = 0;
        guarded([&] { choice = handler(); });
        std::string out = R"({"type":"choose")";
        write(out, "id", message["id"]);
        write(out, "choice", choice);
        if (!said_.empty()) write(out, "say", said_);
        if (wants != told_wants_) write(out, "wants", wants);
        said_.clear();
        told_wants_ = wants;
        return out + '}';
    }
};

}  // namespace bohnanza
