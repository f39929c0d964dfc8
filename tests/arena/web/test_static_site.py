"""A report in a folder: whole, the same each time, and nothing in it that acts."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from arena.errors import ArenaError
from arena.web import static_site, urls
from arena.web.output_folder import MARK, Folder
from arena.web.page_scope import coverage_of, families
from arena.web.replay.page import books
from arena.web.site_contents import Selection, of_bot, of_ladder, of_tournament
from arena.web.static_site import MODULES, PACKAGES, Written, fingerprint, write_report
from ladder.database.store import Store
from ladder.tournaments.tournaments import tournament
from tests.support.html import Parts, hash_of
from tests.support.loading import loaded_by
from tests.support.shown_ladder import CLUMSY, HOSTILE, play_on


def written(
    store: Store, chosen: Selection, folder: Path, beat: Callable[[int], object] = id
) -> Written:
    return write_report(store, chosen, Folder(folder), beat)


@pytest.fixture(scope="session")
def whole(ladder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the whole ladder, with some replays."""
    folder = tmp_path_factory.mktemp("whole") / "pages"
    with Store(ladder / "ladder.sqlite", read_only=True) as store:
        written(store, of_ladder(store, 2), folder)
    return folder


def pages(folder: Path) -> dict[Path, Parts]:
    """All but those that the program of the table draws."""
    found = [
        each
        for each in folder.rglob("*.html")
        if each.parent.name != "replays" and each.name != urls.RULES
    ]
    return {each: Parts(each.read_text("utf-8")) for each in found}


def reached(folder: Path) -> set[Path]:
    """The pages that links lead to from the first; each link leads to a file that is there."""
    found, seen, ahead = pages(folder), set(), [folder / "index.html"]
    while ahead:
        file = ahead.pop()
        if file in seen or file not in found:
            continue
        seen.add(file)
        for link in found[file].links:
            path, _, part = link.partition("#")
            target = (file.parent / unquote(path)).resolve() if path else file
            assert target.is_file(), f"{link} of {file}"
            assert not part or target not in found or part in found[target].ids
            ahead.append(target)
    return seen


def test_every_page_can_be_reached_from_the_first_by_links_that_lead_somewhere(whole: Path) -> None:
    assert reached(whole) == pages(whole).keys()
    assert len(pages(whole)) > 15


def test_the_rules_of_what_was_played_are_a_link_away(whole: Path) -> None:
    known = books()
    for page in ("games/all.html", "tournaments/2.html", "bots/3.html"):
        links = Parts((whole / page).read_text("utf-8")).links
        named = {unquote(link.partition("#")[2]) for link in links if urls.RULES in link}
        assert named - {""} <= known.keys() and len(named) > 1, page


def test_pages_are_marked_up_well_and_nothing_acts_but_their_own_program(whole: Path) -> None:
    for file, parts in pages(whole).items():
        (script,), (style,) = parts.scripts, parts.styles
        assert f"script-src {hash_of(script)}" in parts.policy, file
        assert f"style-src {hash_of(style)}" in parts.policy
        assert parts.policy.startswith("default-src 'none'")
        assert "connect-src" not in parts.policy
        assert not {"img", "iframe", "object", "form", "base"} & {*parts.elements}
        assert not [each for each in parts.attributes if each.startswith("on") or each == "style"]
        assert "\x1b" not in parts.text
        assert parts.elements.count("h1") == parts.elements.count("main") == 1
        assert parts.elements.count("thead") == parts.elements.count("table")
        assert len(parts.ids) == len({*parts.ids})


def test_no_phone_hides_whose_row_it_is(whole: Path) -> None:
    for file, parts in pages(whole).items():
        named = [found for tag, found in parts.tags if tag == "th" and found.get("scope") == "row"]
        assert not [found for found in named if "spare" in (found.get("class") or "").split()], file


def test_what_bots_and_authors_wrote_is_shown_as_text(whole: Path) -> None:
    shown = HOSTILE.replace("\x1b", "�")
    found = pages(whole)
    assert shown in found[whole / "index.html"].text  # a name, and an author
    clumsy = next(parts for parts in found.values() if f"{CLUMSY}:1\n" in parts.text[:900])
    assert f"{shown}\nthe last line" in clumsy.text  # of its standard error
    assert shown in found[whole / "bots" / "2.html"].text  # the reason of a suspension


