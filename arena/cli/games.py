"""The commands that play and look at single games, and list what can be played."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arena.options.arguments import (
    Address,
    Concurrency,
    Game,
    Home,
    Json,
    bots_argument,
    complete_variants,
    examples,
    seat_option,
)
from arena.options.bots import MatchOptions, PlayOptions, Rollouts
from arena.options.filters import Filters, OfGame
from arena.options.groups import spread

commands = typer.Typer()


def _as_many_as_bots(players: int | None) -> None:
    """Say why `arena match` has no --players, which all its neighbours have."""
    if players is not None:
        raise typer.BadParameter(
            f"A match is for as many players as you name bots (or as the smallest table has "
            f"seats): name {players}, the same bot more than once if you like."
        )


@commands.command(
    epilog=examples(
        "arena match trader greedy random",
        "arena match ./mybot.py greedy greedy random --variant classic --rounds 5 --seed 1",
    )
)
@spread
def match(
    bots: Annotated[list[str], bots_argument("BOTS...", "Names or paths.")],
    *,
    options: MatchOptions,
    players: Annotated[int | None, typer.Option(hidden=True, callback=_as_many_as_bots)] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Play a few unrated games between bots.

    Seats that are left over at the smallest table go to greedy, random and trader, as in a
    tournament.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path.
    A known name comes first; ./mine is always a path.

    The games are kept beside the ladder, the latest thousand, as c1, c2, …: arena replay c1.
    """
    from arena.commands.games import match

    match.run(home, bots, options, json)


