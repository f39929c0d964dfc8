"""`arena league`: show the league, its progress and its members."""

from arena.cli.home import reading
from arena.cli.options.arguments import Common
from arena.cli.output.console import note, picked, print_json, say
from arena.cli.output.tables import show, show_facts
from arena.errors import ArenaError
from arena.registry.bundled import FILLERS
from arena.registry.resolver import Resolver
from arena.text.standings import helping
from arena.tournament.league import PER_AUTHOR, members
from arena.tournament.lifecycle import create
from arena.tournament.lock import running
from arena.tournament.overview import describe_games
from arena.tournament.plan import Plan
from arena.tournament.tables import leagues, members_table, most_per_author
from ladder.database.store import Store
from ladder.queries.pools import pools
from ladder.ratings.official import suspected
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.seasons import seasons
from ladder.tournaments.stays import newest_versions
from ladder.tournaments.tournaments import Tournament
from protocol import Json


def the_league(store: Store) -> Tournament:
    """Return the latest active league. Raises ArenaError."""
    found = next(iter(leagues(store)), None)
    if found is None:
        raise ArenaError("There is no league yet. Start one: arena league run --games 100")
    return found


def found_league(resolver: Resolver, plan: Plan) -> int:
    """Write a new league into the ledger, and return its number."""
    fillers = resolver.bundled(only=FILLERS)
    submitted = [bot for bot in newest_versions(resolver.store.bots()) if not bot.bundled]
    return create(resolver.store, plan, submitted, fillers)


def show_league(common: Common) -> None:
    """Show the league's progress and members."""
    with reading(common.home) as store:
        try:
            league = the_league(store)
        except ArenaError:
            if common.json:
                print_json(None)
            raise
        data, (there, _) = _data(store, league), members(store, league)
        signs = [] if common.json else suspected(store, [pool.id for pool in pools(store)])
        labels = {bot.id: bot.label for bot in store.bots()}
    if common.json:
        print_json(data)
        return
    say(f"League {data['id']}: {data['state']}", style="bold")
    held = data["season"] and f"{data['season']}: {data['season_state']}"
    begun = {"games": f"{data['played']}, since {data['created_at'][:10]}"}
    show_facts(begun | {"variants": data["variants"]} | most_per_author(league) | {"season": held})
    show(members_table(there), section=True)
    for remark in helping(signs, labels):
        note(remark)
    say("\nThe standings: arena ladder")


def _data(store: Store, found: Tournament) -> Json:
    """Return a league for --json.

    JSON:
        LeagueData = {
            "id": int, "state": str, "created_at": str, "played": int, "matches": int,
            "games": [[str, int]], "variants": str, "per_author": int | null,
            "season": str | null, "season_state": str | null,
            "bots": [{
                "bot": str, "author": str, "since_match": int, "games": int, "newcomer": bool,
            }],
        }
    """
    plan = Plan.of(found.settings)
    held = [each for each in seasons(store) if each.league_id == found.id and not each.closed_at]
    there, _ = members(store, found)
    return {
        "id": found.id,
        "state": "running" if running(store) == found.id else "stopped",
        "created_at": found.created_at,
        "played": Ledger(store, found.id).counts().played,
        "matches": found.rated_until,
        "games": plan.games,
        "variants": describe_games(plan.games),
        "per_author": plan.options.get(PER_AUTHOR),
        "season": held[0].name if held else None,
        "season_state": held[0].state if held else None,
        "bots": [
            {"bot": each.bot.label, "author": each.bot.author, "since_match": each.since}
            | picked(each, "games", "newcomer")
            for each in there
        ],
    }
