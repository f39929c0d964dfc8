"""Whatever a bot.toml holds, it is a manifest or refused in whole sentences, and soon.

ARENA_EXAMPLES sets how many are tried: `ARENA_EXAMPLES=20000 pytest --everything` tries many.
"""

import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.registry.manifest import MOST_BYTES, Manifest, ManifestError, read_manifest
from arena.registry.resolver import stored_manifest
from arena.sandbox.needs import Needs

EXAMPLES = int(os.environ.get("ARENA_EXAMPLES", "150"))
SECONDS = 5
"""Far more than the slowest takes on a busy machine, far less than a quadratic one."""
LONGEST_MESSAGE = 4_000

KEYS = [*Manifest.model_fields, "comand", "a.b", '"\\n"', "nested.name"]

texts = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["", "\x00", "a\x00b", "'", '"', "\\", "../..", "\u202e", "x" * 60_000, "ａ"]),
)
lengths = st.one_of(st.integers(1, 20), st.integers(1, 60_000))
scalars = st.one_of(
    texts.map(lambda text: json.dumps(text, ensure_ascii=True)),
    st.integers(-(2**70), 2**70).map(str),
    lengths.map(lambda digits: "9" * digits),
    lengths.map(lambda digits: "0x" + "f" * digits),
    st.floats().map(str),
    st.sampled_from(["true", "false", "2026-11-21", "07:32:00", "1979-05-27T07:32:00.999999Z"]),
    st.sampled_from(['"\\ud800"', "'''\n'''", "nan", "+inf", "0x", "1__0", "9999-99-99", "{}"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda each: f"[{', '.join(each)}]"),
        st.lists(inner, max_size=3).map(
            lambda each: "{" + ", ".join(f"k{n} = {v}" for n, v in enumerate(each)) + "}"
        ),
    ),
    max_leaves=8,
)
deep = st.tuples(st.sampled_from(["[", "{a=", '{"":', "[["]), st.integers(1, 20_000)).map(
    lambda each: each[0] * each[1]
)
pairs = st.tuples(st.sampled_from(KEYS), st.one_of(values, deep)).map(" = ".join)
right = st.sampled_from(['name = "a"', 'command = "./a"', "network = true", "memory_mb = 9"])
documents = st.lists(
    st.one_of(pairs, right, right, st.sampled_from(["[a]", "[[files]]", "# x", "a." * 9_000])),
    max_size=8,
).map("\n".join)


def _read(content: bytes) -> Manifest | None:
    """The manifest; None if it was refused as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "bot.toml")
        file.write_bytes(content)
        began = time.process_time()
        try:
            return read_manifest(file)
        except ManifestError as refused:
            told = str(refused)
            assert told.endswith((".", '"how to start it".'))
            assert len(told) < LONGEST_MESSAGE
            return None
        finally:
            assert time.process_time() - began < SECONDS


def _sane(manifest: Manifest | None) -> None:
    if manifest is None:
        return
    needs: Needs = manifest.needs
    for limit in (needs.memory_mb, needs.processes, needs.file_mb, needs.scratch_mb):
        assert type(limit) is int
        assert limit > 0
    kept: dict[str, Any] = json.loads(json.dumps(stored_manifest(manifest)).encode())
    assert Manifest.model_validate(kept) == manifest


@settings(max_examples=EXAMPLES)
@given(st.binary(max_size=400))
@example(b"\xef\xbb\xbfname = 1")
@example(b"[" * MOST_BYTES)
@example(b"a." * (MOST_BYTES // 2 - 4) + b"a = 1")
@example(b'"\\"".' * (MOST_BYTES // 5 - 4) + b"a = 1")
@example(b"[" + b"a." * (MOST_BYTES // 2 - 4) + b"a]")
@example(b"a" * MOST_BYTES)
@example(b"a = " + b"9" * (MOST_BYTES - 10))
@example(b"a" + b" " * (MOST_BYTES - 9) + b". b")
@example(b"a=1\n" * (MOST_BYTES // 4))
@example(b"\n".join(b"k%d=1" % number for number in range(6_000)))
@example(b'name = "' + b"x" * (MOST_BYTES - 20) + b'"')
@example(b'name="a"\ncommand="' + b"a " * (MOST_BYTES // 2 - 20) + b'"')
@example(b'name="a"\ncommand="' + b"x" * (MOST_BYTES - 40) + b'"')
@example(b'name="a"\ncommand="./a"\npass_env=["' + b"x" * (MOST_BYTES - 60) + b'"]')
def test_any_bytes(content: bytes) -> None:
    _sane(_read(content))


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(documents)
@example('name = "a"\ncommand = "./a"\nmemory_mb = 9')
def test_any_document(text: str) -> None:
    _sane(_read(text.encode("utf-8", "surrogatepass")))
