"""What there is to harm: an operator's home, other programs of theirs, sockets, a ladder.

None of it is real. What a hostile bot does to it can be seen from outside, whatever it says itself.
"""

import ctypes
import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

BOTS = Path(__file__).parent / "bots"
LOOSE = tuple(map(Path, ("/tmp", "/dev/shm", "/var/tmp")))
"""Where everybody may write."""
SCRATCH = "arena-bot-"
"""How the folders that bots are given there begin."""
LONGEST_OF_A_SOCKET = 107
"""Bytes of its path."""
IPC = {"shm": "shmctl", "sem": "semctl", "msg": "msgctl"}


class Town:
    """The things around one game with this program. All of them go when it is left."""

    def __init__(self, program: str) -> None:
        self._in_c = program if (BOTS / f"{program}.c").exists() else ""
        self.mark = f"evil{secrets.token_hex(6)}"
        """In the name or the command line of all that the bot makes."""
        self.token = secrets.token_hex(16)
        self.key = secrets.randbelow(1 << 30) + 1
        long = len(tempfile.gettempdir()) > LONGEST_OF_A_SOCKET - 30
        self.folder = Path(tempfile.mkdtemp(prefix="town-", dir="/tmp" if long else None))
        self.folder.chmod(0o755)
        self.bot, self.home = self.folder / "bot", self.folder / "home"

    def __enter__(self) -> "Town":
        shutil.copytree(BOTS, self.bot)
        if self._in_c:
            # Not position-independent: addresses of 32 bits must do for it.
            compiler = ["cc", "-no-pie", "-o", self._in_c, f"{self._in_c}.c"]
            subprocess.run(compiler, cwd=self.bot, check=True)
        self._furnish()
        self._state = self._content()
        self._listeners = {
            "port": _listener(socket.AF_INET, ("127.0.0.1", 0)),
            "port6": _listener(socket.AF_INET6, ("::1", 0)),
            "socket": _listener(socket.AF_UNIX, str(self.folder / "socket")),
            "abstract": _listener(socket.AF_UNIX, f"\0{self.mark}"),
        }
        self._queue = _queue_with_a_message()
        # The operator's own program, which was given a secret in its environment.
        self._program = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", "input()"],
            stdin=subprocess.PIPE,
            env={"OPERATORS_TOKEN": self.token},
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.communicate()
        for listener in self._listeners.values():
            listener.close()
        ctypes.CDLL(None).msgctl(self._queue, 0, None)
        self.clean()
        shutil.rmtree(self.folder)

    @property
    def operators_program(self) -> int:
        """The process id of a program that is not the bot's."""
        return self._program.pid

    @property
    def targets(self) -> dict[str, Any]:
        """What the hostile bot is told of it all."""
        return {
            "mark": self.mark,
            "token": self.token,
            "key": self.key,
            "home": str(self.home),
            "bot": str(self.bot),
            "secret": str(self.home / ".ssh" / "id_ed25519"),
            "ladder": str(self.home / "ladder.sqlite"),
            "other": str(self.home / "bots" / "other"),
            "source": str(self.home / "arena.py"),
            "port": self._listeners["port"].getsockname()[1],
            "port6": self._listeners["port6"].getsockname()[1],
            "socket": str(self.folder / "socket"),
            "abstract": self.mark,
            "queue": self._queue,
            "arena": os.getpid(),
        }

    def _furnish(self) -> None:
        (self.home / ".ssh").mkdir(parents=True)
        (self.home / ".ssh" / "id_ed25519").write_text("the secret")
        with suppress(OSError, AttributeError):  # not every file system has them
            os.setxattr(self.home / ".ssh" / "id_ed25519", "user.note", b"secret")
        (self.home / "bots" / "other").mkdir(parents=True)
        (self.home / "bots" / "other" / "main.py").write_text("print(0)\n")
        (self.home / "arena.py").write_text("import honest\n")
        (self.home / "folder").mkdir()
        for name in ("truncated", "mode", "date", "renamed", "removed", "folder/removed"):
            (self.home / name).write_text("the operator's")
        with sqlite3.connect(self.home / "ladder.sqlite") as ladder:
            ladder.execute("CREATE TABLE ratings AS SELECT 1500 AS elo")
            ladder.execute("CREATE TABLE tournaments AS SELECT 'the deals' AS secret")
        ladder.close()

    def _content(self) -> dict[str, object]:
        """Each file of the operator and of the bot's own copy, as it is now."""
        found: dict[str, object] = {}
        for root in (self.home, self.bot):
            for file in sorted(root.rglob("*")):
                stat = file.lstat()
                content = file.read_bytes() if file.is_file() else b""
                found[str(file.relative_to(self.folder))] = (
                    *(stat.st_mode, stat.st_nlink, stat.st_uid, stat.st_mtime_ns * file.is_file()),
                    *(content, tuple(os.listxattr(file))),
                )
        return found

    # --- what became of it --------------------------------------------------------------------

    def damage(self) -> set[str]:
        """The files that are not as they were."""
        now = self._content()
        return {file for file in now.keys() | self._state if now.get(file) != self._state.get(file)}

    def visits(self) -> set[str]:
        """The sockets that somebody connected to."""
        return {name for name, listener in self._listeners.items() if _was_called(listener)}

    def left_behind(self) -> set[str]:
        """What the bot left: processes, files where everybody may write, shared memory, queues."""
        found = {f"process {pid}" for pid in processes(self.mark)}
        found |= {str(file) for file in self._loose_files()}
        for kind in IPC:
            found |= {f"{kind} {number}" for number in self._ipc(kind)}
        if self._unlink_queue():
            found.add("message queue")
        return found

    def left_behind_after(self, seconds: float) -> set[str]:
        """What is still there when so much time has passed, or nothing as soon as it is gone."""
        end = time.monotonic() + seconds
        while (left := self.left_behind()) and time.monotonic() < end:
            time.sleep(0.02)
        return left

    def clean(self) -> None:
        """Remove what the bot left."""
        library = ctypes.CDLL(None)
        for pid in processes(self.mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for file in self._loose_files():
            # Other than shutil's, this removal can take any depth.
            subprocess.run(["chmod", "-R", "u+rwx", file], check=False)
            subprocess.run(["rm", "-rf", file], check=True)
        for kind, control in IPC.items():
            for number in self._ipc(kind):
                remove = (number, 0, 0, None) if kind == "sem" else (number, 0, None)
                getattr(library, control)(*remove)

    def _loose_files(self) -> list[Path]:
        """The bot's files and folders where everybody may write, or in somebody's scratch there."""
        found = []
        for folder in LOOSE:
            for entry in folder.iterdir():
                if entry.name.startswith(self.mark):
                    found.append(entry)
                elif entry.name.startswith(SCRATCH):
                    with suppress(OSError):  # removed meanwhile
                        found += entry.glob(f"{self.mark}*")
        return found

    def _ipc(self, kind: str) -> list[int]:
        table = Path("/proc/sysvipc", kind)
        if not table.exists():
            return []
        rows = (line.split() for line in table.read_text().splitlines()[1:])
        return [int(row[1]) for row in rows if int(row[0]) == self.key]

    def _unlink_queue(self) -> bool:
        library = ctypes.CDLL("librt.so.1")
        return bool(library.mq_unlink(b"/" + self.mark.encode()) == 0)


def _queue_with_a_message() -> int:
    """A queue of System V, of our own user's alone; its number."""
    library = ctypes.CDLL(None)
    queue = int(library.msgget(0, 0o600))
    library.msgsnd(queue, (ctypes.c_char * 16)(1), 8, 0)
    return queue


def processes(mark: str) -> list[int]:
    """The processes with this mark in their command line, wherever they are."""
    return [pid for pid, line in _command_lines() if mark.encode() in line and pid != os.getpid()]


def _command_lines() -> list[tuple[int, bytes]]:
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            lines.append((int(folder.name), (folder / "cmdline").read_bytes()))
    return lines


def _listener(family: int, address: Any) -> socket.socket:
    listener = socket.socket(family)
    listener.bind(address)
    listener.listen()
    listener.setblocking(False)
    return listener


def _was_called(listener: socket.socket) -> bool:
    with suppress(BlockingIOError):
        caller, _ = listener.accept()
        caller.close()
        return True
    return False
