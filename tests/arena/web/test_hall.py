"""A class: one link seats all, tables fill and begin, and their organiser sees how it goes."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from json import dumps
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.web import hall, play_routes
from tests.support.asgi import Client
from tests.support.page_line import Line, Page
from tests.support.serving import pages_of, serving
from tests.support.small_host import DUEL, SmallHost

TABLE = {"variant": DUEL, "players": 2, "level": "easy", "clock": 0}


class Class:
    """A server with tables, and its organiser's page."""

    def __init__(self, served: str, app: Any) -> None:
        self.served = served
        self.code: str = app.state.hall.code
        self.pages: list[Page] = []
        self._token: str = app.state.hall.token
        self.come_back()

    def come_back(self) -> None:
        """Open the organiser's page; a line that nobody reads is dropped after a while."""
        self.organiser = self.organised_by(self._token)

    def organised_by(self, token: str) -> Line:
        line = Line(self.served, "class")
        line.line.send(token)
        return line

    def say(self, do: str, **more: Any) -> None:
        self.organiser.line.send(orjson.dumps({"do": do, **more}).decode())

    def until(self, so: Callable[[Any], Any]) -> Any:
        """The first state of the tables from now on that is so."""
        states = (each["hall"] for each in self.organiser.messages() if "hall" in each)
        return next(filter(so, states))

    def opened(self, token: str = "") -> Page:
        """A page that has opened a link."""
        self.pages.append(page := Page(self.served))
        page.say("return", token=token or self.code)
        return page

    def join(self, name: str) -> Page:
        page = self.opened()
        page.until(lambda m: "invited" in m)
        page.say("sit", token=self.code, name=name)
        page.until(lambda m: "token" in m)
        return page

    def close(self) -> None:
        for each in (*self.pages, self.organiser):
            each.close()


@pytest.fixture
def school(home: Path, host: SmallHost) -> Iterator[Callable[..., Class]]:
    """Makes a class of so many tables, at first for duels."""
    opened = []

    def school(tables: int, **wishes: Any) -> Class:
        host.tables = tables
        app = pages_of(home, host=host)
        opened.append(server := serving(app))
        opened.append(made := Class(server.__enter__(), app))
        made.say("set", wishes=TABLE | wishes)
        made.until(lambda state: state["wishes"].items() >= (TABLE | wishes).items())
        return made

    yield school
    server, made = opened
    made.close()
    server.__exit__(None, None, None)
    assert host.left_over() == []


def names(state: Any) -> list[list[str]]:
    return [[each["name"] for each in table["people"]] for table in state["tables"]]


def play(page: Page, stop: Callable[[int], bool] = lambda _: False) -> Any:
    """To the end, or after so many answers; the last seat that was told."""
    answered, answers = None, 0
    while True:
        seat = page.until(lambda m: "seat" in m)["seat"]
        if seat["replay"] or stop(answers):
            return seat
        if seat["question"] not in (None, answered):
            answered, answers = seat["question"], answers + 1
            page.choose(
                seat, next(at for at, (_, about) in enumerate(seat["options"]) if "do" in about)
            )


