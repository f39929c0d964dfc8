"""Ratings and standings in words, the same on a terminal and on a page."""

from ladder.standings import Row

UNRANKED = "–"
NEWCOMER = "new"
BOUNDS = {1: "≥ ", 0: "", -1: "≤ "}


def cells_of(row: Row) -> dict[str, object]:
    """The cells of a row, by column."""
    return {
        "#": UNRANKED if row.rank is None else row.rank,
        "bot": row.label + ("" if row.status == "active" else f" ({row.status})"),
        "Elo": f"{BOUNDS[row.bound]}{row.elo:.0f}",
        "±": f"{row.interval:.0f}" + ("?" if row.provisional else ""),
        "ranks": _ranks(row),
        "ahead": chance(row.ahead),
        "live": f"{row.live:.0f}",
        "change": NEWCOMER if row.change is None else f"{round(row.change):+d}",
        "games": row.games,
        "place": f"{row.place_score:.3f}",
        "wins": f"{100 * row.win_share:.0f}%",
        "coins": f"{row.coins:.1f}",
        "coins ±": "" if row.coins_error is None else f"{row.coins_error:.1f}",
        "faults": row.faults or "",
        "ms": "" if row.ms_per_decision is None else f"{row.ms_per_decision:.2f}",
        "pools": f"{row.pools}/{row.of}",
    }


def chance(ahead: float | None) -> str:
    """A probability that never claims to be certainty: `98%`, `>99%`, `<1%`."""
    if ahead is None:
        return ""
    return ">99%" if ahead > 0.995 else "<1%" if ahead < 0.005 else f"{100 * ahead:.0f}%"


def signed(number: float) -> str:
    """With its sign and one decimal; nothing is never negative."""
    return f"{round(number, 1) + 0.0:+.1f}"


def _ranks(row: Row) -> str:
    """The ranks that a bot may have: `2–4`."""
    first, last = row.first_rank, row.last_rank
    if first is None:
        return ""
    return str(first) if first == last else f"{first}–{last}"
