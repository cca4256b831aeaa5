"""The verbs of the command line, run as processes: replay, script, check, balance and --help."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import main
from game.console import balance, checking
from game.console.checking import checks, kind_of
from game.library import MAPS, NoSuchScenario, get_scenario, open_library, open_map
from game.table.player_types import player_type
from game.table.speech import one_message, strip_controls
from game.ui import font_files
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.script import record_script
from rules.kernel.session import Session
from rules.players import HUMAN, PLAYERS
from tests.conftest import SOAK
from tests.console.run import run_main, saved_in

VERBS = ("play", "replay", "script", "share", "lessons", "check", "balance")


@pytest.fixture(scope="module")
def told_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    user = tmp_path_factory.mktemp("user")
    done = run_main(user, "play", "--text", "--seed", "4", "--opponent", "random", "--quiet")
    assert done.returncode == 0, done.stderr
    return saved_in(user)


def first() -> tuple[str, str]:
    entry = open_library(SYSTEMS).entries[0]
    return entry.system, entry.key


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_is_complete(tmp_path: Path, verb: str) -> None:
    done = run_main(tmp_path, *([verb] if verb else []), "--help")
    assert done.returncode == 0
    assert "usage: main.py" in done.stdout
    if not verb:
        assert all(re.search(rf"^ +{name} ", done.stdout, re.MULTILINE) for name in VERBS)


def test_the_lessons_are_listed_and_checked(tmp_path: Path) -> None:
    listed = run_main(tmp_path, "lessons", "list", "quickfire")
    assert listed.returncode == 0 and "1. Learn in five minutes (5 min)" in listed.stdout
    checked = run_main(tmp_path, "lessons", "check", "quickfire/learn_in_five_minutes")
    assert checked.returncode == 0 and "1 lesson checked, no problems" in checked.stdout
    unknown = run_main(tmp_path, "lessons", "check", "chess")
    assert unknown.returncode == 2 and "unknown lesson 'chess'" in unknown.stderr


def test_every_option_has_a_help_text() -> None:
    (verbs,) = (action for action in main.parser()._actions if action.choices and action.nargs == "A...")
    assert isinstance(verbs.choices, dict)
    for verb in verbs.choices.values():
        for action in verb._actions:
            assert action.help, f"{verb.prog} {action.dest}"


def test_the_opponents_of_the_command_line_are_the_players_there_are() -> None:
    assert set(main.OPPONENTS) == {*PLAYERS, HUMAN}


def test_the_version_is_told(tmp_path: Path) -> None:
    assert re.match(r"Fighting Instructions \d+\.\d+\.\d+", run_main(tmp_path, "--version").stdout)


def test_a_mistake_on_the_command_line_is_code_two(tmp_path: Path) -> None:
    assert run_main(tmp_path, "fly").returncode == 2
    assert run_main(tmp_path, "balance", "no_such_battle").returncode == 2
    assert run_main(tmp_path, "balance", "all", "--players", "nobody").returncode == 2


def test_a_saved_game_is_told_listed_and_verified(tmp_path: Path, told_game: Path) -> None:
    output = run_main(tmp_path, "replay", str(told_game))
    assert output.returncode == 0, output.stderr
    assert "victory point" in output.stdout
    listed = run_main(tmp_path, "replay", str(told_game), "--list", "--to", "5")
    assert len(re.findall(r"^ +\d+  turn", listed.stdout, re.MULTILINE)) == 6
    verified = run_main(tmp_path, "replay", str(told_game), "--verify")
    assert verified.returncode == 0
    assert "orders replay identically" in verified.stdout


def test_a_damaged_game_is_named_and_is_code_one(tmp_path: Path, told_game: Path) -> None:
    damaged = tmp_path / "damaged.game"
    lines = told_game.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b"".join([*lines[:6], *lines[7:]]))
    verified = run_main(tmp_path, "replay", str(damaged), "--verify")
    assert verified.returncode == 1
    assert "damaged" in verified.stdout
    missing = run_main(tmp_path, "replay", str(tmp_path / "none.game"))
    assert missing.returncode == 1
    assert missing.stderr.startswith("error: ")
    assert "Traceback" not in missing.stderr


def test_a_script_is_run_and_told_in_words_and_as_json(tmp_path: Path) -> None:
    system, key = first()
    scenario = get_scenario(system, key)
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=2)
    path = tmp_path / "beginning.yaml"
    path.write_text(record_script(session, "The beginning"), encoding="utf-8")
    output = run_main(tmp_path, "script", str(path))
    assert output.returncode == 0, output.stderr + output.stdout
    assert "everything as expected" in output.stdout
    data = json.loads(run_main(tmp_path, "script", str(path), "--json").stdout)
    assert data["passed"] is True
    assert data["digest"] == session.digest()
    path.write_text(path.read_text(encoding="utf-8").replace("steps: []", 'steps: [{expect: [{actor: "x"}]}]'), "utf-8")
    failed = run_main(tmp_path, "script", str(path))
    assert failed.returncode == 1
    assert "FAILED: step 1" in failed.stdout


# Each has tests of its own, file by file: test_lessons, test_replays, test_examples, test_exhibits, test_puzzles.
ELSEWHERE = {"lesson", "replay", "script", "exhibit", "puzzles"}


def test_all_shipped_data_is_in_order() -> None:
    data = {
        path: list(check(path))
        for kind, path, check in checks(())
        if kind not in ELSEWHERE or "positions" in path.parts  # those of the referee
    }
    assert {path: faults for path, faults in data.items() if faults} == {}
    assert {kind for kind, _, _ in checks(())} > ELSEWHERE


@pytest.mark.skipif(not SOAK, reason="what it checks is checked file by file in `make test`: make soak")
def test_the_verb_checks_all_that_is_shipped(tmp_path: Path) -> None:
    done = run_main(tmp_path, "check", "--verbose")
    assert done.returncode == 0, done.stdout
    assert "nothing wrong" in done.stdout
    assert "scenario" in done.stdout


def test_a_faulty_file_is_named_with_its_line(tmp_path: Path) -> None:
    system, key = first()
    path = tmp_path / f"{key}.yaml"
    text = (MAPS / system / f"{key}.yaml").read_text(encoding="utf-8")
    line = next(number for number, row in enumerate(text.splitlines(), start=1) if row.startswith("turns:"))
    path.write_text(re.sub(r"^turns:.*$", "turns: many", text, flags=re.MULTILINE), encoding="utf-8")
    done = run_main(tmp_path, "check", str(path))
    assert done.returncode == 1
    assert f"{path}:{line}:" in done.stdout
    assert "1 problem" in done.stdout


def test_every_kind_of_file_is_recognised(tmp_path: Path, told_game: Path) -> None:
    system, key = first()
    assert kind_of(MAPS / system / f"{key}.yaml") == "scenario"
    assert kind_of(SYSTEMS[system].folder / "rulebook.yaml") == "rulebook"
    assert kind_of(told_game) == "replay"
    kinds = {kind for kind, _, _ in checks(())}
    assert {"rulebook", "captions", "scenario", "map"} <= kinds


def test_the_library_tells_faults_of_single_files_and_keeps_the_rest(tmp_path: Path) -> None:
    system, key = first()
    shutil.copytree(MAPS / system, tmp_path / system)
    (tmp_path / system / "broken.yaml").write_text("key: [", encoding="utf-8")
    library = open_library([system], tmp_path)
    assert key in {entry.key for entry in library.entries}
    assert any("broken.yaml" in problem.file for problem in library.problems)
    assert library.find(key).path.parent == tmp_path / system
    with pytest.raises(NoSuchScenario, match="did you mean"):
        library.find(key[:-1] + "x")


def test_a_map_outside_its_folder_is_refused() -> None:
    with pytest.raises(DataError, match="expected a path inside maps"):
        open_map(first()[0], "../../../etc/passwd")


def test_balance_gives_the_same_figures_on_one_core_and_on_two(tmp_path: Path) -> None:
    name = "/".join(first())
    words = ("balance", name, "--games", "10", "--players", "random", "--seed", "7")
    one = run_main(tmp_path, *words, "--jobs", "1", "--rows", str(tmp_path / "rows.jsonl"))
    two = run_main(tmp_path, *words, "--jobs", "2")
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    assert "10/10" in one.stderr
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [row["seed"] for row in rows] == list(range(7, 17))


def test_two_different_players_change_sides_with_the_same_dice() -> None:
    games = balance.fixtures(4, ("greedy", "random"), 10)
    assert [(game.seed, game.seats) for game in games] == [
        (10, ("greedy", "random")),
        (10, ("random", "greedy")),
        (11, ("greedy", "random")),
        (11, ("random", "greedy")),
    ]


def test_a_game_that_raises_becomes_a_row_that_says_so() -> None:
    system, key = first()
    row = balance.play_game(system, key, balance.Fixture(3, 9, ("nobody", "random")))
    assert row.number == 3
    assert "no computer player is called 'nobody'" in row.error
    entry = open_library([system]).find(key)
    lines = list(balance.report(entry, [row], ("nobody", "random")))
    assert any(line.startswith("  ERROR in game 3, seed 9") for line in lines)


# --- A stranger's text cannot harm a terminal or a file that is passed on ---


@pytest.mark.parametrize("sign", "\x1b\r\u061c\u200b\u2028\u202e\u2060\ufeff\x85")
def test_signs_that_are_not_seen_are_shown_as_question_marks(sign: str) -> None:
    assert strip_controls(f"a{sign}b") == "a?b"


def test_no_line_of_a_note_looks_like_a_message_of_the_program() -> None:
    assert one_message("evil\nerror: forged").splitlines() == ["evil", "    error: forged"]


def test_a_program_is_named_without_its_folders() -> None:
    assert player_type("/home/somebody/captains/mine")[0] == "Computer, mine"
    assert player_type(r"C:\Users\me\mine.exe")[0].endswith(", mine.exe")


# --- `check` names characters that no font can draw, as a note and not as a fault ---


@pytest.mark.parametrize("fonts_have_it", [True, False])
def test_a_title_no_font_can_draw_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts_have_it: bool
) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda code: Path("font.ttf") if fonts_have_it else None)
    path = tmp_path / "night.yaml"
    path.write_text("title: 夜戦 Ωmega\n", "utf-8")
    notes = checking.missing_characters(path)
    assert len(notes) == (0 if fonts_have_it else 1)
    assert all("夜 戦" in note and "Ω" not in note for note in notes)


def test_a_latin_text_is_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "day.yaml"
    path.write_text("title: Première Bataille\n", "utf-8")
    assert checking.missing_characters(path) == []
