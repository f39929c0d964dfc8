"""The gateway: the one process that asks providers for the bots of a run.

It reads what it needs from its standard input, one line of JSON, says that it is ready, and serves
the seats of games over a socket. It ends when its standard input does; but first it finishes, and
puts on the tape, what providers have been asked for by then, however its arena ended.

A seat says who plays when a game begins, then asks, one thing at a time:

{"player": "llm@small", "program": "<its hash>", "model": "small"}
{"messages": [...], "max_tokens": 300, "ask": "<the kind of question>"}
{"text": "…", "stop": "stop", "tokens_in": 900, "cached": 640, "tokens_out": 40, "cost": 0.0002, …}
{"void": "…"}     the provider failed three times: the game does not count, and is played again
{"halt": "…"}     the run is to end: a key is wrong, the model never answers, the budget is used up
"""

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from pydantic import TypeAdapter

from arena.llm.budget import Budget, Limit
from arena.llm.provider import FILTERED, Misconfigured, Unavailable, ask
from arena.llm.rehearsal import MOST_FAILED, RehearsalTrial, remedy
from arena.llm.settings import LanguageModel, ModelsError
from arena.llm.tape import Answer, Chain, Request, Tape, unusable
from arena.sandbox.scratch import socket_folder
from arena.source import ROOT
from arena.text.phrases import listed

TRIES = 3
"""A provider that fails so often in a row makes the game void; a model that does not answer a
question of a kind that it never answered before ends the run."""
LONGER = 4
"""How many times as long as the first wait the second one is."""
LINE_LIMIT = 8 * 2**20
LOOK_AGAIN_S = 0.1
"""While another process asks for the same."""
_ENVIRONMENT = (
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy"),
)
"""What httpx reads before it asks for anything."""
OLD_TAPE = " (it begins with answers of an older arena, which did not say where, and are not used)"


@dataclass(frozen=True, slots=True)
class GatewaySetup:
    """What a gateway is to do; sent to its process as a line of JSON."""

    models: dict[str, LanguageModel]
    tape: Path
    socket: Path
    limits: tuple[Limit, ...] = ()
    tape_only: bool = False


_ORDER = TypeAdapter(GatewaySetup)


class Halt(Exception):
    """The run is to end; the text says why, and what to do."""


