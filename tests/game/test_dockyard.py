"""The dockyard in the window: designs drawn, checked and priced; boxes tried, saved under a name, read again."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.hud.box_grid import BoxGrid
from game.library import MAPS
from game.scenes.dockyard import DockyardScene, grid_of, with_grid
from game.scenes.openers import AllScreens
from game.settings import Settings
from game.stack import Push
from rules import SYSTEMS
from tests.game.play_table import Hands

KEY = "perfidious_albion"


class Yard(Hands):
    """The dockyard on a screen, with designs of its own that may be changed."""

    frame_ms = 1_000

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.designs = folder / "maps" / KEY / "designs"
        copytree(MAPS / KEY / "designs", self.designs)
        monkeypatch.setattr("game.scenes.dockyard.MAPS", folder / "maps")
        pygame.font.init()
        self.app = App(find_folders(str(folder / "user")), Settings(window=(1280, 720), motion="off"), [], AllScreens)
        self.scene = DockyardScene(self.app, KEY)
        self.app.change(Push(self.scene))
        self.wait()

    def words(self) -> str:
        return " ".join(widget.spoken_text() for widget in self.app.tree.root.walk())

    def try_box(self, section: int, level: int, word: str) -> None:
        self.scene.choose(section, level)
        self.scene.put(word)
        self.wait()


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Yard:
    return Yard(tmp_path, monkeypatch)


def test_every_design_of_the_folder_is_listed_and_the_first_is_drawn_and_priced(yard: Yard) -> None:
    assert [path.stem for path in yard.scene.files] == sorted(path.stem for path in yard.designs.glob("*.yaml"))
    assert yard.scene.drawn is not None and yard.scene.drawn.fit
    assert "Design is legal" in yard.words()
    for value in yard.scene.drawn.values:
        assert value.amount in yard.words()


def test_a_box_that_breaks_a_rule_is_reported_with_it_and_lit_on_the_drawing(yard: Yard) -> None:
    yard.try_box(1, 5, "AA/3")
    drawn = yard.scene.drawn
    assert drawn is not None and [fault.square for fault in drawn.faults] == ["1/5"]
    assert "guns cannot stand under water" in yard.words() and "PA-DOC-H1" in yard.words()
    assert "lit" in grid_of(drawn).rows[4][0].tone
    yard.scene.undo()
    assert yard.scene.drawn is not None and yard.scene.drawn.fit


def test_what_is_tried_changes_the_price_and_no_file(yard: Yard) -> None:
    before = yard.scene.drawn
    text = yard.scene.files[0].read_text(encoding="utf-8")
    yard.try_box(2, 3, "E/2")
    after = yard.scene.drawn
    assert before is not None and after is not None and after.fit
    assert after.values != before.values
    assert yard.scene.files[0].read_text(encoding="utf-8") == text


def test_a_design_is_saved_under_a_new_name_and_never_over_another(yard: Yard) -> None:
    yard.try_box(2, 3, "E/2")
    yard.scene.save(yard.scene.files[0].stem)
    assert len(yard.scene.files) == len(list(yard.designs.glob("*.yaml")))
    yard.scene.save("my own")
    made = yard.app.folders.own / KEY / "designs" / "my_own.yaml"
    assert not (yard.designs / made.name).exists(), "nothing is written into the program's own folder"
    assert made.is_file() and yard.scene.path == made and not yard.scene.tried
    assert yard.scene.drawn is not None and yard.scene.drawn.rows[2][1] == "E/2"


def test_a_file_changed_elsewhere_is_read_again(yard: Yard) -> None:
    path = yard.scene.files[0]
    path.write_text(path.read_text(encoding="utf-8").replace("speed: 21", "speed: 22"), encoding="utf-8")
    yard.scene._seen = None
    yard.wait()
    assert yard.scene.drawn is not None and "speed 22" in yard.scene.drawn.subtitle


def test_a_file_that_cannot_be_read_says_where_and_why(yard: Yard) -> None:
    path = yard.scene.files[0]
    path.write_text("title: [", encoding="utf-8")
    yard.scene._seen = None
    yard.wait()
    assert yard.scene.drawn is None and path.name in yard.scene.trouble
    yard.scene.open(1)
    yard.wait()
    assert yard.scene.drawn is not None


def test_boxes_are_chosen_by_mouse_and_by_key(yard: Yard) -> None:
    grid = next(widget for widget in yard.app.tree.root.walk() if isinstance(widget, BoxGrid))
    assert grid.box_at(grid.box_rect(4, 5).center) == (4, 5)
    assert grid.mouse_down(grid.box_rect(4, 5).center, 1)
    assert yard.scene.box == (4, 5)
    grid = next(widget for widget in yard.app.tree.root.walk() if isinstance(widget, BoxGrid))
    assert grid.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert yard.scene.box == (5, 5)
    yard.scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    assert yard.scene.box is None


def test_another_drawing_takes_the_place_of_the_old_one_and_nothing_else_changes() -> None:
    text = 'title: "A"\ngrid:\n  - "."\n  - "H"\nsource: "house"\n'
    assert with_grid(text, [["AA@F/6", "."], [".", "H"]]) == (
        'title: "A"\ngrid:\n  - "AA@F/6 ."\n  - ".      H"\nsource: "house"\n'
    )


def test_only_games_with_a_dockyard_have_a_way_into_it() -> None:
    assert [key for key, system in SYSTEMS.items() if system.blueprint is not None] == [KEY]


def test_the_ship_that_is_designed_is_drawn_and_a_new_one_begins_as_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    yard = Yard(tmp_path, monkeypatch)
    drawn = yard.scene.drawn
    assert drawn is not None and drawn.hull is not None and drawn.hull.turrets
    ids = {widget.id for widget in yard.app.tree.root.walk()}
    assert "design_ship" in ids and "save_name" not in ids
    yard.app.tree.find("design_new").press()
    yard.wait()
    assert yard.app.tree.focused is not None and yard.app.tree.focused.id == "save_name"
    yard.scene.save("my_own_ship")
    made = yard.app.folders.own / KEY / "designs" / "my_own_ship.yaml"
    assert made.is_file() and yard.scene.path == made
