"""Events: what happened. Past participles; each carries its rule. Everything on the table is open to both sides."""

from __future__ import annotations

from rules.kernel.flow import Event
from rules.kernel.inches import Point


class InitiativeWon(Event, frozen=True, tag="InitiativeWon", kw_only=True):
    """Who moves first and who answers."""

    first: str
    second: str


# --- movement ---


class RudderJammed(Event, frozen=True, tag="RudderJammed", kw_only=True):
    """What a hit rudder does to a ship's move this turn: port, straight or starboard."""

    ship: str
    helm: str


class Moved(Event, frozen=True, tag="Moved", kw_only=True):
    """A ship ran along a track, first place to last, and ended with a heading in degrees."""

    ship: str
    boxes: int
    millimetres: int
    facing: int
    track: tuple[Point, ...]


class NoOrders(Event, frozen=True, tag="NoOrders", kw_only=True):
    """A ship had no orders when the movement closed, and what she does then."""

    ship: str
    way: str


class LineLeft(Event, frozen=True, tag="LineLeft", kw_only=True):
    """A ship hauled out of the line and follows nobody any more."""

    ship: str
    ahead: str


class LineJoined(Event, frozen=True, tag="LineJoined", kw_only=True):
    """A ship took station astern of another and follows her from now on."""

    ship: str
    ahead: str


class LeftTable(Event, frozen=True, tag="LeftTable", kw_only=True):
    """A ship ran off the table at an edge; result is escaped or withdrawn."""

    ship: str
    edge: str
    result: str


class ContactAvoided(Event, frozen=True, tag="ContactAvoided", kw_only=True):
    """Two ships came into contact and got clear; the mover stands where she was put back to."""

    ship: str
    other: str


class Collided(Event, frozen=True, tag="Collided", kw_only=True):
    """Two ships ran into each other, with the speed hits each takes."""

    ship: str
    other: str
    hits: int
    other_hits: int


class RamMissed(Event, frozen=True, tag="RamMissed", kw_only=True):
    """A ship tried to ram and did not strike."""

    ship: str
    target: str


class Rammed(Event, frozen=True, tag="Rammed", kw_only=True):
    """A ship rammed another, with the speed hits each takes."""

    ship: str
    target: str
    hits: int
    own_hits: int


# --- gunnery, boat guns, torpedoes ---


class RoundFired(Event, frozen=True, tag="RoundFired", kw_only=True):
    """A round of fire that counts: the ROF die was low enough. What it did waits for the end of the phase.

    `percent` is the entry used (0: below the table), `need` its limit, `ratings` both ratings and their ratio in words,
    `entry` the line of the chart in words, `white` the total of the white dice, `three` of all, `hits` how many of
    `code` were scored (0: a miss), `result` the two in words, `blast` the codes by the sum of all three dice and
    `blast_told` these in words.
    """

    ship: str
    target: str
    battery: str
    band: str
    millimetres: int
    percent: int
    need: int
    ratings: str
    entry: str
    white: int
    three: int
    hits: int
    code: str
    result: str
    blast: str
    blast_told: str


class RoundFailed(Event, frozen=True, tag="RoundFailed", kw_only=True):
    """The ROF die was too high: the battery counts as not having fired. `blast` is empty but for an option."""

    ship: str
    target: str
    battery: str
    band: str
    millimetres: int
    blast: str
    blast_told: str


class BoatGunsFired(Event, frozen=True, tag="BoatGunsFired", kw_only=True):
    """Boat guns fired; the codes wait for the end of the phase."""

    ship: str
    target: str
    codes: str
    told: str


class TorpedoMissed(Event, frozen=True, tag="TorpedoMissed", kw_only=True):
    """A torpedo attack that did not strike."""

    ship: str
    target: str
    motion: str


class TorpedoHit(Event, frozen=True, tag="TorpedoHit", kw_only=True):
    """A torpedo struck: so many speed hits, marked at the end of the phase."""

    ship: str
    target: str
    motion: str
    hits: int


# --- damage ---


class SpeedLost(Event, frozen=True, tag="SpeedLost", kw_only=True):
    """Speed hits were marked: boxes left, and extra hits beyond the eighth; `told`: how many of both, in words."""

    ship: str
    hits: int
    boxes: int
    extra: int
    told: str


class BatteryHit(Event, frozen=True, tag="BatteryHit", kw_only=True):
    """Gunnery hits on a battery: what is left of its ROF."""

    ship: str
    battery: str
    hits: int
    rof: int


class BatteryHitInVain(Event, frozen=True, tag="BatteryHitInVain", kw_only=True):
    """Gunnery hits on a battery that has no ROF left to lose, and why."""

    ship: str
    battery: str
    hits: int
    why: str


class BoatGunsLost(Event, frozen=True, tag="BoatGunsLost", kw_only=True):
    """A vessel armed with boat guns only lost them."""

    ship: str


class TorpedoesLost(Event, frozen=True, tag="TorpedoesLost", kw_only=True):
    """Torpedo rating points were lost."""

    ship: str
    hits: int
    rating: int


class RudderHit(Event, frozen=True, tag="RudderHit", kw_only=True):
    """A direction hit."""

    ship: str
    hits: int


class FireStarted(Event, frozen=True, tag="FireStarted", kw_only=True):
    """A fire broke out; how many burn now."""

    ship: str
    fires: int


class BlastStruck(Event, frozen=True, tag="BlastStruck", kw_only=True):
    """Blast codes of a round are applied."""

    ship: str
    codes: str
    told: str


class Exploded(Event, frozen=True, tag="Exploded", kw_only=True):
    """An explosion: the codes found on its line."""

    ship: str
    codes: str
    told: str


class FireOut(Event, frozen=True, tag="FireOut", kw_only=True):
    """A fire is out; how many still burn."""

    ship: str
    fires: int


class WentOutOfAction(Event, frozen=True, tag="WentOutOfAction", kw_only=True):
    """A ship is out of action: stopped or silent."""

    ship: str
    why: str


class ReturnedToAction(Event, frozen=True, tag="ReturnedToAction", kw_only=True):
    """Repairs brought a ship back into action."""

    ship: str


# --- end of the turn ---


class Repaired(Event, frozen=True, tag="Repaired", kw_only=True):
    """A repair succeeded: speed, heavy, light or rudder, and the hit in words; repair dice left."""

    ship: str
    what: str
    hit: str
    dice: int


class RepairFailed(Event, frozen=True, tag="RepairFailed", kw_only=True):
    """A repair die failed; repair dice left."""

    ship: str
    what: str
    hit: str
    dice: int


class TorpedoesReloaded(Event, frozen=True, tag="TorpedoesReloaded", kw_only=True):
    """A torpedo rating point came back."""

    ship: str
    rating: int


class Sunk(Event, frozen=True, tag="Sunk", kw_only=True):
    """A ship sank and is off the table."""

    ship: str


class StayedAfloat(Event, frozen=True, tag="StayedAfloat", kw_only=True):
    """A stopped ship did not sink this turn."""

    ship: str


class Struck(Event, frozen=True, tag="Struck", kw_only=True):
    """A ship struck her colours and is captured."""

    ship: str
