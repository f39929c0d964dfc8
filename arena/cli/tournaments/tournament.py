"""`arena tournament`: write a schedule, play it, and rate it."""

from __future__ import annotations

from dataclasses import replace

from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Common, bots_argument
from arena.cli.options.tournament_options import TournamentOptions

if not ONLY_SHOWN:
    from arena.tournament.worker_process import start_early


def tournament(
    bots: list[str] | None = bots_argument(
        "BOTS",
        "Names, as `arena bots` lists them.",
        "all active submitted bots, or the bundled ones if there are none",
        default=None,
    ),
    *,
    options: TournamentOptions,
    common: Common,
) -> None:
    """Play a tournament, rate it and print the standings. Ctrl-C stops it; `resume` continues it.

    Examples:
        arena tournament
        arena tournament trader greedy random --variants plus --players 4 --rounds 50
        arena tournament --variants all --concurrency 8 --games 5000
        arena tournament trader greedy random --rounds 5 --seed 7
        arena tournament --time 10m
        arena tournament mybot trader greedy --until 50
        arena tournament --reference
        arena tournament mybot trader greedy random --format gauntlet
        arena tournament --variants plus --players 4 --format knockout
        arena tournament --address auto
        arena tournament llm@small llm@large greedy trader --models models.toml --budget 5

    JSON:
        Run
    """
    with start_early(elsewhere=bool(options.terms.conditions.address)) as early:
        # A worker process starts beside these imports, which take as long.
        from arena.cli.tournaments.begin import begun, require_different, seeded, who_may
        from arena.cli.tournaments.ready import with_reference
        from arena.cli.tournaments.run import play_on
        from arena.tournament.schedule import usual_size

        plan = options.plan()
        with opened(common.home, options.terms.asking) as (_, store, resolver):
            entrants = [resolver.find(bot) for bot in bots or []] or seeded(
                store, who_may(resolver.everyone(), plan)
            )
            require_different(entrants)
            if options.reference:
                entrants = with_reference(resolver, entrants)
            # How long it usually is depends on how many play, which is known only now.
            if options.size() is None:
                plan = replace(plan, size=usual_size(plan, len(entrants)))
            with begun(resolver, plan, entrants, options, common.json) as run:
                play_on(replace(run, options=replace(run.options, early=early)))
