"""The coach finds what a player did wrong on purpose, and judges one that plays as it does.

Games of players who all play like the player of the rollouts, but for one decision of one seat in
the first third: it gives away beans that its fields need, or harvests three beans and more for
nothing. Is that decision among those that the coach calls costly? Of what else it calls costly, how
much is so by three times as many new deals? Ends with status 1 if one in ten was missed twice.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean

from arena.rollouts.judge import USUAL, Judged, judge
from arena.rollouts.playing import played_on, processors
from arena.rules import Choice, Game, Sensible, compile_rulebook
from arena.rules.choices import ALL, Harvest, Take, Terms, Trade
from arena.rules.free.harvest import worth
from arena.rules.likely import promises
from arena.rules.offers import find
from tests.support.staged import Staged

TAKES = "15 min"

LEAST = 1.2
"""Coins that a gift on purpose takes from the fields of the giver."""
NEW = 1_000_000
"""Deals from this number on had no part in the judgement."""


def harvested(game: Game, seat: int) -> Choice | None:
    """A harvest of three beans or more for nothing."""
    for choice in game.choices(seat):
        if not isinstance(choice, Harvest) or worth(game, seat, choice.field):
            continue
        if len(game.fields[seat][choice.field]) >= 3:
            return choice
    return None


def given(game: Game, seat: int) -> Choice | None:
    """The offer of a gift to all: every bean that a field of the giver needs."""
    if game.step.ask != "trade" or game.active != seat:
        return None
    for cards in game.fields[seat]:
        kind = cards[:1]
        have = game.turned_over.count(kind) + game.hands[seat].count(kind) if kind else 0
        if not have:
            continue
        scale, count = promises(game.book)[kind[0]], len(cards)
        gain = scale[min(count + have, len(scale) - 1)] - scale[min(count, len(scale) - 1)]
        give = find(game, seat, kind * have)
        if give is not None and gain >= LEAST:
            gift = Trade(offers=(Terms(give, b"", ALL),))
            if game.check(seat, gift) is None:
                return gift
    return None


def erring(variant: str, players: int, seed: int) -> tuple[Staged, int] | None:
    """A game in which seat `seed` errs once, and the number of that decision; None if it cannot."""
    game, rng = compile_rulebook(variant, players).start(seed), Random(seed)
    first, player = game.copy(), Sensible(game.book)
    plays: list[tuple[int, Choice]] = []
    at, seat = -1, seed % players
    err, after = (harvested, given)[seed % 2], rng.randint(2, 3 * players)
    while game.asked:
        asked = game.asked[0]
        choice = player.choose(game, asked)
        if at < 0 and asked == seat and game.turn >= after:
            wrong = err(game, seat)
            if wrong is not None and not isinstance(choice, Harvest):
                choice, at = wrong, len(plays)
        plays.append((asked, choice))
        game.play(asked, choice)
        if at == len(plays) - 1 and err is given:  # an offer is nothing yet: it must be taken
            while game.asked and game.step.ask == "answer":
                plays.append((game.asked[0], player.choose(game, game.asked[0])))
                game.play(*plays[-1])
            at = -1
            if game.accepts and game.asked[:1] == (seat,):
                at = len(plays)
                plays.append((seat, Trade(take=(Take(game.accepts[0].id),))))
                game.play(*plays[-1])
    return None if at < 0 else (Staged(first, plays), at)


def truly(judged: Judged) -> float:
    """What a decision cost in places, by new deals."""
    position, seat = judged.position, judged.position.seat
    options = (position.options[0], judged.instead)
    ends = [
        played_on(position, options, 0, NEW + number)
        for number in range(3 * (USUAL.whole + USUAL.again))
    ]
    return fmean(played.places[seat] - other.places[seat] for played, other in ends)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each game, then all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--variant", default="anniversary")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--truth", action="store_true", help="look at what else was called costly")
    asked = parser.parse_args(arguments)
    found = games = examined = decisions = 0
    others: list[Judged] = []
    seed = 0
    while games < asked.games:
        seed += 1
        made = erring(asked.variant, asked.players, seed)
        if made is None:
            continue
        replay, at = made
        judgement = judge(replay, processors())
        games += 1
        wrong = [each for each in judgement.costly if each.position.number == at]
        found += bool(wrong)
        rest = [each for each in judgement.costly if each.position.number != at]
        others += rest
        examined += sum(seen.examined for seen in judgement.seats)
        decisions += sum(seen.decisions for seen in judgement.seats)
        told = ", ".join(f"{e.fall:.2f} ± {e.error:.2f} places, {e.coins:.1f} coins" for e in wrong)
        what = ("harvest", "gift")[seed % 2]
        print(
            f"game {seed}: the {what} {'was found: ' + told if wrong else 'was missed'}; "
            f"{len(rest)} other decisions called costly"
        )
    print(
        f"{found} of {games} errors on purpose were found. {examined} of {decisions} decisions of "
        f"players like the judge were examined, {len(others)} of them called costly."
    )
    if asked.truth and others:
        true = list(map(truly, others))
        print(
            f"These by new deals: {sum(each > 0 for each in true)} did cost places, "
            f"{fmean(true):.2f} on the average; told was {fmean(e.fall for e in others):.2f}."
        )
    return 0 if 10 * found >= 9 * games else 1


if __name__ == "__main__":
    raise SystemExit(main())
