"""What the options of a tournament mean, and the command that repeats one."""

import shlex
from dataclasses import replace

import pytest

from arena.cli.options.confinement import Conditions
from arena.cli.options.groups import gathered, words_of
from arena.cli.options.parsing import OptionError
from arena.cli.options.play_settings import PlaySettings
from arena.cli.options.tournament_options import LeagueOptions, TournamentOptions, parse_time
from arena.rules import VariantError
from arena.tournament.league import AHEAD, LEAGUE
from arena.tournament.plan import Plan
from arena.tournament.schedule import USUAL_GAMES, Schedule, usual_size
from arena.tournament.size import Size
from tests.support.commands import command

USUAL = TournamentOptions(variants="classic,rio_grande", players="3-5", rounds=1)


def test_where_no_players_are_named_a_variant_has_its_usual_ones() -> None:
    games = replace(USUAL, variants="rio_grande_duel,plus,anniversary+new_beans", players=None)
    assert games.pools() == [
        ("rio_grande_duel", 2),
        *(("plus", count) for count in (3, 4, 5)),
        *(("anniversary+new_beans", count) for count in (3, 4, 5)),
    ]
    with pytest.raises(VariantError, match="rio_grande_duel needs 2 players, not 3"):
        replace(games, players="3-5").pools()


def test_an_option_that_no_game_fulfils_is_refused() -> None:
    with pytest.raises(VariantError, match="classic needs 3–5 players"):
        replace(USUAL, players="7").pools()
    with pytest.raises(OptionError, match=r"None of classic \(3–5\) is for 6 players"):
        replace(USUAL, variants="classic", players="5-6").pools()


def test_all_variants_without_players_are_played_by_each_number_they_allow() -> None:
    games = replace(USUAL, variants="all", players=None).pools()
    assert {("anniversary_duel", 2), ("anniversary+new_beans", 7), ("plus", 6)} <= set(games)
    assert replace(USUAL, players=None).pools() == replace(USUAL, players="3-5").pools()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("10m", 600), ("1h30m", 5400), ("0.5h", 1800), ("1m30s", 90), ("1d", 86_400)],
)
def test_times(text: str, seconds: float) -> None:
    assert parse_time(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "10", "10 m", "m", "-1m", "1y", "ten", "1.2.3s", "0s", f"{10**400}h"]
)
def test_times_that_are_none(text: str) -> None:
    with pytest.raises(OptionError, match="--time"):
        parse_time(text)


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ({"rounds": 3}, Size(rounds=3)),
        ({"games": 30}, Size(games=30)),
        ({"time": "2m"}, Size(seconds=120)),
        ({"until": 40.0}, Size(interval=40)),
        ({}, None),
    ],
)
def test_a_tournament_has_one_size(given: dict[str, object], size: Size | None) -> None:
    assert replace(USUAL, **{"rounds": None, **given}).size() == size  # type: ignore[arg-type]


def test_two_sizes_are_refused() -> None:
    with pytest.raises(OptionError, match="--rounds and --time exclude each other"):
        replace(USUAL, time="2m").plan()
    with pytest.raises(OptionError, match="--rounds and --games exclude each other"):
        replace(USUAL, games=9).plan()
    with pytest.raises(OptionError, match="--until nan"):
        replace(USUAL, rounds=None, until=float("nan")).plan()


@pytest.mark.parametrize("size", [{"rounds": 2}, {"games": 9}, {"time": "2m"}, {"until": 40.0}])
def test_a_knockout_has_no_size(size: dict[str, object]) -> None:
    wishes = replace(USUAL, rounds=None, players="4", format="knockout")
    assert wishes.plan().size == usual_size(wishes.plan(), 9) == Size(decided=True)
    with pytest.raises(OptionError, match=r"knockout ends when it is decided\. Leave out --rounds"):
        replace(wishes, **size).plan()  # type: ignore[arg-type]


def test_legs_are_a_knockouts_own_and_come_back_from_its_plan() -> None:
    wishes = TournamentOptions("classic", "4", format="knockout", legs=3)
    assert wishes.plan().options == {"legs": 3}
    assert TournamentOptions.of(wishes.plan()).legs == 3
    with pytest.raises(OptionError, match="--legs is for --format knockout"):
        TournamentOptions("classic", "4", legs=2).plan()


