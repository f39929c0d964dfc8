"""Names completed by the shell, asked for as bash does it."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.options.arguments import complete_variants
from arena.registry.bundled import bundled_manifests
from arena.rules import PARTS, PRESETS
from ladder.database.store import Store

HEAVY = ("ray", "numpy", "protocol.model", "arena.registry.manifest")
CODE = (
    "import sys; from arena.cli import main\n"
    "sys.argv[0] = 'arena'\n"
    "try: main()\n"
    f"except SystemExit: print(*set(sys.modules) & set({HEAVY}), file=sys.stderr, end='')"
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with bots of its own."""
    with Store(tmp_path / "ladder.sqlite") as store:
        for name in ("mine", "mine", "möhre"):
            store.add_bot(name, hash=str(len(store.bots())))
    return tmp_path


def _completed(home: Path, *words: str) -> list[str]:
    """What bash is offered after `arena WORDS`, the last of them unfinished."""
    asked = {
        "_ARENA_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(shlex.quote(word) if word else "" for word in ("arena", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | asked | {"ARENA_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "", "no word, and nothing heavy loaded"
    return done.stdout.split()


@pytest.mark.parametrize("asked", [{"_ARENA_COMPLETE": "complete_bash"}, {}])
def test_neither_tab_nor_help_waits_for_the_work_of_a_command(asked: dict[str, str]) -> None:
    code = (
        "import sys; from tests.support.commands import command\n"
        "for name in sys.argv[2:]: command(name)\n"
        f"print(*set(sys.modules) & set({HEAVY}))"
    )
    names = [name for part in COMMANDS.values() for name in part]
    done = subprocess.run(
        [sys.executable, "-c", code, "" if asked else "--help", *names, "db export", "db merge"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("", "")


@pytest.mark.slow
def test_bots_are_completed_from_the_home_that_is_named(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert _completed(other, "check", "mi") == []
    assert not other.exists()
    assert _completed(other, "check", "--home", str(home), "mi") == ["mine"]
    assert _completed(home, "check", "m") == ["mine", "möhre"]
    assert _completed(home, "match", "greedy", "gr") == ["greedy"]
    assert _completed(home, "retire", "mine:") == ["mine:1", "mine:2"]
    assert _completed(home, "retire", "nobody:") == []
    assert set(_completed(home, "match", "")) == {"mine", "möhre", *bundled_manifests()}


@pytest.mark.slow
def test_variants_are_completed_with_their_parts(home: Path) -> None:
    assert _completed(home, "match", "--variant", "rio") == ["rio_grande", "rio_grande_duel"]
    assert _completed(home, "variants", "show", "high_bohn+") == ["high_bohn+cognac"]
    assert complete_variants("classic,plus+hand_harvest+open") == [
        "classic,plus+hand_harvest+open_retrade"
    ]
    assert complete_variants("nonsense+") == []


def test_every_variant_can_be_completed() -> None:
    assert set(complete_variants("")) == {preset.name for preset in PRESETS}
    offered = {name for preset in PRESETS for name in complete_variants(f"{preset.name}+")}
    assert {name.partition("+")[2] for name in offered} == {part.name for part in PARTS}


@pytest.mark.slow
def test_what_cannot_be_read_is_passed_over_silently(home: Path) -> None:
    (home / "ladder.sqlite").write_text("not a database")
    assert _completed(home, "check", "gr") == []
    assert _completed(home, "match", "--variant", "clas") == ["classic"]
