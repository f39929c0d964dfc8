"""Magpies of the hand: played in step 1, they steal from other players' fields (M1, M2)."""

import pytest

from arena.rules import Event, Game, catalogue, compile_rulebook
from arena.rules.choices import HARVEST, PASS, Answer, CardAt, Take, Terms, Trade
from arena.rules.expansions.magpie import MAGPIE, KeepMagpie, PlayMagpie, Steal
from tests.support.lawful import tables_with
from tests.support.scenario import asked, fields_of, names, plant, play, position, told

PLAY = PlayMagpie()
each_game = pytest.mark.parametrize(
    ("variant", "players"), tables_with("magpie", "trade", among=catalogue())
)


@pytest.mark.rule("M1", "M2")
@each_game
def test_the_first_card_must_be_played_and_two_are_robbed(variant: str, players: int) -> None:
    game = position(
        variant, players, hands={0: "magpie red"}, discard="stink",
        fields={0: ["soy", "blue"], 1: ["soy soy", "green"], 3: ["soy", "blue blue blue"]},
    )  # fmt: skip
    assert game.check(0, PASS) == "the first card of the hand must be planted (B4)"
    assert [choice for choice in game.choices(0) if choice.do != "harvest"] == [PLAY]
    events = play(game, 0, PLAY)
    assert events[0]["event"] == "discarded"
    assert names(game.discard) == "stink magpie"
    assert asked(game) == [(0, "steal")]
    assert game.choices(0) == [PASS, Steal(1, 0, 0), Steal(3, 0, 0), Steal(3, 1, 1)]
    events = play(game, 0, Steal(3, 1, 1))
    assert [event["event"] for event in events][:2] == ["stole", "planted"]
    assert fields_of(game, 3) == ["soy", "blue blue"]
    assert fields_of(game, 0) == ["soy", "blue blue"]
    assert game.choices(0) == [PASS, Steal(1, 0, 0)]  # one bean of each player robbed
    play(game, 0, Steal(1, 0, 0))
    assert fields_of(game, 1) == ["soy", "green"]
    assert fields_of(game, 0) == ["soy soy", "blue blue"]
    assert asked(game) == [(0, "plant")]  # the magpie was one of the two of step 1
    assert game.choices(0)[0] == PASS
    assert names(game.hands[0]) == "red"


@pytest.mark.rule("M1", "M2")
@each_game
def test_as_second_card_it_may_be_played_and_ends_step_1(variant: str, players: int) -> None:
    game = position(
        variant, players, hands={0: "soy magpie soy"}, fields={0: ["", "blue"], 2: ["soy", "red"]}
    )
    play(game, 0, plant("soy", 0))
    assert game.choices(0)[:2] == [PASS, PLAY]
    play(game, 0, PLAY)
    play(game, 0, Steal(2, 0, 0))
    assert fields_of(game, 0) == ["soy soy", "blue"]
    assert fields_of(game, 2) == ["", "red"]  # the last bean of a field may be taken
    assert asked(game) == [(0, "trade")]
    assert names(game.hands[0]) == "soy"


@pytest.mark.rule("M2")
def test_up_to_two_players_not_three() -> None:
    game = position(
        "anniversary+magpie", 4, hands={0: "magpie"},
        fields={0: ["soy"], 1: ["soy"], 2: ["soy"], 3: ["soy"]},
    )  # fmt: skip
    play(game, 0, PLAY)
    play(game, 0, Steal(2, 0, 0))
    play(game, 0, Steal(3, 0, 0))
    assert asked(game) == [(0, "trade")]
    assert [fields_of(game, seat)[0] for seat in range(4)] == ["soy soy soy", "soy", "", ""]


@pytest.mark.rule("M2")
def test_one_or_nothing_may_be_taken() -> None:
    for robbed in (0, 1):
        game = position(
            "anniversary+magpie", 3, hands={0: "magpie"},
            fields={0: ["soy"], 1: ["soy"], 2: ["soy"]},
        )  # fmt: skip
        play(game, 0, PLAY)
        for _ in range(robbed):
            play(game, 0, Steal(1, 0, 0))
        play(game, 0, PASS)
        assert asked(game) == [(0, "trade")]
        assert fields_of(game, 0)[0].split() == ["soy"] * (1 + robbed)
        assert fields_of(game, 2)[0] == "soy"


