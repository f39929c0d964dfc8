"""Likely offers: lawful in every game, blind to what is hidden, and often taken."""

from random import Random

import pytest

from arena.rules import Sensible, Shown, compile_rulebook
from arena.rules.choices import ALL, Answer, Terms, Trade
from arena.rules.game import Negotiation
from tests.support.lawful import lawful_sets
from tests.support.random_play import random_wishes, rich_start
from tests.support.scenario import pile, play, position, terms


@pytest.mark.parametrize("variant", lawful_sets())
def test_they_are_lawful_and_know_nothing_hidden(variant: str) -> None:
    book = compile_rulebook(variant, lawful_sets()[variant][-1])
    rng = Random(variant)
    game = rich_start(book, b"likely", rng)
    random_wishes(game, rng)
    offered = 0
    while game.decisions:
        seat, ask, _ = rng.choice(game.decisions)
        likely = game.likely_offers(seat)
        assert len(set(likely)) == len(likely) <= 12
        assert not likely or ask in ("trade", "answer", "bid")
        assert not set(likely) & set(game.choices(seat))
        for choice in likely:
            assert game.check(seat, choice) is None, choice
        if likely and rng.random() < 0.1:
            offered += 1
            assert game.redealt(seat, rng).likely_offers(seat) == likely
            known = game.likely_offers(seat, Shown(game))
            assert set(known) <= set(likely) or len(likely) == 12
            assert all(game.check(seat, choice) is None for choice in known)
        game.play(seat, rng.choice(game.choices(seat) + likely))
    assert offered > 5 or "duel" in variant


def test_what_helps_both_comes_first() -> None:
    game = position(
        players=4, step="trade", turned_over="chili green", hands={0: "blue", 1: "red"},
        fields={
            0: ["red red", "soy"], 1: ["chili chili", "stink"], 2: ["blue blue blue", "soy"],
            3: ["soy", "stink"],
        },
    )  # fmt: skip
    best, *others = game.likely_offers(0)
    assert best == Trade(offers=(terms("turned_over 0 chili", "red"),))
    given = {choice.offers[0].give[0].kind for choice in (best, *others)}  # type: ignore[attr-defined]
    assert given == set(pile("chili blue"))  # nobody grows green
    gift = Trade(offers=(Terms(best.offers[0].give, b"", ALL),))  # type: ignore[attr-defined]
    assert gift in others
    play(game, 0, best)
    answers = game.likely_offers(1)
    assert Answer(offers=(terms("hand 0 red", "chili"),)) in answers


def test_where_no_offers_may_be_made_there_are_none() -> None:
    game = compile_rulebook("anniversary", 3, Negotiation(rounds=1, offers=0, replies=0)).start(1)
    while game.decisions:
        seat = game.decisions[0].seat
        assert game.likely_offers(seat) == []
        game.play(seat, game.choices(seat)[0])


def test_sensible_players_take_half_of_them() -> None:
    book = compile_rulebook("anniversary", 4)
    put = taken = 0
    for seed in range(5):
        game, player = book.start(seed), Sensible(book)
        while game.decisions:
            seat, ask, _ = game.decisions[0]
            for choice in game.likely_offers(seat)[: ask == "trade"]:
                trial, others = game.copy(), Sensible(book)
                trial.play(seat, choice)
                while trial.decisions and trial.decisions[0].ask == "answer":
                    asked = trial.decisions[0].seat
                    trial.play(asked, others.choose(trial, asked))
                put, taken = put + 1, taken + bool(trial.accepts)
            game.play(seat, player.choose(game, seat))
    assert put > 200
    assert taken > 0.4 * put


def test_none_asks_for_what_nobody_can_have() -> None:
    game = position(
        step="trade", turned_over="chili green", hands={0: "blue", 1: "red", 2: "green"},
        fields={0: ["soy soy", "red red"], 1: ["blue blue"], 2: ["chili"]}, draw_pile="soy",
    )  # fmt: skip
    shown = Shown(game)

    def asked_for(known: Shown | None) -> set[bytes | None]:
        offers = [
            each.offers[0] for each in game.likely_offers(0, known) if isinstance(each, Trade)
        ]
        return {terms.want for terms in offers}

    assert asked_for(None) == asked_for(shown) >= {pile("soy"), pile("red")}
    shown.follow([{"event": "planted", "seat": 1, "card": pile("red")[0], "from": "hand"}])
    game.hands[1], game.fields[1] = b"", (*game.fields[1][:1], pile("red"))
    assert pile("red") not in asked_for(None) and pile("red") not in asked_for(shown)
    # The one soy is the last of a pile that was shuffled after the hands were dealt.
    shown = Shown(game)
    shown.follow([{"event": "shuffled", "count": 1}])
    game.draw_pile = b""
    before = Shown(game)
    before.follow([{"event": "shuffled", "count": 1}])
    game.draw_pile = pile("soy")
    assert pile("soy") in asked_for(None) and pile("soy") not in asked_for(before)
