"""Seasons: named stretches of a league, each frozen after a while and decided by a final.

A season goes through four states. Open: its field changes as the league's does. Frozen: no bot is
admitted, the secret of the final is drawn and its hash announced. Final: a tournament of its own is
played, whose deals follow from that secret. Closed: its standings are kept for good. The games of
the final are rated like all others; the standings of the season are those of the final alone.
Before the final they are fitted to all games of the league before the freeze, since the few games
of one season would leave too much to chance. See decision 8 (`docs/decisions/08-leagues.md`).
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ladder.database.errors import LadderError, NoSeasonName, did_you_mean
from ladder.database.store import Bot, Store, now
from ladder.ratings.calibration import rules_of, scale_of
from ladder.ratings.official import fit_of
from ladder.ratings.scope import RATING, Official
from ladder.tournaments.stays import present, stays
from ladder.tournaments.tournaments import tournament

State = Literal["open", "frozen", "final", "closed"]
FROZEN = ("frozen_match", "frozen_at", "secret", "secret_hash")
"""The columns that are filled when a season is frozen."""
LONGEST_NAME = 40
LEAST_GAMES = 20
"""Games that a bot must have played in the season to qualify for its final."""


class SeasonError(LadderError):
    """The season is in the wrong state; the message says which, and what to do."""


@dataclass(frozen=True, slots=True)
class Season:
    """A row of the table `seasons`."""

    id: int
    name: str
    league_id: int
    since_match: int
    frozen_match: int | None
    until_match: int | None
    secret: bytes | None
    secret_hash: str | None
    final_id: int | None
    opened_at: str
    frozen_at: str | None
    closed_at: str | None

    @property
    def state(self) -> State:
        """The state of the season."""
        if self.closed_at:
            return "closed"
        if self.final_id is not None:
            return "final"
        return "open" if self.frozen_match is None else "frozen"


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One bot in the standings of a season."""

    rank: int
    """From 1, the same for bots that are placed alike."""
    bot: Bot
    games: int
    """Games in the season, or in its final."""
    official: Official
    calibration: str = ""
    """The id of the calibration that sets the scale of the season; "" if none does."""
    rules: str = ""
    """The version of the rules, or several."""


def seasons(store: Store) -> list[Season]:
    """List all seasons, newest first."""
    return [Season(**row) for row in store.rows("SELECT * FROM seasons ORDER BY id DESC")]


def season(store: Store, name: str) -> Season:
    """Return the season with this name; raise NoSeasonName if there is none."""
    known = {each.name: each for each in seasons(store)}
    if name not in known:
        raise NoSeasonName(
            f"There is no season called {name!r}.{did_you_mean(name, known)} "
            "List the seasons: arena season"
        )
    return known[name]


def current(store: Store, *states: State) -> Season:
    """Return the season that is not closed, if in one of these states; else raise SeasonError."""
    found = next((each for each in seasons(store) if each.state != "closed"), None)
    if found is None:
        raise SeasonError("No season is open. Open one: arena season open NAME")
    if found.state not in states:
        raise SeasonError(_refusal(found))
    return found


def open_season(store: Store, name: str, league_id: int) -> Season:
    """Begin a season with the next match drawn in the league.

    Raises:
        NoSeasonName: The name cannot be used.
        SeasonError: Another season is not closed, or has this name.
    """
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise NoSeasonName(
            f"A season's name has 1 to {LONGEST_NAME} characters that can be shown. Choose another."
        )
    with store.transaction():
        for each in seasons(store):
            if each.state != "closed":
                raise SeasonError(_refusal(each))
            if each.name == name:
                raise SeasonError(f"There already was a season {name}. Choose another name.")
        # What is drawn already was drawn before anybody knew of the season.
        here = tournament(store, league_id).matches
        store.db["seasons"].insert(
            {"name": name, "league_id": league_id, "since_match": here, "opened_at": now()}
        )
    return season(store, name)


def freeze(store: Store, secret: bytes) -> Season:
    """Freeze the field of the open season, and store the secret of its final."""
    with store.transaction():
        found = current(store, "open")
        here = tournament(store, found.league_id).matches
        if len(present(store, found.league_id, here)) < 2:
            raise SeasonError(
                f"Nobody is in the league yet, so season {found.name} would have no final. Let the "
                "league play first: arena league run"
            )
        # Stored before anybody can play for it, so that the announced hash binds us to these deals.
        frozen = (here, now(), secret, hashlib.sha256(secret).hexdigest())
        store.db["seasons"].update(found.id, dict(zip(FROZEN, frozen, strict=True)))
    return season(store, found.name)


def thaw(store: Store) -> Season:
    """Reopen the frozen season: its field changes again, and the secret is discarded."""
    with store.transaction():
        found = current(store, "frozen")
        # The organiser may know the secret by now, so another field gets another one.
        store.db["seasons"].update(found.id, dict.fromkeys(FROZEN))
    return season(store, found.name)


def begin_final(store: Store, season_id: int, final_id: int) -> None:
    """Record which tournament is the final; the season's stretch of the league ends."""
    with store.transaction():
        league = store.db["seasons"].get(season_id)["league_id"]
        until = tournament(store, league).matches
        store.db["seasons"].update(season_id, {"final_id": final_id, "until_match": until})


