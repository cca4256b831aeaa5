"""What the battle builder must know of one game: the fields of a unit, the settings, the units to choose from.

The words and numbers are in `workbench.yaml` of each game; the units, with drawings and points, come from its roster by
`System.unit_catalogue`. Points are for drawing fair forces and nothing else: no rule reads them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record
from rules.kernel.view import Hull, Place, Stand

WORKBENCH_FILE = "workbench.yaml"
HEX, BAND, TABLE = "hex", "band", "table"


class CatalogueEntry(Record, frozen=True, kw_only=True):
    """A ship, or a type of unit, to choose from."""

    key: str  # among all that may be had: the name of a ship, the kind of a unit
    name: str
    kind: str = ""  # what a scenario writes as its kind; empty: the name is enough
    nation: str  # key of a side kind
    type: str  # BB, CA, foot ...: what one looks for
    words: str  # one line: guns, weapons, year
    first: int = 0  # years in which it may be had
    last: int = 9999
    points: int
    hull: Hull | None = None
    stand: Stand | None = None
    forms: tuple[str, ...] = ()  # formations of this one; empty: those of the workbench
    carries: tuple[str, str] = ("", "")  # a condition that goes with it: its key and its words
    values: dict[str, int] = {}  # of its card: those a skirmish may move, where they differ from one to the other
    single: bool = True  # there is only one: it stands in one force at most


class Choice(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition to be set: its key in the scenario ({side}: one for each side), its words, what it may be.

    A usual value of "" says nothing, and is not written.
    """

    key: str
    label: str
    values: dict[str, str]  # value -> words
    usual: str
    of_sides: bool = False  # it may be either side, too


class Flag(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side that may fight: the first letters of the scenario's side note."""

    name: str
    nation: str
    years: tuple[int, int] = (0, 9999)


class StartPosition(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a side's first force is placed, in the scenario's own numbers, and the step from one force to the next."""

    at: Place
    step: Place
    facing: str = ""


class Special(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A special rule with a number for each side, such as a break point."""

    key: str
    label: str
    usual: int
    per_unit: int = 0  # hundredths for each unit of the side, where the usual number follows from its size
    values: tuple[int, ...]


SIDE, WHERE = "{side}", "{at}"  # in the text of a thing
VALUE = "{value}"  # in how a card value is reported


class Thing(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a battle places on its board that is no unit: a minefield, a fort, an island, a dummy.

    A condition `KEY NAME: text`, or with `special` a special rule `KEY who place`.
    """

    key: str
    label: str
    text: str = ""  # of a new one: {side} and {at} are put in
    single: bool = False  # there is one at most: as a condition its key alone, as a special rule one of each name
    special: bool = False
    names: dict[str, str] = {}  # special: who it may be of -> words; empty: a side


class EditorSchema(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a unit of one game needs, and what may be set."""

    place: str  # hex, band, table
    land: dict[str, str] = {}  # table: kind of land or foul ground -> what stands before its corners in a condition
    each: bool = False  # every unit is a force of its own
    piece_of_ship: bool = False  # every ship has a counter of its own, named as she is
    scale: int = 1  # thousandths of the board's unit in one number of the scenario
    apart: int = 0  # from ship to ship of a force, in the scenario's numbers
    size: Place = ()  # of the table, or the bands
    unit: str = ""
    table: int = 0  # how wide the table is in the words of the condition `table`: 72 inches
    facings: tuple[str, ...] = ()  # in the order of the board's own numbers; a table has degrees instead
    turn_deg: int = 0
    formations: tuple[str, ...] = ()
    speeds: tuple[int, ...] = ()
    speed_words: str = ""
    most: int  # units in a force
    changes: dict[str, int] = {}  # card values given to every unit
    favour: dict[str, tuple[int, int]] = {}  # card values a skirmish moves to be even: the worst and the best
    favour_words: dict[
        str, tuple[str, str]
    ] = {}  # those values on the page of a force: label, how a {value} is reported
    worn: tuple[str, str] = ("", "")  # part and field of a unit's losses, if a skirmish may begin with some to be even
    leader: dict[str, int] = {}  # and to the first of a side's first force
    map: str = ""  # of a new battle
    date: str
    clock: str
    minutes_per_turn: int
    turns: int
    years: tuple[int, int]
    conditions: tuple[Choice, ...] = ()
    wounds: dict[str, str] = {}  # start conditions of a counter: field of its record -> words
    boxes: dict[str, tuple[int, int]] = {}  # of those, masks of the boxes of a card -> sections, levels
    specials: tuple[Special, ...] = ()
    things: tuple[Thing, ...] = ()  # what may lie on its board besides units
    traits: dict[str, str] = {}  # what a force may be marked as -> words
    later: dict[str, str] = {}  # conditions (or with "" special rules) under which forces come only when it is played
    later_words: str = ""  # how that is said on the page
    more_conditions: str = ""  # what else may be typed as "key: words", by an example; empty: nothing
    more_specials: str = ""  # and as "what who number"
    flags: dict[str, Flag]
    sides: tuple[str, str]  # of a new battle
    fixed_sides: bool = False  # no others can fight
    posts: tuple[StartPosition, StartPosition]
    handicaps: tuple[int, ...] = tuple(range(41))  # that the page offers; empty: its rules know none
    by_handicap: bool = False  # a skirmish is made even by a handicap in points, else by what its sides may buy
    budget: tuple[int, ...]  # points of a small, a middling and a large skirmish
    skirmish_turns: int


@cache
def load_editor_schema(folder: Path) -> EditorSchema:
    """Return the workbench of a game from its folder. Raises DataError."""
    return load_yaml(folder / WORKBENCH_FILE, EditorSchema)
