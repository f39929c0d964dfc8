"""The options of `arena tournament`, `arena bench` and `arena league run`, to a plan and back."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from arena.cli.options.arguments import MOST_ROUNDS, option, players_option, variants_option
from arena.cli.options.groups import Without
from arena.cli.options.parsing import (
    ALL,
    OptionError,
    only_one,
    parse_duration,
    parse_players,
    parse_variants,
    usual_counts,
)
from arena.cli.options.play_settings import USUAL_TERMS, PlaySettings
from arena.tournament.formats import FORMATS, USUAL_FORMAT, format_named
from arena.tournament.suites import USUAL_SUITE, suite_named, suite_names
from protocol import Json

if TYPE_CHECKING:  # which take a while to import
    from arena.tournament.plan import Plan
    from arena.tournament.size import Size

USUAL_VARIANTS = "classic,rio_grande,anniversary"
MOST_GAMES = 10_000_000
"""About as many as a machine plays in a year."""
MOST_LEGS = 100
CUP_PLAYERS = 4
"""In formats that have one number of players throughout, where the games allow it."""


@dataclass(frozen=True)
class _Games:
    """Which games are played."""

    panel = "What is played"

    variants: str = variants_option("classic, rio_grande, anniversary", default=USUAL_VARIANTS)
    players: str | None = players_option('3-5 where a game has them; else, and for "all", any')


@dataclass(frozen=True)
class _Length:
    """How long a tournament is."""

    panel = "Length (at most one of these; a knockout ends by itself)"

    rounds: int | None = option(
        "Passes through the schedule.", min=1, max=MOST_ROUNDS, show_default="about 250 games"
    )
    games: int | None = option("Games in all, rounded up to a whole match.", min=1, max=MOST_GAMES)
    time: str | None = option(
        '"90s", "10m" or "1h30m"; matches under way are finished.', metavar="TIME"
    )
    until: float | None = option(
        "Until every bot's Elo ± (a gauntlet's first bot's) is no wider; endless if one always "
        "wins or loses.",
        min=1,
        metavar="ELO",
    )


@dataclass(frozen=True)
class _Meetings:
    """Who takes part, and who meets whom."""

    panel = "Who meets whom"

    format: str = option(
        "; ".join(f"{name}: {each.summary}" for name, each in FORMATS.items()) + ".",
        "--format",
        "--type",
        default=USUAL_FORMAT,
        choices=FORMATS,
    )
    reference: bool = option(
        "Let random, greedy and trader play as well, as bundled: Elo is then on their scale, and "
        "a newcomer's settles sooner.",
        default=False,
    )
    legs: int = option(
        "In a knockout, how often a table meets: with more legs, the best win more often.",
        default=1,
        min=1,
        max=MOST_LEGS,
    )
    same_author: bool = option(
        "Let bots by the same author, or with the same key, meet where others play, too.",
        default=False,
    )


@dataclass(frozen=True)
class TournamentOptions(_Meetings, _Length, _Games):
    """The options as the user gave them; None where one was not given."""

    terms: PlaySettings = USUAL_TERMS

    @classmethod
    def of(cls, plan: "Plan") -> "TournamentOptions":
        """Return the options for a plan, of a tournament in rounds or a league."""
        size = plan.size.given
        options = cls(
            variants=",".join(dict.fromkeys(variant for variant, _ in plan.games)),
            rounds=size.get("rounds"),
            games=size.get("games"),
            time=f"{size['seconds']:g}s" if "seconds" in size else None,
            until=size.get("interval"),
            # A league's format is none that --format takes.
            format=plan.format if plan.format in FORMATS else USUAL_FORMAT,
            legs=plan.options.get("legs", 1),
            same_author=bool(plan.options.get("same_author")),
            terms=PlaySettings.of(plan),
        )
        # --players is left out where the usual numbers are meant, so the command stays short.
        if options.pools() == list(plan.games):
            return options
        players = sorted({count for _, count in plan.games})
        return replace(options, players=",".join(map(str, players)))

    def plan(self) -> "Plan":
        """Return the plan, of one round where no option says how long. Raise ArenaError."""
        from arena.tournament.plan import Plan
        from arena.tournament.size import Size

        format = format_named(self.format)
        if format.ends and self.size() is not None:
            raise OptionError(
                f"A {format.name} ends when it is decided. Leave out --rounds, --games, --time and "
                "--until."
            )
        if self.legs > 1 and not format.ends:
            raise OptionError(
                f"--legs is for --format knockout. For a longer {format.name}: --rounds"
            )
        options: Json = {"same_author": True} if self.same_author else {}
        if self.legs > 1:
            options["legs"] = self.legs
        return Plan(
            games=tuple(self.pools()),
            size=self.size() or (Size(decided=True) if format.ends else Size(rounds=1)),
            format=self.format,
            options=options,
            **self.terms.planned,
        )

    def size(self) -> "Size | None":
        """Read how long the tournament is to be; None if no option says. Raises OptionError."""
        from arena.tournament.size import Size

        given = [
            f"--{name}"
            for name in ("rounds", "games", "time", "until")
            if getattr(self, name) is not None
        ]
        only_one(given)
        if self.until is not None and not math.isfinite(self.until):
            raise OptionError(f"--until {self.until:g} is not a number of Elo points. Try 50.")
        if not given:
            return None
        seconds = None if self.time is None else parse_time(self.time)
        return Size(self.rounds, self.games, seconds, self.until)

    def pools(self) -> list[tuple[str, int]]:
        """List every game as (variant, players), leaving out sizes that a variant doesn't have.

        Raises OptionError if a variant or a number of players has no game at all, or the format
        needs a single number of players; VariantError for an unknown variant.
        """
        games = self._every_pool()
        format = format_named(self.format)
        if not format.one_size or len({players for _, players in games}) == 1:
            return games
        if self.players is not None:
            raise OptionError(
                f"A {format.name} plays with one number of players throughout. Give just one, as "
                f"in --players {CUP_PLAYERS}."
            )
        variants = {variant for variant, _ in games}
        fit = [
            players
            for _, players in games
            if all((variant, players) in games for variant in variants)
        ]
        if not fit:
            raise OptionError(
                f"A {format.name} plays with one number of players throughout, and none fits all "
                f"of {', '.join(sorted(variants))}. Name others, or give --players {CUP_PLAYERS}."
            )
        players = CUP_PLAYERS if CUP_PLAYERS in fit else max(fit)
        return [game for game in games if game[1] == players]

    def _every_pool(self) -> list[tuple[str, int]]:
        from arena.rules import compile_rulebook, table_sizes
        from arena.rules.compile import counts

        variants = parse_variants(self.variants)
        every = self.variants.strip() == ALL
        allowed = {name: table_sizes(name) for name in variants}
        if self.players is None:
            return [
                (name, count)
                for name in variants
                for count in (allowed[name] if every else usual_counts(allowed[name]))
            ]
        wanted = parse_players(self.players)
        games = [(name, count) for name in variants for count in wanted if count in allowed[name]]
        for name in variants:
            if not every and name not in {variant for variant, _ in games}:
                compile_rulebook(name, wanted[0])  # raises, saying how many it needs
        for count in wanted:
            if count not in {players for _, players in games}:
                known = ", ".join(f"{name} ({counts(allowed[name])})" for name in variants)
                raise OptionError(f"None of {known} is for {count} players.")
        return games


def parse_time(text: str) -> float:
    """Read `90s`, `10m` or `1h30m` as seconds. Raises OptionError."""
    seconds = parse_duration(text)
    if seconds is None:
        raise OptionError(
            f'--time {text!r} is not understood. Write it as "90s", "10m" or "1h30m".'
        )
    if not 0 < seconds < math.inf:
        raise OptionError(f"--time {text!r} leaves no time to play.")
    return seconds


@dataclass(frozen=True)
class BenchOptions:
    """The options of `arena bench`: the suite, and the terms that it leaves open."""

    panel = "What is played"

    suite: str = option(
        "What is played; it never changes once it is released.",
        default=USUAL_SUITE,
        choices=suite_names(),
    )
    tournament: str = option(
        "For the first players, show what these tournaments measured.", default="", metavar="IDS"
    )
    out: Path | None = option(
        "Write bench.json into this folder, with its records and a replay beside it; for several "
        "players, into a folder each.",
        metavar="FOLDER",
        show_default="with --html, beside the page",
    )
    html: Path | None = option("Write a page to publish, which links to --out.", metavar="FILE")
    terms: Annotated[PlaySettings, Without("tc", "st", "no_talk")] = USUAL_TERMS

    def folders(self, labels: Sequence[str]) -> list[Path | None]:
        """Return the folder of each player's files; None if they are not written."""
        if (out := self.out or (self.html and self.html.with_suffix(""))) is None:
            return [None] * len(labels)
        return [out / label.replace(":", "-") if len(labels) > 1 else out for label in labels]

    @classmethod
    def of(cls, plan: "Plan") -> "BenchOptions":
        """Return the options that mean this plan."""
        # The clock is the suite's, and cannot be given.
        terms = replace(PlaySettings.of(plan), tc=None, st=None)
        return cls(suite=plan.options["suite"], terms=terms)

    def plan(self) -> "Plan":
        """Return the plan of a benchmark by the suite. Raises ArenaError."""
        from arena.tournament.bench_scheduler import NAME
        from arena.tournament.plan import Plan
        from arena.tournament.size import Size

        suite = suite_named(self.suite)
        return Plan(
            games=tuple(suite.games),
            size=Size(games=suite.sizes.total()),
            format=NAME,
            options={"suite": suite.name},
            **self.terms.planned | {"time": self.terms.conditions.clock(suite.clock)},
        )


