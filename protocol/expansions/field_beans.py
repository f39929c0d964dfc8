"""The field beans on the pipe: their event."""

from __future__ import annotations

from typing import Literal

from protocol.model import SeatEvent


class OpenedField(SeatEvent):
    """Two field beans opened the third field."""

    event: Literal["opened_field"]