class Gateway:
    """Serves the seats of a run."""

    def __init__(self, order: GatewaySetup) -> None:
        self._order = order
        self._tape = Tape(order.tape)
        self._budget = Budget(order.limits)
        self._settled = asyncio.Condition()
        self._places = {
            name: asyncio.Semaphore(model.at_once) for name, model in order.models.items()
        }
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._trials: defaultdict[str, RehearsalTrial] = defaultdict(RehearsalTrial)
        self._client: Any = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.ending = asyncio.Event()
        """Set when nothing new may begin."""
        self._why = "The run has ended."

    async def seat(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one seat until it hangs up."""
        chain: Chain | None = None
        with suppress(ConnectionError, ValueError, asyncio.IncompleteReadError):
            while line := await reader.readline():
                said = json.loads(line)
                if "player" in said:
                    model = self._order.models[said["model"]]
                    chain = Chain(said["player"], said["program"], model)
                    continue
                assert chain is not None
                # Shielded by being a task: an answer that was paid for is kept, whoever is gone.
                task = asyncio.create_task(self._reply(chain, said))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                writer.write(json.dumps(await asyncio.shield(task)).encode() + b"\n")
                await writer.drain()
        writer.close()

    async def finish(self) -> None:
        """Wait for all that is under way; nothing new begins."""
        self.ending.set()
        async with self._settled:
            self._settled.notify_all()
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self._client is not None:
            await self._client.aclose()
        self._tape.close()

    async def _reply(self, chain: Chain, request: Request) -> dict[str, Any]:
        kind = request.pop("ask", "")
        lock = self._asking.setdefault(chain.next(request), asyncio.Lock())
        try:
            async with lock:  # the same, asked for by two seats, is asked for once
                return self._kept(chain) or await self._fetch(chain, request, kind)
        except Unavailable as failed:
            return {"void": f"{_model(chain)} failed {TRIES} times: {failed}"}
        except Halt as halt:
            return {"halt": str(halt)}
        except sqlite3.Error as error:
            self._why = str(unusable(self._order.tape, error))
            self.ending.set()  # the others need not wait for it as well
            return {"halt": self._why}
        except Exception as error:  # a seat that is told nothing waits for ever
            return {"halt": f"{_model(chain)} cannot be asked ({type(error).__name__}: {error})."}

    def _kept(self, chain: Chain) -> Answer | None:
        """The answer on the tape; one that failed only where nothing may be asked again."""
        answer = self._tape.find(chain.key)
        return answer if answer and (self._order.tape_only or "failed" not in answer) else None

    async def _fetch(self, chain: Chain, request: Request, kind: str) -> Answer:
        """Ask, and keep the answer. Raises Unavailable, Halt."""
        if self._order.tape_only:
            raise Halt(
                f"The tape has no answer to request {chain.number} of {chain.player} in a game"
                f"{OLD_TAPE if self._tape.old else ''}. Leave out --tape-only to ask its model."
            )
        self._go_on()
        while not self._tape.begin(chain.key):
            await self._pause(LOOK_AGAIN_S)
        try:
            if (kept := self._kept(chain)) is not None:  # another process was quicker
                self._tape.give_up(chain.key)
                return kept
            answer = await self._patiently(chain, request, kind)
        except BaseException:
            self._tape.give_up(chain.key)
            raise
        self._tape.keep(chain, answer)
        return answer

    async def _patiently(self, chain: Chain, request: Request, kind: str) -> Answer:
        """Ask until there is an answer for the bot. Raises Unavailable, Halt."""
        trial, wait_s = self._trials[chain.player], chain.model.retry_s
        for left in reversed(range(TRIES)):
            try:
                answer = await self._once(chain, request)
            except Unavailable as failed:
                if not left and not trial.begun:
                    raise Halt(
                        f"{_model(chain)} failed {TRIES} times before it has answered anything: "
                        f"{failed}. See that it runs, and that its base_url is right."
                    ) from None
                if not left:
                    raise
                await self._pause(max(wait_s, failed.wait_s))
                wait_s *= LONGER
                continue
            if trial.passes(kind, answer):
                if trial.fails(chain, answer):
                    raise _hopeless(chain, f"has not answered {MOST_FAILED} times in a row", answer)
                return answer
        raise _hopeless(chain, f"does not answer a question{kind and f' (“{kind}”)'}", answer)

    async def _pause(self, seconds: float) -> None:
        """Wait. Raises Halt if the run ends meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.ending.wait(), seconds)
        self._go_on()

    def _go_on(self) -> None:
        if self.ending.is_set():
            raise Halt(self._why)

    async def _once(self, chain: Chain, request: Request) -> Answer:
        """Ask once, within the budget. Raises Unavailable, Halt."""
        model, answer = chain.model, None
        async with self._places[_name(chain)]:
            taken = await self._taken(chain.player, model, request)
            try:
                started = time.monotonic()
                answer = await ask(self._opened(), model, request)
                answer = _measured(answer, model, request, time.monotonic() - started)
            except Misconfigured as why:
                raise Halt(
                    f"{_model(chain)} cannot be asked: {why}. Correct it in models.toml."
                ) from None
            finally:
                self._budget.settle(taken, answer)
                async with self._settled:
                    self._settled.notify_all()
        return answer

    async def _taken(self, player: str, model: LanguageModel, request: Request) -> Any:
        """Wait until the budget has room for a request. Raises Halt if it never will."""
        async with self._settled:
            while True:
                self._go_on()
                if limit := self._budget.refuses(player):
                    raise Halt(f"The budget is used up ({limit}).")
                taken = self._budget.reserve(player, model, request)
                if taken is not None:
                    return taken
                await self._settled.wait()

    def _opened(self) -> Any:
        if self._client is None:
            import httpx  # only where something is asked for

            models = self._order.models.values()
            most = sum(model.at_once for model in models)
            try:
                self._client = httpx.AsyncClient(
                    timeout=None,  # a time-out of ours is over all of a request
                    limits=httpx.Limits(max_connections=most, max_keepalive_connections=most),
                    follow_redirects=False,  # which would show the key to somebody else
                    # Certificates are read at once, and need to be there only for https.
                    verify=any(model.base_url.startswith("https:") for model in models),
                )
            except (OSError, ValueError, ImportError) as error:
                named = [each for each in _ENVIRONMENT if each in os.environ]
                raise Halt(
                    f"No model can be asked with this environment ({error}). Correct or unset "
                    f"what is wrong of {listed(named or _ENVIRONMENT)}."
                ) from None
        return self._client


