// What trader2 knows of expansions: a skill each, as in bots/python/skills/, where they are
// explained.
#pragma once

#include <memory>

#include "position.hpp"

namespace trader {

using Choices = std::vector<Json>;
using Index = std::optional<int>;

// The index of the first choice that does this, and meets the condition.
template <class Condition>
Index find_choice(const Choices& choices, std::string_view what, Condition condition) {
    for (size_t at = 0; at < choices.size(); at++)
        if (choices[at]["do"].is(what) && condition(choices[at])) return int(at);
    return {};
}
inline Index find_choice(const Choices& choices, std::string_view what) {
    return find_choice(choices, what, [](Json) { return true; });
}

class Skill {
  public:
    std::vector<std::string> wants;  // the windows it needs
    virtual ~Skill() = default;
    virtual void prepare() {}  // once, when a game begins
    virtual void look(const Sight&) {}
    // A choice to make before all else.
    virtual Index act(std::string_view, const Choices&, const Position&) { return {}; }
    // The cards that one of its questions asks to plant.
    virtual std::optional<Cards> due(std::string_view, const Position&) { return {}; }
    // What one of its choices leaves.
    virtual std::optional<Outcome> outcome(Json, const Outcome&) { return {}; }

  protected:
    Skill(Judge& judge, Names& names, Json facts) : judge(judge), names(names), facts(facts) {}
    Judge& judge;
    Names& names;
    Json facts;
};

class BeanCoin : public Skill {
  public:
    BeanCoin(Judge& judge, Names& names, Json facts) : Skill(judge, names, facts) {
        wants = {"before_draw"};
    }
    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (ask == "resist") return resists(at) ? find_choice(choices, "resist") : 0;
        return find_choice(choices, "claim_coin");
    }
    std::optional<Cards> due(std::string_view ask, const Position& at) override {
        if (ask != "plant_coin_card") return {};
        return plus(plus(names.numbers(at.sight.json["coin_card"]), at.got), at.turned_over);
    }

  private:
    static constexpr double CARD = 0.1;

    bool resists(const Position& at) {
        double coin = CARD * judge.turns_left / judge.players;
        double gains = coin * count(at.hand, names.number(facts["kept_by"].plain()));
        for (size_t place = 0; place < at.hand.size(); place++) {
            double theirs = at.their_gain(at.sight.active, {at.hand[place]}, {});
            gains += at.gain({}, {{HAND, int(place)}}) - judge.habits.envy * theirs;
        }
        return gains > 0;
    }
};

class Magpies : public Skill {
  public:
    Magpies(Judge& judge, Names& names, Json facts) : Skill(judge, names, facts) {}
    void look(const Sight&) override { judge.unplanted[names.number(facts["kind"].plain())] = 0.4; }

    Index act(std::string_view ask, const Choices& choices, const Position& now) override {
        at = &now;
        if (ask == "steal") return steal(choices);
        if (ask == "plant" && !find_choice(choices, "pass"))
            return find_choice(choices, "play_magpie");
        return find_choice(choices, "keep_magpie");
    }
    std::optional<Outcome> outcome(Json choice, const Outcome& before) override {
        if (!choice["do"].is("play_magpie")) return {};
        Outcome left = before;
        left.coins = spoils();
        if (!left.hand.empty()) left.hand.erase(left.hand.begin());
        left.going_on = false;
        return left;
    }

  private:
    const Position* at = nullptr;

    int steal(const Choices& choices) {
        double best = 0.0;
        int index = find_choice(choices, "pass").value_or(0);
        for (size_t n = 0; n < choices.size(); n++) {
            if (!choices[n]["do"].is("steal")) continue;
            double won = gain(at->mine, choices[n]["seat"].number(), choices[n]["field"].number(),
                              choices[n]["into"].number());
            if (won > best) best = won, index = int(n);
        }
        return index;
    }

