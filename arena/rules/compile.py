"""Compile a variant, "preset+expansion+option", for a number of players into a rulebook."""

import copyreg
import pickle
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from operator import index
from typing import Any, SupportsIndex

from arena.rules.game import Negotiation
from arena.rules.presets import PARTS, PRESETS, Preset, did_you_mean, preset_named
from arena.rules.rule import Rule, VariantError
from arena.rules.rulebook import Rulebook, assemble
from arena.rules.steps.sequence import Ending, Turn
from arena.rules.steps.trade import AnswerOffers, OpeningBids

# Steps that no turn lists because other steps push them.
COMMON_STEPS = (Turn(), Ending(), OpeningBids(), AnswerOffers())

PLAYER_COUNTS = tuple(
    sorted(
        {n for game in PRESETS for n in game.players} | {n for part in PARTS for n in part.players}
    )
)
"""All numbers of players that any game allows."""
STANDARD_NEGOTIATION = Negotiation()


@lru_cache(maxsize=512)
def compile_rulebook(
    variant: str, players: SupportsIndex, negotiation: Negotiation = STANDARD_NEGOTIATION
) -> Rulebook:
    """Return the rulebook of a variant, such as "classic+cheap_third_field", for `players` seats.

    The parts may come in any order, with spaces around each "+". Every spelling returns the same
    rulebook; its `variant` lists the parts in catalogue order.

    Raises:
        VariantError: A part is unknown, missing, clashes with another or does not allow that many
            players. The message names the way out.
    """
    players = index(players)  # a NumPy integer would get into every game
    words = [word.strip() for word in variant.split("+")]
    name, *part_names = words
    if part_names and "" in words:
        raise VariantError(
            f"There is an empty part in {variant!r}. Name it, or leave out a plus sign."
        )
    known = {part.name: part for part in PARTS}
    if name in known:
        _refuse_part_first(words)
    preset = preset_named(name)
    for part_name in part_names:
        if part_name not in known:
            raise VariantError(_no_such_part(part_name, preset))
        if part_name not in preset.parts:
            raise VariantError(f"{name} has no {part_name}.{_goes_with(preset)}")
        if part_names.count(part_name) > 1:
            raise VariantError(f"{part_name} is named twice in {variant!r}. Name it once.")
    parts = tuple(part for part in PARTS if part.name in part_names)
    # A part that names numbers of players may widen those of its game as well as narrow them.
    if players not in preset.players and not any(part.players for part in parts):
        wider = [
            f"{counts(known[part].players)} with {part}"
            for part in preset.parts
            if players in known[part].players
        ]
        hint = f" ({', '.join(wider)})" if wider else ""
        raise VariantError(f"{name} needs {counts(preset.players)} players, not {players}{hint}.")
    for part in parts:
        _refuse_part(part, [name, *part_names], players)
    return _compiled(preset, parts, players, negotiation)


# A cache of its own, by parts: all spellings of a variant must lead to the same rulebook, since
# rulebooks are compared by identity.
@lru_cache(maxsize=256)
def _compiled(
    preset: Preset, parts: tuple[Rule, ...], players: int, negotiation: Negotiation
) -> Rulebook:
    tables = preset.tables(players)
    removed = {gone for part in parts for gone in part.removes}
    rules = tuple(rule for rule in preset.rules(players) if rule.name not in removed)
    brought: list[Rule] = []
    for part in parts:
        brought += (part, *part.brings)
        if part.edit is not None:
            tables = part.edit(tables)
    variant = "+".join([preset.name, *(part.name for part in parts)])
    return assemble(variant, tables, negotiation, (*rules, *brought), COMMON_STEPS)


def _by_its_name(book: Rulebook) -> tuple[Callable[..., Rulebook], tuple[Any, ...]]:
    """Pickle a rulebook, and so its games, by name; unpickling compiles it again."""
    name = (book.variant, book.players, book.negotiation)
    if compile_rulebook(*name) is not book:
        raise pickle.PicklingError(f"{book.variant} is not a rulebook of the catalogue.")
    return compile_rulebook, name


copyreg.pickle(Rulebook, _by_its_name)


def _refuse_part_first(words: list[str]) -> None:
    """Raise VariantError for a part alone or before its game, showing how to write it."""
    part = words[0]
    games = [preset.name for preset in PRESETS if part in preset.parts]
    game = next((word for word in words if word in games), games[0])
    written = "+".join([game, *(word for word in words if word != game)])
    raise VariantError(f"{part} is a part of {', '.join(games)}. Write {written}.")


def _no_such_part(name: str, preset: Preset) -> str:
    if any(name == other.name for other in PRESETS):
        return f"{name} is a game, not a part of {preset.name}.{_goes_with(preset)}"
    hint = did_you_mean(name, preset.parts) or _goes_with(preset)
    return f"There is no expansion or option called {name!r}.{hint}"


def _goes_with(preset: Preset) -> str:
    return f" {preset.name} goes with {', '.join(preset.parts) or 'no part'}."


def _refuse_part(part: Rule, variant: list[str], players: int) -> None:
    for other in part.needs:
        if other not in variant:
            raise VariantError(f"{part.name} needs {other}. Name it as well.")
    for other in part.clashes:
        if other in variant:
            raise VariantError(f"{part.name} does not go with {other}. Leave one of them out.")
    if part.players and players not in part.players:
        raise VariantError(f"{part.name} needs {counts(part.players)} players, not {players}.")


def counts(players: tuple[int, ...]) -> str:
    """Return counts of players in words: "3", "4 or 5", "3–7"."""
    if len(players) == 1:
        return str(players[0])
    if len(players) == 2:
        return f"{players[0]} or {players[1]}"
    return f"{players[0]}–{players[-1]}"


def catalogue() -> tuple[str, ...]:
    """Return every game, alone and with each legal set of expansions, without options."""
    names = []
    for preset in PRESETS:
        parts = [part for part in PARTS if part.name in preset.parts and part.part == "expansion"]
        for size in range(len(parts) + 1):
            for chosen in combinations(parts, size):
                together = {part.name for part in chosen}
                if not any(together & set(part.clashes) for part in chosen):
                    names.append("+".join([preset.name, *(part.name for part in chosen)]))
    return tuple(names)


def table_sizes(variant: str) -> tuple[int, ...]:
    """Return the numbers of players that a variant allows.

    Raises:
        VariantError: The variant does not exist.
    """
    lawful = []
    for players in PLAYER_COUNTS:
        try:
            compile_rulebook(variant, players)
        except VariantError as error:
            refusal = error
        else:
            lawful.append(players)
    if not lawful:
        raise refusal
    return tuple(lawful)


def full_name(variant: str) -> str:
    """Return a variant's canonical name, with its parts in catalogue order.

    Raises:
        VariantError: The variant does not exist.
    """
    return compile_rulebook(variant, table_sizes(variant)[0]).variant
