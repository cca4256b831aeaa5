"""A player's text files mean the same with the line ends of any system and editor, and can be saved again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.library import LESSONS, MAPS, Shelves
from game.maps import load_map
from game.report.notes import read_notes
from game.settings import Settings, load_settings, save_settings
from game.teach.puzzles import PUZZLES
from game.workshop import scenario_edits
from game.workshop.designs import FOLDER, own_stocks, with_designs
from game.workshop.scenario_yaml import as_yaml
from game.workshop.user_files import battle_in, keep_battle, take_in
from rules import SYSTEMS
from rules.kernel.datafile import DataError, read_text
from rules.kernel.lesson import load_lesson
from rules.kernel.logbook import read
from rules.kernel.puzzle import load_shelf
from rules.kernel.rule_comparison import load_exhibit
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import faults_of
from rules.kernel.script import load_script
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved
from rules.kernel.study import StudyNote, load_study, study_of, text_of_study
from tests.conftest import begin

PA = "perfidious_albion"
NOTES = "The whole story\nin two lines.\n\nturn 2: They came.\n\nMore of it.\nturn 3: They went.\n"


def mix_line_ends(text: str) -> str:
    return "".join(line + ("\n", "\r\n")[number % 2] for number, line in enumerate(text.splitlines()))


ENDS: dict[str, Callable[[str], str]] = {
    "windows": lambda text: text.replace("\n", "\r\n"),
    "old mac": lambda text: text.replace("\n", "\r"),
    "mixed": mix_line_ends,
    "byte-order mark": lambda text: "\ufeff" + text,
    "byte-order mark, windows": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "next line": lambda text: text.replace("\n", "\x85"),
    "line separator": lambda text: text.replace("\n", "\u2028"),
}
OF_TEXT_ALONE = ("next line", "line separator")  # XML and JSON have no such line ends


def study() -> str:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    found = study_of(session, "What if").with_note(StudyNote(at=0, say="Two lines\nof a note."))
    return text_of_study(found, session)


def settings_text() -> str:
    return '{\n "notes": {"quickfire/dash_to_chifu": ["a note"]},\n "tutor": 5\n}\n'


def file_of(folder: Path, pattern: str = "*.yaml") -> Callable[[], str]:
    return lambda: min(folder.glob(f"**/{pattern}")).read_text("utf-8")


# kind -> a sound text, the name of its file, and what it means
KINDS: dict[str, tuple[Callable[[], str], str, Callable[[Path], object]]] = {
    "battle": (file_of(MAPS / "nw_smoke", "little_and_gregory.yaml"), "little_and_gregory.yaml", load_scenario),
    "battle that was sent": (file_of(MAPS / "quickfire", "lesson_duel.yaml"), "sent.yaml", battle_in),
    "lesson": (file_of(MAPS / LESSONS / "quickfire"), "a.yaml", load_lesson),
    "exhibit": (file_of(MAPS / "errata"), "a.yaml", load_exhibit),
    "puzzles": (file_of(MAPS / PUZZLES / "quickfire", "lame_her.yaml"), "a.yaml", load_shelf),
    "script": (file_of(Path(__file__).parents[1] / "scripts"), "a.yaml", load_script),
    "study": (study, "a.yaml", load_study),
    "design": (file_of(MAPS / PA / FOLDER), "a.yaml", read_text),
    "notes": (lambda: NOTES, "a.txt", read_notes),
    "map": (file_of(MAPS / "nw_smoke", "lunga_roads.tmx"), "a.tmx", load_map),
    "settings": (settings_text, "settings.json", lambda path: load_settings(path.parent)),
}


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def read_or_error(meaning: Callable[[Path], object], path: Path) -> str:
    for name in ("tiles.tsx", "tiles.png"):
        put(path.with_name(name), "").write_bytes((MAPS / "nw_smoke" / name).read_bytes())
    return repr(meaning(path)).replace(str(path.parent), "")


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_means_the_same_with_all_line_ends(kind: str, ends: str, tmp_path: Path) -> None:
    if kind in ("map", "settings") and ends in OF_TEXT_ALONE:
        pytest.skip("no line end there")
    text, name, meaning = KINDS[kind]
    sound, other = put(tmp_path / "sound" / name, text()), put(tmp_path / "other" / name, ENDS[ends](text()))
    assert read_or_error(meaning, other) == read_or_error(meaning, sound)


def test_settings_with_a_byte_order_mark_are_kept(tmp_path: Path) -> None:
    put(tmp_path / "settings.json", "\ufeff" + settings_text().replace("\n", "\r\n"))
    found, notice = load_settings(tmp_path)
    assert not notice and found.tutor == 5
    assert not save_settings(tmp_path, found)
    assert load_settings(tmp_path) == (found, "") and found != Settings()


@pytest.mark.parametrize("ends", ENDS)
def test_a_battle_that_was_sent_is_kept_and_read_again(ends: str, tmp_path: Path) -> None:
    sound = MAPS / "quickfire" / "lesson_duel.yaml"
    sent = put(
        tmp_path / "mail" / "my_duel.yaml",
        ENDS[ends](sound.read_text("utf-8").replace("key: lesson_duel", "key: my_duel")),
    )
    entry = take_in(sent, tmp_path / "own")
    assert entry.scenario == load_scenario(sound).but(key="my_duel")
    assert load_scenario(put(tmp_path / "again" / "my_duel.yaml", as_yaml(entry.scenario))) == entry.scenario
    assert take_in(sent, tmp_path / "own").path == entry.path, "it is not copied a second time"


@pytest.fixture(params=ENDS)
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a player's folder with a ship's design as another editor saves it."""
    text = (MAPS / PA / FOLDER / "vampire_1898.yaml").read_text("utf-8")
    put(tmp_path / PA / FOLDER / "my_wasp.yaml", ENDS[request.param](text))
    return tmp_path


