"""`arena match`: a few games in this process, which rate nothing."""

from pathlib import Path

from arena.commands.console import print_json, print_table, say
from arena.commands.house import opened
from arena.commands.options import check_bots, parse_variant
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import Played
from arena.text import harmless
from arena.tournament.match import play_match
from ladder.result import final_places, final_winners


def match(
    home: Path | None,
    words: list[str],
    variant: str,
    deals: int,
    seed: int | None,
    tc: str,
    st: float | None,
    talk: bool,
    json: bool,
) -> None:
    """A few games in this process; prints each and the sums."""
    time = TimeControl.parse(tc, st)
    variant = parse_variant(variant)
    games: list[Played] = []
    with opened(home) as (_, _, roster):
        bots = [roster.find_spec(word) for word in words]
        check_bots(variant, len(bots))
        for played in play_match(variant, bots, deals, time, talk, seed):
            games.append(played)
            if not json:
                say(_finished(len(games), played))
    if json:
        print_json([_game_data(played) for played in games])
        return
    say()
    _print_sums(games)


def _finished(number: int, played: Played) -> str:
    seats = list(zip(played.spec.bots, played.seats, played.scores, strict=True))
    _, winners = _standing(played)
    coins = "  ".join(
        f"{_name(bot)}:{score}{'*' if seat in winners else ''}"
        for seat, (bot, _, score) in enumerate(seats)
    )
    faults = "".join(
        f"  {{{_name(bot)}: {', '.join(f'{n} {kind}' for kind, n in each.faults.items())}"
        f"{f', forfeits: {harmless(each.reason)}' if each.forfeit else ''}}}"
        for bot, each, _ in seats
        if each.faults or each.forfeit
    )
    return f"Game {number}: {coins}{faults}"


def _standing(played: Played) -> tuple[list[int], tuple[int, ...]]:
    """The places and the winners as they count: with forfeiters last."""
    forfeited = {number for number, seat in enumerate(played.seats) if seat.forfeit}
    return (
        final_places(played.places, forfeited),
        final_winners(played.winners, played.places, forfeited),
    )


def _name(bot: BotSpec) -> str:
    return harmless(bot.name, 40)


def _game_data(played: Played) -> dict[str, object]:
    places, winners = _standing(played)
    return {
        "rotation": played.spec.lane,
        "bots": [bot.name for bot in played.spec.bots],
        "scores": played.scores,
        "places": places,
        "winners": winners,
        "faults": [seat.faults for seat in played.seats],
        "forfeits": [seat.forfeit for seat in played.seats],
        "stderr": [seat.stderr for seat in played.seats],
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
            old = sums.get(_name(bot), [0.0] * len(values))
            sums[_name(bot)] = [total + value for total, value in zip(old, values, strict=True)]
    # By rank before coins: those of a forfeiter are worth nothing.
    best_first = sorted(
        sums.items(), key=lambda row: (row[1][2] / row[1][0], -row[1][1] / row[1][0])
    )
    print_table(
        ("bot", "games", "coins", "rank", "wins", "ms"),
        [
            (
                name,
                f"{n:.0f}",
                f"{coins / n:.1f}",
                f"{places / n:.2f}",
                f"{100 * wins / n:.0f}%",
                f"{ms / max(1, decisions):.2f}",
            )
            for name, (n, coins, places, wins, ms, decisions) in best_first
        ],
    )
