"""`arena play`: who sits around the person, what is kept of her game, what is refused."""

from pathlib import Path
from typing import Any

import pytest

from arena.cli.games import play
from arena.cli.options.parsing import OptionError
from arena.referee.game_types import FinishedGame
from arena.rules import VariantError


@pytest.mark.parametrize(
    ("variant", "named", "players", "others"),
    [
        ("anniversary", [], None, ["trader"] * 3),
        ("anniversary", ["greedy"], None, ["greedy"] * 3),
        ("anniversary", ["greedy", "random"], 5, ["greedy", "random", "greedy", "random"]),
        ("classic", ["a", "b", "c", "d"], None, ["a", "b", "c", "d"]),
        ("anniversary_duel", [], None, ["trader"]),
    ],
)
def test_who_sits_around(variant: str, named: list[str], players: Any, others: list[str]) -> None:
    assert play.around(variant, named, players) == others


def test_too_many_bots_or_players_are_refused() -> None:
    with pytest.raises(OptionError, match="3 bots and you are more than 3 players"):
        play.around("anniversary", ["a", "b", "c"], 3)
    with pytest.raises(VariantError, match="needs 3–5 players, not 6"):
        play.around("anniversary", ["a"] * 5, None)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who needs no screen, and always chooses what is safest."""

    async def sit(session: Any, adviser: object) -> FinishedGame:
        async with session:
            async for message in session.people[0].connection.messages():
                reply = session.people[0].seat.hear(message)
                if reply is not None:
                    session.people[0].connection.send(reply)
                if session.people[0].seat.asked:
                    session.people[0].connection.send(session.people[0].seat.answer(0))
            played: FinishedGame = session.hosted.outcome()
            return played

    monkeypatch.setattr(play, "_sit", sit)
    monkeypatch.setattr(play, "_require_terminal", lambda: None)


@pytest.mark.usefixtures("at_once")
def test_a_game_is_kept_with_its_page(arena: Any, tmp_path: Path) -> None:
    page = tmp_path / "mine.html"
    words = ["play", "random", "-v", "anniversary_duel", "--seat", "2", "--name", "Ada"]
    told = arena.json(*words, "--seed", "3", "--html", str(page))
    assert told["bots"] == ["random", "Ada"] and told["seat"] == 1 and told["game"] == "c1"
    assert page.read_bytes().startswith(b"<!doctype html>")
    assert arena.json("replay", "c1")["record"]["result"]["scores"] == told["scores"]
    assert "Ada plants" in arena("replay", "c1")
    arena("verify", "c1")


@pytest.mark.usefixtures("at_once")
def test_without_a_name_the_page_goes_to_the_home(arena: Any) -> None:
    said = arena("play", "random", "-v", "rio_grande_duel", "--seed", "3")
    assert "Guest (you)" in said and "arena replay c1" in said
    (written,) = (arena.home / "played").iterdir()
    assert written.name.endswith("rio_grande_duel.html") and str(written) in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--seat", "5"), "This game has seats 1 to 4"),
        (("--name", " "), "--name must have 1 to 24 characters"),
        (("--name", "x" * 25), "--name must have 1 to 24 characters"),
        (("--html", "/nowhere/at/all.html"), "there is no folder /nowhere/at"),
        ((), "arena play needs a terminal"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(
    arena: Any, words: tuple[str, ...], why: str
) -> None:
    assert why in " ".join(arena.refused("play", *words).split())
