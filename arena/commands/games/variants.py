"""`arena variants` and `arena variants show`: the games, and a compiled rulebook in print."""

from textwrap import wrap

from arena.printing.console import print_json, say, terminal_width
from arena.printing.tables import print_table
from arena.rules import PARTS, PRESETS, RULES_VERSION, Rule, Rulebook, compile_rulebook
from arena.rules.basics import OWN_KIND_ONCE
from arena.rules.cards import BEANS
from arena.rules.compile import counts
from arena.rules.game import Step
from arena.rules.rule import Listing

WIDTH = 100
INDENT = " " * 6


def show_all(json: bool) -> None:
    """The catalogue: every game, and the options and expansions that go with it."""
    if json:
        print_json(
            {
                "games": [
                    {
                        "name": preset.name,
                        "players": list(preset.players),
                        "book": preset.book,
                        "title": preset.title,
                        "parts": list(preset.parts),
                    }
                    for preset in PRESETS
                ],
                "parts": [
                    {
                        "name": part.name,
                        "players": list(part.players),
                        "games": _goes_with(part),
                        "title": part.title,
                    }
                    for part in PARTS
                ],
            }
        )
        return
    rows = [(preset.name, counts(preset.players), preset.book, preset.title) for preset in PRESETS]
    print_table(("game", "players", "book", "what it is"), rows, left=range(4))
    say("\nNamed together with a game, as in classic+cheap_third_field:", wrap=True)
    rows = [
        (
            part.name,
            counts(part.players) if part.players else "any",
            ", ".join(_goes_with(part)),
            part.title,
        )
        for part in PARTS
    ]
    print_table(("part", "players", "goes with", "what it does"), rows, left=range(4))


def _goes_with(part: Rule) -> list[str]:
    return [preset.name for preset in PRESETS if part.name in preset.parts]


def show(name: str, players: int, json: bool) -> None:
    """A compiled rulebook: numbers, deck, beanometers, turn, rules. Raises VariantError."""
    book = compile_rulebook(name, players)
    if json:
        from arena.codec import writer

        print_json(writer(book).rulebook())
        return
    say("\n".join(rulebook_lines(book, terminal_width())))


def rulebook_lines(book: Rulebook, width: int | None = None) -> list[str]:
    """The printed form of a rulebook; a golden file holds it.

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
    """The line, on several where it is too wide; those are indented."""
    if len(line) <= width:
        return [line]
    start = line[: len(line) - len(line.lstrip())]
    return wrap(line.strip(), width, initial_indent=start, subsequent_indent=INDENT)


def _listed(listing: Listing, book: Rulebook) -> list[str]:
    """A table of the rulebook; where a row has no rule of its name, its last column is empty."""
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
    """The steps that players know of, in words."""
    return [step.name.replace("_", " ") for step in steps if step.listed]


def _negotiation(book: Rulebook) -> str:
    if not any(step.name == "trade" for step in book.tables.turn):
        return "none"
    talk = book.negotiation
    return f"{talk.rounds} rounds, {talk.offers} offers a round, {talk.replies} replies an answer"


def _deal(deal: tuple[int, ...]) -> str:
    return f"{deal[0]} each" if len(set(deal)) == 1 else ", ".join(map(str, deal))
