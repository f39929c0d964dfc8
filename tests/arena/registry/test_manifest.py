"""What a bot says of itself: read from toml, or guessed from a lone file."""

import os
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.registry.manifest import (
    MOST_BYTES,
    ManifestError,
    guess_manifest,
    manifest_at,
    passed_variables,
    read_manifest,
)
from arena.registry.names import valid_name
from arena.sandbox.level import Level
from arena.sandbox.needs import USUAL, Needs
from arena.sandbox.supervisor import _environment
from arena.sandbox.supervisor_messages import Order

GPP = ("g++", "-O2", "-std=c++20", "-o", "bot", "a.cpp")


def _toml(folder: Path, text: str) -> Path:
    file = folder / "bot.toml"
    file.write_text(text)
    return file


def test_commands_may_be_lines_or_lists_and_what_the_user_gives_wins(tmp_path: Path) -> None:
    file = _toml(
        tmp_path,
        'name = "a"\ncommand = "java -jar \'my bot.jar\'"\nbuild = ["make all", ["strip", "bot"]]',
    )
    manifest = read_manifest(file)
    assert manifest.command == ("java", "-jar", "my bot.jar")
    assert manifest.build == (("make", "all"), ("strip", "bot"))
    manifest = read_manifest(file, name="b", command="./b -x", author="Ada")
    assert (manifest.name, manifest.author, manifest.command) == ("b", "Ada", ("./b", "-x"))
    assert manifest.build == (("make", "all"), ("strip", "bot"))


@pytest.mark.parametrize(("file", "name"), [("bot.toml", "ada-s-bot"), ("second.toml", "second")])
def test_a_bot_without_a_name_takes_its_folders_or_its_files(
    tmp_path: Path, file: str, name: str
) -> None:
    folder = tmp_path / "ada's bot"
    folder.mkdir()
    (folder / file).write_text('command = "./a"')
    assert read_manifest(folder / file).name == name
    assert read_manifest(folder / file, name="b").name == "b"


def test_a_wrong_manifest_is_named_with_its_key(tmp_path: Path) -> None:
    for text, told in (
        ('name = "a"', "command is missing"),
        ('name = "a"\ncommand = ""', "command"),
        ('name = "a b"\ncommand = "./a"', "--name"),
        ('name = "a"\ncommand = "./a"\ncomand = "x"', "comand is not a key of bot.toml"),
        ('name = "a"\ncommand = "sh \'x"', "The key command is wrong: No closing quotation."),
        ("name = ", "cannot be read as TOML"),
        ("memory_mb = " + "9" * 5000, "cannot be read as TOML"),
        ("a." * 30_000 + "b = 1", "a key of more than 100 parts"),
        ('"\\"". ' * 8_000 + "b = 1", "a key of more than 100 parts"),
        ("memory_mb = 0", "The key memory_mb is wrong: it must be at least 1."),
        ("memory_mb = 9999999", "The key memory_mb is wrong: it must be at most 65536."),
        ("processes = true", "The key processes is wrong"),
        ('file_mb = "16"', "The key file_mb is wrong: it must be a whole number"),
        ("scratch_mb = 1.5", "The key scratch_mb is wrong"),
        ("network = 1", "The key network is wrong: it must be true or false"),
        ('pass_env = "TOKEN"', "The key pass_env is wrong"),
        ('pass_env = ["TOKEN=x"]', "is not the name of a variable"),
        ('pass_env = ["LD_PRELOAD"]', "LD_PRELOAD is not passed"),
        ("\n".join(f"k{n} = 1" for n in range(9)), "; and 5 more."),
        ("name = " + "[" * 9999, "cannot be read as TOML"),
        ('name = "a"\ncommand = ["sh", "a\\u0000"]', "command.1"),
        ('name = "a"\ncommand = "sh"\nfiles = ["a\\u0000"]', "files.0"),
        ("# " + "x" * MOST_BYTES, "larger than 64 kB"),
    ):
        file = _toml(tmp_path, text)
        with pytest.raises(ManifestError) as caught:
            read_manifest(file)
        assert told in str(caught.value)
        assert str(file) in str(caught.value)


def test_a_mark_at_the_start_is_no_part_of_a_manifest(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    file.write_text('name = "a"\ncommand = "./a"', "utf-8-sig")
    assert read_manifest(file).name == "a"
    for encoding in ("utf-16", "latin-1"):
        file.write_text('name = "\xe4"', encoding)
        with pytest.raises(ManifestError, match=r"is not written in UTF-8\. Save it"):
            read_manifest(file)


def test_a_file_that_begins_like_an_option_is_started_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "-x.py").touch()
    manifest = guess_manifest(tmp_path / "-x.py")
    assert (manifest.name, manifest.command) == ("x", ("python3", "./-x.py"))


