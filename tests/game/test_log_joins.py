"""The log joins a roll to what came of it by order and by whom both name, never by the words of either."""

from __future__ import annotations

import pytest

from game.table.log_feed import captions_with_rolls
from rules import SYSTEMS
from rules.kernel.seat import describe_step
from rules.kernel.session import load_session
from rules.kernel.system import Caption
from tests.conftest import map_named
from tests.test_replays import golden

LEAST_JOINED = {
    "nw_smoke/first_guadalcanal": 0.6,
    "nights_of_fury/first_guadalcanal": 0.7,
    "quickfire/lesson_duel": 0.9,
    "battles_for_empire/the_wells": 0.6,
    "perfidious_albion/round_island": 0.4,
}


def roll(text: str, *names: str) -> Caption:
    return Caption(text, "d6: 5", "R", "roll", frozenset(names))


def event(text: str, *names: str) -> Caption:
    return Caption(text, "", "R", "", frozenset(names))


def joins(*captions: Caption) -> list[tuple[str, list[str]]]:
    return [(line.text, [one.text for one in rolls]) for line, rolls in captions_with_rolls(captions)]


def test_a_roll_is_joined_by_whom_it_names_though_no_other_word_is_shared() -> None:
    rows = joins(roll("Gunnery", "Little", "Fubuki"), event("Miss", "Little", "Fubuki"))
    assert rows == [("Miss", ["Gunnery"])]


def test_shared_words_join_nothing_when_the_names_differ() -> None:
    rows = joins(roll("fire check on Ohio", "Ohio"), event("fire check on Maine", "Maine"))
    assert rows == [("fire check on Ohio", []), ("fire check on Maine", [])]


def test_all_rolls_of_an_event_are_joined_in_their_order() -> None:
    rows = joins(roll("level", "Wettin"), roll("section", "Wettin"), event("A straddle fell", "Wettin", "Ohio"))
    assert rows == [("A straddle fell", ["level", "section"])]


def test_a_roll_for_one_ship_is_not_joined_to_the_next_shot_at_her() -> None:
    rows = joins(roll("fire check", "Little"), roll("shot", "Little", "Fubuki"), event("miss", "Little", "Fubuki"))
    assert rows == [("fire check", []), ("miss", ["shot"])]


def test_a_roll_that_names_nobody_stands_alone() -> None:
    assert joins(roll("visibility"), event("Weather")) == [("visibility", []), ("Weather", [])]


@pytest.mark.parametrize("game", LEAST_JOINED)
def test_most_rolls_of_a_whole_game_are_joined(game: str) -> None:
    session = load_session(golden(game), SYSTEMS, map_named, write=False)
    joined = alone = 0
    for number in range(len(session.steps)):
        for line, rolls in captions_with_rolls(describe_step(session, number, "").captions):
            joined += len(rolls)
            alone += line.tone == "roll"
    assert joined / (joined + alone) > LEAST_JOINED[game]
