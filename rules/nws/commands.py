"""Commands of both games: what a player may say. The tag is the word one types."""

# ruff: noqa: E702
from __future__ import annotations

from rules.kernel.flow import Command

# fmt: off

class Form(Command, tag="form"):
    """Order a formation: ahead, abreast, echelon, dispersed."""
    division: str; formation: str

class Detach(Command, tag="detach"):
    """A ship leaves its division and becomes one of its own."""
    ship: str

class Searchlight(Command, tag="light"):
    """Turn a ship's searchlight on an enemy ship."""
    ship: str; target: str

class StarShell(Command, tag="star"):
    """Fire star shell over an enemy division instead of the main guns."""
    ship: str; division: str

class Launch(Command, tag="launch"):
    """Launch a torpedo salvo at an enemy ship."""
    ship: str; target: str
