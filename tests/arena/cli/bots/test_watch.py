"""`arena watch`: a check and a few games at each save."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import typer

from arena.cli.bots import watch
from arena.errors import ArenaError
from tests.support.small_bots import GOOD


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is checked and played; a bot whose file says so fails the check."""
    done: list[Any] = []

    def check(word: str, **_: Any) -> None:
        done.append(word)
        if not Path(word).exists():
            raise ArenaError("It is gone.")
        if Path(word).is_file() and "fail" in Path(word).read_text("utf-8"):
            raise typer.Exit(1)

    monkeypatch.setattr(watch, "MOST_S", 0.0)
    monkeypatch.setattr(watch, "check", check)
    monkeypatch.setattr(watch, "match", lambda bots, **_: done.append(bots))
    return done


@pytest.fixture
def save(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What happens at each look that finds nothing new; then comes Ctrl-C."""
    todo: list[Any] = []

    def look(seconds: float) -> None:
        if not todo:
            raise KeyboardInterrupt
        todo.pop(0)()

    # Its own `time` alone: the games of a check that is not replaced sleep, too.
    monkeypatch.setattr(watch, "time", SimpleNamespace(sleep=look))
    return todo


def test_a_save_is_checked_and_played(
    arena, tmp_path: Path, played: list[Any], save: list[Any]
) -> None:
    bot = tmp_path / "bean.py"
    bot.write_text(GOOD)
    save += [
        lambda: None,
        lambda: bot.write_text(f"{GOOD}# fail\n"),
        bot.unlink,
        lambda: bot.write_text(f"{GOOD}# mended again\n"),
    ]
    assert "Waiting for the next save" in arena("watch", str(bot), code=130)
    first, second, third = [at for at, each in enumerate(played) if each == str(bot)][:3]
    assert played[first + 1] == [str(bot), "greedy"]
    assert second + 1 == third
    assert played[-1] == [str(bot), "greedy"]


def test_clutter_is_no_save(arena, tmp_path: Path, played: list[Any], save: list[Any]) -> None:
    bot = tmp_path / "bean.py"
    bot.write_text(GOOD)
    (tmp_path / "bot.toml").write_text('command = "python3 bean.py"\nfiles = ["bean.py"]\n')
    for name in (".DS_Store", "bean.py~", ".bean.py.swp"):
        save.append((tmp_path / name).touch)
    save += [lambda: (tmp_path / "notes.md").write_text("Trade more.")]
    arena("watch", str(tmp_path), code=130)
    checks = [each for each in played if each == str(tmp_path)]
    assert len(checks) == 2, "once at the start, and once for notes.md"


def test_it_meets_its_version_on_the_ladder(
    arena, tmp_path: Path, played: list[Any], save: list[Any]
) -> None:
    bot = tmp_path / "bean.py"
    bot.write_text(GOOD)
    arena("submit", str(bot))
    arena("watch", str(bot), code=130)
    assert played == [str(bot), [str(bot), "bean:1", "greedy"]]


@pytest.mark.slow
def test_a_save_is_compared_with_the_one_before_over_the_same_deals(
    arena, tmp_path: Path, played: list[Any], save: list[Any]
) -> None:
    bot = tmp_path / "bean.py"
    bot.write_text(GOOD)
    answer = 'json.dumps({"choice": 0, "say": "soy? " * 99})'
    talking = GOOD.replace("print(0", f"print({answer}")
    save += [lambda: bot.write_text(talking), lambda: bot.write_text(f"{talking}# the same\n")]
    said = " ".join(arena("watch", str(bot), code=130).split())
    first, second = said.split("Over 3 deals it earns ")[1:]
    assert "+0.0, between +0.0 and +0.0. Every deal ended as before." in first
    refused = [
        re.search(r"([0-9.]+) answers a game were refused or cut, ([0-9.]+)", each)
        for each in (first, second)
    ]
    (cut, none), (still, before) = (tuple(map(float, found.groups())) for found in refused if found)
    assert cut > 10 and none == 0 and still == before == cut


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Compare two bots whose gains of coins are given, three deals a look, as many as fit."""

    def compare(gains: Iterable[float], minutes: Iterable[float], json: bool = True) -> None:
        coming, now = iter(gains), iter(minutes)

        def play(variant: str, bots: list[Any], *_: Any, **__: Any) -> Iterator[Any]:
            for _ in range(3):
                coins = 10 + (next(coming) if bots[0].hash == "now" else 0)
                seat = SimpleNamespace(refused=0)
                yield SimpleNamespace(
                    spec=SimpleNamespace(bots=bots), scores=[coins, 0, 0], seats=[seat] * 3
                )

        monkeypatch.setattr(watch, "play_match", play)
        monkeypatch.setattr(watch, "granted", lambda spec, _: spec)
        monkeypatch.setattr(watch, "Seating", lambda **_: SimpleNamespace(close=int, play=None))
        monkeypatch.setattr(watch, "monotonic", lambda: next(now) * watch.MOST_S)
        conditions: Any = SimpleNamespace(
            cap=None, allow_network=False, confinement=int, clock=lambda _: None
        )
        before, after = (SimpleNamespace(hash=name) for name in ("before", "now"))
        resolver: Any = SimpleNamespace(find_spec=lambda name: SimpleNamespace(hash=name))
        watch._compare(before, after, resolver, conditions, json)  # type: ignore[arg-type]

    return compare


def _found(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_large_difference_shows_within_a_minute(
    compare: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    gains = np.random.default_rng(2).normal(7.2, 9.0, 60)
    compare(gains, [0, *[0.5] * 5, 1.1])
    found = _found(capsys)
    low, high = found["interval"]
    assert found["games"] == 18 and found["clear"] and low > 0
    assert low == pytest.approx(gains[:18].mean() - 2.224 * gains[:18].std(ddof=1) / 18**0.5, 1e-3)
    assert low + high == pytest.approx(2 * gains[:18].mean())
    compare([9, 8, 10] * 20, [0, *[0.5] * 20])
    found = _found(capsys)
    assert (found["games"], found["clear"]) == (12, True), "what is beyond doubt ends it early"
    compare([9, 9, 9], [0, 1.1])
    assert not _found(capsys)["clear"], "three deals that are alike by chance tell nothing"
    compare([9, -9, 3] * 4, [0, *[0.5] * 3, 1.1], json=False)
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "+1.0, between -4.3 and +6.3. Too few deals to tell: submit both, then arena sprt" in said
    )


@pytest.mark.slow
def test_where_nothing_changed_hardly_any_difference_is_clear(
    compare: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    dice, runs, wrong = np.random.default_rng(5), 2000, 0
    for run in range(runs):
        looks = (5, 7, 20)[run % 3]  # by how slow the games are
        gains = dice.normal(0, 9, 3 * looks).round()
        compare(gains, [0, *[0.5] * (looks - 1), 1.1])
        wrong += _found(capsys)["clear"]
    assert 0.02 * runs < wrong <= 0.05 * runs


def test_what_is_not_there_is_not_watched(arena) -> None:
    arena("watch", "nothing.py", code=2)
    assert "nothing.py" in arena.errors
