"""Tables in terminals of any width, with names in any script."""

import pytest
from rich.cells import cell_len

from arena.cli.output.tables import fit
from arena.text.standings import STANDINGS
from arena.text.table import Column, DataTable, plain
from tests.support.made_up_standing import standing

VALUES = {"above": 112, "above_interval": 60, "ahead": 0.98, "first_rank": 1, "last_rank": 2}
VALUES |= {"change": 3, "coins_interval": 0.3, "refused": 14}
NAMES = ["ant", "豆豆豆豆豆豆豆豆", "Bohnenkönigin-von-und-zu", "e\u0301mile", "बीन"]
TABLE = DataTable(
    "",
    [*STANDINGS.values()],
    [standing(rank=rank, name=name, **VALUES) for rank, name in enumerate(NAMES, 1)],
)


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_table_keeps_to_the_width(width: int) -> None:
    lines, missing = fit(TABLE, width)
    assert max(map(cell_len, lines)) <= width
    assert len(lines) == 1 + len(NAMES)
    columns = [each for each in TABLE.columns if not each.shortens]
    spare = [each.name for each in sorted(columns, key=lambda each: each.spare) if each.spare]
    assert set(missing) == set(spare[: len(missing)])
    assert (missing == []) == (width > 100)
    ends = {cell_len(line[: line.index("1500")]) for line in lines[1:]}
    assert len(ends) == 1, "aligned, however wide the letters are"


def test_a_pipe_gets_everything() -> None:
    lines, missing = fit(plain("", ("game", "result"), [(1, "x" * 900)], (1,)), None)
    assert missing == []
    assert lines[1] == "   1  " + "x" * 900


def test_what_may_not_be_left_out_is_shortened() -> None:
    columns: list[Column[str]] = [
        Column("game", lambda row: 17, words=True),
        *(Column(name, lambda row: "2026-01-02", spare=1) for name in ("when", "variant")),
        Column("result", lambda row: row, words=True),
    ]
    lines, missing = fit(DataTable("", columns, ["  ".join(f"{name}:1 12" for name in NAMES)]), 40)
    assert missing == ["when", "variant"]
    assert cell_len(lines[1]) <= 40
    assert lines[1].endswith("…")


def test_a_text_is_shortened_before_it_is_left_out() -> None:
    columns: list[Column[str]] = [
        Column("id", lambda row: 1),
        Column("bots", lambda row: "x" * 30, words=True, spare=2),
        Column("settings", lambda row: "y" * 30, words=True, spare=1),
    ]
    lines, missing = fit(DataTable("", columns, [""]), 60)
    assert (missing, cell_len(lines[1])) == ([], 60)
    lines, missing = fit(DataTable("", columns, [""]), 45)
    assert (missing, lines[1]) == (["settings"], " 1  " + "x" * 30)
