"""Commands of the players. The tag is the word to type."""

# ruff: noqa: E702
from __future__ import annotations

from rules.kernel.flow import Command

# fmt: off

class Move(Command, tag="move"):
    """Move a ship along a plot: numbers are speed boxes straight ahead, L and R turn 45 degrees: 4, 2R2L4, 0."""
    ship: str; plot: str

class Follow(Command, tag="follow"):
    """A ship keeps her station in line ahead and turns where the ship ahead of her turned."""
    ship: str

class Lead(Command, tag="lead"):
    """All the ships astern of one that has moved follow her, one after another, as far as they can."""
    ship: str

class Join(Command, tag="join"):
    """A ship astern of a friend takes station on her: from then on she can follow."""
    ship: str; ahead: str

class Ram(Command, tag="ram"):
    """Steer a ship at an enemy to ram her."""
    ship: str; target: str

class Fire(Command, tag="fire"):
    """Fire one battery, heavy or light, at an enemy ship: one round, three dice."""
    ship: str; battery: str; target: str

class Split(Command, tag="split"):
    """Share the light battery between two targets at point-blank (optional rule 304)."""
    ship: str; target: str; other: str

class BoatFire(Command, tag="boats"):
    """Fire the boat guns at a light vessel at point-blank."""
    ship: str; target: str

class Launch(Command, tag="launch"):
    """Try for a torpedo hit on an enemy ship at point-blank."""
    ship: str; target: str

class Repair(Command, tag="repair"):
    """Spend a repair die on one hit: speed, heavy, light or rudder."""
    ship: str; what: str
