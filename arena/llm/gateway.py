"""The gateway: the one process that asks providers for all bots of a run.

It reads its setup from standard input, one line of JSON, says that it is ready, and serves the
seats of games over a socket. When its standard input closes, however the arena ended, it first
finishes the open requests and puts their answers on the tape. See decision 14.

When a game begins, a seat says who plays; then it asks, one request at a time:

{"player": "llm@small", "program": "<its hash>", "model": "small", "game": "17"}
{"messages": [...], "max_tokens": 300, "ask": "<the kind of question>"}

A response is one of these:

{"text": "…", "stop": "stop", "tokens_in": 900, "cached": 640, "tokens_out": 40, "cost": 0.0002, …}
{"void": "…"}     the provider failed three times: the game doesn't count, and is played again
{"halt": "…"}     the run must end: a key is wrong, the model never answers, the budget is used up

The driver asks whether games may begin, with `Expected` and the games that are running, and hears
why not, see `Budget.shortfall`, and what was paid by player:

{"expected": {"llm@small": [8, 3, 164000, 0.05]}, "running": ["17", "18"]}
{"short": "", "paid": {"llm@small": [1640000, 0.5]}}
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
from arena.llm.preflight import MOST_FAILED, PreflightTrial, remedy, system_hint
from arena.llm.provider import FILTERED, Misconfigured, Unavailable, ask
from arena.llm.settings import LanguageModel, ModelsError
from arena.llm.tape import Answer, Chain, Request, Tape, unusable
from arena.sandbox.scratch import socket_folder
from arena.source import import_path
from arena.text.phrases import listed

TRIES = 3
"""Tries for a request: then a failing provider makes the game void, and a model that has never
answered a question of this kind ends the run."""
LONGER = 4
"""The factor by which each wait between tries is longer than the one before."""
LINE_LIMIT = 8 * 2**20
LOOK_AGAIN_S = 0.1
"""The time between looks at the tape while another process asks for the same."""
_ENVIRONMENT = (
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy"),
)
"""Variables that httpx reads before its first request."""


@dataclass(frozen=True, slots=True)
class GatewaySetup:
    """The setup of a gateway, sent to its process as a line of JSON."""

    models: dict[str, LanguageModel]
    tape: Path
    socket: Path
    limits: tuple[Limit, ...] = ()
    tape_only: bool = False


_SETUP = TypeAdapter(GatewaySetup)


class Halt(Exception):
    """The run must end; the text says why, and what to do."""


class Gateway:
    """Serves the seats of a run."""

    def __init__(self, setup: GatewaySetup) -> None:
        self._setup = setup
        self._tape = Tape(setup.tape)
        self._budget = Budget(setup.limits)
        self._settled = asyncio.Condition()
        self._slots = {
            name: asyncio.Semaphore(model.at_once) for name, model in setup.models.items()
        }
        # By key; a lock goes with the last seat that holds or awaits it, or they would add up.
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._trials: defaultdict[str, PreflightTrial] = defaultdict(PreflightTrial)
        self._client: Any = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.ending = asyncio.Event()
        """Set when nothing new may begin."""
        self._why = "The run has ended."

    async def seat(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one seat until it closes the connection."""
        chain: Chain | None = None
        # A ValueError: a line that is no JSON, or longer than LINE_LIMIT.
        with suppress(ConnectionError, ValueError, asyncio.IncompleteReadError):
            while line := await reader.readline():
                message = json.loads(line)
                if "expected" in message:
                    short = self._budget.shortfall(**message)
                    reply = {"short": short, "paid": self._budget.paid}
                    writer.write(json.dumps(reply).encode() + b"\n")
                    continue
                if "player" in message:
                    model, game = self._setup.models[message["model"]], message.get("game", "")
                    chain = Chain(message["player"], message["program"], model, game)
                    self._budget.begin(chain.player, game)
                    continue
                assert chain is not None
                # A task of its own: an answer that was paid for is kept even if the seat is gone.
                task = asyncio.create_task(self._reply(chain, message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                writer.write(json.dumps(await asyncio.shield(task)).encode() + b"\n")
                await writer.drain()
        writer.close()

    async def finish(self) -> None:
        """Let nothing new begin, and wait for open requests."""
        self.ending.set()
        async with self._settled:  # wakes who waits for room in the budget, to see the end
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
            async with lock:  # if two seats ask for the same, the provider is asked once
                answer = self._kept(chain) or await self._fetch(chain, request, kind)
                self._budget.note(chain.player, chain.game, answer)
                return chain.told(answer)
        except Unavailable as failed:
            return {"void": f"{_model(chain)} failed {TRIES} times: {failed}"}
        except Halt as halt:
            return {"halt": str(halt)}
        except sqlite3.Error as error:
            self._why = str(unusable(self._setup.tape, error))
            self.ending.set()  # the other seats would only fail the same way
            return {"halt": self._why}
        except Exception as error:  # a seat without a response would wait for ever
            return {"halt": f"{_model(chain)} cannot be asked ({type(error).__name__}: {error})."}

    def _kept(self, chain: Chain) -> Answer | None:
        """Return the answer on the tape, unless it failed and the game got no further."""
        answer = self._tape.find(chain.key)
        if not answer or self._setup.tape_only or "failed" not in answer:
            return answer
        # Asked again, it would lead elsewhere, and all that came after it would be paid for twice.
        return answer if self._tape.goes_on(chain.key) else None

    async def _fetch(self, chain: Chain, request: Request, kind: str) -> Answer:
        """Ask, and keep the answer. Raises Unavailable, Halt."""
        if self._setup.tape_only:
            raise Halt(
                f"The tape has no answer to request {chain.number} of {chain.player} in a game. "
                "Leave out --tape-only to ask its model."
            )
        self._go_on()
        # The lock held by `_reply` is for this process; other gateways may share the tape.
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
        # Two reasons to ask again: the provider failed, which is waited out, or the model gave an
        # answer that may not count yet, see `arena.llm.preflight`.
        for left in reversed(range(TRIES)):
            try:
                answer = await self._once(chain, request)
            except Unavailable as failed:
                if left:
                    await self._pause(max(wait_s, failed.wait_s))
                    wait_s *= LONGER
                    continue
                if trial.begun:
                    raise
                raise Halt(
                    f"{_model(chain)} failed {TRIES} times before it had answered anything: "
                    f"{failed}. Check that it runs, and that its base_url is right"
                    f"{system_hint(chain.model, str(failed))}."
                ) from None
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
        model, answer, request = chain.model, None, chain.asked(request)
        async with self._slots[_name(chain)]:
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
                self._budget.settle(chain.player, taken, answer)
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
                # Open requests may turn out to cost less than was reserved for them.
                await self._settled.wait()

    def _opened(self) -> Any:
        if self._client is None:
            import httpx  # only if something is asked: it is optional

            models = self._setup.models.values()
            most = sum(model.at_once for model in models)
            try:
                self._client = httpx.AsyncClient(
                    timeout=None,  # `ask` has its own, for the whole request
                    limits=httpx.Limits(max_connections=most, max_keepalive_connections=most),
                    follow_redirects=False,  # a redirect would show the key to another server
                    # Certificates are read at once, so don't require them without https.
                    verify=any(model.base_url.startswith("https:") for model in models),
                )
            except (OSError, ValueError, ImportError) as error:
                named = [each for each in _ENVIRONMENT if each in os.environ]
                raise Halt(
                    f"No model can be asked with this environment ({error}). Correct or unset "
                    f"whichever of these is wrong: {listed(named or _ENVIRONMENT)}."
                ) from None
        return self._client


def _name(chain: Chain) -> str:
    """Return the model's name in models.toml."""
    return chain.player.rpartition("@")[2]


def _model(chain: Chain) -> str:
    return f"The model of {chain.player} at {chain.model.base_url}"


def _hopeless(chain: Chain, why: str, last: Answer) -> Halt:
    """Explain why a run ends because a model gives no answers, and what to change."""
    fix = remedy(_name(chain), chain.model, last)
    return Halt(f"{_model(chain)} {why}: {last['failed']}. {fix}")


def _measured(answer: Answer, model: LanguageModel, request: Request, seconds: float) -> Answer:
    """Return the answer with cost and time; estimate tokens that the provider doesn't count."""
    tokens_in, tokens_out = answer["tokens_in"], answer["tokens_out"]
    if answer["stop"] not in ("refused", FILTERED):
        tokens_in = tokens_in or sum(len(each["content"]) for each in request["messages"]) // 4
        spent = model.most_out(request.get("max_tokens"))
        guess = spent if answer["stop"] == "length" else len(answer["text"]) // 4
        tokens_out = tokens_out or guess
    cost = model.cost(tokens_in, answer["cached"], tokens_out)
    counted = {"tokens_in": tokens_in, "tokens_out": tokens_out}
    return answer | counted | {"cost": round(cost, 9), "seconds": round(seconds, 3)}


async def _serve(setup: GatewaySetup) -> None:
    gateway = Gateway(setup)
    server = await asyncio.start_unix_server(gateway.seat, setup.socket, limit=LINE_LIMIT)
    loop = asyncio.get_running_loop()
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.buffer.read)  # until the arena is gone
    server.close()
    await gateway.finish()


def main() -> None:
    """Serve until standard input ends."""
    setup = _SETUP.validate_json(sys.stdin.buffer.readline())
    try:
        asyncio.run(_serve(setup))
    except ModelsError as error:
        print(error, flush=True)
    except OSError as error:
        print(f"The gateway to the models cannot be started: {error}", flush=True)
    finally:
        with suppress(OSError):
            setup.socket.unlink(missing_ok=True)
            setup.socket.parent.rmdir()
    os._exit(0)


_PROGRAM = "from arena.llm.gateway import main; main()"
SECONDS_TO_END = 0.2
"""Time for a gateway without open requests to end; one that still waits for answers goes on."""


@contextmanager
def gateway(
    models: Mapping[str, LanguageModel],
    tape: Path,
    limits: tuple[Limit, ...] = (),
    tape_only: bool = False,
) -> Iterator[Path]:
    """Run a gateway while the block runs, and yield the path of its socket.

    When the block ends, or this process does, the gateway finishes open requests, and ends. In the
    block the models' keys are not in the environment, so that no process started there has them.

    Args:
        models: the models of this run, by name.
        tape: the file of the tape.
        limits: the budget.
        tape_only: True to ask providers for nothing.

    Raises:
        ModelsError: it can't be started.
    """
    if not tape_only and find_spec("httpx") is None:
        raise ModelsError(
            "Asking models needs httpx. Install it: pip install 'bohnanza-arena[models]'"
        )
    folder = socket_folder("arena-models-")
    setup = GatewaySetup(dict(models), tape, folder / "socket", limits, tape_only)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": import_path()},
        start_new_session=True,  # Ctrl-C is for the arena, which then ends the gateway
    )
    assert process.stdin is not None and process.stdout is not None
    named = {model.key_env or "" for model in models.values()}
    keys = {name: os.environ.pop(name) for name in named & os.environ.keys()}
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(_SETUP.dump_json(setup) + b"\n")
            process.stdin.flush()
        if (line := process.stdout.readline().decode().strip()) != "ready":
            raise ModelsError(line or "The gateway to the models ended at once; see above why.")
        yield setup.socket
    finally:
        os.environ.update(keys)
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
        if process.poll() is None and tape_only:  # it can't be waiting for an answer
            process.kill()
            process.wait()
        if process.poll() is not None:
            shutil.rmtree(folder, ignore_errors=True)
