// Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour.

using System;
using System.Collections.Generic;
using System.Linq;
using Bohnanza;

/// <summary>Plays by chance alone.</summary>
public sealed class RandomBot : Bot
{
    public override string Name => "cs-random";

    public override Choice Choose(Decision decision)
    {
        bool canOffer = decision.Ask == "trade"
            ? decision.View.Round <= decision.View.Rounds
            : decision.Ask == "answer" || decision.Ask == "bid";
        return canOffer && Random.Below(4) == 0 ? AnyOffer(decision) : Random.Pick(decision.Choices);
    }

    /// <summary>Up to two of its cards (none: a wish) for up to two kinds (none: a gift).</summary>
    private Choice AnyOffer(Decision decision)
    {
        List<string> beans = Game.Rulebook.Kinds.Select(kind => kind.Name).ToList();
        List<string> held = decision.Ask == "trade" ? decision.OwnCards() : decision.View.Hand;
        List<string> own = held.Where(beans.Contains).ToList();
        var offer = new Offer();
        for (int n = Random.Below(3); n > 0 && own.Count > 0; n--)
        {
            int at = Random.Below(own.Count);
            offer.Give.Add(own[at]);
            own.RemoveAt(at);
        }
        int wishes = Math.Max(Random.Below(3), offer.Give.Count > 0 ? 0 : 1);
        while (offer.Want.Count < wishes)
        {
            offer.Want.Add(Random.Pick(beans));
        }
        if (decision.Ask == "trade")
        {
            return new Trade { Offers = { offer } };
        }
        return new Answer { Offers = { offer } };
    }

    public static void Main() => new RandomBot().Run();
}
