"""Hidden movement: what a side may know of the other, and that nothing more is revealed."""

from __future__ import annotations

import pytest

from rules.nights_of_fury.commands import Join, Move
from rules.nights_of_fury.knowledge import best_known, is_memory, known_state
from rules.nights_of_fury.state import RADAR, SIGHTED, Salvo, State
from rules.nws.commands import Detach, Searchlight
from rules.nws.pieces import UNSEEN
from tests.nights_of_fury.battle import Battle, with_changes


def sea() -> Battle:
    return (
        Battle()
        .division("a", "USN", ["Nicholas", "Taylor"], 3, "ahead")
        .division("c", "USN", ["Helena"], 2)
        .division("field", "USN", ["Henderson Field"], 1, traits=("land",))
        .division("b", "IJN", ["Kagero", "Yudachi"], 7)
    )


def after_move(battle: Battle) -> State:
    """Division a has gone on a band and evades nobody; Japan may or may not know."""
    state, _ = battle.do(battle.at("movement"), Move("USN", "a", 4))
    return state


@pytest.mark.rule("NoF-SPT-H8")
def test_an_enemy_never_seen_stands_where_the_battle_began() -> None:
    state = after_move(sea())
    known = known_state(state, "IJN")
    assert known.divisions["a"].band == 3
    assert is_memory(state, "IJN", known.divisions["a"])
    assert state.divisions["a"].band == 4


@pytest.mark.rule("NoF-SPT-H8")
@pytest.mark.parametrize("level", [RADAR, SIGHTED])
def test_an_enemy_in_contact_stands_where_it_is(level: int) -> None:
    state = after_move(sea().knows("IJN", "a", level))
    known = known_state(state, "IJN")
    assert known.divisions["a"].band == 4
    assert best_known(state, "IJN", known.divisions["a"]) == level


@pytest.mark.rule("NoF-SPT-H8")
def test_an_enemy_lost_from_sight_stands_where_it_was_last_seen() -> None:
    battle = sea().knows("IJN", "a", SIGHTED).setting("visibility", "Q")
    state, _ = battle.open_phase(after_move(battle), "spotting", 6)  # the one die is a radar search of the other side
    assert state.contacts["IJN"] == {"field": SIGHTED}
    state = with_changes(state, "a", band=6)
    assert known_state(state, "IJN").divisions["a"].band == 4


@pytest.mark.rule("NoF-SPT-H8")
def test_a_side_knows_everything_of_its_own() -> None:
    state = after_move(sea())
    known = known_state(state, "USN")
    assert known.divisions["a"] == state.divisions["a"]
    assert all(known.ships[name] == state.ships[name] for name in ("nicholas", "taylor", "helena"))


@pytest.mark.rule("NoF-SPT-H8")
def test_damage_fire_and_lights_of_an_unseen_enemy_are_not_known() -> None:
    state = with_changes(sea().at("gunnery"), "nicholas", structure=2, fire=True, salvos=0, lights="kagero")
    ship = known_state(state, "IJN").ships["nicholas"]
    assert (ship.structure, ship.fire, ship.lights) == (0, False, "")
    assert ship.salvos == state.scene.cards["nicholas"].salvos


@pytest.mark.rule("NoF-SPT-H8")
def test_damage_of_an_enemy_in_contact_is_seen_and_its_tubes_are_not() -> None:
    state = with_changes(sea().knows("IJN", "a", SIGHTED).at("gunnery"), "nicholas", structure=2, salvos=0, reload=3)
    ship = known_state(state, "IJN").ships["nicholas"]
    assert (ship.structure, ship.reload) == (2, 0)
    assert ship.salvos == state.scene.cards["nicholas"].salvos


@pytest.mark.rule("NoF-SPT-H8", "NoF-EV-H1", "NoF-SMO-H1")
@pytest.mark.parametrize(("level", "shown"), [(UNSEEN, False), (RADAR, False), (SIGHTED, True)])
def test_only_who_sights_a_division_sees_it_evade_or_smoke(level: int, shown: bool) -> None:
    state = with_changes(sea().knows("IJN", "a", level).at("gunnery"), "a", evading=True, smoking=True)
    division = known_state(state, "IJN").divisions["a"]
    assert (division.evading, division.smoking) == (shown, shown)


@pytest.mark.rule("NoF-SPT-H8", "NoF-AI-H1")
def test_what_the_chart_told_an_enemy_division_is_not_known() -> None:
    state = sea().knows("USN", "b", SIGHTED).at("movement")
    state = with_changes(state, "b", action="disengage", consulted=True, detached=True, orders=3)
    division = known_state(state, "USN").divisions["b"]
    assert (division.action, division.consulted, division.detached, division.orders) == ("", False, False, 0)


@pytest.mark.rule("NoF-LAND-H1", "NoF-LAND-H2")
def test_a_land_target_is_always_known() -> None:
    state = with_changes(sea().at("gunnery"), "henderson-field", structure=2, fire=True)
    known = known_state(state, "IJN")
    assert known.ships["henderson-field"].structure == 2
    assert best_known(state, "IJN", state.divisions["field"]) == SIGHTED


