"""Signs of collusion as a table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from arena.text.games import replay
from arena.text.phrases import counted
from arena.text.standings import older_rules
from arena.text.table import Column, DataTable, Link, Remark, bot_link, number
from ladder.database.store import Bot

if TYPE_CHECKING:  # it needs numpy, which loads slowly
    from ladder.queries.collusion import Sign, Signs


def signs(
    seen: "Signs",
    bots: Mapping[int, Bot],
    by_one: Callable[[int, int], bool],
    *,
    most: int | None = None,
    of: str = "",
) -> DataTable["Sign"]:
    """Return the signs, strongest first, and what they are worth.

    Args:
        seen: The signs.
        bots: All bots by id.
        by_one: Returns True if two bots have the same author.
        most: The most signs to show; None for no limit.
        of: Which games were looked at, in words.
    """
    from ladder.ratings.outliers import ALPHA, LEAST_DEALS  # numpy takes a while to import

    def who(sign: "Sign") -> Link:
        return bot_link(bots[sign.bot_id].label, sign.bot_id)

    def partner(sign: "Sign") -> Link:
        badge = "same author" if by_one(sign.bot_id, sign.partner_id) else ""
        return bot_link(bots[sign.partner_id].label, sign.partner_id, badge=badge)

    columns: list[Column[Sign]] = [
        Column("who", who, words=True),
        Column("beside whom", partner, words=True),
        number(
            *("place", "score", 3),
            "the share of the others that it beats when this partner is at the table",
        ),
        number("expected", "expected", 3, "what its games without this partner suggest"),
        number("deals", "deals"),
        Column(
            "chance", lambda sign: _share(sign.chance), "ladders of honest bots that show as much"
        ),
        Column("look at", lambda sign: [replay(game) for game in sign.look_at], words=True),
    ]
    found = counted(len(seen.found), "sign")
    judged = (
        f"{counted(seen.games, 'game')}{of}, {counted(seen.pairs, 'pair')} of a bot and a partner"
    )
    if not seen.pairs:
        above = Remark(
            f"Nothing can be judged{of} yet: no two bots have met in {LEAST_DEALS} games of three "
            "players or more."
        )
    elif not seen.found:
        above = Remark(
            f"Nothing stands out: {judged}. A bot that loses to others only when a friend is at "
            "the table would be named here."
        )
    else:
        above = Remark(
            f"{found} of collusion: {judged}. At most {ALPHA:.0%} of honest ladders show any. "
            "A sign is no proof: some style may suit nobody but this partner. Look at the games."
        )
    shown = seen.found[:most]
    more = len(seen.found) - len(shown)
    rest = [Remark(f"There are {more} more", command="arena signs --json")] if more else []
    return DataTable(
        "Signs of collusion",
        columns,
        shown,
        above=[above],
        remarks=[*rest, *older_rules(seen.not_counted)],
    )


def _share(chance: float) -> str:
    """Return `1 in 40`."""
    return f"1 in {1 / chance:,.0f}" if chance > 1e-6 else "under 1 in 1,000,000"
