"""Scenarios and map sheets as plain values."""

from __future__ import annotations

from rules.kernel.record import Record


class Outline(Record, frozen=True, forbid_unknown_fields=True):
    """A coast: a closed line in thousandths of a hex column (x) and row (y) from the map's top left corner."""

    name: str
    points: tuple[tuple[int, int], ...]


class MapLabel(Record, frozen=True, forbid_unknown_fields=True):
    """Words on the chart."""

    text: str
    at: tuple[int, int]
    size: int = 18
    style: str = "place"  # sea, land, place, town


class Zone(Record, frozen=True, forbid_unknown_fields=True):
    """A named set of hexes: set-up zones, exits."""

    name: str
    side: str
    purpose: str  # setup, exit, entry
    hexes: tuple[int, ...]


class MapSheet(Record, frozen=True, kw_only=True):
    """A hex map as the rules see it. Hex numbers are column * 100 + row; `terrain` is indexed by them."""

    key: str
    title: str
    columns: int
    rows: int
    terrain: bytes  # 10,000 codes: 0 off the map; at sea 1 deep, 2 middle depth, 3 shallow, 4 land; ashore GROUNDS
    soundings: tuple[tuple[int, int], ...] = ()  # (hex, fathoms)
    outlines: tuple[Outline, ...] = ()
    labels: tuple[MapLabel, ...] = ()
    zones: tuple[Zone, ...] = ()
    yards_per_hex: int = 1000
    ground: str = "sea"  # sea, or land: a battlefield whose terrain codes are those of GROUNDS
    north_deg: int = 0  # where north lies, clockwise from the map's top edge
    levels: bytes = b""  # land: hill level by hex number, 10,000 of them; empty = flat
    sides: tuple[tuple[int, int, str], ...] = ()  # land: (hex that owns it, direction 0..5, one of SIDE_KINDS)
    features: tuple[tuple[str, int], ...] = ()  # land: (one of FEATURES, hex): what is drawn and rules nothing

    def land(self) -> bytes:
        """Return 10,000 flags, 1 where a hex is land: what blocks ships and lines of sight."""
        return self.terrain.translate(_LAND)

    def sea(self) -> bytes:
        """Return 10,000 flags, 1 where a ship may be."""
        return self.terrain.translate(_SEA)

    def ground_at(self, hex_: int) -> str:
        """Return the ground of a hex of a land map by its name in GROUNDS; "" off the map and at sea."""
        return GROUND_NAMES.get(self.terrain[hex_], "") if 0 <= hex_ < len(self.terrain) else ""

    def level_at(self, hex_: int) -> int:
        """Return the hill level of a hex: 0 is the plain."""
        return self.levels[hex_] if 0 <= hex_ < len(self.levels) else 0

    def hexes_of(self, *grounds: str) -> tuple[int, ...]:
        """Return the hexes of a land map that have one of these grounds, in the order of their numbers."""
        codes = {GROUNDS[ground] for ground in grounds}
        return tuple(hex_ for hex_, code in enumerate(self.terrain) if code in codes)


LAND = 4
GROUNDS = {
    "open": 5,
    "scrub": 6,
    "rough": 7,
    "wood": 8,
    "donga": 9,  # wadi, ravine, stream
    "trench": 10,
    "buildings": 11,
    "river": 12,
    "ford": 13,
    "road": 14,
}  # the terrain codes of a land map
GROUND_NAMES = {code: ground for ground, code in GROUNDS.items()}
SIDE_KINDS = ("wall", "laager", "zareba")  # obstacles on hexsides of a land map
FEATURES = ("well", "hut", "kraal", "tree", "camp", "cairn")  # small things on a land map that only the eye needs
_LAND = bytes(1 if code == LAND else 0 for code in range(256))
_SEA = bytes(1 if code in (1, 2, 3) else 0 for code in range(256))


class Unit(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One ship or stand of a force."""

    name: str
    kind: str = ""  # class key; empty = looked up in the system's roster by name
    changes: dict[str, int] = {}  # card values this scenario changes, e.g. firepower: 12


class Force(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A division, squadron or battalion at the start of a scenario."""

    id: str
    side: str
    name: str
    tag: str = ""  # a short name for its counter
    units: tuple[Unit, ...]
    at: tuple[int, ...]
    facing: str = ""
    speed: int = 0
    formation: str = ""
    traits: tuple[str, ...] = ()  # loaded, transport_run, surprised, bombardment, smoke_card ...


COLOURS = ("blue", "red")  # of the sides; what each looks like is the window's affair


class SideNote(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side in a scenario."""

    key: str
    name: str
    nation: str
    brief: str
    handicap: int = 0
    colour: str = ""  # one of COLOURS; empty: its key where that is a colour, else what the other side leaves


class Award(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points a scenario gives a side, or takes from it, for a condition: `when` is read and checked by the system."""

    side: str
    points: int  # below 0: deducted
    when: str
    of: tuple[str, ...]  # ships by name, forces by id
    least: int = 0  # once, when so many of them meet the condition; 0: for each that does
    band: int = 0
    why: str  # in the ledger, behind the name: "reached the transports"


class StartCondition(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition set before the battle begins: a field of a state, or of one record in a part of it.

    {part: ships, id: mikasa, field: fires, value: "1"}; {part: cursor, field: phase, value: "3"}. `value` is JSON.
    """

    part: str
    id: str = ""  # empty: the part itself, or with a `field` one field of it
    field: str = ""
    value: str


class Scenario(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle ready to be played."""

    key: str
    system: str
    title: str
    date: str
    clock: str = "00:00"
    minutes_per_turn: int = 3
    map: str = ""
    turns: int
    summary: str  # one line
    briefing: str
    history: str = ""
    sources: tuple[str, ...]
    difficulty: int = 1  # 1 small .. 5 large
    minutes: int = 30  # how long a game takes
    sides: tuple[SideNote, SideNote]
    forces: tuple[Force, ...]
    conditions: dict[str, str] = {}  # visibility, seas, ... read by the system
    options: dict[str, bool] = {}  # options this scenario sets
    special: tuple[tuple[str, str, int], ...] = ()  # (what, who, number): read and checked by the system
    awards: tuple[Award, ...] = ()  # only in systems that have them
    order: int = 0  # place in the list of scenarios
    position: tuple[StartCondition, ...] = ()  # a position for teaching


def side_colours(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Return each side's key with its colour: its own, else its key where that is one, else one that is left.

    Two sides never share a colour.
    """
    found = {side.key: side.colour for side in scenario.sides}
    for key in [key for key, colour in found.items() if not colour and key in COLOURS]:
        found[key] = key if key not in found.values() else ""
    left = [colour for colour in COLOURS if colour not in found.values()]
    return tuple((key, colour or left.pop(0)) for key, colour in found.items())
