"""The table of rule ids and tests."""

from tests.support.citations import IDS, listed_ids, problems, table

CITED = {"B1": ["tests/a.py::test_one", "tests/b.py::test_two"], "C9": ["tests/a.py::test_one"]}


def test_an_id_a_line() -> None:
    assert listed_ids("# duels\nD1\n\n  D2 \n") == ["D1", "D2"]


def test_no_id_is_listed_twice() -> None:
    ids = listed_ids(IDS.read_text("utf-8"))
    assert len(ids) == len(set(ids)) == 14 + 5 + 4 + 3 + 2 + 5 + 5 + 4 + 11 + 36 + 8


def test_the_table() -> None:
    assert table(["B1", "B2"], CITED) == [
        "B1                 2  one, two",
        "B2                 0  no test",
    ]


def test_ids_without_a_test_and_tests_of_unlisted_ids() -> None:
    assert problems(["B1", "B2"], CITED) == [
        "B2 has no test",
        "C9 is cited by tests/a.py::test_one but not listed in rule_ids.txt",
    ]
    assert problems(["B1", "C9"], CITED) == []
