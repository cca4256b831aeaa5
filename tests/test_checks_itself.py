"""A game checks itself: `main.py check` names what is broken in a copy of the program, with file and line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.boards.animation import KINDS
from game.console.checking import checks, kind_of
from game.sound import EFFECTS, RECORDED
from rules import SYSTEMS
from rules.kernel.contract import HEARD, SHOWN, begun_of, built_ids
from tests.conftest import ROOT

PARTS = ("rules", "game", "maps", "assets/skins", "main.py")
Copy = Callable[[], Path]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return the program without its tests, fonts and sounds."""
    for part in PARTS:
        target = tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target)  # compiled modules too: they are known by time and size
        else:
            shutil.copy(ROOT / part, target)
    return tmp_path


def change(copy: Path, file: str, old: str, new: str) -> str:
    """Replace a text that occurs once in a file; return file:line of the new text."""
    path = copy / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}"
    path.write_text(text.replace(old, new), "utf-8")
    return f"{file}:{text[: text.index(old)].count(chr(10)) + 1}:"


def line_of(file: str, text: str) -> str:
    """file:line of the first line of a file of ours that holds a text."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    return f"{file}:{next(number for number, line in enumerate(lines, 1) if text in line)}:"


def check(copy: Path, *words: str) -> tuple[int, str]:
    """Exit code and all that `main.py check` says in a copy."""
    done = subprocess.run(
        [sys.executable, "main.py", "--user-dir", str(copy / "user"), "check", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=copy,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_kind_of_breakage_is_named_with_file_and_line(copy: Path) -> None:
    """All in one copy: each is named although the others are there."""
    captions, game = "rules/quickfire/captions.yaml", "rules/quickfire/__init__.py"
    skin = "assets/skins/quickfire.yaml"
    text = (copy / captions).read_text("utf-8")
    gone = next(line for line in text.splitlines(keepends=True) if line.startswith("RudderHit:"))
    change(copy, captions, gone, "")
    expected = {
        line_of("rules/quickfire/events.py", "class RudderHit("): "a caption of RudderHit",
        change(copy, captions, "heading {facing:000}", "heading {heading:000}"): "expected a field of Moved",
        change(copy, "rules/quickfire/sinking.py", '"QF-SNK-3")', '"QF-SNK-33")'): "QF-SNK-33",
        change(copy, game, 'board="table"', 'board="square"'): "expected one of hex, bands, table, found 'square'",
        change(copy, skin, "  FireStarted: {show", "  FireBegun: {show"): "expected the name of an event",
        change(copy, "maps/lessons/quickfire/heavy_or_light.yaml", "[[QF-SHIP-3]]", "[[QS-SHIP-3]]"): "QS-SHIP-3",
        change(copy, "rules/quickfire/tables/sinking.yaml", "rule: QF-SNK-H1", "rule: QF-SNK-H99"): "QF-SNK-H99",
        change(copy, skin, "show: sink,", "show: sank,"): "expected one of slide, smoke, shells",
        change(copy, skin, "sound: bell", "sound: gong"): "expected one of hit, torpedo, bell",
        change(
            copy, skin, "collision avoided: ink_faint", "collision avoided: ink_feint"
        ): "expected a colour of the palettes",
    }
    code, shown = check(copy, "rules/quickfire", "assets/skins")
    lines = shown.splitlines()
    for place, words in expected.items():
        assert any(line.startswith(place) and words in line for line in lines), f"{place} {words}\n{shown}"
    assert code == 1 and "Traceback" not in shown


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize(
    ("file", "old", "new", "text"),
    [
        ("rules/quickfire/captions.yaml", "Moved: {text:", "Moved: {texts:", "texts"),
        ("rules/quickfire/rulebook.yaml", "system: quickfire", "system: [quickfire", "expected YAML"),
        ("assets/skins/quickfire.yaml", "palette: day", "palette: dusk", "expected one of night, day"),
        ("assets/skins/quickfire.yaml", "nothing: miss", "naught: miss", "naught"),
        ("maps/coverage/quickfire.yaml", "fog_lifts:", "fog_falls:", "expected a scenario"),
        ("maps/errata/nw_smoke/die_for_smoke.yaml", "amends: [NW-HS-1, ", "amended: [NW-HS-1, ", "amend"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line_and_no_traceback(
    copy: Path, file: str, old: str, new: str, text: str
) -> None:
    change(copy, file, old, new)
    code, said = check(copy, "rules/quickfire", "rules/nw_smoke", file)
    assert code == 1 and "Traceback" not in said
    assert f"{file}:" in said and text in said, said


@pytest.mark.parametrize(
    "code", ['f"QF-SNK-{place}"', 'f"QF-{place}-3"', 'f"{place}-H2"', '"QF-SNK-" + place', '"QF-SNK-H%s" % place']
)
def test_a_rule_id_put_together_as_the_game_runs_is_named(tmp_path: Path, code: str) -> None:
    path = tmp_path / "chapter.py"
    path.write_text(f'place = "3"\nwhole = f"{{place}} by QF-SNK-3, {{place}}-Hour"\nrule = {code}\n', "utf-8")
    assert [line for line, _ in built_ids(path, begun_of(SYSTEMS["quickfire"]))] == [3]


def test_a_cue_may_show_and_sound_what_the_window_can() -> None:
    assert set(HEARD) == set(EFFECTS) | set(RECORDED)
    assert set(SHOWN) == {"slide", "shells", *KINDS} - {"shell"}


def test_a_game_of_one_module_is_checked_like_any_other(copy: Path) -> None:
    """In a game of one file a missing caption of an event is named; with all captions it passes."""
    home = copy / "rules" / "one_file"
    home.mkdir()
    (copy / "maps" / "one_file").mkdir()
    (copy / "maps" / "one_file" / "first.yaml").write_text("{}\n", "utf-8")
    (home / "rulebook.yaml").write_text(
        "system: one_file\ntitle: One\nchapters: [{key: a, title: A}]\nrules:\n"
        "- {id: ONE-1, chapter: a, title: One, summary: One., provenance: seed, source: A sheet, section: A}\n",
        "utf-8",
    )
    (home / "captions.yaml").write_text("Rang: {text: 'Rang {times:time}'}\n", "utf-8")
    (home / "__init__.py").write_text(ONE_FILE, "utf-8")
    report = "from rules import one_file\nfrom rules.kernel.contract import faults\nprint(faults(one_file.SYSTEM))"
    assert run(copy, report) == "[]"
    (home / "captions.yaml").write_text("Rang: {text: 'Rang {hours:time}'}\n", "utf-8")
    assert "expected a field of Rang (times), found {hours}" in run(copy, report)


def run(copy: Path, code: str) -> str:
    """Return what a piece of code prints in a copy."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=copy, check=False)
    assert not done.stderr, done.stderr
    return done.stdout.strip()


