"""Computes in processes and threads that have ended before anybody looks at them.

"on turn" it uses a second at its first question, beside a decoy that always waits for the core;
"off turn" it computes from then on, whoever is asked. It says at each question how much processor
time it has used so far, in milliseconds.
"""

import ctypes
import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress

from evil import MODE, play, syscall

WHEN, _, SHAPE = MODE.partition(": ")
CHAINS, LINKS, LINK_S = (3, 17, 0.02) if WHEN == "on turn" else (4, 10_000, 0.005)
"""How many at a time, how many processes or threads make one of them, how long each computes."""
CLONE_PARENT = 0x8000
SA_NOCLDWAIT = 2
heard, said = os.pipe()
sums = {"used": 0.0, "reported": 0.0}
"""Microseconds of all; seconds of this process."""


def burn(clock=time.process_time):
    until = clock() + LINK_S
    while clock() < until:
        pass


def spawn(work, fork=os.fork):
    """A process that works, reports and ends."""
    child = fork()
    if child == 0:
        sums["reported"] = 0.0
        work()
        report()
        os._exit(0)
    return child


def report():
    """Say how much this process has used since it last did."""
    now = time.process_time()
    os.write(said, int(1e6 * (now - sums["reported"])).to_bytes(8, "big"))
    sums["reported"] = now


def waits():
    """A parent that waits for one child after the other."""
    for _ in range(LINKS):
        os.waitpid(spawn(burn), 0)


def hands_on(links=LINKS):
    """Each starts the next and ends: it falls to whoever takes in what is left behind."""
    burn()
    if links > 1:
        spawn(lambda: hands_on(links - 1))


def ignores():
    """A parent whose children the kernel forgets as soon as they end."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    one_by_one()


def does_not_wait():
    """The same by a flag, which shows nowhere."""
    action = (ctypes.c_uint64 * 4)(0, SA_NOCLDWAIT)
    syscall("rt_sigaction", signal.SIGCHLD, ctypes.byref(action), 0, 8)
    one_by_one()


def has_siblings():
    """Its children are its parent's, which is not its own program."""
    chain = os.getpid()

    def adopted():
        while os.getppid() == chain:
            time.sleep(0.001)
        one_by_one(lambda: syscall("clone", CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0))

    spawn(adopted)


def uses_threads():
    for _ in range(LINKS):
        thread = threading.Thread(target=burn, args=(time.thread_time,))
        thread.start()
        thread.join()
        report()


def one_by_one(fork=os.fork):
    for _ in range(LINKS):
        ends, held = os.pipe()
        spawn(burn, fork)
        os.close(held)
        os.read(ends, 1)  # until the child has ended, and its end of the pipe with it
        os.close(ends)
        with suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


SHAPES = {
    "waits": waits,
    "hands on": hands_on,
    "ignores": ignores,
    "does not wait": does_not_wait,
    "has siblings": has_siblings,
    "uses threads": uses_threads,
}


def decoy(told):
    """Until it is told to stop; then it says what it has used, and stays."""
    over = []
    os.close(said)
    signal.signal(signal.SIGTERM, lambda *_: over.append(True))
    while not over:
        pass
    os.write(told, int(1e6 * time.process_time()).to_bytes(8, "big"))
    signal.pause()


def start():
    overhead = overhead_us()
    if WHEN == "on turn":
        ours, theirs = os.pipe()
        beside = spawn(lambda: decoy(theirs))
    for _ in range(CHAINS):
        spawn(SHAPES[SHAPE])
    if WHEN == "off turn":
        os.set_blocking(heard, False)
        return
    os.close(said)
    while told := os.read(heard, 8):  # until all have ended
        hear(told, overhead)
    os.kill(beside, signal.SIGTERM)
    hear(os.read(ours, 8), overhead)


def tell():
    """Say what was used up to now."""
    if WHEN == "off turn":
        with suppress(BlockingIOError):
            while told := os.read(heard, 8):
                hear(told, 0)
    print(f"EVIL used: {sums['used'] / 1000:.0f}", file=sys.stderr, flush=True)


def hear(told, more):
    sums["used"] += int.from_bytes(told, "big") + more


def overhead_us():
    """What a process costs besides what it says itself."""
    children, said_us = cpu_us(resource.RUSAGE_CHILDREN), 0
    for _ in range(20):
        os.waitpid(spawn(lambda: None), 0)
        said_us += int.from_bytes(os.read(heard, 8), "big")
    hear(b"", cpu_us(resource.RUSAGE_CHILDREN) - children)
    return (cpu_us(resource.RUSAGE_CHILDREN) - children - said_us) / 20


def cpu_us(whose):
    usage = resource.getrusage(whose)
    return 1e6 * (usage.ru_utime + usage.ru_stime)


play(start, tell)
