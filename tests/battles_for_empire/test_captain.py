"""The quick captain of Battles for Empire: he finishes one unit after another, and activates none for nothing."""

from __future__ import annotations

from functools import cache

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.battles_for_empire.commands import Conduct, Move
from rules.battles_for_empire.evaluation import nearest
from rules.battles_for_empire.state import State
from rules.kernel.flow import Command, Done, check
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players.captain import CaptainPlayer

SYSTEM = SYSTEMS["battles_for_empire"]


@cache
def first_moves(seed: int) -> tuple[tuple[State, Command, str], ...]:
    """Return (position, order, why) of the first turn's two movements at the wells, and the position they leave."""
    scenario = get_scenario(SYSTEM.key, "the_wells")
    session = Session(SYSTEM, scenario, open_map(SYSTEM.key, scenario.map), seed=seed)
    captain, found = CaptainPlayer(seed), []
    while session.state.cursor.phase < 3:
        choice = captain.choose(Seat(session, session.actor))
        found.append((session.state, choice.command, choice.why))
        session.submit(choice.command)
    return (*found, (session.state, Done(""), ""))


def test_a_wave_that_was_taken_up_marches_before_another_is() -> None:
    """The greedy player activated the next unit as soon as its die promised more than the hexes left.

    Spears stood still for four turns.
    """
    moves = first_moves(500)
    taken = [order.unit for _, order, _ in moves if isinstance(order, Conduct) and order.side == "mahdist"]
    assert sorted(taken) == ["spears-1", "spears-2", "spears-3", "spears-4"]
    begun, ended = moves[0][0], moves[-1][0]
    foes = [unit for unit in begun.units.values() if unit.side == "british"]
    for name in taken:
        full = ended.units[name].full
        gone = nearest(begun.units[name], foes) - nearest(ended.units[name], foes)
        assert gone == full, f"{name} was given {full} hexes and came {gone} nearer"


def test_nobody_is_taken_up_for_nothing() -> None:
    """A company that could not improve its place rolls no manoeuvre die; one that rolls it then moves."""
    orders = [order for _, order, _ in first_moves(500) if order.side == "british"]
    taken = [order.unit for order in orders if isinstance(order, Conduct)]
    assert taken == [order.unit for order in orders if isinstance(order, Move)] == ["coy-a"]
    assert isinstance(orders[-1], Done)


def test_its_orders_are_legal_and_told_in_words() -> None:
    for state, order, why in first_moves(500)[:-1]:
        assert not check(SYSTEM, state, order) and why, order
