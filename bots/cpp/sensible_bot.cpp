// Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
//
// Everything rests on one number: the promise of a field, its coins with the way to the next
// coin counted in part. A card is worth what it adds to the promise; a card that grows nowhere
// is worth less than nothing, because room for it costs a harvest.
#include <map>
#include <set>

#include "bohnanza.hpp"

using namespace bohnanza;

using Kinds = std::vector<Kind>;
using Fields = std::vector<FieldView>;
using Maybe = std::optional<Choice>;

constexpr double THIRD_FIELD_UNTIL = 0.35;  // of the deck: later it no longer pays for itself
constexpr double FRESH_START = 0.2;         // what a card is worth in an empty field
constexpr double WORTH_A_TRADE = 0.05;      // smaller gains help the other side more
// Choices of expansions that are nearly always right; the last three are for cards never planted.
constexpr std::string_view WELCOME[] = {"fill_order", "claim_coin", "buy_building", "steal",
                                        "lay_order", "play_magpie", "keep_magpie"};

// The item at an index that came from outside: a wrong one is an error, caught by the SDK.
template <class T>
const T& at(const std::vector<T>& items, int index) {
    return items.at(size_t(index));
}

int count(const Kinds& cards, const Kind& kind) {
    return int(std::count(cards.begin(), cards.end(), kind));
}

bool holds(const Kinds& own, const Kinds& cards) {
    for (const Kind& kind : cards)
        if (count(own, kind) < count(cards, kind)) return false;
    return true;
}

Kinds without(Kinds cards, const Kinds& gone) {
    for (const Kind& kind : gone) {
        auto found = std::find(cards.begin(), cards.end(), kind);
        if (found != cards.end()) cards.erase(found);
    }
    return cards;
}

// The choice of one kind, such as Plant, with the highest score; the first of equals.
template <class T, class Score>
Maybe best(const Decision& decision, Score score) {
    Maybe chosen;
    double highest = 0;
    for (const Choice& choice : decision.choices) {
        auto made = choice.as<T>();
        if (!made) continue;
        double now = score(*made);
        if (!chosen || now > highest) chosen = choice, highest = now;
    }
    return chosen;
}

// The coins of 0, 1, 2, … cards with the way to the next coin counted in part.
std::vector<double> promises(const std::vector<int>& earns) {
    std::vector<double> smooth{0};
    size_t low = 0;
    for (size_t n = 1; n < earns.size(); n++) {
        if (earns[n] == earns[low]) continue;
        for (size_t m = low + 1; m <= n; m++)
            smooth.push_back(earns[low] + double((earns[n] - earns[low]) * int(m - low)) / double(n - low));
        low = n;
    }
    return smooth;
}

struct SensibleBot : Bot {
    int deck = 0, turn = 0;
    std::map<Kind, std::vector<double>> scales;
    std::set<std::pair<Kind, Kinds>> tried;  // offers made in this turn

    SensibleBot() { name = "cpp-sensible"; }

    void on_game_start() override {
        deck = turn = 0;
        scales.clear();
        for (const KindOfBean& bean : game.rulebook.kinds) {
            deck += bean.count;
            scales[bean.name] = promises(bean.earns);
        }
    }

    // --- planting -----------------------------------------------------------------------

    Choice choose(const Decision& decision) override {
        for (const Choice& choice : decision.choices)
            for (std::string_view welcome : WELCOME)
                if (choice.does() == welcome) return choice;
        if (decision.ask == "use_offer" || decision.ask == "keep_or_leave") return pick(decision);
        if (Maybe discard = spare(decision)) return *discard;
        return Bot::choose(decision);
    }

    // In a duel: plant what grows already, else what fills an empty field; refuse the rest.
    Choice pick(const Decision& decision) {
        auto growing = [&](const Plant& plant) { return at(decision.my_fields(), plant.field).count; };
        if (Maybe plant = best<Plant>(decision, growing)) return *plant;
        return decision.find<Discard>().value_or(0);
    }

    // In a duel, if nothing can be planted: a hand card that grows nowhere may go.
    Maybe spare(const Decision& decision) {
        if (!decision.find<DiscardFromHand>() || decision.find<Plant>()) return {};
        for (const Choice& choice : decision.choices)
            if (auto discard = choice.as<DiscardFromHand>(); discard && !decision.grows(discard->card))
                return choice;
        return decision.find<Pass>();
    }

    Choice plant(const Decision& decision) override { return settle(decision, {decision.card}); }

    Choice set_aside(const Decision& decision) override {
        return settle(decision, at(decision.view.set_aside, seat));
    }

