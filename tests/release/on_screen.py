"""A virtual screen of any size and depth, and whether something is drawn on it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.game.test_window import answers, environment, wait_for


@contextmanager
def screen(size: str) -> Iterator[str]:
    """Provide the name of a virtual display of this size and depth: 1280x720x24."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        wait_for("the display", lambda: answers(f":{number}"))
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def is_drawn(display: str) -> bool:
    """Return whether anything but black is on a display: the picture of its root has more than a few
    different bytes.
    """
    done = subprocess.run(["xwd", "-root", "-silent"], env=environment(display), capture_output=True, check=False)
    return len(set(done.stdout[-600_000::997])) > 3
