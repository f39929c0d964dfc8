"""SPEC.md tells of every key of every message, in the place where a reader looks for it."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from protocol import cards, choices, events, expansions, messages, offers, rulebook, view
from protocol.model import Keys
from tests.protocol.test_spec import EXAMPLES, KINDS, MODELS, SPEC, blocks, values

HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
PROSE = re.sub(r"^```.*?^```$", "", SPEC, flags=re.MULTILINE | re.DOTALL)


def section(title: str) -> str:
    """What stands under a heading, up to the next one, without examples."""
    pieces = HEADING.split(PROSE)
    return pieces[pieces.index(title) + 1]


def keys(text: str) -> set[str]:
    """Each key that a text sets as code: `key`, `of.key`, `key[0]` or `"key":value`."""
    return set(re.findall(r'`"?(?:\w+\.)?(\w+)[`"[]', text))


def tables(title: str) -> list[dict[str, str]]:
    """The tables of a section, from the keys that a row explains to the whole row."""
    rows = [re.findall(r"^\| (`.*?) \| (.*) \|$", part, re.MULTILINE)
            for part in re.split(r"^\|---.*$", section(title), flags=re.MULTILINE)[1:]]  # fmt: skip
    return [{key: f"{first} {rest}" for first, rest in each for key in keys(first)}
            for each in rows]  # fmt: skip


START, BOOK = tables("game_start")
DECIDE, VIEW = tables("A question")
EXPANSIONS = PROSE[PROSE.index("\n## Expansions\n") :]
OF_VIEWS = "".join(re.findall(r"^- View.*\n(?:  .*\n)*", EXPANSIONS, re.MULTILINE))

# Where the keys of a model are explained: each in a row of its own, or set as code in a passage.
ROWS: dict[type[BaseModel], dict[str, str]] = {
    messages.Ready: tables("hello → ready")[0],
    messages.Choose: tables("An answer")[0],
    messages.GameStart: START,
    rulebook.Rulebook: BOOK,
    messages.Decide: DECIDE,
    view.View: VIEW,
}
PASSAGES: dict[type[BaseModel], str] = {
    messages.Hello: section("hello → ready"),
    rulebook.KindOfBean: BOOK["kinds"],
    rulebook.Negotiation: BOOK["negotiation"],
    messages.TimeLeft: section("Time, faults and forfeits"),
    messages.GameOver: section("game_over, bye"),
    messages.Refused: section("Refusals"),
    view.FieldView: VIEW["fields"],
    offers.StandingOffer: VIEW["offers"],
    offers.StandingAccept: VIEW["accepts"],
    cards.GivenCard: VIEW["offers"],
    offers.Offer: section("Offers"),
    choices.Trade: section("trade"),
    choices.Answer: section("answer"),
}


def within(value: Any) -> Iterator[BaseModel]:
    """A model and all that it is made of."""
    if isinstance(value, BaseModel):
        yield value
        for key in value.model_fields_set:
            yield from within(getattr(value, key, None))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from within(each)


@cache
def shown() -> dict[str, set[str]]:
    """By model, the keys that the examples have."""
    found: dict[str, set[str]] = {}
    told = [(next(key for key in KINDS if key in each), each) for each in EXAMPLES
            if isinstance(each, dict) and each]  # fmt: skip
    told += [(what, each) for what in ("card", "offer")
             for text in blocks("json", what) for each in values(text)]  # fmt: skip
    for kind, each in told:
        try:
            example = MODELS[kind].validate_json(json.dumps(each))
        except ValidationError:
            continue  # test_spec.py says which
        for model in within(example):
            found.setdefault(type(model).__name__, set()).update(model.model_fields_set)
    return found


def of_expansions(model: type[BaseModel]) -> set[str]:
    """The keys that expansions add to a model."""
    added = [each for each in expansions.models(*expansions.MODULES)
             if issubclass(each, Keys) and each.of == model.__name__]  # fmt: skip
    found = {key for each in added for key in each.model_fields}
    if model is cards.GivenCard:
        found |= {key for key, place in cards.PLACES.items() if place.__module__ != cards.__name__}
    return found


@pytest.mark.parametrize("model", ROWS, ids=lambda model: model.__name__)
def test_each_key_of_a_long_message_has_a_row(model: type[BaseModel]) -> None:
    own = model.model_fields.keys() - of_expansions(model) - {"type"}
    assert own - ROWS[model].keys() == set(), f"SPEC.md: no row in the table of {model.__name__}"
    assert ROWS[model].keys() - own == set(), f"SPEC.md: {model.__name__} has no such key"


@pytest.mark.parametrize("model", PASSAGES, ids=lambda model: model.__name__)
def test_each_key_of_other_messages_is_explained_in_its_place(model: type[BaseModel]) -> None:
    own = model.model_fields.keys() - of_expansions(model) - {"type", "do"}
    assert own - keys(PASSAGES[model]) == set(), f"SPEC.md: say what these of {model.__name__} are"


@pytest.mark.parametrize("model", [*ROWS, *PASSAGES], ids=lambda model: model.__name__)
def test_each_key_of_an_expansion_is_explained_there(model: type[BaseModel]) -> None:
    text = OF_VIEWS if model is view.View else EXPANSIONS
    assert of_expansions(model) - keys(text) == set(), "SPEC.md: say what these are"


REST = {
    each
    for each in {*choices.KNOWN.values(), *events.KNOWN.values(), *cards.PLACES.values(),
                 rulebook.RuleText, offers.Take, offers.Accept, messages.Clock}
    if each not in PASSAGES
}  # fmt: skip


@pytest.mark.parametrize("model", sorted(REST, key=lambda model: model.__name__))
def test_each_key_of_the_rest_is_in_an_example(model: type[BaseModel]) -> None:
    assert model.model_fields.keys() - shown()[model.__name__] == set(), (
        "show these in an example of protocol/SPEC.md"
    )