    // Plant what fits, else in the open, else make room as cheaply as can be.
    Choice settle(const Decision& decision, const Kinds& due) {
        const Kinds& hand = decision.view.hand;
        auto field = [&](int index) -> const FieldView& { return at(decision.my_fields(), index); };

        if (Maybe harvest = ripe(decision)) return *harvest;
        for (const Choice& choice : decision.choices)
            if (auto plant = choice.as<Plant>(); plant && plant->card == field(plant->field).kind)
                return choice;
        // A second card that may wait does so, unless more of its kind are in the hand.
        if (Maybe pass = decision.find<Pass>(); pass && count(hand, decision.card) < 2) return *pass;
        auto supply = [&](const Plant& plant) { return count(due, plant.card) + count(hand, plant.card); };
        if (Maybe plant = best<Plant>(decision, supply)) return *plant;
        if (Maybe buy = third_field(decision)) return *buy;
        auto cheap = [&](const Harvest& harvest) { return -loss(field(harvest.field), hand); };
        return best<Harvest>(decision, cheap).value_or(0);
    }

    // A field that can earn no more is in the way.
    Maybe ripe(const Decision& decision) {
        for (const Choice& choice : decision.choices) {
            auto harvest = choice.as<Harvest>();
            if (!harvest) continue;
            const FieldView& field = at(decision.my_fields(), harvest->field);
            if (promise(field.kind, field.count + 1) <= promise(field.kind, field.count)) return choice;
        }
        return {};
    }

    Maybe third_field(const Decision& decision) {
        const View& view = decision.view;
        bool early = view.run_outs == 0 && view.draw_pile > THIRD_FIELD_UNTIL * deck;
        return early ? decision.find<BuyField>() : Maybe();
    }

    // --- trading ------------------------------------------------------------------------

    Choice trade(const Decision& decision) override {
        const View& view = decision.view;
        if (Maybe harvest = ripe(decision)) return *harvest;
        if (Maybe buy = third_field(decision)) return *buy;
        std::vector<Deal> taken = agreeable(decision);
        Trade word;
        for (const Deal& deal : taken) word.take.push_back(deal.id);
        if (view.round <= view.rounds) word.offers = proposals(decision, taken);
        word.end = taken.empty() && word.offers.empty();
        return word;
    }

    Choice answer(const Decision& decision) override {
        std::vector<Deal> accepted = agreeable(decision);
        Answer word{{}, counters(decision.view, accepted)};
        for (const Deal& deal : accepted) word.accept.push_back(deal.id);
        return word;
    }

    Choice bid(const Decision& decision) override {
        return Answer{{}, counters(decision.view, {})};
    }

