"""A tournament as data: its state, progress and entrants, and its standing by its own rules."""

from collections.abc import Sequence

from arena.tournament.authors import most_together
from arena.tournament.formats import FORMATS
from arena.tournament.formats.format import Bracket
from arena.tournament.league import LEAGUE
from arena.tournament.lock import running
from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule
from arena.tournament.schedulers import kind_of
from ladder.database.store import Store
from ladder.queries.games import sources
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.stays import present
from ladder.tournaments.tournaments import Tournament, place_scores, suspended_in
from protocol import Json


def overview(store: Store, stored: Tournament) -> Json:
    """Describe a tournament, except for its results.

    In the data, `scheduled` is the number of games there will be, None if unknown. `bot_ids` and
    `filler_ids` are in the order of `bots` and `fillers`, which are labels. Times are as in the
    database. `sources` counts its games by the source that played them.
    """
    plan, counts = Plan.of(stored.settings), Ledger(store, stored.id).counts()
    bot_ids, filler_ids = _entrants(store, stored), stored.settings["fillers"]
    labels = store.mapping(
        "SELECT id, label FROM bots WHERE id IN (SELECT value FROM json_each(?))",
        [[*bot_ids, *filler_ids]],
    )
    scheduled: int | None = counts.played + counts.to_play
    if stored.abandoned_at or not stored.finished_at:
        # What was dropped when a tournament was abandoned had been scheduled all the same.
        ledger = counts.played + counts.to_play + (counts.dropped if stored.abandoned_at else 0)
        scheduled = kind_of(plan)(plan, stored.settings, stored.secret).games(ledger, stored.rounds)
    return {
        "id": stored.id,
        "state": _state(store, stored),
        "created_at": stored.created_at,
        "finished_at": stored.finished_at,
        "abandoned_at": stored.abandoned_at,
        "played": counts.played,
        "scheduled": scheduled,
        "dropped": counts.dropped,
        "given_up": counts.quarantined,
        "bots": [labels[bot] for bot in bot_ids],
        "bot_ids": bot_ids,
        "fillers": [labels[bot] for bot in filler_ids],
        "filler_ids": filler_ids,
        "apart": [[labels[bot] for bot in group] for group in stored.settings.get("apart", ())],
        "rated": stored.rated,
        "games": plan.games,
        "format": plan.format,
        "summary": kind_of(plan).summary(plan),
        "size": kind_of(plan).length(plan),
        "settings": _settings(plan),
        "seed": stored.seed,
        "secret_hash": stored.secret_hash,
        "secret": published_secret(stored),
        "sources": sources(store, stored.id),
    }


def published_secret(stored: Tournament) -> str | None:
    """Return the secret that everything was drawn from; None while its deals may be played."""
    return stored.secret.hex() if stored.finished_at else None


def needs_fillers(data: Json) -> bool:
    """Return True if a game has more seats than a tournament has bots that may meet."""
    most = most_together(data["bots"], data["apart"])
    return data["format"] != LEAGUE and any(players > most for _, players in data["games"])


def describe_games(games: Sequence[tuple[str, int]]) -> str:
    """Describe variants with their numbers of players: `classic with 3, 4; plus with 4`."""
    counts: dict[str, list[str]] = {}
    for variant, players in games:
        counts.setdefault(variant, []).append(str(players))
    return "; ".join(f"{variant} with {', '.join(each)}" for variant, each in counts.items())


def _entrants(store: Store, stored: Tournament) -> Sequence[int]:
    """Return the ids of the bots that play; in a league, its current members."""
    if stored.settings["format"] == LEAGUE:
        return present(store, stored.id, stored.matches)
    named: list[int] = stored.settings["bots"]
    return named


def _state(store: Store, stored: Tournament) -> str:
    if stored.abandoned_at:
        return "abandoned"
    if stored.finished_at:
        return "finished"
    return "running" if running(store) == stored.id else "stopped"


def _settings(plan: Plan) -> str:
    """Describe the settings that differ between tournaments."""
    talk = "" if plan.talk else ", no talk"
    seed = "" if plan.seed is None else f", seed {plan.seed}"
    unrated = "" if kind_of(plan).rated else ", not rated"
    return f"{plan.format}{unrated}, {plan.time.time_class} {plan.time}{talk}{seed}"


def bracket(store: Store, stored: Tournament) -> Bracket | None:
    """Return a tournament's standing by its format's own rules; None if only Elo counts."""
    plan = Plan.of(stored.settings)
    if plan.format not in FORMATS or not FORMATS[plan.format].sees_results:
        return None
    schedule = Schedule.of(plan, stored.settings, stored.secret)
    so_far = schedule.seen(place_scores(store, stored.id), suspended_in(store, stored.id))
    labels = [store.bot(bot).label for bot in schedule.entrants]
    # The round that is being played has no result yet.
    settled = stored.rounds if stored.finished_at and not stored.abandoned_at else stored.rounds - 1
    return schedule.bracket(labels, so_far, settled)