def test_a_knockout_has_one_number_of_players() -> None:
    wishes = TournamentOptions("classic,plus", format="knockout")
    assert wishes.pools() == [("classic", 4), ("plus", 4)]
    assert replace(wishes, variants="anniversary_duel").pools() == [("anniversary_duel", 2)]
    assert (
        replace(wishes, variants="all", players="4").pools()
        == replace(USUAL, variants="all", players="4").pools()
    )
    with pytest.raises(OptionError, match="Give just one, as in --players 4"):
        replace(wishes, players="3-5").pools()
    with pytest.raises(OptionError, match="none fits all of anniversary_duel, classic"):
        replace(wishes, variants="anniversary_duel,classic").pools()


def test_a_league_is_meant_by_whatever_agrees_with_it() -> None:
    at_once = Conditions(concurrency=AHEAD + 5)
    terms = PlaySettings(seed=3, tc="bullet", conditions=at_once)
    league = LeagueOptions(players="3", terms=terms).plan()
    assert (league.format, league.size) == (LEAGUE, Size(endless=True))
    assert league.options == {"ahead": AHEAD}, "a run to be repeated is that of any machine"
    alone = LeagueOptions(terms=replace(terms, seed=None)).plan()
    assert alone.options == {"ahead": AHEAD + 5}
    assert LeagueOptions().mean(league) and LeagueOptions(terms=terms).mean(league)
    assert LeagueOptions(players="3").mean(league) and not LeagueOptions(players="4").mean(league)
    assert not LeagueOptions(variants="classic").mean(league)
    for other in (
        PlaySettings(seed=4),
        PlaySettings(tc="slow"),
        PlaySettings(st=0.1),
        PlaySettings(no_talk=True),
        PlaySettings(conditions=Conditions(allow_network=True)),
        PlaySettings(conditions=Conditions(limits="memory=1024")),
        PlaySettings(conditions=Conditions(allow_env="TOKEN")),
    ):
        assert not LeagueOptions(terms=other).mean(league), other


def test_a_swiss_has_as_many_rounds_as_its_field_needs() -> None:
    plan = TournamentOptions("classic", "4", format="swiss").plan()
    rounds = [usual_size(plan, bots).rounds for bots in (4, 16, 17, 64, 100)]
    assert rounds == [3, 4, 5, 5, 6]


def test_same_author_is_kept_with_the_plan() -> None:
    plan = replace(USUAL, same_author=True).plan()
    assert "--same-author" in words_of(TournamentOptions.of(plan))
    assert Plan.of(plan.settings) == plan
    assert "--same-author" not in words_of(TournamentOptions.of(USUAL.plan()))


@pytest.mark.parametrize("format", ["roundrobin", "gauntlet"])
@pytest.mark.parametrize("bots", [0, 1, 2, 7, 60])
def test_the_usual_size_is_about_as_many_games(format: str, bots: int) -> None:
    plan = TournamentOptions("classic,rio_grande,anniversary", format=format).plan()
    rounds = usual_size(plan, bots).rounds
    assert rounds
    in_round = sum(Schedule(format, range(max(1, bots)), plan.pools, b"").games.values())
    assert rounds == 1 or abs(rounds * in_round - USUAL_GAMES) <= in_round


@pytest.mark.parametrize(
    "line",
    [
        "--variants classic,rio_grande --rounds 2",
        "--variants rio_grande_duel,plus --players 2,6 --until 50 --seed 4 --no-talk",
        "--variants all --time 90s --format gauntlet",
        "--variants all --players 6-7 --games 5 --tc slow",
        "--variants plus --rounds 1 --tc 20+0.5 --st 3",
        "--variants plus --rounds 1 --tc bullet --st 0.25",
    ],
)
def test_a_plan_is_written_as_the_command_that_repeats_it(line: str) -> None:
    plan = _parsed(shlex.split(line)).plan()
    assert _parsed(words_of(TournamentOptions.of(plan))).plan() == plan


def _parsed(words: list[str]) -> TournamentOptions:
    """The options of a line, as the command line would read them."""
    return gathered(
        TournamentOptions, command("tournament").make_context("tournament", words).params
    )
