"""Translation between rules and protocol.

`writing` makes what bots are shown, `reading` understands what they answer, and `lines` composes
whole lines of the protocol for everyone who talks to a bot. Choices, offers and events as plain
data, which bots that carry the rules along need as well, are in `arena.rules.plain_data`.
"""

from arena.codec.reading import AnswerReader, ChoiceRefused, parse_answer, reader
from arena.codec.writing import Question, Writer, writer

__all__ = [
    "AnswerReader",
    "ChoiceRefused",
    "Question",
    "Writer",
    "parse_answer",
    "reader",
    "writer",
]
