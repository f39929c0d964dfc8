"""Ratings and standings in words, for both terminals and pages."""

from collections.abc import Mapping, Sequence

from arena.text.phrases import counted
from ladder.queries.standings import Standing
from ladder.queries.usage import Use
from ladder.ratings.calibration import calibration

UNRANKED = "–"
UNKNOWN = "?"
NOTHING_TOLD = (
    "nothing is known, as no game tells how strong they are: all who sat there forfeited, or were "
    "the same bot"
)
NEWCOMER = "new"
ON_SCALE = (
    "Elo is on the scale of the reference bots (greedy has 1500). It compares with other ladders "
    "of the same games if their fields are similar: how strong a bot is depends on its company."
)
OFF_SCALE = (
    "1500 is the mean of these bots, as no reference bot has played here in a game in which its "
    "strength is known: Elo compares with no other ladder."
)
BOUNDS = {1: "≥ ", 0: "", -1: "≤ "}


def measured_by(rows: Sequence[Standing]) -> str | None:
    """Return the id of the calibration behind any of these Elo; None if there is none."""
    return calibration().id if any(row.on_scale for row in rows) else None


def scale_of(rows: Sequence[Standing]) -> str:
    """Say what an Elo of 1500 means; "" if the groups have different scales."""
    rows = [row for row in rows if not row.unknown]
    measured = sum(row.on_scale for row in rows)
    if not rows:
        return ""
    if not measured:
        return OFF_SCALE
    if measured < len(rows):
        return ""
    return f"{ON_SCALE} The scale is that of calibration {calibration().id}, and of no other."


def not_counted(games: Mapping[str, int]) -> list[tuple[str, str]]:
    """Say how many games don't count, for each older version of the rules.

    Returns:
        Pairs of a sentence's text and the version.
    """
    return [
        (
            f"{counted(number, 'game')} under rules {rules} {'is' if number == 1 else 'are'} "
            "not counted here",
            rules,
        )
        for rules, number in games.items()
    ]


def cells_of(row: Standing) -> dict[str, object]:
    """Return the cells of a row, by column."""
    return {
        "#": UNRANKED if row.rank is None else row.rank,
        "bot": row.label + ("" if row.status == "active" else f" ({row.status})"),
        "Elo": UNKNOWN if row.unknown else f"{BOUNDS[row.bound]}{row.elo:.0f}",
        "±": "" if row.unknown else f"{row.interval:.0f}" + ("?" if row.provisional else ""),
        "to next": to_next(row.above, row.above_interval),
        "ahead": chance(row.ahead),
        "ranks": ranks(row.first_rank, row.last_rank),
        "live": f"{row.live:.0f}",
        "change": NEWCOMER if row.change is None else f"{round(row.change):+d}",
        "games": row.games,
        "place": f"{row.place_score:.3f}",
        "wins": f"{100 * row.win_share:.0f}%",
        "coins": f"{row.coins:.1f}",
        "coins ±": "" if row.coins_interval is None else f"{row.coins_interval:.1f}",
        "faults": row.faults or "",
        "ms": "" if row.ms_per_decision is None else f"{row.ms_per_decision:.2f}",
        "pools": f"{row.pools}/{row.of}",
    }


OF_MODELS = ("fallbacks", "tokens", "cost")
"""Columns about language models, as means per game; shown only if one plays."""


def cells_of_models(row: Standing, uses: Mapping[int, Use]) -> dict[str, object]:
    """Return the cells of a row about its language model; none if no row has one."""
    if not uses:
        return {}
    use = uses.get(row.bot_id)
    if use is None:
        return dict.fromkeys(OF_MODELS, "")
    cost = f"{use.cost:.3g}" if use.cost else ""
    return {"fallbacks": f"{use.fallbacks:.1f}", "tokens": f"{use.tokens:,.0f}", "cost": cost}


def chance(ahead: float | None) -> str:
    """Format a probability, but never as a certainty: `98%`, `>99%`, `<1%`."""
    if ahead is None:
        return ""
    return ">99%" if ahead > 0.995 else "<1%" if ahead < 0.005 else f"{100 * ahead:.0f}%"


def to_next(above: float | None, interval: float | None) -> str:
    """Format the Elo points above the next rank: `168 ± 101`; "" for the last."""
    return "" if above is None or interval is None else f"{above:.0f} ± {interval:.0f}"


def signed(number: float) -> str:
    """Format a number with a sign and one decimal, but never as "-0.0"."""
    return f"{round(number, 1) + 0.0:+.1f}"


def ranks(first: int | None, last: int | None) -> str:
    """Format the range of ranks a bot could plausibly have: `2–4`."""
    if first is None:
        return ""
    return str(first) if first == last else f"{first}–{last}"
