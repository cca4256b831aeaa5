"""Power cuts and kill -9: nothing acknowledged is ever lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.logbook import Logbook, read
from tests.kernel.disks import Recorder
from tests.kernel.logs import HEADER, ROOT, entry

KILLS = int(os.environ.get("KILLS", "10"))


# --- power cuts -------------------------------------------------------------------------------------------------------


def test_a_power_cut_after_any_call_loses_no_acknowledged_command(tmp_path: Path) -> None:
    disk = Recorder()
    with Logbook.create(tmp_path / "a.log", HEADER, disk) as book:
        disk.acknowledge()
        for number in range(200):
            book.append(entry(number))
            disk.acknowledge()
    images = 0
    for acknowledged, files in disk.power_cuts():
        images += 1
        if "a.log" not in files:
            assert acknowledged == 0
            continue
        path = tmp_path / "after.log"
        path.write_bytes(files["a.log"])
        reading = read(path)
        if acknowledged == 0:
            continue
        assert reading.broken_at is None
        assert acknowledged - 1 <= len(reading.entries) <= acknowledged
        assert reading.entries == tuple(entry(number) for number in range(len(reading.entries)))
    assert images > 1_000


# --- kill -9 ----------------------------------------------------------------------------------------------------------


APPENDING = """
import os, sys
from pathlib import Path
from rules.kernel.logbook import Logbook
book = Logbook.open(Path(sys.argv[1]))
number = len(book.opened.entries)
while True:
    book.append({"n": number, "text": "x" * (number * 37 % 4000)})
    os.write(1, b"%d\\n" % number)
    number += 1
"""

REWRITING = """
import os, sys
from pathlib import Path
from rules.kernel.logbook import write_whole
number = int(sys.argv[2])
while True:
    write_whole(Path(sys.argv[1]), b"%08d" % number * 5000)
    os.write(1, b"%d\\n" % number)
    number += 1
"""


def _kill_after(code: str, arguments: list[str], seconds: float) -> int:
    """Run a child until `seconds` after its first acknowledgement, kill it, and return the last number acknowledged."""
    with subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        output = child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        output += child.stdout.read()
    return int(output[: output.rindex(b"\n")].split(b"\n")[-1])


def killed_while_appending(path: Path, kills: int, seed: int) -> int:
    """Kill a child `kills` times while it appends to one log, checking the log each time; returns its entries."""
    dice = random.Random(seed)
    Logbook.create(path, HEADER).close()
    for _ in range(kills):
        last = _kill_after(APPENDING, [str(path)], dice.random() * 0.06)
        reading = read(path)
        assert reading.broken_at is None
        assert [line["n"] for line in reading.entries] == list(range(len(reading.entries)))
        assert last + 1 <= len(reading.entries) <= last + 2
    return len(read(path).entries)


def killed_while_rewriting(path: Path, kills: int, seed: int) -> None:
    """Kill a child `kills` times while it rewrites one file, which must always be whole."""
    dice = random.Random(seed)
    last = -1
    for _ in range(kills):
        last = _kill_after(REWRITING, [str(path), str(last + 1)], dice.random() * 0.06)
        data = path.read_bytes()
        assert data in (b"%08d" % last * 5000, b"%08d" % (last + 1) * 5000)


@pytest.mark.parametrize("deed", [killed_while_appending, killed_while_rewriting])
def test_kill_minus_nine_loses_nothing_that_was_acknowledged(tmp_path: Path, deed: Callable[..., Any]) -> None:
    deed(tmp_path / "a.log", KILLS if deed is killed_while_appending else max(KILLS // 2, 1), seed=11)
