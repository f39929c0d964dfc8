"""`arena compare A B`: whether one bot is better than another, by the games they shared."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from arena.cli.home import reading
from arena.cli.ladder.standings import tell_of_rules
from arena.cli.options.arguments import BotArgument, HomeOption, JsonOption
from arena.cli.options.filters import OfGame
from arena.cli.options.parsing import OptionError
from arena.cli.output.console import print_json, prose, say
from arena.cli.output.tables import print_table
from arena.text.phrases import counted
from arena.text.ratings import BOUNDS, chance

if TYPE_CHECKING:
    from ladder.queries.compare import Comparison, Shared
    from ladder.ratings.fitting import Duel

ABOUT = 2  # digits of a number that is only foretold


def compare(
    one: BotArgument,
    other: BotArgument,
    *,
    game: OfGame,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Tell which of two bots is better, by the games they shared.

    Their mean difference in place score comes with an interval that holds at any time: even if you
    look after every game and stop when it is decided, it misses the truth in at most 5% of
    comparisons. Coins ± is an ordinary 95% interval, good for one look.

    Examples:
        arena compare trader greedy
        arena compare mybot:2 mybot:1
        arena compare mybot trader --variant classic --players 4

    JSON:
        {
            **Comparison, "together": {**Shared, "better": int} | null,
            "pools": [{"pool": PoolInfo, "shared": {**Shared, "better": int}}],
        }
    """
    chosen = game.read()
    with reading(home) as store:
        first, second = store.find_player(one), store.find_player(other)
        if first.id == second.id:
            raise OptionError(f"Both are {first.label}. Name two bots, or two versions: A:1 A:2.")
        from ladder.queries.compare import compare as compared  # it imports scipy

        found = compared(store, first, second, chosen.games)
    print_json(_data(found)) if json else _show(found, chosen.of)


def about(number: int) -> str:
    """Return an estimated number in words: `3`, `about 47`, `about 1,200`."""
    if number < 10:
        return str(number)
    digits = max(0, len(str(number)) - ABOUT)
    return f"about {round(number, -digits):,}"


def _data(found: "Comparison") -> dict[str, object]:
    data = asdict(found)
    data["together"] = found.together and _shared_data(found.together)
    data["pools"] = [
        {"pool": asdict(pool), "shared": _shared_data(shared)} for pool, shared in found.pools
    ]
    return data


def _shared_data(shared: "Shared") -> dict[str, object]:
    return {**asdict(shared), "better": shared.better}


def _show(found: "Comparison", of: str) -> None:
    one, other, shared = found.one.label, found.other.label, found.together
    if shared is None:
        prose(f"{one} and {other} have shared no rated game{of}.")
        if found.official is not None:
            prose(f"By their games with others: {_official(found.official)}.")
        tell_of_rules(found.not_counted)
        prose(f"To let them meet, unrated, until it is decided: arena sprt {one} {other}")
        return
    prose(f"{one} − {other}, by the {_games(shared)}{of} that they shared:")
    say()
    coins = "" if shared.coins_interval is None else f" ± {shared.coins_interval:.1f}"
    say(
        f"  place score   {shared.difference:+.3f}, from {shared.low:+.3f} to {shared.high:+.3f} "
        "at any time"
    )
    say(f"  coins         {shared.coins:+.1f}{coins}")
    behind = 1 - shared.before - shared.level
    say(
        f"  placed        before it in {shared.before:.0%} of the games, level in "
        f"{shared.level:.0%}, behind in {behind:.0%}"
    )
    if found.official is not None:
        say(f"  official      {_official(found.official)}")
    say()
    if len(found.pools) > 1:
        _show_pools(found)
    prose(_verdict(found, shared), style="bold")
    if shared.left_out:
        prose(
            f"{shared.left_out} more games do not count: a bot beside these two forfeited, or both "
            "did."
        )
    tell_of_rules(found.not_counted)


def _games(shared: "Shared") -> str:
    """Say how many games, and on how many deals where older matches had several games on one."""
    games = counted(shared.games, "game")
    return games if shared.deals == shared.games else f"{games} on {counted(shared.deals, 'deal')}"


def _official(duel: "Duel") -> str:
    sides = [
        f"{BOUNDS[bound]}{elo:.0f} ± {interval:.0f}"
        for elo, interval, bound in zip(duel.elo, duel.interval, duel.bound, strict=True)
    ]
    ahead = "met too seldom, even through others"
    if duel.ahead is not None:
        ahead = f"a chance of {chance(duel.ahead)} to be stronger"
    return f"Elo {sides[0]} and {sides[1]}; {ahead}"


def _verdict(found: "Comparison", shared: "Shared") -> str:
    if shared.better:
        better, worse = (found.one, found.other)[:: shared.better]
        return f"{better.label} is better than {worse.label}."
    if shared.more is None:
        return "Not decided yet: no difference so far."
    games = "1 more game" if shared.more == 1 else f"{about(shared.more)} more games"
    return f"Not decided yet. If the difference stays, {games} will tell."


def _show_pools(found: "Comparison") -> None:
    """Print a line for each pool, each judged by itself."""
    rows = []
    for pool, shared in found.pools:
        better = {1: found.one.label, -1: found.other.label, 0: "–"}[shared.better]
        rows.append(
            (
                pool.label,
                shared.games,
                f"{shared.difference:+.3f}",
                f"{shared.low:+.2f} to {shared.high:+.2f}",
                f"{shared.coins:+.1f}",
                f"{shared.before:.0%}",
                better,
            )
        )
    print_table(
        ("pool", "games", "place", "at any time", "coins", "before", "better"),
        rows,
        left=(0,),
        spare=("before", "coins", "games"),
    )
    say()
