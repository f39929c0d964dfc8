"""A page with the rules of every game, in the words and by the program of the table's own panel."""

from functools import cache
from itertools import combinations

from arena.rules import PRESETS, VariantError, compile_rulebook, table_sizes
from arena.show.page import page, table
from arena.show.telling import rules_of
from protocol import Json

STYLE = ("tokens.css", "replay.css", "table.css", "rules.css")


@cache
def rules_page() -> bytes:
    """The page; `#high_bohn+cognac-3` leads to the rules of that game for so many."""
    told = {
        "games": [
            {"name": each.name, "title": each.title, "book": each.book, "parts": each.parts}
            for each in PRESETS
        ],
        "books": books(),
    }
    return page("rules.html", "Rules", STYLE, (*table(), "rules.js"), told)


def books() -> dict[str, Json]:
    """The rules by variant and number of players; much is the same, so compressed they are few."""
    found = {}
    for each in PRESETS:
        for size in range(len(each.parts) + 1):
            for chosen in combinations(each.parts, size):
                name = "+".join([each.name, *chosen])
                try:
                    sizes = table_sizes(name)
                except VariantError:  # these parts do not go together
                    continue
                for players in sizes:
                    found[f"{name}-{players}"] = rules_of(compile_rulebook(name, players))
    return found
