"""Ratings in words, for terminals and pages."""

from collections.abc import Sequence

from ladder.queries.pools import PoolInfo
from ladder.queries.standings import PROVISIONAL, Standing
from ladder.ratings.calibration import calibration, calibrations
from ladder.ratings.scope import Official

Rating = Standing | Official

UNRANKED = "–"
UNKNOWN = "?"
NOTHING_TOLD = "all who sat there forfeited, or were the same bot"
NEWCOMER = "new"
PLACED_AHEAD = "the share of games in which it was placed ahead"
ON_SCALE = (
    "Elo is on the scale of the reference bots (greedy has {}, by calibration {}), and holds in "
    "this company: how strong a bot is depends on who sits beside it."
)
OFF_SCALE = (
    "1500 is the mean of these bots, as no reference bot has played here in a game in which its "
    "strength is known: Elo compares with no other ladder."
)
BOUNDS = {1: "≥ ", 0: "", -1: "≤ "}


def not_ranked(pools: int) -> str:
    """Explain the sign of a bot without a rank over this many pools."""
    return (
        f"{UNRANKED} = not ranked: it has played in fewer than half as many of these {pools} pools "
        "as others."
    )


def measured_by(rows: Sequence[Standing]) -> str | None:
    """Return the id of the calibration behind any of these Elo; None if there is none."""
    return next((row.calibration for row in rows if row.on_scale), None)


def scale_of(rows: Sequence[Rating], calibration_id: str | None) -> str:
    """Say what an Elo of 1500 means; "" if the groups have different scales."""
    rows = [row for row in rows if not row.unknown]
    measured = sum(row.on_scale for row in rows)
    if not rows:
        return ""
    if not measured:
        return OFF_SCALE
    if measured < len(rows):
        return ""
    found = (each for each in calibrations() if each.id == calibration_id)
    origin = next((1500 + each.link[0] for each in found), 1500)
    return ON_SCALE.format(f"{origin:.0f}", calibration_id)


def helped(covered: Sequence[PoolInfo]) -> bool:
    """Return True if a reference bot, were it to play in these pools, would set their scale."""
    known = calibration()
    return any(
        known.covers(pool.variant, pool.players, pool.negotiation, pool.rules_version)
        for pool in covered
    )


def provisional(row: Rating) -> bool:
    """Return True if a rating that is no bound has a wide interval."""
    return not (row.unknown or row.bound) and row.interval > PROVISIONAL


def elo(row: Rating) -> str:
    """Format a rating, or as a bound the end of its interval that is known."""
    return UNKNOWN if row.unknown else known(row.elo, row.interval, row.bound)


def known(elo: float, interval: float, bound: int) -> str:
    """Format an Elo, or a bound by the end of its interval."""
    # The truth lies beyond a bound's Elo in one case of three, beyond its interval hardly ever.
    return f"{BOUNDS[bound]}{elo - bound * interval:.0f}"


def with_interval(elo: float, interval: float, bound: int) -> str:
    """Format an Elo and its interval: `1512 ± 40`; or a bound: `≥ 2010`."""
    return known(elo, interval, bound) + ("" if bound else f" ± {interval:.0f}")


def plus_minus(row: Rating) -> str:
    """Format the half of a rating's interval, marked if it is provisional; "" for a bound."""
    half = "" if row.unknown or row.bound else f"{row.interval:.0f}"
    return half + ("?" if provisional(row) else "")


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
    # Adding 0.0 makes 0.0 of -0.0.
    return f"{round(number, 1) + 0.0:+.1f}"


def ranks(first: int | None, last: int | None) -> str:
    """Format the range of ranks a bot could plausibly have: `2–4`."""
    if first is None:
        return ""
    return str(first) if first == last else f"{first}–{last}"
