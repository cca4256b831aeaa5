"""Disks for tests: quick ones, failing ones, and one that remembers every call, to play a power cut after any."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.kernel.storage import Storage

ERRORS = ("ENOSPC", "EIO", "EACCES", "EROFS", "EMFILE", "short write", "torn write")


class Fast(Storage):
    """The real disk, without waiting for flushes."""

    def fsync(self, handle: int) -> None:
        return None

    def fsync_folder(self, folder: Path) -> None:
        return None


class Counting(Fast):
    """Counts the bytes read."""

    bytes_read = 0

    def read(self, handle: int, size_bytes: int) -> bytes:
        data = super().read(handle, size_bytes)
        self.bytes_read += len(data)
        return data


class Failing(Fast):
    """Fails the `fail_at`-th call (0: none), or every call from there on, with one of ERRORS.

    "short write" writes half and says so; "torn write" writes half and reports a fault. Other calls fail with EIO.
    """

    def __init__(self, fail_at: int, error: str, for_good: bool = False) -> None:
        self.fail_at = fail_at
        self.error = error
        self.for_good = for_good
        self.calls = 0
        self.writes_only = False

    def fail_next_write(self, for_good: bool = False) -> None:
        self.fail_at, self.for_good, self.writes_only = self.calls + 1, for_good, True

    def heal(self) -> None:
        self.fail_at = 0

    def _due(self, writing: bool) -> bool:
        if self.writes_only and not writing:
            return bool(self.fail_at) and self.for_good and self.calls >= self.fail_at
        self.calls += 1
        return bool(self.fail_at) and (self.calls == self.fail_at or (self.for_good and self.calls > self.fail_at))

    def _step(self) -> None:
        if self._due(writing=False):
            number = getattr(errno, self.error, errno.EIO)
            raise OSError(number, os.strerror(number))

    def write(self, handle: int, data: bytes) -> int:
        if not self._due(writing=True):
            return super().write(handle, data)
        if self.error == "short write":
            return super().write(handle, data[: len(data) // 2])
        if self.error == "torn write":
            super().write(handle, data[: len(data) // 2])
        number = getattr(errno, self.error, errno.EIO)
        raise OSError(number, os.strerror(number))

    def open(self, path: Path, flags: int) -> int:
        self._step()
        return super().open(path, flags)

    def read(self, handle: int, size_bytes: int) -> bytes:
        self._step()
        return super().read(handle, size_bytes)

    def fsync(self, handle: int) -> None:
        self._step()

    def truncate(self, handle: int, size_bytes: int) -> None:
        self._step()
        super().truncate(handle, size_bytes)

    def size(self, handle: int) -> int:
        self._step()
        return super().size(handle)

    def close(self, handle: int) -> None:
        super().close(handle)
        self._step()

    def replace(self, source: Path, target: Path) -> None:
        self._step()
        super().replace(source, target)

    def remove(self, path: Path) -> None:
        self._step()
        super().remove(path)

    def fsync_folder(self, folder: Path) -> None:
        self._step()

    def lock(self, handle: int) -> None:
        self._step()
        super().lock(handle)

    def still_there(self, handle: int, path: Path) -> bool:
        self._step()
        return super().still_there(handle, path)

    def is_file(self, path: Path) -> bool:
        self._step()
        return super().is_file(path)

    def names(self, folder: Path) -> list[str]:
        self._step()
        return super().names(folder)


class Recorder(Fast):
    """Records every change, so that the state of the disk after a power cut at any of them can be restored."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self._files: dict[str, int] = {}
        self._handles: dict[int, int] = {}
        self._made = 0

    def acknowledge(self) -> None:
        """Note that everything so far was reported as safe."""
        self.events.append(("promise",))

    def open(self, path: Path, flags: int) -> int:
        handle = super().open(path, flags)
        if path.name not in self._files:
            self._made += 1
            self._files[path.name] = self._made
            self.events.append(("create", path.name, self._made))
        elif flags & os.O_TRUNC:
            self.events.append(("truncate", self._files[path.name], 0))
        self._handles[handle] = self._files[path.name]
        return handle

    def write(self, handle: int, data: bytes) -> int:
        self.events.append(("write", self._handles[handle], data))
        return super().write(handle, data)

    def fsync(self, handle: int) -> None:
        self.events.append(("fsync", self._handles[handle]))

    def truncate(self, handle: int, size_bytes: int) -> None:
        self.events.append(("truncate", self._handles[handle], size_bytes))
        super().truncate(handle, size_bytes)

    def replace(self, source: Path, target: Path) -> None:
        super().replace(source, target)
        self._files[target.name] = self._files.pop(source.name)
        self.events.append(("replace", source.name, target.name))

    def remove(self, path: Path) -> None:
        super().remove(path)
        del self._files[path.name]
        self.events.append(("remove", path.name))

    def fsync_folder(self, folder: Path) -> None:
        self.events.append(("fsync folder",))

    def power_cuts(self) -> Iterator[tuple[int, dict[str, bytes]]]:
        """Yield (promises so far, file name -> bytes) after every event, for each way unsynced data may survive."""
        model = _Model()
        for event in [("start",), *self.events]:
            model.play(event)
            for files in model.survivals():
                yield model.promises, files


class _Model:
    """A disk as it is now and its safely stored part: file contents by number, names in the folder."""

    def __init__(self) -> None:
        self.promises = 0
        self.now: dict[int, bytes] = {}
        self.sure: dict[int, bytes] = {}
        self.names_now: dict[str, int] = {}
        self.names_sure: dict[str, int] = {}

    def play(self, event: tuple[Any, ...]) -> None:
        match event:
            case ("promise",):
                self.promises += 1
            case ("create", name, number):
                self.names_now[name] = number
                self.now[number] = self.sure[number] = b""
            case ("write", number, data):
                self.now[number] += data
            case ("truncate", number, size_bytes):
                self.now[number] = self.now[number][:size_bytes]
            case ("fsync", number):
                self.sure[number] = self.now[number]
            case ("replace", source, target):
                self.names_now[target] = self.names_now.pop(source)
            case ("remove", name):
                del self.names_now[name]
            case ("fsync folder",):
                self.names_sure = dict(self.names_now)

    def survivals(self) -> Iterator[dict[str, bytes]]:
        """Unsynced data lost, kept, kept by half or made zeros; unsynced names lost or kept; in all combinations."""
        contents = [
            self.sure,
            self.now,
            {number: self._half(number) for number in self.now},
            {number: self.sure[number] + bytes(len(self._rest(number))) for number in self.now},
        ]
        seen: list[dict[str, bytes]] = []
        for names in (self.names_sure, self.names_now):
            for data in contents:
                files = {name: data[number] for name, number in names.items()}
                if files not in seen:
                    seen.append(files)
                    yield files

    def _rest(self, number: int) -> bytes:
        return self.now[number].removeprefix(self.sure[number])

    def _half(self, number: int) -> bytes:
        now, sure = self.now[number], self.sure[number]
        return now[: (len(sure) + len(now)) // 2] if now.startswith(sure) else sure
