"""Drafts and own files that nobody wrote on purpose: builder and lists open, say what is wrong and lose nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.library import open_library, open_map
from game.scenes.builder import BuilderScene
from game.stack import Pop
from game.workshop.draft import draft_path, left_draft
from game.workshop.scenario_yaml import as_yaml
from game.workshop.skirmish import DrawnForce, draw
from rules import SYSTEMS
from rules.kernel.datafile import DataError, source_at
from rules.kernel.scenario import Scenario, StartCondition
from tests.capabilities import BUILDABLE
from tests.conftest import SOAK
from tests.game.screens import app_in

ODD: tuple[dict[str, Any], ...] = (
    {"at": ()},
    {"at": (1, 2, 3)},
    {"at": (99_999_999,)},
    {"at": (-5, -5)},
    {"at": (0,)},
    {"facing": "sideways"},
    {"facing": "720"},
    {"facing": ""},
    {"speed": -3},
    {"formation": "pyramid"},
    {"units": ()},
    {"side": "nobody"},
    {"id": "two words"},
    {"traits": ("odd",)},
)
WHOLE: tuple[dict[str, Any], ...] = (
    {"date": "yesterday"},
    {"date": ""},
    {"clock": "noon"},
    {"turns": -1},
    {"map": "../../etc/passwd"},
    {"map": "nowhere"},
    {"conditions": {"table": "0x0", "land X": "1,1 2,2"}},
    {"conditions": {"table": "99999999x1", "land X": "a,b c,d e,f"}},
    {"special": (("break", "nobody", 1),)},
    {"options": {"no_such": True}},
    {"position": (StartCondition(part="ships", id="x", field="y", value="z"),)},
    {"position": (StartCondition(part="cursor", field="phase", value="99"),)},
    {"title": "☃" * 80},
    {"summary": ""},
)


def sound(key: str) -> Scenario:
    system = SYSTEMS[key]
    assert system.editor_schema is not None
    return draw(system, open_map(key, system.editor_schema().map), DrawnForce(3, system.editor_schema().budget[0]))


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", BUILDABLE)
def test_the_builder_opens_whatever_stands_in_a_draft_and_says_why_it_cannot_be_played(
    key: str, tmp_path: Path
) -> None:
    app = app_in(tmp_path)
    whole = sound(key)
    odd = [whole.but(forces=(whole.forces[0].but(**fields), *whole.forces[1:])) for fields in ODD]
    every = 1 if SOAK else 3  # a third of them for each game, another third for the next
    spoilt = (*odd, *(whole.but(**fields) for fields in WHOLE))
    for scenario in spoilt[sorted(SYSTEMS).index(key) % every :: every]:
        app.screens.builder(key, scenario)
        scene = app.scene
        assert isinstance(scene, BuilderScene)
        scene.chosen = scenario.forces[0].id
        scene.check()
        for tab in range(4):
            scene.show_tab(tab)
            app.tree.ensure_layout()
            app.tree.mark_all()
            app.tree.draw(app.surface)
        for code in (pygame.K_SPACE, pygame.K_r, pygame.K_DELETE):
            scene.key(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0))
        scene.undo()
        app.change(Pop())


def test_damaged_files_of_the_players_folder_are_named_and_stop_nothing(tmp_path: Path) -> None:
    dice = random.Random(5)
    named = 0
    for key in BUILDABLE:
        text = as_yaml(sound(key)).encode("utf-8")
        folder = tmp_path / key
        folder.mkdir()
        for number in range(60):
            data = bytearray(text)
            for _ in range(dice.randint(1, 4)):
                at = dice.randrange(len(data))
                data[at : at + dice.randint(0, 9)] = bytes(dice.randrange(256) for _ in range(dice.randint(0, 4)))
            (folder / f"x{number}.yaml").write_bytes(data)
        library = open_library([key], own=tmp_path)
        named += len({problem.file for problem in library.problems})
        found = {entry.path.name for entry in library.entries if entry.own}
        assert len(found) + len({problem.file for problem in library.problems}) == 60
        drafts = draft_path(tmp_path / "d", key)
        drafts.parent.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.yaml"):
            drafts.write_bytes(path.read_bytes())
            left, note = left_draft(tmp_path / "d", key)
            try:
                readable = source_at(path).read(Scenario).system == key
            except DataError:
                readable = False
            assert (left is not None) == readable and bool(note) != readable
    assert named > 100
