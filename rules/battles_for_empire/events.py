"""Events: what happened. Past participles; each carries its rule, and who may know of it."""

# ruff: noqa: E701, E702
from __future__ import annotations

from rules.kernel.flow import Event

# fmt: off

# A side won the dice: it chooses who moves first, and fires first; `why` tells by which dice
class InitiativeWon(Event): side: str; why: str
class InitiativeTaken(Event): first: str; second: str  # Who moves first this turn
class UnitArrived(Event): unit: str; hex: int  # A unit came on
# Where a waiting unit comes on this turn; `edge` is "none" when it does not
class HornRolled(Event): unit: str; edge: str
# A hidden marker was turned over; `unit` is empty for a dummy
class MarkerRevealed(Event): marker: str; hex: int; unit: str
# A unit's manoeuvre die, read on its conduct chart; why that is not what the chart gives, with its rule
class ConductRolled(Event): unit: str; column: str; total: int; result: str; allowance: int; limit: str = ""
class Rallied(Event): unit: str  # A unit is no longer Shaken
class Faltered(Event): unit: str  # A unit would not move, and is Shaken
class Recoiled(Event): unit: str; path: tuple[int, ...]  # A unit fell back
class NoWayBack(Event): unit: str; why: str  # A unit that should recoil stays where it is
class Moved(Event): unit: str; path: tuple[int, ...]; facing: int; cost: int  # A unit moved along hexes, first to last
class Charged(Event): unit: str; target: str; path: tuple[int, ...]; flank: str  # A unit charged into contact
class CamelryShaken(Event): unit: str; by: str  # Mounted camelry was charged, and is Shaken at once
class FormationChanged(Event): unit: str; formation: str  # A unit took up another formation
class Faced(Event): unit: str; facing: int  # A unit turned on the spot
class MountedUp(Event): unit: str  # A unit is on horseback again
class Dismounted(Event): unit: str  # A unit got down
class WentToGround(Event): unit: str  # A unit went to ground
class Limbered(Event): unit: str  # A gun was limbered up, or put on its mules
class Unlimbered(Event): unit: str  # A gun was brought into action
class BecameDisordered(Event): unit: str; why: str  # Broken ground disordered a unit
class LeaderRode(Event): leader: str; hex: int  # A leader moved
class MuleDriven(Event): mule: str; hex: int  # A mule moved
# A unit fired: dice, hits on the first roll
class VolleyFired(Event): unit: str; target: str; dice: int; hits: int; hexes: int; kind: str
class Unsettled(Event): unit: str; hits: int; why: str  # Hits of a gun that are no Kills
class GunJammed(Event): unit: str; target: str; lost: int  # A machine gun jammed: the shot has no effect
class RanLow(Event): unit: str  # A unit is low on ammunition
class Hit(Event): unit: str; kills: int; total: int  # A unit lost Kills
class BecameShaken(Event): unit: str; why: str  # A unit is Shaken
class Destroyed(Event): unit: str; hex: int  # A unit was removed
class Captured(Event): unit: str; by: str  # A gun or machine gun was taken
class ChargerStopped(Event): unit: str; target: str; hex: int  # Closing fire stopped a charge
# A round of melee: Kills given by each side
class MeleeFought(Event): defender: str; attackers: tuple[str, ...]; given: int; taken: int; result: str
class ContactEnded(Event): unit: str; other: str  # Two units are no longer in contact
class LeaderFell(Event): leader: str; unit: str  # A leader was hit
class LeaderTaken(Event): leader: str; by: str  # The enemy came upon a leader who had no escort
class MuleLost(Event): mule: str  # An ammunition mule was hit
class StayedPut(Event): unit: str  # A victor did not follow the enemy it had beaten
class Resupplied(Event): unit: str; mule: str  # A mule brought up ammunition
class UnitExited(Event): unit: str  # A unit left the field
# A unit dared a sortie in the first turn: its side's victory will be a grade better
class RanOut(Event): unit: str; hex: int
# A side has reached its break point: the points it lost and the break point in words, "3½"
class SideBroken(Event): side: str; points: str; limit: str
