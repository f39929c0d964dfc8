"""The addresses of all pages, relative to the first one; in a folder, the names of files."""

INDEX = "index.html"
TOURNAMENTS = "tournaments.html"
SEASONS = "seasons.html"
CASUAL = "games/casual.html"
PLAY = "play.html"
WATCH = "watch.html"
PROJECTOR = "projector.html"
SIGNS = "signs.html"
RULES = "rules.html"
WHY = "why/"
COMPARE = "compare/"
SLOW = (WHY, COMPARE, SIGNS)
"""Pages that take long to make begin so."""

EVERYTHING = "all"


def under_rules(version: str) -> str:
    """The coverage of all games under one version of the rules."""
    return f"rules-{version}"


def standings(coverage: str = EVERYTHING) -> str:
    """The standings of a coverage: `all`, a variant, a pool's id, `tournament-3`, `rules-2`."""
    return f"standings/{coverage}.html"


def crosstable(coverage: str = EVERYTHING) -> str:
    """The crosstable of a coverage, as for standings."""
    return f"crosstable/{coverage}.html"


def bot(bot_id: int) -> str:
    """A bot's page, by id, as a name may hold anything."""
    return f"bots/{bot_id}.html"


def why(bot_id: int) -> str:
    """Why the bot of that id lost."""
    return f"{WHY}{bot_id}.html"


def compare(one: int, other: int) -> str:
    """Two bots beside each other, by their ids; of a server alone, as there are so many."""
    return f"{COMPARE}{one}-{other}.html"


def tournament(number: int) -> str:
    """A tournament's page, by its number."""
    return f"tournaments/{number}.html"


def season(season_id: int) -> str:
    """A season's page, by its id."""
    return f"seasons/{season_id}.html"


def games(of: str = EVERYTHING, faults: bool = False, before: int | None = None) -> str:
    """Games of `all`, `bot-3`, `tournament-3` or `pool-3`; with faults; before a game."""
    later = "" if before is None else f"-before-{before}"
    return f"games/{of}{'-faults' if faults else ''}{later}.html"


def rules(variant: str, players: int) -> str:
    """The rules of a variant for so many."""
    return f"{RULES}#{variant}-{players}"


def replay(game: int | str) -> str:
    """A replay, by the number of the game; `c17` is a casual one."""
    return f"replays/{game}.html"


def judged(game: int | str) -> str:
    """The judgement of a game, of a server alone; by its number as for a replay."""
    return f"judged/{game}.json"


def root(address: str) -> str:
    """The way from a page to the folder of the first one: "" or "../"."""
    return "../" * address.count("/")
