"""The referee of a game: asks what the rules ask, plays the answers, and writes the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import orjson

from arena.codec import lines, writer
from arena.referee.game_types import GameSpec
from arena.referee.llm_player import ModelChannel
from arena.referee.player import PlayedAnswer, SeatedBot
from arena.referee.process import BotProcess, gather
from arena.referee.talk_allowance import counted, counted_in
from arena.rules import RULES_VERSION, Decision, Game, Result, Rulebook
from arena.rules.trades import TradeLog
from arena.text import spoken
from protocol import Json

Watch = Callable[[Json, float], None]
"""Called with the record so far, without a result: at the start, and after each decision with the
milliseconds that it took. It must not change the record."""


class Referee:
    """Referees one game between players who are ready: call `play` once, then `tell_result`."""

    def __init__(
        self,
        spec: GameSpec,
        book: Rulebook,
        players: Sequence[SeatedBot],
        together: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """Prepare a game.

        Args:
            spec: the game to play.
            book: its rules.
            players: its players by seat.
            together: True to ask all seats of a sealed question at once, not one by one.
            watch: follows the game.
        """
        self._spec = spec
        self._book = book
        self._players = players
        self._together = together
        self._watch = watch
        self._writer = writer(book)
        self._game: Game
        self._decisions: list[Json] = []
        self._forfeits: list[Json] = []
        self._record: Json = {}
        self._large = False  # some offer so far was large enough to count
        self.trades = TradeLog(spec.players)
        for player in players:  # one that did not get ready has forfeited before the first question
            self._note_forfeit(player)

    def play(self, wants: Sequence[frozenset[str]]) -> tuple[Json, Result]:
        """Play the game; players learn the result only by `tell_result`.

        Args:
            wants: the wishes in each seat's `ready`.

        Returns:
            The record and the result.
        """
        players, spec = self._players, self._spec
        clock = spec.time.plain()
        for player in players:
            seat = player.seat
            start = lines.game_start(self._book, seat, clock, spec.bot_seeds[seat], spec.talk)
            player.tell(start)
        self._game = game = self._book.start(spec.seed, wants)
        self._record = self._begun(wants)
        if self._watch is not None:
            self._watch(self._record, 0.0)
        while decisions := game.decisions:
            if len(decisions) == 1:
                player = self._prepared(decisions[0])
                player.ask()
                self._play(player, player.answer(game))
            else:
                self._ask_sealed(decisions)
        result = game.result
        plain = {name: list(value) for name, value in result._asdict().items()}
        return self._record | {"result": plain}, result

    def tell_result(self) -> None:
        """Tell all players how the game ended."""
        forfeits = [player.seat for player in self._players if player.forfeit]
        for player in self._players:
            player.tell(lines.game_over(self._game.result, player.news, forfeits))

    def _ask_sealed(self, decisions: Sequence[Decision]) -> None:
        """Ask a sealed question: no answer is applied or shown before all seats have answered."""
        game = self._game
        # All are written before the first is put: with what this takes still in the processor's
        # caches, a game costs the referee and its bots a twentieth less.
        asked = [self._prepared(decision) for decision in decisions]
        if self._together:
            for player in asked:
                player.ask()
            channels = [player.channel for player in asked]
            gather([each for each in channels if isinstance(each, BotProcess | ModelChannel)])
            answers = [player.answer(game) for player in asked]
        else:
            answers = []
            for player in asked:
                player.ask()
                answers.append(player.answer(game))
        for player, answer in zip(asked, answers, strict=True):
            self._play(player, answer)

    def _prepared(self, decision: Decision) -> SeatedBot:
        """Write a seat's question, and return who is to be asked."""
        player = self._players[decision.seat]
        player.prepare(self._game, decision)
        if self._large and decision.ask != "answer":  # who is asked for one may tell of hands (T5)
            for offer in self._game.offers:
                if offer.seat != player.seat:
                    self._players[offer.seat].allowance -= counted(offer)
        return player

    def _play(self, player: SeatedBot, answer: PlayedAnswer) -> None:
        choice, say, wants = answer.choice, answer.say, answer.wants
        seat = player.seat
        entry = {"seat": seat, "choice": self._writer.played(choice), "ms": _short(answer.ms)}
        if answer.fault is not None or answer.refused is not None:
            self._note_fault(player, entry, answer)
        self._decisions.append(entry)
        if say is not None and self._spec.talk and player.allowance > 0:
            self._say(player, say, entry)
        if answer.note is not None:
            entry["note"] = answer.note
        if answer.thought is not None:
            entry["thought"] = answer.thought
        if answer.usage is not None:
            entry["usage"] = answer.usage
        if wants is not None:
            entry["wants"] = sorted(wants)
            self._game.wish(seat, wants)
        size = counted_in(choice)
        if size:
            self._large = True
            player.allowance -= size * (len(self._players) - 1)
        events = self._game.play_unchecked(seat, choice)  # the reader has checked it
        if events:
            self.trades.follow(events)
            news = self._writer.events(events)
            for other in self._players:
                other.news += news[other.seat]
        if self._watch is not None:
            self._watch(self._record, answer.ms)

    def _say(self, player: SeatedBot, say: str, entry: Json) -> None:
        text = spoken(say)
        if text:
            entry["say"] = text
            event = orjson.dumps({"event": "said", "seat": player.seat, "text": text})
            player.allowance -= len(event) * (len(self._players) - 1)
            news = event.decode()
            for each in self._players:
                each.news.append(news)

    # --- the record ---------------------------------------------------------------------------

    def _note_fault(self, player: SeatedBot, entry: Json, answer: PlayedAnswer) -> None:
        if answer.fault is not None:
            entry["fault"] = answer.fault
            if answer.fault != "forfeit":  # with that, it had forfeited before and is noted
                self._note_forfeit(player)
        if answer.refused is not None:
            entry["refused"] = answer.refused
            player.refused += answer.fault is None

    def _note_forfeit(self, player: SeatedBot) -> None:
        if player.forfeit is not None:
            entry = {"seat": player.seat, "decision": len(self._decisions)}
            self._forfeits.append(entry | player.forfeit._asdict())

    def _begun(self, wants: Sequence[frozenset[str]]) -> Json:
        """Return the record, whose decisions and forfeits grow during the game."""
        spec = self._spec
        bots = zip(spec.bots, spec.bot_seeds, wants, strict=True)
        return {
            "variant": self._book.variant,
            "players": spec.players,
            "rules": RULES_VERSION,
            "seed": spec.seed.hex(),
            "talk": spec.talk,
            "clock": spec.time.plain(),
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
        }


def _short(ms: float) -> float:
    """Round a time to two digits or whole milliseconds: random digits don't compress."""
    if ms < 1:
        return int(ms * 100 + 0.5) / 100
    if ms < 10:
        return int(ms * 10 + 0.5) / 10
    return float(int(ms + 0.5))
