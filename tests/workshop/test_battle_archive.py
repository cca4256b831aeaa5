"""A battle on a map of the player's own is sent as one file: it is played as sent, and a bad archive writes nothing."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from game.console.checking import checks
from game.library import MAPS, open_library
from game.scenes.import_file import open_file
from game.scenes.sides import SidesScene
from game.table.sharing import SHARED
from game.workshop.battle_archive import MOST_BYTES, pack, unpack
from game.workshop.user_files import copy_map
from rules.kernel.datafile import DataError
from tests.game.screens import app_in
from tests.workshop.test_check_own import check_lines

WELLS = MAPS / "battles_for_empire" / "the_wells.yaml"


def own_battle(own: Path, ends: str = "\n") -> None:
    """The wells on a map of the player's own, its text with the line ends of some editor."""
    folder = own / "battles_for_empire"
    copy_map(WELLS.with_suffix(".tmx"), folder, "oasis")
    words = WELLS.read_text("utf-8").replace("key: the_wells", "key: oasis").replace("map: the_wells", "map: oasis")
    (folder / "oasis.yaml").write_text(words, "utf-8", newline=ends)


def pack_files(method: int = zipfile.ZIP_DEFLATED, **files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), data)
    return made.getvalue()


def test_check_looks_into_a_parcel_and_keeps_nothing_of_it(tmp_path: Path) -> None:
    """The sound one has nothing against it; with a map that is cut off, file and line of the map are reported."""
    app = app_in(tmp_path / "ours")
    own_battle(app.folders.own)
    app.reload_own_files()
    (entry,) = (one for one in app.library.entries if one.own)
    path = tmp_path / "oasis.zip"
    path.write_bytes(pack(entry)[1])
    before = sorted(tmp_path.rglob("*"))
    assert check_lines(path) == [] and [kind for kind, _, _ in checks([str(tmp_path)])].count("parcel") == 1
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["oasis.tmx"] = files["oasis.tmx"].replace(b"</map>", b"")
    path.write_bytes(pack_files(**files))  # type: ignore[arg-type]
    (words, *_) = check_lines(path)
    assert words.startswith(f"{path}: oasis.tmx:") and not words.startswith(f"{path}: oasis.tmx:1:")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_battle_with_its_map_is_sent_from_its_card_and_opened_by_somebody_else(ends: str, tmp_path: Path) -> None:
    ours = app_in(tmp_path / "ours")
    own_battle(ours.folders.own, ends)
    ours.reload_own_files()
    ours.screens.scenarios("battles_for_empire", "oasis")
    ours.tree.ensure_layout()
    ours.tree.find("send_it").press()
    (path,) = (ours.folders.saves / SHARED).glob("*.zip")
    theirs = app_in(tmp_path / "theirs")
    open_file(theirs, path)
    assert isinstance(theirs.scene, SidesScene)
    (entry,) = (one for one in theirs.library.entries if one.own)
    (mine,) = (one for one in ours.library.entries if one.own)
    assert entry.scenario == mine.scenario
    here, there = (app.shelves.sheet("battles_for_empire", "oasis") for app in (ours, theirs))
    assert here == there
    assert pack(entry) == pack(mine)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"PK no zip", "packed as a zip"),
        (pack_files(__etc_dot_yaml=b"key: x"), "plain name"),
        (pack_files(a_dot_yaml=b"key: x", run_dot_sh=b"x"), "plain name"),
        (pack_files(a_dot_tmx=b"x"), "one battle"),
        (pack_files(a_dot_yaml=b"#" * (MOST_BYTES + 1)), "bytes when unpacked"),
        (pack_files(a_dot_yaml=b"key: x\nsystem: [\n"), "a.yaml:"),
        (pack_files(zipfile.ZIP_BZIP2, a_dot_yaml=b"key: x"), "stored or deflated"),
        (pack_files(zipfile.ZIP_LZMA, a_dot_yaml=b"key: x"), "stored or deflated"),
        (
            pack_files(a_dot_yaml=b"key: x", a_dot_png=b"", a_dot_png__x_dot_png=b""),
            "a.png: expected a file or a folder",
        ),
    ],
)
def test_a_bad_parcel_is_told_with_file_and_reason_and_writes_nothing(data: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / "sent.zip"
    path.write_bytes(data)
    with pytest.raises(DataError, match=text) as error:
        unpack(path, tmp_path / "own")
    assert str(path) in str(error.value)
    assert not (tmp_path / "own").exists()
    assert text in check_lines(path)[0] and check_lines(path)[0].startswith(str(path))


def test_a_parcel_that_says_it_is_too_large_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sent.zip"
    path.write_bytes(pack_files(a_dot_yaml=b"key: x", b_dot_png=b"0" * MOST_BYTES))
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_, **__: pytest.fail("a member was opened"))
    with pytest.raises(DataError, match="bytes when unpacked"):
        unpack(path, tmp_path / "own")


def test_a_battle_without_a_map_of_its_own_is_sent_as_it_is(tmp_path: Path) -> None:
    entry = open_library(["quickfire"]).find("quickfire/lesson_duel")
    assert pack(entry) == (".yaml", entry.path.read_text("utf-8").encode())
