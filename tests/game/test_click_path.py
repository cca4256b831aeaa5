"""A click on the board is looked up once: how often its data go from module to module, and back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from game.table.click_actions import Target
from tests.conftest import ROOT, begin
from tests.game.play_table import Table

GAMES = ("nw_smoke/cape_esperance", "nights_of_fury/cape_esperance", "quickfire/lesson_duel", "perfidious_albion/texel",
         "battles_for_empire/abu_klea")  # fmt: skip
FOLDERS = tuple(str(ROOT / name) for name in ("game", "rules"))
MOST_MODULES, MOST_RETURNS = 25, 8


@contextmanager
def walk(*data: object) -> Iterator[list[str]]:
    """Provide the modules whose functions receive the click's data: each call once, in order."""
    seen: set[tuple[CodeType, int, CodeType]] = set()
    rooms: list[str] = []

    def note(frame: FrameType, event: str, arg: object) -> None:
        code, caller = frame.f_code, frame.f_back
        if event != "call" or caller is None or not code.co_filename.startswith(FOLDERS):
            return
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        site = (caller.f_code, caller.f_lineno, code)
        if site not in seen and any(type(one) is Target or any(_same(one, own) for own in data) for one in given):
            seen.add(site)
            rooms.append(code.co_filename)

    sys.setprofile(note)
    try:
        yield rooms
    finally:
        sys.setprofile(None)
        rooms[:] = [room for room, _ in groupby(rooms)]


def _same(one: object, own: object) -> bool:
    return type(one) is type(own) and one == own and bool(own)


def outside_the_walk(act: Callable[..., Any]) -> Callable[..., Any]:
    """Return a step after the click without recording it: giving the order, showing the screen again."""

    def act_unseen(*given: Any) -> Any:
        watch = sys.getprofile()
        sys.setprofile(None)
        try:
            return act(*given)
        finally:
            sys.setprofile(watch)

    return act_unseen


@pytest.mark.parametrize("game", GAMES)
def test_what_is_clicked_goes_a_straight_way(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(game, seed=4)
    table = Table(tmp_path, {note.key: "human" for note in session.scenario.sides}, session=session)
    play = table.play
    for name in ("show_choice", "show_overlay", "give", "tell"):
        monkeypatch.setattr(play, name, outside_the_walk(getattr(play, name)))
    clicked = 0
    while clicked < 40:
        hand = play.hand
        spots = [piece.at for piece in hand.view.pieces if piece.at] + [*hand.places()[:20], (101, 101)]
        x, y = play.board.screen_of(spots[clicked * 7 % len(spots)])
        hit = play.board.hit((round(x), round(y)))
        piece = hand.find(hit.piece or "")
        with walk(hit, hit.place, hit.piece, hit.under, piece) as rooms:
            play.pointer.click(hit, (round(x), round(y)))
        returns = len(rooms) - len(set(rooms))
        assert len(rooms) <= MOST_MODULES and returns <= MOST_RETURNS, (hit, rooms)
        clicked += 1
