"""`arena compare A B`: whether one bot is better than another, by the games they shared."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from arena.cli.home import reading
from arena.cli.options.arguments import BotArgument, Common
from arena.cli.options.filters import OfGame
from arena.cli.options.parsing import OptionError
from arena.cli.output.console import print_json
from arena.cli.output.tables import show

if TYPE_CHECKING:
    from ladder.queries.compare import Comparison, Shared


def compare(one: BotArgument, other: BotArgument, *, game: OfGame, common: Common) -> None:
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
    with reading(common.home) as store:
        first, second = store.find_player(one), store.find_player(other)
        if first.id == second.id:
            raise OptionError(f"Both are {first.label}. Name two bots, or two versions: A:1 A:2.")
        from ladder.queries.compare import compare as compared  # it imports scipy

        found = compared(store, first, second, chosen.games)
    if common.json:
        print_json(_data(found))
        return
    from arena.text.comparison import by_pool, together

    show(together(found, chosen.of))
    if len(found.pools) > 1:
        show(by_pool(found), section=True)


def _data(found: "Comparison") -> dict[str, object]:
    data = asdict(found)
    data["together"] = found.together and _shared_data(found.together)
    data["pools"] = [
        {"pool": asdict(pool), "shared": _shared_data(shared)} for pool, shared in found.pools
    ]
    return data


def _shared_data(shared: "Shared") -> dict[str, object]:
    return {**asdict(shared), "better": shared.better}
