"""The one place where an exception becomes a line for the person at the terminal.

`arena --help` lists the exit codes. A mistake on the command line (2) is what typer finds, or a
`UsageError`: an unknown name, an option that no game fulfils, a seat that a game has not, a file or
folder named there that is missing, no bot or cannot be written.
"""

import errno
import signal
import sqlite3
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

from arena.errors import ArenaError, UsageError
from arena.home import begin

NO = 1
USAGE = 2
UNDECIDED = 3
OURS = 70
SIGNALLED = 128
INTERRUPTED = SIGNALLED + signal.SIGINT
UNREAD = SIGNALLED + signal.SIGPIPE
WAYS_OUT = {
    errno.ENOENT: "The current folder has been removed; go to another.",
    errno.EMFILE: "Allow more open files: ulimit -n 4096 (as root, if the shell refuses).",
    errno.ENFILE: "End some programs.",
    errno.ENOMEM: "End some programs, or play fewer games at once: --concurrency 1.",
    errno.ENOSPC: "The disk is full; make room.",
    errno.EDQUOT: "Your share of the disk is full; make room.",
    errno.EFBIG: "Allow larger files: ulimit -f unlimited (as root, if the shell refuses).",
}
"""What to do when the machine runs out of something, by the number of the error."""


def explain(error: BaseException, log: Path | None) -> tuple[str, int]:
    """Return the line to show for `error`, and the exit code. Log it if it was unexpected."""
    from arena.rules import VariantError
    from ladder.database.errors import LadderError, UnknownName

    match error:
        case UsageError() | VariantError() | UnknownName():
            return str(error), USAGE
        case ArenaError() | LadderError():
            return str(error), NO
        case KeyboardInterrupt():
            return "Interrupted.", INTERRUPTED
        case sqlite3.DatabaseError():
            return f"The ladder's database cannot be used: {error}.", NO
        case OverflowError() if "SQLite" in str(error):
            return f"One of the numbers is too large: the largest is {2**63 - 1}.", USAGE
        # A file that is named comes first: without one, the machine has run out of something.
        case OSError() if error.filename:
            way_out = " Change its permissions." if isinstance(error, PermissionError) else ""
            return f"{error.filename} cannot be used: {error.strerror}.{way_out}", NO
        case OSError() if error.errno in WAYS_OUT:
            return f"The machine refused: {error.strerror}. {WAYS_OUT[error.errno]}", NO
    where = _write_down(error, log)
    return f"Something went wrong inside the arena ({type(error).__name__}).{where}", OURS


def _write_down(error: BaseException, log: Path | None) -> str:
    unwritten = " (Its details could not be written anywhere.)"
    if log is None:
        return unwritten
    when = datetime.now(UTC).isoformat(timespec="seconds")
    text = "".join(traceback.format_exception(error))
    try:
        begin(log)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{when} {' '.join(sys.argv)}\n{text}\n")
    except OSError:
        return unwritten
    return f" Details are in {log}; please report them."
