"""Save an open study without overwriting changes by another window or program."""

from __future__ import annotations

from pathlib import Path

from game.table.sharing import put_at
from game.words import tr, tr_noop
from rules.kernel.storage import DISK, lock_for, read_file, write_whole
from rules.kernel.yamltext import MAX_TEXT_BYTES


class StudyFile:
    """The file of a study. `path`: where it is saved; `note`: why that is not the file that was opened."""

    def __init__(self, path: Path) -> None:
        """Lock the file and remember its content. Raises OSError if it cannot be read."""
        self.path = path
        self.note = ""
        self._seen = read_file(path, MAX_TEXT_BYTES + 1)
        self._mine = True
        self._lock: int | None = None
        try:
            self._lock = lock_for(path)
        except BlockingIOError:
            self._mine = False
            self.note = tr("Another window has this study open. Changes here are saved in a copy.")

    def save(self, data: bytes) -> None:
        """Write the study; if another window has the file open or it has changed, use a copy from now on.

        Raises NotSaved, OSError.
        """
        if self._mine and self._now() in (b"", self._seen):
            write_whole(self.path, data)
        else:
            copy = put_at(self.path, data)
            self.release()
            self._lock, self._mine = lock_for(copy), True
            words = tr_noop("Another program also saves {file}. Your study is now saved as {copy}.")
            self.note = tr(words, file=self.path.name, copy=copy.name)
            self.path = copy
        self._seen = data

    def release(self) -> None:
        """Unlock the file for other windows; the end of the program does so too."""
        if self._lock is not None:
            DISK.close(self._lock)
        self._lock = None

    def _now(self) -> bytes:
        """Return the file's current content; empty if it is gone."""
        try:
            return read_file(self.path, MAX_TEXT_BYTES + 1)
        except OSError:
            return b""
