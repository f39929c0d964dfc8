"""What stands around the standings."""

from dataclasses import replace

import pytest

from arena.commands.ladder import show_standings
from ladder.standings import PoolInfo, Row


def _pool(variant: str, players: int) -> PoolInfo:
    return PoolInfo(1, variant, players, "standard", "5/3/2/280", "1", 1, 2)


ROW = Row(1, 1, "ant", 1, "", "", "active", 1500, 40, 9, 3, 0.5, 0.3, 9, None, 0, 0, 0, 1.0, 2.0)


def test_few_pools_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    show_standings([ROW], [_pool("classic", 3), _pool("classic", 4), _pool("plus", 7)])
    assert "Mean over 3 pools: classic with 3, 4; plus with 7\n" in capsys.readouterr().out


def test_many_pools_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    pools = [_pool(f"game{number}", 3 + number % 3) for number in range(7) for _ in range(7)]
    show_standings([ROW], pools)
    out = capsys.readouterr().out
    assert (
        "Mean over 49 pools: 7 games with 3, 4, 5 players. "
        "One of them: arena ladder --variant game0 --players 3\n"
    ) in out
    assert "game1" not in out


def test_a_bot_that_has_not_played_all_pools_is_set_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pools = [_pool("classic", 3), _pool("plus", 7)]
    apart = replace(ROW, rank=None, name="bee", elo=1900, pools=1, of=2)
    show_standings([replace(ROW, pools=2, of=2), apart], pools)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[3:5]] == [["1", "ant:1"], ["–", "bee:1"]]
    assert lines[4].endswith("1/2")
    assert "not ranked: means compare only bots that have played all 2 pools" in lines[-1]
    assert "arena ladder --variant classic --players 3" in lines[-1]
