"""Victory points, the handicap, the ratio, and when the battle ends."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.ruling import Ruling
from rules.nw_smoke.state import Salvo, Ship, State
from rules.nw_smoke.victory import open_end, points_of, ship_value
from rules.nws.pieces import with_ship
from tests.conftest import begin, stroll
from tests.nw_smoke.battle import Battle


def position(usn: int = 0, ijn: int = 0) -> State:
    battle = (
        Battle().division("a", "USN", ["Laffey"], 2010, "NE").division("b", "IJN", ["Kagero", "Oyashio"], 2014, "NE")
    )
    state = battle.at("end")
    return state.but(scene=state.scene.but(handicap={"USN": usn, "IJN": ijn}))


def worth(state: State, ship: str, pv: int) -> State:
    cards = {**state.scene.cards, ship: state.scene.cards[ship].but(pv=pv)}
    return state.but(scene=state.scene.but(cards=cards))


def state_with_points(usn: int, ijn: int) -> State:
    """Return a position in which each side has sunk one ship of that point value."""
    state = worth(worth(position(), "kagero", usn), "laffey", ijn)
    for name in ("kagero", "laffey"):
        state = with_ship(state, state.ships[name].but(flotation=4, gone="sunk"))
    return state


def end(state: State, *faces: int) -> State:
    tape = TapeDice(faces)
    ruling = Ruling(Battle.system, state, tape)
    open_end(ruling)
    assert not tape.faces_left
    after: State = ruling.state
    return after


@pytest.mark.rule("NW-VP-H1")
def test_the_worse_track_counts_and_an_undamaged_ship_is_worth_nothing() -> None:
    state = worth(position(), "kagero", 12)
    kagero: Ship = state.ships["kagero"]
    assert ship_value(state, kagero)[1] == 0
    assert ship_value(state, kagero.but(structure=1, flotation=3))[1] == 6


@pytest.mark.rule("NW-VP-H1")
def test_points_go_to_the_enemy_of_the_ship_and_damage_carried_off_the_map_counts() -> None:
    state = worth(position(), "kagero", 12)
    state = with_ship(state, state.ships["kagero"].but(structure=2, gone="left"))
    assert (points_of(state, "USN"), points_of(state, "IJN")) == (3, 0)


@pytest.mark.rule("NW-END-H1")
@pytest.mark.parametrize(("turn", "over"), [(19, False), (20, True)])
def test_the_battle_ends_in_phase_8_of_its_last_turn(turn: int, over: bool) -> None:
    state = position()
    assert (end(state.but(cursor=state.cursor.but(turn=turn))).outcome is not None) is over


@pytest.mark.rule("NW-END-H1")
@pytest.mark.parametrize(
    ("changes", "faces"), [({"structure": 4}, (5, 1)), ({"gone": "left"}, ()), ({"gone": "sunk", "flotation": 4}, ())]
)
def test_the_battle_ends_when_a_side_has_no_able_ship_on_the_map(
    changes: dict[str, object], faces: tuple[int, ...]
) -> None:
    state = position()
    state = with_ship(state, state.ships["laffey"].but(**changes))
    state = state.but(scene=state.scene.but(options={**state.scene.options, "damage_control_six": False}))
    assert end(state, *faces[1:]).outcome is not None


@pytest.mark.rule("NW-END-H1")
def test_torpedoes_still_running_when_the_battle_ends_are_lost() -> None:
    state = position()
    running = Salvo(
        side="IJN", ship="kagero", target="laffey", kind="T93", start=2014, aimed=2010, course=1, distance=4, turn=21
    )
    after = end(state.but(salvos=(running,), cursor=state.cursor.but(turn=20)))
    assert after.outcome is not None and after.ships["laffey"].flotation == 0


@pytest.mark.rule("NW-VP-H1", "NW-VP-H2")
def test_the_score_shown_is_the_sum_of_its_lines_and_of_every_ship_counted_afresh() -> None:
    parts = {1: (1, 8), 2: (1, 4), 3: (1, 2), 4: (3, 4)}
    session = begin("nw_smoke/first_guadalcanal", seed=4)
    for _ in stroll(session, SeededDice(9)):
        pass
    state = session.state
    for score in Battle.system.view(state, "").scores:
        total = state.scene.handicap[score.side]
        for ship in state.ships.values():
            level = max(ship.structure, ship.flotation)
            if state.scene.owner[ship.id] == score.side or not (level or ship.gone == "sunk"):
                continue
            top, bottom = (1, 1) if ship.gone == "sunk" else parts[level]
            total += (state.scene.cards[ship.id].pv * top * 2 // bottom + 1) // 2  # halves up
        assert score.points == total == sum(line.points for line in score.lines)
