"""Selections of pages for a folder: of the whole ladder, of a bot, or of a tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest

from arena.tournament.overview import overview
from arena.web import urls
from arena.web.games import PER_PAGE, games_of
from arena.web.page_scope import families, keys
from ladder.database.store import Bot, Store
from ladder.queries.bot_profile import bot_page
from ladder.queries.games import games
from ladder.queries.lost_games import faulty_games, lost_games
from ladder.queries.standings import overall, rated_bots
from ladder.tournaments.seasons import seasons
from ladder.tournaments.tournaments import Tournament, tournaments

MOST_LISTED = 1000
"""The newest games that are listed."""
MOST_BOTS_REPLAYED = 10
"""The best bots, whose notable games are replayed in a report on the ladder."""
REPLAYS = 30
"""The default number of replays."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The pages that a folder will hold."""

    first: str
    """The address of the page that becomes the first one."""
    pages: tuple[str, ...]
    replays: tuple[int, ...]
    """Numbers of games."""


def of_ladder(store: Store, replays: int | None = REPLAYS) -> Selection:
    """Select all pages of the ladder, with up to `replays` games; None for all that are listed."""
    coverages = keys(store)
    listed, ids = _lists(store, urls.EVERYTHING)
    best = overall(store)[:MOST_BOTS_REPLAYED] if replays else []
    notable = chain.from_iterable(_notable(store, store.bot(row.bot_id)) for row in best)
    return Selection(
        urls.standings(),
        (
            *map(urls.standings, coverages),
            *map(urls.crosstable, coverages),
            urls.TOURNAMENTS,
            *(urls.tournament(each.id) for each in tournaments(store)),
            *_seasons(store),
            *listed,
            *map(urls.bot, rated_bots(store)),
        ),
        _first(chain(notable, ids), replays, ids),
    )


def of_bot(store: Store, bot: Bot, replays: int | None = REPLAYS) -> Selection:
    """Select for the author of a bot: games with faults first, then its worst, then lost ones."""
    of = f"bot-{bot.id}"
    listed, ids = _lists(store, of)
    faulty, faulty_ids = _lists(store, of, faults=True)
    wrong = [each.game_id for each in faulty_games(store, bot.id, REPLAYS)]
    lost = [each.game_id for each in lost_games(store, bot.id, REPLAYS)]
    # Alternate, so that many faults do not crowd out games that were lost without one.
    mixed = (each for pair in zip_longest(wrong, [*_notable(store, bot), *lost]) for each in pair)
    chosen = (each for each in chain(mixed, ids) if each is not None)
    versions = [each for each in store.versions(bot.name) if each.id != bot.id]
    return Selection(
        urls.bot(bot.id),
        (
            urls.bot(bot.id),
            urls.why(bot.id),
            *(urls.bot(each.id) for each in versions),
            *map(urls.standings, keys(store)),
            urls.crosstable(),
            *listed,
            *(faulty if faulty_ids else ()),
        ),
        _first(chosen, replays, ids),
    )


def of_tournament(store: Store, chosen: Tournament, replays: int | None = REPLAYS) -> Selection:
    """Select the pages of a tournament, and of its standings, games and bots."""
    of = f"tournament-{chosen.id}"
    listed, ids = _lists(store, of)
    about = overview(store, chosen)
    tables = [urls.standings(of), urls.crosstable(of)] if families(store) else []
    return Selection(
        urls.tournament(chosen.id),
        (
            urls.tournament(chosen.id),
            *tables,
            *listed,
            *map(urls.bot, sorted({*about["bot_ids"], *about["filler_ids"]})),
        ),
        _first(ids, replays, ids),
    )


def _lists(store: Store, of: str, faults: bool = False) -> tuple[list[str], list[int]]:
    """Return the addresses of a list of games, and the games' numbers, newest first."""
    _, wanted, bot_id = games_of(store, of)
    bots = [[bot_id]] if bot_id else []
    ids = [each.id for each in games(store, wanted, bots, faults, MOST_LISTED)]
    ends = ids[PER_PAGE - 1 : -1 : PER_PAGE]
    return [urls.games(of, faults, before) for before in (None, *ends)], ids


def _notable(store: Store, bot: Bot) -> list[int]:
    """Return a bot's worst and best games, alternating."""
    notable = bot_page(store, bot).games
    pairs = zip_longest(notable.worst, notable.best)
    return [each.game_id for pair in pairs for each in pair if each is not None]


def _seasons(store: Store) -> Iterator[str]:
    if every := seasons(store):
        yield urls.SEASONS
        yield from (urls.season(each.id) for each in every)


def _first(wanted: Iterable[int], most: int | None, listed: list[int]) -> tuple[int, ...]:
    """Return the first games without duplicates; without a limit, all that are listed as well."""
    chosen = dict.fromkeys(chain(wanted, listed) if most is None else wanted)
    return tuple(chosen)[:most]
