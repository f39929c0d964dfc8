"""The bundled bots of other languages, built once in a folder of their own."""

import fcntl
import os
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.registry.kits import kit_for
from arena.registry.programs import is_installed
from tests.support.bot_pipes import Conversation

BOTS = Path(__file__).parents[2] / "bots"
# "cpp/random_bot" -> the bot's manifest, of all bundled bots.
MANIFESTS = {
    f"{file.parent.name}/{file.stem}": tomllib.loads(file.read_text("utf-8"))
    for file in sorted(BOTS.glob("*/*.toml"))
}
# Those with the same bots as each other; the Python ones came first, and are others.
LANGUAGES = [
    bot.split("/")[0]
    for bot in MANIFESTS
    if bot.endswith("/random_bot") and not bot.startswith("python/")
]
# What builds the bots of a language, or starts them.
RUNTIMES = {
    bot.split("/")[0]: shlex.split(manifest.get("build", manifest["command"]))[0]
    for bot, manifest in MANIFESTS.items()
} | {"csharp": "mcs", "go": "go", "java": "javac", "rust": "rustc"}
# The file of a bot written for a test, what builds it beside the SDK, and what starts it.
IMPROVISED = {
    "cpp": ("bot.cpp", "g++ -std=c++17 -Wall -Wextra -Werror -o bot bot.cpp", "./bot"),
    "csharp": ("bot.cs", "mcs -out:bot.exe *.cs", "mono bot.exe"),
    "go": ("bot.go", "go mod init bot && go build -o bot .", "./bot"),
    "java": ("MyBot.java", "javac -d . -sourcepath . MyBot.java", "java -cp . MyBot"),
    "javascript": ("bot.js", "", "node bot.js"),
    "rust": ("bot.rs", "rustc --edition 2021 bot.rs", "./bot"),
}


@dataclass(frozen=True)
class Runnable:
    """A bot that can be started."""

    name: str
    command: list[str]
    cwd: Path

    def start(self) -> Conversation:
        return Conversation(self.command, self.cwd)


def _build(manifest: dict[str, Any], source: Path, folder: Path) -> None:
    making = folder.with_suffix(".making")
    making.mkdir()
    making.chmod(0o755)  # at the referee's table it may be run as somebody else
    for file in manifest["files"]:
        shutil.copy(source / file, making)
    if "build" in manifest:
        subprocess.run(shlex.split(manifest["build"]), cwd=making, check=True)
    making.rename(folder)


@pytest.fixture(scope="session")
def prepare(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Runnable]:
    """`prepare("cpp/random_bot")`: that bot, copied and built as its manifest says."""
    ready: dict[str, Runnable] = {}
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # built once for all of them
        place = place.parent

    def prepared(bot: str) -> Runnable:
        if bot not in ready:
            language = bot.split("/")[0]
            need(language)
            manifest = MANIFESTS[bot]
            folder = place / f"built-{manifest['name']}"
            with (place / f"{folder.name}.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if not folder.exists():
                    _build(manifest, BOTS / language, folder)
            ready[bot] = Runnable(manifest["name"], shlex.split(manifest["command"]), folder)
        return ready[bot]

    return prepared


@pytest.fixture(scope="session")
def improvise(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Runnable]:
    """`improvise("cpp", source)`: a bot of one source file beside the SDK of that language."""

    def improvised(language: str, source: str) -> Runnable:
        need(language)
        folder = tmp_path_factory.mktemp(language)
        for each in (BOTS / file for file in kit_for(language).sdk):
            (shutil.copytree if each.is_dir() else shutil.copy)(each, folder / each.name)
        file, build, command = IMPROVISED[language]
        (folder / file).write_text(source)
        subprocess.run(["sh", "-c", build], cwd=folder, check=True)
        return Runnable("bot", command.split(), folder)

    return improvised


def need(language: str) -> None:
    if not is_installed(RUNTIMES[language]):
        pytest.skip(f"{RUNTIMES[language]} is not installed")
