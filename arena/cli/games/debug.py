"""`arena debug`: a bot's questions from a stored game, printed or put to a program again."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass
from typing import Any

from arena.cli.games.stored_games import check_seat, load
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, Common, Game, option, seat_option
from arena.cli.output.console import note, print_json, say
from arena.cli.output.diagnostics import LONGEST
from arena.errors import ArenaError, UsageError
from arena.text import harmless
from arena.text.speaker import Speaker
from protocol import Json

if not ONLY_SHOWN:
    import orjson

    from arena.codec.lines import encoded, hello
    from arena.replay.stored_game import refusals
    from arena.replay.transcript import TranscriptLine, transcript
    from protocol.choices import shape_problem
    from protocol.messages import is_comment, may_be_ready
    from protocol.model import whole_characters


class DebugError(ArenaError):
    """The arena cannot talk to the program being debugged."""


@dataclass(frozen=True)
class Reply:
    """The program's answer to a question, next to the answer in the game."""

    question: int
    ask: str
    then: Any
    now: str
    refused: str | None
    """Why an answer to it was refused in the game."""


def debug(
    game: Game,
    seat: int = seat_option("The seat whose questions to take.", default=MISSING),
    at: int | None = option("The id of the last question.", show_default="all questions"),
    cmd: str = option(
        "Start this program and ask it.",
        default="",
        metavar="COMMAND",
        show_default="print the lines",
    ),
    common: Common = COMMON,
) -> None:
    """Ask a bot what a seat was asked in a stored game; or print the questions.

    Examples:
        arena debug 17 --seat 2 --at 57
        arena debug 17 --seat 2 --at 57 --cmd "python3 -X dev mybot.py"

    JSON:
        # The lines of the conversation; with --cmd, what the program answers now.
        [{"to_bot": bool, "line": any}] | [{**Reply, "now": any}]
    """
    replay = load(common.home, game)
    check_seat(seat, replay.book.players)
    lines = transcript(replay, seat)
    last = max((line.question for line in lines), default=0)
    if not last:
        raise UsageError(f"Seat {seat + 1} was asked nothing in game {game}: it left too soon.")
    if at is not None and not 1 <= at <= last:
        raise UsageError(
            f"Seat {seat + 1} was asked questions 1 to {last} in game {game}, not {at}."
        )
    lines = [line for line in lines if at is None or line.question <= at]
    if not cmd:
        _show(lines, common.json)
        return
    whys = {each.question: each.reason for each in refusals(replay.data) if each.seat == seat}
    replies = list(_feed(lines, cmd, whys))
    shown = replies if at is None else replies[-1:]
    if common.json:
        print_json([reply.__dict__ for reply in shown])
        return
    who = Speaker(replay.names)
    for reply in shown:
        _show_reply(reply, lines, who)


def _show(lines: list[TranscriptLine], json: bool) -> None:
    if json:
        print_json([{"to_bot": line.to_bot, "line": line.message} for line in lines])
        return
    for line in lines:
        say(f"{'>' if line.to_bot else '<'} {harmless(line.text)}")
    note(
        "To step through your bot's answers, put these lines into its questions.txt, open its "
        "folder (VS Code: code .), and run its test in the debugger (F5)."
    )


def _show_reply(reply: Reply, lines: list[TranscriptLine], who: Speaker) -> None:
    asked = next(line for line in lines if line.question == reply.question and line.to_bot)
    view = asked.message["view"]
    say(f"Question {reply.question} ({reply.ask}), turn {view['turn']}")
    if reply.refused is not None:
        say(f"  refused:     {harmless(reply.refused, LONGEST)}")
    then = harmless(who.choice(reply.then, view)) if reply.then else ""
    now = in_words(reply.now, asked.message, who)
    same = " (the same)" if now == then else ""
    say(f"  in the game: {then or 'the arena chose in its place'}")
    say(f"  now:         {now or harmless(reply.now, LONGEST)}{same}")


def in_words(answer: str, asked: Json, who: Speaker) -> str | None:
    """Put a bot's line into words; return None if it isn't a choice."""
    try:
        choice = orjson.loads(whole_characters(answer.encode()))
        if isinstance(choice, dict):
            if choice.get("type") == "ask_model":
                return "asks its language model, which does not answer here"
            choice = choice.get("choice")
        # An index, in an object or by itself.
        if type(choice) is int and 0 <= choice < len(asked["choices"]):
            choice = asked["choices"][choice]
    except ValueError:
        return None
    if not isinstance(choice, dict) or shape_problem(choice) is not None:
        return None
    return harmless(who.choice(choice, asked["view"]))


def _feed(lines: list[TranscriptLine], command: str, refused: Mapping[int, str]) -> Iterator[Reply]:
    """Start the program and send it the lines, without a time limit."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--cmd {command!r} cannot be read: {error}. Close the quotes.") from None
    if not words:
        raise UsageError("--cmd is empty. Give the command that starts the program.")
    try:
        program = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},  # as in a game, where no bot need flush
        )
    except OSError as error:
        raise UsageError(
            f"{words[0]} cannot be started: {error.strerror}. Give another --cmd."
        ) from None
    try:
        ready = _ask(program, encoded(hello()).decode().rstrip(), may_be_ready)
        note(f"ready: {harmless(ready, LONGEST)}")
        answered = {line.question: line.message["choice"] for line in lines if not line.to_bot}
        for line in lines:
            message = line.message
            if not line.to_bot or message.get("again"):
                continue  # what the program answers takes the place of what was recorded
            if message["type"] == "decide":
                now = _ask(program, line.text)
                number = line.question
                then = answered.get(number)
                yield Reply(number, message["ask"], then, now, refused.get(number))
            else:
                _tell(program, line.text)
    finally:
        program.kill()  # it may wait for another question, or be in an endless loop
        with suppress(BrokenPipeError), program:  # closes its pipes, and waits
            pass


def _tell(program: subprocess.Popen[bytes], line: str) -> None:
    assert program.stdin
    try:
        program.stdin.write(line.encode() + b"\n")
        program.stdin.flush()
    except BrokenPipeError:
        raise DebugError("The program has ended; what it wrote is above.") from None


def _ask(
    program: subprocess.Popen[bytes],
    line: str,
    is_answer: Callable[[bytes], bool] = lambda line: not is_comment(line),
) -> str:
    _tell(program, line)
    assert program.stdout
    while answer := program.stdout.readline():
        if is_answer(answer):
            return answer.decode("utf-8", "replace").strip()
    raise DebugError("The program ended without an answer; what it wrote is above.")
