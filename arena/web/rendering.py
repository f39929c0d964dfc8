"""Rendering of pages as HTML by templates, each a file with its style and program.

Any value may have been written by a bot or its author, so all of them go through `harmless` and are
escaped. Nothing else may run or be loaded (`arena.web.replay.page`), but a served page may ask its
own server for news.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import arena
from arena.errors import ArenaError
from arena.text import harmless
from arena.text.phrases import counted, minute
from arena.web import urls
from arena.web.replay.page import one_file, read


class NoPage(ArenaError):
    """There is nothing at this address."""


@dataclass(frozen=True, slots=True)
class Page:
    """A template of `templates/` and its data, whose text may come from anybody."""

    template: str
    title: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """Data that all pages of a site share."""

    has: Callable[[str], bool]
    """Returns True if there is a page at an address; links to others are dropped."""
    made: str
    """When the pages were made, or from what; shown at the foot of every page."""
    news: float | None = None
    """Seconds after which a served page asks whether there is news; None in a folder."""
    running: int | None = None
    """The tournament that is being played, if any."""
    picture: str = ""
    """The address of a picture that shows the site where its links are shared."""


def rendered(page: Page, address: str, site: Site, root: str | None = None) -> bytes:
    """Return a page as a file.

    Args:
        page: The page.
        address: The address of the file.
        site: The site it belongs to.
        root: The way from the page to the folder of the first one; None derives it.
    """
    template = _environment().get_template(page.template)
    body = template.render(
        page.data,
        title=page.title,
        site=site,
        root=urls.root(address) if root is None else root,
        here=address,
    )
    title = f"{harmless(page.title)} · Bohnanza arena"
    style = read("tokens.css") + read("pages.css", "arena.web")
    program = read("theme.js") + read("pages.js", "arena.web")
    return one_file(title, style, program, body, site.news is not None, site.picture)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,  # a misspelt name fails, where it would leave a gap
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(
        day=lambda time: (time or "")[:10],
        minute=minute,
        last_lines=last_lines,
        count=counted,
    )
    made.globals.update(address=urls, version=arena.__version__)
    return made


def _shown(value: Any) -> Any:
    """Make a template's value harmless: anybody may have written it."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return harmless(value)


def last_lines(text: str, most: int, longest: int = 300) -> Markup:
    """Return the last lines of a bot's output as markup."""
    lines = text.rstrip().splitlines()[-most:]
    return Markup("\n").join(harmless(line, longest) for line in lines)
