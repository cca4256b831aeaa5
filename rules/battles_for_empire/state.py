"""The position of a game: units of stands, leaders, mules, contacts, and what is still hidden."""

from __future__ import annotations

from rules.battles_for_empire.charts import Charts
from rules.battles_for_empire.movement_costs import MovementMap
from rules.battles_for_empire.roster import UnitType
from rules.kernel.default_hooks import enemy_of as enemy_of
from rules.kernel.derived import derived
from rules.kernel.flow import GameState, Scene
from rules.kernel.record import Record

FORMATIONS = ("line", "column", "skirmish", "square", "mass", "deep", "mounted", "stand")
FORMATION_NAMES = {
    "line": "Line",
    "column": "March column",
    "skirmish": "Skirmish order",
    "square": "Company square",
    "mass": "Mass",
    "deep": "Deep mass",
    "mounted": "Mounted",
    "stand": "Single stand",
    "limbered": "Limbered",
}
# What derived values depend on (rules/kernel/derived.py): few sets, because each is checked at every write.
STANDING = ("units.hex", "units.lost", "units.side", "units.formation", "units.ground", "units.mounted")
OF_A_SIDE = (*(f"units[side].{part}" for part in ("side", "hex", "lost", "formation", "facing", "shaken")), "markers")
MARCHING = (
    *("units.hex", "units.lost", "units.side", "units.formation", "units.facing", "units.shaken", "units.mounted"),
    *("units.allowance", "units.full", "units.moved", "contacts", "markers"),
)
FIRING = (
    *(*STANDING, "contacts"),
    *(f"units[id].{part}" for part in ("fired", "charged", "facing", "aimed", "full", "allowance", "moved", "turned")),
    *(f"units[id].{part}" for part in ("pivoted", "limbered", "formed_skirmish", "moved_further")),
)
FACINGS = ("NNE", "E", "SSE", "SSW", "W", "NNW")  # facing k is the corner between directions k and k + 1


class Body(Record, frozen=True, kw_only=True):
    """A unit: four stands, or one stand of a gun or machine gun. Its card stands in the scene; here is what changes."""

    id: str
    side: str
    command: str  # the force it belongs to: its leaders help it
    hex: int
    facing: int  # 0..5
    formation: str
    kills: int = 0
    shaken: bool = False
    disordered: int = 0  # the turn in which broken ground disordered it; 0 = in good order
    low: bool = False  # low on ammunition
    jammed: bool = False  # this turn
    ground: bool = False  # gone to ground, or prone
    mounted: bool = False
    limbered: bool = False
    taken_up: bool = False  # has rolled its manoeuvre die this turn
    allowance: int = 0  # hexes left of this turn's move
    full: int = 0  # hexes of this turn's move before any was spent
    rallied: bool = False  # this turn
    moved: int = 0  # hexes spent on moving this turn, a recoil included
    turned: bool = False  # wheeled, changed face or formation, mounted or dismounted this turn
    formed_skirmish: bool = False  # changed into skirmish order this turn
    moved_further: bool = False  # and moved or turned besides, before or after it
    pivoted: bool = False
    charged: str = ""  # whom it charged this turn
    fired: bool = False
    aimed: str = ""  # the first target of a square that may fire at another one still
    lost: str = ""  # "", destroyed, captured, exited


class Leader(Record, frozen=True, kw_only=True):
    """A leader: his rating is added to the manoeuvre dice of his command."""

    id: str
    side: str
    command: str  # the force he commands
    rating: int
    hex: int
    moved: bool = False
    down: bool = False
    shocked: int = 0  # the turn in which his command suffers for his loss


class Mule(Record, frozen=True, kw_only=True):
    """An ammunition mule."""

    id: str
    side: str
    hex: int
    loads: int = -1  # -1: as many as wanted
    moved: bool = False
    used: bool = False  # this turn
    lost: bool = False


class Contact(Record, frozen=True):
    """Melee contact: who charged whom, and the round that comes next."""

    attacker: str
    defender: str
    turn: int  # it was made in this turn: closing fire and impetus belong to it
    rounds: int = 0


class Marker(Record, frozen=True, kw_only=True):
    """A hidden native unit, or a dummy: the enemy sees a marker and no more."""

    id: str
    side: str
    hex: int
    unit: str = ""  # empty: a dummy


