"""The table of all commands, each loaded when it is called.

`arena --help` and `arena --version` need the names and one line of each, so no command's file is
imported for them.
"""

import inspect
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from typer.core import TyperCommand
from typer.main import get_group


class CommandEntry(NamedTuple):
    """A command's module below `arena.cli`, and the first sentences of its help."""

    module: str
    summary: str


COMMANDS = {
    "Bots": {
        "submit": CommandEntry(
            "bots.submit", "Submit a bot: copy it, build it, check it, and enter it on the ladder."
        ),
        "check": CommandEntry(
            "bots.submit",
            "Check a bot without submitting it: every kind of question, and a game against itself.",
        ),
        "bots": CommandEntry("bots.listing", "List the bots, submitted and bundled."),
        "retire": CommandEntry(
            "bots.listing", "Keep a bot out of future tournaments; its games and rating stay."
        ),
        "reinstate": CommandEntry("bots.listing", "Let a retired or suspended bot play again."),
        "disown": CommandEntry(
            "bots.listing",
            "Release a bot whose key is lost, with its author's other bots that came with that "
            "key.",
        ),
        "intake": CommandEntry(
            "bots.intake",
            "Submit every bot that has changed in a folder of checkouts, and tell each author "
            "the result.",
        ),
    },
    "Tournaments": {
        "tournament": CommandEntry(
            "tournaments.tournament",
            "Play a tournament, rate it and print the standings. Ctrl-C stops it; `resume` "
            "continues it.",
        ),
        "sprt": CommandEntry(
            "tournaments.sprt",
            "Find out whether bot A is better than bot B, in as few games as it takes. Not rated.",
        ),
        "bench": CommandEntry(
            "tournaments.bench",
            "Measure one player against the reference field: its rating, its trades, its talk, "
            "its cost.",
        ),
        "resume": CommandEntry(
            "resume", "Continue a tournament that was stopped by Ctrl-C, a crash or a power cut."
        ),
        "tournaments": CommandEntry(
            "tournaments.listing", "List the tournaments, show one, or end one for good."
        ),
    },
    "The ladder": {
        "ladder": CommandEntry("ladder.ladder", "Show the standings, or everything about one bot."),
        "crosstable": CommandEntry(
            "ladder.crosstable",
            "Show who beats whom: the percentage of shared games in which one finished ahead of "
            "the other.",
        ),
        "signs": CommandEntry(
            "ladder.signs",
            "Show pairs of bots that seem to collude: they trade with each other more than usual.",
        ),
        "compare": CommandEntry(
            "ladder.compare", "Tell which of two bots is better, by the games they shared."
        ),
        "report": CommandEntry(
            "ladder.report",
            "Write the ladder as a folder of pages for a browser: standings, bots, games and "
            "replays.",
        ),
        "serve": CommandEntry(
            "ladder.serve", "Show the ladder in a browser, as it is now, until Ctrl-C."
        ),
    },
    "Games": {
        "match": CommandEntry("games.match", "Play a few unrated games between bots."),
        "play": CommandEntry("games.play", "Play a game yourself, against bots, in the terminal."),
        "games": CommandEntry(
            "games.listing", "List the games played; * marks a winner, !2 means two faults."
        ),
        "replay": CommandEntry(
            "games.replay", "Retell a game turn by turn: hands, offers, trades, harvests and coins."
        ),
        "why": CommandEntry(
            "games.why",
            "Show why a game was lost, or why a bot loses: its tally beside the winner's.",
        ),
        "log": CommandEntry(
            "games.listing",
            "Print what the bots of a game wrote on stderr: the first 2 and the last 6 KiB of "
            "each.",
        ),
        "debug": CommandEntry(
            "games.debug",
            "Ask a bot what a seat was asked in a stored game, or print the questions.",
        ),
        "verify": CommandEntry(
            "games.verify",
            "Replay stored games from their records and compare the results; draw tournaments "
            "again.",
        ),
        "variants": CommandEntry(
            "games.variants", "List the games that can be played, or print a rulebook."
        ),
    },
    "A league": {
        "league": CommandEntry("league.run", "Show the league, or let it play on."),
        "season": CommandEntry(
            "league.season",
            "List the seasons of the league, or run one from its opening to its end.",
        ),
    },
    "This machine": {
        "doctor": CommandEntry(
            "machine.doctor",
            "Check this machine: how it confines bots, what is missing, and how to fix it.",
        ),
        "db": CommandEntry(
            "machine.db", "Check, copy or merge the database, export what is in it, or free space."
        ),
    },
}
"""The commands by subject, in the order in which a newcomer needs them."""


class LazyCommand(TyperCommand):
    """A command known by name and summary, whose module is imported when it is called."""

    def __init__(self, name: str, entry: CommandEntry, panel: str | None = None) -> None:
        super().__init__(name, callback=None, help=entry.summary, rich_help_panel=panel)
        self.module = f"arena.cli.{entry.module}"

    @cached_property
    def loaded(self) -> Any:
        """The command itself, or the group of that name."""
        app = import_module(self.module).commands
        for command in app.registered_commands:
            command.help = unwrapped(inspect.getdoc(command.callback) or "")
        group = get_group(app)
        return group.commands.get(self.name or "", group)

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Make the context of the loaded command, which runs in the place of this one."""
        return self.loaded.make_context(*args, **extra)


def unwrapped(doc: str) -> str:
    """Return a docstring with one line for each paragraph, which a terminal of any width wraps."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in doc.split("\n\n"))
