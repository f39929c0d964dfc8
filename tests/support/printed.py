"""The golden prints of rulebooks: `python -m tests.support.printed` writes them anew."""

from pathlib import Path

from arena.cli.games.variants import rulebook_lines
from arena.rules import PARTS, PRESETS, compile_rulebook, table_sizes
from tests.support.lawful import fullest, lawful_sets

FOLDER = Path(__file__).parents[1] / "arena" / "cli" / "games" / "rulebooks"


def printed() -> dict[str, tuple[int, ...]]:
    """Variants, and the numbers of players for which their rulebook is kept.

    Each game alone and with all expansions that go together, at its smallest and its largest table;
    each option alone.
    """
    options = {part.name for part in PARTS if part.part == "option"}
    alone = [variant for variant in lawful_sets() if variant.partition("+")[2] in options]
    return {
        variant: tuple(dict.fromkeys((sizes[0], sizes[-1])))
        for variant in dict.fromkeys((*(preset.name for preset in PRESETS), *fullest(), *alone))
        for sizes in [table_sizes(variant)]
    }


def text(variant: str, players: int) -> str:
    """A rulebook as it is printed."""
    return "\n".join(rulebook_lines(compile_rulebook(variant, players))) + "\n"


def file_of(variant: str, players: int) -> Path:
    """Where a print is kept."""
    return FOLDER / f"{variant}-{players}.txt"


def main() -> None:
    """Write all prints."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for variant, counts in printed().items():
        for players in counts:
            file_of(variant, players).write_text(text(variant, players), "utf-8")
    print(f"wrote {len(list(FOLDER.glob('*.txt')))} rulebooks")


if __name__ == "__main__":
    main()
