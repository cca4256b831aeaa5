"""Files written into the player's folder are complete or absent: full disk, kill -9, damaged archives."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copyfile

import pytest

from game.library import MAPS, Shelves, check_own_map
from game.scenes.import_file import export_battle, open_file
from game.scenes.sides import SidesScene
from game.workshop.battle_archive import pack, unpack
from game.workshop.user_files import copy_map, entry_of, take_in
from rules.kernel.datafile import DataError
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.storage import NotSaved
from tests.conftest import POSIX_ONLY, SOAK
from tests.game.screens import app_in

DUEL = MAPS / "quickfire" / "lesson_duel.yaml"
WELLS = MAPS / "battles_for_empire" / "the_wells.yaml"
KEPT = """
import sys
from pathlib import Path
from game.library import MAPS
from game.workshop.user_files import keep_battle
from game.workshop.scenario_yaml import as_yaml
from rules.kernel.scenario_loading import load_scenario
battle = load_scenario(MAPS / "quickfire" / "lesson_duel.yaml").but(briefing="x" * 20_000)
while True:
    print(keep_battle(Path(sys.argv[1]), battle, as_yaml), flush=True)
"""
FULL = """
import resource, signal, sys
from pathlib import Path
from game.library import MAPS
from game.workshop.user_files import copy_map, write_new
from rules.kernel.storage import NotSaved
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, 3_000))  # as a disk with so much room left
own = Path(sys.argv[1])
for write in (
    lambda: write_new(own / "battle.yaml", "x" * 5_000),
    lambda: copy_map(MAPS / "nw_smoke" / "savo_sound.tmx", own, "bay"),
):
    try:
        write()
    except NotSaved as error:
        print(error)
