"""What `arena new` writes plays at once, alike in every language."""

import compileall
import json
import os
import shlex
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arena.errors import UsageError
from arena.registry.bundled import FOLDER
from arena.registry.executables import is_installed
from arena.registry.kits import BASES, KITS, kit_for, missing_tools, write_kit
from arena.replay.transcript import transcript
from bots.bindings.__main__ import NOTICE, files
from tests.support import golden, questions
from tests.support.lawful import covering, lawful_sets

Made = Callable[[str, str | None], Path]
CLEAN = {
    "cpp": "g++ -fsyntax-only -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow *.cpp",
    "csharp": "mcs -warnaserror -nowarn:1591 -doc:doc.xml -target:library -out:all.dll *.cs",
    "go": "gofmt -l . && go vet",
    "java": "javac -Xlint:all -Xdoclint:all,-missing -Werror -d clean -sourcepath src test/*",
    "rust": "cargo-clippy clippy -q --offline --all-targets -- -D warnings && cargo-fmt --check",
}
"""What finds nothing to complain of in a new bot, and then prints nothing."""
DEBUGGERS = {
    "cppdbg": "ms-vscode.cpptools",
    "debugpy": "ms-python.debugpy",
    "go": "golang.go",
    "java": "vscjava.vscode-java-debug",
    "lldb": "vadimcn.vscode-lldb",
    "mono": "ms-vscode.mono-debug",
}
"""The extension of VS Code that has a type of debugger; it has `node` itself."""
ALIKE = sorted(set(KITS) - {"llm", "policy"})
BEGINNINGS = [(lang, base) for lang, kit in KITS.items() for base in kit.bases or (None,)]
"""Every language with every bot to begin with."""
QUICK = os.environ | {"JAVA_TOOL_OPTIONS": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"}
"""What compiles and tests in half the time: Java makes ready for hours of work."""
HELLO, BYE = '{"type":"hello","protocol":[1],"arena":"1"}', '{"type":"bye"}'


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """`made("go", "random")`: the folder of a new bot, built."""
    folders: dict[tuple[str, str | None], Path] = {}

    def make(language: str, base: str | None) -> Path:
        kit = kit_for(language)
        if missing := missing_tools(kit):
            pytest.skip(f"{missing[0]} is not installed.")
        if (language, base) not in folders:
            folder = tmp_path_factory.mktemp(base or "only") / f"My-{language}.2"
            write_kit(folder, kit, base)
            for command in _commands(folder, "build"):
                subprocess.run(command, cwd=folder, check=True, env=QUICK)
            folders[language, base] = folder
        return folders[language, base]

    return make


def _commands(folder: Path, key: str) -> list[list[str]]:
    value = tomllib.loads((folder / "bot.toml").read_text("utf-8")).get(key, [])
    return [shlex.split(each) for each in ([value] if isinstance(value, str) else value)]


def _answers(folder: Path, games: list[list[str]]) -> list[Any]:
    """The choice made at each question of some games, in full where it was given by number."""
    lines = [HELLO, *(line for game in games for line in game), BYE]
    (command,) = _commands(folder, "command")
    program = subprocess.run(
        command,
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert program.stderr == ""
    ready, *answers = map(json.loads, program.stdout.splitlines())
    assert ready["name"] == folder.name
    asked = [json.loads(line) for line in lines if '"type":"decide"' in line]
    for question, answer in zip(asked, answers, strict=True):
        assert question["id"] == answer["id"]
    return [
        _plain(question["choices"][choice] if type(choice) is int else choice)
        for question, choice in zip(asked, (answer["choice"] for answer in answers), strict=True)
    ]


def _plain(value: Any) -> Any:
    """A choice without what it may as well leave out."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if v not in (False, [], None, "all")}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _asked(text: str) -> list[str]:
    return [line[2:] for line in text.splitlines() if line.startswith("> ")]


@pytest.fixture(scope="module")
def answered(made: Made) -> Callable[[str, str], list[Any]]:
    """`answered("go", "random")`: to what the first seat is asked in a golden game of all parts.

    A game for each set that no other includes: so every two parts that go together come up.
    """
    sets = {variant: {*variant.split("+")} for variant in covering()}
    largest = [each for each, own in sets.items() if not any(own < of for of in sets.values())]
    replays = [golden.golden_game(each, min(lawful_sets()[each])) for each in largest]
    games = [[line.text for line in transcript(each, 0) if line.to_bot] for each in replays]
    return cache(lambda language, base: _answers(made(language, base), games))


@pytest.mark.slow
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("language", ALIKE)
def test_a_bot_answers_alike_in_every_language(
    answered: Callable[[str, str], list[Any]], language: str, base: str
) -> None:
    """Python's random numbers are its own."""
    first = "javascript" if base == "random" else "python"
    if language != first and (base, language) != ("random", "python"):
        assert answered(language, base) == answered(first, base)


@pytest.mark.parametrize("base", BASES)
def test_a_new_bot_in_python_answers_the_recorded_questions(made: Made, base: str) -> None:
    game = _asked(questions.FILE.read_text("utf-8"))
    assert len(_answers(made("python", base), [game])) > 100


@pytest.mark.slow
@pytest.mark.parametrize(("language", "base"), BEGINNINGS)
def test_its_own_test_passes_and_can_fail(
    made: Made, tmp_path: Path, language: str, base: str | None
) -> None:
    folder = made(language, base)
    command = write_kit(tmp_path / folder.name, kit_for(language), base).test
    assert _tested(folder, command, QUICK).returncode == 0
    again = command.rpartition(" && ")[2]  # compiled it is already
    recorded = folder / "questions.txt"
    text = recorded.read_text("utf-8")
    # Without choices no answer is listed, and without the view a handler fails. A net sees the
    # view alone; a prompt and `random` can do without it. Both bases have the same test.
    empty = '"view":{}' if base == "sensible" or language == "policy" else '"choices":[]'
    broken = text.replace(empty[:-1], f'{empty},"was":{empty[-2]}')
    failed = []
    for questions_asked in (broken,) if base == "sensible" else ("", broken):
        recorded.write_text(questions_asked, "utf-8")
        failed.append(_tested(folder, again, QUICK).returncode != 0)
    recorded.write_text(text, "utf-8")
    assert all(failed)


@pytest.mark.slow
def test_an_error_in_typescript_names_the_line_that_its_author_wrote(made: Made) -> None:
    folder = made("typescript", "sensible")
    (command,) = _commands(folder, "command")
    broken = questions.FILE.read_text("utf-8").replace('"view":{', '"view":{},"was":{')
    lines = "\n".join((HELLO, *_asked(broken), BYE, ""))
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, cwd=folder, check=False
    )
    assert ".ts:" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("language", CLEAN)
def test_a_kit_is_clean_by_its_languages_own_tools(made: Made, language: str, base: str) -> None:
    folder = made(language, base)
    tool = shlex.split(CLEAN[language])[0]
    if not is_installed(tool):
        pytest.skip(f"{tool} is not installed.")
    done = _tested(folder, CLEAN[language])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def _tested(
    folder: Path, command: str, env: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False, env=env
    )


@pytest.mark.parametrize(("language", "base"), BEGINNINGS)
def test_every_file_has_the_new_name(tmp_path: Path, language: str, base: str | None) -> None:
    folder = tmp_path / "Crush-it.9"
    assert write_kit(folder, kit_for(language), base).code.is_file()
    manifest = tomllib.loads((folder / "bot.toml").read_text("utf-8"))
    assert manifest["name"] == "Crush-it.9"
    texts = {path: path.read_text("utf-8") for path in _written(folder)}
    for path, text in texts.items():
        assert "my_bot" not in f"{path.name} {text}"
        assert "MyBot" not in f"{path.name} {text}"
    kept = set(manifest.get("files", [])) - {"dist"}
    assert [name for name in kept if not (folder / name).exists()] == []


def test_a_name_that_ends_like_a_bundled_bots_is_filled_in_once(tmp_path: Path) -> None:
    for name in ("my-llm", "NAME-llm", "x-sensible", "my-random_bot", "TEST"):
        for language in ("llm", "python"):
            readme = (
                write_kit(tmp_path / language / name, kit_for(language)).code.parent / "README.md"
            )
            text = readme.read_text("utf-8")
            assert text.startswith(f"# {name}\n")
            assert f"arena {'bench' if language == 'llm' else 'why'} {name}" in text
            assert language == "python" or f"`{name}:1@small` and `{name}:2@small`" in text


def test_vs_code_is_told_which_debugger_and_what_builds_the_test(tmp_path: Path) -> None:
    for language in ALIKE:
        command = write_kit(tmp_path / language, kit_for(language)).test
        files = (tmp_path / language / ".vscode").iterdir()
        told = {file.stem: json.loads(file.read_text("utf-8")) for file in files}
        (launch,) = told["launch"]["configurations"]
        if launch["type"] != "node":
            assert DEBUGGERS[launch["type"]] in told["extensions"]["recommendations"]
        assert ("preLaunchTask" in launch) == (language in ("cpp", "csharp", "typescript"))
        if "preLaunchTask" in launch:
            (task,) = told["tasks"]["tasks"]
            assert launch["preLaunchTask"] == task["label"]
            assert command.startswith(f"{task['command']} && ")


def _written(folder: Path) -> Iterator[Path]:
    """All files but those that are the same for every bot."""
    same = {Path(each).name for kit in KITS.values() for each in kit.sdk} | {"questions.txt"}
    return (path for path in folder.rglob("*") if path.is_file() and path.name not in same)


def test_a_bots_class_and_file_are_no_others(tmp_path: Path) -> None:
    """Neither of the SDK nor of the language, or that the SDK imports, as Python's `random`."""
    classes = {"bot": "BotBot", "List": "ListBot", "my.robot": "MyRobot", "mybot": "Mybot"}
    for name, called in classes.items():
        code = write_kit(tmp_path / name, kit_for("java"), "random").code
        assert code.name == f"{called}.java"
        assert f"class {called} extends Bot" in code.read_text("utf-8")
    for name, language in (("random", "python"), *(("bohnanza", each) for each in ALIKE)):
        code = write_kit(tmp_path / language / name, kit_for(language), "random").code
        assert code.stem.lower().replace("_", "") == f"{name}bot"


def test_what_cannot_be_written_is_said_and_nothing_is(tmp_path: Path) -> None:
    one_bot = r"only one bot to begin with .* Leave out --from random"
    for name, language, told in (
        *((name, "python", "is not allowed") for name in (".hidden", "a b", "x" * 41, "☺")),
        ("", "python", "exists already"),
        ("mine", "llm", one_bot),
        ("mine", "policy", one_bot),
        ("mine", "cobol", "no starter kit for 'cobol'"),
    ):
        with pytest.raises(UsageError, match=told):
            write_kit(tmp_path / name, kit_for(language), "random")
    assert list(tmp_path.iterdir()) == []


def test_a_prompt_that_keeps_a_placeholder_fails_its_test(made: Made) -> None:
    folder = made("llm", None)
    prompt = folder / "llm_prompt.txt"
    text = prompt.read_text("utf-8")
    prompt.write_text(text.replace("[where cards are traded]\n", ""), "utf-8")
    failed = _tested(folder, kit_for("llm").test)
    prompt.write_text(text, "utf-8")
    assert "rounds" in failed.stderr and failed.returncode != 0


@pytest.mark.parametrize("language", ["python", "policy"])
def test_what_python_compiles_is_left_out(tmp_path: Path, language: str) -> None:
    """As pip does when it installs the arena."""
    kit = kit_for(language)
    for folder in (FOLDER / kit.folder / "kit", FOLDER / "python"):
        compileall.compile_dir(folder, quiet=2)
    write_kit(tmp_path / "mine", kit)
    assert not list((tmp_path / "mine").rglob("*.pyc"))


def test_what_goes_along_with_a_net_is_as_it_is_here(tmp_path: Path) -> None:
    """In it, words such as TEST and NAME are the arena's own."""
    folder = tmp_path / "mine"
    write_kit(folder, kit_for("policy"))
    copied = [path.relative_to(folder) for path in (folder / "arena").rglob("*.py")]
    assert len(copied) > 50
    for path in copied:
        assert (folder / path).read_bytes() == (FOLDER.parent / path).read_bytes()


def test_no_file_of_an_sdk_is_long_but_what_is_generated() -> None:
    sdk = {path for kit in KITS.values() for each in kit.sdk for path in _all_files(FOLDER / each)}
    lines = {path.name: path.read_text("utf-8").splitlines() for path in sdk}
    assert [name for name, text in lines.items() if len(text) > 400 and NOTICE not in text[0]] == []


def _all_files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [*path.iterdir()]


def test_what_is_generated_is_up_to_date() -> None:
    assert [path.name for path, text in files() if path.read_text("utf-8") != text] == [], (
        "write them with `poe schema`"
    )
    assert questions.questions() == questions.FILE.read_text("utf-8"), "poe golden"
