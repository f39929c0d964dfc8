// How trader2 negotiates: what it offers, agrees to and asks for, as in bots/python/trader.py.
#pragma once

#include "position.hpp"

namespace trader {

using bohnanza::Accept, bohnanza::ALL, bohnanza::Answer, bohnanza::Card, bohnanza::Choice;
using bohnanza::Deal, bohnanza::Decision, bohnanza::Offer, bohnanza::Trade, bohnanza::View;

constexpr double ROUNDING = 1 + 1e-9;
constexpr double UNLIKELY = 0.05;                        // not worth asking
constexpr double GREED[] = {0.4, 0.55, 0.7, 0.85, 1.0};  // round by round
constexpr double AGAIN = 0.6;  // of its score that an idea keeps for each offer of the same cards
constexpr size_t SPARE = 5;    // cards that are offered, at most

struct Idea {
    double score;
    size_t number;  // among all ideas
    Copies give;
    Cards given, want;
    int to = ALL;
    double mine = 0;  // what it gains
};

class Negotiator {
  public:
    Shown shown;
    std::set<std::pair<Cards, Cards>> tried;  // kinds offered and wanted in this turn
    size_t most_offers = 0, most_replies = 0;

    void begin(const Judge& judge, Names& names, Json limits) {
        judge_ = &judge, this->names = &names;
        shown.assign(size_t(judge.players), {});
        tried.clear();
        most_offers = size_t(limits["offers"].number());
        most_replies = size_t(limits["replies"].number());
    }

    // --- negotiating as the active player -----------------------------------------------

    Choice trade(const Decision& decision, Position& at) {
        Trade word;
        std::map<int, Copies> accepted;  // by id: the cards that I offered
        for (const Accept& accept : decision.view().accepts)
            for (const Offer& offer : decision.view().offers)
                if (offer.id == accept.offer) accepted[accept.id] = copies(offer.give);
        for (auto& [deal, cards] : agreeable(decision, at, accepted)) {
            if (accepted.count(deal.id)) word.take.emplace_back(deal.id);
            else word.take.emplace_back(deal.id, named(at, cards));
        }
        if (at.sight.round <= at.sight.rounds) word.offers = proposals(at);
        word.end = word.offers.empty();
        return word;
    }

  private:
    // Those deals to agree to, the best first, each with the cards to hand over.
    std::vector<std::pair<Deal, Copies>> agreeable(const Decision& decision, Position& at,
                                                   const std::map<int, Copies>& fixed) {
        std::vector<Deal> deals = decision.deals();
        std::vector<std::pair<Deal, Copies>> agreed;
        while (!deals.empty()) {
            double highest = judge().habits.least;
            std::optional<size_t> chosen;
            Copies cards;
            for (size_t n = 0; n < deals.size(); n++) {
                const Deal& deal = deals[n];
                Cards get = names->numbers(deal.get), give = names->numbers(deal.give);
                auto there = fixed.find(deal.id);
                auto paid = there == fixed.end() ? at.pick(give) : std::optional(there->second);
                if (!paid) continue;
                auto gone = [&](Mine card) { return at.used.count(card) > 0; };
                if (std::any_of(paid->begin(), paid->end(), gone)) continue;
                double net_gain = net(at.gain(get, *paid), at.their_gain(deal.seat, give, get));
                if (net_gain > highest) highest = net_gain, chosen = n, cards = *paid;
            }
            if (!chosen) break;
            at.exchange(names->numbers(deals[*chosen].get), cards);
            agreed.emplace_back(deals[*chosen], cards);
            deals.erase(deals.begin() + long(*chosen));
        }
        return agreed;
    }