@pytest.mark.slow
def test_a_class_plays_to_the_end(
    school: Callable[..., Class], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, people = 3, 10
    monkeypatch.setattr("os.cpu_count", lambda: 1 - 4 + tables)  # as many threads as games
    lesson = school(tables, variant="anniversary", players=4)
    called = [f"Pupil {number}" for number in range(people)]
    random.Random(people).shuffle(called)
    with ThreadPoolExecutor(people) as at_once:
        pages = [*at_once.map(lesson.join, called)]
        state = lesson.until(lambda state: sum(map(len, names(state))) == tables * 4)
        assert sorted(filter(None, chain(*names(state)))) == sorted(called)
        waiting = [each["phase"] for each in state["tables"] if "" in names({"tables": [each]})[0]]
        assert waiting == ["gathering"], "the others do not wait for the last table"
        lesson.say("begin")
        lesson.organiser.close()
        ends = [at_once.submit(play, page) for page in pages[1:]]
        # A phone that loses its network has its seat again.
        play(pages[0], lambda answers: answers == 3)
        token, before = pages[0].heard["token"], pages[0].heard["seat"]["me"]
        pages[0].line.socket.close()
        back = lesson.opened(token)
        assert play(back)["me"] == before
        for each in ends:
            each.result()
    lesson.come_back()
    state = lesson.until(lambda state: len(state["results"]) == people)
    assert sorted(each["name"] for each in state["results"]) == sorted(called)
    assert state["free"] == tables
    ranks = [(each["place"] > 1, -each["coins"]) for each in state["results"]]
    assert ranks == sorted(ranks) and state["results"][0]["place"] == 1
    for table in state["tables"]:
        assert table["phase"] == "over" and table["turn"] > 5
        best = max(each["coins"] for each in table["people"])
        assert all(each["coins"] == best for each in table["people"] if each["place"] == 1)


def test_two_of_one_name_at_different_tables_are_told_apart(
    school: Callable[..., Class],
) -> None:
    lesson = school(2)
    for name in ("Ada", "Ben", "ADA"):
        lesson.join(name)
    state = lesson.until(lambda state: len(names(state)) > 1 and "ADA 2" in names(state)[1])
    assert names(state)[0] == ["Ada", "Ben"]


def test_after_a_while_bots_fill_the_table_and_who_comes_late_takes_the_seat_of_one(
    school: Callable[..., Class], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "FILL_S", 0.5)
    lesson = school(1)
    ada = lesson.join("Ada")
    state = lesson.until(lambda state: state["tables"] and state["tables"][0]["turn"])
    assert names(state) == [["Ada", "Emma"]]
    assert [each["state"] for each in state["tables"][0]["people"]] == ["here", "bot"]
    assert [each["name"] for each in ada.asked() and ada.heard["game"]["seats"]] in (
        ["Ada", "Emma"],
        ["Emma", "Ada"],
    )
    ben = lesson.join("ada")  # two of one name
    seats = ada.until(lambda m: "game" in m)["game"]["seats"]
    assert sorted(each["name"] for each in seats) == ["Ada", "ada 2"]
    assert ben.until(lambda m: "game" in m)["game"]["seats"] == seats
    late = lesson.opened()
    late.say("sit", token=lesson.code, name="Cem")
    assert "All tables are full" in late.until(lambda m: "refused" in m)["refused"]


def test_what_people_type_is_text_and_no_more(school: Callable[..., Class]) -> None:
    lesson = school(2, players=2)
    page = lesson.opened()
    for name in ("", " \t", "A" * 25, "x" * 101):
        page.say("sit", token=lesson.code, name=name)
        page.until(lambda m: "refused" in m)
    for name in ("<b>Bob</b>", "Zoe\u202e\u200b", "\ud83d half"):
        page = lesson.opened()
        page.line.send(dumps({"do": "sit", "token": lesson.code, "name": name}))
        page.until(lambda m: "token" in m)
        page.say("sit", token=lesson.code, name="Again")
        assert "in a game already" in page.until(lambda m: "refused" in m)["refused"]
    state = lesson.until(lambda state: sum(map(len, names(state))) == 4)
    assert names(state)[0] == ["<b>Bob</b>", "Zoe\ufffd\ufffd"]
    # Nobody's secret is told to others, and none of another seat opens by the link of all.
    assert lesson.code not in orjson.dumps(state).decode()
    told = lesson.opened(lesson.code).until(lambda m: "invited" in m)["invited"]
    assert told == {"variant": DUEL, "players": 2, "clock": 0}


def test_who_leaves_before_the_game_gives_the_seat_back(school: Callable[..., Class]) -> None:
    lesson = school(1, variant="anniversary", players=3)
    ada, ben = lesson.join("Ada"), lesson.join("Ben")
    ada.say("leave")
    ada.until(lambda m: "left" in m)
    lesson.until(lambda state: names(state) == [["", "Ben", ""]])
    again = lesson.opened(ada.heard["token"])
    assert "no such game any more" in again.until(lambda m: "left" in m)["left"]
    again.say("sit", token=lesson.code, name="Ada")
    lesson.until(lambda state: names(state) == [["Ada", "Ben", ""]])
    for each in (again, ben):
        each.say("leave")
    lesson.until(lambda state: state["free"] == 1)
    lesson.join("Cem")
    lesson.until(lambda state: names(state) == [["Cem", "", ""]])


def test_the_organiser_frees_a_seat(school: Callable[..., Class]) -> None:
    lesson = school(1, variant="anniversary", players=3)
    rude, ben = lesson.join("Rude"), lesson.join("Ben")
    lesson.say("free", table=1, slot=0, name="Ben")  # of a page that was old
    lesson.say("free", table=7, slot=7, name="Ben")
    lesson.say("free", table=1, slot=0, name="Rude")
    assert "given your seat away" in rude.until(lambda m: "left" in m)["left"]
    lesson.until(lambda state: names(state) == [["", "Ben", ""]])
    lesson.join("Rude"), lesson.join("Cem")
    ben.until(lambda m: "game" in m)
    lesson.say("free", table=1, slot=0, name="Rude")
    state = lesson.until(lambda state: names(state) == [["Emma", "Ben", "Cem"]])
    assert state["tables"][0]["people"][0]["state"] == "bot"
    ben.until(
        lambda m: "seat" in m and any("Rude has left" in text for *_, text in m["seat"]["journal"])
    )


def test_who_is_no_organiser_is_told_nothing(
    school: Callable[..., Class], home: Path, host: SmallHost
) -> None:
    lesson = school(1)
    for token in ("", "no such token", lesson.code):
        line = lesson.organised_by(token)
        (told,) = [next(line.messages())]
        assert list(told) == ["none"] and lesson.code not in str(told)
        line.close()
    with Client(pages_of(home, host=host)) as client:
        answer = client.get("/class.html")
        assert answer.status_code == 200 and "connect-src 'self'" in answer.text
    host.tables = 0
    with Client(pages_of(home, host=host)) as client:
        assert {client.get(each).status_code for each in ("/class.html", "/join")} == {404}
    host.tables = 1


def test_what_cannot_be_set_is_refused_and_changes_nothing(school: Callable[..., Class]) -> None:
    lesson = school(1)
    for wishes in (TABLE | {"variant": "chess"}, TABLE | {"level": "mean"}, {}):
        lesson.say("set", wishes=wishes)
        next(each for each in lesson.organiser.messages() if "refused" in each)
    lesson.join("Ada")
    assert lesson.until(lambda state: state["tables"])["wishes"].items() >= TABLE.items()


def test_tables_take_no_place_from_other_games(
    school: Callable[..., Class], host: SmallHost
) -> None:
    host.at_once = 1
    lesson = school(1)
    ada, _ = lesson.join("Ada"), lesson.join("Ben")
    ada.until(lambda m: "game" in m)
    other = lesson.opened("none")
    other.begin({"variant": DUEL, "bots": [], "seat": 0, "seed": 1, "name": "Cem"})


def test_a_code_has_its_three_corners() -> None:
    rows = play_routes.qr_code("http://192.168.178.20:8000/join#abcdefgh")
    assert {len(row) for row in rows} == {len(rows)}
    corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == corner
    assert [row[:7] for row in rows[-7:]] == corner
