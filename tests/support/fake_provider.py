"""A provider of language models that is none: answers at once, counts, and fails as it is told.

with FakeProvider() as provider: ... provider.url, provider.asked
`python -m tests.support.fake_provider --port 8080 --failing .15` serves one to try things with.
"""

import argparse
import gzip
import hashlib
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PROVIDERS_FAULTS = ("500", "429", "cut", "not_json", "stream", "zipped", "broken_off")
"""May be tried again, and make a game void in the end."""
FILTERED = ("content_filter", "no_message", "flagged", "flagged_200")
"""Refusals by content, in the ways that providers have."""
NOTHING = ("empty", "tool_call", "thought", "refused", "403", "451")
"""No answers at all, for other reasons."""
MODELS_FAULTS = ("prose", "wrong_json", "illegal", "huge", "truncated", *FILTERED, *NOTHING)
"""Are the player's own."""
FAULTS = (*PROVIDERS_FAULTS, *MODELS_FAULTS)

_SAID = {
    "empty": ("", "stop"),
    "prose": ("I would rather plant the beans, all things considered.", "stop"),
    "wrong_json": ('{"choice": 1, "say": "unfinished', "stop"),
    "illegal": ('I take the last one. {"choice": 999}', "stop"),
    "huge": ("blah " * 40_000, "stop"),
    "thought": ('<think>I could say {"choice": 0}', "length"),
    "truncated": ("Let me think about that: first of all", "length"),
    "content_filter": ("", "content_filter"),
}
"""Faults that are a text, and why it ended."""

_CHOICE = re.compile(r"^(\d+): ", re.MULTILINE)
_HAND = re.compile(r"^Your hand, first card first: ([^.\n]*)\.", re.MULTILINE)