@dataclass(frozen=True)
class LeagueOptions:
    """The options as the user gave them; None where one was not given."""

    panel = "The league"

    games: int | None = option("Stop after this many games.", min=1, show_default="never")
    hours: float | None = option(
        "Stop after this many hours.", min=0.001, metavar="HOURS", show_default="never"
    )
    variants: str | None = variants_option(
        "those of the league; a new one: classic, rio_grande, anniversary"
    )
    players: str | None = players_option("as usual")
    per_author: int | None = option(
        "The most bots of one author in the league, versions aside; 0: any number. It "
        "holds until you say otherwise.",
        min=0,
        show_default="as it was; a new one: any number",
    )
    terms: Annotated[PlaySettings, Without("asking")] = USUAL_TERMS

    @classmethod
    def of(cls, plan: "Plan") -> "LeagueOptions":
        """Return the options that found a league with this plan."""
        meant = TournamentOptions.of(plan)
        return cls(variants=meant.variants, players=meant.players, terms=meant.terms)

    def plan(self) -> "Plan":
        """Return the plan of a league founded with these. Raises ArenaError, VariantError."""
        from arena.tournament.driver import Options, workers
        from arena.tournament.league import AHEAD, LEAGUE
        from arena.tournament.size import Size

        options = TournamentOptions(
            variants=self.variants or USUAL_VARIANTS, players=self.players, terms=self.terms
        )
        at_once = workers(Options(self.terms.conditions.concurrency or 0))
        # A run that others are to repeat must not depend on the machine.
        ahead = AHEAD if self.terms.seed is not None else max(AHEAD, at_once)
        return replace(
            options.plan(), format=LEAGUE, size=Size(endless=True), options={"ahead": ahead}
        )

    def mean(self, plan: "Plan") -> bool:
        """Return True if every option given agrees with a league's plan."""
        own, terms = self.plan(), self.terms
        given = {
            "games": self.variants is not None or self.players is not None,
            "time": terms.tc is not None or terms.st is not None or terms.conditions.allow_network,
            "talk": terms.no_talk,
            "cap": bool(terms.conditions.limits or terms.conditions.allow_env),
            "seed": terms.seed is not None,
        }
        return all(getattr(own, key) == getattr(plan, key) for key, was in given.items() if was)
