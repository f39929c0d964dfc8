"""What stands around the standings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.cli.options.filters import SORTS, Sort, sort_name
from arena.cli.options.parsing import OptionError
from arena.cli.output.tables import show as show_table
from arena.text.ratings import OFF_SCALE, ON_SCALE
from arena.text.standings import standings
from arena.text.table import Column
from ladder.database.store import Bot, Store
from ladder.queries.pools import PoolInfo
from ladder.queries.standings import Selected, Standing
from ladder.ratings.calibration import calibration
from ladder.ratings.scope import NOTHING_KNOWN
from ladder.tournaments.tournaments import Pool
from tests.arena.conftest import Arena
from tests.support.made_up_matches import lost_by, play_matches
from tests.support.made_up_standing import standing
from tests.support.terminal import on_terminal


def _pool(variant: str, players: int) -> PoolInfo:
    return PoolInfo(1, variant, players, "standard", "5/3/2/280", "1", 1, 2)


ROW = standing()


ONE = [_pool("classic", 3)]
COVERED = replace(
    ONE[0], negotiation=calibration().negotiation, rules_version=calibration().rules_version
)
TWO = [*ONE, _pool("plus", 7)]
Shown = Callable[..., str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    """What is printed of some rows."""

    def show(rows: list[Standing], pools: list[PoolInfo] = ONE, **more: Any) -> str:
        show_table(standings(Selected(pools, rows), **more))
        return capsys.readouterr().out

    return show


def test_few_pools_are_named(shown: Shown) -> None:
    pools = [_pool("classic", 3), _pool("classic", 4), _pool("plus", 7)]
    assert "Over 3 pools: classic with 3, 4; plus with 7.\n" in shown([ROW], pools)
    pools = [pools[0], replace(pools[0], rules_version="2"), replace(pools[1], rules_version="2")]
    told = "Over 3 pools: classic (rules 1) with 3; classic (rules 2) with 3, 4.\n"
    assert told in shown([ROW], pools)


def test_many_pools_are_counted(shown: Shown) -> None:
    pools = [_pool(f"game{number}", 3 + number % 3) for number in range(7) for _ in range(7)]
    out = shown([ROW], pools)
    assert "Over 49 pools: 7 games with 3, 4, 5 players.\n" in out
    assert "game1" not in out


def test_a_bot_that_has_not_played_all_pools_is_set_apart(shown: Shown) -> None:
    apart = replace(ROW, rank=None, name="bee", elo=1900, pools=1, of=2)
    lines = shown([replace(ROW, pools=2, of=2), apart], TWO).splitlines()
    assert [line.split()[:2] for line in lines[3:5]] == [["1", "ant:1"], ["–", "bee:1"]]
    assert lines[4].endswith("1/2")
    text = " ".join(lines[5:])
    assert "not ranked: it has played in fewer than half as many of these 2 pools as others" in text
    assert "arena ladder --variant classic --players 3" in text
    assert "Ranked without" not in text


def test_a_rank_without_all_pools_is_marked(shown: Shown) -> None:
    thin = replace(ROW, rank=2, name="bee", pools=1, of=2)
    said = shown([replace(ROW, pools=2, of=2), thin], TWO)
    assert "Ranked without all 2 pools: bee:1 1." in said


def test_what_a_row_says(shown: Shown) -> None:
    only_first = {"first_rank": 1, "last_rank": 1, "above": 204.9, "above_interval": 71.2}
    rows = [
        replace(ROW, elo=1702.4, interval=62, bound=1, live=1650, ahead=0.987, **only_first),
        replace(ROW, rank=2, name="bee", live=1497.5, first_rank=2, last_rank=4),
    ]
    heading, ant, bee = shown(rows).splitlines()[2:5]
    assert heading.split()[:7] == ["#", "bot", "Elo", "±", "to", "next", "ahead"]
    assert ant.split()[:10] == ["1", "ant:1", "≥", "1640", "205", "±", "71", "99%", "1", "9"]
    assert bee.split()[:5] == ["2", "bee:1", "1500", "40", "2–4"]
    assert " >99% " in shown([replace(ROW, ahead=0.9999)])


def test_marks_are_explained_where_there_are_any(shown: Shown) -> None:
    assert " = " not in shown([ROW])
    out = shown([replace(ROW, bound=-1)])
    assert "≤ 1540 " in out
    assert "≥, ≤ = a bound" in out
    assert " ? " not in out
    out = shown([replace(ROW, interval=80, games=each) for each in (90, 200)])
    assert "? = provisional: wider than ± 50; ± 50 needs about 140 to 320 more games." in out


def test_it_is_said_what_elo_is_measured_by(shown: Shown) -> None:
    def said(*on_scale: int, pool: PoolInfo = COVERED) -> str:
        of = calibration().id
        rows = [replace(ROW, on_scale=each, calibration=of * each) for each in on_scale]
        return " ".join(shown(rows, [pool]).split())

    assert ON_SCALE.format(1500, calibration().id) in said(1, 1)
    assert "arena bench BOT" in said(1, 1)
    assert "arena tournament --reference" not in said(
        0, 0, pool=replace(COVERED, rules_version="1")
    )
    assert f"{OFF_SCALE} Let one play: arena tournament --reference" in said(0, 0)
    assert "reference bot" not in said(1, 0)


def test_what_is_not_known_is_not_given_as_a_number(shown: Shown) -> None:
    nothing = replace(ROW, name="bee", rank=None, interval=681, group_number=NOTHING_KNOWN)
    lines = shown([ROW, nothing]).splitlines()
    assert [line.split()[:4] for line in lines[3:5]] == [
        ["1", "ant:1", "1500", "40"],
        ["–", "bee:1", "?", "9"],
    ]
    told = "\n".join(lines[5:])
    assert "? = unknown: in all games of bee:1, all who sat there forfeited" in told
    for wrong in ("groups have not met", "not ranked: it has played", "provisional"):
        assert wrong not in told


def test_groups_that_never_met_are_named(shown: Shown) -> None:
    others = [replace(ROW, name=name, group_number=1) for name in ("bee", "cat")]
    (line,) = [line for line in shown([ROW, *others]).splitlines() if "groups have not met" in line]
    assert "or one side has hardly ever lost to the other: their distance is a guess" in line
    assert "ant:1; bee:1, cat:1." in line


@pytest.fixture
def played(arena: Arena) -> Arena:
    """A home with two rated matches, and a bot that has not played."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        ant, bee, _ = (store.add_bot(name, hash=name) for name in ("ant", "bee", "cat"))
        _play(store, ant, bee, matches=2)
    return arena


