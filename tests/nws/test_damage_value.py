"""What a shot of either hex game does on average: the ways in which two dice fall."""

from __future__ import annotations

from collections import Counter
from itertools import product

from rules.nws.damage_value import PAIR, WAYS


def test_two_dice_fall_in_so_many_ways() -> None:
    counted = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert dict(PAIR) == counted and len(PAIR) == len(counted)
    assert sum(ways for _, ways in PAIR) == WAYS == 36
