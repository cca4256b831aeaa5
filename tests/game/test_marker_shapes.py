"""A marker's meaning is shown by its shape, not by its colour alone: WCAG 1.4.1. On land there is one kind only."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.boards import chart_marks
from game.boards.board_factory import make_board
from game.boards.sheet_board import SheetBoard
from game.hud.game_history import view_at
from game.library import get_scenario, open_map, scenario_files
from game.scenes.play import PlayScene
from game.ui.fonts import FontBook
from game.ui.side_colours import tokens_of
from game.ui.theme import palette_named
from rules import SYSTEMS
from rules.kernel.scenario import Scenario, side_colours
from rules.kernel.scenario_fields import field_faults
from rules.kernel.session import Session
from rules.kernel.view import Marker
from tests.conftest import SOAK
from tests.pictures import screen, whole

BOARDS = {
    "hex_night": "nw_smoke/first_guadalcanal",
    "bands_fight": "nights_of_fury/first_guadalcanal",
    "table_fight": "quickfire/yellow_sea",
    "inches_night": "perfidious_albion/roads_at_midnight",
}
STEPS = 25  # positions of a game searched for markers
CHANGED = 24  # of 255, in one of the three colours: drawn upon
ALIKE = 0.85  # two shapes with this share in common count as one


def kinds(session: Session) -> dict[str, Marker]:
    """Return one marker of each kind that a whole game shows."""
    found: dict[str, Marker] = {}
    for number in range(0, len(session.states), max(1, len(session.states) // STEPS)):
        for marker in view_at(session, number, "").markers:
            if marker.places:
                found.setdefault(marker.kind, marker)
    return found


def shape(scene: PlayScene, marker: Marker) -> pygame.Mask:
    """Return the pixels of a board that a marker changes, whatever its colour."""
    pictures = []
    for shown in ((), (marker,)):
        scene.board.set_view(scene.hand.view.but(pieces=(), markers=shown))
        full = pygame.Surface(scene.app.surface.get_size())
        scene.board.draw(full)
        pictures.append(full.subsurface(scene.board.rect).copy())
    left = pygame.mask.from_threshold(pictures[1], (0, 0, 0), (CHANGED, CHANGED, CHANGED, 255), pictures[0])
    left.invert()
    return left


@pytest.mark.parametrize("name", BOARDS if SOAK else ["hex_night"])
def test_no_two_kinds_of_markers_have_one_shape(name: str, tmp_path: Path) -> None:
    app = screen(name, "1280", tmp_path)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    found = kinds(whole(BOARDS[name]))
    assert len(found) > 1, "the game shows several"
    here = max((marker.places for marker in found.values()), key=len)
    placed = {kind: one.but(places=here[: len(one.places)], side="", text="") for kind, one in found.items()}
    drawn = {kind: shape(scene, marker) for kind, marker in placed.items()}
    assert all(mask.count() > 20 for mask in drawn.values())
    pairs = combinations(sorted(drawn), 2)
    assert [(one, two) for one, two in pairs if common(drawn[one], drawn[two]) > ALIKE] == []
    kind = max(drawn, key=lambda kind: drawn[kind].count())
    sides = [shape(scene, placed[kind].but(side=side.key)) for side in scene.session.scenario.sides]
    assert common(*sides) > ALIKE, "the count does not see colours"


def common(one: pygame.Mask, two: pygame.Mask) -> float:
    """Return the share of pixels covered by either shape that both cover."""
    both = one.overlap_mask(two, (0, 0)).count()
    return both / (one.count() + two.count() - both)


def test_the_hairs_of_a_ring_lie_within_the_board_and_not_across_its_frame() -> None:
    surface = pygame.Surface((60, 60))
    board = pygame.Rect(10, 10, 40, 40)
    crossing = [((20.0, 12.0), (20.0, 4.0)), ((4.0, 30.0), (14.0, 30.0)), ((30.0, 30.0), (40.0, 30.0))]
    draw = chart_marks._dashes(board, list(crossing), (255, 255, 255))
    draw(surface, 0, 0)
    lit = [(x, y) for x in range(60) for y in range(60) if surface.get_at((x, y))[:3] != (0, 0, 0)]
    assert lit and all(28 <= x <= 42 and y in (29, 30, 31) for x, y in lit)


# --- A side has the scenario's colour on every board and page ---

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
