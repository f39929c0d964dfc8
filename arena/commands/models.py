"""Language models in a run: the gateway to them, and what they are expected to cost."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.errors import UsageError
from arena.home import Home
from arena.models.budget import require_prices
from arena.models.settings import Model, read_models, require_keys
from arena.options.models import ModelOptions
from arena.shelf.roster import model_of, require_same
from arena.text.phrases import listed
from arena.tournament.driver import Options, workers
from arena.tournament.plan import Plan
from ladder.store import Bot, Store

GAMES_A_CORE = 8
"""While all wait for models, a core plays so many at once; …"""
MOST_GAMES_AT_ONCE = 32
GUESSED_IN, GUESSED_OUT = 100_000, 9_000
"""Tokens of a seat and game, where none of a player was played: 116 requests, as measured."""


@contextmanager
def gateway(
    home: Home,
    bots: Sequence[Bot],
    asking: ModelOptions,
    plan: Plan,
    options: Options,
    json: bool,
) -> Iterator[Options]:
    """The options of a run, with a gateway if models play in it, for as long as the block lasts."""
    players = [bot for bot in bots if model_of(bot)]
    if not players:
        if asking.budget or asking.tape_only:
            raise UsageError("No language model plays. Leave out --budget and --tape-only.")
        yield options
        return
    if options.cluster is not None:
        raise UsageError(
            "Bots with a language model play on this machine alone. Leave out --address."
        )
    models = read_models(asking.models or Path(plan.models))
    require_same(players, models)
    _require_players(asking, players)
    wanted = {name: models[name] for name in dict.fromkeys(map(model_of, players))}
    if not options.concurrency:
        at_once = min(MOST_GAMES_AT_ONCE, GAMES_A_CORE * workers(options))
        at_once = min(at_once, plan.size.games or at_once)
        options = replace(options, concurrency=at_once)
    with asked_through(home, wanted, asking) as place:
        yield replace(options, gateway=place)


@contextmanager
def asked_through(home: Home, models: Mapping[str, Model], asking: ModelOptions) -> Iterator[str]:
    """A running gateway's socket."""
    from arena.models.starting import gateway as started  # which takes a while to import

    limits = asking.limits
    require_prices(limits, models)
    if not asking.tape_only:
        require_keys(models)
    with started(models, home.tape, limits, asking.tape_only) as place:
        yield str(place)


def _require_players(asking: ModelOptions, players: Sequence[Bot]) -> None:
    names = [bot.name for bot in players]
    for limit in asking.limits:
        if limit.player is not None and limit.player not in names:
            raise UsageError(
                f"--budget names {limit.player!r}, which does not play with a model. "
                f"Those that do: {listed(names)}."
            )


def foreseen(
    store: Store, bots: Sequence[Bot], models: Mapping[str, Model], plan: Plan, games: int
) -> str:
    """What so many games will take of the models, in words; nothing where none plays."""
    seats = sum(players for _, players in plan.games) / len(plan.games)
    each = games * min(1.0, seats / max(1, len(bots)))
    tokens = cost = 0.0
    measured = True
    for bot in bots:
        if not (name := model_of(bot)):
            continue
        known = used(store, bot.id)
        measured = measured and bool(known)
        if not known:
            tokens_in, tokens_out, cached = float(GUESSED_IN), float(GUESSED_OUT), 0.0
        else:
            tokens_in, tokens_out = known.get("tokens_in", 0.0), known.get("tokens_out", 0.0)
            cached = known.get("tokens_cached", 0.0)
        tokens += each * (tokens_in + tokens_out)
        cost += each * models[name].cost(int(tokens_in), int(cached), int(tokens_out))
    if not tokens:
        return ""
    money = f" at a cost of about {cost:.2f}" if cost else ""
    basis = "from games played here" if measured else "a guess, before the first game"
    return f"The models: about {tokens / 1e6:.1f} million tokens{money} ({basis})."


def used(store: Store, bot_id: int) -> dict[str, float]:
    """The mean use of models in a bot's games, by metric; empty where it has played none."""
    rows = store.rows(
        "SELECT t.key, avg(t.value) AS mean FROM metrics AS t "
        "JOIN seats AS s ON s.game_id = t.game_id AND s.seat = t.seat "
        "WHERE s.bot_id = ? GROUP BY t.key",
        [bot_id],
    )
    return {row["key"]: row["mean"] for row in rows}
