"""Each check of the ladder finds nothing in a sound one, and what it is there for in a damaged one.

The ladder is that of an older arena: two tournaments, one of them unfinished, forfeits, a bot that
was suspended, and official ratings.
"""

import shutil
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

from ladder.database.store import Store
from ladder.database.trades import packed, recount_trades
from ladder.maintenance.checks import CHECKS, Finding, check
from ladder.ratings.live import SUMMED
from tests.ladder.database.test_migrations import unpacked

SUMS = ("games", "trades", "gifts", "cards", "coins")
DAMAGE: dict[str, tuple[str, ...]] = {
    "layout": (
        "DROP INDEX seats_with_faults",
        "ALTER TABLE bots ADD COLUMN nickname TEXT",
        "DROP VIEW standings",
        "CREATE TABLE more (id INTEGER)",
    ),
    "references": ("DELETE FROM bots WHERE name = 'eel'", "UPDATE matches SET pool_id = 77"),
    "JSON": (
        "UPDATE bots SET manifest = '{' WHERE id = 2",
        "UPDATE tournaments SET settings = '[]' WHERE id = 1",
        "UPDATE fits SET ranked = 'null' WHERE id = 1",
    ),
    "secrets": (
        "UPDATE tournaments SET secret_hash = 'no such' WHERE id = 1",
        "UPDATE tournaments SET secret = x'00' WHERE id = 2",
    ),
    "deals": (
        "PRAGMA legacy_alter_table = ON; CREATE TABLE other AS SELECT * FROM matches; "
        "DROP TABLE matches; ALTER TABLE other RENAME TO matches; "
        "UPDATE matches SET deal_seed = (SELECT deal_seed FROM matches WHERE id = 1) WHERE id = 2",
    ),
    "ledger": (
        "UPDATE tournaments SET matches = matches + 1 WHERE id = 1",
        "UPDATE tournaments SET rounds = 9 WHERE id = 2",
        "UPDATE matches SET number = 99 WHERE id = 1",
        "DELETE FROM pairings WHERE match_id = 1 AND position = 2",
        "UPDATE games SET rotation = 7 WHERE id = 1",
    ),
    "settling": (
        "UPDATE matches SET status = 'open' WHERE id = 1",
        "UPDATE matches SET status = 'rated' WHERE status = 'open'",
        "UPDATE tournaments SET rated_until = 2 WHERE id = 1",
        "UPDATE matches SET status = 'dropped' WHERE tournament_id = 2 "
        "AND number = (SELECT rated_until FROM tournaments WHERE id = 2)",
        "UPDATE tournaments SET finished_at = 'now' WHERE id = 2",
        "UPDATE tournaments SET abandoned_at = 'now' WHERE id = 2",
    ),
    "replacements": (
        "UPDATE matches SET instead_of = 1 WHERE id = 3",
        "UPDATE matches SET number = number - 99 WHERE instead_of IS NOT NULL",
    ),
    "results": (
        "DELETE FROM seats WHERE game_id = 3 AND seat = 0",
        "DELETE FROM seats WHERE game_id = 3",
        "UPDATE results SET decisions = decisions + 1 WHERE game_id = 3",
        "DELETE FROM records WHERE game_id = 3",
    ),
    "seats": (
        "UPDATE seats SET bot_id = 5 WHERE game_id = 1 AND seat = 0",
        "DELETE FROM entrants WHERE tournament_id = 1 AND bot_id = 1",
    ),
    "places": (
        "UPDATE seats SET place = place + 1 WHERE game_id = 1 AND seat = 1",
        "UPDATE seats SET coins = coins + 30 WHERE game_id = 1 AND place > 1",
        "UPDATE seats SET place_score = 0.4 WHERE game_id = 1 AND seat = 1",
        "UPDATE seats SET win_share = 0.4 WHERE game_id = 1 AND seat = 1",
        "UPDATE seats SET final_place = final_place + 1 WHERE game_id = 1 AND seat = 1",
        "UPDATE seats SET final_winner = 1 - final_winner WHERE game_id = 1 AND seat = 1",
        "UPDATE seats SET forfeited = 1 WHERE game_id = 1 AND place = 1",
    ),
    "trades": (
        *(f"UPDATE trade_sums SET {name} = {name} + 1 WHERE bot_id = 1" for name in SUMS),
        "DELETE FROM trade_sums WHERE bot_id = 1",
        "DELETE FROM trades",
        "UPDATE trades SET numbers = zeroblob(length(numbers))",
        "INSERT INTO trade_sums VALUES (5, 1, 5, 1, 0, 0, 0, 0)",
    ),
    "metrics": (
        "UPDATE metrics SET seat = 9",
        "UPDATE metrics SET game_id = (SELECT max(id) FROM games)",
        "UPDATE metrics SET value = 'much'",
    ),
    "sums": (
        "UPDATE played SET games = games + 1",
        "DELETE FROM played",
        "UPDATE pools SET matches = matches + 1 WHERE id = 1",
        "DELETE FROM ratings WHERE bot_id = 1 AND pool_id = 1",
        "UPDATE ratings SET bot_id = 5 WHERE bot_id = 1 AND pool_id = 1",
        *(
            f"UPDATE ratings SET {name} = {name} + 1 WHERE bot_id = 1 AND pool_id = 1"
            for name in SUMMED
        ),
    ),
    "live Elo": (
        "UPDATE ratings SET elo = elo + 1 WHERE bot_id = 1 AND pool_id = 1",
        "UPDATE ratings SET info = info + 1 WHERE bot_id = 1 AND pool_id = 1",
        "UPDATE rating_history SET elo = elo + 0.01 WHERE bot_id = 1 AND blocks = 2",
        "UPDATE rating_history SET elo = elo + 0.01 WHERE bot_id = 1 AND blocks = 1",
        "UPDATE rating_history SET info = info * 2 WHERE bot_id = 1 AND blocks = 1",
        "DELETE FROM rating_history WHERE match_id = 1",
        "DELETE FROM rating_history WHERE bot_id = 1 AND blocks = 1",
        "UPDATE rating_history SET match_id = (SELECT max(id) FROM matches) WHERE match_id = 1",
        "UPDATE tournaments SET fixed_k = 32 WHERE id = 1",
    ),
    "pair scores": (
        "DELETE FROM pair_scores WHERE match_id = 1",
        "UPDATE pair_scores SET scores = zeroblob(length(scores)) WHERE match_id = 1",
        "UPDATE pair_scores SET bots = zeroblob(length(bots)) WHERE match_id = 2",
        "UPDATE pair_scores SET match_id = (SELECT max(id) FROM matches) WHERE match_id = 1",
        "UPDATE pair_scores SET pool_id = 3 - pool_id WHERE match_id = 1",
    ),
    "fits": (
        "UPDATE fits SET pools = 'one' WHERE id = 1",
        "UPDATE fits SET pools = '[9]' WHERE id = 1",
        "UPDATE fits SET matches = 1000 WHERE id = 1",
        "UPDATE fits SET ranked = '[1,2,99]' WHERE id = 1",
        "DELETE FROM official_ratings WHERE fit_id = 1 AND bot_id = 1",
        "INSERT INTO official_ratings (fit_id, bot_id, elo, interval, bound, group_number) "
        "VALUES (1, 6, 1500, 1, 0, 0)",
    ),
}
EACH = [(name, sql) for name, damages in DAMAGE.items() for sql in damages]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = unpacked(4, tmp_path_factory.mktemp("ladder"))
    with Store(path) as store, store.transaction() as conn:
        (game,) = conn.execute(
            "SELECT max(g.id) FROM games AS g JOIN matches AS m ON m.id = g.match_id "
            "JOIN pairings AS p ON p.match_id = m.id WHERE m.status = 'rated' AND p.bot_id = 1"
        ).fetchone()
        seats = range(len(conn.execute("SELECT 1 FROM seats WHERE game_id = ?", [game]).fetchall()))
        between = [(one, other, 2, 1, 3, 1.25) for one, other in permutations(seats, 2)]
        conn.execute("INSERT INTO trades VALUES (?, ?)", [game, packed(between)])
        conn.execute("INSERT INTO metrics VALUES (?, 0, 'depth', 3)", [game])
        recount_trades(conn)
    return path


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Iterator[Callable[[str], list[Finding]]]:
    def damaged(sql: str) -> list[Finding]:
        path = Path(shutil.copy(sound, tmp_path / "ladder.sqlite"))
        with Store(path, synchronous="NORMAL") as store:
            store.conn.execute("PRAGMA foreign_keys = OFF")
            before = store.conn.total_changes
            for statement in sql.split("; "):
                store.conn.execute(statement)
            if sql.startswith(("UPDATE", "DELETE")):
                assert store.conn.total_changes > before, "nothing was damaged"
            return list(check(store))

    yield damaged


