"""The server: what it answers, and whom it refuses."""

import gc
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urljoin

import orjson
import pytest
from httpx import Client as Browser

from arena.replay.analysis.evaluator import VERSION
from arena.replay.analysis.stored_judgement import keep
from arena.replay.stored_game import Number
from arena.web import database_thread, server
from arena.web.rendering import NoPage
from arena.web.room import Host
from ladder.database.store import Store
from tests.support.asgi import Client
from tests.support.html import Parts
from tests.support.serving import pages_of, serving
from tests.support.shown_ladder import HOSTILE, play_on


@pytest.fixture(scope="session")
def client(ladder: Path) -> Iterator[Client]:
    with Client(pages_of(ladder)) as opened:
        yield opened


@pytest.mark.slow
def test_every_page_that_is_linked_is_there(client: Client) -> None:
    seen, ahead = set(), ["/"]
    while ahead:
        address = ahead.pop()
        if address in seen or "/replays/" in address:
            continue
        slow = next((each for each in ("/why/", "/compare/") if address.startswith(each)), None)
        if slow and any(each.startswith(slow) for each in seen):
            continue  # each goes through many games
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        links = (link.partition("#")[0] for link in Parts(answer.text).links)
        ahead += [urljoin(address, link) for link in links if link]
    assert {"/bots/2.html", "/tournaments/2.html", "/games/all.html"} <= seen
    assert any(address.startswith("/why/") for address in seen)
    assert any(address.startswith("/compare/") for address in seen) and "/signs.html" in seen
    assert len(seen) > 30


def test_the_start_page_of_an_empty_home_offers_a_game_first(tmp_path: Path, host: Host) -> None:
    (tmp_path / "new").mkdir()
    Store(tmp_path / "new" / "ladder.sqlite").close()
    for of, told in ((host, "Play a game yourself</a>"), (None, "has been rated yet")):
        with Client(pages_of(tmp_path / "new", host=of)) as opened:
            content = opened.get("/").text.partition("<h1>")[2]
        assert told in content and "<code>arena tournament</code>" in content


def test_standings_are_data_and_on_an_axis_with_its_ends(client: Client) -> None:
    rows = client.get("/standings.json").json()["standings"]
    ends = [min(row["elo"] - row["interval"] for row in rows)]
    ends.append(max(row["elo"] + row["interval"] for row in rows))
    text = client.get("/").text
    assert f"{ends[0]:.0f} … {ends[1]:.0f}" in text
    assert '<meta property="og:title" content="Standings · Bohnanza arena">' in text


def test_shared_links_show_a_picture_where_the_server_has_an_address(
    client: Client, ladder: Path, host: Host
) -> None:
    tag = '<meta property="og:image" content="https://beans.example.org/share.png">'
    app = pages_of(ladder, frozenset({"testserver"}), host, address="https://beans.example.org/")
    with Client(app) as opened:
        assert all(tag in opened.get(f"/{each}").text for each in ("", "play.html", "watch.html"))
        picture = opened.get("/share.png")
    assert picture.headers["content-type"] == "image/png" and picture.content[1:4] == b"PNG"
    assert "og:image" not in client.get("/").text


def test_a_bots_page_is_also_found_by_its_name(client: Client, ladder: Path) -> None:
    with Store(ladder / "ladder.sqlite", read_only=True) as store:
        bot = next(each for each in store.bots("active") if each.name.isalnum())
    of_id = client.get(f"/bots/{bot.id}.html")
    for name in (bot.name, bot.label):
        answer = client.get(f"/bots/{name}")
        assert answer.status_code == 200
        assert Parts(answer.text).links == Parts(of_id.text).links
    answer = client.get("/bots/nobody")
    assert (answer.status_code, "no bot called" in answer.text) == (404, True)


