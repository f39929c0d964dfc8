"""What a page is made of, read as a browser reads it."""

from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser


class Parts(HTMLParser):
    """The elements of a page with their attributes, links, ids, scripts, its policy, its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.policy = ""
        self.text = ""
        self._inside = ""
        self.feed(text)
        self.close()

    @property
    def elements(self) -> list[str]:
        return [tag for tag, _ in self.tags]

    @property
    def attributes(self) -> set[str]:
        return {name for _, found in self.tags for name in found}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag == "a":
            self.links.append(found.get("href") or "")
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if tag == "meta" and found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"] or ""
        if tag in ("script", "style"):
            self._inside = tag
            (self.scripts if tag == "script" else self.styles).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts[-1] += data
        elif self._inside == "style":
            self.styles[-1] += data
        else:
            self.text += data


def hash_of(text: str) -> str:
    """As a policy names it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
