"""Events: what happened. Past participles; each carries its rule, and who may know of it."""

# ruff: noqa: E701, E702
from __future__ import annotations

from rules.kernel.flow import Event

# fmt: off

# Who acts first this turn, who answers, and by which dice
class OrderOfMoveRolled(Event): first: str; second: str; why: str
class FormationOrdered(Event): division: str; formation: str  # A division takes up a formation
# A division lost its flagship: another ship leads, in a formation nobody ordered
class FlagshipLost(Event): division: str; ship: str; leader: str; formation: str

# --- the solitaire chart ---
# The chart gave a division its action. `row` is the chart's row, 0 first; `why` what decided without a roll
class ChartConsulted(Event): division: str; action: str; total: int = 0; row: int = -1; why: str = ""
# A disengaging division is safe: its next action is rolled again
class SafetyReached(Event): division: str; band: int; why: str

# --- movement ---
class SmokeMade(Event): division: str  # A division makes smoke
# A division moved one band; `why` it needed no die, where it needed none
class Moved(Event): division: str; start: int; end: int; path: tuple[int, ...]; why: str = ""
# A division tried to change its band and did not make it
class MoveFailed(Event): division: str; band: int; wanted: int
class ExitFailed(Event): division: str; band: int  # A division tried to leave the chart at its end and did not get away
# A division left the chart at one end: disengaged
class LeftChart(Event): division: str; band: int; ships: tuple[str, ...]
# A division uses an island to block every line past it
class ShelterClaimed(Event): division: str; island: str; band: int

# --- spotting ---
# A division was seen well enough to aim at
class Sighted(Event): side: str; division: str; by: str; bands: int; limit: int; why: str
class RadarFound(Event): side: str; division: str; by: str; bands: int; grade: str  # Radar holds a division
class SearchlightUsed(Event): ship: str; target: str  # A ship lit an enemy ship, and showed herself to all
# Star shell burst over a division; `found` when it is now sighted; in words
class StarShellBurst(Event): ship: str; division: str; found: bool; result: str = ""

# --- gunnery, torpedoes, damage ---
# A ship fired; result is miss, light, moderate or heavy
class GunsFired(Event): ship: str; target: str; bands: int; result: str; effect: str
class TorpedoesLaunched(Event): ship: str; target: str; kind: str; bands: int; arrival: int  # A salvo is in the water

# --- the campaign ---
# A round of the campaign begins: what each side set out to do, and what comes of it
class MissionsRolled(Event): round: int; japan: str; states: str; battle: str
class ContactMissed(Event): round: int  # The two sides passed in the night
class IslandPlaced(Event): island: str; band: int  # An island, or Guadalcanal, stands on the chart
class NoIsland(Event): why: str  # A battle is fought with no island on the chart, and why
# Where a side, or the land target, stands as a battle of the campaign begins
class TookStation(Event): who: str; band: int; why: str
# A battle of the campaign begins
class BattleJoined(Event): round: int; title: str; visibility: str; japan: str; states: str
class BattleOver(Event): round: int; title: str; why: str; japan: int; states: int  # A battle of the campaign is over
class PointsScored(Event): side: str; points: int; why: str  # A side earned points outside a battle
class DawnAttack(Event): ship: str; flotation: int  # Aircraft from Henderson Field found a cripple in the morning
class ShipRepaired(Event): ship: str  # A ship is ready again, or Henderson Field recovers
