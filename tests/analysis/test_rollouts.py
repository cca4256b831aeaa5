"""The cost of an order: the same every time, from what its side could know, and never more certain than proved."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.analysis.rollouts import (
    FEWEST,
    USUAL,
    Budget,
    RolloutBatch,
    average_losses,
    chance_of,
    compare_orders,
    paired_mean,
)
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.player import HURRY, STOP, Cancelled
from tests.conftest import begin
from tests.players.toy import Boat, Lay, Shoot, Steam, toy_session
from tests.test_knowledge import some_worlds

SMALLEST = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "battles_for_empire/the_wells",
    "perfidious_albion/caldera_bay",
)
SMALL = Budget(pairs=FEWEST, first=4, shortlist=3, horizon=0, looked_at=12)


def last_shots(red: int = 2) -> Session:
    """Return the last turn, at pistol range: Blue to fire, Red with `red` of four hull points left, Blue with three."""
    session = toy_session(turns=1)
    session.submit(Steam("blue", "blue", 20))
    session.submit(Steam("red", "red", 20))
    state = session.state.but(boats={"blue": Boat(20, 2), "red": Boat(20, red)})
    session.states[-1] = state
    return session


def test_to_hold_fire_at_pistol_range_is_a_mistake_and_the_shot_is_named() -> None:
    weighing = compare_orders(Seat(last_shots(), "blue"), Done("blue"), USUAL)
    assert weighing is not None and weighing.is_mistake
    assert isinstance(weighing.best, Shoot)
    assert weighing.loss > 0.3, "two hits of two dice at need 2 sink her before she answers in the next phase"
    assert weighing.loss - 2 * weighing.error > 0


def test_the_best_order_costs_nothing() -> None:
    weighing = compare_orders(Seat(last_shots(), "blue"), Shoot("blue", "blue", "red"), USUAL)
    assert weighing is not None and not weighing.is_mistake
    assert weighing.best == Done("blue"), "it is compared with the best of the others"
    assert weighing.loss < -0.3 and weighing.error > 0, "never without its interval"


def test_what_two_orders_lose_is_measured_under_the_same_dice_and_the_same_order_loses_nothing() -> None:
    seat, shoot, hold = Seat(last_shots(), "blue"), Shoot("blue", "blue", "red"), Done("blue")
    lost = average_losses(seat, [hold, shoot, hold], SMALL, 3, 40)
    assert lost[shoot] == 0 and lost[hold] > 0.3
    assert average_losses(seat, [hold, hold], SMALL, 3, 40) == {hold: 0.0}, "nothing is rolled where nobody differs"
    gun = last_shots()
    gun.submit(Done("blue"))
    gun.submit(Done("red"))
    lays = [Lay("blue", "blue", angle) for angle in (100, 200)]
    assert set(average_losses(Seat(gun, "blue"), lays, SMALL, 3, 20).values()) == {0.0}


def test_orders_that_make_no_difference_are_never_marked() -> None:
    """Laying the gun changes nothing in this game: of twenty decisions none is called a mistake."""
    session = last_shots()
    session.submit(Done("blue"))
    session.submit(Done("red"))
    for seed in range(20):
        weighing = compare_orders(Seat(session, "blue"), Lay("blue", "blue", 200), SMALL, seed)
        assert weighing is not None and not weighing.is_mistake
        assert weighing.loss == 0


def test_a_forced_order_is_not_weighed() -> None:
    session = toy_session()
    session.submit(Steam("blue", "blue", 15))
    assert compare_orders(Seat(session, "blue"), Done("blue"), SMALL) is None, (
        "Blue is offered nothing while Red steams"
    )


def test_the_same_seat_order_and_seed_give_the_same_weighing_and_throw_none_of_the_dice_of_the_game() -> None:
    session = last_shots()
    before = session.digest()
    one, two = (compare_orders(Seat(session, "blue"), Done("blue"), SMALL, 3) for _ in range(2))
    assert one == two
    assert session.digest() == before and len(session.steps) == 3


def test_the_winner_of_several_is_rolled_again_with_fresh_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much better the best order is is not measured by the rollouts that chose it."""
    fought: list[tuple[Command, Command]] = []

    def count_rollouts(rolling: object, best: Command, other: Command, most: int) -> tuple[float, float, int, float]:
        fought.append((best, other))
        return 0.25, 0.01, most, 0.9

    monkeypatch.setattr("rules.analysis.rollouts.paired_rollout", count_rollouts)
    weighing = compare_orders(Seat(last_shots(), "blue"), Done("blue"), SMALL)
    assert weighing is not None and fought == [(Shoot("blue", "blue", "red"), Done("blue"))]
    assert weighing.loss == 0.25 and weighing.error == 0.01


def test_the_pairs_are_settled_beforehand_and_few_of_them_call_nothing_a_mistake() -> None:
    seat = Seat(last_shots(), "blue")
    many, few = (compare_orders(seat, Done("blue"), SMALL.but(pairs=count)) for count in (30, FEWEST - 1))
    assert many is not None and few is not None
    assert many.n == 30 and many.is_mistake and few.n == FEWEST - 1 and not few.is_mistake


def test_a_difference_is_paired_and_its_error_is_of_the_pairs() -> None:
    loss, error = paired_mean([1.0, 0.0, 1.0, 0.0], [0.9, -0.1, 0.9, -0.1])
    assert loss == pytest.approx(0.1) and error == pytest.approx(0.0)
    assert paired_mean([1.0, 0.0], [0.0, 1.0]) == (0.0, pytest.approx(1.0))


def test_in_haste_what_was_rolled_must_do_and_a_stop_gives_up() -> None:
    hurried = compare_orders(Seat(last_shots(), "blue"), Done("blue"), USUAL, haste=lambda: HURRY)
    assert hurried is not None and hurried.n < USUAL.pairs / 4 and not hurried.is_mistake
    with pytest.raises(Cancelled):
        compare_orders(Seat(last_shots(), "blue"), Done("blue"), USUAL, haste=lambda: STOP)


def test_a_finished_game_is_won_drawn_or_lost() -> None:
    session = last_shots()
    while not session.over:
        session.submit(Done(session.actor))
    outcome = session.state.outcome
    assert outcome.winner == ""
    assert chance_of(Seat(session, "blue").now(), "blue") == 0.5


@pytest.mark.parametrize("game", SMALLEST)
def test_what_is_hidden_changes_no_weighing(game: str) -> None:
    """Two positions that look alike to the acting side: the same advice in both, word for word."""
    for one, other in some_worlds(game, 1):
        here, there = Seat(one, one.actor), Seat(other, one.actor)
        chosen = next(c for offer in here.offers() for c in offer.commands)
        budget = USUAL.but(pairs=4, first=2, shortlist=2, looked_at=8, horizon=0)
        assert compare_orders(here, chosen, budget) == compare_orders(there, chosen, budget), format_command(chosen)


@pytest.mark.parametrize(("fitted", "turns"), [(True, 1), (False, 3)])
def test_a_rollout_goes_on_longer_where_the_chance_is_a_general_curve(
    fitted: bool, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin("nw_smoke/little_and_gregory", 1)
    seat = Seat(session, session.actor)
    assert seat.chance_is_fitted
    monkeypatch.setattr(Seat, "chance_is_fitted", property(lambda seat: fitted))
    now, rolling = seat.now(), RolloutBatch(seat, USUAL, 1)
    ends = [rolling._far_enough(_At(now.turn + later)) for later in range(7)]  # type: ignore[arg-type]
    assert ends.index(True) == turns + 1, "the turn of the order itself, and so many more"


class _At(NamedTuple):
    """A position of a turn."""

    turn: int
