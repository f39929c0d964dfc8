"""Tournaments in the ladder: their settings, and the matches written for them."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count, groupby, islice
from operator import itemgetter
from typing import Any, Literal, TypeVar

from ladder.database.errors import SeedUsed, UnknownTournament
from ladder.database.store import Store, now, stored_json

Seated = TypeVar("Seated", int, str)
"""A bot by its id, or by its name."""


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool: the games that are rated together."""

    variant: str
    players: int
    time_class: str
    negotiation: str
    rules_version: str


Seating = Literal["rotated", "swapped"]
"""How the games of a match differ. Rotated: one in each rotation of the seats, each with a deal of
its own. Swapped: two on one deal; in the second, the tournament's two bots (those that are no
fillers) have exchanged their seats."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be written into the ledger."""

    round: int
    pool: Pool
    deal_seed: bytes
    """The seed of its deal 0."""
    bots: tuple[int, ...]
    """Bot ids in circular order, one for each seat."""
    instead_of: int | None = None
    seating: Seating = "rotated"

    @property
    def games(self) -> int:
        """The number of games of the match."""
        return 2 if self.seating == "swapped" else len(self.bots)

    def deal(self, rotation: int) -> int:
        """Return the number of the match's deal that one of its games is played on."""
        return 0 if self.seating == "swapped" else rotation


def seated(
    circle: tuple[Seated, ...], rotation: int, swap: tuple[Seated, Seated] | None = None
) -> tuple[Seated, ...]:
    """Return the bots by seat in a game of a match.

    Args:
        circle: The bots, such as their ids, in circular order.
        rotation: The number of the game.
        swap: The two bots that exchange seats; None in a rotated match.
    """
    if swap is None:
        return circle[rotation:] + circle[:rotation]
    exchanged = dict(zip(swap, reversed(swap), strict=True)) if rotation else {}
    return tuple(exchanged.get(bot, bot) for bot in circle)


@dataclass(frozen=True, slots=True)
class Rated:
    """The result of a rated match."""

    round: int
    variant: str
    players: int
    scores: Mapping[int, float]
    """Bot id → its mean place score over the rotations."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A row of the table `tournaments`."""

    id: int
    settings: Mapping[str, Any]
    secret: bytes
    secret_hash: str
    seed: int | None
    fixed_k: float | None
    rated_until: int
    matches: int
    created_at: str
    finished_at: str | None
    rounds: int
    """The number in the ledger so far, like `matches`."""
    abandoned_at: str | None
    rated: bool
    """True if its games change ratings."""


def tournaments(store: Store) -> list[Tournament]:
    """Return all tournaments, newest first."""
    rows = store.rows("SELECT * FROM tournaments ORDER BY id DESC")
    return [tournament_of(row) for row in rows]


def tournament(store: Store, tournament_id: int) -> Tournament:
    """Return the tournament with this number; raise UnknownTournament if there is none."""
    rows = store.rows("SELECT * FROM tournaments WHERE id = ?", [tournament_id])
    if not rows:
        raise UnknownTournament(
            f"There is no tournament {tournament_id}. List the tournaments: arena tournaments"
        )
    return tournament_of(rows[0])


def tournament_of(row: dict[str, Any]) -> Tournament:
    """Make a tournament of a row of the table `tournaments`."""
    settings = stored_json(row["settings"], dict, f"the settings of tournament {row['id']}")
    return Tournament(**row | {"settings": settings, "rated": bool(row["rated"])})


def set_option(store: Store, tournament_id: int, name: str, value: int | str | None) -> None:
    """Set an option of a running tournament's plan; None removes it."""
    options = {**tournament(store, tournament_id).settings.get("options", {}), name: value}
    known = {key: setting for key, setting in options.items() if setting is not None}
    _change(store, tournament_id, options=known)


def add_fillers(store: Store, tournament_id: int, bots: Sequence[int]) -> None:
    """Add to the fillers of a running tournament those that are not among them."""
    there = tournament(store, tournament_id).settings["fillers"]
    _change(store, tournament_id, fillers=[*dict.fromkeys([*there, *bots])])


def _change(store: Store, tournament_id: int, **changes: object) -> None:
    settings = {**tournament(store, tournament_id).settings, **changes}
    text = json.dumps(settings, ensure_ascii=False)
    with store.transaction():
        store.db["tournaments"].update(tournament_id, {"settings": text})


