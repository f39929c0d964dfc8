"""Requests to a provider whose API is like OpenAI's, and how to read its responses.

Failures of the provider, or on the way there, may be tried again: they raise `Unavailable`. A
refusal of the prompt, or an empty or unfinished answer, is an answer that says why under `failed`.
"""

import asyncio
import json
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from arena.llm.settings import OTHER_MOST, LanguageModel
from arena.llm.tape import Answer, Request
from arena.text import harmless
from protocol.model import whole_characters

if TYPE_CHECKING:
    import httpx

MOST_BYTES = 4 * 2**20
"""The most bytes of a response; a longer one isn't read to its end."""
MOST_CHARACTERS = 32_000
"""The most characters of an answer that are passed on to the bot: the last ones."""
MOST_DEEP = 5
"""The most levels of lists and objects in which a thought is looked for."""
MOST_WAIT_S = 60.0
"""The longest wait, however long a provider asks for."""
FILTERED = "content_filter"
"""The `stop` of an answer refused for somebody's words, perhaps those of another bot."""
_AGAINST_PROMPT = {400, 403, 413, 422, 451}
_OPERATORS = {401, 402, 404}
_BY_CONTENT = re.compile(
    r"content.?(filter|policy|management)|responsible.?ai|moderation|flagged|usage policy", re.I
)
_OTHER_LENGTHS = {"model_length", "max_tokens", "token_limit"}
"""Other words of servers for a `stop` of "length"."""
_INTERRUPTED = {"error", "abort", "insufficient_system_resource"}
"""Reasons why a server ended a text that the model would have continued."""
_DECODER = json.JSONDecoder()
_THOUGHT, _THOUGHT_ENDS = "<think>", "</think>"


class Unavailable(Exception):
    """The provider failed or couldn't be reached; ask again after `wait_s` seconds."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.wait_s = min(wait_s, MOST_WAIT_S)


class Misconfigured(Exception):
    """The provider will never answer such requests: wrong key, unknown model, no money."""


async def ask(client: "httpx.AsyncClient", model: LanguageModel, request: Request) -> Answer:
    """Ask a model, and return its answer, see `understood`. Raises Unavailable, Misconfigured."""
    import httpx

    url = model.base_url.rstrip("/") + "/chat/completions"
    # No compression: a small response could expand to a huge one before anything counts it.
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    if model.key_env:
        headers["Authorization"] = f"Bearer {os.environ.get(model.key_env, '')}"
    try:
        async with asyncio.timeout(model.timeout_s):  # for the whole request, even if it trickles
            async with client.stream(
                "POST", url, json=_body(model, request), headers=headers
            ) as response:
                content = await _content(response)
    except TimeoutError:
        raise Unavailable(f"no answer within {model.timeout_s:g} s") from None
    except httpx.InvalidURL as error:
        raise Misconfigured(f"its base_url is no address ({error})") from None
    except httpx.HTTPError as error:
        raise Unavailable(f"{type(error).__name__} on the way to the provider") from None
    status = response.status_code
    if response.is_redirect:
        elsewhere = _said(response.headers.get("location"), b"nowhere", model)
        raise Misconfigured(f"its base_url redirects ({status}) to {elsewhere}")
    wait_s = seconds_asked(response.headers.get("retry-after", ""))
    return understood(status, content, model, request, wait_s)


def _body(model: LanguageModel, request: Request) -> dict[str, Any]:
    messages = request["messages"] if model.system_role else _folded(request["messages"])
    body = {"model": model.model, "messages": messages, **model.extra}
    if OTHER_MOST not in model.extra:
        body["max_tokens"] = model.most_out(request.get("max_tokens"))
    temperature = request.get("temperature", model.temperature)
    return body if temperature is None else body | {"temperature": temperature}


def _folded(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return a prompt without system messages, which begin its first message instead."""
    said = [each["content"] for each in messages if each["role"] == "system"]
    rest = [each for each in messages if each["role"] != "system"]
    if said and rest and rest[0]["role"] == "user":
        said.append(rest.pop(0)["content"])
    return [{"role": "user", "content": "\n\n".join(said)}, *rest] if said else rest


