"""The campaign: battles that end, unopposed rounds, dawn, repair, and the result."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import Begin
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.session import adjudicate
from rules.nights_of_fury.campaign import close_battle
from rules.nights_of_fury.events import (
    BattleOver,
    DawnAttack,
    PointsScored,
    ShipRepaired,
)
from rules.nights_of_fury.missions import (
    available_ships,
)
from rules.nights_of_fury.points import battle_lines, points_of
from rules.nights_of_fury.state import Berth, State
from rules.nws.events import Sunk
from tests.nights_of_fury.battle import Battle, with_changes
from tests.nights_of_fury.campaign_round import (
    CRUISERS,
    MISSIONS,
    at_sea,
    books,
    campaign,
    force,
    sailing,
    with_campaign_fields,
)

# ---------------------------------------------------------------------- bonus points


def ending(state: State, *faces: int) -> tuple[State, list[object]]:
    """Return the position at the end of the battle."""
    tape = TapeDice(faces)
    r = Ruling(Battle.system, state, tape)
    close_battle(r, "turn 20 was the last")
    assert not tape.faces_left
    return r.state, list(r.events)


@pytest.mark.rule("NoF-CAM-1", "NoF-CAM-2")
def test_heavy_ships_that_break_through_in_a_bombardment_earn_five_each_and_destroyers_nothing() -> None:
    japan = force(bb=("hiei",), ca=("aoba",), cl=("yubari",), dd=("kagero", "kuroshio"))
    state = at_sea("ijn_bombardment", japan, CRUISERS[1], henderson=3)  # no aircraft in the morning
    for name in japan.ships():
        state = with_changes(state, name, gone="left", left_at=1)
    assert books(ending(state)[0]).points == {"USN": 0, "IJN": 15}


@pytest.mark.rule("NoF-CAM-3", "NoF-CAM-4")
def test_transports_and_loaded_destroyers_that_break_through_earn_five_and_three() -> None:
    japan = force(loaded_dd=("kagero", "kuroshio"), maru=("sado", "sakito"), dd=("oyashio",))
    state = at_sea("ijn_transport", japan, CRUISERS[1], henderson=3)
    for name in japan.ships():
        state = with_changes(state, name, gone="left", left_at=1)
    assert books(ending(state)[0]).points == {"USN": 0, "IJN": 16}


@pytest.mark.rule("NoF-CAM-5", "NoF-CAM-H12")
@pytest.mark.parametrize(("band", "points"), [(10, 10), (1, 0)])
def test_american_transports_earn_five_each_at_band_ten(band: int, points: int) -> None:
    _, state = campaign()
    two = available_ships(state, "USN", "AP")[:2]
    state = at_sea("usn_transport", CRUISERS[0], force(ap=two, dd=("laffey",)))
    for name in two:
        state = with_changes(state, name, gone="left", left_at=band)
    assert books(ending(state)[0]).points == {"USN": points, "IJN": 0}


@pytest.mark.rule("NoF-CAM-3", "NoF-CAM-5", "NoF-CAM-H12")
def test_when_both_sides_carry_transports_both_may_earn_their_bonus() -> None:
    _, state = campaign()
    transport = available_ships(state, "USN", "AP")[0]
    state = at_sea("meeting", force(maru=("sado",)), force(ap=(transport,)), henderson=3)
    state = with_changes(with_changes(state, "sado", gone="left", left_at=1), transport, gone="left", left_at=10)
    assert books(ending(state)[0]).points == {"USN": 5, "IJN": 5}


@pytest.mark.rule("NoF-END-H1", "NoF-CAM-5", "NoF-CAM-H12")
@pytest.mark.parametrize(("level", "points"), [(0, 5), (4, 0)])
def test_transports_get_through_when_no_able_enemy_is_left(level: int, points: int) -> None:
    """Of two transports one is on a run, and able or not; the other is on none."""
    _, state = campaign()
    two = available_ships(state, "USN", "AP")[:2]
    battle = Battle().setting("mission", "usn_transport")
    names = [state.scene.names[name] for name in two]
    battle.division("a", "USN", names[:1], 4, traits=("run",)).division("b", "USN", names[1:], 4)
    state = battle.division("c", "IJN", ["Kagero"], 9).at("end")
    sunk = with_changes(with_changes(state, "kagero", gone="sunk", flotation=4), two[0], structure=level)
    faces = (1,) if level else ()
    after, _ = battle.open_phase(sunk, "end", *faces)
    assert after.outcome is not None
    assert (after.ships[two[0]].left_at, after.ships[two[1]].gone) == (0 if level else 10, "")
    assert points_of(after, "USN") - after.scene.cards["kagero"].pv == points


# ---------------------------------------------------------------------- unopposed rounds


@pytest.mark.rule("NoF-CAM-H7")
def test_an_unopposed_japanese_transport_earns_three_for_each_pip() -> None:
    _, state = campaign()
    after, events = sailing(state, (1, 6, 4))
    assert books(after).points == {"USN": 0, "IJN": 12}
    assert [(event.side, event.points) for event in events if isinstance(event, PointsScored)] == [("IJN", 12)]


@pytest.mark.rule("NoF-CAM-H7")
def test_an_unopposed_american_transport_earns_twenty() -> None:
    _, state = campaign()
    assert books(sailing(state, (6, 3))[0]).points == {"USN": 20, "IJN": 0}


@pytest.mark.rule("NoF-CAM-H7", "NoF-ISL-14")
def test_an_unopposed_bombardment_fires_four_phases_at_henderson_field() -> None:
    """Three heavy cruisers; the destroyers' guns do not reach. Only one shot of the twelve hits, and lightly."""
    _, state = campaign()
    draws = (1, *[1] * 5)
    misses = (1, 1)
    after, events = sailing(state, (3, 6, *draws, *misses * 11, 5, 5))
    shots = [event for event in events if isinstance(event, Rolled) and event.rule == "NoF-GUN-H1"]
    assert len(shots) == 12
    assert {event.target for event in shots} == {9}  # 9, less 4 for firepower 6, and 2 each for range and armour
    assert books(after).henderson == 1
    assert books(after).points == {"USN": 0, "IJN": 3}