def test_nothing_is_wrong_with_a_sound_ladder(sound: Path) -> None:
    told = []
    with Store(sound, read_only=True) as store:
        found = list(check(store, lambda *of: told.append(of)))
    assert [finding for finding in found if not finding.ok] == []
    assert [finding.name for finding in found] == [each.name for each in CHECKS]
    assert ("places", 0, 128) in told


def test_a_new_ladder_is_sound(store: Store) -> None:
    assert all(finding.ok for finding in check(store))


def test_every_check_is_seen_to_fail() -> None:
    assert {"file", *DAMAGE} == {each.name for each in CHECKS}


@pytest.mark.parametrize(("name", "sql"), EACH, ids=[sql[:60] for _, sql in EACH])
def test_damage_is_found(damaged: Callable[[str], list[Finding]], name: str, sql: str) -> None:
    (found,) = [finding for finding in damaged(sql) if finding.name == name]
    assert not found.ok
    assert found.wrong[0].endswith(".")
    assert found.way_out


def test_a_value_without_meaning_ends_no_more_than_a_check(
    damaged: Callable[[str], list[Finding]],
) -> None:
    found = damaged("UPDATE seats SET coins = 'x', place = 'y' WHERE seat = 0")
    assert len(found) == len(CHECKS)
    (places,) = (each for each in found if each.name == "places")
    assert places.wrong[-1].startswith("It could not be read to the end: ")


