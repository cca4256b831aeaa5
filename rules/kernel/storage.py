"""The disk: the few operations saving needs, in one object that tests can make fail, and the safe rewrite of a file."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

KEPT_COPIES = 3
REPLACE_TRIES = 10
REPLACE_PAUSE_S = 0.05  # the first time; longer each time, 2.25 s in all: a service that copies files takes its time
MOST_FOLDERS = 200  # in one folder that is swept
LEFT_ALONE_S = 3600
_LEFT = re.compile(r"\.(?:.+\.)?(\d+)(?:\.\d+)?\.(?:new|old)")  # names that write_whole and write_fresh give
LOCK_BYTE = 0x7FFF0000
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

_HELD = "another program has it open, or it is write-protected; close that program or choose another file"
_SENTENCES = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EROFS: "the disk is read-only; choose another folder",
    errno.EACCES: "writing there is not allowed; choose another folder",
    errno.EPERM: "writing there is not allowed; choose another folder",
    errno.EIO: "the disk reported a fault; save on another disk",
    errno.EMFILE: "too many files are open; close other programs",
    errno.ENFILE: "too many files are open; close other programs",
    errno.ENOENT: "the file or its folder is gone",
    errno.EEXIST: "there is already a file of that name",
    errno.EISDIR: "there is a folder of that name",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.ENAMETOOLONG: "the file's name is too long",
    getattr(errno, "EDQUOT", -1): "your share of the disk is used up; free some space",
}


class NotSaved(Exception):
    """Something could not be saved or opened. str() is a plain sentence to show the player."""


class Busy(NotSaved):
    """Another copy of the game has the file open."""


def reason(error: OSError, *, reading: bool = False) -> str:
    """Return a sentence for the player about a disk error, on Windows by its meaning.

    `reading`: nothing was to be written.
    """
    if Storage.windows and error.errno == errno.EINVAL and error.filename:
        return "no file can have that name"
    if Storage.windows and error.errno == errno.EACCES and os.path.isfile(error.filename or ""):
        return _HELD
    if reading and error.errno in (errno.EACCES, errno.EPERM):
        return "you are not allowed to read it"
    return _SENTENCES.get(error.errno or 0) or (error.strerror or str(error) or "the disk refused")


class Storage:
    """Every call that touches the disk, unbuffered. Each may raise OSError; a test can make any of them fail."""

    windows = os.name == "nt"

    def open(self, path: Path, flags: int) -> int:
        return os.open(path, flags | _BINARY, 0o600)

    def read(self, handle: int, size_bytes: int) -> bytes:
        """Return up to `size_bytes` from the current place; fewer only at the end of the file."""
        parts = []
        while size_bytes > 0:
            part = os.read(handle, min(size_bytes, 1 << 20))
            if not part:
                break
            parts.append(part)
            size_bytes -= len(part)
        return b"".join(parts)

    def write(self, handle: int, data: bytes) -> int:
        """Write once; return how many bytes went out."""
        return os.write(handle, data)

    def fsync(self, handle: int) -> None:
        os.fsync(handle)

    def truncate(self, handle: int, size_bytes: int) -> None:
        os.ftruncate(handle, size_bytes)

    def size(self, handle: int) -> int:
        return os.fstat(handle).st_size

    def close(self, handle: int) -> None:
        os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        os.replace(source, target)

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; fails where that name is taken."""
        os.link(source, target)

    def remove(self, path: Path) -> None:
        os.unlink(path)

    def fsync_folder(self, folder: Path) -> None:
        """Make new names in a folder durable; nothing to do on Windows."""
        if self.windows:
            return
        handle = os.open(folder, os.O_RDONLY | _BINARY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            os.close(handle)

    def lock(self, handle: int) -> None:
        """Take the file for this process until it is closed or the process dies. Raises BlockingIOError when taken."""
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            _lock_on_windows(handle)

    def still_there(self, handle: int, path: Path) -> bool:
        """Return whether the open file is the one that `path` names now."""
        try:
            return os.path.samestat(os.fstat(handle), os.stat(path))
        except FileNotFoundError:
            return False

    def is_file(self, path: Path) -> bool:
        """Return whether there is a regular file; False when there is nothing. Raises OSError for anything else."""
        try:
            mode = os.stat(path).st_mode
        except (FileNotFoundError, ValueError):  # ValueError: no file can have such a name
            return False
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is a device, not a file")
        return True

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder, sorted."""
        return sorted(os.listdir(folder))

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)


def _lock_on_windows(handle: int) -> None:
    """Lock one byte far behind the end, so that others can still read the file."""
    import msvcrt

    place = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, LOCK_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError as error:
        raise BlockingIOError(errno.EAGAIN, "locked") from error
    finally:
        os.lseek(handle, place, os.SEEK_SET)


DISK = Storage()


def read_file(path: Path, limit_bytes: int, storage: Storage = DISK) -> bytes:
    """Return the first `limit_bytes` of a regular file. Raises OSError; never opens a folder, a pipe or a device."""
    if not storage.is_file(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    handle = storage.open(path, os.O_RDONLY)
    try:
        return storage.read(handle, limit_bytes)
    finally:
        storage.close(handle)


def lock_for(path: Path) -> int | None:
    """Lock a hidden file beside `path` until its handle is closed or the process ends.

    Return None where the disk has no locks or the folder cannot be written. Raises BlockingIOError if it is taken.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = DISK.open(path.with_name(f".{path.stem}.lock"), os.O_RDWR | os.O_CREAT)
    except OSError:
        return None
    try:
        DISK.lock(handle)
    except OSError as error:
        DISK.close(handle)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return handle


def write_whole(path: Path, data: bytes, storage: Storage = DISK) -> None:
    """Replace a whole file so that at every moment, even in a power cut, `path` holds either the old or the new bytes.

    The three earlier versions are kept as `name.1` (newest) to `name.3`. Raises NotSaved with a plain sentence; the old
    file is then still there.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    spare = path.with_name(f".{path.name}.{os.getpid()}.old")
    try:
        _write_checked(fresh, data, storage)
        before = storage.is_file(path)
        if before:
            _write_checked(spare, read_file(path, 1 << 30, storage), storage)
        _replace(fresh, path, storage)
        if before:
            with suppress(OSError):  # the file is saved, whatever holds one of its copies
                _shift_copies(path, spare, storage)
        storage.fsync_folder(path.parent)
    except OSError as error:
        raise NotSaved(f"{path.name} is not saved: {reason(error)}") from error
    finally:
        for leftover in (fresh, spare):
            _remove_quietly(leftover, storage)


def write_fresh(path: Path, data: bytes, storage: Storage = DISK) -> None:
    """Write a new file completely or not at all, whenever the program is ended. A missing folder is created.

    Raises NotSaved with a plain sentence, also where there is such a file.
    """
    fresh = path.with_name(f".{os.getpid()}.{time.monotonic_ns()}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_checked(fresh, data, storage)
        _name_it(fresh, path, storage)
        storage.fsync_folder(path.parent)
    except OSError as error:
        raise NotSaved(f"{path.name} was not written: {reason(error)}") from error
    finally:
        _remove_quietly(fresh, storage)


def _name_it(fresh: Path, path: Path, storage: Storage) -> None:
    """Give a written file its name, never another's."""
    try:
        storage.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without second names, as many a stick
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        storage.replace(fresh, path)


def _write_checked(path: Path, data: bytes, storage: Storage) -> None:
    """Write a new file, make it durable and read it back."""
    handle = storage.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        if storage.write(handle, data) != len(data):
            raise OSError(errno.ENOSPC, "the write stopped half-way")
        storage.fsync(handle)
    finally:
        storage.close(handle)
    if read_file(path, len(data) + 1, storage) != data:
        raise OSError(0, "the disk returned different data; save on another disk")


def _shift_copies(path: Path, spare: Path, storage: Storage) -> None:
    names = [path.with_name(f"{path.name}.{number}") for number in range(1, KEPT_COPIES + 1)]
    for older, newer in zip(reversed(names[1:]), reversed(names[:-1]), strict=True):
        if storage.is_file(newer):
            _replace(newer, older, storage)
    _replace(spare, names[0], storage)


def _replace(source: Path, target: Path, storage: Storage) -> None:
    """Rename over; on Windows try again while a virus scanner holds the target."""
    for number in range(1, REPLACE_TRIES if storage.windows else 1):
        try:
            return storage.replace(source, target)
        except PermissionError:
            storage.pause(REPLACE_PAUSE_S * number)
    storage.replace(source, target)
    return None


def sweep(folder: Path) -> None:
    """Remove the leftovers of programs killed while writing, in a folder and those below it. Raise nothing.

    Files of a running program stay; if that is unknown, files of the last hour stay.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = folders[:MOST_FOLDERS]
        for name in names:
            left = _LEFT.fullmatch(name)
            if left is not None and not _is_written(Path(place, name), int(left[1])):
                _remove_quietly(Path(place, name), DISK)


def _is_written(path: Path, process: int) -> bool:
    """Return whether a program may still be writing a file that names its process."""
    if DISK.windows:  # signal 0 would end the process there
        try:
            return time.time() - path.stat().st_mtime < LEFT_ALONE_S
        except OSError:
            return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # of somebody else
        return True
    return True


def _remove_quietly(path: Path, storage: Storage) -> None:
    """Remove a leftover if there is one; one that cannot be removed does no harm and will be overwritten."""
    try:
        storage.remove(path)
    except OSError:
        return
