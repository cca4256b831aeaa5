"""Events: what happened. Past participles; each carries its rule.

Here: initiative and action, movement, torpedoes and mines, the end of the turn. Those of the set-up are in
`setup_events`, those of gunnery and damage in `battle_events`.
"""

from __future__ import annotations

from rules.kernel.flow import Event
from rules.kernel.inches import Path

# --- initiative and action ---


class InitiativeWon(Event, frozen=True, tag="InitiativeWon", kw_only=True):
    """Who won the initiative."""

    side: str


class OrderChosen(Event, frozen=True, tag="OrderChosen", kw_only=True):
    """Which side acts first this turn."""

    first: str


class Activated(Event, frozen=True, tag="Activated", kw_only=True):
    """A squadron, fort or battery is in action."""

    side: str
    squadron: str


class StoodEasy(Event, frozen=True, tag="StoodEasy", kw_only=True):
    """A squadron has done its turn."""

    side: str
    squadron: str


# --- movement ---


class Moved(Event, frozen=True, tag="Moved", kw_only=True):
    """A ship ran along a track of milli-inches, first place to last, at so many speed units."""

    ship: str
    speed: int
    heading: int
    course: str
    track: Path


class RudderJammed(Event, frozen=True, tag="RudderJammed", kw_only=True):
    """What a jammed rudder does this turn: port, straight or starboard."""

    ship: str
    helm: str


class Swamped(Event, frozen=True, tag="Swamped", kw_only=True):
    """A ship took floods in a storm."""

    ship: str
    floods: int


class RodeOut(Event, frozen=True, tag="RodeOut", kw_only=True):
    """A ship kept the storm out."""

    ship: str


class RanAground(Event, frozen=True, tag="RanAground", kw_only=True):
    """A ship is aground on something."""

    ship: str
    ground: str


class PassedFoulGround(Event, frozen=True, tag="PassedFoulGround", kw_only=True):
    """A ship crossed foul ground and did not touch."""

    ship: str
    ground: str


class Refloated(Event, frozen=True, tag="Refloated", kw_only=True):
    """A ship got off the ground."""

    ship: str


class StuckFast(Event, frozen=True, tag="StuckFast", kw_only=True):
    """A ship did not get off the ground."""

    ship: str


class CollisionAvoided(Event, frozen=True, tag="CollisionAvoided", kw_only=True):
    """Bases crossed and nothing came of it."""

    ship: str
    other: str


class Collided(Event, frozen=True, tag="Collided", kw_only=True):
    """Two ships ran into each other, with the floods each takes."""

    ship: str
    other: str
    floods: int
    other_floods: int


class RamMissed(Event, frozen=True, tag="RamMissed", kw_only=True):
    """A ship tried to ram and did not strike."""

    ship: str
    target: str
    why: str


class Rammed(Event, frozen=True, tag="Rammed", kw_only=True):
    """A ship rammed another in a section of her hull."""

    ship: str
    target: str
    section: int
    floods: int
    own_floods: int


class SparStruck(Event, frozen=True, tag="SparStruck", kw_only=True):
    """A spar torpedo went off against a section of the hull."""

    ship: str
    target: str
    section: int


class LeftTable(Event, frozen=True, tag="LeftTable", kw_only=True):
    """A ship left the table at an edge, by the exit box or not."""

    ship: str
    edge: str
    by_exit: bool


class CameOutOfFormation(Event, frozen=True, tag="CameOutOfFormation", kw_only=True):
    """A ship is farther from her squadron than cohesion allows: detached. Hundredths of an inch."""

    ship: str
    hundredths: int


class Rejoined(Event, frozen=True, tag="Rejoined", kw_only=True):
    """A detached ship is in formation again."""

    ship: str


# --- torpedoes and mines ---


class MarkerPlaced(Event, frozen=True, tag="MarkerPlaced", kw_only=True):
    """A torpedo firing marker lies on the table."""

    marker: str
    ship: str
    kind: str
    bearing: int
    count: int
    width: int


