"""How it is told whether one strength per bot explains the results."""

from arena.text.company import company
from ladder.queries.company import Shift, Spread
from tests.support.made_up_standing import standing


def test_shifts_are_listed_of_the_bots_in_the_table_and_by_pool_only_beyond_chance() -> None:
    shifts = tuple(Shift(bot, where=0, deals=20, elo=30, interval=10) for bot in (1, 2, 3))
    rows = [standing(bot_id=2, name="bee"), standing(bot_id=1, name="ant")]
    by_chance, beyond = Spread(9, 0.5, shifts), Spread(90, 0.001, shifts)
    for found, listed in (
        ((by_chance, by_chance), [(2, 0), (1, 0)]),
        ((by_chance, beyond), [(2, 0), (2, 1), (1, 0), (1, 1)]),
        (None, []),
    ):
        table = company(found, rows, [])
        assert [(shift.bot_id, at) for shift, at in table.rows] == listed
