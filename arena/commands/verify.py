"""`arena verify`: stored games played again by the rules, and compared."""

from collections import Counter
from pathlib import Path

import typer

from arena.commands.console import print_json, say
from arena.commands.failures import NO
from arena.commands.home import reading
from arena.commands.options import parse_number
from arena.errors import ArenaError
from arena.retelling.replay import OtherRules, Replay
from arena.rules import RULES_VERSION, VariantError
from arena.text import harmless
from ladder import games as stored_games
from ladder.errors import DamagedRecord
from ladder.store import Store


def verify(home: Path | None, games: list[str], json: bool) -> None:
    """Replay games from their records; exit code 1 when one differs.

    Games played by other rules cannot be replayed: they are counted apart, or refused when named.
    """
    wrong: dict[int, str] = {}
    right = 0
    other_rules: Counter[str] = Counter()
    numbers = [parse_number(game, "game") for game in games]
    with reading(home) as store:
        for number in numbers or _all_games(store):
            try:
                why = Replay(stored_games.record(store, number)).check()
            except OtherRules as error:
                other_rules[error.version] += 1
                if number in numbers:
                    wrong[number] = str(error)
                continue
            except (ArenaError, VariantError, DamagedRecord) as error:
                why = str(error)
            if why is None:
                right += 1
            else:
                wrong[number] = why
    if json:
        answer = {"rules": RULES_VERSION, "right": right, "wrong": wrong}
        print_json(answer | {"other_rules": other_rules})
    else:
        for number, why in wrong.items():
            say(f"Game {number}: {harmless(why)}", style="red")
        say(f"{right} of {right + len(wrong)} games are right (rules version {RULES_VERSION}).")
        for version, count in other_rules.items() if not numbers else ():
            counted = "1 game was" if count == 1 else f"{count} games were"
            say(f"{counted} played by version {version} of the rules and cannot be replayed here.")
    if wrong:
        raise typer.Exit(NO)


def _all_games(store: Store) -> list[int]:
    numbers: list[int] = []
    before: int | None = None
    while page := stored_games.games(store, limit=1000, before=before):
        numbers += [game.id for game in page]
        before = page[-1].id
    return sorted(numbers)
