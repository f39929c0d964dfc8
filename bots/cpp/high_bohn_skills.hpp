// What trader2 knows of High Bohn but buying, as in bots/python/skills/high_bohn/, where it is explained.
#pragma once

#include "high_bohn.hpp"
#include "skills.hpp"

namespace trader {

// What is printed on the buildings.
struct Building {
    std::string type, name;
    int bean = NONE, price = 0;
};

class HighBohnSkill : public Skill {
  public:
    HighBohnSkill(Judge& judge, Names& names, Json facts, const bohnanza::Game& game)
        : Skill(judge, names, facts), mine(static_cast<HighBohnJudge&>(judge)), game(game),
          more(game.json["rulebook"]["more"]) {
        for (Json each : more["buildings"]["buildings"])
            buildings.push_back({std::string(each["type"].plain()), std::string(each["name"].plain()),
                                 names.number(each["bean"].plain()), each["price"].number()});
        bohnanza::read(more["buildings"]["bonus"], bonus);
    }

  protected:
    HighBohnJudge& mine;
    const bohnanza::Game& game;
    Json more;  // what the rulebook says of the rules
    std::vector<Building> buildings;
    std::vector<int> bonus;

    const Building& building(std::string_view name) const {
        for (const Building& each : buildings)
            if (each.name == name) return each;
        throw std::out_of_range("no building " + std::string(name));
    }
    bool has_type(int seat, std::string_view type) const {
        for (const std::string& name : mine.town.buildings.at(size_t(seat)))
            if (building(name).type == type) return true;
        return false;
    }
    static std::vector<double> numbers(Json list) {
        std::vector<int> whole;
        bohnanza::read(list, whole);
        return {whole.begin(), whole.end()};
    }
    // The index of the best choice; of equal ones the first.
    template <class Worth>
    static int highest(const Choices& choices, Worth worth) {
        int index = 0;
        double best = worth(0);
        for (size_t n = 1; n < choices.size(); n++) {
            double other = worth(n);
            if (other > best) best = other, index = int(n);
        }
        return index;
    }
};

// What buildings change: the scales of every seat, protection, and the price of a third field.
class Powers : public HighBohnSkill {
  public:
    using HighBohnSkill::HighBohnSkill;
    void prepare() override {
        int usual = judge.third_field_price;
        mine.tailors.push_back([this, usual](HighBohnJudge& judge, const Sight&, auto& scale) {
            fit(judge, scale, usual);
        });
    }

  private:
    void fit(HighBohnJudge& judge, HighBohnJudge::Scales& scale, int usual) {
        const auto& all = mine.town.buildings;
        const auto& owned = all.at(size_t(judge.seat));
        judge.stew.clear();
        judge.unprotected = owns(owned, "blacksmith_4");
        judge.lone = owns(owned, "mine_3") ? Cards{names.number("garden")} : Cards{};
        judge.third_field_price = usual;
        Json bonus;  // of farm 4
        for (const std::string& name : owned) {
            Json facts = more[name];
            if (facts["worth"]) bonus = facts;
            else if (facts["earns"]) {
                if (name.rfind("saloon", 0) == 0) judge.stew = numbers(facts["earns"]);
                else scale.at(size_t(building(name).bean)) = numbers(facts["earns"]);
            } else if (facts["third_field_price"]) {
                judge.third_field_price = facts["third_field_price"].number();
            }
        }
        if (bonus) {
            double worth = bonus["worth"].number(), earns = bonus["earns"].number();
            for (auto& each : scale) std::replace(each.begin(), each.end(), worth, earns);
            std::replace(judge.stew.begin(), judge.stew.end(), worth, earns);
        }
        if (owns(owned, "jail_4"))
            for (double& coins : scale.at(size_t(names.number("blue")))) coins += coins > 0;
        bool paid = std::any_of(all.begin(), all.end(),
                                [](const auto& other) { return owns(other, "distillery_3"); });
        if (paid && !owns(owned, "distillery_3"))
            for (double& coins : judge.stew) coins -= coins > 0;
    }
};

// The top card of the pile, and the order of the hand.
class Banks : public HighBohnSkill {
  public:
    using HighBohnSkill::HighBohnSkill;
    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (ask == "bank_2") return top_card(choices, at);
        if (ask == "bank_3")
            return highest(choices, [&](size_t index) {
                Cards hand = at.hand;
                if (index) {
                    std::vector<int> order;
                    bohnanza::read(choices[index]["order"], order);
                    size_t kept = hand.size() - order.size();
                    for (size_t n = 0; n < order.size(); n++)
                        hand[kept + n] = at.hand.at(kept + size_t(order[n]));
                }
                return judge.worth(at.mine, {}, hand, at.wait);
            });
        if (ask == "bank_4")
            return highest(choices, [&](size_t index) {
                Cards hand = at.hand;
                if (index) {
                    int from = choices[index]["hand"].number(), to = choices[index]["to"].number();
                    int card = hand.at(size_t(from));
                    hand.erase(hand.begin() + from);
                    hand.insert(hand.begin() + to, card);
                }
                Cards due;  // step 1 is next: its first card must be planted
                if (!hand.empty()) due = {hand[0]}, hand.erase(hand.begin());
                return judge.worth(at.mine, due, hand, at.wait, true);
            });
        return {};
    }

