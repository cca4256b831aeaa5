"""The position of a game: ships on the table, their losses, the hits waiting for the end of a phase."""

from __future__ import annotations

from rules.kernel.default_hooks import enemy_of as enemy_of
from rules.kernel.derived import derived
from rules.kernel.flow import GameState, Scene
from rules.kernel.inches import Point, Polygon
from rules.kernel.record import Record
from rules.quickfire.charts import Charts, Codes
from rules.quickfire.roster import HEAVY, LIGHT, ShipCard

BOATS = "boats"
KEPT = 10  # rolls kept for the combat chart
BOXES = 8  # speed boxes of every ship (QF-SNK-1)
LYING = ("ships.x", "ships.y", "ships.facing", "ships.side", "ships.gone")  # fields on which lines between ships depend
EDGES = ("north", "east", "south", "west")


class Waypoint(Record, frozen=True):
    """Where the ship ahead turned: the place and her new heading."""

    x: int
    y: int
    facing: int


class Ship(Record, frozen=True, kw_only=True):
    """What changes of one ship. Her card is in the scene."""

    id: str
    side: str
    x: int  # forward funnel, in thousandths of a millimetre east and south of the table's north-west corner
    y: int
    facing: int  # degrees, 0..359
    ran: int  # boxes run in her last move
    ahead: str = ""  # the ship she follows in line ahead
    waypoints: tuple[Waypoint, ...] = ()  # turning points of the ship ahead, not reached yet
    track: tuple[Point, ...] = ()  # places passed in this turn's move, first to last
    speed_hits: int = 0  # beyond eight they are extra hits
    heavy_hits: int = 0  # ROF points lost, heavy and light
    light_hits: int = 0
    rudder_hits: int = 0
    fires: int = 0
    torpedo: int = 0  # torpedo rating left
    boat_gun_lost: bool = False  # a vessel with boat guns only has lost them
    repair_dice: int = 0
    repairs: int = 0  # attempts this turn
    helm: str = ""  # where a jammed rudder takes her this turn: port, straight, starboard
    moved: bool = False
    rounds: tuple[str, ...] = ()  # what she has fired this phase: heavy, light, boats
    sole: bool = False  # fired this phase at a range that allows one battery only
    boats_fired: bool = False  # boat guns, this turn
    opened: bool = False  # has fired in this battle
    launched: bool = False  # torpedoes, this turn
    out: bool = False  # counted out of action
    gone: str = ""  # "", sunk, captured, escaped (by her exit), withdrawn (left the table elsewhere)


class Hit(Record, frozen=True, kw_only=True):
    """The hits of a round, boat guns or a torpedo, waiting for the end of the phase."""

    ship: str
    target: str
    codes: Codes = {}  # applied first
    blast: Codes = {}  # applied after all hits of the phase
    rule: str


class Throw(Record, frozen=True, kw_only=True):
    """A roll on the combat chart, kept to show its line lit.

    line: fire, explosion, fire_check, repair, repair_protected, torpedo, boats, sinking. total: of the white dice, of
    two dice, of one die (boats), or two dice less extra hits (sinking). The other fields are set where the line uses
    them.
    """

    line: str
    ship: str
    total: int
    target: str = ""
    battery: str = ""
    band: str = ""
    black: int = 0  # face of the ROF die
    fired: bool = False  # the ROF die was low enough
    need: int = 0
    percent: int = 0


class Clause(Record, frozen=True):
    """A condition on ships: at least `number` of a side (0: all) have this fate. `what` selects the ships."""

    fate: str  # lost, sunk, out, away, sound, kept, fit
    side: str
    number: int
    what: str = ""  # a target class of the torpedo table, or a ship


class Rung(Record, frozen=True, kw_only=True):
    """One possible result of a scenario: it holds when all its clauses hold."""

    winner: str  # a side, or "" for a draw
    title: str
    clauses: tuple[Clause, ...]
    at_once: bool  # it ends the battle when it holds
    text: str


