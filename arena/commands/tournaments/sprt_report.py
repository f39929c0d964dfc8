"""The state of a test of two bots, as fastchess would print it: LLR line, verdict, all numbers."""

from collections.abc import Callable
from dataclasses import asdict
from math import isfinite

from arena.printing.console import say
from arena.text.sprt import estimates, llr_line, remarks, results, units, verdict_line
from arena.tournament.progress import GameFinished
from ladder.contest import Contest
from ladder.sprt_estimates import Estimates, superiority
from protocol import Json


def following(test: Contest) -> Callable[[GameFinished], str]:
    """The progress of a test in words, whenever a game has ended."""

    def how_far(event: GameFinished) -> str:
        test.read_on()
        return f"{units(test)}, {llr_line(test)}"

    return how_far


def in_json(test: Contest) -> Json:
    """The state of a test for --json; what is not a number is null."""
    tally, bounds = test.tally, test.bounds
    return {
        "sprt": {
            "verdict": test.verdict,
            "llr": test.llr,
            "bounds": asdict(bounds) | {"lower": bounds.lower, "upper": bounds.upper},
            "units": tally.units,
            "differing": tally.differing,
            "games": 2 * tally.units,
            "points": tally.points / 2,
            "draws": tally.draws,
            "ptnml": tally.ptnml,
            "leads": {lead: tally.leads[lead] for lead in sorted(tally.leads)},
            "los": superiority(tally),
            **{
                how.replace(" ", "_"): None if found is None else _numbers(found)
                for how, found in estimates(test).items()
            },
            "conduct": [asdict(bot) for bot in test.conduct()],
        }
    }


def _numbers(found: Estimates) -> dict[str, dict[str, float | None]]:
    return {
        name: {key: number if isfinite(number) else None for key, number in each.items()}
        for name, each in asdict(found).items()
    }


def conclude(test: Contest, a: str, b: str) -> None:
    """Prints the verdict and all numbers. a, b: labels."""
    say(verdict_line(test), style="bold")
    for sentence in remarks(test):
        say(sentence)
    say()
    for line in results(test, a, b):
        say(line)
