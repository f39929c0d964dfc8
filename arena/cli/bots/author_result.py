"""The result that authors get for a submitted bot, as text and as JSON."""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from arena.cli.output.console import picked
from arena.cli.output.data_files import replaced
from arena.cli.output.diagnostics import LONGEST
from arena.errors import ArenaError
from arena.registry.check import NOT_ASKED, CheckStep
from arena.registry.checkouts import RESULT
from arena.registry.files import opened
from arena.text import harmless
from arena.text.ratings import with_interval
from arena.web import urls
from ladder.database.store import Bot, Store
from ladder.queries.lost_games import lost_games
from ladder.queries.standings import Standing
from protocol import Json

LAST_LINES = 20
"""Lines that are shown of a bot's stderr from before it failed."""
LOST_GAMES = 5
STANDING = (
    *("rank", "elo", "interval", "bound", "games", "faults", "faulty_games", "forfeits"),
    "unknown",
)
"""What authors get of their bot's standing."""
MOST_BYTES = 10_000_000
"""The largest result file that is read back; ours have some thousands of bytes."""


@dataclass(frozen=True)
class Intake:
    """The result of one checkout."""

    entry: str
    accepted: bool = False
    bot: str = ""
    """`name:version`; the name alone if no version was ever accepted, and "" if it has none."""
    new: bool = False
    """True for a version that was not on the ladder before."""
    reason: str = ""
    """Why it was not accepted."""
    content: str = ""
    """The hash of its files, if they could be read."""
    checked: bool = False
    """True if these files were checked, now or before; refused ones are not checked again."""
    check: tuple[Json, ...] = ()
    names: tuple[str, ...] = ()
    """The names under which it was ever accepted, which no other checkout may take."""


def steps_of(steps: Sequence[CheckStep]) -> tuple[Json, ...]:
    """Return the steps of a check, with the last lines of what the bot wrote."""
    return tuple(
        picked(step, "number", "title", "passed", "detail", "refusals", "warning")
        | {"output": "\n".join(step.output.splitlines()[-LAST_LINES:])}
        for step in steps
    )


def result_of(
    store: Store, done: Intake, bot: Bot | None, row: Standing | None, pages: str
) -> Json:
    """Return the result as --json and the result file have it.

    row: its standing over all pools. pages: where its author can see the ladder; "": nowhere.

    JSON:
        IntakeResult = {
            **Intake, "status": str | null, "page": str | null,
            # The last two are of a bot that has played.
            "standing": {
                "rank": int | null, "elo": float, "interval": float, "bound": int, "games": int,
                "faults": int, "faulty_games": int, "forfeits": int,
                "unknown": bool,  # no game shows how strong it is
            } | null,
            "lost_games": [{
                "game": int, "variant": str, "place": int, "players": int, "forfeited": bool,
                "faults": int, "replay": str, "page": str | null,
            }],
        }
    """
    pages = f"{pages.rstrip('/')}/" if pages else ""
    return asdict(done) | {
        "status": None if bot is None else bot.status,
        "page": f"{pages}{urls.bot(bot.id)}" if pages and bot else None,
        "standing": None if row is None else picked(row, *STANDING),
        "lost_games": [] if bot is None or row is None else _lost(store, bot, pages),
    }


def _lost(store: Store, bot: Bot, pages: str) -> list[Json]:
    """Return the latest games in which the bot came last or forfeited."""
    return [
        picked(lost, "variant", "place", "players", "forfeited")
        | {
            "game": lost.game_id,
            "faults": sum(lost.faults.values()),
            "replay": f"arena replay {lost.game_id} --seat {lost.seat + 1}",
            "page": f"{pages}{urls.replay(lost.game_id)}#seen={lost.seat + 1}" if pages else None,
        }
        for lost in lost_games(store, bot.id, LOST_GAMES)
    ]


