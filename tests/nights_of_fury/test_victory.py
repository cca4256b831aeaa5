"""Victory points, bonus points, the handicap, the ratio, and when the battle ends."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.nights_of_fury.points import battle_lines, points_of, ship_value
from rules.nights_of_fury.salvos import salvo_of
from rules.nights_of_fury.state import Ship, State
from rules.nights_of_fury.victory import open_end
from tests.conftest import begin, stroll
from tests.nights_of_fury.battle import Battle
from tests.nights_of_fury.duel import id_of, ruling, with_ship_fields


def position(usn: int = 0, ijn: int = 0) -> State:
    battle = Battle().division("a", "USN", ["Laffey"], 3).division("b", "IJN", ["Kagero", "Oyashio"], 8)
    state = battle.at("end")
    return state.but(scene=state.scene.but(handicap={"USN": usn, "IJN": ijn}))


def worth(state: State, ship: str, pv: int) -> State:
    cards = {**state.scene.cards, ship: state.scene.cards[ship].but(pv=pv)}
    return state.but(scene=state.scene.but(cards=cards))


def state_with_points(usn: int, ijn: int) -> State:
    """Return a position in which each side has sunk one ship of that point value."""
    state = worth(worth(position(), "kagero", usn), "laffey", ijn)
    for name in ("Kagero", "Laffey"):
        state = with_ship_fields(state, name, flotation=4, gone="sunk")
    return state


def end(state: State, *faces: int) -> State:
    found, tape = ruling(state, *faces)
    open_end(found)
    assert not tape.faces_left
    after: State = found.state
    return after


# ---------------------------------------------------------------------- ships


@pytest.mark.rule("NoF-VP-7")
@pytest.mark.parametrize(("structure", "flotation"), [(1, 3), (3, 1), (3, 3)])
def test_the_worse_track_counts(structure: int, flotation: int) -> None:
    state = worth(position(), "kagero", 12)
    assert ship_value(state, state.ships["kagero"].but(structure=structure, flotation=flotation)) == ("heavy", 6)


@pytest.mark.rule("NoF-VP-8")
def test_an_undamaged_ship_is_worth_nothing() -> None:
    state = worth(position(), "kagero", 12)
    assert ship_value(state, state.ships["kagero"])[1] == 0
    assert ship_value(state, state.ships["kagero"].but(fire=True))[1] == 0


@pytest.mark.rule("NoF-VP-1")
def test_each_side_counts_every_enemy_ship_sunk_or_damaged() -> None:
    state = worth(worth(worth(position(), "kagero", 12), "oyashio", 12), "laffey", 12)
    state = with_ship_fields(state, "Kagero", flotation=4, gone="sunk")
    state = with_ship_fields(with_ship_fields(state, "Oyashio", structure=4), "Laffey", flotation=2)
    assert (points_of(state, "USN"), points_of(state, "IJN")) == (12 + 9, 3)
    assert [line.rule for line in battle_lines(state, "USN")] == ["NoF-VP-2", "NoF-VP-3"]


@pytest.mark.rule("NoF-VP-1")
def test_damage_carried_off_the_chart_counts() -> None:
    state = with_ship_fields(worth(position(), "kagero", 12), "Kagero", structure=2, gone="left", left_at=10)
    assert points_of(state, "USN") == 3


# ---------------------------------------------------------------------- land targets


@pytest.mark.rule("NoF-VP-9", "NoF-VP-10")
@pytest.mark.parametrize(("level", "points"), [(0, 0), (1, 3), (2, 5), (3, 10), (4, 20)])
def test_a_land_target_is_worth_all_of_its_value_when_out_of_action(level: int, points: int) -> None:
    battle = Battle().division("f", "USN", ["Henderson Field"], 1, traits=("land",))
    state = battle.division("b", "IJN", ["Kongo"], 5).at("end")
    assert points_of(with_ship_fields(state, "Henderson Field", structure=level), "IJN") == points


@pytest.mark.rule("NoF-VP-9")
@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 1), (3, 2), (4, 4)])
def test_a_gun_battery_is_worth_4(level: int, points: int) -> None:
    battle = Battle().division("f", "USN", ["Gun Battery"], 1, traits=("land",))
    state = battle.division("b", "IJN", ["Kongo"], 5).at("end")
    assert points_of(with_ship_fields(state, "Gun Battery", structure=level), "IJN") == points


# ---------------------------------------------------------------------- bonus points


def through(mission: str, side: str, ships: list[str], band: int, traits: tuple[str, ...] = (), **options: bool) -> int:
    """Return the points of a side whose ships have left the chart at a band, nobody hurt."""
    foe = "USN" if side == "IJN" else "IJN"
    battle = Battle()
    for name, value in options.items():
        battle.setting(name, value)
    battle.division("a", side, ships, 5, traits=traits)
    battle.division("b", foe, ["Barton" if foe == "USN" else "Oyashio"], 6)
    state = battle.at("end").but(mission=mission)
    for ship in ships:
        state = with_ship_fields(state, ship, gone="left", left_at=band)
    return points_of(state, side)


@pytest.mark.rule("NoF-CAM-1")
def test_a_bombardment_brings_5_for_each_battleship_and_cruiser_that_leaves_at_band_1() -> None:
    assert through("ijn_bombardment", "IJN", ["Kongo", "Takao", "Nagara"], 1) == 15
    assert through("ijn_bombardment", "IJN", ["Kongo", "Takao", "Nagara"], 10) == 0


@pytest.mark.rule("NoF-CAM-2")
def test_destroyers_earn_nothing_in_a_bombardment() -> None:
    assert through("ijn_bombardment", "IJN", ["Kagero", "Kuroshio", "Arashi", "Hamakaze"], 1) == 0


@pytest.mark.rule("NoF-CAM-3")
def test_a_japanese_transport_brings_5_for_each_transport_that_leaves_at_band_1() -> None:
    assert through("ijn_transport", "IJN", ["Azumasan", "Sasako"], 1) == 10
    assert through("ijn_transport", "IJN", ["Azumasan", "Sasako"], 10) == 0


@pytest.mark.rule("NoF-CAM-4")
def test_a_japanese_transport_brings_3_for_each_loaded_destroyer_and_nothing_for_others() -> None:
    ships = ["Kagero", "Kuroshio", "Kawakaze", "Suzukaze"]
    assert through("ijn_transport", "IJN", ships, 1, ("loaded",)) == 12
    assert through("ijn_transport", "IJN", ships, 1) == 0
    assert through("ijn_transport", "IJN", ships, 10, ("loaded",)) == 0
    assert through("ijn_transport", "IJN", ["Nagara"], 1, ("loaded",)) == 0


@pytest.mark.rule("NoF-CAM-5")
def test_a_united_states_transport_brings_5_for_each_transport_that_leaves_at_band_10() -> None:
    ships = ["McCawley", "Zeilin", "Libra"]
    assert through("usn_transport", "USN", ships, 10) == 15
    assert through("usn_transport", "USN", ships, 1) == 0


@pytest.mark.rule("NoF-CAM-3", "NoF-CAM-5")
def test_in_a_meeting_the_transports_of_both_sides_count() -> None:
    assert through("meeting", "IJN", ["Azumasan"], 1) == 5
    assert through("meeting", "IJN", ["Kagero"], 1, ("loaded",)) == 3
    assert through("meeting", "USN", ["Zeilin"], 10) == 5


@pytest.mark.rule("NoF-VP-13", "NoF-VP-H3")
@pytest.mark.parametrize("mission", ["", "interception", "usn_transport"])
def test_only_a_battle_with_the_mission_gives_its_bonus(mission: str) -> None:
    assert through(mission, "IJN", ["Kongo", "Azumasan"], 1) == 0


@pytest.mark.rule("NoF-CAM-1", "NoF-CAM-4", "NoF-BASE-5", "NoF-BASE-H3")
def test_as_first_printed_light_cruisers_and_loaded_destroyers_earn_nothing() -> None:
    assert through("ijn_bombardment", "IJN", ["Kongo", "Takao", "Nagara"], 1, new_bonuses=False) == 10
    assert through("ijn_transport", "IJN", ["Kagero"], 1, ("loaded",), new_bonuses=False) == 0
    assert through("ijn_transport", "IJN", ["Azumasan"], 1, new_bonuses=False) == 5


@pytest.mark.rule("NoF-CAM-1", "NoF-VP-H3")
def test_a_ship_need_not_be_unhurt_to_earn_her_bonus_and_a_sunk_one_earns_none() -> None:
    battle = Battle().division("a", "IJN", ["Kongo", "Takao"], 1).division("b", "USN", ["Laffey"], 6)
    state = battle.at("end").but(mission="ijn_bombardment")
    state = with_ship_fields(state, "Kongo", structure=3, gone="left", left_at=1)
    state = with_ship_fields(state, "Takao", flotation=4, gone="sunk")
    assert points_of(state, "IJN") == 5


# ---------------------------------------------------------------------- handicap and ratio


# ---------------------------------------------------------------------- the end of the battle


@pytest.mark.rule("NoF-END-H1")
@pytest.mark.parametrize(("before", "over"), [(1, False), (0, True)])
def test_the_battle_ends_in_phase_7_of_its_last_turn(before: int, over: bool) -> None:
    state = position()
    state = state.but(cursor=state.cursor.but(turn=state.turns - before))
    assert (end(state).outcome is not None) is over


@pytest.mark.rule("NoF-END-H1")
@pytest.mark.parametrize(
    ("changes", "faces"),
    [({"structure": 4}, (1,)), ({"gone": "left", "left_at": 1}, ()), ({"gone": "sunk", "flotation": 4}, ())],
)
def test_the_battle_ends_when_a_side_has_no_able_ship_on_the_chart(
    changes: dict[str, object], faces: tuple[int, ...]
) -> None:
    assert end(with_ship_fields(position(), "Laffey", **changes), *faces).outcome is not None


@pytest.mark.rule("NoF-END-H1", "NoF-LAND-H1")
@pytest.mark.parametrize(("level", "over"), [(3, False), (4, True)])
def test_a_land_target_that_still_stands_keeps_the_battle_going(level: int, over: bool) -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 2).division("f", "USN", ["Henderson Field"], 1, traits=("land",))
    state = battle.division("b", "IJN", ["Kongo"], 5).at("end")
    state = with_ship_fields(
        with_ship_fields(state, "Laffey", flotation=4, gone="sunk"), "Henderson Field", structure=level
    )
    assert (end(state).outcome is not None) is over


@pytest.mark.rule("NoF-END-H1", "NoF-CAM-4")
@pytest.mark.parametrize(
    ("traits", "structure", "points"), [(("loaded", "run"), 0, 6), (("loaded",), 0, 0), (("loaded", "run"), 4, 3)]
)
def test_a_run_that_has_the_way_free_gets_through_when_the_enemy_has_nobody_left(
    traits: tuple[str, ...], structure: int, points: int
) -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 3).division("b", "IJN", ["Kagero"], 8, traits=traits)
    battle.division("c", "IJN", ["Kuroshio"], 6, traits=traits)
    state = battle.at("end").but(mission="ijn_transport")
    state = with_ship_fields(with_ship_fields(state, "Laffey", gone="left", left_at=1), "Kagero", structure=structure)
    after = end(state, *((1,) if structure else ()))  # a wreck is left behind and rolls for her fate
    assert after.outcome is not None and points_of(after, "IJN") == points


@pytest.mark.rule("NoF-END-H1")
def test_torpedoes_still_running_when_the_battle_ends_are_lost() -> None:
    state = position()
    running = salvo_of(state, state.ships["kagero"], state.ships["laffey"])
    after = end(state.but(salvos=(running,), cursor=state.cursor.but(turn=state.turns)))
    assert after.outcome is not None and after.ships["laffey"].flotation == 0


@pytest.mark.rule("NoF-END-H1", "NoF-SPT-H3")
def test_what_holds_for_one_turn_is_put_away_and_gun_flashes_are_remembered() -> None:
    state = with_ship_fields(position(), "Kagero", fired=True, launched=True, starred=True, lights="laffey")
    state = with_ship_fields(state.but(shots={"laffey": 3}), "Laffey", flashed=True)
    after = end(state)
    kagero: Ship = after.ships["kagero"]
    assert (kagero.flashed, kagero.fired, kagero.launched, kagero.starred, kagero.lights) == (True, *[False] * 3, "")
    assert not after.ships["laffey"].flashed and after.shots == {}


@pytest.mark.rule("NoF-VP-1", "NoF-VP-H2", "NoF-VP-H3")
@pytest.mark.parametrize("game", ["first_guadalcanal", "the_night", "tokyo_express"])
def test_the_score_shown_is_the_sum_of_its_lines_and_of_every_ship_counted_afresh(game: str) -> None:
    parts = {1: (1, 8), 2: (1, 4), 3: (1, 2), 4: (3, 4)}
    session = begin(f"nights_of_fury/{game}", seed=4)
    for _ in stroll(session, SeededDice(9)):
        pass
    state = session.state
    for score in Battle.system.view(state, "").scores:
        total = state.scene.handicap[score.side]
        for ship in state.ships.values():
            card = state.scene.cards[ship.id]
            if state.scene.owner[ship.id] == score.side:
                total += bonus(game, card.type, ship)
                continue
            level = max(ship.structure, ship.flotation)
            if level or ship.gone == "sunk":
                top, bottom = (1, 1) if ship.gone == "sunk" else parts[level]
                if card.type == "LAND" and level == 4:
                    top, bottom = 1, 1
                total += (card.pv * top * 2 // bottom + 1) // 2  # halves up
        assert score.points == total == sum(line.points for line in score.lines)


def bonus(game: str, kind: str, ship: Ship) -> int:
    """Return what a ship has earned by leaving the chart at band 1, in the two scenarios that give Japan something for
    it.
    """
    if ship.gone != "left" or ship.left_at != 1:
        return 0
    if game == "the_night" and kind in ("BB", "CA", "CL") and id_of(ship.id) not in AMERICANS:
        return 5
    return 3 if game == "tokyo_express" and kind == "DD" and ship.loaded else 0


AMERICANS = ("san-francisco", "chester", "helena")
