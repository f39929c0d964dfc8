"""A game frame by frame: complete where all may be seen, cut to what a seat may see; and live."""

import random
from itertools import islice
from typing import Any

import orjson
import pytest

from arena.replay.frames import PUBLIC, Live, frames, position, seen_by
from arena.replay.replay import After, Before, Replay
from arena.rules import Game, compile_rulebook, table_sizes
from arena.rules.state import OWNER
from tests.support.golden import golden_game
from tests.support.lawful import fullest
from tests.support.other_deals import assert_nothing_hidden_shows, bytes_of
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.random_record import random_record
from tests.support.scenario import position as set_up
from tests.support.secrets import with_other_secrets

TABLES = [(variant, table_sizes(variant)[0]) for variant in fullest()]


def _replay(record: dict[str, Any]) -> Replay:
    return Replay(orjson.dumps(record))


def _golden(variant: str, players: int) -> Replay:
    return golden_game(variant, players)


def test_all_hands_open_every_decision_is_a_frame() -> None:
    replay = _replay(random_record())
    told = list(frames(replay))
    assert [frame.number for frame in told] == list(range(len(replay.data["decisions"]) + 1))
    assert told[0].decided is None
    for frame, played in zip(told[1:], replay.data["decisions"], strict=True):
        assert frame.decided is not None
        assert frame.decided.seat == played["seat"]
        assert frame.decided.choice == played["choice"]
        assert played["choice"] in frame.decided.choices
        assert frame.decided.view["seat"] == played["seat"]
    assert told[-1].asked == ()
    assert told[-1].position["scores"] == replay.data["result"]["scores"]


@pytest.mark.parametrize("seat", [None, 1])
def test_the_events_of_the_frames_are_those_of_the_game(seat: int | None) -> None:
    replay = _golden("plus", 4)
    steps = [step for step in replay.steps() if isinstance(step, After)]
    expected = [replay.event(event, seat) for step in steps for event in step.events]
    assert [event for frame in frames(replay, seat) for event in frame.events] == expected


def test_a_seats_frames_have_its_own_decisions_alone() -> None:
    replay = _golden("plus", 4)
    own = [step for step in replay.steps() if isinstance(step, Before) and step.seat == 2]
    told = list(frames(replay, 2))
    decided = [frame.decided for frame in told if frame.decided]
    assert [each.number for each in decided] == [step.number for step in own]
    assert [each.question for each in decided] == list(range(1, len(own) + 1))
    assert {seat for frame in told for seat, _ in frame.asked} == {2}
    assert [frame.number for frame in told] == list(range(len(told)))


def test_what_others_did_wrong_is_not_told_to_a_seat() -> None:
    record = random_record()
    first = record["decisions"][0]
    first |= {"say": "hello", "fault": "late", "refused": "the card at hand 1 is soy, not red"}
    assert first["seat"] == 0
    open_to_all = list(islice(frames(_replay(record)), 2))[1]
    assert open_to_all.decided is not None
    assert (open_to_all.decided.fault, open_to_all.said) == ("late", ((0, "hello"),))
    seen = list(islice(frames(_replay(record), 1), 2))[1]
    assert (seen.decided, seen.said) == (None, ((0, "hello"),))
    assert b"not red" not in bytes_of([seen])


def test_questions_are_numbered_as_the_bot_got_them() -> None:
    record = random_record()
    for entry in record["decisions"][40:]:
        if entry["seat"] == 1:
            entry["fault"] = "forfeit"
    told = [frame.decided for frame in frames(_replay(record), 1) if frame.decided]
    put = sum(entry["seat"] == 1 for entry in record["decisions"][:40])
    assert [each.question for each in told[:put]] == list(range(1, put + 1))
    assert {each.question for each in told[put:]} == {None}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_position_shows_all_hands_or_what_a_seat_sees(variant: str, players: int) -> None:
    rng = random.Random(f"{variant} {players}")
    for game in _moments(variant, players, rng, share=0.02):
        whole = position(game)
        for seat in range(players):
            view = seen_by(game, seat)
            assert whole["hands"][seat] == view["hand"]
            own = position(game, seat)
            for other in range(players):
                seen = own["hands"][other]
                assert seen == (view["hand"] if other == seat else len(whole["hands"][other]))
            for piece in game.book.own_pieces:
                if piece.audience == OWNER:
                    assert own[piece.name] == view[piece.name]
                    assert whole[piece.name][seat] == view[piece.name][seat]


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_what_is_hidden_from_a_seat_is_not_in_its_position(variant: str, players: int) -> None:
    rng = random.Random(f"hidden {variant} {players}")
    for game in _moments(variant, players, rng, share=0.05):
        seat = rng.randrange(players)
        other = with_other_secrets(game, seat, rng)
        assert orjson.dumps(position(other, seat)) == orjson.dumps(position(game, seat))


