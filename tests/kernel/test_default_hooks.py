"""What every game on a hex map checks of where its forces stand."""

from __future__ import annotations

import pytest

from rules.kernel.default_hooks import places_and_facings
from tests.conftest import map_named, scenario_named

SCENARIO = scenario_named("nw_smoke", "savo_island")
MAP = map_named("nw_smoke", SCENARIO.map)


def test_a_scenario_as_shipped_stands_well_and_without_a_map_nothing_is_said() -> None:
    assert MAP is not None and places_and_facings(SCENARIO, MAP) == []
    assert places_and_facings(SCENARIO.but(forces=(SCENARIO.forces[0].but(facing="up"),)), None) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"at": (9999,)}, "expected a hex of the map"),
        ({"at": (2010, 2011)}, "expected a hex of the map"),
        ({"facing": "up"}, "found 'up'"),
        ({"at": "land"}, "which is land"),
    ],
)
def test_a_force_off_the_map_on_land_or_turned_nowhere_is_told(change: dict[str, object], words: str) -> None:
    assert MAP is not None
    sea = MAP.sea()
    land = next(h for c in range(1, MAP.columns + 1) for r in range(1, MAP.rows + 1) if not sea[h := c * 100 + r])
    force = SCENARIO.forces[0].but(**{key: (land,) if value == "land" else value for key, value in change.items()})
    (text,) = places_and_facings(SCENARIO.but(forces=(force,)), MAP)
    assert force.id in text and words in text
