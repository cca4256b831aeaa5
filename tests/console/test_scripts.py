"""Scripted opponents of the makers' matches: each does what its words say, and a table line compares game by game."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from game.library import get_scenario, open_map
from release.makers.ladder import StoredRows
from release.makers.script_player import scripts, seat_player
from release.makers.scripts import Seating, line_of, page, results
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players import players_for, take_turn
from tests.capabilities import PUBLISHED

DUEL = "lesson_duel"


def _distance(session: Session) -> float:
    (own, other) = (piece.at for piece in Seat(session, "").view().pieces)
    return hypot(own[0] - other[0], own[1] - other[1]) / 1000


def _duel(first: str, second: str, orders: int) -> tuple[Session, list[str]]:
    scenario = get_scenario("quickfire", DUEL)
    session = Session(SYSTEMS["quickfire"], scenario, open_map("quickfire", scenario.map), seed=3)
    sides = [side.key for side in scenario.sides]
    players = {side: seat_player("quickfire", key, 1) for side, key in zip(sides, (first, second), strict=True)}
    given: list[str] = []
    while not session.over and len(given) < orders:
        given.append(format_command(take_turn(players[session.actor], Seat(session, session.actor)).choice.command))
    return session, given


def test_every_game_has_five_scripts_and_none_is_offered_to_players() -> None:
    assert set(scripts()) == set(PUBLISHED)
    for game, listed in scripts().items():
        assert len(listed) >= 5
        assert not set(listed) & set(players_for(SYSTEMS[game])), "a script hides a player"


def test_a_rush_comes_nearer_and_a_run_goes_away() -> None:
    began = _distance(_duel("rush", "rush", 0)[0])
    assert _distance(_duel("rush", "rush", 6)[0]) < began - 50
    assert _distance(_duel("run", "run", 6)[0]) > began


def test_who_stands_gives_no_order_to_move_but_fires() -> None:
    given = _duel("stand", "stand", 30)[1]
    assert {order.split()[0] for order in given} >= {"fire"}
    assert not any(order.startswith("move") for order in given)


def test_each_seed_is_played_once_and_again_only_by_another_program(tmp_path: Path) -> None:
    kept, seating = StoredRows(str(tmp_path / "rows")), Seating("quickfire/lesson_duel", 1, "stand")
    first = results(seating, 2, 1, kept)
    assert results(seating, 2, 1, StoredRows(str(tmp_path / "rows"))) == first
    assert len((tmp_path / "rows").read_text("utf-8").splitlines()) == 2


def test_nobody_wins_caldera_bay_by_steaming_away(tmp_path: Path) -> None:
    """With five turns Congress won every game: the boats reached her too late for a second salvo."""
    kept, seating = StoredRows(str(tmp_path / "rows")), Seating("perfidious_albion/caldera_bay", 1, "run")
    assert sum(results(seating, 8, 1, kept)) <= 3


@pytest.mark.parametrize(("own", "bold"), [([1.0] * 4, True), ([1.0, 0.0, 1.0, 0.0], False)])
def test_a_script_better_than_the_captain_stands_in_bold(own: list[float], bold: bool) -> None:
    line = line_of("quickfire/lesson_duel", "France", "beam", own, [0.0, 0.0, 0.5, 0.0])
    assert ("**" in line) == bold


def test_a_line_not_played_again_stays() -> None:
    old = line_of("quickfire/lesson_duel", "France", "beam", [1.0, 1.0], [0.0, 0.0])
    new = line_of("quickfire/lesson_duel", "France", "run", [1.0, 1.0], [0.0, 0.0])
    assert old in page([new], page([old], "")) and new in page([new], page([old], ""))
