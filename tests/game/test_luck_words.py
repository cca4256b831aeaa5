"""Luck is worded for each side and as a difference."""

from __future__ import annotations

from game.hud.luck import Luck, difference_words


def test_the_difference_names_the_luckier_side_and_never_a_sum_of_dice() -> None:
    unlucky, lucky = Luck(10, 2, 4.5, 0.1), Luck(8, 5, 3.0, 0.9)
    assert difference_words([("Japan", unlucky), ("USN", lucky)]) == "Difference: USN +4.5 hits"
    assert difference_words([("Japan", unlucky), ("USN", unlucky)]) == "Difference: Japan +0.0 hits"
