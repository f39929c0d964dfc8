"""Settings: `models.toml` lists the language models, their addresses and their prices.

[small]
base_url = "http://127.0.0.1:8080/v1"   # of an API like OpenAI's
model = "some-model"                    # the provider's name for it
key_env = "OPENAI_API_KEY"              # optional: the variable that holds the key
price_in = 0.15                         # per million tokens; optional, like everything below
price_cached = 0.075                    # for tokens in that the provider had cached
price_out = 0.60
temperature = 0.7
max_tokens = 1024                       # of an answer; no bot gets more
extra = { reasoning_effort = "low" }    # sent with each request unchanged
system_role = false                     # for a chat template that has no such role
memory = true                           # it keeps a notebook from question to question
at_once = 16                            # the most open requests
timeout_s = 120                         # for one request
retry_s = 2                             # the wait after a failure; four times that after a second
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
"""Another name for `max_tokens`, which some models require; if it is in `extra`, it replaces it."""

Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Seconds = Annotated[float, Field(gt=0, le=3_600)]


class ModelsError(ArenaError):
    """`models.toml`, or a model in it, can't be used; the message says why."""


class NoModelsFile(ModelsError, UsageError):
    """The file can't be read."""


class LanguageModel(BaseModel):
    """A language model as described in `models.toml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: Annotated[str, Field(pattern=r"^https?://[^\s/@]+(/\S*)?$")]
    model: Annotated[str, Field(min_length=1, max_length=200)]
    key_env: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")] | None = None
    price_in: Price = 0.0
    price_cached: Price | None = None
    """None if cached tokens cost the same as others."""
    price_out: Price = 0.0
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    """None for the provider's default."""
    max_tokens: Annotated[int, Field(strict=True, ge=1, le=100_000)] = 1_024
    extra: dict[str, Any] = Field(default_factory=dict)
    system_role: Annotated[bool, Field(strict=True)] = True
    """False to send what system messages say at the head of the first message."""
    memory: Annotated[bool, Field(strict=True)] = False
    """True if it keeps a notebook, see `Chain.asked`."""
    at_once: Annotated[int, Field(strict=True, ge=1, le=1_000)] = 16
    timeout_s: Seconds = 120.0
    retry_s: Annotated[float, Field(ge=0, le=600)] = 2.0

    @property
    def identity(self) -> dict[str, Any]:
        """The settings that make it a player of its own: not its address, nor its price."""
        told = self.model_dump(include={"model", "temperature", "max_tokens", "extra"})
        # Only those that aren't the default, which must not change the hashes of older players.
        flags = self.model_dump(include={"system_role", "memory"}, exclude_defaults=True)
        return told | flags

    @property
    def answering(self) -> dict[str, Any]:
        """The settings that an answer depends on: two servers may use one name for two models."""
        return self.identity | {"base_url": self.base_url.rstrip("/")}

    @property
    def hash(self) -> str:
        """The hash of its identity, part of the content hash of its players."""
        return digest(self.identity)

    def with_program(self, program: str) -> str:
        """Return the content hash of the player made of this model and a program's hash."""
        return with_program(program, self.hash)

    @property
    def priced(self) -> bool:
        """True if it has any price."""
        return bool(self.price_in or self.price_out or self.price_cached)

    def most_out(self, asked: int | None) -> int:
        """Return the most tokens of an answer, if a bot asks for `asked` or doesn't say."""
        # What is in `extra` is sent as it is, whatever a bot asks for.
        if isinstance(own := self.extra.get(OTHER_MOST), int):
            return own
        return min(asked or self.max_tokens, self.max_tokens)

    def cost(self, tokens_in: float, cached: float, tokens_out: float) -> float:
        """Return the price of an answer; `tokens_in` include the `cached` ones."""
        of_cached = self.price_in if self.price_cached is None else self.price_cached
        uncached = max(0, tokens_in - cached)
        return (uncached * self.price_in + cached * of_cached + tokens_out * self.price_out) / 1e6


def with_program(program: str, model: str) -> str:
    """Return the content hash of a player from the hashes of its program and its model."""
    return digest([program, model])


def digest(data: object) -> str:
    """Return a hash of plain data, which doesn't depend on the order of keys."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read_models(file: Path) -> dict[str, LanguageModel]:
    """Read the models in a file, by name. Raises ModelsError."""
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
        model = LanguageModel.model_validate(value)
        why = _unfit(model)
    except ValidationError as error:
        why = _wrong_key(error)
    if why:
        raise ModelsError(f"{file}: [{name}] cannot be used: {why}.")
    return model


def _wrong_key(error: ValidationError) -> str:
    """Return which key is wrong, and why."""
    first = error.errors(include_url=False, include_input=False)[0]
    key = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        known = ", ".join(LanguageModel.model_fields)
        return f"{key} is not one of its keys, which are {known}"
    if first["type"] == "missing":
        return f"{key} is missing"
    return f"{key}: {what_it_must_be(first)}" if key else what_it_must_be(first)


def _unfit(model: LanguageModel) -> str:
    """Return why these settings can't make a request; "" if they can."""
    try:
        json.dumps(model.extra, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return "extra holds what JSON cannot: a date, a time, infinity or nan"
    try:
        is_address = urlsplit(model.base_url).port != 0
    except ValueError:  # the port is no number, or too large
        is_address = False
    if not is_address:
        return "base_url is not an address"
    if found := re.search(r"[?#]", model.base_url):
        return (
            f'base_url has a "{found[0]}"; leave it out with what follows, as the arena adds '
            "/chat/completions at the end"
        )
    taken = sorted(_RESERVED & model.extra.keys())
    return f"extra.{taken[0]} would replace what the arena sends" if taken else ""


def require_keys(models: Mapping[str, LanguageModel]) -> None:
    """Raise ModelsError if a model's key is missing in the environment, or can't be sent."""
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
