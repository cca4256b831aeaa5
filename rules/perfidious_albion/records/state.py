"""The position of a game: ships on the table, what each has lost, torpedo markers, minefields, works ashore."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kernel.default_hooks import enemy_of as enemy_of
from rules.kernel.flow import GameState, Scene
from rules.kernel.inches import Path, Point, Polygon
from rules.kernel.record import Record

if TYPE_CHECKING:
    from rules.perfidious_albion.records.charts import Charts
    from rules.perfidious_albion.ships.shipcard import FortCard, ShipCard, TargetCard

LEVELS, SECTIONS = 6, 10
BEARINGS = {"north": 0, "east": 90, "south": 180, "west": 270}  # the edges of the table, and the heading out over each
EDGES = NORTH, EAST, SOUTH, WEST = tuple(BEARINGS)
FATES = ("sunk", "exploded", "surrendered", "off_table", "exited", "destroyed")  # why something is gone


def box_bit(section: int, level: int) -> int:
    """Return the bit of a box (section 1..10 from the bow, level 1..6 from the top) in a mask of sixty."""
    return 1 << ((level - 1) * SECTIONS + section - 1)


class Ship(Record, frozen=True, kw_only=True):
    """One ship, or a pair of torpedo boats on one base. Her card stands in the scene; here is what changes."""

    id: str
    side: str
    squadron: str
    cq: int  # crew quality 1 poor, 2 average, 3 good
    x: int  # centre of the model, in thousandths of an inch east and south of the table's north-west corner
    y: int
    heading: int  # degrees, 0..359
    speed: int  # speed units run in her last move
    boats: int = 1  # boats on the base: two for a pair
    hull: Path = ()  # stern tip and bow tip after the move, filled by the movement rules
    track: Path = ()  # this turn's trace: starting stern tip, centre path, final bow tip
    turned: int = 0  # degrees turned this move
    moved: bool = False
    stopped: str = ""  # "", anchored (by choice), drifting (no propulsion), aground
    aground_on: str = ""  # rocks, sandbar, shallow, land
    struck: int = 0  # devastated boxes, a mask of sixty
    flooded: int = 0  # boxes flooded once or more, a mask of sixty
    floods: int = 0  # the flood track
    fires: int = 0  # 0..3; 4 is EXP
    funnels_lost: int = 0  # speed units lost with funnels
    props_lost: int = 0  # speed units lost with propulsion rooms, repairable
    steering: str = ""  # "", jammed
    helm: str = ""  # what a jammed rudder does this turn: port, straight, starboard
    lights: int = 0  # searchlights left
    lights_out: int = 0  # conning towers whose searchlight is gone, a mask of sixty
    lit: bool = False  # is using a searchlight this turn
    big_guns_silent: bool = False  # magazines flooded for good (fire)
    reloads: tuple[tuple[str, int], ...] = ()  # mount -> reloads left
    loaded: tuple[tuple[str, int], ...] = ()  # mount -> torpedoes in the tubes
    launched: tuple[str, ...] = ()  # mounts fired this turn
    fired: tuple[str, ...] = ()  # gun boxes fired this turn, "section/level"
    targets: tuple[str, ...] = ()  # engaged this turn
    acted: tuple[str, ...] = ()  # what else was done this turn: reload:<mount>, storm, night ...
    eased: bool = False  # a detached ship that has done her turn
    spar_spent: bool = False  # her spar torpedo is used
    detached: bool = False
    morale: str = ""  # "", withdrawing
    surprised: bool = False
    cargo: int = 0  # points of cargo loaded
    cargo_lost: int = 0  # points of cargo destroyed
    cargo_boxes_lost: int = 0  # a mask of sixty
    repairs: tuple[str, ...] = ()  # jobs tried this turn; a job done has a + after it
    gone: str = ""  # one of FATES; "revealed" for a stand-in whose ships are on the table


class Purchase(Record, frozen=True, kw_only=True):
    """Something bought in the set-up: a ship or pair, a fort, a battery, a minefield, cargo or a commander."""

    id: str  # of the piece it will be; "" for cargo and commanders
    what: str  # as it was bought: a class, fort1, battery_D_0, mines_4_3, cargo, admiral
    quality: int
    count: int  # boats, guns, or thousands of cargo
    squadron: str  # of ships and commanders
    points: int
    cargo: int = 0  # points of cargo put aboard
    at: str = ""  # the squadron of the table it stands in


class Squadron(Record, frozen=True, kw_only=True):
    """Ships under one flag that move and fire together. A squadron may be a minefield or works while being deployed."""

    id: str
    side: str
    name: str
    ships: tuple[str, ...]
    flagship: bool = False  # the side's flagship is in it
    deployed: bool = True
    hidden: bool = False  # deployed as a marker
    dummy: bool = False
    acted: bool = False  # this turn
    launched: bool = False  # its turn to place torpedo markers is over
    half_lost: bool = False  # the morale test for half a squadron lost was made
    patrol: bool = False
    anchored: bool = False


class TorpedoMarker(Record, frozen=True, kw_only=True):
    """A torpedo firing marker: one wedge, or two that overlap; one count of torpedoes."""

    id: str
    side: str
    squadron: str
    ship: str  # the ship that launched, or the first of a salvo
    kind: str  # short, medium, long
    start: Point  # middle of the narrow end
    bearing: int
    width: int  # 1 single, 2 double
    wedges: tuple[Polygon, ...]  # corners: narrow left, narrow right, wide right, wide left
    count: int  # torpedoes left
    turn: int  # turn of the launch
    leg: int = 1  # 2: the second turn of long torpedoes
    craft: bool = False  # launched by torpedo boats or destroyers
    bow: bool = False  # launched ahead, from a bow tube


class Minefield(Record, frozen=True, kw_only=True):
    """A field of mines round a marked centre. It does not move."""

    id: str
    side: str
    x: int
    y: int
    density: int  # 1..10
    radius: int  # milli-inches, up to 6000
    cost: int = 0


class Battery(Record, frozen=True, kw_only=True):
    """Guns of one type ashore, firing at one target within 45 degrees of where they face. They stay. Rule: PA-2.2-6."""

    id: str
    side: str
    name: str
    cq: int
    x: int
    y: int
    facing: int
    gun: str
    count: int
    armour: int = 0
    cost: int = 0
    eased: bool = False  # has done its turn
    fired: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    gone: str = ""


class Fort(Record, frozen=True, kw_only=True):
    """One of the four forts. Its card stands in the scene."""

    id: str
    side: str
    name: str
    number: int  # 1..4
    cq: int
    x: int
    y: int
    facing: int = 180  # towards open water, for its torpedoes
    struck: int = 0
    fires: int = 0
    eased: bool = False  # has done its turn
    fired: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    loaded: int = 0
    reloads: int = 0
    launched: bool = False
    lit: bool = False
    repairs: tuple[str, ...] = ()  # as a ship's
    gone: str = ""


class Target(Record, frozen=True, kw_only=True):
    """The town or naval base to be bombarded."""

    chart: int  # 1 commerce raid, 2 shore bombardment
    side: str
    x: int
    y: int
    struck: int = 0
    structure: int = 40
    fires: int = 0
    penalties: int = 0  # penalty boxes hit
    points: int = 0  # bombardment value so far
    repairs: tuple[str, ...] = ()  # as a ship's
    last: str = ""  # the box last hit, section/level: where an explosion starts
    gone: str = ""


class Terrain(Record, frozen=True, kw_only=True):
    """Land or foul ground."""

    kind: str  # island, rocks, sandbar, shallow, peninsula, coastline
    name: str
    shape: Polygon
    side: str = ""  # who placed it


class Box(Record, frozen=True, kw_only=True):
    """An entry or exit box: a square at the table's edge."""

    kind: str  # entry, exit
    west: int
    north: int
    size: int = 12000


