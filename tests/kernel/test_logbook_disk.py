"""The logbook on a failing disk: no error costs an acknowledged command or stops the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.kernel.logbook import Logbook, LogbookError, peek, read
from tests.kernel.disks import ERRORS, Failing, Fast
from tests.kernel.logs import HEADER, entry, open_handles, write_log


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
    torn = write_log(path, 3) + b"0123"
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
