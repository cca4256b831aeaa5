"""Text with a small markup, as data: runs with bold, italic, colour and link, and log entries. Needs no window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache


@dataclass(frozen=True)
class Run:
    """A stretch of text in one style. `colour` is a palette token; `link` is passed on by a click."""

    text: str
    bold: bool = False
    italic: bool = False
    colour: str = ""
    link: str = ""
    title: bool = False
    figures: bool = False
    struck: bool = False

    @property
    def role(self) -> str:
        if self.title:
            return "title_italic" if self.italic else "title"
        if self.figures:
            return "figures_bold" if self.bold else "figures"
        if self.bold:
            return "bold_italic" if self.italic else "bold"
        return "italic" if self.italic else "text"


_MARK = re.compile(
    r"\\(?P<escaped>[\\*\[{#~])"
    r"|~~(?P<struck>(?:[^~\\]|\\.)+?)~~"
    r"|\*\*\*(?P<both>(?:[^*\\]|\\.)+?)\*\*\*"
    r"|\*\*(?P<bold>(?:[^*\\]|\\.)+?)\*\*"
    r"|\*(?P<italic>(?:[^*\\]|\\.)+?)\*"
    r"|\[(?P<label>(?:[^\]\\]|\\.)+)\]\((?P<link>[^)\s]+)\)"
    r"|\{(?P<token>[a-z_]+):(?P<toned>(?:[^}\\]|\\.)*)\}"
)


def escape(text: str) -> str:
    """Return text with markup characters escaped: use it for names that players typed."""
    return re.sub(r"([\\*\[{~])", r"\\\1", text)


def parse(markup: str, style: Run | None = None) -> tuple[Run, ...]:
    r"""Parse `**bold**`, `*italic*`, `***both***`, `~~struck~~`, `[label](link)`, `{token:text}`; `\` escapes a
    character.
    """
    base = style or Run("")
    runs: list[Run] = []
    at = 0
    for match in _MARK.finditer(markup):
        if match.start() > at:
            runs.append(replace(base, text=markup[at : match.start()]))
        at = match.end()
        if match["escaped"]:
            runs.append(replace(base, text=match["escaped"]))
        elif match["both"]:
            runs.extend(parse(match["both"], replace(base, bold=True, italic=True)))
        elif match["struck"]:
            runs.extend(parse(match["struck"], replace(base, struck=True)))
        elif match["bold"]:
            runs.extend(parse(match["bold"], replace(base, bold=True)))
        elif match["italic"]:
            runs.extend(parse(match["italic"], replace(base, italic=True)))
        elif match["link"]:
            runs.extend(parse(match["label"], replace(base, link=match["link"], colour="link")))
        else:
            runs.extend(parse(match["toned"], replace(base, colour=match["token"])))
    if at < len(markup):
        runs.append(replace(base, text=markup[at:]))
    return tuple(runs)


def plain(runs: Sequence[Run]) -> str:
    """Return the text of runs without markup."""
    return "".join(run.text for run in runs)


@dataclass(frozen=True)
class LogEntry:
    """A log line in markup. `detail` (markup) opens below it; `link` and `link_text` are at the right."""

    text: str
    detail: str = ""
    link: str = ""
    link_text: str = ""
    colour: str = "ink"


@lru_cache(maxsize=4096)
def words_of(markup: str) -> str:
    """Return the plain text of markup."""
    return plain(parse(markup))
