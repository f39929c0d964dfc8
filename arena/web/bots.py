"""The pages of bots: profiles, why a bot lost, two bots side by side, and signs of collusion."""

from collections.abc import Sequence

from arena.replay.analysis.habits import habits_of, habits_table
from arena.replay.statistics_table import LATEST, recent_games, summary, why_tables
from arena.replay.stored_game import explained
from arena.text.bot_page import faults_in_words, figures, rating_remarks, tables
from arena.text.collusion import signs as signs_table
from arena.text.games import games as games_table
from arena.text.standings import older_rules
from arena.tournament.authors import same_author
from arena.tournament.tables import plays_next
from arena.web.chart import ChartLine, charts
from arena.web.rendering import NoPage, Page
from ladder.database.store import Store
from ladder.queries.bot_profile import BotProfile
from ladder.queries.bot_profile import bot_page as profile_of
from ladder.queries.games import games
from ladder.queries.lost_games import faulty_games, lost_games
from ladder.statistics.elo import START

MOST_METRICS = 50
MOST_SIGNS = 50
MOST_LISTED = 12
"""Games with faults, and lost games, that are listed."""
LAST_LINES = 12
"""Lines that are shown of a bot's log."""


def bot_page(store: Store, bot_id: int) -> Page:
    """Return the page of a bot. Raises UnknownBot."""
    profile = profile_of(store, store.bot(bot_id))
    faulty = faulty_games(store, bot_id, MOST_LISTED)
    data = {
        "page": profile,
        "bot": profile.bot,
        "figures": list(figures(profile)),
        "faults": faults_in_words(profile),
        "remarks": [
            *rating_remarks(profile, plays=plays_next(store)(profile.bot)),
            *older_rules(profile.not_counted),
        ],
        "tables": list(tables(profile, None, MOST_METRICS)),
        "charts": charts(_lines(profile)),
        "faulty": faulty,
        "reasons": {(at.game_id, at.seat): why for at, why in explained(store, faulty)},
        "lost": lost_games(store, bot_id, MOST_LISTED),
        "last_lines": LAST_LINES,
    }
    return Page("bot.html", profile.bot.label, data)


def _lines(profile: BotProfile) -> Sequence[ChartLine]:
    """Return the history of the live Elo in each pool, from START, over the ladder's matches."""
    lines = []
    for each in profile.pools:
        points = [
            (float(point.match_id), point.elo)
            for point in profile.history
            if point.pool_id == each.pool.id
        ]
        # A bot may have played just one match in each of several pools.
        points[:0] = [(at - 1, START) for at, _ in points[:1]]
        lines.append(ChartLine(each.pool.label, tuple(points)))
    return lines


MOST_LOST = 12
"""Lost games that are listed, the worst first."""


def why_page(store: Store, bot_id: int) -> Page:
    """Return the page "Why" of a bot. Raises UnknownBot.

    It replays up to LATEST games, which takes seconds.
    """
    bot = store.bot(bot_id)
    latest = games(store, with_bots=[[bot_id]], limit=LATEST)
    recent = recent_games(store, bot_id, latest)
    costly = habits_of(store, bot_id, latest)  # of the games in which they are known already
    data = {
        "bot": bot,
        "found": recent,
        "habits": habits_table(costly, bot.name),
        "said": list(summary(recent, bot.label)),
        "tables": why_tables(recent, MOST_LOST),
    }
    return Page("why.html", f"Why {bot.label} lost", data)


MOST_GAMES = 100
"""Games that are listed, the newest first."""


def compare_page(store: Store, key: str) -> Page:
    """Compare two bots, or two versions of one, side by side. Raises NoPage, UnknownBot."""
    ids = [int(each) for each in key.split("-")]
    if ids[0] == ids[1]:
        raise NoPage("A bot cannot be compared with itself. Name two bots, or two versions of one.")
    bots = [store.bot(each) for each in ids]
    from arena.text.comparison import by_pool, side_by_side, together
    from ladder.queries.compare import compare  # scipy takes a while to import

    one, other = [profile_of(store, each) for each in bots]
    shared = games(store, with_bots=[[each] for each in ids], limit=MOST_GAMES)
    found = compare(store, one.bot, other.bot)
    data = {
        "tables": [together(found), side_by_side(one, other), by_pool(found)],
        "games": games_table(shared, "Games of both", ids),
    }
    return Page("compare.html", f"{one.bot.label} and {other.bot.label}", data)


def signs_page(store: Store) -> Page:
    """Return the signs of collusion, the strongest first, with the games to look at."""
    from ladder.ratings.official import one_thread

    with one_thread():  # OpenBLAS reads the number of its threads when it is imported
        from ladder.queries.collusion import signs
    bots = {bot.id: bot for bot in store.bots()}
    by_one = same_author([*bots.values()])
    table = signs_table(signs(store), bots, by_one, most=MOST_SIGNS)
    return Page("table.html", "Signs of collusion", {"table": table})
