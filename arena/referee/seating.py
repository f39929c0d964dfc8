"""Seating: plays one game after another, and keeps bots' processes in between.

seating = Seating()
played = seating.play(GameSpec(...))
seating.close()
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from functools import partial
from time import perf_counter

from arena.codec import lines
from arena.referee.bot import BotSpec
from arena.referee.clock import UNHURRIED, TimeControl
from arena.referee.game_types import FinishedGame, GameSpec, SeatPlayed
from arena.referee.live_record import Watched
from arena.referee.llm_player import ModelChannel, ProviderFailed
from arena.referee.player import MOST_SKIPPED, ForfeitReason, SeatedBot
from arena.referee.process import BotKilled, BotLost, BotProcess, gather, hear_out
from arena.referee.referee import Referee, Watch
from arena.rules import Rulebook, compile_rulebook
from arena.sandbox.level import Level
from arena.sandbox.limits import collect_rarely
from arena.sandbox.probe import best_level
from arena.sandbox.scratch import sweep
from arena.sandbox.supervisor_messages import CannotStart
from protocol.messages import is_comment, may_be_ready, parse_ready, wishes
from protocol.model import ProtocolError

PROCESSES_KEPT = 64
GRACE_MS = 50
"""The time for all bots together to exit by themselves after `bye`."""

OF_USAGE = {"cached": "tokens_cached", "seconds": "model_seconds"}
"""Metric names for a game's use of language models, where they differ from the usage's."""

Slot = tuple[str, int]
"""What a process is kept under: the bot's hash, and a number if the bot sits more than once."""


class Seating:
    """Plays games one after another, keeping the bots' processes from game to game.

    Not thread-safe. Bots inherit this process's CPU affinity, so pin it before the first game.
    """

    def __init__(
        self,
        kept: int = PROCESSES_KEPT,
        ask_all: bool = False,
        level: Level | None = None,
        gateway: str = "",
        live: str = "",
    ) -> None:
        """Prepare to play.

        Args:
            kept: the most processes kept after a game.
            ask_all: True to ask all seats of a sealed question at once, for bots that wait for a
                network; people and models are always asked at once.
            level: the level of confinement; None for the best that this machine can do.
            gateway: the path of the socket to language models, which say nothing without it.
            live: the folder for games that spectators want to see.
        """
        self.level = best_level() if level is None else level
        self._kept = kept
        self._ask_all = ask_all
        self._gateway = gateway
        self._live = live
        self._guests: OrderedDict[Slot, Guest] = OrderedDict()  # most recently used last
        sweep()  # scratch folders of arenas that were killed
        collect_rarely()

    def play(self, spec: GameSpec, watch: Watch | None = None) -> FinishedGame:
        """Play a game to its end, even if bots fail; `watch` follows it. Raises VariantError."""
        if watch is not None or not self._live:
            return self._play(spec, watch)
        watched, finished = Watched(self._live, spec.id), None
        try:
            finished = self._play(spec, watched)
            return finished
        finally:
            watched.end(finished.record.get("result") if finished else None)

    def _play(self, spec: GameSpec, watch: Watch | None) -> FinishedGame:
        book = compile_rulebook(spec.variant, spec.players)
        guests: list[Guest] = []
        try:
            self._seat(spec, guests)
            for guest, bot in zip(guests, spec.bots, strict=True):
                guest.begin(bot, spec.id)
            players = _players(spec, book, guests)
            # With models or people, nobody should wait only because another was asked first.
            together = self._ask_all or any(bot.model or bot.person for bot in spec.bots)
            referee = Referee(spec, book, players, together, watch)
            record, result = referee.play([guest.wants for guest in guests])
            metrics = [guest.process.metrics() for guest in guests]
            referee.tell_result()
        except BotKilled as error:
            return self._void(spec, guests, _killed(guests, error))
        except CannotStart as error:
            return self._void(spec, guests, str(error))
        except ProviderFailed as error:
            return self._void(spec, guests, str(error), error.halt)
        except BaseException:  # interrupted in mid-game: the bots have seen part of the deal
            for guest in guests:
                guest.end()
            raise
        # They may log the end of the game. A bot silent in its first game isn't waited for again.
        hear_out([guest.process for guest in guests if guest.process.talks or guest.new])
        seats = [_seat_played(*each) for each in zip(players, guests, metrics, strict=True)]
        for player, guest in zip(players, guests, strict=True):
            if player.forfeit or player.owed:
                guest.end()  # it gets a new process for the next game
        self._tidy()
        return FinishedGame(
            spec,
            record,
            *result,
            seats=tuple(seats),
            trades=tuple(referee.trades.between()),
            level=self.level,
        )

    def _void(
        self, spec: GameSpec, guests: Sequence[Guest], reason: str, halt: bool = False
    ) -> FinishedGame:
        """Return a void game; end all its bots, since they may have seen cards of the deal."""
        for guest in guests:
            guest.end()
        self._tidy()
        return FinishedGame(spec, {}, (), (), (), (), void=reason, halt=halt, level=self.level)

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
            slot = (bot.hash, copies[bot.hash])
            copies[bot.hash] += 1
            guest = self._guests.pop(slot, None)
            if guest is not None and not guest.process.usable:
                guest.end()
                guest = None
            if guest is None:
                guest = Guest(bot, spec.time, self.level, self._gateway)
            else:
                guest.new = False
            self._guests[slot] = guest
            guests.append(guest)  # at once: if a later bot cannot start, this one is ended, too
        new = [guest for guest in guests if guest.new]
        gather([guest.process for guest in new])  # all start at the same time
        for guest in new:
            guest.welcome()

    def _tidy(self) -> None:
        """Forget processes that have ended; beyond the limit, end the longest idle ones."""
        for slot, guest in list(self._guests.items()):
            if not guest.process.usable:
                guest.end()
                del self._guests[slot]
        while len(self._guests) > self._kept:
            self._guests.popitem(last=False)[1].end()


