"""The bundled bots of other languages, built once in a folder of their own."""

import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

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
}
SCRIPTS = {"python": ("bohnanza.py", "bot.py"), "javascript": ("bohnanza.js", "bot.js")}


@dataclass(frozen=True)
class Runnable:
    """A bot that can be started."""

    name: str
    command: list[str]
    cwd: Path

    def start(self) -> Conversation:
        return Conversation(self.command, self.cwd)


@pytest.fixture(scope="session")
def prepare(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Runnable]:
    """`prepare("cpp/random_bot")`: that bot, copied and built as its manifest says."""
    ready: dict[str, Runnable] = {}

    def prepared(bot: str) -> Runnable:
        if bot not in ready:
            language = bot.split("/")[0]
            need(language)
            manifest = MANIFESTS[bot]
            folder = tmp_path_factory.mktemp(manifest["name"])
            folder.chmod(0o755)  # at the referee's table it may be run as somebody else
            for file in manifest["files"]:
                shutil.copy(BOTS / language / file, folder)
            if "build" in manifest:
                subprocess.run(shlex.split(manifest["build"]), cwd=folder, check=True)
            ready[bot] = Runnable(manifest["name"], shlex.split(manifest["command"]), folder)
        return ready[bot]

    return prepared


@pytest.fixture(scope="session")
def improvise(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Runnable]:
    """`improvise("cpp", source)`: a bot of one source file beside the SDK of that language."""

    def improvised(language: str, source: str) -> Runnable:
        need(language)
        folder = tmp_path_factory.mktemp(language)
        if language in SCRIPTS:
            sdk, script = SCRIPTS[language]
            shutil.copy(BOTS / language / sdk, folder)
            (folder / script).write_text(source)
            return Runnable("bot", [RUNTIMES[language], script], folder)
        (folder / "bot.cpp").write_text(source)
        build = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "bot", "bot.cpp"]
        subprocess.run([*build, "-I", str(BOTS / language)], cwd=folder, check=True)
        return Runnable("bot", ["./bot"], folder)

    return improvised


def need(language: str) -> None:
    if not shutil.which(RUNTIMES[language]):
        pytest.skip(f"{RUNTIMES[language]} is not installed")
