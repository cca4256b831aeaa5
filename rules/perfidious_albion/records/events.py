"""Events: what happened. Past participles, one a line; each carries its rule. captions.yaml says them in words."""

# ruff: noqa: E701, E702
from __future__ import annotations

from rules.kernel.flow import Event
from rules.kernel.inches import Path

# fmt: off

# --- setting up ---
class TerrainPlaced(Event): side: str; kind: str; name: str
class PickedFirst(Event): side: str
class BaseLineNamed(Event): side: str; edge: str
class BoxesPlaced(Event): side: str; entry_edge: str; exit_edge: str
class WeatherFound(Event): sea: str; inches: int; night: bool  # visibility
class Bought(Event): side: str; what: str; points: int; left: int
class Recrewed(Event): side: str; what: str; crew: str; points: int; left: int
class SizeSettled(Event): side: str; points: int
class HourSettled(Event): side: str; hour: str
class ChartChosen(Event): side: str; chart: str
class Sold(Event): side: str; what: str; left: int
class CargoLoaded(Event): side: str; ship: str; points: int
class BombardmentDeclared(Event): side: str; turns: int
class DeploymentOrdered(Event): winner: str; first: str
class Deployed(Event): side: str; what: str
class KeptLast(Event): side: str; squadron: str

# --- initiative and action ---
class InitiativeWon(Event): side: str
class OrderChosen(Event): first: str
class Activated(Event): side: str; squadron: str
class StoodEasy(Event): side: str; squadron: str

# --- movement ---
class Moved(Event): ship: str; speed: int; heading: int; course: str; track: Path; why: str = ""  # in milli-inches
class Stopped(Event): ship: str
class RudderJammed(Event): ship: str; helm: str  # helm: port, straight or starboard
class Swamped(Event): ship: str; floods: int
class RodeOut(Event): ship: str
class RanAground(Event): ship: str; ground: str
class PassedFoulGround(Event): ship: str; ground: str
class Refloated(Event): ship: str
class StuckFast(Event): ship: str
class CollisionAvoided(Event): ship: str; other: str
class Collided(Event): ship: str; other: str; floods: int; other_floods: int
class RamMissed(Event): ship: str; target: str; why: str
class Rammed(Event): ship: str; target: str; section: int; floods: int; own_floods: int
class SparStruck(Event): ship: str; target: str; section: int
class LeftTable(Event): ship: str; edge: str; by_exit: bool
class CameOutOfFormation(Event): ship: str; away: str; limit: str  # inches to the nearest of her squadron
class Rejoined(Event): ship: str

# --- torpedoes and mines ---
class MarkerPlaced(Event): marker: str; ship: str; kind: str; bearing: int; count: int; width: int
class MarkerRanOn(Event): marker: str; count: int
class MarkerRemoved(Event): marker: str; ship: str; why: str
class MarkerMet(Event): ship: str; marker: str; passage: str; tests: int; told: str  # passage in words
class TorpedoMissed(Event): ship: str; marker: str; section: int; level: int  # no box under water there
class TorpedoHit(Event): ship: str; marker: str; kind: str; section: int; level: int; floods: int
class MinesMet(Event): ship: str; field: str; percent: int; straddles: int
class MineHit(Event): ship: str; field: str; section: int; level: int
class MineMissed(Event): ship: str; field: str; section: int; level: int  # no box under water there
class Flooded(Event): ship: str; section: int; level: int; floods: int  # floods: on the track now
class StayedDry(Event): ship: str; section: int; level: int  # or was wet before
class FloodsTaken(Event): ship: str; floods: int; total: int; why: str
class Reloaded(Event): ship: str; mount: str; left: int
class ReloadFailed(Event): ship: str; mount: str

# --- end of the turn ---
class Repaired(Event): ship: str; job: str  # job: fire, flood, steering, propulsion
class RepairFailed(Event): ship: str; job: str
class Withdrew(Event): ship: str
class Steadied(Event): ship: str
class Surrendered(Event): ship: str
class Sunk(Event): ship: str; boats: int; left: str  # boats left of a pair; in words, "" for none
class Sinking(Event): ship: str; floods: int; flotation: int  # as many floods as she can bear
class TurnScored(Event): first: str; first_points: int; second: str; second_points: int
class Revealed(Event): side: str; squadron: str; dummy: bool

# --- gunnery and damage ---
class LightsOn(Event): ship: str
class GunsFired(Event):  # battery: the guns in words; away: how far off, in words
    ship: str; target: str; guns: str; barrels: int; away: str; percent: int; straddles: int; battery: str
class WorksSilent(Event): side: str; count: int  # works with nothing to fire at
class FiredAtRandom(Event): ship: str; target: str
class NoGunTold(Event): ship: str; target: str
class NotManned(Event): ship: str  # surprised, and her guns not manned in time
class HeldFire(Event): ship: str  # her crew lost its head in the dark
class ShotFell(Event): ship: str; target: str; guns: str; section: int; level: int; content: str; what: str
class Bounced(Event): target: str; section: int; level: int; armour: int
class Penetrated(Event): target: str; section: int; level: int; armour: int
class BoxLost(Event): target: str; section: int; level: int; content: str; what: str  # what: the content in words
class SpeedLost(Event): ship: str; units: int; speed: int; why: str  # speed: the most she can do now
class SearchlightLost(Event): ship: str; left: int
class SteeringJammed(Event): ship: str
class MagazineFlooded(Event): ship: str; section: int; level: int
class MagazinesFlooded(Event): ship: str; fires: int  # fires: where the track stands again
class FlashHeld(Event): ship: str; section: int; level: int
class WarheadExploded(Event): ship: str; section: int; level: int
class Exploded(Event): target: str  # a ship is gone, a fort is torn open
class FireStarted(Event): target: str; fires: int; track: str  # track: its box, FIRE 1 .. EXP
class FireGrew(Event): target: str; fires: int; track: str  # track: its box, FIRE 1 .. EXP
class CargoDestroyed(Event): ship: str; points: int
class BatteryHit(Event): target: str
class BatteryHeld(Event): target: str; armour: int
class BatteryMissed(Event): target: str
class WorkDestroyed(Event): target: str; points: int; why: str  # or given up
class TargetBoxHit(Event): section: int; level: int; content: str; points: int; total: int
class BombardmentTurnUsed(Event): used: int; declared: int
