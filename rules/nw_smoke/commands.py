"""Commands: what a player may say. The tag is the word one types."""

# ruff: noqa: E702
from __future__ import annotations

from rules.kernel.flow import Command
from rules.nws.commands import Detach, Form, Launch, Searchlight, StarShell

# fmt: off

class SetSpeed(Command, tag="speed"):
    """Order a division's speed for this turn, in hexes."""
    division: str; hexes: int

class Join(Command, tag="join"):
    """A division joins another of its side in the same hex."""
    division: str; into: str

class Evade(Command, tag="evade"):
    """Place an evading card on a division before it moves."""
    division: str

class Move(Command, tag="move"):
    """Move a division along a plot: F forward one hex, L and R turn 60 degrees to port and starboard."""
    division: str; plot: str

class Fire(Command, tag="fire"):
    """Fire a ship's guns at an enemy ship."""
    ship: str; target: str

class MakeSmoke(Command, tag="smoke"):
    """Place a smoke card on a division: it will lay smoke next turn."""
    division: str

COMMANDS: tuple[type[Command], ...] = (
    SetSpeed, Form, Detach, Join, Evade, Move, Searchlight, StarShell, Fire, Launch, MakeSmoke,
)
