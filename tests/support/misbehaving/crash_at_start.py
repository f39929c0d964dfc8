"""Ends before it is ready, with a word on stderr."""

import sys

sys.exit("no configuration found")
