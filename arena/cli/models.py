"""Language models in a run: the gateway to them, and what they are expected to cost."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.cli.options.play_settings import ModelOptions
from arena.errors import UsageError
from arena.home import Home
from arena.llm.budget import require_prices
from arena.llm.settings import LanguageModel, read_models, require_keys
from arena.registry.resolver import Resolver, model_of, require_same
from arena.text.phrases import listed
from arena.tournament.driver import Options, workers
from arena.tournament.plan import Plan
from ladder.database.store import Bot, Store
from ladder.queries.usage import uses

GAMES_A_CORE = 8
"""While all wait for models, a core plays so many at once; …"""
MOST_GAMES_AT_ONCE = 32
GUESSED_IN, GUESSED_OUT = 100_000, 9_000
"""Tokens per seat and game for a player without games yet: 116 requests, as measured."""


@contextmanager
def with_gateway(
    resolver: Resolver, bots: Sequence[Bot], asking: ModelOptions, plan: Plan, options: Options
) -> Iterator[Options]:
    """Yield the options of a run, with a running gateway if models play in it.

    Where the resolver has no models, they are those of the tournament.
    """
    players = {bot.name: model_of(bot) for bot in bots if model_of(bot)}
    if players:
        require_here(bots, options.cluster is not None)
        resolver.models = resolver.models or read_models(Path(plan.models))
        require_same(bots, resolver.models)
        if not options.concurrency:
            # Most of a game is waiting for models, which takes no core.
            at_once = min(games_at_once(options), plan.size.games or MOST_GAMES_AT_ONCE)
            options = replace(options, concurrency=at_once)
    with gateway(resolver.home, players, resolver.models, asking) as place:
        yield replace(options, gateway=place)


def games_at_once(options: Options) -> int:
    """Return how many games with language models are played at once, unless somebody says so."""
    return min(MOST_GAMES_AT_ONCE, GAMES_A_CORE * workers(options))


def require_here(bots: Sequence[Bot], elsewhere: bool) -> None:
    """Raise UsageError if language models are to play on a cluster."""
    if elsewhere and any(map(model_of, bots)):
        raise UsageError(
            "Bots with a language model play on this machine alone. Leave out --address."
        )


@contextmanager
def gateway(
    home: Home,
    players: Mapping[str, str],
    models: Mapping[str, LanguageModel],
    asking: ModelOptions,
) -> Iterator[str]:
    """Yield a running gateway's socket, or "" where no model plays. players: models by name."""
    limits = asking.limits
    if not players:
        if limits or asking.tape_only:
            raise UsageError("No language model plays. Leave out --budget and --tape-only.")
        yield ""
        return
    for limit in limits:
        if limit.player is not None and limit.player not in players:
            raise UsageError(
                f"--budget names {limit.player!r}, which does not play with a model. "
                f"Those that do: {listed(players)}."
            )
    require_prices(limits, {player: models[name] for player, name in players.items()})
    wanted = {name: models[name] for name in players.values()}
    if not asking.tape_only:
        require_keys(wanted)
    from arena.llm.gateway import gateway as started  # which takes a while to import

    with started(wanted, home.tape, limits, asking.tape_only) as place:
        yield str(place)


def foreseen(
    store: Store, bots: Sequence[Bot], models: Mapping[str, LanguageModel], plan: Plan, games: int
) -> str:
    """Return what this many games will cost; nothing if no model plays."""
    seats = sum(players for _, players in plan.games) / len(plan.games)
    each = games * min(1.0, seats / max(1, len(bots)))
    known = uses(store)
    tokens = cost = 0.0
    asking = [bot for bot in bots if model_of(bot)]
    for bot in asking:
        used = known.get(bot.id)
        if used is None:
            tokens_in, tokens_out, cached = GUESSED_IN, GUESSED_OUT, 0
        else:
            tokens_out, cached = round(used.tokens_out), round(used.cached)
            tokens_in = round(used.tokens) - tokens_out
        tokens += each * (tokens_in + tokens_out)
        cost += each * models[model_of(bot)].cost(tokens_in, cached, tokens_out)
    if not tokens:
        return ""
    money = f" at a cost of about {cost:.2f}" if cost else ""
    measured = all(bot.id in known for bot in asking)
    basis = "from games played here" if measured else "a guess, before the first game"
    return f"The models: about {tokens / 1e6:.1f} million tokens{money} ({basis})."
