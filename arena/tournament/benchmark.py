"""What `arena bench` measures: a player's numbers by a suite, all of them from its records alone.

With the file of a benchmark and its records beside it, anybody can find them again without the
ladder, the bots or a network.
"""

import gzip
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import isclose
from pathlib import Path
from statistics import fmean
from typing import Any, Literal
from zlib import compress
from zlib import error as ZlibError

import orjson
from pydantic import BaseModel, Field, ValidationError

from arena.errors import ArenaError
from arena.home import Home
from arena.llm.settings import LanguageModel
from arena.referee.clock import TimeControl
from arena.registry.storage import unbuilt
from arena.replay.replay import Replay
from arena.replay.seat_statistics import GIFT, SORTS, SeatStatistics, seat_statistics
from arena.replay.stored_game import Number
from arena.replay.verification import Checked, RecordSummary, Sent
from arena.rules import RULES_VERSION
from arena.text.phrases import listed
from arena.tournament.bench_scheduler import NAME as BENCH
from arena.tournament.bench_scheduler import suite_of
from arena.tournament.deals import deal_seed, seeds_of_game
from arena.tournament.overview import published_secret
from arena.tournament.plan import Plan
from arena.tournament.replaying import TASK, checkers, replay_stored
from arena.tournament.suites import Suite, suite_named
from arena.tournament.worker_process import core_count
from ladder.database.records import MOST
from ladder.database.store import WITH_MODEL, Bot, Store
from ladder.queries.games import levels, numbers_of, record, sources
from ladder.queries.pools import Wanted
from ladder.queries.usage import Use, models_returned, uses
from ladder.ratings.two_strengths import Known, Meeting, TwoStrengths, meetings, two_strengths
from ladder.tournaments.tournaments import seated, tournament
from protocol import Json

PLAYER = "the player"
"""What a suite's player is called among its bots."""
FILE, RECORDS, GAME = "bench.json", "games.jsonl.gz", "game.html"
"""The file of a benchmark; beside it its records, a line for each, and a replay of the first."""
BESIDE = {"where_nobody_trades": (1.0, 0.0), "beside_traders": (0.0, 1.0)}
"""The two strengths, as weights."""
_WHY = re.compile(r"\[choice 0, as the answer was ([a-z ]{1,40})\]")
"""How the note of a bot with a language model begins where it fell back on choice 0."""
NEARLY = 1e-4
"""How far a number may be from the same one found on another machine."""


@dataclass(frozen=True, slots=True)
class SuiteGame:
    """What follows from the secret about one game of a suite."""

    game: tuple[str, int]
    names: tuple[str, ...]
    """By seat: PLAYER, or the name of a bot of the suite."""
    bots: list[tuple[str, int]]
    """By seat: the bot's hash, and the seed it is given."""


def dealt(suite: Suite, secret: bytes, player: str) -> dict[str, SuiteGame]:
    """Return all games of a suite by the seeds of their deals. player: the hash of the player."""
    found: dict[str, SuiteGame] = {}
    hashes = {**suite.bots, PLAYER: player}
    circles = suite.circles(secret, PLAYER, {name: name for name in suite.bots})
    for match, (place, circle) in enumerate(circles):
        circle_hashes = [hashes[name] for name in circle]
        for rotation in range(len(circle)):
            names = seated(circle, rotation)
            seeds = seeds_of_game(secret, match, circle_hashes, rotation, rotation, swapped=False)
            bots = [(hashes[name], seed) for name, seed in zip(names, seeds, strict=True)]
            seed = deal_seed(secret, match, rotation).hex()
            found[seed] = SuiteGame(place.game, names, bots)
    return found


