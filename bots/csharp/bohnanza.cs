// Bohnanza bots in C#: bohnanza.cs, json.cs and messages.cs beside your bot, nothing to install. They
// compile with Mono's mcs and with .NET.
//
//     using System.Linq;
//     using Bohnanza;
//
//     public sealed class MyBot : Bot
//     {
//         public override string Name => "my_bot";
//
//         public override Choice Plant(Decision decision) =>
//             decision.Choices.OfType<Plant>().FirstOrDefault(c => decision.Grows(c.Card));
//
//         public static void Main() => new MyBot().Run();
//     }
//
// A handler gets a decision and returns one of its choices, or one made up, such as a new Trade. null
// stands for the first one listed, which is always legal. SPEC.md says what the messages hold;
// messages.cs has them as classes.

using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.IO;
using System.Linq;
using System.Text;

namespace Bohnanza
{
    /// <summary>Answers every question with its first choice; override what you know better.</summary>
    public abstract class Bot
    {
        private const int Protocol = 1;

        private Dictionary<string, List<int>> _scales = new Dictionary<string, List<int>>();
        private List<string> _firstWants = new List<string>();
        private string _toldWants = "";
        private string _said = "";

        /// <summary>For logs; the ladder shows the name that bot.toml gives.</summary>
        public abstract string Name { get; }

        /// <summary>For logs; the arena counts the versions itself.</summary>
        public virtual string Version => "1";

        /// <summary>For logs, as the name.</summary>
        public virtual string Author => "";

        /// <summary>True asks for a plain-language account with every decision, its Text.</summary>
        public virtual bool Text => false;

        /// <summary>
        /// What to be asked besides: "bids", "no_counter", "before_plant", "before_trade",
        /// "before_draw", "windows". It may change in a game, and each game begins with the first list.
        /// </summary>
        public List<string> Wants { get; } = new List<string>();

        /// <summary>The arena's message with the rulebook, the players and the clock.</summary>
        public GameStart Game { get; private set; }

        /// <summary>Your seat.</summary>
        public int Seat => Game == null ? 0 : Game.Seat;

        /// <summary>Random numbers, seeded by the arena.</summary>
        public SeededRandom Random { get; private set; } = new SeededRandom(0);

        /// <summary>Handlers that threw: each costs one decision, not the game.</summary>
        public int Failures { get; private set; }

        /// <summary>True after the arena's last line.</summary>
        public bool Over { get; private set; }

        /// <summary>Step 1: plant the card that is due, or as the second card pass.</summary>
        public virtual Choice Plant(Decision decision) => null;

        /// <summary>The active player's word in a negotiation: take, make offers, or end it.</summary>
        public virtual Choice Trade(Decision decision) => null;

        /// <summary>Answer the offers in decision.Deals(), perhaps with counter-offers.</summary>
        public virtual Choice Answer(Decision decision) => null;

        /// <summary>Open with offers to the active player, if Wants has "bids".</summary>
        public virtual Choice Bid(Decision decision) => null;

        /// <summary>Step 3: plant the cards received.</summary>
        public virtual Choice SetAside(Decision decision) => null;

        /// <summary>Act out of turn, if Wants has the window; decision.Window says which it is.</summary>
        public virtual Choice Window(Decision decision) => null;

        /// <summary>Sees every question, even those of expansions; passes it to its handler.</summary>
        public virtual Choice Choose(Decision decision)
        {
            switch (decision.Ask)
            {
                case "plant": return Plant(decision);
                case "trade": return Trade(decision);
                case "answer": return Answer(decision);
                case "bid": return Bid(decision);
                case "set_aside": return SetAside(decision);
                case "window": return Window(decision);
                default: return null;
            }
        }

        /// <summary>Called when Game, Seat and Random are those of a new game.</summary>
        public virtual void OnGameStart() { }

        /// <summary>Called for each event, before the decision that it came with.</summary>
        public virtual void OnEvent(Event happened) { }

        /// <summary>Corrects a refused answer, once; by default with the arena's example.</summary>
        public virtual Choice OnRefused(Refused refused) => refused.Example;

        /// <summary>Called with the scores, places and winners.</summary>
        public virtual void OnGameOver(GameOver result) { }

