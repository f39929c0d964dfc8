// Buying buildings: in the game, when another one has sold a type out, and after the last harvests;
// as in bots/python/skills/high_bohn/, where it is explained.
#pragma once

#include "high_bohn_skills.hpp"
#include "python_random.hpp"

namespace trader {

// What a coin of each kind may become, which building to take, and when.
class Buying : public HighBohnSkill {
  public:
    Buying(Judge& judge, Names& names, Json facts, const bohnanza::Game& game)
        : HighBohnSkill(judge, names, facts, game), sold(facts["sold_of_a_type"].number()) {
        PythonRandom random(game.seed);
        for (const Building& each : buildings) {
            auto same = [&](const Type& type) { return type.name == each.type; };
            auto type = std::find_if(types.begin(), types.end(), same);
            if (type == types.end()) type = types.insert(types.end(), {each.type, each.bean, {}});
            type->names.push_back(each.name);
            if (plain_power(each.name, 1) != 0) taste[each.name] = 0.2 * std::pow(random.random(), 2);
        }
    }
    void prepare() override {
        mine.tailors.push_back([this](HighBohnJudge& judge, const Sight& sight, auto& scale) {
            fit(judge, sight, scale);
        });
    }
    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (ask != "plant" && ask != "trade" && ask != "set_aside" && ask != "window") return {};
        double best = 0.0;
        Index index;
        int left = rounds(at.sight);
        for (size_t n = 0; n < choices.size(); n++) {
            if (!choices[n]["do"].is("buy_building")) continue;
            std::string name(choices[n]["building"].plain());
            double worth = BONUS + power(name, left) - waiting(at, name, left);
            if (worth > best) best = worth, index = int(n);
        }
        return index;
    }

  private:
    static constexpr int FINE = 4, MOST = 4, SOON = 2;
    static constexpr double HOPE = 0.4, BONUS = 1.0, TRICKLE = 0.02, READY = 0.3, PACE = 0.06;
    struct Type {
        std::string name;
        int bean;
        std::vector<std::string> names;  // by price from 1
    };
    int sold;
    std::vector<Type> types;
    std::map<std::string, double> taste;

    // What the power of a building earns in the rounds that are left.
    static double plain_power(const std::string& name, int rounds) {
        static const std::map<std::string, std::pair<double, double>> POWERS = {
            {"bank_2", {0.0, 0.05}},       {"bank_3", {0.0, 0.06}},       {"bank_4", {0.0, 0.15}},
            {"farm_2", {0.0, 0.25}},       {"farm_3", {0.0, 0.05}},       {"farm_4", {0.0, 0.1}},
            {"saloon_2", {0.0, 0.15}},     {"saloon_3", {0.0, 0.5}},      {"saloon_4", {0.0, 0.9}},
            {"mine_2", {0.5, 0.0}},        {"mine_3", {0.0, 0.1}},        {"mine_4", {0.0, 0.7}},
            {"tipi_2", {0.9, 0.0}},        {"tipi_3", {1.4, 0.0}},        {"tipi_4", {1.8, 0.0}},
            {"store_2", {0.0, 0.1}},       {"store_3", {0.0, 0.15}},      {"store_4", {0.0, 0.25}},
            {"blacksmith_2", {0.0, 0.15}}, {"blacksmith_3", {0.0, 0.15}}, {"blacksmith_4", {0.0, 0.03}},
            {"jail_2", {0.0, 0.1}},        {"jail_3", {0.0, 0.2}},        {"jail_4", {0.0, 0.5}},
            {"distillery_2", {0.3, 0.0}},  {"distillery_3", {0.0, 0.25}}, {"distillery_4", {0.0, 0.25}}};
        auto found = POWERS.find(name);
        if (found == POWERS.end() || rounds <= 0) return 0.0;
        return found->second.first + found->second.second * rounds;
    }
    double power(const std::string& name, int rounds) const {
        auto found = taste.find(name);
        return plain_power(name, rounds) + std::max(0, rounds) * (found == taste.end() ? 0.0 : found->second);
    }
    int rounds(const Sight& sight) const {
        return int(std::nearbyint(judge.count_turns(sight) / judge.players));
    }
    const Type& type_of(const std::string& name) const {
        for (const Type& type : types)
            if (owns(type.names, name)) return type;
        throw std::out_of_range("no building " + name);
    }
    bool on_sale(const std::string& name) const { return owns(mine.town.shop, name); }

