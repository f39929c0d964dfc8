"""`arena intake`: a folder of checkouts, of which some are good, some bad and some mean."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from arena.cli.bots.author_result import all_results, as_text, read_result, write_result
from arena.registry import submission
from arena.registry.check import CheckStep
from arena.registry.checkouts import Checkout
from arena.registry.owners import read_or_create_key
from ladder.database.store import Store
from tests.support.fake_worker_pool import rolled_games
from tests.support.small_bots import GOOD, write_bot

TOML = 'name = "{name}"\ncommand = "python3 bot.py"\nauthor = "{author}"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three bots: a script, a folder with a bot.toml, a folder with a script."""
    made = tmp_path / "inbox"
    made.mkdir()
    write_bot(made, "ada")
    for name in ("bea", "cid"):
        (made / name).mkdir()
        write_bot(made / name, "bot")
    (made / "bea" / "bot.toml").write_text(TOML.format(name="beans", author="Bea"))
    return made


@pytest.fixture(autouse=True)
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots that are checked, in no time; those with BAD in them fail."""
    checked: list[str] = []

    def run_check(spec: Any, *_: object, **__: object) -> Any:
        checked.append(spec.name)
        bad = any("BAD" in each.read_text() for each in Path(spec.cwd).glob("*.py"))
        yield CheckStep(1, "starts and says that it is ready", True)
        yield CheckStep(2, "answers a plant question", not bad, "it did not", "one\n" * 50 + "oops")

    monkeypatch.setattr(submission, "check", run_check)
    return checked


def enter(folder: Path, entry: str, name: str) -> None:
    """One more folder with a bot, by Bea."""
    (folder / entry).mkdir()
    write_bot(folder / entry, "bot", GOOD + f"# {entry}\n")
    (folder / entry / "bot.toml").write_text(TOML.format(name=name, author="Bea"))


def owners_in(arena: Any) -> dict[str, str]:
    return {bot["name"]: bot["owner"] for bot in arena.json("bots") if bot.get("owner")}


def told(folder: Path, name: str) -> tuple[str, dict[str, Any]]:
    text = (folder / f"{name}.arena-result.txt").read_text()
    return text, json.loads((folder / f"{name}.arena-result.json").read_text())


def test_every_bot_is_submitted_once(
    arena: Any, folder: Path, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = arena("intake", str(folder))
    assert "3 new versions, 0 unchanged, 0 not accepted" in text
    assert "Nothing has changed" not in text
    assert checks == ["ada", "beans", "cid"]
    assert {bot["name"] for bot in arena.json("bots")} >= {"ada", "beans", "cid"}
    assert told(folder, "ada.py")[0].startswith("Accepted as ada:1.")
    assert told(folder, "bea")[1]["bot"] == "beans:1"
    assert arena("intake", str(folder)) == "", "cron would mail it"
    monkeypatch.setattr("arena.cli.bots.intake.is_terminal", lambda: True)
    again = arena("intake", str(folder))
    assert "Nothing has changed since the last intake." in again
    assert "ada.py: ada:1 is unchanged" in again
    monkeypatch.setattr("arena.cli.bots.intake.is_terminal", lambda: False)
    assert len(checks) == 3
    found = arena.json("intake", str(folder))
    assert [each["entry"] for each in found] == ["ada.py", "bea", "cid"]
    assert [(each["accepted"], each["checked"]) for each in found] == [(True, True)] * 3
    assert found[0] == told(folder, "ada.py")[1]
    write_bot(folder, "ada", GOOD + "# better\n")
    text = arena("intake", str(folder))
    assert "ada.py: accepted as ada:2" in text
    assert "bea" not in text, "unchanged"
    assert told(folder, "ada.py")[1]["new"] is True


def test_what_is_no_bot_is_passed_over(arena: Any, folder: Path) -> None:
    """Without a result file, and without an error."""
    (folder / "README.md").write_text("Put your bots here.")
    (folder / "notes.txt").write_text("")
    (folder / "ada.py~").write_text("#!/bin/sh")
    (folder / "ada.py~").chmod(0o755)
    (folder / "cid" / "__pycache__").mkdir()
    (folder / "empty" / ".git").mkdir(parents=True)
    (folder / "later").mkdir()
    (folder / "later" / "ideas.md").write_text("Trade more.")
    assert "3 new versions, 0 unchanged, 0 not accepted" in arena("intake", str(folder))
    results = {path.name.partition(".arena-result")[0] for path in folder.glob("*.arena-result*")}
    assert results == {"ada.py", "bea", "cid"}


def test_a_bad_bot_stops_no_other_and_is_told_why(
    arena: Any, folder: Path, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(folder, "ada", "BAD = 1")
    (folder / "bea" / "bot.toml").write_text("nonsense = [")
    (folder / "eva").mkdir()
    (folder / "eva" / "ideas").write_text("Trade more.")
    text = arena("intake", str(folder), code=1)
    assert "1 new version, 0 unchanged, 3 not accepted" in text
    assert "ada.py: NOT accepted. Step 2 of the check failed. it did not" in text
    assert (
        "Nothing says how eva is started. Add a bot.toml with its command."
        in told(folder, "eva")[0]
    )
    words, data = told(folder, "ada.py")
    assert words.startswith("Not accepted: Step 2 of the check failed.")
    assert "Step 2: answers a plant question: FAILED (it did not)" in words
    assert words.count("| one") == 19
    assert "| oops" in words
    assert (data["accepted"], data["checked"], len(data["check"])) == (False, True, 2)
    assert "cannot be read as TOML" in told(folder, "bea")[0]
    assert arena("intake", str(folder), code=1) == "", "cron would mail it"
    monkeypatch.setattr("arena.cli.bots.intake.is_terminal", lambda: True)
    again = arena("intake", str(folder), code=1)
    assert checks == ["ada", "cid"], "what was refused is not checked again"
    assert again.count("still not accepted, and unchanged") == 3
    assert "Checking" not in again
    assert "Nothing has changed since the last intake." in again
    write_bot(folder, "ada")
    arena("intake", str(folder), code=1)
    assert checks == ["ada", "cid", "ada"]
    assert told(folder, "ada.py")[1]["bot"] == "ada:1"


def test_a_name_stays_taken_while_its_bot_is_away_and_however_it_is_written(
    arena: Any, folder: Path
) -> None:
    arena("intake", str(folder))
    (folder / "bea").rename(folder.parent / "bea")
    enter(folder, "mal", "beans")
    enter(folder, "mel", "BEANS")
    arena("intake", str(folder), code=1)
    for entry in ("mal", "mel"):
        assert "is the bot in bea already" in told(folder, entry)[0]
    (folder / "bea.arena-result.json").unlink()
    arena("intake", str(folder), code=1)
    assert told(folder, "mal")[1]["bot"] == "beans:2", "whoever runs it has let the name move"
    assert "BEANS is the bot in mal already" in told(folder, "mel")[0]


def test_who_is_refused_takes_no_name(arena: Any, folder: Path) -> None:
    enter(folder, "aaa", "cid")
    (folder / "aaa" / "bot.py").write_text("BAD = 1")
    arena("intake", str(folder), code=1)
    assert not told(folder, "aaa")[1]["accepted"]
    assert told(folder, "cid")[1]["bot"] == "cid:1"
    (folder / "aaa" / "bot.py").write_text(GOOD)
    arena("intake", str(folder), code=1)
    assert "cid is the bot in cid already" in told(folder, "aaa")[0]


@pytest.mark.parametrize("later", ["nonsense = [", TOML.format(name="peas", author="Bea")])
def test_a_name_stays_taken_after_a_broken_version_or_another_name(
    arena: Any, folder: Path, later: str
) -> None:
    arena("intake", str(folder))
    (folder / "bea" / "bot.toml").write_text(later)
    enter(folder, "abe", "beans")
    for _ in range(2):
        arena("intake", str(folder), code=1)
        assert "beans is the bot in bea already" in told(folder, "abe")[0]
    assert told(folder, "bea")[1]["names"][0] == "beans"


def test_a_folder_that_may_not_be_read_stops_no_other(
    arena: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, closed = Path.iterdir, folder / "cid"

    def iterdir(path: Path) -> Any:
        if path == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return looked(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    arena("intake", str(folder), code=1)
    assert told(folder, "ada.py")[1]["accepted"]
    assert not told(folder, "cid")[1]["accepted"]


def test_a_result_that_cannot_be_written_stops_no_other(arena: Any, folder: Path) -> None:
    long = "a" * 250
    (folder / long).mkdir()
    write_bot(folder / long, "bot")
    (folder / "ada.py.arena-result.txt").mkdir()
    arena("intake", str(folder), code=1)
    assert "The result of ada.py cannot be written: Is a directory." in arena.errors
    assert "… cannot be written: File name too long." in arena.errors
    assert told(folder, "bea")[1]["accepted"]
    assert told(folder, "cid")[1]["accepted"]
    assert not list(folder.glob(".*")), "nothing half written is left"


def test_a_pipe_in_the_place_of_a_result_is_not_waited_for(arena: Any, folder: Path) -> None:
    for end in ("txt", "json"):
        os.mkfifo(folder / f"ada.py.arena-result.{end}")
    arena("intake", str(folder))
    assert told(folder, "ada.py")[1]["accepted"]


def test_each_entry_has_a_key(arena: Any, folder: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    arena("intake", str(folder), "--keys", str(keys))
    assert {each.name for each in keys.iterdir()} == {"ada", "bea", "cid"}
    assert len(set(owners_in(arena).values())) == 3
    (keys / "bea").unlink()
    (folder / "bea" / "bot.py").write_text(GOOD + "# new\n")
    arena("intake", str(folder), "--keys", str(keys), code=1)
    text = told(folder, "bea")[0]
    assert "was submitted with another key" in text
    assert "ask the organiser for the same key" in text
    assert "--key-file" not in text, "an author cannot give one"


def test_further_bots_of_an_author_have_the_same_key(
    arena: Any, folder: Path, tmp_path: Path
) -> None:
    enter(folder, "bea+second", "peas")
    enter(folder, "bea.m", "corn")
    write_bot(folder, "ada+third")
    keys = tmp_path / "keys"
    arena("intake", str(folder), "--keys", str(keys), code=1)
    assert {each.name for each in keys.iterdir()} == {"ada", "bea", "bea.m", "cid"}
    assert told(folder, "bea+second")[1]["bot"] == "peas:1"
    assert told(folder, "ada+third.py")[1]["bot"] == "ada-third:1"
    assert not told(folder, "bea.m")[1]["accepted"], "another key cannot be Bea"
    author = {bot["name"]: bot["author"] for bot in arena.json("bots")}
    assert {author["ada"], author["ada-third"]} == {"ada"}, "who names none is called as the entry"
    assert (author["beans"], author["cid"]) == ("Bea", "cid")
    owner = owners_in(arena)
    assert owner["beans"] == owner["peas"]
    assert owner["ada"] == owner["ada-third"] != owner["peas"]


def test_the_name_of_a_key_comes_from_the_name_of_the_entry_alone(tmp_path: Path) -> None:
    names = ("ada", "ada.py", "ada.PY", "ada+b", "ada+b+c.py", "anna.m", "+x", "a b", "c++")
    keys = [Checkout(name, tmp_path / "bot.toml", "bea").key for name in names]
    assert keys == ["ada", "ada", "ada", "ada", "ada", "anna.m", "+x", "a b", "c"]


def test_without_keys_those_of_authors_are_made_of_the_organisers(
    arena: Any, folder: Path, tmp_path: Path
) -> None:
    key = tmp_path / "mine"
    arena("intake", str(folder), "--key-file", str(key))
    assert key.exists()
    owners = owners_in(arena)
    assert len(owners) == len(set(owners.values())) == 3
    with Store(arena.home / "ladder.sqlite") as store:  # as earlier versions had it
        organiser = read_or_create_key(key).owner
        store.set_owner([bot.id for bot in store.bots() if bot.owner], organiser)
    arena("intake", str(folder), "--key-file", str(key))
    assert owners_in(arena) == owners
    write_bot(folder, "ada", GOOD + "# better\n")
    other = str(tmp_path / "other")
    arena("intake", str(folder), "--key-file", other, code=1)
    assert "was submitted with another key" in told(folder, "ada.py")[0]


def test_links_are_not_followed(
    arena: Any, folder: Path, checks: list[str], tmp_path: Path
) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text(GOOD)
    (folder / "link.py").symlink_to(secret)
    (folder / "way").symlink_to(tmp_path)
    (folder / "inner").mkdir()
    (folder / "inner" / "bot.py").symlink_to(secret)
    (folder / "ada.py.arena-result.txt").symlink_to(secret)
    arena("intake", str(folder), code=1)
    for name in ("link.py", "way"):
        assert "is a link to" in told(folder, name)[0]
    assert "Not accepted" in told(folder, "inner")[0]
    assert secret.read_text() == GOOD, "the result took the link's place"
    assert told(folder, "ada.py")[0].startswith("Accepted")
    assert sorted(checks) == ["ada", "beans", "cid"]


def test_results_may_go_elsewhere_and_what_lies_there_is_not_believed(
    arena: Any, folder: Path, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    arena("intake", str(folder), "--results", str(results))
    assert not list(folder.glob("*.arena-result.*"))
    for nonsense in (b"[1]", b"{", b"[" * 100_000, b'{"accepted": true, "bot": 3, "check": 4}'):
        (results / "ada.py.arena-result.json").write_bytes(nonsense)
        text = arena("intake", str(folder), "--results", str(results))
        assert "ada.py: ada:1 is unchanged" in text, "its author is told anew"
    assert told(results, "ada.py")[1]["bot"] == "ada:1"


STEP = {"number": 1, "title": "", "passed": True, "detail": "", "output": ""}


@pytest.mark.parametrize(
    "forged",
    [
        {"check": 5},
        {"check": [STEP | {"refusals": [1]}]},
        {"check": [STEP | {"more": ""}]},
        {"bot": 7},
        {"entry": "cid", "bot": "ada:1"},
        {"names": "ada"},
    ],
)
def test_a_forged_result_is_not_believed(tmp_path: Path, forged: dict[str, Any]) -> None:
    steps = [STEP, STEP | {"refusals": ["why"]}]  # as older arenas wrote it, and as we do
    sound = {"entry": "ada.py", "bot": "", "reason": "", "content": "", "check": steps}
    write_result(tmp_path, "ada.py", RESULT | sound)
    assert read_result(tmp_path, "ada.py") == RESULT | sound
    assert [each["entry"] for each in all_results(tmp_path)] == ["ada.py"]
    (tmp_path / "ada.py.arena-result.json").write_text(json.dumps(RESULT | sound | forged))
    assert read_result(tmp_path, "ada.py") == {}
    assert all_results(tmp_path) == []


def test_a_result_of_somebody_else_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_result(tmp_path, "ada.py", RESULT | {"entry": "ada.py"})
    assert read_result(tmp_path, "ada.py")
    if os.getuid() == 0:
        os.chown(tmp_path / "ada.py.arena-result.json", 12345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert read_result(tmp_path, "ada.py") == {}


RESULT: dict[str, Any] = {
    "bot": "",
    "reason": "",
    "content": "",
    "check": [],
    "accepted": False,
    "standing": None,
    "page": None,
    "lost_games": [],
}


def test_a_folder_that_can_hold_no_keys_is_told_once_and_to_the_organiser(
    arena: Any, folder: Path, checks: list[str]
) -> None:
    arena("intake", str(folder), "--keys", str(folder / "ada.py"), code=2)
    assert "ada.py cannot be written to: Not a directory" in arena.errors
    assert checks == [] and not list(folder.glob("*.arena-result.*"))


def test_a_standing_and_lost_games_are_told(
    arena: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("intake", str(folder))
    rolled_games(monkeypatch)
    arena("league", "run", "--variants", "anniversary", "--players", "3", "--games", "90")
    arena("intake", str(folder))
    words, data = told(folder, "ada.py")
    assert data["standing"]["games"] > 0
    assert "On the ladder: rank" in words
    bound = data | {"standing": data["standing"] | {"elo": 1080.4, "interval": 301.9, "bound": -1}}
    assert ", Elo ≤ 1382, " in as_text(bound)  # as in the standings, with the end that is known
    assert len(data["lost_games"]) == 5
    lost = data["lost_games"][0]
    assert lost["replay"] in words
    with Store(arena.home / "ladder.sqlite", read_only=True) as store:
        (row,) = store.rows(
            "SELECT place, (SELECT max(place) FROM seat_results WHERE game_id = :game) AS last "
            "FROM seat_results WHERE game_id = :game AND seat = :seat",
            {"game": lost["game"], "seat": int(lost["replay"].split()[-1]) - 1},
        )
    assert row["place"] == row["last"] == lost["place"]
    assert "Ask the organiser to show them" in words
    arena("intake", str(folder), "--pages", "https://class.example/ladder/")
    words, data = told(folder, "ada.py")
    lost = data["lost_games"][0]
    seat = int(lost["replay"].split()[-1])
    address = f"https://class.example/ladder/replays/{lost['game']}.html#seen={seat}"
    assert lost["page"] == address and address in words
    assert f"All about it: {data['page']}" in words
    assert "arena replay" not in words


def test_a_folder_without_bots_is_refused(arena: Any, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "holds no bots" in arena.refused("intake", str(tmp_path / "empty"), code=1)
    assert "is not a folder" in arena.refused("intake", __file__)
    assert "Give the folder with the checkouts." in arena.refused("intake", str(tmp_path / "none"))
