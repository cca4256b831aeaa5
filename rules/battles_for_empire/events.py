"""Events: what happened. Past participles; each carries its rule, and who may know of it."""

from __future__ import annotations

from rules.kernel.flow import Event


class InitiativeWon(Event, frozen=True, tag="InitiativeWon", kw_only=True):
    """A side won the dice: it chooses who moves first, and fires first; `why` tells by which dice."""

    side: str
    why: str


class InitiativeTaken(Event, frozen=True, tag="InitiativeTaken", kw_only=True):
    """Who moves first this turn."""

    first: str
    second: str


class UnitArrived(Event, frozen=True, tag="UnitArrived", kw_only=True):
    """A unit came on."""

    unit: str
    hex: int


class HornRolled(Event, frozen=True, tag="HornRolled", kw_only=True):
    """Where a waiting unit comes on this turn; `edge` is "none" when it does not."""

    unit: str
    edge: str


class MarkerRevealed(Event, frozen=True, tag="MarkerRevealed", kw_only=True):
    """A hidden marker was turned over; `unit` is empty for a dummy."""

    marker: str
    hex: int
    unit: str


class ConductRolled(Event, frozen=True, tag="ConductRolled", kw_only=True):
    """A unit's manoeuvre die, read on its conduct chart."""

    unit: str
    column: str
    total: int
    result: str
    allowance: int
    limit: str = ""  # why that is not what the chart gives, with its rule


class Rallied(Event, frozen=True, tag="Rallied", kw_only=True):
    """A unit is Shaken no more."""

    unit: str


class Faltered(Event, frozen=True, tag="Faltered", kw_only=True):
    """A unit would not move, and is Shaken."""

    unit: str


class Recoiled(Event, frozen=True, tag="Recoiled", kw_only=True):
    """A unit fell back."""

    unit: str
    path: tuple[int, ...]


class NoWayBack(Event, frozen=True, tag="NoWayBack", kw_only=True):
    """A unit that should recoil stays where it is."""

    unit: str
    why: str


class Moved(Event, frozen=True, tag="Moved", kw_only=True):
    """A unit moved along hexes, first to last."""

    unit: str
    path: tuple[int, ...]
    facing: int
    cost: int


class Charged(Event, frozen=True, tag="Charged", kw_only=True):
    """A unit charged into contact."""

    unit: str
    target: str
    path: tuple[int, ...]
    flank: str


class CamelryShaken(Event, frozen=True, tag="CamelryShaken", kw_only=True):
    """Mounted camelry was charged, and is Shaken at once."""

    unit: str
    by: str


class FormationChanged(Event, frozen=True, tag="FormationChanged", kw_only=True):
    """A unit took up another formation."""

    unit: str
    formation: str


class Faced(Event, frozen=True, tag="Faced", kw_only=True):
    """A unit turned on the spot."""

    unit: str
    facing: int


class MountedUp(Event, frozen=True, tag="MountedUp", kw_only=True):
    """A unit is on horseback again."""

    unit: str


class Dismounted(Event, frozen=True, tag="Dismounted", kw_only=True):
    """A unit got down."""

    unit: str


class WentToGround(Event, frozen=True, tag="WentToGround", kw_only=True):
    """A unit went to ground."""

    unit: str


class Limbered(Event, frozen=True, tag="Limbered", kw_only=True):
    """A gun was limbered up, or put on its mules."""

    unit: str


class Unlimbered(Event, frozen=True, tag="Unlimbered", kw_only=True):
    """A gun was brought into action."""

    unit: str


class BecameDisordered(Event, frozen=True, tag="BecameDisordered", kw_only=True):
    """Broken ground disordered a unit."""

    unit: str
    why: str


class LeaderRode(Event, frozen=True, tag="LeaderRode", kw_only=True):
    """A leader moved."""

    leader: str
    hex: int


class MuleDriven(Event, frozen=True, tag="MuleDriven", kw_only=True):
    """A mule moved."""

    mule: str
    hex: int


class VolleyFired(Event, frozen=True, tag="VolleyFired", kw_only=True):
    """A unit fired: dice, hits on the first roll."""

    unit: str
    target: str
    dice: int
    hits: int
    hexes: int
    kind: str


class Unsettled(Event, frozen=True, tag="Unsettled", kw_only=True):
    """Hits of a gun that are no Kills."""

    unit: str
    hits: int
    why: str


class GunJammed(Event, frozen=True, tag="GunJammed", kw_only=True):
    """A machine gun jammed: the shot has no effect."""

    unit: str
    target: str
    lost: int


class RanLow(Event, frozen=True, tag="RanLow", kw_only=True):
    """A unit is low on ammunition."""

    unit: str


class Hit(Event, frozen=True, tag="Hit", kw_only=True):
    """A unit lost Kills."""

    unit: str
    kills: int
    total: int


class BecameShaken(Event, frozen=True, tag="BecameShaken", kw_only=True):
    """A unit is Shaken."""

    unit: str
    why: str


class Destroyed(Event, frozen=True, tag="Destroyed", kw_only=True):
    """A unit was removed."""

    unit: str
    hex: int


class Captured(Event, frozen=True, tag="Captured", kw_only=True):
    """A gun or machine gun was taken."""

    unit: str
    by: str


class ChargerStopped(Event, frozen=True, tag="ChargerStopped", kw_only=True):
    """Closing fire stopped a charge."""

    unit: str
    target: str
    hex: int


class MeleeFought(Event, frozen=True, tag="MeleeFought", kw_only=True):
    """A round of melee: Kills given by each side."""

    defender: str
    attackers: tuple[str, ...]
    given: int
    taken: int
    result: str


class ContactEnded(Event, frozen=True, tag="ContactEnded", kw_only=True):
    """Two units are in contact no more."""

    unit: str
    other: str


class LeaderFell(Event, frozen=True, tag="LeaderFell", kw_only=True):
    """A leader was hit."""

    leader: str
    unit: str


class LeaderTaken(Event, frozen=True, tag="LeaderTaken", kw_only=True):
    """The enemy came upon a leader who had no escort."""

    leader: str
    by: str


class MuleLost(Event, frozen=True, tag="MuleLost", kw_only=True):
    """An ammunition mule was hit."""

    mule: str


class StayedPut(Event, frozen=True, tag="StayedPut", kw_only=True):
    """A victor did not follow the enemy it had beaten."""

    unit: str


class Resupplied(Event, frozen=True, tag="Resupplied", kw_only=True):
    """A mule brought up ammunition."""

    unit: str
    mule: str


class UnitExited(Event, frozen=True, tag="UnitExited", kw_only=True):
    """A unit left the field."""

    unit: str


class RanOut(Event, frozen=True, tag="RanOut", kw_only=True):
    """A unit dared a sortie in the first turn: its side's victory will be a grade better."""

    unit: str
    hex: int


class SideBroken(Event, frozen=True, tag="SideBroken", kw_only=True):
    """A side has reached its break point: the points it lost and the break point in words, "3½"."""

    side: str
    points: str
    limit: str
