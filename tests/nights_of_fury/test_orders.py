"""Phases and their order, and phase 1: who acts first, formations, ships detached and joined, surprise."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Command, Done, PhaseBegan
from rules.nights_of_fury.commands import Evade, Fire, Join, MakeSmoke, Move
from rules.nights_of_fury.events import FormationOrdered, OrderOfMoveRolled
from rules.nights_of_fury.sequence import SEQUENCE, first_then_second
from rules.nights_of_fury.state import RADAR, SIGHTED, formation_of
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.commands import Detach, Form, Launch, Searchlight
from rules.nws.events import DivisionJoined, ShipDetached, Surprised, VisibilityChanged
from rules.nws.pieces import FORMATIONS, UNSEEN, contact
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes


def two_sides(ships: tuple[str, ...] = ("Nicholas", "Taylor")) -> Battle:
    return Battle().division("a", "USN", list(ships), 3).division("b", "IJN", ["Kagero"], 6)


# ---------------------------------------------------------------------- the sequence


@pytest.mark.rule("NoF-PH-H1")
def test_a_turn_has_seven_phases_and_the_campaign_step_does_nothing_in_a_battle() -> None:
    assert [(phase.number, phase.name) for phase in SEQUENCE] == [
        (1, "orders"),
        (2, "movement"),
        (3, "spotting"),
        (4, "gunnery"),
        (5, "torpedoes"),
        (6, "damage control"),
        (7, "end"),
        (8, "campaign"),
    ]
    battle = two_sides()
    events = battle.pass_turns(battle.at("orders"), 3)
    began = [(event.turn, event.number) for event in events_of(tuple(events), PhaseBegan)]
    assert began[:7] == [(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7), (3, 1)]


@pytest.mark.rule("NoF-PH-H1")
def test_both_sides_finish_a_phase_before_the_next_begins() -> None:
    battle = two_sides()
    state, _ = battle.give(battle.at("movement"), Done("USN"))
    assert (battle.actor(state), SEQUENCE[state.cursor.phase].name) == ("IJN", "movement")
    state, _ = battle.give(state, Done("IJN"))
    assert SEQUENCE[state.cursor.phase].name != "movement"


@pytest.mark.rule("NoF-PH-H2")
@pytest.mark.parametrize(
    ("usn", "ijn", "first"), [(2, 5, "USN"), (5, 2, "IJN"), (1, 6, "USN"), (6, 5, "IJN"), (3, 3, "IJN")]
)
def test_each_side_throws_one_die_the_lower_acts_first_and_japan_on_equal_dice(usn: int, ijn: int, first: str) -> None:
    state, events = two_sides().enter("orders", usn, ijn)
    assert state.first == first
    assert [event.first for event in events_of(events, OrderOfMoveRolled)] == [first]
    assert first_then_second(state)[0] == first


@pytest.mark.rule("NoF-PH-H2")
def test_the_side_that_threw_lower_acts_first_in_every_phase_of_the_turn() -> None:
    for phase in SEQUENCE[:7]:
        assert phase.queue in (None, first_then_second)


@pytest.mark.rule("NoF-PH-H3")
def test_a_ship_that_is_destroyed_in_a_gunnery_phase_still_fires_in_it() -> None:
    battle = two_sides(("Nicholas",))
    state = battle.knows("USN", "b", SIGHTED).knows("IJN", "a", SIGHTED).at("gunnery")
    state = with_changes(state, "kagero", structure=3)
    # 3 bands, firepower 4: need 7; 6 + 5 - 1 (night) = 10, margin 3, Moderate; a 1 for fire, a 1 for flooding
    state, _ = battle.give(state, Fire("USN", "nicholas", "kagero"), 6, 5, 1, 1)
    assert state.ships["kagero"].structure == 3 and len(state.hits) == 1
    state, _ = battle.do(state, Fire("IJN", "kagero", "nicholas"), 1, 2)
    state, _ = battle.close_phase(state, "gunnery")
    assert state.ships["kagero"].structure == OUT_OF_ACTION and not state.hits


# ---------------------------------------------------------------------- formation


@pytest.mark.rule("NoF-ORD-H1")
@pytest.mark.parametrize("formation", [name for name in FORMATIONS if name != "abreast"])
def test_a_division_takes_up_another_formation_at_once(formation: str) -> None:
    battle = two_sides()
    state, events = battle.do(battle.at("orders"), Form("USN", "a", formation))
    assert state.divisions["a"].formation == formation
    assert len(events_of(events, FormationOrdered)) == 1


@pytest.mark.rule("NoF-ORD-H1")
def test_a_division_has_one_formation_order_a_turn_and_another_the_next() -> None:
    battle = two_sides()
    state, _ = battle.do(battle.at("orders"), Form("USN", "a", "ahead"))
    assert rules_of(battle.check(state, Form("USN", "a", "echelon"))) == ["NoF-ORD-H1"]
    state, _ = battle.open_phase(state, "orders", 1, 2)
    assert not battle.check(state, Form("USN", "a", "echelon"))


@pytest.mark.rule("NoF-ORD-H1")
def test_what_is_no_formation_or_the_one_it_has_is_refused() -> None:
    battle = two_sides()
    state = battle.at("orders")
    assert rules_of(battle.check(state, Form("USN", "a", "wedge"))) == ["NoF-ORD-H1"]
    assert rules_of(battle.check(state, Form("USN", "a", "abreast"))) == ["NoF-ORD-H1"]
    assert rules_of(battle.check(state, Form("USN", "b", "ahead"))) == ["NoF-DIV-H1"]


@pytest.mark.rule("NoF-ORD-H1")
def test_a_ship_alone_counts_as_line_abreast_unless_she_is_ordered_line_ahead() -> None:
    battle = two_sides(("Nicholas",))
    state = battle.at("orders")
    offered = [command.formation for command in battle.list_offers(state, Form) if isinstance(command, Form)]
    assert offered == ["ahead"]
    for formation in ("echelon", "dispersed"):
        assert rules_of(battle.check(state, Form("USN", "a", formation))) == ["NoF-ORD-H1"]
        assert formation_of(state.divisions["a"].but(formation=formation)) == "abreast"
    state, _ = battle.do(state, Form("USN", "a", "ahead"))
    assert formation_of(state.divisions["a"]) == "ahead"


@pytest.mark.rule("NoF-FRM-H3")
def test_a_division_may_choose_to_be_dispersed_and_may_be_formed_again_the_next_turn() -> None:
    battle = two_sides()
    state, _ = battle.do(battle.at("orders"), Form("USN", "a", "dispersed"))
    assert formation_of(state.divisions["a"]) == "dispersed"
    state, _ = battle.open_phase(state, "orders", 1, 2)
    state, _ = battle.do(state, Form("USN", "a", "abreast"))
    assert formation_of(state.divisions["a"]) == "abreast"


@pytest.mark.rule("NoF-SPT-H8")
def test_an_unseen_divisions_formation_is_told_to_its_own_side_only() -> None:
    battle = two_sides()
    _, events = battle.do(battle.at("orders"), Form("USN", "a", "ahead"))
    assert events_of(events, FormationOrdered)[0].to == ("USN",)
    _, events = battle.do(battle.knows("IJN", "a", SIGHTED).at("orders"), Form("USN", "a", "ahead"))
    assert events_of(events, FormationOrdered)[0].to == ()


# ---------------------------------------------------------------------- detaching


@pytest.mark.rule("NoF-ORD-H2")
def test_a_detached_ship_is_a_division_of_her_own_in_the_same_band_and_as_well_known_as_the_old_one() -> None:
    battle = two_sides().knows("IJN", "a", RADAR)
    state, events = battle.do(battle.at("orders"), Detach("USN", "taylor"))
    new = events_of(events, ShipDetached)[0].new
    assert state.divisions["a"].ships == ("nicholas",)
    assert state.divisions[new].ships == ("taylor",) and state.divisions[new].band == 3
    assert state.ships["taylor"].division == new
    assert contact(state, "IJN", new) == RADAR
    assert formation_of(state.divisions[new]) == "abreast"


@pytest.mark.rule("NoF-ORD-H2")
def test_the_flagship_may_be_detached_and_the_next_ship_leads_in_good_order() -> None:
    battle = two_sides()
    state, _ = battle.do(battle.at("orders"), Detach("USN", "nicholas"))
    assert state.divisions["a"].flag == "taylor"
    assert state.divisions["a"].formation == "abreast"


@pytest.mark.rule("NoF-ORD-H2")
def test_who_may_not_be_detached() -> None:
    battle = two_sides().division("c", "USN", ["Fletcher"], 3)
    state = battle.at("orders")
    assert rules_of(battle.check(state, Detach("USN", "fletcher"))) == ["NoF-ORD-H2"]
    assert rules_of(battle.check(state, Detach("USN", "kagero"))) == ["NoF-ORD-H2"]
    assert rules_of(battle.check(state, Detach("USN", "bismarck"))) == ["NoF-ORD-H2"]
    wreck = with_changes(state, "taylor", structure=OUT_OF_ACTION)
    assert rules_of(battle.check(wreck, Detach("USN", "taylor"))) == ["NoF-DMG-H3"]
    after, _ = battle.do(state, Detach("USN", "taylor"))
    assert rules_of(battle.check(after, Detach("USN", "nicholas"))) == ["NoF-ORD-H1"]


# ---------------------------------------------------------------------- joining


def three_divisions(band: int = 3, second: tuple[str, ...] = ("Fletcher",)) -> Battle:
    return two_sides().division("c", "USN", list(second), band, "ahead", ("run",))


@pytest.mark.rule("NoF-ORD-H3")
def test_a_division_that_joins_another_takes_its_formation_and_both_traits_hold() -> None:
    battle = three_divisions()
    state, events = battle.do(battle.at("orders"), Join("USN", "a", "c"))
    joined = state.divisions["c"]
    assert "a" not in state.divisions
    assert joined.ships == ("fletcher", "nicholas", "taylor")
    assert (joined.formation, joined.flag, joined.traits) == ("ahead", "fletcher", ("run",))
    assert {state.ships[name].division for name in joined.ships} == {"c"}
    assert [event.division for event in events_of(events, DivisionJoined)] == ["a"]


@pytest.mark.rule("NoF-ORD-H3")
def test_divisions_join_only_in_the_same_band() -> None:
    battle = three_divisions(band=4)
    state = battle.at("orders")
    assert rules_of(battle.check(state, Join("USN", "a", "c"))) == ["NoF-ORD-H3"]
    assert not battle.list_offers(state, Join)


@pytest.mark.rule("NoF-DIV-H1")
def test_a_division_has_at_most_six_ships() -> None:
    four = ("Fletcher", "O'Bannon", "Laffey", "Buchanan")
    battle = three_divisions(second=four)
    state = battle.at("orders")
    assert not battle.check(state, Join("USN", "a", "c"))
    battle = three_divisions(second=(*four, "Sterett"))
    state = battle.at("orders")
    assert rules_of(battle.check(state, Join("USN", "a", "c"))) == ["NoF-DIV-H1"]
    assert not battle.list_offers(state, Join)


@pytest.mark.rule("NoF-ORD-H3")
def test_a_division_joins_neither_itself_nor_an_enemy_nor_nobody() -> None:
    battle = three_divisions()
    state = battle.at("orders")
    assert rules_of(battle.check(state, Join("USN", "a", "a"))) == ["NoF-ORD-H3"]
    assert rules_of(battle.check(state, Join("USN", "a", "b"))) == ["NoF-DIV-H1"]
    assert rules_of(battle.check(state, Join("USN", "z", "a"))) == ["NoF-DIV-H1"]


@pytest.mark.rule("NoF-SPT-H8")
def test_what_the_enemy_knew_of_one_of_two_joined_divisions_he_knows_of_both() -> None:
    battle = three_divisions().knows("IJN", "a", SIGHTED).knows("IJN", "c", RADAR)
    state, _ = battle.do(battle.at("orders"), Join("USN", "a", "c"))
    assert state.contacts["IJN"] == {"c": SIGHTED}
    battle = three_divisions()
    state, _ = battle.do(battle.at("orders"), Join("USN", "a", "c"))
    assert contact(state, "IJN", "c") == UNSEEN


@pytest.mark.rule("NoF-LAND-H1")
def test_a_land_target_takes_no_orders() -> None:
    battle = two_sides().division("field", "USN", ["Henderson Field"], 3, traits=("land",))
    state = battle.at("orders")
    assert rules_of(battle.check(state, Form("USN", "field", "ahead"))) == ["NoF-LAND-H1"]
    assert rules_of(battle.check(state, Join("USN", "a", "field"))) == ["NoF-LAND-H1"]
    assert "field" not in [offer.piece for offer in battle.offers(state)]
    assert Join("USN", "a", "field") not in battle.list_offers(state, Join)


# ---------------------------------------------------------------------- surprise and weather


@pytest.mark.rule("NoF-SUR-H1")
def test_a_surprised_side_is_told_so_and_is_offered_nothing_at_all() -> None:
    battle = two_sides().surprise("USN").knows("USN", "b", SIGHTED)
    _, events = battle.enter("orders", 1, 2)
    assert [event.side for event in events_of(events, Surprised)] == ["USN"]
    for phase in ("orders", "movement", "spotting", "gunnery", "torpedoes"):
        state = battle.at(phase)
        assert [offer.verb for offer in battle.offers(state)] == ["done"], phase


@pytest.mark.rule("NoF-SUR-H1")
def test_a_surprised_side_may_give_no_command() -> None:
    battle = two_sides().surprise("USN").knows("USN", "b", SIGHTED)
    commands: dict[str, list[Command]] = {
        "orders": [Form("USN", "a", "ahead"), Detach("USN", "taylor"), Join("USN", "a", "a")],
        "movement": [Move("USN", "a", 4), Evade("USN", "a"), MakeSmoke("USN", "a")],
        "spotting": [Searchlight("USN", "taylor", "kagero")],
        "gunnery": [Fire("USN", "taylor", "kagero")],
        "torpedoes": [Launch("USN", "taylor", "kagero")],
    }
    for phase, given in commands.items():
        for command in given:
            assert "NoF-SUR-H1" in rules_of(battle.check(battle.at(phase), command)), command


@pytest.mark.rule("NoF-SUR-H1")
def test_surprise_ends_with_the_turn_the_scenario_names() -> None:
    battle = two_sides().surprise("USN", 2)
    assert battle.list_offers(battle.at("orders", turn=3), Form)
    assert not battle.list_offers(battle.at("orders", turn=2), Form)


@pytest.mark.rule("NoF-SPT-H1")
def test_the_weather_turns_when_the_scenario_says_so() -> None:
    battle = two_sides()
    battle.special.append(("visibility", "Q", 2))
    state, events = battle.enter("orders", 1, 2)
    assert state.visibility == "Q"
    assert [event.visibility for event in events_of(events, VisibilityChanged)] == ["Q"]
    assert battle.opening().visibility == "N"
