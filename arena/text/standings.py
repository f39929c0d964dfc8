"""The standings as a table: of all games or some, of a season, and of a tournament that runs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.text.phrases import counted, few
from arena.text.ratings import (
    NEWCOMER,
    NOTHING_TOLD,
    UNKNOWN,
    UNRANKED,
    Rating,
    chance,
    elo,
    helped,
    measured_by,
    not_ranked,
    plus_minus,
    provisional,
    ranks,
    scale_of,
    to_next,
)
from arena.text.table import Column, DataTable, Link, Remark, axis, bot_link, number
from ladder.database.store import state_of
from ladder.queries.bot_profile import more_games
from ladder.queries.pools import PoolInfo
from ladder.queries.standings import PROVISIONAL, LiveRow, Selected, Standing
from ladder.queries.usage import Use
from ladder.ratings.scope import NOTHING_KNOWN
from ladder.tournaments.seasons import SeasonRow

MOST_NAMED_POOLS = 12  # more are a wall of names above the standings
MOST_NAMED_BOTS = 12
CONFINES_NOTHING = "C"
"""The level of `arena.sandbox` at which bots are not confined."""

OPPONENTS_DIFFER = Remark(
    "Place, wins and coins depend on whom a bot met: a league, or a format that goes by results, "
    "chooses its opponents. Elo takes them into account."
)


def _bot(row: Standing) -> Link:
    badge = "" if row.status == "active" else state_of(row.status, row.reason)
    more = {"author": row.author, "found_by": row.language}
    return bot_link(row.label, row.bot_id, badge=badge, **more)


RANK: Column[Any] = Column("#", lambda row: UNRANKED if row.rank is None else row.rank, "the rank")
RATING: Sequence[Column[Any]] = (
    Column(
        *("Elo", elo, "the official rating, fitted to all games at once"),
        style="strong",
        sort=lambda row: row.elo,
    ),
    Column("±", plus_minus, f"its 95% interval, with a ? if it is wider than ± {PROVISIONAL:.0f}"),
    Column(
        *("to next", lambda row: to_next(row.above, row.above_interval)),
        "the lead over the next bot, with the 95% interval of the difference",
        spare=15,
    ),
    Column(
        *("ahead", lambda row: chance(row.ahead)),
        "the chance of being stronger than the next bot",
        spare=14,
    ),
    Column(
        *("ranks", lambda row: ranks(row.first_rank, row.last_rank)),
        "the range of ranks it could plausibly have (95%)",
    ),
)
"""The columns of an official rating: of rows that are a `Standing` or an `Official`."""

_STANDINGS: Sequence[Column[Standing]] = (
    RANK,
    Column(
        *("bot", _bot),
        words=True,
        spare=6,
        shortens=True,
        sort=lambda row: (row.name.casefold(), row.version),
        ascending=True,
    ),
    *RATING,
    number("games", "games"),
    Column(
        *("change", lambda row: NEWCOMER if row.change is None else f"{round(row.change):+d}"),
        "with --since: how far its live Elo, a running one, has moved since then",
        spare=13,
        sort=lambda row: row.change,
    ),
    number("place", "place_score", 3, "the share of opponents beaten; a tie counts half", spare=3),
    Column(
        *("wins", lambda row: f"{row.win_share:.0%}", "the share of games won"),
        spare=9,
        sort=lambda row: row.win_share,
    ),
    number("coins", "coins", 1, "the mean of a game", spare=12),
    number("coins ±", "coins_interval", 1, "its 95% interval", spare=2, sort=None),
    Column(
        *("faults", lambda row: row.faults or "", "how many in all its games"),
        spare=10,
        style="bad",
        sort=lambda row: row.faults,
    ),
    Column(
        *("refused", lambda row: f"{row.refused_a_game:.1f}" if row.refused else ""),
        "answers a game, refused or cut",
        spare=11,
        style="bad",
        sort=lambda row: row.refused_a_game,
    ),
    number(
        *("ms", "ms_per_decision", 2, "the mean time of a decision, in milliseconds"),
        spare=1,
        ascending=True,
    ),
    Column(
        *("pools", lambda row: f"{row.pools}/{row.of}", "how many of the pools it has played in"),
        spare=5,
    ),
)
STANDINGS = {each.name: each for each in _STANDINGS}
"""The columns, by name; `of_models` has those of language models."""


def of_models(used: Mapping[int, Use]) -> list[Column[Standing]]:
    """Return the columns about language models. used: what each took, by the bot's id."""

    def column(name: str, words: Callable[[Use], str], meaning: str, spare: int) -> Any:
        def cell(row: Standing) -> str:
            return words(used[row.bot_id]) if row.bot_id in used else ""

        return Column[Standing](name, cell, meaning, spare=spare)

    fallbacks = "choices of a game that were not its language model's"
    tokens = "those of its language model, in a game"
    cost = "that of its language model, in a game"
    return [
        column("fallbacks", lambda use: f"{use.fallbacks:.1f}", fallbacks, 8),
        column("tokens", lambda use: f"{use.tokens:,.0f}", tokens, 7),
        column("cost", lambda use: f"{use.cost:.3g}" if use.cost else "", cost, 11),
    ]