@commands.command(
    epilog=examples(
        "arena play",
        "arena play greedy trader --variant classic --seat 1 --name Ada",
        "arena play --variant high_bohn --players 3 --record mine.json",
    )
)
@spread
def play(
    bots: Annotated[
        list[str] | None,
        bots_argument("[BOTS]...", "Names or paths; repeated until all seats are taken.", "trader"),
    ] = None,
    *,
    options: PlayOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Play a game yourself, against bots, in the terminal.

    Only the bots are on the clock; nobody hurries you. F1 shows the keys and the words to type, and
    F3 asks a bundled bot for a hint. The game is not rated. Afterwards its replay, a page for a
    browser, is written and named.
    """
    from arena.commands.games import play

    play.run(home, bots or [], options, json)


@commands.command(
    epilog=examples(
        "arena games",
        "arena games --bot trader --faults --limit 50",
        "arena games --author ada --since 7d",
        "arena games --tournament 3",
        "arena games --casual",
    )
)
@spread
def games(
    bot: Annotated[str, typer.Option(help="Only games of this bot.")] = "",
    *,
    filters: Filters,
    faults: Annotated[bool, typer.Option("--faults", help="Only games with a fault.")] = False,
    casual: Annotated[
        bool, typer.Option("--casual", help="The games of arena match, which are not rated.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many, newest first.")] = 20,
    home: Home = None,
    json: Json = False,
) -> None:
    """List the games played; * marks a winner, !2 means two faults.

    A narrow terminal leaves out decisions, round, tournament and variant, in that order.
    """
    from arena.commands.games import listing

    if casual:
        listing.casual_games(home, bot, filters, faults, limit, json)
    else:
        listing.games(home, bot, filters, faults, limit, json)


@commands.command(
    epilog=examples(
        "arena replay 17",
        "arena replay 17 --seat 2",
        "arena replay 17 --html game.html",
        "arena replay 17 --html mine.html --seat 2",
        "arena replay 17 --html lost.html --seat 2 --rollouts",
    )
)
def replay(
    game: Game,
    seat: Annotated[int | None, seat_option("Only what this seat saw.", "all cards")] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a page to look at in a browser.",
            show_default="tell it here",
        ),
    ] = None,
    rollouts: Rollouts = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Retell a game turn by turn: hands, offers, trades, harvests and coins.

    With --html it becomes one file that needs no network, with the table, the negotiation and all
    that happened. A file for one seat holds nothing that this seat could not see. If the game has
    been judged, by --rollouts or arena why, the page shows how it stood at each turn, and leads
    from one costly decision to the next.
    """
    from arena.commands.games import replay

    if html is None and rollouts:
        raise typer.BadParameter("--rollouts goes with --html; in words: arena why GAME --rollouts")
    if html is None:
        replay.replay(home, game, seat, json)
    else:
        replay.write_page(home, game, seat, html, rollouts, json)


@commands.command(
    epilog=examples(
        "arena why 17",
        "arena why 17 --seat 2 --rollouts",
        "arena why mybot",
        "arena why mybot --variant plus --last 500",
    )
)
@spread
def why(
    what: Annotated[str, bots_argument("GAME|BOT", "A game's id, or a bot's name.")],
    seat: Annotated[
        int | None, seat_option("For a game: the seat to explain.", "who came last")
    ] = None,
    *,
    rollouts: Rollouts = False,
    last: Annotated[
        int, typer.Option(min=1, help="For a bot: how many of its latest games to read.")
    ] = 100,
    game: OfGame,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show why a game was lost, or why a bot loses: its tally beside the winner's.

    With --rollouts, also the decisions that cost the seat most, what came of them, and what would
    have been better. From each decision the game is played on many times, by a simple player in
    every seat. That takes a minute or two, and the result is kept.
    """
    from arena.commands.games import why
    from arena.commands.games.stored_games import names_game

    if names_game(what):
        if game != OfGame():
            raise typer.BadParameter("--variant and --players go with a bot, not with a game.")
        why.why_game(home, what, seat, rollouts, json)
    elif seat is not None or rollouts:
        raise typer.BadParameter("--seat and --rollouts go with a game; list them: arena games")
    else:
        why.why_bot(home, what, game, last, json)


@commands.command(epilog=examples("arena log 17", "arena log 17 --seat 2", "arena log c3 --seat 1"))
def log(
    game: Game,
    seat: Annotated[int | None, seat_option("Only the bot in this seat.", "all seats")] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Print what the bots of a game wrote on stderr: the first 2 and the last 6 KiB of each.

    What a bot at fault wrote is kept for good, the rest only for the latest games. Anyone who has
    the ladder can read it.
    """
    from arena.commands.games import listing

    listing.log(home, game, seat, json)


@commands.command(
    epilog=examples(
        "arena debug 17 --seat 2 --at 57",
        'arena debug 17 --seat 2 --at 57 --cmd "python3 -X dev mybot.py"',
    )
)
def debug(
    game: Game,
    seat: Annotated[int, seat_option("The seat whose questions to take.")],
    at: Annotated[
        int | None, typer.Option(help="The id of the last question.", show_default="all questions")
    ] = None,
    cmd: Annotated[
        str,
        typer.Option(help="Start this program and ask it.", show_default="print the lines"),
    ] = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Ask a bot what a seat was asked in a stored game, or print the questions."""
    from arena.commands.games import debug

    debug.run(home, game, seat, at, cmd, json)


@commands.command(
    epilog=examples(
        "arena verify --all",
        "arena verify --all --address auto",
        "arena verify 17 18",
        "arena verify --tournament 3",
    )
)
def verify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAMES]...", help="Their ids; see `arena games`.")
    ] = None,
    tournament: Annotated[
        str,
        typer.Option(metavar="ID", help="Draw this tournament again; see `arena tournaments`."),
    ] = "",
    all_: Annotated[
        bool, typer.Option("--all", help="Every stored game, and every tournament.")
    ] = False,
    concurrency: Concurrency = None,
    address: Address = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Replay stored games from their records and compare the results; draw tournaments again.

    Everything in a tournament is drawn from one secret. Its SHA-256 is shown before the first game,
    the secret itself after the last. From it, --tournament draws everything again: the deals, who
    met in which order, who stood in for suspended bots, and the seeds that bots were given.
    """
    from arena.commands.games import verify

    if not (games or tournament or all_):
        raise typer.BadParameter("Name games by their ids, or give --tournament or --all.")
    verify.verify(home, games or [], tournament, all_, concurrency, address, json)


class Variants(TyperGroup):
    """The commands under `variants`; a game's name in their place gets a hint."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; ends with a hint when there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is None and not ctx.resilient_parsing:
            ctx.fail(f"No such command {cmd_name!r}. Try: arena variants show {cmd_name}")
        return found


variants = typer.Typer(cls=Variants, help="List the games that can be played, or print a rulebook.")
commands.add_typer(variants, name="variants")


@variants.callback(
    invoke_without_command=True,
    epilog=examples("arena variants", "arena variants show anniversary --players 4"),
)
def variants_(ctx: typer.Context, json: Json = False) -> None:
    """List the games that can be played, with their options and expansions."""
    if ctx.invoked_subcommand is None:
        from arena.commands.games import variants

        variants.show_all(json)


@variants.command("show", epilog=examples("arena variants show rio_grande --players 6"))
def variants_show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A game, alone or with its parts: classic+cheap_third_field.",
            autocompletion=complete_variants,
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(
            help="Players in the game.", show_default="4, or the nearest that the game allows"
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Print a compiled rulebook: deck, beanometers, turn and rules."""
    from arena.commands.games import variants
    from arena.options.parsing import usual_count

    variants.show(name, usual_count(name) if players is None else players, json)