  private:
    // A card that is worse than what may come instead goes under the pile.
    Index top_card(const Choices& choices, const Position& at) {
        int seen = NONE, seat = 0;
        for (Json pile : at.sight.json["bank_seen"])
            if (seat++ == judge.seat) seen = names.numbers(pile).at(0);
        auto worth = [&](int kind) { return judge.worth(at.mine, {kind}, at.hand, 0); };
        double usual = 0;
        int all = 0;
        for (int kind : judge.order)
            if (int number = judge.unseen[size_t(kind)]; number > 0)
                usual += number * worth(kind), all += number;
        return worth(seen) * all >= usual ? Index(0) : find_choice(choices, "put_under");
    }
};

// Farm 2: soy in other fields, and which of their coins are soy.
class Farm : public HighBohnSkill {
  public:
    using HighBohnSkill::HighBohnSkill;
    void prepare() override {
        mine.tailors.push_back([this](HighBohnJudge& judge, const Sight&, auto&) {
            bool owner = owns(mine.town.buildings.at(size_t(judge.seat)), "farm_2");
            judge.guest = owner ? names.number(facts["adds"].plain()) : NONE;
            judge.hosts = owner ? names.numbers(facts["to"]) : Cards{};
        });
    }
    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (ask != "harvest_farm") return {};
        return highest(choices, [&](size_t index) { return coins(at.mine, choices[index]); });
    }
    std::optional<Outcome> outcome(Json choice, const Outcome& before) override {
        if (!choice["do"].is("harvest_farm")) return {};
        Outcome left = before;
        left.coins = coins(before.fields, choice);
        left.fields.at(size_t(choice["field"].number())) = {NONE, 0};
        return left;
    }

  private:
    double coins(const Beds& beds, Json choice) {
        Bed bed = beds.at(size_t(choice["field"].number()));
        const auto& scale = mine.plain.at(size_t(bed.kind));
        int soy = choice["soy"].number();
        double coins = scale[std::min(size_t(bed.count), scale.size() - 1)];
        return coins + beyond(bed.kind, int(coins) - soy) + beyond(names.number(facts["adds"].plain()), soy);
    }
    // What a number of coins of a bean is worth beyond the coins themselves.
    double beyond(int bean, int coins) const {
        auto found = mine.added.find(bean);
        if (found == mine.added.end()) return 0.0;
        return found->second[size_t(std::min(coins, int(found->second.size()) - 1))];
    }
};

// Bean stew: cards of all kinds find a place in it.
class Stew : public HighBohnSkill {
  public:
    using HighBohnSkill::HighBohnSkill;
    std::optional<Outcome> outcome(Json choice, const Outcome& before) override {
        if (!choice["do"].is("plant_stew") || mine.stew.empty()) return {};
        size_t at = size_t(choice["field"].number());
        int card = names.number(choice["card"].plain());
        Bed bed = before.fields.at(at);
        Cards kinds = is_stew(bed.kind) ? mine.in_stew(bed.kind) : Cards{bed.kind};
        return before.planted(card, at, {mine.stew_of(plus(kinds, {card})), bed.count + 1});
    }
};

// The store takes what has no place, and its beans are for trading at any time.
class Store : public HighBohnSkill {
  public:
    using HighBohnSkill::HighBohnSkill;
    void prepare() override {
        mine.tailors.push_back([this](HighBohnJudge& judge, const Sight&, auto&) {
            judge.room = 0;
            for (const std::string& name : mine.town.buildings.at(size_t(judge.seat)))
                judge.room = std::max(judge.room, facts["holds"][name].number());
        });
    }
    std::optional<Outcome> outcome(Json choice, const Outcome& before) override {
        if (!choice["do"].is("store") || !mine.room) return {};
        size_t shelf = before.fields.size() - 1;
        Bed bed = before.fields[shelf];
        return before.planted(names.number(choice["card"].plain()), shelf, {bed.kind, bed.count + 1});
    }
};

}  // namespace trader