def standings(
    found: Selected,
    *,
    shown: Sequence[Standing] | None = None,
    most: int | None = None,
    show_all: str = "",
    above: Sequence[Remark] = (),
    below: Sequence[Remark] = (),
    sorted_by: str = "",
    used: Mapping[int, Use] | None = None,
    levels: Mapping[str, int] | None = None,
    of: str = "",
) -> DataTable[Standing]:
    """Return the standings under a line that says what they cover.

    Args:
        found: The rows of all bots, which the ranks are among, and what they cover.
        shown: The rows to show, in their order; None for all.
        most: The most rows to show; None for no limit.
        show_all: What a command needs to show them all.
        above: What else is to be said above the table.
        below: What else is to be said below it.
        sorted_by: The column that the rows are sorted by, which is never left out.
        used: What language models took, by the bot's id.
        levels: The number of games by how well their bots were confined.
        of: What was asked for, in words.
    """
    rows, covered = found.rows, found.pools
    every = rows if shown is None else shown
    listed = every[:most]
    if more := len(every) - len(listed):
        told = f"The first {most}; there are {more:,} more."
        above = (*above, Remark(told, "Show all", show_all) if show_all else Remark(told))
    # What is the same for all bots needs no column.
    wanted = {
        "change": sorted_by == "change" or any(row.change is not None for row in rows),
        "pools": len(covered) > 1,
        "refused": any(row.refused for row in rows),
    }
    columns = [
        each if each.name != sorted_by else replace(each, spare=0)
        for each in STANDINGS.values()
        if wanted.get(each.name, True)
    ]
    known = [row for row in listed if not row.unknown] or listed
    # Beside Elo and its interval.
    columns[4:4] = [axis("The interval, drawn", known, lambda row: (row.elo, row.interval))]
    columns += of_models(used) if used else []
    first = f"{heading(covered)}."
    if levels:
        games = sum(levels.values())
        first += f" {counted(len(rows), 'bot')}, {counted(games, 'game')}."
    if found.traded is not None:
        first += f" {found.traded:.1f} trades a game."
    return DataTable(
        "Standings",
        columns,
        listed,
        above=(*([Remark(first)] if covered else []), *above),
        remarks=(
            *_of_elo(listed, measured_by(listed), covered),
            *_of_ranks(listed, covered),
            *helping(found.signs, {row.bot_id: row.label for row in rows}),
            *unconfined(levels or {}),
            *below,
            *_of_gone(found.gone),
            *older_rules(found.not_counted),
        ),
        empty=no_match(of),
        searched="bots",
    )


def no_match(of: str = "") -> Remark:
    """Say that nothing has been rated. of: what was asked for, in words."""
    return Remark(f"No match{of} has been rated yet.", "Play a tournament", "arena tournament")


