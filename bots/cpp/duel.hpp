// What trader2 knows of the duels, as in bots/python/skills/duel.py, where it is explained: a turn
// without trades is small enough to be searched.
#pragma once

#include "skills.hpp"

namespace trader {

class Duel : public Skill {
  public:
    Duel(Judge& judge, Names& names, Json facts)
        : Skill(judge, names, facts), by_kind(facts["whole_kinds"].is_true()) {
        Habits& habits = judge.habits;
        habits.access = 0.8, habits.rarity = 1.0, habits.rivalry = 0.2, habits.rent = 0.05;
        habits.crowding = 0.75, habits.empty = 0.8, habits.third = 1.2, habits.envy = 0.5;
    }

    // Note with how many cards of the hand a step began: that tells how many are planted.
    void look(const Sight& sight) override {
        std::pair now{sight.turn, std::string(sight.json["step"].plain())};
        if (step != now) step = now, held = sight.hand.size();
    }

    Index act(std::string_view ask, const Choices& choices, const Position& at) override {
        double rounds = judge.turns_left / 2;
        if (Index buy = find_choice(choices, "buy_field");
            buy && rounds >= judge.habits.third * judge.third_field_price)
            return buy;
        if (ask != "use_offer" && ask != "plant" && ask != "spare_card" && ask != "keep_or_leave")
            return {};
        Move move = next(ask, choices, at);
        if (move.what.empty()) return {};
        return find_choice(choices, move.what, [&](Json choice) {
            return (move.card == NONE || names.number(choice["card"].plain()) == move.card) &&
                   (move.field < 0 || choice["field"].number(-1) == move.field) &&
                   (move.hand < 0 || choice["hand"].number(-1) == move.hand);
        });
    }

  private:
    static constexpr double FADING = 0.85;
    struct Move {  // the keys of a choice; no `what`: none
        std::string_view what;
        int card = NONE, field = -1, hand = -1;
    };
    struct Way {  // to plant cards of a kind
        double coins;
        Beds fields;
        Move first;
    };
    struct Found {  // the best worth, and the move to it
        double worth;
        Move move;
    };
    using Lot = std::pair<int, int>;  // cards of one kind: kind, number

    bool by_kind;
    std::pair<int, std::string> step;
    size_t held = 0;
    Cards hand;
    Beds theirs;
    int wait = 1, pile = 0;

    Move next(std::string_view ask, const Choices& choices, const Position& at) {
        const Sight& sight = at.sight;
        hand = at.hand, theirs = sight.fields.at(size_t(1 - judge.seat));
        wait = 1, pile = sight.draw_pile;
        if (judge.last_run_out - sight.run_outs > 1) pile += int(sight.discard.size());
        if (ask == "use_offer") {
            wait = 0;
            return table(at.mine, lots(names.numbers(sight.json["on_offer"])), 0.0).move;
        }
        if (ask == "keep_or_leave") {
            pile -= judge.draw + judge.a_turn_of_one;
            Move move = table(at.mine, lots(sight.turned_over), judge.habits.envy).move;
            return move.what.empty() ? Move{"pass"} : move;
        }
        pile -= 2 * judge.a_turn_of_one;
        if (ask == "spare_card") return spare(at.mine, hand).move;
        bool spared = by_kind && !find_choice(choices, "discard_from_hand");
        int due = hand.empty() ? NONE : hand[0];
        if (judge.planted(due))
            return plant(at.mine, hand, int(held) - int(hand.size()) - spared, spared).move;
        if (by_kind && !spared) {
            Move move = spare(at.mine, hand).move;
            return move.what == "pass" ? Move{} : move;
        }
        return {};
    }

    static std::vector<Lot> lots(const Cards& cards) {
        std::vector<Lot> all;
        for (int kind : cards)
            if (std::none_of(all.begin(), all.end(), [&](Lot lot) { return lot.first == kind; }))
                all.push_back({kind, count(cards, kind)});
        return all;
    }

    // --- the search ---------------------------------------------------------------------

    // With `envy` what is refused is left to the opponent, else it is discarded.
    Found table(const Beds& fields, std::vector<Lot> due, double envy) {
        if (due.empty()) return {worth(fields, hand), {}};
        auto [kind, number] = due[0];
        due.erase(due.begin());
        Found best = table(fields, due, envy);
        if (envy) best.worth -= envy * pleases(kind, number);
        else best.move = {"discard", kind};
        for (const Way& way : ways(fields, kind, number))
            better(best, way.coins + table(way.fields, due, envy).worth, way.first);
        return best;
    }

    // Step 1 with `done` cards planted.
    Found plant(const Beds& fields, const Cards& cards, int done, bool spared) {
        Found best{-1e300, {"pass"}};
        if (done || cards.empty()) {
            if (!spared) {
                best = spare(fields, cards);
                if (!by_kind) best.move = {"pass"};
            } else {
                best.worth = worth(fields, cards);
            }
        }
        if (done > 1 || cards.empty()) return best;
        Cards rest(cards.begin() + 1, cards.end());
        if (!judge.planted(cards[0])) {
            best.worth = std::max(best.worth, worth(fields, rest));
            return best;
        }
        if (by_kind && !spared)
            better(best, plant(fields, rest, done, true).worth, {"discard_from_hand", NONE, -1, 0});
        for (const Way& way : ways(fields, cards[0], 1))
            better(best, way.coins + plant(way.fields, rest, done + 1, spared).worth, way.first);
        return best;
    }

