"""End to end: the real program in a real window on a virtual display, with a real mouse and keyboard."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.session import load_session
from tests.conftest import ROOT, map_named

pytestmark = pytest.mark.window
NEEDED = ("Xvfb", "xdotool", "xwininfo")
PATIENCE_S = 40


@pytest.fixture
def display() -> Iterator[str]:
    """Provide a virtual display of 1280 by 720 of its own."""
    if not all(shutil.which(tool) for tool in NEEDED):
        pytest.skip(f"needs {', '.join(NEEDED)}")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb did not start"
    wait_for("the display", lambda: answers(f":{number}"))
    yield f":{number}"
    server.terminate()
    server.wait()


def environment(display: str) -> dict[str, str]:
    wanted = {"DISPLAY": display, "SDL_FRAMEBUFFER_ACCELERATION": "0", "SDL_AUDIODRIVER": "dummy"}
    kept = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
    return {**kept, **wanted, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}


def answers(display: str) -> bool:
    """Return whether a display answers."""
    asked = subprocess.run(["xwininfo", "-root"], env=environment(display), capture_output=True, check=False)
    return asked.returncode == 0


def hand(display: str, *words: str) -> None:
    """Use the mouse or the keyboard."""
    subprocess.run(["xdotool", *words], env=environment(display), check=True, capture_output=True)
    time.sleep(0.15)


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for(what: str, happened: object) -> None:
    assert callable(happened)
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"waited {PATIENCE_S} s for {what}"
        time.sleep(0.1)


def start_program(display: str, user: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "main.py", "--user-dir", str(user), *words]
    program = subprocess.Popen(command, cwd=ROOT, env=environment(display), stderr=subprocess.PIPE)

    def window_there() -> bool:
        assert program.poll() is None, program.stderr.read().decode() if program.stderr else ""
        found = subprocess.run(
            ["xwininfo", "-root", "-tree"], env=environment(display), capture_output=True, text=True, check=False
        )
        return "Fighting Instructions" in found.stdout

    wait_for("the window", window_there)
    time.sleep(1.0)
    return program


def test_a_battle_is_begun_with_the_keyboard_played_killed_and_resumed(display: str, tmp_path: Path) -> None:
    user = tmp_path / "user"
    program = start_program(display, user)
    hand(display, "mousemove", "640", "700")
    saves = user / "saves"
    for _ in range(40):  # Play, the first battle, Start; a press within the dead time after a change does nothing
        hand(display, "key", "Return")
        time.sleep(0.8)
        if any(saves.glob("*.game")):
            break
    path = next(saves.glob("*.game"))
    before = lines_of(path)
    presses = 0
    while lines_of(path) < before + 1 and presses < 40:
        hand(display, "key", "Return")  # end the phase, and say yes when asked
        presses += 1
    assert lines_of(path) > before, "ending phases with Enter is written to the game's file at once"
    program.kill()
    program.wait()
    session = load_session(path, SYSTEMS, map_named, write=False)
    assert not session.readonly
    assert len(session.steps) == lines_of(path) - 1
    again = start_program(display, user)
    assert again.poll() is None
    again.kill()
    again.wait()


def test_the_mouse_chooses_and_the_window_draws_something(display: str, tmp_path: Path) -> None:
    program = start_program(
        display, tmp_path / "user", "play", "--scenario", "nw_smoke/little_and_gregory", "--seed", "4"
    )
    for x in range(200, 1200, 250):
        hand(display, "mousemove", str(x), "360", "click", "1")
    hand(display, "click", "4")
    hand(display, "key", "l")
    hand(display, "key", "Escape")
    assert program.poll() is None, "the program lives through clicks, the wheel and keys"
    program.kill()
    program.wait()


def test_without_a_display_and_a_terminal_the_program_says_what_it_needs(tmp_path: Path) -> None:
    bare = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "SDL_VIDEODRIVER")}
    done = subprocess.run(
        [sys.executable, "main.py", "--user-dir", str(tmp_path), "play", "--scenario", "nw_smoke/little_and_gregory"],
        cwd=ROOT,
        env=bare,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S * 2,
        check=False,
    )
    assert done.returncode == 2
    assert "the window cannot be opened" in done.stderr and "no display" in done.stderr
    assert done.stdout == ""
