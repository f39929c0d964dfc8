"""The commands that take bots in and look after them."""

from typing import Annotated

import typer

from arena.options.arguments import Bot, Cmd, Home, Json, Tc, bots_argument, examples
from arena.options.bots import IntakeOptions, SubmitOptions
from arena.options.confinement import Here
from arena.options.groups import spread

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "arena submit mybot.py",
        "arena submit target/release/mybot --name crusher --author Ada",
        "arena submit my-folder/",
        "arena submit thinker.py --tc slow",
        'arena submit bot.jar --cmd "java -Xmx200m -jar bot.jar"',
        "arena submit inbox/ada.py --author Ada --key-file keys/ada",
    )
)
@spread
def submit(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH", help="A script, an executable, or a folder with a bot.toml."
        ),
    ],
    *,
    options: SubmitOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Submit a bot: copy it, build it, check it, and enter it on the ladder.

    Submitting the same name again makes the next version.
    A bot's name and its author's belong to the key that they were first submitted with.
    """
    from arena.commands.bots.submit import submit

    submit(home, path, options, json)


@commands.command(
    epilog=examples(
        "arena check mybot.py",
        "arena check ./my-folder",
        "arena check greedy --json",
        'arena check Bean.kt --cmd "java -jar bean.jar"',
    )
)
@spread
def check(
    bot: Annotated[str, bots_argument("BOT", "A bot's name, or a path.")],
    cmd: Cmd = "",
    tc: Tc = None,
    *,
    conditions: Here,
    home: Home = None,
    json: Json = False,
) -> None:
    """Check a bot without submitting it: every kind of question, and a game against itself.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path:
    a script, an executable, a .toml or a folder with a bot.toml.
    A known name comes first; ./mine is always a path.
    """
    from arena.commands.bots.submit import check

    check(home, bot, cmd, tc, conditions, json)


@commands.command("bots", epilog=examples("arena bots", "arena bots --all --json"))
def bots_(
    all_: Annotated[bool, typer.Option("--all", help="Include retired versions.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """List the bots, submitted and bundled."""
    from arena.commands.bots import listing

    listing.show(home, all_, json)


@commands.command(epilog=examples("arena retire crusher", "arena retire crusher:2"))
def retire(bot: Bot, home: Home = None, json: Json = False) -> None:
    """Keep a bot out of future tournaments; its games and rating stay."""
    from arena.commands.bots import listing

    listing.set_status(home, bot, "retired", json)


@commands.command(epilog=examples("arena reinstate crusher"))
def reinstate(bot: Bot, home: Home = None, json: Json = False) -> None:
    """Let a retired or suspended bot play again."""
    from arena.commands.bots import listing

    listing.set_status(home, bot, "active", json)


@commands.command(epilog=examples("arena disown crusher"))
def disown(bot: Bot, home: Home = None, json: Json = False) -> None:
    """Release a bot whose key is lost, with its author's other bots that came with that key.

    Its owner is then the author who submits its next version.
    """
    from arena.commands.bots import listing

    listing.disown(home, bot, json)


@commands.command(
    epilog=examples(
        "arena intake checkouts/",
        "arena intake checkouts/ --keys keys/ --results results/",
        "arena intake checkouts/ --json",
    )
)
@spread
def intake(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER", help="Holds a script, or a folder with a bot.toml, for each bot."
        ),
    ],
    *,
    options: IntakeOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Submit every bot that has changed in a folder of checkouts, and tell each author the result.

    Each entry of FOLDER is one bot. With --keys, its name there is that of its key: ada for ada and
    ada.py, and for more bots by that author, such as ada+second or ada+third.py. A bot that is
    refused does not stop the others. The result is written into NAME.arena-result.txt and .json,
    with the bot's standing and its lost games once it has played; exit code 1 if any was refused.
    Run it as often as you like, also while the league plays.
    """
    from arena.commands.bots.intake import intake

    intake(home, folder, options, json)
