"""Bots on their way to another machine: the same content arrives, and is built there."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.home import Home
from arena.registry.files import MAX_BYTES, RegistryError, content_hash
from arena.registry.manifest import Manifest
from arena.registry.storage import KeptBot, kept_spec
from arena.registry.transfer import Bundle, pack, unpack
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level
from tests.arena.registry.conftest import keep

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


def sent(home: Home, digest: str, manifest: Manifest) -> Bundle:
    return pack(home, KeptBot(manifest.name, 1, digest, manifest))


@pytest.mark.parametrize("manifest", [PLAIN, BUILT], ids=["plain", "built"])
def test_a_bot_arrives_as_it_was_submitted(
    home: Home, tmp_path: Path, source: Path, manifest: Manifest
) -> None:
    digest = keep(home, source, manifest).hash
    there = Home(tmp_path / "node")
    bundle = sent(home, digest, manifest)
    assert {name for name, _, _ in bundle.files} == {"bot.sh", "part", "data/table", "data/tool"}
    arrived = unpack(bundle, there, best_level())
    here = kept_spec(home, KeptBot(manifest.name, 1, digest, manifest))
    assert arrived == replace(
        here,
        cwd=str(there.bots / digest),
        command=tuple(word.replace(str(home.bots), str(there.bots)) for word in here.command),
    )
    if manifest is BUILT:
        assert (there.bots / digest / "bot").read_text() == "#!/bin/sh\necho 1\n", "anew"
    assert unpack(bundle, there, best_level()) == arrived, "and once more changes nothing"
    assert [each.name for each in there.bots.iterdir()] == [digest], "nothing else is left"


@pytest.mark.parametrize("manifest", [PLAIN, BUILT], ids=["plain", "built"])
def test_what_is_left_out_by_now_arrives_with_a_bot_that_was_kept_with_it(
    home: Home, tmp_path: Path, source: Path, manifest: Manifest
) -> None:
    for clutter in ("bot.sh~", ".pytest_cache/data"):
        (source / clutter).parent.mkdir(exist_ok=True)
        (source / clutter).write_text("kept by an older arena, which knew less clutter")
    everything = [each.name for each in source.iterdir()]
    digest = keep(home, source, manifest.model_copy(update={"files": tuple(everything)})).hash
    there = Home(tmp_path / "node")
    assert unpack(sent(home, digest, manifest), there, best_level()).hash == digest
    assert (there.bots / digest / ".pytest_cache" / "data").is_file()


def test_what_was_built_before_its_sources_were_kept_is_submitted_again(
    home: Home, tmp_path: Path, source: Path
) -> None:
    digest = keep(home, source, BUILT).hash
    (home.sources / digest).rename(home.sources / "lost")
    with pytest.raises(RegistryError, match="built was built from were not kept"):
        sent(home, digest, BUILT)
    keep(home, source, BUILT)
    assert sent(home, digest, BUILT).bot.hash == digest


def test_a_stranger_has_no_more_in_a_bot_than_may_be_submitted(home: Home, source: Path) -> None:
    with (source / "large").open("wb") as large:
        large.truncate(MAX_BYTES + 1)
    names = [str(each.relative_to(source)) for each in source.rglob("*") if each.is_file()]
    digest = content_hash(source, names, PLAIN.how)
    home.bots.mkdir(exist_ok=True)
    source.rename(home.bots / digest)
    with pytest.raises(RegistryError, match="more than 200 MB"):
        sent(home, digest, PLAIN)


@pytest.mark.parametrize("manifest", [PLAIN, BUILT], ids=["plain", "not even built"])
def test_what_was_changed_on_the_way_is_refused(
    home: Home, tmp_path: Path, source: Path, manifest: Manifest
) -> None:
    digest = keep(home, source, manifest).hash
    bundle = sent(home, digest, manifest)
    (name, runs, content), *others = bundle.files
    there = Home(tmp_path / "node")
    for wrong in ((name, runs, content + b" "), (name, not runs, content), ("more", runs, content)):
        with pytest.raises(RegistryError, match="arrived changed"):
            unpack(replace(bundle, files=(wrong, *others)), there, Level.C)
    for outside in ("../out", "/out", "data/../../out"):
        with pytest.raises(RegistryError, match="outside its folder"):
            unpack(replace(bundle, files=((outside, False, b""),)), there, Level.C)
    assert not there.sources.exists() and list(there.bots.iterdir()) == []
    changed = home.bots / digest / "part"
    changed.chmod(0o644)
    changed.write_text("other")
    if manifest is PLAIN:
        with pytest.raises(RegistryError, match="kept files of plain:1 were changed"):
            sent(home, digest, PLAIN)
