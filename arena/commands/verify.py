"""`arena verify`: stored games are played again, tournaments drawn again from their secrets."""

from dataclasses import asdict, dataclass, field
from pathlib import Path

import typer

from arena.commands.console import print_json, say
from arena.commands.failures import NO
from arena.commands.home import reading
from arena.commands.options import parse_number
from arena.commands.stored import parse_game
from arena.errors import ArenaError
from arena.retelling.replay import OtherRules, Replay
from arena.retelling.stored import Number
from arena.rules import RULES_VERSION, VariantError
from arena.text import harmless
from arena.tournament.redraw import Redraw
from ladder import games as stored_games
from ladder.errors import DamagedRecord
from ladder.store import Store
from ladder.tournaments import tournaments

MOST_NAMED = 5
"""Of a tournament, so many things that differ are named; the others are counted."""


@dataclass
class Games:
    """What became of the games that were replayed."""

    right: int = 0
    wrong: dict[str, str] = field(default_factory=dict)
    other_rules: dict[str, int] = field(default_factory=dict)
    """By version of the rules, how many games cannot be replayed here."""


@dataclass
class Drawn:
    """What came of drawing a tournament again."""

    wrong: list[str]
    skipped: str
    """Why only its deals were made again; empty if everything was."""


def verify(
    home: Path | None, games: list[str], of_tournament: str, everything: bool, json: bool
) -> None:
    """Replays games, draws tournaments again; exit code 1 when something differs.

    Games played by other rules cannot be replayed: they are counted apart, or refused when named.
    """
    numbers = [parse_game(game) for game in games]
    chosen = [parse_number(of_tournament, "tournament")] if of_tournament else []
    with reading(home) as store:
        if everything:
            chosen = sorted(each.id for each in tournaments(store))
        drawn = {number: _drawn_again(store, number) for number in chosen}
        found = _replayed(store, _all_games(store) if everything else numbers, set(numbers))
    if json:
        again = {number: asdict(each) for number, each in drawn.items()}
        print_json({"rules": RULES_VERSION} | asdict(found) | {"tournaments": again})
    else:
        for number, each in drawn.items():
            _show_drawn(number, each)
        if numbers or everything:
            _show_games(found, named=bool(numbers))
    if found.wrong or any(each.wrong for each in drawn.values()):
        raise typer.Exit(NO)


def _drawn_again(store: Store, number: int) -> Drawn:
    redraw = Redraw(store, number)
    wrong = list(redraw.wrong())
    return Drawn(wrong, redraw.skipped)


def _replayed(store: Store, numbers: list[Number], named: set[Number]) -> Games:
    found = Games()
    for number in numbers:
        try:
            why = Replay(number.record(store)).check()
        except OtherRules as error:
            found.other_rules[error.version] = found.other_rules.get(error.version, 0) + 1
            if number in named:
                found.wrong[str(number)] = str(error)
            continue
        except (ArenaError, VariantError, DamagedRecord) as error:
            why = str(error)
        if why is None:
            found.right += 1
        else:
            found.wrong[str(number)] = why
    return found


def _show_drawn(number: int, drawn: Drawn) -> None:
    for why in drawn.wrong[:MOST_NAMED]:
        say(f"Tournament {number}: {harmless(why)}", style="red")
    if (more := len(drawn.wrong) - MOST_NAMED) > 0:
        say(f"Tournament {number}: {more} more like this.", style="red")
    if not drawn.wrong and not drawn.skipped:
        say(f"Tournament {number}: its deals and pairings follow from its secret.")
    elif not drawn.wrong:
        say(f"Tournament {number}: its deals follow from its secret.")
    if drawn.skipped:
        say(f"Its pairings were not drawn again: {drawn.skipped}.", wrap=True)


def _show_games(found: Games, named: bool) -> None:
    for number, why in found.wrong.items():
        say(f"Game {number}: {harmless(why)}", style="red")
    total = found.right + len(found.wrong)
    say(f"{found.right} of {total} games are right (rules version {RULES_VERSION}).")
    for version, count in found.other_rules.items() if not named else ():
        counted = "1 game was" if count == 1 else f"{count} games were"
        say(f"{counted} played by version {version} of the rules and cannot be replayed here.")


def _all_games(store: Store) -> list[Number]:
    """Those of the ladder; a casual game counts for nothing."""
    numbers: list[int] = []
    before: int | None = None
    while page := stored_games.games(store, limit=1000, before=before):
        numbers += [game.id for game in page]
        before = page[-1].id
    return [Number(False, number) for number in sorted(numbers)]
