"""Only a game between two computers connects or listens, and its code is imported for such a game only."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.no_network import ALLOWED, SEEN, NetworkUsed, may_use_network
from tests.test_architecture import LATE, PROGRAM, imports_of, name_of

NETWORK = {
    "socket", "socketserver", "ssl", "http", "urllib.request", "ftplib", "smtplib", "xmlrpc", "asyncio", "requests",
    "nacl",
}  # fmt: skip
MAY = {"game/reader/voice.py": {"socket"}, "game/console/cluster.py": set()}  # the speech service of this computer


def test_only_the_folder_network_can_reach_another_computer() -> None:
    found = {
        f"{name_of(path)}: {name}"
        for path in PROGRAM
        if not name_of(path).startswith("game/network/")
        for _, name in imports_of(path)
        for one in NETWORK
        if (name == one or name.startswith(f"{one}.")) and one not in MAY.get(name_of(path), set())
    }
    assert found == set()


def test_the_speech_service_is_reached_on_this_computer_alone() -> None:
    text = (ROOT / "game" / "reader" / "voice.py").read_text("utf-8")
    assert "AF_UNIX" in text and "AF_INET" not in text


def test_the_folder_network_is_imported_for_such_a_game_alone() -> None:
    outside = {
        name_of(path): {name for _, name in imports_of(path) if name.startswith("game.network")}
        for path in PROGRAM
        if not name_of(path).startswith("game/network/")
    }
    for name, imported in outside.items():
        late = LATE.get(name, set())
        assert all(any(one.startswith(f"{module}.") or one == module for module in late) for one in imported), name


def test_the_window_and_play_by_typing_start_without_it() -> None:
    code = (
        "import sys; from game.console import playing, text; from game.scenes import openers, sides;"
        "print([name for name in sys.modules if name.startswith(('game.network', 'nacl'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_without_pynacl_it_is_told_what_is_missing() -> None:
    code = "import sys; sys.modules['nacl'] = None; import main; sys.exit(main.main(['join', '127.0.0.1:1 x']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and "nacl" in done.stderr and "Traceback" not in done.stderr


def test_the_guard_refuses_what_is_not_allowed() -> None:
    assert not may_use_network(ROOT / "tests" / "test_no_network.py", ROOT)
    assert all(may_use_network(ROOT / name / "test_x.py", ROOT) for name in ALLOWED if name.endswith("/"))
    with pytest.raises(NetworkUsed):
        socket.create_connection(("127.0.0.1", 9), 1)
    with socket.socket() as door, pytest.raises(NetworkUsed):
        door.bind(("127.0.0.1", 0))
    assert len(SEEN) == 2
    SEEN.clear()
