"""The sequence of play: phases open, close, skip sides and are interrupted; all of it is data."""

from __future__ import annotations

import msgspec
import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import (
    Begin,
    Command,
    Done,
    Offer,
    Phase,
    PhaseBegan,
    Verb,
    check,
    number_of,
    offers,
    phase_now,
    state_digest,
    verbs,
)
from rules.kernel.session import Session, Step, adjudicate
from tests.kernel import toy
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_pieces import Advance, FallBack, Fire, Hide, Hold, Toy


def game(*faces: int, **changes: int) -> Session:
    return Session(SYSTEM, toy.scenario(**changes), dice=TapeDice(faces))


def give(session: Session, *commands: Command) -> list[str]:
    """Give legal commands; return the names of the events of the last one."""
    named: list[str] = []
    for command in commands:
        step = session.submit(command)
        assert isinstance(step, Step), step
        named = [type(event).__name__ for event in step.events]
    return named


def phase_of(session: Session) -> str:
    return phase_now(SYSTEM, session.state).name


def test_the_game_opens_in_the_first_phase_of_turn_one_with_the_first_side() -> None:
    session = game()
    cursor = session.state.cursor
    assert (cursor.turn, phase_of(session), session.actor) == (1, "movement", "red")
    assert cursor.queue == ("red", "blue")


def test_sides_act_in_the_order_of_the_queue() -> None:
    session = game()
    give(session, Done("red"))
    assert session.actor == "blue"
    assert give(session, Done("blue"))[:2] == ["SideFinished", "PhaseBegan"]


def test_a_side_that_has_nothing_to_do_is_skipped_and_counted() -> None:
    session = game(red=1, blue=6)
    give(session, Done("red"), Done("blue"))
    cursor = session.state.cursor
    assert (cursor.turn, phase_of(session), session.actor) == (2, "movement", "red")
    session = game(red=1, blue=4)
    give(session, Done("red"), Done("blue"), Done("red"))
    assert session.state.cursor.skipped == (0, 0, 0)
    give(session, Done("blue"))
    assert session.state.cursor.turn == 2


def test_a_phase_counts_the_sides_it_skipped_until_the_turn_ends() -> None:
    session = game(4, 2, red=3, blue=3)
    give(session, Hide("red", 1), Done("red"), Hide("blue", 1), Done("blue"))
    assert phase_of(session) == "fire"
    give(session, Fire("red", "r1", "b1"))
    give(session, Fire("red", "r2", "b1"))
    assert session.actor == "blue"
    assert session.state.cursor.skipped == (0, 1, 0)


def test_phases_open_and_close_their_business() -> None:
    session = game()
    give(session, Advance("red", "r1", 2))
    assert session.state.stands["r1"].moved
    give(session, Done("red"), Done("blue"), Done("red"), Done("blue"))
    assert session.state.cursor.turn == 2
    assert not session.state.stands["r1"].moved


def test_the_turn_wraps_and_the_game_ends_after_the_last() -> None:
    session = game(turns=1, red=1, blue=6)
    give(session, Done("red"))
    events = give(session, Done("blue"))
    assert events[-1] == "GameEnded"
    assert session.over and session.actor == ""
    assert offers(SYSTEM, session.state) == []
    (reason,) = session.check(Done("red"))
    assert reason.rule == "TOY.end" and "the game is over" in reason.reason


def test_a_side_that_owes_something_is_not_offered_the_end_of_its_phase() -> None:
    session = game(1, 1, 1, 1, red=3, blue=3)
    give(session, Done("red"), Done("blue"))
    reasons = session.check(Done("red"))
    assert [(reason.rule, reason.piece) for reason in reasons] == [("TOY.fire.must", "r1"), ("TOY.fire.must", "r2")]
    assert "done" not in [offer.verb for offer in offers(SYSTEM, session.state)]
    give(session, Fire("red", "r1", "b1"))
    assert [reason.piece for reason in session.check(Done("red"))] == ["r2"]


def test_hits_of_a_phase_fall_when_it_closes_so_that_both_sides_fire_first() -> None:
    session = game(6, 6, 6, 6, red=3, blue=3, strength=1)
    give(session, Done("red"), Done("blue"), Fire("red", "r1", "b1"), Fire("red", "r2", "b2"))
    assert session.state.stands["b1"].strength == 1
    give(session, Fire("blue", "b1", "r1"))
    events = give(session, Fire("blue", "b2", "r2"))
    assert events.count("Struck") == 4
    assert session.state.pending == ()
    assert session.state.outcome is not None and session.state.outcome.winner == ""


