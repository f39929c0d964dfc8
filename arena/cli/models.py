"""Language models in a run: the gateway to them, and what they are expected to cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.options.play_settings import ModelOptions
from arena.cli.output.console import prose
from arena.errors import UsageError
from arena.home import Home
from arena.registry.resolver import Resolver, model_of, require_same
from arena.text.phrases import listed, spent
from arena.tournament.worker_process import core_count
from ladder.database.store import Bot, Store
from ladder.queries.usage import uses_foreseen

if TYPE_CHECKING:  # those take a while to import, and most games are played without models
    from arena.llm.settings import LanguageModel
    from arena.tournament.driver import Options
    from arena.tournament.plan import Plan

GAMES_A_CORE = 8
"""Games that a core plays at once: they mostly wait for their models."""
MOST_GAMES_AT_ONCE = 32
GUESSED: tuple[float, float, float] = 215_000, 150_000, 9_000
"""Tokens in, of them cached, and out, of a seat in a game, as long as none with the program is
known: as measured with `llm`, whose prompts are the same for six parts in seven."""
LATER = 0.3
"""How much more the games take that end last of those that run side by side: the first to end are
the shortest. Measured: sixteen began, the first two took 0.7 of the mean, this foresees 0.87."""


@contextmanager
def with_gateway(
    resolver: Resolver, bots: Sequence[Bot], asking: ModelOptions, plan: Plan, options: Options
) -> Iterator[Options]:
    """Yield the options of a run, with a running gateway if models play in it.

    Where the resolver has no models, they are those of the tournament.
    """
    players = {bot.name: model_of(bot) for bot in bots if model_of(bot)}
    if players:
        from arena.llm.settings import read_models

        require_here(bots, options.cluster is not None)
        resolver.models = resolver.models or read_models(Path(plan.models))
        require_same(bots, resolver.models)
        if not options.concurrency:
            # Most of a game is waiting for models, which takes no core.
            at_once = min(games_at_once(), plan.size.games or MOST_GAMES_AT_ONCE)
            options = replace(options, concurrency=at_once)
    with gateway(resolver.home, players, resolver.models, asking) as place:
        yield replace(options, gateway=place)


def games_at_once() -> int:
    """Return how many games with language models are played at once, unless somebody says so."""
    return min(MOST_GAMES_AT_ONCE, GAMES_A_CORE * core_count())


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
    from arena.llm.budget import require_prices
    from arena.llm.gateway import gateway as started
    from arena.llm.settings import require_keys

    require_prices(limits, {player: models[name] for player, name in players.items()})
    wanted = {name: models[name] for name in players.values()}
    if not asking.tape_only:
        require_keys(wanted)
    with started(wanted, home.tape, limits, asking.tape_only) as place:
        yield str(place)


def foreseen(
    store: Store, number: int, models: Mapping[str, LanguageModel], games: float
) -> tuple[str, str]:
    """Return what that many games should take, and the basis of it; "" where no model plays."""
    known = uses_foreseen(store, number)
    played = [(store.bot(bot).program, use) for bot, use in known.items()]
    tokens, cost, basis = 0.0, 0.0, "from games played here"
    for bot_id, share in store.conn.execute(_SHARES, [number, number]).fetchall():
        bot = store.bot(bot_id)
        # Another model with the same program is asked the same.
        alike = [use for program, use in played if program == bot.program]
        used = known.get(bot_id) or max(alike, key=lambda use: use.games, default=None)
        basis = basis if used else "a guess, before the first game"
        taken = (used.tokens - used.tokens_out, used.cached, used.tokens_out) if used else GUESSED
        tokens += games * share * (taken[0] + taken[2])
        cost += games * share * models[model_of(bot)].cost(*taken)
    return (spent(tokens, cost), basis) if tokens else ("", "")


def worth(done: int, to_come: float, at_once: int) -> float:
    """Return how many games like those that are done a run is worth, of which some are to come."""
    beside = min(at_once, to_come)
    return done + to_come * (1 + LATER * beside / (done + beside))


_SHARES = """
SELECT p.bot_id, count(*) * 1.0 / (SELECT count(*) FROM matches WHERE tournament_id = ?)
FROM matches AS m JOIN pairings AS p ON p.match_id = m.id JOIN bots AS b ON b.id = p.bot_id
WHERE m.tournament_id = ? AND json_extract(b.manifest, '$.with_model') IS NOT NULL
GROUP BY p.bot_id
"""


Taken = Mapping[str, Mapping[str, float]]
"""By player, the `tokens` and the `cost`."""


def say_what_was_paid(paid: Taken, in_all: Taken | None = None) -> None:
    """Say what the models took in this run, by player, and in all if games came before it."""
    if paid:
        prose(f"\nPaid for in this run: {_listed(paid)}.")
    if in_all:
        prose(f"\nAll games of the tournament took {_listed(in_all)}.")


def _listed(taken: Taken) -> str:
    return listed(f"{name} {spent(**each)}" for name, each in sorted(taken.items()))
