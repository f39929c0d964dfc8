"""The page of one bot: `arena ladder BOT`."""

from collections.abc import Sequence
from dataclasses import asdict

from arena.cli.home import reading
from arena.cli.options.arguments import Common
from arena.cli.options.filters import OfGame
from arena.cli.output.console import print_json, prose, say
from arena.cli.output.diagnostics import faults_in_json, show_faults
from arena.cli.output.tables import show, show_facts
from arena.replay.stored_game import Explained, explained
from arena.text import harmless
from arena.text.bot_page import faults_in_words, figures, rating_remarks, tables
from arena.text.standings import older_rules
from ladder.queries.bot_profile import BotProfile, bot_page
from ladder.queries.lost_games import faulty_games

MOST_OPPONENTS = 12
MOST_METRICS = 20
MOST_FAULTS = 3


def show_bot(bot: str, game: OfGame, all_: bool, common: Common) -> None:
    """Show the page of a bot, by all games or those of a variant or number of players."""
    # Late: it takes as long to import as all the rest.
    from arena.tournament.tables import plays_next

    chosen = game.read()
    with reading(common.home) as store:
        found = bot_page(store, store.find_player(bot), wanted=chosen.games)
        faults = explained(store, faulty_games(store, found.bot.id, MOST_FAULTS))
        plays = plays_next(store)(found.bot)
    if common.json:
        print_json(_data(found, faults) | {"next": plays})
    else:
        show_page(found, chosen.of, all_, faults, plays)


def _data(page: BotProfile, faults: Sequence[Explained]) -> dict[str, object]:
    """Return the page for --json.

    JSON:
        BotPage = {
            **BotProfile, "latest_faults": [LatestFault], "next": str,
            "games": {**Appearances, "opponents": [{**Opponent, "score": float}]},
        }
    """
    data = asdict(page) | {"latest_faults": faults_in_json(faults)}
    for shown, opponent in zip(data["games"]["opponents"], page.games.opponents, strict=True):
        shown["score"] = opponent.score
    return data


def show_page(
    page: BotProfile,
    of: str = "",
    all_: bool = False,
    faults: Sequence[Explained] = (),
    plays: str = "",
) -> None:
    """Print one bot's page.

    Args:
        page: What is known of the bot.
        of: The games that it is limited to, in words.
        all_: True for all opponents and metrics.
        faults: The latest of the bot.
        plays: When it plays next.
    """
    bot = page.bot
    by = f" by {harmless(bot.author)}" if bot.author else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    language = f", {harmless(bot.language)}" if bot.language else ""
    prose(f"{bot.label}{by}{language}, {bot.state}{reason}", style="bold")
    told = {each.name: str(each) for each in figures(page, of)}
    show_facts(told | {"faults": faults_in_words(page)})
    for remark in (*rating_remarks(page, of, plays), *older_rules(page.not_counted)):
        prose(remark)
    if faults:
        say("\nLatest faults, and what it wrote last on stderr")
        show_faults(faults, indent="")
    most = (None, None) if all_ else (MOST_OPPONENTS, MOST_METRICS)
    for table in tables(page, *most):
        show(table, section=True)
    if page.overall is not None:
        say(f"\nWhy it loses: arena why {bot.label}")
