"""Cards: what is printed of a ship, a fort and a bombardment target.

Rules: PA-STK-H1, PA-STK-H2, PA-2.1-65, PA-2.1-67, PA-8-4, PA-PEN-H4.
"""

from __future__ import annotations

from rules.kernel.record import Record
from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.grids import Box, Tube


class PropRoom(Record, frozen=True):
    """A propulsion room: where it is and the speed units it supplies."""

    section: int
    level: int
    units: int


class ShipCard(Record, frozen=True, kw_only=True):
    """A ship's card. type: BB CA CL DD TB AP, for words and drawing. flotation, pv, boxes: of one boat of a pair.

    turrets (place, barrels), funnels and mounts: places in thousandths of the length from the bow, for the silhouette.
    The armour of a magazine is printed with the slope of the deck in it. Rule: PA-PEN-H4.
    """

    key: str
    title: str
    type: str
    nation: str
    completed: int
    tons: int
    speed: int
    flotation: int
    size: int  # 1 large .. 3 small
    tech: int
    bow_level: int
    unstable: bool
    ram: bool
    fire_prone: bool
    shallow: bool
    torpedo_craft: bool
    merchant: bool
    spar: bool
    default_cq: int
    prop_units: tuple[int, ...]
    pv: dict[int, int]  # [crew quality]
    boxes: int
    grid: tuple[Box | None, ...]  # sixty, level by level
    gun_boxes: tuple[Box, ...]
    tubes: tuple[Tube, ...]
    cargo_boxes: tuple[Box, ...]
    prop_boxes: tuple[PropRoom, ...]
    magazines: tuple[Box, ...]
    towers: tuple[Box, ...]
    funnel_boxes: tuple[Box, ...]  # those that cost speed
    length_ft: int
    beam_ft: int
    turrets: tuple[tuple[int, int], ...]
    funnels: tuple[int, ...]
    mounts: tuple[int, ...]
    qf_lb: int
    guns: str
    armour: str
    source: str

    def box(self, section: int, level: int) -> Box | None:
        """The box at section (1 bow .. 10 stern) and level (1 top .. 6); None where there is none."""
        return grids.at(self.grid, section, level)

    def tube(self, key: str) -> Tube | None:
        """The tubes of a box, by section/level."""
        return next((tube for tube in self.tubes if tube.key == key), None)

    @property
    def standing(self) -> tuple[Box, ...]:
        """The boxes there are, from the top, bow to stern."""
        return grids.standing(self.grid)


class FortCard(Record, frozen=True, kw_only=True):
    """A fort: its grid, the length of its structure track, the sections where a hit may flash to a magazine."""

    number: int
    title: str
    structure: int
    fire_track: tuple[str, ...]
    grid: tuple[Box | None, ...]
    gun_boxes: tuple[Box, ...]
    magazines: tuple[Box, ...]
    flash: tuple[int, ...]  # sections with a flash arrow
    outline: tuple[Box, ...]  # what counts as structure
    torpedo_room: Box | None
    guns: str
    source: str

    def box(self, section: int, level: int) -> Box | None:
        """The box at section and level; None where there is none."""
        return grids.at(self.grid, section, level)

    @property
    def standing(self) -> tuple[Box, ...]:
        """The boxes there are, from the top, section 1 to 10."""
        return grids.standing(self.grid)


class TargetBox(Record, frozen=True):
    """A box of a bombardment target: what stands there and what it scores; a penalty object scores 0 here."""

    section: int
    level: int
    object: str  # h k t N
    title: str
    points: int

    @property
    def key(self) -> str:
        """section/level."""
        return f"{self.section}/{self.level}"


class TargetCard(Record, frozen=True, kw_only=True):
    """A bombardment target: its boxes, structure, and the penalties for the first, second and third wrong object."""

    number: int
    title: str
    mission: str  # the heading of its chart
    structure: int
    fire_track: tuple[str, ...]
    penalties: tuple[int, ...]
    cells: tuple[TargetBox | None, ...]  # sixty, level by level
    source: str

    def box(self, section: int, level: int) -> TargetBox | None:
        """The box at section and level; None where there is none."""
        inside = 1 <= section <= grids.SECTIONS and 1 <= level <= grids.LEVELS
        return self.cells[grids.bit_index(section, level)] if inside else None
