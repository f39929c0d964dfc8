"""`arena new`: the folder of a new bot that plays at once."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Literal

from arena.cli.options.arguments import JsonOption, argument, option
from arena.cli.output.console import note, print_json, say
from arena.registry.kits import KITS, kit_for, missing_tools, write_kit
from arena.text.phrases import listed


def new(
    folder: Path = argument("NAME", "The bot's name, or a path that ends with it."),
    lang: str = option("Its language.", default="python", choices=KITS),
    base: Literal["sensible", "random"] | None = option(
        "The bot to start from: one that trades, or one that guesses.",
        "--from",
        show_default="sensible",
    ),
    json: JsonOption = False,
) -> None:
    """Write a new bot's folder, in the language you like: it already plays, and has a test.

    With --lang llm it is a prompt for a language model, with --lang policy a trained net.

    Examples:
        arena new mybot
        arena new mybot --lang typescript
        arena new bots/mybot --lang go --from random
        arena new mynet --lang policy

    JSON:
        {"name": str, "folder": str, "file": str, "test": str, "missing": [str]}
    """
    kit = kit_for(lang)
    written, missing = write_kit(folder, kit, base), missing_tools(kit)
    if json:
        file = str(written.code.relative_to(folder))
        about = {"name": folder.name, "folder": str(folder), "file": file}
        print_json(about | {"test": written.test, "missing": missing})
        return
    say(f"{written.code} is yours to change. It plays already:")
    for line in ("", f"cd {quote(str(folder))}", written.test, "arena check .", ""):
        say(f"  {line}".rstrip())
    say("README.md there says what else there is to do.")
    if missing:
        verb, it = ("is", "it") if len(missing) == 1 else ("are", "them")
        note(f"{listed(missing)} {verb} not installed here: the bot is built and tested with {it}.")
