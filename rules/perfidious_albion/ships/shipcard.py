"""Cards: the printed data of a ship, a fort and a bombardment target.

Rules: PA-STK-H1, PA-STK-H2, PA-2.1-65, PA-2.1-67, PA-8-4, PA-PEN-H4.
"""

from __future__ import annotations

from rules.kernel.record import Record
from rules.kernel.view import Hull
from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.grids import Box, Tube

FOOT = 4  # milli-inches on the table for one foot of a ship
DRAWN = {"TB": "DD"}  # a torpedo boat is drawn as a small destroyer


class PropRoom(Record, frozen=True):
    """A propulsion room: where it is and the speed units it supplies."""

    section: int
    level: int
    units: int


class Printed(Record, frozen=True, kw_only=True):
    """What a ship's row in a file and her card have in common. type: BB CA CL DD TB AP, for words and drawing."""

    title: str
    type: str
    nation: str
    completed: int
    tons: int
    speed: int
    flotation: int
    tech: int
    bow_level: int
    default_cq: int
    prop_units: tuple[int, ...] = ()
    qf_lb: int = 0  # weight of shot of all quickfirers, in half pounds
    ram: bool = False
    unstable: bool = False
    fire_prone: bool = False
    shallow: bool = False
    torpedo_craft: bool = False
    merchant: bool = False
    spar: bool = False
    length_ft: int = 0
    beam_ft: int = 0
    guns: str = ""
    armour: str = ""
    source: str


class ShipCard(Printed, frozen=True, kw_only=True):
    """A ship\'s card. flotation, pv, boxes: of one boat of a pair.

    turrets (place, barrels), funnels and mounts: places in thousandths of the length from the bow, for the silhouette.
    The printed armour of a magazine includes the deck slope. Rule: PA-PEN-H4.
    """

    key: str
    size: int  # 1 large .. 3 small
    pv: dict[int, int]  # [crew quality]
    boxes: int
    grid: tuple[Box | None, ...]  # sixty, level by level
    gun_boxes: tuple[Box, ...]
    tubes: tuple[Tube, ...]
    cargo_boxes: tuple[Box, ...]
    prop_boxes: tuple[PropRoom, ...]
    magazines: tuple[Box, ...]
    towers: tuple[Box, ...]
    funnel_boxes: tuple[Box, ...]  # funnel boxes that cost speed
    turrets: tuple[tuple[int, int], ...]
    funnels: tuple[int, ...]
    mounts: tuple[int, ...]

    def box(self, section: int, level: int) -> Box | None:
        """Return the box at section (1 bow .. 10 stern) and level (1 top .. 6); None where there is none."""
        return grids.at(self.grid, section, level)

    def tube(self, key: str) -> Tube | None:
        """Return the tubes of a box, by section/level."""
        return next((tube for tube in self.tubes if tube.key == key), None)

    def hull(self, name: str, length: int) -> Hull:
        """Return the drawing data of an undamaged ship of a length on the table. Rule: PA-TAB-H4."""
        return Hull(
            name=name,
            type=DRAWN.get(self.type, self.type),
            length_ft=length,
            beam_ft=self.beam_ft * length // max(1, self.length_ft),
            turrets=self.turrets,
            funnels=self.funnels,
            tubes=self.mounts,
        )

    @property
    def standing(self) -> tuple[Box, ...]:
        """The existing boxes, from the top, bow to stern."""
        return grids.standing(self.grid)


class PrintedFort(Record, frozen=True, kw_only=True):
    """What a fort's row in its file and its card have in common."""

    title: str
    structure: int
    fire_track: tuple[str, ...]
    flash: tuple[int, ...]  # sections with a flash arrow
    guns: str
    source: str


class FortCard(PrintedFort, frozen=True, kw_only=True):
    """A fort: its grid, the length of its structure track, the sections where a hit may flash to a magazine."""

    number: int
    grid: tuple[Box | None, ...]
    gun_boxes: tuple[Box, ...]
    magazines: tuple[Box, ...]
    outline: tuple[Box, ...]  # what counts as structure
    torpedo_room: Box | None

    def box(self, section: int, level: int) -> Box | None:
        """Return the box at section and level; None where there is none."""
        return grids.at(self.grid, section, level)

    @property
    def standing(self) -> tuple[Box, ...]:
        """The existing boxes, from the top, section 1 to 10."""
        return grids.standing(self.grid)


class TargetBox(Record, frozen=True):
    """A box of a bombardment target: its contents and what they score; a penalty object scores 0 here."""

    section: int
    level: int
    object: str  # h k t N
    title: str
    points: int

    @property
    def key(self) -> str:
        """section/level."""
        return f"{self.section}/{self.level}"


class PrintedTarget(Record, frozen=True, kw_only=True):
    """What a bombardment target's row in its file and its card have in common."""

    title: str
    mission: str  # the heading of its chart
    structure: int
    fire_track: tuple[str, ...]
    penalties: tuple[int, ...]
    source: str


class TargetCard(PrintedTarget, frozen=True, kw_only=True):
    """A bombardment target: its boxes, structure, and the penalties for the first, second and third wrong object."""

    number: int
    cells: tuple[TargetBox | None, ...]  # sixty, level by level

    def box(self, section: int, level: int) -> TargetBox | None:
        """Return the box at section and level; None where there is none."""
        inside = 1 <= section <= grids.SECTIONS and 1 <= level <= grids.LEVELS
        return self.cells[grids.bit_index(section, level)] if inside else None
