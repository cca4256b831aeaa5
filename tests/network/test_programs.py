"""External programs at both ends play a match over the network by lines of JSON, as against a local player."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from game.network.messages import GUEST, HOST
from tests.conftest import ROOT
from tests.network.test_wire import line_told, saved_file, start

BOT = """#!{python}
import json, sys

LIKED = ("fire", "launch", "move")
for line in sys.stdin:
    asked = json.loads(line)
    if asked["t"] != "choose":
        continue
    offers = [offer for offer in asked["offers"] if offer.get("orders")]
    offers.sort(key=lambda offer: LIKED.index(offer["verb"]) if offer["verb"] in LIKED else len(LIKED))
    print(json.dumps({{"n": asked["n"], "order": offers[0]["orders"][0], "why": "{name}"}}), flush=True)
"""


def program(folder: Path, name: str) -> str:
    """Write an external program that records that it was asked."""
    path = folder / f"{name}.py"
    path.write_text(BOT.format(python=sys.executable, name=name))
    path.chmod(0o755)
    return str(path)


def test_two_outside_programs_play_a_battle_to_its_end_over_the_wire(tmp_path: Path) -> None:
    folders = {HOST: tmp_path / HOST, GUEST: tmp_path / GUEST}
    bots = {role: program(tmp_path, f"bot_{role}") for role in folders}
    battle = ("--scenario", "nights_of_fury/little_and_gregory", "--port", "0")
    host = start(folders[HOST], "host", *battle, "--player", bots[HOST])
    guest = start(folders[GUEST], "join", line_told(folders[HOST]), "--player", bots[GUEST])
    codes = [process.wait(timeout=120) for process in (host, guest)]
    assert codes == [0, 0], [(folder / "said.txt").read_text("utf-8")[-2000:] for folder in folders.values()]
    logs = [path.read_bytes() for folder in folders.values() if (path := saved_file(folder)) is not None]
    assert len(logs) == 2 and logs[0] == logs[1] and len(logs[0].splitlines()) > 20
    checked = subprocess.run(
        [sys.executable, "main.py", "replay", "--verify", str(saved_file(folders[GUEST]))],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "proved" in checked.stdout and "complete" in checked.stdout
