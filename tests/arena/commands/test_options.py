"""What the options of a tournament mean."""

from dataclasses import replace

import pytest

from arena.commands.wishes import WishError, Wishes, parse_players, parse_variant, parse_variants
from arena.rules import VariantError

USUAL = Wishes("classic,rio_grande", "3-5", 1, None, None, "standard", None, True, "roundrobin")


@pytest.mark.parametrize(
    ("text", "counts"),
    [("4", [4]), ("5,3", [3, 5]), ("3-5", [3, 4, 5]), ("3, 5-6,3", [3, 5, 6]), ("3–4", [3, 4])],
)
def test_table_sizes(text: str, counts: list[int]) -> None:
    assert parse_players(text) == counts


@pytest.mark.parametrize("text", ["", "x", "5-3", "3,7-6", "9-8", "1", "8", "3-", "-3", "3..5"])
def test_table_sizes_that_are_none(text: str) -> None:
    with pytest.raises(WishError, match="--players"):
        parse_players(text)


def test_a_reversed_range_is_called_so() -> None:
    with pytest.raises(WishError, match=r"'5-3' is reversed; give \"3-5\"\."):
        parse_players("5-3")


def test_no_table_size_is_not_all_of_them() -> None:
    with pytest.raises(WishError, match="--players ''"):
        replace(USUAL, players="").games()


def test_a_variant_has_one_name_however_it_is_written() -> None:
    assert parse_variant("anniversary+magpie + bean_coin") == "anniversary+bean_coin+magpie"
    written = "anniversary+bean_coin+magpie,classic, anniversary+magpie+bean_coin"
    assert parse_variants(written) == ["anniversary+bean_coin+magpie", "classic"]
    for text in ("nonsense", "classic,nonsense", ""):
        with pytest.raises((VariantError, WishError)):
            parse_variant(text)
    with pytest.raises(WishError, match="all goes alone"):
        parse_variants("all,plus")


def test_where_no_table_size_is_named_a_variant_has_its_usual_ones() -> None:
    games = replace(USUAL, variants="rio_grande_duel,plus,anniversary+new_beans", players=None)
    assert games.games() == [
        ("rio_grande_duel", 2),
        *(("plus", count) for count in (3, 4, 5)),
        *(("anniversary+new_beans", count) for count in (3, 4, 5)),
    ]
    with pytest.raises(VariantError, match="rio_grande_duel needs 2 players, not 3"):
        replace(games, players="3-5").games()


def test_variants_are_named_or_all() -> None:
    assert parse_variants("classic, classic+cheap_third_field,classic") == [
        "classic",
        "classic+cheap_third_field",
    ]
    assert {"classic", "rio_grande", "anniversary"} <= set(parse_variants("all"))
    with pytest.raises(WishError, match="--variants"):
        parse_variants(" , ")


def test_a_variant_is_played_at_the_tables_that_it_knows() -> None:
    games = replace(USUAL, players="5-6").games()
    assert games == [("classic", 5), ("rio_grande", 5), ("rio_grande", 6)]


def test_all_variants_are_those_that_such_tables_play() -> None:
    games = replace(USUAL, variants="all", players="6").games()
    assert ("rio_grande", 6) in games
    assert "classic" not in {variant for variant, _ in games}


def test_a_wish_that_no_game_fulfils_is_refused() -> None:
    with pytest.raises(VariantError, match="classic needs 3–5 players"):
        replace(USUAL, players="7").games()
    with pytest.raises(WishError, match=r"None of classic \(3–5\) is played by 6"):
        replace(USUAL, variants="classic", players="5-6").games()
    with pytest.raises(VariantError, match="clasic"):
        replace(USUAL, variants="classic,clasic").games()
    with pytest.raises(WishError, match="roundrobin"):
        replace(USUAL, kind="swiss").check_kind()


def test_all_variants_without_table_sizes_are_played_at_each_size_they_allow() -> None:
    games = replace(USUAL, variants="all", players=None).games()
    assert {("anniversary_duel", 2), ("anniversary+new_beans", 7), ("plus", 6)} <= set(games)
    assert replace(USUAL, players=None).games() == replace(USUAL, players="3-5").games()
