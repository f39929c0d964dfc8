"""What `--help` prints: panels by subject, short enough to be read, and all of it on demand."""

import re
from math import ceil
from typing import Any

import pytest

from arena.cli.commands import COMMANDS
from arena.registry.kits import KITS
from arena.tournament.formats import FORMATS
from tests.support.commands import command as find_command

WIDTH, MOST_LINES = 80, 60
NAMES = [name for names in COMMANDS.values() for name in names]
ALL = [
    *NAMES,
    *(f"{name} {below}" for name in NAMES for below in getattr(find_command(name), "commands", ())),
]


@pytest.fixture
def shown(arena, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Shows a help as a terminal of so many columns has it."""

    def show(*words: str, columns: int = WIDTH) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        return str(arena(*words))

    return show


@pytest.mark.parametrize("name", ["", *ALL])
def test_help_fits_and_tells_of_every_option(shown, name: str) -> None:
    text = shown(*name.split(), "--help")
    lines = text.rstrip().splitlines()
    height = sum(max(1, ceil(len(line) / WIDTH)) for line in lines)
    assert height <= MOST_LINES, f"{height} lines, at most {MOST_LINES} may be shown:\n{text}"
    assert all(len(line) <= WIDTH for line in lines if not line.startswith("  arena ")), text
    examples = text.partition("\nExamples:\n")[2]
    assert f"  arena {name or 'match .'}" in examples, "end its docstring with `Examples:`"
    assert "--json" in text or not name
    every = shown(*name.split(), "--help-all")
    for parameter in find_command(name).params:
        option = parameter.param_type_name == "option" and not parameter.hidden
        if option and parameter.name != "help_all":
            assert re.search(rf"{parameter.opts[0]}\b", text), "at least named"
            for spelling in parameter.opts:
                assert re.search(rf"^  .*{spelling}\b", every, re.M), "explained"


def test_options_stand_in_the_panels_of_their_groups(shown) -> None:
    text = shown("tournament", "--help")
    length = "Length (at most one of these; a knockout ends by itself)"
    titles = ["Arguments", "What is played", length, "Who meets whom", "Options", "Examples"]
    places = [text.index(f"\n{title}:\n") for title in titles]
    assert places == sorted(places)
    of_length = re.findall(r"--\w+", text[places[2] : places[3]])
    assert of_length == ["--rounds", "--games", "--time", "--until"]
    assert "default: standard]" in text
    assert "default: 1]" in text
    assert "env: ARENA_HOME]" in " ".join(text.split())


def test_what_few_people_need_is_named_and_left_to_help_all(shown) -> None:
    text, every = shown("tournament", "--help"), shown("tournament", "--help-all")
    assert "\nConfinement:\n" not in text
    told = text.rstrip().splitlines()[-2:]
    assert told[0].startswith("See --help-all for --models, --budget, --tape-only, ")
    assert told[1].endswith(" --allow-network, --allow-env and more.")
    assert "\nConfinement:\n" in every
    assert "See --help-all" not in every
    assert text.count("  arena tournament") < every.count("  arena tournament")


def test_the_beginning_of_a_long_explanation_is_shown(shown) -> None:
    last = shown("ladder", "--help-all").partition("\nArguments:")[0].rpartition("\n\n")[2]
    text = shown("ladder", "--help")
    assert last not in text
    assert text.endswith("See --help-all for more.\n\n")


def test_choices_are_shown_as_choices_and_what_is_required_as_required(shown) -> None:
    assert f"--format {'|'.join(FORMATS)}\n" in shown("tournament", "--help")
    assert f"--lang {'|'.join(KITS)}\n" in shown("new", "--help")
    assert "--from sensible|random" in shown("new", "--help")
    assert "The seat whose questions to take. [required]" in shown("debug", "--help")


def test_a_wide_terminal_has_fewer_lines_up_to_a_width_that_can_be_read(shown) -> None:
    texts = [shown("tournament", "--help", columns=columns) for columns in (80, 100, 140, 1)]
    assert len(texts[0].splitlines()) > len(texts[1].splitlines())
    assert texts[1] == texts[2]
    assert "--rounds N" in texts[3]
