// What fields, hands and trades are worth in coins: the judgement of the trader, as in
// bots/python/judgement.py, where it is explained. Kinds are numbers here, in the order of names.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

#include "bohnanza.hpp"

namespace trader {

using bohnanza::Json;
using Cards = std::vector<int>;  // kinds
constexpr int NONE = -1;         // the kind of an empty field
constexpr int STEPS_A_ROUND = 4, MOST_CARDS = 36;
constexpr double USUAL_SHARE = 0.1;

struct Bed {  // a field, as a position has it
    int kind, count;
};
using Beds = std::vector<Bed>;
using Table = std::array<double, MOST_CARDS + 1>;  // coins for 0, 1, 2, … cards

struct Habits {
    double access = 0.6, rarity = 0.8, rivalry = 0.7, rent = 0.1, crowding = 1.5, empty = 0.9;
    double patience = 0.93, stubborn = 0.65, reshuffle = 0.3, envy = 0.25, least = 0.04;
    double third = 1.7, scatter = 0.25, eager = 0.0;
};

inline int count(const Cards& cards, int kind) {
    return int(std::count(cards.begin(), cards.end(), kind));
}

inline bool grows(const Beds& beds, int kind) {
    return std::any_of(beds.begin(), beds.end(), [&](Bed bed) { return bed.kind == kind; });
}

inline Bed* find(Beds& beds, int kind) {
    for (Bed& bed : beds)
        if (bed.kind == kind) return &bed;
    return nullptr;
}

inline Cards sorted(Cards cards) {
    std::sort(cards.begin(), cards.end());
    return cards;
}

inline Cards plus(Cards cards, const Cards& more) {
    cards.insert(cards.end(), more.begin(), more.end());
    return cards;
}

// The kinds of a game: numbers for their names.
class Names {
  public:
    void begin(const std::vector<bohnanza::KindOfBean>& kinds) {
        names_.clear();
        for (const auto& bean : kinds) names_.push_back(bean.name);
        std::sort(names_.begin(), names_.end());
    }
    int number(std::string_view name) {
        if (name.empty()) return NONE;
        for (size_t at = 0; at < names_.size(); at++)
            if (names_[at] == name) return int(at);
        names_.emplace_back(name);  // a card that is no bean, such as an order
        return int(names_.size() - 1);
    }
    Cards numbers(const std::vector<std::string>& names) {
        Cards all;
        for (const std::string& name : names) all.push_back(number(name));
        return all;
    }
    Cards numbers(Json names) {
        Cards all;
        for (Json name : names) all.push_back(number(name.plain()));
        return all;
    }
    const std::string& name(int kind) const { return names_.at(size_t(kind)); }

  private:
    std::vector<std::string> names_;
};

// What one decision shows, with kinds as numbers.
struct Sight {
    Json json;  // the view
    int seat, active, turn, round, rounds, draw_pile, run_outs;
    Cards hand, turned_over, store, discard;
    std::vector<int> hands;
    std::vector<Beds> fields;
    std::vector<Cards> coins, set_aside;
    Cards laid;  // cards of the deck that an expansion shows elsewhere
    std::vector<std::vector<Cards>> mixed;  // in High Bohn: cards of fields with several kinds
    Json events;                            // since the last decision

    Sight(Json json, const bohnanza::View& view, Names& names)
        : json(json), seat(view.seat), active(view.active), turn(view.turn), round(view.round),
          rounds(view.rounds), draw_pile(view.draw_pile), run_outs(view.run_outs),
          hand(names.numbers(view.hand)), turned_over(names.numbers(view.turned_over)),
          discard(names.numbers(view.discard)), hands(view.hands) {
        for (const auto& fields_of_one : view.fields) {
            fields.emplace_back();
            for (const auto& field : fields_of_one)
                fields.back().push_back({names.number(field.kind), field.count});
        }
        for (const auto& pile : view.coins) coins.push_back(names.numbers(pile));
        for (const auto& pile : view.set_aside) set_aside.push_back(names.numbers(pile));
        laid = plus(names.numbers(json["coin_card"]), names.numbers(json["on_offer"]));
        if (!json["special_fields"]) return;
        for (std::string_view key : {"under_buildings", "store", "bank_seen"})
            for (Json pile : json[key]) laid = plus(laid, names.numbers(pile));
        int owner = 0;
        for (Json pile : json["store"])
            if (owner++ == seat) store = names.numbers(pile);
        for (Json fields_of_one : json["fields"]) {
            mixed.emplace_back();
            for (Json field : fields_of_one) mixed.back().push_back(names.numbers(field["cards"]));
        }
    }
};

// A position of mine: what is due is planted before anything else, then the hand from its front.
struct Outcome {
    double coins;
    Beds fields;
    Cards due, hand;
    bool going_on;  // whether a second card of step 1 may follow

