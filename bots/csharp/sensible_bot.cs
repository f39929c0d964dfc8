// Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
//
// Everything rests on one number: the promise of a field, its coins with the way to the next coin
// counted in part. A card is worth what it adds to the promise; a card that grows nowhere is worth
// less than nothing, because room for it costs a harvest.

using System;
using System.Collections.Generic;
using System.Linq;
using Bohnanza;

/// <summary>Plants, harvests and trades by what adds to the promise of its fields.</summary>
public sealed class SensibleBot : Bot
{
    private const double ThirdFieldUntil = 0.35; // of the deck: later it no longer pays for itself
    private const double FreshStart = 0.2; // what a card is worth in an empty field
    private const double WorthATrade = 0.05; // smaller gains help the other side more

    private readonly Dictionary<string, List<double>> _promises = new Dictionary<string, List<double>>();
    private readonly HashSet<string> _tried = new HashSet<string>();
    private int _deck;
    private int _turn;

    public override string Name => "cs-sensible";

    public override void OnGameStart()
    {
        _turn = 0;
        _deck = Game.Rulebook.Kinds.Sum(kind => kind.Count);
        _promises.Clear();
        foreach (KindOfBean kind in Game.Rulebook.Kinds)
        {
            _promises[kind.Name] = Promises(kind.Earns);
        }
    }

    // --- planting ---------------------------------------------------------------------------

    /// <summary>Takes what is always right, and sees to the questions of duels.</summary>
    public override Choice Choose(Decision decision)
    {
        Choice welcome = decision.Choices.FirstOrDefault(IsWelcome);
        if (welcome != null)
        {
            return welcome;
        }
        if (decision.Ask == "use_offer" || decision.Ask == "keep_or_leave")
        {
            return Pick(decision);
        }
        return Spare(decision) ?? base.Choose(decision);
    }

    /// <summary>True for what is nearly always right; the last three are for cards never planted.</summary>
    private static bool IsWelcome(Choice choice) =>
        choice is FillOrder || choice is ClaimCoin || choice is BuyBuilding || choice is Steal
        || choice is LayOrder || choice is PlayMagpie || choice is KeepMagpie;

    /// <summary>In a duel: plants what grows, else in an empty field; refuses the rest.</summary>
    private static Choice Pick(Decision decision)
    {
        List<FieldView> mine = decision.MyFields;
        return Best(decision.Choices.OfType<Plant>(), c => mine[c.Field].Count)
            ?? First<Discard>(decision);
    }

    /// <summary>In a duel, if nothing can be planted: a card that grows nowhere may go.</summary>
    private static Choice Spare(Decision decision)
    {
        List<DiscardFromHand> discards = decision.Choices.OfType<DiscardFromHand>().ToList();
        if (discards.Count == 0 || decision.Choices.OfType<Plant>().Any())
        {
            return null;
        }
        return discards.FirstOrDefault(c => !decision.Grows(c.Card)) ?? First<Pass>(decision);
    }

    public override Choice Plant(Decision decision) =>
        Settle(decision, new List<string> { decision.Card });

    public override Choice SetAside(Decision decision) =>
        Settle(decision, decision.View.SetAside[Seat]);

    /// <summary>Plants what fits, else in the open, else makes room as cheaply as can be.</summary>
    private Choice Settle(Decision decision, List<string> due)
    {
        List<FieldView> mine = decision.MyFields;
        List<string> hand = decision.View.Hand;
        List<Plant> plants = decision.Choices.OfType<Plant>().ToList();
        return Ripe(decision)
            ?? plants.FirstOrDefault(c => mine[c.Field].Kind == c.Card)
            ?? Wait(decision)
            ?? Best(plants, c => Count(due, c.Card) + Count(hand, c.Card))
            ?? ThirdField(decision)
            ?? Best(decision.Choices.OfType<Harvest>(), c => -Loss(mine[c.Field], hand));
    }

    /// <summary>A second card that may wait does so, unless more of its kind are in the hand.</summary>
    private static Choice Wait(Decision decision) =>
        Count(decision.View.Hand, decision.Card) < 2 ? First<Pass>(decision) : null;

    /// <summary>A field that can earn no more is in the way.</summary>
    private Choice Ripe(Decision decision)
    {
        return decision.Choices.OfType<Harvest>().FirstOrDefault(c =>
        {
            FieldView field = decision.MyFields[c.Field];
            return Promise(field.Kind, field.Count + 1) <= Promise(field.Kind, field.Count);
        });
    }

