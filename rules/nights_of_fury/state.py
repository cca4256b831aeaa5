"""The position of a game: ships, divisions in their range bands, contacts, salvos in the water, and the campaign."""

from __future__ import annotations

from rules.kernel.flow import GameState
from rules.kernel.modifiers import Modifier
from rules.kernel.record import Record
from rules.nights_of_fury.charts import Charts
from rules.nws import pieces as nws
from rules.nws.pieces import Hit, NwsScene, Vessel, contact, damage_level, enemy_of

FIRST, LAST = 1, 10  # the range bands: 1 has the United States flag, 10 the Japanese (NoF-BAND-H1)
OFF = {FIRST: 0, LAST: 11}  # where a division goes that leaves the chart at an end

RADAR, SIGHTED = 1, 2  # what a side knows of an enemy division; UNSEEN is 0 (NoF-SPT-H8)


class Ship(Vessel, frozen=True, kw_only=True):
    """One ship, or a land target."""

    shone: bool = False  # used its searchlight this turn, or the solitaire chart threw for it
    loaded: bool = False  # carries men and stores on deck (NoF-LOA-H1)
    gone: str = ""  # "", sunk, left
    left_at: int = 0  # the end band at which it left the chart: 1 or 10


class Consultation(Record, frozen=True, kw_only=True):
    """How the solitaire chart decided a division's action: the roll with its modifiers, or why it needed none."""

    turn: int
    die: int = 0  # 0: nothing was rolled
    modifiers: tuple[Modifier, ...] = ()
    total: int = 0
    row: int = -1  # of the chart, first 0; -1: no row
    why: str = ""
    open: bool = False  # the enemy was reported


class Division(Record, frozen=True, kw_only=True):
    """A division: one to six ships of a side in one band that move, spot and evade as one. One counter.

    traits, from the scenario: loaded, run (a transport or supply run), bombardment, land (a shore target, never moves).
    """

    id: str
    side: str
    name: str
    tag: str  # short name on its counter
    band: int
    began: int  # the band in which it began this turn
    formation: str
    ships: tuple[str, ...]
    flag: str  # the flagship; when she is lost the division is Dispersed (NoF-FRM-H3)
    traits: tuple[str, ...] = ()
    evading: bool = False
    smoking: bool = False
    sheltering: bool = False  # claims an island (NoF-LOS-3)
    starlit: bool = False  # star shell burst over it and found it, this turn (NoF-SPT-H10)
    moved: bool = False  # has tried its move, or evades, this turn
    orders: int = 0  # bits: 1 formation, 2 ships detached or joined
    action: str = ""  # the chart's last result: close, hold, increase, evade, disengage
    consulted: bool = False  # the chart was consulted this turn
    consultation: Consultation | None = None  # the last one
    detached: bool = False  # turned for home on the chart's order and is not safe yet (NoF-AI-14)


class Salvo(nws.Salvo, frozen=True, kw_only=True):
    """A torpedo salvo in the water."""

    distance: int  # bands at launch
    turn: int  # it arrives in phase 5 of this turn
    unseen: bool = False  # the launching division was not seen by the target's


class Glimpse(Record, frozen=True, kw_only=True):
    """An enemy division as it was last seen."""

    division: Division
    ships: tuple[Ship, ...]
    turn: int


class Berth(Record, frozen=True):
    """Where a ship of the campaign is: ready, sailing, repairing (until the round named), lost."""

    status: str = "ready"
    until: int = 0


class BattleRecord(Record, frozen=True, kw_only=True):
    """One round of the campaign, over: what it was, what it brought each side, who was lost or hurt."""

    round: int
    kind: str  # the battle type, or unopposed, or none
    title: str
    points: dict[str, int]
    missions: dict[str, str] = {}  # side -> what it set out to do
    lost: tuple[str, ...] = ()
    hurt: tuple[str, ...] = ()
    why: str = ""