def measured(suite: Suite, games: Mapping[str, SuiteGame], records: Iterable[bytes]) -> Json:
    """Measure the player of some records, all of them of these games.

    JSON:
        BenchNumbers = {
            # Elo, with greedy at 1500 in both; coins, trades and what follows are means of a game.
            "where_nobody_trades": BenchElo, "beside_traders": BenchElo, "mean": BenchElo,
            "games": int, "coins": float, "trades": float, "place_score": float, "forfeits": int,
            "faults": {str: int}, "fallbacks": {str: int},  # how many in all, by kind and by cause
            "negotiation": {str: float},
        }
        # of_scale: the part of the error that all numbers by the suite share.
        BenchElo = {"elo": float, "interval": float, "of_scale": float}
    """
    means, played = list[dict[str, float]](), list[Played]()
    forfeits, faults, fallbacks = 0, Counter[str](), Counter[str]()
    for replay in map(Replay, records):
        game = games[replay.data["seed"]]
        seat = game.names.index(PLAYER)
        played.append((game.game, game.names, replay.places, replay.forfeits))
        means.append(_means(replay, seat_statistics(replay)[seat]))
        if (summary := RecordSummary.by(replay.data)) is not None:
            _, forfeited, kinds = summary.ends[seat]
            forfeits += forfeited
            faults.update(kinds)
        fallbacks.update(_fallbacks(replay, seat))
    fit = strengths(suite, played)
    mean = {key: round(fmean(each[key] for each in means), 6) for key in means[0]}
    return {
        **{
            name: {
                "elo": round(fit.elo(by), 6),
                "interval": round(fit.interval(by), 6),
                "of_scale": round(fit.of_scale(by), 6),
            }
            for name, by in {**BESIDE, "mean": suite.weights}.items()
        },
        "games": len(means),
        **{key: mean.pop(key) for key in ("coins", "trades", "place_score")},
        "forfeits": forfeits,
        "faults": dict(sorted(faults.items())),
        "fallbacks": dict(sorted(fallbacks.items())),
        "negotiation": mean,
    }


Played = tuple[tuple[str, int], Sequence[str], Sequence[int], Collection[int]]
"""A game: which, who sat where, the places by seat, and the seats that forfeited."""


def strengths(suite: Suite, played: Iterable[Played]) -> TwoStrengths:
    """Fit the strengths of the player that is called PLAYER in some games of a suite."""
    deals, known = list[list[Meeting]](), dict[str, Known]()
    for (variant, players), names, places, forfeits in played:
        # A bot goes by its game as well, as its strength is that of the game.
        game = f"{variant}-{players}"
        met = meetings(names, places, forfeits, suite.traders)
        called = {name: f"{name} {game}" for name in suite.bots} | {PLAYER: PLAYER}
        deals.append(
            [
                each._replace(one=called[each.one], other=called[each.other])
                for each in met
                if PLAYER in (each.one, each.other)
            ]
        )
        known |= {called[name]: Known(*suite.strengths[game][name]) for name in suite.bots}
    return two_strengths(deals, [PLAYER], known)


def _means(replay: Replay, seat: SeatStatistics) -> dict[str, float]:
    """Return a game's numbers of which a benchmark has the mean."""
    offers = [seat.offers[sort] for sort in SORTS]
    said = [
        each["say"]
        for each in replay.data["decisions"]
        if each["seat"] == seat.seat and each.get("say")
    ]
    others = [place for at, place in enumerate(replay.places) if at != seat.seat]
    mine = replay.places[seat.seat]
    return {
        "coins": seat.coins,
        "trades": len(seat.trades),
        "place_score": fmean((mine < place) + (mine == place) / 2 for place in others),
        "offers": sum(each.made for each in offers),
        "offers_taken": sum(each.taken for each in offers),
        "gifts_offered": seat.offers[GIFT].made,
        "offers_accepted": sum(each.accepted for each in offers),
        "gifts_given": seat.gifts_given,
        "gifts_received": seat.gifts_received,
        "coins_received": seat.coins_received,
        "coins_given": seat.coins_given,
        "sayings": len(said),
        "characters": sum(map(len, said)),
    }


def _fallbacks(replay: Replay, seat: int) -> Iterator[str]:
    """Yield the cause of each fallback of a bot with a language model."""
    for each in replay.data["decisions"]:
        if each["seat"] == seat and (each.get("usage") or {}).get("fallbacks"):
            why = _WHY.match(each.get("note") or "")
            yield why[1] if why else "unknown"


def prices_of(model: LanguageModel | None) -> Json | None:
    """Return a model's prices per million tokens; None if it has none."""
    if model is None or not model.priced:
        return None
    return {name: getattr(model, f"price_{name}") for name in ("in", "cached", "out")}


