"""Company for a tournament: a server where people play and read, and commands that come and go."""

import json
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.support.command_runs import number_of
from tests.support.page_line import Page
from tests.support.small_host import DUEL

PAGES = (
    *("", "standings/all.html", "crosstable/all.html", "games/all.html", "tournaments.html"),
    *("games/casual.html", "signs.html", "rules.html", "watch.html", "play.html"),
)
MATCH = ("match", "greedy", "random", "--variant", DUEL, "--rounds", "1")
COMMANDS = (MATCH, ("ladder",), ("db", "check"), MATCH, ("games",), ("db", "backup", "--force"))
PATIENCE_S = 120


class Company:
    """`people` play one game after the other, another reads pages, another runs commands."""

    def __init__(self, home: Path, people: int) -> None:
        self._home = home
        self._people = people
        self._problems: list[str] = []
        self._over = threading.Event()
        self._played = self._matched = self._read = self._ran = 0
        doing = [*[self._play] * people, *([self._look, self._run] if people else [])]
        self._threads = [threading.Thread(target=self._repeat, args=[each]) for each in doing]

    def __enter__(self) -> "Company":
        if self._people:
            words = ["serve", "--play", "--port", "0", "--concurrency", str(self._people)]
            with self._home.with_suffix(".served").open("w") as errors:
                self._server = subprocess.Popen(
                    [*self._arena(*words), "--json"],
                    cwd="/", stdout=subprocess.PIPE, stderr=errors, text=True,
                )  # fmt: skip
            assert self._server.stdout is not None
            told = "".join(self._server.stdout.readline() for _ in range(4))
            self._address = json.loads(told)["address"]
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Let everybody come to an end; the server must know all games by then."""
        self._over.set()
        for each in self._threads:
            each.join()
        if self._people:
            try:
                last = number_of(self._home, "SELECT coalesce(max(game_id), 0) FROM results")
                for page in (*PAGES, "bots/greedy", f"replays/{last}.html"):
                    self._get(page)
            finally:
                self._server.terminate()
                self._server.wait()

    def problems(self) -> list[str]:
        """What went wrong, once all have come to an end."""
        if not self._people:
            return []
        kept = number_of(self._home, "SELECT count(*) FROM casual_games")
        print(
            f"meanwhile: {self._played} games of people and {self._matched} of matches, {kept} "
            f"kept; {self._read} pages and {self._ran} commands"
        )
        if kept != self._played + self._matched:
            self._problems.append(f"{kept} games of people and matches are kept")
        if told := self._home.with_suffix(".served").read_text():
            self._problems.append(f"the server said: {told[-3000:]}")
        return self._problems

    def _repeat(self, doing: Callable[[], None]) -> None:
        try:
            while not self._over.is_set():
                doing()
        except Exception:
            self._problems.append(traceback.format_exc())

    def _arena(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "arena", words[0], "--home", str(self._home), *words[1:]]

    def _play(self) -> None:
        page = Page(self._address)
        seat = page.begin({"variant": DUEL, "bots": ["random"], "seat": 0, "name": "Ada"})
        while not seat["over"]:
            if seat["question"] is not None:
                page.choose(seat)
            seat = page.next_seat(seat["question"])
        if not seat["replay"]:
            seat = page.until(lambda m: "seat" in m and m["seat"]["replay"])["seat"]
        page.close()
        self._played += 1
        self._get(seat["replay"])

    def _look(self) -> None:
        for page in PAGES:
            self._get(page)

    def _get(self, page: str) -> None:
        try:
            with urlopen(self._address + page, timeout=PATIENCE_S) as answer:
                answer.read()
        except HTTPError as error:
            self._problems.append(f"/{page}: {error.code} {error.read().decode()[-2000:]}")
        self._read += 1

    def _run(self) -> None:
        for words in COMMANDS:
            if self._over.is_set():
                return
            if "backup" in words:
                words = (*words, str(self._home.with_suffix(".copy")))
            done = subprocess.run(
                self._arena(*words), capture_output=True, text=True, check=False, cwd="/"
            )
            self._ran += 1
            if done.returncode:
                self._problems.append(f"{words}: {done.returncode} {done.stderr[-2000:]}")
            elif words == MATCH:
                self._matched += 2  # one in each rotation
