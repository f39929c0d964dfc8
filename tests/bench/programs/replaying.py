"""Games to be played, and played again from their records in one process, with a clock."""

from collections.abc import Sequence
from time import process_time
from typing import Any

from arena.codec import lines, parse_answer, reader, writer
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.rules import compile_rulebook

# What a decision is made of; each level does all before it, too.
LEVELS = ("rules", "view", "events", "encode", "parse")


def spec(number: int, variant: str, bots: Sequence[BotSpec], time: str = "standard") -> GameSpec:
    """The game of that number, which its deal and its bots' seeds follow from."""
    seed, own, clock = b"bench %d" % number, tuple(range(len(bots))), TimeControl.parse(time)
    return GameSpec(str(number), variant, len(bots), seed, tuple(bots), own, clock)


class Games:
    """Records of one variant and count of players, ready to be played again and again."""

    def __init__(self, records: list[Any]) -> None:
        self.records = records
        self.book = compile_rulebook(records[0]["variant"], records[0]["players"])
        self.words = writer(self.book)
        self.choices = [self._read(record) for record in records]
        self.decisions = sum(map(len, self.choices))

    def _read(self, record: Any) -> list[Any]:
        game, read = self._start(record), []
        for entry in record["decisions"]:
            seat, wants = entry["seat"], entry.get("wants")
            if wants is not None:
                game.wish(seat, frozenset(wants))
            listed = game.choices(seat)
            choice = reader(game.book).read(game, seat, listed, entry["choice"])
            read.append((seat, choice, wants))
            game.play(seat, choice)
        return read

    def _start(self, record: Any) -> Any:
        wants = [frozenset(bot["wants"]) for bot in record["bots"]]
        return self.book.start(bytes.fromhex(record["seed"]), wants)

    def cost(self, level: int) -> float:
        """Microseconds a decision up to that level of LEVELS.

        Processor time: what switching to the bots and back costs the caches is not in.
        """
        book, words = self.book, self.words
        answers = [f'{{"type":"choose","id":100,"choice":{n}}}\n'.encode() for n in range(50)]
        began = process_time()
        for record, choices in zip(self.records, self.choices, strict=True):
            game = self._start(record)
            told: list[list[str]] = [[] for _ in range(book.players)]
            for seat, choice, wants in choices:
                if wants is not None:
                    game.wish(seat, frozenset(wants))
                decision = next(d for d in game.decisions if d.seat == seat)
                if level >= 1:
                    question = words.question(game, decision)
                    listed = question.choices
                else:
                    listed = game.choices(seat)
                if level >= 3:
                    lines.decide(1, question, told[seat], 1_000, 1_000)
                told[seat].clear()
                if level >= 4:
                    said = parse_answer(answers[min(49, len(listed) - 1)])[1]
                    reader(game.book).read(game, seat, listed, said)
                events = game.play_unchecked(seat, choice)
                if level >= 2 and events:
                    for seen, new in zip(told, words.events(events), strict=True):
                        seen += new
        return (process_time() - began) / self.decisions * 1e6
