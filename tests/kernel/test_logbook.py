"""The logbook: nothing acknowledged is ever lost, no damage goes unnoticed, and no error of the disk stops the game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import logbook
from rules.kernel.logbook import Logbook, LogbookBusy, LogbookError, peek, peek_folder, read, resume_as, write_whole
from rules.kernel.storage import NotSaved
from tests.hostile import cuts, mutations
from tests.kernel.disks import ERRORS, Counting, Failing, Fast, Recorder

ROOT = Path(logbook.__file__).parents[2]
HEADER = {"format": 1, "title": "Night off Savo", "seed": 7}
KILLS = int(os.environ.get("KILLS", "10"))


def entry(number: int) -> dict[str, Any]:
    return {"n": number, "t": "Fire", "at": f"K\u00fcste {number}", "dice": [number % 6 + 1, 3], "h": f"{number:016x}"}


def played(path: Path, count: int) -> bytes:
    """A closed log of `count` entries; returns its bytes."""
    with Logbook.create(path, HEADER, Fast()) as book:
        for number in range(count):
            book.append(entry(number))
    return path.read_bytes()


def open_handles() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


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
    lines = played(tmp_path / "a.log", 2).split(b"\n")
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
    data = played(path, 12)
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
    data, copy = played(tmp_path / "a.log", 4), tmp_path / "cut.log"
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
    data = played(path, 3)
    for torn in (data[:-1], data[:-9], data + b"0123", data + bytes(4096), data + b"\xff" * 3):
        path.write_bytes(torn)
        whole = torn.count(b"\n") - 1
        with Logbook.open(path, Fast()) as book:
            assert book.opened.torn and "the last, was not written to its end" in book.opened.problem
            book.append(entry(whole))
        assert read(path).entries == tuple(entry(number) for number in range(whole + 1))
        assert read(path).problem == ""


def test_a_game_broken_in_the_middle_is_resumed_in_a_new_file_and_the_old_one_is_left_alone(tmp_path: Path) -> None:
    path, new = tmp_path / "a.log", tmp_path / "b.log"
    lines = played(path, 6).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], lines[5], lines[4], *lines[6:]]))
    damaged = path.read_bytes()
    reading = read(path)
    assert (reading.broken_at, len(reading.entries)) == (5, 3)
    assert reading.problem == "line 5 is damaged: its check value does not fit"
    with pytest.raises(LogbookError, match="line 5 is damaged"):
        Logbook.open(path)
    with pytest.raises(LogbookError, match="it holds 3"):
        resume_as(path, new, 4)
    assert not new.exists()
    with resume_as(path, new, 3) as book:
        book.append(entry(3))
    assert read(new).entries == tuple(entry(number) for number in range(4))
    assert (read(new).header, read(new).problem) == (HEADER, "")
    assert path.read_bytes() == damaged
    with pytest.raises(LogbookError, match="already a file"):
        resume_as(path, new, 2)


def test_a_line_that_is_no_json_is_refused_even_when_its_chain_fits(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    data, chain = played(path, 1), read(path).chain
    for body in (b'{"a":NaN}', b'{"a":1,"a":2}', b"[1]", b"{", b"[" * 500, b'{"a":"\xff"}', b""):
        path.write_bytes(data + logbook._chained(chain, body).encode() + b" " + body + b"\n")
        assert (read(path).broken_at, len(read(path).entries)) == (3, 1)


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(played(path, 1) + b"x" * (2 << 20))
    assert (read(path).broken_at, read(path).torn) == (3, False)


# --- the load dialog --------------------------------------------------------------------------------------------------


def test_the_load_dialog_lists_a_thousand_saves_and_every_oddity_from_headers_only(tmp_path: Path) -> None:
    sound = played(tmp_path / "game-0000.log", 40)
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
    told = {row.path.stem: row.problem for row in rows[1000:]}
    assert told == {
        "z-folder": "the file cannot be read: there is a folder of that name",
        "z-empty": "the file is empty",
        "z-foreign": "it is no log of this game",
        "z-huge": "it is no log of this game",
        "z-long": "it is larger than 64 MiB",
        "z-headless": "its first line was not written to its end",
        "z-gone": "the file is gone",
        "z-pipe": "the file cannot be read: it is a device, not a file",
    }


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


# --- errors of the disk -----------------------------------------------------------------------------------------------


def _play(path: Path, disk: Failing) -> tuple[list[dict[str, Any]], int]:
    """Play six commands on a failing disk, each tried twice; returns those acknowledged and the number of refusals."""
    acknowledged, refused = [], 0
    book = None
    for _ in range(2):
        try:
            book = book or Logbook.create(path, HEADER, disk)
        except LogbookError as error:
            assert path.name in str(error)
            refused += 1
    if book is None:
        return [], refused
    for number in range(6):
        for _ in range(2):
            try:
                book.append(entry(number))
                acknowledged.append(entry(number))
                break
            except LogbookError as error:
                assert path.name in str(error)
                refused += 1
    book.close()
    return acknowledged, refused


@pytest.mark.parametrize("error", ERRORS)
def test_any_single_error_of_the_disk_costs_no_acknowledged_command(tmp_path: Path, error: str) -> None:
    clean = Failing(0, error)
    _play(tmp_path / "clean.log", clean)
    handles = open_handles()
    for number in range(1, clean.calls + 1):
        path = tmp_path / f"{number}.log"
        acknowledged, refused = _play(path, Failing(number, error))
        reading = read(path)
        assert refused <= 1
        assert list(reading.entries) == acknowledged == [entry(n) for n in range(6)], f"call {number}"
        assert reading.problem == ""
    assert open_handles() == handles


@pytest.mark.parametrize("error", ERRORS)
def test_a_disk_that_fails_for_good_leaves_the_log_at_its_last_acknowledged_line(tmp_path: Path, error: str) -> None:
    clean = Failing(0, error)
    _play(tmp_path / "clean.log", clean)
    handles = open_handles()
    for number in range(1, clean.calls + 1):
        path = tmp_path / f"{number}.log"
        acknowledged, _ = _play(path, Failing(number, error, for_good=True))
        reading = read(path)
        assert list(reading.entries[: len(acknowledged)]) == acknowledged, f"call {number}"
        assert len(reading.entries) <= len(acknowledged) + 1
        if not reading.header:
            assert not acknowledged and not peek(path).ok
            continue
        with Logbook.open(path, Fast()) as book:
            book.append(entry(99))
        assert read(path).entries[-1] == entry(99)
    assert open_handles() == handles


@pytest.mark.parametrize("error", ERRORS)
def test_opening_and_reading_on_a_failing_disk_gives_a_sentence_and_harms_nothing(tmp_path: Path, error: str) -> None:
    path = tmp_path / "a.log"
    torn = played(path, 3) + b"0123"
    reading = Failing(0, error)
    assert read(path, reading).problem == ""
    handles = open_handles()
    for number in range(1, 30):
        path.write_bytes(torn)
        disk = Failing(number, error)
        try:
            Logbook.open(path, disk).close()
        except LogbookError as refusal:
            assert "a.log" in str(refusal)
        assert read(path).entries == tuple(entry(n) for n in range(3))
        assert number > reading.calls or read(path, Failing(number, error)).problem
        assert peek(path, Failing(number, error)).path == path
        resumed = tmp_path / f"{number}.log"
        try:
            resume_as(path, resumed, 3, Failing(number, error)).close()
        except LogbookError:
            assert not resumed.exists() or not read(resumed).problem or not peek(resumed).ok
        else:
            assert len(read(resumed).entries) == 3
    assert open_handles() == handles


def test_the_sentence_names_the_trouble(tmp_path: Path) -> None:
    with Logbook.create(tmp_path / "a.log", HEADER, Failing(0, "ENOSPC")) as book:
        disk = book._storage
        assert isinstance(disk, Failing)
        disk.fail_next_write()
        with pytest.raises(LogbookError, match="a.log: the last command is not saved: the disk is full"):
            book.append(entry(0))
        assert not book.broken
        disk.fail_next_write(for_good=True)
        with pytest.raises(LogbookError):
            book.append(entry(0))
        assert book.broken
        disk.heal()
        book.append(entry(0))
        assert not book.broken
    assert read(tmp_path / "a.log").entries == (entry(0),)


@pytest.mark.parametrize("error", ["short write", "torn write"])
def test_half_a_line_on_a_disk_that_refuses_the_repair_is_cut_before_the_next_line(tmp_path: Path, error: str) -> None:
    path, disk = tmp_path / "a.log", Failing(0, error)
    with Logbook.create(path, HEADER, disk) as book:
        book.append(entry(0))
        good = path.stat().st_size
        disk.fail_next_write(for_good=True)
        for _ in range(2):
            with pytest.raises(LogbookError):
                book.append(entry(1))
        assert book.broken and path.stat().st_size > good
        disk.heal()
        book.append(entry(2))
    assert (read(path).entries, read(path).problem) == ((entry(0), entry(2)), "")


# --- whole files ------------------------------------------------------------------------------------------------------


def test_a_rewritten_file_keeps_its_three_previous_versions(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    for version in range(6):
        write_whole(path, b"version %d" % version)
    assert {name.name: name.read_bytes() for name in tmp_path.iterdir()} == {
        "settings.yaml": b"version 5",
        "settings.yaml.1": b"version 4",
        "settings.yaml.2": b"version 3",
        "settings.yaml.3": b"version 2",
    }


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("for_good", [False, True])
def test_a_failed_rewrite_leaves_the_old_file_whole(tmp_path: Path, error: str, for_good: bool) -> None:
    path = tmp_path / "settings.yaml"
    clean = Failing(0, error)
    write_whole(path, b"old", Fast())
    write_whole(path, b"old", clean)
    handles = open_handles()
    for number in range(1, clean.calls + 1):
        write_whole(path, b"old", Fast())
        try:
            write_whole(path, b"new and longer", Failing(number, error, for_good))
            assert path.read_bytes() == b"new and longer"
        except NotSaved as refusal:
            assert str(refusal).startswith("settings.yaml is not saved: ")
            assert path.read_bytes() in (b"old", b"new and longer")
        for copy in tmp_path.glob("settings.yaml.?"):
            assert copy.read_bytes() in (b"old", b"new and longer")
    assert open_handles() == handles


def test_a_disk_that_gives_back_other_bytes_is_found_out_before_the_old_file_is_replaced(tmp_path: Path) -> None:
    class Forgetful(Fast):
        def write(self, handle: int, data: bytes) -> int:
            return super().write(handle, data[:-1] + b"?")

    path = tmp_path / "settings.yaml"
    write_whole(path, b"old")
    with pytest.raises(NotSaved, match="gave back something else"):
        write_whole(path, b"new", Forgetful())
    assert [path.read_bytes(), len(list(tmp_path.iterdir()))] == [b"old", 1]


def test_a_file_held_by_a_virus_scanner_is_tried_again_on_windows(tmp_path: Path) -> None:
    class Scanned(Fast):
        windows = True
        refusals = 9
        pauses = 0

        def replace(self, source: Path, target: Path) -> None:
            if self.refusals:
                self.refusals -= 1
                raise PermissionError(13, "in use")
            super().replace(source, target)

        def pause(self, seconds: float) -> None:
            self.pauses += 1

    path, disk = tmp_path / "settings.yaml", Scanned()
    write_whole(path, b"new", disk)
    assert (path.read_bytes(), disk.pauses) == (b"new", 9)
    disk.refusals = 10
    with pytest.raises(NotSaved, match="not allowed"):
        write_whole(tmp_path / "other.yaml", b"new", disk)


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").mkdir()
    with pytest.raises(NotSaved, match="there is a folder of that name"):
        write_whole(tmp_path / "settings.yaml", b"new")
    with pytest.raises(NotSaved, match="is gone"):
        write_whole(tmp_path / "missing" / "settings.yaml", b"new")


# --- power cuts -------------------------------------------------------------------------------------------------------


def test_a_power_cut_after_any_call_loses_no_acknowledged_command(tmp_path: Path) -> None:
    disk = Recorder()
    with Logbook.create(tmp_path / "a.log", HEADER, disk) as book:
        disk.acknowledge()
        for number in range(200):
            book.append(entry(number))
            disk.acknowledge()
    images = 0
    for acknowledged, files in disk.power_cuts():
        images += 1
        if "a.log" not in files:
            assert acknowledged == 0
            continue
        path = tmp_path / "after.log"
        path.write_bytes(files["a.log"])
        reading = read(path)
        if acknowledged == 0:
            continue
        assert reading.broken_at is None
        assert acknowledged - 1 <= len(reading.entries) <= acknowledged
        assert reading.entries == tuple(entry(number) for number in range(len(reading.entries)))
    assert images > 1_000


def test_a_power_cut_after_any_call_leaves_a_rewritten_file_old_or_new(tmp_path: Path) -> None:
    disk = Recorder()
    versions = [b"version %d" % number * 50 for number in range(8)]
    for version in versions:
        write_whole(tmp_path / "settings.yaml", version, disk)
        disk.acknowledge()
    for acknowledged, files in disk.power_cuts():
        allowed = versions[max(acknowledged - 1, 0) : acknowledged + 1]
        assert files.get("settings.yaml") in allowed or (acknowledged == 0 and "settings.yaml" not in files)
        kept = [data for name, data in files.items() if not name.startswith(".")]
        assert all(data in versions for data in kept)


# --- kill -9 ----------------------------------------------------------------------------------------------------------

APPENDING = """
import os, sys
from pathlib import Path
from rules.kernel.logbook import Logbook
book = Logbook.open(Path(sys.argv[1]))
number = len(book.opened.entries)
while True:
    book.append({"n": number, "text": "x" * (number * 37 % 4000)})
    os.write(1, b"%d\\n" % number)
    number += 1