@pytest.mark.rule("NoF-CAM-H7", "NoF-VP-9")
def test_a_field_out_of_action_earns_its_full_value_less_what_was_earned_before() -> None:
    _, state = campaign()
    twelves = (3, 6, 1, *[1] * 5, *[6] * 12)  # three cruisers, one level for each shot
    after, events = sailing(state, twelves)
    assert books(after).henderson == 4
    assert books(after).points == {"USN": 0, "IJN": 20}
    assert len([event for event in events if isinstance(event, Rolled) and event.rule == "NoF-GUN-H1"]) == 6
    again, _ = sailing(
        with_campaign_fields(state, henderson=4), twelves[:-6]
    )  # recovered to 2 levels first, worth 5 already
    assert books(again).points == {"USN": 0, "IJN": 15}


# ---------------------------------------------------------------------- after the battle


@pytest.mark.rule("NoF-CAM-H8")
@pytest.mark.parametrize(("die", "levels"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_at_dawn_aircraft_look_for_cripples(die: int, levels: int) -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "aoba", structure=3)
    _, events = ending(state, die)
    found = [(event.ship, event.flotation) for event in events if isinstance(event, DawnAttack)]
    assert found == ([("aoba", levels)] if levels else [])


@pytest.mark.rule("NoF-CAM-H8")
def test_they_look_for_wrecks_and_for_ships_that_left_by_band_one_and_for_no_others() -> None:
    state = at_sea("interception", *CRUISERS)
    state = with_changes(state, "aoba", structure=4)
    state = with_changes(state, "yubari", gone="left", left_at=1)
    state = with_changes(state, "kagero", structure=2)
    state = with_changes(state, "laffey", structure=3)
    _, events = ending(state, 6, 4)
    assert [event.ship for event in events if isinstance(event, DawnAttack)] == ["aoba", "yubari"]


@pytest.mark.rule("NoF-CAM-H8", "NoF-VP-2")
def test_a_ship_sunk_at_dawn_is_lost_and_counts() -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "aoba", flotation=3)
    after, events = ending(state, 4)
    assert any(isinstance(event, Sunk) for event in events)
    assert books(after).berths["aoba"].status == "lost"
    assert books(after).points["USN"] == state.scene.cards["aoba"].pv


@pytest.mark.rule("NoF-CAM-H8")
def test_with_henderson_field_heavily_damaged_no_aircraft_fly() -> None:
    state = with_changes(at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1}), "aoba", structure=3)
    grounded = with_changes(state, "henderson-field", structure=3)
    assert not any(isinstance(event, Rolled) for event in ending(grounded)[1])
    flying = with_changes(state, "henderson-field", structure=2)
    assert any(isinstance(event, Rolled) for event in ending(flying, 1)[1])