class Guest:
    """A bot's process, and what the bot said in `ready`."""

    def __init__(self, bot: BotSpec, time: TimeControl, level: Level, gateway: str = "") -> None:
        """Start the bot's process. Raises CannotStart."""
        self._time, self._level = (UNHURRIED, Level.C) if bot.person else (time, level)
        self._gateway = gateway if bot.model else ""
        self.label = bot.label
        self.wants: frozenset[str] = frozenset()
        self.text = False
        self.unready: ForfeitReason | None = None
        self._start(bot)

    def _start(self, bot: BotSpec) -> None:
        self.process = BotProcess(bot.command, bot.cwd, bot.needs, self._level, self._time.wall)
        self.channel: BotProcess | ModelChannel = self.process
        if bot.needs.model:
            self.channel = ModelChannel(self.process, self._gateway)
        self.process.post(lines.encoded(lines.hello()), self._time.start_ms)
        self.new = True
        """True in its first game, before which it says that it is ready."""

    @property
    def models(self) -> dict[str, int]:
        """How many answers each model gave it in this game, by its provider's name for it."""
        return dict(self.channel.returned) if isinstance(self.channel, ModelChannel) else {}

    def begin(self, bot: BotSpec, game: str) -> None:
        """Begin a game. Raises ProviderFailed."""
        if isinstance(self.channel, ModelChannel):
            self.channel.begin(bot.name, bot.program, bot.model, game)

    def afresh(self, bot: BotSpec, game: str) -> BotProcess | ModelChannel:
        """Start a new process in the middle of a game. Raises BotLost, CannotStart."""
        self.end()
        self._start(bot)
        self.welcome()
        if self.unready:
            raise BotLost(*self.unready)
        self.begin(bot, game)
        return self.channel

    def welcome(self) -> None:
        """Read its `ready`; end a bot that doesn't give one."""
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
        """End the process; after the first call, do nothing."""
        self.process.end(grace_ms)
        if isinstance(self.channel, ModelChannel):
            self.channel.end()


def ready_line(bot: BotProcess | ModelChannel) -> bytes | None:
    """Return the line in which a bot says that it is ready, skipping its runtime's messages.

    Without any JSON in time, return the first line that came instead; None if nothing came.
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


def _players(spec: GameSpec, book: Rulebook, guests: Sequence[Guest]) -> list[SeatedBot]:
    return [
        SeatedBot(
            seat,
            guest.channel,
            book,
            UNHURRIED if bot.person else spec.time,
            guest.text,
            guest.unready,
            # A bot's first answer shows that it is done with the last game and has reported
            # its metrics: what came until then is discarded.
            on_first_answer=guest.process.metrics,
            afresh=None if guest.new else partial(guest.afresh, bot, spec.id),
            patient=bot.person,
        )
        for seat, (guest, bot) in enumerate(zip(guests, spec.bots, strict=True))
    ]


def _killed(guests: Sequence[Guest], error: BotKilled) -> str:
    """Explain which bots were killed, as the reason for a void game."""
    who = [guest.label for guest in guests if guest.process.killed]
    return f"{' and '.join(who)} {error}."


def _seat_played(player: SeatedBot, guest: Guest, metrics: dict[str, float]) -> SeatPlayed:
    return SeatPlayed(
        decisions=player.decisions,
        faults=player.faults,
        refused=player.refused,
        forfeit=player.forfeit.fault if player.forfeit else None,
        reason=player.forfeit.reason if player.forfeit else "",
        time_ms=player.time_ms,
        max_ms=player.max_ms,
        stderr=guest.process.stderr(),
        models=guest.models,
        metrics=metrics | {OF_USAGE.get(key, key): amount for key, amount in player.usage.items()},
    )
