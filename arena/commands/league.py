"""`arena league`, `league run`: a tournament that plays on for ever."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from arena.commands.conditions import Conditions
from arena.commands.console import note, print_json, say
from arena.commands.home import opened, reading, require_hidden
from arena.commands.tables import print_table
from arena.commands.tournament_options import USUAL_VARIANTS, TournamentOptions
from arena.commands.tournament_run import FILLERS, no_worse, play_on, run_options
from arena.errors import ArenaError
from arena.home import Home
from arena.sandbox.level import Level
from arena.shelf.granting import lacks
from arena.shelf.naming import BUNDLED
from arena.shelf.roster import Roster, needs_of
from arena.text import harmless
from arena.text.phrases import counted, listed
from arena.tournament.door import Door
from arena.tournament.driver import Options, workers
from arena.tournament.league import AHEAD, LEAGUE, PER_AUTHOR
from arena.tournament.limits import make_room
from arena.tournament.lock import Run, alone, running
from arena.tournament.members import members
from arena.tournament.overview import describe_games
from arena.tournament.plan import Plan
from arena.tournament.progress import Report
from arena.tournament.run import create
from arena.tournament.size import Size
from arena.tournament.worker_process import Early
from ladder.seasons import seasons
from ladder.stays import newest_versions
from ladder.store import Bot, Store
from ladder.tournaments import Tournament, set_option, tournaments
from ladder.tournaments import tournament as stored_tournament
from protocol import Json

LATER = "Bots submitted later"


@dataclass(frozen=True)
class Wishes:
    """The options as the user gave them; None where one was not given."""

    variants: str | None
    players: str | None
    games: int | None
    hours: float | None
    seed: int | None
    concurrency: int | None
    tc: str | None
    st: float | None
    talk: bool
    conditions: Conditions
    per_author: int | None = None
    """0: any number."""

    def plan(self) -> Plan:
        """The plan of a league that is founded by these. Raises ArenaError, VariantError."""
        options = TournamentOptions(
            variants=self.variants or USUAL_VARIANTS,
            players=self.players,
            seed=self.seed,
            tc=self.tc or TournamentOptions.tc,
            st=self.st,
            talk=self.talk,
            conditions=self.conditions,
        )
        # A run that others are to repeat must not depend on the machine.
        ahead = (
            AHEAD if self.seed is not None else max(AHEAD, workers(Options(self.concurrency or 0)))
        )
        return replace(
            options.plan(), format=LEAGUE, size=Size(endless=True), options={"ahead": ahead}
        )

    def mean(self, plan: Plan) -> bool:
        """Whether a league of that plan is meant: whatever was given agrees with it."""
        own = self.plan()
        given = {
            "games": self.variants is not None or self.players is not None,
            "time": self.tc is not None or self.st is not None or self.conditions.network,
            "talk": not self.talk,
            "cap": bool(self.conditions.limits or self.conditions.env),
            "seed": self.seed is not None,
        }
        return all(getattr(own, key) == getattr(plan, key) for key, was in given.items() if was)

    def options(self, home: Home, level: Level) -> Options:
        """How this run is played."""
        usual = run_options(self.concurrency, level, self.conditions)
        seconds = None if self.hours is None else self.hours * 3600
        return replace(usual, games=self.games, seconds=seconds)


def leagues(store: Store) -> list[Tournament]:
    """All leagues, the newest first."""
    return [each for each in tournaments(store) if Plan.of(each.settings).format == LEAGUE]


def the_league(store: Store) -> Tournament:
    """The latest league that goes on. Raises ArenaError."""
    found = next((each for each in leagues(store) if each.finished_at is None), None)
    if found is None:
        raise ArenaError("There is no league yet. Found it: arena league run --games 100")
    return found


def run(home: Path | None, wishes: Wishes, json: bool) -> None:
    """Go on with the league that is meant, or found it."""
    wishes.plan()  # raises before anything is made
    with opened(home) as (folder, store, roster):
        require_hidden(folder)
        make_room()
        going_on = [each for each in leagues(store) if each.finished_at is None]
        meant = [each for each in going_on if wishes.mean(Plan.of(each.settings))]
        others = [str(each.id) for each in going_on if each not in meant[:1]]
        if others and not json:
            note(
                f"To go on with another league, use arena resume and its number: {listed(others)}."
            )
        with alone(store) as held:
            number = meant[0].id if meant else _founded(store, roster, wishes.plan(), held)
            chosen = stored_tournament(store, number)
            level = no_worse(store, chosen, wishes.conditions, [LATER])
            if wishes.per_author is not None:
                set_option(store, number, PER_AUTHOR, wishes.per_author or None)
            _play_on(store, roster, chosen, wishes.options(folder, level), json, held)


def go_on(
    folder: Home,
    store: Store,
    roster: Roster,
    chosen: Tournament,
    concurrency: int | None,
    conditions: Conditions,
    json: bool,
    early: Early | None = None,
) -> None:
    """Let a league play on until it is stopped: `arena resume`."""
    require_hidden(folder)
    level = no_worse(store, chosen, conditions, [LATER])
    with alone(store) as held:
        options = run_options(concurrency, level, conditions)
        _play_on(store, roster, chosen, replace(options, early=early or []), json, held)


def _founded(store: Store, roster: Roster, plan: Plan, held: Run) -> int:
    house = roster.bundled(only=FILLERS)
    submitted = [bot for bot in newest_versions(store.bots()) if not bot.manifest.get(BUNDLED)]
    return create(store, plan, submitted, house, held)


def _play_on(
    store: Store, roster: Roster, chosen: Tournament, options: Options, json: bool, held: Run
) -> None:
    cap = Plan.of(chosen.settings).cap
    places = _places(store, chosen.id)

    def unable(bot: Bot) -> str:
        if why := lacks(needs_of(bot), cap):
            return f"it {why}"
        try:
            roster.spec_of(bot)
        except ArenaError as error:
            return str(error)
        return ""

    def door(report: Report) -> Callable[[], None]:
        return Door(store, chosen.id, chosen.settings["fillers"], unable, report, places)

    # Of several leagues, the bare command means the newest.
    newest = the_league(store).id == chosen.id
    resume = "arena league run" if newest else f"arena resume {chosen.id}"
    outcome = play_on(store, roster, chosen.id, options, json, held, door, resume)
    if not json and outcome.signal is None:
        say(f"\nIt goes on with: {resume}")


def _places(store: Store, league: int) -> int | None:
    """How many bots of one author may be in it; None: any number."""
    places: int | None = Plan.of(stored_tournament(store, league).settings).options.get(PER_AUTHOR)
    return places


def show(home: Path | None, json: bool) -> None:
    """The league: how far it is, and who is in it."""
    with reading(home) as store:
        data = _data(store, the_league(store))
    if json:
        print_json(data)
        return
    say(f"League {data['id']}: {data['state']}", style="bold")
    say(f"  games    {data['played']}, since {data['created_at'][:10]}")
    say(f"  variants {data['variants']}")
    if data["per_author"]:
        say(f"  authors  at most {counted(data['per_author'], 'bot')} each")
    if data["season"]:
        say(f"  season   {data['season']}: {data['season_state']}")
    say()
    print_table(
        ("bot", "author", "since match", "games", ""),
        [
            (
                each["bot"],
                harmless(each["author"]),
                each["since_match"],
                each["games"],
                "newcomer" if each["newcomer"] else "",
            )
            for each in data["bots"]
        ],
        left=(0, 1, 4),
        spare=("since match", "author"),
    )
    say("\nThe standings: arena ladder")


def _data(store: Store, found: Tournament) -> Json:
    plan = Plan.of(found.settings)
    held = [each for each in seasons(store) if each.league_id == found.id and not each.closed_at]
    there, _ = members(store, found)
    (played,) = store.rows(
        "SELECT count(*) AS n FROM ledger WHERE tournament_id = ? AND status = 'played'", [found.id]
    )
    return {
        "id": found.id,
        "state": "running" if running(store) == found.id else "stopped",
        "created_at": found.created_at,
        "played": played["n"],
        "matches": found.rated_until,
        "games": plan.games,
        "variants": describe_games(plan.games),
        "per_author": plan.options.get(PER_AUTHOR),
        "season": held[0].name if held else None,
        "season_state": held[0].state if held else None,
        "bots": [
            {
                "bot": each.bot.label,
                "author": each.bot.author,
                "since_match": each.since,
                "games": each.games,
                "newcomer": each.newcomer,
            }
            for each in there
        ],
    }
