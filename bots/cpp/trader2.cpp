// Lives by trading, and plants at once what grows already: bots/python/trader2.py in C++.
//
// The judgement of positions is in judgement.hpp and position.hpp, offers are in negotiation.hpp,
// what it knows of expansions in skills.hpp, duel.hpp, high_bohn_skills.hpp and high_bohn_buying.hpp.
// It answers as the bot in Python does.
#include "duel.hpp"
#include "high_bohn_buying.hpp"
#include "negotiation.hpp"

using namespace bohnanza;
using namespace trader;

struct Trader2 : Bot {
    Names names;
    Habits habits;
    std::unique_ptr<Judge> judge;
    Negotiator negotiator;
    std::vector<std::unique_ptr<Skill>> skills;
    int turn = 0;

    Trader2() {
        name = "cpp-trader2";
        wants = {"bids"};
        habits.access = 0.5, habits.rivalry = 0.35, habits.crowding = 1.4, habits.empty = 0.8;
        habits.patience = 0.9, habits.stubborn = 0.5, habits.envy = 0.33, habits.least = 0.06;
        habits.scatter = 0.5, habits.eager = 1.5;
    }

    void on_game_start(const Game& game) override {
        names.begin(game.kinds);
        Json book = game.json["rulebook"], more = book["more"];
        auto plays = [&](std::string_view rule) {
            for (Json each : book["rules"])
                if (each["name"].is(rule)) return true;
            return false;
        };
        skills.clear();
        judge = plays("buildings") ? std::make_unique<HighBohnJudge>() : std::make_unique<Judge>();
        judge->habits = habits;
        judge->begin(game, names);
        negotiator.begin(*judge, names, book["negotiation"]);
        turn = 0;
        auto learn = [&](auto* skill, std::string_view rule) {
            using Kind = std::remove_pointer_t<decltype(skill)>;
            if (!plays(rule)) return;
            if constexpr (std::is_base_of_v<HighBohnSkill, Kind>)
                skills.push_back(std::make_unique<Kind>(*judge, names, more[rule], game));
            else
                skills.push_back(std::make_unique<Kind>(*judge, names, more[rule]));
            skills.back()->prepare();
        };
        learn((BeanCoin*)nullptr, "bean_coin");
        learn((Magpies*)nullptr, "magpie");
        learn((FieldBeans*)nullptr, "field_bean_harvest");
        learn((Orders*)nullptr, "orders");
        learn((Duel*)nullptr, "duel");
        learn((Powers*)nullptr, "buildings");
        learn((Banks*)nullptr, "bank_2");
        learn((Buying*)nullptr, "buildings");
        learn((SellOut*)nullptr, "distillery_2");
        learn((Farm*)nullptr, "farm_2");
        learn((LastPurchases*)nullptr, "buildings");
        learn((Stew*)nullptr, "stew");
        learn((Store*)nullptr, "store");
        for (auto& skill : skills)
            for (const std::string& window : skill->wants)
                if (!std::count(wants.begin(), wants.end(), window)) wants.push_back(window);
    }

    // --- looking ------------------------------------------------------------------------

    static bool in_a_hand(Json card) {
        int keys = 0;
        for (Json member : card) keys += bool(member);
        return bool(card["hand"]) || keys == 1;
    }

    std::map<int, int> from_hand(Json cards) {
        std::map<int, int> numbers;
        for (Json card : cards)
            if (in_a_hand(card)) numbers[names.number(card["kind"].plain())]++;
        return numbers;
    }

