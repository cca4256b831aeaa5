"""What is laid on a real table in inches: torpedo markers, rulers, the turn, and the bases of the ships."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.inches import wedge
from rules.kernel.play_aids import Base, Kit, Template, corner, strip
from rules.perfidious_albion.records.charts import Torpedoes
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.ships.model_outlines import base_size

RULER_SPEEDS = 18  # speeds on the longest ruler that goes on a sheet of paper
TURN_SIDE = 2000  # milli-inches
EAST = 90  # a marker runs to the right on its card
COPIES = {1: 4, 2: 2}  # by width: single markers lie about more often than double ones


def play_aids(state: State) -> Kit:
    """Return templates and bases. Rules: PA-TOR-H1, PA-6.2-2, PA-6.2-3, PA-6.1-11, PA-TAB-H2, PA-TAB-H4, PA-MOV-H3."""
    bases = {}
    for ship in state.ships.values():
        length, width = base_size(state, ship)
        bases[ship.id] = Base(unit="inch", length=length, width=width)
    return Kit(templates=tuple(_templates(state)), bases=bases)


def _templates(state: State) -> Iterator[Template]:
    charts = state.scene.charts
    torpedoes, moves = charts.torpedoes, charts.movement
    runs: dict[int, list[str]] = {}
    for weapon in torpedoes.weapons.values():
        if weapon.reach_mils:
            runs.setdefault(weapon.reach_mils, []).append(weapon.title)
    for reach, titles in runs.items():
        for width in (1, torpedoes.double):
            yield _marker(torpedoes, reach, width, " or ".join(titles))
    speeds = [(str(speed), speed * moves.mils_per_speed) for speed in range(1, RULER_SPEEDS + 1)]
    yield strip("Speed: knots run in a turn", "PA-TAB-H2", "inch", RULER_SPEEDS * moves.mils_per_speed, speeds)
    for size, handling in moves.sizes.items():
        yield strip(f"Straight before a turn, size {size}", "PA-MOV-H3", "inch", handling.straight_mils, ())
    yield corner(f"A turn of {moves.turn_degrees}°", "PA-MOV-H3", "inch", TURN_SIDE)


def _marker(chart: Torpedoes, reach: int, width: int, titles: str) -> Template:
    """Return a torpedo marker on open water: the wedge that the rules lay, its narrow end at the left."""
    narrow = chart.marker_narrow_mils * width
    spread = (chart.marker_wide_mils - chart.marker_narrow_mils) * width * reach // chart.marker_length_mils
    middle = (narrow + spread) // 2
    outline = wedge((0, middle), EAST, narrow, narrow + spread, reach)
    wide = "Double" if width > 1 else "Single"
    return Template(
        title=f"{wide}: {titles}",
        rule="PA-TOR-H1",
        unit="inch",
        outline=outline,
        marks=(("launched here ▸", (0, middle), (reach // 12, middle)),),
        copies=COPIES.get(width, 2),
    )
