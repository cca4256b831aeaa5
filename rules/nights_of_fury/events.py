"""Events: what happened. Past participles; each carries its rule, and who may know of it."""

from __future__ import annotations

from rules.kernel.flow import Event


class OrderOfMoveRolled(Event, frozen=True, tag="OrderOfMoveRolled", kw_only=True):
    """Who acts first this turn, who answers, and by which dice."""

    first: str
    second: str
    why: str


class FormationOrdered(Event, frozen=True, tag="FormationOrdered", kw_only=True):
    """A division takes up a formation."""

    division: str
    formation: str


class FlagshipLost(Event, frozen=True, tag="FlagshipLost", kw_only=True):
    """A division lost its flagship: another ship leads, in a formation nobody ordered."""

    division: str
    ship: str
    leader: str
    formation: str


# --- the solitaire chart ---


class ChartConsulted(Event, frozen=True, tag="ChartConsulted", kw_only=True):
    """The chart gave a division its action. `row` is the chart's row, 0 first; `why` what decided without a roll."""

    division: str
    action: str
    total: int = 0
    row: int = -1
    why: str = ""


class SafetyReached(Event, frozen=True, tag="SafetyReached", kw_only=True):
    """A disengaging division is safe: its next action is rolled again."""

    division: str
    band: int
    why: str


# --- movement ---


class SmokeMade(Event, frozen=True, tag="SmokeMade", kw_only=True):
    """A division makes smoke."""

    division: str


class Moved(Event, frozen=True, tag="Moved", kw_only=True):
    """A division moved one band; `why` it needed no die, where it needed none."""

    division: str
    start: int
    end: int
    path: tuple[int, ...]
    why: str = ""


class MoveFailed(Event, frozen=True, tag="MoveFailed", kw_only=True):
    """A division tried to change its band and did not make it."""

    division: str
    band: int
    wanted: int


class ExitFailed(Event, frozen=True, tag="ExitFailed", kw_only=True):
    """A division tried to leave the chart at its end and did not get away."""

    division: str
    band: int


class LeftChart(Event, frozen=True, tag="LeftChart", kw_only=True):
    """A division left the chart at one end: disengaged."""

    division: str
    band: int
    ships: tuple[str, ...]


class ShelterClaimed(Event, frozen=True, tag="ShelterClaimed", kw_only=True):
    """A division uses an island to block every line past it."""

    division: str
    island: str
    band: int


# --- spotting ---


class Sighted(Event, frozen=True, tag="Sighted", kw_only=True):
    """A division was seen well enough to aim at."""

    side: str
    division: str
    by: str
    bands: int
    limit: int
    why: str


class RadarFound(Event, frozen=True, tag="RadarFound", kw_only=True):
    """Radar holds a division."""

    side: str
    division: str
    by: str
    bands: int
    grade: str


class SearchlightUsed(Event, frozen=True, tag="SearchlightUsed", kw_only=True):
    """A ship lit an enemy ship, and showed herself to all."""

    ship: str
    target: str


class StarShellBurst(Event, frozen=True, tag="StarShellBurst", kw_only=True):
    """Star shell burst over a division; `found` when it is now sighted."""

    ship: str
    division: str
    found: bool
    result: str = ""  # in words


# --- gunnery, torpedoes, damage ---


class GunsFired(Event, frozen=True, tag="GunsFired", kw_only=True):
    """A ship fired; result is miss, light, moderate or heavy."""

    ship: str
    target: str
    bands: int
    result: str


class TorpedoesLaunched(Event, frozen=True, tag="TorpedoesLaunched", kw_only=True):
    """A salvo is in the water."""

    ship: str
    target: str
    kind: str
    bands: int
    arrival: int


# --- the campaign ---


class MissionsRolled(Event, frozen=True, tag="MissionsRolled", kw_only=True):
    """A round of the campaign begins: what each side set out to do, and what comes of it."""

    round: int
    japan: str
    states: str
    battle: str


class ContactMissed(Event, frozen=True, tag="ContactMissed", kw_only=True):
    """The two sides passed in the night."""

    round: int


class IslandPlaced(Event, frozen=True, tag="IslandPlaced", kw_only=True):
    """An island, or Guadalcanal, stands on the chart."""

    island: str
    band: int


class NoIsland(Event, frozen=True, tag="NoIsland", kw_only=True):
    """A battle is fought with no island on the chart, and why."""

    why: str


class TookStation(Event, frozen=True, tag="TookStation", kw_only=True):
    """Where a side, or the land target, stands as a battle of the campaign begins."""

    who: str
    band: int
    why: str


class BattleJoined(Event, frozen=True, tag="BattleJoined", kw_only=True):
    """A battle of the campaign begins."""

    round: int
    title: str
    visibility: str
    japan: str
    states: str


class BattleOver(Event, frozen=True, tag="BattleOver", kw_only=True):
    """A battle of the campaign is over."""

    round: int
    title: str
    why: str
    japan: int
    states: int


class PointsScored(Event, frozen=True, tag="PointsScored", kw_only=True):
    """A side earned points outside a battle."""

    side: str
    points: int
    why: str


class DawnAttack(Event, frozen=True, tag="DawnAttack", kw_only=True):
    """Aircraft from Henderson Field found a cripple in the morning."""

    ship: str
    flotation: int


class ShipRepaired(Event, frozen=True, tag="ShipRepaired", kw_only=True):
    """A ship is ready again, or Henderson Field recovers."""

    ship: str
