"""A division that was called after a ship goes by another when she has left it: two of one name are told apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import begin


@pytest.mark.parametrize("game", ["nights_of_fury/little_and_gregory", "nw_smoke/little_and_gregory"])
def test_a_division_without_the_ship_it_was_called_after_goes_by_who_leads_it(game: str) -> None:
    session = begin(game, seed=2)
    state: Any = session.state
    first, second = next(division.ships for division in state.divisions.values() if len(division.ships) == 2)
    before = session.system.names(state)
    made = f"{first}-alone"
    old = state.ships[first].division
    rest = state.divisions[old].but(ships=(second,))
    alone = state.divisions[old].but(id=made, name=before[first], ships=(first,))
    apart = state.but(divisions={**state.divisions, old: rest, made: alone})
    assert session.system.names(apart)[made] == before[first]
    led = apart.but(divisions={**apart.divisions, made: alone.but(ships=(second,))})
    assert session.system.names(led)[made] == f"{before[second]}'s division"
