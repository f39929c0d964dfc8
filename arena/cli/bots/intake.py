"""`arena intake`: submit the changed bots in a folder of checkouts, and write each a result."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import typer

from arena.cli.exit_codes import NO
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Common, argument
from arena.cli.options.bots import IntakeOptions
from arena.cli.output.console import is_terminal, note, print_json, say
from arena.cli.output.output_files import require_writable
from arena.errors import ArenaError, UsageError
from arena.home import Home
from arena.referee.clock import TimeControl
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.text import harmless
from arena.text.phrases import counted
from arena.text.sanitize import alike
from ladder.database.errors import UnknownBot
from ladder.database.store import Bot, Store
from ladder.queries.standings import overall
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.bots.author_result import (
        Intake,
        all_results,
        read_result,
        result_of,
        steps_of,
        write_result,
    )
    from arena.cli.bots.check_progress import Checking
    from arena.registry.checkouts import Checkout, checkouts
    from arena.registry.lookup import existing_path
    from arena.registry.owners import NotYours, default_key_file, read_or_create_key
    from arena.registry.submission import pending_bot


_HALF = 32
"""Half of an owner's hexadecimal digits."""


def intake(
    folder: str = argument("FOLDER", "Holds a script, or a folder with a bot.toml, for each bot."),
    *,
    options: IntakeOptions,
    common: Common,
) -> None:
    """Submit every bot in a folder that has changed.

    Each entry of FOLDER, such as a checkout, is one bot. With --keys, the entry's name decides
    which key it gets: ada for ada and ada.py, and for more bots by that author, such as ada+second
    or ada+third.py. A bot that is refused does not stop the others. Its author finds the result in
    NAME.arena-result.txt or .json, with the bot's standing and its lost games once it has played;
    exit code 1 if any was refused. Run it as often as you like, even while the league plays. Off a
    terminal, as in a crontab, it prints only what has changed since the last time.

    Examples:
        arena intake checkouts/
        arena intake checkouts/ --keys keys/ --results results/
        arena intake checkouts/ --json

    JSON:
        [IntakeResult]  # one for each checkout
    """
    inbox = existing_path(folder, "Give the folder with the checkouts.")
    found = _checkouts(inbox)
    if options.keys is not None:
        with suppress(OSError):
            options.keys.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Checked first, as the mistake is the organiser's: no author could fix it.
        require_writable(options.keys, "Give another folder: --keys DIR")
    time, cap = options.conditions.clock(options.tc), options.conditions.cap
    level = options.conditions.confinement([each.entry for each in found])
    written_to = options.results or inbox
    told = [read_result(written_to, each.entry) for each in found]
    done = []
    with opened(common.home) as (data, store, _):
        desk = _Desk(data, store, options, time, level, cap)
        desk.claim(all_results(written_to))
        for number, (each, before) in enumerate(zip(found, told, strict=True), start=1):
            came = desk.take(each, before, quiet=common.json)
            # Off a terminal print only news, since cron mails whatever is printed.
            if not common.json and (is_terminal() or not _as_last_time(came, before)):
                _tell(came, before, f"{number} of {len(found)}: {harmless(each.entry, 80)}")
            done.append(came)
        results = _results(store, done, options.pages)
    written = [_written(written_to, result) for result in results]
    if common.json:
        print_json(results)
    else:
        _conclude(done, told, written_to)
    if not all(written) or not all(came.accepted for came in done):
        raise typer.Exit(NO)


def _checkouts(inbox: Path) -> list[Checkout]:
    if not inbox.is_dir():
        raise UsageError(f"{harmless(str(inbox))} is not a folder. Name the one with the bots.")
    found = list(checkouts(inbox))
    if not found:
        raise ArenaError(f"{harmless(str(inbox))} holds no bots. Put a script or a folder there.")
    return found


def _results(store: Store, done: list[Intake], pages: str) -> list[Json]:
    rows = {row.bot_id: row for row in overall(store)}
    results = []
    for came in done:
        bot = _on_ladder(store, came.bot)
        results.append(result_of(store, came, bot, rows.get(bot.id) if bot else None, pages))
    return results


def _written(folder: Path, result: Json) -> bool:
    """Write a result; print why if it can't be written, so that others still get theirs."""
    try:
        write_result(folder, result["entry"], result)
    except OSError as error:
        name = harmless(result["entry"], 80)
        note(f"The result of {name} cannot be written: {error.strerror}.")
        return False
    return True


