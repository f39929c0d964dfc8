// The judge of High Bohn, as in bots/python/skills/high_bohn/judge.py, where it is explained: every
// seat has its scales, and there are fields of other sorts, whose kinds are numbers from ONLY on.
#pragma once

#include <deque>
#include <memory>

#include "judgement.hpp"

namespace trader {

// ONLY + a bean: a field that takes no other; SHELF, last of all: the store with the cards on it;
// from STEW on: a bean stew.
constexpr int ONLY = 1000, SHELF = 2000, STEW = 3000;
constexpr double ROOM[] = {0.0, 0.4, 0.6, 0.7};  // coins for each free place of the store

inline bool is_stew(int kind) { return kind >= STEW; }
inline bool is_only(int kind) { return kind >= ONLY && kind < SHELF; }

inline bool owns(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Coins for 0, 1, 2, … cards.
inline Table stretched(const std::vector<double>& scale) {
    Table table;
    for (size_t n = 0; n <= MOST_CARDS; n++) table[n] = scale[std::min(n, scale.size() - 1)];
    return table;
}

// What a view shows of the buildings.
struct Town {
    std::vector<std::string> shop;
    std::vector<std::vector<std::string>> buildings;  // by seat

    void look(Json view) {
        shop.clear(), buildings.clear();
        bohnanza::read(view["shop"], shop);
        bohnanza::read(view["buildings"], buildings);
    }
};

class HighBohnJudge : public Judge {
  public:
    using Scales = std::vector<std::vector<double>>;  // by kind
    using Tailor = std::function<void(HighBohnJudge&, const Sight&, Scales&)>;

    std::vector<Tailor> tailors;  // what skills change: scales, and the powers below
    Town town;
    // Without what buildings to be bought add: scales, and the value of the first, second, … coin
    // of a bean beyond itself.
    Scales plain;
    std::map<int, std::vector<double>> added;
    // The powers of the seat that is judged.
    std::vector<double> stew;  // a beanometer
    int room = 0;              // places of the store
    int guest = NONE;          // farm 2: what may join fields …
    Cards hosts;               // … of which kinds
    bool unprotected = false;
    Cards lone;  // kinds of which a single card may be harvested

    void begin(const bohnanza::Game& game, Names& names) override {
        Judge::begin(game, names);
        game_ = &game, names_ = &names;
        printed_.clear(), restricted_.clear(), others_.clear(), tailors.clear();
        for (size_t kind = 0; kind < deck.size(); kind++) printed_.push_back(beanometer(int(kind)));
        for (Json facts : game.json["rulebook"]["more"])
            if (facts["field_for"])
                restricted_[std::string(facts.key())] = names.number(facts["field_for"].plain());
    }

    const Judge& of(int other) const override {
        if (other == seat) return *this;
        auto& judge = others_[other];
        if (!judge) {
            judge = std::make_unique<HighBohnJudge>();
            judge->habits = habits;
            judge->begin(*game_, *names_);
            judge->seat = other;
            judge->tailors = tailors;
            judge->stews_ = stews_;
        }
        if (judge->turn_ != turn_) judge->look(*sight_);  // within a turn hardly anything changes
        return *judge;
    }

    void look(const Sight& sight) override {
        sight_ = &sight, turn_ = sight.turn;
        town.look(sight.json);
        Scales scales = printed_;
        for (const Tailor& tailor : tailors) tailor(*this, sight, scales);
        for (size_t kind = 0; kind < scales.size(); kind++) rescale(int(kind), scales[kind]);
        Judge::look(sight);
        rounds_ = std::nearbyint(2 * turns_left / players) / 2;
        coins_of_others_.clear(), promise_of_others_.clear();
        powerful_ = !stew.empty() || room || guest != NONE || unprotected || !lone.empty();
        int owner = 0;
        for (Json special : sight.json["special_fields"])
            powerful_ |= owner++ == seat && special.begin() != special.end();
    }

    Beds fields(const Sight& sight, int owner) const override {
        Beds beds = Judge::fields(sight, owner);
        int other = 0;
        for (Json special : sight.json["special_fields"])
            if (other++ == owner)
                for (Json each : special) {
                    std::vector<std::string> parts;  // place, building
                    for (Json part : each)
                        parts.emplace_back(part.is_text() ? part.plain() : part.text());
                    size_t at = size_t(std::stoi(parts.at(0)));
                    beds.at(at).kind = ONLY + restricted_.at(parts.at(1));
                }
        other = 0;
        for (Json stews : sight.json["stews"])
            if (other++ == owner)
                for (Json place : stews) {
                    size_t at = size_t(place.number());
                    Cards cards = sight.mixed.at(size_t(owner)).at(at);
                    if (cards.empty()) cards = {beds.at(at).kind};
                    beds.at(at) = {stew_of(cards), int(cards.size())};
                }
        if (room && owner == seat) beds.push_back({SHELF, int(sight.store.size())});
        return beds;
    }
    Bed emptied(Bed bed) const override { return is_only(bed.kind) ? Bed{bed.kind, 0} : Bed{NONE, 0}; }
    Beds sold(const Beds& beds, int cards) const override {
        if (!cards || beds.back().kind != SHELF) return beds;
        Beds left = beds;
        left.back().count -= cards;
        return left;
    }

    // The kind of a stew of these cards.
    int stew_of(const Cards& cards) const {
        Cards all = sorted(cards);
        auto found = std::find(stews_->begin(), stews_->end(), all);
        if (found == stews_->end()) found = stews_->insert(found, all);
        return STEW + int(found - stews_->begin());
    }
    const Cards& in_stew(int kind) const { return stews_->at(size_t(kind - STEW)); }

  protected:
    const Table& other_coins(int kind) const override {
        if (is_only(kind)) return earns.at(size_t(kind - ONLY));
        auto found = coins_of_others_.find(kind);
        if (found != coins_of_others_.end()) return found->second;
        return coins_of_others_[kind] = kind == SHELF ? Table{} : stretched(scale_of_stew());
    }
    const Table& other_promise(int kind) const override {
        if (is_only(kind)) return promise.at(size_t(kind - ONLY));
        auto found = promise_of_others_.find(kind);
        if (found != promise_of_others_.end()) return found->second;
        Table table{};
        if (is_stew(kind)) table = promise_of_stew(in_stew(kind));
        else
            for (int n = 0; n < MOST_CARDS; n++) table[size_t(n)] = ROOM[std::max(0, room - n)];
        return promise_of_others_[kind] = table;
    }

    double place(Beds& beds, int card, const Cards& hand, size_t after, double still) const override {
        if (!powerful_ || !planted(card)) return Judge::place(beds, card, hand, after, still);
        double first = promised(card, 1);
        bool grown = false;
        if (Bed* bed = find(beds, card)) {
            double coins = earned(*bed);
            if (bed->count == 1 || promised(card, bed->count + 1) >= coins + first) {
                bed->count++;
                return 0.0;
            }
            grown = true;
        }
        // Of all the ways the one that changes least.
        Way best{-1e9, 0.0, 0, {NONE, 0}};
        auto consider = [&](double change, double coins, size_t at, Bed bed) {
            if (change > best.change) best = {change, coins, at, bed};
        };
        int most = 0;
        for (Bed bed : beds)
            if (bed.kind != SHELF) most = std::max(most, bed.count);
        auto harvest = [&](size_t at) {
            Bed bed = beds[at];
            if (grown && bed.kind != card) return;
            if (bed.count == 1 && most > 1 && !unprotected && !count(lone, bed.kind)) return;
            int more = int(std::count(hand.begin() + long(after), hand.end(), bed.kind));
            double coins = earned(bed);
            consider(coins + first - promised(bed.kind, bed.count + more), coins, at, {card, 1});
        };
        for (size_t at = 0; at < beds.size(); at++) {
            auto [kind, number] = beds[at];
            if (kind == NONE) {
                if (!grown) consider(first - empty, 0.0, at, {card, 1});
            } else if (kind == SHELF) {
                if (number < room)
                    consider(promised(SHELF, number + 1) - promised(SHELF, number), 0.0, at,
                             {SHELF, number + 1});
            } else if (is_stew(kind)) {
                if (!count(in_stew(kind), card)) {
                    int more = stew_of(plus(in_stew(kind), {card}));
                    consider(promised(more, number + 1) - promised(kind, number), 0.0, at,
                             {more, number + 1});
                }
                harvest(at);
            } else if (is_only(kind)) {
                if (kind - ONLY != card) continue;
                double coins = earned({card, number});
                if (number < 2 || promised(card, number + 1) >= coins + first)
                    consider(promised(card, number + 1) - promised(card, number), 0.0, at,
                             {kind, number + 1});
                else
                    consider(coins + first - promised(card, number), coins, at, {kind, 1});
            } else {
                if (card == guest && count(hosts, kind))
                    consider(promised(kind, number + 1) - promised(kind, number), 0.0, at,
                             {kind, number + 1});
                if (number == 1 && !stew.empty() && kind != card) {
                    int both = stew_of({kind, card});
                    consider(promised(both, 2) - promised(kind, 1), 0.0, at, {both, 2});
                }
                harvest(at);
            }
        }
        if (still < 1.0 && best.change < 0.0) return still * best.change;
        beds[best.at] = best.bed;
        return best.coins;
    }

    bool welcome(Beds& beds, int card) const override {
        if (!powerful_ || !planted(card)) return Judge::welcome(beds, card);
        for (Bed bed : beds) {
            auto [kind, number] = bed;
            if (kind == card || kind == ONLY + card) {
                if (promised(card, number + 1) > promised(card, number)) return true;
            } else if (is_stew(kind)) {
                if (count(in_stew(kind), card)) continue;
                if (promised(stew_of(plus(in_stew(kind), {card})), number + 1) > promised(bed)) return true;
            } else if (card == guest && count(hosts, kind) &&
                       promised(kind, number + 1) > promised(bed)) {
                return true;
            }
        }
        return grows(beds, NONE) && !grows(beds, card) && promised(card, 1) >= 0.8 * empty;
    }

  private:
    struct Way {  // to plant a card
        double change, coins;
        size_t at;
        Bed bed;
    };
    const bohnanza::Game* game_ = nullptr;
    Names* names_ = nullptr;
    const Sight* sight_ = nullptr;
    int turn_ = 0;
    double rounds_ = 0;
    bool powerful_ = false;  // whether it has fields of another sort, or plants unlike others
    Scales printed_;
    std::map<std::string, int> restricted_;
    mutable std::map<int, std::unique_ptr<HighBohnJudge>> others_;
    std::shared_ptr<std::deque<Cards>> stews_ = std::make_shared<std::deque<Cards>>();  // of all judges
    mutable std::map<int, Table> coins_of_others_, promise_of_others_;

    std::vector<double> scale_of_stew() const { return stew.empty() ? std::vector<double>{0} : stew; }

    // The promises of a stew of these kinds, to which every other kind may come.
    Table promise_of_stew(const Cards& kinds) const {
        std::vector<double> scale = scale_of_stew();
        size_t top = scale.size() - 1;
        if (kinds.size() >= top) return stretched(scale);
        double coming = 0, every = 0;
        for (int kind : order) {
            if (!count(kinds, kind)) coming += std::pow(unseen[size_t(kind)], habits.rarity);
            every += unseen[size_t(kind)];
        }
        every = std::pow(every, habits.rarity);
        double share = coming * std::pow(USUAL_SHARE, 1 - habits.rarity) / std::max(1.0, every);
        double rate = std::nearbyint(5 * a_turn * players * habits.access * share) / 5;
        double lost = habits.crowding / STEPS_A_ROUND, cost = habits.rent / STEPS_A_ROUND;
        std::vector<double> now = scale;
        for (int steps = int(std::nearbyint(rounds_ * STEPS_A_ROUND)); steps > 0; steps--) {
            std::vector<double> before = now;
            for (size_t n = 0; n <= top; n++) {
                double lacks = double(top) - double(n), of = double(top) - double(kinds.size());
                double arrive = n < top ? std::min(0.9, rate * lacks / of / STEPS_A_ROUND) : 0.0;
                double next = arrive * before[std::min(n + 1, top)] + (1 - arrive) * before[n];
                double kept = (1 - lost) * next + lost * scale[n] - cost;
                now[n] = std::max(scale[n], kept);
            }
        }
        return stretched(now);
    }
};

}  // namespace trader