    // Chances that 0, 1, 2, … of independent things happen.
    static std::vector<double> numbered(const std::vector<double>& chances) {
        std::vector<double> all{1.0};
        for (double chance : chances) {
            std::vector<double> next(all.size() + 1);
            for (size_t n = 0; n < next.size(); n++) {
                double before = n < all.size() ? all[n] : 0.0, less = n ? all[n - 1] : 0.0;
                next[n] = before * (1 - chance) + less * chance;
            }
            all = next;
        }
        return all;
    }
    // What one more type adds to the bonus, when some of those `left` are still to come.
    double step(int has, int left, int rounds) const {
        if (left <= 0) return 0.0;
        int top = int(bonus.size()) - 1;
        double sum = 0;
        auto come = numbered(std::vector<double>(size_t(left - 1), std::min(0.7, PACE * rounds)));
        for (int n = 0; n < int(come.size()); n++)
            sum += come[size_t(n)] * (bonus[size_t(std::min(top, has + 1 + n))] -
                                      bonus[size_t(std::min(top, has + n))]);
        return sum;
    }

    // Let the scales of a judge's seat count what their coins may buy.
    void fit(HighBohnJudge& judge, const Sight& sight, HighBohnJudge::Scales& scale) {
        int left = rounds(sight), near = 0;
        const Cards& coins = sight.coins.at(size_t(judge.seat));
        for (const Type& type : types) {
            bool is_near = has_type(judge.seat, type.name);
            for (size_t n = 0; n < type.names.size(); n++)
                is_near |= on_sale(type.names[n]) && count(coins, type.bean) >= int(n) + 1;
            near += is_near;
        }
        double further = step(near, int(types.size()) - near, left);
        judge.plain = scale, judge.added.clear();
        for (const Type& type : types) {
            if (has_type(judge.seat, type.name) || !judge.is_bean(type.bean)) continue;
            double worth[MOST + 1] = {};  // by number of coins
            for (int price = 1; price <= int(type.names.size()); price++) {
                const std::string& name = type.names[size_t(price - 1)];
                if (!on_sale(name)) continue;
                double full = further + power(name, left);
                for (int number = 0; number <= MOST; number++)
                    worth[number] =
                        std::max(worth[number], full * std::pow(HOPE, std::max(0, price - number)));
            }
            int has = std::min(MOST, count(coins, type.bean));
            std::vector<double> added;
            for (int number = has; number <= MOST; number++)
                added.push_back(std::nearbyint(FINE * (worth[number] - worth[has])) / FINE);
            for (double& earned : scale[size_t(type.bean)])
                earned += added[size_t(std::min(int(earned), int(added.size()) - 1))];
            judge.added[type.bean] = added;
        }
    }

    // What it would be worth to wait, for a higher building of the type or for nothing.
    double waiting(const Position& at, const std::string& name, int rounds) {
        const Type& type = type_of(name);
        int has = count(at.sight.coins.at(size_t(judge.seat)), type.bean);
        double later = power(name, rounds - 1), best = later;
        for (int price = 1; price <= int(type.names.size()); price++) {
            const std::string& other = type.names[size_t(price - 1)];
            if (price <= has || !on_sale(other)) continue;
            double likely = chance(type.bean, at.mine, price - has, rounds);
            best = std::max(best, later + likely * (power(other, rounds - 2) - later));
        }
        return (1 - lost(at.sight, type, has, rounds)) * (BONUS + best);
    }
    // Chance that the coins that a price still lacks will be harvested in time.
    double chance(int bean, const Beds& beds, int lacks, int rounds) const {
        const auto& scale = mine.plain.at(size_t(bean));
        for (auto [more, likely] : {std::pair(0, 0.95), {2, 0.7}, {4, 0.4}})
            for (Bed bed : beds)
                if (bed.kind == bean || bed.kind == ONLY + bean)
                    if (scale[std::min(size_t(bed.count + more), scale.size() - 1)] >= lacks) return likely;
        return std::min(0.3, TRICKLE * rounds / lacks);
    }
    // Chance that others soon leave nothing of a type that I could buy with `has` coins.
    double lost(const Sight& sight, const Type& type, int has, int rounds) const {
        int left = 0, owners = 0;
        for (int price = 1; price <= std::min(has, int(type.names.size())); price++)
            left += on_sale(type.names[size_t(price - 1)]);
        std::vector<double> chances;
        for (int seat = 0; seat < judge.players; seat++) {
            bool owner = has_type(seat, type.name);
            owners += owner;
            if (!owner && seat != judge.seat)
                chances.push_back(PACE * std::min(SOON, rounds) +
                                  READY * (count(sight.coins.at(size_t(seat)), type.bean) > 0));
        }
        left = std::min(left, sold - owners);
        std::vector<double> buy = numbered(chances);
        double sum = 0;
        for (size_t n = size_t(std::max(0, left)); n < buy.size(); n++) sum += buy[n];
        return sum;
    }
};

