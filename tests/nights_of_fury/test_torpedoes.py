"""Phase 5: needs, running time, modifiers, hits, duds, effects, reloading."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.ruling import Rolled
from rules.kernel.session import adjudicate
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need
from rules.nights_of_fury.solitaire import chart_launch
from rules.nights_of_fury.state import RADAR, SIGHTED, State
from rules.nights_of_fury.torpedoes import check_launch, offer_launch, owed_launches, reload_tubes
from rules.nws.pieces import UNSEEN
from tests.nights_of_fury.battle import Battle, events_of
from tests.nights_of_fury.duel import (
    arrive,
    chase,
    duel,
    id_of,
    launch,
    ruling,
    salvo,
    values,
    with_division_fields,
    with_ship_fields,
)

NEEDS = {
    "T93": (7, 7, 8, 9, 9, 10, 10, 11, 12),
    "T90": (7, 7, 8, 9, 10, 11),
    "Mk15": (7, 8, 9, 10, 12),
    "Mk9": (7, 8, 9, 10, 12),
    "Old": (8, 9, 10, 12),
}


# ---------------------------------------------------------------------- launching


@pytest.mark.rule("NoF-TOR-H1")
@pytest.mark.parametrize("kind", NEEDS)
def test_the_need_goes_by_the_torpedo_and_the_bands_at_launch(kind: str) -> None:
    state = chase()
    for d, need in enumerate(NEEDS[kind]):
        running = salvo(state, kind=kind, distance=d)
        assert salvo_need(state, running) == need
        assert events_of(tuple(arrive(state, running, 1, 2).events), Rolled)[0].target == need


@pytest.mark.rule("NoF-TOR-H1")
@pytest.mark.parametrize(("ship", "side", "reach"), [("Kagero", "IJN", 8), ("Fubuki", "IJN", 5), ("Tenryu", "IJN", 3)])
def test_a_torpedo_runs_so_far_and_no_further(ship: str, side: str, reach: int) -> None:
    assert not check_launch(chase(ship, d=reach), launch(ship))
    assert [i.rule for i in check_launch(chase(ship, d=reach + 1), launch(ship))] == ["NoF-TOR-H1"]


@pytest.mark.rule("NoF-TOR-H1")
def test_american_torpedoes_run_4_bands() -> None:
    assert not check_launch(chase("Laffey", "Kagero", 4, "USN"), launch("Laffey", "Kagero", "USN"))
    far = check_launch(chase("Laffey", "Kagero", 5, "USN"), launch("Laffey", "Kagero", "USN"))
    assert [i.rule for i in far] == ["NoF-TOR-H1"]


@pytest.mark.rule("NoF-TOR-H2")
@pytest.mark.parametrize(
    "changes", [{"structure": 3}, {"flotation": 3}, {"structure": 4}, {"salvos": 0}, {"launched": True}]
)
def test_heavily_damaged_ships_empty_tubes_and_second_salvos_launch_nothing(changes: dict[str, object]) -> None:
    state = with_ship_fields(chase(), "Kagero", **changes)
    assert {i.rule for i in check_launch(state, launch())} == {"NoF-TOR-H2"}
    assert not list(offer_launch(state, "IJN"))


@pytest.mark.rule("NoF-TOR-H2")
def test_a_ship_with_moderate_damage_still_launches() -> None:
    assert not check_launch(with_ship_fields(chase(), "Kagero", structure=2, flotation=2), launch())


@pytest.mark.rule("NoF-TOR-H2")
def test_a_ship_without_tubes_launches_nothing() -> None:
    state = chase("San Francisco", "Kagero", side="USN")
    assert [i.rule for i in check_launch(state, launch("San Francisco", "Kagero", "USN"))] == ["NoF-TOR-H2"]


@pytest.mark.rule("NoF-TOR-H2", "NoF-SPT-H8")
@pytest.mark.parametrize(("level", "legal"), [(RADAR, True), (SIGHTED, True), (UNSEEN, False)])
def test_torpedoes_go_to_what_is_sighted_or_held_by_radar(level: int, legal: bool) -> None:
    state = chase()
    state = state.but(contacts={**state.contacts, "IJN": {"b": level} if level else {}})
    assert [i.rule for i in check_launch(state, launch())] == ([] if legal else ["NoF-SPT-H8"])
    assert bool(list(offer_launch(state, "IJN"))) is legal


@pytest.mark.rule("NoF-EV-H5")
def test_an_evading_division_launches_nothing() -> None:
    state = with_division_fields(chase(), "a", evading=True)
    assert [i.rule for i in check_launch(state, launch())] == ["NoF-EV-H5"]
    assert not list(offer_launch(state, "IJN"))


@pytest.mark.rule("NoF-SUR-H1")
def test_a_surprised_side_launches_nothing() -> None:
    state = chase()
    state = state.but(scene=state.scene.but(surprise={"IJN": state.cursor.turn}))
    assert [i.rule for i in check_launch(state, launch())] == ["NoF-SUR-H1"]
    assert not list(offer_launch(state, "IJN"))


@pytest.mark.rule("NoF-TOR-H2")
def test_a_launch_takes_one_salvo_from_the_card_and_throws_no_dice() -> None:
    state = chase()
    given = adjudicate(Battle.system, state, launch(), TapeDice(()), move_on=False)
    ship = given.state.ships["kagero"]
    assert (ship.salvos, ship.launched) == (1, True)
    assert given.state.salvos == (salvo(state),)


@pytest.mark.rule("NoF-AI-H7")
def test_a_side_under_the_chart_owes_the_launches_the_chart_wants_and_may_make_no_other() -> None:
    battle = Battle().chart("IJN").division("a", "IJN", ["Kagero", "Oyashio"], 8)
    battle.division("b", "USN", ["Laffey", "Helena"], 6)
    state = battle.knows("IJN", "b", SIGHTED).knows("USN", "a", SIGHTED).at("torpedoes", "IJN")
    wanted = [command for offer in offer_launch(state, "IJN") for command in offer.commands]
    assert wanted == [launch("Kagero", chart_launch(state, state.ships["kagero"]))]
    assert [i.rule for i in owed_launches(state, "IJN")] == ["NoF-AI-H7"]
    others = [launch(ship, target) for ship in ("Kagero", "Oyashio") for target in ("Laffey", "Helena")]
    refused = [check_launch(state, command) for command in others if command not in wanted]
    assert [[i.rule for i in reasons] for reasons in refused] == [["NoF-AI-H7"]] * 3
    after = adjudicate(Battle.system, state, wanted[0], TapeDice(()), move_on=False).state
    assert [offer.piece for offer in offer_launch(after, "IJN")] == ["oyashio"]


@pytest.mark.rule("NoF-AI-H7")
def test_a_charted_side_that_no_launch_would_serve_owes_nothing_and_launches_nothing() -> None:
    battle = Battle().chart("IJN").division("a", "IJN", ["Kagero"], 9).division("b", "USN", ["Laffey"], 1)
    state = battle.knows("IJN", "b", SIGHTED).at("torpedoes", "IJN")  # need 12 over 8 bands
    assert not list(offer_launch(state, "IJN")) and owed_launches(state, "IJN") == ()
    assert [i.rule for i in check_launch(state, launch())] == ["NoF-AI-H7"]


@pytest.mark.rule("NoF-LOS-3")
def test_no_torpedo_is_aimed_past_an_island_at_a_division_that_shelters_behind_it() -> None:
    battle = Battle().island("savo", 7).division("a", "IJN", ["Kagero"], 8).division("b", "USN", ["Laffey"], 5)
    state = battle.setting("islands_block", True).knows("IJN", "b", SIGHTED).at("torpedoes", "IJN")
    assert not check_launch(state, launch())
    assert [i.rule for i in check_launch(with_division_fields(state, "b", sheltering=True), launch())] == ["NoF-LOS-3"]


# ---------------------------------------------------------------------- running


@pytest.mark.rule("NoF-TOR-H3")
@pytest.mark.parametrize(("d", "later"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2)])
def test_a_salvo_arrives_at_once_a_turn_later_or_two_by_the_distance(d: int, later: int) -> None:
    state = chase(d=d)
    given = adjudicate(Battle.system, state, launch(), TapeDice(()), move_on=False)
    assert given.state.salvos[0].turn == state.cursor.turn + later


@pytest.mark.rule("NoF-TOR-H3")
def test_a_salvo_still_running_is_left_alone_and_one_whose_target_is_gone_throws_no_dice() -> None:
    state = chase()
    running = salvo(state).but(turn=state.cursor.turn + 1)
    assert arrive(state, running).state.salvos == (running,)
    assert arrive(with_ship_fields(state, "Laffey", gone="left"), salvo(state)).state.salvos == ()


@pytest.mark.rule("NoF-TOR-H4", "NoF-TOR-H3")
def test_the_modifiers_are_those_of_the_target_when_the_salvo_arrives() -> None:
    state = chase(d=4)
    running = salvo(state)
    assert values(state, running) == {"NoF-TOR-H4": -1}  # a destroyer is a small target
    later = with_division_fields(state, "b", band=state.divisions["b"].band - 1, evading=True)
    assert values(later, running) == {"NoF-TOR-H4": -3, "NoF-EV-H4": -3}


@pytest.mark.rule("NoF-TOR-H4")
@pytest.mark.parametrize(("change", "value"), [(0, 0), (1, -2), (-1, -2)])
def test_a_target_that_changed_its_band_since_the_launch_costs_2(change: int, value: int) -> None:
    state = chase(target="San Francisco", d=4)
    running = salvo(state)
    after = with_division_fields(state, "b", band=state.divisions["b"].band + change)
    assert sum_modifiers(salvo_modifiers(after, running)) == value


@pytest.mark.rule("NoF-TOR-H4")
@pytest.mark.parametrize(("known", "value"), [(SIGHTED, 0), (RADAR, 1), (UNSEEN, 1)])
def test_a_launch_by_a_division_the_enemy_has_not_sighted_gives_1(known: int, value: int) -> None:
    state = chase(target="San Francisco")
    state = state.but(contacts={**state.contacts, "USN": {"a": known} if known else {}})
    given = adjudicate(Battle.system, state, launch("Kagero", "San Francisco"), TapeDice(()), move_on=False)
    assert sum_modifiers(salvo_modifiers(given.state, given.state.salvos[0])) == value


@pytest.mark.rule("NoF-FRM-H1", "NoF-FORM-5")
@pytest.mark.parametrize(("formation", "value"), [("ahead", -1), ("abreast", 1), ("echelon", 0), ("dispersed", -1)])
def test_the_formation_of_the_target_counts(formation: str, value: int) -> None:
    state = with_division_fields(chase(target="San Francisco"), "b", formation=formation)
    assert sum_modifiers(salvo_modifiers(state, salvo(state))) == value


# ---------------------------------------------------------------------- hits


# ---------------------------------------------------------------------- reloading


def quiet(state: State, turns: int) -> State:
    found, _ = ruling(state)
    for _ in range(turns):
        reload_tubes(found)
    after: State = found.state
    return after


@pytest.mark.rule("NoF-TOR-H8")
def test_six_quiet_turns_after_the_last_salvo_bring_all_salvos_back_once() -> None:
    state = with_ship_fields(
        quiet(with_ship_fields(chase(), "Kagero", salvos=0, launched=True), 1), "Kagero", launched=False
    )
    assert quiet(state, 5).ships["kagero"].salvos == 0
    again = quiet(state, 6)
    assert again.ships["kagero"].salvos == 2
    assert quiet(with_ship_fields(again, "Kagero", salvos=0), 8).ships["kagero"].salvos == 0


@pytest.mark.rule("NoF-TOR-H8")
def test_firing_guns_begins_the_six_turns_anew() -> None:
    after = quiet(with_ship_fields(chase(), "Kagero", salvos=0, reload=5, fired=True), 1).ships["kagero"]
    assert (after.salvos, after.reload) == (0, 0)


@pytest.mark.rule("NoF-TOR-H8", "NoF-DMG-H3")
@pytest.mark.parametrize(("ship", "changes"), [("Laffey", {}), ("Kagero", {"structure": 4}), ("Kagero", {"salvos": 1})])
def test_americans_wrecks_and_ships_with_a_salvo_left_reload_nothing(ship: str, changes: dict[str, object]) -> None:
    before = with_ship_fields(chase(), ship, **{"salvos": 0, "reload": 5, **changes})
    assert quiet(before, 2).ships[id_of(ship)].salvos == before.ships[id_of(ship)].salvos


@pytest.mark.rule("NoF-LOA-H1", "NoF-TOR-H8")
def test_a_loaded_destroyer_has_left_her_reloads_ashore() -> None:
    assert quiet(with_ship_fields(chase(), "Kagero", salvos=0, reload=5, loaded=True), 3).ships["kagero"].salvos == 0


@pytest.mark.parametrize(("ship", "target"), [("nobody", "laffey"), ("kagero", "nobody"), ("laffey", "kagero")])
def test_a_launch_by_or_at_a_ship_that_is_not_there_is_refused(ship: str, target: str) -> None:
    assert check_launch(chase(), launch(ship, target))


@pytest.mark.rule("NoF-TOR-H2")
def test_of_a_duel_in_phase_4_no_launch_is_accepted() -> None:
    assert Battle().check(duel(side="IJN", ship="Kagero", target="Laffey"), launch())