    double spoils() {
        Beds fields = at->mine;
        std::set<int> seats;
        for (int seat = 0; seat < judge.players; seat++)
            if (seat != judge.seat) seats.insert(seat);
        double total = 0.0;
        for (int steals = facts["steals_from"].number(); steals > 0; steals--) {
            std::tuple<double, int, int> best{0.0, 0, 0};
            bool any = false;
            for (int seat : seats) {
                const Beds& theirs = at->sight.fields.at(size_t(seat));
                for (size_t number = 0; number < theirs.size(); number++)
                    for (size_t into = 0; into < fields.size(); into++)
                        if (theirs[number].kind != NONE && theirs[number].kind == fields[into].kind) {
                            std::tuple found{gain(fields, seat, int(number), int(into)), seat, int(into)};
                            if (!any || found > best) best = found, any = true;
                        }
            }
            if (std::get<0>(best) <= 0.0) break;
            total += std::get<0>(best);
            seats.erase(std::get<1>(best));
            fields = changed(fields, std::get<2>(best), 1);
        }
        return total;
    }

    double gain(const Beds& fields, int seat, int number, int into) {
        const Beds& theirs = at->sight.fields.at(size_t(seat));
        double mine = worth(changed(fields, into, 1)) - worth(fields);
        return mine + (worth(theirs) - worth(changed(theirs, number, -1))) * 1 / (judge.players - 1);
    }
    double worth(const Beds& fields) { return judge.worth(fields, {}, {}, at->wait); }

    static Beds changed(Beds fields, int number, int by) {
        Bed& bed = fields.at(size_t(number));
        bed.count += by;
        if (!bed.count) bed.kind = NONE;
        return fields;
    }
};

class FieldBeans : public Skill {
  public:
    FieldBeans(Judge& judge, Names& names, Json facts)
        : Skill(judge, names, facts), kind(names.number(facts["kind"].plain())),
          number(facts["opens_third_field"].number()), coins(judge.beanometer(kind)) {}

    void look(const Sight& sight) override {
        opens = 0.0;
        int seat = 0;
        for (Json open : sight.json["third_field"])
            if (seat++ == judge.seat && !open.is_true())
                opens = std::nearbyint(2 * 0.6 * (judge.count_turns(sight) / judge.players)) / 2;
        std::vector<double> scale = coins;
        scale.at(size_t(number)) += opens;
        judge.rescale(kind, scale);
    }
    Index act(std::string_view, const Choices& choices, const Position& at) override {
        for (size_t field = 0; field < at.mine.size() && opens >= 1.0; field++)
            if (at.mine[field].kind == kind && at.mine[field].count == number)
                return find_choice(choices, "harvest", [&](Json choice) {
                    return choice["field"].number() == int(field);
                });
        return {};
    }

  private:
    int kind, number;
    std::vector<double> coins;
    double opens = 0;
};

class Orders : public Skill {
  public:
    Orders(Judge& judge, Names& names, Json facts) : Skill(judge, names, facts) {
        wants = {"before_draw"};
        for (Json order : facts["orders"]) {
            std::vector<int> numbers;
            bohnanza::read(order, numbers);
            int card = names.number(order.key());
            orders[card] = {numbers.at(0), numbers.at(1)};
            judge.unplanted[card] = 0.0;
        }
        judge.prospect = [this](const Beds& fields, const Cards& due, const Cards& hand, int wait,
                                bool going_on) { return prospect(fields, due, hand, wait, going_on); };
    }

