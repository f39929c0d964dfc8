"""`arena why BOT`: what a bot makes of its games, beside the winners and the others."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path

from arena.commands.console import note, print_json, say
from arena.commands.filters import Filters
from arena.commands.home import reading
from arena.commands.tables import print_table
from arena.errors import ArenaError
from arena.retelling.averages import Average, Counted, averages
from arena.retelling.remarks import rival
from arena.retelling.replay import Replay
from arena.retelling.tally import tallies
from arena.rules import VariantError
from arena.text import harmless
from ladder import games as stored_games
from ladder.errors import DamagedRecord
from ladder.store import Store

TELL_EVERY = 5.0  # seconds


def why(home: Path | None, bot: str, filters: Filters, last: int, json: bool) -> None:
    """The numbers of a bot over its `last` games."""
    chosen = filters.read()
    with reading(home) as store:
        chosen.check(store)
        found = store.find_bot(bot)
        games = stored_games.games(store, **chosen.games, bot_id=found.id, limit=last)
        replayed = [(game.id, _counted(store, game, found.id)) for game in _told(games)]
    known = [(number, each) for number, each in replayed if each is not None]
    counted = [each for _, each in known]
    table = averages(counted)
    if json:
        print_json(
            {
                "bot": found.label,
                "games": len(counted),
                "lost": sum(not each.tallies[each.seat].won for each in counted),
                "not_replayed": len(games) - len(counted),
                "numbers": [_plain(each) for each in table],
            }
        )
        return
    if not counted:
        say(f"No game{chosen.of} of {harmless(found.label)} can be replayed yet.", wrap=True)
        return
    won = sum(each.tallies[each.seat].won for each in counted)
    of = f"the last {len(counted)} games{chosen.of}" if len(counted) > 1 else "one game"
    say(f"{harmless(found.label)} in {of}, of which it won {won}\n", style="bold", wrap=True)
    _show(table)
    say(
        "\nbest rival: the winner, or where it won the best of the others; behind: the bot less its"
        " best rival, ± the 95 % interval over matches, * if that leaves out 0.",
        style="dim",
        wrap=True,
    )
    if len(counted) < len(games):
        say(f"{len(games) - len(counted)} more were played by other rules, or are damaged.")
    worst = _worst(known)
    if worst is not None:
        say(f"Its worst of them: arena why {worst[0]} --seat {worst[1]} --rollouts")


def _told(games: Sequence[stored_games.Game]) -> Iterator[stored_games.Game]:
    """The games; now and then says how far it is."""
    told = time.monotonic()
    for done, game in enumerate(games):
        if time.monotonic() - told >= TELL_EVERY:
            told = time.monotonic()
            note(f"{done} of {len(games)} games have been replayed.")
        yield game


def _worst(counted: Sequence[tuple[int, Counted]]) -> tuple[int, int] | None:
    """Number and seat of the game in which the bot was farthest behind its best rival."""
    lost = [
        (_rival_coins(each) - each.tallies[each.seat].coins, -number, each.seat)
        for number, each in counted
        if not each.tallies[each.seat].won
    ]
    if not lost:
        return None
    _, number, seat = max(lost)
    return -number, seat


def _rival_coins(game: Counted) -> int:
    """Coins of whom the bot is measured by."""
    return game.tallies[rival(game.tallies, game.seat)].coins


def _counted(store: Store, game: stored_games.Game, bot_id: int) -> Counted | None:
    """The tallies of a game; None if it cannot be replayed."""
    try:
        found = tallies(Replay(stored_games.record(store, game.id)))
    except (ArenaError, VariantError, DamagedRecord):
        return None
    seat = next(each.seat for each in game.seats if each.bot_id == bot_id)
    return Counted(found, seat, game.match_id)


def _plain(average: Average) -> dict[str, object]:
    data = asdict(average)
    data["interval"] = average.interval if isfinite(average.interval) else None
    return data


def _show(table: Sequence[Average]) -> None:
    rows = []
    for each in table:
        cells = [_cell(value, each.decimals) for value in (each.mean, each.rivals, each.others)]
        behind = "" if each.behind is None else f"{each.behind:+.{each.decimals}f}"
        wide = f"{each.interval:.{each.decimals}f}" if isfinite(each.interval) else ""
        mark = "*" if each.certain else ""
        rows.append(("  " * each.indent + each.name, *cells, behind, wide + mark))
    print_table(("mean of a game", "bot", "best rival", "others", "behind", "±"), rows)


def _cell(value: float | None, decimals: int) -> str:
    return "–" if value is None else f"{value:.{decimals}f}"
