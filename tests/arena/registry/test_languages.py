"""Lone files told by their suffix: known ways, proposals, and what hinders them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from arena.registry import languages
from arena.registry.languages import PROPOSALS, RECIPES, fill_in
from arena.registry.manifest import ManifestError, guess_manifest, read_manifest

JAVA = "class Bean { public static void main(String[] words) { System.out.println(0); } }"


def test_a_known_suffix_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "node_version", lambda: None)
    known = ".py .js .mjs .cjs .ts .mts .pl .rb .lua .php .sh .ps1 .r .jl .exs .awk .java .jar"
    assert " ".join(RECIPES) == f"{known} .c .cpp .cc .rs .go"
    for suffix in RECIPES:
        file = tmp_path / f"my bean{suffix.upper()}"
        file.touch()
        manifest = guess_manifest(file)
        assert manifest.name == "my-bean"
        assert manifest.language
        told = [*manifest.command, *(word for line in manifest.build for word in line)]
        assert file.name in told


def test_where_there_is_no_one_way_the_manifest_is_proposed(tmp_path: Path) -> None:
    assert " ".join(PROPOSALS) == ".class .kt .scala .cs .swift .hs .ml .nim .zig"
    for suffix in PROPOSALS:
        file = tmp_path / f"my bean{suffix}"
        file.touch()
        with pytest.raises(ManifestError, match="no single way") as caught:
            guess_manifest(file)
        proposed = tmp_path / "bot.toml"
        proposed.write_text(str(caught.value).partition("\n\n")[2])
        manifest = read_manifest(proposed)
        assert manifest.name == "my-bean"
        assert manifest.command
        assert guess_manifest(file, command="./run").command == ("./run",)
    assert not RECIPES.keys() & PROPOSALS.keys()
    assert fill_in("java -cp . STEM", "my Bean.class") == "java -cp . 'my Bean'"


def test_typescript_needs_a_node_that_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bean.ts"
    file.touch()
    node = tmp_path / "node"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for version, fits in (("v20.20.2", False), ("v22.17.9", False), ("v22.18.0", True)):
        node.write_text(f"#!/bin/sh\necho {version}\n")
        node.chmod(0o755)
        if fits:
            assert guess_manifest(file).command == ("node", "bean.ts")
        else:
            with pytest.raises(ManifestError, match=r"from Node 22\.18 on; this is Node"):
                guess_manifest(file)
            assert guess_manifest(file, command="deno run bean.ts").command[0] == "deno"


@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java")
def test_a_java_file_is_started_from_its_source(tmp_path: Path) -> None:
    file = tmp_path / "Bean.java"
    file.write_text(JAVA)
    command = guess_manifest(file).command
    assert subprocess.check_output(command, cwd=tmp_path, text=True) == "0\n"