class Straddle(Record, frozen=True, kw_only=True):
    """A shot or an under-water hit, kept so that grids can be shown with what happened lit."""

    ship: str  # who fired; "" for mines
    target: str
    by: str  # gun type, torpedo kind, mine
    section: int
    level: int
    result: str  # in words
    steps: tuple[tuple[int, int, int, int, bool], ...] = ()  # flooding: section, level, needed, die, flooded


class PaScene(Scene, frozen=True, kw_only=True):
    """What never changes during a battle: scenario, options, cards, charts, the table."""

    charts: Charts
    cards: dict[str, ShipCard]  # by ship; pairs have one
    forts: dict[int, FortCard]
    targets: dict[int, TargetCard]
    names: dict[str, str]  # ships, squadrons, works and sides by the names players use
    sides: tuple[str, str]
    mission: str  # fleet, convoy, bombardment, special
    attacker: str  # side, "" in a fleet engagement
    width: int  # of the table, milli-inches
    height: int
    open_setup: bool  # the players set up the game themselves
    setup: dict[str, int]  # budgets and the like, read by the set-up rules
    special: tuple[tuple[str, str, int], ...] = ()


class State(GameState, frozen=True, kw_only=True):
    """A position."""

    scene: PaScene
    first: str = ""  # the side that acts first this turn
    low: str = ""  # the side that lost the initiative: it places torpedo markers first
    sea: str = "calm"
    visibility: int = 60000  # milli-inches
    night: bool = False
    baseline: dict[str, str]  # side -> north, east, south, west
    terrain: tuple[Terrain, ...] = ()
    boxes: tuple[Box, ...] = ()
    ships: dict[str, Ship]
    squadrons: dict[str, Squadron]
    markers: dict[str, TorpedoMarker] = {}
    fields: dict[str, Minefield] = {}
    batteries: dict[str, Battery] = {}
    forts: dict[str, Fort] = {}
    target: Target | None = None
    active: str = ""  # the squadron in action (a fort or a battery counts as one)
    values: dict[str, int] = {}  # original points of each side: ships, mines, commanders, works
    lost_points: dict[str, int] = {}  # side -> points of what it has lost
    cargo_exited: int = 0
    cargo_destroyed: int = 0
    cargo_total: int = 0
    bombardment_turns: int = 0  # used
    bombardment_declared: int = 0
    bombarded: bool = False  # this turn
    fired_this_turn: tuple[str, ...] = ()  # who has fired guns, in order: for the smoke of battle and night fire
    shot_at: dict[str, int] = {}  # target -> ships that have fired at it this turn
    straddles: tuple[Straddle, ...] = ()  # the last of them, for the grids
    next_marker: int = 1
    # set-up
    stage: str = ""  # what the set-up rules have come to; "" when the battle is on
    picker: str = ""  # the side that picked terrain first
    waiting: dict[str, tuple[str, ...]] = {}  # side -> squadrons, fields and works not yet deployed
    bought: dict[str, tuple[Purchase, ...]] = {}
    budget: dict[str, int] = {}  # points a side may spend
    admirals: dict[str, int] = {}  # side -> commanders
    chart: int = 0  # the bombardment chart the players chose; 0: as the scenario says
    deployer: str = ""  # the side that won the initiative for deployment
    held_back: str = ""  # the squadron it keeps to be placed last