def _play(store: Store, best: Bot, last: Bot, matches: int, rules: str = "1") -> None:
    """A tournament in which one of two bots always comes last."""
    pool = Pool("classic", 3, "standard", "n", rules)
    circles = [(best.id, last.id, best.id)] * matches
    play_matches(store, pool, circles, lost_by(last.id), secret=rules.encode())


def test_a_match_under_newer_rules_hides_no_game_without_a_word(played: Arena) -> None:
    with Store(played.home / "ladder.sqlite") as store:
        _play(store, store.find_bot("bee"), store.find_bot("cat"), matches=1, rules="2")
    notice = "6 games under rules 1 are not counted here: --rules 1"
    for words in (["ladder"], ["crosstable"], ["compare", "ant", "bee"], ["ladder", "bee"]):
        assert notice in played(*words).splitlines()
        assert played.json(*words)["not_counted"] == {"1": 6}
        assert notice not in played(*words, "--rules", "1")
        assert played.json(*words, "--rules", "1")["not_counted"] == {}
    played("ladder", "--csv")
    assert notice in played.errors
    assert "No game has been rated yet under newer rules." in played("ladder", "ant")
    assert "ant:1" in played("ladder", "--rules", "1")
    assert "No match under rules 3 has been rated yet" in played("ladder", "--rules", "3")