        /// <summary>Adds a short public text to the next answer.</summary>
        public void Say(string text) => _said = text;

        /// <summary>Returns the coins for harvesting this many cards of a kind.</summary>
        public int Earns(string kind, int count)
        {
            bool known = _scales.TryGetValue(kind ?? "", out List<int> scale);
            return known ? scale[Math.Min(count, scale.Count - 1)] : 0;
        }

        /// <summary>Talks to the arena until it says bye or hangs up.</summary>
        public void Run()
        {
            var utf8 = new UTF8Encoding(false);
            var input = new StreamReader(Console.OpenStandardInput(), utf8);
            var output = new StreamWriter(Console.OpenStandardOutput(), utf8);
            Console.SetOut(Console.Error); // a stray print must not look like an answer
            for (string line; !Over && (line = input.ReadLine()) != null;)
            {
                string reply = Receive(line);
                if (reply != null)
                {
                    output.Write(reply + "\n");
                    output.Flush();
                }
            }
        }

        /// <summary>Returns the reply to one line, null where none is due; tests may call it.</summary>
        public string Receive(string line)
        {
            object message;
            try
            {
                message = Json.Parse(line);
            }
            catch (FormatException)
            {
                Console.Error.WriteLine("not JSON: " + line.Substring(0, Math.Min(80, line.Length)));
                return null;
            }
            switch (Json.Word(message, "type"))
            {
                case "hello":
                    return Ready();
                case "game_start":
                    Guarded(() => Start(Json.Read<GameStart>(message)));
                    return null;
                case "decide":
                    var decision = Json.Read<Decision>(message);
                    return Reply(decision.Id, () =>
                    {
                        decision.Events.ForEach(OnEvent);
                        return Choose(decision);
                    });
                case "refused":
                    var refused = Json.Read<Refused>(message);
                    Console.Error.WriteLine("refused: " + refused.Reason);
                    return refused.Again ? Reply(refused.Id, () => OnRefused(refused)) : null;
                case "game_over":
                    var result = Json.Read<GameOver>(message);
                    Guarded(() =>
                    {
                        result.Events.ForEach(OnEvent);
                        OnGameOver(result);
                    });
                    return null;
                case "bye":
                    Over = true;
                    return null;
                default:
                    return null;
            }
        }

        private string Ready()
        {
            _firstWants = Wants.ToList();
            return Json.Write(new Dictionary<string, object>
            {
                ["type"] = "ready",
                ["protocol"] = Protocol,
                ["name"] = Name,
                ["version"] = Version,
                ["author"] = Author,
                ["wants"] = Wants,
                ["text"] = Text,
            });
        }

        private void Start(GameStart game)
        {
            Game = game;
            Random = new SeededRandom(game.Seed);
            Wants.Clear();
            Wants.AddRange(_firstWants);
            _toldWants = string.Join(" ", Wants);
            _said = "";
            _scales = game.Rulebook.Kinds.ToDictionary(kind => kind.Name, kind => kind.Earns);
            OnGameStart();
        }

        private string Reply(int? id, Func<Choice> handler)
        {
            string choice = "0";
            Guarded(() =>
            {
                Choice made = handler();
                choice = made == null ? "0" : Json.Write(made);
            });
            string more = string.IsNullOrEmpty(_said) ? "" : ",\"say\":" + Json.Write(_said);
            _said = "";
            if (string.Join(" ", Wants) != _toldWants)
            {
                _toldWants = string.Join(" ", Wants);
                more += ",\"wants\":" + Json.Write(Wants);
            }
            return "{\"type\":\"choose\",\"id\":" + Json.Write(id) + ",\"choice\":" + choice + more + "}";
        }

        private void Guarded(Action handler)
        {
            try
            {
                handler();
            }
            catch (Exception error) // of any kind, since the author's code may throw any
            {
                Failures++;
                Console.Error.WriteLine(error);
            }
        }
    }

    /// <summary>A question, with the view of the table that you answer it by.</summary>
    public sealed class Decision : Decide
    {
        /// <summary>Your fields from left to right.</summary>
        public List<FieldView> MyFields => View.Fields[View.Seat];

        /// <summary>Tells whether one of your fields grows the kind.</summary>
        public bool Grows(string kind) => MyFields.Any(field => field.Kind == kind);

