"""How the pages in `docs` become a site: `poe docs` builds it, strict about links.

Pages that stand elsewhere in the tree, and those that are written from the code, are put into
`docs/reference` at each build. Links are written so that they work where the Markdown lies.
"""

import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]

from pygments.lexers.special import TextLexer  # noqa: E402
from written_pages import write_page, write_reference  # noqa: E402

project = html_title = "Bohnanza arena"
copyright = "the authors of the arena. Bohnanza is a card game by Uwe Rosenberg"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["site"]
html_theme = "furo"
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"

ELSEWHERE = {
    "protocol/SPEC.md": "reference/protocol.md",
    "SECURITY.md": "reference/security.md",
    "CONTRIBUTING.md": "reference/contributing.md",
    "CHANGELOG.md": "reference/changelog.md",
    "README.md": "index.md",
    "bots/README.md": "first-bot.md",
}
"""By a file of the tree, the page of the site that it is, or that says the same."""
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def with_site_links(text: str, source: Path, page: Path) -> str:
    """Turn links between files into links between pages; keep the words of all others."""

    def on_site(link: re.Match[str]) -> str:
        words, target, anchor = link.groups()
        file = (source.parent / target).resolve()
        if not file.exists():
            raise SystemExit(f"{source.relative_to(ROOT)} links to {target}, which does not exist.")
        name = str(file.relative_to(ROOT))
        to = HERE / ELSEWHERE[name] if name in ELSEWHERE else file
        if HERE not in to.parents or (to.suffix == ".py" or to.is_dir()):
            return words
        return f"[{words}]({os.path.relpath(to, page.parent)}{anchor or ''})"

    return LINK.sub(on_site, text)


def setup(app: object) -> None:
    """Write the pages that are not in `docs` before Sphinx looks for its sources."""
    write_reference(HERE / "reference")
    for name, page in ELSEWHERE.items():
        if page.startswith("reference/"):
            text = (ROOT / name).read_text("utf-8")
            write_page(HERE / page, with_site_links(text, ROOT / name, HERE / page))
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _without_aliases)
    app.add_lexer("dialogue", TextLexer)


def _read(app: object, name: str, text: list[str]) -> None:
    page = HERE / f"{name}.md"
    if page.parent.name != "reference" or name == "reference/python":
        text[0] = with_site_links(text[0], page, page)


def _without_aliases(*described: list[str]) -> None:
    """Leave out what Python itself says of a named tuple's fields."""
    lines = described[-1]
    lines[:] = [line for line in lines if not line.startswith("Alias for field number")]
