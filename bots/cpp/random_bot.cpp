// Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour.
#include "bohnanza.hpp"

using namespace bohnanza;

struct RandomBot : Bot {
    RandomBot() { name = "cpp-random"; }

    Choice choose(const Decision& decision) override {
        const View& view = decision.view;
        bool trades = decision.ask == "trade" && view.round <= view.rounds;
        bool can_offer = trades || decision.ask == "answer" || decision.ask == "bid";
        if (can_offer && random.below(4) == 0) return any_offer(trades, view);
        return random.below(decision.choices.size());
    }

    // Up to two of its cards (none: a wish) for up to two kinds (none: a gift).
    Choice any_offer(bool trades, const View& view) {
        const std::vector<KindOfBean>& beans = game.rulebook.kinds;
        std::vector<Kind> own;
        for (const auto& pile : {trades ? view.turned_over : std::vector<Kind>(), view.hand})
            for (const Kind& card : pile)
                for (const KindOfBean& bean : beans)
                    if (bean.name == card) own.push_back(card);
        Offer offer;
        for (int n = random.below(3); n > 0 && !own.empty(); n--) {
            auto card = own.begin() + random.below(own.size());
            offer.give.cards.push_back(*card);
            own.erase(card);
        }
        size_t wishes = std::max(random.below(3), offer.give.cards.empty() ? 1 : 0);
        while (offer.want.cards.size() < wishes)
            offer.want.cards.push_back(beans[size_t(random.below(beans.size()))].name);
        if (trades) return Trade{{}, {offer}};
        return Answer{{}, {offer}};
    }
};

int main() { return RandomBot().run(); }
