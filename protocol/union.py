"""Unions whose members are only known at run time, since expansions are discovered on import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, Union

from pydantic import Discriminator, Field, GetCoreSchemaHandler, Tag

from protocol.model import Model

_OTHER = "?"  # no name under which a model could be known


class Means(NamedTuple):
    """An annotation for pydantic: the type to validate, instead of the one that mypy sees."""

    type: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(self.type)


def any_of(*types: Any) -> Means:
    """Annotate a value of any of the types, whichever fits first."""
    union: Any = Union[types]  # noqa: UP007
    return Means(Annotated[union, Field(union_mode="left_to_right")])


def one_of(models: Mapping[str, type[Model]], key: str, other: type[Model]) -> Means:
    """Annotate a model chosen by the name under `key`; `other` if the name is unknown."""

    def tag(value: Any) -> str:
        name = value.get(key) if isinstance(value, dict) else getattr(value, key, None)
        return name if isinstance(name, str) and name in models else _OTHER

    tagged = [Annotated[model, Tag(name)] for name, model in models.items()]
    return Means(Annotated[Union[(*tagged, Annotated[other, Tag(_OTHER)])], Discriminator(tag)])
