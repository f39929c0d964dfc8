"""What the SDKs promise to an author, shown with bots written on those of six languages."""

import json
from typing import Any

import pytest

from arena.registry.handler_errors import handler_error
from arena.text.sanitize import spoken
from protocol.messages import parse_choose
from tests.bots.conftest import talk_to
from tests.support import scripted_game
from tests.support.strange_text import STRANGE, whole

# The same bot in each: chatty, careless with stdout, curious about events, and broken in places.
SOURCE = {
    "javascript": """
const { Bot } = require("./bohnanza.js");
class MyBot extends Bot {
  name = 'a "name"';
  wants = ["bids"];
  heard = [];
  onEvent(event) { this.heard.push(event.event); }
  plant(decision) {
    console.log("this must not look like an answer");
    this.wants = ["bids", "before_draw"];
    this.say(`${decision.card} ${this.earns("soy", 5)} ${this.heard}`);
    return decision.choices[1];
  }
  trade(decision) {
    const exact = { hand: 0, kind: "red" };
    const offers = [{ give: [exact, "blue"], want: [] }, { give: "open", want: ["soy"], to: 2 }];
    return { do: "trade", take: [{ id: 4, give: [exact] }], offers };
  }
  answer(decision) { throw new Error("a bug"); }
  setAside(decision) { this.wants = []; this.say(decision.text); return 0; }
  onGameOver(result) { console.error(`over ${result.scores[this.seat]}`); }
}
new MyBot().run();
""",
    "cpp": r"""
#include "bohnanza.hpp"
using namespace bohnanza;
struct MyBot : Bot {
    std::string heard;
    MyBot() { name = "a \"name\""; wants = {"bids"}; }
    void on_event(const Event& event) override {
        heard += heard.empty() ? "" : ",";
        heard += event.name();
    }
    Choice plant(const Decision& decision) override {
        std::cout << "this must not look like an answer" << std::endl;
        wants = {"bids", "before_draw"};
        say(decision.card + " " + std::to_string(earns("soy", 5)) + " " + heard);
        return decision.choices.at(1);
    }
    Choice trade(const Decision&) override {
        Trade word;
        word.take.push_back({4, {Card("red", 0)}});
        word.offers.push_back({{Card("red", 0), "blue"}, {}});
        Offer open{{}, {"soy"}, 2};
        open.give.open = true;
        word.offers.push_back(open);
        return word;
    }
    Choice answer(const Decision&) override { throw std::runtime_error("a bug"); }
    Choice set_aside(const Decision& decision) override {
        wants.clear();
        return say(decision.text), 0;
    }
    void on_game_over(const GameOver& result) override {
        std::cerr << "over " << result.scores.at(size_t(seat)) << std::endl;
    }
};
int main() { return MyBot().run(); }
""",
    "csharp": r"""
using System;
using System.Collections.Generic;
using Bohnanza;
class MyBot : Bot
{
    readonly List<string> _heard = new List<string>();
    public MyBot() { Wants.Add("bids"); }
    public override string Name => "a \"name\"";
    public override void OnEvent(Event happened) => _heard.Add(happened.Name);
    public override Choice Plant(Decision decision)
    {
        Console.WriteLine("this must not look like an answer");
        if (Wants.Count == 1) Wants.Add("before_draw");
        Say($"{decision.Card} {Earns("soy", 5)} {string.Join(",", _heard)}");
        return decision.Choices[1];
    }
    public override Choice Trade(Decision decision)
    {
        var exact = new Card { Kind = "red", Hand = 0 };
        var open = new Offer { Give = new Side<Card> { IsOpen = true }, Want = { "soy" }, To = 2 };
        var trade = new Trade { Offers = { new Offer { Give = { exact, "blue" } }, open } };
        trade.Take.Add(new Take { Id = 4, Give = { exact } });
        return trade;
    }
    public override Choice Answer(Decision decision) { throw new Exception("a bug"); }
    public override Choice SetAside(Decision decision)
    {
        Wants.Clear();
        Say(decision.Text);
        return null;
    }
    public override void OnGameOver(GameOver result) =>
        Console.Error.WriteLine($"over {result.Scores[Seat]}");
    static void Main() => new MyBot().Run();
}
""",
    "go": r"""
package main

import (
	"fmt"
	"os"
	"strings"
)

type MyBot struct {
	Bot
	heard []string
}

func (b *MyBot) OnEvent(event Event) { b.heard = append(b.heard, event.Event) }
func (b *MyBot) Plant(d *Decision) Choice {
	fmt.Println("this must not look like an answer")
	b.Wants = []string{"bids", "before_draw"}
	b.Say(fmt.Sprint(d.Card, " ", b.Earns("soy", 5), " ", strings.Join(b.heard, ",")))
	return d.Choices[1]
}
func (b *MyBot) Trade(d *Decision) Choice {
	exact := Card{Kind: "red", Hand: new(int)}
	gift := Offer{Give: Side[Card]{Cards: []Card{exact, {Kind: "blue"}}}}
	open := NewOffer(nil, []string{"soy"})
	open.Give.Open, open.To = true, To(2)
	take := []Take{{ID: 4, Give: []Card{exact}}}
	return Choice{Do: "trade", Take: take, Offers: []Offer{gift, open}}
}
func (b *MyBot) Answer(d *Decision) Choice { panic("a bug") }
func (b *MyBot) SetAside(d *Decision) Choice {
	b.Wants = nil
	b.Say(d.Text)
	return Choice{}
}
func (b *MyBot) OnGameOver(result GameOver) {
	fmt.Fprintf(os.Stderr, "over %d\n", result.Scores[b.Seat])
}
func main() { Run(&MyBot{Bot: Bot{Name: "a \"name\"", Wants: []string{"bids"}}}) }
""",
    "java": r"""
import bohnanza.*;
import bohnanza.Messages.*;
import java.util.*;
public class MyBot extends Bot {
    private final List<String> heard = new ArrayList<>();
    public MyBot() {
        super("a \"name\"");
        wants = List.of("bids");
    }
    @Override protected void onEvent(Event event) {
        heard.add(event instanceof OtherEvent other
            ? other.json().get("event").text()
            : event.getClass().getSimpleName().toLowerCase());
    }
    @Override protected Choice plant(Decision decision) {
        System.out.println("this must not look like an answer");
        wants = List.of("bids", "before_draw");
        say(decision.card() + " " + earns("soy", 5) + " " + String.join(",", heard));
        return decision.choices().get(1);
    }
    @Override protected Choice trade(Decision decision) {
        Card exact = new Card("red", Card.Pile.HAND, 0);
        List<Take> take = List.of(new Take(4, List.of(exact)));
        Offer gift = new Offer(null, Side.of(List.of(exact, Card.of("blue"))), Side.of(List.of()));
        Offer open = new Offer(2, Side.anything(), Side.of(List.of("soy")));
        return new Trade(take, List.of(gift, open), false);
    }
    @Override protected Choice answer(Decision decision) {
        throw new IllegalStateException("a bug");
    }
    @Override protected Choice setAside(Decision decision) {
        wants = List.of();
        say(decision.text());
        return null;
    }
    @Override protected void onGameOver(GameOver result) {
        System.err.println("over " + result.scores().get(seat()));
    }
    public static void main(String[] args) throws java.io.IOException { new MyBot().run(); }
}
""",
    "rust": r"""
mod bohnanza;
mod json;
mod messages;
mod offers;
use bohnanza::*;
#[derive(Default)]
struct MyBot { heard: Vec<String> }
impl Bot for MyBot {
    const NAME: &'static str = "a \"name\"";
    const WANTS: &'static [&'static str] = &["bids"];
    fn on_event(&mut self, _: &mut Table, event: &Event) {
        self.heard.push(event.to_json().read("event"));
    }
    fn plant(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        println!("this must not look like an answer");
        table.wants = vec!["bids".to_string(), "before_draw".to_string()];
        let (card, earns) = (decision.card.as_ref()?, table.earns("soy", 5));
        table.say(format!("{card} {earns} {}", self.heard.join(",")));
        decision.choices.get(1).cloned()
    }
    fn trade(&mut self, _: &mut Table, _: &Decision) -> Option<Choice> {
        let exact = Card::Exact { place: Place::Hand, at: 0, kind: Some("red".to_string()) };
        let take = vec![IdOr::More(Take { id: 4, give: vec![exact.clone()] })];
        let give = Side::Cards(vec![exact.clone(), "blue".into()]);
        let gift = Offer { give, ..Offer::default() };
        let open = Offer { to: Address::Seat(2), give: Side::Open, ..Offer::new(&[], &["soy"]) };
        Some(Choice::Trade(Trade { take, offers: vec![gift, open], end: false }))
    }
    fn answer(&mut self, _: &mut Table, _: &Decision) -> Option<Choice> { panic!("a bug") }
    fn set_aside(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        table.wants.clear();
        table.say(decision.text.as_deref()?);
        None
    }
    fn on_game_over(&mut self, table: &mut Table, result: &GameOver) {
        eprintln!("over {}", result.scores[table.seat]);
    }
}
fn main() { run(MyBot::default()) }
""",
}