@pytest.mark.slow
@pytest.mark.rule("T5")
@pytest.mark.parametrize(
    ("variant", "players"),
    [("plus", 3), ("high_bohn", 3), ("anniversary+bean_coin+magpie", 3), ("rio_grande_duel", 2)],
)
def test_the_frames_of_a_seat_are_the_same_whatever_is_hidden(variant: str, players: int) -> None:
    assert_nothing_hidden_shows(_golden(variant, players), seat=0)


def _moments(variant: str, players: int, rng: random.Random, share: float) -> list[Game]:
    """Positions of a random game."""
    game = rich_start(compile_rulebook(variant, players), b"moments", rng)
    random_wishes(game, rng)
    moments = []
    while asked := game.decisions:
        if rng.random() < share:
            moments.append(game.copy())
        decision = rng.choice(asked)
        game.play(decision.seat, random_choice(game, decision, rng))
    return [*moments, game]


def test_a_field_says_how_far_its_next_coin_is() -> None:
    game = set_up(hands={0: "red soy"}, fields={0: ["blue blue blue", "garden garden garden"]})
    first, second, *_ = position(game)["fields"][0]
    assert (first["coins"], first["next"]) == (0, 1)  # four blue beans earn a coin
    assert (second["coins"], second["next"]) == (3, 0)  # no number of them earns four


def test_the_next_coin_counts_with_the_powers_of_buildings() -> None:
    fields = {0: ["blue blue blue"]}
    built = {"buildings": (("jail_2",), (), ())}
    plain = set_up("high_bohn", hands={0: "red soy"}, fields=fields)
    game = set_up("high_bohn", hands={0: "red soy"}, fields=fields, extra=built)
    assert position(plain)["fields"][0][0] == {"kind": "blue", "count": 3, "coins": 0, "next": 1}
    assert position(game)["fields"][0][0] == {"kind": "blue", "count": 3, "coins": 1, "next": 2}


PLAYED_LIVE = [("anniversary", 3), ("high_bohn+cognac", 3), ("anniversary_duel", 2), ("plus", 3)]


@pytest.mark.parametrize(("variant", "players"), PLAYED_LIVE)
def test_every_reader_learns_what_a_replay_tells(variant: str, players: int) -> None:
    record = random_record(variant, players, 5)
    readers = (PUBLIC, 0, players - 1, None)
    begun = {key: value for key, value in record.items() if key != "result"}
    live = Live(begun | {"decisions": [], "forfeits": []}, readers)
    told: dict[Any, list[Any]] = {reader: [] for reader in readers}
    for at, decision in enumerate(record["decisions"]):
        for reader, frame in live.add({"decisions": [decision], "forfeits": []}):
            told[reader].append(frame)
        assert all(live.now[reader].number <= at + 1 for reader in readers)
    for reader, frame in live.rest():
        told[reader].append(frame)
    for reader in readers:
        expected = list(frames(Replay(orjson.dumps(record)), reader))
        assert events(told[reader]) == events(expected)
        assert live.now[reader].position == expected[-1].position
        assert live.now[reader].offers == expected[-1].offers


def events(frames: list[Any]) -> list[Any]:
    return [event for frame in frames for event in frame.events]


@pytest.mark.parametrize(("variant", "players"), PLAYED_LIVE)
def test_spectators_are_shown_what_all_seats_see(variant: str, players: int) -> None:
    replay = Replay(orjson.dumps(random_record(variant, players, 6)))
    own = ["hands"] + [
        piece.name for piece in replay.book.own_pieces if piece.per_seat and piece.audience == OWNER
    ]
    game = replay.begin()
    for _ in replay.more(game):
        shown = position(game, PUBLIC)
        for seat in range(players):
            seen = position(game, seat)
            for name in own:
                assert shown[name][seat] != seen[name][seat] or not seen[name][seat]
                seen[name][seat] = shown[name][seat]
            for name in ("offers", "accepts"):
                seen[name] = [
                    other if each["seat"] == seat else each
                    for each, other in zip(seen[name], shown[name], strict=True)
                ]
            assert seen == shown
    for frame in frames(replay, PUBLIC):
        assert frame.decided is None and frame.asked == ()
        for event in frame.events:
            for pile in replay.book.secrets.get(event["event"], ()):
                assert pile not in event


def test_what_a_person_answered_is_taken_up_though_it_never_was_json() -> None:
    """A person's seat hands it over with tuples where a record has lists."""
    replay = golden_game("anniversary", 3)
    record = replay.data
    assert any("withdraw" in each["choice"] for each in record["decisions"])
    live = Live(record | {"decisions": [], "forfeits": []}, (PUBLIC,))
    for decision in record["decisions"]:
        choice = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in decision["choice"].items()
        }
        list(live.add({"decisions": [decision | {"choice": choice}], "forfeits": []}))
    list(live.rest())
    assert live.now[PUBLIC].position == [*frames(replay, PUBLIC)][-1].position
