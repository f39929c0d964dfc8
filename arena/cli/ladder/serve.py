"""`arena serve`: the ladder in a browser, as it is now, and games for its visitors."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from arena.cli.exit_codes import explain
from arena.cli.home import existing, opened
from arena.cli.options.arguments import ONLY_SHOWN, Common
from arena.cli.options.serve_options import ServeOptions
from arena.cli.output.console import note, print_json, say
from arena.errors import UsageError
from arena.home import Home
from arena.text import harmless
from ladder.database.store import Store

if not ONLY_SHOWN:
    from uvicorn import Config, Server

    from arena.cli.ladder.listening import BindAddress, open_socket, parse_public
    from arena.cli.ladder.room_host import RoomHost
    from arena.tournament.worker_process import raise_limits
    from arena.web.broadcast import Broadcast
    from arena.web.connections import BURST, Connection
    from arena.web.play_routes import LONGEST
    from arena.web.server import application
    from arena.web.urls import CLASS, PLAY

GRACE_S = 10
"""Seconds after Ctrl-C to finish pending requests."""


def serve(*, options: ServeOptions, common: Common) -> None:
    """Show the ladder in a browser, as it is now, until Ctrl-C.

    These are the pages that `arena report` writes, with every replay. A bot's page is also at its
    name: /bots/anna. Nothing can be changed there.

    While a tournament is played, its progress and its standings update by themselves, and there is
    a page to watch its games, with a large one for a projector: quick games are played back one
    after the other, slow ones shown as they are played. Spectators see what all seats see.

    --play adds a page for playing unrated games against bots on the ladder, or the bundled ones.
    Several people can share a table, each with a link of their own, which works on other machines
    with --host 0.0.0.0; a bot plays on for anyone who is away. A game that nobody looks at any more
    ends after five minutes, or sooner if there is no room for another.

    For a class, --tables adds a page for the organiser, with a QR code to project: whoever opens
    it gives a name and is seated at the next free table. After a minute bots take the free seats.

    Behind a reverse proxy with a name of its own, give its address: --public-url.

    Examples:
        arena serve
        arena serve --play
        arena serve --play --host 0.0.0.0
        arena serve --play --host 0.0.0.0 --tables 8
        arena serve --play --public-url https://beans.example.org
        arena serve --delay 60
        arena serve --port 8080
        arena serve --json

    JSON:
        {"address": str, "home": str}  # at once; it then serves until Ctrl-C
        # With --tables also "organiser", the link of the organiser's page.
    """
    if options.tables and not options.play:
        raise UsageError("--tables is for people who play. Add --play.")
    if options.play:
        with opened(common.home):  # creates what is missing, so that people can play at once
            pass
    folder = existing(common.home)
    Store(folder.database, read_only=True).close()  # so that a damaged ladder is reported now
    raise_limits()  # each visitor takes an open file
    public = None if options.public_url is None else parse_public(options.public_url)
    listening = open_socket(options.host, options.port)
    site = BindAddress.of(options.host, listening, public)
    app = _application(common.home, folder, site, options)
    server, hall = _server(app), app.state.hall
    organiser = hall and f"{site.elsewhere or site.address}{CLASS}#organiser={hall.token}"
    with closing(listening):
        if common.json:
            told = {"address": site.address, "home": str(folder.path)}
            print_json(told | ({"organiser": organiser} if organiser else {}))
        else:
            _tell(folder, site, options.play, organiser)
        if site.elsewhere:
            where = public or f"this machine at {site.shown}"
            _warn(where, public is not None, options.play)
        with suppress(KeyboardInterrupt):  # it has ended all, and passes on what ended it
            server.run([listening])
    if not common.json:
        say("Ended.")


def _application(path: Path | None, home: Home, site: BindAddress, options: ServeOptions) -> Any:
    """Return the web application. path: the home as given, for visitors' games."""

    def ladder() -> Store:
        return Store(home.database, read_only=True)

    def explained(error: Exception) -> str:
        return explain(error, home.log)[0]

    return application(
        ladder,
        site.names,
        explained,
        RoomHost(path, explained, options.concurrency, options.tables) if options.play else None,
        site.elsewhere,
        home.judged,
        Broadcast(ladder, explained, home.live, options.delay, options.open_hands),
    )


def _tell(home: Home, site: BindAddress, play: bool, organiser: str | None) -> None:
    say(f"The ladder of {harmless(home.path)} is at {site.address}")
    if site.elsewhere not in ("", site.address):
        say(f"Other machines reach it at {site.elsewhere}")
    if play:
        say(f"Play a game at {site.elsewhere or site.address}{PLAY}")
    if organiser:
        say(f"For the projector; keep this link to yourself: {organiser}")
    say("Ctrl-C ends it.")


def _warn(where: str, proxied: bool, play: bool) -> None:
    note(
        f"Warning: anyone who can reach {where} can read the ladder: bots, games, and what "
        f"bots wrote. There is no password{'' if proxied else ' and no encryption'}."
        + (" With --play they also start games on this machine." if play else "")
    )


def _server(app: Any) -> Server:
    config = Config(
        app,
        http=Connection,
        backlog=BURST,
        log_level="warning",
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        ws_max_size=LONGEST,
        # What somebody at the table says stands beside a hand: a length would tell of both.
        ws_per_message_deflate=False,
    )
    return Server(config)
