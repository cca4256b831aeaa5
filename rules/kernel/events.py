"""What happens: the base of every event, the kernel's own, and a question that one leaves open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rules.kernel.record import Record

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_defaults: bool) -> Callable[[type], type]:
        return lambda kind: kind


NOBODY = ("-",)  # the audience of an event that no side may know of: only a referee or a replay tells it


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Event(Record, frozen=True, tag=True, kw_only=True):
    """Something that happened, and the rule behind it. `to` lists the sides that may know; empty means everyone.

    A game lists its fields: `class Refloated(Event): ship: str`. It is frozen, and made by keyword alone.
    """

    shadow: ClassVar[bool] = False  # one side's share of another event, which has the whole: onlookers do not need it

    rule: str
    to: tuple[str, ...] = ()


class PhaseBegan(Event, frozen=True, tag="PhaseBegan", kw_only=True):
    """A phase starts."""

    turn: int
    number: int
    title: str


class SideFinished(Event, frozen=True, tag="SideFinished", kw_only=True):
    """A side ended its part of a phase."""

    side: str


class GameEnded(Event, frozen=True, tag="GameEnded", kw_only=True):
    """The game is over."""

    winner: str
    title: str
    why: str


class Frame(Record, frozen=True):
    """A pending question in the middle of something else (an interrupt): pure data."""

    kind: str
    side: str
    subject: str = ""
    number: int = 0
