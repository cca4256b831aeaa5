"""How much a side must hurry: by what it is behind, and by the turns left."""

from __future__ import annotations

import pytest

from rules.kernel.urgency import urgency, weigh_by_urgency


def test_who_is_level_is_not_pressed_and_who_leads_is_as_free_as_the_other_is_pressed() -> None:
    assert urgency(0, 40, 3, 8) == 0
    assert urgency(-3, 40, 6, 8) == -urgency(3, 40, 6, 8) < 0


def test_the_same_margin_presses_more_the_fewer_turns_are_left_and_never_beyond_its_end() -> None:
    pressed = [urgency(3, 40, left, 8) for left in range(8, 0, -1)]
    assert pressed == sorted(pressed) and pressed[0] < pressed[-1]
    assert urgency(100, 40, 1, 8) == 1000 == -urgency(-100, 40, 0, 8)
    assert urgency(5, 0, 1, 8) == 1000, "a battle without anything at stake"


@pytest.mark.parametrize(("pressed", "found"), [(0, 200), (1000, 100), (-1000, 300), (500, 150)])
def test_a_share_of_a_value_counts_by_the_urgency(pressed: int, found: int) -> None:
    assert weigh_by_urgency(200, -500, pressed) == found
