"""`models.toml`: which language models there are, where they answer, and what they cost.

[small]
base_url = "http://127.0.0.1:8080/v1"   # of an API in the manner of OpenAI's
model = "some-model"                    # what the provider calls it
key_env = "OPENAI_API_KEY"              # optional; the variable that holds the key
price_in = 0.15                         # per million tokens; optional, like all that follows
price_cached = 0.075                    # of those in, that the provider had in its cache
price_out = 0.60
temperature = 0.7
max_tokens = 1024                       # of an answer; no bot gets more
extra = { reasoning_effort = "low" }    # sent with each request as it is
at_once = 16                            # the most requests under way
timeout_s = 120                         # for one request
retry_s = 2                             # to wait after a failure; four times that after a second
"""

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.errors import ArenaError, UsageError
from arena.text.phrases import what_it_must_be

MOST_BYTES = 64_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}")
_RESERVED = {"model", "messages", "stream", "n", "max_tokens", "temperature"}
OTHER_MOST = "max_completion_tokens"
"""What some models want `max_tokens` to be called; in `extra` it stands in its place."""

Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Seconds = Annotated[float, Field(gt=0, le=3_600)]


class ModelsError(ArenaError):
    """`models.toml` cannot be used, or a model in it; the message says why."""


class NoModelsFile(ModelsError, UsageError):
    """There is no such file."""


class LanguageModel(BaseModel):
    """A language model, as the operator describes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: Annotated[str, Field(pattern=r"^https?://[^\s/@]+(/[^\s?#]*)?$")]
    model: Annotated[str, Field(min_length=1, max_length=200)]
    key_env: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")] | None = None
    price_in: Price = 0.0
    price_cached: Price | None = None
    """None: cached tokens cost what the others do."""
    price_out: Price = 0.0
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    """None: the provider's own."""
    max_tokens: Annotated[int, Field(strict=True, ge=1, le=100_000)] = 1_024
    extra: dict[str, Any] = Field(default_factory=dict)
    at_once: Annotated[int, Field(strict=True, ge=1, le=1_000)] = 16
    timeout_s: Seconds = 120.0
    retry_s: Annotated[float, Field(ge=0, le=600)] = 2.0

    @property
    def identity(self) -> dict[str, Any]:
        """What makes it another player: not where the model runs, nor what it costs."""
        return self.model_dump(include={"model", "temperature", "max_tokens", "extra"})

    @property
    def answering(self) -> dict[str, Any]:
        """What makes an answer another one: two servers may call their models the same."""
        return self.identity | {"base_url": self.base_url.rstrip("/")}

    @property
    def hash(self) -> str:
        """A hash of its identity, part of the content hash of every player that it makes."""
        return digest(self.identity)

    def with_program(self, program: str) -> str:
        """The content hash of the player that it makes with a program, by that one's hash."""
        return with_program(program, self.hash)

    @property
    def priced(self) -> bool:
        """True if anything of it costs."""
        return bool(self.price_in or self.price_out or self.price_cached)

    def most_out(self, asked: int | None) -> int:
        """The most tokens of an answer to which a bot gives so many; None: it does not say."""
        if isinstance(own := self.extra.get(OTHER_MOST), int):
            return own
        return min(asked or self.max_tokens, self.max_tokens)

    def cost(self, tokens_in: int, cached: int, tokens_out: int) -> float:
        """The price of one answer; `cached` are among `tokens_in`."""
        of_cached = self.price_in if self.price_cached is None else self.price_cached
        fresh = max(0, tokens_in - cached)
        return (fresh * self.price_in + cached * of_cached + tokens_out * self.price_out) / 1e6


def with_program(program: str, model: str) -> str:
    """The content hash of a player, by the hashes of its program and of its model."""
    return digest([program, model])


def digest(data: object) -> str:
    """A hash of plain data, whatever the order of its keys."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read_models(file: Path) -> dict[str, LanguageModel]:
    """The models that a file describes, by name. Raises ModelsError."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NoModelsFile(
            f"{file} cannot be read ({error.strerror}). Write one: it names your models."
        ) from None
    if len(content) > MOST_BYTES:
        raise ModelsError(f"{file} is larger than {MOST_BYTES // 1000} kB. Keep only models in it.")
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise ModelsError(f"{file} is not written in UTF-8. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise ModelsError(f"{file} cannot be read as TOML: {error}.") from None
    if not data:
        raise ModelsError(f"{file} names no model. Add a table such as [small].")
    return {name: _model(name, value, file) for name, value in data.items()}


def _model(name: str, value: object, file: Path) -> LanguageModel:
    if not _NAME.fullmatch(name):
        raise ModelsError(
            f"{file}: [{name[:40]}] is not the name of a model. Use up to 20 letters, digits, "
            "dots, hyphens and underscores."
        )
    try:
        made = LanguageModel.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = ", ".join(LanguageModel.model_fields)
            why = f"{key} is not one of its keys, which are {known}"
        elif first["type"] == "missing":
            why = f"{key} is missing"
        else:
            why = f"{key}: {what_it_must_be(first)}" if key else what_it_must_be(first)
        raise ModelsError(f"{file}: [{name}] cannot be used: {why}.") from None
    if why := _unfit(made):
        raise ModelsError(f"{file}: [{name}] cannot be used: {why}.")
    if taken := sorted(_RESERVED & made.extra.keys()):
        raise ModelsError(
            f"{file}: [{name}] cannot be used: extra.{taken[0]} would replace what the arena sends."
        )
    return made


def _unfit(model: LanguageModel) -> str:
    """Why a request cannot be made of these settings; "" if it can."""
    try:
        json.dumps(model.extra, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return "extra holds what JSON cannot: a date, a time, infinity or nan"
    try:
        known = urlsplit(model.base_url).port != 0
    except ValueError:
        known = False
    return "" if known else "base_url is not an address"


def require_keys(models: Mapping[str, LanguageModel]) -> None:
    """Raise ModelsError if a model's key is not in the environment, or cannot be sent."""
    for name, model in models.items():
        key = os.environ.get(model.key_env or "", "")
        if model.key_env and not key:
            raise ModelsError(
                f"The key of the model {name} is read from {model.key_env}, which is not set. "
                f"Set it: export {model.key_env}=…"
            )
        if key != key.strip() or not (key.isascii() and key.isprintable()):
            raise ModelsError(
                f"The key of the model {name}, in {model.key_env}, begins or ends with a space, or "
                "has a line break or a letter that no key has. Set it again."
            )
