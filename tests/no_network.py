"""A guard over the tests: only games between two computers may connect or listen, and only on this computer."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

ALLOWED = ("tests/network/", "tests/console/test_cluster.py", "tests/analysis/test_shared_out.py")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SEEN: list[str] = []  # connections refused since the test began
LEAVE: list[bool] = [False]  # whether the test that runs may use the network


class NetworkUsed(RuntimeError):
    """A test tried to connect or to listen."""


def watch_sockets() -> None:
    """From now on refuse in this process what `ALLOWED` does not allow. It cannot be undone."""
    sys.addaudithook(_refuse)


def _refuse(event: str, args: tuple[object, ...]) -> None:
    if event not in ("socket.connect", "socket.bind", "socket.sendto"):
        return
    line, address = args[0], args[1]
    if not isinstance(line, socket.socket) or line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    host = address[0] if isinstance(address, tuple) else address
    if LEAVE[0] and host in LOOPBACK:
        return
    SEEN.append(f"{event} {address}")
    raise NetworkUsed(SEEN[-1])


def may_use_network(path: Path, root: Path) -> bool:
    """Return whether the tests of a file may use the network of this computer."""
    return path.relative_to(root).as_posix().startswith(ALLOWED) if path.is_relative_to(root) else False