def from_ladder(
    store: Store, home: Home, number: int, player: Bot, prices: Json | None = None
) -> tuple[Json, list[bytes]] | None:
    """Return the benchmark of a player by a tournament, and its records; None without any game.

    Raises ArenaError if it is a tournament of another kind, or another player's.

    JSON:
        BenchmarkData = {
            "format": 1, "suite": str, "suite_hash": str, "calibration": str,
            "player": str, "hash": str,
            "files": {str: str},  # the SHA-256 of each of its program, the prompts among them
            "model": any, "models_returned": {str: int},  # how many answers came from which
            "prices": {str: float | null} | null,  # in, cached and out, per million tokens
            "numbers": BenchNumbers, "usage": Use | null,  # means of a game
            "scheduled": int, "voids": int, "begun": str, "ended": str,
            "settings": any, "secret": str | null, "secret_hash": str,
            "rules": str, "sources": {str: int}, "levels": {str: int},
        }
    """
    held = tournament(store, number)
    plan = Plan.of(held.settings)
    if plan.format != BENCH or held.settings["bots"] != [player.id]:
        raise ArenaError(
            f"Tournament {number} is no benchmark of {player.label}. List them: arena tournaments"
        )
    suite = suite_of(plan)
    records = [record(store, game) for game in numbers_of(store, Wanted(tournament_id=number))]
    if not records:
        return None
    (times,) = store.rows(
        "SELECT min(played_at) AS begun, max(played_at) AS ended, "
        "(SELECT count(*) FROM voids AS v JOIN games AS g ON g.id = v.game_id "
        "JOIN matches AS m ON m.id = g.match_id WHERE m.tournament_id = :of) AS voids "
        "FROM results AS r JOIN games AS g ON g.id = r.game_id "
        "JOIN matches AS m ON m.id = g.match_id WHERE m.tournament_id = :of",
        {"of": number},
    )
    used = uses(store, tournament_id=number).get(player.id)
    model = player.manifest.get(WITH_MODEL)
    program = player.hash if model is None else model["program"]
    folder = unbuilt(home, program, "build" in player.manifest)
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {
        "format": 1,
        "suite": suite.name,
        "suite_hash": suite.hash,
        "calibration": suite.calibration,
        "player": player.label,
        "hash": player.hash,
        "files": {
            file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest()
            for file in files
        },
        "model": model,
        "models_returned": models_returned(store, number, player.id),
        "prices": prices,
        "numbers": measured(suite, dealt(suite, held.secret, player.hash), records),
        "usage": None if used is None else asdict(used),
        "scheduled": suite.sizes.total(),
        **times,
        # Without the models' file, which is a path on this machine.
        "settings": plan.settings | {"models": ""},
        "secret": published_secret(held),
        "secret_hash": held.secret_hash,
        "rules": RULES_VERSION,
        "sources": sources(store, number),
        "levels": levels(store, number),
    }, records


def write(found: Json, records: Sequence[bytes], folder: Path) -> None:
    """Write a benchmark and its records into a folder."""
    (folder / RECORDS).write_bytes(gzip.compress(b"\n".join(records) + b"\n", mtime=0))
    option = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    (folder / FILE).write_bytes(orjson.dumps(found, option=option))


class _Elo(BaseModel):
    elo: float
    interval: float
    of_scale: float


class _Numbers(BaseModel):
    where_nobody_trades: _Elo
    beside_traders: _Elo
    mean: _Elo
    games: int
    coins: float
    trades: float
    forfeits: int
    fallbacks: dict[str, int]
    negotiation: dict[str, float]


class _Identity(BaseModel):
    model: str


class _Model(BaseModel):
    hash: str
    identity: _Identity = Field(alias="is")


class _Settings(BaseModel):
    games: list[tuple[str, int]]
    time: TimeControl


class _File(BaseModel):
    """What a table and a check need of a benchmark's file, which anybody may have written."""

    format: Literal[1]
    suite: str
    suite_hash: str
    calibration: str
    player: str
    hash: str
    files: dict[str, str]
    model: _Model | None
    models_returned: dict[str, int]
    prices: dict[str, float | None] | None = None
    numbers: _Numbers
    usage: Use | None
    scheduled: int
    begun: str
    ended: str
    secret: str | None
    secret_hash: str
    rules: str
    settings: _Settings
    sources: dict[str, int]
    levels: dict[str, int]


