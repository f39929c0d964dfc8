"""What spectators see: games played back, games as they are played, and no hands."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.exceptions import InvalidStatus

from arena.errors import ArenaError
from arena.referee import live_record
from arena.referee.live_record import WANTED, Watched
from arena.replay.frames import PUBLIC, frames
from arena.web import broadcast, viewers
from arena.web.viewers import Viewers
from protocol import Json
from tests.support.golden import golden_game
from tests.support.page_line import Line
from tests.support.random_record import random_record
from tests.support.serving import pages_of, serving


@pytest.fixture
def show(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A server whose tournament 1 is being played, at a speed that only tests can follow."""
    for pause in ("BEAT_S", "TALK_S", "PAUSE_S", "LOOK_S"):
        monkeypatch.setattr(broadcast, pause, 0.01)
    monkeypatch.setattr(viewers, "LIVE_BEAT_S", 0.01)
    monkeypatch.setattr(broadcast, "running", lambda store: 1)

    @contextmanager
    def serve(**wished: Any) -> Iterator[str]:
        with serving(pages_of(home, **wished)) as address:
            yield address

    return serve


class Spectator(Line):
    """`told`: everything, in order."""

    def __init__(self, served: str, **headers: str) -> None:
        super().__init__(served, "watch", **headers)
        self.told: list[Any] = []

    def until(self, *keys: str) -> Any:
        """The first message with one of these keys from now on."""
        for message in self.messages():
            self.told.append(message)
            (key,) = message
            if key in keys:
                return message[key]

    def frames(self) -> list[Any]:
        return [each["frame"] for each in self.told if "frame" in each]


def test_a_game_that_is_over_is_played_back_to_all_alike_and_without_hands(
    show: Callable[..., Any],
) -> None:
    with show() as served:
        one, other = Spectator(served), Spectator(served)
        game = one.until("game")
        assert game["about"].endswith(", just played") and game["replay"].startswith("replays/")
        final = one.until("final")
        assert len(final["scores"]) == game["players"]
        frames = one.frames()
        assert len(frames) > 20
        for frame in frames:
            assert all(isinstance(hand, int) for hand in frame["position"]["hands"])
            assert frame["asked"] == []
        other.until("final")
        assert other.frames()[-20:] == frames[-20:]
        assert one.until("game")["about"] != game["about"]
        if not any("board" in each for each in one.told):
            one.until("board")
        (board, *_) = [each["board"] for each in one.told if "board" in each]
        assert board["title"] == "Tournament 1" and board["rows"] and board["news"]
        told = game["about"].partition(",")[0]
        assert not any(text.startswith(f"{told}:") for text in board["news"])  # how it ends
        for each in (one, other):
            each.close()


def test_with_open_hands_all_cards_are_shown_but_no_other_site_may_look_on(
    show: Callable[..., Any],
) -> None:
    with show(open_hands=True) as served:
        with pytest.raises(InvalidStatus):
            Spectator(served, Origin="http://evil.example")
        spectator = Spectator(served)
        hands = spectator.until("frame")["position"]["hands"]
        assert all(isinstance(hand, list) for hand in hands)
        spectator.close()


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.0, 0.5])
def test_a_slow_game_is_shown_while_it_is_played(
    show: Callable[..., Any], home: Path, delay: float
) -> None:
    record = random_record("anniversary", 3, 5)
    result = record.pop("result")
    decisions = record.pop("decisions")
    so_far = record | {"decisions": decisions[:40], "forfeits": []}
    (home / "live").mkdir()
    (home / "live" / WANTED).touch()
    over = Watched(str(home / "live"), "76")  # whoever looked on has left before its end
    over(record | {"decisions": [], "forfeits": []}, live_record.SLOW_MS)
    over.end(result)
    with show(delay=delay) as served:
        spectator = Spectator(served)
        spectator.until("board")
        begun = time.time()
        worker = Watched(str(home / "live"), "77")
        worker(so_far, live_record.SLOW_MS)
        while "Game 77" not in (about := spectator.until("game")["about"]):
            pass
        assert time.time() - begun >= delay
        assert about == "Game 77, being played" + (", shown 0.5 seconds later" if delay else "")
        assert not any("Game 76" in str(each.get("game")) for each in spectator.told)
        before = len(spectator.frames())
        so_far["decisions"] = decisions[:60]
        worker(so_far, 1.0)
        spectator.until("frame")
        so_far["decisions"] = decisions
        worker(so_far, 1.0)
        worker.end(result)
        assert spectator.until("final")["scores"] == result["scores"]
        shown = spectator.frames()[before:]
        assert len(shown) > 20
        assert all(isinstance(hand, int) for each in shown for hand in each["position"]["hands"])
        spectator.close()
    assert list((home / "live").glob("*.game")) == []