    private Choice ThirdField(Decision decision)
    {
        View view = decision.View;
        bool early = view.RunOuts == 0 && view.DrawPile > ThirdFieldUntil * _deck;
        return early ? First<BuyField>(decision) : null;
    }

    // --- trading ----------------------------------------------------------------------------

    /// <summary>Takes what pays, and offers burdens.</summary>
    public override Choice Trade(Decision decision)
    {
        Choice urgent = Ripe(decision) ?? ThirdField(decision);
        if (urgent != null)
        {
            return urgent;
        }
        var trade = new Trade();
        List<Deal> taken = Agreeable(decision);
        trade.Take.AddRange(taken.Select(deal => (Take)deal.Id));
        if (decision.View.Round <= decision.View.Rounds)
        {
            trade.Offers.AddRange(Proposals(decision, taken));
        }
        trade.End = trade.Take.Count == 0 && trade.Offers.Count == 0;
        return trade;
    }

    /// <summary>Accepts what pays, and makes a counter-offer.</summary>
    public override Choice Answer(Decision decision)
    {
        var answer = new Answer();
        List<Deal> accepted = Agreeable(decision);
        answer.Accept.AddRange(accepted.Select(deal => (Accept)deal.Id));
        answer.Offers.AddRange(Counters(decision.View, accepted));
        return answer;
    }

    public override Choice Bid(Decision decision)
    {
        var answer = new Answer();
        answer.Offers.AddRange(Counters(decision.View, new List<Deal>()));
        return answer;
    }

    /// <summary>The deals to make: accepts, whose cards are fixed, then bids; best first.</summary>
    private List<Deal> Agreeable(Decision decision)
    {
        View view = decision.View;
        bool isTrade = decision.Ask == "trade";
        var ranked =
            from deal in decision.Deals()
            let value = Gain(deal.Get, view) - Cost(deal.Give, view)
            where value >= WorthATrade
            orderby isTrade && deal.IsBid, value descending, deal.Id
            select deal;
        List<string> own = decision.OwnCards();
        var chosen = new List<Deal>();
        foreach (Deal deal in ranked)
        {
            // Several offers may promise the same card: of those that look alike only one is safe.
            bool clashes = chosen.Any(other => isTrade
                ? other.Seat == deal.Seat || Same(other.Give, deal.Give)
                : Same(other.Get, deal.Get));
            if (!clashes && deal.Give.All(kind => Count(own, kind) >= Count(deal.Give, kind)))
            {
                own = Without(own, deal.Give);
                chosen.Add(deal);
            }
        }
        return chosen;
    }

    /// <summary>What grows nowhere for what grows here, each once; then as a gift.</summary>
    private List<Offer> Proposals(Decision decision, List<Deal> taken)
    {
        View view = decision.View;
        if (view.Turn != _turn)
        {
            _turn = view.Turn;
            _tried.Clear();
        }
        List<string> spent = taken.SelectMany(deal => deal.Give).ToList();
        List<string> growing = decision.MyFields.Where(field => field.Count > 0)
            .Select(field => field.Kind).Where(kind => Gain(kind, view) > 0).ToList();
        List<string> here = Burdens(view.TurnedOver.Except(spent), view);
        List<string> held = Burdens(view.Hand.Except(spent), view);
        var ideas = here.SelectMany(card => growing.Select(kind => Swap(card, kind)))
            .Concat(here.Select(card => Swap(card)))
            .Concat(held.SelectMany(card => growing.Select(kind => Swap(card, kind))));
        var fresh = new List<Offer>();
        foreach (Offer idea in ideas)
        {
            string name = idea.Give[0].Kind + " for " + idea.Want.FirstOrDefault();
            if (fresh.Count < 3 && _tried.Add(name))
            {
                fresh.Add(idea);
            }
        }
        return fresh;
    }

    /// <summary>
    /// Asks for a turned-over card that grows here, for one that grows there or is of no use.
    /// </summary>
    private IEnumerable<Offer> Counters(View view, List<Deal> accepted)
    {
        List<string> theirs = view.Fields[view.Active].Select(field => field.Kind).ToList();
        List<string> spent = accepted.SelectMany(deal => deal.Give).ToList();
        List<string> burdens = Burdens(Without(view.Hand, spent), view);
        string pay = burdens.FirstOrDefault(theirs.Contains) ?? burdens.FirstOrDefault();
        List<string> gone = accepted.SelectMany(deal => deal.Get).ToList();
        string want = Without(view.TurnedOver, gone)
            .FirstOrDefault(kind => Gain(kind, view) >= WorthATrade);
        bool stands = view.Offers.Any(offer => offer.Seat == Seat
            && offer.Give.FirstOrDefault()?.Kind == pay && offer.Want.FirstOrDefault() == want);
        if (pay != null && want != null && !stands)
        {
            yield return Swap(pay, want);
        }
    }

