"""A bot that carries the rules along, as the page says: kept by the arena, confined, no fault."""

import re
import subprocess
from pathlib import Path

import pytest

import arena.rules
from tests.arena.conftest import Arena

RULES = Path(arena.rules.__file__).parent
PAGE = (RULES / "README.md").read_text("utf-8")


def block(language: str) -> str:
    """The one block of the page in that language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The bot of the page, made by its commands."""
    checkout = RULES.parents[1]
    for name in ("arena", "bots"):
        (tmp_path / name).symlink_to(checkout / name)
    subprocess.run(["sh", "-e"], input=block("sh"), text=True, cwd=tmp_path, check=True)
    folder = tmp_path / "my_bot"
    (folder / "my_bot.py").write_text(block("python bot"), "utf-8")
    (folder / "bot.toml").write_text(block("toml"), "utf-8")
    return folder


@pytest.mark.slow
def test_the_bot_of_the_page_is_accepted(bot: Path, arena: Arena) -> None:
    assert "searcher" in arena("check", str(bot), "--tc", "2+0.05")