async def _content(response: "httpx.Response") -> bytes:
    encoding = response.headers.get("content-encoding", "").strip()
    if encoding.lower() not in ("", "identity"):
        shown = harmless(encoding, 40)
        raise Unavailable(f"the provider answers in an encoding nobody asked for ({shown})")
    content = bytearray()
    async for part in response.aiter_raw():
        content += part
        if len(content) > MOST_BYTES:
            raise Unavailable(f"the provider answers with more than {MOST_BYTES // 2**20} MB")
    return bytes(content)


def understood(
    status: int, content: bytes, model: LanguageModel, request: Request, wait_s: float = 0.0
) -> Answer:
    """Return the answer in a response: text, stop, tokens in, cached and out, what else is known.

    That is the `model`, and its `thought`: what it said, but not to the bot; `failed` says why
    there is no text.

    Its `stop` says how it ended: "stop", "length", "content_filter", …, or "refused" if the
    provider didn't accept the prompt. Raises Unavailable, Misconfigured.
    """
    data = _parsed(content)
    choice = _choice(data)
    if status == 200:
        error = data.get("error") or choice.get("error")
        if not error and str(choice.get("finish_reason")) not in _INTERRUPTED:
            return _read(data, choice, content, model, request)
        # What went wrong after it had begun to answer has its status inside.
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else status
    else:
        error = data.get("error") or data.get("message")
    reason = f"the provider answers {status} ({_said(error, content, model)})"
    if _BY_CONTENT.search(json.dumps(error)) and status in {200, *_AGAINST_PROMPT}:
        return _answer("", FILTERED, reason)
    if status in _AGAINST_PROMPT:
        return _answer("", "refused", reason)
    if status in _OPERATORS:
        raise Misconfigured(reason)
    raise Unavailable(reason, wait_s)


def _parsed(content: bytes) -> dict[str, Any]:
    """Parse the object of a response; return an empty one if it is anything else."""
    try:
        data = json.loads(whole_characters(content))
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _choice(data: dict[str, Any]) -> dict[str, Any]:
    """Return the completion in a response; an empty one if there is none."""
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
    """Read a response that reports no error. Raises Unavailable if it has no completion."""
    stop = str(choice.get("finish_reason"))[:40]
    stop = "length" if stop in _OTHER_LENGTHS else stop
    message = choice.get("message")
    if not isinstance(message, dict):
        if stop != FILTERED:  # a filter may have removed the whole message
            shown = _said(None, content, model)
            raise Unavailable(
                f"the provider answers with something other than a completion ({shown})"
            )
        message = {}
    thought, text = _parted(_text(message.get("content")))
    text = text[-MOST_CHARACTERS:]  # its end is what counts
    if message.get("refusal") and not text.strip():
        stop = FILTERED
    failed = _failure(text, stop, message, model, request.get("max_tokens"))
    answer = _answer("" if failed else text, stop, failed)
    thoughts = (_thought(message), thought, text if failed else "")
    if thought := "\n\n".join(filter(None, map(str.strip, thoughts))):
        answer["thought"] = thought[-MOST_CHARACTERS:]
    if isinstance(data.get("model"), str):  # which may say more than the name that was asked for
        answer["model"] = harmless(data["model"], 100)
    used = data.get("usage")
    if isinstance(used, dict):
        details = used.get("prompt_tokens_details")
        answer["tokens_in"] = _count(used.get("prompt_tokens"))
        answer["tokens_out"] = _count(used.get("completion_tokens"))
        if isinstance(details, dict):
            answer["cached"] = min(_count(details.get("cached_tokens")), answer["tokens_in"])
    return answer


