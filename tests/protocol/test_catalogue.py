"""What the rules of any lawful variant declare has a model on the pipe, and every model has a rule.

A failure names the file to open.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import pytest

from arena.rules.choices import Choice
from arena.rules.events import KINDS
from protocol import cards, choices, events, expansions
from protocol.model import Keys, Model
from protocol.schema import schema
from protocol.view import View
from tests.support.units import UNITS, all_books, declared_choices, unit_of, units_by_rule

RULES = {id(rule): rule for book in all_books() for rule in book.rules}.values()
CHOICES = {record._field_defaults["do"]: record for record in declared_choices()}
# Declared names, each with the files of the pipe in which it may be defined.
Homes = dict[str, set[str]]


def home(unit: str | None, frame: str) -> str:
    """The file of the pipe for what is of `unit`; `frame` is that of the basic game."""
    return f"protocol/expansions/{unit}.py" if unit else f"protocol/{frame}.py"


def declared(part: str, frame: str) -> Homes:
    """What the rules declare as their `events`, `pieces` or `sources`."""
    homes: Homes = defaultdict(set)
    for rule in RULES:
        for each in getattr(rule, part):
            homes[each.name] |= {home(unit, frame) for unit in units_by_rule()[rule.name]}
    return homes


def file_of(model: type[Model]) -> str:
    return model.__module__.replace(".", "/") + ".py"


def keys_of_the_view() -> dict[str, str]:
    """The keys that expansions add to the view, each with its file."""
    return {
        key: file_of(keys)
        for keys in expansions.models(*expansions.MODULES)
        if issubclass(keys, Keys) and keys.of == View.__name__
        for key in keys.model_fields
    }


def assert_the_same(what: str, homes: Homes, defined: Mapping[str, str]) -> None:
    """Each declared name is defined in one of its homes, and nothing else is defined."""
    wrong = [
        f"{what} {name!r}: define it in {' or '.join(sorted(files))}"
        + (f", not in {defined[name]}" if name in defined else "")
        for name, files in homes.items()
        if defined.get(name) not in files
    ]
    wrong += [
        f"{what} {name!r}: no rule declares it; remove it from {defined[name]}"
        for name in defined
        if name not in homes
    ]
    assert not wrong, "\n".join(wrong)


def files(models: Mapping[str, type[Model]]) -> dict[str, str]:
    return {name: file_of(model) for name, model in models.items()}


def test_every_rule_has_a_home() -> None:
    """The guards below know the rules of an expansion by the folder that holds them."""
    homes = set[str]().union(*(units_by_rule()[rule.name] for rule in RULES))
    assert set(UNITS) - homes == set(), "list these in PARTS or PRESETS of arena/rules/presets.py"


def test_the_pipe_has_no_other_expansions() -> None:
    named = {module.__name__.rpartition(".")[2] for module in expansions.MODULES}
    assert named <= set(UNITS), f"not in arena/rules/expansions/: {named - set(UNITS)}"


def test_every_event_has_its_model() -> None:
    homes = declared("events", "events")
    for kind in KINDS:
        homes[kind.name].add(home("", "events"))
    homes["said"].add(home("", "events"))  # told by the referee
    assert_the_same("event", homes, files(events.KNOWN))


def test_what_an_event_hides_has_its_keys() -> None:
    kinds = {kind for rule in RULES for kind in rule.events} | set(KINDS)
    missing = [
        f"event {kind.name!r}: add the key {key!r} in {file_of(events.KNOWN[kind.name])}"
        for kind in kinds
        for key in (*kind.secret, "count")
        if kind.secret and key not in events.KNOWN[kind.name].model_fields
    ]
    assert not missing, "\n".join(missing)


def test_every_choice_has_its_model() -> None:
    homes = {do: {home(unit_of(record), "choices")} for do, record in CHOICES.items()}
    assert_the_same("choice", homes, files(choices.KNOWN))


@pytest.mark.parametrize(("do", "record"), CHOICES.items())
def test_a_choice_has_the_keys_of_its_model(do: str, record: type[Choice]) -> None:
    model = choices.KNOWN[do]
    keys = [field.alias or key for key, field in model.model_fields.items()]
    if do not in ("trade", "answer"):  # the codec reads these part by part
        assert all(field.is_required() for field in model.model_fields.values()), do
    assert set(keys) == set(record._fields), f"{do}: see {file_of(model)}"  # type: ignore[attr-defined]


def test_every_piece_of_state_has_its_key_in_the_view() -> None:
    added = keys_of_the_view()
    shown = {
        key: added.get(key, home("", "view"))
        for key, field in View.model_fields.items()
        if not field.is_required()  # those that only some games have
    }
    assert_the_same("key of the view", declared("pieces", "view"), shown)


def test_every_source_of_cards_has_its_place() -> None:
    assert_the_same("place of a card", declared("sources", "cards"), files(cards.PLACES))


def test_every_added_key_is_taken_up() -> None:
    """`of` names a model that takes up keys of expansions."""
    models = schema()["$defs"]
    added: Iterable[type[Keys]] = [
        keys for keys in expansions.models(*expansions.MODULES) if issubclass(keys, Keys)
    ]
    for keys in added:
        known = models.get(keys.of, {}).get("properties", {})
        assert keys.model_fields.keys() <= known.keys(), (
            f"{keys.__name__}: mark {keys.of} with @expansions.extended; see {file_of(keys)}"
        )
