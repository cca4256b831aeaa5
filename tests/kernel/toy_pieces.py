"""The Ford's pieces: stands, the position, commands and events."""

from __future__ import annotations

from rules.kernel.flow import Command, Event, GameState
from rules.kernel.record import Record


class Stand(Record, frozen=True, kw_only=True):
    """A stand: one counter."""

    id: str
    side: str
    band: int
    strength: int = 2
    shaken: bool = False
    moved: bool = False
    fired: bool = False


class Toy(GameState, frozen=True, kw_only=True):
    """The position: stands in order, hidden snares by side (0 = none), hits waiting for the end of the phase."""

    stands: dict[str, Stand]
    snares: dict[str, int]
    pending: tuple[tuple[str, int], ...] = ()

    def of(self, side: str) -> list[Stand]:
        """Return the stands of a side that are still there."""
        return [stand for stand in self.stands.values() if stand.side == side and stand.strength > 0]


# --- commands and events ----------------------------------------------------------------------------------------------


class Advance(Command, frozen=True, tag="advance"):
    """Advance a stand some bands toward the enemy."""

    stand: str
    bands: int


class Hide(Command, frozen=True, tag="hide"):
    """Hide the side's snare in a band."""

    band: int


class Fire(Command, frozen=True, tag="fire"):
    """Fire a stand at an enemy."""

    stand: str
    target: str


class FallBack(Command, frozen=True, tag="back"):
    """A stand that was hit falls back."""

    stand: str


class Hold(Command, frozen=True, tag="hold"):
    """A stand that was hit tries to hold."""

    stand: str


class Rally(Command, frozen=True, tag="rally"):
    """A shaken stand rallies."""

    stand: str


class Advanced(Event, frozen=True, tag="Advanced", kw_only=True):
    """A stand advanced."""

    stand: str
    band: int


class SnareLaid(Event, frozen=True, tag="SnareLaid", kw_only=True):
    """A snare was hidden: only its side knows."""

    side: str
    band: int


class SnareSprung(Event, frozen=True, tag="SnareSprung", kw_only=True):
    """A stand ran into a snare."""

    stand: str
    band: int


class Aimed(Event, frozen=True, tag="Aimed", kw_only=True):
    """A shot hit; it takes effect when all have fired."""

    stand: str
    target: str


class Struck(Event, frozen=True, tag="Struck", kw_only=True):
    """A hit took effect."""

    stand: str
    strength: int


class FellBack(Event, frozen=True, tag="FellBack", kw_only=True):
    """A stand fell back."""

    stand: str
    band: int


class Held(Event, frozen=True, tag="Held", kw_only=True):
    """A stand held."""

    stand: str


class Rallied(Event, frozen=True, tag="Rallied", kw_only=True):
    """A stand rallied."""

    stand: str