def test_fleets_can_be_bought_whatever_editor_saved_a_design(own: Path) -> None:
    system = SYSTEMS[PA]
    scenario = with_designs(Shelves(own).scenario(PA, "open_fleet"), system, own)
    assert "design my_wasp" in scenario.conditions
    assert not faults_of(system, scenario, None)
    assert not Session(system, scenario, None, seed=1).over


def test_a_battle_with_such_a_design_is_kept_by_the_builder_and_read_again(own: Path) -> None:
    system = SYSTEMS[PA]
    assert system.editor_schema is not None
    bench, (stock,) = system.editor_schema(), own_stocks(own, system)
    scenario = scenario_edits.blank_scenario(system, bench)
    for side, at in zip(scenario.sides, ((33_000, 50_000), (39_000, 22_000)), strict=True):
        scenario, _ = scenario_edits.with_unit(scenario, bench, stock, side.key, at)
    path = keep_battle(own, scenario, as_yaml)
    assert load_scenario(path) == scenario.but(key=path.stem)


def test_a_battle_that_could_not_be_read_again_is_not_kept(tmp_path: Path) -> None:
    battle = load_scenario(MAPS / "quickfire" / "lesson_duel.yaml").but(briefing="one\x07two")
    with pytest.raises(NotSaved, match="briefing"):
        keep_battle(tmp_path, battle, as_yaml)
    assert not list(tmp_path.rglob("*.yaml"))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a:\n\tb: 1\n", 2, "indent with spaces, not with tabs"),
        ("a:\n  - x\n\t- y\n", 3, "indent with spaces, not with tabs"),
        ("a: 1\n \tb: 2\n", 2, "indent with spaces, not with tabs"),
        ("key: a\nsystem:\xa0quickfire\norder: 1\n", 2, "U+00A0 (no-break space)"),
        ("system:\u3000quickfire\n", 1, "U+3000 (ideographic space)"),
        ("key: a\n\xa0 b: 1\n", 2, "U+00A0 (no-break space)"),
    ],
)
def test_tabs_and_invisible_spaces_are_named_with_their_line(text: str, line: int, words: str, tmp_path: Path) -> None:
    path = put(tmp_path / "a.yaml", text)
    with pytest.raises(DataError) as refused:
        load_scenario(path)
    assert str(refused.value).startswith(f"{path}:{line}:") and words in str(refused.value).splitlines()[0]


@pytest.mark.parametrize(
    "words", ["after\x85all", "two\nlines", "a\u2028b\u2029c", "\ufeffx", "tab\there", "\U0001f600"]
)
def test_a_note_before_the_first_order_is_read_back_as_it_was_written(words: str, tmp_path: Path) -> None:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    found = study_of(session, words).with_note(StudyNote(at=0, say=words))
    again = load_study(put(tmp_path / "a.yaml", text_of_study(found, session)))
    assert (again.title, again.note(0).say) == (words, words)


def test_a_saved_game_sent_as_text_is_told_to_be_so(tmp_path: Path) -> None:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    path = tmp_path / "a.game"
    session.keep_in(path)
    session.close()
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert "changed its line end" in read(path).problem