    // The deals to make: accepts, whose cards are fixed, then bids; the best first.
    std::vector<Deal> agreeable(const Decision& decision) {
        const View& view = decision.view;
        bool trades = decision.ask == "trade";
        struct Ranked {
            Deal deal;
            double value;
        };
        std::vector<Ranked> ranked;
        for (const Deal& deal : decision.deals()) {
            double value = gain(deal.get, view) - cost(deal.give, view);
            if (value >= WORTH_A_TRADE) ranked.push_back({deal, value});
        }
        std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
            if (a.deal.bid != b.deal.bid) return b.deal.bid;
            return a.value != b.value ? a.value > b.value : a.deal.id < b.deal.id;
        });
        // Several offers may promise the same card: of those that look alike only one is safe.
        auto same = [](const Kinds& a, const Kinds& b) { return !a.empty() && a == b; };
        auto clash = [&](const Deal& a, const Deal& b) {
            return trades ? a.seat == b.seat || same(a.give, b.give) : same(a.get, b.get);
        };
        std::vector<Deal> chosen;
        Kinds own = decision.own_cards();
        for (const auto& [deal, value] : ranked) {
            auto clashes = [&deal = deal, &clash](const Deal& other) { return clash(other, deal); };
            if (std::any_of(chosen.begin(), chosen.end(), clashes) || !holds(own, deal.give)) continue;
            own = without(own, deal.give);
            chosen.push_back(deal);
        }
        return chosen;
    }

    // Offer what grows nowhere for what grows here, once each; what nobody buys is a gift.
    std::vector<Offer> proposals(const Decision& decision, const std::vector<Deal>& taken) {
        const View& view = decision.view;
        if (view.turn != turn) turn = view.turn, tried.clear();
        Kinds spent;
        for (const Deal& deal : taken) spent.insert(spent.end(), deal.give.begin(), deal.give.end());
        auto burdens = [&](const Kinds& cards) {
            Kinds found;
            for (const Kind& kind : cards)
                if (!count(found, kind) && !count(spent, kind) && is_burden(kind, view))
                    found.push_back(kind);
            return found;
        };
        std::vector<Offer> ideas;
        auto swap = [&](const Kinds& cards) {
            for (const Kind& card : cards)
                for (const FieldView& field : decision.my_fields())
                    if (field.count && gain({field.kind}, view) > 0)
                        ideas.push_back({{card}, {field.kind}});
        };
        Kinds here = burdens(view.turned_over);
        swap(here);
        for (const Kind& card : here) ideas.push_back({{card}, {}});
        swap(burdens(view.hand));
        std::vector<Offer> fresh;
        for (const Offer& idea : ideas)
            if (fresh.size() < 3 && tried.insert({idea.give.cards[0].kind, idea.want.cards}).second)
                fresh.push_back(idea);
        return fresh;
    }

    // Ask for a turned-over card that grows here, for one that grows there or is of no use.
    std::vector<Offer> counters(const View& view, const std::vector<Deal>& accepted) {
        Kinds burdens = view.hand, left = view.turned_over;
        for (const Deal& deal : accepted) {
            burdens = without(burdens, deal.give);
            left = without(left, deal.get);
        }
        Kind pay, want;
        for (const Kind& kind : burdens) {
            if (!is_burden(kind, view)) continue;
            if (pay.empty()) pay = kind;
            const Fields& theirs = at(view.fields, view.active);
            auto grows = [&](const FieldView& field) { return field.kind == kind; };
            if (std::any_of(theirs.begin(), theirs.end(), grows)) {
                pay = kind;
                break;
            }
        }
        for (const Kind& kind : left)
            if (want.empty() && gain({kind}, view) >= WORTH_A_TRADE) want = kind;
        if (pay.empty() || want.empty()) return {};
        for (const StandingOffer& offer : view.offers)
            if (offer.seat == seat && !offer.give.cards.empty() && offer.give.cards[0].kind == pay &&
                !offer.want.cards.empty() && offer.want.cards[0] == want)
                return {};
        return {Offer{{pay}, {want}}};
    }

    // --- judging ------------------------------------------------------------------------

    double promise(const Kind& kind, int n) {
        auto scale = scales.find(kind);
        if (scale == scales.end()) return 0;
        return scale->second[std::min(size_t(n), scale->second.size() - 1)];
    }

    // What harvesting this field now gives up, the more the more of its kind are in the hand.
    double loss(const FieldView& field, const Kinds& hand) {
        return promise(field.kind, field.count) - field.coins + 0.3 * count(hand, field.kind);
    }

    // What receiving these cards adds to its fields; below 0 if they cost a harvest.
    double gain(const Kinds& cards, const View& view) {
        Fields mine = at(view.fields, seat);
        double sum = 0;
        for (const Kind& kind : cards) {
            auto grows = [&](const FieldView& field) { return field.kind == kind; };
            auto empty = [](const FieldView& field) { return !field.count; };
            auto field = std::find_if(mine.begin(), mine.end(), grows);
            if (field == mine.end()) field = std::find_if(mine.begin(), mine.end(), empty);
            if (field == mine.end()) {
                double least = loss(mine[0], view.hand);
                for (const FieldView& each : mine) least = std::min(least, loss(each, view.hand));
                sum -= std::max(0.1, least);
                continue;
            }
            double before = promise(kind, field->count);
            sum += field->count ? promise(kind, field->count + 1) - before : FRESH_START;
            field->kind = kind;
            field->count += 1;
        }
        return sum;
    }

    // Whether a bean has no place here; a card that is not a bean (an order) cannot be traded.
    bool is_burden(const Kind& kind, const View& view) {
        return scales.count(kind) && gain({kind}, view) <= 0;
    }

    // What giving these cards away loses: what they would add here; a burden is a relief.
    double cost(const Kinds& cards, const View& view) {
        double sum = 0;
        for (const Kind& kind : cards) {
            double worth = gain({kind}, view);
            bool grown = false;
            for (const FieldView& field : at(view.fields, seat)) grown |= field.kind == kind;
            if (grown) sum += worth;
            else if (view.active == seat && count(view.turned_over, kind)) sum += std::min(0.0, worth);
            else sum += count(view.hand, kind) > 1 ? 0.1 : -0.1;
        }
        return sum;
    }
};

int main() { return SensibleBot().run(); }
