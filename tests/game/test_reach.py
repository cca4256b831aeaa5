"""Pointing at the sea: any place gives the legal course that ends nearest to it, shown before it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.hit_test import Hit
from game.hud.highlights import highlight_overlay
from game.table.click_actions import look_up
from game.table.hints import hint
from game.table.order_builder import OrderBuilder
from rules import SYSTEMS
from rules.kernel.inches import distance, offset
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.perfidious_albion.records.commands import Activate, ChooseForMe, Deploy, Order, PickTerrain, Steer
from tests.conftest import scenario_named
from tests.game.play_table import Table

SCENARIO = "round_island"


def session() -> Session:
    """Return a game with Japan's battleships active, none of them moved yet."""
    made = Session(SYSTEMS["perfidious_albion"], scenario_named("perfidious_albion", SCENARIO), None, seed=3)
    made.study = True
    while not made.state.active:
        seat = Seat(made, made.actor)
        commands = [command for offer in seat.offers() for command in offer.commands]
        wanted = next(
            (command for command in commands if isinstance(command, Order) and command.order == "first"),
            next((command for command in commands if isinstance(command, Activate)), commands[-1]),
        )
        seat.submit(wanted)
    return made


@pytest.fixture
def hand() -> OrderBuilder:
    made = session()
    found = OrderBuilder(made, made.actor)
    found.select(found.able_counters()[0])
    return found


def ahead(hand: OrderBuilder, inches: int, right: int = 0) -> tuple[int, int]:
    """Return a place before the selected ship."""
    piece = hand.find(hand.piece)
    assert piece is not None
    return offset((piece.at[0], piece.at[1]), piece.facing, inches * 1000, right * 1000)


def test_a_place_between_the_listed_ends_gives_a_course_that_ends_there(hand: OrderBuilder) -> None:
    place = ahead(hand, 6, 1)
    assert place not in hand.places()
    command = hand.best_to(place)
    assert isinstance(command, Steer) and hand.seat.check(command) == ()
    listed = min(distance(end, place) for end in hand.places())  # type: ignore[arg-type]
    assert distance(hand.sketch(command).at, place) <= listed  # type: ignore[arg-type]


def test_a_place_out_of_reach_gives_the_course_that_comes_nearest(hand: OrderBuilder) -> None:
    far = hand.best_to(ahead(hand, 40))
    near = hand.best_to(ahead(hand, 7))
    assert isinstance(far, Steer) and isinstance(near, Steer)
    assert hand.sketch(far).at != hand.sketch(near).at


def test_the_first_click_arms_and_a_second_on_the_same_place_or_on_the_end_means_it(hand: OrderBuilder) -> None:
    place = ahead(hand, 6, 2)
    assert hand.armed_command is None and not hand.confirms(place)
    assert hand.point(place)
    assert isinstance(hand.armed_command, Steer)
    end = hand.sketch(hand.armed_command).at
    assert hand.confirms(place) and hand.confirms(end)
    assert not hand.confirms(ahead(hand, 3))


def test_other_headings_to_the_same_place_are_further_ways(hand: OrderBuilder) -> None:
    hand.point(ahead(hand, 6, 2))
    ends = [hand.sketch(command) for command in hand.candidates]
    assert len({sketch.facing for sketch in ends}) == len(ends) > 1
    assert all(distance(sketch.at, ends[0].at) <= 1_500 for sketch in ends)  # type: ignore[arg-type]
    first = hand.armed_command
    hand.cycle(1)
    assert hand.armed_command != first


def test_the_course_is_drawn_with_its_legs_while_the_mouse_is_over_the_sea(hand: OrderBuilder) -> None:
    place = ahead(hand, 6, 3)
    lit = highlight_overlay(hand, None, hand.best_to(place))
    assert lit.free and len(lit.path) >= 2 and lit.path[0] == hand.find(hand.piece).at  # type: ignore[union-attr]
    result = hint(look_up(hand, Hit(place)))
    assert not result.refusal and "kn" in result.words


def test_a_click_on_another_ship_still_turns_to_her(hand: OrderBuilder, tmp_path: Path) -> None:
    made = session()
    table = Table(tmp_path, dict.fromkeys(("japan", "russia"), "human"), session=made)
    able = table.play.hand.able_counters()
    table.play.pointer.select(able[0])
    other = table.play.hand.find(able[1])
    assert other is not None
    table.play.pane.fit()
    table.play.pointer.choose_at(Hit(other.at, other.id))
    assert table.play.hand.piece == able[1] and table.play.hand.armed_command is None


def test_two_clicks_on_the_sea_move_the_ship(tmp_path: Path) -> None:
    made = session()
    table = Table(tmp_path, dict.fromkeys(("japan", "russia"), "human"), session=made)
    ship = table.play.hand.able_counters()[0]
    table.play.pointer.select(ship)
    place = ahead(table.play.hand, 6, 1)
    steps = len(made.steps)
    table.play.pointer.choose_at(Hit(place))
    assert isinstance(table.play.hand.armed_command, Steer) and len(made.steps) == steps
    end = table.play.hand.sketch(table.play.hand.armed_command).at
    table.play.pointer.choose_at(Hit(place))
    assert len(made.steps) == steps + 1
    moved = made.state.ships[ship]
    assert (moved.x, moved.y) == end


def test_games_without_that_hook_have_only_the_ends_they_list() -> None:
    assert [key for key, system in SYSTEMS.items() if system.nearest_command is not None] == ["perfidious_albion"]


# ---------------------------------------------------------------------- setting up


def setting_up(phase: str) -> OrderBuilder:
    """Return the hand of the acting side in a phase of the set-up; earlier phases are chosen automatically."""
    system = SYSTEMS["perfidious_albion"]
    made = Session(system, scenario_named("perfidious_albion", "open_fleet"), None, seed=5)
    while system.sequence[made.state.cursor.phase].name != phase:
        seat = Seat(made, made.actor)
        commands = [command for offer in seat.offers() for command in offer.commands]
        seat.submit(next((command for command in commands if isinstance(command, ChooseForMe)), commands[-1]))
    return OrderBuilder(made, made.actor)


def test_terrain_may_be_placed_where_one_points_and_what_forbids_a_place_is_told() -> None:
    hand = setting_up("terrain")
    hand.take(next(action for action in hand.actions if action.verb == "terrain"))
    place = (33_300, 41_700)
    command = hand.best_to(place)
    assert isinstance(command, PickTerrain) and (command.x, command.y) == (333, 417)
    assert hand.seat.check(command) == ()
    beside = hint(look_up(hand, Hit((100, 100))))
    assert beside.refusal and "off the table" in beside.words


def test_a_squadron_may_be_deployed_where_one_points_on_any_heading() -> None:
    hand = setting_up("deployment")
    hand.take(next(action for action in hand.actions if action.verb == "deploy"))
    listed = hand.sketch(hand.action.commands[0]).at  # type: ignore[union-attr]
    near = (listed[0] + 300, listed[1])
    assert hand.point(near)
    assert isinstance(hand.armed_command, Deploy) and hand.seat.check(hand.armed_command) == ()
    assert len({command.heading for command in hand.candidates if isinstance(command, Deploy)}) > 1


def test_a_place_where_a_squadron_may_not_be_deployed_says_why() -> None:
    hand = setting_up("deployment")
    hand.take(next(action for action in hand.actions if action.verb == "deploy"))
    found = hint(look_up(hand, Hit((36_000, 36_000))))
    assert found.refusal and "PA-" in found.words
    assert not hand.point((36_000, 36_000))