def read(file: Path) -> Json:
    """Read the file of a benchmark. Raises ArenaError if it is none."""
    try:
        text = file.read_bytes()
        _File.model_validate_json(text)
        # Not what the model has made of it: the check compares numbers that it does not name, too.
        found: Json = orjson.loads(text)
    except OSError as error:
        raise ArenaError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValidationError, orjson.JSONDecodeError):
        raise ArenaError(
            f"{file} is not a benchmark, or was made by another version of the arena. "
            "Make one: arena bench mybot --out FOLDER"
        ) from None
    return found


@dataclass(slots=True)
class Verified:
    """What replaying a benchmark has shown."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    """What is wrong, in sentences."""


def verified(file: Path, tell: Callable[[int], None]) -> Verified:
    """Replay the records of a benchmark, and find its numbers again. Raises ArenaError.

    tell: called with how many have been replayed.
    """
    found, result = read(file), Verified()
    suite = suite_named(found["suite"])
    if (suite.hash, RULES_VERSION) != (found["suite_hash"], found["rules"]):
        raise ArenaError(
            f"{file} cannot be checked here: its {suite.name} or its rules are not those of this "
            f"arena. Check it with the one that made it: {listed(found['sources'])}."
        )
    secret = _secret(found, result)
    records = _records(file.with_name(RECORDS), 1 + found["scheduled"])
    if secret is None:
        return result
    games, kept, seen = dealt(suite, secret, found["hash"]), list[bytes](), set[str]()
    for checked in _replayed(records, tell):
        number = checked.number.number
        why = checked.wrong or _misdealt(checked.said, games, seen)
        if why:
            result.wrong.append(f"Record {number + 1}: {why}")
        else:
            kept.append(records[number])
    result.right = len(kept)
    if kept and not result.wrong:
        again = measured(suite, games, kept)
        result.wrong += [
            f"{name} is {again[name]}, and not {found['numbers'].get(name)}."
            for name in again
            if not _alike(again[name], found["numbers"].get(name))
        ]
    return result


def _secret(found: Json, result: Verified) -> bytes | None:
    try:
        secret = bytes.fromhex(found["secret"])
    except (TypeError, ValueError):
        secret = b""
    if sha256(secret).hexdigest() == found["secret_hash"]:
        return secret
    result.wrong.append("Its secret is not the one whose SHA-256 was shown before the first game.")
    return None


def _records(file: Path, most: int) -> list[bytes]:
    """Read the file of records, at most so many. Raises ArenaError."""
    records = list[bytes]()
    try:
        with gzip.open(file) as lines:
            while len(records) < most and (line := lines.readline(MOST + 1)):
                records.append(line.rstrip(b"\n"))
        return records
    except (OSError, EOFError, ZlibError) as why:
        raise ArenaError(
            f"The records of the benchmark cannot be read from {file}: {why}. They are written "
            "beside it, and have to stay there."
        ) from None


def _replayed(records: Sequence[bytes], tell: Callable[[int], None]) -> Iterator[Checked]:
    """Replay records by anybody, in processes that none of them can let grow or hang."""
    sent = [Sent(Number(False, at), compress(each, 1)) for at, each in enumerate(records)]
    tasks = [sent[at : at + TASK] for at in range(0, len(sent), TASK)]
    with closing(replay_stored(checkers(core_count()), tasks)) as results:
        for done, some in enumerate(results, 1):
            yield from some
            tell(min(TASK * done, len(sent)))


def _misdealt(said: RecordSummary | None, games: Mapping[str, SuiteGame], seen: set[str]) -> str:
    """Say how a record differs from what follows from the secret; "" if it does not."""
    game = games.get(said.seed) if said and isinstance(said.seed, str) else None
    if said is None or game is None or said.seed in seen:
        return "its deal does not follow from the secret, or is there twice."
    seen.add(said.seed)
    if (said.game, said.bots) != ([*game.game, RULES_VERSION], game.bots):
        return "its game, bots or their seeds do not follow from the secret."
    return ""


def _alike(one: Any, other: Any) -> bool:
    """Compare numbers as far as two machines agree on them."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, float) and isinstance(other, int | float):
        return isclose(one, other, abs_tol=NEARLY)
    return bool(one == other)
