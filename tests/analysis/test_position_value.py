"""What a position is worth while damage waits for the end of its phase, and that damage will want dice."""

from __future__ import annotations

from rules.analysis.position_value import FALLS, value_of, with_pending_damage
from rules.quickfire.state import Hit
from tests.conftest import begin


def test_damage_that_waits_counts_at_once_even_where_it_wants_dice() -> None:
    session = begin("quickfire/lesson_duel", seed=1)
    system, state = session.system, session.state
    value = value_of(system, state)
    assert value is not None
    first = session.scenario.sides[0].key
    ship, other = (next(n for n, s in state.ships.items() if (s.side == first) is mine) for mine in (True, False))
    for codes, falls in (({"S": 3}, 1), ({"E": 3}, FALLS)):
        struck = state.but(hits=(Hit(ship=other, target=ship, codes=codes, rule="QF-DMG-H7"),))
        assert len(with_pending_damage(system, struck)) == falls
        assert value(struck) < value(state) - 0.02, codes
        assert value(struck) == value(struck), "the same every time"
