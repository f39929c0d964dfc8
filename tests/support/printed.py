"""The golden prints of rulebooks: `python -m tests.support.printed` writes them anew."""

from pathlib import Path

from arena.cli.games.variants import rulebook_lines
from arena.rules import compile_rulebook
from tests.support.lawful import lawful_sets, pools

FOLDER = Path(__file__).parents[1] / "arena" / "cli" / "games" / "rulebooks"


def printed() -> list[tuple[str, int]]:
    """The tables of which golden games are kept, but of a game alone only the ends of its sizes."""
    ends = {variant: (sizes[0], sizes[-1]) for variant, sizes in lawful_sets().items()}
    return [(variant, players) for variant, players in pools() if players in ends[variant]]


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
    for table in printed():
        file_of(*table).write_text(text(*table), "utf-8")
    print(f"wrote {len(list(FOLDER.glob('*.txt')))} rulebooks")


if __name__ == "__main__":
    main()