class MarkerRanOn(Event, frozen=True, tag="MarkerRanOn", kw_only=True):
    """Long-range torpedoes that have not hit run on for a second turn."""

    marker: str
    count: int


class MarkerRemoved(Event, frozen=True, tag="MarkerRemoved", kw_only=True):
    """A marker is taken off the table."""

    marker: str
    why: str


class MarkerMet(Event, frozen=True, tag="MarkerMet", kw_only=True):
    """A ship came through a marker: how she left it, and whether she is tested for every torpedo."""

    ship: str
    marker: str
    passage: str  # wide (safe), side, narrow (bow rake), inside, own (immune)
    tests: int


class TorpedoMissed(Event, frozen=True, tag="TorpedoMissed", kw_only=True):
    """A torpedo found no under-water box of the ship."""

    ship: str
    marker: str
    section: int
    level: int


class TorpedoHit(Event, frozen=True, tag="TorpedoHit", kw_only=True):
    """A torpedo struck a box."""

    ship: str
    marker: str
    kind: str
    section: int
    level: int
    floods: int


class MinesMet(Event, frozen=True, tag="MinesMet", kw_only=True):
    """A ship was inside a minefield: the chance in percent and what it came to."""

    ship: str
    field: str
    percent: int
    straddles: int


class MineHit(Event, frozen=True, tag="MineHit", kw_only=True):
    """A mine went off under a box."""

    ship: str
    field: str
    section: int
    level: int


class MineMissed(Event, frozen=True, tag="MineMissed", kw_only=True):
    """A mine straddle found no under-water box."""

    ship: str
    field: str
    section: int
    level: int


class Flooded(Event, frozen=True, tag="Flooded", kw_only=True):
    """A box floods."""

    ship: str
    section: int
    level: int
    floods: int  # on the flood track now


class StayedDry(Event, frozen=True, tag="StayedDry", kw_only=True):
    """The crew kept a box dry; a box flooded before does not carry the water on."""

    ship: str
    section: int
    level: int


class FloodsTaken(Event, frozen=True, tag="FloodsTaken", kw_only=True):
    """Floods were marked on the flood track."""

    ship: str
    floods: int
    total: int
    why: str


class Reloaded(Event, frozen=True, tag="Reloaded", kw_only=True):
    """A torpedo mount is loaded again."""

    ship: str
    mount: str
    left: int


class ReloadFailed(Event, frozen=True, tag="ReloadFailed", kw_only=True):
    """A torpedo mount could not be reloaded this turn."""

    ship: str
    mount: str


# --- end of the turn ---


class Repaired(Event, frozen=True, tag="Repaired", kw_only=True):
    """A party did its job: fire, flood, steering, propulsion."""

    ship: str
    job: str


class RepairFailed(Event, frozen=True, tag="RepairFailed", kw_only=True):
    """A party did not do its job."""

    ship: str
    job: str


class Withdrew(Event, frozen=True, tag="Withdrew", kw_only=True):
    """A ship's crew has had enough: she withdraws."""

    ship: str


class Steadied(Event, frozen=True, tag="Steadied", kw_only=True):
    """A ship's crew stands."""

    ship: str


class Surrendered(Event, frozen=True, tag="Surrendered", kw_only=True):
    """A ship struck her flag."""

    ship: str


class Sunk(Event, frozen=True, tag="Sunk", kw_only=True):
    """A ship sank; of a pair, one boat (boats left)."""

    ship: str
    boats: int


class TurnScored(Event, frozen=True, tag="TurnScored", kw_only=True):
    """The victory sums at the end of a turn."""

    first: str
    first_points: int
    second: str
    second_points: int


class Revealed(Event, frozen=True, tag="Revealed", kw_only=True):
    """A marker came into sight: it is a squadron, or it was a dummy."""

    side: str
    squadron: str
    dummy: bool