"""


def child(words: str, own: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", words, str(own)], stdout=subprocess.PIPE, text=True, cwd=MAPS.parent)


def battle_on_own_map(folder: Path, tiles: str = "") -> Path:
    """Return the wells on a map of another name, whose tileset lies in a folder of its own if it is named."""
    folder.mkdir(parents=True, exist_ok=True)
    home = folder / tiles
    home.mkdir(exist_ok=True)
    text = WELLS.with_suffix(".tmx").read_text("utf-8")
    (folder / "oasis.tmx").write_text(text.replace('"tiles.tsx"', f'"{tiles}/tiles.tsx"' if tiles else '"tiles.tsx"'))
    for name in ("tiles.tsx", "tiles.png"):
        copyfile(WELLS.with_name(name), home / name)
    words = WELLS.read_text("utf-8").replace("key: the_wells", "key: oasis").replace("map: the_wells", "map: oasis")
    (folder / "oasis.yaml").write_text(words, "utf-8")
    return folder / "oasis.yaml"


def all_files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_battle_being_written_when_the_program_is_killed_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    dice = random.Random(3)
    for _ in range(50 if SOAK else 4):
        process = child(KEPT, tmp_path)
        assert process.stdout is not None
        for _ in range(dice.randint(1, 12)):
            process.stdout.readline()
        process.kill()
        process.wait()
        process.stdout.close()
        for path in (tmp_path / "quickfire").glob("*.yaml"):
            assert load_scenario(path).key == path.stem


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_on_a_full_disk_nothing_is_left_half_written(tmp_path: Path) -> None:
    process = child(FULL, tmp_path)
    text, _ = process.communicate()
    assert len(text.splitlines()) == 2 and "battle.yaml was not written" in text and "the map was not copied" in text
    assert all_files(tmp_path) == []


def test_a_battle_whose_map_cannot_be_kept_or_that_cannot_itself_leaves_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = battle_on_own_map(tmp_path / "mail")

    def full(path: Path, text: str) -> None:
        raise NotSaved("full")

    monkeypatch.setattr("game.workshop.user_files.write_new", full)
    with pytest.raises(NotSaved, match="full"):
        take_in(sent, tmp_path / "own")
    assert all_files(tmp_path / "own") == []


@pytest.mark.parametrize("line", ['"key": lesson_duel', "key:   'lesson_duel'  # hers", "? key\n: lesson_duel"])
def test_a_battle_that_gets_another_name_is_whole_however_its_name_was_written(line: str, tmp_path: Path) -> None:
    sent = tmp_path / "sent.yaml"
    sent.write_text(DUEL.read_text("utf-8").replace("key: lesson_duel", line), "utf-8")
    entry = take_in(sent, tmp_path / "own")
    assert entry.scenario == load_scenario(DUEL).but(key="lesson_duel_2")


def test_what_is_kept_of_a_battle_is_what_was_proved_though_its_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = tmp_path / "sent.yaml"
    text = DUEL.read_text("utf-8").replace("key: lesson_duel", "key: sent")
    sent.write_text(text, "utf-8")

    def fake_proof(*given: object) -> None:
        sent.write_text("key: [", "utf-8")

    monkeypatch.setattr("game.workshop.user_files.open_scenario", fake_proof)
    assert take_in(sent, tmp_path / "own").path.read_text("utf-8") == text


@pytest.mark.parametrize("tiles", ["", "tiles"])
def test_a_map_goes_with_its_tiles_wherever_they_lie_and_with_nothing_else(tiles: str, tmp_path: Path) -> None:
    app = app_in(tmp_path / "theirs")
    own = tmp_path / "own"
    folder = own / "battles_for_empire"
    battle = battle_on_own_map(folder, tiles)
    (folder / "page.tsx").write_bytes(b"\xffexport const x = 1")  # somebody's web page: .tsx as well
    ending, data = pack(entry_of(battle, own=True))
    sent = tmp_path / f"sent{ending}"
    sent.write_bytes(data)
    assert not any("page" in name for name in zipfile.ZipFile(sent).namelist())
    open_file(app, sent)
    assert isinstance(app.scene, SidesScene)
    there = app.shelves.sheet("battles_for_empire", "oasis")
    assert there is not None and there == Shelves(own).sheet("battles_for_empire", "oasis")
    copied = copy_map(folder / "oasis.tmx", tmp_path / "copy", "bay")
    assert check_own_map(copied) == ()
    assert "page.tsx" not in all_files(tmp_path / "copy")


def test_a_battle_whose_map_is_broken_is_not_sent_and_it_is_told_why(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    battle = battle_on_own_map(app.folders.own / "battles_for_empire")
    entry = entry_of(battle, own=True)
    battle.with_name("tiles.tsx").write_bytes(b"\xff\xfe")
    export_battle(app, entry)
    text = " ".join(widget.spoken_text() for widget in app.tree.top.walk())
    assert "Cannot write the file" in text and "tiles.tsx" in text


@POSIX_ONLY
@pytest.mark.parametrize("kind", ["pipe", "zeros", "circle", "nothing", "folder"])
def test_a_parcel_that_is_no_file_is_told_and_not_waited_for(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "sent.zip"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind != "nothing":
        path.symlink_to("/dev/zero" if kind == "zeros" else path)
    with pytest.raises(DataError, match=r"sent\.zip: "):
        unpack(path, tmp_path / "own")
    if kind == "circle":
        path = tmp_path / "sent.yaml"
        path.symlink_to(path)
        with pytest.raises(DataError, match=r"sent\.yaml: "):
            take_in(path, tmp_path / "own")


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_parcel_of_any_packing_is_refused_with_its_name_or_is_sound(packing: int, tmp_path: Path) -> None:
    battle = battle_on_own_map(tmp_path / "from")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packing) as archive:
        for path in sorted(battle.parent.glob("*.*")):
            archive.write(path, path.name)
    dice = random.Random(packing)
    sent, refused = tmp_path / "sent.zip", 0
    for number in range(400 if SOAK else 60):
        data = bytearray(made.getvalue())
        for _ in range(dice.randint(1, 6)):
            tail = dice.random() < 0.5  # where the list of files stands
            data[dice.randrange(len(data) - 300 if tail else 0, len(data))] = dice.randrange(256)
        sent.write_bytes(data[: dice.randrange(len(data))] if number % 10 == 0 else data)
        own = tmp_path / f"own{number}"
        try:
            unpack(sent, own)
        except DataError as error:
            refused += 1
            assert all(str(problem).startswith(f"{sent}: ") for problem in error.problems)
            assert all_files(own) == []
    assert refused > 20
