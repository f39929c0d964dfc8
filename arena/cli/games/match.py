"""`arena match`: a few games in this process, each as it ends, and the sums."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import cycle, islice
from os.path import commonpath, normpath
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from arena.cli.games.stored_games import keep as keep_casual
from arena.cli.games.stored_games import standing
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption, bots_argument
from arena.cli.options.bots import MatchOptions
from arena.cli.options.parsing import parse_variant, seats_for
from arena.cli.output.console import note, print_json, say
from arena.cli.output.faults import last_words, refused, refused_lines
from arena.cli.output.tables import print_table
from arena.errors import UsageError
from arena.referee.bot import BotSpec
from arena.registry.permissions import granted
from arena.text import harmless
from arena.text.phrases import counted, listed
from ladder.database import casual_games

if not ONLY_SHOWN:
    from arena.cli.models import gateway
    from arena.referee.game import FinishedGame
    from arena.referee.seating import Seating
    from arena.registry.bundled import FILLERS
    from arena.registry.lookup import as_path
    from arena.registry.resolver import Resolver
    from arena.tournament.match import play_match


def _as_many_as_bots(players: int | None) -> None:
    """Say why `arena match` has no --players, which all its neighbours have."""
    if players is not None:
        raise typer.BadParameter(
            f"A match is for as many players as you name bots (or as the smallest table has "
            f"seats): name {players}, the same bot more than once if you like."
        )


def match(
    bots: Annotated[list[str], bots_argument("BOTS...", "Names or paths.")],
    *,
    options: MatchOptions,
    players: Annotated[int | None, typer.Option(hidden=True, callback=_as_many_as_bots)] = None,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Play a few unrated games between bots.

    Seats that are left over at the smallest table go to greedy, random and trader, as in a
    tournament.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path.
    A known name comes first; ./mine is always a path.

    The games are kept beside the ladder, the latest thousand, as c1, c2, …: arena replay c1.

    Examples:
        arena match trader greedy random
        arena match ./mybot.py greedy greedy random --variant classic --rounds 5 --seed 1
    """
    terms, rounds, network = options.terms, options.rounds, options.terms.conditions.allow_network
    time, level, cap = terms.clock, terms.conditions.confinement(), terms.cap
    variant, talk = parse_variant(options.variant), not terms.no_talk
    games: list[KeptGame] = []
    with opened(home) as (folder, store, resolver), ExitStack() as stack:
        resolver.require_known(bots)
        seats = seats_for(variant, len(bots))
        resolver.models = terms.asking.named
        specs = [granted(resolver.find_spec(word), cap) for word in bots]
        seated = [*tell_apart(bots, specs), *_fillers(resolver, specs, seats - len(specs))]
        models = {bot.name: bot.model for bot in seated if bot.model}
        place = stack.enter_context(gateway(folder, models, resolver.models, terms.asking))
        with closing(Seating(ask_all=network, level=level, gateway=place)) as seating:
            for played in play_match(variant, seated, rounds, time, seating, talk, terms.seed):
                first = games[0].number if games else None
                where = _round(len(games), played), len(games) % played.spec.players
                number = None if options.no_keep else keep_casual(store, played, first, *where)
                games.append(KeptGame(played, number))
                if not json:
                    _show(len(games), rounds, games[-1])
    if json:
        print_json([_game_data(place, game) for place, game in enumerate(games)])
        return
    say(f"\nAll {len(games)} games{f' in {rounds} rounds' if rounds > 1 else ''}:\n")
    _print_sums([game.played for game in games])
    if games[0].number is not None:
        say(f"\nLook at one: arena replay {_worst(games).name}", style="dim")


def _fillers(resolver: Resolver, bots: Sequence[BotSpec], seats: int) -> list[BotSpec]:
    """Who takes the seats that are left over, as in a tournament: those that do not sit yet first.

    Tells of them.
    """
    if not seats:
        return []
    house = [resolver.spec_of(bot) for bot in resolver.bundled(only=FILLERS)]
    if not house:
        raise UsageError(
            f"{counted(seats, 'seat')} would be left over, as {listed(FILLERS)} are all retired. "
            "Name more bots."
        )
    sitting = {bot.label for bot in bots}
    house.sort(key=lambda bot: bot.label in sitting)
    found = [*islice(cycle(house), seats)]
    note(f"The other seats are filled up with {listed(bot.name for bot in found)}.")
    return found


class KeptGame(NamedTuple):
    """A game, and its number if it was kept."""

    played: FinishedGame
    number: int | None

    @property
    def name(self) -> str:
        """`c17`; empty if it was not kept."""
        return "" if self.number is None else casual_games.name(self.number)


def _worst(games: Sequence[KeptGame]) -> KeptGame:
    """Return the game most worth looking at: the first with a fault, else the first."""
    faulty = (game for game in games if any(seat.faults for seat in game.played.seats))
    return next(faulty, games[0])


