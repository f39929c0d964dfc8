"""`arena season`: open, freeze, thaw, close, show; and the list of all seasons."""

from pathlib import Path

from arena.commands.home import existing, opened, reading
from arena.commands.league.final import able, described, show_standings
from arena.commands.league.listing import the_league
from arena.printing.console import note, print_json, say
from arena.printing.tables import print_table
from arena.text import harmless
from arena.tournament.deals import new_secret
from arena.tournament.plan import Plan
from ladder import seasons
from ladder.seasons import LEAST_GAMES, Season
from ladder.store import Store
from ladder.tournaments import tournament
from protocol import Json


def show_all(home: Path | None, json: bool) -> None:
    """A list of all seasons, newest first."""
    with reading(home) as store:
        found = [_data(store, each) for each in seasons.seasons(store)]
    if json:
        print_json(found)
    elif not found:
        say("There is no season yet. Open one: arena season open NAME")
    else:
        print_table(
            ("season", "state", "opened", "matches", "final", "winner"),
            [
                (
                    harmless(each["name"]),
                    each["state"],
                    each["opened_at"][:10],
                    each["matches"],
                    "" if each["final"] is None else f"tournament {each['final']}",
                    each["winner"] or "",
                )
                for each in found
            ],
            left=(0, 1, 2, 4, 5),
            spare=("opened", "matches"),
        )


def open_(home: Path | None, name: str, json: bool) -> None:
    """Begin a season of the league."""
    existing(home)
    with opened(home) as (_, store, _):
        found = seasons.open_season(store, name, the_league(store).id)
        _tell(
            *(store, found, json),
            f"Season {harmless(name)} is open. The league's games count for it from now on.",
        )


def freeze(home: Path | None, json: bool) -> None:
    """Let nobody in any more, and announce the final's deals."""
    existing(home)
    with opened(home) as (_, store, _):
        found = seasons.freeze(store, new_secret())
        games = Plan.of(tournament(store, found.league_id).settings).games
        top = max(4, *(players for _, players in games))  # who can fill a table of each game
        _tell(
            *(store, found, json),
            f"Season {harmless(found.name)} is frozen. Its final is for "
            f"{described(able(store, found))}.\n"
            "Its deals follow from a secret whose SHA-256 is\n"
            f"{found.secret_hash}\nPlay it: arena season final\n"
            f"By its best alone: arena season final --top {top}. These are the first of the league "
            f"as it stands now, of the bots with {LEAST_GAMES} games in the season.",
        )
        if found.frozen_match == found.since_match and not json:
            note(
                "The league has not played in this season, so its final can be played by all, but "
                "not by its best. Or let the league play first: arena season thaw, arena league run"
            )


def thaw(home: Path | None, json: bool) -> None:
    """Open the frozen season again."""
    existing(home)
    with opened(home) as (_, store, _):
        found = seasons.thaw(store)
        _tell(
            *(store, found, json),
            f"Season {harmless(found.name)} is open again. The SHA-256 that was announced no "
            "longer counts: freezing it again draws another secret.",
        )


def close(home: Path | None, json: bool) -> None:
    """Keep the standings of the season for good."""
    existing(home)
    with opened(home) as (_, store, _):
        found = seasons.close(store)
        if json:
            print_json(_data(store, found))
        else:
            say(f"Season {harmless(found.name)} is closed.")
            _show(store, found)


def show(home: Path | None, name: str, json: bool) -> None:
    """The standings of a season."""
    with reading(home) as store:
        found = seasons.season(store, name)
        if json:
            print_json(_data(store, found))
        else:
            say(f"Season {harmless(found.name)}: {found.state}", style="bold")
            _show(store, found)


def _tell(store: Store, found: Season, json: bool, text: str) -> None:
    print_json(_data(store, found)) if json else say(text)


def _show(store: Store, found: Season) -> None:
    say(f"  opened  {found.opened_at[:10]}, at match {found.since_match} of the league")
    if found.frozen_at:
        say(f"  frozen  {found.frozen_at[:10]}, at match {found.frozen_match}")
        say(f"  SHA-256 {found.secret_hash}")  # of the secret
    if found.final_id is not None:
        say(f"  final   tournament {found.final_id}")
    if secret := _published(store, found):
        say(f"  secret  {secret}")
    placed = seasons.standings(store, found)
    say()
    if placed:
        show_standings(store, placed)
    else:
        say("No match of it has been rated yet.")


def _published(store: Store, found: Season) -> str | None:
    """The secret of a final that is over, in hexadecimal digits."""
    if found.final_id is None or tournament(store, found.final_id).finished_at is None:
        return None
    assert found.secret is not None
    return found.secret.hex()


def _data(store: Store, found: Season) -> Json:
    """A season as --json prints it."""
    placed = seasons.standings(store, found)
    league = tournament(store, found.league_id)
    until = league.matches if found.until_match is None else found.until_match
    decided = found.state in ("final", "closed") and placed
    return {
        "name": found.name,
        "state": found.state,
        "league": found.league_id,
        "since_match": found.since_match,
        "frozen_match": found.frozen_match,
        "until_match": found.until_match,
        "matches": until - found.since_match,
        "secret_hash": found.secret_hash,
        "secret": _published(store, found),
        "final": found.final_id,
        "opened_at": found.opened_at,
        "frozen_at": found.frozen_at,
        "closed_at": found.closed_at,
        "winner": store.bot(placed[0].bot_id).label if decided else None,
        "standings": [
            {
                "rank": each.rank,
                "bot": bot.label,
                "author": bot.author,
                "games": each.games,
                **each.official._asdict(),
            }
            for each in placed
            for bot in [store.bot(each.bot_id)]
        ],
    }