def _text(said: object) -> str:
    """Return the text of a message, which may come in parts."""
    if isinstance(said, list):
        parts = [part.get("text") for part in said if not _is_thought(part)]
        return "".join(part for part in parts if isinstance(part, str))
    return said if isinstance(said, str) else ""


def _is_thought(part: object) -> bool:
    return not isinstance(part, dict) or part.get("type", "text") not in ("text", "output_text")


def _thought(message: dict[str, Any]) -> str:
    """Return a model's thought, or its summary, that its provider keeps apart from its text."""
    content = message.get("content")
    parts = [part for part in content if _is_thought(part)] if isinstance(content, list) else []
    # Some repeat under one key what they say under another.
    apart = (message.get(key) for key in ("reasoning_content", "reasoning", "reasoning_details"))
    return next(filter(None, (_words(each, MOST_DEEP).strip() for each in (*apart, parts))), "")


def _words(said: object, levels: int) -> str:
    """Return the words of a thought, which may come in parts and parts of parts."""
    if isinstance(said, list) and levels:
        return "\n".join(filter(None, (_words(part, levels - 1) for part in said)))
    if isinstance(said, dict) and levels:
        keys = ("thinking", "text", "summary", "content")
        return next(filter(None, (_words(said.get(key), levels - 1) for key in keys)), "")
    return said if isinstance(said, str) else ""


def _parted(text: str) -> tuple[str, str]:
    """Part a text into thought and the rest; some servers leave the thought's opening tag out."""
    thought, ended, rest = text.partition(_THOUGHT_ENDS)
    if not ended and not thought.lstrip().startswith(_THOUGHT):
        return "", text
    return thought.strip().removeprefix(_THOUGHT), rest


def _failure(
    text: str, stop: str, message: dict[str, Any], model: LanguageModel, asked: int | None
) -> str:
    """Return why an answer failed; "" if it didn't. The bot asked for at most `asked` tokens."""
    if stop == FILTERED:
        return "its provider refused the prompt or the answer for what it says"
    most = model.most_out(asked)
    if stop == "length" and not text.strip():
        return f"all of its {most} tokens were spent before it said anything"
    # It was cut short if models.toml set the bound, not the bot, and it doesn't end with an answer:
    # an object before its end may be an example in a thought, which each model marks differently.
    if stop == "length" and most == model.most_out(None) and not _ends_with_object(text):
        return f"its answer was cut short at {most} tokens"
    if text.strip():
        return ""
    return "it called a tool, and has none" if message.get("tool_calls") else "its answer was empty"


def _ends_with_object(text: str) -> bool:
    """Return True if a JSON object, perhaps in a code block, is the last part of a text."""
    text = text.rstrip("`* \t\r\n")
    at = len(text)
    while text.endswith("}") and (at := text.rfind("{", 0, at)) >= 0:
        with suppress(ValueError, RecursionError):
            if _DECODER.raw_decode(text, at)[1] == len(text):
                return True
    return False


def _answer(text: str, stop: str, failed: str = "") -> Answer:
    answer = {"text": text, "stop": stop, "tokens_in": 0, "cached": 0, "tokens_out": 0}
    return answer | {"failed": failed} if failed else answer


def _count(value: object) -> int:
    """Return a number of tokens; 0 if the value isn't one."""
    return min(value, 10**9) if type(value) is int and value > 0 else 0


def seconds_asked(text: str) -> float:
    """Return the seconds that a Retry-After header asks for; 0 if it isn't a number."""
    with suppress(ValueError):
        return max(0.0, float(text))
    return 0.0


def _said(error: object, content: bytes, model: LanguageModel) -> str:
    """Return a provider's words as a line: an error's message, or how its response begins.

    The key is removed, in case the provider repeats it.
    """
    said = error.get("message") if isinstance(error, dict) else error
    text = str(said or content[:MOST_CHARACTERS].decode("utf-8", "replace")).strip()
    key = os.environ.get(model.key_env or "")
    return harmless(text.replace(key, "…") if key else text, 200) or "nothing"