def tell_apart(words: Sequence[str], bots: Sequence[BotSpec]) -> list[BotSpec]:
    """Return the bots under different names: those that share one get a version or a path."""
    paths = {
        word: Path(normpath(Path.cwd() / word))
        for word, bot in zip(words, bots, strict=True)
        if not bot.version
    }
    ways = [
        (bot.name, bot.label if bot.version else paths[word])
        for word, bot in zip(words, bots, strict=True)
    ]
    called: dict[str, set[str | Path]] = {}
    for name, way in ways:
        called.setdefault(name, set()).add(way)
    told = []
    for bot, (name, way) in zip(bots, ways, strict=True):
        if len(called[name]) > 1:
            others = [each for each in called[name] if isinstance(each, Path)]
            bot = replace(bot, name=way if isinstance(way, str) else _short(way, others))
        told.append(bot)
    return told


def _short(path: Path, paths: Sequence[Path]) -> str:
    """Return a path without what it shares with the others: `a/bot` beside `b/bot`."""
    common = commonpath([str(each.parent) for each in paths])
    tails = [each.relative_to(common) for each in paths]
    tail = path.relative_to(common)
    plain = tail.with_suffix("")
    alone = sum(each.with_suffix("") == plain for each in tails) == 1
    return as_path(plain if alone else tail)


def _round(number: int, played: FinishedGame) -> int:
    """Return the round of a game by its number from 0; a round has every rotation."""
    return 1 + number // played.spec.players


def _show(place: int, rounds: int, game: KeptGame) -> None:
    """Print a line for a game, and what went wrong in it."""
    played = game.played
    say(_finished(place, rounds, game), wrap=True)
    names = [bot.name for bot in played.spec.bots]
    for line in refused_lines(played.record, names):
        say(f"  ! {line}", wrap=True)
    for seat, each in enumerate(played.seats):
        if each.forfeit and each.stderr:
            say(f"  The last lines that {harmless(names[seat], 40)} wrote on stderr:")
            for line in last_words(each.stderr):
                say(f"    {line}")


def _finished(place: int, rounds: int, game: KeptGame) -> str:
    played = game.played
    seats = list(zip(played.spec.bots, played.seats, played.scores, strict=True))
    _, winners = standing(played)
    coins = "  ".join(
        f"{harmless(bot.name)} {score}{'*' if seat in winners else ''}"
        for seat, (bot, _, score) in enumerate(seats)
    )
    faults = "".join(
        f"  {{{harmless(bot.name)}: {', '.join(f'{n} {kind}' for kind, n in each.faults.items())}"
        f"{f', forfeits: {harmless(each.reason)}' if each.forfeit else ''}}}"
        for bot, each, _ in seats
        if each.faults or each.forfeit
    )
    of = f" (round {_round(place - 1, played)})" if rounds > 1 else ""
    return f"Game {game.name or place}{of}: {coins}{faults}"


def _game_data(place: int, game: KeptGame) -> dict[str, object]:
    played = game.played
    places, winners = standing(played)
    return {
        "game": game.name or None,
        "round": _round(place, played),
        "rotation": place % played.spec.players,
        "bots": [bot.name for bot in played.spec.bots],
        "scores": played.scores,
        "places": places,
        "winners": winners,
        "faults": [seat.faults for seat in played.seats],
        "forfeits": [seat.forfeit for seat in played.seats],
        "refusals": refused(played.record),
        "stderr": [seat.stderr for seat in played.seats],
        "metrics": [seat.metrics for seat in played.seats],
        "record": played.record,
    }


def _print_sums(games: Sequence[FinishedGame]) -> None:
    """Means by bot; a bot that sits in several seats counts with each."""
    sums: dict[str, list[float]] = {}
    for played in games:
        places, winners = standing(played)
        for seat, bot in enumerate(played.spec.bots):
            won = (seat in winners) / max(1, len(winners))
            each = played.seats[seat]
            values = (
                1,
                played.scores[seat],
                places[seat],
                won,
                each.time_ms,
                each.decisions,
            )
            old = sums.get(bot.name, [0.0] * len(values))
            sums[bot.name] = [total + value for total, value in zip(old, values, strict=True)]
    # By rank before coins: those of a forfeiter are worth nothing.
    best_first = sorted(
        sums.items(), key=lambda row: (row[1][2] / row[1][0], -row[1][1] / row[1][0])
    )
    print_table(
        ("bot", "games", "coins", "rank", "wins", "ms"),
        [
            (
                harmless(name),
                f"{n:.0f}",
                f"{coins / n:.1f}",
                f"{places / n:.2f}",
                f"{100 * wins / n:.0f}%",
                f"{ms / max(1, decisions):.2f}",
            )
            for name, (n, coins, places, wins, ms, decisions) in best_first
        ],
    )
