"""The theatre: scenes shown one after another over the board, held, skipped, switched off; no orders meanwhile.

The strip.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.hud.scene_widgets import SceneTile
from game.scenes.handover import HandoverScene
from game.table.skip_reasons import skipped_phases
from rules.kernel.flow import Done, offers
from rules.kernel.seat import Seat
from rules.players.captain import CaptainPlayer
from tests.conftest import begin
from tests.game.play_table import Table
from tests.test_replays import golden_session

LEAST_MS = 1200  # a scene holds at least so long
ARRIVED = 27  # steps of Cape Esperance after which three salvos have just reached American ships
MOST_PAGES = 4  # between two players, in a turn of the first hex battle


def table_of_salvos(folder: Path, scenes: str = "normal", **more: Any) -> Table:
    """Turn 1 of Cape Esperance before American eyes: torpedoes have reached Helena, McCalla and Farenholt."""
    game = golden_session("nw_smoke/cape_esperance").branch(ARRIVED)
    table = Table(folder, {"USN": "human", "IJN": "human"}, session=game, scenes=scenes, passing=True, **more)
    play = table.play
    play.table.sit("USN")
    play.table.shown_steps["USN"], play.table.ordered["USN"] = ARRIVED - 1, ARRIVED - 5
    play._stage_scenes(())
    play.show_all()
    return table


def test_three_salvos_are_three_scenes_each_held_long_enough(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    seen: dict[str, list[int]] = {}
    while table.play.theatre.running:
        table.wait(50)
        showing = table.play.theatre.showing
        if showing is not None:
            seen.setdefault(showing.scene.title, []).append(table.clock)
            assert table.app.tree.find("scene_title").spoken_text() == showing.scene.title
    assert list(seen) == ["A torpedo hit Helena", "Torpedoes reached McCalla", "Torpedoes reached Farenholt"]
    assert all(times[-1] - times[0] >= LEAST_MS - 100 for times in seen.values())
    assert not table.app.tree.find("scene_banner").is_shown


def test_space_skips_one_scene_and_shift_space_all(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    theatre = table.play.theatre
    table.wait(100, 3)
    table.key(pygame.K_SPACE)
    table.wait(100, 2)
    assert theatre.showing is not None and theatre.showing.scene.title == "Torpedoes reached McCalla"
    table.key(pygame.K_SPACE, pygame.KMOD_SHIFT)
    table.wait(50, 3)
    assert not theatre.running


def test_a_frame_of_a_scene_leaves_room_for_fifty_a_second(tmp_path: Path) -> None:
    """Work alone is counted, at 1920 by 1080 with all that moves: what the machine does besides changes nothing."""
    table, work = table_of_salvos(tmp_path, size=(1920, 1080), motion="full"), []
    while table.play.theatre.running:
        begun = time.process_time()
        table.wait(16)
        work.append(time.process_time() - begun)
    assert len(work) > 150
    assert statistics.median(work) < 1 / 50 / 2, "4 ms on the machine of 28 November 2026"
    assert sum(took > 1 / 50 for took in work) <= len(work) / 20


def test_the_buttons_of_the_banner_skip_too(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    table.wait(100, 3)
    table.press("scene_next")
    table.wait(100, 2)
    showing = table.play.theatre.showing
    assert showing is not None and showing.scene.title == "Torpedoes reached McCalla"
    table.press("scenes_skip")
    table.wait(50, 3)
    assert not table.play.theatre.running


def test_no_press_during_a_scene_gives_an_order(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    table.wait(100, 2)
    banner = table.app.tree.find("scene_banner").rect
    for y in range(60, 719, 82):
        for x in range(20, 1279, 105):
            if banner.collidepoint((x, y)) or y < 48:
                continue
            for _ in range(2):  # a second click would give what the first one armed
                table.click((x, y))
    for key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB, pygame.K_RETURN):
        table.key(key)
    assert len(table.session.steps) == ARRIVED
    assert table.play.hand.armed_command is None


def test_scenes_switched_off_hold_nothing_up(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path, scenes="off")
    assert not table.play.theatre.running


@pytest.mark.parametrize(("pace", "least"), [("slow", 2400), ("fast", 600)])
def test_the_setting_makes_scenes_longer_or_shorter(tmp_path: Path, pace: str, least: int) -> None:
    table = table_of_salvos(tmp_path, scenes=pace)
    table.wait(50, 2)
    showing = table.play.theatre.showing
    assert showing is not None and least <= showing.until - showing.begun < least + 1300


def test_the_strip_lists_what_happened_and_opens_when_one_of_ones_own_was_hit(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    table.play.theatre.skip_all()
    table.wait(50, 4)
    table.session.submit(Done("IJN"))  # Japan, who smokes first, makes none: now it is the turn of the United States
    table.play.show_all()
    table.wait(50, 3)
    assert table.play.my_turn
    tiles = [id for id in table.ids() if id.startswith("scene_tile_")]
    assert len(tiles) == 3 and table.play.theatre.strip_open  # Helena was hit
    table.press(next(id for id in tiles if "TorpedoHit" in id))
    table.wait(50, 2)
    showing = table.play.theatre.showing
    assert showing is not None and showing.scene.title == "A torpedo hit Helena"


def test_a_scene_is_spoken_once_to_who_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Listening:
        active = True

        def say(self, *words: str, urgent: bool = False) -> None:
            said.extend(words)

    table = table_of_salvos(tmp_path)
    monkeypatch.setattr(table.play.announcer, "reader", Listening)
    table.wait(100, 80)
    assert sum("A torpedo hit Helena" in word for word in said) == 1
    assert any("Torpedoes reached McCalla" in word and "needed 8" in word for word in said)


def test_the_log_says_why_evading_ships_launched_nothing() -> None:
    """NW-EV-H5: a division that evades may not launch; the torpedo phase passes without a question."""
    session = begin("nw_smoke/little_and_gregory", seed=3)
    found: list[str] = []
    for _ in range(200):
        listed = [command for offer in offers(session.system, session.state) for command in offer.commands]
        evades = [command for command in listed if type(command).__name__ == "Evade"]
        session.submit(evades[0] if evades else listed[-1])
        for side in ("USN", "IJN"):
            for skipped in skipped_phases(session, side, len(session.steps) - 1):
                found += [skipped.words] if skipped.phase.title == "Torpedoes" else []
        if session.over:
            break
    assert any(words.startswith("Torpedoes skipped: ") and "(NW-EV-H5)" in words for words in found), found


def test_the_log_tells_nobody_that_the_other_sides_movement_was_skipped() -> None:
    """In Battles for Empire each side moves in one of two phases; the other one is not its own to skip."""
    whole = golden_session("battles_for_empire/the_wells")
    told: dict[str, int] = {}
    for number, state in enumerate(whole.states[1:-1]):
        first = state.first if state.cursor.turn == whole.steps[number].turn else ""
        for side in (note.key for note in whole.scenario.sides) if first else ():
            own = "Movement, first side" if side == first else "Movement, second side"
            for skipped in skipped_phases(whole, side, number):
                told[skipped.phase.title] = told.get(skipped.phase.title, 0) + 1
                assert not skipped.phase.title.startswith("Movement") or skipped.phase.title == own, skipped.words
    assert told, "no phase was skipped for anybody"


def test_few_pages_between_two_players_in_the_first_hex_battle(tmp_path: Path) -> None:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    table = Table(tmp_path, {"USN": "human", "IJN": "human"}, session=session, passing=True)
    play, pages = table.play, 0  # the first player to sit down takes over from no one
    while session.state.cursor.turn == 1:
        table.wait(20)
        if isinstance(table.app.scene, HandoverScene):
            pages += 1
            page = table.app.scene
            page.open_up() if page.in_the_open is not None else page.sit_down()
        elif play.director.handover_to:
            play.end_phase()
        elif play.my_turn and not play.passing.due:
            captain, side = session.system.captain, play.table.side
            assert captain is not None
            advice = captain.counsel(session.system.known_state(session.state, side), side)
            assert play.submit(advice[0].command if advice else Done(side))
    assert pages <= MOST_PAGES


def test_the_log_tells_nothing_before_its_scene(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)

    def log_text() -> str:
        whole = " ".join(entry.text for entry in table.play.screen.log.entries)
        return whole.partition("Torpedoes skipped")[2]

    assert "Helena" not in log_text() and "McCalla" not in log_text()
    table.wait(100, 3)
    assert "Helena" in log_text() and "McCalla" not in log_text(), "the first scene alone"
    table.play.theatre.skip_all()
    table.wait(50, 4)
    whole = log_text()
    assert "McCalla" in whole and "Farenholt" in whole
    table.play.table.feed.restart()
    table.play.show_all()
    assert log_text() == whole, "in pieces the log reads as at once"


def test_a_click_on_the_board_folds_the_strip_that_lies_over_it(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    table.play.theatre.skip_all()
    table.wait(50, 4)
    table.session.submit(Done("IJN"))
    table.play.show_all()
    table.wait(50, 3)
    tiles = [widget for widget in table.play.theatre.strip.walk() if isinstance(widget, SceneTile)]
    assert tiles and all(tile.picture is not None for tile in tiles), "of what was not shown: the place as it is now"
    table.click(table.play.pane.canvas.rect.move(0, -100).center)
    table.wait(50, 2)
    assert table.app.tree.find("scene_strip").is_shown
    assert not any(id.startswith("scene_tile_") for id in table.ids())


def test_the_strip_lies_at_the_head_of_the_board_where_it_would_cover_ships_that_can_act(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    play, theatre = table.play, table.play.theatre
    theatre.skip_all()
    table.wait(50, 4)
    table.session.submit(Done("IJN"))
    play.show_all()
    table.wait(50, 3)
    theatre.strip_open, room = True, play.pane.canvas.rect
    able = play.hand.find(play.hand.able_counters()[0])
    assert able is not None
    for share, head in ((0.9, True), (0.1, False)):  # her height in the board's window
        x, y = play.board.screen_of(able.at)
        play.board.pan(room.centerx - round(x), room.y + round(share * room.h) - round(y))
        theatre.show_strip()
        table.wait(50, 2)
        assert theatre.strip.is_shown
        assert (theatre.strip.rect.centery < room.centery) == head, (share, play.board.screen_of(able.at))


def test_a_folded_strip_covers_only_a_corner_of_the_board(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    table.play.theatre.skip_all()
    table.session.submit(Done("IJN"))
    table.play.show_all()
    table.wait(50, 3)
    theatre, board = table.play.theatre, table.play.pane.canvas.rect
    assert theatre.strip.is_shown and theatre.strip_open
    opened = theatre.strip.rect.copy()
    theatre.fold_strip()
    table.wait(50, 3)
    folded = theatre.strip.rect
    assert theatre.strip.is_shown and folded.w < board.w / 2 and folded.h < opened.h / 2
    assert abs(folded.centerx - board.centerx) < 40, "between scale and small map"


def test_where_nothing_is_hidden_both_sides_have_the_picture_of_a_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of_salvos(tmp_path)
    theatre, director = table.play.theatre, table.play.director
    assert director.secret
    theatre.skip_all()
    mine = theatre._picture_key(scene := table.play.table.scenes_since_order()[0])
    table.play.table.sit("IJN")
    assert theatre._picture_key(scene) != mine, "what one side saw is never shown to another"
    director.ask_always = False
    monkeypatch.setattr(type(director), "hiding", False)
    theirs = theatre._picture_key(scene)
    table.play.table.sit("USN")
    assert theatre._picture_key(scene) == theirs


def test_no_strip_lies_over_the_board_when_only_the_weather_was_found(tmp_path: Path) -> None:
    session = begin("perfidious_albion/open_fleet", seed=2)
    players = dict.fromkeys((side.key for side in session.scenario.sides), "human")
    captain = CaptainPlayer(1)
    while session.system.sequence[session.state.cursor.phase].name not in ("deployment order", "deployment_order"):
        session.submit(captain.choose(Seat(session, session.actor)).command)
    table = Table(tmp_path, players, session=session)
    table.wait(50, 4)
    found = [scene for scene in table.play.table.scenes_since_order() if scene.weight]
    assert [scene.kind for scene in found] == ["WeatherFound"]
    assert not table.play.theatre.strip.is_shown
