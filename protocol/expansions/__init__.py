"""The expansions on the pipe: one module each, discovered here and added to the protocol's core.

The core takes from each module, by its type:

    a model with a key `do`       a choice; its `EXPECTED` describes its keys
    a model with a key `event`    an event
    a `CardPlace`                 another place by which a card can be named
    a `Keys`                      more keys for a model of the core

Importing fails if two modules define the same thing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar, get_args

from pydantic import create_model

from protocol.model import CardPlace, Keys, Model

M = TypeVar("M", bound=Model)

MODULES: tuple[ModuleType, ...] = tuple(
    import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)
)


class Clash(ImportError):
    """Two modules define the same thing; the message says which, and what."""


class _Definitions(dict[str, Any]):
    """Definitions of models by name; defining a name twice raises Clash."""

    def __init__(self, shown: str) -> None:
        super().__init__()
        self._shown = shown
        self._by: dict[str, str] = {}

    def add(self, name: str, value: Any, model: type[Model]) -> None:
        if name in self:
            shown, modules = self._shown.format(name), f"{self._by[name]} and {model.__module__}"
            raise Clash(f"{modules} both define {shown}. Rename one of them.")
        self[name], self._by[name] = value, model.__module__


def models(*modules: ModuleType) -> Iterator[type[Model]]:
    """Yield the models that the modules define, in their order."""
    for module in modules:
        for value in vars(module).values():
            # Not those that it only imports.
            own = getattr(value, "__module__", "") == module.__name__
            if own and isinstance(value, type) and issubclass(value, Model):
                yield value


def named(key: str, frame: str) -> dict[str, type[Model]]:
    """Return the models with `key` (`do` or `event`) by name.

    Those of the module `frame` come first, then those of expansions.
    """
    definitions = _Definitions(f'"{key}": "{{}}"')
    for model in models(sys.modules[frame], *MODULES):
        if key in model.model_fields:
            # The annotation is a Literal of one name.
            (name,) = get_args(model.model_fields[key].annotation)
            definitions.add(name, model, model)
    return definitions


def places(frame: str) -> dict[str, type[CardPlace]]:
    """Return the places that name cards, by key: those of `frame`, then of expansions."""
    definitions = _Definitions('the place of a card "{}"')
    for model in models(sys.modules[frame], *MODULES):
        if issubclass(model, CardPlace):
            (key,) = model.model_fields.keys() - CardPlace.model_fields
            definitions.add(key, model, model)
    return definitions


def extended(model: type[M]) -> type[M]:
    """Decorate a model: add the keys that expansions have for it."""
    definitions = _Definitions(f'the key "{{}}" of {model.__name__}')
    for keys in (model, *models(*MODULES)):
        if keys is model or (issubclass(keys, Keys) and keys.of == model.__name__):
            for key, field in keys.model_fields.items():
                definitions.add(key, (field.annotation, field), keys)
    return with_keys(
        {key: definitions[key] for key in definitions if key not in model.model_fields}
    )(model)


def with_keys(keys: dict[str, Any]) -> Callable[[type[M]], type[M]]:
    """Return a decorator that adds keys to a model, each given as (type, default)."""

    def added(model: type[M]) -> type[M]:
        name, doc, module = model.__name__, model.__doc__, model.__module__
        return create_model(name, __base__=model, __doc__=doc, __module__=module, **keys)

    return added
