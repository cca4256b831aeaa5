"""Every calculation shown before a roll equals the one in the roll, and adds up, in all games."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from game.table.speech import breakdown_lines
from rules.kernel.breakdown import Breakdown, Natural, roll_text, sum_lines
from rules.kernel.dice import SeededDice
from rules.kernel.flow import actor, carry_out, offers
from rules.kernel.modifiers import Modifier
from rules.kernel.preview import breakdowns
from rules.kernel.ruling import Rolled, Ruling, is_visible_to
from rules.kernel.seat import describe_step
from rules.kernel.session import Session
from tests.conftest import begin, draw, stroll, system_of

BATTLES = (
    "nw_smoke/gale_off_savo",
    "nw_smoke/first_guadalcanal",
    "nights_of_fury/savo_island",
    "nights_of_fury/usn_convoy",
    "quickfire/lesson_duel",
    "quickfire/dash_to_chifu",
    "battles_for_empire/abu_klea",
    "battles_for_empire/majuba",
    "perfidious_albion/two_and_two",
    "perfidious_albion/naval_base",
)
STEPS = int(os.environ.get("SUMS_STEPS", "400"))
EVERY = 4
each_battle = pytest.mark.parametrize("battle", BATTLES)


def walk(battle: str) -> Session:
    """Return a random game so far."""
    session = begin(battle, seed=31)
    for _ in stroll(session, SeededDice(32), STEPS):
        pass
    return session


def rolls_of_order(system: Any, state: Any, command: Any, seed: int) -> list[Rolled]:
    """Return the rolls of an order, or, if it rolls nothing now, those of its later effect in this position."""
    ruling = Ruling(system, state, SeededDice(seed))
    carry_out(ruling, command)
    rolls = [event for event in ruling.events if isinstance(event, Rolled)]
    if not rolls and system.delayed_outcome is not None:
        system.delayed_outcome(ruling, command)
        rolls = [event for event in ruling.events if isinstance(event, Rolled)]
    return rolls


def rolls_of(session: Session) -> Iterator[Rolled]:
    for step in session.steps:
        yield from (event for event in step.events if isinstance(event, Rolled))


@each_battle
def test_what_is_shown_before_an_order_is_what_its_roll_carries(battle: str) -> None:
    session, system, seen = walk(battle), system_of(battle), 0
    thought = SeededDice(33)
    for state in session.states[1:-1:EVERY]:
        if not actor(state):
            continue
        for offer in offers(system, state):
            command = draw(offer, thought)
            shown = breakdowns(system, state, command)
            rolls = rolls_of_order(system, state, command, 34)
            assert bool(shown) == bool(rolls), command
            carried = next((roll.breakdown for roll in rolls if shown and roll.rule == shown[0].rule), None)
            if carried is None:
                continue  # nothing is rolled, or what came first kept it from that roll
            assert shown[0] == carried, command
            seen += 1
    assert seen > 5


@each_battle
def test_every_roll_adds_up_to_what_its_event_says(battle: str) -> None:
    session = walk(battle)
    count = 0
    for roll in rolls_of(session):
        throw, faces = roll.breakdown, roll.faces
        assert throw.adds_up, throw
        assert len(faces) == throw.count and all(1 <= face <= throw.sides for face in faces)
        added = sum(term.value for term in throw.modifiers)
        if throw.pool:
            made = [face for face in faces if throw.need is None or _makes(throw, face + added)]
            assert roll.total == len(made), throw
        else:
            assert roll.total == sum(faces) + added, throw
        assert all(rule in session.system.rulebook for rule in throw.rules), throw.rules
        count += 1
    assert count > 20


def _makes(throw: Breakdown, number: int) -> bool:
    assert throw.need is not None
    return number <= throw.need if throw.low else number >= throw.need


@each_battle
def test_the_log_the_text_route_and_the_preview_tell_every_term(battle: str) -> None:
    session = walk(battle)
    for number, step in enumerate(session.steps):
        captions = describe_step(session, number, "").captions
        heard = [event for event in step.events if is_visible_to(event, "")]
        for event, caption in zip(heard, captions, strict=True):
            if not isinstance(event, Rolled):
                continue
            for term in (*event.modifiers, *event.breakdown.terms[1:]):
                sign = "−" if term.value < 0 else "+"
                assert f"{sign}{abs(term.value)} {term.label}" in caption.detail
            for skipped in event.breakdown.waived:
                assert skipped.rule in caption.detail and skipped.why in caption.detail
            lines = " ".join(breakdown_lines((event.breakdown,)))
            assert all(rule in lines for rule in event.breakdown.rules)


@each_battle
def test_a_pool_of_dice_is_never_summed_in_the_log(battle: str) -> None:
    session = walk(battle)
    for number in range(len(session.steps)):
        for caption in describe_step(session, number, "").captions:
            if caption.tone == "roll" and " each" in caption.detail.replace("each ship", "every ship"):
                assert "=" not in caption.detail.split(", needed")[0], caption


SHOT = Breakdown(
    what="Yudachi fires at Little",
    rule="R",
    count=2,
    sides=6,
    need=8,
    terms=(Modifier(9, "base", "R"), Modifier(-2, "firepower", "R"), Modifier(1, "range", "R")),
    modifiers=(Modifier(-1, "night", "N"),),
    naturals=(Natural(12, True, "always hits", "T"), Natural(2, False, "always misses", "T")),
)


def test_need_and_roll_are_never_mixed_in_one_sum() -> None:
    lines = [line.words for line in sum_lines(SHOT)]
    assert "target number on 2d6: 8+" in lines
    assert "roll needed: 9+" in lines
    assert not any(re.search(r"\+7|7 in all", line) for line in lines)


@pytest.mark.parametrize(
    ("faces", "made", "words"),
    [
        ((6, 6), True, ""),
        ((1, 1), False, ""),
        ((4, 5), True, "needed 8+"),
        ((4, 4), False, "= 7, needed 8+"),
    ],
)
def test_a_natural_is_told_only_where_it_decided(faces: tuple[int, ...], made: bool, words: str) -> None:
    assert SHOT.is_made_by(faces) is made and words in roll_text(SHOT, faces)
    assert "natural" not in roll_text(SHOT, faces)
    hard = SHOT.but(modifiers=(Modifier(-6, "night", "N"),))
    assert ("natural 12, always hits [T]" in roll_text(hard, (6, 6))) and hard.is_made_by((6, 6))
    easy = SHOT.but(modifiers=(Modifier(9, "day", "N"),))
    assert "natural 2, always misses [T]" in roll_text(easy, (1, 1)) and not easy.is_made_by((1, 1))