def test_a_question_interrupts_the_sequence_and_only_its_verbs_are_offered() -> None:
    session = game(6, 1, 1, 1, 5, red=3, blue=3)
    give(session, Done("red"), Done("blue"), Fire("red", "r1", "b1"), Fire("red", "r2", "b2"))
    give(session, Fire("blue", "b1", "r1"), Fire("blue", "b2", "r2"))
    assert (phase_of(session), session.actor) == ("shock", "blue")
    assert [offer.verb for offer in offers(SYSTEM, session.state)] == ["back", "hold"]
    assert [reason.reason for reason in session.check(Done("blue"))] == ["a question must be answered first"]
    assert session.check(Advance("blue", "b1", 1))[0].rule == "TOY.move"
    assert session.check(Hold("blue", "b2"))[0].rule == "TOY.shock-H1"
    assert session.check(Hold("red", "b1"))[0].rule == "TOY.shock-H1"
    assert give(session, Hold("blue", "b1"))[:2] == ["Rolled", "Held"]
    assert session.state.cursor.frames == ()


def test_questions_are_stacked_and_answered_last_first() -> None:
    session = game(6, 6, 1, 1, red=3, blue=3)
    give(session, Done("red"), Done("blue"), Fire("red", "r1", "b1"), Fire("red", "r2", "b2"))
    give(session, Fire("blue", "b1", "r1"), Fire("blue", "b2", "r2"))
    assert [frame.subject for frame in session.state.cursor.frames] == ["b1", "b2"]
    give(session, FallBack("blue", "b2"))
    assert [frame.subject for frame in session.state.cursor.frames] == ["b1"]
    give(session, FallBack("blue", "b1"))
    assert phase_of(session) == "rally"


def test_an_interrupted_position_is_plain_data() -> None:
    session = game(6, 6, 1, 1, red=3, blue=3)
    give(session, Done("red"), Done("blue"), Fire("red", "r1", "b1"), Fire("red", "r2", "b2"))
    give(session, Fire("blue", "b1", "r1"), Fire("blue", "b2", "r2"))
    data = msgspec.json.encode(session.state)
    assert msgspec.json.decode(data)["cursor"]["frames"][0]["kind"] == "shock"


def test_a_command_of_another_phase_is_refused_by_its_own_rule() -> None:
    (reason,) = game().check(Fire("red", "r1", "b1"))
    assert reason.rule == "TOY.fire"
    assert reason.reason == "Fire is an order of phase 2, Fire; this is phase 1, Movement"


def test_a_command_of_the_wrong_side_is_refused() -> None:
    (reason,) = game().check(Advance("blue", "b1", 1))
    assert reason.reason == "'red' acts now, not 'blue'"
    assert game().check(Begin("red"))[0].rule


def test_all_reasons_are_given_not_only_the_first() -> None:
    session = game()
    give(session, Advance("red", "r1", 1))
    lines = [reason.reason for reason in session.check(Advance("red", "r1", 9))]
    assert lines == ["r1 has moved already", "a stand advances 1 to 2 bands, not 9"]


def test_checking_and_offering_change_nothing() -> None:
    state = game().state
    before = state_digest(state)
    offers(SYSTEM, state)
    check(SYSTEM, state, Advance("red", "r1", 2))
    adjudicate(SYSTEM, state, Advance("red", "r1", 2), TapeDice(()))
    assert state_digest(state) == before


def test_the_digest_leaves_out_what_is_only_remembered() -> None:
    state = game().state
    assert state_digest(state.but(memo={"before": state})) == state_digest(state)
    assert state_digest(state.but(pending=(("r1", 1),))) != state_digest(state)


def test_a_phase_that_wants_what_nothing_offers_is_a_mistake_of_the_program() -> None:
    def nothing(state: Toy, side: str) -> tuple[Offer, ...]:
        return ()

    mute = Verb(Fire, "Fire", "TOY.fire", nothing, lambda state, command: (), lambda r, command: None)
    movement, fire, rally = SYSTEM.sequence
    silent: Phase = fire.but(verbs=verbs(mute))
    session = Session(SYSTEM.but(sequence=(movement, silent, rally)), toy.scenario(red=3, blue=3), dice=TapeDice(()))
    give(session, Done("red"))
    with pytest.raises(AssertionError, match="owes something that nothing offers"):
        session.submit(Done("blue"))
    assert session.actor == "blue"


