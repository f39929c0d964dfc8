"""The ten worst programs do no harm in real tournaments, at each level.

They are submitted, and pass the check: they are good bots until a certain time. Then each level
that this machine has gets a tournament of theirs with bundled bots. Afterwards every scheduled game
must be there exactly once, the bundled bots without a fault, the kept copies and the operator's
files as they were, and nothing may be left behind. Level C, for trusted bots, gets only those that
do no harm to the machine, and what they managed there is shown.

Promise: SECURITY.md, what hostile bots cannot do.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from arena.sandbox.level import Level
from arena.sandbox.probe import trials
from ladder.database.logs import unpacked
from tests.hostile.town import BOTS, Town
from tests.support.command_runs import rows

TAKES = "10 min"

WORST = {
    "snoop": ("snoops.py", ""),
    "vandal": ("vandal.py", ""),
    "meddler": ("meddles.py", ""),
    "knocker": ("kernel.py", ""),
    "caller": ("connects.py", ""),
    "daemon": ("stays.py", "disguised"),
    "brood": ("stays.py", "forks on"),
    "suicide": ("dies.py", "kill"),
    "glutton": ("hoards.py", "six children"),
    "breeder": ("hoards.py", "many processes"),
}
NOT_AT_C = ("vandal", "knocker", "suicide", "breeder")
"""They would change the ladder itself, leave things for good, void every game, load the machine."""
GOOD = ("random", "greedy", "trader")
CHECK_S = 10
"""How long one submission may take."""
QUIET_S = 1
"""How long what a bot started may live on."""


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of each tournament")
    parser.add_argument("--level", choices=list(Level), help="only this one")
    wishes = parser.parse_args()
    levels = [
        trial.level for trial in trials() if trial.holds and wishes.level in (None, trial.level)
    ]
    with tempfile.TemporaryDirectory() as folder, Town("") as town:
        home = Path(folder, "home")
        since = time.time() + CHECK_S * len(WORST)
        opponents = [town.operators_program]
        targets = town.targets | {"since": since, "opponents": opponents, "groups": opponents}
        targets |= {"ladder": str(home / "ladder.sqlite"), "own_port": 9}
        for name in WORST:
            arena(home, "submit", str(write(Path(folder, name), name, targets)))
        left = since - time.time()
        print(f"all {len(WORST)} have passed the check; {left:.0f} s until they show", flush=True)
        if left < 0:
            sys.exit("The checks took too long; some programs showed during them.")
        time.sleep(left)
        problems = [each for level in levels for each in proof(level, home, town, wishes.games)]
    print("all is well" if not problems else "NOT well:\n" + "\n".join(problems))
    return 1 if problems else 0


def write(folder: Path, name: str, targets: dict[str, Any]) -> Path:
    """A program with what it needs, as its author would submit it."""
    program, mode = WORST[name]
    folder.mkdir()
    for file in (program, "evil.py"):
        shutil.copy(BOTS / file, folder)
    command = ["python3", "-S", program, mode, json.dumps(targets)]
    (folder / "bot.toml").write_text(f'name = "{name}"\ncommand = {json.dumps(command)}\n')
    return folder


def arena(home: Path, *words: str) -> str:
    """What the command line says; it must succeed."""
    command = [sys.executable, "-m", "arena", *words, "--home", str(home)]
    environment = os.environ | {"ARENA_KEY": str(home.parent / "key")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"arena {words[0]} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def proof(level: Level, home: Path, town: Town, games: int) -> list[str]:
    """One tournament, and what is wrong after it."""
    copy = Path(tempfile.mkdtemp(prefix="level-", dir=home.parent)) / "home"
    shutil.copytree(home, copy)
    kept = content(copy / "bots")
    bots = [name for name in WORST if level is not Level.C or name not in NOT_AT_C]
    length = ["--variants", "anniversary", "--players", "4", "--games", str(games)]
    start = time.monotonic()
    trusted = ["--trusted"] if level is Level.C else []
    arena(copy, "tournament", *bots, *GOOD, *length, "--level", level, *trusted, "--tc", "bullet")
    seconds = time.monotonic() - start
    left = town.left_behind_after(QUIET_S)
    print(f"\nlevel {level}: {seconds:.0f} s")
    for line in said(copy):
        print(f"  {line}")
    counts = dict(rows(copy, "SELECT status, count(*) FROM ledger GROUP BY status"))
    print(f"  games: {counts}")
    faults = rows(
        copy,
        "SELECT name, fault_kinds, game_id FROM seat_results WHERE faults > 0 "
        f"AND name IN ({', '.join('?' * len(GOOD))})",
        GOOD,
    )
    levels = rows(copy, "SELECT DISTINCT level FROM results")
    wrong = {
        "games without a result": counts.get("to play", 0),
        "no games": not counts.get("played"),
        "games quarantined": counts.get("quarantined", 0),
        "games void": rows(copy, "SELECT game_id, reason FROM voids"),
        "games at another level": levels != [(level,)],
        "faults of bundled bots": faults,
        "left behind": sorted(left),
        "kept copies changed": sorted(str(file) for file, _ in kept - content(copy / "bots")),
        "files of the operator changed": sorted(town.damage()) if level is not Level.C else [],
    }
    return [f"level {level}: {what}: {found}" for what, found in wrong.items() if found]


def said(home: Path) -> list[str]:
    """Of each hostile bot: its games, its faults, and the deeds that it says it managed."""
    lines = []
    for name in WORST:
        ((games, forfeits),) = rows(
            home, "SELECT count(*), total(forfeited) FROM seat_results WHERE name = ?", (name,)
        )
        texts = rows(
            home,
            "SELECT text FROM logs JOIN seats USING (game_id, seat) "
            "JOIN bots ON bots.id = bot_id WHERE name = ?",
            (name,),
        )
        deeds = [
            line for (log,) in texts for line in unpacked(log).splitlines() if line[:5] == "EVIL "
        ]
        managed = sorted(
            {deed[5:].partition(":")[0] for deed in deeds if deed.endswith(": managed")}
        )
        tried = len({deed.partition(":")[0] for deed in deeds})
        lines.append(
            f"{name:8} {games:3} games, {forfeits:3.0f} forfeited, tried {tried:2}, "
            f"managed {len(managed)}: {', '.join(managed)}"
        )
    return lines


def content(folder: Path) -> set[tuple[Path, bytes]]:
    """Every file below a folder."""
    return {(file, file.read_bytes()) for file in folder.rglob("*") if file.is_file()}


if __name__ == "__main__":
    sys.exit(main())
