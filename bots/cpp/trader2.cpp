// Lives by trading, and plants at once what grows already: bots/python/trader2.py in C++.
//
// The judgement of positions is in judgement.hpp and position.hpp, what it knows of expansions in
// skills.hpp and duel.hpp. It answers as the bot in Python does, but in High Bohn, which it plays like
// the basic game, buying every building that it can.
#include "duel.hpp"

using namespace bohnanza;
using namespace trader;

constexpr double UNLIKELY = 0.05;                            // not worth asking
constexpr double GREED[] = {0.4, 0.55, 0.7, 0.85, 1.0};      // round by round
constexpr double AGAIN = 0.6;  // of its score that an idea keeps for each offer of the same cards
// Choices that are nearly always right where no skill knows better: a price counts as coins do.
constexpr std::string_view USUAL[] = {"buy_building"};

struct Idea {
    double score;
    Copies give;
    Cards want;
    int to = ALL;
    double mine = 0;  // what it gains
};

struct Trader2 : Bot {
    Names names;
    Habits habits;
    Judge judge;
    std::vector<std::unique_ptr<Skill>> skills;
    Shown shown;
    std::set<std::pair<Cards, Cards>> tried;  // kinds offered and wanted in this turn
    int turn = 0;
    size_t most_offers = 0, most_replies = 0;

    Trader2() {
        name = "cpp-trader2";
        wants = {"bids"};
        habits.access = 0.5, habits.rivalry = 0.35, habits.crowding = 1.4, habits.empty = 0.8;
        habits.patience = 0.9, habits.stubborn = 0.5, habits.envy = 0.33, habits.least = 0.06;
        habits.scatter = 0.5, habits.eager = 1.5;
    }

