"""Events: what happened. Past participles; each carries its rule, and who may know of it."""

from __future__ import annotations

from typing import ClassVar

from rules.kernel.flow import Event


class InitiativeWon(Event, frozen=True, tag="InitiativeWon", kw_only=True):
    """Who moves first, who answers, and by which dice."""

    first: str
    second: str
    why: str


class SeasRunHigh(Event, frozen=True, tag="SeasRunHigh", kw_only=True):
    """The scenario says heavy seas: told once, when the battle begins."""

    seas: str


class EvadingEnded(Event, frozen=True, tag="EvadingEnded", kw_only=True):
    """The evading card of last turn came off."""

    division: str


class SpeedOrdered(Event, frozen=True, tag="SpeedOrdered", kw_only=True):
    """A division's speed for this turn, in hexes."""

    division: str
    hexes: int


class FormationOrdered(Event, frozen=True, tag="FormationOrdered", kw_only=True):
    """A division takes up a formation."""

    division: str
    formation: str


class Moved(Event, frozen=True, tag="Moved", kw_only=True):
    """A division ran along hexes, first to last, and ended with a heading; `deed`: moved to, turned in, stayed in."""

    division: str
    deed: str
    hexes: tuple[int, ...]
    facing: int
    heading: str
    end: int
    run: int


class SmokeLaid(Event, frozen=True, tag="SmokeLaid", kw_only=True):
    """Markers were laid in the hexes a smoking division moved from."""

    division: str
    hexes: tuple[int, ...]


class SmokeSeen(Event, frozen=True, tag="SmokeSeen", kw_only=True):
    """What the other side sees of smoke laid by a division it has no contact with."""

    shadow: ClassVar[bool] = True
    hexes: tuple[int, ...]


class SmokeSpared(Event, frozen=True, tag="SmokeSpared", kw_only=True):
    """The hex in which a smoking division ended its move gets no marker."""

    division: str
    hex: int


class SmokeKept(Event, frozen=True, tag="SmokeKept", kw_only=True):
    """A division ended its move in a hex with smoke, its own or another's: the marker stays.

    effect: what that does to sight.
    """

    division: str
    hex: int
    whose: str
    effect: str


class SmokeWithheld(Event, frozen=True, tag="SmokeWithheld", kw_only=True):
    """A division with a smoke card did not move, and so laid nothing."""

    division: str


class LeftMap(Event, frozen=True, tag="LeftMap", kw_only=True):
    """A division moved off the map."""

    division: str
    ships: tuple[str, ...]


class SmokeVeered(Event, frozen=True, tag="SmokeVeered", kw_only=True):
    """Heavy seas: what the smoke between two divisions does this turn."""

    division: str
    other: str
    verdict: str


class Sighted(Event, frozen=True, tag="Sighted", kw_only=True):
    """A division was seen well enough to aim at."""

    side: str
    division: str
    by: str
    hexes: int
    limit: int
    why: str


class RadarFound(Event, frozen=True, tag="RadarFound", kw_only=True):
    """Radar holds a division."""

    side: str
    division: str
    by: str
    hexes: int


class SmokeNoticed(Event, frozen=True, tag="SmokeNoticed", kw_only=True):
    """Smoke is seen and something is known to be behind it."""

    side: str
    division: str
    by: str


class Lit(Event, frozen=True, tag="Lit", kw_only=True):
    """A searchlight fell on a ship, and gave its user away."""

    ship: str
    target: str


class StarShellBurst(Event, frozen=True, tag="StarShellBurst", kw_only=True):
    """Star shell over a division; seen or not."""

    ship: str
    division: str
    found: bool
    result: str


class GunsFired(Event, frozen=True, tag="GunsFired", kw_only=True):
    """A ship fired; damage is applied when the phase closes."""

    ship: str
    target: str
    hexes: int
    result: str  # miss, light, moderate, heavy


class TorpedoesLaunched(Event, frozen=True, tag="TorpedoesLaunched", kw_only=True):
    """A salvo is in the water."""

    ship: str
    target: str
    kind: str
    hexes: int
    arrives: int


class SmokeCleared(Event, frozen=True, tag="SmokeCleared", kw_only=True):
    """All smoke markers and cards came off."""

    markers: int


class SmokeDeclared(Event, frozen=True, tag="SmokeDeclared", kw_only=True):
    """A smoke card was placed on a division."""

    division: str
