"""The logbook: one game as an append-only file of chained JSON lines. It is save and autosave in one.

Every line is `chain space JSON newline`; the chain value is the first 64 bits of SHA-256 over the chain value before it
and the JSON, so no line can be changed, doubled, moved or taken out of the middle without notice. Line 1 is the header.
The meaning of the lines is up to the caller.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from rules.kernel.datafile import DataError, strict_json
from rules.kernel.storage import DISK, Busy, NotSaved, Storage, read_file, reason, write_whole
from rules.kernel.writer import Writer

__all__ = ["Logbook", "LogbookBusy", "LogbookError", "Peek", "Reading", "Storage", "peek", "peek_folder", "read"]
__all__ += ["write_whole"]

Line = dict[str, Any]

MAX_LINE_BYTES = 1 << 20
MAX_FILE_BYTES = 64 << 20
MAX_LINES = 11_000  # no game comes near it; a file that does is refused within a second
PEEK_BYTES = 1 << 14
CHAIN_LETTERS = 16
CHAIN_START = "0" * CHAIN_LETTERS


class LogbookError(NotSaved):
    """A game could not be opened, read or written. str() is a plain sentence to show the player."""


class LogbookBusy(LogbookError, Busy):
    """Another copy of the game has this log open for writing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a log holds. `entries` are the lines behind the header that can be trusted, in order.

    `torn`: the last line was not written to its end and is left out. `broken_at`: number of the first line (the header
    is 1) that cannot be trusted, None when the chain is whole. `problem`: a sentence for the player, empty when all is
    well. `good_bytes`, `chain`: where the trusted lines end.
    """

    header: Line
    entries: tuple[Line, ...]
    torn: bool = False
    broken_at: int | None = None
    problem: str = ""
    good_bytes: int = 0
    chain: str = CHAIN_START


@dataclass(frozen=True, slots=True)
class Peek:
    """One row of a load dialog. `problem` says why a row that is not `ok` cannot be opened."""

    path: Path
    header: Line = field(default_factory=dict)
    title: str = ""
    size: int = 0
    ok: bool = False
    problem: str = ""


def _chain_line(chain: str, body: bytes) -> str:
    return hashlib.sha256(chain.encode("ascii") + body).hexdigest()[:CHAIN_LETTERS]


def line_bytes(entry: Mapping[str, object]) -> bytes:
    """Return a line's JSON.

    Raises TypeError or ValueError when it could not be read back: a mistake of the caller's.
    """
    body = json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
    if len(body) + CHAIN_LETTERS + 2 > MAX_LINE_BYTES:
        raise LogbookError(f"not saved: one line of the game would be longer than {MAX_LINE_BYTES:,} bytes")
    try:
        value = strict_json(body)
    except DataError as error:
        raise ValueError(f"this line could not be read back: {error}") from error
    if not isinstance(value, dict):
        raise TypeError(f"a line of the log must be a dictionary, not {type(entry).__name__}")
    return body


def _write_lines(entries: Iterable[Mapping[str, object]], chain: str) -> tuple[bytes, str]:
    lines = []
    for entry in entries:
        body = line_bytes(entry)
        chain = _chain_line(chain, body)
        lines.append(chain.encode("ascii") + b" " + body + b"\n")
    return b"".join(lines), chain


class Logbook:
    """A game's log, open for writing by this process alone until `close`."""

    def __init__(self, path: Path, handle: int, storage: Storage) -> None:
        """Use `create` or `open`. `opened`: what the log held when it was opened; `broken`: its end needs repair."""
        self.path = path
        self.opened = Reading({}, ())
        self.broken = False
        self._handle = handle
        self._storage = storage
        self._good_bytes = 0
        self._lines = 0
        self._chain = CHAIN_START
        self._writer: Writer | None = None  # waits for the disk in place of `append`

    @classmethod
    def create(cls, path: Path, header: Line, storage: Storage = DISK) -> Logbook:
        """Return a new log that holds its header, durable when this returns.

        Raises LogbookError; never overwrites a file.
        """
        data, chain = _write_lines([header], CHAIN_START)
        try:
            handle = storage.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND)
        except OSError as error:
            raise LogbookError(f"{path.name} is not saved: {reason(error)}") from error
        book = cls(path, handle, storage)
        try:
            _lock(storage, handle, path)
            book._write(data, chain, 1)
            storage.fsync_folder(path.parent)
        except (OSError, LogbookError) as error:
            book.close()
            _discard(path, storage)
            if isinstance(error, LogbookError):
                raise
            raise LogbookError(f"{path.name} is not saved: {reason(error)}") from error
        book.opened = Reading(header, (), good_bytes=len(data), chain=chain)
        return book

    @classmethod
    def open(cls, path: Path, storage: Storage = DISK) -> Logbook:
        """Continue a log after its last complete line; an incomplete last line is cut off.

        Raises LogbookBusy when another copy of the game has it, LogbookError when it cannot be read or its chain is
        broken. A broken file is not touched.
        """
        try:
            if not storage.is_file(path):
                raise LogbookError(f"{path.name} cannot be opened: the file is gone")
            handle = storage.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise LogbookError(f"{path.name} cannot be opened: {reason(error)}") from error
        book = cls(path, handle, storage)
        try:
            _lock(storage, handle, path)
            reading = _parse(storage.read(handle, MAX_FILE_BYTES + 1))
            if reading.broken_at is not None:
                raise LogbookError(f"{path.name} cannot be continued: {reading.problem}")
            book.opened, book._lines = reading, 1 + len(reading.entries)
            book._good_bytes, book._chain = reading.good_bytes, reading.chain
            if reading.torn:
                book._repair()
        except (OSError, LogbookError) as error:
            book.close()
            if isinstance(error, LogbookError):
                raise
            raise LogbookError(f"{path.name} cannot be opened: {reason(error)}") from error
        return book

    @property
    def entries(self) -> int:
        """Lines behind the header that are on the disk."""
        return max(0, self._lines - 1)

    def append(self, entry: Line) -> None:
        """Add one line; it is on the disk when this returns, or after `flush_late` when the writer has flushed it.

        Raises LogbookError with a plain sentence when it is not; the log then ends where it ended before, and a later
        append repairs it first if it could not be repaired at once (`broken`). TypeError or ValueError when the entry
        is no JSON that can be read back.
        """
        data, chain = _write_lines([entry], self._chain)
        self._write(data, chain, 1)

    def flush_late(self, writer: Writer) -> None:
        """From now on let a writer wait for the disk. A line is still written before `append` returns, so a killed
        program loses none; only a power cut loses those that the writer has not flushed. A failed write is reported by
        the next `append`. The first writer stays.
        """
        self._writer = self._writer or writer

    def flush_at_once(self) -> None:
        """Wait for the disk in `append` again, because a write has failed."""
        self._writer = None

    def flush(self) -> None:
        """Wait until every line is on the disk. Raises LogbookError."""
        if self._writer is not None:
            self._writer.drain()
            self._check_writer()

    def _check_writer(self) -> None:
        if self._writer is not None and self._writer.failure:
            raise LogbookError(f"{self.path.name}: the last command is not saved: {self._writer.failure}")

    def close(self) -> None:
        """Release the file, with every line on the disk. Safe to call twice."""
        if self._writer is not None:
            self._writer.drain()
        handle, self._handle = self._handle, -1
        if handle < 0:
            return
        try:
            self._storage.close(handle)
        except OSError:
            return  # every line is already on the disk, and the handle is gone either way

    def __enter__(self) -> Logbook:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, data: bytes, chain: str, lines: int) -> None:
        if self._handle < 0:
            raise LogbookError(f"{self.path.name} is not saved: the game was closed")
        if self._good_bytes + len(data) > MAX_FILE_BYTES or self._lines + lines > MAX_LINES:
            raise LogbookError(f"{self.path.name} is not saved: the game has grown too long for one file")
        self._check_writer()
        try:
            self._check_place()
            if self.broken:
                self._repair()
            self.broken = True
            written = self._storage.write(self._handle, data)
            if written == len(data):
                if self._writer is not None:
                    self._writer.flush(self._storage, self._handle)
                else:
                    self._storage.fsync(self._handle)
                self._good_bytes, self._lines = self._good_bytes + len(data), self._lines + lines
                self._chain, self.broken = chain, False
                return
            sentence = "the disk took only a part of it; free some space"
        except OSError as error:
            sentence = reason(error)
        self._try_repair()
        raise LogbookError(f"{self.path.name}: the last command is not saved: {sentence}")

    def _check_place(self) -> None:
        """Check that the file is still ours: same name, same length."""
        if not self._storage.still_there(self._handle, self.path):
            raise LogbookError(f"{self.path.name} is not saved: another program moved, deleted or replaced the file")
        if not self.broken and self._storage.size(self._handle) != self._good_bytes:
            raise LogbookError(f"{self.path.name} is not saved: another program changed the file")

    def _repair(self) -> None:
        self.broken = True
        self._storage.truncate(self._handle, self._good_bytes)
        self._storage.fsync(self._handle)
        self.broken = False

    def _try_repair(self) -> None:
        if not self.broken:
            return
        try:
            self._repair()
        except OSError:
            self.broken = True