def test_written_again_nothing_changes(store: Store, whole: Path) -> None:
    again = written(store, of_ladder(store, 2), whole)
    assert (again.changed, again.removed, again.failed) == (0, 0, {})
    assert again.replays == 2


@pytest.mark.slow
def test_only_what_has_changed_is_written_and_what_is_gone_removed(
    home: Path, tmp_path: Path
) -> None:
    with Store(home / "ladder.sqlite", read_only=True) as store:
        first = written(store, of_ladder(store, 2), tmp_path / "pages")
    assert first.changed == first.pages + first.replays
    play_on(home)
    with Store(home / "ladder.sqlite", read_only=True) as store:
        second = written(store, of_ladder(store, 1), tmp_path / "pages")
    assert second.removed >= 1
    assert 0 < second.changed <= second.pages + 2
    assert len(list((tmp_path / "pages").rglob("*.html"))) == second.pages + second.replays


def test_games_under_older_rules_are_told_of_and_a_link_away(home: Path, tmp_path: Path) -> None:
    """Where there are newer ones; a pool keeps its address."""
    with Store(home / "ladder.sqlite") as store, store.transaction() as conn:
        (old,) = conn.execute("SELECT id FROM pools WHERE variant = 'classic'").fetchone()
        conn.execute("UPDATE pools SET rules_version = '2' WHERE id = ?", [old])
        conn.execute(
            "INSERT INTO pools (variant, players, time_class, negotiation, rules_version, matches) "
            "SELECT variant, players, time_class, negotiation, '3', 1 FROM pools WHERE id = ?",
            [old],
        )
    folder = tmp_path / "pages"
    with Store(home / "ladder.sqlite", read_only=True) as store:
        written(store, of_ladder(store, 0), folder)
        bot = store.find_bot(CLUMSY).id
        assert "under rules 2" in coverage_of(store, str(old)).label
    older = urls.standings(urls.under_rules("2"))
    for page in (urls.INDEX, urls.crosstable(), urls.bot(bot)):
        parts = Parts((folder / page).read_text("utf-8"))
        assert "games under rules 2 are not counted here" in parts.text
        assert urls.root(page) + older in parts.links
    assert CLUMSY in Parts((folder / older).read_text("utf-8")).text


def test_a_pool_is_called_after_its_players_and_its_time_if_that_differs(home: Path) -> None:
    with Store(home / "ladder.sqlite") as store:
        assert families(store)["classic"] == [("2", "3 players")]
        store.conn.execute(
            "UPDATE pools SET variant = 'classic', time_class = 'bullet' WHERE id = 1"
        )
        named = [("1", "3 players, bullet"), ("2", "3 players, standard")]
        assert families(store) == {"classic": named}


