"""Names for arrays of numbers. Needs numpy, as do all modules that import it."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
"""Whole numbers, such as numbers of bots and counts."""
