"""What the game against itself tells: its seats count from 1, as everywhere for people."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.cli.bots.check_progress import show_step
from arena.registry import check
from arena.replay.stored_game import RefusedAnswer


@pytest.mark.parametrize("fault", ["", "illegal"])
def test_seats_are_told_as_people_count_them(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    fine: dict[str, Any] = {"faults": {}, "forfeit": "", "reason": "", "stderr": "", "max_ms": 1.0}
    at_fault = fine | ({"faults": {fault: 1}, "reason": "no soy"} if fault else {})
    seats = [SimpleNamespace(**each) for each in (fine, fine, fine, at_fault)]
    played = SimpleNamespace(void="", record={}, scores=[1, 2, 3, 4], seats=seats)
    seating = SimpleNamespace(play=lambda game: played, close=lambda: None)
    monkeypatch.setattr(check, "Seating", lambda level: seating)
    refusal = RefusedAnswer(3, 0, 7, "no soy", fault or None, None)
    monkeypatch.setattr(check, "refusals", lambda record: [refusal])
    step = check._plays_itself(None, None, None, 8)  # type: ignore[arg-type]
    if fault:
        assert step.detail == "faults in seat 4: illegal 1. question 7: no soy"  # the reason once
    else:
        assert step.warning == (
            "0.2 answers a game were refused or cut; each time as in question 7: no soy"
        )


def test_a_question_that_never_came_up_is_not_said_to_be_passed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = SimpleNamespace(lines=[], leaves=False, stderr=str, start=str, end=int, watch=id)
    game = SimpleNamespace(next=lambda: None, finish=int, refuse=id)
    monkeypatch.setattr(check, "Conversation", lambda *_: bot)
    monkeypatch.setattr(check, "SeatZero", lambda *_: game)
    monkeypatch.setattr(check, "run_conformance", lambda _: "9 kinds")
    monkeypatch.setattr(
        check, "_plays_itself", lambda spec, time, level, number: check.CheckStep(number, "", True)
    )
    for step in check.check(None, None):  # type: ignore[arg-type]
        show_step(step)
    steps = capsys.readouterr().out.splitlines()
    untried = "plants what was set aside … Not tried (it did not come up in this game)"
    assert untried in steps[3]
    assert [" … Passed" in step for step in steps] == [True, *[False] * 5, True, True]
