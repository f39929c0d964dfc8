"""`arena why`: compare a seat of a game, or a bot over many games, with the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from math import isfinite

import typer

from arena.cli.games.stored_games import check_seat, load
from arena.cli.home import reading
from arena.cli.options.arguments import ONLY_SHOWN, Common, bots_argument, option, seat_option
from arena.cli.options.bots import Rollouts
from arena.cli.options.filters import OfGame
from arena.cli.output.console import counting, print_json, prose, say
from arena.cli.output.tables import print_table, show
from arena.replay.stored_game import Number
from arena.text import harmless
from arena.text.cards import beans
from arena.text.phrases import ordinal
from arena.text.ratings import signed
from arena.text.table import plain
from ladder.queries import games as stored_games
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.games.analysis import judged, show_judgement
    from arena.replay.analysis.habits import habits_of, habits_table
    from arena.replay.analysis.rollouts import processors
    from arena.replay.replay import Replay
    from arena.replay.seat_comparison import remarks
    from arena.replay.seat_statistics import SeatStatistics, SeatTrade, rival, seat_statistics
    from arena.replay.statistics_table import (
        Average,
        lines,
        recent_games,
        summary,
        why_tables,
    )
    from arena.rules.cards import NAMES


LONGEST_NAME = 20
MOST_LOST = 3
"""Lost games that are listed, the worst first."""


def why(
    what: str = bots_argument("GAME|BOT", "A game's id, or a bot's name."),
    seat: int | None = seat_option("For a game: the seat to explain.", "the one that came last"),
    *,
    rollouts: Rollouts = False,
    last: int = option("For a bot: how many of its latest games to read.", default=100, min=1),
    game: OfGame,
    common: Common,
) -> None:
    """Show why a game was lost, or why a bot loses: its tally beside the winner's.

    For a bot, it first says what to change: what trader3 would have done differently in its latest
    games, where playing on shows that this cost coins, and a moment to look at for each.

    With --rollouts, also the decisions that cost the seat most, what came of them, and what would
    have been better. From each decision the game is played on many times, by a simple player in
    every seat. That takes a minute or two, and the result is kept.

    Examples:
        arena why 17
        arena why 17 --seat 2 --rollouts
        arena why mybot
        arena why mybot --variant plus --last 500

    JSON:
        {
            # Of a game; `rollouts` if it has been judged.
            "seat": int, "measured_by": int, "remarks": [str], "seats": [SeatTally],
            "rollouts?": KeptJudgement,
        } | {
            # Of a bot: means.
            # `interval`: coins ± this is the 99% interval
            "habits": [{**Habit, "look": str}] | null,  # null after too few games
            "bot": str, "games": int, "lost": int, "not_replayed": int,
            "numbers": [{**Average, "interval": float | null}],  # null after a single match
        }
    """
    if number := Number.parse(what):  # a bot of that name is given with its version
        if game != OfGame():
            raise typer.BadParameter("--variant and --players go with a bot, not with a game.")
        _why_game(number, seat, rollouts, common)
    elif seat is not None or rollouts:
        raise typer.BadParameter("--seat and --rollouts go with a game; list them: arena games")
    else:
        _why_bot(what, game, last, common)


def _why_game(number: Number, seat: int | None, rollouts: bool, common: Common) -> None:
    """Show one seat's statistics in a game, and what stands out."""
    game = str(number)
    replay = load(common.home, game)
    check_seat(seat, replay.book.players)
    found = seat_statistics(replay)
    names = [harmless(name, LONGEST_NAME) for name in replay.names]
    looked_at = last(replay) if seat is None else seat
    said = remarks(found, looked_at, names)
    judgement = judged(common.home, replay, rollouts)
    if common.json:
        data = {
            "seat": looked_at,
            "measured_by": rival(found, looked_at),
            "remarks": said,
            "seats": [_tally_data(tally) for tally in found],
        }
        if judgement is not None:
            data["rollouts"] = judgement
        print_json(data)
        return
    pair = found[looked_at], found[rival(found, looked_at)]
    endings = "; ".join(_ending(tally, names) for tally in pair)
    played = f"{replay.data['variant']} with {replay.book.players} players"
    prose(f"Game {game}, {played}: {endings}", style="bold")
    for sentence in said or ["Nothing in the numbers of this game stands out."]:
        prose(f"- {sentence}")
    _show_numbers(found, looked_at, names)
    _show_trades(found[looked_at], names)
    if judgement is not None:
        bot = "" if number.casual else harmless(replay.data["bots"][looked_at]["name"])
        show_judgement(judgement, looked_at, names[looked_at], game, bot)
    else:
        prose(
            f"\nIts decisions were not judged yet: arena why {game} --seat {looked_at + 1}"
            " --rollouts"
        )


