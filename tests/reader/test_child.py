"""The real program and real processes: read and pressed from outside; no bus, a dead bus, a killed process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from game.reader.process_name import FOLDER, named_process, remove_copy
from game.reader.reader import LOG
from tests.conftest import SOAK
from tests.game.test_window import display as display
from tests.game.test_window import hand
from tests.reader.desktop import PROPERTIES, Client, desktop, missing, program, until

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
TEXT = "org.a11y.atspi.Text"
LETTERS, WORDS = 0, 1  # kinds of pieces that text is asked for by


@pytest.fixture(scope="module")
def env() -> Iterator[dict[str, str]]:
    with desktop() as made:
        yield made


def child_of(pid: int) -> int:
    """Return the process that speaks, of a running program; 0 when there is none."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return int(found[0]) if found else 0


def test_the_title_is_read_and_a_button_pressed_from_outside(env: dict[str, str], tmp_path: Path) -> None:
    with program(env, tmp_path / "user"):
        client = Client(env)
        play = client.wait_for("button", "Play")
        until("the first focus", lambda: "focused" in client.states(client.wait_for("button", "Play").ref))
        groups = [seen.name for seen in client.screen() if seen.role == "group"]
        assert "Quickfire" in groups
        assert client.press(play)
        client.wait_for("button", "Back")
        undone = [seen for seen in client.screen() if not seen.name and seen.role in ("button", "item", "list")]
        assert undone == []
        client.close()


def test_the_program_is_called_by_its_name_not_by_that_of_its_python(env: dict[str, str], tmp_path: Path) -> None:
    """Screen readers say it with every window; also after the process has been started again."""
    with program(env, tmp_path / "user") as game:
        client = Client(env)
        client.wait_for("button", "Play")
        assert client.programs() == ["Fighting Instructions"]
        own = Path(f"/proc/{child_of(game.pid)}/exe").resolve()
        assert own.is_file() and own.name == "Fighting Instructions"
        first = child_of(game.pid)
        os.kill(first, signal.SIGKILL)
        until("another process", lambda: (now := child_of(game.pid)) != first and now)
        client.wait_for("button", "Play")
        assert client.programs() == ["Fighting Instructions"]
        again = Path(f"/proc/{child_of(game.pid)}/exe").resolve()
        client.close()
    until("both copies are gone", lambda: not own.exists() and not again.exists(), 10)


def test_a_named_copy_that_does_not_start_is_given_up_for_the_plain_one(tmp_path: Path) -> None:
    broken = tmp_path / "python3"
    broken.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    broken.chmod(0o755)
    order, env = named_process([sys.executable, "-c", ""], {"PYTHONPATH": "/first"})
    assert Path(order[0]).name == "Fighting Instructions" and env["PYTHONPATH"].startswith("/first")
    remove_copy(env[FOLDER])
    assert not Path(order[0]).exists()
    assert named_process([str(broken), "-c", ""], {}) == ([str(broken), "-c", ""], {}), "only this Python is copied"


def test_a_killed_process_is_started_once_more_and_then_left_alone(env: dict[str, str], tmp_path: Path) -> None:
    user = tmp_path / "user"
    with program(env, user) as game:
        client = Client(env)
        client.wait_for("button", "Play")
        first = child_of(game.pid)
        os.kill(first, signal.SIGKILL)
        second = until("another process", lambda: (now := child_of(game.pid)) != first and now)
        client.wait_for("button", "Play")
        os.kill(second, signal.SIGKILL)
        log = user / "logs" / LOG
        until("a line in the log", log.exists)
        time.sleep(1)
        assert child_of(game.pid) == 0 and game.poll() is None
        assert len(log.read_text("utf-8").splitlines()) == 1
        client.close()


