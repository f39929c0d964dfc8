"""What is explained of mutations still stands in the source."""

from tests.proofs.mutant_runs import ROOT
from tests.proofs.mutate import explained


def test_every_explained_line_is_there() -> None:
    gone = [
        f"{file}: {line}"
        for file, line in dict.fromkeys((file, line) for file, line, _ in explained())
        if line not in map(str.strip, (ROOT / file).read_text("utf-8").splitlines())
    ]
    assert gone == [], "mend or remove these entries of tests/proofs/mutants.toml"
