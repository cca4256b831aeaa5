"""Seats: a player is told only what the side may know."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import Command, Done, Illegal, Offer, offers
from rules.kernel.odds import Odds
from rules.kernel.ruling import Ruling
from rules.kernel.seat import HypotheticalState, Seat, describe_step, is_visible_to
from rules.kernel.session import Session, Step
from rules.kernel.view import View
from tests.kernel import toy
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_pieces import Advance, Fire, Hide, SnareLaid


def with_blue_snare_in(band: int, *, to_red: bool = True) -> Session:
    """Blue hides its snare in a band; then it is red's turn to fire."""
    session = Session(SYSTEM, toy.scenario(red=2, blue=4), dice=TapeDice(()))
    for command in (Hide("red", 5), Done("red"), Hide("blue", band), *([Done("blue")] if to_red else [])):
        assert isinstance(session.submit(command), Step)
    return session


def answers(seat: Seat) -> tuple[object, ...]:
    """Return everything a seat can be asked, as plain values."""
    shot, walk = Fire("red", "r1", "b1"), Advance("red", "r1", 1)
    imagined = seat.imagine(shot, TapeDice((6,)))
    view: View = seat.view()
    listed: list[Offer] = seat.offers()
    found: Odds = seat.odds(shot)
    return (
        view,
        listed,
        seat.check(shot),
        seat.check(walk),
        seat.check(Hide("red", 3)),
        found,
        seat.breakdowns(shot),
        seat.sketch(shot),
        seat.panels("b1"),
        seat.sight((2, 0), (4, 0)),
        imagined.score(),
        imagined.offers(),
        imagined.actor(),
        imagined.imagine(Done("red"), SeededDice(1), move_on=True).offers(),
        [world.score() for world in seat.determinizations(2)],
        seat.visible_steps(),
        (seat.to_act, seat.over, seat.study),
    )


def test_positions_that_differ_only_in_hidden_things_give_equal_answers() -> None:
    first, second = with_blue_snare_in(3), with_blue_snare_in(1)
    assert first.digest() != second.digest()
    assert answers(Seat(first, "red")) == answers(Seat(second, "red"))


def test_the_side_that_hid_something_and_the_referee_see_it() -> None:
    first, second = with_blue_snare_in(3), with_blue_snare_in(1)
    assert Seat(first, "blue").view() != Seat(second, "blue").view()
    assert [marker.places for marker in Seat(first, "blue").view().markers] == [((3, 0),)]
    assert len(Seat(first, "").view().markers) == 2
    assert Seat(first, "red").view().markers[0].side == "red"


def test_an_imagined_move_into_a_hidden_snare_goes_well() -> None:
    session = Session(SYSTEM, toy.scenario(red=2, blue=4), dice=TapeDice(()))
    session.submit(Hide("red", 3))
    session.submit(Done("red"))
    seat = Seat(session, "blue")
    walk = Advance("blue", "b1", 1)
    assert seat.imagine(walk, TapeDice(())).score() == seat.now().score()
    step = seat.submit(walk)
    assert isinstance(step, Step)
    assert seat.now().score() == -1
    assert [type(event).__name__ for event in step.events] == ["Advanced", "SnareSprung"]


def test_the_other_side_is_not_told_what_only_one_may_know() -> None:
    session = with_blue_snare_in(3)
    red = [line.text for result in Seat(session, "red").visible_steps() for line in result.captions]
    blue = [line.text for result in Seat(session, "blue").visible_steps() for line in result.captions]
    assert "Blue hides a snare in band 3" in blue
    assert not any("Blue hides" in text for text in red)
    assert "Red hides a snare in band 5" in red
    assert {"Red hides a snare in band 5", "Blue hides a snare in band 3"} <= {
        line.text for number in range(len(session.steps)) for line in describe_step(session, number, "").captions
    }


def test_a_step_returned_to_a_player_holds_no_event_meant_for_another() -> None:
    def telltale(r: Ruling, command: Command) -> None:
        r.roll("a secret die", 1, 6, "TOY.move", to=("blue",))
        r.note(SnareLaid(rule="TOY.snare", to=("blue",), side="blue", band=2))

    movement, fire, rally = SYSTEM.sequence
    verb = movement.verbs[Advance].but(do=telltale)
    system = SYSTEM.but(sequence=(movement.but(verbs={Advance: verb}), fire, rally))
    session = Session(system, toy.scenario())
    step = Seat(session, "red").submit(Advance("red", "r1", 1))
    assert isinstance(step, Step)
    assert (step.events, step.faces) == ((), ())
    assert len(session.steps[-1].events) == 2 and len(session.steps[-1].faces) == 1


def test_a_side_is_offered_nothing_while_the_other_acts() -> None:
    session = with_blue_snare_in(3)
    assert Seat(session, "red").offers() == offers(SYSTEM, session.state)
    assert Seat(session, "blue").offers() == []
    assert not Seat(session, "blue").to_act


def test_a_seat_gives_no_orders_for_the_other_side() -> None:
    seat = Seat(with_blue_snare_in(3), "blue")
    with pytest.raises(PermissionError, match="blue may not give orders for red"):
        seat.submit(Done("red"))


def test_a_seat_refuses_with_the_reasons_of_the_rules() -> None:
    seat = Seat(with_blue_snare_in(3), "red")
    refused = seat.submit(Fire("red", "r1", "r2"))
    assert refused == (Illegal("'r2' is no enemy stand", "TOY.fire"),)


def test_a_seat_hands_out_neither_state_nor_session() -> None:
    seat = Seat(with_blue_snare_in(3), "red")
    public = [name for name in dir(seat) if not name.startswith("_")]
    for name in public:
        assert name not in ("state", "session", "dice")
    imagined = seat.now()
    assert [name for name in dir(imagined) if not name.startswith("_")] == [
        "actor",
        "allows",
        "chances",
        "counsel",
        "expected_value",
        "explain",
        "final_metrics",
        "has_captain",
        "has_exact_means",
        "imagine",
        "no_counsel",
        "offers",
        "outcome",
        "passes",
        "phase",
        "rollout",
        "score",
        "seen_by",
        "side",
        "sketch",
        "terms",
        "turn",
    ]


def test_everyone_may_know_an_event_that_names_nobody() -> None:
    event = SnareLaid(rule="TOY.snare", side="red", band=1)
    assert is_visible_to(event, "blue")
    assert not is_visible_to(event.but(to=("red",)), "blue")
    assert is_visible_to(event.but(to=("red",)), "red") and is_visible_to(event.but(to=("red",)), "")


def test_lines_of_play_are_compared_under_the_same_luck() -> None:
    seat = Seat(with_blue_snare_in(4), "red")

    def first(position: HypotheticalState) -> Command:
        return next(command for offer in position.offers() for command in offer.commands)

    def last(position: HypotheticalState) -> bool:
        return position.turn > 2

    one, again = (seat.now().rollout(first, 7, last).score() for _ in range(2))
    assert one == again, "the same seed gives the same luck"
    assert len({seat.now().rollout(first, seed, last).score() for seed in range(8)}) > 1, "another seed another"
