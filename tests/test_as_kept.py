"""All kept counts and fingerprints, compared in full.

What is shown, the positions after each position, how seeded games end. In `make soak`, and for `make mutants`; `make
test` looks at a few in tests/test_trust.py.
"""

from __future__ import annotations

import os

import pytest

from rules import SYSTEMS
from tests.conftest import SOAK
from tests.trust import perft, seen

pytestmark = pytest.mark.skipif(not (SOAK or os.environ.get("AS_KEPT")), reason="make soak")
SLICES = 10


def part(whole: int, number: int) -> range:
    """Return the numbers of one of SLICES parts."""
    return range(whole * number // SLICES, whole * (number + 1) // SLICES)


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_is_shown_as_it_was_when_it_was_looked_at(system: str, number: int) -> None:
    found = list(seen.differences(system, part(seen.POSITIONS, number)))
    assert found == [], f"if it was meant: python -m tests.trust.seen --update {system}"


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_position_has_as_many_behind_it_as_kept(system: str, number: int) -> None:
    slice_ = part(perft.POSITIONS, number)
    assert perft.differences(system, slice_.stop, slice_.start) == []


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_seeded_game_ends_as_kept(system: str, number: int) -> None:
    slice_ = part(perft.GAMES, number)
    assert perft.other_endings(system, slice_.stop, slice_.start) == []


@pytest.mark.parametrize("system", ["quickfire", "battles_for_empire", "perfidious_albion"])
def test_a_sheet_without_options_is_the_sheet_with_the_usual_ones(system: str) -> None:
    sheet, options = SYSTEMS[system].sheet, SYSTEMS[system].rulebook.options
    assert sheet is not None and sheet({}) == sheet({key: option.default for key, option in options.items()})
