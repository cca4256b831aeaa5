"""Where a track first leaves the table: by which edge, and how many legs along."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.inches import offset
from rules.perfidious_albion.sailing.courses import Track
from rules.perfidious_albion.sailing.movement import _edge
from rules.perfidious_albion.squadrons.formation import _mirror
from tests.perfidious_albion.sea import JAPAN, Sea

HALF = Fraction(1, 2)


@pytest.mark.rule("PA-MOV-H8")
@pytest.mark.parametrize(
    ("points", "edge", "legs"),
    [
        (((5_000, "high"), (-5_000, "high")), "west", HALF),  # along the south edge, and out at the west
        (((5_000, 0), (-5_000, 0)), "west", HALF),
        ((("wide", 5_000), ("wide", -5_000)), "north", HALF),
        (((0, 5_000), (0, -15_000)), "north", Fraction(1, 4)),
        (((5_000, 5_000), (5_000, 1_000), (5_000, -1_000)), "north", 1 + HALF),
        (((5_000, 5_000), (5_000, 0)), "", None),  # on the edge is on the table
    ],
)
def test_a_track_leaves_by_the_edge_it_crosses_and_one_along_an_edge_stays(
    points: tuple[tuple[int | str, int | str], ...], edge: str, legs: Fraction | None
) -> None:
    state = Sea().ship("Mikasa", JAPAN, (36, 36)).state()
    size: dict[int | str, int] = {"wide": state.scene.width, "high": state.scene.height}
    track = Track(tuple((size.get(x, x), size.get(y, y)) for x, y in points), (0,) * (len(points) - 1), 0)  # type: ignore[arg-type]
    assert _edge(state, track) == (None if legs is None else (legs, edge))


@pytest.mark.parametrize("heading", [0, 37, 90, 205])
def test_a_mirrored_station_lies_as_far_astern_and_on_the_other_hand(heading: int) -> None:
    lead = 60_000, 40_000
    x, y = offset(lead, heading, -3_000, 2_000)
    ship = Sea().ship("mikasa", JAPAN, (20, 20)).state().ships["mikasa"].but(x=x, y=y)
    seen = _mirror(ship, lead, heading)
    wanted = offset(lead, heading, -3_000, -2_000)
    assert abs(seen.x - wanted[0]) <= 4 and abs(seen.y - wanted[1]) <= 4
