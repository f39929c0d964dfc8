"""What was refused in a game, read from its record."""

from typing import Any

from arena.cli.output.diagnostics import last_words, refusals_in_json, refused_lines
from arena.replay.stored_game import by_reason, refusals, refused_words

PASS = {"do": "pass"}


def entry(seat: int, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "choice": PASS, "ms": 1, **more}


RECORD = {
    "decisions": [
        entry(0),
        entry(1, refused="no bean"),
        entry(0, refused="still no bean", fault="illegal"),
        entry(0, fault="late", refused="no answer in time"),
        entry(1, fault="crashed"),
        entry(1, fault="forfeit"),
        entry(0),
    ],
    "forfeits": [{"seat": 1, "decision": 4, "fault": "crashed", "reason": "exited with code 3"}],
}


def test_every_refusal_has_its_question_and_its_reason() -> None:
    told = [(each.seat, each.question, each.reason, each.fault) for each in refusals(RECORD)]
    assert told == [
        (1, 1, "no bean", None),
        (0, 2, "still no bean", "illegal"),
        (0, 3, "no answer in time", "late"),
        (1, 2, "exited with code 3", "crashed"),
    ]


def test_a_lost_process_without_a_reason_has_its_kind() -> None:
    (only,) = refusals({"decisions": [entry(0, fault="exceeded")]})
    assert only.reason == "exceeded"


def test_they_are_listed_for_a_seat_and_told_in_lines() -> None:
    found = list(refusals(RECORD))
    printed = refusals_in_json(found)
    assert [each["question"] for each in printed if each["seat"] == 0] == [2, 3]
    assert [each["mended"] for each in printed] == [True, False, False, False]
    assert list(refused_lines(found, ["ant", "bee\x1b"], 3)) == [
        "ant, question 2: illegal: still no bean",
        "ant, question 3: late: no answer in time",
        "bee�, question 2: crashed: exited with code 3",
        "1 more like this.",
    ]
    assert list(refused_lines(found, ["ant", "bee"]))[-1] == "1 more like this."
    (*_, last) = refused_lines(found, ["ant", "bee"], 4)
    assert last == "bee, question 1: refused or cut: no bean"
    assert list(refused_lines([], [])) == []


def test_reasons_that_differ_in_beans_numbers_or_quotes_are_one() -> None:
    reasons = ["no soy at 3", "no red at 12", "'a' and 'b'?", "no blue at 1", "'c' and 'd'?", "x"]
    record = {"decisions": [entry(0, refused=reason) for reason in reasons] + RECORD["decisions"]}
    found = [each for each in refusals(record) if each.seat == 0]
    counts = [(each.times, each.reason) for each in by_reason(found)]
    assert counts == [(3, "no soy at 3"), (2, "'a' and 'b'?"), (1, "x")], "without faults"
    assert refused_words(found, 4) == (
        "1.5 answers a game were refused or cut; 50% of them as in question 1: no soy at 3"
    )
    assert refused_words(found[:1], 1).startswith("1.0 answers a game were refused or cut;")
    assert refused_words([each for each in found if each.fault], 1) == ""


def test_last_words_are_the_last_lines_that_say_something() -> None:
    assert list(last_words("a\n\nb\x1b[2J\n  c\n\n", 2)) == ["| b�[2J", "|   c"]
    assert list(last_words("")) == []