@pytest.mark.rule("NoF-CAM-H9")
@pytest.mark.parametrize(("level", "rounds"), [(1, 1), (2, 2), (3, 4), (4, 6)])
def test_a_damaged_ship_misses_rounds_and_comes_back_whole(level: int, rounds: int) -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "san-francisco", structure=level)
    after, _ = ending(state)
    assert books(after).berths == {"san-francisco": Berth("repairing", 1 + rounds)}
    for number in range(2, 2 + rounds):
        still, _ = sailing(with_campaign_fields(after, round=number - 1), (6, 6))
        assert "san-francisco" not in available_ships(still, "USN", "CA")
    back, events = sailing(with_campaign_fields(after, round=1 + rounds), (6, 6))
    assert books(back).berths.get("san-francisco", Berth()).status == "ready"
    assert [event.ship for event in events if isinstance(event, ShipRepaired)] == ["san-francisco"]


@pytest.mark.rule("NoF-CAM-H9")
def test_henderson_field_recovers_two_levels_a_round() -> None:
    _, state = campaign()
    assert books(sailing(with_campaign_fields(state, henderson=3), (6, 6))[0]).henderson == 1
    assert books(sailing(with_campaign_fields(state, henderson=1), (6, 6))[0]).henderson == 0


@pytest.mark.rule("NoF-CAM-H9", "NoF-VP-10")
def test_the_field_carries_its_damage_into_the_next_bombardment_and_earns_only_for_more() -> None:
    state = at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1}, henderson=1)
    assert state.ships["henderson-field"].structure == 1
    assert list(battle_lines(state, "IJN")) == []
    after, _ = ending(with_changes(state, "henderson-field", structure=3))
    assert books(after).points["IJN"] == 10 - 3
    assert books(after).henderson == 3
    assert "henderson-field" not in books(after).berths


@pytest.mark.rule("NoF-CAM-H10")
def test_a_battle_goes_into_the_books_and_the_chart_is_cleared() -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "laffey", gone="sunk", flotation=4)
    after, events = ending(with_changes(state, "san-francisco", structure=1))
    record = books(after).history[0]
    assert (record.round, record.kind, record.lost, record.hurt) == (1, "interception", ("laffey",), ("san-francisco",))
    over = next(event for event in events if isinstance(event, BattleOver))
    assert (over.japan, over.states) == (record.points["IJN"], record.points["USN"])
    assert (after.ships, after.divisions, after.islands, after.mission) == ({}, {}, {}, "")
    assert not books(after).at_sea
    assert after.outcome is None


@pytest.mark.rule("NoF-CAM-H10", "NoF-VP-H1")
@pytest.mark.parametrize(
    ("points", "title"), [({"USN": 50, "IJN": 60}, "Draw"), ({"USN": 90, "IJN": 30}, "Decisive victory: USN")]
)
def test_after_the_last_round_the_ratio_of_all_points_decides(points: dict[str, int], title: str) -> None:
    _, state = campaign(rounds=2)
    first, _ = sailing(state, (6, 6))
    record = books(first).history[0].but(points=points)
    after, _ = sailing(with_campaign_fields(first, points=points, history=(record,)), (6, 6))
    assert after.outcome is not None
    assert (after.outcome.title, after.outcome.rule) == (title, "NoF-CAM-H10")


@pytest.mark.rule("NoF-CAM-H1", "NoF-CAM-H10")
def test_a_whole_campaign_under_the_chart_comes_to_its_end() -> None:
    battle = Battle().chart("USN").chart("IJN")
    battle.special.append(("rounds", "", 6))
    dice = SeededDice(1942)
    state = adjudicate(battle.system, battle.opening(), Begin(""), dice).state
    while state.outcome is None:
        command = battle.offers(state)[0].commands[0]
        assert not battle.check(state, command)
        state = adjudicate(battle.system, state, command, dice).state
    history = books(state).history
    assert [record.round for record in history] == [1, 2, 3, 4, 5, 6]
    assert any(record.kind in MISSIONS for record in history)
    assert {side: sum(record.points.get(side, 0) for record in history) for side in ("USN", "IJN")} == books(
        state
    ).points
