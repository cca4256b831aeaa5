"""What an order cost: the same every time, from what its giver could know, and never told beyond what is proved."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.analysis.rollouts import (
    QUICK,
    USUAL,
    VAIN,
    Budget,
    RolloutBatch,
    average_losses,
    chance_of,
    compare_orders,
    paired_mean,
    race_rollouts,
)
from rules.kernel.flow import Begin, Command, Done
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
SMALL = Budget(rollouts=36, first=4, shortlist=3, horizon=0, looked_at=12)


def last_shots(red: int = 2) -> Session:
    """Return the last turn, at pistol range: Blue to fire, Red with so much hull left of four, Blue with three."""
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
    assert weighing.loss == 0 and weighing.best == Shoot("blue", "blue", "red")


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
    """How the gun is laid decides nothing in this game: twenty decisions, and not one is called a mistake."""
    session = last_shots()
    session.submit(Done("blue"))
    session.submit(Done("red"))
    for seed in range(20):
        weighing = compare_orders(Seat(session, "blue"), Lay("blue", "blue", 200), SMALL, seed)
        assert weighing is not None and not weighing.is_mistake
        assert Lay("blue", "blue", 200) in (weighing.best, *weighing.alike)


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
    """The rollouts that chose the best are not the ones that tell how much better it is."""
    fought: list[tuple[Command, Command]] = []

    def count_rollouts(rolling: object, best: Command, other: Command, most: int) -> tuple[float, float, int, float]:
        fought.append((best, other))
        return 0.25, 0.01, most, 0.9

    monkeypatch.setattr("rules.analysis.rollouts.paired_rollout", count_rollouts)
    weighing = compare_orders(Seat(last_shots(), "blue"), Done("blue"), SMALL)
    assert weighing is not None and fought == [(Shoot("blue", "blue", "red"), Done("blue"))]
    assert weighing.loss == 0.25 and weighing.error == 0.01


def test_what_is_called_a_mistake_is_proved_some_turns_beyond_the_look_that_found_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A curve may think more of a repair die kept than of a gun repaired; after some turns of fire it does not."""
    looked: list[int | None] = []
    monkeypatch.setattr(
        "rules.analysis.rollouts.paired_rollout", lambda rolling, *rest: looked.append(rolling._horizon) or NOTHING
    )
    monkeypatch.setattr("rules.analysis.rollouts._horizon", lambda seat, budget: budget.horizon)
    compare_orders(Seat(last_shots(), "blue"), Done("blue"), SMALL.but(horizon=1, proof=3))
    assert looked == [4], "turns after the order's own, of the fresh rollouts"


NOTHING = (0.0, 0.01, 10, 0.5)  # what a duel found


def test_a_difference_is_paired_and_its_error_is_of_the_pairs() -> None:
    loss, error = paired_mean([1.0, 0.0, 1.0, 0.0], [0.9, -0.1, 0.9, -0.1])
    assert loss == pytest.approx(0.1) and error == pytest.approx(0.0)
    assert paired_mean([1.0, 0.0], [0.0, 1.0]) == (0.0, pytest.approx(1.0))


def test_in_haste_what_was_rolled_must_do_and_a_stop_gives_up() -> None:
    hurried = compare_orders(Seat(last_shots(), "blue"), Done("blue"), USUAL, haste=lambda: HURRY)
    assert hurried is not None and hurried.rollouts < USUAL.rollouts / 4
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
    """Two worlds that look alike to whoever acts: the same advice in both, word for word."""
    for one, other in some_worlds(game, 1):
        here, there = Seat(one, one.actor), Seat(other, one.actor)
        chosen = next(c for offer in here.offers() for c in offer.commands)
        budget = QUICK.but(rollouts=8, first=2, shortlist=2, looked_at=8)
        assert compare_orders(here, chosen, budget) == compare_orders(there, chosen, budget), format_command(chosen)


@pytest.mark.parametrize(("fitted", "turns"), [(True, 2), (False, 4)])
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


class Even:
    """Rollouts in which every order is worth the same, or one a little less in half of them."""

    def __init__(self, worse: Command | None = None) -> None:
        self.rolled, self.worse = 0, worse

    def must_hurry(self) -> bool:
        return False

    def play(self, command: Command, number: int) -> float:
        self.rolled += 1
        return 0.5 - 0.2 * (command == self.worse) * (number % 4 != 0)


def test_a_comparison_that_shows_nothing_is_given_up_and_only_where_one_order_is_kept() -> None:
    given, other = Done("USN"), Begin("USN")
    alike, unkept, worse = Even(), Even(), Even(worse=given)
    race_rollouts(alike, [given, other], 200, 2, keep=given)  # type: ignore[arg-type]
    assert alike.rolled == 2 * VAIN
    race_rollouts(unkept, [given, other], 200, 2)  # type: ignore[arg-type]
    assert unkept.rolled == 200
    found = race_rollouts(worse, [given, other], 200, 2, keep=given)  # type: ignore[arg-type]
    assert len(found[other]) < VAIN, "what is plainly worse is known sooner"
