"""A game that is being played, retold while its record grows: to seats, or to spectators."""

from collections.abc import Iterator
from dataclasses import replace

import orjson

from arena.retelling.frames import PUBLIC, Frame, Telling
from arena.retelling.replay import Replay
from protocol import Json


class Live:
    """A game in progress. `readers`: to whom it is retold, see `arena.retelling.frames`."""

    def __init__(self, record: Json, readers: tuple[int | None, ...] = (PUBLIC,)) -> None:
        """`record`: as it is so far, without a result. Raises ReplayError."""
        none = [0] * record["players"]
        result = {"scores": none, "places": [1 for _ in none], "winners": []}
        begun = {**record, "decisions": [], "forfeits": [], "result": result}
        self.replay = Replay(orjson.dumps(begun))
        self._game = self.replay.begin()
        self._tellings = {reader: Telling(self.replay, reader) for reader in readers}
        self.now = {reader: each.start(self._game) for reader, each in self._tellings.items()}
        """The latest frame, by reader."""
        self._untold: dict[int | None, Frame] = {}

    def add(self, part: Json) -> Iterator[tuple[int | None, Frame]]:
        """Take up what has been added to the record: what each reader learns. Raises ReplayError.

        What gives a reader no frame of its own is told with the next: so nobody sees when it was.
        """
        data = self.replay.data
        known = len(data["decisions"])
        for key in ("decisions", "forfeits"):
            # As it will be read from the record: a person's answer has tuples, which are no lists.
            data[key] = [*data[key], *orjson.loads(orjson.dumps(part[key]))]
        for step in self.replay.more(self._game, known):
            for reader, telling in self._tellings.items():
                if (told := telling.hear(step)) is None:
                    continue
                frame, own = told
                before = self._untold.pop(reader, None)
                if before is not None:
                    frame = replace(
                        frame, said=before.said + frame.said, events=before.events + frame.events
                    )
                if own:
                    self.now[reader] = frame
                    yield reader, frame
                else:
                    self._untold[reader] = frame

    def rest(self) -> Iterator[tuple[int | None, Frame]]:
        """What nobody was told yet, once the game is over."""
        for reader, frame in self._untold.items():
            self.now[reader] = frame
            yield reader, frame
        self._untold = {}
