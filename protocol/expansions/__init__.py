"""The expansions on the pipe: one module each, found here and added to the frame by its contents.

    a model with a key `do`       a choice; its `EXPECTED` says what its keys hold
    a model with a key `event`    an event
    a `CardPlace`                 one more place by which a card can be named
    a `Keys`                      more keys for a model of the frame

Two modules that define the same thing are refused when they are imported.
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
    import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)
)


class Clash(ImportError):
    """Two modules define the same thing; the text says which, and what."""


class _Found(dict[str, Any]):
    """The definitions of models by name; no name may be defined twice."""

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
    """The models that the modules define, in their order."""
    for module in modules:
        for value in vars(module).values():
            own = getattr(value, "__module__", "") == module.__name__
            if own and isinstance(value, type) and issubclass(value, Model):
                yield value


def named(key: str, frame: str) -> dict[str, type[Model]]:
    """The models with `key` (`do` or `event`), by name: those of `frame`, then of expansions."""
    found = _Found(f'"{key}": "{{}}"')
    for model in models(sys.modules[frame], *MODULES):
        if key in model.model_fields:
            (name,) = get_args(model.model_fields[key].annotation)
            found.add(name, model, model)
    return found


def places(frame: str) -> dict[str, type[CardPlace]]:
    """The places by which cards can be named, by key: those of `frame`, then of expansions."""
    found = _Found('the place of a card "{}"')
    for model in models(sys.modules[frame], *MODULES):
        if issubclass(model, CardPlace):
            (key,) = model.model_fields.keys() - CardPlace.model_fields
            found.add(key, model, model)
    return found


def extended(model: type[M]) -> type[M]:
    """The model with the keys that expansions add to it (a decorator)."""
    found = _Found(f'the key "{{}}" of {model.__name__}')
    for keys in (model, *models(*MODULES)):
        if keys is model or (issubclass(keys, Keys) and keys.of == model.__name__):
            for key, field in keys.model_fields.items():
                found.add(key, (field.annotation, field), keys)
    return with_keys({key: found[key] for key in found if key not in model.model_fields})(model)


def with_keys(keys: dict[str, Any]) -> Callable[[type[M]], type[M]]:
    """A model with more keys, each as (type, default) (a decorator)."""

    def added(model: type[M]) -> type[M]:
        name, doc, module = model.__name__, model.__doc__, model.__module__
        return create_model(name, __base__=model, __doc__=doc, __module__=module, **keys)

    return added