class Campaign(Record, frozen=True, kw_only=True):
    """The campaign around the battles: round, missions, fleets, points, and what has been fought."""

    rounds: int
    round: int = 0
    missions: dict[str, str] = {}  # side -> transport, bombardment, patrol, intercept, rest
    berths: dict[str, Berth] = {}  # ship -> where it is; what is not named is ready
    henderson: int = 0  # damage levels of Henderson Field
    points: dict[str, int] = {}  # side -> victory points of the rounds that are over
    history: tuple[BattleRecord, ...] = ()
    at_sea: bool = False  # a battle is being fought


class NofScene(NwsScene, frozen=True, kw_only=True):
    """What never changes: scenario, options, the cards of every ship that may appear, the charts."""

    charts: Charts
    home: dict[str, int]  # side -> the band of its flag: IJN 10, USN 1 (NoF-START-1, NoF-START-2)
    weather: tuple[tuple[int, str], ...] = ()  # (turn, visibility from that turn on)
    charted: frozenset[str] = frozenset()  # sides the solitaire chart commands


class State(GameState, frozen=True, kw_only=True):
    """A position."""

    scene: NofScene
    first: str  # the side that acts first this turn
    visibility: str
    mission: str  # "", interception, meeting, ijn_bombardment, ijn_transport, usn_transport
    turns: int  # length of this battle
    divisions: dict[str, Division]
    ships: dict[str, Ship]  # the ships of this battle
    titles: dict[str, str]  # division -> its name; kept for the whole battle, also when it is gone
    opening: dict[str, Division]  # how each division stood at the start of this battle
    islands: dict[str, int] = {}  # savo, florida, guadalcanal -> its band
    contacts: dict[str, dict[str, int]]  # side -> enemy division -> what it knows; UNSEEN is not listed
    seen: dict[str, dict[str, Glimpse]]  # side -> enemy division -> last seen
    shots: dict[str, int] = {}  # target -> ships that have fired at it this turn
    hits: tuple[Hit, ...] = ()
    salvos: tuple[Salvo, ...] = ()
    campaign: Campaign | None = None


# What lines between divisions depend on.
LINES = ("islands", "divisions.band", "divisions.side", "divisions.sheltering", "divisions.name")


def at_sea(state: State) -> bool:
    """Return whether a battle is being fought: always, except between the battles of a campaign."""
    return state.campaign is None or state.campaign.at_sea


def firepower(state: State, ship: Ship) -> int:
    """Return firepower now, by the greater damage level.

    A loaded ship has less while unhurt (NoF-DMG-H2, NoF-LOA-H1).
    """
    level = damage_level(ship)
    power = state.scene.power[ship.id][level]
    if ship.loaded and level == 0:
        return max(power + state.scene.charts.gunnery.loaded_firepower, 0)
    return power


def formation_of(division: Division) -> str:
    """Return the formation that counts: a ship alone is in Line Abreast unless she was ordered Line
    Ahead (NoF-ORD-H1).
    """
    return division.formation if len(division.ships) > 1 or division.formation == "ahead" else "abreast"


def fresh_ship(scene: NofScene, name: str, division: Division) -> Ship:
    """Return a ship or land target as it is when a battle begins; only destroyers are ever loaded (NoF-LOA-H1)."""
    card = scene.cards[name]
    loaded = "loaded" in division.traits and card.type == "DD"
    return Ship(id=name, division=division.id, salvos=card.salvos, loaded=loaded)


def ahead_of(state: State, side: str) -> int:
    """Return the direction of the enemy's flag in bands: +1 for the side whose flag is at band 1, -1 for the other."""
    return 1 if state.scene.home[side] == FIRST else -1


def informed_sides(state: State, division: Division, least: int = RADAR) -> tuple[str, ...]:
    """Return who may know what this division does: () = everyone, else its owner alone (NoF-SPT-H8)."""
    if not state.scene.options["hidden_movement"]:
        return ()
    if contact(state, enemy_of(state, division.side), division.id) >= least:
        return ()
    return (division.side,)
