"""One request to an API in the manner of OpenAI's, and what its answer means.

What fails on the provider's side, or on the way there, may be tried again: `Unavailable`. What it
says about the prompt or the model's answer is an answer, even if there is nothing in it: too long,
refused by content, all spent on thought. Such an answer says why under `failed`.
"""

import asyncio
import json
import os
import re
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NoReturn

from arena.llm.settings import OTHER_MOST, LanguageModel
from arena.llm.tape import Answer, Request
from arena.text import harmless

if TYPE_CHECKING:
    import httpx

MOST_BYTES = 4 * 2**20
"""Of a response; a longer one is not read to its end."""
MOST_CHARACTERS = 32_000
"""Of the text that is passed on to the bot."""
MOST_WAIT_S = 60.0
"""However long a provider asks to be left alone."""
FILTERED = "content_filter"
"""How an answer stops where somebody's words are to blame, perhaps those of another bot."""
_AGAINST_PROMPT = {400, 403, 413, 422, 451}
_OPERATORS = {401, 402, 404}
_BY_CONTENT = re.compile(
    r"content.?(filter|policy|management)|responsible.?ai|moderation|flagged|usage policy", re.I
)
_THOUGHT, _THOUGHT_ENDS = "<think>", "</think>"


class Unavailable(Exception):
    """The provider failed, or could not be reached; in `wait_s` seconds it may be asked again."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.wait_s = min(wait_s, MOST_WAIT_S)


class Misconfigured(Exception):
    """The provider will never answer as it is asked: a wrong key, an unknown model, no money."""


async def ask(client: "httpx.AsyncClient", model: LanguageModel, request: Request) -> Answer:
    """The model's answer, as `understood` has it. Raises Unavailable, Misconfigured."""
    import httpx

    url = model.base_url.rstrip("/") + "/chat/completions"
    # Packed, a small response can become a large one faster than anybody counts.
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
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
    except httpx.InvalidURL as error:
        raise Misconfigured(f"its base_url is no address ({error})") from None
    except httpx.HTTPError as error:
        raise Unavailable(f"{type(error).__name__} on the way to the provider") from None
    if got.is_redirect:
        raise Misconfigured(f"the provider answers {got.status_code}, base_url is somewhere else")
    wait_s = seconds_asked(got.headers.get("retry-after", ""), time.time())
    return understood(got.status_code, content, model, request, wait_s)


def _body(model: LanguageModel, request: Request) -> dict[str, Any]:
    body = {"model": model.model, "messages": request["messages"], **model.extra}
    if OTHER_MOST not in model.extra:
        body["max_tokens"] = model.most_out(request.get("max_tokens"))
    temperature = request.get("temperature", model.temperature)
    return body if temperature is None else body | {"temperature": temperature}


async def _content(got: "httpx.Response") -> bytes:
    packed = got.headers.get("content-encoding", "").strip()
    if packed.lower() not in ("", "identity"):
        shown = harmless(packed, 40)
        raise Unavailable(f"the provider answers in an encoding nobody asked for ({shown})")
    content = bytearray()
    async for part in got.aiter_raw():
        content += part
        if len(content) > MOST_BYTES:
            raise Unavailable(f"the provider answers with more than {MOST_BYTES // 2**20} MB")
    return bytes(content)


def understood(
    status: int, content: bytes, model: LanguageModel, request: Request, wait_s: float = 0.0
) -> Answer:
    """The answer in a response: text, stop, tokens in, cached and out, and perhaps `failed`.

    `stop` says how it ended: "stop", "length", "content_filter", …, or "refused" where the provider
    did not take the prompt. Raises Unavailable, Misconfigured.
    """
    data = _parsed(content)
    choice = _choice(data)
    if status == 200:
        error = data.get("error") or choice.get("error")
        if not error and choice.get("finish_reason") != "error":
            return _read(data, choice, content, model, request)
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else status
    else:
        error = data.get("error")
    told = f"the provider answers {status} ({_said(error, content, model)})"
    if _BY_CONTENT.search(json.dumps(error)) and status in {200, *_AGAINST_PROMPT}:
        return _answer("", FILTERED, told)
    if status in _AGAINST_PROMPT:
        return _answer("", "refused", told)
    if status in _OPERATORS:
        raise Misconfigured(told)
    raise Unavailable(told, wait_s)


