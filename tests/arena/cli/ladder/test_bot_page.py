"""The page of a bot as it is printed, and what is left out where there is nothing to tell."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.cli.ladder.bot_page import show_page
from arena.text.ratings import signed
from ladder.database.store import Bot
from ladder.queries.appearances import Appearances, Beside, SeatRow
from ladder.queries.bot_profile import BotProfile, Metric, PoolRow, Version
from ladder.queries.pools import PoolInfo
from ladder.ratings.scope import NOTHING_KNOWN
from tests.arena.conftest import Arena
from tests.support.made_up_standing import standing
from tests.support.shown_ladder import shown_ladder
from tests.support.terminal import on_terminal

BOT = Bot(1, "ant", 2, "Ada", "python", "h", {}, "active", "", "2026-01-02T03:04:05Z", 0, 0)
OLD = replace(BOT, id=2, version=1, status="retired")
COUNTS = {"games": 90, "blocks": 30, "faults": 3, "faulty_games": 2, "forfeits": 1}
ROW = standing(version=2, elo=1612, interval=64, **COUNTS)
POOL = PoolInfo(1, "classic", 3, "standard", "n", "1", 30, 4)
PAGE = BotProfile(
    bot=BOT,
    versions=(Version(BOT, 90, 1612, 64, 0, ()),),
    overall=ROW,
    pools=(PoolRow(POOL, ROW, 0),),
    more_games=60,
    games=Appearances((), (), (), ()),
    official=(),
    history=(),
    trades=None,
    fault_kinds={"late": 3},
    metrics=(),
    not_counted={},
)


Printed = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """What is printed of PAGE with some changes."""

    def show(all_: bool = False, **changes: Any) -> str:
        show_page(replace(PAGE, **changes), all_=all_)
        return capsys.readouterr().out

    return show


def test_of_a_bot_of_which_nothing_is_known_no_elo_is_given(printed: Printed) -> None:
    unknown = replace(ROW, rank=None, interval=681, group_number=NOTHING_KNOWN)
    told = printed(overall=unknown, more_games=None)
    assert told.split()[4:12] == ["active", "Elo", "?", "rank", "–", "games", "90,", "in"]
    assert "Its strength is unknown: in all its games, all who sat there forfeited" in told
    assert "1612" not in told.splitlines()[1]


def test_a_bot_without_a_rank_is_told_why_and_all_else(printed: Printed) -> None:
    row = replace(ROW, rank=None, pools=1, of=4, bound=1)
    told = printed(overall=row, more_games=None)
    assert "– = not ranked: it has played in fewer than half as many of these 4 pools" in told
    assert "A bound: it has hardly lost" in told
    assert "not ranked" not in printed(bot=replace(BOT, status="retired"), overall=row)


def test_what_matters_comes_first(printed: Printed) -> None:
    lines = printed(overall=replace(ROW, first_rank=1, last_rank=3))
    assert lines.splitlines()[:9] == [
        "ant:2 by Ada, python, active",
        "  Elo        1612 ± 64?",
        "  rank       1, 1–3 at 95%",
        "  games      90, in 1 pool",
        "  wins       30%, place score 0.500",
        "  coins      9.0",
        "  a decision 1.00 ms, at most 2",
        "  faults     2 rated games, 1 of them forfeited: 3 late",
        "About 60 more games until it is ± 50.",
    ]


def test_nothing_is_foretold_where_the_goal_is_reached_or_never_may_be(printed: Printed) -> None:
    assert "until" not in printed(more_games=0)
    bound = printed(overall=replace(ROW, bound=1), more_games=None)
    assert "Elo        ≥ 1548\n" in bound
    assert "it has hardly lost, and may be far stronger" in bound
    assert "until" not in bound


def test_sections_without_data_are_left_out(printed: Printed) -> None:
    out = printed()
    for title in ("Versions", "By pool", "Opponents", "Trades", "Metrics", "Best"):
        assert title not in out
    assert "No game has been rated yet." in printed(overall=None)


def test_a_bot_that_depends_on_its_company_has_two_numbers(printed: Printed) -> None:
    beside = Beside(1423.4, 60.2, 45), Beside(1610, 50, 31)
    out = printed(games=Appearances((), (), (), (), *beside))
    assert "Beside traders 1423 ± 60 (45 games), beside others 1610 ± 50 (31)." in out
    assert "Beside" not in printed()


def test_seats_are_headed_as_people_count_them(printed: Printed) -> None:
    by_seat = tuple(SeatRow(1, seat, 30, 0.5, 0.3, 9.0) for seat in range(3))
    words = printed(games=Appearances(by_seat, (), (), ()))
    _, shown = words.split("Place score by seat\n")
    assert shown.split()[:7] == ["pool", "seat", "1", "seat", "2", "seat", "3"]


def test_versions_and_pools_are_shown_where_there_are_several(printed: Printed) -> None:
    versions = (Version(OLD, 0, None, None, 0, ()), Version(BOT, 90, 1612, 64, 1, ("build",)))
    other = PoolRow(replace(POOL, id=2, players=4), ROW, 7)
    lines = printed(versions=versions, pools=(*PAGE.pools, other)).splitlines()
    old, new = lines[lines.index("Versions") + 2 :][:2]
    assert old.split()[:4] == ["ant:1", "0", "2026-01-02", "retired"]
    assert new.split() == ["ant:2", "≥", "1548", "90", "2026-01-02", "active", "build"]
    assert "classic, 4 players, standard" in lines[lines.index("By pool") + 3]
    assert "7 matches have been rated since these pools were fitted." in lines


def test_nothing_is_never_negative() -> None:
    assert [signed(number) for number in (-0.04, 0.04, -0.05001, 1.25)] == [
        "+0.0", "+0.0", "-0.1", "+1.2",
    ]  # fmt: skip


def test_many_metrics_are_counted(printed: Printed) -> None:
    metrics = tuple(Metric(f"key{number}", 9, 0.125, -1.0, 1e9) for number in range(25))
    out = printed(metrics=metrics)
    assert "key19  0.125     -1  1e+09      9" in out
    assert "key20" not in out
    assert "5 more are in fewer games. Show all: arena ladder ant:2 --all" in out
    out = printed(all_=True, metrics=metrics)
    assert "key24" in out
    assert "more are in fewer games" not in out


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shown_ladder(tmp_path_factory.mktemp("home"))


@pytest.mark.slow
def test_the_page_of_a_real_bot(home: Path) -> None:
    arena = Arena(home)
    out = arena("ladder", "ant:1")
    for title in ("Versions", "By pool", "Place score by seat", "Opponents", "Metrics", "Worst"):
        assert f"\n{title}" in out
    page = arena.json("ladder", "ant:1")
    assert page["games"]["opponents"][0]["score"] >= 0
    best = page["games"]["best"][0]
    assert f"arena replay {best['game_id']} --seat {best['seat'] + 1}" in out


@pytest.mark.slow
def test_the_page_fits_a_terminal(home: Path) -> None:
    for words in (("ladder", "ant:1"), ("compare", "ant:1", "bee")):
        lines = on_terminal(80, home, *words).splitlines()
        assert len(lines) > 5
        assert max(map(len, lines)) <= 80