    // After a due card, or else the second one of step 1, makes this of a field.
    std::optional<Outcome> planted(int card, size_t at, Bed bed) const {
        Outcome left = *this;
        left.fields.at(at) = bed;
        if (due.empty()) {
            if (!hand.empty()) left.hand.erase(left.hand.begin());
            left.going_on = false;
        } else {
            auto gone = std::find(left.due.begin(), left.due.end(), card);
            if (gone == left.due.end()) return {};
            left.due.erase(gone);
        }
        return left;
    }
};

class Judge {
  public:
    Habits habits;
    int seat = 0, players = 0, last_run_out = 0, third_field_price = 0;
    int a_turn = 0, draw = 0, a_turn_of_one = 0;  // cards: of a turn, in its step 4, for one player
    double turns_left = 0, empty = 0;
    int hidden = 1;
    Cards order;                                  // the kinds of beans as the rulebook lists them
    std::vector<int> deck, unseen;                // by kind
    std::vector<Table> earns, promise;            // by kind
    std::map<int, double> unplanted;              // the value of cards that are never planted
    // What a skill adds to a position before it is played out.
    std::function<double(const Beds&, const Cards&, const Cards&, int, bool)> prospect;

    virtual ~Judge() = default;
    // The judge of positions of a seat: another where its scales differ from mine.
    virtual const Judge& of(int) const { return *this; }
    // The fields of a seat, as a position has them.
    virtual Beds fields(const Sight& sight, int of_seat) const {
        return sight.fields.at(size_t(of_seat));
    }
    // What a harvest leaves of a field, and a sale of cards from the store of all fields.
    virtual Bed emptied(Bed) const { return {NONE, 0}; }
    virtual Beds sold(const Beds& beds, int) const { return beds; }

    virtual void begin(const bohnanza::Game& game, Names& names) {
        Json book = game.json["rulebook"];
        seat = game.seat, players = game.players;
        bool all_draw = false;
        for (Json step : book["steps"]) all_draw |= step.is("draw_round");
        draw = book["draw"].number(), a_turn_of_one = book["turn_over"].number() + draw;
        a_turn = a_turn_of_one + draw * (all_draw ? players - 1 : 0);
        last_run_out = book["last_run_out"].number();
        third_field_price = book["third_field_price"].number();
        size_t kinds = game.kinds.size();
        steps_.clear();
        order.clear(), unplanted.clear(), prospect = nullptr;
        deck.assign(kinds, 0), earns.assign(kinds, {}), promise = earns;
        for (const auto& bean : game.kinds) {
            int kind = names.number(bean.name);
            order.push_back(kind);
            deck[size_t(kind)] = bean.count;
            rescale(kind, bean.earns.empty() ? std::vector<double>{0} :
                    std::vector<double>(bean.earns.begin(), bean.earns.end()));
        }
    }

    bool is_bean(int kind) const { return kind >= 0 && size_t(kind) < deck.size(); }
    bool planted(int kind) const { return is_bean(kind) && !unplanted.count(kind); }
    double value(int kind) const {  // of a card that is never planted
        auto found = unplanted.find(kind);
        return found == unplanted.end() ? 0.0 : found->second;
    }
    double earned(Bed bed) const {
        return (is_bean(bed.kind) ? earns[size_t(bed.kind)] : other_coins(bed.kind)).at(size_t(bed.count));
    }
    double promised(Bed bed) const {
        return (is_bean(bed.kind) ? promise[size_t(bed.kind)] : other_promise(bed.kind))
            .at(size_t(bed.count));
    }
    double promised(int kind, int count) const { return promised(Bed{kind, count}); }

