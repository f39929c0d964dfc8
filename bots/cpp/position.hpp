// A position as one decision shows it: what I have, and what a trade would change; as in
// bots/python/position.py. My cards are named by pile and place.
#pragma once

#include <set>

#include "judgement.hpp"

namespace trader {

constexpr int NEVER = 99;         // turns to wait: the steps 1 of others are not played out
constexpr double WELCOME = 0.05;  // coins that make a kind worth asking for

enum Pile { HAND, STORE, TURNED_OVER };  // in the order of their names

struct Mine {  // a card of mine
    Pile pile;
    int place;
    bool operator<(const Mine& other) const {
        return std::tie(pile, place) < std::tie(other.pile, other.place);
    }
};
using Copies = std::vector<Mine>;

// By seat, the cards known to be in a hand: how many of each kind.
using Shown = std::vector<std::map<int, int>>;

class Position {
  public:
    const Judge& judge;
    const Sight& sight;
    const Shown& shown;
    int seat, wait;
    Cards hand, turned_over, store, got;
    std::vector<Beds> fields;  // by seat
    const Beds& mine;
    std::set<Mine> used;

    Position(const Judge& judge, const Sight& sight, const Shown& shown)
        : judge(judge), sight(sight), shown(shown), seat(sight.seat), hand(sight.hand),
          store(sight.store), got(sight.set_aside.at(size_t(seat))), fields(fields_of_all()),
          mine(fields.at(size_t(seat))) {
        if (sight.active == seat) turned_over = sight.turned_over;
        wait = (seat - sight.active + judge.players) % judge.players;
        if (!wait) wait = judge.players;
    }

    int kind(Mine card) const {
        const Cards& pile = card.pile == HAND ? hand : card.pile == STORE ? store : turned_over;
        return pile.at(size_t(card.place));
    }
    Cards kinds(const Copies& cards) const {
        Cards all;
        for (Mine card : cards) all.push_back(kind(card));
        return all;
    }

    // My cards that are not handed over yet; no orders and the like, which are not for trading.
    Copies free() const {
        Copies all;
        auto add = [&](Pile pile, const Cards& cards) {
            for (size_t at = 0; at < cards.size(); at++)
                if (judge.is_bean(cards[at]) && !used.count({pile, int(at)}))
                    all.push_back({pile, int(at)});
        };
        add(TURNED_OVER, turned_over), add(HAND, hand), add(STORE, store);
        return all;
    }

    // My copies of the kinds wanted that I would miss least.
    std::optional<Copies> pick(const Cards& wanted) const {
        Copies picked;
        std::set<Mine> gone = used;
        for (int want : wanted) {
            std::optional<Mine> best;
            double least = 0;
            for (Mine card : free()) {
                if (kind(card) != want || gone.count(card)) continue;
                double left = worth({}, with(gone, {card}));
                if (!best || left > least) best = card, least = left;
            }
            if (!best) return {};
            picked.push_back(*best);
            gone.insert(*best);
        }
        return picked;
    }

    // My worth with cards received, and with my cards `gone` handed over.
    double worth(const Cards& get, const std::set<Mine>& gone) const {
        Cards due = plus(got, get), rest;
        for (size_t at = 0; at < turned_over.size(); at++)
            if (!gone.count({TURNED_OVER, int(at)})) due.push_back(turned_over[at]);
        for (size_t at = 0; at < hand.size(); at++)
            if (!gone.count({HAND, int(at)})) rest.push_back(hand[at]);
        if (store.empty()) return judge.worth(mine, sorted(due), rest, wait);
        auto sold = std::count_if(gone.begin(), gone.end(), [](Mine card) { return card.pile == STORE; });
        return judge.worth(judge.sold(mine, int(sold)), sorted(due), rest, wait);
    }
    double now() const {
        if (!now_) now_ = worth({}, used);
        return *now_;
    }

