"""Losses: the report names every one that the rules of a game record, and each leaves a marker with its name."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from game.hud.game_history import unit_fates
from game.table.wrecks import Wrecks
from rules.kernel.fate import FATES, LOSSES
from rules.kernel.session import Session
from rules.kernel.view import View
from tests.capabilities import PUBLISHED
from tests.test_fuzz import play_out
from tests.test_replays import FILES, REPLAYS, golden_session

GOLDEN = [path.relative_to(REPLAYS).with_suffix("").as_posix() for path in FILES if path.parent.name in PUBLISHED]
RANDOM = {
    "quickfire/yellow_sea": 2,
    "nights_of_fury/tassafaronga": 2,
    "nw_smoke/first_guadalcanal": 2,
    "perfidious_albion/two_and_two": 2,
    "perfidious_albion/open_bombardment": 2,
    "battles_for_empire/maiwand": 2,
}
GAMES = [(game, -1) for game in GOLDEN] + [(game, n) for game, count in RANDOM.items() for n in range(count)]
KEPT = {  # fate of a unit in a position -> words of the report; other fates are no losses
    "sunk": "sunk",
    "exploded": "blown up",
    "surrendered": "surrendered",
    "captured": "captured",
    "off_table": "off the table",
    "destroyed": "destroyed",
}


@cache
def whole(game: str, number: int) -> Session:
    """Return a golden game between computer players, or a random one."""
    if number >= 0:
        return play_out(game, number)
    return golden_session(game)


def lost_by_the_rules(state: Any) -> dict[tuple[str, str], str]:
    """Return (side, name) -> fate of each unit that is lost in the position."""
    scene, found = state.scene, {}
    for part in ("ships", "forts", "batteries", "units"):
        for unit in getattr(state, part, {}).values():
            how = getattr(unit, "gone", "") or getattr(unit, "lost", "")
            if how in KEPT:
                side = unit.side if hasattr(unit, "side") else scene.owner[unit.id]
                found[side, scene.names[unit.id]] = KEPT[how]
    for leader in getattr(state, "leaders", {}).values():
        if leader.down:
            found[leader.side, scene.names[leader.id]] = "killed"
    for mule in getattr(state, "mules", {}).values():
        if mule.lost:
            found[mule.side, scene.names[mule.id]] = "destroyed"
    campaign = getattr(state, "campaign", None)
    for record in campaign.history if campaign is not None else ():
        found |= {(scene.owner[name], scene.names[name]): "sunk" for name in record.lost}
    return found


def on_board(view: View) -> set[tuple[str, str]]:
    """Return (side, name) of every unit visible on the board."""
    known = [piece for piece in view.pieces if piece.known and not piece.ghost]
    hulls = {(piece.side, hull.name) for piece in known for hull in piece.hulls}
    stands = {(piece.side, piece.name) for piece in known if piece.stand is not None}
    return {
        (side, name.removeprefix("fort: ").removeprefix("battery: ").removeprefix("town: "))
        for side, name in hulls | stands
    }


@pytest.mark.sweep(keep=10)
@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_report_tells_the_losses_that_the_rules_keep(game: str, number: int) -> None:
    """Ships that blew up in a mission were missing from the report, and none was counted as lost."""
    session = whole(game, number)
    expected = lost_by_the_rules(session.state)
    data = {(fate.side, fate.name): fate for fate in unit_fates(session, "") if fate.lost}
    boats = {key for key in data if key[1].startswith("a boat of ")}
    assert {key: fate.kind for key, fate in data.items() if key not in boats} == expected
    assert all(fate.kind in LOSSES for fate in data.values())


@pytest.mark.sweep(keep=10)
@pytest.mark.parametrize(("game", "number"), GAMES)
def test_every_unit_that_was_removed_has_a_fate_and_stands_in_the_report(game: str, number: int) -> None:
    session = whole(game, number)
    system = session.system
    views = [system.view(state, "") for state in session.states[:: max(1, len(session.states) // 40)]]
    last = system.view(session.state, "")
    seen = set().union(*map(on_board, views))
    data = {(fate.side, fate.name): fate.kind for fate in unit_fates(session, "")}
    revealed = {
        (ship.side, session.state.scene.names.get(ship.id, ""))
        for ship in getattr(session.state, "ships", {}).values()
        if getattr(ship, "gone", "") == "revealed"
    }
    if getattr(session.state, "campaign", None) is None:
        gone = seen - on_board(last) - revealed
        assert {key for key in gone if data.get(key) not in FATES} == set()
    assert on_board(last) <= set(data)


@pytest.mark.parametrize(("game", "number"), GAMES)
@pytest.mark.sweep(keep=10)
def test_every_unit_that_is_gone_leaves_a_marker_with_its_name(game: str, number: int) -> None:
    session = whole(game, number)
    if getattr(session.state, "campaign", None) is not None:
        pytest.skip("a campaign ends on a page")
    markers = Wrecks(session).at(len(session.steps), "")
    opening = {one.id for one in session.system.fates(session.states[0]) if one.fate}
    gone = [one for one in session.system.fates(session.state) if one.fate and one.id not in opening]
    named = {(marker.text, marker.kind) for marker in markers}
    assert {(one.name, FATES[one.fate]) for one in gone} <= named


def test_no_side_is_told_more_than_the_rules_let_it_know() -> None:
    for game in ("nights_of_fury/tassafaronga", "nw_smoke/first_guadalcanal"):
        session = whole(game, -1)
        middle = session.branch(len(session.steps) // 2)
        for side in middle.scenario.sides:
            known = {one.id: one.fate for one in middle.system.fates(middle.system.known_state(middle.state, side.key))}
            true = {one.id: one.fate for one in middle.system.fates(middle.state)}
            assert all(true[key] == fate for key, fate in known.items() if fate)
