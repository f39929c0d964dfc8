"""The bots in bots/README.md are what a newcomer copies: they must run and do as it says."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.home import open_home
from arena.referee.process import BotProcess
from arena.registry.manifest import manifest_at
from arena.registry.storage import build_copy
from tests.bots.conftest import BOTS
from tests.support import scripted_game

EXAMPLES = dict(
    re.findall(r"```(python|javascript|cpp)\n(.*?)```", (BOTS / "README.md").read_text(), re.S)
)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "javascript", "cpp"])
def test_the_example_plants_where_it_grows_and_accepts_gifts(improvise: Any, language: str) -> None:
    questions = {decision["id"]: decision for decision in scripted_game.decisions()}
    with improvise(language, EXAMPLES[language]).start() as talk:
        assert talk.ask(scripted_game.HELLO)["name"] == "my_bot"
        talk.tell(scripted_game.game_start())
        planted = talk.ask(questions[2])["choice"]
        assert planted == {"do": "plant", "card": "blue", "field": 1}
        assert talk.ask(questions[6])["choice"]["accept"] == [2]  # the gift of a soy
        assert talk.ask(questions[11])["choice"] == 0
        talk.tell(scripted_game.BYE)
        assert talk.hang_up() == (0, b"", "")


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed.")
@pytest.mark.parametrize("compiled", [False, True], ids=["as if compiled", "compiled"])
def test_of_a_bot_in_typescript_only_what_was_compiled_is_kept(
    tmp_path: Path, compiled: bool
) -> None:
    """As if: where there is no compiler, its types are taken away by hand."""
    readme = (BOTS / "README.md").read_text()
    code = re.findall(r"```typescript\n(.*?)```", readme, re.S)[0]
    manifest = re.findall(r"```toml\n(.*?)```", readme, re.S)[-1]
    command = re.findall(r"`npx (tsc .*?)`", readme, re.S)[0]
    folder = tmp_path / "bot"
    (folder / "node_modules" / ".bin").mkdir(parents=True)
    (folder / "node_modules" / ".bin" / "tsc").symlink_to("../typescript/bin/tsc")
    (folder / "my_bot.ts").write_text(code)
    (folder / "bot.toml").write_text(manifest)
    shutil.copy(BOTS / "javascript" / "bohnanza.js", folder)
    if compiled:
        if not shutil.which("tsc"):
            pytest.skip("tsc, the compiler of TypeScript, is not installed.")
        subprocess.run(shlex.split(command), cwd=folder, check=True)
    else:
        (folder / "dist").mkdir()
        shutil.copy(folder / "bohnanza.js", folder / "dist")
        plain = re.sub(r": any", "", code).replace(
            "import { Bot } from", "const { Bot } = require("
        )
        (folder / "dist" / "my_bot.js").write_text(plain.replace('.js";', '.js");', 1))
    source, described = manifest_at(folder, "", "", "")
    home = open_home(tmp_path / "home")
    with build_copy(home, source, described) as copy:
        copy.settle()
        kept = {file.name for file in copy.folder.rglob("*") if file.is_file()}
        assert kept <= {"my_bot.js", "bohnanza.js", "bot.toml"}
        spec = copy.spec("my_bot", 1, described)
        process = BotProcess(spec.command, spec.cwd)
    try:
        process.post(b'{"type":"hello","protocol":[1]}\n', 10_000)
        assert b"my_bot" in (process.collect() or b"")
    finally:
        process.end()
