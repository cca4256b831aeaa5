"""Events: what happened, named by past participles; each has its rule. Both sides see everything on the table."""

# ruff: noqa: E701, E702
from __future__ import annotations

from rules.kernel.flow import Event
from rules.kernel.inches import Point

# fmt: off

class InitiativeWon(Event): first: str; second: str  # Which side acts first, and which second

# --- movement ---
# Where a jammed rudder takes a ship this turn: port, straight or starboard
class RudderJammed(Event): ship: str; helm: str
# A ship ran along a track, first place to last, and ended with a heading in degrees
class Moved(Event): ship: str; boxes: int; millimetres: int; facing: int; track: tuple[Point, ...]
class NoOrders(Event): ship: str; way: str  # A ship had no orders when the phase closed, and what she does instead
class LineLeft(Event): ship: str; ahead: str  # A ship left the line and no longer follows another
class LineJoined(Event): ship: str; ahead: str  # A ship took station astern of another and follows her from now on
# A ship ran off the table at an edge; result is escaped or withdrawn
class LeftTable(Event): ship: str; edge: str; result: str
# Two ships touched and got clear; the moving ship was put back
class ContactAvoided(Event): ship: str; other: str
# Two ships ran into each other, with the speed hits each takes
class Collided(Event): ship: str; other: str; hits: int; other_hits: int
class RamMissed(Event): ship: str; target: str  # A ship tried to ram and missed
# A ship rammed another, with the speed hits each takes
class Rammed(Event): ship: str; target: str; hits: int; own_hits: int

# --- gunnery, boat guns, torpedoes ---
class RoundFired(Event):
    """A round that fired: the ROF die was low enough. Its hits take effect at the end of the phase.

    `percent`: the line of the chart (0: below the table); `need`: its limit; `ratings`: both ratings and their ratio in
    words; `entry`: the line in words; `white`, `three`: totals of the white dice and of all three; `hits`: how many of
    `code` (0: a miss); `result`: hits and code in words; `blast`: codes by the sum of all three dice; `blast_told`:
    these in words.
    """
    ship: str; target: str; battery: str; band: str; millimetres: int; percent: int; need: int; ratings: str
    entry: str; white: int; three: int; hits: int; code: str; result: str; blast: str; blast_told: str
# The ROF die was too high: the battery did not fire. `blast` is empty unless an option is in play
class RoundFailed(Event): ship: str; target: str; battery: str; band: str; millimetres: int; blast: str; blast_told: str
# Boat guns fired; the codes take effect at the end of the phase
class BoatGunsFired(Event): ship: str; target: str; codes: str; told: str
class TorpedoMissed(Event): ship: str; target: str; motion: str  # A torpedo attack missed
# A torpedo hit: its speed hits are marked at the end of the phase
class TorpedoHit(Event): ship: str; target: str; motion: str; hits: int

# --- damage ---
# Speed hits were marked: boxes left, and extra hits beyond the eighth; `told`: all her speed hits in words
class SpeedLost(Event): ship: str; hits: int; boxes: int; extra: int; told: str
# Gunnery hits on a battery, and the ROF left
class BatteryHit(Event): ship: str; battery: str; hits: int; rof: int
# Gunnery hits on a battery that has no ROF left to lose, and why
class BatteryHitInVain(Event): ship: str; battery: str; hits: int; why: str
class BoatGunsLost(Event): ship: str  # A vessel that has only boat guns lost them
class TorpedoesLost(Event): ship: str; hits: int; rating: int  # Torpedo rating points were lost
class RudderHit(Event): ship: str; hits: int  # A direction hit
class FireStarted(Event): ship: str; fires: int  # A fire broke out; how many burn now
class BlastStruck(Event): ship: str; codes: str; told: str  # Blast codes of a round are applied
class Exploded(Event): ship: str; codes: str; told: str  # An explosion, and the codes it caused
class FireOut(Event): ship: str; fires: int  # A fire is out; how many still burn
class WentOutOfAction(Event): ship: str; why: str  # A ship is out of action: stopped or silent
class ReturnedToAction(Event): ship: str  # Repairs brought a ship back into action

# --- end of the turn ---
# A repair succeeded: of speed, heavy, light or rudder; the hit in words; repair dice left
class Repaired(Event): ship: str; what: str; hit: str; dice: int
class RepairFailed(Event): ship: str; what: str; hit: str; dice: int  # A repair die failed; repair dice left
class TorpedoesReloaded(Event): ship: str; rating: int  # A torpedo rating point came back
class Sunk(Event): ship: str  # A ship sank and is off the table
class StayedAfloat(Event): ship: str  # A stopped ship did not sink this turn
class Struck(Event): ship: str  # A ship struck her colours and is captured
