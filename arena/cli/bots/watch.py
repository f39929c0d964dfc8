"""`arena watch`: check a bot and play a few games at each save."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import typer

from arena.cli.bots.submit import check
from arena.cli.games.match import match
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption, argument
from arena.cli.options.bots import MatchOptions
from arena.cli.options.confinement import Here
from arena.cli.output.console import note, say
from arena.errors import ArenaError

if not ONLY_SHOWN:
    from arena.registry.files import files_of, is_clutter
    from arena.registry.lookup import as_path, existing_path
    from arena.registry.manifest import manifest_at
    from ladder.database.errors import UnknownBot

OPPONENT = "greedy"
SECONDS_BETWEEN_LOOKS = 0.5


def watch(
    bot: str = argument("BOT", "The path of a script or a folder."),
    *,
    conditions: Here,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Check a bot again at each save: it also plays its version on the ladder, and greedy.

    Ctrl-C ends it; the games are kept like those of `arena match`.

    Examples:
        arena watch .

    JSON:
        # At each save as `arena check`; then, if the bot passes, as `arena match`.
        {"bot": str, "passed": bool, "check": [CheckStep]} | [MatchGame]
    """
    path = existing_path(bot)
    word = as_path(path)
    for _ in _saves(path):
        with suppress(typer.Exit):  # a check that fails is mended, and saved again
            try:
                check(word, conditions=conditions, home=home, json=json)
                match(_table(word, path, home), options=MatchOptions(), home=home, json=json)
            except ArenaError as problem:
                note(str(problem))
        if not json:
            say("\nWaiting for the next save; Ctrl-C ends.", style="dim")


def _table(word: str, path: Path, home: Path | None) -> list[str]:
    """Return who plays: the bot, its latest version on the ladder if there is one, and greedy."""
    name = manifest_at(path)[1].name
    with opened(home) as (_, store, _), suppress(UnknownBot):
        return [word, store.find_bot(name).label, OPPONENT]
    return [word, OPPONENT]


def _saves(path: Path) -> Iterator[None]:
    """Yield at once, and then whenever a file of the bot has been saved."""
    before = None
    while True:
        now = _times(path)
        if now != before:
            yield
        else:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        before = now


def _times(path: Path) -> dict[Path, int]:
    """Return when each of a bot's files changed; of all in its folder if its files are unknown."""
    files = [path]
    if path.is_dir():
        files = [each for each in path.iterdir() if each.is_file() and not is_clutter(each.name)]
    with suppress(ArenaError):
        folder, manifest = manifest_at(path)
        named = files_of(folder, manifest.files).values() if folder.is_dir() else ()
        files += [folder.joinpath(*parts) for parts in named]
    times = {}
    for file in files:
        with suppress(OSError):  # saved by removing it first
            times[file] = file.stat().st_mtime_ns
    return times
