"""The rounds of a knockout, or the table of a Swiss, printed."""

from arena.printing.console import say
from arena.printing.tables import print_table
from protocol import Json


def show_bracket(data: Json) -> None:
    """Prints it."""
    if "table" in data:
        print_table(
            ("place", "bot", "score", "opponents", "matches"),
            [
                (
                    row["place"],
                    row["bot"],
                    f"{row['score']:.3f}",
                    f"{row['opponents']:.3f}",
                    row["matches"],
                )
                for row in data["table"]
            ],
            left=(1,),
        )
        return
    winner = data["winner"]
    say(f"{winner} wins the knockout." if winner else "The knockout is not decided.", style="bold")
    say()
    print_table(
        ("stage", "table", "goes on", "out"),
        [
            (stage["name"] if first else "", *row)
            for stage in data["stages"]
            for first, row in _with_first(_rows(stage))
        ],
        left=(0, 2, 3),
    )


def _rows(stage: Json) -> list[tuple[object, ...]]:
    """The tables of a stage: number, who goes on, who is out."""
    rows: list[tuple[object, ...]] = []
    for number, each in enumerate(stage["tables"], start=1):
        bots = each["bots"]
        on = [_with_score(bot) for bot in bots if bot["goes_on"]]
        out = [_with_score(bot) for bot in bots if bot["goes_on"] is False]
        open_ = [_with_score(bot) for bot in bots if bot["goes_on"] is None]
        rows.append((number, ", ".join(on) or f"open: {', '.join(open_)}", ", ".join(out)))
    if stage["byes"]:
        rows.append(("bye", ", ".join(stage["byes"]), ""))
    return rows


def _with_score(bot: Json) -> str:
    if bot["suspended"]:
        return f"{bot['bot']} suspended"
    return bot["bot"] if bot["score"] is None else f"{bot['bot']} {bot['score']:.2f}"


def _with_first(rows: list[tuple[object, ...]]) -> list[tuple[bool, tuple[object, ...]]]:
    return [(at == 0, row) for at, row in enumerate(rows)]
