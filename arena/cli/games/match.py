"""`arena match`: play a few games; print each, then totals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from os.path import commonpath, normpath
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from arena.cli.games.stored_games import keep as keep_casual
from arena.cli.games.stored_games import standing
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Common, bots_argument
from arena.cli.options.bots import MatchOptions
from arena.cli.options.parsing import parse_variant, seats_for
from arena.cli.output.console import note, picked, print_json, prose, say
from arena.cli.output.diagnostics import (
    LONGEST,
    ending,
    refusals_in_json,
    refused_lines,
    show_last_words,
)
from arena.cli.output.tables import print_table
from arena.errors import UsageError
from arena.referee.bot import BotSpec
from arena.registry.permissions import granted
from arena.text import harmless
from arena.text.phrases import counted, listed
from arena.text.table import plain
from ladder.database import casual_games
from ladder.database.store import Store

if not ONLY_SHOWN:
    from arena.cli.models import games_at_once, gateway, say_what_was_paid
    from arena.referee.game_types import FinishedGame
    from arena.registry.bundled import FILLERS
    from arena.registry.handler_errors import handler_error
    from arena.registry.lookup import as_path
    from arena.registry.resolver import Resolver
    from arena.replay.stored_game import RefusedAnswer, refusals, refused_words
    from arena.tournament.match import Play, one_by_one, play_match, side_by_side
    from arena.tournament.worker import make_seating


def _as_many_as_bots(players: int | None) -> None:
    """Say why `arena match` has no --players, which all its neighbours have."""
    if players is not None:
        raise typer.BadParameter(
            f"A match is for as many players as you name bots (or as the smallest table has "
            f"seats): name {players}, the same bot more than once if you like."
        )


def match(
    bots: list[str] = bots_argument("BOTS", "Names or paths."),
    *,
    options: MatchOptions,
    players: Annotated[int | None, typer.Option(hidden=True, callback=_as_many_as_bots)] = None,
    common: Common,
) -> None:
    """Play a few unrated games between bots.

    At the smallest table, greedy, random and trader take the seats left over, as in a tournament.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path.
    A known name comes first; ./mine is always a path.

    The games are kept beside the ladder, the latest thousand, as c1, c2, …: arena replay c1.

    Examples:
        arena match trader greedy random
        arena match . greedy greedy random --variant classic --rounds 5 --seed 1

    JSON:
        [MatchGame]
    """
    terms, rounds, variant = options.terms, options.rounds, parse_variant(options.variant)
    time, level, cap = terms.clock, terms.conditions.confinement(), terms.cap
    network, games = terms.conditions.allow_network, list[KeptGame]()
    with opened(common.home, terms.asking) as (folder, store, resolver):
        resolver.require_known(bots)
        seats = seats_for(variant, len(bots))
        specs = [granted(resolver.find_spec(word), cap) for word in bots]
        seated = [*tell_apart(bots, specs), *_fillers(resolver, specs, seats - len(specs))]
        models = {bot.name: bot.model for bot in seated if bot.model}
        with gateway(folder, models, resolver.models, terms.asking) as asked_at:
            make = partial(make_seating, ask_all=network, level=level, gateway=asked_at)
            play: Play = partial(one_by_one, make)
            if models:
                short = partial(
                    _shortfall, asked_at, Counter(bot.name for bot in seated if bot.model)
                )
                play = partial(side_by_side, make, games_at_once(), short)
            talk, seed = not terms.no_talk, terms.seed
            try:
                with closing(play_match(variant, seated, rounds, time, play, talk, seed)) as going:
                    for played in going:
                        games.append(_kept(store, played, games))
                        if not common.json:
                            _show(games[-1], rounds)
            finally:  # whatever ended the match, the games so far are worth their totals
                _conclude(games, rounds, common.json, asked_at)


def _shortfall(place: str, seats: Counter[str], running: Collection[str]) -> str | None:
    """Return why the budget covers no other game of these players; None if that is unknown."""
    from arena.tournament.spending import asked

    games = len(running) + 1
    expected = {name: (games * times, 0, 0.0, 0.0) for name, times in seats.items()}
    why: str | None = asked(place, expected, running)["short"]
    return why


def _fillers(resolver: Resolver, bots: Sequence[BotSpec], seats: int) -> list[BotSpec]:
    """Choose bundled bots for the seats left over, preferring those not playing yet; print them."""
    if not seats:
        return []
    fillers = [resolver.spec_of(bot) for bot in resolver.bundled(only=FILLERS)]
    if not fillers:
        raise UsageError(
            f"{counted(seats, 'seat')} would be left over, as {listed(FILLERS)} are all retired. "
            "Name more bots."
        )
    sitting = {bot.label for bot in bots}
    fillers.sort(key=lambda bot: bot.label in sitting)
    found = [*islice(cycle(fillers), seats)]
    note(f"The other seats are filled up with {listed(bot.name for bot in found)}.")
    return found


class KeptGame(NamedTuple):
    """A game, its place in the match from 0, and its number among casual games."""

    played: FinishedGame
    place: int
    refusals: Sequence[RefusedAnswer]
    number: int = 0

    @property
    def name(self) -> str:
        """Its name, such as `c17`."""
        return casual_games.name(self.number)

    @property
    def round(self) -> int:
        """Its round; a round has every rotation."""
        return 1 + self.place // self.played.spec.players

    @property
    def rotation(self) -> int:
        """How many seats the bots have rotated since the first game of the round."""
        return self.place % self.played.spec.players


def _kept(store: Store, played: FinishedGame, before: Sequence[KeptGame]) -> KeptGame:
    """Store the casual game."""
    game = KeptGame(played, len(before), list(refusals(played.record)))
    first = before[0].number if before else None
    return game._replace(number=keep_casual(store, played, first, game.round, game.rotation))


def tell_apart(words: Sequence[str], bots: Sequence[BotSpec]) -> list[BotSpec]:
    """Give bots distinct names: those that share one get a version or a path."""
    # A bot is identified by its label on the ladder, or by the path it was given as.
    ways = [
        bot.label if bot.version else Path(normpath(Path.cwd() / word))
        for word, bot in zip(words, bots, strict=True)
    ]
    called = defaultdict[str, set[str | Path]](set)
    for bot, way in zip(bots, ways, strict=True):
        called[bot.name].add(way)
    told = []
    for bot, way in zip(bots, ways, strict=True):
        alike = called[bot.name]
        if len(alike) > 1:
            paths = [each for each in alike if isinstance(each, Path)]
            bot = replace(bot, name=way if isinstance(way, str) else _short(way, paths))
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


def _show(game: KeptGame, rounds: int) -> None:
    """Print a line for a game, and what went wrong in it."""
    played = game.played
    prose(_finished(game, rounds))
    names = [bot.name for bot in played.spec.bots]
    for line in refused_lines(game.refusals, names):
        prose(f"  ! {line}")
    for at, (name, seat) in enumerate(zip(names, played.seats, strict=True)):
        if seat.forfeit and seat.stderr:
            show_last_words(name, seat.stderr, indent="  ")
            if failed := [each for each in game.refusals if each.seat == at]:
                _show_question(game, failed[-1])
        elif error := handler_error(seat.stderr):  # its answers look right
            say(
                f"  ! {harmless(name, 40)}, a handler failed: {harmless(error, LONGEST)}; "
                f"see arena log {game.name}"
            )


def _show_question(game: KeptGame, failed: RefusedAnswer) -> None:
    """Print the question at which a bot was lost, and how to see all of it."""
    import orjson

    # Late: most matches show none, and these take a tenth of a second to import.
    from arena.replay.replay import Replay
    from arena.replay.transcript import transcript
    from arena.text.asking import task

    replay = Replay(orjson.dumps(game.played.record))
    lines = (each for each in transcript(replay, failed.seat) if each.to_bot)
    put = (each.message for each in lines if each.question == failed.question)
    question = next((each for each in put if each["type"] == "decide"), None)
    what = f": {task(question['ask'], question['view'], question['choices'])}" if question else "."
    say(f"  It was asked question {failed.question}{what}")
    seat = f"--seat {failed.seat + 1} --at {failed.question}"
    say(f"  All of it: arena debug {game.name} {seat}", style="dim")


def _finished(game: KeptGame, rounds: int) -> str:
    played = game.played
    lost = {
        at: f"forfeits: {harmless(seat.reason)}"
        for at, seat in enumerate(played.seats)
        if seat.forfeit
    }
    names = [harmless(bot.name) for bot in played.spec.bots]
    faults, (_, winners) = [seat.faults for seat in played.seats], standing(played)
    of = f" (round {game.round})" if rounds > 1 else ""
    return f"Game {game.name}{of}: {ending(names, played.scores, faults, lost, winners)}"


def _game_data(game: KeptGame) -> dict[str, object]:
    """Return a game for --json.

    JSON:
        MatchGame = {  # lists are by seat
            "game": str, "round": int, "rotation": int, "bots": [str], "scores": [int],
            "places": [int],
            "winners": [int], "faults": [{str: int}], "forfeits": [str | null],
            "refusals": [PrintedRefusal], "stderr": [str], "metrics": [{str: float}],
            "record": any,
        }
    """
    played = game.played
    places, winners = standing(played)
    return {
        "game": game.name,
        **picked(game, "round", "rotation"),
        "bots": [bot.name for bot in played.spec.bots],
        "scores": played.scores,
        "places": places,
        "winners": winners,
        "faults": [seat.faults for seat in played.seats],
        "forfeits": [seat.forfeit for seat in played.seats],
        "refusals": refusals_in_json(game.refusals),
        "stderr": [seat.stderr for seat in played.seats],
        "metrics": [seat.metrics for seat in played.seats],
        "record": played.record,
    }


def _conclude(games: Sequence[KeptGame], rounds: int, json: bool, gateway: str) -> None:
    """Print totals, and name the game most worth looking at: one with a fault, else the first."""
    if json:
        print_json([_game_data(game) for game in games])
    if json or not games:
        return
    expected = rounds * games[0].played.spec.players
    played = f"All {expected}" if len(games) == expected else f"{len(games)} of {expected}"
    say(f"\n{played} games{f' in {rounds} rounds' if rounds > 1 else ''}:\n")
    _print_sums([game.played for game in games])
    if gateway:
        from arena.tournament.spending import paid

        say_what_was_paid(paid(gateway))
    _warn(games)
    faulty = (game for game in games if any(seat.faults for seat in game.played.seats))
    say(f"\nLook at one: arena replay {next(faulty, games[0]).name}", style="dim")


def _warn(games: Sequence[KeptGame]) -> None:
    """Warn of bots whose answers were refused, as no fault shows that."""
    seats = Counter(bot.name for game in games for bot in game.played.spec.bots)
    found: dict[str, list[RefusedAnswer]] = {}
    for game in games:
        for each in game.refusals:
            found.setdefault(game.played.spec.bots[each.seat].name, []).append(each)
    for name, answers in found.items():
        if words := refused_words(answers, seats[name]):
            prose(f"\nWarning: {harmless(name, 40)}: {harmless(words, LONGEST)}.")


def _print_sums(games: Sequence[FinishedGame]) -> None:
    """Print means by bot; one that sits in several seats counts with each of them."""
    seats: dict[str, list[tuple[float, ...]]] = {}
    for played in games:
        places, winners = standing(played)
        for at, bot in enumerate(played.spec.bots):
            won = (at in winners) / max(1, len(winners))
            time = played.seats[at].time_ms, played.seats[at].decisions
            seats.setdefault(bot.name, []).append((played.scores[at], places[at], won, *time))
    sums = {name: [len(each), *map(sum, zip(*each, strict=True))] for name, each in seats.items()}
    rows = [
        (
            harmless(name),
            n,
            f"{coins / n:.1f}",
            f"{places / n:.2f}",
            f"{100 * wins / n:.0f}%",
            f"{ms / max(1, decisions):.2f}",
        )
        # By rank before coins: those of a forfeiter are worth nothing.
        for name, (n, coins, places, wins, ms, decisions) in sorted(
            sums.items(), key=lambda row: (row[1][2] / row[1][0], -row[1][1] / row[1][0])
        )
    ]
    print_table(plain("Means", ("bot", "games", "coins", "rank", "wins", "ms"), rows))
