"""The filter does what the policy's rows say: read by a second implementation of the kernel's."""

import struct
from errno import EPERM
from itertools import product

import pytest

from arena.sandbox.policy import RefusedCalls, When, refused
from arena.sandbox.seccomp import filter_of
from arena.sandbox.syscalls import AUDIT_ARCH, X32, numbers

ALLOWED = 0x7FFF0000
KILLED = 0x80000000
MACHINES = sorted(AUDIT_ARCH)
NONE = (0,) * 6


def run(program: bytes, arch: int, number: int, arguments: tuple[int, ...]) -> int:
    """What the kernel's machine for such filters (`bpf(4)`, the classic one) returns."""
    data = struct.pack("<IIQ6Q", number, arch, 0, *arguments)
    code = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    at, value = 0, 0
    while True:
        what, if_true, if_false, operand = code[at]
        at += 1
        match what:
            case 0x20:
                (value,) = struct.unpack_from("<I", data, operand)
            case 0x54:
                value &= operand
            case 0x15:
                at += if_true if value == operand else if_false
            case 0x35:
                at += if_true if value >= operand else if_false
            case 0x06:
                return operand
            case _:
                raise AssertionError(what)


def holds(when: When, arguments: tuple[int, ...]) -> bool:
    half = arguments[when.argument] >> (32 if when.high else 0) & 0xFFFFFFFF
    if when.test == "has any":
        return bool(half & when.values[0])
    if when.test == "has all":
        return half & when.values[0] == when.values[0]
    return ((half & when.mask) in when.values) == (when.test == "equals")


def expected(rows: list[RefusedCalls], call: str, arguments: tuple[int, ...]) -> int:
    for row in rows:
        if call in row.calls.split() and all(holds(when, arguments) for when in row.when):
            return 0x00050000 | row.error
    return ALLOWED


def interesting(rows: list[RefusedCalls], call: str) -> list[tuple[int, ...]]:
    """Arguments on both sides of every condition on a call, in all combinations."""
    values: dict[int, set[int]] = {at: {0} for at in range(6)}
    for row in rows:
        if call in row.calls.split():
            for when in row.when:
                shift = 32 if when.high else 0
                for value in (*when.values, 0, 1, 0x80):
                    values[when.argument] |= {value << shift, (value ^ 0x400) << shift}
                    values[when.argument].add(value << shift | 0x1_0000_0000)
    return list(product(*(sorted(values[at]) for at in range(6))))


@pytest.mark.parametrize(
    ("machine", "level", "network", "build"),
    list(product(MACHINES, "AB", (False, True), (False, True))),
)
def test_each_row_as_it_says_and_nothing_else(
    machine: str, level: str, network: bool, build: bool
) -> None:
    rows = refused(level, network, counted=False, build=build)
    program = filter_of(rows, machine)
    known, arch = numbers(machine), AUDIT_ARCH[machine]
    named = {call for row in rows for call in row.calls.split()}
    for call, number in known.items():
        for arguments in interesting(rows, call):
            assert run(program, arch, number, arguments) == expected(rows, call, arguments), (
                call,
                arguments,
            )
    for number in set(range(600)) - {known[call] for call in named if call in known}:
        assert run(program, arch, number, (2**64 - 1,) * 6) == ALLOWED


@pytest.mark.parametrize("machine", MACHINES)
def test_programs_of_other_machines_are_killed(machine: str) -> None:
    program = filter_of(refused("A", False), machine)
    (other,) = set(MACHINES) - {machine}
    for arch in (AUDIT_ARCH[other], 0x40000003):  # the last: i386
        assert run(program, arch, 1, NONE) == KILLED
    if machine == "x86_64":
        assert run(program, AUDIT_ARCH[machine], X32 | 1, NONE) == KILLED


def test_every_call_of_the_policy_has_a_number() -> None:
    rows = [row for each in product("AB", (False, True)) for row in refused(*each, counted=False)]
    named = {call for row in rows for call in row.calls.split()}
    missing = {machine: named - set(numbers(machine)) for machine in MACHINES}
    assert missing["x86_64"] == set()
    # Calls that this younger machine never had; it has those that took their place.
    never = {"chmod", "chown", "lchown", "utime", "utimes", "futimesat", "inotify_init", "ustat"}
    assert missing["aarch64"] == never


def test_sockets_are_for_those_that_have_the_network() -> None:
    socket = numbers("x86_64")["socket"]
    for network, families in ((False, ()), (True, (2, 10))):
        program = filter_of(refused("B", network), "x86_64")
        allowed = [
            family
            for family in range(64)
            if run(program, AUDIT_ARCH["x86_64"], socket, (family, *NONE[1:])) == ALLOWED
        ]
        assert allowed == list(families)


@pytest.mark.parametrize("level", "AB")
def test_a_program_is_told_that_it_has_moved_itself_to_other_cores(level: str) -> None:
    """As .NET asks at the start of each thread, or it ends; others are not to be moved at all."""
    program = filter_of(refused(level, False), "x86_64")
    move = numbers("x86_64")["sched_setaffinity"]
    answers = [run(program, AUDIT_ARCH["x86_64"], move, (pid, *NONE[1:])) for pid in (0, 1)]
    assert answers == [0x00050000, 0x00050000 | EPERM]
