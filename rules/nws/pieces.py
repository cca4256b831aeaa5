"""The pieces of either game's position: ships, divisions, and functions on them.

Each game extends them with fields of its own. Nothing in this module rolls dice or cites a rule: the callers do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from rules.kernel.default_hooks import enemy_of as enemy_of
from rules.kernel.derived import derived
from rules.kernel.flow import Cursor, Illegal, Scene
from rules.kernel.record import Record
from rules.nws.charts import Charts
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.roster import ShipClass

if TYPE_CHECKING:
    from typing import Self

UNSEEN = 0  # what a side knows of an enemy division: nothing. More than nothing has numbers of each game's own

FORMATIONS = ("ahead", "abreast", "echelon", "dispersed")
FORMATION_NAMES = {
    "ahead": "Line Ahead",
    "abreast": "Line Abreast",
    "echelon": "Echelon",
    "dispersed": "Dispersed",
}


class Vessel(Record, frozen=True, kw_only=True):
    """One ship, or a land target. Its card stands in the scene; here is what changes. A game adds fields behind these.

    One added field is `gone`: "", sunk, left.
    """

    id: str
    division: str
    structure: int = 0  # damage levels 0..4
    flotation: int = 0  # a land target has none
    fire: bool = False
    salvos: int = 0
    reload: int = 0  # quiet turns so far towards a reload
    reloaded: bool = False
    fired: bool = False  # main guns, this turn
    flashed: bool = False  # main guns, last turn
    launched: bool = False  # torpedoes, this turn
    starred: bool = False  # star shell, this turn
    lights: str = ""  # ship its searchlight is on, this turn

    if TYPE_CHECKING:

        @property
        def gone(self) -> str: ...


class Hit(Record, frozen=True, kw_only=True):
    """Damage waiting for the end of the phase, where all of it is applied at once."""

    ship: str
    target: str
    structure: int
    flotation: int = 0
    fire: bool = False
    rule: str


class Salvo(Record, frozen=True, kw_only=True):
    """A torpedo salvo in the water. A game adds fields behind these: the distance, the turn in which it arrives."""

    side: str
    ship: str
    target: str
    kind: str
    start: int  # hex or band of launch
    aimed: int  # hex or band of the target's division at launch


class Division(Protocol):
    """One to six ships of a side that move, spot and evade as one."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def formation(self) -> str: ...
    @property
    def ships(self) -> tuple[str, ...]: ...
    @property
    def traits(self) -> tuple[str, ...]: ...
    @property
    def evading(self) -> bool: ...
    @property
    def smoking(self) -> bool: ...
    @property
    def moved(self) -> bool: ...
    @property
    def orders(self) -> int: ...
    def but(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        ...


class NwsScene(Scene, frozen=True, kw_only=True):
    """What never changes: scenario, options, the ship cards and the charts."""

    charts: Charts
    cards: dict[str, ShipClass]  # ship or land target -> its card
    names: dict[str, str]  # ships, land targets and sides by the names players use
    sides: tuple[str, str]
    owner: dict[str, str]  # ship -> side
    nations: dict[str, str]  # side -> navy, for damage control
    lookouts: dict[str, int]  # side -> hexes or bands its lookouts add at night
    handicap: dict[str, int]
    surprise: dict[str, int]  # side -> last turn on which it is surprised
    month: str  # "1942-11"
    power: dict[str, tuple[int, ...]]  # ship -> firepower at damage level 0..4
    knots: dict[str, tuple[int, ...]]  # ship -> speed at damage level 0..4


V = TypeVar("V", bound=Vessel)
D = TypeVar("D", bound=Division)
V_co = TypeVar("V_co", bound=Vessel, covariant=True)
D_co = TypeVar("D_co", bound=Division, covariant=True)


class Position(Protocol[V_co, D_co]):
    """A state of either game."""

    @property
    def scene(self) -> NwsScene: ...
    @property
    def cursor(self) -> Cursor: ...
    @property
    def memo(self) -> dict[object, object]: ...
    @property
    def visibility(self) -> str: ...
    @property
    def divisions(self) -> Mapping[str, D_co]: ...
    @property
    def ships(self) -> Mapping[str, V_co]: ...
    @property
    def contacts(self) -> Mapping[str, Mapping[str, int]]: ...  # side -> enemy division -> what it knows
    @property
    def shots(self) -> Mapping[str, int]: ...  # target ship -> ships that have fired at it this turn
    @property
    def hits(self) -> tuple[Hit, ...]: ...
    @property
    def salvos(self) -> tuple[Salvo, ...]: ...
    def but(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        ...


P = TypeVar("P", bound=Position[Vessel, Division])


# What the strength and speed of one division are derived from: it is the first key.
STRENGTH = ("divisions[id].ships", "ships[division].structure", "ships[division].flotation")
# And what it may be ordered: whatever there is of it, and which of its ships are able.
ORDERED = ("divisions[id]", *STRENGTH, "ships[division].gone")


# ---------------------------------------------------------------------- sides and divisions


@derived("divisions")
def divisions_of(state: Position[Vessel, D], side: str) -> list[D]:
    """Return a side's divisions on the board, in order, land targets included."""
    return [division for division in state.divisions.values() if division.side == side]


def is_land_target(division: Division) -> bool:
    """Return whether it is a land target: an airfield or a gun battery. Only one of the games has any."""
    return "land" in division.traits


def contact(state: Position[Vessel, Division], side: str, division: str) -> int:
    """Return what a side knows of an enemy division: UNSEEN, or a number of the game's own."""
    return state.contacts[side].get(division, UNSEEN)


def is_surprised(state: Position[Vessel, Division], side: str) -> bool:
    """Return whether a side is surprised this turn."""
    return state.cursor.turn <= state.scene.surprise.get(side, 0)


def at_night(state: Position[Vessel, Division]) -> bool:
    """Return whether it is night now: the visibility may change in the battle."""
    return state.visibility in state.scene.charts.spotting.night


# ---------------------------------------------------------------------- ships


def is_able(ship: Vessel) -> bool:
    """Return whether a ship can still fight or run: on the board and not out of action."""
    return not ship.gone and ship.structure < OUT_OF_ACTION


def able_ships(state: Position[V, Division], division: Division) -> Iterator[V]:
    """Yield the ships of a division that can act."""
    ships = state.ships
    for name in division.ships:
        ship = ships[name]
        if ship.structure < OUT_OF_ACTION:
            yield ship


def has_able(state: Position[Vessel, Division], division: Division) -> bool:
    """Return whether any ship of the division can act."""
    ships = state.ships
    for name in division.ships:  # noqa: SIM110 - asked so often that a generator is felt
        if ships[name].structure < OUT_OF_ACTION:
            return True
    return False


def damage_level(ship: Vessel) -> int:
    """Return the greater of the two tracks: 0 none, 1 Light, 2 Moderate, 3 Heavy, 4 out of action."""
    return ship.structure if ship.structure >= ship.flotation else ship.flotation


def speed_kn(state: Position[Vessel, Division], ship: Vessel) -> int:
    """Return speed in knots now, from the card line of the greater damage level."""
    return state.scene.knots[ship.id][damage_level(ship)]


def is_illuminated(state: Position[Vessel, Division], ship: Vessel) -> bool:
    """Return whether an enemy searchlight is on this ship or land target now."""
    return any(other.lights == ship.id for other in state.ships.values())


def ship_and_target(
    state: Position[V, D], board: str, side: str, ship_name: str, target_name: str, rule: str
) -> tuple[V, D, V, D] | tuple[Illegal]:
    """Return the ships and divisions a command names, or why there are none such. board: map, chart."""
    ship, target = state.ships.get(ship_name), state.ships.get(target_name)
    if ship is None or ship.gone or state.divisions[ship.division].side != side:
        return (Illegal(f"{side} has no ship called {ship_name!r} on the {board}", rule),)
    if target is None or target.gone or state.divisions[target.division].side == side:
        return (Illegal(f"there is no enemy ship called {target_name!r} on the {board}", rule, ship_name),)
    return ship, state.divisions[ship.division], target, state.divisions[target.division]


# ---------------------------------------------------------------------- the position with something changed


def with_ship(state: P, ship: Vessel) -> P:
    """Return the position with one ship changed."""
    return state.but(ships={**state.ships, ship.id: ship})


def with_division(state: P, division: Division) -> P:
    """Return the position with one division changed."""
    return state.but(divisions={**state.divisions, division.id: division})


ALONE = "-alone"  # in the id of a division that began as one ship, behind hers


def parting_words(ship: str, division: str, drift: bool) -> str:
    """Return how a ship leaves a division, in words before its name; one that is called as she is is distinguished."""
    how = "dropped out of" if drift else "left"
    return f"{how} the division called" if ship == division else how
