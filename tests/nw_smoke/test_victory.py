"""Victory points, the handicap, the ratio, and when the battle ends."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.ruling import Ruling
from rules.nw_smoke.state import Salvo, Ship, State
from rules.nw_smoke.victory import open_end, outcome, points_of, share
from rules.nws.pieces import with_ship
from tests.conftest import begin, stroll
from tests.nw_smoke.battle import Battle

STANDING: tuple[dict[str, object], ...] = (
    {"structure": 1},
    {"structure": 2},
    {"structure": 3},
    {"structure": 4},
    {"flotation": 4, "gone": "sunk"},
)
TABLE = {  # point value: Light, Moderate, Heavy, out of action, sunk
    3: (0, 1, 2, 2, 3),
    4: (1, 1, 2, 3, 4),
    5: (1, 1, 3, 4, 5),
    6: (1, 2, 3, 5, 6),
    7: (1, 2, 4, 5, 7),
    8: (1, 2, 4, 6, 8),
    9: (1, 2, 5, 7, 9),
    10: (1, 3, 5, 8, 10),
    11: (1, 3, 6, 8, 11),
    12: (2, 3, 6, 9, 12),
    16: (2, 4, 8, 12, 16),
    17: (2, 4, 9, 13, 17),
    18: (2, 5, 9, 14, 18),
    20: (3, 5, 10, 15, 20),
    27: (3, 7, 14, 20, 27),
    47: (6, 12, 24, 35, 47),
}


def position(usn: int = 0, ijn: int = 0) -> State:
    battle = (
        Battle().division("a", "USN", ["Laffey"], 2010, "NE").division("b", "IJN", ["Kagero", "Oyashio"], 2014, "NE")
    )
    state = battle.at("end")
    return state.but(scene=state.scene.but(handicap={"USN": usn, "IJN": ijn}))


def worth(state: State, ship: str, pv: int) -> State:
    cards = {**state.scene.cards, ship: state.scene.cards[ship].but(pv=pv)}
    return state.but(scene=state.scene.but(cards=cards))


def earned(usn: int, ijn: int) -> State:
    """A position in which each side has sunk one ship of that point value."""
    state = worth(worth(position(), "kagero", usn), "laffey", ijn)
    for name in ("kagero", "laffey"):
        state = with_ship(state, state.ships[name].but(flotation=4, gone="sunk"))
    return state


def end(state: State, *faces: int) -> State:
    tape = TapeDice(faces)
    ruling = Ruling(Battle.system, state, tape)
    open_end(ruling)
    assert not tape.left
    after: State = ruling.state
    return after


@pytest.mark.rule("NW-VP-H1")
@pytest.mark.parametrize("pv", TABLE)
def test_every_share_of_every_point_value_is_rounded_half_up(pv: int) -> None:
    state = worth(position(), "kagero", pv)
    found = tuple(share(state, state.ships["kagero"].but(**changes))[1] for changes in STANDING)
    assert found == TABLE[pv]


@pytest.mark.rule("NW-VP-H1")
def test_the_worse_track_counts_and_an_undamaged_ship_is_worth_nothing() -> None:
    state = worth(position(), "kagero", 12)
    kagero: Ship = state.ships["kagero"]
    assert share(state, kagero)[1] == 0
    assert share(state, kagero.but(structure=1, flotation=3))[1] == 6


@pytest.mark.rule("NW-VP-H1")
def test_each_ship_is_rounded_by_herself() -> None:
    state = worth(worth(position(), "kagero", 3), "oyashio", 3)
    for name in ("kagero", "oyashio"):
        state = with_ship(state, state.ships[name].but(structure=1))
    assert points_of(state, "USN") == 0


@pytest.mark.rule("NW-VP-H1")
def test_points_go_to_the_enemy_of_the_ship_and_damage_carried_off_the_map_counts() -> None:
    state = worth(position(), "kagero", 12)
    state = with_ship(state, state.ships["kagero"].but(structure=2, gone="left"))
    assert (points_of(state, "USN"), points_of(state, "IJN")) == (3, 0)


@pytest.mark.rule("NW-VP-H2")
def test_a_handicap_is_added_to_the_score_of_its_side() -> None:
    assert (points_of(position(17, 6), "USN"), points_of(position(17, 6), "IJN")) == (17, 6)


@pytest.mark.rule("NW-VP-H3")
@pytest.mark.parametrize(
    ("usn", "ijn", "winner", "word"),
    [
        (0, 0, "", "draw"),
        (124, 100, "", "draw"),
        (125, 100, "USN", "marginal"),
        (100, 199, "IJN", "marginal"),
        (100, 200, "IJN", "substantial"),
        (299, 100, "USN", "substantial"),
        (300, 100, "USN", "decisive"),
        (1, 0, "", "draw"),
        (2, 0, "USN", "substantial"),
        (3, 0, "USN", "decisive"),
    ],
)
def test_the_larger_score_by_the_smaller_says_who_has_won(usn: int, ijn: int, winner: str, word: str) -> None:
    found = outcome(earned(usn, ijn), "over")
    assert found.winner == winner
    assert word in found.title.lower()


@pytest.mark.rule("NW-VP-H2")
@pytest.mark.parametrize(
    ("handicap", "usn", "ijn", "word"),
    [
        (1, 0, 0, "draw"),
        (3, 0, 0, "marginal"),  # 3 to nothing, all of it given: flight is no triumph
        (3, 1, 0, "substantial"),  # counts as 2
        (3, 2, 0, "decisive"),  # counts as 4
        (17, 20, 12, "decisive"),  # all of it counts
        (17, 5, 5, "substantial"),  # counts as 10
    ],
)
def test_a_handicap_alone_wins_marginally_and_for_more_it_counts_no_more_than_its_side_earned(
    handicap: int, usn: int, ijn: int, word: str
) -> None:
    state = earned(usn, ijn)
    found = outcome(state.but(scene=state.scene.but(handicap={"USN": handicap, "IJN": 0})), "over")
    assert word in found.title.lower()
    assert found.winner == ("USN" if word != "draw" else "")


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
