"""`arena match`: a few games in this process, each as it ends, and the sums."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from os.path import normpath
from pathlib import Path

from arena.commands.conditions import Conditions
from arena.commands.console import print_json, say
from arena.commands.home import opened
from arena.commands.options import check_bots, parse_variant
from arena.commands.tables import print_table
from arena.referee.bot import BotSpec
from arena.referee.game import Played
from arena.referee.seating import Seating
from arena.shelf.granting import granted
from arena.shelf.naming import as_path
from arena.text import harmless
from arena.tournament.match import play_match
from ladder.result import final_places, final_winners


def run(
    home: Path | None,
    words: list[str],
    variant: str,
    rounds: int,
    seed: int | None,
    tc: str,
    st: float | None,
    talk: bool,
    conditions: Conditions,
    json: bool,
) -> None:
    """A few games in this process; prints each and the sums."""
    time, level = conditions.clock(tc, st), conditions.confinement()
    variant = parse_variant(variant)
    games: list[Played] = []
    with opened(home) as (_, _, roster):
        check_bots(variant, len(words))
        specs = [granted(roster.find_spec(word), conditions.cap) for word in words]
        bots = tell_apart(words, specs)
        with closing(Seating(ask_all=conditions.network, level=level)) as seating:
            for played in play_match(variant, bots, rounds, time, talk, seed, seating):
                games.append(played)
                if not json:
                    say(_finished(len(games), rounds, played), wrap=True)
    if json:
        print_json([_game_data(number, played) for number, played in enumerate(games)])
        return
    say(f"\nAll {len(games)} games{_in(rounds)}:\n")
    _print_sums(games)


def tell_apart(words: Sequence[str], bots: Sequence[BotSpec]) -> list[BotSpec]:
    """The bots, under names that differ: those that share one are called by version or path."""
    ways = [
        f"{bot.name}:{bot.version}" if bot.version else as_path(Path(normpath(word)))
        for word, bot in zip(words, bots, strict=True)
    ]
    called: dict[str, set[str]] = {}
    for bot, way in zip(bots, ways, strict=True):
        called.setdefault(bot.name, set()).add(way)
    return [
        replace(bot, name=way) if len(called[bot.name]) > 1 else bot
        for bot, way in zip(bots, ways, strict=True)
    ]


def _in(rounds: int) -> str:
    return f" in {rounds} rounds" if rounds > 1 else ""


def _round(number: int, played: Played) -> int:
    """The round of a game by its number from 0: each deal is played in every rotation."""
    return 1 + number // played.spec.players


def _finished(number: int, rounds: int, played: Played) -> str:
    seats = list(zip(played.spec.bots, played.seats, played.scores, strict=True))
    _, winners = _standing(played)
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
    of = f" (round {_round(number - 1, played)})" if rounds > 1 else ""
    return f"Game {number}{of}: {coins}{faults}"


def _standing(played: Played) -> tuple[list[int], tuple[int, ...]]:
    """The places and the winners as they count: with forfeiters last."""
    forfeited = {number for number, seat in enumerate(played.seats) if seat.forfeit}
    return (
        final_places(played.places, forfeited),
        final_winners(played.winners, played.places, forfeited),
    )


def _game_data(number: int, played: Played) -> dict[str, object]:
    places, winners = _standing(played)
    return {
        "round": _round(number, played),
        "rotation": played.spec.lane,
        "bots": [bot.name for bot in played.spec.bots],
        "scores": played.scores,
        "places": places,
        "winners": winners,
        "faults": [seat.faults for seat in played.seats],
        "forfeits": [seat.forfeit for seat in played.seats],
        "stderr": [seat.stderr for seat in played.seats],
        "metrics": [seat.metrics for seat in played.seats],
        "record": played.record,
    }


def _print_sums(games: list[Played]) -> None:
    """Means by bot; a bot that sits in several seats counts with each."""
    sums: dict[str, list[float]] = {}
    for played in games:
        places, winners = _standing(played)
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
