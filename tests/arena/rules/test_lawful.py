"""Every lawful set of expansions is found, and the long run plays each and names what breaks."""

from itertools import combinations

import pytest

from arena.rules import PRESETS, Rulebook, catalogue, table_sizes
from tests.proofs import fuzz
from tests.support.lawful import lawful_sets, pools


def test_all_lawful_sets_are_found() -> None:
    sets = lawful_sets()
    assert all(sets[variant] == table_sizes(variant) for variant in catalogue())
    assert all(players in sets[variant] for variant, players in pools())
    assert sets["plus+without_cocoa+hand_harvest+open_retrade"] == (4, 5)
    assert "anniversary+new_beans+bean_coin" not in sets
    assert "classic+beginner_fields+cheap_third_field" not in sets  # three players, or five


def test_games_are_kept_of_all_that_two_parts_do_together() -> None:
    kept = [set(variant.split("+")) for variant, _ in pools()]
    for variant in lawful_sets():
        preset, *parts = variant.split("+")
        for few in ([], *combinations(parts, 1)):
            assert {preset, *few} in kept
        for pair in combinations(parts, 2):
            assert any({preset, *pair} <= each for each in kept)
    assert all((each.name, players) in pools() for each in PRESETS for players in each.players)


def test_a_broken_property_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(book: Rulebook, seed: int, *more: object) -> None:
        assert (book.players, seed) != (5, 8), "a card is lost"

    monkeypatch.setattr(fuzz, "play_with_every_check", breaks)
    assert fuzz.main(["--variant", "classic", "--each", "12"]) == 1
    out = capsys.readouterr().out
    assert "a card is lost" in out
    assert "--variant classic --players 5 --seed 8 --secrets 0.1 --games 1" in out
    alone = ["--variant", "classic", "--seed", "8", "--games", "1", "--players"]
    assert fuzz.main([*alone, "5"]) == 1
    assert fuzz.main([*alone, "4"]) == 0
