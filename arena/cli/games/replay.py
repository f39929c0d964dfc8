"""`arena replay`: retell a game turn by turn, or write it as a page for a browser.

All cards are shown, or what one seat saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import typer

from arena.cli.games.stored_games import check_seat, load_with_logs, parse_game
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, Common, Game, option, seat_option
from arena.cli.options.bots import Rollouts
from arena.cli.output.console import answer, picked, print_json, say
from arena.cli.output.diagnostics import refusals_in_json, show_last_words
from arena.cli.output.output_files import require_page
from arena.errors import UsageError
from arena.replay.offer_book import declines_joined
from arena.replay.stored_game import label, refusals
from arena.text import harmless
from arena.text.cards import beans as counted
from arena.text.cards import coins, field_text, queue
from arena.text.speaker import Speaker
from arena.text.words import words
from protocol import Json

if not ONLY_SHOWN:
    from arena.replay.frames import Frame, frames
    from arena.replay.replay import Replay


def replay(
    game: Game,
    seat: int | None = seat_option("Only what this seat saw.", "all cards"),
    html: Path | None = option(
        "Write a page to look at in a browser.", metavar="FILE", show_default="print it here"
    ),
    at: int | None = option(
        "With --seat: only the turn of the question with this id.", show_default="the whole game"
    ),
    rollouts: Rollouts = False,
    common: Common = COMMON,
) -> None:
    """Retell a game turn by turn: hands, offers, trades, harvests and coins.

    With --html it becomes one file that needs no network, with the table, the negotiation and all
    that happened. A file for one seat holds nothing that this seat could not see. If the game has
    been judged, by --rollouts or arena why, the page shows how it stood at each turn, and leads
    from one costly decision to the next.

    Examples:
        arena replay 17
        arena replay 17 --seat 2
        arena replay 17 --seat 2 --at 57
        arena replay 17 --html game.html
        arena replay 17 --html mine.html --seat 2
        arena replay 17 --html lost.html --seat 2 --rollouts

    JSON:
        {
            "record": any, "events": [any],
            "questions": [{
                "seat": int, "ask": str, "turn": int, "chosen": any,
                "question": int | null,  # null for a choice in a forfeiter's place
            }],
            "refusals": [PrintedRefusal], "logs": {str: str},
        } | {"file": str, "bytes": int}  # with --html
    """
    if html is None and rollouts:
        raise typer.BadParameter("--rollouts goes with --html; in words: arena why GAME --rollouts")
    if at is not None and (seat is None or html is not None or common.json):
        raise typer.BadParameter("--at goes with --seat, and with neither --html nor --json.")
    if html is None:
        _print_replay(game, seat, at, common)
    else:
        _write_page(game, seat, html, rollouts, common)


def _print_replay(game: str, seat: int | None, at: int | None, common: Common) -> None:
    """Print a game turn by turn, or the turn of one question."""
    found, logs = load_with_logs(common.home, game)
    check_seat(seat, found.book.players)
    if common.json:
        print_json(_data(found, seat, logs))
        return
    if at is not None:
        _print_turn(tell(found, seat), at)
        return
    for line in tell(found, seat):
        say(line)
    for loser in found.forfeits:
        if seat in (None, loser) and loser in logs:
            say()
            show_last_words(found.names[loser], logs[loser])
            say(f"  All of it: arena log {game} --seat {loser + 1}")


def _print_turn(lines: Iterable[str], at: int) -> None:
    """Print the turn in which the seat was asked this question, in bold the line where it was."""
    turn: list[str] = []
    found = False
    for line in lines:
        # Each turn begins with an empty line, see `_happened`.
        if line.startswith("\n"):
            if found:
                break
            turn = []
        found = found or line.startswith(f"{at:>5} ")
        turn.append(line)
    if not found:
        raise UsageError(
            f"The seat was asked no question {at}. Leave out --at to see which ids it has."
        )
    for line in turn:
        say(line, "bold" if line.startswith(f"{at:>5} ") else "")


def _data(found: Replay, seat: int | None, logs: Mapping[int, str]) -> Json:
    """Return the events, the questions (of one seat or all), and what the record has."""
    told = list(frames(found, seat))
    return {
        "record": found.data,
        "events": [event for frame in told for event in frame.events],
        "questions": [
            picked(frame.decided, "seat", "question", "ask")
            | {"turn": frame.decided.view["turn"], "chosen": frame.decided.choice}
            for frame in told
            if frame.decided is not None
        ],
        "refusals": refusals_in_json(
            each for each in refusals(found.data) if seat in (None, each.seat)
        ),
        "logs": {str(each): text for each, text in logs.items() if seat in (None, each)},
    }


def _write_page(game: str, seat: int | None, file: Path, rollouts: bool, common: Common) -> None:
    """Write the replay of a game as one HTML file.

    `rollouts`: whether the game is judged, if it was not before.
    """
    from arena.cli.games.analysis import judged
    from arena.web.replay.page import replay_page

    found, logs = load_with_logs(common.home, game)
    check_seat(seat, found.book.players)
    require_page(file)
    judgement = judged(common.home, found, rollouts)
    written = replay_page(found, str(parse_game(game)), seat, logs, judgement=judgement)
    try:
        file.write_bytes(written)
    except OSError as error:
        raise UsageError(
            f"{harmless(file)} cannot be written: {error.strerror}. Give another --html FILE."
        ) from None
    size = f"{len(written) // 1000} kB"
    data = {"file": str(file), "bytes": len(written)}
    answer(common.json, data, f"{harmless(file)} ({size}): open it in a browser.")


def tell(replay: Replay, reader: int | None = None) -> Iterator[str]:
    """Yield the lines of the account. `reader`: a seat, or None for all cards."""
    who = Speaker([harmless(name, 40) for name in replay.names])
    yield from _opening(replay, who)
    answers: dict[int, int | None] = {}
    for frame in frames(replay, reader):
        if frame.number == 0:
            yield from _table(who, frame.position)
        lines = [*_happened(who, frame)]
        if not lines and reader is not None and frame.decided and frame.decided.ask not in _SEALED:
            lines = [(None, f"  {who.seat(reader)} does nothing")]
        yield from _numbered(frame, lines, answers)
    yield from _ending(replay, who, frame.position)


def _opening(replay: Replay, who: Speaker) -> Iterator[str]:
    data = replay.data
    yield f"{data['variant']}, {data['players']} players, rules version {data['rules']}"
    for seat, bot in enumerate(data["bots"]):
        yield f"  seat {seat + 1}: {harmless(label(bot), 60)}"
    yield "Before each decision stands the id of its question, as in arena debug."
    yield f"\nTurn 1: {who.seat(0)}"


Line = tuple[Sequence[int] | None, str]
"""A line, and the seats whose answers it shows, which may be sealed until others have answered;
None if it shows what the frame's own seat did."""


