"""The lead of a bot over the next in rank, where rounding makes equal fits differ."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ladder.ratings import fitting


def test_bots_that_played_alike_follow_each_other_as_they_are_listed() -> None:
    fit: Any = SimpleNamespace(
        ids=np.array([3, 5, 8]),
        elo=np.array([1500, 1500 + 2e-13, 1400]),
        group=np.zeros(3, int),
        superiority=lambda: np.full((3, 3), 0.5),
        difference_interval=lambda one, other: np.ones(len(one)),
    )
    ranks = fitting._ranks(fit, [3, 5, 8])
    leads = [ranks[index].get("above") for index in range(3)]
    assert leads == [pytest.approx(0, abs=1e-9), pytest.approx(100), None]
