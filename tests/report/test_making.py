"""Report, film and paper out of the window: a bar that fills, where the file is, Escape, folders that refuse."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.progress import Stopped
from game.scenes import progress_page
from game.scenes.progress_page import make_film, make_report, print_dialog, viewer_of_export
from game.scenes.scenarios import ScenariosScene
from game.scenes.share import share_dialog
from game.table.sharing import SHARED
from tests.conftest import IS_ROOT, POSIX_ONLY, begin
from tests.game.test_teach_scenes import School
from tests.report.measured import open_pdf

GAME = "nights_of_fury/little_and_gregory"


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


def words(school: School) -> str:
    return " ".join(widget.spoken_text() for widget in school.app.tree.top.walk())


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize(("button", "ending"), [("share_report", ".html"), ("share_film", ".webp")])
def test_a_game_is_retold_from_the_menu_each_time_in_a_new_file(school: School, button: str, ending: str) -> None:
    session = begin(GAME)
    for count in (1, 2):
        share_dialog(school.app, session, "USN")
        school.wait()
        school.press(button)
        made = list((school.app.folders.saves / SHARED).glob(f"*{ending}"))
        assert len(made) == count
        assert any(path.name in words(school) for path in made)
        school.key(pygame.K_ESCAPE)


def test_the_players_notes_stand_in_the_report(school: School) -> None:
    session = begin(GAME)
    school.app.settings.notes[GAME] = ["Turn 0: turn away at once", "Turn 7: look astern", "Keep together"]
    make_report(school.app, session, "USN")
    (made,) = (school.app.folders.saves / SHARED).glob("*.html")
    page = made.read_text("utf-8")
    assert '<p class="note">turn away at once</p>' in page
    assert "Keep together" in page
    assert "Turn 7: look astern" in page  # a turn that has not been played yet


def test_a_battle_is_printed_from_its_card(school: School) -> None:
    school.app.screens.scenarios("nights_of_fury", "little_and_gregory")
    school.wait(4)
    assert isinstance(school.app.scene, ScenariosScene)
    school.app.scene.print_it()
    school.wait()
    school.press("print_letter")
    (made,) = (school.app.folders.saves / SHARED).glob("*.pdf")
    assert made.name in words(school)
    assert open_pdf(made.read_bytes())[0].get_width() == pytest.approx(612)


def test_escape_stops_it_and_nothing_is_written(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_page, "LOOK_MS", 0)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
    make_film(school.app, begin(GAME), "USN")
    assert "was not created" in words(school)
    assert not list(school.app.folders.saves.glob("**/*.webp"))


def test_the_bar_fills(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_page, "LOOK_MS", 0)
    seen: list[float] = []
    result = progress_page.ProgressWatcher.__call__

    def note_share(look: progress_page.ProgressWatcher, share: float) -> None:
        result(look, share)
        seen.append(look.bar.value)

    monkeypatch.setattr(progress_page.ProgressWatcher, "__call__", note_share)
    print_dialog(school.app, begin(GAME))
    school.wait()
    school.press("print_a4")
    assert seen == sorted(seen)
    assert len(seen) > 6
    assert seen[-1] > 0.5


@POSIX_ONLY
@pytest.mark.skipif(IS_ROOT, reason="nothing is forbidden to root")
def test_a_folder_that_refuses_is_told(school: School) -> None:
    school.app.folders.saves.chmod(0o500)
    make_report(school.app, begin(GAME), "USN")
    assert "Cannot write the file" in words(school)


def test_a_file_in_the_place_of_the_folder_is_told(school: School) -> None:
    (school.app.folders.saves / SHARED).write_text("in the way", "utf-8")
    make_report(school.app, begin(GAME), "USN")
    assert "Cannot write the file" in words(school)


def test_whose_eyes_tell() -> None:
    session = begin("nw_smoke/little_and_gregory")
    session.players = {"USN": "human", "IJN": "captain"}
    assert viewer_of_export(session, "USN") == "USN"
    assert viewer_of_export(session, "IJN") == "USN"
    session.study = True
    assert viewer_of_export(session, "USN") == ""
    assert issubclass(Stopped, Exception)