MISSPELT = """
package main

type MyBot struct{ Bot }

func (b *MyBot) Plant(d *Decision) Choice { return Choice{Do: "plantt"} }
func main() { Run(&MyBot{Bot{Name: "careless"}}) }
"""

ASYNC = """
const { Bot } = require("./bohnanza.js");
class Slow extends Bot {
  plant() { return new Promise((done) => setTimeout(() => done(1), 1)); }
}
new Slow().run();
setInterval(() => {}, 1000); // even a bot that keeps itself busy ends with the arena
"""


@pytest.fixture(scope="module", params=SOURCE)
def bot(improvise: Any, request: pytest.FixtureRequest) -> Any:
    return improvise(request.param, SOURCE[request.param])


@pytest.fixture
def talk(bot: Any) -> Any:
    with talk_to(bot) as talk:
        ready = talk.ask(scripted_game.HELLO)
        assert (ready["name"], ready["wants"]) == ('a "name"', ["bids"])
        talk.tell(scripted_game.game_start())
        yield talk


def question(number: int) -> Any:
    return scripted_game.decisions()[number - 1]


def chosen(decision: Any, answer: Any) -> Any:
    """The choice in full, also where the SDK gives a listed one back by its index."""
    choice = answer["choice"]
    return decision["choices"][choice] if type(choice) is int else choice


