"""Every command, over a ladder full of text that wants to act: terminal, pipe and JSON."""

import io
import json
import re
import shutil
import sys
import unicodedata
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.console import Console

from arena.cli.output import console as printing
from arena.cli.output import events as told
from arena.cli.output.events import watching
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.registry.files import content_hash
from arena.registry.manifest import make_manifest
from arena.registry.resolver import stored_manifest
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.run_events import (
    Event,
    GameFinished,
    Notice,
    NoticeKind,
    RunBegan,
)
from arena.tournament.size import Size
from ladder.database import casual_games
from ladder.database.store import Bot, Store
from ladder.queries import games
from tests.support.fake_worker_pool import InProcessPool
from tests.support.json_page import every_command
from tests.support.levels import comes_true
from tests.support.made_up_standing import standing
from tests.support.small_bots import GOOD, write_bot
from tests.support.terminal import written_on_terminal

# A blinking colour that we never use, a window's title, an emptied screen and more.
RUDE = (
    "\x1b[5;41m\x1b]0;title\x07\x1b[3J\x9b5;41m\r\b\x7f\x00"
    "\u202eturned\u2066\u200f\u061c\u2028\u200b\ufeff\U000e0041\u3164"
    "[red]marked[/red][link=http://example.com]<script>alert(1)</script>\nFORGED\tline "
) + "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308"
LONG = RUDE + "x" * 30_000
TYPED = RUDE.replace("\x00", "")  # no argument of a program holds that character
LONGEST_LINE = 1_500
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

RUDE_BOT = f"""
import json, sys
RUDE = {RUDE!r}
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({{"name": RUDE[:80], "author": RUDE[:80]}}), flush=True)
    elif kind == "decide":
        print(RUDE, file=sys.stderr, flush=True)
        print(f"metric {{RUDE}}=1\\nmetric n={{number}}", file=sys.stderr, flush=True)
        odd = {{"do": RUDE}} if number % 2 else {{"do": "plant", "card": RUDE, "field": 0}}
        wrong = number % 9 == 0
        print(json.dumps({{"choice": odd if wrong else 0, "say": RUDE * 9}}), flush=True)
    elif kind == "refused" and message["again"]:
        print(RUDE.encode() if number > 200 else 0, flush=True)
"""
BAD_BOT = f"import sys; sys.stderr.write({LONG!r} * 2 + 'y\\n' * 9_000); sys.exit(3)"


class Run(NamedTuple):
    """One way to run a command. `{bots}` in a word is a folder of bots."""

    words: tuple[str, ...]
    code: int = 0
    json: bool = True
    long: bool = False
    """Its lines are those of the protocol, as long as they are."""


