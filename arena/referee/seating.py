"""Bots' processes, seated for one game after the other.

seating = Seating()
played = seating.play(GameSpec(...))
seating.close()
"""

from __future__ import annotations

import gc
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from arena.codec import lines
from arena.referee.advised import Advised, ProviderFailed
from arena.referee.bot import BotSpec
from arena.referee.clock import UNHURRIED, TimeControl
from arena.referee.game import FinishedGame, GameSpec, SeatPlayed
from arena.referee.player import MOST_SKIPPED, ForfeitReason, SeatedBot
from arena.referee.process import BotKilled, BotLost, BotProcess, CannotStart, gather, hear_out
from arena.referee.referee import Referee, Watch
from arena.referee.watched import Watched
from arena.rules import compile_rulebook
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level
from arena.sandbox.scratch import sweep
from protocol.messages import is_comment, may_be_ready, parse_ready, wishes
from protocol.model import ProtocolError

PROCESSES_KEPT = 64
GRACE_MS = 50
"""For all bots together to exit by themselves after `bye`."""

GARBAGE_AFTER = 50_000
"""New objects until Python looks for circles among them: games leave next to none, and its usual
700 took a twentieth of a decision."""

OF_USAGE = {"cached": "tokens_cached", "seconds": "model_seconds"}
"""What a game's use of language models is called among the metrics, where that differs."""

Place = tuple[str, int]
"""A process is kept by: hash of the bot, which of several seats of the same bot."""


class Seating:
    """Plays games one after the other, keeping the bots' processes from game to game.

    Not thread-safe. Processes inherit our processor affinity: pin before the first game.
    """

    def __init__(
        self,
        kept: int = PROCESSES_KEPT,
        ask_all: bool = False,
        level: Level | None = None,
        gateway: str = "",
        live: str = "",
    ) -> None:
        """`kept`: the most idle processes that stay. `ask_all`: sealed questions go out to all
        seats at once, for bots that wait on a network, as they do to people and models. `level`:
        how bots are confined; None: as well as this machine can. `gateway`: the socket of the one
        to language models; without it they say nothing. `live`: the folder where games are put
        that spectators want to see."""
        self.level = best_level() if level is None else level
        self._kept = kept
        self._ask_all = ask_all
        self._gateway = gateway
        self._live = live
        self._guests: OrderedDict[Place, Guest] = OrderedDict()
        sweep()
        gc.set_threshold(max(GARBAGE_AFTER, gc.get_threshold()[0]))

    def play(self, spec: GameSpec, watch: Watch | None = None) -> FinishedGame:
        """Play a game to its end, even if bots fail; `watch` follows it. Raises VariantError."""
        if watch is not None or not self._live:
            return self._play(spec, watch)
        watched, played = Watched(self._live, spec.id), None
        try:
            played = self._play(spec, watched)
            return played
        finally:
            watched.end(played.record.get("result") if played else None)

    def _play(self, spec: GameSpec, watch: Watch | None) -> FinishedGame:
        book = compile_rulebook(spec.variant, spec.players)
        guests: list[Guest] = []
        try:
            self._seat(spec, guests)
            for guest, bot in zip(guests, spec.bots, strict=True):
                if isinstance(guest.channel, Advised):
                    guest.channel.begin(bot.name, bot.program, bot.model)
        except (CannotStart, ProviderFailed) as error:
            return self._void(spec, guests, str(error))
        except BotKilled as error:
            return self._void(spec, guests, _killed(guests, error))
        # A bot's first answer shows that it is done with the game before, and with what it had to
        # report of that.
        players = [
            SeatedBot(
                seat,
                guest.channel,
                book,
                UNHURRIED if bot.person else spec.time,
                guest.text,
                guest.unready,
                heard=guest.process.metrics,
                patient=bot.person,
            )
            for seat, (guest, bot) in enumerate(zip(guests, spec.bots, strict=True))
        ]
        try:
            # Nobody waits for a model or a person only because another was asked first.
            together = self._ask_all or any(bot.model or bot.person for bot in spec.bots)
            referee = Referee(spec, book, players, together, watch)
            record, result = referee.play([guest.wants for guest in guests])
            metrics = [guest.process.metrics() for guest in guests]
            referee.tell_result()
        except BotKilled as error:
            return self._void(spec, guests, _killed(guests, error))
        except ProviderFailed as error:
            return replace(self._void(spec, guests, str(error)), halt=error.halt)
        except BaseException:  # interrupted in mid-game: the bots have seen half a deal
            for guest in guests:
                guest.end()
            raise
        # What they write about the end of the game. A bot is known by its first game not to write.
        hear_out([guest.process for guest in guests if guest.process.talks or guest.new])
        seats = [_seat_played(*each) for each in zip(players, guests, metrics, strict=True)]
        for player, guest in zip(players, guests, strict=True):
            if player.forfeit or player.owed:
                guest.end()  # it starts the next game afresh
        self._tidy()
        return FinishedGame(
            spec,
            record,
            *result,
            seats=tuple(seats),
            dealings=tuple(referee.dealings.between()),
            level=self.level,
        )

    def _void(self, spec: GameSpec, guests: Sequence[Guest], reason: str) -> FinishedGame:
        """A game that is lost by us; whoever has seen some of its cards is ended."""
        for guest in guests:
            guest.end()
        self._tidy()
        return FinishedGame(spec, {}, (), (), (), (), void=reason, level=self.level)

    def close(self) -> None:
        """Say bye to all bots and end their processes."""
        for guest in self._guests.values():
            guest.process.tell(lines.encoded(lines.bye()))
            guest.process.hang_up()
        until = perf_counter() + GRACE_MS / 1000
        for guest in self._guests.values():
            guest.end(max(0.0, until - perf_counter()) * 1000)
        self._guests.clear()

    def _seat(self, spec: GameSpec, guests: list[Guest]) -> None:
        """Fill `guests` with a process for each seat, ready or not. Raises CannotStart."""
        copies: Counter[str] = Counter()
        for bot in spec.bots:
            place = (bot.hash, copies[bot.hash])
            copies[bot.hash] += 1
            guest = self._guests.pop(place, None)
            if guest is not None and not guest.process.usable:
                guest.end()
                guest = None
            if guest is None:
                if bot.person:
                    guest = Guest(bot, UNHURRIED, Level.C)
                else:
                    guest = Guest(bot, spec.time, self.level, self._gateway)
            guest.new = guest.fresh
            self._guests[place] = guest
            guests.append(guest)
        gather([guest.process for guest in guests if guest.fresh])
        for guest in guests:
            if guest.fresh:
                guest.welcome()

    def _tidy(self) -> None:
        """Forget the processes that have ended, end those that were idle the longest."""
        for place, guest in list(self._guests.items()):
            if not guest.process.usable:
                guest.end()
                del self._guests[place]
        while len(self._guests) > self._kept:
            self._guests.popitem(last=False)[1].end()


