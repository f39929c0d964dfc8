"""`arena verify`: replay stored games, and draw tournaments again from their secrets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field

import typer

from arena.cli.exit_codes import NO
from arena.cli.games.stored_games import parse_game
from arena.cli.home import reading
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, Common, Concurrency, argument, option
from arena.cli.options.parsing import parse_tournament
from arena.cli.output.console import counting, print_json, prose, say
from arena.cli.output.diagnostics import more_like_this
from arena.replay.stored_game import Number
from arena.source import source_of_games
from arena.text import harmless
from arena.text.phrases import counted
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.queries import games as stored_games
from ladder.queries.games import source_of
from ladder.tournaments.tournaments import tournaments

if not ONLY_SHOWN:
    from arena.replay.verification import Checked
    from arena.rules import RULES_VERSION
    from arena.tournament.draw_audit import DrawAudit, ExpectedDeals, RecordMismatch
    from arena.tournament.replaying import check_stored


MOST_NAMED = 5
"""The most differences of a tournament that are named; the others are counted."""
MANY = 1000
"""Matches whose deals take seconds to look through."""


@dataclass
class Games:
    """The results of the games that were replayed."""

    right: int = 0
    wrong: dict[str, str] = field(default_factory=dict)
    other_rules: dict[str, int] = field(default_factory=dict)
    """How many games cannot be replayed here, by version of the rules."""


@dataclass
class Drawn:
    """The result of drawing a tournament again."""

    wrong: list[str]
    skipped: str
    """Why its pairings cannot be checked, only its deals; empty if they were."""


def verify(
    games: list[str] | None = argument("GAMES", "Their ids; see `arena games`.", default=None),
    tournament: str = option(
        "Draw this tournament again; see `arena tournaments`.", default="", metavar="ID"
    ),
    all_: bool = option("Every stored game, and every tournament.", "--all", default=False),
    concurrency: Concurrency = None,
    common: Common = COMMON,
) -> None:
    """Replay stored games from their records and compare the results; draw tournaments again.

    Everything in a tournament is drawn from one secret. Its SHA-256 is shown before the first game,
    the secret itself after the last. From it, --tournament draws everything again: the deals, who
    met in which order, who stood in for suspended bots, and the seeds that bots were given.

    Examples:
        arena verify --all
        arena verify 17 18
        arena verify --tournament 3

    JSON:
        {"rules": str, **Games, "tournaments": {str: Drawn}}
    """
    if not (games or tournament or all_):
        raise typer.BadParameter("Name games by their ids, or give --tournament or --all.")
    numbers = named = [parse_game(game) for game in games or []]
    chosen = [parse_tournament(tournament)] if tournament else []
    with reading(common.home) as store:
        if all_:
            chosen = sorted(each.id for each in tournaments(store))
            numbers = [Number(False, number) for number in stored_games.numbers(store)]
        records = not all_  # else they are compared as they are replayed
        drawn = {number: _drawn_again(store, number, records, common.json) for number in chosen}
        # A number that no game has is refused now, and not in the midst.
        for game in named:
            with suppress(DamagedRecord):  # reported with the game
                game.packed(store)
        results = checked(store, numbers, concurrency, common.json)
        found = _replayed(_dealt(store, results, drawn) if all_ else results, named)
        _name_other_sources(store, found.wrong)
    if common.json:
        again = {number: asdict(each) for number, each in drawn.items()}
        print_json({"rules": RULES_VERSION} | asdict(found) | {"tournaments": again})
    else:
        for number, each in drawn.items():
            _show_drawn(number, each)
        if numbers or all_:
            _show_games(found, named=bool(named))
    if found.wrong or any(each.wrong for each in drawn.values()):
        raise typer.Exit(NO)


def _drawn_again(store: Store, number: int, records: bool, quiet: bool) -> Drawn:
    """Draw a tournament again. records: True to compare its games' records as well."""
    redraw = DrawAudit(store, number)
    matches = redraw.tournament.matches
    with counting(matches, quiet or not records or matches < MANY, "matches") as count:
        wrong = list(redraw.wrong(count) if records else redraw.drawn_otherwise())
    return Drawn(wrong, redraw.skipped)


def _dealt(store: Store, games: Iterable[Checked], drawn: dict[int, Drawn]) -> Iterator[Checked]:
    """Pass games on, adding to `drawn` where their records contradict the ladder."""
    deals = ExpectedDeals(store)
    misdealt: list[RecordMismatch] = []
    for each in games:
        misdealt += deals.wrong(each.number.number, each.said)
        yield each
    for wrong in sorted(misdealt):  # not as they came
        drawn[wrong.tournament].wrong.append(wrong.why)


def _replayed(games: Iterable[Checked], named: Collection[Number]) -> Games:
    """Sum up the results. named: games given by number; report each that cannot be replayed."""
    found = Games()
    for each in games:
        if each.other_rules:
            count = found.other_rules.get(each.other_rules, 0)
            found.other_rules[each.other_rules] = count + 1
        if each.wrong and (each.number in named or not each.other_rules):
            found.wrong[str(each.number)] = each.wrong
        elif not each.wrong:
            found.right += 1
    if not named:  # as they came; named ones may be casual, `c17`, and are in the user's order
        found.wrong = dict(sorted(found.wrong.items(), key=lambda each: int(each[0])))
    return found


def _name_other_sources(store: Store, wrong: dict[str, str]) -> None:
    """Say of games that differ if other code than this played them."""
    here = source_of_games()
    for number, why in wrong.items():
        if number.isdecimal() and (played_by := source_of(store, int(number))) not in ("", here):
            wrong[number] = f"{why} It was played by arena {played_by}; this is arena {here}."


def checked(
    store: Store,
    numbers: list[Number],
    most: int | None = None,
    quiet: bool = False,
    trades: bool = False,
) -> Iterator[Checked]:
    """Check games as `check_stored` does, and show how many are done."""
    results, done = check_stored(store, numbers, most, trades), 0
    with counting(len(numbers), quiet) as count, closing(results):
        for some in results:
            yield from some
            done += len(some)
            count(done)


def _show_drawn(number: int, drawn: Drawn) -> None:
    for why in (*drawn.wrong[:MOST_NAMED], *more_like_this(len(drawn.wrong) - MOST_NAMED)):
        say(f"Tournament {number}: {harmless(why)}", style="red")
    if not drawn.wrong and not drawn.skipped:
        say(f"Tournament {number}: its deals and pairings follow from its secret.")
    elif not drawn.wrong:
        say(f"Tournament {number}: its deals follow from its secret.")
    if drawn.skipped:
        prose(f"Its pairings cannot be checked: {drawn.skipped}.")


def _show_games(found: Games, named: bool) -> None:
    for number, why in found.wrong.items():
        say(f"Game {number}: {harmless(why)}", style="red")
    total = found.right + len(found.wrong)
    say(f"{found.right} of {total} games are right (rules version {RULES_VERSION}).")
    for version, count in found.other_rules.items() if not named else ():
        were = counted(count, "game was", "games were")
        say(f"{were} played by version {version} of the rules and cannot be replayed here.")