    // What receiving kinds and giving cards adds to my worth.
    double gain(const Cards& get, const Copies& give) const {
        return worth(get, with(used, give)) - now();
    }

    // Count a trade as done.
    void exchange(const Cards& get, const Copies& give) {
        got = plus(got, get);
        used = with(used, give);
        now_.reset();
    }

    // What a trade of kinds adds to another's worth, as far as the table shows it.
    double their_gain(int other, const Cards& get, const Cards& give) const {
        const Judge& judge = this->judge.of(other);
        const Beds& theirs = fields.at(size_t(other));
        Cards before = sight.set_aside.at(size_t(other));
        if (other == sight.active) before = plus(before, sight.turned_over);
        Cards after = plus(before, get);
        double price = 0.0;
        for (int kind : give) {
            auto there = std::find(after.begin(), after.end(), kind);
            const Bed* bed = nullptr;  // where it grows
            for (const Bed& each : theirs)
                if (each.kind == kind) bed = &each;
            if (there != after.end() && !count(get, kind)) {
                after.erase(there);
            } else if (bed) {  // from the hand: it would most likely have been planted
                price += 0.8 * (judge.promised(kind, bed->count + 1) - judge.promised(*bed));
            } else if (judge.unplanted.count(kind)) {
                price += judge.value(kind);
            } else {
                price -= 0.1;
            }
        }
        auto& now = theirs_[other];
        if (!now) now = judge.worth(theirs, sorted(before), {}, NEVER);
        return judge.worth(theirs, sorted(after), {}, NEVER) - *now - price;
    }

    // Chance that another seat has the kinds wanted in its hand.
    double holding(int other, const Cards& want) const {
        const auto& known = shown[size_t(other)];
        int cards = sight.hands.at(size_t(other));
        for (auto [kind, number] : known) cards -= number;
        double chance = 1.0;
        for (int kind : std::set<int>(want.begin(), want.end())) {
            auto found = known.find(kind);
            int there = found == known.end() ? 0 : found->second;
            chance *= judge.holds(std::max(0, cards), kind, count(want, kind) - there);
        }
        return chance;
    }

    // My cards, one of each kind, those first that I would miss least.
    Copies spare(size_t most) const {
        std::map<int, std::pair<double, Mine>> best;
        for (Mine card : free()) {
            double relief = worth({}, with(used, {card}));
            auto found = best.find(kind(card));
            if (found == best.end()) best.emplace(kind(card), std::pair(relief, card));
            else if (relief > found->second.first) found->second = {relief, card};
        }
        std::vector<std::pair<double, Mine>> ranked;
        for (auto& [kind, each] : best) ranked.push_back(each);
        std::sort(ranked.rbegin(), ranked.rend());
        Copies cards;
        for (auto& [relief, card] : ranked)
            if (cards.size() < most) cards.push_back(card);
        return cards;
    }

    // Those of the kinds that would be welcome, the most welcome first.
    Cards welcome(const Cards& kinds, size_t most) const {
        std::vector<std::pair<double, int>> ranked;
        double before = now();
        for (int kind : kinds) ranked.push_back({worth({kind}, used) - before, kind});
        std::sort(ranked.rbegin(), ranked.rend());
        Cards chosen;
        for (size_t at = 0; at < std::min(most, ranked.size()); at++)
            if (ranked[at].first > WELCOME) chosen.push_back(ranked[at].second);
        return chosen;
    }

  private:
    mutable std::optional<double> now_;  // my worth as things stand
    mutable std::map<int, std::optional<double>> theirs_;  // that of others, by seat

    std::vector<Beds> fields_of_all() const {
        std::vector<Beds> all;
        for (int other = 0; other < judge.players; other++) all.push_back(judge.fields(sight, other));
        return all;
    }
    static std::set<Mine> with(std::set<Mine> cards, const Copies& more) {
        cards.insert(more.begin(), more.end());
        return cards;
    }
};

}  // namespace trader
