"""Whole battles against the solitaire chart: its divisions do what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.library import get_scenario
from rules.kernel.flow import Event
from rules.kernel.ruling import Rolled
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.nights_of_fury import SYSTEM
from rules.nights_of_fury.events import (
    ChartConsulted,
    ExitFailed,
    LeftChart,
    Moved,
    MoveFailed,
    SafetyReached,
)
from rules.nights_of_fury.state import State, ahead_of
from rules.nws.events import EvadingDeclared, ShipDetached
from rules.nws.pieces import able_ships, damage_level
from rules.players import make_player, take_turn

BATTLES = ("cape_esperance", "tokyo_express", "usn_convoy", "the_night")
CONSULT, MOVE = 0, 1  # phases by their place in the sequence


def play_battle(key: str, side: str, seed: int) -> Session:
    """Return a battle between a quick player and the chart, which commands `side`."""
    session = Session(SYSTEM, get_scenario(SYSTEM.key, key), None, {SYSTEM.solitaire(side): True}, seed=seed)  # type: ignore[misc]
    players = {name: make_player("chart" if name == side else "quick", seed) for name in ("USN", "IJN")}
    while not session.over:
        take_turn(players[session.actor], Seat(session, session.actor))
    return session


def steps_of(session: Session) -> Iterator[tuple[State, tuple[Event, ...], str]]:
    """Yield (position before, events, who acted) of every step."""
    for number, step in enumerate(session.steps):
        yield session.states[number], step.events, step.actor


@pytest.fixture(scope="module", params=[(key, side) for key in BATTLES for side in ("IJN", "USN")], ids="-".join)
def game(request: pytest.FixtureRequest) -> tuple[Session, str]:
    key, side = request.param
    return play_battle(key, side, 11), side


@pytest.mark.sweep(keep=2)
@pytest.mark.rule("NoF-AI-1", "NoF-AI-2", "NoF-AI-3", "NoF-AI-4", "NoF-AI-5")
def test_a_division_does_in_movement_what_the_chart_said(game: tuple[Session, str]) -> None:
    session, side = game
    checked = 0
    for state, events, actor in steps_of(session):
        if actor != side or state.cursor.phase != MOVE:
            continue
        ahead = ahead_of(state, side)
        for event in events:
            if not isinstance(event, Moved | MoveFailed | ExitFailed | EvadingDeclared | LeftChart):
                continue
            division = state.divisions.get(event.division)
            if division is None or division.side != side:
                continue
            checked += 1
            step = 0
            if isinstance(event, Moved):
                step = (event.end - event.start) * ahead
            elif isinstance(event, MoveFailed):
                step = (event.wanted - event.band) * ahead
            elif isinstance(event, LeftChart | ExitFailed):
                step = -1 if event.band == session.state.scene.home[side] else 1
            wanted = {"close": 1, "increase": -1, "disengage": -1, "evade": 0}
            assert division.action in wanted
            assert step == wanted[division.action]
            assert isinstance(event, EvadingDeclared) == (division.action == "evade")
    assert checked


@pytest.mark.rule("NoF-AI-2")
@pytest.mark.sweep(keep=2)
def test_a_division_told_to_hold_keeps_its_band(game: tuple[Session, str]) -> None:
    session, side = game
    for state, _, _ in steps_of(session):
        if state.cursor.phase > MOVE and state.cursor.turn:
            for division in state.divisions.values():
                if division.side == side and division.consulted and division.action == "hold":
                    assert division.band == division.began and not division.evading


@pytest.mark.rule("NoF-AI-12", "NoF-AI-13", "NoF-AI-14")
def test_every_ship_with_heavy_damage_rolls_to_detach_and_goes_on_nine(
    game: tuple[Session, str],
) -> None:
    session, side = game
    for state, events, actor in steps_of(session):
        consulted = [event.division for event in events if isinstance(event, ChartConsulted)]
        if actor != side or state.cursor.phase != CONSULT or not consulted:
            continue
        division = state.divisions[consulted[-1]]
        able = list(able_ships(state, division))
        heavy = [ship for ship in able if damage_level(ship) == 3]
        thrown = [
            event for event in events if isinstance(event, Rolled) and event.what.startswith("detach by the chart")
        ]
        gone = [event.ship for event in events if isinstance(event, ShipDetached)]
        assert len(thrown) <= len(heavy)
        alone = len(able) - len(gone) < 2  # the last ship turns for home itself; it does not roll while it goes there
        assert len(thrown) == len(heavy) or alone
        assert all(roll.target == 9 and roll.modifiers[0].value == 4 for roll in thrown)
        assert 0 <= sum(roll.total >= 9 for roll in thrown) - len(gone) <= alone
        assert all(state.ships[name] in heavy for name in gone)


@pytest.mark.rule("NoF-AI-6", "NoF-AI-7")
def test_after_safety_is_reached_the_chart_is_rolled_again_for_that_division(game: tuple[Session, str]) -> None:
    session, _ = game
    for _, events, _ in steps_of(session):
        for number, event in enumerate(events):
            if isinstance(event, SafetyReached):
                later = events[number + 1 :]
                assert any(isinstance(other, Rolled) and other.what.startswith("solitaire chart") for other in later)


def test_the_position_keeps_how_the_chart_came_to_its_order(game: tuple[Session, str]) -> None:
    session, _ = game
    rolled = 0
    for number, step in enumerate(session.steps):
        for event in step.events:
            if not isinstance(event, ChartConsulted):
                continue
            division = session.states[number + 1].divisions.get(event.division)
            found = division.consultation if division is not None else None
            assert found is not None and (found.total, found.row, found.why) == (event.total, event.row, event.why)
            assert found.open == (not event.to)
            if found.die:
                rolled += 1
                assert found.total == found.die + sum(modifier.value for modifier in found.modifiers)
    assert rolled


@pytest.mark.rule("NoF-SPT-H8")
def test_the_enemy_knows_only_those_orders_of_the_chart_that_were_given_in_his_sight(game: tuple[Session, str]) -> None:
    session, side = game
    foe = "USN" if side == "IJN" else "IJN"
    shown = 0
    for state in session.states[1:]:
        for division in SYSTEM.known_state(state, foe).divisions.values():
            if division.side == side and (division.action or division.consultation):
                shown += 1
                assert division.consultation is not None and division.consultation.open
    assert shown