def test_a_choice_with_a_word_and_new_wishes(talk: Any) -> None:
    decision = question(2)
    answer = talk.ask(decision)
    assert answer | {"choice": chosen(decision, answer)} == {
        "type": "choose",
        "id": 2,
        "choice": decision["choices"][1],
        "say": "blue 2 said",
        "wants": ["bids", "before_draw"],
    }
    assert talk.ask(decision) == {k: answer[k] for k in ("type", "id", "choice")} | {
        "say": "blue 2 said,said"
    }, "wishes are told once"
    talk.tell(scripted_game.game_start())
    assert talk.ask(decision)["wants"] == ["bids", "before_draw"], "and again in the next game"
    answer = talk.ask(question(9) | {"text": "enough"})
    assert (answer["say"], answer["wants"]) == ("enough", [])


def test_exact_cards_gifts_and_open_offers(talk: Any) -> None:
    answer = talk.ask(question(4))
    exact = {"hand": 0, "kind": "red"}
    assert answer["choice"]["take"] == [{"id": 4, "give": [exact]}]
    first, second = answer["choice"]["offers"]
    assert {"to": "all"} | first == {"to": "all", "give": [exact, "blue"], "want": []}
    assert second == {"give": "open", "want": ["soy"], "to": 2}


def test_a_fourth_offer_is_said_and_the_arenas_example_made(talk: Any) -> None:
    offers = [{"to": "all", "give": ["red"], "want": "open"}] * 3
    refused = {"type": "refused", "id": 4, "reason": "at most 3 offers a round", "again": True}
    answer = talk.ask(refused | {"example": {"do": "trade", "offers": offers}})
    made = [{"to": "all"} | offer for offer in answer["choice"]["offers"]]
    assert (answer["id"], answer["choice"]["do"], made) == (4, "trade", offers)
    assert "refused: at most 3 offers a round" in talk.hang_up()[2]


