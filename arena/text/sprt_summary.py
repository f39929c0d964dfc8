"""Tests of two bots (SPRT) in words, in the manner of fastchess, for terminals and pages."""

from math import inf, isfinite

from arena.text import harmless
from arena.text.phrases import counted
from ladder.statistics.sprt import Verdict
from ladder.statistics.sprt_estimates import (
    Estimates,
    IntervalEstimate,
    corrected,
    plain,
    superiority,
)
from ladder.tournaments.sprt_progress import Contest

MUCH_LONGER = 4
"""How many times as many units may tell half the difference."""


def llr_line(test: Contest) -> str:
    """Format the state: `LLR: 1.20 (40.8%) (-2.94, 2.94) [0.00, 20.00]`."""
    bounds, llr = test.bounds, test.llr
    share = llr / bounds.upper if llr >= 0 else -llr / bounds.lower
    return f"LLR: {llr:.2f} ({share:.1%}) ({bounds.lower:.2f}, {bounds.upper:.2f}) {_bounds(test)}"


def verdict_line(test: Contest) -> str:
    """Format the verdict: `SPRT ([0.00, 20.00]) completed - H1 was accepted`."""
    match test.verdict:
        case None:
            how = "has not ended yet"
        case Verdict.IDENTICAL:
            how = "completed - identical play"
        case Verdict.INCONCLUSIVE:
            how = f"ended after {units(test)} - inconclusive"
        case accepted:
            how = f"completed - {accepted} was accepted"
    return f"SPRT ({_bounds(test)}) {how}"


def results(test: Contest, a: str, b: str) -> list[str]:
    """List all numbers line by line, for the bots labelled `a` and `b`."""
    a, b, tally = harmless(a), harmless(b), test.tally
    lines = [f"Results of {a} against {b}, seats exchanged on the same deal:"]
    for how, found in estimates(test).items():
        if found is not None:
            elo, normalised = _plus_minus(found.elo), _plus_minus(found.nelo)
            lines.append(f"Elo: {elo}, nElo: {normalised} ({how})")
    if tally.mean in (inf, -inf) and not any(estimates(test).values()):
        lines.append("Elo: beyond measure, as every unit had the same lead")
    if tally.units:
        games = 2 * tally.units
        # Points are counted in halves: two for a win, one for a draw.
        wins = (tally.points - tally.draws) // 2
        points = tally.points / 2
        los = f"{superiority(tally):.2%}"
        lines += [
            f"LOS: {los}, {units(test)}, {tally.differing} with a difference",
            f"Games: {games}, Wins: {wins}, Losses: {games - wins - tally.draws}, "
            f"Draws: {tally.draws}, Points: {points:.1f} ({points / games:.2%})",
            f"Ptnml(0-2): {tally.ptnml}",
        ]
    lines.append(llr_line(test))
    for bot in test.conduct():
        if bot.faults or bot.forfeits:
            lines.append(
                f"{harmless(bot.label)}: {bot.faults} faults in {bot.games} games, "
                f"{bot.forfeits} forfeited, which count as lost to all others"
            )
    return lines


def remarks(test: Contest) -> list[str]:
    """Explain an unusual verdict in sentences."""
    said, tally = [], test.tally
    if test.verdict is Verdict.IDENTICAL:
        said.append(
            f"In {units(test)}, each seat made the same of both games, no matter who sat there."
        )
    if test.verdict is Verdict.INCONCLUSIVE:
        said.append(
            "Both forfeited in all of them, which says nothing of how they play. Mend them first."
            if tally.forfeited == tally.units
            else f"For a verdict, begin a longer test: add --units {MUCH_LONGER * tally.units}."
        )
    return said


def estimates(test: Contest) -> dict[str, Estimates | None]:
    """Return the plain estimates and, after a verdict, the corrected ones, by description."""
    by_name = {"as played": plain(test.tally)}
    if test.verdict is not None:
        by_name["corrected for stopping"] = corrected(test.tally, test.bounds)
    return by_name


def units(test: Contest) -> str:
    """Format the number of units: `1 unit`, `2 units`."""
    return counted(test.tally.units, "unit")


def _plus_minus(number: IntervalEstimate) -> str:
    """Format an estimate: `46.6 +/- 39.8`, or the end that is finite."""
    if number.high == inf and isfinite(number.low):
        return f"at least {number.low:.1f}"
    if number.low == -inf and isfinite(number.high):
        return f"at most {number.high:.1f}"
    if not isfinite(number.value):
        return "beyond measure"
    return f"{number.value:.1f} +/- {(number.high - number.low) / 2:.1f}"


def _bounds(test: Contest) -> str:
    return f"[{test.bounds.elo0:.2f}, {test.bounds.elo1:.2f}]"
