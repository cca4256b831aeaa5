"""Wrecks: a sunk ship leaves a mark where her side, or the enemy, last saw her; damage is drawn."""

from __future__ import annotations

import math

import pygame
import pytest

from game.boards import silhouette
from game.boards.chart_marks import CHART
from game.boards.counters import CounterSprites
from game.boards.draw_items import Stroke
from game.boards.drawing_tools import chart_ink
from game.boards.hex_layout import HEXES
from game.boards.land_counters import LandCounterSprites
from game.boards.markers import MarkerPen
from game.boards.models import ModelSprites
from game.boards.wreck_marks import BESIDE, wreck_spot
from game.table.wrecks import Wrecks
from game.ui.fonts import FontBook
from game.ui.theme import palette_named
from rules.kernel.view import Badge, Hull, Marker, Piece, Stand
from tests.test_replays import golden_session as whole

GAMES = {
    "nw_smoke/first_guadalcanal": "wreck",
    "nights_of_fury/first_guadalcanal": "wreck",
    "quickfire/yellow_sea": "wreck",
    "perfidious_albion/flotilla_attack": "wreck",
    "battles_for_empire/maiwand": "fallen",
}


@pytest.mark.parametrize("game", GAMES)
def test_what_went_down_leaves_its_mark_to_the_end_of_the_battle(game: str) -> None:
    session = whole(game)
    wrecks, count = Wrecks(session), len(session.steps)
    found = wrecks.at(count, "")
    assert GAMES[game] in {marker.kind for marker in found}
    assert all(marker.text and marker.places for marker in found)
    first = next(number for number in range(count) if wrecks.at(number, ""))
    assert wrecks.at(first - 1, "") == () and wrecks.at(count, "") == found


def test_a_wreck_lies_where_the_ship_was_seen_last_and_a_step_taken_back_takes_it_away() -> None:
    session = whole("nw_smoke/first_guadalcanal")
    wrecks = Wrecks(session)
    number = next(n for n in range(len(session.steps)) if wrecks.at(n, ""))
    wreck = wrecks.at(number, "")[0]
    before = session.system.view(session.states[number - 1], "")
    stood = next(piece for piece in before.pieces for hull in piece.hulls if hull.name == wreck.text)
    assert wreck.places == (stood.at,)
    twin = session.branch(number - 1)
    assert Wrecks(twin).at(number - 1, "") == ()


def test_a_side_is_shown_no_wreck_of_a_unit_it_does_not_know_to_be_gone() -> None:
    for game in GAMES:
        session = whole(game)
        wrecks, count, system = Wrecks(session), len(session.steps), session.system
        for side in session.scenario.sides:
            known = {one.name for one in system.fates(system.known_state(session.state, side.key)) if one.fate}
            assert {marker.text for marker in wrecks.at(count, side.key)} <= known


def hull(damage: int, fire: bool = False) -> Hull:
    return Hull(
        name="Astoria", type="CA", length_ft=588, beam_ft=62, turrets=((200, 3), (290, 3), (800, 3)),
        funnels=(430, 520), damage=damage, fire=fire,
    )  # fmt: skip


def test_turrets_fall_silent_with_damage_and_a_wreck_lies_in_two() -> None:
    silent = [len(silhouette.silent_turrets(3, damage)) for damage in range(5)]
    assert silent == [0, 0, 1, 2, 3]
    for damage, count in enumerate(silent):
        parts = [shape.part for shape in silhouette.plan(hull(damage))]
        struck = parts.count("struck")
        assert struck == count and parts.count("gun") == 3 - count
        assert parts.count("hull") == (2 if damage == 4 else 1)


def test_every_degree_of_damage_looks_different_on_counter_and_model() -> None:
    inks, sides = chart_ink(palette_named("day")), {"a": (20, 40, 90), "b": (120, 30, 30)}
    counters, models = CounterSprites(inks, FontBook(), sides), ModelSprites(inks, FontBook(), sides)
    seen = set()
    for damage in range(5):
        piece = Piece(id="x", side="a", name="Astoria", at=(101,), facing=1, hulls=(hull(damage),))
        seen.add(pygame.image.tobytes(counters.counter(piece, 56).picture, "RGBA"))
        seen.add(pygame.image.tobytes(models.model(piece, 64).picture, "RGBA"))
    assert len(seen) == 10


def test_every_kill_thins_the_stands_and_a_broken_unit_looks_broken() -> None:
    press = LandCounterSprites(chart_ink(palette_named("day")), FontBook(), {"a": (20, 40, 90)})
    seen = set()
    for kills in range(8):
        for badges in ((), (Badge("shaken", "S", "Shaken"),)):
            stand = Stand(figure="foot", formation="line", nation="british", kills=kills, limit=8)
            bare = Stand(figure="foot", formation="line", nation="british", kills=kills, limit=8)
            piece = Piece(id="x", side="a", name="Guards", at=(101,), stand=stand, badges=badges)
            picture = press.counter(piece.but(stand=bare), 80, False).picture
            seen.add(pygame.image.tobytes(picture.subsurface((30, 30, 60, 46)), "RGBA"))
    assert len(seen) == 16


@pytest.mark.parametrize("palette", ["day", "night"])
def test_a_wreck_is_drawn_beside_the_counters_that_stand_over_it(palette: str) -> None:
    """Its sign is fully visible, in its own hex or on the edge of it; in an empty hex it is in the middle."""
    theme = palette_named(palette)
    layout = HEXES
    pen = MarkerPen(chart_ink(theme), FontBook(), {}, layout, CHART)
    marker, zoom = Marker(kind="wreck", places=((404,),), text="Hiei"), 1.0
    x, y = pen.centres(marker, zoom)[0]
    free = pygame.Surface((900, 900))
    counter = pygame.Rect(0, 0, round(layout.radius), round(layout.radius))
    counter.center = round(x), round(y)
    assert wreck_spot(pen, (x, y), 13, zoom) == (x, y)
    pen.taken = [counter]
    at = wreck_spot(pen, (x, y), 13, zoom)
    sign = pygame.Rect(0, 0, 26, 26)
    sign.center = round(at[0]), round(at[1])
    assert not sign.colliderect(counter)
    assert math.dist(at, (x, y)) <= layout.radius * max(BESIDE)
    for item in pen.items((marker,), zoom):
        assert isinstance(item, Stroke)
        item.draw(free, 0, 0)
    changed = pygame.mask.from_threshold(free, (0, 0, 0), (1, 1, 1))
    changed.invert()
    under = pygame.mask.Mask(counter.size, fill=True)
    assert changed.overlap_area(under, counter.topleft) == 0, "nothing of it is under the counter"
    assert changed.count() > 200
