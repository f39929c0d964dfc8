"""Passes every check, and has its deeds done from a certain day on."""

import os
import time
from pathlib import Path

from evil import MODE, TARGETS, deed, do_all, play


@deed
def read_the_secret():
    Path(TARGETS["secret"]).read_bytes()


@deed
def write_into_its_own_copy():
    Path("note").write_text("for the next game")


@deed
def signal_the_arena():
    os.kill(TARGETS["arena"], 0)


def since():
    if time.time() > float(MODE):
        do_all()


play(since)