RUNS: dict[str, tuple[Run, ...]] = {
    "new": (Run((TYPED,), 2),),
    "submit": (
        Run(("{bots}/built",), 1),
        Run(("{bots}/keys",), 1),
        Run(("{bots}/linked",), 1),
        Run(("{bots}/bad.py",), 1),
    ),
    "check": (Run(("{bots}/bad.py",), 1), Run(("{bots}/rude.py",), 1), Run((TYPED,), 2)),
    "watch": (Run((TYPED,), 2),),
    "bots": (Run(()), Run(("--all",))),
    "retire": (Run(("rude",)), Run((TYPED,), 2)),
    "reinstate": (Run(("rude",)),),
    "disown": (Run(("rude",)),),
    "doctor": (Run((), int(best_level() is Level.C)),),
    "variants": (Run(()),),
    "variants show": (Run(("plus",)), Run((TYPED,), 2)),
    "match": (Run(("{bots}/rude.py", "{bots}/bad.py", "{bots}/rude.py")),),
    "ladder": (
        Run(()),
        Run(("rude",)),
        Run(("--csv",), json=False),
        Run(("--author", "marked", "--since", "1d", "--sort", "name")),
        Run(("--author", TYPED), 2),  # lists those there are
    ),
    "crosstable": (
        Run(()),
        Run(("rude", "bad", "--games")),
        Run(("--csv",), json=False),
        Run(("--language", TYPED), 2),
    ),
    "compare": (Run(("rude", "good")), Run(("rude", TYPED), 2)),
    "db": (Run(()),),
    "db check": (Run(()),),
    "db backup": (Run(("{bots}/copy.sqlite", "--force")),),
    "db merge": (Run((TYPED,), 2),),
    "db export": (
        Run(("results", "{bots}/results.csv", "--force")),
        Run(("views", "{bots}/views.jsonl", "--force"), 1),
    ),
    "signs": (Run(()), Run(("--variant", TYPED), 2)),
    "games": (Run(()), Run(("--bot", "rude", "--faults")), Run(("--casual",))),
    "play": (Run((), 2), Run((TYPED,), 2)),  # no terminal to play in
    "log": (Run(("1",)), Run(("3", "--seat", "1")), Run(("c1",))),
    "replay": (Run(("1",)), Run(("1", "--seat", "1")), Run(("1", "--html", "{bots}/game.html"))),
    "report": (
        Run(("{bots}/pages", "--replays", "2")),
        Run(("{bots}/" + TYPED, "--bot", TYPED), 2),
    ),
    "serve": (Run(("--host", TYPED), 2),),
    "why": (Run(("1",)), Run(("1", "--seat", "1")), Run(("rude",))),
    "debug": (
        Run(("1", "--seat", "1"), long=True),
        Run(("1", "--seat", "1", "--cmd", f"'{sys.executable}' '{{bots}}/quiet.py'"), long=True),
    ),
    "verify": (Run(("--all",), 1), Run((TYPED,), 2), Run(("--tournament", TYPED), 2)),
    "tournament": (Run(("rude", "bad", "--variants", TYPED), 2),),
    "bench": (Run((TYPED,), 2),),
    "bench verify": (Run((TYPED,), 1), Run(("{bots}/bench.json",), 2)),
    "bench table": (Run(("{bots}/bench.json", "--html", "{bots}/table.html")),),
    "sprt": (Run(("rude", "bad", "--others", TYPED), 2),),
    "league": (Run((), 1),),
    "league run": (Run(("--tc", TYPED), 2),),
    "season": (Run(()), Run((TYPED,), 2, json=False)),
    "season open": (Run((TYPED,), 1), Run(("spring",), 1)),
    "season freeze": (Run((), 1),),
    "season final": (Run((), 1),),
    "season thaw": (Run((), 1),),
    "season close": (Run((), 1),),
    "season show": (Run((TYPED,), 2),),
    "intake": (Run(("{bots}",), 1, long=True), Run((TYPED,), 2)),
    "resume": (Run((TYPED,), 2), Run(("1",))),
    "tournaments": (Run(()), Run((TYPED,), 2, json=False)),
    "tournaments show": (Run(("1",)), Run((TYPED,), 2)),
    "tournaments abandon": (Run(("1", "--yes"), 1), Run((TYPED, "--yes"), 2)),
}
EACH = [(name, run) for name, runs in RUNS.items() for run in runs]
IDS = [f"{name} {number}" for name, runs in RUNS.items() for number in range(len(runs))]


def test_every_command_is_run_here() -> None:
    missing = set(every_command()) - set(RUNS)
    assert missing == set(), "add a run of each with rude input to RUNS above"
    assert set(RUNS) - set(every_command()) == set(), "RUNS above has commands that do not exist"


def assert_harmless(text: str, longest: int = LONGEST_LINE) -> None:
    """Nothing in it acts but line breaks, and no line is very long."""
    for line in text.split("\n"):
        found = {f"U+{ord(each):04X}" for each in line if unicodedata.category(each) in HIDDEN}
        assert not found, line[:300]
        assert len(line) <= longest, line[:300]
        assert not line.startswith("FORGED"), "a line break of a bot's"


HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of bots that are rude in their several ways."""
    folder = tmp_path_factory.mktemp("bots")
    folder.chmod(0o755)  # a bot may be run as somebody else
    write_bot(folder, "rude", RUDE_BOT)
    write_bot(folder, "quiet", RUDE_BOT.replace("file=sys.stderr", "file=open('/dev/null', 'w')"))
    write_bot(folder, "bad", BAD_BOT)
    write_bot(folder, "good", GOOD)
    for name in ("built", "keys", "linked"):
        (folder / name).mkdir()
        write_bot(folder / name, "bot")
    (folder / "linked" / TYPED.replace("/", "")).symlink_to("/etc/" + TYPED)
    write_bot(folder / "built", "build", f"print({LONG!r}); print({RUDE!r} * 20); exit(1)")
    manifest = {
        "name": "b",
        "command": "python3 bot.py",
        "author": RUDE[:80],
        "language": RUDE[:40],
    }
    build = {**manifest, "build": "python3 build.py"}
    for name, keys in (("built", build), ("keys", {**manifest, LONG: "1"}), ("linked", manifest)):
        lines = (f"{_toml(key)} = {_toml(text)}" for key, text in keys.items())
        (folder / name / "bot.toml").write_text("\n".join(lines))
    (folder / "bench.json").write_text(json.dumps(_benchmark()))
    return folder


def _benchmark() -> dict[str, object]:
    """A benchmark by somebody rude."""
    elo = {"elo": 1.0, "interval": 1.0, "of_scale": 1.0}
    strengths = dict.fromkeys(("where_nobody_trades", "beside_traders", "mean"), elo)
    means = dict.fromkeys(("coins", "trades", "place_score"), 1.0)
    counts = {"faults": {RUDE: 1}, "fallbacks": {RUDE: 1}, "negotiation": {RUDE: 1.0}}
    texts = ("suite", "suite_hash", "calibration", "player", "hash", "begun", "ended", "rules")
    return {
        "format": 1,
        **dict.fromkeys((*texts, "secret", "secret_hash"), RUDE),
        "files": {RUDE: RUDE},
        "prices": {RUDE: 1.0},
        "model": {"hash": RUDE, "is": {"model": RUDE}},
        **{key: {RUDE: 1} for key in ("models_returned", "sources", "levels")},
        "numbers": {**strengths, "games": 1, **means, "forfeits": 1, **counts},
        "usage": None,
        "scheduled": 1,
        "voids": 0,
        "settings": {
            "games": [[RUDE, 3]],
            "time": {"bank_ms": 1, "increment_ms": 1, "limit_ms": 1, "start_ms": 1},
        },
    }


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory, bots: Path) -> Path:
    """A home with two rude bots, games between them with refusals and forfeits, one damaged."""
    home = tmp_path_factory.mktemp("home")
    with Store(home / "ladder.sqlite") as store:
        entered = [_entered(store, bots, name) for name in ("rude", "bad", "good")]
        time = TimeControl(10_000, 100, 2_000, 10_000)
        plan = Plan((("anniversary", 3),), Size(rounds=1), time, seed=3)
        number = create(store, plan, entered)

        def spec_of(bot: Bot) -> BotSpec:
            return BotSpec(bot.name, 1, bot.hash, ("python3", f"{bot.name}.py"), str(bots))

        play(store, number, spec_of, Options(), make_worker_pool=lambda _: InProcessPool())
        store.conn.execute("UPDATE bots SET reason = ? WHERE name != 'good'", [LONG[:200]])
        store.conn.execute("UPDATE records SET record = ? WHERE game_id = 2", [RUDE.encode()])
        store.conn.commit()
        _play_casually(store)
    return home


def _play_casually(store: Store) -> None:
    """A casual game whose bots, names and faults are as rude as can be."""
    casual_games.keep(
        store,
        match=None,
        round=1,
        rotation=0,
        variant="anniversary",
        decisions=1,
        level="C",
        seats=[casual_games.CasualSeat(RUDE[:40], 3, 1, True, False, {RUDE: 1})],
        record=zlib.compress(games.record(store, 1)),
        logs={0: LONG, 1: RUDE},
    )


def _entered(store: Store, folder: Path, name: str) -> Bot:
    manifest = make_manifest({"name": name, "command": f"python3 {name}.py"}, "")
    author, language = RUDE[:80], RUDE[:40]
    digest = content_hash(folder, [f"{name}.py"], manifest.how)
    return store.add_bot(
        name, author=author, language=language, hash=digest, manifest=stored_manifest(manifest)
    )


@pytest.fixture
def home(tmp_path: Path, ladder: Path, bots: Path) -> Path:
    """A copy of that home."""
    shutil.copytree(ladder, tmp_path / "home")
    with Store(ladder / "ladder.sqlite") as store:
        hashes = {bot.name: bot.hash for bot in store.bots()}
    for name in ("rude", "bad", "good"):
        folder = tmp_path / "home" / "bots" / hashes[name]
        folder.mkdir(parents=True)
        shutil.copy(bots / f"{name}.py", folder)
    return tmp_path / "home"


def words_of(name: str, run: Run, bots: Path) -> list[str]:
    return [*name.split(), *(word.replace("{bots}", str(bots)) for word in run.words)]


def test_what_the_games_hold_is_rude(arena: Any, home: Path) -> None:
    arena.home = home
    record = arena.json("replay", "1")["record"]
    assert any("refused" in entry for entry in record["decisions"])
    said = {entry["say"] for entry in record["decisions"] if "say" in entry}
    assert any("<script>" in text for text in said)
    assert all(not {unicodedata.category(each) for each in text} & HIDDEN for text in said)
    assert record["forfeits"]
    assert RUDE[:80] in {bot["author"] for bot in arena.json("bots")}


@pytest.mark.parametrize(("name", "run"), EACH, ids=IDS)
def test_in_a_pipe(arena: Any, home: Path, bots: Path, name: str, run: Run) -> None:
    arena.home = home
    text = arena(*words_of(name, run, bots), code=run.code)
    assert text + arena.errors
    assert_harmless(text, 10**6 if run.long else LONGEST_LINE)
    assert_harmless(arena.errors)
    assert "\u0305" not in text + arena.errors, "a pile of accents"


@pytest.mark.parametrize(("name", "run"), [each for each in EACH if each[1].json])
def test_as_json(arena: Any, home: Path, bots: Path, name: str, run: Run) -> None:
    arena.home = home
    text = arena(*words_of(name, run, bots), "--json", code=run.code)
    assert_harmless(text.replace("\\n", ""), 10**6)
    text.encode()
    if text:
        json.loads(text)
    assert_harmless(arena.errors)


# One run of each command that has something to show: a terminal takes a process, and all wrong
# usage is said in one place.
ON_TERMINAL = [(name, runs[0]) for name, runs in RUNS.items() if runs[0].code != 2] + [
    ("new", RUNS["new"][0]),
    ("check", RUNS["check"][1]),
    ("ladder", RUNS["ladder"][1]),
    ("games", RUNS["games"][2]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "run"), ON_TERMINAL)
def test_on_a_terminal(home: Path, bots: Path, name: str, run: Run) -> None:
    text = written_on_terminal(100, home, *words_of(name, run, bots))
    assert not re.search("\x1b\\[(5;41|31mmarked)", text), "a colour of a bot's"
    # A line that is redrawn in place, and hides the cursor meanwhile.
    text = re.sub(r"\x1b\[(\?25[lh]|[12]K|1?A)|\r", "", COLOUR.sub("", text))
    assert_harmless(text, 10**6 if run.long else LONGEST_LINE)


# --- a tournament while it is played ------------------------------------------------------------

EVENTS: tuple[Event, ...] = (
    RunBegan(1, "5 s", None, 0, 2, "hash", None),
    Notice(NoticeKind.GAME_AGAIN, {"game": 1, "cause": f"first\n{LONG}"}),
    Notice(NoticeKind.WORKER_LOST, {"worker": 1, "games": "2 games", "cause": RUDE}),
    Notice(NoticeKind.BOT_SUSPENDED, {"bot": "rude:1", "why": RUDE}),
    GameFinished(
        game_id=1,
        variant="plus",
        bots=(RUDE, "b"),
        coins=(1, 2),
        faults=({"late": 2}, {}),
        forfeits=(0,),
        done=1,
        games=2,
        eta_s=3.0,
        logs=(LONG * 2 + "y\n" * 9, ""),
    ),
)
RUDE_ROW = standing(name=RUDE[:40])


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [True, False])
def test_a_tournament_while_it_is_played(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    made = Console(file=stream, force_terminal=terminal, width=100, markup=False, highlight=False)
    monkeypatch.setattr(printing, "console", lambda stderr=False: made)
    for module in (printing, told):
        monkeypatch.setattr(module, "is_terminal", lambda: terminal)
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setattr(told, "SECONDS_BETWEEN_LINES", 0)
    with watching(lambda: [RUDE_ROW], quiet=False) as report:
        for event in EVENTS:
            report(event)
        assert comes_true(lambda: "[red]marked" in stream.getvalue())
    text = stream.getvalue()
    assert not re.search("\x1b\\[(5;41|31mmarked)", text), "a colour of a bot's"
    assert_harmless(re.sub(r"\x1b\[(\?25[lh]|[12]K|1?A)|\r", "", COLOUR.sub("", text)))