def last(replay: Replay) -> int:
    """Return the seat that came last, the first of several."""
    return replay.places.index(max(replay.places))


def _tally_data(tally: SeatStatistics) -> Json:
    """Return the statistics of a seat as plain data.

    JSON:
        SeatTally = {**SeatStatistics, "trades": [{**SeatTrade, "gave": [str], "got": [str]}]}
    """
    data = asdict(tally)
    for trade in data["trades"]:
        for side in ("gave", "got"):
            trade[side] = [NAMES[card] for card in trade[side]]
    return data


def _ending(tally: SeatStatistics, names: Sequence[str]) -> str:
    place = "won" if tally.won else f"came {ordinal(tally.place)}"
    return f"{names[tally.seat]} (seat {tally.seat + 1}) {place}, with {tally.coins} coins"


MOST_TRADES = 4
"""Trades that are listed: those that cost most. --json has all."""


def _show_numbers(found: Sequence[SeatStatistics], seat: int, names: Sequence[str]) -> None:
    """Print a line for each number that is not 0 for all."""
    mine, other = found[seat], found[rival(found, seat)]
    others = [tally for tally in found if tally.seat != seat]
    rows = []
    for line in lines(found):
        cells = ["  " * line.indent + line.name, line.cell(mine), line.cell(other)]
        rows.append(cells + [line.mean(others)] * (len(others) > 1))
    columns = ["", names[seat], f"{names[other.seat]}{' (won)' if other.won else ''}"]
    say("")
    print_table(plain("Numbers", columns + ["the others"] * (len(others) > 1), rows))


def _show_trades(mine: SeatStatistics, names: Sequence[str]) -> None:
    """Print the trades of a seat that cost it most."""
    lost = sorted(mine.trades, key=lambda trade: trade.coins_received - trade.coins_given)
    lost = [each for each in lost if each.coins_given - each.coins_received >= 0.5][:MOST_TRADES]
    if not lost:
        return
    title = "The trades that cost most, by the coins that the cards brought those who received them"
    columns = ("turn", "with", "gave", "got", "brought it", "balance")
    show(plain(title, columns, [_trade(each, names) for each in lost], (1, 2, 3)), section=True)


def _trade(trade: SeatTrade, names: Sequence[str]) -> tuple[object, ...]:
    gave, got = (beans([NAMES[card] for card in side]) or "–" for side in (trade.gave, trade.got))
    balance = signed(trade.coins_received - trade.coins_given)
    return trade.turn, names[trade.partner], gave, got, f"{trade.coins_received:.1f}", balance


# --- of a bot -------------------------------------------------------------------------------------


def _why_bot(bot: str, game: OfGame, last: int, common: Common) -> None:
    """Show the numbers of a bot over its `last` games."""
    chosen = game.read()
    with reading(common.home) as store:
        chosen.check(store)
        found = store.find_player(bot)
        games = stored_games.games(store, chosen.games, with_bots=[[found.id]], limit=last)
        with counting(0, common.json, "games compared with what trader3 would have done") as count:
            costly = habits_of(store, found.id, games, processors(), count)
        if games and not common.json:  # first, as the rest takes as long again
            show(habits_table(costly, harmless(found.name)), section=True)
            say()
        with counting(len(games), common.json) as count:
            told = recent_games(store, found.id, _counted(games, count))
    if common.json:
        data: Json = {
            "bot": found.label,
            "habits": costly and [{**asdict(each), "look": each.look} for each in costly],
            "games": told.games,
            "lost": told.games - told.won,
            "not_replayed": told.not_replayed,
            "numbers": [_plain_average(each) for each in told.averages],
        }
        print_json(data)
        return
    for remark in summary(told, harmless(found.label), chosen.of):
        prose(remark)
    for table in why_tables(told, MOST_LOST):
        show(table, section=True)


def _counted(
    games: Iterable[stored_games.LadderGame], count: Callable[[int], object]
) -> Iterator[stored_games.LadderGame]:
    for done, game in enumerate(games):
        count(done)
        yield game


def _plain_average(average: Average) -> dict[str, object]:
    interval = average.interval if isfinite(average.interval) else None
    return asdict(average) | {"interval": interval}
