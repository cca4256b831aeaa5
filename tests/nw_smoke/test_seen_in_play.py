"""The rules of the sheet come up when computers play: asked of maps/coverage, which `release.makers coverage` makes."""

from __future__ import annotations

from game.teach.coverage import battle_rules
from rules.nw_smoke import SYSTEM

# Prohibitions, the order of two other rules, and options: nothing of them can stand in a log.
NO_EVENT = {"NW-SMK-2", "NW-SMK-5", "NW-SMK-9", "NW-SMK-11", "NW-SMK-12", "NW-HS-10", "NW-EV-3"}


def test_the_rules_of_the_sheet_come_up_in_computer_play() -> None:
    seeds = {key for key, rule in SYSTEM.rulebook.rules.items() if rule.provenance.value == "seed"}
    seen = {rule for rules in battle_rules("nw_smoke").values() for rule in rules}
    assert sorted(seeds - seen - NO_EVENT) == []


def test_computers_make_smoke_in_most_battles() -> None:
    battles = battle_rules("nw_smoke")
    smoked = [key for key, rules in battles.items() if "NW-SMK-4" in rules]
    assert 2 * len(smoked) >= len(battles), smoked
