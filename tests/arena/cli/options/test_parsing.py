"""What the options of the commands mean."""

import pytest
import typer

from arena.cli.ladder.report import parse_replays
from arena.cli.options.arguments import seat_number
from arena.cli.options.confinement import Conditions
from arena.cli.options.filters import parse_since
from arena.cli.options.parsing import (
    OptionError,
    parse_players,
    parse_tournament,
    parse_variant,
    parse_variants,
)
from arena.cli.options.tournament_options import parse_time
from arena.errors import UsageError
from arena.llm.budget import Limit
from arena.referee.clock import TimeControl
from arena.rules import VariantError


@pytest.mark.parametrize(
    ("text", "counts"),
    [("4", [4]), ("5,3", [3, 5]), ("3-5", [3, 4, 5]), ("3, 5-6,3", [3, 5, 6]), ("3–4", [3, 4])],
)
def test_numbers_of_players(text: str, counts: list[int]) -> None:
    assert parse_players(text) == counts


@pytest.mark.parametrize("text", ["", "x", "5-3", "3,7-6", "9-8", "1", "8", "3-", "-3", "3..5"])
def test_numbers_of_players_that_are_none(text: str) -> None:
    with pytest.raises(OptionError, match="--players"):
        parse_players(text)


# int() takes all of these, or fails on them in its own way.
@pytest.mark.parametrize("text", ["\uff14", "1_0", "\u0664", "+4", "\u00b2", "4" * 5000])
def test_numbers_are_read_by_one_rule(text: str) -> None:
    for read in (parse_players, parse_tournament, seat_number, parse_replays):
        with pytest.raises((OptionError, typer.BadParameter)):
            read(text)
    with pytest.raises(OptionError, match="--limits"):
        assert Conditions(limits=f"memory={text}").cap
    with pytest.raises(UsageError):
        TimeControl.parse(f"{text}+1")
    with pytest.raises(UsageError, match="--budget"):
        Limit.parse(text)
    for duration in (f"{text}h", f"1h{text}m"):
        for read_time in (parse_time, parse_since):
            with pytest.raises(OptionError):
                read_time(duration)


def test_a_reversed_range_is_called_so() -> None:
    with pytest.raises(OptionError, match=r"'5-3' is reversed\. Write it as \"3-5\"\."):
        parse_players("5-3")


def test_a_variant_has_one_name_however_it_is_written() -> None:
    assert parse_variant("anniversary+magpie + bean_coin") == "anniversary+bean_coin+magpie"
    written = "anniversary+bean_coin+magpie,classic, anniversary+magpie+bean_coin"
    assert parse_variants(written) == ["anniversary+bean_coin+magpie", "classic"]
    for text in ("nonsense", "classic,nonsense", ""):
        with pytest.raises((VariantError, OptionError)):
            parse_variant(text)
    with pytest.raises(OptionError, match="names all games and single ones"):
        parse_variants("all,plus")
    with pytest.raises(OptionError, match="--variants"):
        parse_variants(" , ")


def test_seats_are_counted_from_1() -> None:
    assert [seat_number("1"), seat_number("7")] == [0, 6]
    for text in ("0", "-1", "one", ""):
        with pytest.raises(typer.BadParameter, match=r"Seats are numbered from 1\."):
            seat_number(text)
