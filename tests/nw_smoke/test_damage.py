"""Damage and damage control: two tracks, wrecks, fires, and the six that makes things worse."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.ruling import Rolled, Ruling
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.damage import apply_hits, as_drifting, damage_control
from rules.nw_smoke.gunnery import check_fire
from rules.nw_smoke.state import SIGHTED, Ship, State, firepower
from rules.nw_smoke.victory import open_end
from rules.nws.events import PutOutOfAction, Sunk, WreckHit
from rules.nws.pieces import Hit, damage_level, speed_kn, with_ship
from tests.nw_smoke.battle import Battle, events_of


def position(**options: bool) -> State:
    battle = Battle()
    for name, value in options.items():
        battle.setting(name, value)
    battle.division("a", "USN", ["Laffey", "Barton"], 2010, "NE", speed=3)
    battle.division("b", "IJN", ["Kagero", "Oyashio"], 2014, "NE", speed=3)
    return battle.knows("USN", "b", SIGHTED).at("gunnery")


def with_damage(state: State, name: str = "kagero", /, **changes: object) -> State:
    return with_ship(state, state.ships[name].but(**changes))


def hit(state: State, target: str = "kagero", structure: int = 0, flotation: int = 0) -> Ruling:
    """End the phase with one hit waiting."""
    waiting = Hit(ship="laffey", target=target, structure=structure, flotation=flotation, rule="NW-GUN-H3")
    ruling = Ruling(Battle.system, state.but(hits=(waiting,)), TapeDice(()))
    apply_hits(ruling)
    return ruling


def control(state: State, *faces: int) -> State:
    """Damage control; every face is used."""
    tape = TapeDice(faces)
    ruling = Ruling(Battle.system, state, tape)
    damage_control(ruling)
    assert not tape.faces_left
    after: State = ruling.state
    return after


def levels(ship: Ship) -> tuple[int, int]:
    return ship.structure, ship.flotation


# ---------------------------------------------------------------------- tracks


@pytest.mark.rule("NW-DMG-H1")
def test_structure_and_flotation_are_two_tracks_that_add_up() -> None:
    ruling = hit(with_damage(position(), structure=1, flotation=1), structure=2, flotation=1)
    assert levels(ruling.state.ships["kagero"]) == (3, 2)


@pytest.mark.rule("NW-DMG-H1")
def test_no_track_goes_beyond_four() -> None:
    assert levels(hit(with_damage(position(), structure=3), structure=3).state.ships["kagero"]) == (4, 0)


@pytest.mark.rule("NW-DMG-H1")
def test_at_four_levels_of_flotation_a_ship_sinks_and_leaves_the_map() -> None:
    ruling = hit(with_damage(position(), flotation=3), flotation=1)
    assert ruling.state.ships["kagero"].gone == "sunk"
    assert ruling.state.divisions["b"].ships == ("oyashio",)
    assert [event.ship for event in events_of(tuple(ruling.events), Sunk)] == ["kagero"]


@pytest.mark.rule("NW-DMG-H1")
def test_a_division_whose_last_ship_sinks_is_gone() -> None:
    state = hit(with_damage(position(), flotation=3), flotation=1).state
    assert "b" not in hit(state, "oyashio", flotation=4).state.divisions


@pytest.mark.rule("NW-DMG-H2")
@pytest.mark.parametrize(
    ("structure", "flotation", "power", "knots"),
    [(0, 0, 3, 35), (1, 0, 2, 32), (0, 2, 2, 23), (1, 3, 1, 12), (3, 1, 1, 12), (4, 0, 0, 0)],
)
def test_the_worse_track_chooses_the_line_of_the_card(structure: int, flotation: int, power: int, knots: int) -> None:
    state = with_damage(position(), structure=structure, flotation=flotation)
    ship = state.ships["kagero"]
    assert (firepower(state, ship), speed_kn(state, ship)) == (power, knots)
    assert damage_level(ship) == max(structure, flotation)


@pytest.mark.rule("NW-DMG-H3")
def test_a_ship_out_of_action_is_still_a_target_and_fires_nothing() -> None:
    ruling = hit(with_damage(position(), structure=3), structure=1)
    state = ruling.state
    assert [event.ship for event in events_of(tuple(ruling.events), PutOutOfAction)] == ["kagero"]
    assert not state.ships["kagero"].gone
    contacts = {**state.contacts, "USN": dict.fromkeys(state.divisions, SIGHTED), "IJN": {"a": SIGHTED}}
    state = state.but(contacts=contacts)
    assert not check_fire(state, Fire("USN", "laffey", "kagero"))
    assert [i.rule for i in check_fire(state, Fire("IJN", "kagero", "laffey"))] == ["NW-DMG-H3"]


@pytest.mark.rule("NW-DMG-H4")
def test_gunfire_at_a_ship_already_out_of_action_marks_flotation() -> None:
    state = with_damage(position(), structure=4)
    assert levels(hit(state, structure=2).state.ships["kagero"]) == (4, 2)
    assert levels(hit(state, structure=2, flotation=1).state.ships["kagero"]) == (4, 3)
    assert hit(with_damage(state, flotation=2), structure=2).state.ships["kagero"].gone == "sunk"


@pytest.mark.rule("NW-DMG-H4")
def test_the_log_says_why_gunfire_at_a_wreck_floods_her() -> None:
    state = with_damage(position(), structure=4)
    rows = events_of(tuple(hit(state, structure=2, flotation=1).events), WreckHit)
    assert [(event.ship, event.levels, event.rule) for event in rows] == [("kagero", 2, "NW-DMG-H4")]
    assert events_of(tuple(hit(with_damage(position(), structure=3), structure=1).events), WreckHit) == []


@pytest.mark.rule("NW-DMG-H4", "NW-TOR-H7")
def test_only_gunfire_turns_structure_into_flotation_and_a_torpedo_floods_by_its_own_chart() -> None:
    state = with_damage(position(), structure=4)
    waiting = Hit(ship="laffey", target="kagero", structure=1, flotation=2, rule="NW-TOR-H7")
    ruling = Ruling(Battle.system, state.but(hits=(waiting,)), TapeDice(()))
    apply_hits(ruling)
    assert levels(ruling.state.ships["kagero"]) == (4, 2)


@pytest.mark.rule("NW-DMG-H6", "NW-EV-2", "NW-EV-H6", "NW-SMK-9")
def test_a_division_that_only_drifts_has_no_speed_and_neither_card() -> None:
    under_way = position().divisions["b"].but(speed=3, evading=True, smoking=True)
    drifting = as_drifting(under_way)
    assert (drifting.speed, drifting.evading, drifting.smoking) == (0, False, False)


@pytest.mark.rule("NW-DMG-H6")
def test_a_ship_put_out_of_action_drops_out_and_drifts_while_the_others_steam_on() -> None:
    state = hit(with_damage(position(), structure=3), structure=1).state
    alone = state.divisions[state.ships["kagero"].division]
    assert alone.id != "b" and alone.ships == ("kagero",)
    assert (alone.hex, alone.speed) == (2014, 0)
    assert (state.divisions["b"].ships, state.divisions["b"].speed) == (("oyashio",), 3)
    assert state.contacts["USN"][alone.id] == SIGHTED


@pytest.mark.rule("NW-DMG-H5")
@pytest.mark.parametrize(
    ("flotation", "fire", "face", "sinks"),
    [(0, False, 5, False), (0, False, 6, True), (0, True, 5, True), (2, False, 3, False), (2, False, 4, True)]
    + [(3, True, 1, False), (3, True, 2, True)],
)
def test_when_the_battle_is_over_a_wreck_sinks_on_6_with_its_flotation_and_fire(
    flotation: int, fire: bool, face: int, sinks: bool
) -> None:
    state = with_damage(position(damage_control_six=False), structure=4, flotation=flotation, fire=fire)
    state = state.but(cursor=state.cursor.but(turn=20))
    fight = (6,) if fire else ()  # damage control does not help
    tape = TapeDice((*fight, face))
    ruling = Ruling(Battle.system, state, tape)
    open_end(ruling)
    assert ruling.state.outcome is not None and not tape.faces_left
    assert (ruling.state.ships["kagero"].gone == "sunk") is sinks
    assert [roll.is_success for roll in events_of(tuple(ruling.events), Rolled) if roll.sides == 6][-1] is sinks


# ---------------------------------------------------------------------- damage control


@pytest.mark.rule("NW-DC-H1")
@pytest.mark.parametrize(("name", "out"), [("laffey", 3), ("kagero", 2)])
def test_a_fire_goes_out_on_1_to_3_in_american_ships_and_1_or_2_in_japanese(name: str, out: int) -> None:
    state = with_damage(position(), name, fire=True)
    for face in range(1, 6):
        assert control(state, face).ships[name].fire is (face > out)


@pytest.mark.rule("NW-DC-H1")
def test_an_undamaged_ship_that_does_not_burn_throws_nothing() -> None:
    control(position())


@pytest.mark.rule("NW-DC-H2")
@pytest.mark.parametrize(("second", "after"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 1)])
def test_a_six_and_then_a_4_or_5_costs_a_burning_ship_a_level_of_structure(second: int, after: int) -> None:
    assert levels(control(with_damage(position(), structure=1, fire=True), 6, second).ships["kagero"]) == (after, 0)


@pytest.mark.rule("NW-DC-H2")
@pytest.mark.parametrize(("second", "after"), [(1, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_a_six_and_then_a_six_costs_a_flooded_ship_a_level_of_flotation(second: int, after: int) -> None:
    assert levels(control(with_damage(position(), flotation=1), 6, second).ships["kagero"]) == (0, after)


@pytest.mark.rule("NW-DC-H2")
def test_a_five_calls_for_no_second_die() -> None:
    assert levels(control(with_damage(position(), flotation=1, fire=True), 5).ships["kagero"]) == (0, 1)


@pytest.mark.rule("NW-DC-H2")
@pytest.mark.parametrize(
    ("changes", "second", "field", "value"),
    [({"structure": 3, "fire": True}, 4, "structure", 4), ({"flotation": 3}, 6, "gone", "sunk")],
)
def test_it_can_put_a_ship_out_of_action_and_sink_one(
    changes: dict[str, object], second: int, field: str, value: object
) -> None:
    assert getattr(control(with_damage(position(), "kagero", **changes), 6, second).ships["kagero"], field) == value


@pytest.mark.rule("NW-DC-H2")
def test_with_the_option_off_a_six_does_nothing() -> None:
    state = with_damage(position(damage_control_six=False), structure=1, fire=True)
    assert control(state, 6).ships["kagero"] == state.ships["kagero"]
