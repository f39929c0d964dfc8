"""Holding what is said to the models, which would let keys that they do not know pass."""

from typing import Any

from pydantic import BaseModel


def unknown_keys(value: Any, path: str = "") -> list[str]:
    """Keys that the models kept without knowing them."""
    if isinstance(value, BaseModel):
        found = [f"{path}.{key}" for key in value.model_extra or {}]
        for key in type(value).model_fields:
            found += unknown_keys(getattr(value, key), f"{path}.{key}")
        return found
    if isinstance(value, list):
        return [key for each in value for key in unknown_keys(each, f"{path}[]")]
    return []
