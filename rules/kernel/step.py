"""One command carried out, as a session keeps it."""

from __future__ import annotations

from rules.kernel.flow import Command, Event
from rules.kernel.record import Record


class Step(Record, frozen=True, kw_only=True):
    """One command carried out: who, what, the faces rolled, what happened, and whether it can be taken back."""

    number: int
    actor: str
    command: Command
    faces: tuple[int, ...]
    events: tuple[Event, ...]
    revealed: str = ""
    phase: int = 0
    turn: int = 0