ONE_FILE = '''"""A game in one module, as far as its contract goes."""
from pathlib import Path
from rules.kernel.flow import Event, Phase
from rules.kernel.rulebook import load_rulebook
from rules.kernel.system import System, load_captions


class Rang(Event, frozen=True, kw_only=True):
    times: int


HERE = Path(__file__).parent
RULE = "ONE-1"
nothing = lambda *args: None
QUESTIONS = ("start", "view", "known_state", "terms", "sketch", "panels", "names", "outcome_class", "sight")
SYSTEM = System(
    key="one_file", title="One", tagline="", board="hex", folder=HERE,
    sequence=(Phase(number=1, name="only", title="Only", help="", rule=RULE),),
    rulebook=load_rulebook(HERE / "rulebook.yaml"), captions=load_captions(HERE / "captions.yaml"), commands=(),
    check_scenario=nothing, stakes={}, **dict.fromkeys(QUESTIONS, nothing),
)
'''


def test_a_table_of_a_game_given_as_a_path_is_data_whatever_its_fields_are_called() -> None:
    folder = SYSTEMS["nights_of_fury"].folder
    assert {kind for kind, path, _ in checks([str(folder)]) if path.parent.name == "tables"} == {"data"}
    assert kind_of(folder / "tables" / "gunnery.yaml") == "data"