def test_a_name_that_is_not_utf_8_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "b\udcff.py").touch()
    with pytest.raises(ArenaError, match=r"is not written in UTF-8\. Rename"):
        guess_manifest(tmp_path / "b\udcff.py")
    with pytest.raises(ValueError, match="is not written in UTF-8"):
        valid_name("b\udcff")


def test_what_it_may_use_is_the_usual_unless_it_says_more(tmp_path: Path) -> None:
    start = 'name = "a"\ncommand = "./a"\n'
    assert read_manifest(_toml(tmp_path, start)).needs == USUAL
    asks = 'memory_mb = 900\nnetwork = true\npass_env = ["TOKEN", "TOKEN"]\n'
    needs = read_manifest(_toml(tmp_path, start + asks)).needs
    assert needs == Needs(memory_mb=900, network=True, pass_env=("TOKEN",))


def test_variables_that_change_how_it_is_started_are_not_passed() -> None:
    ours = _environment(Order(Level.C, ("/bin/bot",), "/bot", USUAL), "")
    loaders = (
        "BASH_ENV CLASSPATH DOTNET_STARTUP_HOOKS ENV GCONV_PATH GLIBC_TUNABLES IFS SHELLOPTS "
        "JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS NODE_OPTIONS NODE_PATH PHPRC "
        "PHP_INI_SCAN_DIR PERL5DB PERL5LIB PERL5OPT PERLLIB RUBYLIB RUBYOPT PYTHONPATH ARENA_KEY "
        "LD_PRELOAD DYLD_INSERT_LIBRARIES LUA_INIT JULIA_LOAD_PATH BASH_FUNC_cat"
    )
    for name in (*ours, *loaders.split()):
        with pytest.raises(ValueError, match=f"{name} is not passed"):
            passed_variables(("TOKEN", name))


def test_a_manifest_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    os.mkfifo(file)
    with pytest.raises(ManifestError, match="is a pipe, not a file"):
        read_manifest(file)
    os.mkfifo(tmp_path / "bot.py")
    with pytest.raises(ManifestError, match="neither a file nor a folder"):
        manifest_at(tmp_path / "bot.py")
    file.unlink()
    file.symlink_to("/dev/zero")
    with pytest.raises(ManifestError, match="is a link, not a file"):
        read_manifest(file)


def test_a_path_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    file = _toml(tmp_path / "bot", 'name = "a"\ncommand = "./a"')
    for link, target in (("folder", "bot"), ("link.toml", file), ("link.py", file)):
        (tmp_path / link).symlink_to(target)
        with pytest.raises(ManifestError, match=f"{link} is a link to {target}"):
            manifest_at(tmp_path / link)
    with pytest.raises(ManifestError, match="folder is a link to bot"):
        manifest_at(tmp_path / "folder" / "bot.toml")


def test_what_tells_nothing_needs_a_command(tmp_path: Path) -> None:
    file = tmp_path / "data.xyz"
    file.write_text("?")
    with pytest.raises(ManifestError, match="--cmd"):
        guess_manifest(file)
    assert guess_manifest(file, command="./data.xyz").command == ("./data.xyz",)
    with pytest.raises(ManifestError, match=r"no bot\.toml.*--cmd"):
        read_manifest(tmp_path / "bot.toml")
    manifest = read_manifest(tmp_path / "bot.toml", name="n", command="./run")
    assert manifest.command == ("./run",)


def test_a_lone_file_tells_how_it_is_started(tmp_path: Path) -> None:
    for name, content, mode, started in (
        ("my bot.pl", "", 0o644, ("perl", ("perl", "my bot.pl"), ())),
        ("a", "#!/usr/bin/env -S ruby -w\n", 0o644, ("ruby", ("ruby", "-w", "a"), ())),
        ("a", "#!/usr/bin/python3.11\n", 0o644, ("python", ("/usr/bin/python3.11", "a"), ())),
        ("a", "#!/bin/sh it's\n", 0o644, ("sh", ("/bin/sh", "it's", "a"), ())),
        ("a", "\x7fELF", 0o755, ("", ("./a",), ())),
        ("a.cpp", "", 0o644, ("cpp", ("./bot",), (GPP,))),
    ):
        file = tmp_path / name
        file.write_text(content)
        file.chmod(mode)
        manifest = guess_manifest(file, name="x")
        assert (manifest.language, manifest.command, manifest.build) == started


def test_an_author_of_whom_nothing_is_seen_is_nobody(tmp_path: Path) -> None:
    for author in ("\u200b", "\ufe0f", "\u3164"):
        file = _toml(tmp_path, f'name = "a"\ncommand = "./a"\nauthor = "{author}"')
        assert read_manifest(file).author == ""
