"""The Bohnanza arena: referee, tournaments, command line and pages for bots that play Bohnanza."""

from arena import compiled

__version__ = "0.2.0"

compiled.use()
