"""Damage: two tracks, the lines of the card, wrecks, lost flagships, and targets on land."""

from __future__ import annotations

import pytest

from rules.kernel.ruling import Ruling
from rules.nights_of_fury.aiming import shot
from rules.nights_of_fury.damage import apply_hits, damage_control, detach_ship
from rules.nights_of_fury.events import FlagshipLost
from rules.nights_of_fury.gunnery import check_fire, offer_fire
from rules.nights_of_fury.state import SIGHTED, Ship, State, firepower
from rules.nights_of_fury.torpedoes import check_launch, offer_launch
from rules.nights_of_fury.victory import open_end
from rules.nws.events import FireOut, PutOutOfAction, Sunk
from rules.nws.pieces import Hit, damage_level, speed_kn
from tests.nights_of_fury.battle import Battle, events_of
from tests.nights_of_fury.duel import (
    duel,
    fire,
    result,
    ruling,
    terms,
    with_division_fields,
    with_firepower,
    with_ship_fields,
)
from tests.nights_of_fury.test_torpedoes import chase, launch

ALL = ("oyashio", "hayashio")  # of the division of three, but its flagship


def position(**options: bool) -> State:
    """Return two destroyers against three, Kagero the flagship of three, in phase 4."""
    battle = Battle()
    for name, value in options.items():
        battle.setting(name, value)
    battle.division("a", "USN", ["Laffey", "Barton"], 4)
    battle.division("b", "IJN", ["Kagero", "Oyashio", "Hayashio"], 6)
    return battle.knows("USN", "b", SIGHTED).knows("IJN", "a", SIGHTED).at("gunnery")


def hit(state: State, target: str = "kagero", **changes: object) -> Ruling:
    """End the phase with one hit waiting; no dice."""
    waiting = Hit(**{"ship": "laffey", "target": target, "structure": 0, "rule": "NoF-GUN-H3", **changes})  # type: ignore[arg-type]
    found, _ = ruling(state.but(hits=(waiting,)))
    apply_hits(found)
    return found


def levels(ship: Ship) -> tuple[int, int]:
    return ship.structure, ship.flotation


# ---------------------------------------------------------------------- tracks


@pytest.mark.rule("NoF-DMG-H1")
def test_structure_and_flotation_are_two_tracks_that_add_up() -> None:
    found = hit(with_ship_fields(position(), "Kagero", structure=1, flotation=1), structure=2, flotation=1)
    assert levels(found.state.ships["kagero"]) == (3, 2)


@pytest.mark.rule("NoF-DMG-H1")
def test_no_track_goes_beyond_four() -> None:
    assert levels(hit(with_ship_fields(position(), "Kagero", structure=3), structure=3).state.ships["kagero"]) == (4, 0)


@pytest.mark.rule("NoF-DMG-H1")
def test_at_four_levels_of_flotation_a_ship_sinks_and_leaves_the_chart() -> None:
    found = hit(with_ship_fields(position(), "Oyashio", flotation=3), "oyashio", flotation=1)
    assert found.state.ships["oyashio"].gone == "sunk"
    assert found.state.divisions["b"].ships == ("kagero", "hayashio")
    assert [event.ship for event in events_of(tuple(found.events), Sunk)] == ["oyashio"]


@pytest.mark.rule("NoF-DMG-H1")
def test_a_division_whose_last_ship_sinks_is_gone() -> None:
    state = position()
    for name in ("kagero", "oyashio", "hayashio"):
        state = hit(state, name, flotation=4).state
    assert "b" not in state.divisions
    assert "b" in state.titles


@pytest.mark.rule("NoF-PH-H3")
def test_all_fire_of_a_phase_is_at_the_same_time_and_damage_waits_for_its_end() -> None:
    state = with_division_fields(position(night_penalty=False), "a", formation="abreast")
    after, grade = result(state, fire("Laffey", "Kagero"), 6, 6, 4, 5)
    assert grade == "heavy" and levels(after.ships["kagero"]) == (0, 0)
    found, _ = ruling(after)
    apply_hits(found)
    assert levels(found.state.ships["kagero"]) == (3, 1)
    assert found.state.ships["kagero"].fire and not found.state.hits