def _name(chain: Chain) -> str:
    """The name of a model in models.toml."""
    return chain.player.rpartition("@")[2]


def _model(chain: Chain) -> str:
    return f"The model of {chain.player} at {chain.model.base_url}"


def _hopeless(chain: Chain, why: str, last: Answer) -> Halt:
    """Why a run ends in which a model gives no answers, and what to change."""
    mend = remedy(_name(chain), chain.model, last)
    return Halt(f"{_model(chain)} {why}: {last['failed']}. {mend}")


def _measured(answer: Answer, model: LanguageModel, request: Request, seconds: float) -> Answer:
    """The answer with its cost and time; tokens are estimated where the provider counts none."""
    tokens_in, tokens_out = answer["tokens_in"], answer["tokens_out"]
    if answer["stop"] not in ("refused", FILTERED):
        tokens_in = tokens_in or sum(len(each["content"]) for each in request["messages"]) // 4
        tokens_out = tokens_out or len(answer["text"]) // 4
    cost = model.cost(tokens_in, answer["cached"], tokens_out)
    counted = {"tokens_in": tokens_in, "tokens_out": tokens_out}
    return answer | counted | {"cost": round(cost, 9), "seconds": round(seconds, 3)}


async def _serve(order: GatewaySetup) -> None:
    gateway = Gateway(order)
    server = await asyncio.start_unix_server(gateway.seat, order.socket, limit=LINE_LIMIT)
    loop = asyncio.get_running_loop()
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.buffer.read)  # until whoever started us is gone
    server.close()
    await gateway.finish()


def main() -> None:
    """Serve until standard input ends."""
    order = _ORDER.validate_json(sys.stdin.buffer.readline())
    try:
        asyncio.run(_serve(order))
    except ModelsError as error:
        print(error, flush=True)
    except OSError as error:
        print(f"The gateway to the models cannot be started: {error}", flush=True)
    finally:
        with suppress(OSError):
            order.socket.unlink(missing_ok=True)
            order.socket.parent.rmdir()
    os._exit(0)


_PROGRAM = "from arena.llm.gateway import main; main()"
SECONDS_TO_END = 0.2
"""For a gateway with nothing under way; one that still waits for an answer goes on alone."""


@contextmanager
def gateway(
    models: Mapping[str, LanguageModel],
    tape: Path,
    limits: tuple[Limit, ...] = (),
    tape_only: bool = False,
) -> Iterator[Path]:
    """A running gateway; gives the socket at which it serves. Raises ModelsError.

    When the block ends, or this process does, it finishes what is under way, and ends.
    """
    if not tape_only and find_spec("httpx") is None:
        raise ModelsError(
            "Asking models needs httpx. Install it: pip install 'bohnanza-arena[models]'"
        )
    folder = socket_folder("arena-models-")
    order = GatewaySetup(dict(models), tape, folder / "socket", limits, tape_only)
    path = [str(ROOT), *filter(None, [os.getenv("PYTHONPATH")])]
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        start_new_session=True,  # Ctrl-C is for the arena; it says when to end
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(_ORDER.dump_json(order) + b"\n")
            process.stdin.flush()
        if (told := process.stdout.readline().decode().strip()) != "ready":
            raise ModelsError(told or "The gateway to the models ended as it began; see above why.")
        yield order.socket
    finally:
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
        if process.poll() is None and tape_only:  # it has nothing to wait for
            process.kill()
            process.wait()
        if process.poll() is not None:
            shutil.rmtree(folder, ignore_errors=True)