    // The offers to post in this round: what pleases most and may still find a yes.
    std::vector<Offer> proposals(const Position& at) {
        Cards wanted = at.welcome(judge().order, 4);
        std::vector<Cards> wants = singly(wanted);
        for (size_t n = 0; n < std::min<size_t>(2, wanted.size()); n++)
            wants.push_back({wanted[n], wanted[n]});
        add_pairs(wants, wanted);
        double greed = GREED[std::min(at.sight.round, 5) - 1];
        // What nobody is likely to have is not worth asking for; hopes: at most so much of a gain.
        std::map<Cards, double> hopes{{{}, 1.0}};
        auto hopeless = [&](const Cards& want) {
            double nobody = 1.0, best = 0.0;
            for (int seat = 0; seat < judge().players; seat++) {
                if (seat == judge().seat) continue;
                double chance = at.holding(seat, want);
                nobody *= 1 - chance;
                best = std::max(best, chance);
            }
            if (best > UNLIKELY) hopes[want] = std::pow(1 - nobody, greed);
            return best <= UNLIKELY;
        };
        wants.erase(std::remove_if(wants.begin(), wants.end(), hopeless), wants.end());
        auto weigh = [&](Idea& idea) {
            double nobody = 1.0, likely = 0.0, total = 0.0;
            std::vector<int> seats;
            for (int seat = 0; seat < judge().players; seat++) {
                if (seat == judge().seat) continue;
                double theirs = at.their_gain(seat, idea.given, idea.want);
                double chance = at.holding(seat, idea.want) * yes(theirs, idea.mine);
                total += chance * net(idea.mine, theirs);
                likely += chance;
                nobody *= 1 - chance;
                if (chance > UNLIKELY) seats.push_back(seat);
            }
            if (seats.empty() || total / likely <= judge().habits.least) return false;
            idea.score = std::pow(1 - nobody, greed) * total / likely;
            if (seats.size() == 1) idea.to = seats[0];
            return true;
        };
        return offers(at, wants, hopes, weigh, most_offers, AGAIN);
    }

  public:
    // --- the negotiations of others -----------------------------------------------------

    Choice answer(const Decision& decision, Position& at) {
        Answer word;
        word.withdraw = regrets(decision.view(), at);
        for (auto& [deal, cards] : agreeable(decision, at, {}))
            word.accept.emplace_back(deal.id, named(at, cards));
        word.offers = bids(at, decision.view());
        return word;
    }

    Choice bid(const Decision& decision, const Position& at) {
        return Answer{{}, bids(at, decision.view()), {}};
    }

  private:
    // Standing replies of mine that would do harm by now.
    std::vector<int> regrets(const View& view, const Position& at) {
        std::vector<int> harmful;
        auto weigh = [&](int id, const Cards& get, const std::vector<Card>& give) {
            if (at.gain(get, copies(give)) < 0) harmful.push_back(id);
        };
        for (const Offer& offer : view.offers)
            if (offer.seat == judge().seat) weigh(offer.id, names->numbers(offer.want), offer.give);
        for (const Accept& accept : view.accepts)
            for (const Offer& offer : view.offers)
                if (accept.seat == judge().seat && accept.offer == offer.id) {
                    Cards get;
                    for (const Card& card : offer.give) get.push_back(names->number(card.kind));
                    weigh(accept.id, get, accept.give);
                }
        return harmful;
    }

    // Offers to the active player: for cards known to be there, or to be rid of a burden.
    std::vector<Offer> bids(const Position& at, const View& view) {
        for (const Offer& offer : view.offers) {
            if (offer.seat != judge().seat) continue;
            Cards given;
            for (const Card& card : offer.give) given.push_back(names->number(card.kind));
            tried.insert({sorted(given), names->numbers(offer.want)});
        }
        std::map<int, int> there = shown[size_t(at.sight.active)];
        for (int kind : at.sight.turned_over) there[kind]++;
        Cards kinds;
        for (auto [kind, number] : there)
            if (number > 0) kinds.push_back(kind);
        Cards wanted = at.welcome(kinds, 3);
        std::vector<Cards> wants = singly(wanted);
        for (int kind : wanted)
            if (there[kind] > 1) wants.push_back({kind, kind});
        if (wanted.size() > 1) wants.push_back(sorted({wanted[0], wanted[1]}));
        std::map<Cards, double> hopes{{{}, 1.0}};
        for (const Cards& want : wants) hopes[want] = 1.0;
        auto weigh = [&](Idea& idea) {
            double theirs = at.their_gain(at.sight.active, idea.given, idea.want);
            double gain = net(idea.mine, theirs);
            idea.score = gain * yes(theirs, idea.mine);
            return gain > judge().habits.least;
        };
        return offers(at, wants, hopes, weigh, most_replies, 1.0);
    }

    // --- offers in general --------------------------------------------------------------

    double net(double mine, double theirs) const {
        return mine - judge().habits.envy * std::max(0.0, theirs);
    }

