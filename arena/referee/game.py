"""One game: the rules ask, the players answer, everything goes into the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import orjson

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.player import Answer, Player, spoken
from arena.rules import RULES_VERSION, Decision, Result, Rulebook, State
from arena.view import Translator, translator

OBJECTIVE = "Finish before as many players as you can: places by coins are rated."
"""What `game_start` tells the bots to aim for."""

Json = dict[str, Any]


@dataclass(frozen=True)
class GameSpec:
    """A game to be played."""

    id: str
    """Names the game in the ledger; no bot is told."""
    variant: str
    players: int
    seed: bytes
    """Seed of the deal."""
    bots: tuple[BotSpec, ...]
    """By seat."""
    bot_seeds: tuple[int, ...]
    """By seat, for the bots' own randomness; below 2**53."""
    lane: int
    """The rotation of its match: other lanes have other processes."""
    time: TimeControl
    talk: bool = True


@dataclass(frozen=True)
class SeatPlayed:
    """What is known of one seat after a game."""

    decisions: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    """Number of faults by kind."""
    forfeit: str | None = None
    """The kind of fault that lost the game, if one did."""
    reason: str = ""
    time_ms: float = 0.0
    max_ms: float = 0.0
    """The longest decision."""
    stderr: str = ""


@dataclass(frozen=True)
class Played:
    """A game that was played, or a void one: not a bot's doing, to be played again."""

    spec: GameSpec
    record: Json
    """As `protocol.record` has it; empty when void."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """By coins alone, as the table ended. Forfeits are for the ratings to see to."""
    winners: tuple[int, ...]
    seats: tuple[SeatPlayed, ...]
    void: str | None = None
    """Why it does not count."""


Gather = Callable[[Sequence[Player]], None]
"""Waits until `answer` of each player would return at once."""


class Game:
    """One game between players who are ready. `play` once."""

    def __init__(
        self, spec: GameSpec, book: Rulebook, players: Sequence[Player], gather: Gather | None
    ) -> None:
        """`gather`: ask all seats of a sealed question at once, else one after the other."""
        self._spec = spec
        self._book = book
        self._players = players
        self._gather = gather
        self._translator = translator(book)
        self._state: State
        self._decisions: list[Json] = []
        self._forfeits: list[Json] = []
        for player in players:
            self._note_forfeit(player)

    def play(self, wants: Sequence[frozenset[str]]) -> tuple[Json, Result]:
        """The record and the result. `wants`: by seat, what was asked for in `ready`."""
        book, players = self._book, self._players
        self._state = state = book.start(self._spec.seed, wants)
        for player in players:
            player.tell(self._game_start(player.seat))
        while decisions := book.to_decide(state):
            if len(decisions) == 1:
                decision = decisions[0]
                player = players[decision.seat]
                player.ask(state, decision)
                self._apply(player, player.answer(state))
            else:
                self._ask_sealed(decisions)
        result = book.result(state)
        forfeits = [player.seat for player in players if player.forfeit]
        for player in players:
            player.tell(
                {
                    "type": "game_over",
                    **result._asdict(),
                    "events": player.told,
                    "forfeits": forfeits,
                }
            )
        return self._record(wants, result), result

    def _ask_sealed(self, decisions: Sequence[Decision]) -> None:
        """Nobody's answer is applied, or told, before all have answered."""
        state = self._state
        asked = [self._players[decision.seat] for decision in decisions]
        if self._gather is None:
            answers = []
            for player, decision in zip(asked, decisions, strict=True):
                player.ask(state, decision)
                answers.append(player.answer(state))
        else:
            for player, decision in zip(asked, decisions, strict=True):
                player.ask(state, decision)
            self._gather(asked)
            answers = [player.answer(state) for player in asked]
        for player, answer in zip(asked, answers, strict=True):
            self._apply(player, answer)

    def _apply(self, player: Player, answer: Answer) -> None:
        choice, ms, say, wants, fault, refused = answer
        seat = player.seat
        played = _plain(self._translator, choice)  # type: ignore[arg-type]  # a tuple
        entry = {"seat": seat, "choice": played, "ms": round(ms, 2)}
        if fault is not None or refused is not None:
            self._note_fault(player, entry, fault, refused)
        self._decisions.append(entry)
        if say is not None and self._spec.talk:
            self._say(seat, say, entry)
        if wants is not None:
            entry["wants"] = sorted(wants)
            self._book.wish(self._state, seat, wants)
        events = self._book.apply(self._state, seat, choice)
        if events:
            told = self._translator.events(events)
            for other, new in zip(self._players, told, strict=True):
                other.told += new

    def _say(self, seat: int, say: str, entry: Json) -> None:
        text = spoken(say)
        if text:
            entry["say"] = text
            said = orjson.Fragment(orjson.dumps({"event": "said", "seat": seat, "text": text}))
            for player in self._players:
                player.told.append(said)

    # --- the record ---------------------------------------------------------------------------

    def _note_fault(
        self, player: Player, entry: Json, fault: str | None, refused: str | None
    ) -> None:
        if fault is not None:
            entry["fault"] = fault
            if fault != "forfeit":
                self._note_forfeit(player)
        if refused is not None:
            entry["refused"] = refused

    def _note_forfeit(self, player: Player) -> None:
        if player.forfeit is not None:
            entry = {"seat": player.seat, "decision": len(self._decisions)}
            self._forfeits.append(entry | player.forfeit._asdict())

    def _record(self, wants: Sequence[frozenset[str]], result: Result) -> Json:
        spec = self._spec
        bots = zip(spec.bots, spec.bot_seeds, wants, strict=True)
        return {
            "variant": self._book.variant,
            "players": spec.players,
            "rules": RULES_VERSION,
            "seed": spec.seed.hex(),
            "talk": spec.talk,
            "clock": _clock(spec.time),
            "bots": [
                {
                    "name": bot.name,
                    "version": bot.version,
                    "hash": bot.hash,
                    "seed": seed,
                    "wants": sorted(wanted),
                }
                for bot, seed, wanted in bots
            ],
            "decisions": self._decisions,
            "forfeits": self._forfeits,
            "result": {name: list(value) for name, value in result._asdict().items()},
        }

    def _game_start(self, seat: int) -> Json:
        spec = self._spec
        return {
            "type": "game_start",
            "seat": seat,
            "players": spec.players,
            "variant": self._book.variant,
            "rulebook": self._translator.rulebook(),
            "clock": _clock(spec.time),
            "seed": spec.bot_seeds[seat],
            "talk": spec.talk,
            "objective": OBJECTIVE,
        }


def _clock(time: TimeControl) -> Json:
    return {
        "bank_ms": time.bank_ms,
        "increment_ms": time.increment_ms,
        "limit_ms": time.limit_ms,
    }


@lru_cache(maxsize=4_000)
def _plain(words: Translator, choice: Any) -> Json:
    """A choice as the record has it. The same ones come again and again; nobody changes them."""
    return words.choice(choice)
