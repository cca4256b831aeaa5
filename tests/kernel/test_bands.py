"""Range bands: distance, the bands between, and steps toward and away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import bands

BAND = st.integers(1, 9)


@given(BAND, BAND)
def test_the_bands_between_two_are_one_fewer_than_the_distance(a: int, b: int) -> None:
    assert len(bands.between(a, b)) == max(0, bands.distance(a, b) - 1)
    assert bands.between(b, a) == bands.between(a, b)[::-1]
    assert all(min(a, b) < band < max(a, b) for band in bands.between(a, b))


def test_the_bands_between_2_and_5_are_3_and_4() -> None:
    assert bands.between(2, 5) == (3, 4)
    assert bands.between(5, 2) == (4, 3)
    assert bands.between(4, 4) == ()


@given(BAND, BAND, st.integers(0, 12))
def test_steps_toward_a_band_never_pass_it(band: int, other: int, steps: int) -> None:
    there = bands.step_toward(band, other, steps)
    assert bands.distance(there, other) == max(0, bands.distance(band, other) - steps)
    assert bands.distance(band, there) == min(steps, bands.distance(band, other))


@given(BAND, BAND, st.integers(0, 12))
def test_steps_away_stop_at_the_end_of_the_row(band: int, other: int, steps: int) -> None:
    there = bands.away(band, other, 9, steps)
    assert 1 <= there <= 9
    assert bands.distance(there, other) >= bands.distance(band, other)
    assert there in (1, 9) or bands.distance(band, there) == steps


def test_away_from_the_same_band_goes_to_the_side_asked_for() -> None:
    assert bands.away(4, 4, 8) == 5
    assert bands.away(4, 4, 8, level=-1) == 3
    assert bands.away(4, 2, 8, level=-1) == 5


def test_a_band_beyond_either_end_is_brought_back_to_the_row() -> None:
    assert [bands.clamp(band, 8) for band in (-2, 0, 1, 8, 9)] == [1, 1, 1, 8, 8]
    with pytest.raises(ValueError, match="a row of 0 bands has no band"):
        bands.clamp(1, 0)


def test_a_negative_number_of_steps_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 steps"):
        bands.step_toward(3, 5, -1)
    with pytest.raises(ValueError, match="-1 steps"):
        bands.away(3, 5, 8, -1)
