"""The commands that show what can be played."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arena.cli.arguments import (
    Json,
    complete_variants,
    examples,
)


class Variants(TyperGroup):
    """The commands under `variants`; a game's name in their place gets a hint."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; ends with a hint when there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is None and not ctx.resilient_parsing:
            ctx.fail(f"No such command {cmd_name!r}. Try: arena variants show {cmd_name}")
        return found


app = typer.Typer(cls=Variants, help="List the games that can be played, or print a rulebook.")


@app.callback(
    invoke_without_command=True,
    epilog=examples("arena variants", "arena variants show anniversary --players 4"),
)
def variants(ctx: typer.Context, json: Json = False) -> None:
    """List the games that can be played, with their options and expansions."""
    if ctx.invoked_subcommand is None:
        from arena.commands.games import variants

        variants.show_all(json)


@app.command("show", epilog=examples("arena variants show rio_grande --players 6"))
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
