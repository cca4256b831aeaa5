"""Check that the ten steps in game/README.md, from the click to the log, are what happens, in that order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from tests.conftest import ROOT
from tests.game.play_table import Table

NAMED = re.compile(r"`(\w+(?:\.\w+)?)(?:\([\w, ]*\))?`")
FOLDERS = (str(ROOT / "game"), str(ROOT / "rules"))


def lines() -> list[list[str]]:
    """Return the names each line of the walk gives, in order: functions, methods as Class.method, classes."""
    text = (ROOT / "game" / "README.md").read_text("utf-8")
    walk = text.partition("\n## One order, from the click to the log\n")[2].partition("\n## ")[0]
    return [NAMED.findall(line) for line in re.split(r"\n\d+\. ", walk)[1:]]


@contextmanager
def calls() -> Iterator[list[str]]:
    """Provide the functions of ours that are called meanwhile, each once, in order, as Class.method or function."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(FOLDERS):
            found.setdefault(code.co_qualname.replace("<locals>.", ""))

    listed: list[str] = []
    before: Callable[..., object] | None = sys.getprofile()
    sys.setprofile(note)
    try:
        yield listed
    finally:
        sys.setprofile(before)
        listed += found


def test_the_walk_has_ten_lines_and_names_what_there_is() -> None:
    assert len(lines()) == 10
    code = "".join(path.read_text("utf-8") for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py")))
    for part in {part for line in lines() for name in line for part in name.split(".")}:
        assert re.search(rf"\b{part}\b", code), part


ARMING = ["App.handle", "Pointer.click", "click", "PlayScene.show_choice"]
GIVING = [
    "App.handle", "PlayScene.before_click", "ClickGuard.record_click", "PlayScene.give", "Table.submit",
    "Session.submit",
    "adjudicate", "carry_out", "advance", "PlayScene.show",
]  # fmt: skip


def test_an_order_given_by_two_clicks_goes_that_way(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.go_to("movement")
    piece = table.play.hand.find(table.play.hand.able_counters()[0])
    assert piece is not None
    table.click(table.at(piece.at[0]))
    end, orders = table.play.hand.places()[0][0], len(table.session.steps)
    with calls() as armed:
        table.click(table.at(end))
    with calls() as given:
        table.click(table.at(end))
    assert len(table.session.steps) == orders + 1
    way = [name for line in lines() for name in line]
    assert {*ARMING, *GIVING} <= set(way), "the walk names every step"
    assert [name for name in armed if name in ARMING] == ARMING
    assert "OrderBuilder.aim" in armed or "OrderBuilder.point" in armed
    assert [name for name in given if name in GIVING] == GIVING
    assert [name for name in dict.fromkeys(way) if name in GIVING] == GIVING, "and in that order"
