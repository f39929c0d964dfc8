"""The final of a season: who may play in it, and the tournament that it is."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from arena.errors import ArenaError
from arena.text import harmless
from arena.text.phrases import counted, listed
from arena.tournament.authors import FieldError, same_author_groups
from arena.tournament.formats import USUAL_FORMAT
from arena.tournament.lifecycle import create
from arena.tournament.plan import Plan
from arena.tournament.schedule import usual_size
from arena.tournament.size import Size
from ladder.database.store import Bot, Store
from ladder.tournaments import seasons
from ladder.tournaments.seasons import LEAST_GAMES, Season
from ladder.tournaments.tournaments import tournament, tournaments

Tell = Callable[[str], None]
"""Called with a sentence about anything that the organiser might not expect."""


def candidates(store: Store, season: Season, reference: bool = False) -> list[Bot]:
    """Return the bots of the frozen field that may play, each in its newest version.

    Bundled bots are among them only if there are no others, or with `reference` fewer than two.
    """
    frozen = [store.bot(bot) for bot in seasons.field(store, season)]
    newest = {bot.name: bot for bot in sorted(frozen, key=lambda bot: bot.version)}.values()
    able = [bot for bot in newest if bot.willing]
    # Without reference bots, since who meets them would decide (decision 8).
    submitted = [bot for bot in able if not bot.bundled]
    return submitted if len(submitted) > (1 if reference else 0) else able


def finalists(
    store: Store, season: Season, top: int | None, reference: bool, tell: Tell
) -> list[Bot]:
    """List the finalists: all who may play, or the best of them. Raises ArenaError."""
    chosen = candidates(store, season, reference)
    if top is not None and top < len(chosen):
        chosen = _best(store, season, chosen, top, tell)
    if len(chosen) < 2:
        raise ArenaError(
            f"Season {harmless(season.name)} has too few bots for a final: {len(chosen)}. "
            "Reinstate some of those that were frozen in (arena bots), or let reference bots play: "
            "arena season final --reference"
        )
    return chosen


def _best(store: Store, season: Season, able: list[Bot], top: int, tell: Tell) -> list[Bot]:
    """Return the first of the league at the freeze, and name ties with the last of them."""
    ids = {bot.id for bot in able}
    standings = [each for each in seasons.standings(store, season) if each.bot.id in ids]
    placed = [each for each in standings if each.games >= LEAST_GAMES]
    if len(placed) < top:
        raise ArenaError(
            f"{counted(len(placed), 'bot')} of season {harmless(season.name)} played the "
            f"{LEAST_GAMES} games that it takes to be among its best, fewer than {top}. Leave out "
            "--top, or let the league play on: arena season thaw, arena league run"
        )
    last = placed[top - 1]
    above = standings[: standings.index(last)]
    if few := [each.bot.label for each in above if each.games < LEAST_GAMES]:
        tell(f"Before {last.bot.label}, but with fewer than {LEAST_GAMES} games: {listed(few)}.")
    # Those whose range of ranks reaches up to the last place of the final.
    close = [each for each in placed[top:] if (each.official.first_rank or top) <= last.rank]
    if close:
        named = listed([each.bot.label for each in close])
        tell(
            f"The cut is close: {named} may be as strong as {last.bot.label}. A final with "
            f"--top {top + len(close)} would include them."
        )
    return [each.bot for each in placed[:top]]


def written(store: Store, season: Season) -> int | None:
    """Return the final that an interrupted run wrote to the ledger but not to the season."""
    return next((each.id for each in tournaments(store) if each.secret == season.secret), None)


def write(
    store: Store,
    season: Season,
    rounds: int | None,
    bots: list[Bot],
    fillers: Sequence[Bot],
    tell: Tell,
) -> int:
    """Write the final of these bots into the ledger, and return its number. Raises ArenaError.

    fillers: reference bots for the empty seats.
    """
    plan = _plan(store, season, rounds, len(bots), bool(fillers), tell)
    apart = same_author_groups(bots)
    try:
        return create(store, plan, bots, fillers, apart, season.secret)
    except FieldError:  # rather than have no final, bots of one author meet
        tell("There are too few authors to keep the bots of one author apart.")
        return create(store, plan, bots, fillers, secret=season.secret)


def _plan(
    store: Store, season: Season, rounds: int | None, bots: int, reference: bool, tell: Tell
) -> Plan:
    """Return a plan with the league's clock, and those of its games that the finalists can fill.

    reference: True for all of them, as reference bots fill the seats. Raises ArenaError.
    """
    league = Plan.of(tournament(store, season.league_id).settings)
    games = tuple(game for game in league.games if reference or game[1] <= bots)
    way = "To fill the other seats with reference bots: arena season final --reference"
    if not games:
        least = min(players for _, players in league.games)
        raise ArenaError(
            f"{counted(bots, 'bot')} cannot fill a table of the league, which has at least {least} "
            f"seats. Let more of them play. {way}"
        )
    if len(games) < len(league.games):
        tell(f"Only the games for up to {bots} players are played. {way}")
    plan = replace(
        league,
        games=games,
        format=USUAL_FORMAT,
        size=Size(rounds=rounds or 1),
        seed=None,
        options={"final of season": season.name},
    )
    return plan if rounds else replace(plan, size=usual_size(plan, bots))
