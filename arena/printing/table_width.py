"""Fitting a table into the width of a terminal: columns are left out, then cells are shortened."""

from collections.abc import Collection, Iterable, Sequence

from rich.cells import cell_len, set_cell_size

GAP = "  "
NARROWEST = 6
"""Cells of a shortened column, the … included."""
TELLING = 16
"""Cells in which a text column that may be left out still says something."""


def fit(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    left: Collection[int],
    width: int | None,
    spare: Sequence[str],
) -> tuple[list[str], list[str]]:
    """The lines of a table, its heading first, and the names of the columns left out.

    left: the numbers of the columns that are aligned to the left, the others to the right.
    width: None for no limit. spare: the columns that may be left out, the first one first, unless
    it is enough to shorten one; `name…` is one that is only shortened. Then other columns to the
    left are shortened, the longest first.
    """
    cells = [list(columns)]
    cells += [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    shown = list(range(len(columns)))

    def excess() -> int:
        needed = sum(widths[at] for at in shown) + len(GAP) * (len(shown) - 1)
        return 0 if width is None else needed - width

    for name in spare:
        if excess() <= 0:
            break
        if name.removesuffix("…") not in columns:
            continue
        at = columns.index(name.removesuffix("…"))
        if name.endswith("…"):
            widths[at] = max(widths[at] - excess(), min(widths[at], TELLING))
        elif at in left and widths[at] - excess() >= TELLING:
            widths[at] -= excess()
        else:
            shown.remove(at)
    while excess() > 0:
        at = max((at for at in shown if at in left), key=lambda at: widths[at])
        if widths[at] <= NARROWEST:
            break
        widths[at] = max(NARROWEST, widths[at] - excess())
    lines = [
        GAP.join(_cell(row[at], widths[at], at in left) for at in shown).rstrip() for row in cells
    ]
    return lines, [name for at, name in enumerate(columns) if at not in shown]


def _cell(text: str, width: int, left: bool) -> str:
    """The text in exactly `width` cells; a letter of some scripts takes two, an accent none."""
    if cell_len(text) > width:
        return set_cell_size(set_cell_size(text, width - 1).rstrip() + "…", width)
    return set_cell_size(text, width) if left else " " * (width - cell_len(text)) + text
