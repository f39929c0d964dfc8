"""Several people at one table: who may sit where, what each is told, and how the game goes on."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.sync.client import connect

from arena.replay.frames import PUBLIC, frames
from arena.replay.replay import Replay
from arena.web.room import Phase, Presence, Room
from ladder.database import casual_games
from ladder.database.store import Store
from tests.support.page_line import PATIENCE_S, Page
from tests.support.small_bots import GOOD
from tests.support.small_host import DUEL, SmallHost

WISHES = {"variant": DUEL, "players": 2, "people": 2, "seat": 0, "seed": None, "name": "Ada"}


@pytest.fixture
def pages(served: str) -> Iterator[list[Page]]:
    """Two pages with nothing on them yet."""
    opened = [Page(served), Page(served)]
    yield opened
    for each in opened:
        each.close()


def gather(page: Page, **wishes: Any) -> str:
    """Open a room; the invitation for its second place."""
    page.say("open", wishes=WISHES | wishes)
    told = page.until(lambda m: "gathering" in m)["gathering"]
    return str(told["people"][1]["invitation"])


def sit(page: Page, invitation: str, name: str = "Ben") -> None:
    page.say("sit", token=invitation, name=name)
    page.until(lambda m: "token" in m)


def journal(page: Page, words: str) -> None:
    """Wait until the page tells it."""
    page.until(lambda m: "seat" in m and any(words in text for _, _, text in m["seat"]["journal"]))


def play(pages: list[Page], until: str = "no such words") -> list[list[Any]]:
    """To the end, or until all were told so; every state that each page was told."""
    told: list[list[Any]] = [[] for _ in pages]
    answered: list[int | None] = [None for _ in pages]
    while not all(states and done(states[-1], until) for states in told):
        for number, page in enumerate(pages):
            message = page.next(0.01)
            if message is None or "seat" not in message:
                continue
            seat = message["seat"]
            told[number].append(seat)
            if seat["question"] is not None and seat["question"] != answered[number]:
                answered[number] = seat["question"]
                ends = (at for at, (_, about) in enumerate(seat["options"]) if "do" in about)
                page.choose(seat, next(ends))
    return told


def done(state: Any, until: str) -> bool:
    return bool(state["replay"]) or any(until in text for _, _, text in state["journal"])


@pytest.mark.slow
def test_two_people_play_and_each_is_told_what_the_seat_may_know(
    pages: list[Page], home: Path, served: str
) -> None:
    invitation = gather(pages[0])
    secret = pages[0].heard["gathering"]["watch"]
    with ThreadPoolExecutor() as beside:
        looking = beside.submit(lambda: [*looking_on(served, secret)])
        pages[0].until(lambda m: "gathering" in m)  # for it tells how many look on
        sit(pages[1], invitation)
        told = play(pages)
        shown = looking.result()
    number = int(told[0][-1]["replay"].removeprefix("replays/c").removesuffix(".html"))
    with Store(home / "ladder.sqlite", read_only=True) as store:
        replay = Replay(casual_games.record(store, number))
    assert [bot["name"] for bot in replay.data["bots"]] == ["Ada", "Ben"]
    for me, states in enumerate(told):
        allowed = {known(each.position, me) for each in frames(replay, me)}
        seen = [each for each in states if each["frame"] and not each["over"]]
        assert len(seen) > 20
        assert {known(each["frame"]["position"], me) for each in seen} <= allowed
        assert all(isinstance(each["frame"]["position"]["hands"][1 - me], int) for each in seen)
    allowed = {known(each.position, PUBLIC) for each in frames(replay, PUBLIC)}
    seen = [each["frame"]["position"] for each in shown if "frame" in each]
    assert len(seen) > 20
    assert {known(each, PUBLIC) for each in seen} <= allowed
    assert shown[0] == {"idle": "The game has not begun yet."}
    assert shown[1]["game"]["about"] == "Ada and Ben, being played"
    assert shown[-1]["final"]["replay"] == told[0][-1]["replay"]
    assert replay.data["seed"] not in orjson.dumps(shown).decode()  # it gives all away
    (late,) = [each for each in looking_on(served, secret) if "final" in each]
    assert late == shown[-1]


def looking_on(served: str, secret: str) -> Iterator[dict[str, Any]]:
    """What a spectator is told, to the end."""
    line = served.replace("http", "ws") + "watch/room"
    with connect(line, additional_headers={"Origin": served.rstrip("/")}) as opened:
        opened.send(secret)
        message: dict[str, Any] = {}
        while not message.keys() & {"final", "none"}:
            message = orjson.loads(opened.recv(PATIENCE_S))
            yield message


def known(position: Any, me: int) -> bytes:
    """What a seat knows of the cards."""
    cards = (position["hands"], position["turned_over"], position["coins"], position["draw_pile"])
    return orjson.dumps([me, *cards])


def test_a_link_is_for_one_seat_and_one_person(pages: list[Page], served: str) -> None:
    invitation = gather(pages[0])
    own = str(pages[0].heard["token"])
    assert len(invitation) >= 32 and invitation != own
    ben = pages[1]
    ben.say("return", token=invitation)
    invited = ben.until(lambda m: "invited" in m)["invited"]
    assert [each["invitation"] for each in invited["people"]] == ["", ""]
    assert own not in orjson.dumps(invited).decode()
    assert invited["watch"] == ""  # to hand it out is for those who sit
    for wrong in (invitation, own, "", "é"):
        (told,) = looking_on(served, wrong)
        assert told["none"].startswith("There is no such game any more")
    sit(ben, invitation)
    assert ben.heard["token"] not in (invitation, own)
    ben.until(lambda m: "seat" in m)
    other = Page(served)
    for wrong in (invitation, invitation[:-1], "", "é"):
        other.say("return", token=wrong)
        refused = other.until(lambda m: "left" in m)["left"]
        assert ("sits there already" in refused) == (wrong == invitation)
    other.close()
    assert own not in orjson.dumps(ben.heard).decode()
    assert ben.heard["token"] not in orjson.dumps(pages[0].heard).decode()


@pytest.mark.slow
def test_a_bot_plays_on_for_who_is_away_and_gives_the_seat_back(
    pages: list[Page], served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.web.room.GRACE_S", 0.2)
    ada, ben = pages
    sit(ben, gather(ada))
    seat = ben.until(lambda m: "seat" in m)["seat"]
    ben.close()
    journal(ada, "Ben has been away for a while. good plays on until they are back.")
    back = pages[1] = Page(served)
    back.say("return", token=ben.heard["token"])
    journal(ada, "Ben is back, and plays again.")
    back.say("leave")
    journal(ada, "Ben has left the table. good plays on.")
    # Alone with a bot in the other seat, which answers by itself.
    told = play([ada])[0]
    assert told[-1]["over"] and seat["me"] == 1
    assert [each["played"] for each in told[0]["people"]] == [False, True]


def test_who_never_comes_is_played_for_and_may_still_come(pages: list[Page]) -> None:
    ada, ben = pages
    invitation = gather(ada)
    ben.say("return", token=invitation)
    ben.until(lambda m: "invited" in m)
    ben.say("begin")  # is not Ben's to say
    assert "no game on this page" in ben.until(lambda m: "refused" in m)["refused"]
    ada.say("begin")
    journal(ada, "good plays in seat 2 until somebody comes.")
    ada.asked()
    sit(ben, invitation)
    journal(ada, "Ben is back, and plays again.")
    assert ben.until(lambda m: "seat" in m)["seat"]["me"] == 1


def test_a_clock_is_for_who_plays_alone_too(pages: list[Page]) -> None:
    pages[0].begin(WISHES | {"people": 1, "clock": 1})
    journal(pages[0], "Ada's time is up. good answers this question.")


@pytest.mark.slow
def test_the_clock_runs_out_and_a_late_answer_is_told(pages: list[Page]) -> None:
    ada, ben = pages
    sit(ben, gather(ada, clock=1))
    seat = ada.asked()
    assert 0 < seat["left_ms"] <= 1_000
    journal(ben, "Ada's time is up. good answers this question.")
    ada.choose(seat)
    note = ada.until(lambda m: "seat" in m and m["seat"]["note"])["seat"]["note"]
    assert note == "Too late: good has answered that for you."


def test_the_organiser_lets_a_bot_play_and_an_act_takes_the_seat_back(pages: list[Page]) -> None:
    ada, ben = pages
    sit(ben, gather(ada))
    ada.until(lambda m: "seat" in m)
    ben.say("replace", person=0)  # is not Ben's to say
    ada.say("replace", person=1)
    journal(ada, "Ada lets good play on for Ben.")
    ben.say("here")
    journal(ada, "Ben is back, and plays again.")


@pytest.mark.slow
def test_what_people_say_is_heard_at_once(pages: list[Page]) -> None:
    ada, ben = pages
    sit(ben, gather(ada))
    ben.until(lambda m: "seat" in m)
    ben.say("say", text="  Red for\x1b[31m soy?  ")
    journal(ada, "Ben: “Red for [31m soy?”")
    if ada.heard["seat"]["question"] is None:
        ada.asked()
    ada.say("type", text="say Gladly")
    journal(ben, "Ada: “Gladly”")
    states = play(pages)
    said = [text for sort, _, text in states[0][-1]["journal"] if sort == "said"]
    assert len(said) == len(set(said))  # once, though the referee tells it too


@pytest.mark.slow
def test_a_bot_that_fails_is_told(pages: list[Page], host: SmallHost) -> None:
    host.bot = host.small("crash", GOOD.replace("print(0, flush=True)", "sys.exit(3)"))
    ada, ben = pages
    sit(ben, gather(ada, variant="anniversary", players=3))
    state = play([ada, ben], "has failed")[1][-1]
    assert any("good has failed: exited with code 3." in text for _, _, text in state["journal"])
    (note,) = state["frame"]["notes"].values()
    assert note[0] == "failed"


def test_a_slot_and_its_room_go_through_their_states(host: SmallHost) -> None:
    def notify() -> None: ...

    async def states() -> None:
        ada, ben = (room := Room(host, WISHES, [])).slots
        assert (ada.presence, room.phase) == (Presence.FREE, Phase.GATHERING)
        ada.take("Ada")
        assert (ada.presence, room.complete) == (Presence.AWAY, False)
        room.connect(ada, notify)
        assert (ada.presence, room.occupied) == (Presence.HERE, True)
        room.disconnect(ada, lambda: None)  # of a page that no longer shows the slot
        assert ada.presence is Presence.HERE
        room.disconnect(ada, notify)
        assert (ada.presence, room.occupied) == (Presence.AWAY, False)
        room.connect(ada, notify)
        ben.take("Ben")
        room.connect(ben, notify)
        assert room.complete and await room.begin() and not await room.begin()
        assert room.phase is Phase.PLAYING
        room.leave(ben)
        assert (ben.presence, ben.bot_plays, ben.name) == (Presence.FREE, True, "Emma")
        ben.take("Ben")
        room.connect(ben, notify)
        assert (ben.presence, ben.bot_plays) == (Presence.HERE, False)
        room.leave(ben)
        room.leave(ada)  # the last one
        assert (room.phase, room.active) == (Phase.CLOSED, False)
        assert room.game is not None
        await asyncio.wait([room.game])  # which was cancelled before it ran
        assert room.phase is Phase.CLOSED
        assert not any(Path(bot.cwd).exists() for bot in host.sessions[0].spec.bots if bot.person)

    asyncio.run(states())