    // --- judging ----------------------------------------------------------------------------

    private double Promise(string kind, int count)
    {
        bool known = _promises.TryGetValue(kind ?? "", out List<double> scale);
        return known ? scale[Math.Min(count, scale.Count - 1)] : 0;
    }

    /// <summary>What harvesting gives up, the more the more of its kind are in the hand.</summary>
    private double Loss(FieldView field, List<string> hand) =>
        Promise(field.Kind, field.Count) - field.Coins + 0.3 * Count(hand, field.Kind);

    /// <summary>What receiving these cards adds to its fields; below 0: costs a harvest.</summary>
    private double Gain(IEnumerable<string> cards, View view)
    {
        List<FieldView> mine = view.Fields[Seat]
            .Select(f => new FieldView { Kind = f.Kind, Count = f.Count, Coins = f.Coins }).ToList();
        double sum = 0;
        foreach (string kind in cards)
        {
            FieldView field = mine.Find(f => f.Kind == kind) ?? mine.Find(f => f.Count == 0);
            if (field == null)
            {
                sum -= Math.Max(0.1, mine.Min(f => Loss(f, view.Hand)));
                continue;
            }
            double more = Promise(kind, field.Count + 1) - Promise(kind, field.Count);
            sum += field.Count > 0 ? more : FreshStart;
            field.Kind = kind;
            field.Count++;
        }
        return sum;
    }

    private double Gain(string kind, View view) => Gain(new[] { kind }, view);

    /// <summary>Beans that have no place here; what is no bean (an order) cannot be traded.</summary>
    private List<string> Burdens(IEnumerable<string> cards, View view) =>
        cards.Where(kind => _promises.ContainsKey(kind) && Gain(kind, view) <= 0).ToList();

    /// <summary>What giving these cards away loses; giving a burden is a relief.</summary>
    private double Cost(List<string> cards, View view)
    {
        bool active = view.Active == Seat;
        double sum = 0;
        foreach (string kind in cards)
        {
            double worth = Gain(kind, view);
            if (view.Fields[Seat].Any(field => field.Kind == kind))
            {
                sum += worth;
            }
            else if (active && view.TurnedOver.Contains(kind))
            {
                sum += Math.Min(0, worth);
            }
            else
            {
                sum += Count(view.Hand, kind) > 1 ? 0.1 : -0.1;
            }
        }
        return sum;
    }

    /// <summary>
    /// Coins of 0, 1, 2, … cards with the way to the next coin counted in part.
    /// </summary>
    private static List<double> Promises(List<int> earns)
    {
        var smooth = new List<double> { 0 };
        int low = 0;
        for (int n = 1; n < earns.Count; n++)
        {
            if (earns[n] == earns[low])
            {
                continue;
            }
            for (int m = low + 1; m <= n; m++)
            {
                double step = (double)((earns[n] - earns[low]) * (m - low)) / (n - low);
                smooth.Add(earns[low] + step);
            }
            low = n;
        }
        return smooth;
    }

    private static Choice First<T>(Decision decision)
        where T : Choice
    {
        return decision.Choices.OfType<T>().FirstOrDefault();
    }

    /// <summary>The first choice with the highest score; null if there is none.</summary>
    private static Choice Best<T>(IEnumerable<T> choices, Func<T, double> score)
        where T : Choice
    {
        return choices.OrderByDescending(score).FirstOrDefault();
    }

    private static Offer Swap(string give, string want = null)
    {
        var offer = new Offer { Give = { give } };
        if (want != null)
        {
            offer.Want.Add(want);
        }
        return offer;
    }

    private static int Count(List<string> cards, string kind) => cards.Count(card => card == kind);

    private static bool Same(List<string> a, List<string> b) => a.Count > 0 && a.SequenceEqual(b);

    private static List<string> Without(List<string> cards, List<string> gone)
    {
        List<string> left = cards.ToList();
        gone.ForEach(kind => left.Remove(kind));
        return left;
    }

    public static void Main() => new SensibleBot().Run();
}
