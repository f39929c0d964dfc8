"""Options declared once, as fields of a dataclass: typer's parameters, and a command line again.

    format: str = option("Who meets whom.", "--format", "--type", default="roundrobin")
    legs: int = option("How often a table meets.", default=1, min=1)
    reference: bool = option("Let the reference bots play as well.", default=False)
    tc: Tc = None

What several groups or commands share is a type (`Tc`) as typer has it, `Annotated[str, …]`.
A field whose type is another such dataclass stands for all of its fields, or in
`Annotated[Group, Without("level")]` for all but some, at any depth, which keep their defaults.
In a help, the fields that a class declares stand in the panel that its attribute `panel` names.

Tried with typer's own signatures and shared `Annotated` types, `arena tournament` alone took 107
lines of code more: each of its 25 options stood in the signature, in the group, and in the call
that makes the group. This file has about 100, and a dozen commands take groups.
"""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

R = TypeVar("R")
Group = TypeVar("Group")


class Without:
    """Leaves out some fields of a group, by name."""

    def __init__(self, *names: str) -> None:
        self.names = names


def spread(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command a parameter for each field of the groups that it takes."""
    given = signature(command).parameters
    hints = get_type_hints(command, include_extras=True)
    groups = {name: found[0] for name in given if (found := _group(hints[name]))}

    @wraps(command)
    def spread_out(**values: Any) -> R:
        for name, kind in groups.items():
            values[name] = gathered(kind, values)
        return command(**values)

    shown = [
        Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=each.hint)
        for name, parameter in given.items()
        for each in _spread(_read(name, hints[name], parameter.default))
    ]
    spread_out.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    spread_out.__annotations__ = {each.name: each.annotation for each in shown}
    return spread_out


def gathered(kind: type[Group], values: dict[str, Any]) -> Group:
    """Return a group of the values given for its fields, which are taken out of `values`."""
    given: dict[str, Any] = {}
    for each in _declared(kind):
        if found := _group(each.hint):
            given[each.name] = gathered(found[0], values)
        elif each.name in values:
            given[each.name] = values.pop(each.name)
    return kind(**given)


class _Declared(NamedTuple):
    """A parameter of a command, or a field of a group."""

    name: str
    hint: Any
    default: Any


def _declared(kind: Any) -> Iterator[_Declared]:
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        yield _read(each.name, hints[each.name], each if each.metadata else each.default)


def _read(name: str, hint: Any, default: Any) -> _Declared:
    """Return a parameter or a field in typer's way, if `option` or `argument` made its default."""
    if not isinstance(default, Field):
        return _Declared(name, hint, default)
    # In the order in which `option` and `argument` write them.
    kind, names, more = default.metadata.values()
    if hint is bool and not names:  # typer would add --no-x to the name that it makes
        names = (_called(name),)
    usual = Parameter.empty if default.default is MISSING else default.default
    return _Declared(name, Annotated[hint, kind(*names, **more)], usual)


def _called(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _group(hint: Any) -> tuple[Any, tuple[str, ...]] | None:
    """Return the group that a type stands for and the fields left out, or None."""
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    without = [each.names for each in more if isinstance(each, Without)]
    return (kind, without[0] if without else ()) if is_dataclass(kind) else None


def _spread(one: _Declared, without: tuple[str, ...] = ()) -> Iterator[_Declared]:
    found = _group(one.hint)
    if found is None:
        yield one
        return
    kind, left_out = found[0], (*without, *found[1])
    for each in _declared(kind):
        if each.name not in left_out:
            yield from _spread(_in_panel(each, kind), left_out)


def _in_panel(one: _Declared, kind: Any) -> _Declared:
    """Return a field of a group in the panel of the class that declares it, if that has one."""
    # A class that inherits `panel` may not have declared this field.
    owner = next(each for each in kind.__mro__ if one.name in each.__annotations__)
    if _group(one.hint) or not hasattr(owner, "panel"):
        return one
    hint, info = get_args(one.hint)
    info = copy(info)  # which several groups may share
    info.rich_help_panel = owner.panel
    return one._replace(hint=Annotated[hint, info])


def words_of(group: Any, without: tuple[str, ...] = ()) -> list[str]:
    """Return the command-line words for these options, without defaults and some fields."""
    words: list[str] = []
    for each in _declared(type(group)):
        value = getattr(group, each.name)
        if each.name in without:
            continue
        if found := _group(each.hint):
            words += words_of(value, (*without, *found[1]))
        elif value != each.default:
            words += _words(each, value)
    return words


def _words(one: _Declared, value: Any) -> list[str]:
    info = next(each for each in get_args(one.hint) if isinstance(each, ArgumentInfo | OptionInfo))
    if isinstance(info, ArgumentInfo):
        return [*map(str, value)] if isinstance(value, list) else [str(value)]
    # In Annotated, typer takes what is called default for the first of the names.
    names = [info.default] if isinstance(info.default, str) else []
    long = [each for each in [*names, *(info.param_decls or ())] if each.startswith("--")]
    option = long[0] if long else _called(one.name)
    return [option] if value is True else [option, _text(value)]


def _text(value: object) -> str:
    """Return a number in as few digits as mean the same."""
    short = f"{value:g}" if isinstance(value, float) else str(value)
    return repr(value) if isinstance(value, float) and float(short) != value else short