def test_a_process_that_hangs_does_not_hang_the_game(env: dict[str, str], tmp_path: Path) -> None:
    with program(env, tmp_path / "user") as game:
        client = Client(env)
        client.wait_for("button", "Play")
        hung = child_of(game.pid)
        os.kill(hung, signal.SIGSTOP)
        time.sleep(1)
        close(game)
        until("the end of the hung process", lambda: not alive(hung), 10)
        client.close()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("bus", ["", "unix:path=/nowhere/bus", "nonsense"])
def test_without_a_bus_the_program_opens_in_silence(bus: str, tmp_path: Path) -> None:
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    env |= {"DBUS_SESSION_BUS_ADDRESS": bus, "XDG_RUNTIME_DIR": str(tmp_path)}
    user = tmp_path / "user"
    with program(env, user, "--reader", "on") as game:
        until("the process that speaks", lambda: child_of(game.pid))
        time.sleep(2)
        assert game.poll() is None
        close(game)
    assert (tmp_path / "user.err").read_bytes() == b""
    assert not (user / "logs" / LOG).exists()


def test_a_bus_that_dies_takes_nothing_with_it(tmp_path: Path) -> None:
    with desktop() as env, program(env, tmp_path / "user") as game:
        client = Client(env)
        client.wait_for("button", "Play")
        buses = buses_of(env)
        assert buses
        for pid in buses:
            os.kill(pid, signal.SIGKILL)
        time.sleep(2)
        assert game.poll() is None
        close(game)


def buses_of(env: dict[str, str]) -> list[int]:
    """Return the buses of one desktop. Other tests have theirs, which come and go while one looks."""
    mine = f"XDG_RUNTIME_DIR={env['XDG_RUNTIME_DIR']}".encode()
    found = []
    seen = subprocess.run(["pgrep", "-x", "dbus-daemon"], capture_output=True, text=True, check=False).stdout.split()
    for word in seen:
        with suppress(OSError):
            if mine in Path(f"/proc/{word}/environ").read_bytes().split(b"\0"):
                found.append(int(word))
    return found


def close(game: subprocess.Popen[bytes]) -> None:
    """Close the window: SDL makes that of the signal, so that the loop must be alive for it."""
    game.send_signal(signal.SIGTERM)
    until("the end of the game", lambda: game.poll() is not None)
    assert game.returncode == 0


def test_reader_off_starts_no_process(env: dict[str, str], tmp_path: Path) -> None:
    with program(env, tmp_path / "user", "--reader", "off") as game:
        time.sleep(4)
        assert game.poll() is None and child_of(game.pid) == 0


@pytest.mark.window
@pytest.mark.skipif(not SOAK, reason="a part of make soak")
def test_a_field_is_read_by_letters_and_words_and_its_caret_is_followed_and_moved(display: str, tmp_path: Path) -> None:
    with desktop(display=display) as env, program(env, tmp_path / "user"):
        client = Client(env)
        client.press(client.wait_for("button", "Rulebook"))
        field = client.wait_for("field", "search").ref

        def caret() -> int:
            return int(client.ask(field, PROPERTIES, "Get", "ss", (TEXT, "CaretOffset"))[1])

        hand(display, "type", "hit points")
        until("the text", lambda: client.ask(field, TEXT, "GetText", "ii", (0, -1)) == "hit points")
        until("the caret behind it", lambda: caret() == 10)
        hand(display, "key", "Left")
        until("the caret one back", lambda: caret() == 9)
        assert client.ask_whole(field, TEXT, "GetStringAtOffset", "iu", (5, WORDS)) == ("points", 4, 10)
        assert client.ask_whole(field, TEXT, "GetStringAtOffset", "iu", (5, LETTERS)) == ("o", 5, 6)
        assert client.ask(field, TEXT, "SetCaretOffset", "i", (4,)) is True
        until("the caret elsewhere", lambda: caret() == 4)
        hand(display, "type", "7 ")
        until("other text", lambda: client.ask(field, TEXT, "GetText", "ii", (0, -1)) == "hit 7 points")
        client.close()
