"""Where the player's files go: the chosen place, the usual one, or a temporary one with a notice."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import game.folders
from game.folders import UserFolders, find_folders
from rules.kernel.storage import write_whole
from tests.conftest import IS_ROOT, POSIX_ONLY

ROOT = Path(game.folders.__file__).parents[1]
AWKWARD = ("with spaces", "Gr\u00fc\u00dfe", "\u6f22\u5b57", "\u2693 anchor \U0001f6a2", "x" * 220, "a'b$c;d")


def move_home(monkeypatch: pytest.MonkeyPatch, folder: Path | str) -> None:
    """Make a folder the player's home, on Windows too."""
    for name in ("HOME", "USERPROFILE", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(folder))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder of this test's own, with no other folder in the environment."""
    folder = tmp_path / "home"
    folder.mkdir()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    move_home(monkeypatch, folder)
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return the folder the program is installed in."""
    folder = tmp_path / "program"
    folder.mkdir()
    return folder


def is_usable(folders: UserFolders) -> bool:
    for folder in (folders.saves, folders.settings, folders.logs):
        write_whole(folder / "trial", b"x")
        (folder / "trial").unlink()
    return len({folders.saves, folders.settings, folders.logs}) == 3


def beneath(folder: Path, root: Path) -> bool:
    return folder.resolve().is_relative_to(root.resolve())


def test_the_usual_folders_are_in_the_home_folder_and_need_no_notice(home: Path, program: Path) -> None:
    folders = find_folders(installed_in=program)
    assert is_usable(folders)
    assert folders.notice == ""
    assert all(beneath(folder, home) for folder in (folders.saves, folders.settings, folders.logs))
    assert find_folders(installed_in=program) == folders
    assert list(folders.saves.iterdir()) == []


def test_a_folder_given_by_the_player_wins_over_all_others(home: Path, program: Path, tmp_path: Path) -> None:
    (program / "portable").touch()
    folders = find_folders(tmp_path / "mine", program)
    assert folders == UserFolders(tmp_path / "mine/saves", tmp_path / "mine/settings", tmp_path / "mine/logs")
    assert is_usable(folders)
    assert list(home.iterdir()) == []


def test_a_portable_marker_keeps_everything_beside_the_program(home: Path, program: Path) -> None:
    (program / "portable").touch()
    folders = find_folders(installed_in=program)
    assert (folders.saves, folders.notice) == (program / "user/saves", "")
    assert is_usable(folders)
    assert list(home.iterdir()) == []


def test_a_tilde_and_a_relative_folder_given_by_the_player_are_understood(
    home: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_folders("~/games", program).saves == home / "games/saves"
    assert find_folders("games", program).saves == tmp_path / "games/saves"


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_folder_names_do_no_harm(home: Path, program: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert find_folders(home / name, program).notice == ""
    (home / name / "as home").mkdir()
    move_home(monkeypatch, home / name / "as home")
    folders = find_folders(installed_in=program)
    assert is_usable(folders)
    assert folders.notice == "" and beneath(folders.saves, home / name)


@POSIX_ONLY
@pytest.mark.parametrize("trouble", ["a file", "missing and not to be made", "on a disk that takes nothing"])
def test_a_home_folder_that_cannot_be_used_means_temporary_saves_and_a_notice(
    home: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    (tmp_path / "letter").write_text("dear mother")
    bad = {"a file": tmp_path / "letter", "missing and not to be made": tmp_path / "letter/home"}
    move_home(monkeypatch, bad.get(trouble, Path("/proc")))
    folders = find_folders(installed_in=program)
    assert is_usable(folders)
    assert beneath(folders.saves, tmp_path / "scratch")
    assert "Saves are temporary here" in folders.notice
    assert "Your usual folder cannot be used" in folders.notice
    assert (tmp_path / "letter").read_text() == "dear mother"


def test_a_full_disk_is_found_out_by_the_trial_file(home: Path, program: Path) -> None:
    if not Path("/dev/shm").is_dir() or not IS_ROOT:
        pytest.skip("needs the right to mount a small disk")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(home)], capture_output=True)
    if mounted.returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        (home / "film").write_bytes(b"x" * 32_768)
        with open(home / "film", "ab", buffering=0) as film, pytest.raises(OSError):
            while True:
                film.write(b"x" * 4096)
        folders = find_folders(installed_in=program)
        assert "No space left" in folders.notice
        assert not beneath(folders.saves, home)
        subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
        assert "Read-only" in find_folders(installed_in=program).notice
    finally:
        subprocess.run(["umount", str(home)], check=True)


def test_the_program_folder_is_never_used_unasked(home: Path, program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "link").symlink_to(program)
    for place in (program, program / "deep", home / "link"):
        move_home(monkeypatch, place)
        folders = find_folders(installed_in=program)
        assert is_usable(folders)
        assert "inside the program's own folder" in folders.notice
    assert list(program.iterdir()) == []


@POSIX_ONLY
def test_settings_that_cannot_be_kept_in_their_place_are_kept_with_the_saves(
    home: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "letter").touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "letter"))
    folders = find_folders(installed_in=program)
    assert is_usable(folders)
    assert folders.settings.parent == folders.saves.parent
    assert folders.notice.endswith(f"Your games are saved in {folders.saves}.")


def test_an_unusable_folder_given_by_the_player_is_named_and_the_usual_one_taken(
    home: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "scratch")
    (home / "letter").touch()
    for bad, why in (
        (home / "letter", "cannot be used"),
        ("/proc/nothing", "cannot be used"),
        ("a\0b", "cannot be used"),
        ("~nobody-of-that-name/x", "is not a full path"),
    ):
        folders = find_folders(bad, program)
        assert is_usable(folders)
        assert beneath(folders.saves, home)
        assert folders.notice.startswith(f"The --user-dir folder {why}")
    assert list((tmp_path / "scratch").iterdir()) == []


@POSIX_ONLY
def test_when_nothing_can_be_written_the_game_still_gets_folders_and_a_notice(
    home: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_home(monkeypatch, "/proc")
    monkeypatch.setattr(tempfile, "tempdir", "/proc/nothing")
    folders = find_folders(installed_in=program)
    assert folders.notice.endswith("Nothing can be saved.")
    assert folders.saves.name == "saves"


@POSIX_ONLY
def test_without_home_and_in_the_plain_c_locale_the_program_starts(tmp_path: Path) -> None:
    wanted = ascii(str(tmp_path / "Gr\u00fc\u00dfe \u6f22"))
    code = f"from game.folders import find_folders; print(ascii(find_folders({wanted})))"
    bare = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TMPDIR": str(tmp_path)}
    for extra in ({}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "HOME": str(tmp_path)}):
        run = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=bare | extra,
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr
        assert "saves" in run.stdout


@POSIX_ONLY
def test_what_killed_programs_left_beside_saves_settings_and_drafts_is_swept_at_start(
    home: Path, program: Path, tmp_path: Path
) -> None:
    """Files being written by a program that still runs are kept, and so are files with other names."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    user = tmp_path / "user"
    folders = find_folders(user, program)
    places = (folders.saves, folders.settings, folders.own / "drafts", folders.own / "nw_smoke")
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
        for name in (f".a.yaml.{dead.pid}.new", f".a.yaml.{dead.pid}.old", f".{dead.pid}.4711.new"):
            (place / name).write_bytes(b"half of it")
        kept = (f".b.yaml.{os.getpid()}.new", "a.game", ".a.game.analysis", "a.1.new", ".a.lock", ".a.new")
        for name in kept:
            (place / name).write_bytes(b"whole")
    find_folders(user, program)
    for place in places:
        assert sorted(path.name for path in place.iterdir()) == sorted(kept)


@POSIX_ONLY
def test_a_full_disk_under_the_folder_asked_for_is_told_in_one_sentence_and_nothing_is_lost(
    home: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = tmp_path / "user"
    save = find_folders(user, program).saves / "mine.game"
    save.write_bytes(b"a game")

    def full(handle: int) -> None:
        if str(user) in os.readlink(f"/proc/self/fd/{handle}"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        found = find_folders(user, program)
    assert found.saves == home / ".local/share/fighting-instructions/saves"
    assert found.notice.startswith("The --user-dir folder cannot be used") and "No space left on device" in found.notice
    assert save.read_bytes() == b"a game" and [path.name for path in save.parent.iterdir()] == ["mine.game"]
