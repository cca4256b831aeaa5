"""What a side does not see in a position, and the texts of events, for tests of what each side is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules.kernel.flow import Event
from rules.kernel.system import System
from rules.kernel.view import View


def names_of(view: View, other_than: str, known_only: bool) -> set[str]:
    """Return names of the pieces, and of the ships in them, of every side but one."""
    pieces = [piece for piece in view.pieces if piece.side != other_than and (piece.known or not known_only)]
    return {piece.name for piece in pieces} | {hull.name for piece in pieces for hull in piece.hulls}


def names_known(system: System, state: Any, side: str) -> set[str]:
    """Return the names of everything that a side sees and knows in a position."""
    return names_of(system.view(system.known_state(state, side), side), "", known_only=True)


def unseen(system: System, state: Any, sides: Iterable[str]) -> dict[str, set[str]]:
    """Return the pieces by id, and their ships by name, that each side does not see in a position."""
    found: dict[str, set[str]] = {}
    everything = None
    for side in sides:
        guess = system.known_state(state, side)
        if guess == state:
            found[side] = set()
            continue
        everything = system.view(state, "") if everything is None else everything
        seen = {piece.id for piece in system.view(guess, side).pieces}
        hidden = [piece for piece in everything.pieces if piece.id not in seen]
        found[side] = {piece.id for piece in hidden} | {hull.name for piece in hidden for hull in piece.hulls}
    return found


def words_of(events: Iterable[Event]) -> str:
    """Return all texts in events: ids, and what rolls say."""
    return " ".join(word for event in events for word in strings_in(msgspec.to_builtins(event)))


def strings_in(data: object) -> Iterator[str]:
    """Yield every text in plain data, keys included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (*strings_in(key), *strings_in(value))
    elif isinstance(data, list | tuple):
        for item in data:
            yield from strings_in(item)


def stands_in(name: str, words: str) -> bool:
    """Return whether a text contains a name or an id as a whole word."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) is not None