class FakeProvider:
    """An endpoint in the manner of OpenAI's on a port of this machine."""

    def __init__(
        self,
        failing: float = 0.0,
        faults: Sequence[str] = FAULTS,
        script: Sequence[str] = (),
        slow_s: float = 0.0,
        port: int = 0,
        say: Callable[[dict[str, Any]], str] | None = None,
    ) -> None:
        """failing: the share of replies with a fault, picked by the request. script: faults, or
        "good", for the first requests in turn. slow_s: before each answer. say: the text of good
        answers; None: a choice picked by the request."""
        self.failing, self.faults, self.script = failing, faults, list(script)
        self.slow_s = slow_s
        self.say = say or good_answer
        self.strict: tuple[int, dict[str, Any]] | None = None
        """Status and body for each prompt with a system message, if the model has no such role."""
        self.message: dict[str, Any] = {}
        """More keys of the message of each good answer, such as `reasoning_content`."""
        self.leads_to = ""
        """Where "307" sends who asks."""
        self.asked: Counter[str] = Counter()
        """Requests by their content, those that failed on the provider's side aside."""
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.tokens: list[int] = []
        """In and out, of each answer."""
        self.faulty: Counter[str] = Counter()
        self.under_way = self.most_under_way = 0
        self.lock = threading.Lock()
        self._attempts: Counter[str] = Counter()
        provider = self

        class Handler(_Handler):
            owner = provider

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "FakeProvider":
        threading.Thread(target=self._server.serve_forever, args=[0.02], daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def models(self, folder: Path, *names: str, **more: Any) -> Path:
        """Write a models.toml for models of these names, with prices and no waiting."""
        keys = {"price_in": 1.0, "price_out": 2.0, "retry_s": 0, **more}
        text = ""
        for name in names or ("small",):
            keys = {"base_url": self.url} | keys
            text += f'[{name}]\nmodel = "fake-{name}"\n'
            text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
        file = folder / "models.toml"
        file.write_text(text)
        return file

    def fault_for(self, content: str) -> str:
        """What to do with a request."""
        with self.lock:
            if self.script:
                return self.script.pop(0)
            self._attempts[content] += 1
            seed = f"{content} {self._attempts[content]}".encode()
        number = int.from_bytes(hashlib.sha256(seed).digest()[:8]) / 2**64
        if number >= self.failing:
            return "good"
        return self.faults[int(number / self.failing * len(self.faults))]


def good_answer(request: dict[str, Any]) -> str:
    """A thought and a choice, both picked by the request; now and then an offer, and a word."""
    asked = request["messages"][-1]["content"]
    number = int.from_bytes(hashlib.sha256(json.dumps(request).encode()).digest()[:8])
    choices = [int(found) for found in _CHOICE.findall(asked)] or [0]
    thought = f"I look at {len(choices)} choices."
    hand = _HAND.search(asked)
    if '"do": "trade"' in asked and hand and number % 3:
        kinds = hand[1].split()
        give = kinds[number % len(kinds)] if kinds else ""
        if re.fullmatch(r"[a-z-]+", give):
            offer = {"give": [give.replace("-", "_")], "want": "open"}
            answer = {"choice": {"do": "trade", "offers": [offer]}, "say": f"Who likes {give}?"}
            return f"{thought}\n{json.dumps(answer)}"
    return f"{thought} {json.dumps({'choice': choices[number // 8 % len(choices)]})}"


@cache
def zipped() -> bytes:
    """16 MB of nothing, packed twice."""
    return gzip.compress(gzip.compress(bytes(2**24)))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    owner: FakeProvider

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer a request for a completion."""
        owner = self.owner
        content = self.rfile.read(int(self.headers["content-length"]))
        request = json.loads(content)
        plain = json.dumps(request, sort_keys=True)
        with owner.lock:
            owner.requests.append(request)
            owner.headers.append(dict(self.headers))
            owner.under_way += 1
            owner.most_under_way = max(owner.most_under_way, owner.under_way)
        fault = owner.fault_for(plain)
        try:
            time.sleep(owner.slow_s)
            with owner.lock:
                owner.faulty[fault] += fault != "good"
                owner.asked[plain] += fault not in PROVIDERS_FAULTS
            self._answer(fault, request)
        except OSError:
            self.close_connection = True
        finally:
            with owner.lock:
                owner.under_way -= 1

    def _answer(self, fault: str, request: dict[str, Any]) -> None:
        strict = self.owner.strict
        if strict and any(each["role"] == "system" for each in request["messages"]):
            self._send(strict[0], json.dumps(strict[1]).encode())
            return
        match fault:
            case "slow":
                time.sleep(3)
                self._say("late", request)
            case "429":
                self._send(429, b'{"error":{"message":"slow down"}}', {"Retry-After": "0"})
            case "307":
                self._send(307, b"", {"Location": f"{self.owner.leads_to}/chat/completions"})
            case "401":
                told = f"Incorrect API key provided: {self.headers.get('Authorization')}."
                self._send(401, json.dumps({"error": {"message": told}}).encode())
            case "refused":
                told = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
                self._send(400, json.dumps({"error": {"message": told}}).encode())
            case "flagged":
                self._send(403, b'{"error":{"code":403,"message":"Your input was flagged"}}')
            case "flagged_200":
                self._send(200, b'{"error":{"code":"content_policy_violation","message":"no"}}')
            case "broken_off":
                wrong = {"code": 502, "message": "the model was lost"}
                self._say("So", request, "error", {"error": wrong})
            case "no_message":
                choice = {"index": 0, "message": None, "finish_reason": "content_filter"}
                self._send(200, json.dumps({"choices": [choice]}).encode())
            case "stream":
                chunks = b'data: {"object":"chat.completion.chunk"}\n\ndata: [DONE]\n\n'
                self._send(200, chunks, {"Content-Type": "text/event-stream"})
            case "zipped":
                self._send(200, zipped(), {"Content-Encoding": "gzip, gzip"})
            case _ if fault.isdecimal():
                self._send(int(fault), b'{"error":{"message":"no"}}')
            case "cut":
                self.send_response(200)
                self.send_header("Content-Length", "5000")
                self.end_headers()
                self.wfile.write(b'{"choices":[{"message":{"con')
                self.close_connection = True
            case "not_json":
                self._send(200, b"<html>gateway timeout</html>")
            case "tool_call":
                call = {"id": "1", "type": "function", "function": {"name": "choose"}}
                self._say(None, request, "tool_calls", tool_calls=[call])
            case _ if fault in _SAID:
                self._say(_SAID[fault][0], request, _SAID[fault][1])
            case _:
                self._say(self.owner.say(request), request, **self.owner.message)

    def _say(
        self,
        text: str | None,
        request: dict[str, Any],
        finish: str = "stop",
        beside: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        size = sum(len(each["content"]) for each in request["messages"])
        used: dict[str, Any] = {
            "prompt_tokens": size // 4,
            "completion_tokens": len(text or "") // 4 + 1,
            "prompt_tokens_details": {"cached_tokens": size // 8},
        }
        with self.owner.lock:
            self.owner.tokens.append(used["prompt_tokens"] + used["completion_tokens"])
        message = {"role": "assistant", "content": text, **more}
        choice = {"index": 0, "message": message, "finish_reason": finish, **(beside or {})}
        answer = {"model": f"{request['model']}-2026", "choices": [choice], "usage": used}
        self._send(200, json.dumps(answer).encode())

    def _send(self, code: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(code)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    """Serve one until Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--failing", type=float, default=0.0)
    parser.add_argument("--slow", type=float, default=0.0, help="seconds before each answer")
    given = parser.parse_args()
    with FakeProvider(given.failing, port=given.port, slow_s=given.slow) as provider:
        print(f"{provider.url} answers; Ctrl-C ends it.", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(f"{sum(provider.asked.values())} requests, {dict(provider.faulty)}")


if __name__ == "__main__":
    main()
