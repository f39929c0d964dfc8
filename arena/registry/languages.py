"""Recipes that start a lone file by its suffix, or propose a bot.toml where there are several."""

import json
import re
import shlex
from dataclasses import dataclass
from shutil import which

from arena.registry.executables import answer_of


@dataclass(frozen=True)
class Recipe:
    """Commands that build and run a file; FILE stands for its name, STEM for that bare."""

    language: str
    run: str
    build: str = ""


_NODE = Recipe("javascript", "node FILE")
_TYPESCRIPT = Recipe("typescript", "node FILE")
_CPP = Recipe("cpp", "./bot", "g++ -O2 -std=c++20 -o bot FILE")

RECIPES: dict[str, Recipe] = {
    ".py": Recipe("python", "python3 FILE"),
    ".js": _NODE,
    ".mjs": _NODE,
    ".cjs": _NODE,
    ".ts": _TYPESCRIPT,
    ".mts": _TYPESCRIPT,
    ".pl": Recipe("perl", "perl FILE"),
    ".rb": Recipe("ruby", "ruby FILE"),
    ".lua": Recipe("lua", "lua FILE"),
    ".php": Recipe("php", "php FILE"),
    ".sh": Recipe("shell", "bash FILE"),
    ".ps1": Recipe("powershell", "pwsh -NoProfile -File FILE"),
    ".r": Recipe("r", "Rscript FILE"),
    ".jl": Recipe("julia", "julia FILE"),
    ".exs": Recipe("elixir", "elixir FILE"),
    ".awk": Recipe("awk", "awk -f FILE"),
    ".java": Recipe("java", "java FILE"),  # compiled as it starts
    ".jar": Recipe("java", "java -jar FILE"),
    ".c": Recipe("c", "./bot", "cc -O2 -o bot FILE"),
    ".cpp": _CPP,
    ".cc": _CPP,
    ".rs": Recipe("rust", "./bot", "rustc -O -o bot FILE"),
    ".go": Recipe("go", "./bot", "go build -o bot FILE"),
}

PROPOSALS: dict[str, Recipe] = {
    ".class": Recipe("java", "java -cp . STEM"),
    ".kt": Recipe("kotlin", "java -jar bot.jar", "kotlinc FILE -include-runtime -d bot.jar"),
    ".scala": Recipe("scala", "scala run --server=false FILE"),
    ".cs": Recipe("csharp", "dotnet run FILE"),
    ".swift": Recipe("swift", "./bot", "swiftc -O -o bot FILE"),
    ".hs": Recipe("haskell", "./bot", "ghc -O2 -o bot FILE"),
    ".ml": Recipe("ocaml", "./bot", "ocamlfind ocamlopt -package yojson -linkpkg -o bot FILE"),
    ".nim": Recipe("nim", "./bot", "nim compile -d:release -o:bot FILE"),
    ".zig": Recipe("zig", "./bot", "zig build-exe -O ReleaseFast -femit-bin=bot FILE"),
}
"""Recipes that depend on what is installed and which libraries are used: only proposed."""

NODE_READS_TYPESCRIPT = (22, 18)


def proposal(way: Recipe, name: str, file: str) -> str:
    """Return the lines of a bot.toml for a file that is started by this recipe."""
    keys = {
        "name": name,
        "command": fill_in(way.run, file),
        "build": fill_in(way.build, file),
        "language": way.language,
    }
    # A JSON string is a TOML string, too.
    lines = (
        f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in keys.items() if text
    )
    return "\n".join(lines)


def fill_in(line: str, file: str) -> str:
    """Put a file's name into a command line, written so that it is never taken for an option."""
    file = f"./{file}" if file.startswith("-") else file
    stem = file.rpartition(".")[0]
    return line.replace("FILE", shlex.quote(file)).replace("STEM", shlex.quote(stem))


def why_not_runnable(way: Recipe) -> str:
    """Explain why what is installed cannot run files of this language; "" if it can."""
    version = node_version() if way == _TYPESCRIPT else None
    if version is None or version >= NODE_READS_TYPESCRIPT:
        return ""
    least, here = (".".join(map(str, each)) for each in (NODE_READS_TYPESCRIPT, version))
    return (
        f"TypeScript runs directly from Node {least} on; this is Node {here}. Install a newer "
        "one, compile the bot to JavaScript and give that, or give --cmd."
    )


def node_version() -> tuple[int, int] | None:
    """Return the version of Node on the PATH; None if there is none."""
    node = which("node")
    match = re.match(r"v(\d+)\.(\d+)", answer_of([node, "--version"]) if node else "")
    return (int(match[1]), int(match[2])) if match else None
