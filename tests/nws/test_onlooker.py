"""Who looks on sees both sides, and is told of one shot once."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.ruling import is_visible_to
from rules.kernel.seat import Seat
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


@pytest.mark.parametrize("game", ["nights_of_fury/first_guadalcanal", "nw_smoke/first_guadalcanal"])
def test_a_counter_has_the_lead_ships_firepower_armour_and_knots_now_and_as_built(game: str) -> None:
    session, hurt = begin(game, seed=3), 0
    for _ in stroll(session, SeededDice(3), 250):
        state = session.state
        for piece in Seat(session, session.actor).view().pieces if session.actor else ():
            if not piece.factors:
                continue
            lead = piece.hulls[0]
            card = state.scene.cards[next(key for key, name in state.scene.names.items() if name == lead.name)]
            (power, whole), (armour, _), (knots, fast) = piece.factors
            assert (whole, armour, fast) == (card.firepower, card.defence, card.speed_kn)
            hurt += power < whole and knots < fast
            assert (power, knots) == (card.firepower_at(lead.damage), card.speed_at(lead.damage))
    assert hurt