    void look(const Sight& sight) override {
        own_turn = sight.active == judge.seat;
        Cards mine;
        int seat = 0;
        for (Json pile : sight.json["laid_order"])
            if (seat++ == judge.seat) mine = names.numbers(pile);
        laid = !mine.empty();
        size_t place = 0;
        while (place < sight.hand.size() && !orders.count(sight.hand[place])) place++;
        if (!laid && place < sight.hand.size()) mine = {sight.hand[place]};
        order.reset();
        if (!mine.empty() && orders.count(mine[0])) order = orders[mine[0]];
        if (place == sight.hand.size()) place = 0;
        turns = laid ? LAID : 1 + double(place) / 1.8;
        turns = std::min(turns, 1 + judge.count_turns(sight) / judge.players);
    }

    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (!own_turn) return ask == "window" ? Index(0) : Index();
        if (Index filled = find_choice(choices, "fill_order")) return filled;
        if (ask != "window" && ask != "return_order") return {};
        double best = judge.worth(at.mine, {}, at.hand, at.wait) + 1e-9;
        int index = 0;
        for (size_t number = 0; number < choices.size(); number++) {
            if (!choices[number]["do"].is("harvest")) continue;
            Beds left = at.mine;
            Bed& bed = left.at(size_t(choices[number]["field"].number()));
            double coins = judge.earned(bed);
            bed = {NONE, 0};
            double worth = coins + judge.worth(left, {}, at.hand, at.wait);
            if (worth > best) best = worth, index = int(number);
        }
        return index;
    }

    std::optional<Outcome> outcome(Json choice, const Outcome& before) override {
        if (!choice["do"].is("lay_order")) return {};
        Outcome left = before;
        if (count(before.due, names.number(choice["card"].plain()))) {
            left.due.clear();
            return left;
        }
        // The second card of step 1: it goes back after this turn, and a new one comes.
        if (!left.hand.empty()) left.hand.erase(left.hand.begin());
        double kept = prospect(before.fields, {}, before.hand, judge.players, false);
        double usual = turns;
        laid = true, turns = LAID;
        left.coins = prospect(before.fields, {}, left.hand, judge.players, false) + 0.15 - kept;
        laid = false, turns = usual;
        left.going_on = false;
        return left;
    }

  private:
    static constexpr double COIN = 1.0, IN_HAND = 0.75, ARRIVES = 0.2, ANY = 0.7, ALIKE = 0.2;
    static constexpr double LAID = 0.5, STAYS = 0.95, WEIGHT = 0.7;
    std::map<int, std::pair<int, int>> orders;  // by card: the numbers wanted
    std::optional<std::pair<int, int>> order;
    bool own_turn = false, laid = false;
    double turns = 0;

    double prospect(const Beds& fields, const Cards& due, const Cards& hand, int wait,
                    bool going_on) const {
        if (!order || wait > judge.players) return 0.0;
        Cards sure = due;
        if (going_on && !hand.empty()) sure.push_back(hand[0]);
        double best = 0.0;
        for (size_t place = 0; place + 1 < fields.size(); place++) {
            auto [chance, cost] = chance_of(fields, place, order->first, sure, hand);
            if (chance <= 0.0) continue;
            auto [other, more] = chance_of(fields, place + 1, order->second, sure, hand);
            best = std::max(best, chance * other * COIN - cost - more);
        }
        return WEIGHT * best;
    }

    // Chance that a field comes to hold exactly this number in time, and what that costs.
    std::pair<double, double> chance_of(const Beds& fields, size_t place, int wanted,
                                        const Cards& sure, const Cards& hand) const {
        auto [kind, number] = fields[place];
        if (!own_turn && kind != NONE) number += count(sure, kind);
        if (number == wanted) return {own_turn ? 1.0 : STAYS, 0.0};
        double cost = 0.0;
        if (number > wanted) {
            Bed bed{kind, number};
            cost = std::max(0.0, judge.promised(bed) - judge.earned(bed));
            kind = NONE, number = 0;
            if (wanted == 0) return {1.0, cost};
        }
        int missing = wanted - number;
        if (kind != NONE) return {arrival(kind, missing, sure, hand), cost};
        double best = ANY * std::pow(ALIKE, missing - 1);
        for (int card : plus(sure, hand))
            if (judge.is_bean(card) && !grows(fields, card))
                best = std::max(best, arrival(card, missing, sure, hand));
        return {best, cost};
    }

    double arrival(int kind, int missing, const Cards& sure, const Cards& hand) const {
        if (own_turn) missing -= count(sure, kind);
        if (missing <= 0) return 1.0;
        double chance = 1.0;
        if (!laid) {
            int soon = std::min(missing, count(hand, kind));
            chance *= std::pow(IN_HAND, soon);
            missing -= soon;
        }
        if (missing <= 0) return chance;
        double share = double(judge.is_bean(kind) ? judge.unseen[size_t(kind)] : 0) / judge.hidden;
        double rate = ARRIVES * turns * judge.a_turn * judge.players * share;
        return chance * std::pow(rate / (1 + rate), missing);
    }
};

}  // namespace trader
