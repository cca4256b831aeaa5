"""A voice of our own: the computer's speech service through its socket, otherwise the library prismatoid, if installed.
Used only in the helper process, because a service may block forever. New text replaces the current one.
"""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from typing import Any, Protocol

from game.words import tr, tr_noop

try:
    import prism
except ImportError:  # optional: `pip install prismatoid`
    prism = None

PATIENCE = 3.0  # seconds to wait for the service's answer
NO_SERVICE = tr_noop("No speech service found (speech-dispatcher, or the package prismatoid).")


class Voice(Protocol):
    """Something that speaks."""

    why_not: str

    def say(self, words: str) -> None:
        """Speak, replacing the current text."""

    def silence(self) -> None:
        """Stop speaking."""

    def close(self) -> None:
        """Close the voice."""


class Silent:
    """No voice."""

    def __init__(self, why_not: str = "") -> None:
        self.why_not = why_not

    def say(self, words: str) -> None:
        """Do nothing."""

    def silence(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Close the voice."""


class Dispatcher:
    """speech-dispatcher, by its protocol (SSIP): lines to its socket, a numbered line back."""

    why_not = ""

    def __init__(self, path: Path) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.settimeout(PATIENCE)
        self.line.connect(str(path))
        self.back = self.line.makefile("r", encoding="utf-8", newline="\r\n")
        self._order("SET self CLIENT_NAME player:fighting-instructions:main")
        self._order("SET self PRIORITY TEXT")

    def _order(self, order: str) -> str:
        self.line.sendall(f"{order}\r\n".encode())
        while True:
            answer = self.back.readline()
            if not answer:
                raise OSError(tr("the speech service has stopped"))
            if answer[3:4] != "-":  # the last line of an answer
                return answer

    def say(self, words: str) -> None:
        self._order("CANCEL self")
        if self._order("SPEAK").startswith("230"):
            lines = (f".{line}" if line.startswith(".") else line for line in words.splitlines())
            self._order("\r\n".join((*lines, ".")))

    def silence(self) -> None:
        self._order("CANCEL self")

    def close(self) -> None:
        self.line.close()


class Prismatoid:
    """Any voice the library prismatoid finds: NVDA, JAWS, SAPI, VoiceOver, Orca."""

    why_not = ""

    def __init__(self) -> None:
        self.backend: Any = prism.Context().acquire_best()

    def say(self, words: str) -> None:
        self.backend.speak(words, True)

    def silence(self) -> None:
        self.backend.stop()

    def close(self) -> None:
        self.silence()


class Careful:
    """A voice that may fail: after a failure it stays silent, with the reason."""

    def __init__(self, voice: Voice) -> None:
        self.voice: Voice = voice
        self.why_not = voice.why_not

    def say(self, words: str) -> None:
        try:
            self.voice.say(words)
        except Exception as error:
            self._on_failure(error)

    def silence(self) -> None:
        try:
            self.voice.silence()
        except Exception as error:
            self._on_failure(error)

    def close(self) -> None:
        try:
            self.voice.close()
        except Exception as error:
            self._on_failure(error)

    def _on_failure(self, error: Exception) -> None:
        self.why_not = tr("The speech service has stopped answering ({error}).", error=error)
        self.voice = Silent(self.why_not)


def socket_of(environ: dict[str, str]) -> Path:
    """Return the path of speech-dispatcher's socket."""
    address = environ.get("SPEECHD_ADDRESS", "")
    if address.startswith("unix_socket:"):
        return Path(address.partition(":")[2])
    run = environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return Path(run) / "speech-dispatcher" / "speechd.sock"


def open_voice() -> Voice:
    """Return the best available voice; Silent with the reason if there is none. Never raises."""
    path = socket_of(dict(os.environ))
    try:
        if not path.exists():
            subprocess.run(["speech-dispatcher", "--spawn"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False)  # fmt: skip
        return Careful(Dispatcher(path))
    except (OSError, subprocess.SubprocessError):
        pass
    if prism is not None:
        try:
            return Careful(Prismatoid())
        except Exception as error:
            return Silent(tr("No voice answered: {error}.", error=error))
    return Silent(tr(NO_SERVICE))
