"""`arena variants` and `arena variants show`: list the games, and print a compiled rulebook."""

from __future__ import annotations

from textwrap import wrap

import typer

from arena.cli.help import ShowGroup
from arena.cli.options.arguments import ONLY_SHOWN, JsonOption, argument, complete_variants, option
from arena.cli.options.parsing import usual_count
from arena.cli.output.console import picked, print_json, prose, say, terminal_width
from arena.cli.output.tables import print_table
from arena.text.table import plain

if not ONLY_SHOWN:
    from arena.codec import writer
    from arena.rules import PARTS, PRESETS, RULES_VERSION, Rule, Rulebook, compile_rulebook
    from arena.rules.cards import BEANS
    from arena.rules.compile import counts
    from arena.rules.game import Step
    from arena.rules.rule import Listing
    from arena.rules.shared_rules import OWN_KIND_ONCE


WIDTH = 100
INDENT = " " * 6


commands = typer.Typer(cls=ShowGroup)


def variants(json: JsonOption = False) -> None:
    """List the games that can be played, or print a rulebook.

    Examples:
        arena variants
        arena variants show anniversary --players 4

    JSON:
        {
            "games": [{
                "name": str, "players": [int], "book": str, "title": str, "parts": [str],
            }],
            "parts": [{"name": str, "players": [int], "games": [str], "title": str}],
        }
    """
    if json:
        games = [picked(each, "name", "players", "book", "title", "parts") for each in PRESETS]
        parts = [
            picked(each, "name", "players") | {"games": _goes_with(each), "title": each.title}
            for each in PARTS
        ]
        print_json({"games": games, "parts": parts})
        return
    rows = [(preset.name, counts(preset.players), preset.book, preset.title) for preset in PRESETS]
    print_table(plain("Games", ("game", "players", "book", "what it is"), rows, range(4)))
    prose("\nNamed together with a game, as in classic+cheap_third_field:")
    rows = [
        (
            part.name,
            counts(part.players) if part.players else "any",
            ", ".join(_goes_with(part)),
            part.title,
        )
        for part in PARTS
    ]
    print_table(plain("Parts", ("part", "players", "goes with", "what it does"), rows, range(4)))


@commands.command("show")
def variants_show(
    name: str = argument(
        "NAME",
        "A game, alone or with its parts: classic+cheap_third_field.",
        autocompletion=complete_variants,
    ),
    players: int | None = option(
        "Players in the game.", show_default="4, or the nearest that the game allows"
    ),
    json: JsonOption = False,
) -> None:
    """Print a compiled rulebook: deck, beanometers, turn and rules.

    Examples:
        arena variants show rio_grande --players 6

    JSON:
        any  # the rulebook as in `game_start`
    """
    book = compile_rulebook(name, usual_count(name) if players is None else players)
    if json:
        print_json(writer(book).rulebook())
        return
    say("\n".join(rulebook_lines(book, terminal_width())))


def _goes_with(part: Rule) -> list[str]:
    return [preset.name for preset in PRESETS if part.name in preset.parts]


def rulebook_lines(book: Rulebook, width: int | None = None) -> list[str]:
    """Return the printed form of a rulebook; a golden file holds it.

    width: that of the terminal, None in a pipe; a narrow one gets shorter lines.
    """
    narrow = width if width is not None and width < WIDTH else None
    tables = book.tables
    sold = "none sold" if tables.price is None else f"a third one for {tables.price} coins"
    once = any(rule.name == OWN_KIND_ONCE.name for rule in book.rules)
    lines = [
        f"{book.variant}, {book.players} players (rules version {RULES_VERSION})",
        "",
        f"  deal        {_deal(tables.deal)}",
        f"  fields      {tables.fields}, {sold}; one kind in two fields: {'no' if once else 'yes'}",
        f"  turn over   {tables.turn_over}",
        f"  draw        {tables.draw}",
        f"  ends        at run-out {tables.last}",
        f"  negotiation {_negotiation(book)}",
        f"  turn        {' · '.join(_steps(tables.turn))}",
        f"  ending      {' · '.join(_steps(tables.ending))}",
        "",
        f"  deck of {sum(tables.deck.values())}        cards  needed for 1, 2, 3, 4 coins",
    ]
    for kind in book.kinds:
        bean = BEANS[kind]
        meter = tables.meters.get(bean.name, bean.meter)
        scale = " ".join(f"{meter.get(coins, '–'):>2}" for coins in range(1, 5))
        lines.append(f"    {bean.name:<14} {tables.deck[bean.name]:>5}  {scale}")
    lines += ["", f"  rules of {book.variant.partition('+')[0]}"]
    lines += [
        "    (in brackets their numbers, which refusals cite; where two differ, the later holds)"
    ]
    listings = [rule.listing(tables) for rule in book.rules if rule.listing]
    in_rows = {row[0] for listing in listings for row in listing.rows}
    # Rules with a row in a table, such as those of buildings, are printed there.
    rules = [rule for rule in book.rules if rule.name not in in_rows]
    longest = max(len(rule.name) for rule in rules)
    for rule in rules:
        if rule.part:  # a part comes before the rules that it brings
            lines += ["", f"  brought by {rule.name}"]
        head, text = f"    {rule.name:<{longest}}  ", _told(rule, book)
        lines += [f"    {rule.name}", INDENT + text] if narrow else _wrapped(head, text)
    for listing in listings:
        lines += _listed(listing, book)
    return lines if narrow is None else [each for line in lines for each in _fitted(line, narrow)]


def _fitted(line: str, width: int) -> list[str]:
    """Return the line, wrapped and indented where it is too wide."""
    if len(line) <= width:
        return [line]
    start = line[: len(line) - len(line.lstrip())]
    return wrap(line.strip(), width, initial_indent=start, subsequent_indent=INDENT)


def _listed(listing: Listing, book: Rulebook) -> list[str]:
    """Return a table of the rulebook; a row without a rule ends in an empty cell."""
    rules = {rule.name: rule for rule in book.rules}
    widths = [max(map(len, column)) + 2 for column in zip(*listing.rows, strict=True)]

    def columns(indent: int, cells: tuple[str, ...]) -> str:
        beside = (f"{cell:<{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True))
        return f"{' ' * indent + cells[0]:<{4 + widths[0]}}" + "".join(beside)

    *heads, last = listing.heads
    lines = ["", columns(2, tuple(heads)) + last]
    for row in listing.rows:
        rule = rules.get(row[0])
        lines += _wrapped(columns(4, row), _told(rule, book) if rule else "–")
    return lines


def _told(rule: Rule, book: Rulebook) -> str:
    return f"{rule.says(book.tables)} [{rule.cites}]"


def _wrapped(head: str, text: str) -> list[str]:
    return wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )


def _steps(steps: tuple[Step, ...]) -> list[str]:
    """Return the steps that players know of, in words."""
    return [step.name.replace("_", " ") for step in steps if step.listed]


def _negotiation(book: Rulebook) -> str:
    if not any(step.name == "trade" for step in book.tables.turn):
        return "none"
    talk = book.negotiation
    return f"{talk.rounds} rounds, {talk.offers} offers a round, {talk.replies} replies an answer"


def _deal(deal: tuple[int, ...]) -> str:
    return f"{deal[0]} each" if len(set(deal)) == 1 else ", ".join(map(str, deal))
