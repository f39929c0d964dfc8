"""The addresses of all pages, relative to the first one; in a folder, the names of files."""

INDEX = "index.html"
TOURNAMENTS = "tournaments.html"
SEASONS = "seasons.html"
CASUAL = "games/casual.html"
PLAY = "play.html"
JOIN = "join"
"""The page to play on, by a link that people may have to type."""
CLASS = "class.html"
WATCH = "watch.html"
PROJECTOR = "projector.html"
SIGNS = "signs.html"
RULES = "rules.html"
DATA = "standings.json"
"""Of a server: the rows of the standings."""
PICTURE = "share.png"
WHY = "why/"
COMPARE = "compare/"
SLOW = (WHY, COMPARE, SIGNS)
"""How the addresses of pages that take long to make begin."""

EVERYTHING = "all"


def under_rules(version: str) -> str:
    """Return the coverage of all games under one version of the rules."""
    return f"rules-{version}"


def standings(coverage: str = EVERYTHING) -> str:
    """Address the standings of `all`, a variant, a pool's id, `tournament-3` or `rules-2`."""
    return f"standings/{coverage}.html"


def signs() -> str:
    """Address the signs of collusion."""
    return SIGNS


def crosstable(coverage: str = EVERYTHING) -> str:
    """Address the crosstable of a coverage, given as for standings."""
    return f"crosstable/{coverage}.html"


def bot(bot_id: int) -> str:
    """Address a bot's page, by id because names are free text."""
    return f"bots/{bot_id}.html"


def why(bot_id: int) -> str:
    """Address the page "Why" of a bot."""
    return f"{WHY}{bot_id}.html"


def compare(one: int, other: int) -> str:
    """Address the comparison of two bots; folders have none, since there are so many pairs."""
    return f"{COMPARE}{one}-{other}.html"


def tournament(number: int) -> str:
    """Address a tournament's page."""
    return f"tournaments/{number}.html"


def season(season_id: int) -> str:
    """Address a season's page."""
    return f"seasons/{season_id}.html"


def games(of: str = EVERYTHING, faults: bool = False, before: int | None = None) -> str:
    """Address a list of games.

    Args:
        of: `all`, `bot-3`, `tournament-3` or `pool-3`.
        faults: True for games with faults only.
        before: The list begins with the game before this one.
    """
    later = "" if before is None else f"-before-{before}"
    return f"games/{of}{'-faults' if faults else ''}{later}.html"


def rules(variant: str, players: int) -> str:
    """Address the rules of a variant for a number of players."""
    return f"{RULES}#{variant}-{players}"


def replay(game: int | str, seat: int | None = None, question: int | None = None) -> str:
    """Address a game's replay, as a seat saw it or at a question to it; `c17` is unrated."""
    seen = "" if seat is None else f"#seen={seat + 1}"
    if question is not None and seat is not None:
        seen = f"#question={question}&seat={seat + 1}"
    return f"replays/{game}.html{seen}"


def judged(game: int | str) -> str:
    """Address a game's judgement, which only a server has."""
    return f"judged/{game}.json"


def root(address: str) -> str:
    """Return the way from a page to the folder of the first one: "" or "../"."""
    return "../" * address.count("/")
