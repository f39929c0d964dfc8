"""`arena signs`: pairs of bots of which one seems to play for the other."""

from __future__ import annotations

from dataclasses import asdict

from arena.cli.home import reading
from arena.cli.ladder.standings import tell_of_rules
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption
from arena.cli.options.filters import OfGame
from arena.cli.output.console import print_json, prose, say
from arena.text import harmless
from arena.text.phrases import counted
from ladder.database.store import Bot
from ladder.ratings.official import one_thread

if not ONLY_SHOWN:
    from arena.tournament.authors import same_author

    with one_thread():  # numpy and scipy are loaded here
        from ladder.queries.collusion import ALPHA, Sign, Signs
        from ladder.queries.collusion import signs as pairs_that_stand_out
        from ladder.queries.outliers import LEAST_DEALS


MOST = 20  # signs in words; with more of them, something else is wrong with the ladder


def signs(
    *,
    game: OfGame,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Show pairs of bots that seem to collude: they trade with each other more than usual.

    Looks at any two bots that met in 20 or more games with three or more players: their trades with
    each other, and the coins that one's cards earned the other. Whatever stands out from what the
    two do with everybody else is shown, with games to look at. It is a sign, not proof; at most one
    in a hundred ladders of honest bots shows any.

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
    with reading(home) as store:
        seen = pairs_that_stand_out(store, chosen.games)
        bots = {bot.id: bot for bot in store.bots()}
    by_one = same_author([*bots.values()])
    if json:
        found = [
            asdict(sign)
            | {"bot": bots[sign.bot_id].label, "partner": bots[sign.partner_id].label}
            | {"same_author": by_one(sign.bot_id, sign.partner_id)}
            for sign in seen.found
        ]
        print_json(asdict(seen) | {"found": found})
        return
    _say_what_was_judged(seen, chosen.of)
    tell_of_rules(seen.not_counted)
    for number, sign in enumerate(seen.found[:MOST], start=1):
        say()
        one, other = bots[sign.bot_id], bots[sign.partner_id]
        _say_sign(number, sign, one, other, by_one(one.id, other.id))
    if len(seen.found) > MOST:
        say(f"\n… and {len(seen.found) - MOST} more: arena signs --json")
    if seen.found:
        prose(
            "\nThese are signs, not proof: two bots may suit each other by chance. "
            "Look at the games."
        )


def _say_what_was_judged(seen: Signs, of: str) -> None:
    found = counted(len(seen.found), "sign")
    if not seen.pairs:
        prose(
            f"Nothing can be judged{of} yet: no two bots have met in {LEAST_DEALS} games of three "
            "players or more without a forfeit. Games of an older arena are counted after: "
            "arena ladder recompute"
        )
    elif not seen.found:
        prose(
            f"Nothing stands out: {seen.games} games{of}, {seen.pairs} pairs of a bot and a "
            f"partner. Bots that dealt with each other much more than with all others would be "
            "named here."
        )
    else:
        prose(
            f"{found} of collusion in {seen.games} games{of}, among {seen.pairs} "
            f"pairs of a bot and a partner. At most {ALPHA:.0%} of honest ladders show any."
        )


def _say_sign(number: int, sign: Sign, bot: Bot, partner: Bot, by_one: bool) -> None:
    one, other = harmless(bot.label), harmless(partner.label)
    title = f"{one} {sign.kind} {other}"
    if sign.kind == "trades":
        title = f"{one} and {other} favour each other"
    say(f"{number}. {title}", style="bold")
    made = f"They made {sign.value:.1f} trades and gifts"
    if sign.kind == "feeds":
        made = f"Its cards brought the partner {sign.value:.1f} coins"
    same = "Both are by the same author." if by_one else ""
    games = "; ".join(f"arena replay {game}" for game in sign.look_at)
    for line in (
        f"{made} a game; {sign.excess:.1f} ± {sign.half:.1f} of them",
        "are not explained by how the two trade with the others.",
        f"Gifts: {sign.gifts:.1f} a game to this partner, {sign.gifts_to_others:.1f} to each other "
        "bot there.",
        f"{counted(sign.games, 'game')}. {same}".rstrip(),
        f"{_share(sign.chance)} ladders of honest bots shows as much.",
        f"Look at: {games}",
    ):
        say(f"   {line}")


def _share(chance: float) -> str:
    """`One in 40`."""
    return f"One in {1 / chance:,.0f}" if chance > 1e-6 else "Fewer than one in a million"
