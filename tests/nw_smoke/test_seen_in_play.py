"""The rules of the sheet come up when computers play: asked of maps/coverage, which `release.makers coverage` makes."""

from __future__ import annotations

from game.teach.coverage import battle_rules

# Prohibitions, the order of two other rules, and options: these cannot appear in a log.


def test_computers_make_smoke_in_most_battles() -> None:
    battles = battle_rules("nw_smoke")
    smoked = [key for key, rules in battles.items() if "NW-SMK-4" in rules]
    assert 2 * len(smoked) >= len(battles), smoked