    // After discarding a card of the hand, or none.
    Found spare(const Beds& fields, const Cards& cards) {
        Found best{worth(fields, cards), {"pass"}};
        for (auto [card, number] : lots(cards)) {
            if (!judge.planted(card)) continue;
            Cards rest = cards;
            auto at = std::find(rest.begin(), rest.end(), card);
            int place = int(at - rest.begin());
            rest.erase(at);
            better(best, worth(fields, rest), {"discard_from_hand", NONE, -1, place});
        }
        return best;
    }

    static void better(Found& best, double worth, const Move& move) {
        if (worth > best.worth + 1e-9) best = {worth, move};
    }

    std::vector<Way> ways(const Beds& fields, int kind, int number) {
        std::vector<Way> found;
        if (!judge.planted(kind)) return found;
        bool grown = grows(fields, kind), room = grows(fields, NONE);
        bool guarded = std::any_of(fields.begin(), fields.end(), [](Bed bed) { return bed.count > 1; });
        auto add = [&](size_t at, double coins, int cards, const Move& first) {
            Beds changed = fields;
            changed[at] = {kind, cards};
            found.push_back({coins, changed, first});
        };
        for (size_t at = 0; at < fields.size(); at++) {
            Bed bed = fields[at];
            if (room && !grown) {
                if (bed.kind != NONE) continue;
                add(at, 0.0, number, {"plant", kind, int(at)});
                break;
            }
            if (bed.kind == kind) add(at, 0.0, bed.count + number, {"plant", kind, int(at)});
            else if (bed.kind == NONE || grown) continue;
            if (bed.count > 1 || !guarded)
                add(at, judge.earned(bed), number, {"harvest", NONE, int(at)});
        }
        return found;
    }

    // --- judging ------------------------------------------------------------------------

    // What cards left to the opponent add to its fields.
    double pleases(int kind, int number) {
        if (!judge.planted(kind)) return 0.0;
        double fresh = judge.promised(kind, number), gain = 0.0;
        for (Bed bed : theirs) {
            if (bed.kind == kind) return judge.promised(kind, bed.count + number) - judge.promised(bed);
            double anew = bed.kind == NONE ? fresh - judge.empty
                                           : judge.earned(bed) + fresh - judge.promised(bed);
            gain = std::max(gain, anew);
        }
        return gain;
    }

    double worth(const Beds& fields, const Cards& cards) {
        double sum = 0;
        for (Bed bed : fields) sum += bed.kind == NONE ? judge.empty : judge.promised(bed);
        return sum + worth_of_hand(fields, cards);
    }

    // What the hand adds to the fields, one step 1 after the other.
    double worth_of_hand(Beds beds, Cards waiting) {
        double total = 0.0, weight = std::pow(FADING, wait);
        int left = pile;
        while (!waiting.empty() && (left > 0 || weight == 1.0)) {
            int planted = 0;
            bool spared = false;
            while (!waiting.empty() && planted < 2) {
                int card = waiting[0];
                if (!judge.planted(card)) {
                    total += weight * judge.value(card);
                } else {
                    auto [change, at, fresh] = fit(beds, card);
                    if (change <= 0.0 && planted) break;
                    if (change <= 0.0 && by_kind && !spared) {
                        spared = true;
                        waiting.erase(waiting.begin());
                        continue;
                    }
                    total += weight * change;
                    beds[at] = {card, fresh ? 1 : beds[at].count + 1};
                }
                planted++;
                waiting.erase(waiting.begin());
            }
            if (!spared && !grows(beds, NONE))
                for (auto burden = waiting.begin(); burden != waiting.end(); ++burden)
                    if (!grows(beds, *burden) && judge.planted(*burden)) {
                        waiting.erase(burden);
                        break;
                    }
            weight *= FADING;
            left -= 2 * judge.a_turn_of_one;
        }
        return total;
    }

    // What planting a card adds, in which field, and whether it starts anew there.
    std::tuple<double, size_t, bool> fit(const Beds& beds, int card) {
        double first = judge.promised(card, 1);
        int most = 0;
        for (size_t at = 0; at < beds.size(); at++) {
            Bed bed = beds[at];
            most = std::max(most, bed.count);
            if (bed.kind != card) continue;
            double more = judge.promised(card, bed.count + 1) - judge.promised(bed);
            double anew = judge.earned(bed) + first - judge.promised(bed);
            if (bed.count > 1 && anew > more) return {anew, at, true};
            return {more, at, false};
        }
        for (size_t at = 0; at < beds.size(); at++)
            if (beds[at].kind == NONE) return {first - judge.empty, at, true};
        double best = -1e300;
        size_t where = 0;
        for (size_t at = 0; at < beds.size(); at++) {
            if (beds[at].count <= 1 && most != 1) continue;
            double change = judge.earned(beds[at]) - judge.promised(beds[at]);
            if (change > best) best = change, where = at;
        }
        return {best + first, where, true};
    }
};

}  // namespace trader
