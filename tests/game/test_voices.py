"""The sound of guns depends on the ship that fires them, and for an enemy on her distance."""

from __future__ import annotations

import pygame
import pytest

from game.boards.timeline import gunners, plan
from game.skins import load_skin
from game.sound import RECORDED, REST_MS, SoundBox
from rules import SYSTEMS
from rules.battles_for_empire.events import Moved as LandMoved
from rules.kernel.view import Hull, Piece, Stand
from rules.nw_smoke.events import GunsFired
from rules.quickfire.events import RoundFailed
from tests.capabilities import PUBLISHED
from tests.game.test_board_band import busy_view

SIDES = {"kirishima": ("BB", False), "laffey": ("DD", True), "ayanami": ("DD", False), "helena": ("CL", True)}


def first_sound(ship: str, hexes: int) -> str:
    """Return the first sound of a shot of the hex game."""
    shot = GunsFired(rule="NW-GUN-H3", ship=ship, target="mark", hexes=hexes, result="miss", effect="miss")
    places = {ship: (1010,), "mark": (1020,)}
    return plan([shot], load_skin("nw_smoke"), places.get, "full", SIDES.get).sounds[0][1]


def test_a_battleship_thunders_and_a_destroyer_barks() -> None:
    assert (
        first_sound("kirishima", 2),
        first_sound("helena", 2),
        first_sound("ayanami", 2),
        first_sound("laffey", 2),
    ) == (
        "big_gun",
        "big_gun",
        "gun",
        "gun",
    )


def test_an_enemy_far_off_is_heard_from_afar_and_ones_own_guns_never_are() -> None:
    assert first_sound("kirishima", 12) == first_sound("ayanami", 12) == "far_gun"
    assert (first_sound("helena", 12), first_sound("laffey", 12)) == ("big_gun", "gun")


def test_of_a_ship_nobody_knows_the_usual_gun_is_heard() -> None:
    assert first_sound("nobody", 12) == "gun"


def test_who_fires_is_found_by_her_name_and_her_id_and_a_looker_on_is_near_to_all() -> None:
    hull = Hull(name="Kirishima", type="BB", length_ft=730, beam_ft=101)
    view = busy_view().but(pieces=(Piece(id="d1", side="ijn", name="Kirishima", at=(3, 0), facing=0, hulls=(hull,)),))
    names = {"ijn-kirishima": "Kirishima", "usn-laffey": "Laffey"}
    assert gunners(view, names, "usn") == {"Kirishima": ("BB", False), "ijn-kirishima": ("BB", False)}
    assert gunners(view, names, "")["ijn-kirishima"] == ("BB", True)


@pytest.mark.parametrize(("battery", "gun"), [("heavy", "big_gun"), ("light", "gun")])
def test_quickfires_guns_sound_by_the_battery_that_fires(battery: str, gun: str) -> None:
    slow = RoundFailed(
        rule="QF-FIRE-2", ship="ohio", target="massena", battery=battery, band="short", millimetres=90, blast="",
        blast_told="",
    )  # fmt: skip
    places = {"ohio": (1, 1), "massena": (9, 9)}
    assert plan([slow], load_skin("quickfire"), places.get).sounds[0][1] == gun


def test_foot_is_heard_marching_and_nobody_else_is() -> None:
    skin, places = load_skin("battles_for_empire"), {"a": (1010, 0)}
    moved = LandMoved(rule="BFE-MOV-1", unit="a", path=(1010, 1011), facing=0, cost=1)
    heard_of = {}
    for figure in ("foot", "native", "horse", "camel", "gun"):
        stand = Stand(figure=figure, formation="line")
        view = busy_view().but(pieces=(Piece(id="a", side="b", name="A", at=(1010,), facing=0, stand=stand),))
        score = plan([moved], skin, places.get, "full", gunners(view, {}, "b").get)
        heard_of[figure] = [sound for _, sound in score.sounds]
    assert heard_of == {"foot": ["marching"], "native": ["marching"], "horse": [], "camel": [], "gun": []}


@pytest.mark.parametrize("game", [game for game in PUBLISHED if game != "battles_for_empire"])
def test_hulls_creak_as_they_move(game: str) -> None:
    assert load_skin(game).cues["Moved"].sound == "creak"


def test_what_goes_with_every_move_is_not_heard_again_so_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [50_000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: clock[0])
    box = SoundBox()
    for effect, rest in REST_MS.items():
        assert box.play(effect) and not box.play(effect) and box.play("splash")
        clock[0] += rest
        assert box.play(effect)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_gun_of_a_skin_can_be_heard(game: str) -> None:
    for cue in load_skin(game).cues.values():
        assert not cue.heavy or cue.sound in RECORDED
        assert bool(cue.far) == bool(cue.range)
