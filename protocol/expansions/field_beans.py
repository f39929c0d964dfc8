"""The field beans on the pipe: their event."""

from __future__ import annotations

from typing import Literal

from protocol.model import Count, Model


class OpenedField(Model):
    """Two field beans opened the third field."""

    event: Literal["opened_field"]
    seat: Count
