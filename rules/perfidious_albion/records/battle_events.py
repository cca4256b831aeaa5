"""Events of gunnery and damage: shells, boxes lost, fires, explosions, works and shore targets struck."""

from __future__ import annotations

from rules.kernel.flow import Event


class LightsOn(Event, frozen=True, tag="LightsOn", kw_only=True):
    """A ship turned her searchlights on."""

    ship: str


class GunsFired(Event, frozen=True, tag="GunsFired", kw_only=True):
    """Guns of one type fired: percent and straddles."""

    ship: str
    target: str
    guns: str
    barrels: int
    hundredths: int  # of an inch
    percent: int
    straddles: int
    battery: str  # the guns in words: 4 guns of type A, a group of quickfirers


class FiredAtRandom(Event, frozen=True, tag="FiredAtRandom", kw_only=True):
    """A detached ship fired in the dark at the ship the die chose."""

    ship: str
    target: str


class HeldFire(Event, frozen=True, tag="HeldFire", kw_only=True):
    """A detached ship whose crew lost its head in the dark found nothing to fire at."""

    ship: str


class ShotFell(Event, frozen=True, tag="ShotFell", kw_only=True):
    """Where a straddle fell: a box and what stands in it; empty: a miss."""

    ship: str
    target: str
    guns: str
    section: int
    level: int
    content: str


class Bounced(Event, frozen=True, tag="Bounced", kw_only=True):
    """The armour held."""

    target: str
    section: int
    level: int
    armour: int


class Penetrated(Event, frozen=True, tag="Penetrated", kw_only=True):
    """The armour did not hold."""

    target: str
    section: int
    level: int
    armour: int


class BoxLost(Event, frozen=True, tag="BoxLost", kw_only=True):
    """A box is devastated."""

    target: str
    section: int
    level: int
    content: str


class SpeedLost(Event, frozen=True, tag="SpeedLost", kw_only=True):
    """Speed units were lost; most the ship can do now."""

    ship: str
    units: int
    speed: int
    why: str


class SearchlightLost(Event, frozen=True, tag="SearchlightLost", kw_only=True):
    """A hit on the conning tower put a searchlight out."""

    ship: str
    left: int


class SteeringJammed(Event, frozen=True, tag="SteeringJammed", kw_only=True):
    """The steering gear is hit."""

    ship: str


class MagazineFlooded(Event, frozen=True, tag="MagazineFlooded", kw_only=True):
    """The crew flooded a magazine in time."""

    ship: str
    section: int
    level: int


class MagazinesFlooded(Event, frozen=True, tag="MagazinesFlooded", kw_only=True):
    """The crew flooded all magazines before the fire was there; the fire track stands at this again."""

    ship: str
    fires: int


class FlashHeld(Event, frozen=True, tag="FlashHeld", kw_only=True):
    """A flash did not reach the magazine."""

    ship: str
    section: int
    level: int


class WarheadExploded(Event, frozen=True, tag="WarheadExploded", kw_only=True):
    """A torpedo warhead went off in its tube."""

    ship: str
    section: int
    level: int


class Exploded(Event, frozen=True, tag="Exploded", kw_only=True):
    """A magazine exploded: the ship is gone, or a fort is torn open."""

    target: str


class FireStarted(Event, frozen=True, tag="FireStarted", kw_only=True):
    """The fire track went up."""

    target: str
    fires: int
    track: str  # the box of the fire track: FIRE 1 .. EXP


class FireGrew(Event, frozen=True, tag="FireGrew", kw_only=True):
    """A fire grew at the end of the turn."""

    target: str
    fires: int
    track: str  # the box of the fire track: FIRE 1 .. EXP


class CargoDestroyed(Event, frozen=True, tag="CargoDestroyed", kw_only=True):
    """Cargo was destroyed; points."""

    ship: str
    points: int


class BatteryHit(Event, frozen=True, tag="BatteryHit", kw_only=True):
    """A straddle found the guns of a battery."""

    target: str


class BatteryHeld(Event, frozen=True, tag="BatteryHeld", kw_only=True):
    """The armour of a battery held."""

    target: str
    armour: int


class BatteryMissed(Event, frozen=True, tag="BatteryMissed", kw_only=True):
    """A straddle found no gun of a battery."""

    target: str


class WorkDestroyed(Event, frozen=True, tag="WorkDestroyed", kw_only=True):
    """A fort or a battery is destroyed or given up; victory points."""

    target: str
    points: int
    why: str


class TargetBoxHit(Event, frozen=True, tag="TargetBoxHit", kw_only=True):
    """A box of the bombardment chart was hit for the first time; points, and the total."""

    section: int
    level: int
    content: str
    points: int
    total: int


class BombardmentTurnUsed(Event, frozen=True, tag="BombardmentTurnUsed", kw_only=True):
    """A bombardment turn is used up."""

    used: int
    declared: int
