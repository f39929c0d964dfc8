"""The options of `arena tournament`, and how they become a plan."""

import math
import re
from dataclasses import dataclass

from arena.options.confinement import USUAL_CONDITIONS, Conditions
from arena.options.parsing import (
    ALL,
    OptionError,
    only_one,
    parse_players,
    parse_variants,
    usual_counts,
)
from arena.referee.clock import CLASSES, NETWORK, TimeControl
from arena.rules import compile_rulebook, table_sizes
from arena.rules.compile import counts
from arena.sandbox.needs import LIMITS, USUAL, Needs
from arena.tournament.formats import format_named
from arena.tournament.league import LEAGUE
from arena.tournament.plan import USUAL_FORMAT, Plan
from arena.tournament.schedule import Schedule
from arena.tournament.size import Size

USUAL_GAMES = 250
USUAL_VARIANTS = "classic,rio_grande,anniversary"
CUP_PLAYERS = 4
"""In formats that have one number of players throughout, where the games allow it."""
UNITS = {"s": 1, "m": 60, "h": 3600}
_TIME = re.compile(r"(?:\d+(?:\.\d+)?[smh])+")


@dataclass(frozen=True)
class TournamentOptions:
    """The options as the user gave them; None where one was not given."""

    variants: str
    players: str | None = None
    """None: 3 to 5 where a variant allows them, else and with all variants what it allows."""
    rounds: int | None = None
    games: int | None = None
    time: str | None = None
    until: float | None = None
    seed: int | None = None
    concurrency: int | None = None
    tc: str = "standard"
    st: float | None = None
    talk: bool = True
    format: str = USUAL_FORMAT
    reference: bool = False
    """Whether the reference field plays as well."""
    same_author: bool = False
    """Whether bots of one author meet."""
    conditions: Conditions = USUAL_CONDITIONS

    def plan(self) -> Plan:
        """The plan, of one round where no option says how long. Raises ArenaError, VariantError."""
        format = format_named(self.format)
        if format.ends and self.size() is not None:
            raise OptionError(
                f"A {format.name} ends when it is decided. Leave out --rounds, --games, --time and "
                "--until."
            )
        return Plan(
            games=tuple(self.pools()),
            size=self.size() or (Size(decided=True) if format.ends else Size(rounds=1)),
            time=self.conditions.clock(self.tc, self.st),
            format=self.format,
            talk=self.talk,
            seed=self.seed,
            cap=self.conditions.cap,
            options={"same_author": True} if self.same_author else {},
        )

    def size(self) -> Size | None:
        """How long the tournament is to be; None if no option says. Raises OptionError."""
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
        """(variant, players) of every game to be played; a variant is played where it can be.

        Raises OptionError when a variant or a number of players has no game at all, or when the
        format needs one number and there are several; VariantError for an unknown variant.
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


def usual_size(plan: Plan, bots: int) -> Size:
    """As the format has it; else as many rounds as make about USUAL_GAMES games, at least one."""
    if format_named(plan.format).ends:
        return Size(decided=True)
    schedule = Schedule(plan.format, range(max(1, bots)), plan.pools, b"")
    if schedule.usual_rounds:
        return Size(rounds=schedule.usual_rounds)
    return Size(rounds=max(1, round(USUAL_GAMES / max(1, sum(schedule.games.values())))))


def parse_time(text: str) -> float:
    """`90s`, `10m` or `1h30m` in seconds. Raises OptionError."""
    if not _TIME.fullmatch(text):
        raise OptionError(
            f'--time {text!r} is not understood. Write it as "90s", "10m" or "1h30m".'
        )
    seconds = sum(
        float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+)([smh])", text)
    )
    if not 0 < seconds < math.inf:
        raise OptionError(f"--time {text!r} leaves no time to play.")
    return seconds


def written(plan: Plan, bots: list[str]) -> str:
    """The command that plays a tournament of this plan again."""
    if plan.format == LEAGUE:
        words = ["arena league run", *_pools(plan)]
    else:
        words = ["arena tournament", *bots, *_pools(plan)]
    size = plan.size.given
    words += [f"--time {size['seconds']:g}s"] if "seconds" in size else []
    words += [f"--until {size['interval']:g}"] if "interval" in size else []
    words += [f"--{name} {size[name]}" for name in ("rounds", "games") if name in size]
    if plan.format not in (TournamentOptions.format, LEAGUE):
        words.append(f"--format {plan.format}")
    if plan.options.get("same_author"):
        words.append("--same-author")
    return " ".join([*words, *terms(plan)])


def terms(plan: Plan) -> list[str]:
    """The options that any kind of tournament has, where they are not the usual ones."""
    words = _clock(plan.time) + _cap(plan.cap)
    if not plan.talk:
        words.append("--no-talk")
    return words if plan.seed is None else [*words, f"--seed {plan.seed}"]


def _pools(plan: Plan) -> list[str]:
    """--variants and --players, the latter only if it makes a difference."""
    variants = ",".join(dict.fromkeys(variant for variant, _ in plan.games))
    players = ",".join(map(str, sorted({count for _, count in plan.games})))
    usual = TournamentOptions(
        variants, format=USUAL_FORMAT if plan.format == LEAGUE else plan.format
    ).pools() == list(plan.games)
    return [f"--variants {variants}", *([] if usual else [f"--players {players}"])]


def _cap(cap: Needs) -> list[str]:
    limits = [
        f"{name}={getattr(cap, key)}"
        for name, key in LIMITS.items()
        if getattr(cap, key) != getattr(USUAL, key)
    ]
    words = [f"--limits {','.join(limits)}"] if limits else []
    words += ["--allow-network"] if cap.network else []
    return [*words, *([f"--allow-env {','.join(cap.pass_env)}"] if cap.pass_env else [])]


def _clock(time: TimeControl) -> list[str]:
    names = {(each.bank_ms, each.increment_ms): name for name, each in CLASSES.items()}
    tc = names.get((time.bank_ms, time.increment_ms), str(time))
    usual = NETWORK if time.wall else TournamentOptions.tc
    words = [] if tc == usual else [f"--tc {tc}"]
    same = TimeControl.parse(tc).limit_ms == time.limit_ms
    return words if same else [*words, f"--st {time.limit_ms / 1000:g}"]
