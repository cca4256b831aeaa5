"""Phase 6: needs, beams, running time, modifiers, hits, duds, effects, reloading."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.session import adjudicate
from rules.nw_smoke.state import RADAR, SIGHTED
from rules.nw_smoke.torpedoes import check_launch, reload_tubes, running_turns, salvo_modifiers
from rules.nws.commands import Launch
from rules.nws.pieces import UNSEEN, with_ship
from tests.nw_smoke.battle import Battle, events_of
from tests.nw_smoke.duel import arrive, chase, salvo, values, with_b

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


NEEDS = {
    "T93": (7, 7, 8, 9, 9, 10, 10, 11, 12),
    "T90": (7, 7, 8, 9, 10, 11),
    "Mk15": (7, 8, 9, 10, 12),
    "Mk9": (7, 8, 9, 10, 12),
    "Old": (8, 9, 10, 12),
}


@pytest.mark.rule("NW-TOR-H1")
@pytest.mark.parametrize("kind", NEEDS)
def test_the_need_goes_by_half_the_hexes_at_launch_rounded_up(kind: str) -> None:
    state = chase()
    for d, need in enumerate(NEEDS[kind]):
        for h in {max(0, 2 * d - 1), 2 * d}:
            rolled = events_of(tuple(arrive(state, salvo(state, kind, h), 1, 2).events), Rolled)[0]
            assert rolled.target == need, (d, h)


@pytest.mark.rule("NW-TOR-H1")
@pytest.mark.parametrize(("ship", "reach"), [("Kagero", 16), ("Fubuki", 10), ("Tenryu", 6)])
def test_a_torpedo_runs_so_far_and_no_further(ship: str, reach: int) -> None:
    command = Launch("IJN", ship.lower(), "laffey")
    assert not check_launch(chase(ship, h=reach), command)
    assert [i.rule for i in check_launch(chase(ship, h=reach + 1), command)] == ["NW-TOR-H1"]


@pytest.mark.rule("NW-TOR-H2")
@pytest.mark.parametrize("facing", FACINGS)
def test_the_target_must_lie_on_the_beam(facing: str) -> None:
    refused = [i.rule for i in check_launch(chase(facing=facing), Launch("IJN", "kagero", "laffey"))]
    assert refused == (["NW-TOR-H2"] if facing in ("N", "S") else [])


@pytest.mark.rule("NW-TOR-H2")
@pytest.mark.parametrize("facing", FACINGS)
def test_in_the_same_hex_any_direction_will_do(facing: str) -> None:
    assert not check_launch(chase(h=0, facing=facing), Launch("IJN", "kagero", "laffey"))


@pytest.mark.rule("NW-TOR-H3")
@pytest.mark.parametrize(
    ("kind", "turns"),
    [
        ("T93", {0: 0, 1: 0, 5: 0, 6: 1, 10: 1, 11: 2, 15: 2, 16: 3}),
        ("T90", {4: 0, 5: 1, 8: 1, 9: 2, 10: 2}),
        ("Mk15", {4: 0, 5: 1, 8: 1}),
        ("Old", {3: 0, 4: 1, 6: 1}),
    ],
)
def test_a_salvo_runs_hexes_less_1_by_its_speed_turns(kind: str, turns: dict[int, int]) -> None:
    assert {h: running_turns(chase(), kind, h) for h in turns} == turns


@pytest.mark.rule("NW-TOR-H3")
def test_a_salvo_still_running_is_left_alone_and_one_whose_target_is_gone_throws_no_dice() -> None:
    state = chase()
    running = salvo(state, turn=3)
    assert arrive(state, running).state.salvos == (running,)
    gone = with_ship(state, state.ships["laffey"].but(gone="left"))
    assert arrive(gone, salvo(state)).state.salvos == ()


@pytest.mark.rule("NW-TOR-H4")
@pytest.mark.parametrize(
    ("moved", "turned", "value"), [(3, 0, 0), (4, 0, -2), (0, 1, 0), (0, 2, -2), (0, 5, 0), (4, 3, -2)]
)
def test_a_target_more_than_3_hexes_off_or_turned_120_degrees_costs_2_once(moved: int, turned: int, value: int) -> None:
    state = chase(target="San Francisco")
    running = salvo(state)
    after = with_b(state, hex=state.divisions["b"].hex + moved, facing=(1 + turned) % 6)
    assert sum_modifiers(salvo_modifiers(after, running)) == value


@pytest.mark.rule("NW-TOR-H4", "NW-TOR-H9")
@pytest.mark.parametrize(("known", "value"), [(SIGHTED, 0), (0, 1)])
def test_a_launch_nobody_saw_gives_1(known: int, value: int) -> None:
    state = chase(target="San Francisco")
    state = state.but(contacts={**state.contacts, "USN": {"a": known} if known else {}})
    ruling = adjudicate(Battle.system, state, Launch("IJN", "kagero", "san-francisco"), TapeDice(()), move_on=False)
    after = ruling.state
    assert after.ships["kagero"].salvos == 1 and after.ships["kagero"].launched
    assert sum_modifiers(salvo_modifiers(after, after.salvos[0])) == value


@pytest.mark.rule("NW-FRM-H1")
@pytest.mark.parametrize(("formation", "value"), [("ahead", -1), ("abreast", 1), ("echelon", 0), ("dispersed", -1)])
def test_the_formation_of_the_target_counts_unless_it_is_a_single_ship(formation: str, value: int) -> None:
    state = with_b(chase(target="San Francisco"), formation=formation)
    assert sum_modifiers(salvo_modifiers(state, salvo(state))) == 0
    pair = with_b(state, ships=("san-francisco", "san-francisco"))
    assert values(pair, salvo(state)).get("NW-FRM-H1", 0) == value


@pytest.mark.rule("NW-TOR-H8")
def test_six_quiet_turns_after_the_last_salvo_bring_all_salvos_back_once() -> None:
    state = chase()
    ruling = Ruling(Battle.system, with_ship(state, state.ships["kagero"].but(salvos=0, launched=True)), TapeDice(()))
    reload_tubes(ruling)
    ruling.state = with_ship(ruling.state, ruling.state.ships["kagero"].but(launched=False))
    for _ in range(5):
        reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0
    reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 2
    ruling.state = with_ship(ruling.state, ruling.state.ships["kagero"].but(salvos=0))
    for _ in range(8):
        reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0


@pytest.mark.rule("NW-TOR-H8")
def test_firing_guns_begins_the_six_turns_anew_and_americans_carry_no_reloads() -> None:
    state = chase()
    ruling = Ruling(
        Battle.system, with_ship(state, state.ships["kagero"].but(salvos=0, reload=5, fired=True)), TapeDice(())
    )
    reload_tubes(ruling)
    assert (ruling.state.ships["kagero"].salvos, ruling.state.ships["kagero"].reload) == (0, 0)
    american = with_ship(state, state.ships["laffey"].but(salvos=0, reload=5))
    ruling = Ruling(Battle.system, american, TapeDice(()))
    reload_tubes(ruling)
    assert ruling.state.ships["laffey"].salvos == 0


@pytest.mark.rule("NW-TOR-H8", "NW-DMG-H3")
def test_a_ship_out_of_action_reloads_nothing() -> None:
    state = chase()
    wreck = with_ship(state, state.ships["kagero"].but(salvos=0, reload=5, structure=4))
    ruling = Ruling(Battle.system, wreck, TapeDice(()))
    reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0


@pytest.mark.rule("NW-TOR-H9")
@pytest.mark.parametrize(
    "changes", [{"structure": 3}, {"flotation": 3}, {"structure": 4}, {"salvos": 0}, {"launched": True}]
)
def test_heavily_damaged_ships_empty_tubes_and_second_salvos_launch_nothing(changes: dict[str, object]) -> None:
    state = chase()
    state = with_ship(state, state.ships["kagero"].but(**changes))
    assert {i.rule for i in check_launch(state, Launch("IJN", "kagero", "laffey"))} == {"NW-TOR-H9"}
    assert not [o for o in Battle().offers(state) if o.verb == "launch"]


@pytest.mark.rule("NW-TOR-H9")
def test_a_ship_with_moderate_damage_still_launches() -> None:
    state = chase()
    state = with_ship(state, state.ships["kagero"].but(structure=2, flotation=2))
    assert not check_launch(state, Launch("IJN", "kagero", "laffey"))


@pytest.mark.rule("NW-TOR-H9", "NW-SPT-H12")
@pytest.mark.parametrize(("level", "legal"), [(RADAR, True), (SIGHTED, True), (0, False)])
def test_torpedoes_go_to_what_is_sighted_or_held_by_radar(level: int, legal: bool) -> None:
    assert (not check_launch(chase(level=level), Launch("IJN", "kagero", "laffey"))) is legal


@pytest.mark.rule("NW-EV-H5")
def test_an_evading_division_launches_nothing() -> None:
    state = chase()
    state = state.but(divisions={**state.divisions, "a": state.divisions["a"].but(evading=True)})
    assert [i.rule for i in check_launch(state, Launch("IJN", "kagero", "laffey"))] == ["NW-EV-H5"]
    assert not [o for o in Battle().offers(state) if o.verb == "launch"]


@pytest.mark.rule("NW-TOR-H4")
@pytest.mark.parametrize(("level", "added"), [(UNSEEN, 1), (RADAR, 1), (SIGHTED, 0)])
def test_a_launch_is_unseen_unless_the_target_has_sighted_the_launcher(level: int, added: int) -> None:
    """A radar contact does not show the launch of torpedoes."""
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2020, "NE", speed=1)
    battle.division("b", "IJN", ["Kagero"], 2023, "NE", speed=1)
    battle.knows("USN", "b", SIGHTED)
    if level:
        battle.knows("IJN", "a", level)
    state, _ = battle.do(battle.at("torpedoes"), Launch("USN", "nicholas", "kagero"))
    assert int(state.salvos[0].unseen) == added
