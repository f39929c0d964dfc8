"""Drawing a tournament again from its secret, and comparing: the deals, who met, in which circle.

Whoever knows the secret can make every deal and every pairing again. So once it is shown, at the
end of a tournament, anybody can check that nothing was chosen by hand. What was drawn later than
the beginning may depend on results and on who was suspended: then it is drawn as of its place in
the ledger, on a copy that has no more than what was settled there.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.text.phrases import listed
from arena.tournament.course import DRAWING
from arena.tournament.courses import course
from arena.tournament.deals import deal_seed
from arena.tournament.dealt import Tell, misdealt
from arena.tournament.plan import Plan
from arena.tournament.settled import Place, Settled
from ladder.errors import LadderError
from ladder.ledger import Dropped, End
from ladder.store import Store
from ladder.tournaments import Draft, Pool, Tournament, tournament

PAGE = 1000
"""The matches that are read at a time."""
UNLIKE = {
    "round": "its round",
    "pool": "its game",
    "deal_seed": "its deal",
    "bots": "the circle of its bots",
    "seating": "how its bots change seats",
    "instead_of": "what it replaces",
}
"""The parts of a match, as they are called where one is not as drawn."""


class Redraw:
    """One tournament, drawn again.

    `skipped` says after `wrong` why the pairings could not be drawn again; empty when they were.
    """

    def __init__(self, store: Store, tournament_id: int) -> None:
        """Raises UnknownTournament."""
        self.tournament: Tournament = tournament(store, tournament_id)
        self.skipped = ""
        self._store = store

    def wrong(self, tell: Tell = lambda match: None) -> Iterator[str]:
        """A sentence for each thing that does not follow from the secret.

        tell: hears the number of the match whose games are looked at, which takes longest.
        """
        found = self.tournament
        (row,) = self._store.rows(_COUNT, [found.id])
        if row["there"] != found.matches or row["last"] != found.matches - 1:
            yield f"The ledger has {row['there']} matches, not {found.matches} from 0 on."
        if sha256(found.secret).hexdigest() != found.secret_hash:
            yield "The secret is not the one whose SHA-256 was shown before the first game."
        if found.settings.get("drawn_by") != DRAWING:
            self.skipped = "they were drawn by an older or newer arena, in another way"
        else:
            plan = Plan.of(found.settings)
            self._course = course(plan, found.settings, found.secret)
        yield from self._other_deals() if self.skipped else self._other_pairings()
        yield from misdealt(self._store, found, tell)

    def _other_deals(self) -> Iterator[str]:
        for number, match in enumerate(self._stored()):
            if match.deal_seed != deal_seed(self.tournament.secret, number):
                yield _unlike(number, ["deal_seed"])

    def _other_pairings(self) -> Iterator[str]:
        """Every match of the ledger beside what the course draws in its place."""
        stored = self._stored()
        later = [Place.of(row) for row in self._store.rows(_DRAWS, [self.tournament.id])]
        with tempfile.TemporaryDirectory() as folder:
            copy = Settled(self._store, self.tournament, Path(folder))
            ends = [place.first for place in later] + [self.tournament.matches]
            yield from _compared(0, ends[0], stored, self._course.beginning())
            for place, end in zip(later, ends[1:], strict=True):
                for match in islice(stored, 1):
                    try:
                        drawn = self._drawn(copy, place, match)
                    except (ArenaError, LadderError, ValueError, LookupError):
                        yield f"Match {place.first}: nothing can be drawn from what was before it."
                        drawn = islice(stored, 0)
                    yield from _compared(place.first, end, chain([match], stored), drawn)
            copy.close()

    def _drawn(self, copy: Settled, place: Place, match: Draft) -> Iterable[Draft]:
        """What the course draws where the ledger has this match, the first that was drawn then."""
        if match.instead_of is None:
            ledger, rounds = copy.ledger(place)
            end = End(rounds, place.first, place.first - place.settled)
            return list(self._course.again(ledger, end))
        (old,) = self._store.rows(_MATCH, [match.instead_of])
        if old["tournament_id"] != self.tournament.id or old["number"] >= place.first:
            return []
        was = _draft(old)
        dropped = Dropped(match.instead_of, was.round, was.pool, was.bots, place.first)
        replacement = self._course.instead_of(dropped, place.suspended)
        return [] if replacement is None else [replacement]

    def _stored(self) -> Iterator[Draft]:
        """The matches of the ledger, in order, up to the first that is missing."""
        for start in range(0, self.tournament.matches, PAGE):
            rows = self._store.rows(_MATCHES, [self.tournament.id, start, start + PAGE])
            for number, row in enumerate(rows, start):
                if row["number"] != number:
                    return
                yield _draft(row)


_COLUMNS = """
SELECT m.tournament_id, m.number, m.round, m.deal_seed, m.instead_of, m.seating,
    p.variant, p.players, p.time_class, p.negotiation, p.rules_version,
    (SELECT json_group_array(bot_id) FROM
        (SELECT bot_id FROM pairings WHERE match_id = m.id ORDER BY position)) AS circle
FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
"""
_MATCHES = (
    f"{_COLUMNS} WHERE m.tournament_id = ? AND m.number >= ? AND m.number < ? ORDER BY m.number"
)
_MATCH = f"{_COLUMNS} WHERE m.id = ?"
_COUNT = (
    "SELECT count(*) AS there, coalesce(max(number), -1) AS last FROM matches "
    "WHERE tournament_id = ?"
)
_DRAWS = "SELECT * FROM draws WHERE tournament_id = ? ORDER BY first"


def _draft(row: dict[str, Any]) -> Draft:
    pool = (row[name] for name in Pool.__slots__)
    circle = tuple(json.loads(row["circle"]))
    return Draft(
        row["round"], Pool(*pool), row["deal_seed"], circle, row["instead_of"], row["seating"]
    )


def _compared(
    first: int, end: int, stored: Iterator[Draft], drawn: Iterable[Draft]
) -> Iterator[str]:
    """The matches numbered from first to end - 1, where stored and drawn ones differ."""
    pairs = zip_longest(islice(stored, end - first), drawn)
    for number, (one, other) in enumerate(pairs, start=first):
        if one is None:
            yield f"Match {number} is missing: more are drawn from the secret."
            return
        if other is None:
            yield f"Match {number} is not drawn from the secret at all."
            continue
        # The limits of a negotiation belong to the rules, which may be newer now.
        game = replace(one.pool, negotiation="", rules_version="")
        again = replace(other.pool, negotiation="", rules_version="")
        unlike = [name for name in UNLIKE if getattr(one, name) != getattr(other, name)]
        if game == again and "pool" in unlike:
            unlike.remove("pool")
        if unlike:
            yield _unlike(number, unlike)


def _unlike(number: int, parts: list[str]) -> str:
    named = listed(UNLIKE[part] for part in parts)
    verb = "does" if len(parts) == 1 else "do"
    return f"Match {number}: {named} {verb} not follow from the secret."
