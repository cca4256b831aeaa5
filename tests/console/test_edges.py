"""Edge cases of text play: a full disk, a terminal without our characters, a save of an unknown player, no terminal."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from game.console import ascii_fallback, dispatch, terminal
from game.console.playing import play_verb
from game.crash_report import session_of
from game.library import get_scenario, open_map
from game.recent_games import recency_ranks, record_played
from game.record_file import load_record
from game.scenes.saves import saved_games
from game.settings import FILE, Settings, load_settings, save_settings
from game.table import director
from main import parser
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.logbook import Logbook, read
from rules.kernel.script import read_script, run_script
from rules.kernel.storage import DISK, Storage
from tests.conftest import POSIX_ONLY, begin, stroll
from tests.console.run import HOME

BATTLE = "nw_smoke/little_and_gregory"


class FullDisk(Storage):
    """A disk that accepts a number of writes and then none."""

    def __init__(self, writes: int) -> None:
        self.left = writes

    def write(self, handle: int, data: bytes) -> int:
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.ENOSPC, "full")
        return super().write(handle, data)


def run_main(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = play_verb(parser().parse_args(arguments))
    out, err = capsys.readouterr()
    return code, out, err


# --- a full disk (finding 5) ------------------------------------------------------------------------------------------


def test_a_told_game_on_a_full_disk_says_so_at_once_and_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Logbook.create.__func__  # type: ignore[attr-defined]
    disk = FullDisk(8)
    monkeypatch.setattr(Logbook, "create", classmethod(lambda kind, path, header: made(kind, path, header, disk)))
    asked = ["--user-dir", str(tmp_path), "play", "--text", "--scenario", BATTLE, "--opponent", "random", "--seed", "7"]
    code, out, err = run_main(asked, capsys)
    assert code == 1
    assert out.count("NOT SAVED: ") == 1 and "the disk is full" in out
    assert out.index("NOT SAVED") < len(out) // 2, "it is said when it happens"
    assert "NOT SAVED" in err and "not saved" in err
    assert out.index("\n== Turn 1") < out.index("\n> "), "what opens the game is told before the first order"


# --- a terminal without our signs (finding 8) -------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii", "cp437"])
def test_signs_a_terminal_cannot_show_become_others(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    ascii_fallback.replace_unencodable()
    print("−1 · 3½ … → Kōshū 漢 é")
    stream.flush()
    shown = stream.buffer.getvalue().decode(encoding)
    assert shown.startswith("-1 ") and "Koshu ?" in shown and "->" in shown


def test_a_whole_told_game_goes_through_a_narrow_pipe(tmp_path: Path) -> None:
    words = ["--user-dir", str(tmp_path), "play", "--text", "--scenario", BATTLE, "--opponent", "random", "--seed", "6"]
    done = subprocess.run(
        [sys.executable, str(HOME / "main.py"), *words],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-400:]
    assert done.stdout.isascii() and b"UnicodeEncodeError" not in done.stderr


# --- saves in their own order (finding 9) -----------------------------------------------------------------------------


def kept_game(path: Path, seed: int = 1) -> Path:
    session = begin(BATTLE, seed)
    session.keep_in(path)
    session.close()
    return path


def test_a_clock_that_was_wrong_once_puts_no_old_game_first(tmp_path: Path) -> None:
    for number in range(6):
        path = kept_game(tmp_path / f"old{number}.game", number)
        record_played(path)
        os.utime(path, (2_000_000_000 + number, 2_000_000_000 + number))
    newest = kept_game(tmp_path / "new.game")
    record_played(newest)
    os.utime(newest, (1_000_000, 1_000_000))
    assert [row.path.name for row in saved_games(tmp_path)][:2] == ["new.game", "old5.game"]
    record_played(tmp_path / "old2.game")
    assert [row.path.name for row in saved_games(tmp_path)][:2] == ["old2.game", "new.game"]


def test_a_game_that_is_played_notes_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--user-dir", str(tmp_path), "play", "--text", "--scenario", BATTLE, "--opponent", "random", "--quiet"]
    for seed in ("1", "2"):
        assert run_main([*asked, "--seed", seed], capsys)[0] == 0
    folder = next(tmp_path.rglob("*.game")).parent
    assert sorted(recency_ranks(folder)) == sorted(path.name for path in folder.glob("*.game"))
    (folder / ".played").write_bytes(b"\xff\xfe\x00garbage" * 10)
    assert len(saved_games(folder)) == 2


# --- somebody unknown in a save (finding 10) --------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "word"), [({"USN": "zzz", "IJN": "random"}, "zzz"), ({"IJN": "human"}, "nobody")])
def test_the_side_of_an_unknown_player_is_given_to_a_person(
    players: dict[str, str],
    word: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = kept_game(tmp_path / "a.game")
    reading = read(path)
    path.unlink()
    with Logbook.create(path, {**reading.header, "players": players}) as book:
        for entry in reading.entries:
            book.append(entry)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run_main(["play", "--text", "--resume", str(path)], capsys)
    assert code == 0 and f"No computer player {word!r} here" in out and "you play" in out


# --- settings (finding 13) --------------------------------------------------------------------------------------------


@POSIX_ONLY
def test_settings_that_are_no_ordinary_file_neither_hang_nor_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    settings, notice = load_settings(tmp_path)
    assert settings == Settings() and "cannot be read" in notice
    os.mkfifo(tmp_path / "met.json")
    assert load_record(tmp_path / "met.json", Settings) == Settings()


def test_huge_settings_are_laid_aside_and_an_earlier_broken_file_is_kept(tmp_path: Path) -> None:
    for number in range(3):
        with (tmp_path / FILE).open("wb") as file:
            file.write(b'{"muted": true}' + b" " * number)
            file.truncate(300 << 20)
        settings, notice = load_settings(tmp_path)
        assert settings == Settings() and "expected at most" in notice
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "settings.broken",
        "settings.broken2",
        "settings.broken3",
    ]


def test_what_a_newer_version_keeps_is_kept_and_ignored(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"muted": true, "hologram": {"depth": 3}}', "utf-8")
    settings, notice = load_settings(tmp_path)
    assert settings.muted and notice == ""
    settings.confirm_end = False
    assert save_settings(tmp_path, settings) == ""
    told_again = msgspec.json.decode((tmp_path / FILE).read_bytes())
    assert told_again["hologram"] == {"depth": 3} and told_again["confirm_end"] is False
    assert "others" not in told_again


# --- reports of text play (finding 14) --------------------------------------------------------------------------------


def test_a_mistake_in_text_play_leaves_a_script_that_replays_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def failing(*given: object) -> object:
        calls.append(1)
        if len(calls) == 12:
            raise KeyError("a mistake of ours")
        return take_turn(*given)  # type: ignore[arg-type]

    take_turn = director.take_turn  # type: ignore[attr-defined]
    monkeypatch.setattr(director, "take_turn", failing)
    asked = ["--user-dir", str(tmp_path), "play", "--text", "--scenario", BATTLE, "--opponent", "random", "--seed", "7"]
    assert dispatch.dispatch(parser().parse_args(asked)) == 1
    assert "an error in the program (KeyError" in capsys.readouterr().err
    report = next(tmp_path.rglob("crash-*.yaml"))
    text = report.read_text("utf-8")
    assert "seed: 7" in text and "a mistake of ours" in text
    result = run_script(read_script(text), SYSTEMS, get_scenario, open_map)
    assert result.has_passed and len(result.session.steps) >= 11


def test_a_mistake_before_any_game_leaves_words_not_a_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dispatch.VERBS, "check", "game.console.lessons:lessons_verb")
    assert dispatch.dispatch(parser().parse_args(["--user-dir", str(tmp_path), "check"])) == 1
    capsys.readouterr()
    assert list(tmp_path.rglob("crash-*.yaml")) == []
    text = next(tmp_path.rglob("crash-*.txt")).read_text("utf-8")
    assert "game: none" in text and "command line: " in text


def test_the_game_an_error_came_from_is_found() -> None:
    session = begin(BATTLE)
    for _ in stroll(session, SeededDice(1), 3):
        pass
    try:
        session.submit(None)  # type: ignore[arg-type]
    except AttributeError as error:
        assert session_of(error) is session


def test_nothing_is_read_from_a_terminal_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_interactive", lambda: False)
    assert dispatch._offer_text(parser().parse_args([])) == 2
    assert isinstance(DISK, Storage)
