"""Card values of one unit on the builder's page of its force: shown with what is usual, changed, taken back, proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui import widgets as ui
from tests.workshop.test_builder import Builder, build


@pytest.mark.parametrize(
    ("system", "id", "key", "row"),
    [("battles_for_empire", "value_0_melee", "melee", 2), ("perfidious_albion", "value_0_cq", "cq", 2)],
)
def test_card_values_of_troops_and_crews_are_changed_on_the_page_of_their_force(
    tmp_path: Path, system: str, id: str, key: str, row: int
) -> None:
    """Chosen and taken back: what is usual is not written on land, where a card has its own."""
    hand = Builder(tmp_path, system)
    build(hand)
    hand.scene.chosen = hand.scene.scenario.forces[0].id
    hand.click("tab_1")
    box = hand.app.tree.find(id)
    assert isinstance(box, ui.DropDown)
    before = hand.scene.scenario.forces[0].units[0].changes
    usual = next(number for number, words in enumerate(box.options) if words.endswith("standard"))
    assert box.index == usual != row
    box.select(row, tell=True)
    hand.wait()
    changed = hand.scene.scenario.forces[0].units[0].changes
    assert changed != before and str(changed[key]) == box.options[row].rstrip("+")
    assert hand.scene.proven and not hand.scene.problems, "the one door takes it"
    assert hand.app.tree.find("card").rect.h, "its card is shown again"
    again = hand.app.tree.find(id)
    assert isinstance(again, ui.DropDown)
    again.select(usual, tell=True)
    hand.wait()
    assert hand.scene.scenario.forces[0].units[0].changes == before


def test_a_leader_has_no_formation_and_no_card_value_to_choose(tmp_path: Path) -> None:
    """He is of a kind that every side has: what is known of it is not skipped."""
    hand = Builder(tmp_path, "battles_for_empire")
    hand.bring("Leader", 0, 0)
    hand.scene.chosen = hand.scene.scenario.forces[0].id
    hand.click("tab_1")
    shown = {widget.id for widget in hand.app.tree.top.walk()}
    assert "force_name" in shown and "formation" not in shown and not any(id.startswith("value_") for id in shown)
