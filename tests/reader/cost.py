"""What a screen reader costs the game: milliseconds of its own thread, `python -m tests.reader.cost`.

Each figure is a median: of a look at a screen whose focus has moved, and of a frame in which nobody listens.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from game.app import App
from game.reader.reader import Reader
from tests.pictures import screen

NAMES = ("title", "settings", "hex_move", "bands_fight", "table_move", "land_fight", "inches_fight")
TIMES = 60


class Sink:
    """A link that counts letters."""

    carries = False

    def __init__(self) -> None:
        self.sent = 0

    def send(self, message: dict[str, object]) -> None:
        self.sent += len(repr(message))

    def close(self) -> None:
        """Nothing."""


def took(times: int, deed: Callable[[], object]) -> float:
    """Median milliseconds of something done many times."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        deed()
        found.append(1000 * (time.perf_counter() - began))
    return median(found)


def measure_looks(app: App, listens: bool) -> float:
    """Of a look at the screen after each of many changes of the focus."""
    reader = Reader("T", Path("."))
    reader.link = Sink()
    reader.listened = listens
    reader.look(app.tree, app.scene.title, True)

    def look() -> None:
        reader.look(app.tree, app.scene.title, True)

    total = []
    for _ in range(TIMES):
        app.tree.focus_next()
        total.append(took(1, look))
    return median(total)


def main() -> None:
    """Print the table."""
    sys.stdout.write("| screen | ms a changed screen | ms a frame, nobody listens |\n| --- | --- | --- |\n")
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            app = screen(name, "1280", Path(folder))
            sys.stdout.write(f"| {name} | {measure_looks(app, True):.2f} | {measure_looks(app, False):.4f} |\n")


if __name__ == "__main__":
    main()