def test_what_was_held_back_of_a_game_is_told_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may end as somebody passes in a window, which spectators are not told while it may
    show who was asked."""
    monkeypatch.setattr(viewers, "LIVE_BEAT_S", 0.0)
    replay = golden_game("classic", 5)
    data = replay.data
    so_far = {key: part for key, part in data.items() if key != "result"}
    decisions = data["decisions"]

    async def parts() -> AsyncIterator[tuple[float, Json]]:
        now = time.time()
        yield now, so_far | {"decisions": decisions[:-20]}
        yield now, {"decisions": decisions[-20:], "forfeits": []}
        yield now, {"decisions": [], "forfeits": [], "result": data["result"]}

    async def look_on() -> list[Json]:
        shown = Viewers()
        page = shown.join()
        await shown.follow(parts(), "Game 7", PUBLIC, 0.0)
        return [orjson.loads(page.get_nowait()) for _ in range(page.qsize())]

    *_, latest, final = asyncio.run(look_on())
    *_, end = frames(replay, PUBLIC)
    for key in ("step", "coins", "draw_pile"):
        assert latest["frame"]["position"][key] == end.position[key]
    assert final["final"]["scores"] == data["result"]["scores"]


@pytest.mark.parametrize("error", [ZeroDivisionError("unthought of"), ArenaError("Damaged.")])
def test_a_game_and_standings_that_cannot_be_shown_are_told_and_the_show_goes_on(
    show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    shown = Viewers.frame
    fails = [error]

    def live(*_: object) -> None:
        raise ZeroDivisionError("no standings")

    async def frame(*arguments: Any) -> None:
        if fails:
            raise fails.pop()
        await shown(*arguments)

    monkeypatch.setattr(Viewers, "frame", frame)
    monkeypatch.setattr(broadcast, "live", live)
    with show() as served:
        spectator = Spectator(served)
        first = spectator.until("game")["about"]
        assert spectator.until("idle") == f"The game cannot be shown. {error!r}"
        assert spectator.until("game")["about"] != first
        assert spectator.until("final")
        (board, *_) = [each["board"] for each in spectator.told if "board" in each]
        assert "no standings" in str(board["news"])
        spectator.close()


def test_nothing_is_written_of_a_game_that_nobody_watches_or_that_is_quick(tmp_path: Path) -> None:
    record = random_record("anniversary", 3, 5) | {"forfeits": []}
    unwatched = Watched(str(tmp_path), "1")
    unwatched(record, 10_000.0)
    (tmp_path / WANTED).touch()
    quick = Watched(str(tmp_path), "2")
    quick(record, live_record.SLOW_MS / 2)
    for each in (unwatched, quick):
        each.end(record["result"])
    assert [file.name for file in tmp_path.iterdir()] == [WANTED]
    lost = Watched(str(tmp_path), "3")
    lost(record, live_record.SLOW_MS)
    assert len(list(tmp_path.iterdir())) == 2
    lost.end(None)  # the game was void: nobody waits for its end
    assert [file.name for file in tmp_path.iterdir()] == [WANTED]
