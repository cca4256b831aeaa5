"""Counts with their nouns: one of a thing is never told in the plural."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Event
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.record import Record
from rules.kernel.seat import Seat, describe_step
from rules.kernel.session import Session
from rules.kernel.system import CaptionText, caption
from tests.conftest import begin, stroll
from tests.kernel import toy
from tests.kernel.toy import SYSTEM

NOUNS = "bands|hexes|boxes|points|dice|ships|turns|units|knots|hits|torpedoes|salvos|rolls|stands|orders|minutes"
ONE_OF_MANY = re.compile(rf"(?<![\d.,:/−–-])(?<!of )(?<!to )\b1 (?:{NOUNS})\b(?! apart)")
ORDERS = 200


@pytest.mark.parametrize(
    ("count", "nouns", "text"),
    [
        (0, ("band",), "0 bands"),
        (1, ("band",), "1 band"),
        (2, ("hex",), "2 hexes"),
        (1, ("hex",), "1 hex"),
        (3, ("inch",), "3 inches"),
        (1, ("die", "dice"), "1 die"),
        (2, ("die", "dice"), "2 dice"),
        (1200, ("point",), "1,200 points"),
    ],
)
def test_a_count_takes_its_noun_in_the_singular_or_the_plural(count: int, nouns: tuple[str, ...], text: str) -> None:
    assert count_noun(count, *nouns) == text


def test_names_with_commas_of_their_own_stand_apart_by_semicolons() -> None:
    assert join_words(["Hood", "Renown", "Furious"]) == "Hood, Renown and Furious"
    assert (
        join_words(["66th Foot, A and B", "Jacob's Rifles", "Sappers"]) == "66th Foot, A and B; Jacob's Rifles; Sappers"
    )


@pytest.mark.parametrize(("count", "text"), [(1, "Seen at 1 hex by 1 die"), (2, "Seen at 2 hexes by 2 dice")])
def test_a_caption_puts_the_noun_it_names_in_the_right_number(count: int, text: str) -> None:
    class Seen(Event, frozen=True, tag="Seen", kw_only=True):
        """It was seen."""

        hexes: int

    system = SYSTEM.but(captions={"Seen": CaptionText("seen at {hexes:hex} by {hexes:die/dice}")})
    assert caption(system, Session(SYSTEM, toy.scenario()).state, Seen(rule="TOY.move", hexes=count)).text == text


@pytest.mark.parametrize(
    "game",
    [
        "nights_of_fury/little_and_gregory",
        "nw_smoke/little_and_gregory",
        "quickfire/lesson_duel",
        "battles_for_empire/the_wells",
        "perfidious_albion/two_and_two",
    ],
)
def test_nothing_a_game_says_puts_one_thing_in_the_plural(game: str) -> None:
    session = begin(game, seed=5)
    wrong: list[str] = []
    for number, _ in enumerate(stroll(session, SeededDice(6), ORDERS)):
        if number % 5 == 0 and not session.over:
            wrong += [text for text in texts(looked_at(Seat(session, session.actor))) if ONE_OF_MANY.search(text)]
    for number in range(len(session.steps)):
        for line in describe_step(session, number, "").captions:
            wrong += [text for text in (line.text, line.detail) if ONE_OF_MANY.search(text)]
    assert wrong == []


def looked_at(seat: Seat) -> Iterator[object]:
    """Yield what a player may see in one position: the board, the cards, some orders with all that makes
    up their dice.
    """
    view = seat.view()
    yield view
    for piece in view.pieces[:6]:
        yield seat.panels(piece.id)
    for offer in seat.offers()[:8]:
        yield offer.label
        for command in offer.commands[:3]:
            yield seat.sketch(command), seat.breakdowns(command)


def texts(found: object) -> Iterator[str]:
    """Yield every string in a value."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, Record):
        yield from texts(msgspec.structs.astuple(found))
    elif isinstance(found, dict):
        yield from texts(list(found.values()))
    elif isinstance(found, list | tuple | Iterator):
        for item in found:
            yield from texts(item)


@pytest.mark.parametrize(
    ("names", "most", "text"),
    [
        ("", 0, ""),
        ("A", 4, "A"),
        ("ABC", 4, "A, B and C"),
        ("ABCDE", 4, "A, B, C, D and E"),
        ("ABCDEFG", 4, "A, B, C, D and 3 more"),
    ],
)
def test_names_stand_in_a_row_and_only_the_first_few_of_many(names: str, most: int, text: str) -> None:
    assert join_words(list(names), most) == text
