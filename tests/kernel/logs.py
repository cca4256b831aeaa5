"""A log to write and break: its header, its entries, and the files that are open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rules.kernel import logbook
from rules.kernel.logbook import Logbook
from tests.kernel.disks import Fast

ROOT = Path(logbook.__file__).parents[2]

HEADER = {"format": 1, "title": "Night off Savo", "seed": 7}


def entry(number: int) -> dict[str, Any]:
    return {"n": number, "t": "Fire", "at": f"K\u00fcste {number}", "dice": [number % 6 + 1, 3], "h": f"{number:016x}"}


def write_log(path: Path, count: int) -> bytes:
    """Return a closed log of `count` entries; returns its bytes."""
    with Logbook.create(path, HEADER, Fast()) as book:
        for number in range(count):
            book.append(entry(number))
    return path.read_bytes()


def open_handles() -> int:
    if os.name == "nt" or not os.path.isdir("/proc/self/fd"):  # under Wine it is that of its server, for all programs
        return 0
    return len(os.listdir("/proc/self/fd"))
