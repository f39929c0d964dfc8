"""Transcripts: every line between the arena and one bot, rebuilt from a stored game's record.

The referee's own code plays the game once more; each seat answers as recorded.
"""

from collections import deque
from dataclasses import dataclass
from math import inf

import orjson

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.referee.player import ForfeitReason, SeatedBot, too_many
from arena.referee.process import BotLost
from arena.referee.referee import Referee
from arena.replay.replay import Replay, ReplayError
from protocol import Json


@dataclass(frozen=True)
class TranscriptLine:
    """One line; `question` is the id of the latest question, 0 before the first."""

    to_bot: bool
    question: int
    text: str

    @property
    def message(self) -> Json:
        """The parsed line."""
        parsed: Json = orjson.loads(self.text)
        return parsed


def transcript(replay: Replay, seat: int) -> list[TranscriptLine]:
    """Return the lines to and from `seat`, from game_start to game_over. Raises ReplayError.

    Refused answers are left out: the record keeps only the reason for the refusal.
    """
    data = replay.data
    scripts = [_Script(data, each) for each in range(data["players"])]
    time = TimeControl(**(data.get("clock") or _NO_CLOCK), start_ms=0)
    # The allowance for talk was counted in the game: the record has a refusal where it was used up.
    players = [
        SeatedBot(each, script, replay.book, time, forfeit=script.never_ready, allowance=inf)
        for each, script in enumerate(scripts)
    ]
    spec = GameSpec(
        id="",
        variant=data["variant"],
        players=data["players"],
        seed=bytes.fromhex(data["seed"]),
        bots=tuple(BotSpec(b["name"], b["version"], b["hash"], (), "") for b in data["bots"]),
        bot_seeds=tuple(bot["seed"] for bot in data["bots"]),
        time=time,
        talk=data.get("talk", True),
    )
    wants = [frozenset(bot.get("wants", ())) for bot in data["bots"]]
    try:
        referee = Referee(spec, replay.book, players)
        referee.play(wants)
        referee.tell_result()
    except IndexError:
        raise ReplayError("The record ends before the game does.") from None
    return scripts[seat].lines


_NO_CLOCK = {"bank_ms": 0, "increment_ms": 0, "limit_ms": 0}


class _Script:
    """A `Channel` that answers as recorded and collects every line."""

    def __init__(self, data: Json, seat: int) -> None:
        own = [entry for entry in data["decisions"] if entry["seat"] == seat]
        self.lines: list[TranscriptLine] = []
        self.ms = 0.0
        self.skipped = 0
        self.never_ready: ForfeitReason | None = None
        self._entries = deque(entry for entry in own if entry.get("fault") != "forfeit")
        self._entry: Json = {}
        self._question = 0
        self._bad_answers = 0  # refusals still to come in this decision
        self._faults = 0
        self._forfeits = False
        for forfeit in data.get("forfeits", ()):
            if forfeit["seat"] == seat:
                self._forfeits = True
                # Without an entry of its own, it forfeited before its first answer.
                if not self._entries:
                    self.never_ready = ForfeitReason(forfeit["fault"], forfeit.get("reason", ""))

    def post(self, line: bytes, limit_ms: float) -> None:
        """Take a question, which the next entry of the record answers."""
        self._question += 1
        self._entry = self._entries.popleft()
        self.ms = self._entry.get("ms", 0.0)
        self._faults += "fault" in self._entry
        self._bad_answers = self._count_bad_answers()
        self._write(True, line)

    def collect(self) -> bytes | None:
        """Return the recorded answer, or a malformed line where it was refused."""
        if self._bad_answers > 0:  # again until refused: one may be taken for a late answer
            return b"an answer that was refused\n"
        if self._was_lost:
            raise BotLost(self._entry["fault"], "")
        if self._entry.get("fault") == "late":
            return None
        answer = {"type": "choose", "id": self._question, "choice": self._entry["choice"]}
        answer |= {key: self._entry[key] for key in ("say", "wants") if key in self._entry}
        line = orjson.dumps(answer)
        self._write(False, line)
        return line

    def tell(self, line: bytes) -> None:
        """Take a line without an answer; a refusal gets the recorded reason."""
        message = orjson.loads(line)
        if message["type"] == "refused":
            self._bad_answers -= 1
            message["reason"] = self._entry.get("refused", message["reason"])
            line = orjson.dumps(message)
        self._write(True, line)

    def end(self) -> None:
        """No-op: the record continues without the bot."""

    @property
    def _was_lost(self) -> bool:
        """True if the process ended here, rather than committing one fault too many."""
        fault, last = self._entry.get("fault"), self._forfeits and not self._entries
        counted = too_many(self._faults, self._question)
        return fault in ("crashed", "exceeded") or (last and fault is not None and not counted)

    def _count_bad_answers(self) -> int:
        """Return how many answers were refused in this decision."""
        fault = self._entry.get("fault")
        if fault in ("malformed", "illegal") and not self._was_lost:
            return 2  # one correction is allowed, so both answers were refused
        return 1 if "refused" in self._entry and (fault is None or self._was_lost) else 0

    def _write(self, to_bot: bool, line: bytes) -> None:
        self.lines.append(TranscriptLine(to_bot, self._question, line.decode().rstrip("\n")))