    // Remember the cards that others have shown in their hands, as long as they are there.
    void on_event(Json event) override {
        std::string_view what = event["event"].plain();
        auto see = [&](int seat) -> std::map<int, int>& { return negotiator.shown.at(size_t(seat)); };
        auto lose = [&](int seat, const std::map<int, int>& gone) {
            for (auto [kind, number] : gone) {
                int& left = see(seat)[kind];
                left = std::max(0, left - number);
            }
        };
        if (what == "offered" || what == "answered") {
            for (std::string_view key : {"offers", "accepts"})
                for (Json made : event[key]) {
                    if (made["give"].is_text()) continue;
                    auto& known = see(made["seat"].number());
                    for (auto [kind, number] : from_hand(made["give"]))
                        known[kind] = std::max(known[kind], number);
                }
        } else if (what == "traded") {
            lose(event["seat"].number(), from_hand(event["gave"]));
            lose(event["with"].number(), from_hand(event["got"]));
        } else if (what == "planted" && event["from"].is("hand")) {
            lose(event["seat"].number(), {{names.number(event["card"].plain()), 1}});
        }
    }

    Choice choose(const Decision& decision) override {
        std::string_view ask = decision.ask();
        Json view = decision.json["view"];
        if (!view["fields"]) return 0;
        Sight sight(view, decision.view(), names);
        sight.events = decision.json["events"];
        for (auto& skill : skills) skill->look(sight);
        judge->look(sight);
        if (sight.turn != turn) turn = sight.turn, negotiator.tried.clear();
        Position at(*judge, sight, negotiator.shown);
        Choices choices = decision.choices();
        for (auto& skill : skills) {
            if (Index index = skill->act(ask, choices, at)) return *index;
            if (auto due = skill->due(ask, at)) return best(choices, at, *due, at.hand, false);
        }
        if (ask == "plant") {
            Cards due, rest = at.hand;
            if (!find_choice(choices, "pass") && !rest.empty()) {
                due = {rest[0]};
                rest.erase(rest.begin());
            }
            return best(choices, at, due, rest, true);
        }
        if (ask == "set_aside") return best(choices, at, at.got, at.hand, false);
        if (ask == "trade") {
            if (Index buy = find_choice(choices, "buy_field"); buy && buys()) return *buy;
            return negotiator.trade(decision, at);
        }
        if (ask == "answer") return negotiator.answer(decision, at);
        if (ask == "bid") return negotiator.bid(decision, at);
        return 0;
    }

    // --- planting -----------------------------------------------------------------------

    // The index of the choice that leaves the best position.
    int best(const Choices& choices, const Position& at, const Cards& due, const Cards& hand,
             bool going_on) {
        Outcome before{0.0, at.mine, due, hand, going_on};
        double highest = -1e300;
        int index = 0;
        for (size_t number = 0; number < choices.size(); number++) {
            if (choices[number]["do"].is("buy_field") && buys()) return int(number);
            auto left = outcome(choices[number], before);
            if (!left && number == 0) left = before;
            if (!left) continue;
            double worth = left->coins + judge->worth(left->fields, sorted(left->due), left->hand,
                                                     at.wait, left->going_on);
            if (worth > highest + 1e-9) highest = worth, index = int(number);
        }
        return index;
    }

    // What a choice leaves, if it can be judged.
    std::optional<Outcome> outcome(Json choice, const Outcome& before) {
        Outcome left = before;
        size_t field = size_t(choice["field"].number());
        if (choice["do"].is("plant")) {
            int card = names.number(choice["card"].plain());
            Bed bed = before.fields.at(field);
            auto planted = before.planted(card, field, {bed.kind == NONE ? card : bed.kind, bed.count + 1});
            if (planted && bed.kind == card && before.due.empty()) planted->coins = judge->habits.eager;
            return planted;
        }
        if (choice["do"].is("harvest")) {
            Bed& bed = left.fields.at(field);
            left.coins = judge->earned(bed);
            bed = judge->emptied(bed);
            return left;
        }
        if (choice["do"].is("pass")) {
            left.going_on = false;
            return left;
        }
        for (auto& skill : skills)
            if (auto known = skill->outcome(choice, before)) return known;
        return {};
    }

    bool buys() const {
        return judge->turns_left / judge->players >= judge->habits.third * judge->third_field_price;
    }
};

#ifndef TRADER_AS_LIBRARY
int main() { return Trader2().run(); }
#endif
