"""What every format must keep to, and one that looks at results, as a knock-out would."""

from collections.abc import Iterator, Sequence

import pytest

from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats import FORMATS, FormatError, format_named
from arena.tournament.formats.format import Format, Met, Pairing
from arena.tournament.schedule import Schedule
from ladder.tournaments import Pool

EACH = pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)


@EACH
@pytest.mark.parametrize("so_far", [(), ({0: 1.0, 1: 0.0}, {1: 0.5, 0: 0.5})])
@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (5, 3), (12, 4), (3, 5)])
def test_a_round_can_be_drawn_again(
    format: type[Format], entrants: int, players: int, so_far: Sequence[Met]
) -> None:
    def made() -> Format:
        return format(entrants, players, Draws(new_secret(3), "test"))

    in_order = [list(made().round(number, so_far)) for number in range(1, 6)]
    one = made()
    assert [list(one.round(number, so_far)) for number in (5, 1, 3)] == [
        in_order[number - 1] for number in (5, 1, 3)
    ]
    assert len(in_order[0]) == one.size
    for pairing in in_order[0]:
        assert len(set(pairing)) == len(pairing) <= players
        assert set(pairing) <= set(range(entrants))


@EACH
def test_a_format_says_what_it_is(format: type[Format]) -> None:
    assert format.name.isalpha()
    assert format.summary


def test_an_unknown_format_is_told_the_nearest() -> None:
    with pytest.raises(FormatError, match=r"no format called 'gauntlett'\. Did you mean gauntlet"):
        format_named("gauntlett")


class Knockout(Format):
    """Two by two, and the winners again."""

    name = "knockout"
    summary = "winners meet winners"
    sees_results = True

    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        self._entrants = entrants

    @property
    def size(self) -> int:
        return self._entrants // 2

    def round(self, number: int, so_far: Sequence[Met]) -> Iterator[Pairing]:
        left = list(range(self._entrants))
        for met in so_far:
            left.remove(min(met, key=met.__getitem__))
        pairs = zip(left[::2], left[1::2], strict=False)
        return iter(list(pairs))


def test_a_format_sees_the_results_of_its_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "knockout", Knockout)
    one, other = (Pool(name, 2, "standard", "n", "1") for name in ("classic", "plus"))
    schedule = Schedule("knockout", [10, 20, 30, 40], [one, other], new_secret(1))
    first = [(draft.pool, {*draft.bots}) for draft in schedule.round(1, 0)]
    results = {
        pool: [{bot: float(bot == max(met)) for bot in met} for at, met in first if at == pool]
        for pool in (one, other)
    }
    results[other] = []
    second = [(draft.pool, {*draft.bots}) for draft in schedule.round(2, 4, results.__getitem__)]
    assert [met for pool, met in second if pool == one] == [
        {max(met) for pool, met in first if pool == one}
    ]
    assert len([met for pool, met in second if pool == other]) == 2