@pytest.mark.rule("M2")
@pytest.mark.parametrize(
    "fields",
    [
        {1: ["soy"], 2: ["blue blue"]},  # no own field at all: a new one may not be begun
        {0: ["red", "stink"], 1: ["soy"], 2: ["blue blue"]},  # none that grows the kind
        {0: ["soy", "blue"]},  # the others grow nothing
    ],
)
def test_with_nothing_to_steal_nobody_is_asked(fields: dict[int, list[str]]) -> None:
    game = position("anniversary+magpie", 3, hands={0: "magpie"}, fields=fields)
    events = play(game, 0, PLAY)
    assert names(game.discard) == "magpie"
    assert not told(events, "stole")
    assert asked(game) == [(0, "trade")]


@pytest.mark.rule("M2")
def test_the_own_field_must_grow_the_kind() -> None:
    game = position(
        "anniversary+magpie", 3, hands={0: "magpie"},
        fields={0: ["soy", "", "red"], 1: ["soy", "blue"]},
    )  # fmt: skip
    play(game, 0, PLAY)
    for refused in (Steal(1, 1, 1), Steal(1, 0, 1), Steal(1, 0, 2), Steal(1, 2, 0), Steal(0, 0, 0)):
        assert game.check(0, refused) == "steal is not possible here"
    assert game.choices(0) == [PASS, Steal(1, 0, 0)]


@pytest.mark.rule("M2", "B10")
def test_no_one_may_harvest_in_between() -> None:
    game = position(
        "anniversary+magpie", 3, hands={0: "magpie"}, fields={0: ["soy soy"], 1: ["soy soy"]},
        wants={1: {"before_plant", "before_trade", "before_draw"}},
    )  # fmt: skip
    play(game, 0, PLAY)
    assert asked(game) == [(0, "steal")]
    assert game.check(0, HARVEST[0]) == "harvest is not possible here"
    play(game, 0, Steal(1, 0, 0))
    assert asked(game) == [(1, "window")]
    assert fields_of(game, 1)[0] == "soy"


@pytest.mark.rule("M1", "M2")
@each_game
def test_magpies_are_never_planted_and_nothing_else_is_played(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "magpie"})
    soy = PlayMagpie(plant("soy", 0).card)
    assert game.check(0, plant("magpie", 0)) == "magpies are never planted (M1)"
    assert game.check(0, soy) == "that card is not due"
    game = position(variant, players, hands={0: "soy"})
    assert game.check(0, soy) == "only a magpie that is due in step 1 is played (M2)"


def pass_on_a_magpie(game: Game) -> list[Event]:
    """A turn in which the seat before the active one gives it a magpie, which it keeps."""
    giver = (game.active - 1) % game.book.players
    gift = Answer(offers=(Terms((CardAt("hand", 0, MAGPIE),), b""),))
    for seat in game.asked:
        game.play(seat, gift if seat == giver else Answer())
    taker = game.active
    events = play(game, taker, Trade(take=(Take(game.offers[0].id),), end=True))
    return events + play(game, taker, KeepMagpie())


@pytest.mark.rule("M1", "B12")
def test_magpies_given_on_forever_end_the_game_after_a_round() -> None:
    game = position(
        "anniversary+magpie", 3, step="before_plant", draw_pile="", hands={2: "magpie"},
        fields={0: ["soy"]}, wants={seat: {"bids"} for seat in range(3)},
    )  # fmt: skip
    for turn in range(1, 4):
        assert (game.extra["idle_turns"], game.over) == (turn, False)
        events = pass_on_a_magpie(game)
    assert game.over
    assert told(events, "idle") == [{"event": "idle", "seat": 0, "turns": 4}]


@pytest.mark.rule("M1", "B12")
@each_game
def test_idle_turns_are_counted_right_after_the_usual_end_is_looked_for(
    variant: str, players: int
) -> None:
    turn = [step.name for step in compile_rulebook(variant, players).tables.turn]
    assert turn[:3] == ["before_plant", "end_if_empty", "end_if_idle"]


@pytest.mark.rule("M1", "B12")
def test_turns_are_idle_only_while_nothing_can_be_drawn() -> None:
    game = position(
        "anniversary+magpie", 3, step="before_plant", discard="soy", draw_pile="",
        hands={1: "magpie"}, extra={"idle_turns": 3},
    )  # fmt: skip
    assert (game.extra["idle_turns"], game.over) == (0, False)
    game = position(
        "anniversary+magpie", 3, step="before_plant", draw_pile="", hands={1: "magpie red"},
        extra={"idle_turns": 3},
    )  # fmt: skip
    assert (game.extra["idle_turns"], game.over) == (4, False)
