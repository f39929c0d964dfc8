"""Every line between the arena and one bot in a stored game, rebuilt from the record.

The game is played once more by the referee's own code; each seat answers what is in the record.
"""

from collections import deque
from dataclasses import dataclass
from math import inf

import orjson

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.referee.player import ForfeitReason, SeatedBot, too_many
from arena.referee.process import BotLost
from arena.referee.referee import Referee
from arena.replay.replay import Replay, ReplayError
from protocol import Json


@dataclass(frozen=True)
class TranscriptLine:
    """One line. `question`: the id of the last question put, 0 before the first."""

    to_bot: bool
    question: int
    text: str

    @property
    def message(self) -> Json:
        """The line, read."""
        read: Json = orjson.loads(self.text)
        return read


def transcript(replay: Replay, seat: int) -> list[TranscriptLine]:
    """The lines to and from `seat`, from game_start to game_over. Raises ReplayError.

    Of an answer that was refused the record keeps the reason only; such answers are left out.
    """
    data = replay.data
    scripts = [_Script(data, each) for each in range(data["players"])]
    time = TimeControl(**(data.get("clock") or _NO_CLOCK), start_ms=0)
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
    """Answers as the record says and writes down every line: an `arena.referee.player.Channel`."""

    def __init__(self, data: Json, seat: int) -> None:
        own = [entry for entry in data["decisions"] if entry["seat"] == seat]
        self.lines: list[TranscriptLine] = []
        self.ms = 0.0
        self.skipped = 0
        self.never_ready: ForfeitReason | None = None
        self._entries = deque(entry for entry in own if entry.get("fault") != "forfeit")
        self._entry: Json = {}
        self._question = 0
        self._bad_answers = 0
        self._faults = 0
        self._forfeits = False
        for forfeit in data.get("forfeits", ()):
            if forfeit["seat"] == seat:
                self._forfeits = True
                if not self._entries:
                    self.never_ready = ForfeitReason(forfeit["fault"], forfeit.get("reason", ""))

    def post(self, line: bytes, limit_ms: float) -> None:
        """A question: the next entry of the record answers it."""
        self._question += 1
        self._entry = self._entries.popleft()
        self.ms = self._entry.get("ms", 0.0)
        self._faults += "fault" in self._entry
        self._bad_answers = self._count_bad_answers()
        self._write(True, line)

    def collect(self) -> bytes | None:
        """The recorded answer; something unreadable where the recorded one was refused."""
        if self._bad_answers > 0:  # until refused: one may be taken for a late answer
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
        """A line without an answer; a refusal gets back the reason that was given."""
        message = orjson.loads(line)
        if message["type"] == "refused":
            self._bad_answers -= 1
            message["reason"] = self._entry.get("refused", message["reason"])
            line = orjson.dumps(message)
        self._write(True, line)

    def end(self) -> None:
        """The record continues without the bot."""

    @property
    def _was_lost(self) -> bool:
        """True if the process ended here, rather than one fault too many was counted."""
        fault, last = self._entry.get("fault"), self._forfeits and not self._entries
        counted = too_many(self._faults, self._question)
        return fault in ("crashed", "exceeded") or (last and fault is not None and not counted)

    def _count_bad_answers(self) -> int:
        """Count the answers that were refused before the end of this decision."""
        fault = self._entry.get("fault")
        if fault in ("malformed", "illegal") and not self._was_lost:
            return 2
        return 1 if "refused" in self._entry and (fault is None or self._was_lost) else 0

    def _write(self, to_bot: bool, line: bytes) -> None:
        self.lines.append(TranscriptLine(to_bot, self._question, line.decode().rstrip("\n")))
