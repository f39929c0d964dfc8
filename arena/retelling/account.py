"""A game told turn by turn, in words: all cards shown, or as one seat saw it."""

from collections.abc import Iterator
from typing import Any

from arena.retelling.replay import After, Replay
from arena.rules import Game
from arena.text import Speaker, coins, field_text, harmless, queue
from arena.text import beans as counted
from arena.text.expansions import before
from ladder.result import final_places, final_winners

Data = dict[str, Any]


def tell(replay: Replay, reader: int | None = None) -> Iterator[str]:
    """The lines of the account. `reader`: a seat, or None for all cards. Raises ReplayError."""
    who = Speaker([harmless(name, 40) for name in replay.names])
    yield from _opening(replay, who)
    yield from _table(replay, who, replay.start(), reader)
    for step in replay.steps():
        if isinstance(step, After):
            yield from _happened(replay, who, step, reader)
    yield from _ending(replay, who)


def _opening(replay: Replay, who: Speaker) -> Iterator[str]:
    data = replay.data
    yield f"{data['variant']}, {data['players']} players, rules version {data['rules']}"
    for seat, bot in enumerate(data["bots"]):
        yield f"  seat {seat}: {harmless(bot['name'], 40)} v{bot['version']}"
    yield f"\nTurn 1: {who.seat(0)}"


def _happened(replay: Replay, who: Speaker, step: After, reader: int | None) -> Iterator[str]:
    played = step.played
    if played.get("refused"):
        yield f"  ! {who.seat(step.seat)} was refused: {harmless(played['refused'])}"
    if played.get("fault"):
        yield f"  ! fault of {who.seat(step.seat)} ({played['fault']}); played in its place:"
    if played.get("say"):
        yield f"  {who.seat(step.seat)} says: “{harmless(played['say'])}”"
    declining: list[str] = []
    for event in step.events:
        told = replay.event(event, reader)
        if _declines(told):
            declining.append(who.seat(told["seat"]))
            continue
        yield from _declined(declining)
        if told["event"] == "turn":
            yield f"\n{who.event(told)}"
            yield from _table(replay, who, step.game, reader)
        elif told["event"] not in _UNTOLD:
            yield f"  {who.event(told)}"
    yield from _declined(declining)


def _declined(names: list[str]) -> Iterator[str]:
    """One line for those who declined everything, who are then forgotten."""
    if names:
        yield f"  {' and '.join(names)} decline{'s' if len(names) == 1 else ''}"
        names.clear()


# Said elsewhere in the account, or of no interest to a reader.
_UNTOLD = {"game_over", "lapsed", "round"}


def _declines(told: Data) -> bool:
    return told["event"] == "answered" and not any(
        told.get(what) for what in ("accepts", "offers", "withdrawn", "silent")
    )


def _table(replay: Replay, who: Speaker, game: Game, reader: int | None) -> Iterator[str]:
    seats = range(replay.book.players)
    views = [replay.view(game, seat) for seat in seats]
    width = max(len(who.seat(seat)) for seat in seats)
    common = views[0]
    left = f", on offer {counted(common['on_offer'])}" if common.get("on_offer") else ""
    yield (
        f"    draw pile {common['draw_pile']}, run-outs {common['run_outs']}, "
        f"discarded {len(common['discard'])}{left}"
    )
    for seat in seats:
        shown = reader is None or reader == seat
        hand = queue(views[seat]["hand"]) if shown else f"{common['hands'][seat]} cards"
        fields = " | ".join(field_text(field) for field in common["fields"][seat])
        yield (
            f"    {who.seat(seat):<{width}}  {coins(len(common['coins'][seat])):>8}  "
            f"fields {fields}  hand {hand}"
        )
        if more := "; ".join(before(common, seat)):
            yield f"    {'':<{width}}            {more}"


def _ending(replay: Replay, who: Speaker) -> Iterator[str]:
    result, forfeits = replay.data["result"], replay.data.get("forfeits", ())
    forfeited = {forfeit["seat"] for forfeit in forfeits}
    places = final_places(result["places"], forfeited)
    winners = final_winners(result["winners"], result["places"], forfeited)
    yield "\nThe game is over."
    seen = replay.view(replay.end, 0)
    for seat in sorted(range(replay.book.players), key=places.__getitem__):
        pile = [counted(seen["coins"][seat])] if seen["coins"][seat] else []
        counts = "; ".join([*pile, *before(seen, seat)]) or "nothing"
        won = "  wins" if seat in winners else ""
        yield f"  {places[seat]}. {who.seat(seat)}: {coins(result['scores'][seat])} ({counts}){won}"
    for forfeit in forfeits:
        yield f"  {who.seat(forfeit['seat'])} forfeited: {harmless(forfeit.get('reason', ''))}"