class Guest:
    """A bot's process and what it said in `ready`."""

    def __init__(self, bot: BotSpec, time: TimeControl, level: Level, gateway: str = "") -> None:
        """Raises CannotStart."""
        self.label = bot.label
        self.process = BotProcess(bot.command, bot.cwd, bot.needs, level, time.wall)
        self.channel: BotProcess | Advised = self.process
        if bot.needs.model:
            self.channel = Advised(self.process, gateway if bot.model else "")
        self.process.post(lines.encoded(lines.hello()), time.start_ms)
        self.fresh = self.new = True
        """Whether it has still to say that it is ready; whether this is its first game."""
        self.wants: frozenset[str] = frozenset()
        self.text = False
        self.unready: ForfeitReason | None = None

    def welcome(self) -> None:
        """Read its `ready`; a bot that does not give one is ended."""
        self.fresh = False
        try:
            line = ready_line(self.process)
            ready = None if line is None else parse_ready(line)
        except BotLost as lost:
            self.unready = ForfeitReason(lost.fault, f"before it was ready: {lost.reason}")
        except ProtocolError as error:
            self.unready = ForfeitReason("malformed", f"ready: {error}")
            refused = lines.refused(None, str(error), again=False)
            self.process.tell(lines.encoded(refused) + lines.encoded(lines.bye()))
        else:
            if ready is not None:
                self.wants, self.text = wishes(ready.wants), bool(ready.text)
                return
            self.unready = ForfeitReason("silent", "did not become ready in time")
        self.process.end()

    def end(self, grace_ms: float = 0) -> None:
        """End the process; once is enough."""
        self.process.end(grace_ms)
        if isinstance(self.channel, Advised):
            self.channel.end()


def ready_line(bot: BotProcess | Advised) -> bytes | None:
    """The line by which a bot says that it is ready, past what its runtime says of itself.

    Where no JSON comes in time, it is the first line that came instead; None: nothing came.
    Raises BotLost.
    """
    instead: bytes | None = None
    for _ in range(MOST_SKIPPED + 1):
        line = bot.collect()
        if line is None:
            return instead
        if may_be_ready(line):
            return line
        if instead is None and not is_comment(line):
            instead = line
    raise BotLost("malformed", f"wrote more than {MOST_SKIPPED} lines unasked")


def _killed(guests: Sequence[Guest], error: BotKilled) -> str:
    """Name who was killed, for the reason of a void game."""
    who = [guest.label for guest in guests if guest.process.killed]
    return f"{' and '.join(who)} {error}."


def _seat_played(player: SeatedBot, guest: Guest, metrics: dict[str, float]) -> SeatPlayed:
    return SeatPlayed(
        decisions=player.decisions,
        faults=player.faults,
        forfeit=player.forfeit.fault if player.forfeit else None,
        reason=player.forfeit.reason if player.forfeit else "",
        time_ms=player.time_ms,
        max_ms=player.max_ms,
        stderr=guest.process.stderr(),
        metrics=metrics | {OF_USAGE.get(key, key): amount for key, amount in player.usage.items()},
    )
