"""A league with comings and goings, killed over and over, is the one left alone.

Eight bots of a few lines, through the real commands: six found the league, one is submitted while
it runs, one comes with a new version, one is retired, and one makes faults in the league (not in
its check) until it is suspended. Then the same league is played again from nothing, with people's
doings at the places in the ledger where they were noted, killed with `kill -9` over and over. Both
must have drawn the same matches, with the same results, ratings and suspension:

poe prove league --games 2000 --kills 5
"""

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from tests.proofs.kill import arena, rows, stored

TAKES = "5 min"

PLAYERS = 3
BOT = """
import json, sys
clumsy, step, number, league = {clumsy}, {step}, 0, False
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello": print("{{}}", flush=True)
    if kind == "game_start": number, league = 0, message["clock"]["bank_ms"] == 9000
    if kind == "decide":
        number += 1
        choices = message.get("choices") or [0]
        wrong = clumsy and league and number % 5 == 0
        print("nothing" if wrong else number * step % len(choices), flush=True)
    if kind == "refused" and message.get("again"): print("nothing", flush=True)
"""
"""Answers by counting; a clumsy one makes faults by the clock of the league, not of the check."""
KEPT = ("bots", "tournaments", "entrants", "stays", "pools", "seasons", "season_standings")
"""The tables that say what people did; the others follow from them."""


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole", Path(folder) / "killed"
        began = time.monotonic()
        left_alone(whole, Path(folder), wishes.games)
        print(f"left alone: {stored(whole)} games in {time.monotonic() - began:.0f} s", flush=True)
        shutil.copytree(whole, killed)
        as_if_new(killed)
        kill_often(killed, wishes.games, wishes.kills, random.Random(wishes.seed))
        return compare(whole, killed)


def left_alone(home: Path, folder: Path, games: int) -> None:
    """The league, with what people do between its runs."""
    for number in range(6):
        submit(home, folder, f"bot{number}", step=number, clumsy=number == 5)
    play = ("league", "run", "--variants", "anniversary", "--players", str(PLAYERS))
    play += ("--tc", "9+0.1")
    quarter = games // 4
    done(home, *play, "--seed", "4", "--games", str(quarter))
    submit(home, folder, "late", step=7)
    done(home, *play, "--games", str(quarter))
    done(home, "retire", "bot1")
    done(home, *play, "--games", str(quarter))
    submit(home, folder, "bot2", step=11)
    done(home, *play, "--games", str(games - 3 * quarter))


def submit(home: Path, folder: Path, name: str, step: int, clumsy: bool = False) -> None:
    """Writes a bot and submits it."""
    file = folder / f"{name}.py"
    file.write_text(BOT.format(step=step, clumsy=clumsy))
    key = ("--key-file", str(folder / "key"))
    done(home, "submit", str(file), "--author", f"author of {name}", *key)


def done(home: Path, *words: str) -> None:
    """Runs a command to its end."""
    if arena(home, *words).wait():
        sys.exit(f"arena {' '.join(words)}\n{home.with_suffix('.log').read_text()[-2000:]}")


def as_if_new(home: Path) -> None:
    """Takes away all that was played; people's doings stay where they were noted."""
    conn = sqlite3.connect(home / "ladder.sqlite")
    tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        if table not in KEPT and not table.startswith("sqlite_"):
            conn.execute(f"DELETE FROM {table}")
    # The suspension is nobody's doing: it must come again by itself.
    conn.execute(
        "UPDATE stays SET until_match = NULL "
        "WHERE bot_id IN (SELECT id FROM bots WHERE status = 'suspended')"
    )
    conn.execute("UPDATE bots SET status = 'active', reason = '' WHERE status = 'suspended'")
    conn.execute("UPDATE bots SET judged_games = 0, faulty_games = 0")
    conn.execute("UPDATE pools SET matches = 0")
    conn.execute("UPDATE tournaments SET rated_until = 0, matches = 0, rounds = 0")
    conn.commit()
    conn.close()


def kill_often(home: Path, games: int, kills: int, dice: random.Random) -> None:
    """Plays the league again, killed at random moments."""
    places = sorted(dice.sample(range(1, games), kills))
    for number, place in enumerate(places, start=1):
        run = arena(home, "league", "run", "--games", str(max(1, games - stored(home))))
        while stored(home) < place and run.poll() is None:
            time.sleep(0.02)
        run.kill()
        run.wait()
        print(f"kill {number}, at {stored(home)} games", flush=True)
    if stored(home) < games:
        done(home, "league", "run", "--games", str(games - stored(home)))


def compare(whole: Path, killed: Path) -> int:
    """Says whether both are the same as far as both have settled; 0 if they are."""
    cursor = "SELECT rated_until FROM tournaments"
    (until,) = min(rows(whole, cursor)[0], rows(killed, cursor)[0])
    problems = []
    for name, query in {
        "who was in it": "SELECT * FROM stays ORDER BY 1, 2, 3",
        "suspended": "SELECT id, status FROM bots ORDER BY 1",
        "matches": "SELECT number, status, deal_seed FROM matches WHERE number < {} ORDER BY 1",
        "who met": "SELECT m.number, p.position, p.bot_id FROM matches AS m JOIN pairings AS p "
        "ON p.match_id = m.id WHERE m.number < {} ORDER BY 1, 2",
        "results": "SELECT m.number, g.rotation, s.seat, s.bot_id, s.coins, s.place, s.faults "
        "FROM matches AS m JOIN games AS g ON g.match_id = m.id JOIN seats AS s "
        "ON s.game_id = g.id WHERE m.status = 'rated' AND m.number < {} ORDER BY 1, 2, 3",
        "live Elo": "SELECT m.number, h.bot_id, h.elo FROM rating_history AS h JOIN matches AS m "
        "ON m.id = h.match_id WHERE m.number < {} ORDER BY 1, 2",
    }.items():
        first, second = rows(whole, query.format(until)), rows(killed, query.format(until))
        same = first == second
        problems += [] if same else [name]
        print(f"{name}: {'the same' if same else 'DIFFERENT'} ({len(first)} rows)")
    suspended = rows(whole, "SELECT count(*) FROM bots WHERE status = 'suspended'")[0][0]
    came = rows(whole, "SELECT count(*) FROM stays WHERE since_match > 0")[0][0]
    print(f"up to match {until}; {suspended} bot suspended, {came} came in while it was played")
    if not suspended or not came:
        problems.append("nothing happened that could have gone wrong")
    print("all is well" if not problems else f"NOT well: {problems}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
