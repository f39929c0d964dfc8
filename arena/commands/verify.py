"""`arena verify`: stored games played again by the rules, and compared."""

from pathlib import Path

import typer

from arena.commands.console import print_json, say
from arena.commands.failures import NO
from arena.commands.home import reading
from arena.commands.options import parse_number
from arena.errors import ArenaError
from arena.retelling.replay import Replay
from arena.rules import RULES_VERSION, VariantError
from arena.text import harmless
from ladder import games as stored_games
from ladder.errors import DamagedRecord
from ladder.store import Store


def verify(home: Path | None, games: list[str], json: bool) -> None:
    """Replay games from their records; exit code 1 when one differs."""
    wrong: dict[int, str] = {}
    right = 0
    numbers = [parse_number(game, "game") for game in games]
    with reading(home) as store:
        for number in numbers or _all_games(store):
            why = _verify(store, number)
            if why is None:
                right += 1
            else:
                wrong[number] = why
    if json:
        print_json({"rules": RULES_VERSION, "right": right, "wrong": wrong})
    else:
        for number, why in wrong.items():
            say(f"Game {number}: {harmless(why)}", style="red")
        say(f"{right} of {right + len(wrong)} games are right (rules version {RULES_VERSION}).")
    if wrong:
        raise typer.Exit(NO)


def _verify(store: Store, number: int) -> str | None:
    try:
        return Replay(stored_games.record(store, number)).check()
    except (ArenaError, VariantError, DamagedRecord) as error:
        return str(error)


def _all_games(store: Store) -> list[int]:
    numbers: list[int] = []
    before: int | None = None
    while page := stored_games.games(store, limit=1000, before=before):
        numbers += [game.id for game in page]
        before = page[-1].id
    return sorted(numbers)
