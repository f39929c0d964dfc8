"""Looks for a way out of the machine, or to other programs on it."""

import errno
import os
import socket
import time

from evil import DEEDS, TARGETS, Refused, deed, play

OUTSIDE = ("192.0.2.1", 80)
"""An address for examples (RFC 5737): nobody answers there."""
AT_ONCE = 0.5
"""Seconds."""


@deed
def call_the_world():
    with socket.socket() as caller:
        caller.setblocking(False)
        begun = time.monotonic()
        code = caller.connect_ex(OUTSIDE)
        if time.monotonic() - begun > AT_ONCE:
            os.abort()
        if code != errno.EINPROGRESS:
            raise OSError(code, os.strerror(code))


@deed
def be_called():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", TARGETS["own_port"]))
        listener.listen()
        time.sleep(0.15)  # the test calls meanwhile
        listener.settimeout(0.05)
        try:
            listener.accept()
        except TimeoutError:
            raise Refused from None


DEEDS |= {
    "connect to the machine": lambda: _reach(("127.0.0.1", TARGETS["port"])),
    "connect to the machine over ipv6": lambda: _reach(("::1", TARGETS["port6"]), socket.AF_INET6),
    "send a datagram": lambda: _send(OUTSIDE),
    "send a datagram to the machine": lambda: _send(("127.0.0.1", TARGETS["port"])),
    "connect to a socket file": lambda: _reach(TARGETS["socket"], socket.AF_UNIX),
    "connect to an abstract socket": lambda: _reach("\0" + TARGETS["abstract"], socket.AF_UNIX),
    "use vsock": lambda: _open(socket.AF_VSOCK, socket.SOCK_STREAM, 0),
    "use netlink": lambda: _open(socket.AF_NETLINK, socket.SOCK_RAW, 0),
    "use a raw socket": lambda: _open(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    "use a packet socket": lambda: _open(socket.AF_PACKET, socket.SOCK_RAW, 0),
    "use a socket of kernel crypto": lambda: _open(socket.AF_ALG, socket.SOCK_SEQPACKET, 0),
}


def _reach(address, family=socket.AF_INET):
    with socket.socket(family) as caller:
        caller.settimeout(1)
        caller.connect(address)


def _send(address):
    with socket.socket(type=socket.SOCK_DGRAM) as caller:
        caller.connect(address)
        caller.send(b"our hand is")


def _open(family, kind, protocol):
    socket.socket(family, kind, protocol).close()


play()
