"""Type aliases for numpy arrays. This module and all that import it need numpy."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
"""Integers, such as counts or positions of bots."""
