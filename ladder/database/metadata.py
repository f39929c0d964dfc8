"""Datasette metadata for a ladder, taken from the comments in schema.sql."""

import re
from importlib.resources import files
from typing import Any

LABELS = {"bots": "label", "pools": "name"}
"""The column that Datasette shows in place of a row's id."""

QUERIES = {
    "standings": (
        "The whole ladder, over all pools",
        "SELECT rank, name, version, round(elo) AS elo, round(interval) AS interval, "
        "round(live) AS live, pools, games, round(coins, 1) AS coins, faults "
        "FROM overall_standings ORDER BY rank IS NULL, rank, name",
    ),
    "standings_of_a_pool": (
        "The ladder of one pool, by the official rating as last fitted",
        "SELECT rank() OVER (ORDER BY round(elo, 6) DESC) AS rank, name, version, "
        "round(elo) AS elo, round(interval) AS interval, round(live) AS live, games, "
        "round(place_score, 3) AS place, round(coins, 1) AS coins, faults FROM standings "
        "WHERE variant = :variant AND players = :players ORDER BY rank, name",
    ),
    "games_of_a_bot": (
        "The latest games of a bot, with its place and coins",
        "SELECT game_id, tournament_id, variant, players, seat, final_place, final_winner, coins, "
        "faults FROM seat_results WHERE name = :bot ORDER BY game_id DESC LIMIT 200",
    ),
    "opponents_of_a_bot": (
        "How a bot does against each other, and over how many games",
        "SELECT other_name, other_version, variant, players, games, ahead, level, behind, "
        "round(score, 3) AS score, round(coins_ahead, 1) AS coins_ahead FROM head_to_head "
        "WHERE name = :bot ORDER BY score",
    ),
    "latest_versions": (
        "The newest version of each bot, and whether it may play",
        "SELECT name, version, author, language, status, reason, added_at FROM latest_bots "
        "ORDER BY added_at DESC",
    ),
    "faults": (
        "Who makes which faults",
        "SELECT name, version, kind.key AS kind, sum(kind.value) AS times "
        "FROM seats AS s INDEXED BY seats_with_faults JOIN bots AS b ON b.id = s.bot_id, "
        "json_each(fault_kinds) AS kind WHERE s.faults > 0 GROUP BY 1, 2, 3 ORDER BY times DESC",
    ),
    "progress_of_tournaments": (
        "How far along each tournament is",
        "SELECT t.id AS tournament_id, coalesce(sum(p.games), 0) AS games_played, t.matches, "
        "t.rated_until AS matches_settled, t.finished_at FROM tournaments AS t "
        "LEFT JOIN played AS p ON p.tournament_id = t.id GROUP BY t.id",
    ),
}
"""Title and statement of each query, whose `:name` the user fills in. No query reads every game:
Datasette gives a query a second, which is too short for that on a large ladder."""


def metadata() -> dict[str, Any]:
    """Return the metadata for `datasette --metadata`, for a database called ladder."""
    tables = {
        name: {"description": text, "columns": columns}
        | ({"label_column": LABELS[name]} if name in LABELS else {})
        for name, (text, columns) in described().items()
    }
    queries = {
        name: {"title": title, "sql": statement} for name, (title, statement) in QUERIES.items()
    }
    return {
        "title": "Bohnanza ladder",
        "databases": {"ladder": {"tables": tables, "queries": queries}},
    }


def described() -> dict[str, tuple[str, dict[str, str]]]:
    """Read schema.sql's comments on each table or view, and on its columns."""
    text = files("ladder.database").joinpath("schema.sql").read_text("utf-8")
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for block in re.finditer(_STATEMENT, text):
        said = _joined(re.findall(r"^-- (.*)", block["said"], re.MULTILINE))
        found[block["name"]] = (said, _columns(block["body"]))
    return found


# Comment lines right before a table or view, and everything up to its end.
_STATEMENT = re.compile(
    r"(?P<said>(?:^--[^\n]*\n)*)^CREATE (?:TABLE|VIEW) (?P<name>\w+)(?P<body>.*?;)$",
    re.MULTILINE | re.DOTALL,
)
_COLUMN = re.compile(r"^    (?P<name>[a-z_]+) +[A-Z]")
_LEADING = re.compile(r"^    -- (.*)")
_COMMENT = re.compile(r"-- (.*)")
_VALUE = re.compile(r"^ +'(\w+)',? +--")


def _columns(body: str) -> dict[str, str]:
    """Return the comment of each column.

    A comment after a column belongs to it; one on a line of its own belongs to the next column.
    """
    said: dict[str, list[str]] = {}
    column, leading = "", []
    for line in body.splitlines():
        if whole := _LEADING.match(line):
            leading.append(whole[1])
            continue
        if begins := _COLUMN.match(line):
            column = begins["name"]
            if leading:
                said[column] = [_joined(leading)]
                leading = []
        if column and (comment := _COMMENT.search(line)):
            value = _VALUE.match(line)  # one of a list of values, each with its meaning
            said.setdefault(column, []).append((f"{value[1]}: " if value else "") + comment[1])
    return {name: _joined(parts) for name, parts in said.items()}


def _joined(parts: list[str]) -> str:
    return " ".join(part.strip() for part in parts)
