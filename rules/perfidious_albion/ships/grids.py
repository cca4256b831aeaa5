"""Ship grids: six levels by ten sections of boxes, read from rows of tokens; every fault is reported.

A row is ten words, section 1 (the bow) to 10 (the stern): `.` for no box, or CONTENT[+CONTENT][@ARC][/ARMOUR]. Letters
A to G and X to Z are guns, as many as there are letters; Q is a group of quickfirers. Arcs: F A M P S R; none is the
broadside. A box is named by section/level: 4/2.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.kernel.record import Record
from rules.perfidious_albion.records.charts import LONG, MEDIUM, SHORT

LEVELS, SECTIONS = 6, 10
UNDER_WATER = (5, 6)
ARCS = "FAMPSR"
BARB, CT, FUN, LOW_FUN, SUP, HULL, MAG = "BARB", "CT", "FUN", "fun", "SUP", "H", "MAG"
PROP, STEER, POWER, CARGO = "PROP", "STEER", "POWER", "CARGO"
WALL, FIRE, TORP = "W", "FIRE", "TORP"
ROOMS = {"TTS": SHORT, "TTM": MEDIUM, "TTL": LONG}
LAUNCHERS = {
    "STL.S": (SHORT, 1),
    "STL.M": (MEDIUM, 1),
    "STL.L": (LONG, 1),
    "TWL.S": (SHORT, 2),
    "TWL.M": (MEDIUM, 2),
    "TWL.L": (LONG, 2),
}
OF_SHIPS = frozenset((BARB, CT, FUN, LOW_FUN, SUP, HULL, MAG, PROP, STEER, POWER, CARGO, *ROOMS, *LAUNCHERS))
OF_FORTS = frozenset((WALL, FIRE, TORP, MAG, POWER))
OF_TARGETS = frozenset("hktN")
_TOKEN = re.compile(r"(?P<contents>[A-Za-z.]+(?:\+[A-Za-z.]+)*)(?:@(?P<arc>\w+))?(?:/(?P<armour>\d+))?")
_GUNS = re.compile(r"([A-GX-Z])\1*|Q")


class Guns(Record, frozen=True):
    """The guns of a box: type, number, arc ("" is broadside: that number on each side).

    A quickfirer group is type Q.
    """

    letter: str
    count: int
    arc: str = ""

    @property
    def broadside(self) -> bool:
        """Return whether the guns are broadside guns: `number` on each side."""
        return not self.arc

    @property
    def bearing_both(self) -> int:
        """All guns, both sides counted, as the price does."""
        return self.count * 2 if self.broadside else self.count


class Box(Record, frozen=True, kw_only=True):
    """One box of a grid. contents: tokens as written, guns among them ("AA", "CT", "TTM"); armour as printed."""

    section: int
    level: int
    contents: tuple[str, ...]
    armour: int = 0
    guns: Guns | None = None

    @property
    def key(self) -> str:
        """section/level, as players name it."""
        return f"{self.section}/{self.level}"

    def has(self, token: str) -> bool:
        """Return whether the box holds a token: MAG, CT, FUN ..."""
        return token in self.contents


class Tube(Record, frozen=True, kw_only=True):
    """The torpedo tubes of one box.

    key: section/level, the mount's name. kind: short, medium, long. arc: B one set on each side, F bow, A stern, R
    trainable (either side; boats in any direction). barrels: tubes that can fire in one direction. reloads: how often
    the whole mount can be refilled.
    """

    key: str
    level: int
    section: int
    kind: str
    arc: str
    barrels: int = 1
    trainable: bool = False
    reloads: int = 0

    @property
    def torpedoes(self) -> int:
        """Torpedoes in the tubes when all are loaded: both sides of a broadside room counted."""
        return self.barrels * (2 if self.arc == "B" else 1)


class Fault(NamedTuple):
    """One fault of a grid: its row (0 = top), section (0 = the row as a whole) and what was expected."""

    row: int
    section: int
    message: str


def bit_index(section: int, level: int) -> int:
    """Return the place of a box in a grid of sixty and in a mask of sixty bits."""
    return (level - 1) * SECTIONS + section - 1


def spot(text: str) -> tuple[int, int] | None:
    """Return (section, level) of a box written section/level; None for anything else."""
    section, slash, level = text.partition("/")
    if not (slash and section.isdecimal() and level.isdecimal() and len(section) < 3 and len(level) < 2):
        return None
    found = int(section), int(level)
    return found if 1 <= found[0] <= SECTIONS and 1 <= found[1] <= LEVELS else None


def parse_grid(
    rows: tuple[str, ...], allowed: frozenset[str], guns: bool = True
) -> tuple[tuple[Box | None, ...], list[Fault]]:
    """Return sixty boxes in order, level by level, and every fault. `allowed`: the tokens it may hold besides guns."""
    faults = []
    if len(rows) != LEVELS:
        faults.append(Fault(-1, 0, f"expected {LEVELS} rows, one a level; found {len(rows)}"))
    boxes: list[Box | None] = []
    for row in range(LEVELS):
        words = rows[row].split() if row < len(rows) else []
        if row < len(rows) and len(words) != SECTIONS:
            faults.append(Fault(row, 0, f"level {row + 1}: expected {SECTIONS} words, found {len(words)}"))
        for section in range(1, SECTIONS + 1):
            word = words[section - 1] if section <= len(words) else "."
            box, message = parse_box(word, section, row + 1, allowed, guns)
            boxes.append(box)
            if message:
                faults.append(Fault(row, section, f"{section}/{row + 1}: {message}"))
    return tuple(boxes), faults


def parse_box(word: str, section: int, level: int, allowed: frozenset[str], guns: bool) -> tuple[Box | None, str]:
    """Return the box a word describes (None for `.`), or what was expected instead."""
    if word == ".":
        return None, ""
    found = _TOKEN.fullmatch(word)
    if found is None:
        return None, f"expected CONTENT[+CONTENT][@ARC][/ARMOUR] or a full stop, found {word!r}"
    contents = tuple(found["contents"].split("+"))
    arc, armour = found["arc"] or "", int(found["armour"] or 0)
    battery = [name for name in contents if guns and _GUNS.fullmatch(name)]
    strange = [name for name in contents if name not in allowed and name not in battery]
    if strange:
        words = ", ".join(sorted(allowed))
        return None, f"found {strange[0]!r}; expected guns (A to G, X to Z, Q) or one of {words}"
    if len(battery) > 1:
        return None, f"expected guns of one type in a box, found {' and '.join(battery)}"
    if arc and not battery:
        return None, f"an arc belongs to guns; {word!r} has none"
    if arc and (len(arc) != 1 or arc not in ARCS):
        return None, f"expected one of the arcs {', '.join(ARCS)}; found {arc!r}"
    if len(set(contents)) != len(contents):
        return None, f"expected every content once, found {word!r}"
    if armour > 20:
        return None, f"expected armour of 0 to 20, found {armour}"
    fitted = Guns(battery[0][0], len(battery[0]), arc) if battery else None
    return Box(section=section, level=level, contents=contents, armour=armour, guns=fitted), ""


def at(boxes: tuple[Box | None, ...], section: int, level: int) -> Box | None:
    """Return the box at section, level of a grid; None where there is none or off the grid."""
    if not (1 <= section <= SECTIONS and 1 <= level <= LEVELS):
        return None
    return boxes[bit_index(section, level)]


def standing(boxes: tuple[Box | None, ...]) -> tuple[Box, ...]:
    """Return the existing boxes, level by level from the top, bow to stern."""
    return tuple(box for box in boxes if box is not None)


def word_of(box: Box | None) -> str:
    """Return a box as it is written in a grid."""
    if box is None:
        return "."
    arc = f"@{box.guns.arc}" if box.guns and box.guns.arc else ""
    armour = f"/{box.armour}" if box.armour else ""
    return "+".join(box.contents) + arc + armour


def valid_funnels(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return the boxes with part of a funnel that cost speed: all but the upper box of a tall one that it does not
    fill.

    Rules: PA-5.8-1, PA-5.8-3, PA-5.8-7.
    """
    holds = {(box.section, box.level) for box in boxes if box.has(FUN) or box.has(LOW_FUN)}
    return tuple(
        box for box in boxes if box.has(FUN) or (box.has(LOW_FUN) and (box.section, box.level + 1) not in holds)
    )