def season_standings(placed: Sequence[SeasonRow]) -> DataTable[SeasonRow]:
    """Return the standings of a season, or of its final."""
    columns = (
        RANK,
        Column[SeasonRow](
            "bot",
            lambda row: bot_link(row.bot.label, row.bot.id, author=row.bot.author),
            words=True,
        ),
        *(each.over(lambda row: row.official) for each in RATING),
        number("games", "games", spare=1),
    )
    measured = placed[0].calibration if placed else None
    remarks = [*_of_elo([row.official for row in placed], measured)]
    if placed:
        alike = ", whose games count alike" if "," in placed[0].rules else ""
        remarks.append(Remark(f"Played under rules {placed[0].rules}{alike}."))
    empty = Remark("Nothing has been rated in it yet.")
    title = "Standings of the season"
    return DataTable(title, columns, placed, remarks=remarks, empty=empty, searched="bots")


def live_standings(
    rows: Sequence[LiveRow], ids: Mapping[str, int] | None = None
) -> DataTable[LiveRow]:
    """Return the standings of a tournament that runs. ids: of the bots, by label, for links."""

    def bot(row: LiveRow) -> Link | str:
        return bot_link(row.label, ids[row.label]) if ids else row.label

    columns = (
        RANK,
        Column[LiveRow]("bot", bot, words=True),
        number("live", "live", 0, "a running Elo, updated after every game", spare=1),
        number("games", "games", spare=4),
        number("coins", "coins", 1, STANDINGS["coins"].meaning, spare=3),
        Column[LiveRow]("faults", lambda row: row.faults or "", spare=2, style="bad"),
    )
    above = [Remark("By live Elo, on no scale; the official ratings follow at the end.")]
    return DataTable("Standings so far", columns, rows, above=above, searched="bots")


def heading(covered: Sequence[PoolInfo]) -> str:
    """Name the pools that a table covers."""
    if len(covered) == 1:
        return covered[0].label
    return f"Over {len(covered)} pools: {_pools(covered)}"


def _pools(covered: Sequence[PoolInfo]) -> str:
    """Name the pools, as in `classic with 3, 4, 5; …`; if there are too many, count them.

    The time class and the version of the rules are named where there are several.
    """
    if len(covered) > MOST_NAMED_POOLS:
        games = len({pool.variant for pool in covered})
        sizes = ", ".join(map(str, sorted({pool.players for pool in covered})))
        return f"{games} games with {sizes} players"
    clocks = len({pool.time_class for pool in covered}) > 1
    rules = len({pool.rules_version for pool in covered}) > 1
    counts: dict[str, list[str]] = {}
    for pool in covered:
        more = [pool.time_class] * clocks + [f"rules {pool.rules_version}"] * rules
        name = f"{pool.variant} ({', '.join(more)})" if more else pool.variant
        counts.setdefault(name, []).append(str(pool.players))
    return "; ".join(f"{name} with {', '.join(each)}" for name, each in counts.items())


def helping(signs: Sequence[tuple[int, int]], labels: Mapping[int, str]) -> list[Remark]:
    """Name those who seem to lose for a partner. signs: pairs of ids, the strongest first."""
    shown = [pair for pair in signs if {*pair} <= {*labels}]
    pairs = [f"{labels[bot]} beside {labels[partner]}" for bot, partner in shown]
    if not pairs:
        return []
    more = f" and {len(pairs) - 1} more" if len(pairs) > 1 else ""
    text = f"Loses more than elsewhere, as if to help: {pairs[0]}{more}."
    return [Remark(text, "See", "arena signs", Link("signs of collusion", "signs", ()))]


def unconfined(levels: Mapping[str, int]) -> list[Remark]:
    """Say if bots may have meddled with games. levels: the games by how they were confined."""
    if not levels.get(CONFINES_NOTHING):
        return []
    return [
        Remark(
            f"{levels[CONFINES_NOTHING]} of {counted(sum(levels.values()), 'game')} were played "
            f"unconfined (level {CONFINES_NOTHING}), and can be trusted as far as their bots.",
            *("See", "arena doctor"),
        )
    ]


