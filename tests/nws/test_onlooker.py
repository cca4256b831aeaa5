"""Who looks on sees both sides, and is told of one shot once."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.ruling import is_visible_to
from rules.nws.events import ShellsFell
from tests.conftest import begin, stroll


@pytest.mark.parametrize("game", ["nights_of_fury/little_and_gregory", "nw_smoke/little_and_gregory"])
def test_fire_from_an_unseen_ship_is_told_to_those_under_fire_and_not_again_to_who_looks_on(game: str) -> None:
    session, found = begin(game, seed=3), 0
    for _ in stroll(session, SeededDice(3), 400):
        for event in session.steps[-1].events:
            if isinstance(event, ShellsFell):
                found += 1
                assert is_visible_to(event, event.side) and not is_visible_to(event, "")
                shot = [other for other in session.steps[-1].events if type(other).__name__ == "GunsFired"]
                assert shot and all(is_visible_to(other, "") and not is_visible_to(other, event.side) for other in shot)
    assert found