def _parsed(content: bytes) -> dict[str, Any]:
    """The object of a response; an empty one if it is something else."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _choice(data: dict[str, Any]) -> dict[str, Any]:
    """The completion in a response; an empty one if there is none."""
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _read(
    data: dict[str, Any],
    choice: dict[str, Any],
    content: bytes,
    model: LanguageModel,
    request: Request,
) -> Answer:
    """Read a response that reports no error. Raises Unavailable if it is not one."""
    stop = str(choice.get("finish_reason"))[:40]
    message = choice.get("message")
    if not isinstance(message, dict):
        if stop != FILTERED:  # one that nothing is left of
            _something_else(content, model)
        message = {}
    text = _spoken(_text(message.get("content")))
    if message.get("refusal") and not text.strip():
        stop = FILTERED
    answer = _answer(text, stop, _failure(text, stop, message, model, request.get("max_tokens")))
    used = data.get("usage")
    if isinstance(used, dict):
        details = used.get("prompt_tokens_details")
        answer["tokens_in"] = _count(used.get("prompt_tokens"))
        answer["tokens_out"] = _count(used.get("completion_tokens"))
        if isinstance(details, dict):
            answer["cached"] = min(_count(details.get("cached_tokens")), answer["tokens_in"])
    return answer


def _something_else(content: bytes, model: LanguageModel) -> NoReturn:
    shown = _said(None, content, model)
    raise Unavailable(f"the provider answers with something else than a completion ({shown})")


def _text(said: object) -> str:
    """The text of a message, which may come in parts."""
    if isinstance(said, list):
        parts = [part.get("text") for part in said if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return said if isinstance(said, str) else ""


def _spoken(text: str) -> str:
    """What a model says after it has thought aloud; some are begun within their thought."""
    thought, ended, rest = text.partition(_THOUGHT_ENDS)
    if ended:
        return rest
    return "" if thought.lstrip().startswith(_THOUGHT) else text


def _failure(
    text: str, stop: str, message: dict[str, Any], model: LanguageModel, wanted: int | None
) -> str:
    """Why an answer is none; "" if it is one. `wanted`: the most tokens that the bot wants."""
    if stop == FILTERED:
        return "its provider refused the prompt or the answer for what it says"
    most = model.most_out(wanted)
    if stop == "length" and not text.strip():
        return f"all of its {most} tokens were spent before it said anything"
    if stop == "length" and most == model.most_out(None) and "}" not in text:
        return f"its answer was cut short at {most} tokens"
    if text.strip():
        return ""
    return "it called a tool, and has none" if message.get("tool_calls") else "its answer was empty"


def _answer(text: str, stop: str, failed: str = "") -> Answer:
    # Half a character that is escaped in JSON cannot be written again.
    shown = text.encode("utf-8", "replace").decode()
    if len(shown) > MOST_CHARACTERS:
        shown, stop = shown[:MOST_CHARACTERS], "length"
    answer = {"text": shown, "stop": stop, "tokens_in": 0, "cached": 0, "tokens_out": 0}
    return answer | {"failed": failed} if failed else answer


def _count(value: object) -> int:
    """A number of tokens; 0 if it is none."""
    return min(value, 10**9) if type(value) is int and value > 0 else 0


def seconds_asked(text: str, now: float) -> float:
    """How long Retry-After asks to be left alone: so many seconds, or until a date."""
    try:
        wait_s = float(text)
    except ValueError:
        try:
            wait_s = parsedate_to_datetime(text).timestamp() - now
        except (ValueError, OverflowError):
            return 0.0
    return wait_s if wait_s > 0 else 0.0


def _said(error: object, content: bytes, model: LanguageModel) -> str:
    """What a provider says, in a line: the message of an error, or how its response begins.

    It never has the key, even if the provider repeats it.
    """
    said = error.get("message") if isinstance(error, dict) else error
    text = str(said or content[:MOST_CHARACTERS].decode("utf-8", "replace")).strip()
    key = os.environ.get(model.key_env or "")
    return harmless(text.replace(key, "…") if key else text, 200) or "nothing"