    // Chance that somebody agrees to a trade.
    double yes(double theirs, double mine) const {
        double gain = net(theirs, mine) - judge().habits.least;
        return 1 / (1 + std::exp(-std::max(-30.0, gain / judge().habits.scatter)));
    }

    static std::vector<Cards> singly(const Cards& kinds) {
        std::vector<Cards> all;
        for (int kind : kinds) all.push_back({kind});
        return all;
    }
    // Adds the pairs of the first three.
    template <class Item>
    static void add_pairs(std::vector<std::vector<Item>>& all, const std::vector<Item>& items) {
        size_t most = std::min<size_t>(3, items.size());
        for (size_t a = 0; a < most; a++)
            for (size_t b = a + 1; b < most; b++) all.push_back({items[a], items[b]});
    }

    // New exchanges, requests and gifts that would pay.
    std::vector<Idea> ideas(const Position& at, const std::vector<Cards>& wants) {
        std::vector<Copies> gives;
        Copies spare = at.spare(SPARE);
        for (Mine card : spare) gives.push_back({card});
        add_pairs(gives, spare);
        std::vector<Idea> good;
        auto consider = [&](const Copies& give, const Cards& want) {
            Cards given = sorted(at.kinds(give));
            if (tried.count({given, want})) return;
            for (int kind : given)
                if (count(want, kind)) return;
            double mine = at.gain(want, give);
            if (mine > judge().habits.least) good.push_back({0, good.size(), give, given, want, ALL, mine});
        };
        for (const Copies& give : gives)
            for (const Cards& want : wants) consider(give, want);
        for (const Cards& want : wants) consider({}, want);
        for (const Copies& give : gives) consider(give, {});
        return good;
    }

    // The best ideas as offers; notes them as tried. Those whose gain is less than a score found are
    // not even weighed.
    template <class Weigh>
    std::vector<Offer> offers(const Position& at, const std::vector<Cards>& wants,
                              const std::map<Cards, double>& hopes, Weigh weigh, size_t most,
                              double again) {
        std::vector<Idea> waiting = ideas(at, wants), weighed;
        auto most_of = [&](const Idea& idea) { return idea.mine * hopes.at(idea.want) * ROUNDING; };
        std::stable_sort(waiting.begin(), waiting.end(),
                         [&](const Idea& a, const Idea& b) { return most_of(a) < most_of(b); });
        std::map<Copies, int> times;
        auto value = [&](const Idea& idea) {  // of equal ones the first
            return std::tuple(idea.score * std::pow(again, times[idea.give]), idea.score,
                              -long(idea.number));
        };
        std::vector<Offer> made;
        while (made.size() < most) {
            auto best = [&] {
                return std::max_element(weighed.begin(), weighed.end(), [&](auto& a, auto& b) {
                    return value(a) < value(b);
                });
            };
            while (!waiting.empty() &&
                   (weighed.empty() || most_of(waiting.back()) >= std::get<0>(value(*best())))) {
                Idea idea = waiting.back();
                waiting.pop_back();
                if (weigh(idea)) weighed.push_back(idea);
            }
            if (weighed.empty() || best()->score <= judge().habits.least) break;
            Idea idea = *best();
            weighed.erase(best());
            times[idea.give]++;
            tried.insert({idea.given, idea.want});
            Offer offer{named(at, idea.give), {}, idea.to};
            for (int kind : idea.want) offer.want.push_back(names->name(kind));
            made.push_back(offer);
        }
        return made;
    }

    // My cards as a choice names them.
    std::vector<Card> named(const Position& at, const Copies& cards) const {
        std::vector<Card> all;
        for (Mine card : cards) {
            auto place = [&](Pile pile) { return card.pile == pile ? card.place : -1; };
            all.emplace_back(names->name(at.kind(card)), place(HAND), place(TURNED_OVER), place(STORE));
        }
        return all;
    }

    // Cards of mine that a standing offer or accept names.
    static Copies copies(const std::vector<Card>& cards) {
        Copies all;
        for (const Card& card : cards)
            all.push_back(card.hand >= 0    ? Mine{HAND, card.hand}
                          : card.store >= 0 ? Mine{STORE, card.store}
                                            : Mine{TURNED_OVER, card.turned_over});
        return all;
    }

    const Judge* judge_ = nullptr;
    Names* names = nullptr;
    const Judge& judge() const { return *judge_; }
};

}  // namespace trader
