"""Which orders a position is asked with: the best at first sight, then others of its kind down to the worst."""

from __future__ import annotations

from rules.analysis.puzzle_search import LEAST, LOOKED_AT, ROLLING, asked_about, units_of
from rules.analysis.rollouts import rank_orders
from rules.kernel.dice import SeededDice
from rules.kernel.seat import Seat
from tests.conftest import begin, stroll


def test_what_looks_best_is_asked_beside_the_worst_of_its_kind() -> None:
    session, seen = begin("nw_smoke/little_and_gregory", seed=4), 0
    for _ in stroll(session, SeededDice(4), 60):
        if session.over:
            break
        seat = Seat(session, session.actor)
        for _, orders in units_of(seat, 9):
            ranked = rank_orders(seat, orders, ROLLING, 9)
            alike = [command for command in ranked[1:] if type(command) is type(ranked[0])]
            if len(alike) < 12:
                continue
            seen += 1
            asked = asked_about(seat, orders, 9)
            assert asked[0] == ranked[0] and alike[-1] in asked
            places = [alike.index(command) for command in asked[1:] if command in alike]
            assert places == sorted(places) and len(set(places)) == len(places)
            assert len(asked) <= LOOKED_AT and places[0] >= len(alike) // LOOKED_AT - 1, "not those next to the best"
    assert seen > 3


def test_only_units_with_an_order_of_the_verbs_asked_for_are_looked_at() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=4)
    for _ in stroll(session, SeededDice(4), 40):
        seat = Seat(session, session.actor)
        for verb in {offer.verb for offer in seat.offers()}:
            able = {offer.piece for offer in seat.offers() if offer.verb == verb} | {""}
            assert {piece for piece, _ in units_of(seat, 1, (verb,))} <= able
        units = units_of(seat, 1)
        assert all(len(set(orders)) == len(orders) >= LEAST for _, orders in units)