def _lock(storage: Storage, handle: int, path: Path) -> None:
    try:
        storage.lock(handle)
    except BlockingIOError as error:
        raise LogbookBusy(f"{path.name} is open in another copy of the game") from error


def _discard(path: Path, storage: Storage) -> None:
    """Remove a log that never got its header; if that fails too, the load dialog shows it as empty."""
    try:
        storage.remove(path)
    except OSError:
        return


# --- reading ----------------------------------------------------------------------------------------------------------


def read(path: Path, storage: Storage = DISK) -> Reading:
    """Return everything in a log that can be trusted. Never raises for what is in the file, never writes.

    A file that cannot be read at all, or is no log, gives `broken_at` 1 and no entries.
    """
    try:
        data = read_file(path, MAX_FILE_BYTES + 1, storage)
    except OSError as error:
        return Reading({}, (), broken_at=1, problem=f"the file cannot be read: {reason(error, reading=True)}")
    return _parse(data)


def _parse(data: bytes) -> Reading:
    if not _looks_ours(data) or len(data) > MAX_FILE_BYTES:
        return Reading({}, (), broken_at=1, problem=_header(data[:MAX_LINE_BYTES], len(data))[1])
    found: list[Line] = []
    chain, start, problem = CHAIN_START, 0, ""
    while start < len(data) and not problem:
        end = data.find(b"\n", start, start + MAX_LINE_BYTES)
        if end < 0:
            break
        if len(found) >= MAX_LINES:
            problem = f"expected at most {MAX_LINES:,} lines"
            break
        line = data[start:end]
        entry, problem = _check_line(line, chain)
        if not problem:
            found.append(entry)
            chain, start = line[:CHAIN_LETTERS].decode("ascii"), end + 1
    number = len(found) + 1
    if not problem and not found:
        problem = "it was not written to its end"
    if not problem and len(data) - start >= MAX_LINE_BYTES:
        problem = f"it is longer than {MAX_LINE_BYTES:,} bytes"
    header, entries = (found[0] if found else {}), tuple(found[1:])
    if problem:
        text = f"line {number} is damaged: {problem}"
        return Reading(header, entries, broken_at=number, problem=text, good_bytes=start, chain=chain)
    if start < len(data):
        text = f"line {number}, the last, was not written to its end and is left out"
        return Reading(header, entries, torn=True, problem=text, good_bytes=start, chain=chain)
    return Reading(header, entries, good_bytes=start, chain=chain)