def close(store: Store) -> Season:
    """Close the season by keeping the standings of its final.

    Raises:
        SeasonError: The final is not over, or there is none.
    """
    found = current(store, "final")
    assert found.final_id is not None
    final = tournament(store, found.final_id)
    if final.finished_at is None:
        raise SeasonError(
            f"The final of season {found.name} is not over. Continue it: arena season final"
        )
    # Kept as rows: a later arena, with another calibration, would fit something else.
    rows = standings(store, found)
    with store.transaction():
        store.db["season_standings"].insert_all(
            {"season_id": found.id, "bot_id": row.bot.id, "rank": row.rank, "games": row.games}
            | {name: getattr(row.official, name) for name in RATING}
            for row in rows
        )
        store.db["seasons"].update(found.id, {"closed_at": now()})
    return season(store, found.name)


def standings(store: Store, found: Season) -> list[SeasonRow]:
    """Return the standings of a season, strongest first.

    Those of a closed season are kept. Otherwise they are those of its final so far, or before that
    those of the league's members, fitted to all its games up to the freeze. They are empty before
    the season's first game.
    """
    rows = _kept(store, found) if found.state == "closed" else _fitted(store, found)
    of = [found.final_id or found.league_id]
    pools = store.column("SELECT DISTINCT pool_id FROM matches WHERE tournament_id = ?", of)
    bots = store.column("SELECT bot_id FROM entrants WHERE tournament_id = ?", of)
    scale, rules = scale_of(store, pools, bots), rules_of(store, pools)
    return [replace(row, calibration=scale, rules=rules) for row in rows]


def _fitted(store: Store, found: Season) -> list[SeasonRow]:
    if found.final_id is None:
        league, until = found.league_id, found.frozen_match
        games = _games(store, league, found.since_match, until)
        here = tournament(store, league).matches if until is None else until
        # Who has left is fitted with the others, who have met it, but is not ranked.
        ranked: Collection[int] = present(store, league, here)
    else:
        league, until = found.final_id, None
        games = _games(store, league, 0, until)
        finalists = tournament(store, league).settings["bots"]
        ranked = [bot for bot in finalists if bot in games]
    if not games:
        return []
    official = fit_of(store, league, list(ranked), until)
    places = {
        bot: (official[bot].unknown, -official[bot].ranked_by) for bot in ranked if bot in official
    }
    order = sorted(places, key=lambda bot: (places[bot], bot))
    first: dict[tuple[bool, float], int] = {}
    return [
        SeasonRow(
            first.setdefault(places[bot], number), store.bot(bot), games.get(bot, 0), official[bot]
        )
        for number, bot in enumerate(order, 1)
    ]


def winners(store: Store, found: Season) -> list[str]:
    """List the labels of a season's winners, several if they are placed alike.

    There are none before its final is over.
    """
    over = found.final_id is not None and tournament(store, found.final_id).finished_at is not None
    if not over and found.state != "closed":
        return []
    return [row.bot.label for row in standings(store, found) if row.rank == 1]


def matches_of(store: Store, found: Season) -> int:
    """Count the matches of a season's stretch of the league."""
    here = tournament(store, found.league_id).matches
    return (here if found.until_match is None else found.until_match) - found.since_match


def frozen_field(store: Store, league_id: int) -> frozenset[int] | None:
    """Return the ids of the bots that may play in a league while one of its seasons is frozen.

    None: no season is.
    """
    for each in seasons(store):
        if each.league_id == league_id and each.state in ("frozen", "final"):
            return frozenset(field(store, each))
    return None


def field(store: Store, found: Season) -> Sequence[int]:
    """Return the sorted ids of the bots that were in the league when the season was frozen."""
    assert found.frozen_match is not None
    all_stays = stays(store, found.league_id)
    return sorted({stay.bot_id for stay in all_stays if stay.holds(found.frozen_match)})


def _refusal(found: Season) -> str:
    return {
        "open": f"Season {found.name} is open. Freeze it: arena season freeze",
        "frozen": f"Season {found.name} is frozen. Play its final: arena season final",
        "final": f"Season {found.name} is in its final. Play it to its end, then close the season: "
        "arena season final, arena season close",
        "closed": f"Season {found.name} is closed. Open another: arena season open NAME",
    }[found.state]


def _games(store: Store, ledger: int, since: int, until: int | None) -> dict[int, int]:
    """Count each bot's rated games from one match to before another; until None: to the end."""
    return store.mapping(
        "SELECT s.bot_id, count(*) FROM matches AS m JOIN games AS g ON g.match_id = m.id "
        "JOIN seats AS s ON s.game_id = g.id "
        "WHERE m.tournament_id = :ledger AND m.number >= :since AND m.status = 'rated' "
        "AND (:until IS NULL OR m.number < :until) GROUP BY s.bot_id",
        {"ledger": ledger, "since": since, "until": until},
    )


def _kept(store: Store, found: Season) -> list[SeasonRow]:
    rows = store.rows(
        "SELECT * FROM season_standings WHERE season_id = ? ORDER BY rank, bot_id", [found.id]
    )
    return [
        SeasonRow(
            row["rank"],
            store.bot(row["bot_id"]),
            row["games"],
            Official(group_number=0, **{name: row[name] for name in RATING}),
        )
        for row in rows
    ]