def test_two_bots_stand_side_by_side_with_their_games(
    client: Client, ladder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE_S", None)
    with Store(ladder / "ladder.sqlite", read_only=True) as store:
        ids = [row["bot_id"] for row in store.rows("SELECT bot_id FROM seats WHERE game_id = 1")]
        one, other = [store.bot(each) for each in dict.fromkeys(ids)][:2]
    answer = client.get(f"/compare/{one.id}-{other.id}.html")
    assert answer.status_code == 200
    links = Parts(answer.text).links
    assert f"../bots/{one.id}.html" in links and f"../bots/{other.id}.html" in links
    assert "../replays/1.html" in links and "place score" in answer.text
    assert client.get(f"/compare/{one.id}-{one.id}.html").status_code == 404
    assert "connect-src 'self'" in client.get("/signs.html").text


def test_a_slow_page_says_that_it_is_being_made(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE_S", 0)
    answer = client.get("/compare/1-2.html")
    assert (answer.status_code, answer.headers["refresh"]) == (200, "1")
    assert "It appears when it is ready." in answer.text
    monkeypatch.setattr(server, "PATIENCE_S", None)
    again = client.get("/compare/1-2.html")
    assert "refresh" not in again.headers and "Side by side" in again.text


def test_a_replay_has_the_judgement_of_its_game_or_asks_for_it(
    ladder: Path, tmp_path: Path
) -> None:
    with Store(ladder / "ladder.sqlite", read_only=True) as store:
        record = Number(False, 3).record(store)
    told = {
        "version": VERSION,
        "costly": [],
        "seats": [{"decisions": 9, "examined": 7}],
        "moments": [],
    }
    keep(tmp_path, record, told)
    with Client(pages_of(ladder, judged=tmp_path)) as client:
        assert b"connect-src" not in client.get("/replays/3.html").content
        assert b"connect-src 'self'" in client.get("/replays/4.html").content
        assert orjson.loads(client.get("/judged/3.json").content)["judged"]["seats"] == [[9, 7]]
        gone = client.get("/judged/99999.json")
        assert gone.status_code == 404
        assert "There is no game 99999" in orjson.loads(gone.content)["error"]
        assert client.get("/judged/nothing.json").status_code == 404


def test_pages_are_compressed_for_who_can_read_it(client: Client) -> None:
    plain = client.get("/replays/3.html")
    packed = client.get("/replays/3.html", accept_encoding="gzip")
    assert plain.status_code == 200 and "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.content == plain.content  # unpacked by the client


def test_casual_games_are_listed_and_replayed(client: Client) -> None:
    listed = Parts(client.get("/games/casual.html").text)
    assert "Game c1" in listed.text
    assert "a/bot 6" in listed.text
    assert "../replays/c1.html" in listed.links
    assert client.get("/replays/c1.html").status_code == 200
    answer = client.get("/replays/c9.html")
    assert (answer.status_code, "has not been played" in answer.text) == (404, True)


def test_what_is_not_there_is_said_to_be_so(client: Client) -> None:
    for address in (
        "/nope",
        "/bots/99.html",
        "/bots/x.html",
        "/bots/%D9%A1.html",  # a digit, but none of ours
        "/replays/99999.html",
        "/tournaments/77.html",
        "/standings/nothing.html",
        "/games/bot-77.html",
        "/seasons.html",
        "/games/all-before-x.html",
        "/..%2f..%2fladder.sqlite",
        "/bots/..%2f..%2f..%2fetc%2fpasswd",
        f"/standings/{quote(HOSTILE)}.html",
        "/replays/" + "9" * 30 + ".html",
    ):
        answer = client.get(address)
        assert answer.status_code == 404, address
        parts = Parts(answer.text)
        assert "There is nothing here" in parts.text
        assert "img" not in parts.elements
        assert client.get(urljoin(address, parts.links[-1])).status_code == 200


def test_nothing_can_be_changed(client: Client) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert client.get("/", method).status_code == 405


def test_who_calls_it_by_a_foreign_name_is_refused(client: Client, ladder: Path) -> None:
    for host, status in (
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("[::1]:8000", 200),
        ("192.0.2.7", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example:8000", 421),
        ("localhost.evil.example", 421),
        ("", 421),
        ("[::1", 421),
    ):
        answer = client.get("/standings/all.html", host=host)
        assert answer.status_code == status, host
        assert (status == 200) == ("Standings" in answer.text)
    with Client(pages_of(ladder, frozenset({"beans"}))) as named:
        assert named.get("/", host="beans:8000").status_code == 200
        assert named.get("/", host="peas:8000").status_code == 421


def test_no_other_site_may_read_it_or_frame_it(client: Client) -> None:
    headers = client.get("/", origin="http://evil.example").headers
    assert "access-control-allow-origin" not in headers
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_who_has_the_newest_page_is_told_so(client: Client) -> None:
    first = client.get("/tournaments.html")
    again = client.get("/tournaments.html", if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_played_shows_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.database_thread.PATIENCE", 0)
    with Client(pages_of(home)) as opened:
        before = Parts(opened.get("/tournaments/3.html").text)
        assert "stopped" in before.text
        assert "progress" in before.elements
        play_on(home)
        after = Parts(opened.get("/tournaments/3.html").text)
    assert "finished" in after.text
    assert "progress" not in after.elements


def test_a_page_that_takes_long_is_not_made_again_at_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.web.database_thread.PATIENCE", 1e9)
    with Client(pages_of(home)) as opened, Store(home / "ladder.sqlite") as store:
        before = opened.get("/bots/4.html").content
        store.set_status(4, "retired", "enough")
        assert opened.get("/bots/4.html").content == before


def test_a_ladder_that_is_gone_is_missed(home: Path) -> None:
    with Client(pages_of(home)) as opened:
        assert opened.get("/").status_code == 200
        (home / "ladder.sqlite").unlink()
        answer = opened.get("/")
    assert answer.status_code == 503
    assert "was removed or replaced" in answer.text


def test_an_error_inside_is_told_as_it_is_explained(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(store: Store, address: str) -> None:
        raise ZeroDivisionError(HOSTILE)

    monkeypatch.setattr("arena.web.static_site.page_at", broken)
    with Client(pages_of(home)) as opened:
        answer = opened.get("/")
    assert answer.status_code == 500
    assert "ZeroDivisionError" in answer.text
    assert "img" not in Parts(answer.text).elements


@pytest.mark.slow
def test_no_number_or_name_that_is_none_keeps_anybody_waiting(
    ladder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is 404 at once, and nothing of it is written on the server."""
    one, tournaments = "bots/{} why/{} compare/1-{} compare/{}-1", "tournaments/{} seasons/{}"
    games = "replays/{} replays/c{} games/{} games/bot-{} games/pool-{} games/tournament-{}"
    tables = "standings/{} standings/tournament-{} standings/rules-{} crosstable/tournament-{}"
    pages = [f"{each}.html" for each in f"{one} {tournaments} {games} {tables} {{}}".split()]
    with serving(pages_of(ladder)) as address, Browser(base_url=address, timeout=60) as browser:
        for page in (*pages, "bots/{}", "bots/hostile:{}", "judged/{}.json", "judged/c{}.json"):
            for number in NUMBERS:
                answer = browser.get(page.format(number))
                assert answer.status_code == 404, answer.url
        assert browser.get("games/all-before-%D9%A1.html").status_code == 404
        gc.collect()
    assert caplog.records == []


NUMBERS = (
    *("77777777", "-1", "1.5", "9" * 18, str(2**63), str(2**64), "9" * 150, "9" * 5_000),
    *("%EF%BC%91", "%D9%A1", "%C2%B2", "1_0", "+1", "%201", "1%00", "%FF", "%ED%A0%80"),
)
"""Full width, Arabic and raised digits, what Python takes for a number, and what is no text."""


def test_a_slow_page_that_cannot_be_made_says_so_to_those_who_waited(
    ladder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> bytes:
        time.sleep(0.3)
        raise NoPage("It took long to see.")

    monkeypatch.setattr(server, "PATIENCE_S", 0)
    monkeypatch.setattr(database_thread, "content", fails)
    page = "compare/1-2.html"
    with serving(pages_of(ladder)) as address, Browser(base_url=address, timeout=60) as browser:
        answers = [browser.get(page)]
        while answers[-1].status_code == 200 and len(answers) < 100:
            time.sleep(0.1)
            answers.append(browser.get(page))
        assert "One moment" in answers[0].text and answers[-1].status_code == 404
        gc.collect()
    assert caplog.records == []