def test_a_damaged_page_is_found(sound: Path, tmp_path: Path) -> None:
    data = bytearray(sound.read_bytes())
    with Store(sound, read_only=True) as store:
        (root,) = store.conn.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'seats_by_bot'"
        ).fetchone()
        (page,) = store.conn.execute("PRAGMA page_size").fetchone()
    data[(root - 1) * page + 200 : root * page] = b"\x07" * (page - 200)
    (tmp_path / "ladder.sqlite").write_bytes(data)
    with Store(tmp_path / "ladder.sqlite") as store:
        first, *_ = check(store)
    assert first.name == "file"
    assert not first.ok


def test_what_is_wrong_is_named_a_few_times_and_counted(
    damaged: Callable[[str], list[Finding]],
) -> None:
    (found,) = [each for each in damaged("DELETE FROM records") if each.name == "results"]
    assert (len(found.wrong), found.count) == (5, 38)


def test_all_checks_see_the_same_moment(sound: Path) -> None:
    with Store(sound) as store, Store(sound) as writer:
        checks = check(store)
        assert next(checks).ok
        with writer.transaction() as conn:
            conn.execute("UPDATE pools SET matches = matches + 1")
        assert all(finding.ok for finding in checks)
        assert not all(finding.ok for finding in check(store))
        with writer.transaction() as conn:
            conn.execute("UPDATE pools SET matches = matches - 1")


def test_seats_are_told_as_people_count_them(damaged: Callable[[str], list[Finding]]) -> None:
    found = {each.name: each.wrong for each in damaged("UPDATE metrics SET value = 'much'")}
    (line,) = found["metrics"]
    assert line.endswith("has metrics of seat 1 that are not numbers.")
