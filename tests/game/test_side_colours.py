"""A side carries its colour: the scenario's, on every board and page."""

from __future__ import annotations

import pytest

from game.boards.board_factory import make_board
from game.boards.sheet_board import SheetBoard
from game.library import get_scenario, open_map, scenario_files
from game.ui.fonts import FontBook
from game.ui.side_colours import tokens_of
from game.ui.theme import palette_named
from rules import SYSTEMS
from rules.kernel.scenario import Scenario, side_colours
from rules.kernel.scenario_fields import field_faults
from rules.kernel.session import Session

SOMEWHERE = get_scenario("perfidious_albion", "texel")


def battle(one: tuple[str, str], other: tuple[str, str]) -> Scenario:
    """Return a battle of two sides of these keys and colours."""
    sides = [
        side.but(key=key, colour=colour) for side, (key, colour) in zip(SOMEWHERE.sides, (one, other), strict=True)
    ]
    return SOMEWHERE.but(sides=tuple(sides), forces=())


@pytest.mark.parametrize(
    ("one", "other", "colours"),
    [
        (("USN", ""), ("IJN", ""), "blue red"),
        (("USN", "red"), ("IJN", ""), "red blue"),
        (("USN", ""), ("IJN", "blue"), "red blue"),
        (("red", ""), ("blue", ""), "red blue"),
        (("blue", ""), ("red", ""), "blue red"),
        (("red", ""), ("fleet", ""), "red blue"),
        (("red", "blue"), ("blue", ""), "blue red"),
        (("red", ""), ("fleet", "red"), "blue red"),
    ],
)
def test_a_side_has_the_colour_it_carries_or_is_called_by(
    one: tuple[str, str], other: tuple[str, str], colours: str
) -> None:
    rows = side_colours(battle(one, other))
    assert [key for key, _ in rows] == [one[0], other[0]]
    assert " ".join(colour for _, colour in rows) == colours


def test_a_colour_that_there_is_not_and_one_used_twice_are_faults_of_the_scenario() -> None:
    assert list(field_faults(battle(("a", "puce"), ("b", "")))) == [
        ("sides[0].colour", "expected blue or red, found 'puce'")
    ]
    assert list(field_faults(battle(("a", "red"), ("b", "red")))) == [("sides[1].colour", "'red' is used twice")]


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_every_board_draws_the_sides_in_the_colours_of_the_scenario(key: str) -> None:
    system, theme = SYSTEMS[key], palette_named("night")
    scenario = get_scenario(key, scenario_files(key)[-1].stem)
    turned = tuple(side.but(colour=colour) for side, colour in zip(scenario.sides, ("red", "blue"), strict=True))
    session = Session(system, scenario.but(sides=turned), open_map(key, scenario.map), seed=1)
    view = session.system.view(session.state, "")
    assert tokens_of(view) == {scenario.sides[0].key: "side_b", scenario.sides[1].key: "side_a"}
    board = make_board(system.board, session.sheet, view.ground, theme, FontBook())
    assert isinstance(board, SheetBoard)
    board.set_view(view)
    assert board.sides == {scenario.sides[0].key: theme.side_b, scenario.sides[1].key: theme.side_a}
