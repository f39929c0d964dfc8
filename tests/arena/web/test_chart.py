"""Pictures: where their points, rules and labels come to lie."""

from arena.web.chart import MOST_LINES, ChartLine, charts
from arena.web.standings import Spent, Whisker, legible


def test_points_lie_between_rules_that_are_round_numbers() -> None:
    (chart,) = charts([ChartLine("a", ((10.0, 1480.0), (20.0, 1500.0), (30.0, 1523.0)))])
    assert [value for _, value in chart.rules] == [1480, 1500, 1520, 1540]
    assert [at for at, _ in chart.rules] == [100, 66.67, 33.33, 0]
    assert chart.lines == (("a", "M0,100 50,66.67 100,28.33", 1523.0),)
    (level,) = charts([ChartLine("a", ((1.0, 1500.0), (2.0, 1500.0)))])
    assert level.lines[0][1] == "M0,100 100,100"
    assert charts([ChartLine("a", ((1.0, 1500.0),)), ChartLine("b", ())]) == []  # points alone


def test_many_lines_are_drawn_in_several_charts_on_one_scale() -> None:
    lines = [
        ChartLine(str(number), tuple((float(x), float(x)) for x in range(2 + number)))
        for number in range(MOST_LINES + 3)
    ]
    first, second = charts(lines)
    names = [name for chart in (first, second) for name, _, _ in chart.lines]
    assert names == [str(number) for number in reversed(range(MOST_LINES + 3))]
    assert len(first.lines) == MOST_LINES and first.rules == second.rules


def test_labels_in_the_picture_of_costs_do_not_lie_on_each_other() -> None:
    def spent(label: str, left: float, elo: float) -> Spent:
        return Spent(label, left, Whisker(elo, elo, elo), label)

    points = legible(
        [
            spent("best", 0, 10),
            spent("close to it", 0, 12),
            spent("last", 0, 90),
            spent("cheap model", 1, 92),
            spent("dear model", 100, 91),
        ]
    )
    assert {each.label for each in points} == {"", "best", "cheap model", "dear model"}
    assert len(points) == 5
