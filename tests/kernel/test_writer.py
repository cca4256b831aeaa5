"""The thread that waits for the disk.

It keeps the order, does nothing after a failed job, and flushes once for all that was written.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from rules.kernel.logbook import Logbook, LogbookError, read
from rules.kernel.writer import Writer
from tests.kernel.disks import Fast

HEADER = {"type": "header"}


class Slow(Fast):
    """A disk whose flush waits for a signal; with `refuses` it then fails."""

    def __init__(self) -> None:
        self.may, self.began, self.flushes, self.refuses = Event(), Event(), 0, False

    def fsync(self, handle: int) -> None:
        self.began.set()
        assert self.may.wait(10)
        self.flushes += 1
        if self.refuses:
            raise OSError(28, "No space left on device")


def late(path: Path) -> tuple[Logbook, Slow, Writer]:
    disk, writer = Slow(), Writer()
    disk.may.set()
    book = Logbook.create(path, HEADER, disk)
    book.flush_late(writer)
    disk.may.clear()
    disk.began.clear()
    disk.flushes = 0
    return book, disk, writer


def test_a_line_is_in_the_file_at_once_and_what_follows_waits_for_the_flush(tmp_path: Path) -> None:
    """A program that is killed now has lost nothing, and has sent nothing either."""
    book, disk, writer = late(tmp_path / "a.log")
    sent: list[int] = []
    began = monotonic()
    for number in range(5):
        book.append({"n": number})
        writer.put(partial(sent.append, number))
        assert disk.began.wait(10)
    assert monotonic() - began < 2 and not sent
    assert [entry["n"] for entry in read(tmp_path / "a.log").entries] == [0, 1, 2, 3, 4]
    disk.may.set()
    writer.drain()
    assert sent == [0, 1, 2, 3, 4]
    assert disk.flushes == 2, "one flush brings all that was written meanwhile on the disk"
    book.close()


def test_nothing_leaves_behind_a_flush_that_failed_and_the_next_line_says_why(tmp_path: Path) -> None:
    book, disk, writer = late(tmp_path / "a.log")
    sent: list[int] = []
    disk.refuses = True
    book.append({"n": 0})
    writer.put(lambda: sent.append(0))
    disk.may.set()
    writer.drain()
    writer.put(lambda: sent.append(1))
    writer.drain()
    assert not sent and writer.failure
    with pytest.raises(LogbookError, match="not saved"):
        book.append({"n": 1})
    with pytest.raises(LogbookError, match="not saved"):
        book.flush()
    disk.refuses = False
    book.flush_at_once()
    book.append({"n": 1})
    book.close()
    assert [entry["n"] for entry in read(tmp_path / "a.log").entries] == [0, 1]


def test_closing_waits_for_the_flush(tmp_path: Path) -> None:
    book, disk, _ = late(tmp_path / "a.log")
    book.append({"n": 0})
    disk.may.set()
    book.close()
    assert disk.flushes == 1
