"""Two windows that draw at once, builders above builders, drafts that cannot be read: no draft is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from game.library import MAPS
from game.scenes.builder import BuilderScene
from game.stack import Pop, Quit
from game.workshop.draft import MOST_KEPT, Draft, draft_path, left_draft, open_draft
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from tests.game.screens import app_in

DUEL = MAPS / "quickfire" / "lesson_duel.yaml"
SEA = MAPS / "nw_smoke" / "cape_esperance.yaml"
DRAWS = """
import os, sys
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
from pathlib import Path
from tests.game.screens import app_in
app = app_in(Path(sys.argv[1]))
app.screens.builder("quickfire")
for line in sys.stdin:
    app.scene.change(app.scene.scenario.but(title=line.strip()))
    print(app.scene.draft.path.name, flush=True)
"""


def window(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", DRAWS, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=MAPS.parent,
    )


def draws(process: subprocess.Popen[str], title: str) -> str:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{title}\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def titles(own: Path) -> list[str]:
    found = [left_draft(own, "quickfire", number)[0] for number in (1, 2)]
    return [one.title for one in found if one is not None]


def test_two_windows_keep_a_draft_each_and_a_killed_ones_is_gone_on_with(tmp_path: Path) -> None:
    own = app_in(tmp_path).folders.own
    first, second = window(tmp_path), window(tmp_path)
    try:
        assert {draws(first, "here"), draws(second, "there")} == {"quickfire.yaml", "quickfire_2.yaml"}
        for number in range(20):
            draws(first, f"here {number}")
            draws(second, f"there {number}")
        assert sorted(titles(own)) == ["here 19", "there 19"]
        third = app_in(tmp_path)
        third.screens.builder("quickfire")
        assert isinstance(third.scene, BuilderScene)
        assert "Another window" in " ".join(widget.spoken_text() for widget in third.tree.top.walk())
        assert third.scene.draft.path.name == "quickfire_3.yaml" and third.scene.scenario.title not in titles(own)
        third.change(Quit())
    finally:
        for process in (second, first):
            process.kill()
            process.communicate()
    os.utime(draft_path(own, "quickfire", 3), (1, 1))
    again = open_draft(own, "quickfire", load_scenario(DUEL))
    assert again.scenario.title == "there 19" and again.note == ""  # the one that was changed last
    again.release()
    assert sorted(titles(own)) == ["here 19", "there 19"]


def test_a_builder_above_a_builder_draws_the_same_draft_and_the_one_below_shows_it(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.screens.builder("nw_smoke")
    below = app.scene
    assert isinstance(below, BuilderScene)
    sea = load_scenario(SEA)
    app.screens.builder("nw_smoke", sea)
    above = app.scene
    assert isinstance(above, BuilderScene) and above is not below
    above.change(sea.but(title="Drawn above", map="vella_gulf"))
    app.change(Pop())
    assert app.scene is below and below.scenario.title == "Drawn above" and not below.checked
    below.check()
    assert below.board.sheet is below.sheet is not None and below.sheet.key == "vella_gulf"  # type: ignore[attr-defined]
    below.change(below.scenario.but(turns=7))
    left = left_draft(app.folders.own, "nw_smoke")[0]
    assert left is not None and (left.title, left.turns) == ("Drawn above", 7)
    app.change(Pop())
    other = open_draft(app.folders.own, "nw_smoke", sea)
    assert other.path == below.draft.path, "it is free again"
    other.release()


def test_every_draft_that_cannot_be_read_is_put_aside_and_none_over_another(tmp_path: Path) -> None:
    path = draft_path(tmp_path, "quickfire")
    path.parent.mkdir(parents=True)
    for words in ("key: [", "key: {", "key: ]"):
        path.write_text(words, "utf-8")
        found, note = left_draft(tmp_path, "quickfire")
        assert found is None and "renamed" in note
    assert sorted(one.read_text("utf-8") for one in path.parent.glob("*.yaml")) == ["key: [", "key: ]", "key: {"]
    path.symlink_to(path)
    assert "renamed" in left_draft(tmp_path, "quickfire")[1]


def test_a_draft_that_cannot_be_on_disk_says_so_plainly_and_is_drawn_on(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("a file, no folder")
    draft = open_draft(own, "quickfire", load_scenario(DUEL))
    assert "a part of the path is a file" in draft.not_saved and "Errno" not in draft.not_saved
    assert draft.change(draft.scenario.but(turns=3)) and draft.undo()
    draft.release()


def test_what_can_be_taken_back_ends_and_nothing_else_does(tmp_path: Path) -> None:
    first = load_scenario(DUEL)
    draft = Draft(tmp_path / "draft.yaml", first)
    steps: list[Scenario] = [first]
    draft.write = lambda: ""  # type: ignore[method-assign]
    for turn in range(1, MOST_KEPT + 60):
        draft.change(first.but(turns=turn))
        steps.append(draft.scenario)
    taken = 0
    while draft.undo():
        taken += 1
        assert draft.scenario == steps[-1 - taken]
    assert taken in (MOST_KEPT, MOST_KEPT + 1) and not draft.can_undo and not draft.undo()
    while draft.redo():
        taken -= 1
        assert draft.scenario == steps[-1 - taken]
    assert taken == 0 and not draft.can_redo and draft.scenario == steps[-1]
