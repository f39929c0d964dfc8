"""`arena serve`: the ladder in a browser, as it is now, and games for its visitors."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from arena.cli.exit_codes import explain
from arena.cli.games.stored_games import check_seat, keep
from arena.cli.home import existing, opened
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption
from arena.cli.options.confinement import USUAL_CONDITIONS
from arena.cli.options.parsing import OptionError, parse_variant
from arena.cli.output.console import note, print_json, say
from arena.errors import ArenaError, UsageError
from arena.home import open_home
from arena.referee.clock import CLASSES
from arena.registry.permissions import granted
from arena.text import harmless
from ladder.database import casual_games
from ladder.database.store import Store
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.games.play import USUAL_BOT, around
    from arena.play.hints import Adviser
    from arena.play.session import Session
    from arena.referee.game import FinishedGame
    from arena.registry.bundled import bundled_manifests, prepare
    from arena.registry.resolver import submitted_labels
    from arena.tournament.worker_process import raise_limits
    from arena.web.broadcast import Broadcast
    from arena.web.connections import BURST, Connection
    from arena.web.play_routes import LONGEST
    from arena.web.rooms import SeatedGame
    from arena.web.server import application
    from arena.web.urls import PLAY


USUAL_GAMES = 4


def serve(
    host: Annotated[
        str,
        typer.Option(help="The address to listen on; warns if other machines can reach it."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any that is free.")
    ] = 8000,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The address of a server in front of this one, by which browsers reach it.",
            show_default="none",
        ),
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Let people play in the browser, alone or together.")
    ] = False,
    concurrency: Annotated[
        int, typer.Option(min=1, max=100, help="Games of people at once, with --play.")
    ] = 4,
    delay: Annotated[
        float,
        typer.Option(
            min=0,
            max=3600,
            metavar="SECONDS",
            help="Show games that are being played so much later, on the page to watch.",
        ),
    ] = 0.0,
    open_hands: Annotated[
        bool, typer.Option("--open-hands", help="Let spectators see all cards.")
    ] = False,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Show the ladder in a browser, as it is now, until Ctrl-C.

    The same pages as `arena report` writes, with every replay. A bot's page is also at its name:
    /bots/anna. Nothing can be changed there.

    While a tournament is played, its progress and its standings update by themselves, and there is
    a page to watch its games, with a large one for a projector: quick games are played back one
    after the other, slow ones shown as they are played. Spectators see what all seats see.

    --play adds a page for playing: unrated games against bots of the ladder, or the bundled ones.
    Several people can share a table, each with a link of their own, which works on other machines
    with --host 0.0.0.0; a bot plays on for anyone who is away. A game that nobody looks at any more
    ends after five minutes, or sooner if there is no room for another.

    Behind a reverse proxy that has a name of its own, say it: --public-url.

    Examples:
        arena serve
        arena serve --play
        arena serve --play --host 0.0.0.0
        arena serve --play --public-url https://beans.example.org
        arena serve --delay 60
        arena serve --port 8080
        arena serve --json
    """
    from uvicorn import Config, Server

    if play:
        with opened(home):  # makes what is missing, so that people can play at once
            pass
    folder = existing(home)

    def ladder() -> Store:
        return Store(folder.database, read_only=True)

    ladder().close()  # what is wrong with it is said now
    raise_limits()
    public = None if public_url is None else _public(public_url)
    names = set() if _is_own(host) else {host, socket.gethostname(), socket.getfqdn()}
    if public is not None:
        names.add(urlsplit(public).hostname or "")

    def explained(error: Exception) -> str:
        return explain(error, folder.log)[0]

    listening = _listening(host, port)
    shown, taken = listening.getsockname()[:2]
    address = _address(shown, taken)
    elsewhere = public or ("" if _is_own(host) else _address(_reached(shown), taken))
    app = application(
        ladder,
        frozenset(name.lower() for name in names),
        explained,
        Visitors(home, explained, concurrency) if play else None,
        elsewhere,
        folder.judged,
        Broadcast(ladder, explained, folder.live, delay, open_hands),
    )
    with closing(listening):
        if json:
            print_json({"address": address, "home": str(folder.path)})
        else:
            say(f"The ladder of {harmless(folder.path)} is at {address}")
            if elsewhere not in ("", address):
                say(f"Other machines reach it at {elsewhere}")
            if play:
                say(f"Play a game at {elsewhere or address}{PLAY}")
            say("Ctrl-C ends it.")
        if elsewhere:
            where = public or f"this machine at {shown}"
            note(
                f"Warning: anyone who can reach {where} can read the ladder: bots, games, and what "
                f"bots wrote. There is no password{'' if public else ' and no encryption'}."
                + (" With --play they also start games on this machine." if play else "")
            )
        config = Config(
            app,
            http=Connection,
            backlog=BURST,
            log_level="warning",
            lifespan="on",
            server_header=False,
            ws_max_size=LONGEST,
            # What somebody at the table says stands beside a hand: a length would tell of both.
            ws_per_message_deflate=False,
        )
        server = Server(config)
        with suppress(KeyboardInterrupt):  # it has ended all, and passes on what ended it
            server.run([listening])
    if not json:
        say("Ended.")


