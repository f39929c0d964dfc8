"""`arena signs`: pairs of bots of which one seems to play for the other."""

from __future__ import annotations

from dataclasses import asdict

from arena.cli.home import reading
from arena.cli.options.arguments import ONLY_SHOWN, Common
from arena.cli.options.filters import OfGame
from arena.cli.output.console import print_json
from arena.cli.output.tables import show
from arena.text.collusion import signs as table_of
from ladder.ratings.official import one_thread

if not ONLY_SHOWN:
    from arena.tournament.authors import same_author

    with one_thread():  # numpy and scipy are loaded here
        from ladder.queries.collusion import signs as pairs_that_stand_out


MOST = 20  # signs in words; with more of them, something else is wrong with the ladder


def signs(*, game: OfGame, common: Common) -> None:
    """Show bots that seem to play for a friend: they lose more when it is at the table.

    Looks at any two bots that met in 20 or more games of three or more players: compares the score
    of one against the others, its partner left out, with what its games elsewhere suggest. That
    catches a bot that throws its games beside a friend, or feeds it. It is a sign, not proof; at
    most one in a hundred ladders of honest bots shows any. A bot that gives a friend only a little,
    or throws only some games, is missed.

    Examples:
        arena signs
        arena signs --variant classic --players 4
        arena signs --json

    JSON:
        {
            **Signs,
            "found": [{**Sign, "bot": str, "partner": str, "same_author": bool}],
        }
    """
    chosen = game.read()
    with reading(common.home) as store:
        seen = pairs_that_stand_out(store, chosen.games)
        bots = {bot.id: bot for bot in store.bots()}
    by_one = same_author([*bots.values()])
    if common.json:
        found = [
            asdict(sign)
            | {"bot": bots[sign.bot_id].label, "partner": bots[sign.partner_id].label}
            | {"same_author": by_one(sign.bot_id, sign.partner_id)}
            for sign in seen.found
        ]
        print_json(asdict(seen) | {"found": found})
        return
    show(table_of(seen, bots, by_one, most=MOST, of=chosen.of))
