"""A game told turn by turn, in words: all cards shown, or as one seat saw it."""

from collections.abc import Iterator

from arena.retelling.frames import Frame, frames
from arena.retelling.order_book import declines
from arena.retelling.replay import Replay
from arena.retelling.stored import label
from arena.text import harmless
from arena.text.cards import beans as counted
from arena.text.cards import coins, field_text, queue
from arena.text.phrases import listed
from arena.text.speaker import Speaker
from arena.text.words import words
from protocol import Json


def tell(replay: Replay, reader: int | None = None) -> Iterator[str]:
    """The lines of the account. `reader`: a seat, or None for all cards. Raises ReplayError."""
    who = Speaker([harmless(name, 40) for name in replay.names])
    yield from _opening(replay, who)
    for frame in frames(replay, reader):
        if frame.number == 0:
            yield from _table(who, frame.position)
        yield from _numbered(frame, _happened(who, frame))
    yield from _ending(replay, who, frame.position)


def _opening(replay: Replay, who: Speaker) -> Iterator[str]:
    data = replay.data
    yield f"{data['variant']}, {data['players']} players, rules version {data['rules']}"
    for seat, bot in enumerate(data["bots"]):
        yield f"  seat {seat + 1}: {harmless(label(bot), 60)}"
    yield "Before each decision stands the id of its question, as in arena debug."
    yield f"\nTurn 1: {who.seat(0)}"


def _numbered(frame: Frame, lines: Iterator[str]) -> Iterator[str]:
    """The lines with the id of the question in front of the first, where there was one."""
    question = frame.decided.question if frame.decided else None
    for line in lines:
        at_turn = line.startswith(("\n", "    "))
        number = "" if question is None or at_turn else question
        question = None
        yield line if at_turn else f"{number:>5}{line[1:]}"


def _happened(who: Speaker, frame: Frame) -> Iterator[str]:
    decided = frame.decided
    if decided and decided.refused:
        mended = " It mended that:" if decided.fault is None else ""
        yield f"  ! {who.seat(decided.seat)} was refused: {harmless(decided.refused)}.{mended}"
    if decided and decided.fault:
        yield f"  ! fault of {who.seat(decided.seat)} ({decided.fault}); played in its place:"
    for seat, text in frame.said:
        yield f"  {who.seat(seat)} says: “{harmless(text)}”"
    declining: list[str] = []
    for event in frame.events:
        if declines(event):
            declining.append(who.seat(event["seat"]))
            continue
        yield from _declined(declining)
        if event["event"] == "turn":
            yield f"\n{who.event(event)}"
            yield from _table(who, frame.position)
        elif event["event"] not in _UNTOLD:
            yield f"  {who.event(event)}"
    yield from _declined(declining)


def _declined(names: list[str]) -> Iterator[str]:
    """One line for those who declined everything, who are then forgotten."""
    if names:
        yield f"  {listed(names)} decline{'s' if len(names) == 1 else ''}"
        names.clear()


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
