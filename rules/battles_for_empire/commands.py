"""Commands: the orders a player may give. The tag is the word to type."""

# ruff: noqa: E702
from __future__ import annotations

from rules.kernel.flow import Command

# fmt: off

class Lead(Command, tag="lead"):
    """The side with the initiative chooses to move "first" or "second" this turn."""
    order: str

class Conduct(Command, tag="conduct"):
    """Activate a unit and roll its manoeuvre die."""
    unit: str

class Move(Command, tag="move"):
    """Move a unit along the cheapest way to a hex, ending with a facing. Hex 0: leave the field by an exit."""
    unit: str; hex: int; facing: int

class Charge(Command, tag="charge"):
    """Move a unit into melee contact with an enemy."""
    unit: str; target: str

class Form(Command, tag="form"):
    """Change a unit's formation; "limbered" and "stand" limber and unlimber a gun."""
    unit: str; formation: str

class Face(Command, tag="face"):
    """Turn a unit on the spot."""
    unit: str; facing: int

class Mount(Command, tag="mount"):
    """A dismounted unit takes to its horses or camels."""
    unit: str

class Dismount(Command, tag="dismount"):
    """A mounted unit gets down."""
    unit: str

class GoToGround(Command, tag="ground"):
    """Natives go to ground, Imperial foot lies prone, instead of moving."""
    unit: str

class Ride(Command, tag="ride"):
    """Move a leader."""
    leader: str; hex: int

class Drive(Command, tag="drive"):
    """Move an ammunition mule."""
    mule: str; hex: int

class Fire(Command, tag="fire"):
    """Fire a unit at an enemy: controlled fire. `dice` is 3 to 6 for a machine gun and 0 for everybody else."""
    unit: str; target: str; dice: int

class Rapid(Command, tag="rapid"):
    """Rapid fire: more dice, and a chance to run low on ammunition."""
    unit: str; target: str

class Fight(Command, tag="fight"):
    """Resolve the melee around a unit: the side with the initiative chooses the order."""
    unit: str

class FollowUp(Command, tag="follow"):
    """Move a unit into the hex a beaten enemy left."""
    unit: str

class Stay(Command, tag="stay"):
    """Do not follow up: stay in place."""

class Resupply(Command, tag="resupply"):
    """A mule brings a unit its ammunition."""
    unit: str; mule: str
