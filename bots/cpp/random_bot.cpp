// Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour.
#include "bohnanza.hpp"

using namespace bohnanza;

struct RandomBot : Bot {
    RandomBot() { name = "cpp-random"; }

    Choice choose(const Decision& decision) override {
        std::string_view ask = decision.ask();
        bool trades = ask == "trade";
        bool can_offer = trades || ask == "answer" || ask == "bid";
        if (trades) {
            Json view = decision.json["view"];
            can_offer = view["round"].number() <= view["rounds"].number();
        }
        if (can_offer && random.below(4) == 0) return any_offer(trades, decision.view());
        return random.below(decision.choices().size());
    }

    // Up to two of its cards (none: a wish) for up to two kinds (none: a gift).
    Choice any_offer(bool trades, const View& view) {
        std::vector<Kind> own;
        for (const auto& pile : {trades ? view.turned_over : std::vector<Kind>(), view.hand})
            for (const Kind& card : pile)
                if (game.has(card)) own.push_back(card);
        Offer offer;
        for (int n = random.below(3); n > 0 && !own.empty(); n--) {
            auto card = own.begin() + random.below(own.size());
            offer.give.push_back(*card);
            own.erase(card);
        }
        size_t wishes = std::max(random.below(3), offer.give.empty() ? 1 : 0);
        while (offer.want.size() < wishes)
            offer.want.push_back(game.kinds[random.below(game.kinds.size())].name);
        if (trades) return Trade{{}, {offer}};
        return Answer{{}, {offer}, {}};
    }
};

int main() { return RandomBot().run(); }
