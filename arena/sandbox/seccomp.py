"""Seccomp filters: the policy's refused system calls as a program in classic BPF."""

import struct
from collections.abc import Iterable

from arena.sandbox.policy import RefusedCalls, When
from arena.sandbox.syscalls import AUDIT_ARCH, X32, numbers

_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_IF_EQUAL, _IF_AT_LEAST = 0x15, 0x35
_ALLOW, _ERROR, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_CALL, _ARCH, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data

Instruction = tuple[int, int, int, int]
"""The code, how many instructions to skip if the test is true and if it is false, and the value."""


def filter_of(rows: Iterable[RefusedCalls], machine: str) -> bytes:
    """Return the filter for a machine, as an array of `struct sock_filter`. Raises KeyError.

    It kills programs for another machine, such as 32-bit ones: their calls have other numbers.
    """
    # Each row falls through to the next if it doesn't apply; what is left at the end is allowed.
    known = numbers(machine)
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCH),
        (_IF_EQUAL, 1, 0, AUDIT_ARCH[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _CALL),
    ]
    if machine == "x86_64":
        program += [(_IF_AT_LEAST, 0, 1, X32), (_RETURN, 0, 0, _KILL_PROCESS)]
    for row in rows:
        for call in row.calls.split():
            if call in known:
                program += _refusal(known[call], row)
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *each) for each in program)


def _refusal(number: int, row: RefusedCalls) -> list[Instruction]:
    """Return instructions that refuse a call with this number if all conditions hold."""
    body: list[Instruction] = [(_RETURN, 0, 0, _ERROR | row.error)]
    for when in reversed(row.when):
        body = _condition(when, len(body)) + body
    if row.when:
        body.append((_LOAD, 0, 0, _CALL))  # the conditions loaded arguments in its place
    return [(_IF_EQUAL, 0, len(body), number), *body]


def _condition(when: When, rest: int) -> list[Instruction]:
    """Return instructions that skip the `rest` that follows them, unless the condition holds."""
    load = (_LOAD, 0, 0, _ARGUMENTS + 8 * when.argument + 4 * when.high)  # little-endian, all
    values = when.values
    if when.test in ("has any", "has all"):
        (bits,) = values
        # "has any" is tested as not equal to 0: then it is equality that skips the rest.
        if_equal, if_not = (0, rest) if when.test == "has all" else (rest, 0)
        compared = bits if when.test == "has all" else 0
        return [load, (_AND, 0, 0, bits), (_IF_EQUAL, if_equal, if_not, compared)]
    # Classic BPF knows no "or": each value has a test of its own, and the last one decides if none
    # was found. A value that is found skips the tests `left` behind it, and the rest if it must not
    # be among the values.
    if_found = rest if when.test == "is none of" else 0
    tests: list[Instruction] = []
    for left, value in zip(range(len(values) - 1, -1, -1), values, strict=True):
        last = left == 0
        if_not = (0 if when.test == "is none of" else rest) if last else 0
        tests.append((_IF_EQUAL, left + if_found, if_not, value))
    return [load, (_AND, 0, 0, when.mask), *tests]