"""

REWRITING = """
import os, sys
from pathlib import Path
from rules.kernel.logbook import write_whole
number = int(sys.argv[2])
while True:
    write_whole(Path(sys.argv[1]), b"%08d" % number * 5000)
    os.write(1, b"%d\\n" % number)
    number += 1
"""


def _kill_after(code: str, arguments: list[str], seconds: float) -> int:
    """Run a child until `seconds` after its first acknowledgement, kill it, and return the last number acknowledged."""
    with subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        told = child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        told += child.stdout.read()
    return int(told[: told.rindex(b"\n")].split(b"\n")[-1])


def killed_while_appending(path: Path, kills: int, seed: int) -> int:
    """Kill a child `kills` times while it appends to one log, checking the log each time; returns its entries."""
    dice = random.Random(seed)
    Logbook.create(path, HEADER).close()
    for _ in range(kills):
        last = _kill_after(APPENDING, [str(path)], dice.random() * 0.06)
        reading = read(path)
        assert reading.broken_at is None
        assert [line["n"] for line in reading.entries] == list(range(len(reading.entries)))
        assert last + 1 <= len(reading.entries) <= last + 2
    return len(read(path).entries)


def killed_while_rewriting(path: Path, kills: int, seed: int) -> None:
    """Kill a child `kills` times while it rewrites one file, which must always be whole."""
    dice = random.Random(seed)
    last = -1
    for _ in range(kills):
        last = _kill_after(REWRITING, [str(path), str(last + 1)], dice.random() * 0.06)
        data = path.read_bytes()
        assert data in (b"%08d" % last * 5000, b"%08d" % (last + 1) * 5000)


@pytest.mark.parametrize("deed", [killed_while_appending, killed_while_rewriting])
def test_kill_minus_nine_loses_nothing_that_was_acknowledged(tmp_path: Path, deed: Callable[..., Any]) -> None:
    deed(tmp_path / "a.log", KILLS if deed is killed_while_appending else max(KILLS // 2, 1), seed=11)
