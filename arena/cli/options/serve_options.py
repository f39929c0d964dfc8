"""The options of `arena serve`."""

from dataclasses import dataclass

from arena.cli.options.arguments import option


@dataclass(frozen=True)
class ServeOptions:
    """Where the server listens, and what it lets visitors do."""

    host: str = option(
        "The address to listen on; warns if other machines can reach it.",
        default="127.0.0.1",
        metavar="ADDRESS",
    )
    port: int = option(
        "The port to listen on; 0 for any that is free.", default=8000, min=0, max=65535
    )
    public_url: str | None = option(
        "The address of a server in front of this one, by which browsers reach it.",
        metavar="URL",
        show_default="none",
    )
    play: bool = option("Let people play in the browser, alone or together.", default=False)
    concurrency: int = option("Games of people at once, with --play.", default=4, min=1, max=100)
    tables: int = option(
        "Tables of a class, beside those games: one link seats all; with --play.",
        default=0,
        min=0,
        max=100,
        metavar="N",
        show_default="none",
    )
    delay: float = option(
        "How much later the page to watch shows games in progress.",
        default=0.0,
        min=0,
        max=3600,
        metavar="SECONDS",
    )
    open_hands: bool = option("Let spectators see all cards.", default=False)
