"""What the options that limit a view mean."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.cli.options.filters import Filters, parse_since
from arena.cli.options.parsing import OptionError
from arena.referee.clock import ClockError
from arena.rules import VariantError
from ladder.database.store import Store

NOW = datetime(2026, 6, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("7d", "2026-06-23T12:00:00Z"),
        ("12h", "2026-06-30T00:00:00Z"),
        ("2w", "2026-06-16T12:00:00Z"),
        ("5m", "2026-06-30T11:55:00Z"),
        ("1h30m", "2026-06-30T10:30:00Z"),
        ("2026-06-01", "2026-06-01T00:00:00Z"),
        ("2026-06-01T10:30", "2026-06-01T10:30:00Z"),
        ("2026-06-01T10:30:00+02:00", "2026-06-01T08:30:00Z"),
        ("0500-01-01", "0500-01-01T00:00:00Z"),
    ],
)
def test_a_time_is_a_date_or_so_long_ago(text: str, meant: str) -> None:
    assert parse_since(text, NOW) == meant


@pytest.mark.parametrize("text", ["soon", "7", "d", "-7d", "2026-13-01", "٣d", ""])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match='Write it as "7d"'):
        parse_since(text, NOW)


def test_the_future_is_refused() -> None:
    with pytest.raises(OptionError, match="lies in the future"):
        parse_since("2026-07-01", NOW)


def test_a_range_of_players_is_what_the_variant_allows() -> None:
    assert Filters(players="3-5").read().games.players == (3, 4, 5)
    assert Filters(variant="classic", players="2,4-7").read().games.players == (4, 5)
    with pytest.raises(VariantError, match="classic needs 3–5 players, not 6"):
        Filters(variant="classic", players="6-7").read()


def test_a_time_class_has_a_name_or_a_clock() -> None:
    assert Filters(time_class="bullet").read().games.time_class == "bullet"
    assert Filters(time_class="10+0.1").read().games.time_class == "standard"
    with pytest.raises(ClockError, match="is not a time control"):
        Filters(time_class="quick").read()


def test_in_words() -> None:
    chosen = Filters(
        variant="classic",
        players="3,4",
        tournament="3",
        since="2020-01-01",
        time_class="bullet",
        author="Ada",
        language="C",
    ).read()
    assert chosen.of == (
        " of classic with 3 or 4 players at bullet time of tournament 3 since 2020-01-01 00:00 UTC"
    )
    assert chosen.bots == "bots by Ada in C"
    assert (Filters().read().of, Filters().read().bots) == ("", "")


def test_authors_by_a_part_of_the_name_languages_by_all_of_it() -> None:
    chosen = Filters(author="ada", language="c").read()
    assert chosen.keeps("Ada Lovelace", "C")
    assert not chosen.keeps("Ada Lovelace", "C++")
    assert not chosen.keeps("Grace Hopper", "C")


def test_an_author_whom_nobody_knows_is_an_error(tmp_path: Path) -> None:
    with Store(tmp_path / "ladder.sqlite") as store:
        store.add_bot("ant", hash="1", author="Ada Lovelace", language="python")
        Filters(author="love", language="Python").read().check(store)
        with pytest.raises(OptionError, match=r"author is like 'Alan'\. Choose one of Ada Love"):
            Filters(author="Alan").read().check(store)
        with pytest.raises(OptionError, match=r"language is called 'pyton'\. Did you mean python"):
            Filters(language="pyton").read().check(store)
