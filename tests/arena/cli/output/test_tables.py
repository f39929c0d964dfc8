"""Tables in terminals of any width, with names in any script."""

import pytest
from rich.cells import cell_len

from arena.cli.output.tables import fit, in_columns
from arena.text.games import games
from arena.text.standings import STANDINGS
from arena.text.table import DataTable
from tests.support.made_up_standing import standing

SPARE_OF_GAMES = in_columns(games(()))[-1]
VALUES = {"above": 112, "above_interval": 60, "ahead": 0.98, "first_rank": 1, "last_rank": 2}
VALUES |= {"change": 3, "coins_interval": 0.3, "refused": 14}
NAMES = ["ant", "豆豆豆豆豆豆豆豆", "Bohnenkönigin-von-und-zu", "e\u0301mile", "बीन"]
COLUMNS, ROWS, _, SPARE = in_columns(
    DataTable(
        "",
        [*STANDINGS.values()],
        [standing(rank=rank, name=name, **VALUES) for rank, name in enumerate(NAMES, 1)],
    )
)


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_table_keeps_to_the_width(width: int) -> None:
    lines, missing = fit(COLUMNS, ROWS, {1}, width, SPARE)
    assert max(map(cell_len, lines)) <= width
    assert len(lines) == 1 + len(ROWS)
    first = [name for name in SPARE if name in COLUMNS][: len(missing)]
    assert missing == [name for name in COLUMNS if name in first]
    assert (missing == []) == (width > 100)
    ends = {cell_len(line[: line.index("1500")]) for line in lines[1:]}
    assert len(ends) == 1, "aligned, however wide the letters are"


def test_a_pipe_gets_everything() -> None:
    lines, missing = fit(("game", "result"), [(1, "x" * 900)], {1}, None, ("game",))
    assert missing == []
    assert lines[1] == "   1  " + "x" * 900


def test_what_may_not_be_left_out_is_shortened() -> None:
    result = "  ".join(f"{name}:1 12" for name in NAMES)
    rows = [(17, 1, "anniversary", 3, 90, "2026-01-02 03:04", result)]
    columns = ("game", "tournament", "variant", "round", "decisions", "when, UTC", "result")
    lines, missing = fit(columns, rows, {2, 5, 6}, 40, SPARE_OF_GAMES)
    assert set(missing) == set(SPARE_OF_GAMES)
    assert cell_len(lines[1]) <= 40
    assert lines[1].endswith("…")


def test_a_text_is_shortened_before_it_is_left_out() -> None:
    rows = [(1, "x" * 30, "y" * 30)]
    lines, missing = fit(("id", "bots", "settings"), rows, {1, 2}, 60, ("settings", "bots"))
    assert (missing, cell_len(lines[1])) == ([], 60)
    lines, missing = fit(("id", "bots", "settings"), rows, {1, 2}, 45, ("settings", "bots"))
    assert (missing, lines[1]) == (["settings"], " 1  " + "x" * 30)