def test_verbs_found_to_offer_nothing_are_not_asked_again_until_something_changes() -> None:
    asked: list[str] = []

    def nothing(state: Toy, side: str) -> tuple[Offer, ...]:
        asked.append(side)
        return ()

    mute = Verb(Fire, "Fire", "TOY.fire", nothing, lambda state, command: (), lambda r, command: None)
    movement, fire, rally = SYSTEM.sequence
    system = SYSTEM.but(sequence=(movement.but(verbs={Fire: mute, **movement.verbs}), fire, rally))
    session = Session(system, toy.scenario(red=3, blue=3), dice=TapeDice(()))
    assert asked == ["red"]
    listed = offers(system, session.state)
    assert asked == ["red"] and listed == offers(SYSTEM, session.state.but())
    assert state_digest(session.state) == state_digest(session.state.but())
    asked.clear()
    offers(system, session.state.but())
    assert asked == ["red"]


def test_what_was_offered_on_the_way_to_a_decision_is_not_asked_for_again_but_by_a_replay() -> None:
    asked: list[str] = []
    movement, fire, rally = SYSTEM.sequence
    advance = movement.verbs[Advance]

    def count_listing(state: Toy, side: str) -> tuple[Offer, ...]:
        asked.append(side)
        return tuple(advance.offer(state, side))

    heard = movement.but(verbs={**movement.verbs, Advance: advance.but(offer=count_listing)})
    system = SYSTEM.but(sequence=(heard, fire, rally))
    session = Session(system, toy.scenario(red=3, blue=3), dice=TapeDice(()))
    first = session.submit(Advance("red", "r1", 2))
    assert isinstance(first, Step)
    asked.clear()
    listed = offers(system, session.state)
    assert asked == [] and listed == offers(SYSTEM, session.state.but())
    again = adjudicate(system, session.states[-2], first.command, TapeDice(()))
    asked.clear()
    assert offers(system, again.state) == listed and asked == ["red"]


def test_a_game_in_which_nobody_ever_decides_anything_is_a_mistake_of_the_program() -> None:
    movement, _, _ = SYSTEM.sequence
    silent: Phase = movement.but(verbs={})
    with pytest.raises(AssertionError, match="100 turns went by"):
        Session(SYSTEM.but(sequence=(silent,)), toy.scenario())


def test_a_phase_is_passed_over_unsaid_in_turns_in_which_its_condition_says_no() -> None:
    middle = SYSTEM.sequence[1].but(when=lambda state: state.cursor.turn % 2 == 0)
    system = SYSTEM.but(sequence=(SYSTEM.sequence[0], middle, *SYSTEM.sequence[2:]))
    session = Session(system, toy.scenario(red=1, blue=4), dice=TapeDice(()))
    rows = [[event.title for event in step.events if isinstance(event, PhaseBegan)] for step in session.steps]
    for command in (Done("red"), Done("blue"), Done("red"), Done("blue")):
        step = session.submit(command)
        assert isinstance(step, Step), step
        rows.append([event.title for event in step.events if isinstance(event, PhaseBegan)])
    named = [title for titles in rows for title in titles]
    first = named[: named.index(SYSTEM.sequence[0].title, 1)]
    assert middle.title not in first
    assert middle.title in named[len(first) :]


def test_an_optional_phase_that_is_passed_over_leaves_no_gap_in_the_numbers() -> None:
    one, two, three = SYSTEM.sequence
    spare: Phase = two.but(when=lambda state: False, optional=True)
    state = Session(SYSTEM, toy.scenario()).state
    assert [number_of((one, two, three), state, index) for index in range(3)] == [1, 2, 3]
    assert [number_of((one, spare, three), state, index) for index in (0, 2)] == [1, 2]
    assert number_of((one, spare.but(optional=False), three), state, 2) == 3
    again = (one, spare, three, one, two, three)  # a second interruption begins again
    assert [number_of(again, state, index) for index in (2, 3, 4, 5)] == [2, 1, 2, 3]
