"""The same programs where the arena is run by an ordinary user, who can give bots no users of their
own: all that tell, say and die differently then."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534
ROOT = Path(__file__).parents[2]
PARTS = (
    "arena",
    "protocol",
    "ladder",
    "bots",
    "tests/hostile",
    "tests/arena/sandbox/test_counted_on.py",
    "tests/conftest.py",
    "tests/support",
)
NEEDED = "import orjson, platformdirs, pydantic, pytest, hypothesis"
CHOSEN = (
    "(snoops or vandal or meddles or connects or kernel or raw or stays or daemon "
    "or processes or threads or sockets or tables or gigabyte or closed or core or bomb "
    "or watches or signals or siblings or whispers or counted_on) "
    "and not level_C and not -C] and not off_turn"
)
"""What the user makes no difference to is not repeated: how the time of processes is counted, but
once, where a bot has several; level C, which keeps nobody from anything; and who computes off turn,
who is found by what is counted on turn, too."""


@pytest.fixture
def copy() -> Iterator[Path]:
    """A copy of the project that anybody can read, with a folder for temporary files."""
    folder = Path(tempfile.mkdtemp(prefix="ordinary-"))
    folder.chmod(0o755)
    for part in PARTS:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            ignored = shutil.ignore_patterns(Path(__file__).name)
            shutil.copytree(ROOT / part, folder / part, ignore=ignored)
        else:
            shutil.copy(ROOT / part, folder / part)
    (folder / "tmp").mkdir()
    os.chown(folder / "tmp", NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder)


def as_nobody(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command without any rights, with our packages in sight."""
    # `env`, since setpriv itself still has root's rights when it looks for a program.
    change = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    packages = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
    environment = {
        "PATH": os.environ["PATH"],
        "TMPDIR": str(folder / "tmp"),
        "HOME": str(folder / "tmp"),
        "PYTHONPATH": os.pathsep.join([str(folder), *packages]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [*change, "--bounding-set=-all", "env", *words],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )


def interpreter(folder: Path) -> str | None:
    """One that nobody may run and that finds what is needed: ours may lie in root's home."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    candidates = (
        os.path.realpath(sys.executable),
        f"/usr/bin/{version}",
        f"/usr/local/bin/{version}",
    )
    for each in candidates:
        if Path(each).exists() and not as_nobody([each, "-c", NEEDED], folder).returncode:
            return each
    return None


@pytest.mark.slow
@pytest.mark.timeout(1800)  # two hundred tests in one
@pytest.mark.skipif(os.geteuid() != 0, reason="Everything here is run by an ordinary user already.")
@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv (util-linux) is not installed.")
def test_hostile_programs_of_an_ordinary_user(copy: Path) -> None:
    python = interpreter(copy)
    if python is None:
        pytest.skip("Only root can run this Python or read its packages.")
    words = ["--everything", "-q", "-rfs", "-p", "no:cacheprovider", "--import-mode=importlib"]
    words = ["-m", "pytest", *words, "tests", "-k", CHOSEN]
    done = as_nobody([python, *words], copy)
    print(done.stdout[-4000:], done.stderr[-2000:])
    assert done.returncode == 0
    assert " passed" in done.stdout