@pytest.mark.rule("NoF-SPT-H8")
def test_what_the_enemy_sees_and_his_torpedoes_are_not_known() -> None:
    state = sea().knows("USN", "b", SIGHTED).knows("IJN", "a", RADAR).at("torpedoes")
    salvo = Salvo(side="USN", ship="nicholas", target="kagero", kind="Mk15", start=3, aimed=7, distance=4, turn=3)
    state = state.but(salvos=(salvo,))
    assert known_state(state, "USN").salvos == (salvo.but(unseen=False),)  # whether it was seen, no launcher knows
    known = known_state(state, "IJN")
    assert known.salvos == () and known.hits == ()
    assert known.contacts == {"IJN": {"a": RADAR}, "USN": {}}
    assert known.seen["USN"] == {}


@pytest.mark.rule("NoF-SPT-H8")
def test_ships_detached_unseen_are_still_believed_to_be_with_their_division() -> None:
    battle = sea()
    state, _ = battle.do(battle.at("orders"), Detach("USN", "taylor"))
    known = known_state(state, "IJN")
    assert known.divisions["a"].ships == ("nicholas", "taylor")
    assert [key for key in known.titles if key not in state.opening] == []
    new = state.ships["taylor"].division
    state = state.but(contacts={**state.contacts, "IJN": {new: SIGHTED}})
    known = known_state(state, "IJN")
    assert known.divisions[new].ships == ("taylor",)
    assert known.divisions["a"].ships == ("nicholas",)
    assert known.titles[new] == "Taylor"


@pytest.mark.rule("NoF-SPT-H8")
def test_a_division_seen_after_ships_joined_it_takes_them_out_of_their_old_place() -> None:
    battle = sea().division("d", "USN", ["Fletcher"], 3)
    state, _ = battle.do(battle.at("orders"), Join("USN", "d", "a"))
    assert known_state(state, "IJN").divisions["d"].ships == ("fletcher",)
    state = state.but(contacts={**state.contacts, "IJN": {"a": SIGHTED}})
    known = known_state(state, "IJN")
    assert "d" not in known.divisions
    assert known.divisions["a"].ships == ("nicholas", "taylor", "fletcher")


@pytest.mark.rule("NoF-SPT-H8")
def test_part_of_a_division_seen_elsewhere_leaves_the_rest_where_it_was() -> None:
    battle = sea()
    state, _ = battle.do(battle.at("orders"), Detach("USN", "nicholas"))
    state = with_changes(state, "a", band=5)
    state = state.but(contacts={**state.contacts, "IJN": {"a": SIGHTED}})
    known = known_state(state, "IJN")
    assert known.divisions["a"].ships == ("taylor",) and known.divisions["a"].band == 5
    lost = [division for division in known.divisions.values() if "nicholas" in division.ships]
    assert [(division.band, division.flag) for division in lost] == [(3, "nicholas")]


@pytest.mark.rule("NoF-SPT-H8")
def test_a_ship_that_sank_or_left_is_known_to_be_gone() -> None:
    state = with_changes(sea().at("gunnery"), "helena", gone="sunk", flotation=4)
    state = state.but(divisions={key: found for key, found in state.divisions.items() if key != "c"})
    known = known_state(state, "IJN")
    assert (known.ships["helena"].gone, known.ships["helena"].flotation) == ("sunk", 4)
    assert "c" not in known.divisions
    state = with_changes(state, "nicholas", gone="left", left_at=10)
    assert known_state(state, "IJN").ships["nicholas"].left_at == 10


@pytest.mark.rule("NoF-SPT-H8")
@pytest.mark.parametrize("side", ["USN", "IJN"])
def test_guessing_again_from_a_guess_changes_nothing(side: str) -> None:
    state = after_move(sea().knows("IJN", "a", RADAR).knows("USN", "b", SIGHTED))
    known = known_state(state, side)
    again = known_state(known, side)
    assert (again.divisions, again.ships, again.contacts) == (known.divisions, known.ships, known.contacts)


@pytest.mark.rule("NoF-SPT-H8")
def test_an_open_game_and_a_referee_hide_nothing() -> None:
    state = after_move(sea().setting("hidden_movement", False))
    assert known_state(state, "IJN") is state
    assert best_known(state, "IJN", state.divisions["a"]) == SIGHTED
    hidden = after_move(sea())
    assert known_state(hidden, "") is hidden


@pytest.mark.rule("NoF-SPT-H8")
def test_what_is_offered_by_a_sides_own_knowledge_is_what_it_may_really_do() -> None:
    battle = sea().knows("USN", "b", SIGHTED)
    for phase in ("orders", "movement", "spotting", "gunnery", "torpedoes"):
        state = battle.at(phase)
        known = known_state(state, "USN")
        assert battle.offers(known) == battle.offers(state), phase
    state = with_changes(battle.at("spotting"), "a", band=5)
    assert battle.list_offers(known_state(state, "USN"), Searchlight) == battle.list_offers(state, Searchlight)


@pytest.mark.rule("NoF-SPT-H8")
def test_asking_about_a_hidden_ship_does_not_tell_which_division_it_is_in() -> None:
    battle = sea()
    state, _ = battle.do(battle.at("orders"), Detach("USN", "taylor"))
    state = state.but(cursor=state.cursor.but(queue=("IJN",)))
    assert "taylor-alone" not in battle.check(state, Detach("IJN", "taylor"))[0].reason
