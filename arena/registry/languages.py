"""Starting a lone file by its suffix; where there is no one way, what to write down."""

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from shutil import which


@dataclass(frozen=True)
class Way:
    """A way to build and run the files of a language; FILE stands for the file."""

    language: str
    run: str
    build: str = ""


_NODE = Way("javascript", "node FILE")
_TYPESCRIPT = Way("typescript", "node FILE")
_CPP = Way("cpp", "./bot", "g++ -O2 -std=c++20 -o bot FILE")

WAYS: dict[str, Way] = {
    ".py": Way("python", "python3 FILE"),
    ".js": _NODE,
    ".mjs": _NODE,
    ".cjs": _NODE,
    ".ts": _TYPESCRIPT,
    ".mts": _TYPESCRIPT,
    ".pl": Way("perl", "perl FILE"),
    ".rb": Way("ruby", "ruby FILE"),
    ".lua": Way("lua", "lua FILE"),
    ".php": Way("php", "php FILE"),
    ".sh": Way("shell", "bash FILE"),
    ".ps1": Way("powershell", "pwsh -NoProfile -File FILE"),
    ".r": Way("r", "Rscript FILE"),
    ".jl": Way("julia", "julia FILE"),
    ".exs": Way("elixir", "elixir FILE"),
    ".awk": Way("awk", "awk -f FILE"),
    ".java": Way("java", "java FILE"),  # compiled as it starts
    ".jar": Way("java", "java -jar FILE"),
    ".c": Way("c", "./bot", "cc -O2 -o bot FILE"),
    ".cpp": _CPP,
    ".cc": _CPP,
    ".rs": Way("rust", "./bot", "rustc -O -o bot FILE"),
    ".go": Way("go", "./bot", "go build -o bot FILE"),
}

PROPOSALS: dict[str, Way] = {
    ".class": Way("java", "java -cp . STEM"),
    ".kt": Way("kotlin", "java -jar bot.jar", "kotlinc FILE -include-runtime -d bot.jar"),
    ".scala": Way("scala", "scala run --server=false FILE"),
    ".cs": Way("csharp", "dotnet run FILE"),
    ".swift": Way("swift", "./bot", "swiftc -O -o bot FILE"),
    ".hs": Way("haskell", "./bot", "ghc -O2 -o bot FILE"),
    ".ml": Way("ocaml", "./bot", "ocamlfind ocamlopt -package yojson -linkpkg -o bot FILE"),
    ".nim": Way("nim", "./bot", "nim compile -d:release -o:bot FILE"),
    ".zig": Way("zig", "./bot", "zig build-exe -O ReleaseFast -femit-bin=bot FILE"),
}
"""Ways that depend on what is installed and which libraries are used: they are only proposed."""

NODE_READS_TYPESCRIPT = (22, 18)


def proposal(way: Way, name: str, file: str) -> str:
    """The lines of a bot.toml for a file that is started in such a way."""
    keys = {
        "name": name,
        "command": filled(way.run, file),
        "build": filled(way.build, file),
        "language": way.language,
    }
    # A text of JSON is one of TOML as well.
    lines = (
        f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in keys.items() if text
    )
    return "\n".join(lines)


def filled(line: str, file: str) -> str:
    """A command line with the file's name in it, which is never taken for an option."""
    file = f"./{file}" if file.startswith("-") else file
    stem = file.rpartition(".")[0]
    return line.replace("FILE", shlex.quote(file)).replace("STEM", shlex.quote(stem))


def hindrance(way: Way) -> str:
    """Why files of this language cannot be run by what is installed, in sentences; else nothing."""
    version = node_version() if way == _TYPESCRIPT else None
    if version is None or version >= NODE_READS_TYPESCRIPT:
        return ""
    least, here = (".".join(map(str, each)) for each in (NODE_READS_TYPESCRIPT, version))
    return (
        f"TypeScript runs directly from Node {least} on; this is Node {here}. Install a newer "
        "one, compile the bot to JavaScript and give that, or give --cmd."
    )


def node_version() -> tuple[int, int] | None:
    """The version of Node on the PATH; None where there is none."""
    node = which("node")
    if node is None:
        return None
    try:
        asked = [node, "--version"]
        told = subprocess.run(asked, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", told.stdout)
    return (int(found[1]), int(found[2])) if found else None