def test_a_bug_in_a_handler_costs_one_decision_and_the_result_is_told(talk: Any) -> None:
    assert talk.ask(question(6)) == {"type": "choose", "id": 6, "choice": 0}
    assert chosen(question(2), talk.ask(question(2)))["do"] == "plant"
    talk.tell(scripted_game.GAME_OVER)
    errors = talk.hang_up()[2]
    assert "a bug" in errors and "over 5" in errors


@pytest.mark.parametrize(
    "new", [{"do": "dance", "steps": [1, {"left": None}]}, {"do": "plant", "card": "x", "depth": 2}]
)
def test_what_a_later_version_adds_is_given_back_as_it_came(talk: Any, new: Any) -> None:
    events = [{"event": "danced", "seat": {"of": [1]}}]
    later = question(2) | {"choices": [{"do": "pass"}, new], "events": events, "mood": {}}
    answer = talk.ask(later)
    assert new.items() <= chosen(later, answer).items()
    assert answer["say"].endswith("danced")


def test_text_arrives_as_it_was_sent(talk: Any) -> None:
    for text in ('a "bean" \\ b\n\t\u00e4 \u20ac }]', *map(whole, STRANGE)):
        for spelt in (json.dumps(text).encode(), json.dumps(text, ensure_ascii=False).encode()):
            line = json.dumps(question(9)).encode()[:-1] + b', "text": ' + spelt + b"}\n"
            assert spoken(talk.ask(line)["say"]) == spoken(text)


@pytest.mark.parametrize("half", [b"\\ud83d", b"\\udc81"])
def test_half_a_character_that_is_said_costs_no_answer(talk: Any, half: bytes) -> None:
    talk.tell(json.dumps(question(9)).encode()[:-1] + b', "text": "soy? ' + half + b'"}\n')
    chosen = parse_choose(talk.hear_line())
    assert chosen.choice == 0 and (chosen.say or "").startswith("soy? ")


def test_lines_with_blanks_and_lines_of_any_length_are_read(talk: Any) -> None:
    talk.tell(
        b' { "type" : "decide" , "id" : 2 ,\t"ask" : "set_aside" , "choices" : [ 0 ] , "events"'
    )
    talk.tell(b' : [ ] , "text" : "' + b"x" * 300_000 + b'" }\r\n')
    assert talk.hear()["say"] == "x" * 300_000


def test_a_javascript_bot_may_answer_with_a_promise(improvise: Any) -> None:
    with talk_to(improvise("javascript", ASYNC)) as talk:
        talk.ask(scripted_game.HELLO)
        assert talk.ask(question(1))["choice"] == 1
        talk.tell(scripted_game.BYE)
        assert talk.process.wait(timeout=60) == 0


def test_a_misspelt_choice_in_go_is_an_error_of_the_handler(improvise: Any) -> None:
    with talk_to(improvise("go", MISSPELT)) as talk:
        talk.ask(scripted_game.HELLO)
        talk.tell(scripted_game.game_start())
        assert talk.ask(question(1))["choice"] == 0
        assert 'no choice called "plantt"' in handler_error(talk.hang_up()[2])
