"""A gateway between a fake provider and the tests."""

import asyncio
import select
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx")

from arena.cli import models
from arena.llm.budget import Limit
from arena.llm.gateway import Gateway, GatewaySetup, gateway
from arena.llm.settings import read_models
from arena.llm.tape import Chain
from arena.referee.llm_player import GatewayLink
from tests.support.fake_provider import FakeProvider

Ask = Callable[..., dict[str, Any]]


def said(link: GatewayLink, patience_s: float = 20) -> dict[str, Any]:
    """The gateway's next line."""
    while True:
        assert select.select([link], [], [], patience_s)[0], "the gateway does not answer"
        if (got := link.receive()) is not None:
            return got


def prompt(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


class Played:
    """One gateway: `ask` plays games of one request after the other."""

    def __init__(self, place: Path) -> None:
        self.place = str(place)

    def game(self, player: str = "llm@small", program: str = "abc") -> GatewayLink:
        """A line on which a game has begun."""
        link = GatewayLink(self.place)
        model = player.rpartition("@")[2]
        link.send({"player": player, "program": program, "model": model})
        return link

    def ask(self, *prompts: str, player: str = "llm@small", program: str = "abc") -> list[Any]:
        """The answers to the prompts of one game."""
        link = self.game(player, program)
        answers = []
        for text in prompts:
            link.send(prompt(text))
            answers.append(said(link))
        link.close()
        return answers


@pytest.fixture
def provider() -> Iterator[FakeProvider]:
    """Two games at once, unless a test says how many: to start a worker takes more than to play."""
    with FakeProvider() as fake, pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "MOST_GAMES_AT_ONCE", 2)
        yield fake


@pytest.fixture
def opened(tmp_path: Path, provider: FakeProvider) -> Iterator[Callable[..., Played]]:
    """Starts a gateway to the fake provider; keys of models.toml as arguments."""
    with ExitStack() as stack:

        def start(
            *names: str, limits: tuple[Limit, ...] = (), tape_only: bool = False, **keys: Any
        ) -> Played:
            named = read_models(provider.models(tmp_path, *names, **keys))
            running = gateway(named, tmp_path / "tape.sqlite", limits, tape_only)
            return Played(stack.enter_context(running))

        yield start


@pytest.fixture
def here(tmp_path: Path, provider: FakeProvider) -> Callable[..., list[Any]]:
    """Asks the prompts of one game through a gateway in this process; keys of models.toml."""

    def ask(*prompts: str | dict[str, Any], tape_only: bool = False, **keys: Any) -> list[Any]:
        named = read_models(provider.models(tmp_path, **keys))
        order = GatewaySetup(named, tmp_path / "tape.sqlite", tmp_path / "s", tape_only=tape_only)

        async def play() -> list[Any]:
            served = Gateway(order)
            chain = Chain("llm@small", "abc", named["small"])
            requests = [prompt(each) if isinstance(each, str) else each for each in prompts]
            answers = [await served._reply(chain, each) for each in requests]
            await served.finish()
            return answers

        return asyncio.run(play())

    return ask
