"""Events: what happened. Past participles; each carries its rule, and who may know of it."""

# ruff: noqa: E701, E702
from __future__ import annotations

from typing import ClassVar

from rules.kernel.flow import Event

# fmt: off

class InitiativeWon(Event): first: str; second: str; why: str  # Who moves first, who answers, and by which dice
class SeasRunHigh(Event): seas: str  # The scenario says heavy seas: told once, when the battle begins
class EvadingEnded(Event): division: str  # The evading card of last turn came off
class SpeedOrdered(Event): division: str; hexes: int  # A division's speed for this turn, in hexes
class FormationOrdered(Event): division: str; formation: str  # A division takes up a formation
# A division ran along hexes, first to last, and ended with a heading; `deed`: moved to, turned in, stayed in
class Moved(Event): division: str; deed: str; hexes: tuple[int, ...]; facing: int; heading: str; end: int; run: int
# Markers were laid in the hexes a smoking division moved from
class SmokeLaid(Event): division: str; hexes: tuple[int, ...]
# What the other side sees of smoke laid by a division it has no contact with
class SmokeSeen(Event): shadow: ClassVar[bool] = True; hexes: tuple[int, ...]
class SmokeSpared(Event): division: str; hex: int  # The hex in which a smoking division ended its move gets no marker
# A division ended its move in a hex with smoke, its own or another's: the marker stays. effect: what that does to sight
class SmokeKept(Event): division: str; hex: int; whose: str; effect: str
class SmokeWithheld(Event): division: str  # A division with a smoke card did not move, and so laid nothing
class LeftMap(Event): division: str; ships: tuple[str, ...]  # A division moved off the map
# Heavy seas: what the smoke between two divisions does this turn
class SmokeVeered(Event): division: str; other: str; verdict: str
# A division was seen well enough to aim at
class Sighted(Event): side: str; division: str; by: str; hexes: int; limit: int; why: str
class RadarFound(Event): side: str; division: str; by: str; hexes: int  # Radar holds a division
class SmokeNoticed(Event): side: str; division: str; by: str  # Smoke is seen and something is known to be behind it
class Lit(Event): ship: str; target: str  # A searchlight fell on a ship, and gave its user away
# Star shell over a division; seen or not
class StarShellBurst(Event): ship: str; division: str; found: bool; result: str
# A ship fired; damage is applied when the phase closes; miss, light, moderate, heavy
class GunsFired(Event): ship: str; target: str; hexes: int; result: str; effect: str
class TorpedoesLaunched(Event): ship: str; target: str; kind: str; hexes: int; arrives: int  # A salvo is in the water
class SmokeCleared(Event): markers: int  # All smoke markers and cards came off
class SmokeDeclared(Event): division: str  # A smoke card was placed on a division
