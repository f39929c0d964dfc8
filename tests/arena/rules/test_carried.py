"""A bot that carries the rules along, as the page says: kept by the arena, confined, no fault."""

import re
import subprocess
from pathlib import Path

import pytest

import arena.rules
from tests.arena.conftest import Arena

CHECKOUT = Path(arena.rules.__file__).parents[2]
PAGE = (CHECKOUT / "docs" / "library.md").read_text("utf-8")


def block(language: str) -> str:
    """The one block of the page in that language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


@pytest.mark.slow
def test_the_bot_of_the_page_is_accepted(tmp_path: Path, arena: Arena) -> None:
    for name in ("arena", "bots"):
        (tmp_path / name).symlink_to(CHECKOUT / name)
    subprocess.run(["sh", "-e"], input=block("sh"), text=True, cwd=tmp_path, check=True)
    made = tmp_path / "my_bot"
    (made / "my_bot.py").write_text(block("python bot"), "utf-8")
    (made / "bot.toml").write_text(block("toml"), "utf-8")
    assert "searcher" in arena("check", str(made), "--tc", "2+0.02")
