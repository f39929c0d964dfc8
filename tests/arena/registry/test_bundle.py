"""Bots on their way to another machine: the same content arrives, and is built there."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.home import Home
from arena.registry.bundle import Bundle, pack, unpack
from arena.registry.files import RegistryError
from arena.registry.manifest import Manifest
from arena.registry.storage import build_copy, kept_spec
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level

BUILT = Manifest.model_validate(
    {
        "name": "built",
        "command": "./bot",
        # It changes what it is made of, as some builds do.
        "build": ["cp part bot", "chmod +x bot", "cp bot.sh part"],
    }
)
PLAIN = Manifest.model_validate({"name": "plain", "command": "sh bot.sh"})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "data").mkdir(parents=True)
    (folder / "bot.sh").write_text("#!/bin/sh\necho {}\n")
    (folder / "part").write_text("#!/bin/sh\necho 1\n")
    (folder / "data" / "table").write_bytes(bytes(range(256)))
    (folder / "data" / "tool").write_text("#!/bin/sh\n")
    (folder / "data" / "tool").chmod(0o755)
    return folder


def kept(folder: Path, source: Path, manifest: Manifest) -> tuple[Home, str]:
    home = Home(folder)
    with build_copy(home, source, manifest) as copy:
        copy.settle()
    return home, copy.hash


def sent(home: Home, digest: str, manifest: Manifest) -> Bundle:
    return pack(home, manifest.name, 1, digest, manifest)


@pytest.mark.parametrize("manifest", [PLAIN, BUILT], ids=["plain", "built"])
def test_a_bot_arrives_as_it_was_submitted(
    tmp_path: Path, source: Path, manifest: Manifest
) -> None:
    home, digest = kept(tmp_path / "home", source, manifest)
    there = Home(tmp_path / "node")
    bundle = sent(home, digest, manifest)
    assert {name for name, _, _ in bundle.files} == {"bot.sh", "part", "data/table", "data/tool"}
    arrived = unpack(bundle, there, best_level())
    here = kept_spec(home, manifest.name, 1, digest, manifest)
    assert arrived == replace(
        here,
        cwd=str(there.bots / digest),
        command=tuple(word.replace(str(home.bots), str(there.bots)) for word in here.command),
    )
    assert unpack(bundle, there, best_level()) == arrived, "and once more changes nothing"
    assert [each.name for each in there.bots.iterdir()] == [digest], "nothing else is left"


def test_a_bot_is_built_anew_where_it_arrives(tmp_path: Path, source: Path) -> None:
    home, digest = kept(tmp_path / "home", source, BUILT)
    assert "bot" not in {name for name, _, _ in sent(home, digest, BUILT).files}
    there = Home(tmp_path / "node")
    unpack(sent(home, digest, BUILT), there, best_level())
    assert (there.bots / digest / "bot").read_text() == "#!/bin/sh\necho 1\n"


def test_what_was_built_before_its_sources_were_kept_is_submitted_again(
    tmp_path: Path, source: Path
) -> None:
    home, digest = kept(tmp_path / "home", source, BUILT)
    (home.sources / digest).rename(home.sources / "lost")
    with pytest.raises(RegistryError, match="built was built from were not kept"):
        sent(home, digest, BUILT)
    kept(tmp_path / "home", source, BUILT)
    assert sent(home, digest, BUILT).hash == digest


def test_what_was_changed_on_the_way_is_not_even_built(tmp_path: Path, source: Path) -> None:
    home, digest = kept(tmp_path / "home", source, BUILT)
    bundle = sent(home, digest, BUILT)
    (name, runs, content), *others = bundle.files
    there = Home(tmp_path / "node")
    with pytest.raises(RegistryError, match="arrived changed"):
        unpack(replace(bundle, files=((name, runs, content + b" "), *others)), there, Level.C)
    assert not there.sources.exists()


def test_what_was_changed_on_the_way_is_refused(tmp_path: Path, source: Path) -> None:
    home, digest = kept(tmp_path / "home", source, PLAIN)
    bundle = sent(home, digest, PLAIN)
    (name, runs, content), *others = bundle.files
    there = Home(tmp_path / "node")
    for wrong in ((name, runs, content + b" "), (name, not runs, content), ("more", runs, content)):
        with pytest.raises(RegistryError, match="arrived changed"):
            unpack(replace(bundle, files=(wrong, *others)), there, Level.C)
    for outside in ("../out", "/out", "data/../../out"):
        with pytest.raises(RegistryError, match="outside its folder"):
            unpack(replace(bundle, files=((outside, False, b""),)), there, Level.C)
    assert list(there.bots.iterdir()) == []
    changed = home.bots / digest / "part"
    changed.chmod(0o644)
    changed.write_text("other")
    with pytest.raises(RegistryError, match="kept files of plain:1 were changed"):
        sent(home, digest, PLAIN)
