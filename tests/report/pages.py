"""Reading a report as a browser does: its elements, its links, its words."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "input", "image", "line", "circle", "polyline", "path", "br", "img"}


class Elements(HTMLParser):
    """Elements, ids, links, addresses and words of a page; `faults` names tags that do not match."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []
        self.handlers: list[str] = []
        self.faults: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            self._attribute(name, value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self._attribute(name, value or "")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    def _attribute(self, name: str, value: str) -> None:
        if name == "id":
            self.ids.append(value)
        if name.startswith("on"):
            self.handlers.append(name)
        if name == "href" and value.startswith("#"):
            self.links.append(value[1:])
        elif name in ("href", "src", "xlink:href", "action") and not value.startswith("data:image/webp;"):
            self.outside.append(value)

    @property
    def text(self) -> str:
        """All words one after another."""
        return " ".join(" ".join(self.words).split())
