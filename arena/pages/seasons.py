"""The pages of leagues and seasons, where there are any."""

from arena.pages.page import NoPage, Page
from arena.text.ratings import BOUNDS, ranks, to_next
from ladder.seasons import Season, seasons, standings
from ladder.store import Store


def seasons_page(store: Store) -> Page:
    """List all seasons, newest first. Raises NoPage if there has been none."""
    found = seasons(store)
    if not found:
        raise NoPage("There is no season yet.")
    return Page("seasons.html", "Seasons", {"seasons": found})


def season_page(store: Store, season_id: int) -> Page:
    """One season: its standings, those of its final once that has begun. Raises NoPage."""
    found = _season(store, season_id)
    rows = [
        (
            each,
            store.bot(each.bot_id),
            f"{BOUNDS[each.official.bound]}{each.official.elo:.0f}",
            to_next(each.official.above, each.official.above_interval),
        )
        for each in standings(store, found)
    ]
    return Page(
        "season.html", f"Season {found.name}", {"season": found, "rows": rows, "ranks": ranks}
    )


def _season(store: Store, season_id: int) -> Season:
    for each in seasons(store):
        if each.id == season_id:
            return each
    raise NoPage("There is no such season.")