def _numbered(frame: Frame, lines: Iterable[Line], answers: dict[int, int | None]) -> Iterator[str]:
    """Yield the lines, the first after the id of the question if there was one.

    answers: by seat the id of the latest question with a sealed answer, from frame to frame.
    """
    decided = frame.decided
    question = decided.question if decided else None
    if decided and decided.ask in _SEALED:
        answers[decided.seat] = question
    for seats, line in lines:
        # Headings of turns and the table below them take no number.
        if line.startswith(("\n", "    ")):
            yield line
            continue
        if seats is None:
            number, question = question, None
        else:
            number = next((answers[seat] for seat in seats if seat in answers), None)
        yield f"{'' if number is None else number:>5}{line[1:]}"


def _happened(who: Speaker, frame: Frame) -> Iterator[Line]:
    decided = frame.decided
    if decided and decided.refused:
        corrected = " It corrected that:" if decided.fault is None else ""
        told = f"{who.seat(decided.seat)} was refused: {harmless(decided.refused)}.{corrected}"
        yield None, f"  ! {told}"
    if decided and decided.fault:
        told = f"fault of {who.seat(decided.seat)} ({decided.fault}); played in its place:"
        yield None, f"  ! {told}"
    for seat, text in frame.said:
        yield None, f"  {who.seat(seat)} says: “{harmless(text)}”"
    for event in declines_joined(frame.events):
        if event["event"] == "turn":
            yield None, f"\n{who.event(event)}"
            yield from ((None, line) for line in _table(who, frame.position))
        elif event["event"] not in _UNTOLD:
            answered = event.get("seats", [event.get("seat")])
            sealed = decided is not None and decided.ask in _SEALED
            shows = event["event"] in ("answered", "declined")
            yield answered if shows else [] if sealed else None, f"  {who.event(event)}"


_SEALED = ("answer", "bid")
"""What these ask for is shown to all when the last seat has answered."""
# Said elsewhere in the account, or of no interest to a reader.
_UNTOLD = {"game_over", "lapsed", "round"}


def _table(who: Speaker, table: Json) -> Iterator[str]:
    seats = range(len(table["hands"]))
    width = max(len(who.seat(seat)) for seat in seats)
    left = f", on offer {counted(table['on_offer'])}" if table.get("on_offer") else ""
    yield (
        f"    draw pile {table['draw_pile']}, run-outs {table['run_outs']}, "
        f"discarded {len(table['discard'])}{left}"
    )
    for seat in seats:
        cards = table["hands"][seat]
        hand = f"{cards} cards" if isinstance(cards, int) else queue(cards)
        fields = " | ".join(field_text(field) for field in table["fields"][seat])
        yield (
            f"    {who.seat(seat):<{width}}  {coins(len(table['coins'][seat])):>8}  "
            f"fields {fields}  hand {hand}"
        )
        if more := "; ".join(words().before(table, seat, who)):
            yield f"    {'':<{width}}            {more}"


def _ending(replay: Replay, who: Speaker, seen: Json) -> Iterator[str]:
    scores, places, winners = replay.data["result"]["scores"], replay.places, replay.winners
    yield "\nThe game is over."
    for seat in sorted(range(replay.book.players), key=places.__getitem__):
        pile = [counted(seen["coins"][seat])] if seen["coins"][seat] else []
        counts = "; ".join([*pile, *words().before(seen, seat, who)]) or "nothing"
        won = "  wins" if seat in winners else ""
        yield f"  {places[seat]}. {who.seat(seat)}: {coins(scores[seat])} ({counts}){won}"
    for seat, forfeit in replay.forfeits.items():
        yield f"  {who.seat(seat)} forfeited: {harmless(forfeit.get('reason', ''))}"
