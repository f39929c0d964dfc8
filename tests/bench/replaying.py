"""Games played again from their records, in one process, with a clock beside them."""

from time import process_time
from typing import Any

import orjson

from arena.rules import compile_rulebook
from arena.view import translator
from protocol.messages import parse_choose

# What a decision is made of; each level does all before it, too.
LEVELS = ("rules", "view", "events", "encode", "parse")


class Games:
    """Records of one variant and count of players, ready to be played again and again."""

    def __init__(self, records: list[Any]) -> None:
        self.records = records
        self.book = compile_rulebook(records[0]["variant"], records[0]["players"])
        self.words = translator(self.book)
        self.choices = [self._read(record) for record in records]
        self.decisions = sum(map(len, self.choices))

    def _read(self, record: Any) -> list[Any]:
        state, read = self._start(record), []
        for entry in record["decisions"]:
            seat, wants = entry["seat"], entry.get("wants")
            if wants is not None:
                self.book.wish(state, seat, frozenset(wants))
            listed = self.book.choices(state, seat)
            choice = self.words.read(state, seat, listed, entry["choice"])
            read.append((seat, choice, wants))
            self.book.apply(state, seat, choice)
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
        for record, game in zip(self.records, self.choices, strict=True):
            state = self._start(record)
            told: list[list[Any]] = [[] for _ in range(book.players)]
            for seat, choice, wants in game:
                if wants is not None:
                    book.wish(state, seat, frozenset(wants))
                decision = next(d for d in book.to_decide(state) if d.seat == seat)
                if level >= 1:
                    question = words.question(state, decision)
                    listed = question.choices
                else:
                    listed = book.choices(state, seat)
                if level >= 3:
                    message = {"type": "decide", "id": 1, **question.json, "events": told[seat]}
                    orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)
                told[seat].clear()
                if level >= 4:
                    chosen = parse_choose(answers[min(49, len(listed) - 1)])
                    words.read(state, seat, listed, chosen.choice)
                events = book.apply(state, seat, choice)
                if level >= 2 and events:
                    for seen, new in zip(told, words.events(events), strict=True):
                        seen += new
        return (process_time() - began) / self.decisions * 1e6