def write_ledger(
    store: Store,
    drafts: Iterable[NewMatch],
    settings: Mapping[str, Any],
    secret: bytes,
    rated: bool = True,
) -> int:
    """Enter a tournament with the matches known beforehand, all or nothing; return its number.

    Args:
        store: The ladder.
        drafts: The matches.
        settings: The plan of the tournament, and the ids of its `bots` and `fillers`.
        secret: The secret that its deals follow from.
        rated: True if its games change ratings.

    Raises:
        SeedUsed: The ladder has seen these deals.
    """
    seed = settings.get("seed")
    with store.transaction() as conn:
        used = conn.execute("SELECT id FROM tournaments WHERE secret = ?", [secret]).fetchone()
        if used:
            raise SeedUsed(
                f"Tournament {used[0]} has played the deals of seed {seed} already, and they "
                "cannot count twice. Choose another seed or home."
            )
        row = {
            "settings": json.dumps(dict(settings), ensure_ascii=False),
            "secret": secret,
            "secret_hash": hashlib.sha256(secret).hexdigest(),
            "seed": seed,
            "fixed_k": settings.get("fixed_k"),
            "created_at": now(),
            "rated": rated,
        }
        tournament_id: int = store.db["tournaments"].insert(row).last_pk
        fillers = dict.fromkeys(settings.get("fillers", ()), True)
        fills = fillers | dict.fromkeys(settings["bots"], False)  # an entrant is no filler
        store.db["entrants"].insert_all(
            {"tournament_id": tournament_id, "bot_id": bot, "filler": only}
            for bot, only in fills.items()
        )
        append(conn, tournament_id, drafts)
    return tournament_id


def pool_id(conn: sqlite3.Connection, pool: Pool) -> int:
    """Return the id of a pool, which is entered if it is new."""
    columns, key = ", ".join(Pool.__slots__), [getattr(pool, name) for name in Pool.__slots__]
    # Not RETURNING, which says nothing of a row that was there, and needs SQLite 3.35.
    conn.execute(
        f"INSERT INTO pools ({columns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", key
    )
    row = conn.execute(f"SELECT id FROM pools WHERE ({columns}) = (?, ?, ?, ?, ?)", key).fetchone()
    return int(row[0])


def pool_of(row: Mapping[str, Any]) -> Pool:
    """Make a pool of a row that has its columns."""
    return Pool(*(row[name] for name in Pool.__slots__))


def append(conn: sqlite3.Connection, tournament_id: int, drafts: Iterable[NewMatch]) -> int:
    """Append matches to a ledger, within the caller's transaction; return their number.

    The drafts are streamed: there may be millions.
    """
    written, rest = 0, iter(drafts)
    if not (batch := _batch(rest)):
        return 0
    first, rounds = conn.execute(
        "SELECT matches, rounds FROM tournaments WHERE id = ?", [tournament_id]
    ).fetchone()
    # Numbered here, not by SQLite, so that each table is filled by one statement a batch.
    games, matches = (
        count(1 + conn.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])
        for table in ("games", "matches")
    )
    id_of = cache(partial(pool_id, conn))
    while batch:
        numbered = [(next(matches), draft) for draft in batch]
        conn.executemany(
            "INSERT INTO matches "
            "(id, tournament_id, number, round, pool_id, deal_seed, instead_of, seating) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    match,
                    tournament_id,
                    number,
                    draft.round,
                    id_of(draft.pool),
                    draft.deal_seed,
                    draft.instead_of,
                    draft.seating,
                )
                for number, (match, draft) in enumerate(numbered, start=first + written)
            ],
        )
        conn.executemany(
            "INSERT INTO pairings VALUES (?, ?, ?)",
            [
                (match, position, bot)
                for match, draft in numbered
                for position, bot in enumerate(draft.bots)
            ],
        )
        conn.executemany(
            "INSERT INTO games VALUES (?, ?, ?, ?)",
            [
                (next(games), match, rotation, draft.deal(rotation))
                for match, draft in numbered
                for rotation in range(draft.games)
            ],
        )
        written += len(batch)
        rounds = max(rounds, batch[-1].round)
        batch = _batch(rest)
    conn.execute(
        "UPDATE tournaments SET matches = ?, rounds = ? WHERE id = ?",
        [first + written, rounds, tournament_id],
    )
    return written


def place_scores(store: Store, tournament_id: int) -> list[Rated]:
    """Return the results of a tournament's rated matches, oldest first."""
    rows = store.rows(
        """SELECT m.number, m.round, p.variant, p.players, s.bot_id, avg(s.place_score) AS score
           FROM matches AS m JOIN games AS g ON g.match_id = m.id
           JOIN seats AS s ON s.game_id = g.id JOIN pools AS p ON p.id = m.pool_id
           WHERE m.tournament_id = ? AND m.status = 'rated'
           GROUP BY m.number, s.bot_id ORDER BY m.number, s.bot_id""",
        [tournament_id],
    )
    return [
        Rated(rounds, variant, players, {row["bot_id"]: row["score"] for row in match})
        for (_, rounds, variant, players), match in groupby(
            rows, key=itemgetter("number", "round", "variant", "players")
        )
    ]


def suspended_in(store: Store, tournament_id: int) -> dict[int, int]:
    """Return the entrants suspended during a tournament → the last round drawn by then."""
    return store.mapping(
        "SELECT bot_id, suspended_in FROM entrants "
        "WHERE tournament_id = ? AND suspended_in IS NOT NULL",
        [tournament_id],
    )


def _batch(drafts: Iterator[NewMatch]) -> list[NewMatch]:
    """Take the next 500 drafts: few statements, and memory that does not grow."""
    return list(islice(drafts, 500))
