"""One request to an API in the manner of OpenAI's, and what its answer means.

What fails on the provider's side, or on the way there, may be tried again: `Unavailable`. What it
says about the prompt or the model's answer is an answer: too long, refused by content, cut short.
"""

import asyncio
import json
import os
from typing import TYPE_CHECKING, Any

from arena.models.settings import OTHER_MOST, Model
from arena.models.tape import Answer, Request

if TYPE_CHECKING:
    import httpx

MOST_BYTES = 4 * 2**20
"""Of a response; a longer one is not read to its end."""
MOST_CHARACTERS = 32_000
"""Of the text that is passed on to the bot."""
MOST_WAIT_S = 60.0
"""However long a provider asks to be left alone."""
_AGAINST_PROMPT = {400, 413, 422}
_OPERATORS = {401, 402, 403, 404}


class Unavailable(Exception):
    """The provider failed, or could not be reached; in `wait_s` seconds it may be asked again."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.wait_s = min(wait_s, MOST_WAIT_S)


class Misconfigured(Exception):
    """The provider will never answer as it is asked: a wrong key, an unknown model, no money."""


async def ask(client: "httpx.AsyncClient", model: Model, request: Request) -> Answer:
    """The model's answer: text, stop, tokens in, cached and out. Raises Unavailable, Misconfigured.

    The text may be empty; `stop` says how it ended: "stop", "length", "content_filter", …, or
    "refused" where the provider did not take the prompt.
    """
    import httpx

    url = model.base_url.rstrip("/") + "/chat/completions"
    headers = {"Accept": "application/json"}
    if model.key_env:
        headers["Authorization"] = f"Bearer {os.environ.get(model.key_env, '')}"
    try:
        async with asyncio.timeout(model.timeout_s):  # also for what comes drop by drop
            async with client.stream(
                "POST", url, json=_body(model, request), headers=headers
            ) as got:
                content = await _content(got)
    except TimeoutError:
        raise Unavailable(f"no answer within {model.timeout_s:g} s") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Unavailable(f"{type(error).__name__} on the way to the provider") from None
    if got.status_code in _AGAINST_PROMPT:
        return _answer("", "refused")
    if got.is_redirect:
        raise Misconfigured(f"the provider answers {got.status_code}, base_url is somewhere else")
    if got.status_code in _OPERATORS:
        said = _said(content, os.environ.get(model.key_env or "", ""))
        raise Misconfigured(f"the provider answers {got.status_code} ({said})")
    if got.status_code != 200:
        wait_s = _seconds(got.headers.get("retry-after", ""))
        raise Unavailable(f"the provider answers {got.status_code}", wait_s)
    return _read(content)


def _body(model: Model, request: Request) -> dict[str, Any]:
    body = {"model": model.model, "messages": request["messages"], **model.extra}
    if OTHER_MOST not in model.extra:
        body["max_tokens"] = model.most_out(request.get("max_tokens"))
    temperature = request.get("temperature", model.temperature)
    return body if temperature is None else body | {"temperature": temperature}


async def _content(got: "httpx.Response") -> bytes:
    content = bytearray()
    async for part in got.aiter_bytes():
        content += part
        if len(content) > MOST_BYTES:
            raise Unavailable(f"the provider answers with more than {MOST_BYTES // 2**20} MB")
    return bytes(content)


def _read(content: bytes) -> Answer:
    """Read a response. Raises Unavailable if it is not one."""
    try:
        data = json.loads(content)
        choice = data["choices"][0]
        text = choice["message"].get("content") or ""
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Unavailable("the provider answers with something else than a completion") from None
    if isinstance(text, list):  # in parts
        parts = [part.get("text") for part in text if isinstance(part, dict)]
        text = "".join(part for part in parts if isinstance(part, str))
    answer = _answer(text if isinstance(text, str) else "", str(choice.get("finish_reason"))[:40])
    used = data.get("usage")
    if isinstance(used, dict):
        details = used.get("prompt_tokens_details")
        answer["tokens_in"] = _count(used.get("prompt_tokens"))
        answer["tokens_out"] = _count(used.get("completion_tokens"))
        if isinstance(details, dict):
            answer["cached"] = min(_count(details.get("cached_tokens")), answer["tokens_in"])
    return answer


def _answer(text: str, stop: str) -> Answer:
    # Half a character that is escaped in JSON cannot be written again.
    shown = text.encode("utf-8", "replace").decode()
    if len(shown) > MOST_CHARACTERS:
        shown, stop = shown[:MOST_CHARACTERS], "length"
    return {"text": shown, "stop": stop, "tokens_in": 0, "cached": 0, "tokens_out": 0}


def _count(value: object) -> int:
    return min(value, 10**9) if isinstance(value, int) and value > 0 else 0


def _seconds(text: str) -> float:
    """Read Retry-After, in seconds; its other form, a date, is taken for nothing."""
    try:
        return max(0.0, float(text))
    except ValueError:
        return 0.0


def _said(content: bytes, key: str) -> str:
    """The message of an error, as far as there is one; never the request, nor the key in it."""
    try:
        error = json.loads(content)["error"]
        text = error["message"] if isinstance(error, dict) else error
    except (ValueError, LookupError, TypeError, RecursionError):
        text = "without a reason"
    return (str(text).replace(key, "…") if key else str(text))[:200]
