"""The bot of the page about the rules, made by that page's commands."""

import re
import subprocess
from pathlib import Path

import arena.rules

RULES = Path(arena.rules.__file__).parent
PAGE = (RULES.parents[1] / "docs" / "library.md").read_text("utf-8")


def block(language: str) -> str:
    """The one block of the page in that language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


def make_bot(folder: Path) -> Path:
    """The folder of the bot, made inside of `folder`."""
    checkout = RULES.parents[1]
    for name in ("arena", "bots"):
        (folder / name).symlink_to(checkout / name)
    subprocess.run(["sh", "-e"], input=block("sh"), text=True, cwd=folder, check=True)
    made = folder / "my_bot"
    (made / "my_bot.py").write_text(block("python bot"), "utf-8")
    (made / "bot.toml").write_text(block("toml"), "utf-8")
    return made
