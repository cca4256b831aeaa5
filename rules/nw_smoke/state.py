"""The position of a game: ships, divisions, smoke, contacts, salvos in the water (chapter: pieces of the game)."""

from __future__ import annotations

from rules.kernel.derived import derived
from rules.kernel.flow import GameState
from rules.kernel.record import Record
from rules.nw_smoke.charts import Charts
from rules.nws import pieces as nws
from rules.nws.pieces import Hit, NwsScene, Vessel, contact, damage_level, enemy_of

# What a side knows of an enemy division (NW-SPT-H9, NW-SPT-H11).
DETECTED, RADAR, SIGHTED = 1, 2, 3  # UNSEEN is 0


class Ship(Vessel, frozen=True, kw_only=True):
    """One ship."""

    gone: str = ""  # "", sunk, left


class Division(Record, frozen=True, kw_only=True):
    """A division: one to six ships of a side that move, spot and evade as one. One counter."""

    id: str
    side: str
    name: str
    hex: int
    facing: int
    speed: int  # ordered, hexes a turn
    ran: int  # hexes run last turn
    formation: str
    ships: tuple[str, ...]
    traits: tuple[str, ...] = ()
    smoking: bool = False  # carries a smoke card
    evading: bool = False  # carries an evading card
    moved: bool = False
    orders: int = 0  # bits: 1 speed, 2 formation, 4 ships detached or joined
    track: tuple[int, ...] = ()  # hexes of this turn's move, first to last


class Salvo(nws.Salvo, frozen=True, kw_only=True):
    """A torpedo salvo in the water."""

    course: int  # facing of the target's division at launch
    distance: int  # hexes at launch
    turn: int  # it arrives in phase 6 of this turn
    partial: bool = False
    unseen: bool = False


class Glimpse(Record, frozen=True, kw_only=True):
    """An enemy division as it was last seen."""

    division: Division
    ships: tuple[Ship, ...]
    turn: int


class NwScene(NwsScene, frozen=True, kw_only=True):
    """What never changes: scenario, map, options, the ship cards and the charts."""

    charts: Charts
    tags: dict[str, str]  # division -> short name on its counter
    land: bytes  # 10,000 flags by hex number
    sea: bytes
    room: bytes  # distance to the nearest hex where no ship can be, up to 24
    opening: dict[str, Division]  # how each division stood at the start
    heavy_seas: bool
    fresh: dict[str, Ship]  # every ship as it was at the start
    visibility_changes: tuple[tuple[int, str], ...] = ()


class State(GameState, frozen=True, kw_only=True):
    """A position."""

    scene: NwScene
    first: str  # the side that lost the initiative: it acts first
    visibility: str
    divisions: dict[str, Division]
    ships: dict[str, Ship]
    smoke: tuple[int, ...] = ()  # hexes with a smoke marker, in order
    contacts: dict[str, dict[str, int]]  # side -> enemy division -> what it knows
    dice: dict[str, str] = {}  # "A|B" -> blocked, partial, clear: the heavy-seas die of a pair this turn
    seen: dict[str, dict[str, Glimpse]]  # side -> enemy division -> last seen
    shots: dict[str, int] = {}  # target ship -> ships that have fired at it this turn
    hits: tuple[Hit, ...] = ()
    salvos: tuple[Salvo, ...] = ()


def firepower(state: State, ship: Ship) -> int:
    """Return firepower now, from the card line of the greater damage level.

    0 when out of action (NW-DMG-H2, NW-DMG-H3).
    """
    return state.scene.power[ship.id][damage_level(ship)]


def informed_sides(state: State, division: Division, least: int = RADAR) -> tuple[str, ...]:
    """Return who may know what this division does: () = everyone, else its owner alone.

    Behind smoke only its place is known, not who it is nor what it does (NW-SMK-1).
    """
    if not state.scene.options["hidden_movement"]:
        return ()
    if contact(state, enemy_of(state, division.side), division.id) >= least:
        return ()
    return (division.side,)


# What lines between divisions are derived from.
LINES = ("smoke", "dice", "divisions.hex", "divisions.side")


def flags(hexes: tuple[int, ...]) -> bytes:
    """Return 10,000 flags, 1 at the hexes given: what sight lines read."""
    marks = bytearray(10_000)
    for h in hexes:
        marks[h] = 1
    return bytes(marks)


@derived("smoke")
def smoke_flags(state: State) -> bytes:
    """Return where the smoke lies, as sight lines read it."""
    return flags(state.smoke)