def test_ratings_are_made_anew_from_the_games(played: Arena) -> None:
    assert "ratings from the games of 2 matches" in played("ladder", "recompute")
    again = played("ladder", "recompute")
    assert "They are the same as those kept before" in again
    assert "Leave out --variant" in played.refused("ladder", "recompute", "--players", "3")
    done = played.json("ladder", "recompute")
    assert (done["matches"], done["fits"], done["compared"]) == (2, 1, 2)
    assert done["difference"] <= 1e-9
    with Store(played.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE official_ratings SET elo = elo + 2")
    assert "They differ from those kept before; the largest difference is 2 Elo." in played(
        "ladder", "recompute"
    )


def test_a_long_table_is_cut_and_says_so(shown: Shown) -> None:
    rows = [replace(ROW, rank=number, name=f"ant{number}") for number in range(1, 53)]
    out = shown(rows, most=50, show_all="--all")
    assert "ant50:1" in out
    assert "ant51:1" not in out
    assert "The first 50; there are 2 more. Show all: --all" in out
    assert "ant52:1" in shown(rows, most=None)


def test_a_table_may_be_sorted_by_any_column() -> None:
    ant = replace(ROW, live=1600, ms_per_decision=None, change=-3)
    bee = replace(ROW, rank=2, name="Bee", elo=1400, ms_per_decision=2.0, change=None)
    cat = replace(ROW, rank=3, name="cat", elo=1300, faults=2, change=5)
    rows = [ant, bee, cat]
    assert Sort()(rows) == rows
    assert Sort("name")([cat, bee, ant]) == rows
    assert Sort("ms")(rows) == [cat, bee, ant], "who has no value comes last"
    assert Sort("change")(rows) == [cat, ant, bee]
    assert Sort("change")(each for each in [bee, bee]) == [bee, bee], "nobody has a value"
    assert Sort("faults")(rows)[0] == cat
    with pytest.raises(OptionError, match="Did you mean coins"):
        Sort("coin")


def test_a_column_of_two_words_is_one_word_to_sort_by() -> None:
    assert sort_name(Column("never Traded", str)) == "never-traded"
    assert not any(" " in name for name in SORTS)


def test_all_that_an_organiser_needs_is_there_in_80_columns(played: Arena) -> None:
    text = on_terminal(80, played.home, "ladder")
    for name in ("#", "bot", "Elo", "±", "next", "ahead", "ranks", "games", "coins", "faults"):
        assert name in text.split()
    assert "A wider terminal also shows: " in text
    assert all(len(line) <= 80 for line in text.replace("\r", "").split("\n"))


def test_filters_choose_games_and_bots(played: Arena) -> None:
    def names(*words: str) -> list[str]:
        return [row["name"] for row in played.json("ladder", *words)["standings"]]

    assert names() == names("--since", "1d") == names("--tournament", "1") == ["ant", "bee"]
    assert names("--time-class", "bullet") == names("--players", "4,5") == []
    with Store(played.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE bots SET author = 'Ada', language = 'C' WHERE name = 'bee'")
        conn.execute("UPDATE bots SET status = 'suspended' WHERE name = 'ant'")
        conn.execute("UPDATE results SET played_at = '2026-01-01T00:00:00Z'")
    assert names("--author", "ada") == names("--language", "c") == ["bee"]
    assert "Only bots by ada: 1 of 2 bots" in played("ladder", "--author", "ada")
    assert names("--since", "2026-01-02") == []
    assert "No match since 2026-01-02" in played("ladder", "--since", "2026-01-02")
    assert len(played.json("games", "--author", "ada")) == 6
    assert played.json("games", "--since", "2026-01-02") == []
    assert "No bot's author is like 'Bob'" in played.refused("ladder", "--author", "Bob")
    assert "Leave out the other options" in played.refused("ladder", "bee", "--since", "1d")


def test_who_has_left_since_is_in_the_table_of_a_tournament(played: Arena) -> None:
    with Store(played.home / "ladder.sqlite") as store:
        store.set_status(store.find_bot("ant").id, "retired")
    for words in (["ladder"], ["crosstable"], ["ladder", "--csv"], ["crosstable", "--csv"]):
        assert "ant:1" in played(*words, "--tournament", "1").replace("ant,1", "ant:1")
        table = played(*words).partition("Retired, or")[0]
        assert "ant:1" not in table.replace("ant,1", "ant:1")
    assert "ant:1 (retired)" in played("ladder", "--tournament", "1")
    assert played.json("ladder", "--tournament", "1")["standings"][0]["name"] == "ant"


def test_the_standings_as_csv(played: Arena) -> None:
    heading, ant, bee = played("ladder", "--csv").splitlines()
    assert heading.startswith("rank,bot_id,name,version")
    assert ant.startswith("1,1,ant,1")
    assert bee.startswith("2,2,bee,1")
    assert "--csv and --json exclude each other" in played.refused("ladder", "--csv", "--json")


def test_who_beats_whom(played: Arena) -> None:
    lines = played("crosstable").splitlines()
    assert [line.split() for line in lines[-3:]] == [
        ["#", "bot", "all", "1", "2"],
        ["1", "ant:1", "100", "·", "100"],
        ["2", "bee:1", "0", "0", "·"],
    ]
    assert played("crosstable", "--games").splitlines()[-2].split()[-2:] == ["·", "12"]
    assert played("crosstable", "--csv").splitlines()[1] == "ant:1,,1.0"
    assert played.json("crosstable", "ant", "bee")["score"] == [[None, 1.0], [0.0, None]]
