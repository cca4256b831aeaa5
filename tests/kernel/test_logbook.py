"""The logbook: what was appended is read back, and all damage is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import logbook
from rules.kernel.logbook import Logbook, LogbookBusy, LogbookError, peek, peek_folder, read
from tests.conftest import POSIX_ONLY
from tests.hostile import cuts, mutations
from tests.kernel.disks import Counting, Failing, Fast, Recorder
from tests.kernel.logs import HEADER, ROOT, entry, write_log

# --- writing and reading ----------------------------------------------------------------------------------------------


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "Seeschlacht \u6f22.log"
    with Logbook.create(path, HEADER) as book:
        book.append(entry(0))
        assert read(path).entries == (entry(0),)
    with Logbook.open(path) as book:
        assert book.opened.entries == (entry(0),)
        book.append(entry(1))
    reading = read(path)
    assert (reading.header, reading.entries) == (HEADER, (entry(0), entry(1)))
    assert (reading.torn, reading.broken_at, reading.problem) == (False, None, "")


def test_a_line_is_sixteen_hex_digits_and_readable_json(tmp_path: Path) -> None:
    lines = write_log(tmp_path / "a.log", 2).split(b"\n")
    assert lines[3] == b""
    assert all(int(line[:16], 16) >= 0 and line[16:18] == b" {" for line in lines[:3])


def test_every_line_is_one_write_and_one_sync(tmp_path: Path) -> None:
    disk = Recorder()
    with Logbook.create(tmp_path / "a.log", HEADER, disk) as book:
        before = len(disk.events)
        book.append(entry(0))
    assert [event[0] for event in disk.events[before:]] == ["write", "fsync"]


def test_a_new_log_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("a letter home")
    with pytest.raises(LogbookError, match="already a file"):
        Logbook.create(path, HEADER)
    assert path.read_text() == "a letter home"


def test_a_second_opener_is_told_that_the_game_is_open(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with Logbook.create(path, HEADER) as book:
        with pytest.raises(LogbookBusy, match="another copy of the game"):
            Logbook.open(path)
        book.append(entry(0))
        code = f"from pathlib import Path; from rules.kernel.logbook import Logbook; Logbook.open(Path({str(path)!r}))"
        other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
        assert "LogbookBusy" in other.stderr
        assert read(path).entries == (entry(0),)
    Logbook.open(path).close()


def test_an_entry_that_could_not_be_read_back_is_refused_and_leaves_the_log_alone(tmp_path: Path) -> None:
    deep: list[Any] = []
    for _ in range(70):
        deep = [deep]
    with Logbook.create(tmp_path / "a.log", HEADER) as book:
        for bad in ({"x": float("nan")}, {"x": "\ud800"}, {"x": 10**30}, {"x": deep}, {"x": {1, 2}}, [1], {"x": b"y"}):
            with pytest.raises((TypeError, ValueError)):
                book.append(bad)  # type: ignore[arg-type]
        with pytest.raises(LogbookError, match="longer than"):
            book.append({"x": "y" * (1 << 20)})
        book.append(entry(0))
    assert read(tmp_path / "a.log").entries == (entry(0),)


def test_a_log_that_has_grown_too_long_takes_no_more_and_stays_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    monkeypatch.setattr(logbook, "MAX_LINES", 4)
    with Logbook.create(path, HEADER) as book:
        for number in range(3):
            book.append(entry(number))
        with pytest.raises(LogbookError, match="too long"):
            book.append(entry(3))
    assert len(read(path).entries) == 3
    monkeypatch.setattr(logbook, "MAX_FILE_BYTES", path.stat().st_size - 1)
    assert read(path).broken_at == 1
    assert not peek(path).ok


def test_a_closed_log_refuses_politely_and_closes_twice(tmp_path: Path) -> None:
    book = Logbook.create(tmp_path / "a.log", HEADER)
    book.close()
    book.close()
    with pytest.raises(LogbookError, match="closed"):
        book.append(entry(0))


@pytest.mark.parametrize("fate", ["deleted", "replaced", "moved", "lengthened", "shortened"])
def test_a_file_that_another_program_touched_takes_no_more_commands(tmp_path: Path, fate: str) -> None:
    path = tmp_path / "a.log"
    with Logbook.create(path, HEADER) as book:
        book.append(entry(0))
        data = path.read_bytes()
        if fate == "deleted":
            path.unlink()
        elif fate == "replaced":
            (tmp_path / "b").write_bytes(data)
            (tmp_path / "b").replace(path)
        elif fate == "moved":
            path.rename(tmp_path / "b")
        else:
            path.write_bytes(data + b"x" if fate == "lengthened" else data[:-5])
        with pytest.raises(LogbookError, match="another program"):
            book.append(entry(1))


# --- damage -----------------------------------------------------------------------------------------------------------


def test_two_thousand_damaged_logs_are_each_refused_by_line_or_are_the_log_as_it_once_was(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.log", tmp_path / "damaged.log"
    data = write_log(path, 12)
    ends = {place + 1 for place, byte in enumerate(data) if byte == 10}
    earlier = 0
    for mutator, damaged in mutations(data, 2_000, seed=3):
        copy.write_bytes(damaged)
        reading = read(copy)
        assert copy.read_bytes() == damaged
        assert reading.entries == tuple(entry(number) for number in range(len(reading.entries))), mutator
        if reading.problem:
            assert reading.torn or reading.broken_at in (1, len(reading.entries) + 2), mutator
            assert damaged[: reading.good_bytes] == data[: reading.good_bytes]
        else:
            assert data.startswith(damaged) and len(damaged) in ends, mutator
            earlier += 1
    assert earlier < 100


def test_a_log_cut_at_any_length_gives_every_whole_line_and_says_what_is_missing(tmp_path: Path) -> None:
    data, copy = write_log(tmp_path / "a.log", 4), tmp_path / "cut.log"
    for cut in cuts(data):
        copy.write_bytes(cut)
        reading = read(copy)
        whole = cut.count(b"\n")
        assert len(reading.entries) == max(whole - 1, 0)
        assert reading.torn == (whole > 0 and not cut.endswith(b"\n"))
        assert reading.broken_at == (None if whole else 1)
        assert bool(reading.problem) == (not cut.endswith(b"\n"))


def test_a_torn_last_line_is_cut_off_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    data = write_log(path, 3)
    for torn in (data[:-1], data[:-9], data + b"0123", data + bytes(4096), data + b"\xff" * 3):
        path.write_bytes(torn)
        whole = torn.count(b"\n") - 1
        with Logbook.open(path, Fast()) as book:
            assert book.opened.torn and "the last, was not written to its end" in book.opened.problem
            book.append(entry(whole))
        assert read(path).entries == tuple(entry(number) for number in range(whole + 1))
        assert read(path).problem == ""


def test_a_game_broken_in_the_middle_is_read_up_to_there_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    lines = write_log(path, 6).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], lines[5], lines[4], *lines[6:]]))
    damaged = path.read_bytes()
    reading = read(path)
    assert (reading.broken_at, len(reading.entries)) == (5, 3)
    assert reading.problem == "line 5 is damaged: its check value does not fit"
    with pytest.raises(LogbookError, match="line 5 is damaged"):
        Logbook.open(path)
    assert path.read_bytes() == damaged


def test_a_line_that_is_no_json_is_refused_even_when_its_chain_fits(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    data, chain = write_log(path, 1), read(path).chain
    for body in (b'{"a":NaN}', b'{"a":1,"a":2}', b"[1]", b"{", b"[" * 500, b'{"a":"\xff"}', b""):
        path.write_bytes(data + logbook._chain_line(chain, body).encode() + b" " + body + b"\n")
        assert (read(path).broken_at, len(read(path).entries)) == (3, 1)


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(write_log(path, 1) + b"x" * (2 << 20))
    assert (read(path).broken_at, read(path).torn) == (3, False)


# --- the load dialog --------------------------------------------------------------------------------------------------


@POSIX_ONLY
def test_the_load_dialog_lists_a_thousand_saves_and_every_oddity_from_headers_only(tmp_path: Path) -> None:
    sound = write_log(tmp_path / "game-0000.log", 40)
    for number in range(1, 1000):
        (tmp_path / f"game-{number:04}.log").write_bytes(sound if number % 20 else sound[:50] + b"?" + sound[51:])
    (tmp_path / "z-folder.log").mkdir()
    (tmp_path / "z-empty.log").touch()
    (tmp_path / "z-foreign.log").write_bytes(b"<savegame/>\n")
    (tmp_path / "z-huge.log").touch()
    os.truncate(tmp_path / "z-huge.log", 1 << 30)
    (tmp_path / "z-long.log").write_bytes(sound)
    os.truncate(tmp_path / "z-long.log", 1 << 30)
    (tmp_path / "z-headless.log").write_bytes(sound[:40])
    (tmp_path / "z-gone.log").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "z-pipe.log")
    (tmp_path / ".hidden").touch()
    disk = Counting()
    rows = peek_folder(tmp_path, disk)
    assert len(rows) == 1008
    assert disk.bytes_read <= 1008 * logbook.PEEK_BYTES
    assert sum(row.ok for row in rows[:1000]) == 951
    assert rows[0].title == "Night off Savo" and rows[0].header == HEADER and rows[0].size == len(sound)
    assert rows[20].problem == "its first line is damaged: its check value does not fit"
    data = {row.path.stem: row.problem for row in rows[1000:]}
    assert data == {
        "z-folder": "the file cannot be read: there is a folder of that name",
        "z-empty": "the file is empty",
        "z-foreign": "it is not a saved game",
        "z-huge": "it is not a saved game",
        "z-long": "it is larger than 64 MiB",
        "z-headless": "its first line was not written to its end",
        "z-gone": "the file is gone",
        "z-pipe": "the file cannot be read: it is a device, not a file",
    }


@POSIX_ONLY
def test_reading_what_is_no_log_gives_a_reason_and_no_exception(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("a letter home\n")
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "empty", "text", "pipe", "missing"):
        reading = read(tmp_path / name)
        assert (reading.broken_at, reading.entries, bool(reading.problem)) == (1, (), True)
        with pytest.raises(LogbookError):
            Logbook.open(tmp_path / name)


def test_a_folder_that_cannot_be_listed_is_an_empty_list(tmp_path: Path) -> None:
    assert peek_folder(tmp_path / "missing") == []
    assert peek_folder(tmp_path, Failing(1, "EMFILE")) == []
