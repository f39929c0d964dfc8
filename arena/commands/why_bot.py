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
from arena.retelling.lately import lately
from arena.retelling.numbers import Average, cells
from arena.text import harmless
from ladder import games as stored_games

TELL_EVERY = 5.0  # seconds


def why(home: Path | None, bot: str, filters: Filters, last: int, json: bool) -> None:
    """The numbers of a bot over its `last` games."""
    chosen = filters.read()
    with reading(home) as store:
        chosen.check(store)
        found = store.find_bot(bot)
        games = stored_games.games(store, **chosen.games, bot_id=found.id, limit=last)
        told = lately(store, found.id, _told(games))
    if json:
        print_json(
            {
                "bot": found.label,
                "games": told.games,
                "lost": told.games - told.won,
                "not_replayed": told.not_replayed,
                "numbers": [_plain(each) for each in told.averages],
            }
        )
        return
    if not told.games:
        say(f"No game{chosen.of} of {harmless(found.label)} can be replayed yet.", wrap=True)
        return
    of = f"the last {told.games} games{chosen.of}" if told.games > 1 else "one game"
    say(f"{harmless(found.label)} in {of}, of which it won {told.won}\n", style="bold", wrap=True)
    print_table(
        ("mean of a game", "bot", "best rival", "others", "behind", "±"),
        [("  " * each.indent + each.name, *cells(each)) for each in told.averages],
    )
    say(
        "\nbest rival: the winner, or where it won the best of the others; behind: the bot less its"
        " best rival, ± the 95 % interval over matches, * if that leaves out 0.",
        style="dim",
        wrap=True,
    )
    if told.not_replayed:
        say(f"{told.not_replayed} more were played by other rules, or are damaged.")
    if told.lost:
        worst = told.lost[0]
        say(f"Its worst of them: arena why {worst.game} --seat {worst.seat} --rollouts")


def _told(games: Sequence[stored_games.Game]) -> Iterator[stored_games.Game]:
    """The games; now and then says how far it is."""
    told = time.monotonic()
    for done, game in enumerate(games):
        if time.monotonic() - told >= TELL_EVERY:
            told = time.monotonic()
            note(f"{done} of {len(games)} games have been replayed.")
        yield game


def _plain(average: Average) -> dict[str, object]:
    data = asdict(average)
    data["interval"] = average.interval if isfinite(average.interval) else None
    return data