class Roll(Record, frozen=True, kw_only=True):
    """The last manoeuvre die of a unit, so that the conduct chart can light its row."""

    unit: str
    chart: str
    column: str  # bold, unsure, shaken
    total: int
    result: str


class FieldScene(Scene, frozen=True, kw_only=True):
    """What never changes: scenario, map, options, cards and charts."""

    charts: Charts
    country: MovementMap
    cards: dict[str, UnitType]  # unit -> its card
    foot_cards: dict[str, UnitType]  # mounted units that fight on foot with another card -> that card
    names: dict[str, str]
    sides: tuple[str, str]
    break_points: dict[str, int]  # side -> break point in half points
    opening: dict[str, Body]
    arrivals: tuple[tuple[int, str], ...] = ()  # (turn, unit, leader or mule)
    entries: dict[str, int] = {}  # unit -> the hex it comes on at
    horns: dict[str, str] = {}  # unit -> its Zulu arrival chart: I, II, III
    marked: tuple[Marker, ...] = ()  # the markers as they were laid
    permissions: dict[str, int] = {}  # what the scenario allows (boer_rapid_fire ...) -> from which turn
    night_from: int = 0


class State(GameState, frozen=True, kw_only=True):
    """A position."""

    scene: FieldScene
    first: str  # moves first this turn
    initiative: str  # won the dice: fires first, orders the melees
    in_hand: str = ""  # the unit that is being moved: one at a time
    units: dict[str, Body]
    leaders: dict[str, Leader]
    mules: dict[str, Mule]
    contacts: tuple[Contact, ...] = ()
    markers: dict[str, Marker] = {}
    fought: tuple[str, ...] = ()  # defenders whose melee has been resolved this turn
    dared: tuple[str, ...] = ()  # units that made the sortie of their scenario
    waiting: tuple[str, ...] = ()  # units, leaders and mules that have not come on yet
    last_roll: Roll | None = None
    fallen: tuple[tuple[int, int, str], ...] = ()  # (hex, turn, side) where units were destroyed: friends nearby suffer


def in_play(unit: Body) -> bool:
    """Return whether a unit stands on the field."""
    return not unit.lost and unit.hex > 0


def card(state: State, unit: Body) -> UnitType:
    """Return the unit's current card: some mounted units use a different card on foot."""
    scene: FieldScene = state.scene
    if not unit.mounted and unit.id in scene.foot_cards:
        return scene.foot_cards[unit.id]
    return scene.cards[unit.id]


def fire_card(state: State, unit: Body) -> UnitType:
    """Return the card a unit fires by: with fire from the saddle, unarmed riders use that of their fight on foot.

    Rule: BFE-PUB-29.
    """
    kind = card(state, unit)
    if unit.mounted and not kind.weapon and state.scene.options["mounted_fire"]:
        found: UnitType = state.scene.foot_cards.get(unit.id, kind)
        return found
    return kind


def is_single_stand(state: State, unit: Body) -> bool:
    """Return whether a unit is one stand: a gun or a machine gun."""
    return state.scene.cards[unit.id].arm in ("gun", "mg")


def stamina(state: State, unit: Body) -> int:
    """Return the Kills at which a unit is removed: four stands 8 (4 with the option), one stand 2."""
    chart = state.scene.charts.stamina
    if is_single_stand(state, unit):
        return chart.single
    return chart.first_edition if state.scene.options["first_edition_kills"] else chart.four_stands


def is_engaged(state: State, unit: Body) -> bool:
    """Return whether a unit is in melee contact."""
    contacts = state.contacts
    return bool(contacts) and any(unit.id in (contact.attacker, contact.defender) for contact in contacts)


def unit_name(state: State, unit: Body) -> str:
    """Return the name players use."""
    return state.scene.names.get(unit.id, unit.id)


@derived(*STANDING)
def on_field(state: State) -> dict[int, tuple[str, ...]]:
    """Return which units stand in which hex."""
    found: dict[int, tuple[str, ...]] = {}
    for unit in state.units.values():
        if not unit.lost and unit.hex > 0:
            found[unit.hex] = (*found.get(unit.hex, ()), unit.id)
    return found


def with_unit(state: State, unit: Body) -> State:
    """Return the position with one unit changed."""
    return state.but(units={**state.units, unit.id: unit})