        /// <summary>
        /// Returns the kinds that you could give away: turned over first, then your hand. Orders among
        /// them cannot be traded: they are not among the rulebook's kinds.
        /// </summary>
        public List<string> OwnCards() =>
            View.Seat == View.Active ? View.TurnedOver.Concat(View.Hand).ToList() : View.Hand.ToList();

        /// <summary>
        /// Returns what you may take (ask "trade") or must answer (ask "answer"), but nothing with an
        /// open side, for which View.Offers has to be read.
        /// </summary>
        public List<Deal> Deals()
        {
            bool trade = Ask == "trade";
            var accepts =
                from accept in View.Accepts
                where trade
                join mine in View.Offers on accept.Offer equals mine.Id
                where !mine.Give.IsOpen
                select new Deal(accept.Id, accept.Seat, Kinds(accept.Give), Kinds(mine.Give), false);
            var bids =
                from offer in View.Offers
                where !offer.Give.IsOpen && !offer.Want.IsOpen
                where trade ? offer.Seat != View.Active : Ask == "answer" && Offers.Contains(offer.Id)
                select new Deal(offer.Id, offer.Seat, Kinds(offer.Give), offer.Want.ToList(), true);
            return accepts.Concat(bids).ToList();
        }

        private static List<string> Kinds(IEnumerable<Card> cards) =>
            cards.Select(card => card.Kind).ToList();
    }

    /// <summary>What a reply or an offer means for you: the kinds that you get and give.</summary>
    public sealed class Deal
    {
        internal Deal(int id, int seat, List<string> get, List<string> give, bool isBid)
        {
            Id = id;
            Seat = seat;
            Get = get;
            Give = give;
            IsBid = isBid;
        }

        /// <summary>What Trade.Take or Answer.Accept needs.</summary>
        public int Id { get; }

        /// <summary>The other side's.</summary>
        public int Seat { get; }

        public List<string> Get { get; }

        /// <summary>May hold kinds that you do not have.</summary>
        public List<string> Give { get; }

        /// <summary>True for an offer that somebody made, false for an accept of one of yours.</summary>
        public bool IsBid { get; }
    }

    /// <summary>A kind of bean, or one exact card if it names a place. A string will do for a kind.</summary>
    public sealed class Card
    {
        public string Kind { get; set; }

        /// <summary>Its index there, if it lies in the hand; likewise the three below.</summary>
        public int? Hand { get; set; }

        public int? TurnedOver { get; set; }

        public int? Store { get; set; }

        public int? SetAside { get; set; }

        public static implicit operator Card(string kind) => new Card { Kind = kind };
    }

    /// <summary>One side of an offer: cards or kinds, or, if it is open, what the other names.</summary>
    public sealed class Side<T> : Collection<T>, IOpen
    {
        public bool IsOpen { get; set; }
    }

    /// <summary>A choice of a later version of the arena; it can be given back as it came.</summary>
    public sealed class OtherChoice : Choice
    {
        public override string Do => Json.Word(Keys, "do");

        public Dictionary<string, object> Keys { get; set; } = new Dictionary<string, object>();
    }

    /// <summary>An event of a later version of the arena.</summary>
    public sealed class OtherEvent : Event
    {
        public override string Name => Json.Word(Keys, "event");

        public Dictionary<string, object> Keys { get; set; } = new Dictionary<string, object>();
    }

    /// <summary>A small generator (mulberry32): the same numbers in every language.</summary>
    public sealed class SeededRandom
    {
        private uint _state;

        public SeededRandom(long seed)
        {
            _state = unchecked((uint)(seed ^ (seed >> 32)));
        }

        /// <summary>Returns a whole number from 0 to n - 1.</summary>
        public int Below(int n)
        {
            unchecked
            {
                _state += 0x6d2b79f5;
                uint t = (_state ^ (_state >> 15)) * (_state | 1);
                t ^= t + (t ^ (t >> 7)) * (t | 61);
                return (int)(((ulong)(t ^ (t >> 14)) * (ulong)n) >> 32);
            }
        }

        public T Pick<T>(IReadOnlyList<T> list) => list[Below(list.Count)];
    }
}
