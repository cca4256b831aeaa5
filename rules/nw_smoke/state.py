"""The position of a game: ships, divisions, smoke, contacts, salvos in the water (chapter: pieces of the game)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import GameState, Scene
from rules.kernel.record import Record
from rules.nw_smoke.charts import Charts
from rules.nws.roster import ShipClass

# What a side knows of an enemy division (NW-SPT-H9, NW-SPT-H11).
UNSEEN, DETECTED, RADAR, SIGHTED = range(4)

OUT_OF_ACTION = 4  # structure level; flotation 4 is sunk (NW-DMG-H1)

FORMATIONS = ("ahead", "abreast", "echelon", "dispersed")
FORMATION_NAMES = {
    "ahead": "Line Ahead",
    "abreast": "Line Abreast",
    "echelon": "Echelon",
    "dispersed": "Dispersed",
}


class Ship(Record, frozen=True, kw_only=True):
    """One ship. Its card stands in the scene; here is what changes."""

    id: str
    division: str
    structure: int = 0  # damage levels 0..4
    flotation: int = 0
    fire: bool = False
    salvos: int = 0
    reload: int = 0  # quiet turns so far towards a reload
    reloaded: bool = False
    fired: bool = False  # main guns, this turn
    flashed: bool = False  # main guns, last turn
    launched: bool = False  # torpedoes, this turn
    starred: bool = False  # star shell, this turn
    lights: str = ""  # ship its searchlight is on, this turn
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


class Salvo(Record, frozen=True, kw_only=True):
    """A torpedo salvo in the water."""

    side: str
    ship: str
    target: str
    kind: str
    start: int  # hex of launch
    aimed: int  # hex of the target's division at launch
    course: int  # facing of the target's division at launch
    distance: int  # hexes at launch
    turn: int  # it arrives in phase 6 of this turn
    partial: bool = False
    unseen: bool = False


class Hit(Record, frozen=True, kw_only=True):
    """Damage waiting for the end of the phase, where all of it is applied at once."""

    ship: str
    target: str
    structure: int
    flotation: int = 0
    fire: bool = False
    rule: str


class Glimpse(Record, frozen=True, kw_only=True):
    """An enemy division as it was last seen."""

    division: Division
    ships: tuple[Ship, ...]
    turn: int


class NwScene(Scene, frozen=True, kw_only=True):
    """What never changes: scenario, map, options, the ship cards and the charts."""

    charts: Charts
    cards: dict[str, ShipClass]
    names: dict[str, str]
    tags: dict[str, str]  # division -> short name on its counter
    sides: tuple[str, str]
    land: bytes  # 10,000 flags by hex number
    sea: bytes
    room: bytes  # distance to the nearest hex where no ship can be, up to 24
    owner: dict[str, str]  # ship -> side
    nations: dict[str, str]  # side -> navy, for damage control
    lookouts: dict[str, int]  # side -> hexes its lookouts add at night
    handicap: dict[str, int]
    power: dict[str, tuple[int, ...]]  # ship -> firepower at damage level 0..4
    knots: dict[str, tuple[int, ...]]  # ship -> speed at damage level 0..4
    opening: dict[str, Division]  # how each division stood at the start
    heavy_seas: bool
    month: str  # "1942-11"
    surprise: dict[str, int]  # side -> last turn on which it is surprised
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


def enemy_of(state: State, side: str) -> str:
    """The other side."""
    a, b = state.scene.sides
    return b if side == a else a


def divisions_of(state: State, side: str) -> list[Division]:
    """A side's divisions on the map, in order."""
    return [division for division in state.divisions.values() if division.side == side]


def afloat(ship: Ship) -> bool:
    """Whether a ship is on the map."""
    return not ship.gone


def able(ship: Ship) -> bool:
    """Whether a ship can still fight or run: afloat, on the map, not out of action."""
    return not ship.gone and ship.structure < OUT_OF_ACTION


def able_ships(state: State, division: Division) -> Iterator[Ship]:
    """The ships of a division that can act."""
    ships = state.ships
    for name in division.ships:
        ship = ships[name]
        if ship.structure < OUT_OF_ACTION:
            yield ship


def has_able(state: State, division: Division) -> bool:
    """Whether any ship of the division can act."""
    ships = state.ships
    for name in division.ships:  # noqa: SIM110 - asked so often that a generator is felt
        if ships[name].structure < OUT_OF_ACTION:
            return True
    return False


def damage_level(ship: Ship) -> int:
    """The greater of the two tracks: 0 none, 1 Light, 2 Moderate, 3 Heavy, 4 out of action (NW-DMG-H2)."""
    return ship.structure if ship.structure >= ship.flotation else ship.flotation


def firepower(state: State, ship: Ship) -> int:
    """Firepower now, from the card line of the greater damage level; 0 when out of action (NW-DMG-H2, NW-DMG-H3)."""
    return state.scene.power[ship.id][damage_level(ship)]


def speed_kn(state: State, ship: Ship) -> int:
    """Speed in knots now, from the card line of the greater damage level (NW-DMG-H2, NW-DMG-H3)."""
    return state.scene.knots[ship.id][damage_level(ship)]


def contact(state: State, side: str, division: str) -> int:
    """What a side knows of an enemy division: UNSEEN, DETECTED, RADAR or SIGHTED."""
    return state.contacts[side].get(division, UNSEEN)


def surprised(state: State, side: str) -> bool:
    """Whether a side is surprised this turn (NW-SUR-H1)."""
    return state.cursor.turn <= state.scene.surprise.get(side, 0)


def at_night(state: State) -> bool:
    """Whether it is night now: the visibility may change in the battle (NW-SPT-H1, NW-GUN-H5)."""
    return state.visibility in state.scene.charts.spotting.night


def knowing(state: State, division: Division, least: int = RADAR) -> tuple[str, ...]:
    """Who may know what this division does: () = everyone, else its owner alone.

    Behind smoke only its place is known, not who it is nor what it does (NW-SMK-1).
    """
    if not state.scene.options["hidden_movement"]:
        return ()
    if contact(state, enemy_of(state, division.side), division.id) >= least:
        return ()
    return (division.side,)


def with_ship(state: State, ship: Ship) -> State:
    """The position with one ship changed."""
    return state.but(ships={**state.ships, ship.id: ship})


def with_division(state: State, division: Division) -> State:
    """The position with one division changed."""
    return state.but(divisions={**state.divisions, division.id: division})


def flags(hexes: tuple[int, ...]) -> bytes:
    """10,000 flags, 1 at the hexes given: what sight lines read."""
    marks = bytearray(10_000)
    for h in hexes:
        marks[h] = 1
    return bytes(marks)


def smoke_flags(state: State) -> bytes:
    """Where the smoke lies, as sight lines read it. Derived once a phase, or when smoke changes."""
    key = ("smoke", state.smoke)
    marks: bytes | None = state.scratch.get(key)
    if marks is None:
        marks = state.scratch[key] = flags(state.smoke)
    return marks