def older_rules(games: Mapping[str, int]) -> list[Remark]:
    """Say how many games do not count, by older version of the rules."""
    return [
        Remark(
            f"{counted(number, 'game')} under rules {rules} {'is' if number == 1 else 'are'} not "
            "counted here",
            command=f"--rules {rules}",
            link=Link(f"standings under rules {rules}", "standings", (f"rules-{rules}",)),
        )
        for rules, number in games.items()
    ]


def _of_elo(
    rows: Sequence[Rating], measured: str | None, covered: Sequence[PoolInfo] = ()
) -> Iterator[Remark]:
    """Say what Elo is measured by, and explain its marks."""
    if sentence := scale_of(rows, measured):
        # Only where their strength is known, by these rules and for so many players.
        let = () if not helped(covered) else ("Let one play", "arena tournament --reference")
        compare = ("For a number to compare with other ladders", "arena bench BOT")
        yield Remark(sentence, *(compare if measured else let))
    yield from marks(rows)


def marks(rows: Sequence[Rating]) -> Iterator[Remark]:
    """Explain the marks of ratings."""
    if wide := [row for row in rows if provisional(row)]:
        needed = [more_games(row) for row in wide if isinstance(row, Standing)]
        least, most = min(filter(None, needed), default=0), max(filter(None, needed), default=0)
        about = f"{least:,} to {most:,}" if least < most else f"{most:,}"
        more = f"; ± {PROVISIONAL:.0f} needs about {about} more games" if most else ""
        yield Remark(f"? = provisional: wider than ± {PROVISIONAL:.0f}{more}.")
    if any(row.bound for row in rows):
        yield Remark(
            "≥, ≤ = a bound: the bot has hardly lost (or won), and may be far stronger (or weaker)."
        )


def _of_ranks(rows: Sequence[Standing], covered: Sequence[PoolInfo]) -> Iterator[Remark]:
    """Say which bots cannot be compared with which, and why some have no rank."""
    groups: dict[int, list[str]] = {}
    for row in rows:
        groups.setdefault(row.group_number, []).append(row.label)
    unknown = groups.pop(NOTHING_KNOWN, [])
    if len(groups) > 1:
        yield Remark(
            f"These {len(groups)} groups have not met, or one side has hardly ever lost to the "
            "other: their distance is a guess, so their ratings cannot be compared: "
            f"{'; '.join(few(each, MOST_NAMED_BOTS) for each in groups.values())}.",
            *("Let them meet", "arena tournament"),
        )
    if unknown:
        yield Remark(
            f"{UNKNOWN} = unknown: in all games of {few(unknown, MOST_NAMED_BOTS)}, {NOTHING_TOLD}."
        )
    if any(row.rank is None and not row.unknown for row in rows):
        pool = covered[0]
        yield Remark(
            not_ranked(len(covered)),
            *("See who is best in one of them", f"arena ladder {of_pool(pool)}"),
            pool_link(pool),
        )
    if thin := [f"{row.label} {row.pools}" for row in rows if row.rank and row.pools < row.of]:
        yield Remark(f"Ranked without all {len(covered)} pools: {few(thin, MOST_NAMED_BOTS)}.")


def _of_gone(gone: Sequence[str]) -> Iterator[Remark]:
    if gone:
        named = few(gone, MOST_NAMED_BOTS)
        said = f"Retired, or with a newer version, so not listed though their games count: {named}."
        yield Remark(said, "See one", f"arena ladder {gone[0]}")


def pool_link(pool: PoolInfo) -> Link:
    """Return the link to a pool's standings."""
    return Link(pool.label, "standings", (pool.id,))


def of_pool(pool: PoolInfo) -> str:
    """Return the options that choose a pool."""
    return f"--variant {pool.variant} --players {pool.players}"