def as_text(result: Json) -> str:
    """Return the result in words."""
    lines = [_verdict(result)]
    for step in result["check"]:
        detail = f" ({harmless(step['detail'], LONGEST)})" if step["detail"] else ""
        passed = "passed" if step["passed"] else "FAILED"
        if step["detail"] == NOT_ASKED:
            passed = "not tried"
        lines.append(f"  Step {step['number']}: {step['title']}: {passed}{detail}")
        if warning := step.get("warning"):
            lines.append(f"  Warning: {harmless(warning, LONGEST)}.")
        if not step["passed"] and step["output"]:
            lines.append("  Its last lines on standard error:")
            lines += [f"  | {harmless(each, LONGEST)}" for each in step["output"].splitlines()]
    if any(not step["passed"] for step in result["check"]):
        lines += ["", "See for yourself, where the arena is installed: arena check YOUR-BOT"]
    standing = result["standing"]
    if standing:
        rank = "not ranked yet" if standing["rank"] is None else f"rank {standing['rank']}"
        rating = with_interval(*(standing[name] for name in ("elo", "interval", "bound")))
        elo = "Elo not known yet" if standing["unknown"] else f"Elo {rating}"
        lines += [
            "",
            f"On the ladder: {rank}, {elo}, {standing['games']} games",
            f"Faults: {standing['faults']}, in {standing['faulty_games']} games; "
            f"{standing['forfeits']} games forfeited",
        ]
        lines += [f"All about it: {harmless(result['page'])}"] if result["page"] else []
    if lost := result["lost_games"]:
        lines += ["", "The latest games that it lost:"]
        for each in lost:
            place = f"place {each['place']} of {each['players']}"
            how = "forfeited" if each["forfeited"] else place
            lines.append(
                f"  {harmless(each['page'] or each['replay'])}   ({each['variant']}, {how})"
            )
        lines += [] if lost[0]["page"] else ["Ask the organiser to show them."]
    return "\n".join(lines) + "\n"


def _verdict(result: Json) -> str:
    if not result["accepted"]:
        return f"Not accepted: {harmless(result['reason'], 3 * LONGEST, keep_lines=True)}"
    state = "" if result["status"] == "active" else f" It is {result['status']}."
    return f"Accepted as {harmless(result['bot'])}.{state}"


class _Step(BaseModel):
    """A step of a stored check; older ones have no refusals, and no warning."""

    model_config = ConfigDict(strict=True, extra="forbid")
    number: int
    title: str
    passed: bool
    detail: str
    output: str
    refusals: list[str] = []
    warning: str = ""


class _Result(BaseModel):
    """The validated part of a stored result: authors may be able to write these files.

    Older results have no names.
    """

    model_config = ConfigDict(strict=True)
    entry: str
    bot: str
    reason: str
    content: str
    check: list[_Step]
    names: list[str] = []


def read_result(folder: Path, entry: str) -> Json:
    """Read the last result; empty if there is none, or none by us."""
    try:
        found: Json = json.loads(_read(folder, f"{entry}{RESULT}.json"))
        _Result.model_validate(found)
    except (ArenaError, OSError, ValueError, RecursionError):
        return {}
    return found if found["entry"] == entry else {}


def all_results(folder: Path) -> list[Json]:
    """Read the results of all bots so far, including those no longer submitted."""
    end = f"{RESULT}.json"
    names = sorted(each.name for each in folder.glob(f"*{end}")) if folder.is_dir() else []
    found = (read_result(folder, name.removesuffix(end)) for name in names)
    return [each for each in found if each]


def _read(folder: Path, name: str) -> bytes:
    """Read a file that we wrote. Raises NotAFile, OSError, ValueError if we did not."""
    # Authors can write here: a forged result could claim another's name, or be without end.
    with opened(folder, name) as file:
        if os.fstat(file.fileno()).st_uid not in (0, os.geteuid()):
            raise ValueError(f"{name} is not ours.")
        return file.read(MOST_BYTES)


def write_result(folder: Path, entry: str, result: Json) -> None:
    """Write both files. A link in their place is replaced, never followed."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, f"{entry}{RESULT}.txt", as_text(result).encode("utf-8", "replace"))
    _write(folder, f"{entry}{RESULT}.json", json.dumps(result, indent=2).encode() + b"\n")


def _write(folder: Path, name: str, content: bytes) -> None:
    with suppress(ArenaError, OSError, ValueError):
        if _read(folder, name) == content:
            return
    with replaced(folder / name) as file:
        file.write(content)