    void on_game_start(const Game& game) override {
        names.begin(game.kinds);
        judge.habits = habits;
        judge.begin(game, names);
        shown.assign(size_t(game.players), {});
        turn = 0;
        Json book = game.json["rulebook"], more = book["more"];
        most_offers = size_t(book["negotiation"]["offers"].number());
        most_replies = size_t(book["negotiation"]["replies"].number());
        skills.clear();
        auto learn = [&](auto* skill, std::string_view rule) {
            using Kind = std::remove_pointer_t<decltype(skill)>;
            for (Json each : book["rules"])
                if (each["name"].is(rule))
                    skills.push_back(std::make_unique<Kind>(judge, names, more[rule]));
        };
        learn((BeanCoin*)nullptr, "bean_coin");
        learn((Magpies*)nullptr, "magpie");
        learn((FieldBeans*)nullptr, "field_bean_harvest");
        learn((Orders*)nullptr, "orders");
        learn((Duel*)nullptr, "duel");
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
        auto see = [&](int seat) -> std::map<int, int>& { return shown.at(size_t(seat)); };
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
        for (auto& skill : skills) skill->look(sight);
        judge.look(sight);
        if (sight.turn != turn) turn = sight.turn, tried.clear();
        Position at(judge, sight, shown);
        Choices choices = decision.choices();
        for (auto& skill : skills) {
            if (Index index = skill->act(ask, choices, at)) return *index;
            if (auto due = skill->due(ask, at)) return best(choices, at, *due, at.hand, false);
        }
        for (std::string_view usual : USUAL)
            if (Index index = find_choice(choices, usual)) return *index;
        if (ask == "plant") {
            Cards due, rest = at.hand;
            if (!find_choice(choices, "pass") && !rest.empty()) {
                due = {rest[0]};
                rest.erase(rest.begin());
            }
            return best(choices, at, due, rest, true);
        }
        if (ask == "set_aside") return best(choices, at, at.got, at.hand, false);
        if (ask == "trade") return trade(decision, at, choices);
        if (ask == "answer") return answer(decision, at);
        if (ask == "bid") return Answer{{}, bids(at, decision.view()), {}};
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
            double worth = left->coins + judge.worth(left->fields, sorted(left->due), left->hand,
                                                     at.wait, left->going_on);
            if (worth > highest + 1e-9) highest = worth, index = int(number);
        }
        return index;
    }

    // What a choice leaves, if it can be judged.
    std::optional<Outcome> outcome(Json choice, const Outcome& before) {
        Outcome left = before;
        if (choice["do"].is("plant")) {
            int card = names.number(choice["card"].plain());
            Bed& bed = left.fields.at(size_t(choice["field"].number()));
            if (bed.kind == card && left.due.empty()) left.coins = judge.habits.eager;
            bed = {bed.kind == NONE ? card : bed.kind, bed.count + 1};
            if (left.due.empty()) {
                if (!left.hand.empty()) left.hand.erase(left.hand.begin());
                left.going_on = false;
            } else {
                auto gone = std::find(left.due.begin(), left.due.end(), card);
                if (gone == left.due.end()) return {};
                left.due.erase(gone);
            }
            return left;
        }
        if (choice["do"].is("harvest")) {
            Bed& bed = left.fields.at(size_t(choice["field"].number()));
            left.coins = judge.earned(bed);
            bed = {NONE, 0};
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
        return judge.turns_left / judge.players >= judge.habits.third * judge.third_field_price;
    }

    // --- negotiating as the active player -----------------------------------------------

    Choice trade(const Decision& decision, Position& at, const Choices& choices) {
        if (Index buy = find_choice(choices, "buy_field"); buy && buys()) return *buy;
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

    // Those deals to agree to, the best first, each with the cards to hand over.
    std::vector<std::pair<Deal, Copies>> agreeable(const Decision& decision, Position& at,
                                                   const std::map<int, Copies>& fixed) {
        std::vector<Deal> deals = decision.deals();
        std::vector<std::pair<Deal, Copies>> agreed;
        while (!deals.empty()) {
            double highest = judge.habits.least;
            std::optional<size_t> chosen;
            Copies cards;
            for (size_t n = 0; n < deals.size(); n++) {
                const Deal& deal = deals[n];
                Cards get = names.numbers(deal.get), give = names.numbers(deal.give);
                auto there = fixed.find(deal.id);
                auto paid = there == fixed.end() ? at.pick(give) : std::optional(there->second);
                if (!paid) continue;
                auto gone = [&](Mine card) { return at.used.count(card) > 0; };
                if (std::any_of(paid->begin(), paid->end(), gone)) continue;
                double net_gain = net(at.gain(get, *paid), at.their_gain(deal.seat, give, get));
                if (net_gain > highest) highest = net_gain, chosen = n, cards = *paid;
            }
            if (!chosen) break;
            at.exchange(names.numbers(deals[*chosen].get), cards);
            agreed.emplace_back(deals[*chosen], cards);
            deals.erase(deals.begin() + long(*chosen));
        }
        return agreed;
    }

    // The offers to post in this round: what pleases most and may still find a yes.
    std::vector<Offer> proposals(const Position& at) {
        Copies spare = at.spare(5);
        Cards wanted = at.welcome(judge.order, 4);
        std::vector<Cards> wants = singly(wanted);
        for (size_t n = 0; n < std::min<size_t>(2, wanted.size()); n++)
            wants.push_back({wanted[n], wanted[n]});
        add_pairs(wants, wanted);
        double greed = GREED[std::min(at.sight.round, 5) - 1];
        std::vector<Idea> good;
        for (Idea& idea : ideas(at, spare, wants)) {
            Cards given = at.kinds(idea.give);
            double nobody = 1.0, likely = 0.0, total = 0.0;
            std::vector<int> seats;
            for (int seat = 0; seat < judge.players; seat++) {
                if (seat == judge.seat) continue;
                double theirs = at.their_gain(seat, given, idea.want);
                double chance = at.holding(seat, idea.want) * yes(theirs, idea.mine);
                total += chance * net(idea.mine, theirs);
                likely += chance;
                nobody *= 1 - chance;
                if (chance > UNLIKELY) seats.push_back(seat);
            }
            if (seats.empty() || total / likely <= judge.habits.least) continue;
            idea.score = std::pow(1 - nobody, greed) * total / likely;
            if (seats.size() == 1) idea.to = seats[0];
            good.push_back(idea);
        }
        return offers(at, good, most_offers, AGAIN);
    }

    // --- the negotiations of others -----------------------------------------------------

    Choice answer(const Decision& decision, Position& at) {
        Answer word;
        word.withdraw = regrets(decision.view(), at);
        for (auto& [deal, cards] : agreeable(decision, at, {}))
            word.accept.emplace_back(deal.id, named(at, cards));
        word.offers = bids(at, decision.view());
        return word;
    }

    // Standing replies of mine that would do harm by now.
    std::vector<int> regrets(const View& view, const Position& at) {
        std::vector<int> harmful;
        auto weigh = [&](int id, const Cards& get, const std::vector<Card>& give) {
            if (at.gain(get, copies(give)) < 0) harmful.push_back(id);
        };
        for (const Offer& offer : view.offers)
            if (offer.seat == judge.seat) weigh(offer.id, names.numbers(offer.want), offer.give);
        for (const Accept& accept : view.accepts)
            for (const Offer& offer : view.offers)
                if (accept.seat == judge.seat && accept.offer == offer.id) {
                    Cards get;
                    for (const Card& card : offer.give) get.push_back(names.number(card.kind));
                    weigh(accept.id, get, accept.give);
                }
        return harmful;
    }

    // Offers to the active player: for cards known to be there, or to be rid of a burden.
    std::vector<Offer> bids(const Position& at, const View& view) {
        for (const Offer& offer : view.offers) {
            if (offer.seat != judge.seat) continue;
            Cards given;
            for (const Card& card : offer.give) given.push_back(names.number(card.kind));
            tried.insert({sorted(given), names.numbers(offer.want)});
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
        std::vector<Idea> good;
        for (Idea& idea : ideas(at, at.spare(5), wants)) {
            double theirs = at.their_gain(at.sight.active, at.kinds(idea.give), idea.want);
            double gain = net(idea.mine, theirs);
            if (gain <= judge.habits.least) continue;
            idea.score = gain * yes(theirs, idea.mine);
            good.push_back(idea);
        }
        return offers(at, good, most_replies, 1.0);
    }

    // --- offers in general --------------------------------------------------------------

    double net(double mine, double theirs) const {
        return mine - judge.habits.envy * std::max(0.0, theirs);
    }

    // Chance that somebody agrees to a trade.
    double yes(double theirs, double mine) const {
        double gain = net(theirs, mine) - judge.habits.least;
        return 1 / (1 + std::exp(-std::max(-30.0, gain / judge.habits.scatter)));
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
    std::vector<Idea> ideas(const Position& at, const Copies& spare, const std::vector<Cards>& wants) {
        std::vector<Copies> gives;
        for (Mine card : spare) gives.push_back({card});
        add_pairs(gives, spare);
        std::vector<Idea> good;
        auto consider = [&](const Copies& give, const Cards& want) {
            Cards given = sorted(at.kinds(give));
            if (tried.count({given, want})) return;
            for (int kind : given)
                if (count(want, kind)) return;
            double mine = at.gain(want, give);
            if (mine > judge.habits.least) good.push_back({0, give, want, ALL, mine});
        };
        for (const Copies& give : gives)
            for (const Cards& want : wants) consider(give, want);
        for (const Cards& want : wants) consider({}, want);
        for (const Copies& give : gives) consider(give, {});
        return good;
    }

    // The best ideas as offers; notes them as tried.
    std::vector<Offer> offers(const Position& at, std::vector<Idea>& good, size_t most, double again) {
        std::stable_sort(good.begin(), good.end(),
                         [](const Idea& a, const Idea& b) { return a.score > b.score; });
        std::vector<Offer> made;
        std::map<Copies, int> times;
        while (!good.empty() && made.size() < most) {
            auto worth = [&](const Idea& idea) {
                return idea.score * std::pow(again, times[idea.give]);
            };
            size_t best = 0;
            for (size_t n = 1; n < good.size(); n++)
                if (worth(good[n]) > worth(good[best])) best = n;
            Idea idea = good[best];
            good.erase(good.begin() + long(best));
            if (idea.score <= judge.habits.least) break;
            times[idea.give]++;
            tried.insert({sorted(at.kinds(idea.give)), idea.want});
            Offer offer{named(at, idea.give), {}, idea.to};
            for (int kind : idea.want) offer.want.push_back(names.name(kind));
            made.push_back(offer);
        }
        return made;
    }

    // My cards as a choice names them.
    std::vector<Card> named(const Position& at, const Copies& cards) const {
        std::vector<Card> all;
        for (Mine card : cards) {
            bool hand = card.pile == HAND;
            all.emplace_back(names.name(at.kind(card)), hand ? card.place : -1, hand ? -1 : card.place);
        }
        return all;
    }

    // Cards of mine that a standing offer or accept names.
    static Copies copies(const std::vector<Card>& cards) {
        Copies all;
        for (const Card& card : cards)
            all.push_back(card.hand >= 0 ? Mine{HAND, card.hand} : Mine{TURNED_OVER, card.turned_over});
        return all;
    }
};

#ifndef TRADER_AS_LIBRARY
int main() { return Trader2().run(); }
#endif
