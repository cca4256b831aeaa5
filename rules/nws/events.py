"""Events of both games: what happened. Past participles; each carries its rule, and who may know of it."""

from __future__ import annotations

from typing import ClassVar

from rules.kernel.flow import Event

# --- orders and movement ---


class VisibilityChanged(Event, frozen=True, tag="VisibilityChanged", kw_only=True):
    """The scenario's weather turned."""

    visibility: str


class Surprised(Event, frozen=True, tag="Surprised", kw_only=True):
    """A side is surprised this turn."""

    side: str


class ShipDetached(Event, frozen=True, tag="ShipDetached", kw_only=True):
    """A ship left its division: `how` is "left", or "dropped out of" for one that can only drift."""

    ship: str
    division: str
    new: str
    how: str = "left"


class DivisionJoined(Event, frozen=True, tag="DivisionJoined", kw_only=True):
    """A division joined another."""

    division: str
    into: str


class EvadingDeclared(Event, frozen=True, tag="EvadingDeclared", kw_only=True):
    """An evading card or marker was placed."""

    division: str


# --- spotting ---


class ContactLost(Event, frozen=True, tag="ContactLost", kw_only=True):
    """A division that was in contact is seen no more."""

    side: str
    division: str


# --- gunnery, torpedoes, damage ---


class ShellsFell(Event, frozen=True, tag="ShellsFell", kw_only=True):
    """What a side under fire from a ship it does not see is told of it."""

    shadow: ClassVar[bool] = True
    side: str
    target: str
    result: str


class SalvoNoticed(Event, frozen=True, tag="SalvoNoticed", kw_only=True):
    """What a side is told of a salvo whose launching ship, or whose target, it does not see.

    salvo: "Torpedoes", or "Torpedoes from an unseen ship" where the launching ship was not seen.
    """

    shadow: ClassVar[bool] = True
    side: str
    target: str
    salvo: str
    result: str


class TorpedoesPassed(Event, frozen=True, tag="TorpedoesPassed", kw_only=True):
    """A salvo missed, or found nobody."""

    target: str
    kind: str
    why: str


class TorpedoHit(Event, frozen=True, tag="TorpedoHit", kw_only=True):
    """A torpedo struck and exploded."""

    target: str
    kind: str
    flotation: int
    structure: int


class TorpedoDud(Event, frozen=True, tag="TorpedoDud", kw_only=True):
    """A torpedo struck and did not explode."""

    target: str
    kind: str


class TubesReloaded(Event, frozen=True, tag="TubesReloaded", kw_only=True):
    """A ship has all her salvos again."""

    ship: str
    salvos: int


class FireStarted(Event, frozen=True, tag="FireStarted", kw_only=True):
    """A fire broke out."""

    ship: str


class FireOut(Event, frozen=True, tag="FireOut", kw_only=True):
    """A fire was put out."""

    ship: str


class Damaged(Event, frozen=True, tag="Damaged", kw_only=True):
    """Damage levels were marked on a ship's or land target's tracks; `level` names the greater of the two."""

    ship: str
    structure: int
    flotation: int
    level: str


class WreckHit(Event, frozen=True, tag="WreckHit", kw_only=True):
    """Gunfire struck a ship already out of action: its levels of structure flood her instead."""

    ship: str
    levels: int


class PutOutOfAction(Event, frozen=True, tag="PutOutOfAction", kw_only=True):
    """A ship or land target can neither fight nor run any more."""

    ship: str


class Sunk(Event, frozen=True, tag="Sunk", kw_only=True):
    """A ship went down."""

    ship: str


class ControlFailed(Event, frozen=True, tag="ControlFailed", kw_only=True):
    """Damage control rolled a six and a second die: what came of it, and why nothing did."""

    ship: str
    result: str