// Distillery 2: which type to take from the others, and the last chance to buy of one.
class SellOut : public HighBohnSkill {
  public:
    using HighBohnSkill::HighBohnSkill;
    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (ask == "distillery_2")
            return highest(choices, [&](size_t index) {
                std::string_view type = choices[index]["type"].plain();
                int others = 0;
                for (int seat = 0; seat < judge.players; seat++)
                    others += seat != judge.seat && !has_type(seat, type) &&
                              !count(at.sight.coins.at(size_t(seat)), bean_of(type));
                return others - judge.players * !has_type(judge.seat, type);
            });
        if (ask == "last_chance") return last_chance(choices, at);
        return {};
    }

  private:
    int bean_of(std::string_view type) const {
        for (const Building& each : buildings)
            if (each.type == type) return each.bean;
        return NONE;
    }
    // Buy the highest; without the coins, harvest for it where little is lost.
    Index last_chance(const Choices& choices, const Position& at) {
        std::pair<int, int> best{-1, -1};
        for (size_t n = 0; n < choices.size(); n++)
            if (choices[n]["do"].is("buy_building"))
                best = std::max(best, {building(choices[n]["building"].plain()).price, int(n)});
        if (best.second >= 0) return best.second;
        int bean = NONE;
        for (Json event : at.sight.events)
            if (event["event"].is("named_type")) bean = bean_of(event["type"].plain());
        for (size_t n = 0; n < choices.size() && bean != NONE; n++) {
            if (!choices[n]["do"].is("harvest") && !choices[n]["do"].is("harvest_farm")) continue;
            Bed bed = at.mine.at(size_t(choices[n]["field"].number()));
            if (bed.kind != bean) continue;
            const auto& scale = mine.plain.at(size_t(bean));
            double coins = judge.earned(bed);
            double added = coins - scale[std::min(size_t(bed.count), scale.size() - 1)];
            if (added > 0 && added > judge.promised(bed) - coins) return int(n);
        }
        return 0;
    }
};

// The last purchases, after the harvests of the end: all that adds to the score.
class LastPurchases : public HighBohnSkill {
  public:
    LastPurchases(Judge& judge, Names& names, Json facts, const bohnanza::Game& game)
        : HighBohnSkill(judge, names, facts, game) {
        for (const Building& each : buildings) taste.push_back(each.name);
        PythonRandom(game.seed).shuffle(taste);
    }
    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        if (ask != "last_purchases") return {};
        const auto& owned = mine.town.buildings.at(size_t(judge.seat));
        int counted = int(at.sight.coins.at(size_t(judge.seat)).size()), seat = 0;
        for (Json pile : at.sight.json["under_buildings"])
            if (seat++ == judge.seat) counted += int(names.numbers(pile).size());
        std::map<std::string, std::vector<int>> types;  // what is for sale, by index
        for (size_t n = 0; n < choices.size(); n++)
            if (choices[n]["do"].is("buy_building"))
                types[building(choices[n]["building"].plain()).type].push_back(int(n));
        auto price = [&](int index) { return building(name_of(choices, index)).price; };
        std::vector<int> tipis = types["tipi"];
        types.erase("tipi");
        std::vector<std::pair<int, int>> cheapest;  // of each type: price, index
        for (auto& [type, all] : types) {
            cheapest.push_back({price(all[0]), all[0]});
            for (int index : all) cheapest.back() = std::min(cheapest.back(), {price(index), index});
        }
        std::sort(cheapest.begin(), cheapest.end());
        int share = share_of(owned), first = 0;
        double best = score(counted, share, int(owned.size()));
        auto consider = [&](int paid, int divisor, int bought, Index begun) {
            for (size_t number = 0; number <= cheapest.size(); number++) {
                int cost = paid;
                for (size_t n = 0; n < number; n++) cost += cheapest[n].first;
                int has = int(owned.size()) + bought + int(number);
                double worth = cost + score(counted - cost, divisor, has);
                if (worth <= best) continue;
                best = worth;
                first = begun ? *begun : divisor ? cheapest[0].second : any(choices, types);
            }
        };
        consider(0, share, 0, {});
        for (int index : tipis) consider(price(index), share_of({name_of(choices, index)}), 1, index);
        return first;
    }

  private:
    std::vector<std::string> taste;  // of buildings that count the same, another one in each game

    static std::string name_of(const Choices& choices, int index) {
        return std::string(choices[size_t(index)]["building"].plain());
    }
    // For how many coins a tipi among these buildings counts one more, or 0.
    int share_of(const std::vector<std::string>& names) const {
        for (const std::string& name : names)
            if (int share = more[name]["one_more_for"].number()) return share;
        return 0;
    }
    double score(int coins, int share, int number) const {
        return coins + (share ? coins / share : 0) + bonus[size_t(std::min(number, int(bonus.size()) - 1))];
    }
    // A building by taste.
    int any(const Choices& choices, const std::map<std::string, std::vector<int>>& types) const {
        std::pair<long, int> best{long(taste.size()), 0};
        for (auto& [type, all] : types)
            for (int index : all) {
                auto rank = std::find(taste.begin(), taste.end(), name_of(choices, index)) - taste.begin();
                best = std::min(best, {rank, index});
            }
        return best.second;
    }
};

}  // namespace trader