def _check_line(line: bytes, chain: str) -> tuple[Line, str]:
    """Return a line's JSON, or what is wrong with the line."""
    body = line[CHAIN_LETTERS + 1 :]
    if line[: CHAIN_LETTERS + 1] != f"{_chain_line(chain, body)} ".encode("ascii"):
        if body.endswith(b"\r") and _check_line(line[:-1], chain)[0]:
            return {}, "a program changed its line end to that of Windows; copy the file again, not as text"
        return {}, "its check value does not fit"
    try:
        entry = strict_json(body)
    except DataError as error:
        return {}, error.problems[0].message
    return (entry, "") if isinstance(entry, dict) else ({}, "expected fields with values")


def peek(path: Path, storage: Storage = DISK) -> Peek:
    """Return the header of a log for a load dialog, at the cost of one short read whatever the file is.

    Never raises.
    """
    try:
        if not storage.is_file(path):
            return Peek(path, title=path.stem, problem="the file is gone")
        handle = storage.open(path, os.O_RDONLY)
        try:
            size_bytes = storage.size(handle)
            data = storage.read(handle, PEEK_BYTES)
            if b"\n" not in data and _looks_ours(data):
                data += storage.read(handle, MAX_LINE_BYTES - PEEK_BYTES)
        finally:
            storage.close(handle)
    except OSError as error:
        return Peek(path, title=path.stem, problem=f"the file cannot be read: {reason(error, reading=True)}")
    header, problem = _header(data, size_bytes)
    title = header.get("title")
    shown = title if isinstance(title, str) and title else path.stem
    return Peek(path, header, shown, size_bytes, not problem, problem)


def peek_folder(folder: Path, storage: Storage = DISK) -> list[Peek]:
    """Return every visible file and folder in a folder as rows of a load dialog, by file name. Never raises."""
    try:
        names = storage.names(folder)
    except OSError:
        return []
    return [peek(folder / name, storage) for name in names if not name.startswith(".")]


def _looks_ours(data: bytes) -> bool:
    start = data[:CHAIN_LETTERS]
    return len(start) == CHAIN_LETTERS and not start.strip(b"0123456789abcdef") and data[CHAIN_LETTERS:][:2] == b" {"


def _header(data: bytes, size_bytes: int) -> tuple[Line, str]:
    if not data:
        return {}, "the file is empty"
    if not _looks_ours(data):
        return {}, "it is not a saved game"
    line, newline, _ = data.partition(b"\n")
    if not newline:
        return {}, "its first line was not written to its end"
    header, problem = _check_line(line, CHAIN_START)
    if problem:
        return {}, f"its first line is damaged: {problem}"
    return header, f"it is larger than {MAX_FILE_BYTES >> 20} MiB" if size_bytes > MAX_FILE_BYTES else ""