    // Let a kind have this beanometer from now on.
    void rescale(int kind, const std::vector<double>& coins) {
        scales_.resize(deck.size());
        scales_[size_t(kind)] = coins;
        for (size_t n = 0; n <= MOST_CARDS; n++)
            earns[size_t(kind)][n] = coins[std::min(n, coins.size() - 1)];
    }
    const std::vector<double>& beanometer(int kind) const { return scales_[size_t(kind)]; }

    virtual void look(const Sight& sight) {
        count_unseen(sight);
        turns_left = count_turns(sight);
        double rounds = std::nearbyint(2 * turns_left / players) / 2;
        double again = sight.run_outs + 1 < last_run_out ? habits.reshuffle : 0.0;
        int all = 0;
        for (int number : unseen) all += number;
        double total = all + again * double(sight.discard.size());
        hidden = std::max(1, all);
        std::vector<int> growers(deck.size());
        for (const Beds& beds : sight.fields)
            for (size_t kind = 0; kind < deck.size(); kind++) growers[kind] += grows(beds, int(kind));
        double new_cards = a_turn * players * habits.access, start = 0.0;
        for (int kind : order) {
            double coming = unseen[size_t(kind)] + again * count(sight.discard, kind);
            double share = coming / std::max(1.0, total);
            int others = std::max(0, growers[size_t(kind)] - 1);
            double wanted = std::pow(share, habits.rarity) * std::pow(USUAL_SHARE, 1 - habits.rarity);
            double rate = 10 * new_cards * wanted / (1 + habits.rivalry * others);
            promise[size_t(kind)] = promises(scales_[size_t(kind)], std::nearbyint(rate) / 10, rounds);
            start += share * promised(kind, 1);
        }
        empty = habits.empty * start;
        fade_ = std::pow(habits.patience, players) * habits.stubborn;
    }

    // About how many turns are left, this one included.
    double count_turns(const Sight& sight) const {
        double pile = sight.draw_pile, discard = double(sight.discard.size()), to_draw = pile;
        for (int more = last_run_out - sight.run_outs - 1; more > 0; more--) {
            pile = discard + 0.6 * pile;
            discard = 0;
            to_draw += pile;
        }
        return to_draw / a_turn;
    }

    // Coins to be expected from a position; `wait` is the number of turns until its next step 1.
    double worth(const Beds& fields, const Cards& due, const Cards& hand, int wait,
                 bool going_on = false) const {
        Beds beds = fields;
        double coins = 0.0;
        Cards rest;
        for (int card : due) {
            if (grows(beds, card)) coins += place(beds, card, hand, 0, 1.0);
            else rest.push_back(card);
        }
        for (int card : rest) coins += place(beds, card, hand, 0, 1.0);
        size_t at = 0, last = hand.size();
        if (going_on && last && welcome(beds, hand[0])) coins += place(beds, hand[at++], hand, 1, 1.0);
        int turn = going_on ? players : wait;
        double still = going_on ? fade_ : at < last ? std::pow(habits.patience, wait) : 1.0;
        while (at < last && turn < turns_left) {
            coins += place(beds, hand[at], hand, at + 1, still);
            at++;
            if (at < last && welcome(beds, hand[at])) {
                coins += place(beds, hand[at], hand, at + 1, still);
                at++;
            }
            turn += players;
            still *= fade_;
        }
        for (Bed bed : beds) coins += bed.kind == NONE ? empty : promised(bed);
        return prospect ? coins + prospect(fields, due, hand, wait, going_on) : coins;
    }

    // Chance that `cards` unseen cards hold at least `number` (two at most) of a kind.
    double holds(int cards, int kind, int number) const {
        if (number <= 0) return 1.0;
        double share = double(is_bean(kind) ? unseen[size_t(kind)] : 0) / hidden;
        double none = std::pow(1 - share, cards);
        double one = cards * share * std::pow(1 - share, std::max(0, cards - 1));
        return number == 1 ? 1 - none : 1 - none - one;
    }

