"""The private file of one end: seed, signing key, and the order that waits for its answer.

It is a hidden file beside the log and is never sent. Without it a game cannot be resumed.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.kernel.logbook import Logbook, LogbookError, read
from rules.kernel.writer import Writer


class PrivateError(Exception):
    """A private file that is missing or damaged. str() is a sentence."""


class Secrets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only this end knows of a game. `meeting`: the secret both ends share for reconnecting."""

    role: str
    seed: bytes
    key: bytes
    meeting: bytes = b""


class Intent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    """An order sent for an answer, and binding until it is answered. `line`, `roll`: its future numbers."""

    line: int
    roll: int
    command: dict[str, object]


class Meeting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    """Where the ends last met, so that it need not be typed again. `listens`: did this end listen?"""

    host: str
    port: int
    listens: bool


class OtherSeed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    """The seed of the other end of a game by file, where both ends know both."""

    seed: bytes


def private_path(log: Path) -> Path:
    """Return the path of the private file of a log."""
    return log.with_name(f".{log.stem}.private")


def met_at(log: Path) -> Meeting | None:
    """Return where the ends of a saved game last met; None if unknown."""
    found = [entry for entry in read(private_path(log)).entries if entry.get("type") == Meeting.__name__]
    return msgspec.convert(found[-1], Meeting) if found else None


class PrivateFile:
    """The file, open for this process only. `intent`: the last one written."""

    def __init__(self, book: Logbook, secrets: Secrets) -> None:
        self._book = book
        self.secrets = secrets
        self.intent: Intent | None = None
        self.other_seed = b""
        self.met: Meeting | None = None
        for entry in book.opened.entries:
            self._take(msgspec.convert(entry, Intent | OtherSeed | Meeting))

    def _take(self, entry: Intent | OtherSeed | Meeting) -> None:
        if isinstance(entry, Intent):
            self.intent = entry
        elif isinstance(entry, Meeting):
            self.met = entry
        else:
            self.other_seed = entry.seed

    @classmethod
    def create(cls, log: Path, secrets: Secrets) -> PrivateFile:
        """Create the private file of a new log. Raises LogbookError."""
        return cls(Logbook.create(private_path(log), msgspec.to_builtins(secrets)), secrets)

    @classmethod
    def open(cls, log: Path) -> PrivateFile:
        """Open the private file of a log. Raises PrivateError, LogbookBusy."""
        path = private_path(log)
        try:
            book = Logbook.open(path)
        except LogbookError as error:
            if type(error) is not LogbookError:
                raise
            raise PrivateError(f"this game cannot be resumed here: {error}") from error
        try:
            return cls(book, msgspec.convert(book.opened.header, Secrets))
        except msgspec.ValidationError as error:
            book.close()
            raise PrivateError(f"this game cannot be resumed here: {path.name} is not a private file") from error

    def intend(self, intent: Intent) -> None:
        """Write an order before it is sent. Raises LogbookError."""
        if intent != self.intent:
            self._book.append(msgspec.to_builtins(intent))
            self.intent = intent

    def note_meeting(self, met: Meeting) -> None:
        """Write where the ends met. Raises LogbookError."""
        if met != self.met:
            self._book.append(msgspec.to_builtins(met))
            self.met = met

    def learn(self, seed: bytes) -> None:
        """Write the seed of the other end. Raises LogbookError."""
        if seed != self.other_seed:
            self._book.append(msgspec.to_builtins(OtherSeed(seed=seed)))
            self.other_seed = seed

    def flush_late(self, writer: Writer) -> None:
        """Leave waiting for the disk to a writer thread."""
        self._book.flush_late(writer)

    def close(self) -> None:
        """Close the file."""
        self._book.close()
