"""What is really spoken: the real speech-dispatcher with a voice that writes down its words, and the real Orca.

The voice is speech-dispatcher's generic module with a script for a synthesiser: it writes each piece of a sentence it
is told to speak, and with `slow` goes on "speaking" until it is cut off. No sound is made.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.reader.desktop import until

CONF = """LogLevel 5
CommunicationMethod "unix_socket"
AudioOutputMethod "libao"
SymbolsPreproc "char"
AddModule "written" "sd_generic" "written.conf"
DefaultModule written
"""
MODULE = """Debug 0
GenericExecuteSynth "{script} '$DATA'"
AddVoice "en" "MALE1" "en"
DefaultVoice "en"
"""
SLOW_S = 60  # time the slow voice takes for each piece


class Heard:
    """The words that have come out at the far end."""

    def __init__(self, folder: Path, slow: bool = False) -> None:
        self.folder, self.path = folder, folder / "heard.txt"
        self.script = folder / "voice.sh"
        wait = f"sleep {SLOW_S}" if slow else "true"
        lines = ("#!/bin/sh", f"printf '%s\\n' \"$1\" >>{self.path}", wait, f"echo END >>{self.path}", "")
        self.script.write_text("\n".join(lines), "utf-8")
        self.script.chmod(0o755)
        conf = folder / "speech-dispatcher"
        (conf / "modules").mkdir(parents=True)
        (conf / "speechd.conf").write_text(CONF, "utf-8")
        (conf / "modules" / "written.conf").write_text(MODULE.format(script=self.script), "utf-8")

    def words(self) -> list[str]:
        """Return every piece so far, oldest first."""
        lines = self.path.read_text("utf-8", "replace").splitlines() if self.path.exists() else []
        return [line.strip() for line in lines if line.strip() and line != "END"]

    def has(self, *starts: str) -> bool:
        """Return whether pieces with these beginnings have come, in this order."""
        pieces = iter(self.words())
        return all(any(piece.startswith(start) for piece in pieces) for start in starts)

    def count_spoken(self) -> int:
        """Return how many pieces were spoken to their end."""
        return self.path.read_text("utf-8", "replace").splitlines().count("END") if self.path.exists() else 0

    def speaking(self) -> bool:
        """Return whether the voice is in the middle of something."""
        return any(str(self.script) in order for order in _orders())


def _orders() -> Iterator[str]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            yield (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue


def stop_service(run: Path) -> None:
    """End the speech service that was started for a runtime folder."""
    pid = run / "speech-dispatcher" / "pid" / "speech-dispatcher.pid"
    if pid.exists():
        number = int(pid.read_text())
        os.kill(number, signal.SIGTERM)
        until("the speech service to end", lambda: not Path(f"/proc/{number}").exists(), 20)


@contextmanager
def orca(env: dict[str, str], folder: Path) -> Iterator[Path]:
    """Provide the real Orca on a desktop; the path of the file in which it notes what it does."""
    result = folder / "orca.txt"
    order = ["orca", f"--debug-file={result}", "-e", "speech"]
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder / "share")}
    bare = {key: value for key, value in env.items() if key != "PYTHONPATH"}
    running = subprocess.Popen(order, env={**bare, **home}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield result
    finally:
        running.kill()
        running.wait()


def lacking(*tools: str) -> str:
    """Return which of the programs are missing, in a sentence; empty when all are there."""
    gone = [tool for tool in tools if shutil.which(tool) is None]
    return f"needs {', '.join(gone)}" if gone else ""