@dataclass
class _Desk:
    """Submits bots one by one."""

    home: Home
    store: Store
    options: IntakeOptions
    time: TimeControl
    level: Level
    cap: Needs
    claimed: dict[str, str] = field(default_factory=dict)
    """Which entry owns a name; names are compared as `alike` does."""

    def claim(self, told: list[Json]) -> None:
        """Reserve names for the entries that had them accepted, even absent ones."""
        for before in told:
            for name in _names(before):
                self.claimed.setdefault(alike(name), before["entry"])

    def take(self, each: Checkout, before: Json, quiet: bool) -> Intake:
        """Submit a bot unless it is unchanged; the result says what is wrong with it."""
        report, name, content = Checking(), "", ""
        names = _names(before)
        try:
            manifest = each.manifest()
            name = manifest.name
            other = self.claimed.get(alike(name), each.entry)
            if other != each.entry:
                raise ArenaError(
                    f"{name} is the bot in {harmless(other, 80)} already. Choose another name. "
                    "(The organiser can let the name move, by removing the results of "
                    "that one.)"
                )
            content = each.content(manifest)
            # What was refused is not checked again before it changes, as a check takes a while.
            refused = before.get("accepted") is False and before.get("checked") is True
            if refused and before.get("content") == content:
                return _as_before(each, before)
            if not quiet and before.get("content") != content:
                say(f"Checking {harmless(each.entry, 80)} …")
            owner = self._owner(each, name)
            with pending_bot(
                *(self.home, self.store, each.path, each.name),
                # Who names no author is called as the entry is.
                author=manifest.author or each.key,
                owner=owner,
                level=self.level,
            ) as bot:
                bot.check(self.cap, self.time, report.done, level=self.level)
                kept = bot.enter(owner)
            self.claimed[alike(name)] = each.entry  # only now: a refused bot takes nobody's name
        except (ArenaError, OSError, UnicodeError) as error:
            return Intake(
                each.entry,
                bot=self._label(name),
                reason=_reason(error, name),
                content=content,
                checked=bool(report.steps),
                check=steps_of(report.steps),
                names=names,
            )
        return Intake(
            each.entry,
            accepted=True,
            bot=kept.bot.label,
            new=kept.new,
            content=content,
            checked=True,
            check=steps_of(report.steps),
            names=tuple(dict.fromkeys((*names, name))),
        )

    def _owner(self, each: Checkout, name: str) -> str:
        """Return the owner by the author's key, or without `--keys` one made of the organiser's.

        A key in common would make one person of all authors, whose bots do not meet. Half of the
        owner is the organiser's, who lets a name move to another entry by removing results.
        """
        if self.options.keys:
            return read_or_create_key(self.options.keys / each.key).owner
        organiser = read_or_create_key(self.options.key_file or default_key_file()).owner
        whose = sha256(f"{organiser} {each.key}".encode()).hexdigest()
        ours, owner = organiser[:_HALF], organiser[:_HALF] + whose[_HALF:]
        # A bot entered with this key goes to the entry that has its name now: because of `claim`,
        # the one it was accepted from, unless the organiser has removed that one's results.
        known = self.store.versions(name)
        self.store.set_owner([bot.id for bot in known if bot.owner.startswith(ours)], owner)
        return owner

    def _label(self, name: str) -> str:
        """Return the version on the ladder of a bot whose next one was refused."""
        known = _on_ladder(self.store, name)
        return name if known is None else known.label


def _as_before(each: Checkout, before: Json) -> Intake:
    """Return the last result of a checkout that was refused and has not changed."""
    kept = {name: before[name] for name in ("bot", "reason", "content")}
    check, names = tuple(before["check"]), _names(before)
    return Intake(each.entry, **kept, checked=True, check=check, names=names)


def _names(before: Json) -> tuple[str, ...]:
    """Return the names of an entry by its last result, which if it is old has only the last."""
    last = before["bot"].partition(":")[0] if before.get("accepted") is True else ""
    return tuple(before.get("names", [last] if last else []))


def _reason(error: Exception, name: str) -> str:
    if isinstance(error, NotYours):  # an author cannot give a key here
        return f"{error.why}. Choose {error.choose}, or ask the organiser for the same key."
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename} cannot be used: {error.strerror}."
    # The refusal itself was reported already, with its reason.
    why = str(error).removeprefix(f"{name} is not accepted: ")
    return why[:1].upper() + why[1:] if why != str(error) else why


def _on_ladder(store: Store, label: str) -> Bot | None:
    try:
        return store.find_bot(label) if label else None
    except UnknownBot:
        return None


def _as_last_time(came: Intake, before: Json) -> bool:
    """Return True if it came out as last time: still accepted, or refused for the same reason."""
    was = [before.get(name) for name in ("accepted", "content", "reason")]
    return was == [came.accepted, came.content, came.reason] and not came.new


def _tell(came: Intake, before: Json, which: str) -> None:
    if came.accepted:
        say(f"{which}: {'accepted as ' + came.bot if came.new else came.bot + ' is unchanged'}")
    elif _as_last_time(came, before):
        say(f"{which}: still not accepted, and unchanged")
    else:
        failed = next((each["detail"] for each in came.check if not each["passed"]), "")
        say(f"{which}: NOT accepted. {harmless(f'{came.reason} {failed}'.rstrip(), 500)}")


def _conclude(done: list[Intake], told: list[Json], written_to: Path) -> None:
    new = sum(came.new for came in done)
    refused = sum(not came.accepted for came in done)
    unchanged = all(_as_last_time(came, before) for came, before in zip(done, told, strict=True))
    if unchanged and not is_terminal():
        return
    say()
    if unchanged:
        say("Nothing has changed since the last intake.")
    say(
        f"{counted(new, 'new version')}, "
        f"{len(done) - new - refused} unchanged, {refused} not accepted. "
        f"Results for their authors: {harmless(str(written_to))}/NAME.arena-result.txt"
    )