  protected:
    // The coins and the promises of a field of another sort.
    virtual const Table& other_coins(int kind) const { return earns.at(size_t(kind)); }
    virtual const Table& other_promise(int kind) const { return promise.at(size_t(kind)); }

  private:
    std::vector<std::vector<double>> scales_;
    double fade_ = 0;
    // By beanometer and cards a round: what a field promises after 0, 1, 2, … steps.
    std::map<std::pair<std::vector<double>, double>, std::vector<std::vector<double>>> steps_;

    void count_unseen(const Sight& sight) {
        unseen = deck;
        auto seen = [this](const Cards& cards) {
            for (int kind : cards)
                if (is_bean(kind)) unseen[size_t(kind)]--;
        };
        seen(sight.hand), seen(sight.turned_over), seen(sight.discard);
        for (const Cards& pile : sight.coins) seen(pile);
        for (const Cards& pile : sight.set_aside) seen(pile);
        for (size_t of_seat = 0; of_seat < sight.fields.size(); of_seat++)
            for (size_t at = 0; at < sight.fields[of_seat].size(); at++) {
                Bed bed = sight.fields[of_seat][at];
                if (!sight.mixed.empty() && !sight.mixed[of_seat][at].empty())
                    seen(sight.mixed[of_seat][at]);
                else if (is_bean(bed.kind))
                    unseen[size_t(bed.kind)] -= bed.count;
            }
        seen(sight.laid);
    }

    Table promises(const std::vector<double>& coins, double rate, double rounds) {
        auto& found = steps_[{coins, rate}];
        if (found.empty()) found.push_back(coins);
        size_t steps = size_t(std::nearbyint(rounds * STEPS_A_ROUND)), top = coins.size() - 1;
        double arrive = std::min(0.9, rate / STEPS_A_ROUND), miss = 1 - arrive;
        double lost = habits.crowding / STEPS_A_ROUND, stay = 1 - lost;
        double cost = habits.rent / STEPS_A_ROUND;
        while (found.size() <= steps) {
            std::vector<double> before = found.back(), longer;
            for (size_t n = 0; n <= top; n++) {
                double with = before[std::min(n + 1, top)];
                double kept = stay * (arrive * with + miss * before[n]) + lost * coins[n] - cost;
                longer.push_back(std::max(coins[n], kept));
            }
            found.push_back(longer);
        }
        Table table;
        for (size_t n = 0; n <= MOST_CARDS; n++) table[n] = found[steps][std::min(n, top)];
        return table;
    }

  protected:
    // Plant a card that must be planted if it is `still` there; what that earns at once.
    virtual double place(Beds& beds, int card, const Cards& hand, size_t after, double still) const {
        if (!planted(card)) return value(card);
        double anew = promised(card, 1);
        if (Bed* bed = find(beds, card)) {
            double coins = earned(*bed);
            if (bed->count == 1 || promised(card, bed->count + 1) >= coins + anew) {
                bed->count++;
                return 0.0;
            }
            bed->count = 1;
            return coins;
        }
        if (Bed* bed = find(beds, NONE)) {
            *bed = {card, 1};
            return 0.0;
        }
        int most = 0;
        for (Bed bed : beds) most = std::max(most, bed.count);
        double best = -1e9;
        Bed* where = &beds[0];
        for (Bed& bed : beds) {
            if (bed.count == 1 && most > 1) continue;
            int more = int(std::count(hand.begin() + long(after), hand.end(), bed.kind));
            double change = earned(bed) - promised(bed.kind, bed.count + more);
            if (change > best) best = change, where = &bed;
        }
        double coins = earned(*where), change = coins + anew - promised(*where);
        if (still < 1.0 && change < 0.0) return still * change;  // most likely it finds a taker
        *where = {card, 1};
        return coins;
    }

    // Whether the second card of step 1 is better planted than kept.
    virtual bool welcome(Beds& beds, int card) const {
        if (!planted(card)) return value(card) > 0.0;
        if (Bed* bed = find(beds, card)) return promised(card, bed->count + 1) > promised(*bed);
        return find(beds, NONE) && promised(card, 1) >= 0.8 * empty;
    }
};

}  // namespace trader