def _is_own(host: str) -> bool:
    """Return True if only this machine reaches that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _public(url: str) -> str:
    """Return the public address as browsers write it. Raise UsageError."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:  # a port that is none, or a name that is none
        host = ""
    if not host or parts.scheme not in ("http", "https") or parts.username is not None:
        raise UsageError(
            f"--public-url {harmless(url, 80)!r} is not the address of a site. For example: "
            "--public-url https://beans.example.org"
        )
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise UsageError(
            "--public-url must be a name of its own, without a path: links would lead out of the "
            f"path. For example: --public-url {parts.scheme}://{host}"
        )
    usual = {"http": 80, "https": 443}[parts.scheme]
    named = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{named}{'' if port in (None, usual) else f':{port}'}/"


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _reached(shown: str) -> str:
    """Return the address by which other machines reach one that listens there."""
    if not ip_address(shown.partition("%")[0]).is_unspecified:
        return shown
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # sends nothing, but the way there begins at an address
        return str(asked.getsockname()[0])
    return shown


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raise ArenaError."""
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):  # which of them, depends on what is wrong with the name
        raise UsageError(
            f"--host {harmless(host, 80)!r} is not an address of this machine. Leave it out for "
            "127.0.0.1."
        ) from None
    made = socket.socket(family, kind, proto)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
        made.listen(128)
    except OSError as error:
        made.close()
        raise ArenaError(_refused(error, host, port)) from None
    return made


def _refused(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {harmless(host, 80)} is in use by another program, perhaps another "
            f"`arena serve`. Choose another: --port {port + 1 if port < 65535 else 0}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is for root alone. Choose one above 1023: --port 8000"
    return f"{harmless(host, 80)} cannot be listened on: {error.strerror}. Leave out --host."


USUAL_CLASS = "standard"
_LINES = {
    "trader3": "The strongest here: hard to please with an offer, easy to please with a reply",
    "trader": "Lives by trading: looks for exchanges from which both sides gain",
    "js-sensible": "Plants where it fits, and trades for what its fields grow",
    "greedy": "Never starts a trade, but takes what helps its fields",
    "random": "Does anything that is allowed. The weakest opponent",
}
"""About those that came with the arena and that a person may like to meet."""


class Visitors:
    """A host of visitors, as `arena.web.rooms` asks for: who sits around them, what is kept.

    They name bots of the ladder, never paths: nothing runs that was not submitted or bundled.
    """

    def __init__(
        self, home: Path | None, explain: Callable[[Exception], str], at_once: int = USUAL_GAMES
    ) -> None:
        self.explain = explain
        self.at_once = at_once
        self._home = home

    def bots(self) -> list[tuple[str, str]]:
        """List the bundled bots, the strongest first, then the ladder's; each with a line."""
        bundled = bundled_manifests()
        listed = [(name, line) for name, line in _LINES.items() if name in bundled]
        with opened(self._home) as (_, store, _):
            others = {
                bot.name: f"{bot.language or 'a program'}, by {bot.author or 'nobody who says so'}"
                for bot in store.bots("active")
                if bot.name not in bundled
            }
        return [*listed, *others.items()]

    def others(self, wishes: Json) -> list[str]:
        """Return the bots that sit beside the people. Raise ArenaError, VariantError, LadderError.

        `wishes`: variant, bots, players, people, seat, seed, clock.
        """
        people = wishes["people"]
        words = around(parse_variant(wishes["variant"]), wishes["bots"], wishes["players"], people)
        check_seat(wishes["seat"], len(words) + people)
        for word in words:
            if "/" in word:
                raise OptionError(
                    f"{harmless(word, 80)} is not a bot of this ladder. Use the names "
                    "in the standings."
                )
        with opened(self._home) as (_, _, resolver):
            return [resolver.find(word).name for word in words]

    def seat(self, wishes: Json, people: list[str]) -> SeatedGame:
        """Return a game as it was asked for, ready to begin. Raise the same as `others`."""
        words = self.others(wishes)
        with opened(self._home) as (_, _, resolver):
            bots = [resolver.find(word) for word in words]
            level = USUAL_CONDITIONS.confinement(submitted_labels(bots))
            specs = [granted(resolver.spec_of(bot), USUAL_CONDITIONS.cap) for bot in bots]
        home = open_home(self._home)
        session = Session(
            people,
            specs,
            parse_variant(wishes["variant"]),
            CLASSES[USUAL_CLASS],
            level,
            first_seat=wishes["seat"],
            seed=wishes["seed"],
            followed=True,
        )
        advisers = [Adviser(lambda: prepare(home, USUAL_BOT).spec, level) for _ in people]
        return SeatedGame(session, [*advisers], USUAL_BOT)

    def keep(self, played: FinishedGame) -> str:
        """Keep a game beside the ladder; its number."""
        with opened(self._home) as (_, store, _):
            return casual_games.name(keep(store, played))