class QfScene(Scene, frozen=True, kw_only=True):
    """The unchanging part: scenario, options, ship cards, charts, the table."""

    charts: Charts
    cards: dict[str, ShipCard]
    names: dict[str, str]  # ships and sides by the names players use
    sides: tuple[str, str]
    owner: dict[str, str]  # ship -> side
    forces: dict[str, str]  # ship -> force
    profile: str  # A or B
    phases: int  # gunnery phases a turn
    width: int  # of the table, in thousandths of a millimetre
    height: int
    land: tuple[tuple[str, Polygon], ...]  # (name, corners in thousandths of a millimetre)
    box: dict[str, int]  # ship -> thousandths of a millimetre of one speed box
    station: dict[str, int]  # ship -> set distance from the ship ahead, in thousandths of a millimetre
    length: dict[str, int]  # ship -> length and beam of her outline, in thousandths of a millimetre
    beam: dict[str, int]
    exits: dict[
        str, tuple[str, ...]
    ]  # side -> edges that are its exit: north, or north_east for the halves at that corner
    handicap: dict[str, int]
    ladder: tuple[Rung, ...]  # results of the scenario, in the order they are checked
    first_out: bool  # the side whose ship is first out of action loses
    fresh: dict[str, Ship]  # every ship at the start


class State(GameState, frozen=True, kw_only=True):
    """A position."""

    scene: QfScene
    first: str  # the side that lost the initiative: it acts first
    ships: dict[str, Ship]
    hits: tuple[Hit, ...] = ()
    thrown: tuple[Throw, ...] = ()  # the last rolls on the combat chart
    out_order: tuple[tuple[str, ...], ...] = ()  # ships out of action in order, those of one moment together


def place(ship: Ship) -> Point:
    """Return where a ship is: her forward funnel (QF-RNG-2)."""
    return ship.x, ship.y


def afloat(state: State, side: str) -> list[Ship]:
    """Return a side's ships on the table, in order."""
    ships = state.ships
    return [ships[name] for name in _afloat(state, side)]


@derived("ships.side", "ships.gone")
def _afloat(state: State, side: str) -> tuple[str, ...]:
    return tuple(name for name, ship in state.ships.items() if ship.side == side and not ship.gone)


def rof(state: State, ship: Ship, battery: str) -> int:
    """Return the current ROF of a battery: the card's less gunnery hits; 0 is silent (QF-DMG-H4)."""
    card = state.scene.cards[ship.id]
    if battery == HEAVY:
        return max(0, card.rof_heavy - ship.heavy_hits)
    return max(0, card.rof_light - ship.light_hits)


def open_boxes(ship: Ship) -> int:
    """Return speed boxes not marked out (QF-SNK-1)."""
    return max(0, BOXES - ship.speed_hits)


def is_stopped(ship: Ship) -> bool:
    """Return whether all eight speed boxes are marked out (QF-SNK-1)."""
    return ship.speed_hits >= BOXES


def boat_guns(state: State, ship: Ship) -> bool:
    """Return whether a ship can fire boat guns now: on a BG-only vessel until lost, else while the light ROF is 1 or
    more.
    """
    card = state.scene.cards[ship.id]
    if card.boat_guns == "only":
        return not ship.boat_gun_lost
    return card.boat_guns == "yes" and rof(state, ship, LIGHT) > 0


def is_silent(state: State, ship: Ship) -> bool:
    """Return whether all guns a ship began with are silent; for a BG-only vessel also her torpedoes (QF-VP-H2)."""
    if state.scene.cards[ship.id].boat_guns == "only":
        return ship.boat_gun_lost and not ship.torpedo
    return rof(state, ship, HEAVY) == 0 and rof(state, ship, LIGHT) == 0


def out_of_action(state: State, ship: Ship) -> bool:
    """Return whether a ship is out of action: stopped, silent, or off the table unless she escaped (QF-VP-H2,
    QF-VP-H4).
    """
    if ship.gone:
        return ship.gone != "escaped"
    return is_stopped(ship) or is_silent(state, ship)


def closed_up(state: State, ship: Ship) -> dict[str, Ship]:
    """Return the ships that followed one who leaves the line; they now follow the ship ahead of her (QF-MOV-H7)."""
    return {
        other.id: other.but(ahead=ship.ahead, waypoints=(*other.waypoints, *ship.waypoints))
        for other in state.ships.values()
        if other.ahead == ship.id
    }


def with_ship(state: State, ship: Ship) -> State:
    """Return the position with one ship changed."""
    return state.but(ships={**state.ships, ship.id: ship})
