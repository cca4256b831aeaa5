"""Commands: what a player may say. The tag is the word one types."""

from __future__ import annotations

from rules.kernel.flow import Command


class SetSpeed(Command, frozen=True, tag="speed"):
    """Order a division's speed for this turn, in hexes."""

    division: str
    hexes: int


class Form(Command, frozen=True, tag="form"):
    """Order a formation: ahead, abreast, echelon, dispersed."""

    division: str
    formation: str


class Detach(Command, frozen=True, tag="detach"):
    """A ship leaves its division and becomes one of its own."""

    ship: str


class Join(Command, frozen=True, tag="join"):
    """A division joins another of its side in the same hex."""

    division: str
    into: str


class Evade(Command, frozen=True, tag="evade"):
    """Place an evading card on a division before it moves."""

    division: str


class Move(Command, frozen=True, tag="move"):
    """Move a division along a plot: F forward one hex, L and R turn 60 degrees to port and starboard."""

    division: str
    plot: str


class Searchlight(Command, frozen=True, tag="light"):
    """Turn a ship's searchlight on an enemy ship."""

    ship: str
    target: str


class StarShell(Command, frozen=True, tag="star"):
    """Fire star shell over an enemy division."""

    ship: str
    division: str


class Fire(Command, frozen=True, tag="fire"):
    """Fire a ship's guns at an enemy ship."""

    ship: str
    target: str


class Launch(Command, frozen=True, tag="launch"):
    """Launch a torpedo salvo at an enemy ship."""

    ship: str
    target: str


class MakeSmoke(Command, frozen=True, tag="smoke"):
    """Place a smoke card on a division: it will lay smoke next turn."""

    division: str


COMMANDS: tuple[type[Command], ...] = (
    SetSpeed,
    Form,
    Detach,
    Join,
    Evade,
    Move,
    Searchlight,
    StarShell,
    Fire,
    Launch,
    MakeSmoke,
)
