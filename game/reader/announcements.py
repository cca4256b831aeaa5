"""What is said in passing, told as more about what has the focus: for readers to whom an announcement is nothing.

Orca 43 (Debian 12) knows no announcements; every Orca speaks what becomes the description of what has the focus. So on
Linux the words go there, and the live node stays silent or newer ones would say them twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from game.reader.picture import AGAIN, Picture
from game.reader.roles import LIVE


@dataclass
class Carried:
    """The words that nodes carry beside their own. A node gives them up only when the focus has been elsewhere for a
    whole picture: what changes about the focus is spoken, and so would be what it was before."""

    words: dict[int, str] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)

    def over(self, picture: Picture, words: str) -> Picture:
        """Return the picture with `words` (empty: nothing new) on what has the focus."""
        here = picture.focus
        self.words = {key: said for key, said in self.words.items() if key in picture.nodes and key not in self.left}
        self.left = {key for key in self.words if key != here}
        if words:
            self.words[here] = words
        nodes = dict(picture.nodes)
        for key, carried in self.words.items():
            nodes[key] = replace(nodes[key], more=append_announcement(nodes[key].more, carried))
        nodes[LIVE] = replace(nodes[LIVE], still=True)
        return Picture(nodes, picture.focus, picture.behind)

    def drop(self) -> None:
        """Forget the announcement."""
        self.words, self.left = {}, set()


def append_announcement(more: str, words: str) -> str:
    """Return a description with words said in passing.

    What it says already is reported again by a sign that is not heard.
    """
    plain = words.rstrip(AGAIN)
    if plain and plain.rstrip(".") in more:
        return more + AGAIN + words[len(plain) :]
    if not more:
        return words
    return f"{plain.rstrip('.')}. {more}{words[len(plain) :]}"
