"""The bundled bots of other languages, built once, and bots that a test writes on their SDKs."""

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from arena.home import open_home
from arena.referee.bot import BotSpec
from arena.registry import bundled
from arena.registry.executables import MissingRuntime
from arena.registry.kits import kit_for, missing_tools
from tests.support.bot_pipes import Conversation

BUNDLED = bundled.bundled_manifests()
OTHERS = [name for name, (_, manifest) in BUNDLED.items() if manifest.language != "python"]
# The file of a bot written for a test, what builds it beside the SDK, and what starts it.
IMPROVISED = {
    "cpp": ("bot.cpp", "g++ -std=c++17 -Wall -Wextra -Werror -o bot bot.cpp", "./bot"),
    "csharp": ("bot.cs", "mcs -out:bot.exe *.cs", "mono bot.exe"),
    "go": ("bot.go", "go mod init bot && go build -o bot .", "./bot"),
    "java": ("MyBot.java", "javac -d . -sourcepath . MyBot.java", "java -cp . MyBot"),
    "javascript": ("bot.js", "", "node bot.js"),
    "rust": ("bot.rs", "rustc --edition 2021 bot.rs", "./bot"),
}


def talk_to(bot: BotSpec) -> Conversation:
    return Conversation([*bot.command], Path(bot.cwd))


@pytest.fixture(scope="session")
def prepare(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], BotSpec]:
    """`prepare("cpp-random")`: that bundled bot, kept and built."""
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # built once for all of them
        place = place.parent
    home = open_home(place / "bundled")

    @cache
    def prepared(name: str) -> BotSpec:
        try:
            return bundled.prepare(home, name).spec
        except MissingRuntime as missing:
            pytest.skip(f"{missing.program} is not installed.")

    return prepared


@pytest.fixture(scope="session")
def improvise(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], BotSpec]:
    """`improvise("cpp", source)`: a bot of one source file beside the SDK of that language."""

    def improvised(language: str, source: str) -> BotSpec:
        kit = kit_for(language)
        if missing := missing_tools(kit):
            pytest.skip(f"{missing[0]} is not installed.")
        folder = tmp_path_factory.mktemp(language)
        for each in (bundled.FOLDER / file for file in kit.sdk):
            (shutil.copytree if each.is_dir() else shutil.copy)(each, folder / each.name)
        file, build, command = IMPROVISED[language]
        (folder / file).write_text(source)
        subprocess.run(["sh", "-c", build], cwd=folder, check=True)
        return BotSpec("bot", 1, "", tuple(command.split()), str(folder))

    return improvised