@pytest.mark.slow
def test_an_interrupted_report_is_completed_by_the_next(store: Store, tmp_path: Path) -> None:
    def stop(done: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    chosen = of_ladder(store, 1)
    with pytest.raises(KeyboardInterrupt):
        written(store, chosen, tmp_path / "pages", stop)
    assert len(list((tmp_path / "pages").rglob("*.html"))) == 7
    done = written(store, chosen, tmp_path / "pages")
    assert 0 < done.changed < done.pages + done.replays
    assert not list((tmp_path / "pages").rglob("*.part"))


def test_at_its_end_a_report_knows_its_own_files_and_its_program(tmp_path: Path) -> None:
    first = Folder(tmp_path)
    first.begin(["a.html", "b.html"], "0.1")
    for name in ("a.html", "b.html"):
        first.write(name, b"")
    assert first.finish(left_out=["b.html"]) == 0
    (tmp_path / "b.html").write_text("somebody's by now")
    second = Folder(tmp_path)
    with pytest.raises(ArenaError, match=r"b\.html exists and is not a page of this report"):
        second.begin(["a.html", "b.html"], "0.1")
    second.begin(["a.html"], "0.1")
    assert second.stays("a.html")


@pytest.mark.parametrize("name", ["notes.txt", "index.html", MARK])
def test_a_folder_of_somebody_else_is_left_alone(store: Store, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"files": ["../x.html"], "made_by": ""}')
    with pytest.raises(ArenaError, match="holds no report"):
        Folder(tmp_path)


def test_for_an_author_faults_come_first_and_their_games_are_replayed(
    store: Store, tmp_path: Path
) -> None:
    bot = store.find_bot(CLUMSY)
    chosen = of_bot(store, bot, 2)
    done = written(store, chosen, tmp_path / "pages")
    assert done.replays == 2
    first = Parts((tmp_path / "pages" / "index.html").read_text("utf-8"))
    headings = first.text[first.text.index("Elo") :]
    assert headings.index("Faults and crashes") < headings.index("Opponents")
    faulty = store.rows("SELECT max(game_id) AS id FROM seats WHERE bot_id = ?", [bot.id])
    assert chosen.replays[0] == faulty[0]["id"]
    assert f"replays/{chosen.replays[0]}.html#seen=" in "".join(first.links)
    assert f"why/{bot.id}.html" in first.links
    why = Parts((tmp_path / "pages" / "why" / f"{bot.id}.html").read_text("utf-8"))
    played = store.rows("SELECT count(*) AS n FROM seats WHERE bot_id = ?", [bot.id])[0]["n"]
    assert f"{bot.label} in the last {played} games, of which it won " in why.text
    assert "beans wasted" in why.text and "Where it was farthest behind" in why.text
    assert reached(tmp_path / "pages")


def test_of_a_tournament_there_are_its_page_its_bots_and_its_games(
    store: Store, tmp_path: Path
) -> None:
    done = written(store, of_tournament(store, tournament(store, 2), 1), tmp_path / "pages")
    assert done.replays == 1
    first = Parts((tmp_path / "pages" / "index.html").read_text("utf-8"))
    assert "wins the knockout" in first.text
    assert "standings/tournament-2.html" in first.links
    assert not (tmp_path / "pages" / "tournaments.html").exists()


def test_a_game_that_cannot_be_replayed_is_named_and_nothing_links_to_it(
    home: Path, tmp_path: Path
) -> None:
    with Store(home / "ladder.sqlite") as store:
        newest = store.rows("SELECT max(game_id) AS id FROM results")[0]["id"]
        store.conn.execute("UPDATE records SET record = x'00' WHERE game_id = ?", [newest])
        chosen = of_tournament(store, tournament(store, 3), 2)
        done = written(store, chosen, tmp_path / "pages")
    assert [*done.failed] == [newest]
    assert done.replays == 1
    for parts in pages(tmp_path / "pages").values():
        assert not any(f"replays/{newest}.html" in link for link in parts.links)


def test_all_games_are_replayed_where_all_are_asked_for(store: Store) -> None:
    played = store.rows("SELECT count(*) AS n FROM results")[0]["n"]
    assert len(of_ladder(store, None).replays) == played
    assert of_ladder(store, 0).replays == ()


def test_all_that_a_replay_loads_counts() -> None:
    ours = loaded_by("arena.web.replay.page", "arena.replay.stored_game")
    known = tuple(f"{package}/" for package in PACKAGES)
    assert "arena/web/replay/replay_data.py" in ours
    assert {name for name in ours if not name.startswith(known)} <= {*MODULES}


@pytest.mark.parametrize(
    "name",
    [
        "arena/web/replay/replay_data.py",
        "arena/web/replay/static/glance.js",
        "arena/rules/expansions/plus",
    ],
)
def test_a_change_of_what_makes_replays_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = dict(static_site._sources())
    assert len(sources) > 100
    (changed,) = [each for each in sources if each.startswith(name)][:1]
    before = fingerprint()
    sources[changed] += b" "
    monkeypatch.setattr(static_site, "_sources", sources.items)
    fingerprint.cache_clear()
    try:
        assert fingerprint() != before
    finally:
        fingerprint.cache_clear()
