"""Events of both games: what happened. Past participles; each carries its rule, and who may know of it."""

# ruff: noqa: E701, E702
from __future__ import annotations

from typing import ClassVar

from rules.kernel.flow import Event

# fmt: off

# --- orders and movement ---
class VisibilityChanged(Event): visibility: str  # The scenario's weather turned
class Surprised(Event): side: str  # A side is surprised this turn
# A ship left its division: `how` is "left", or "dropped out of" for one that can only drift
class ShipDetached(Event): ship: str; division: str; new: str; how: str = "left"
class DivisionJoined(Event): division: str; into: str  # A division joined another
class EvadingDeclared(Event): division: str  # An evading card or marker was placed

# --- spotting ---
class ContactLost(Event): side: str; division: str  # A division that was in contact is seen no more

# --- gunnery, torpedoes, damage ---
# What a side under fire from a ship it does not see is told of it
class ShellsFell(Event): shadow: ClassVar[bool] = True; side: str; target: str; result: str; effect: str
# What a side is told of a salvo whose launching ship, or whose target, it does not see. salvo: "Torpedoes", or
# "Torpedoes from an unseen ship" where the launching ship was not seen
class SalvoNoticed(Event): shadow: ClassVar[bool] = True; side: str; target: str; salvo: str; result: str
class TorpedoesPassed(Event): target: str; kind: str; why: str  # A salvo missed, or found nobody
class TorpedoHit(Event): target: str; kind: str; flotation: int; structure: int  # A torpedo struck and exploded
class TorpedoDud(Event): target: str; kind: str  # A torpedo struck and did not explode
class TubesReloaded(Event): ship: str; salvos: int  # A ship has all her salvos again
class FireStarted(Event): ship: str  # A fire broke out
class FireOut(Event): ship: str  # A fire was put out
# Damage levels were marked on a ship's or land target's tracks; `level` names the greater of the two
class Damaged(Event): ship: str; structure: int; flotation: int; level: str
# Gunfire struck a ship already out of action: its levels of structure flood her instead
class WreckHit(Event): ship: str; levels: int
class PutOutOfAction(Event): ship: str  # A ship or land target can neither fight nor run any more
class Sunk(Event): ship: str  # A ship went down
# Damage control rolled a six and a second die: what came of it, and why nothing did
class ControlFailed(Event): ship: str; result: str
