"""When orders of Quickfire are at stake: whatever is offered, but for joining a line."""

from __future__ import annotations

from rules.quickfire import SYSTEM
from tests.conftest import begin


def test_every_ship_without_a_course_is_at_stake_and_her_course_would_be_lost() -> None:
    session = begin("quickfire/dash_to_chifu", seed=4)
    stakes = SYSTEM.at_stake(session.state, session.actor)
    assert {stake.verb for stake in stakes} >= {"move"} and "join" not in {stake.verb for stake in stakes}
    moves = [stake for stake in stakes if stake.verb == "move"]
    assert all(stake.lost and stake.text.endswith("has no course") for stake in moves)