@pytest.mark.rule("NoF-DMG-H2", "NoF-GUN-4", "NoF-GUN-5")
@pytest.mark.parametrize(
    ("structure", "flotation", "power", "knots"),
    [(0, 0, 3, 35), (1, 0, 2, 32), (0, 2, 2, 23), (1, 3, 1, 12), (3, 1, 1, 12), (4, 0, 0, 0)],
)
def test_the_worse_track_chooses_the_line_of_the_card(structure: int, flotation: int, power: int, knots: int) -> None:
    state = with_ship_fields(position(), "Kagero", structure=structure, flotation=flotation)
    ship = state.ships["kagero"]
    assert (firepower(state, ship), speed_kn(state, ship)) == (power, knots)
    assert damage_level(ship) == max(structure, flotation)


@pytest.mark.rule("NoF-GUN-4", "NoF-GUN-5", "NoF-BASE-3", "NoF-BASE-H2")
@pytest.mark.parametrize("by_card", [True, False])
def test_the_lines_of_the_card_rule_where_the_chart_says_otherwise(by_card: bool) -> None:
    state = duel("Takao", "Helena", side="IJN", card_damage_lines=by_card)
    card, reductions = state.scene.cards["takao"], state.scene.charts.damage_by_chart
    lines = [(card.firepower, card.speed_kn), card.light, card.moderate, card.heavy, (0, 0)]
    if not by_card:
        guns, speeds = reductions.firepower_percent, reductions.speed_percent
        flat = zip(guns, speeds, strict=True)
        lines = [((2 * 6 * gun + 100) // 200, (2 * 34 * speed + 100) // 200) for gun, speed in flat]
    found = []
    for level in range(5):
        hurt = with_ship_fields(state, "Takao", structure=level)
        found.append((firepower(hurt, hurt.ships["takao"]), speed_kn(hurt, hurt.ships["takao"])))
    assert found == lines


@pytest.mark.rule("NoF-LOA-H1")
@pytest.mark.parametrize(("loaded", "level", "power"), [(False, 0, 3), (True, 0, 2), (True, 1, 2), (True, 2, 2)])
def test_a_loaded_destroyer_has_1_less_firepower_while_she_is_unhurt(loaded: bool, level: int, power: int) -> None:
    battle = Battle().division("a", "IJN", ["Kagero"], 9, traits=("loaded",) if loaded else ())
    state = with_ship_fields(battle.division("b", "USN", ["Laffey"], 2).at("gunnery"), "Kagero", structure=level)
    assert firepower(state, state.ships["kagero"]) == power


@pytest.mark.rule("NoF-DMG-H3")
def test_a_ship_out_of_action_is_still_a_target_and_fires_and_launches_nothing() -> None:
    found = hit(with_ship_fields(position(), "Kagero", structure=3), structure=1)
    assert [event.ship for event in events_of(tuple(found.events), PutOutOfAction)] == ["kagero"]
    state = found.state
    assert not state.ships["kagero"].gone
    assert not check_fire(state, fire("Laffey", "Kagero"))
    assert [i.rule for i in check_fire(state, fire("Kagero", "Laffey", "IJN"))] == ["NoF-DMG-H3"]
    assert "kagero" not in {offer.piece for offer in (*offer_fire(state, "IJN"), *offer_launch(state, "IJN"))}


@pytest.mark.rule("NoF-DMG-H3")
def test_a_ship_put_out_of_action_is_left_behind_in_a_division_of_her_own() -> None:
    state = hit(with_ship_fields(position(), "Oyashio", structure=3), "oyashio", structure=1).state
    alone = state.divisions[state.ships["oyashio"].division]
    assert alone.id != "b" and alone.ships == ("oyashio",) and alone.band == 6
    assert state.divisions["b"].ships == ("kagero", "hayashio")
    assert state.contacts["USN"][alone.id] == SIGHTED
    assert state.titles[alone.id] == "Oyashio"


@pytest.mark.rule("NoF-DMG-H4")
def test_gunfire_at_a_ship_already_out_of_action_marks_flotation() -> None:
    state = with_ship_fields(position(), "Kagero", structure=4)
    assert levels(hit(state, structure=2).state.ships["kagero"]) == (4, 2)
    assert levels(hit(state, structure=2, flotation=1).state.ships["kagero"]) == (4, 3)
    assert hit(with_ship_fields(state, "Kagero", flotation=2), structure=2).state.ships["kagero"].gone == "sunk"


@pytest.mark.rule("NoF-DMG-H4", "NoF-TOR-H7")
def test_only_gunfire_turns_structure_into_flotation_and_a_torpedo_floods_by_its_own_chart() -> None:
    state = with_ship_fields(position(), "Kagero", structure=4)
    after = hit(state, structure=1, flotation=2, rule="NoF-TOR-H7").state
    assert levels(after.ships["kagero"]) == (4, 2)


@pytest.mark.rule("NoF-DMG-H5")
@pytest.mark.parametrize(
    ("flotation", "burning", "face", "sinks"),
    [(0, False, 5, False), (0, False, 6, True), (0, True, 4, False), (0, True, 5, True), (2, False, 3, False)]
    + [(2, False, 4, True), (3, True, 1, False), (3, True, 2, True)],
)
def test_when_the_battle_is_over_a_wreck_sinks_on_6_with_its_flotation_and_fire(
    flotation: int, burning: bool, face: int, sinks: bool
) -> None:
    state = with_ship_fields(position(), "Kagero", structure=4, flotation=flotation, fire=burning)
    state = state.but(cursor=state.cursor.but(turn=state.turns))
    found, tape = ruling(state, face)
    open_end(found)
    assert found.state.outcome is not None and not tape.faces_left
    assert (found.state.ships["kagero"].gone == "sunk") is sinks


# ---------------------------------------------------------------------- flagships


@pytest.mark.rule("NoF-FRM-H3")
@pytest.mark.parametrize("changes", [{"flotation": 4}, {"structure": 4}])
def test_a_division_that_loses_its_flagship_is_dispersed_and_another_ship_leads(changes: dict[str, object]) -> None:
    found = hit(with_division_fields(position(), "b", formation="ahead"), "kagero", **changes)
    division = found.state.divisions["b"]
    assert (division.formation, division.flag) == ("dispersed", "oyashio")
    (lost,) = events_of(tuple(found.events), FlagshipLost)
    assert (lost.ship, lost.leader, lost.formation) == ("kagero", "oyashio", "Dispersed")


@pytest.mark.rule("NoF-FRM-H3")
@pytest.mark.parametrize(("hit_too", "leaders"), [((), ["oyashio"]), (("oyashio",), ["hayashio"]), (ALL, [])])
def test_a_wreck_is_told_to_lead_nobody(hit_too: tuple[str, ...], leaders: list[str]) -> None:
    """The flagship and, in the same phase, the other ships are put out of action."""
    wrecks = ("kagero", *hit_too)
    waiting = [Hit(ship="laffey", target=name, structure=4, rule="NoF-GUN-H3") for name in wrecks]
    found, _ = ruling(position().but(hits=tuple(waiting)))
    apply_hits(found)
    assert [event.leader for event in events_of(tuple(found.events), FlagshipLost)] == leaders


@pytest.mark.rule("NoF-FRM-H3")
def test_the_loss_of_another_ship_leaves_the_formation_as_it_was() -> None:
    division = hit(with_division_fields(position(), "b", formation="ahead"), "oyashio", flotation=4).state.divisions[
        "b"
    ]
    assert (division.formation, division.flag) == ("ahead", "kagero")


@pytest.mark.rule("NoF-FRM-H3", "NoF-ORD-H1")
def test_a_single_ship_left_by_her_flagship_is_not_dispersed() -> None:
    state = hit(position(), "hayashio", flotation=4).state
    assert hit(state, "kagero", flotation=4).state.divisions["b"].formation == "abreast"


@pytest.mark.rule("NoF-ORD-H2", "NoF-FRM-H3")
def test_a_flagship_that_detaches_is_not_lost() -> None:
    found, _ = ruling(with_division_fields(position(), "b", formation="echelon"))
    alone = detach_ship(found, "kagero", "NoF-ORD-H2")
    assert (found.state.divisions["b"].formation, found.state.divisions["b"].flag) == ("echelon", "oyashio")
    assert (found.state.divisions[alone].formation, found.state.divisions[alone].flag) == ("abreast", "kagero")


@pytest.mark.rule("NoF-GUN-H11")
def test_a_ship_that_burns_already_catches_no_second_fire() -> None:
    state = with_ship_fields(position(), "Kagero", fire=True)
    assert not [event for event in hit(state, structure=1, fire=True).events if type(event).__name__ == "FireStarted"]


# ---------------------------------------------------------------------- targets on land


def shore(ship: str = "Kongo", d: int = 2, target: str = "Henderson Field", **options: bool) -> State:
    """Return a Japanese ship d bands off a land target in band 1, in phase 4; IJN acts."""
    battle = Battle()
    for name, value in options.items():
        battle.setting(name, value)
    battle.division("a", "IJN", [ship], 1 + d).division("f", "USN", [target], 1, traits=("land",))
    state = battle.knows("IJN", "f", SIGHTED).knows("USN", "a", SIGHTED).at("gunnery")
    return state.but(cursor=state.cursor.but(queue=("IJN", "USN")))


@pytest.mark.rule("NoF-LAND-H1")
def test_henderson_field_has_defence_2_no_guns_and_20_points() -> None:
    state = shore()
    card = state.scene.cards["henderson-field"]
    assert (card.defence, card.firepower, card.pv, card.salvos) == (2, 0, 20, 0)
    assert not list(offer_fire(state, "USN"))


@pytest.mark.rule("NoF-LAND-H1")
def test_a_gun_battery_has_defence_1_firepower_2_of_class_s_and_4_points() -> None:
    card = shore(target="Gun Battery").scene.cards["gun-battery"]
    assert (card.defence, card.firepower, card.gun, card.pv) == (1, 2, "S", 4)


@pytest.mark.rule("NoF-LAND-H2")
@pytest.mark.parametrize(("ship", "reach"), [("Kagero", 3), ("Takao", 5), ("Kongo", 8)])
def test_guns_reach_less_far_against_the_land(ship: str, reach: int) -> None:
    command = fire(ship, "Henderson Field", "IJN")
    assert not check_fire(shore(ship, reach), command)
    assert [i.rule for i in check_fire(shore(ship, reach + 1), command)] == ["NoF-LAND-H2"]


@pytest.mark.rule("NoF-LAND-H2")
@pytest.mark.parametrize(("d", "rules"), [(3, []), (4, ["NoF-LAND-H2"])])
def test_a_gun_battery_fires_back_over_3_bands(d: int, rules: list[str]) -> None:
    state = shore("Takao", d, "Gun Battery")
    state = state.but(cursor=state.cursor.but(queue=("USN", "IJN")))
    assert [i.rule for i in check_fire(state, fire("Gun Battery", "Takao"))] == rules


@pytest.mark.rule("NoF-LAND-H3")
@pytest.mark.parametrize("ship", ["Kagero", "Takao", "Kongo"])
def test_neither_armour_charts_nor_size_count_against_the_land_but_the_night_does(ship: str) -> None:
    command = fire(ship, "Henderson Field", "IJN")
    assert terms(shot(shore(ship), command)) == {"NoF-GUN-6": -1}
    burning = with_ship_fields(shore(ship), "Henderson Field", fire=True)
    assert terms(shot(burning, command)) == {}


@pytest.mark.rule("NoF-LAND-H3", "NoF-GUN-H12")
def test_a_heavy_hit_on_the_land_throws_no_die_for_flooding() -> None:
    state = with_firepower(shore(night_penalty=False), 15, "Kongo")  # need 9 - 8 + 0 + 2 = 3
    after, grade = result(state, fire("Kongo", "Henderson Field", "IJN"), 4, 5, 4)
    assert (grade, after.hits[0].structure, after.hits[0].flotation, after.hits[0].fire) == ("heavy", 3, 0, True)


@pytest.mark.rule("NoF-LAND-H1")
def test_at_four_levels_a_land_target_is_out_of_action_and_not_fired_at_any_more() -> None:
    found = hit(with_ship_fields(shore(), "Henderson Field", structure=2), "henderson-field", structure=2)
    assert [event.rule for event in events_of(tuple(found.events), PutOutOfAction)] == ["NoF-LAND-H1"]
    state = found.state
    assert state.divisions["f"].ships == ("henderson-field",)
    assert [i.rule for i in check_fire(state, fire("Kongo", "Henderson Field", "IJN"))] == ["NoF-LAND-H1"]
    assert not list(offer_fire(state, "IJN"))


@pytest.mark.rule("NoF-LAND-H3")
def test_further_hits_on_a_land_target_flood_nothing() -> None:
    state = with_ship_fields(shore(), "Henderson Field", structure=4)
    assert levels(hit(state, "henderson-field", structure=3).state.ships["henderson-field"]) == (4, 0)


@pytest.mark.rule("NoF-LAND-H3")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_fire_ashore_is_out_on_1_or_2_and_a_six_calls_for_no_second_die(face: int) -> None:
    found, tape = ruling(with_ship_fields(shore(), "Henderson Field", structure=1, fire=True), face)
    damage_control(found)
    assert not tape.faces_left
    assert found.state.ships["henderson-field"].fire is (face > 2)
    assert found.state.ships["henderson-field"].structure == 1
    assert len(events_of(tuple(found.events), FireOut)) == (face <= 2)


@pytest.mark.rule("NoF-LAND-H3")
def test_a_damaged_airfield_that_does_not_burn_throws_nothing() -> None:
    found, _ = ruling(with_ship_fields(shore(), "Henderson Field", structure=2))
    damage_control(found)
    assert found.events == []


@pytest.mark.rule("NoF-LAND-H3")
def test_torpedoes_are_not_launched_at_the_land() -> None:
    state = shore("Kagero")
    state = state.but(cursor=chase().cursor)
    assert [i.rule for i in check_launch(state, launch("Kagero", "Henderson Field"))] == ["NoF-LAND-H3"]
    assert not list(offer_launch(state, "IJN"))


@pytest.mark.rule("NoF-LAND-H3", "NoF-DMG-H5")
def test_a_land_target_out_of_action_does_not_sink_when_the_battle_is_over() -> None:
    state = with_ship_fields(shore(), "Henderson Field", structure=4, fire=True)
    found, _ = ruling(state.but(cursor=state.cursor.but(turn=state.turns)))
    open_end(found)
    assert found.state.outcome is not None
    assert found.state.ships["henderson-field"].gone == ""


@pytest.mark.rule("NoF-DMG-H3", "NoF-EV-H1", "NoF-EV-H2")
@pytest.mark.parametrize("ships", [["Laffey"], ["Laffey", "Barton"]])
def test_a_ship_put_out_of_action_carries_no_evading_marker_any_more(ships: list[str]) -> None:
    battle = Battle().division("a", "USN", ships, 5).division("c", "USN", ["Cushing"], 2)
    game = battle.division("b", "IJN", ["Kirishima"], 5).play()
    game.until("movement", "USN")
    game.order("evade a")
    game.until("gunnery", "IJN")
    state = game.state
    assert state.divisions["a"].evading
    weak = state.ships["laffey"].but(structure=3)
    game.session.states[-1] = state.but(ships={**state.ships, "laffey": weak})
    game.order("fire kirishima laffey", 6, 6, 1, 1)
    game.until("orders", turn=2)
    wreck = game.state.divisions[game.state.ships["laffey"].division]
    assert game.state.ships["laffey"].structure == 4
    assert not wreck.evading
    if len(ships) > 1:
        assert game.state.divisions["a"].evading, "the others still evade"
