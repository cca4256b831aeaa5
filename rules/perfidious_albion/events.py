"""Events: what happened. Past participles; each carries its rule."""

from __future__ import annotations

from rules.kernel.flow import Event
from rules.kernel.inches import Path

# --- setting up ---


class TerrainPlaced(Event, frozen=True, tag="TerrainPlaced", kw_only=True):
    """A side placed land or foul ground."""

    side: str
    kind: str
    name: str


class PickedFirst(Event, frozen=True, tag="PickedFirst", kw_only=True):
    """Who picks terrain first."""

    side: str


class BaseLineNamed(Event, frozen=True, tag="BaseLineNamed", kw_only=True):
    """A side's base line."""

    side: str
    edge: str


class BoxesPlaced(Event, frozen=True, tag="BoxesPlaced", kw_only=True):
    """The entry and exit boxes of a convoy stand."""

    side: str
    entry_edge: str
    exit_edge: str


class WeatherFound(Event, frozen=True, tag="WeatherFound", kw_only=True):
    """Sea and visibility of the battle; inches."""

    sea: str
    inches: int
    night: bool


class Bought(Event, frozen=True, tag="Bought", kw_only=True):
    """A side bought something; points left."""

    side: str
    what: str
    points: int
    left: int


class Sold(Event, frozen=True, tag="Sold", kw_only=True):
    """A side gave a purchase back; points left."""

    side: str
    what: str
    left: int


class CargoLoaded(Event, frozen=True, tag="CargoLoaded", kw_only=True):
    """Cargo was put aboard a merchant."""

    side: str
    ship: str
    points: int


class BombardmentDeclared(Event, frozen=True, tag="BombardmentDeclared", kw_only=True):
    """The attacker declared how many turns he will bombard."""

    side: str
    turns: int


class DeploymentOrdered(Event, frozen=True, tag="DeploymentOrdered", kw_only=True):
    """Which side deploys first, as the winner of the initiative wished."""

    winner: str
    first: str


class Deployed(Event, frozen=True, tag="Deployed", kw_only=True):
    """A squadron, work or field was placed on the table."""

    side: str
    what: str


class KeptLast(Event, frozen=True, tag="KeptLast", kw_only=True):
    """A squadron is kept to be placed last."""

    side: str
    squadron: str


class Revealed(Event, frozen=True, tag="Revealed", kw_only=True):
    """A marker came into sight: it is a squadron, or it was a dummy."""

    side: str
    squadron: str
    dummy: bool


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


# --- gunnery and damage ---


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
    """A detached ship fired in the dark at the ship the die chose; empty: at nothing."""

    ship: str
    target: str


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
