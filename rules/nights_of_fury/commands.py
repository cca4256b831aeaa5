"""Commands: what a player may say. The tag is the word one types."""

# ruff: noqa: E702
from __future__ import annotations

from rules.kernel.flow import Command
from rules.nws.commands import Detach, Form, Launch, Searchlight, StarShell

# fmt: off

class Join(Command, tag="join"):
    """A division joins another of its side in the same band."""
    division: str; into: str

class Consult(Command, tag="consult"):
    """Roll on the solitaire chart for a division of a side that the chart commands."""
    division: str

class Evade(Command, tag="evade"):
    """Place an evading marker on a division, which then keeps its band this turn."""
    division: str

class MakeSmoke(Command, tag="smoke"):
    """A division makes smoke until its next movement."""
    division: str

class Move(Command, tag="move"):
    """Try to move a division one band: to a band 1 to 10, or 0 or 11 to leave the chart at that end."""
    division: str; band: int

class Shelter(Command, tag="shelter"):
    """Claim an island: it blocks every line past its band, to and from this division, until its next movement."""
    division: str

class Fire(Command, tag="fire"):
    """Fire a ship's guns at an enemy ship or land target."""
    ship: str; target: str

class Sail(Command, tag="sail"):
    """Campaign: roll for the missions of the next round, and meet whatever comes."""

COMMANDS: tuple[type[Command], ...] = (
    Form, Detach, Join, Consult, Evade, MakeSmoke, Move, Shelter, Searchlight, StarShell, Fire, Launch, Sail,
)
