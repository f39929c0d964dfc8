"""The commands that look after bots."""

from typing import Annotated

import typer

from arena.cli.arguments import (
    AllowEnv,
    AllowNetwork,
    Bot,
    Cmd,
    Home,
    Json,
    KeyFile,
    Level,
    Limits,
    Tc,
    Trusted,
    complete_bots,
    examples,
)

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
def submit(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH", help="A script, an executable, or a folder with a bot.toml."
        ),
    ],
    name: Annotated[str, typer.Option(help="Name on the ladder.", show_default="the file's")] = "",
    author: Annotated[str, typer.Option(help="The bot's author.")] = "",
    cmd: Cmd = "",
    tc: Tc = "standard",
    key_file: KeyFile = None,
    level: Level = None,
    trusted: Trusted = False,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Submit a bot: copy it, build it, check it, and enter it on the ladder.

    Submitting the same name again makes the next version.
    A bot's name and its author's belong to the key that they first came with.
    """
    from arena.commands.bots import submit as command
    from arena.options.confinement import conditions

    on = conditions(level, trusted, limits, allow_network, allow_env)
    command.submit(home, path, name, author, cmd, tc, key_file, on, json)


@commands.command(
    epilog=examples(
        "arena check mybot.py",
        "arena check ./my-folder",
        "arena check greedy --json",
        'arena check Bean.kt --cmd "java -jar bean.jar"',
    )
)
def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="A bot's name, or a path.", autocompletion=complete_bots
        ),
    ],
    cmd: Cmd = "",
    tc: Tc = "standard",
    level: Level = None,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Check a bot without submitting it: every kind of question, and a game against itself.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path:
    a script, an executable, a .toml or a folder with a bot.toml.
    A known name comes first; ./mine is always a path.
    """
    from arena.commands.bots import submit as command
    from arena.options.confinement import conditions

    on = conditions(level, True, limits, allow_network, allow_env)
    command.check(home, bot, cmd, tc, on, json)


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
    """Set a bot free whose key is lost, with its author's others that came with the same key.

    Its owner is then the author who submits its next version.
    """
    from arena.commands.bots import listing

    listing.disown(home, bot, json)
