"""Options are declared once: parsed from a command line and printed as one, they stay the same."""

from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.models import OptionInfo
from typer.testing import CliRunner

from arena.cli.options.bots import IntakeOptions, MatchOptions, PlayOptions, SubmitOptions
from arena.cli.options.filters import SORTS, Filters, OfGame, OfGames, Sort
from arena.cli.options.groups import Without, _declared, gathered, spread, words_of
from arena.cli.options.serve_options import ServeOptions
from arena.cli.options.sprt_options import SprtOptions
from arena.cli.options.tournament_options import LeagueOptions, TournamentOptions
from tests.support.commands import command as find_command

GROUPS = {
    "tournament": (TournamentOptions, []),
    "sprt": (SprtOptions, ["ant", "bee"]),
    "league run": (LeagueOptions, []),
    "match": (MatchOptions, ["ant"]),
    "play": (PlayOptions, []),
    "submit": (SubmitOptions, ["ant.py"]),
    "intake": (IntakeOptions, ["inbox"]),
    "games": (Filters, []),
    "ladder": (Sort, []),
    "compare": (OfGame, ["ant", "bee"]),
    "db export": (OfGames, ["results", "out.csv"]),
    "serve": (ServeOptions, []),
}
"""Command -> a group of its options, and the arguments that it needs besides."""
MEANT = {
    "sort": st.sampled_from([*SORTS]),
    "allow_env": st.just("PATH"),
}
"""Options that are looked at when they are read."""


def parsed(command: str, words: list[str]) -> dict[str, Any]:
    """What a command is given of a command line; for no arguments typer gives it None."""
    params = find_command(command).make_context(command, words).params
    return {name: None if value == () else value for name, value in params.items()}


@pytest.mark.hypothesis
@pytest.mark.parametrize("command", GROUPS)
@given(data=st.data())
def test_what_is_printed_means_the_same(command: str, data: st.DataObject) -> None:
    kind, arguments = GROUPS[command]
    options = data.draw(groups(kind))
    words = words_of(options)
    assert gathered(kind, parsed(command, [*arguments, *words])) == options
    assert words_of(kind()) == [], "what is so anyway is not said"


def groups(kind: Any, without: tuple[str, ...] = ()) -> st.SearchStrategy[Any]:
    """Any options of a group that the command line takes."""
    drawn = {}
    for field in _declared(kind):
        hint = field.hint
        inner, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        if field.name in without:
            continue
        if is_dataclass(inner):
            left_out = [each.names for each in more if isinstance(each, Without)]
            drawn[field.name] = groups(inner, (*without, *(left_out[0] if left_out else ())))
        else:
            drawn[field.name] = st.just(field.default) | MEANT.get(
                field.name, values(inner, more[0])
            )
    return st.builds(kind, **drawn)


def values(kind: Any, info: Any) -> st.SearchStrategy[Any]:
    """Any value of an option, as its type and its bounds have it."""
    text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
    least, most = getattr(info, "min", None), getattr(info, "max", None)
    plain = [each for each in (get_args(kind) or (kind,)) if each is not type(None)]
    if get_origin(plain[0]) is list:
        word = st.from_regex("[a-z0-9=.]{1,8}", fullmatch=True)
        return st.lists(word, min_size=1, max_size=3)
    return {
        str: text,
        bool: st.booleans() if isinstance(info, OptionInfo) else st.nothing(),
        int: st.integers(least, most),
        float: st.floats(least, most, allow_nan=False),
        Path: st.from_regex("[a-z]{1,8}", fullmatch=True).map(Path),
    }[plain[0]]


@dataclass(frozen=True)
class Inner:
    """A group within a group."""

    size: Annotated[int, typer.Option("--size", "-s", help="How many.")] = 3
    hidden: Annotated[str, typer.Option(help="Not for everybody.")] = "usual"


@dataclass(frozen=True)
class Outer:
    """A group that has one."""

    no_talk: Annotated[bool, typer.Option(help="Quiet.")] = False
    inner: Annotated[Inner, Without("hidden")] = Inner()


def test_each_field_is_an_option_of_its_own() -> None:
    program, seen = typer.Typer(), []

    @program.command()
    @spread
    def command(word: str = "one", *, group: Outer) -> None:
        seen.append((word, group))

    run = CliRunner().invoke
    assert run(program, ["--word", "two", "--no-talk", "-s", "5"]).exit_code == 0
    assert seen == [("two", Outer(no_talk=True, inner=Inner(size=5)))]
    shown = run(program, ["--help"]).stdout
    assert "How many." in shown
    assert "Quiet." in shown
    assert run(program, ["--hidden", "other"]).exit_code == 2
    assert words_of(Outer(True, Inner(7, "other"))) == ["--no-talk", "--size", "7"], (
        "what the command has not cannot be said"
    )