def place(thing: Ship | Fort | Battery | Target) -> Point:
    """Return where something is: the centre of its model or counter, from which ranges are measured.

    Rule: PA-TAB-H5.
    """
    return thing.x, thing.y


def afloat(state: State, side: str = "") -> list[Ship]:
    """Return the ships on the table that still fight, of one side or of both, in order."""
    return [ship for ship in state.ships.values() if not ship.gone and (not side or ship.side == side)]


def works_of(state: State, side: str = "") -> list[Fort | Battery]:
    """Return the forts and batteries that still stand, of one side or of both, in order."""
    works: list[Fort | Battery] = [*state.forts.values(), *state.batteries.values()]
    return [work for work in works if not work.gone and (not side or work.side == side)]


def edge_depth(state: State, edge: str, at: Point) -> int:
    """Return how far a place lies from an edge of the table, in milli-inches."""
    x, y = at
    return {NORTH: y, SOUTH: state.scene.height - y, WEST: x, EAST: state.scene.width - x}[edge]


def on_table(state: State, *at: Point) -> bool:
    """Return whether places are on the table, its edges included. Rule: PA-MOV-H8."""
    width, height = state.scene.width, state.scene.height
    return all(0 <= x <= width and 0 <= y <= height for x, y in at)


def with_ship(state: State, ship: Ship) -> State:
    """Return the position with one ship changed."""
    return state.but(ships={**state.ships, ship.id: ship})


def is_struck(thing: Ship | Fort | Target, section: int, level: int) -> bool:
    """Return whether a box is devastated."""
    return bool(thing.struck & box_bit(section, level))


def is_flooded(ship: Ship, section: int, level: int) -> bool:
    """Return whether a box has been flooded."""
    return bool(ship.flooded & box_bit(section, level))
