"""`arena play`: a person at the table, among bots."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arena.cli.exit_codes import SIGNALLED
from arena.cli.games.stored_games import check_seat, keep
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Common, bots_argument
from arena.cli.options.bots import PlayOptions
from arena.cli.options.parsing import OptionError, parse_variant, usual_count
from arena.cli.output.console import answer, picked, print_json, prose, say
from arena.errors import ArenaError, UsageError
from arena.home import Home, make_folder
from arena.registry.permissions import granted
from arena.text import harmless
from arena.text.cards import coins
from ladder.database import casual_games

if not ONLY_SHOWN:
    import asyncio

    import orjson

    from arena.cli.models import gateway
    from arena.cli.output.output_files import require_page
    from arena.play.seat import LONGEST_NAME
    from arena.referee.game_types import FinishedGame
    from arena.registry.bundled import prepare

if TYPE_CHECKING:
    from arena.play.hints import Adviser
    from arena.play.session import Session

USUAL_BOT = "trader"
"""Takes the seats that nobody is named for, and gives the hints."""


def play(
    bots: list[str] | None = bots_argument(
        "BOTS", "Names or paths; repeated until all seats are taken.", "trader", default=None
    ),
    *,
    options: PlayOptions,
    common: Common,
) -> None:
    """Play a game yourself, against bots, in the terminal.

    Only the bots are on the clock; nobody hurries you. F1 shows the keys and the words to type, and
    F3 asks a bundled bot for a hint. The game is not rated. Afterwards, you are shown where to
    find its replay, a page for a browser.

    Examples:
        arena play
        arena play greedy trader --variant classic --seat 1 --name Ada
        arena play --variant high_bohn --players 3

    JSON:
        {"left": bool} | {
            "game": str, "bots": [str], "seat": int, "scores": [int], "places": [int],
            "winners": [int], "html": str,
        }
    """
    named = bots or []
    terms, variant = options.terms, parse_variant(options.variant)
    level, time = terms.conditions.confinement(), terms.clock
    _check(options)
    with opened(common.home, terms.asking) as (folder, store, resolver):
        resolver.require_known(named)
        words = around(variant, named, options.players)
        seat = None if options.seat is None else options.seat - 1
        check_seat(seat, len(words) + 1)
        page = _page(folder, options.html, variant)
        cap = terms.cap
        specs = [granted(resolver.find_spec(word), cap) for word in words]
        _require_terminal()
        from arena.play.hints import Adviser
        from arena.play.session import Session

        models = {bot.name: bot.model for bot in specs if bot.model}
        with (
            closing(Adviser(lambda: prepare(folder, USUAL_BOT).spec, level)) as adviser,
            gateway(folder, models, resolver.models, terms.asking) as asked_at,
        ):
            session = Session(
                [options.name.strip()],
                specs,
                variant,
                time,
                level,
                first_seat=seat,
                seed=terms.seed,
                talk=not terms.no_talk,
                network=terms.conditions.allow_network,
                gateway=asked_at,
            )
            played = asyncio.run(_sit(session, adviser))
        if played is None:
            answer(common.json, {"left": True}, "You left the game, so it isn't kept.")
            return
        number = casual_games.name(keep(store, played))
        _write(page, played, number)
    _tell(played, number, page, common.json)


def around(variant: str, named: Sequence[str], players: int | None, people: int = 1) -> list[str]:
    """Return the bots beside people: those named, repeated until all seats are taken.

    Raises OptionError, VariantError.
    """
    from arena.rules import compile_rulebook, table_sizes

    if players is None:
        sizes = [size for size in table_sizes(variant) if size >= len(named) + people]
        usual = usual_count(variant)
        players = usual if usual in sizes else min(sizes, default=len(named) + people)
    compile_rulebook(variant, players)  # raises, saying how many it needs
    if len(named) + people > players:
        who = "you" if people == 1 else f"{people} people"
        raise OptionError(
            f"{len(named)} bots and {who} are more than {players} players. Name fewer bots."
        )
    return list(islice(cycle(named or [USUAL_BOT]), players - people))


def _check(wanted: PlayOptions) -> None:
    if not 0 < len(wanted.name.strip()) <= LONGEST_NAME:
        raise OptionError(f"--name must have 1 to {LONGEST_NAME} characters.")
    if wanted.html is not None:
        require_page(wanted.html)


def _require_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            "arena play needs a terminal to play in: run it by itself, without pipes. For games "
            "between bots: arena match"
        )


def _page(home: Home, wanted: Path | None, variant: str) -> Path:
    """Return the file for the replay, with a new name for each game unless one is given."""
    if wanted is not None:
        return wanted
    return home.played / f"{datetime.now():%Y-%m-%d-%H%M%S}-{variant}.html"


async def _sit(session: Session, adviser: Adviser) -> FinishedGame | None:
    """Play on the terminal; return None if the person left. Raise ArenaError, typer.Exit."""
    from arena.play.terminal.app import TableScreen

    table = TableScreen(*session.people[0], adviser, USUAL_BOT)
    ended: list[int] = []
    # The terminal is put right before the program ends, so a signal only closes the screen.

    def end(number: int) -> None:
        ended.append(number)
        table.exit(False)

    async with session:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, end, number)
        finished = await table.run_async()
        if ended:
            raise typer.Exit(SIGNALLED + ended[0])
        if table.return_code:
            raise ArenaError("The screen failed; what it said is above. The game was ended.")
        if not finished and not table.gone:
            return None
        # Also where the referee hung up before the end: then this says why.
        return await asyncio.to_thread(session.hosted.outcome)


def _write(page: Path, played: FinishedGame, number: str) -> None:
    from arena.replay.replay import Replay
    from arena.web.replay.page import replay_page

    make_folder(page.parent)
    page.write_bytes(replay_page(Replay(orjson.dumps(played.record)), number))


def _tell(played: FinishedGame, number: str, page: Path, json: bool) -> None:
    if json:
        bots = played.spec.bots
        seat = next(at for at, bot in enumerate(bots) if bot.person)
        about = {"game": number, "bots": [bot.name for bot in bots], "seat": seat}
        print_json(about | picked(played, "scores", "places", "winners") | {"html": str(page)})
        return
    for seat in sorted(range(len(played.scores)), key=lambda seat: played.places[seat]):
        bot = played.spec.bots[seat]
        you = " (you)" if bot.person else ""
        won = "  wins" if seat in played.winners else ""
        say(f"{played.places[seat]}. {harmless(bot.name)}{you}: {coins(played.scores[seat])}{won}")
    prose(f"\nGame {number}, with all hands open: {harmless(page)}")
    say(f"Or in words: arena replay {number}")
