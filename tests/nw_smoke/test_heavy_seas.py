"""Heavy seas (NW-HS-1 to NW-HS-10): a die for smoke, rolled once for each pair of divisions and turn."""

from __future__ import annotations

import pytest

from rules.kernel.breakdown import Breakdown
from rules.kernel.dice import TapeDice
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.odds import delayed_odds
from rules.kernel.preview import breakdowns
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.scenario import Unit
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.damage import apply_hits
from rules.nw_smoke.events import SmokeVeered
from rules.nw_smoke.gunnery import shot
from rules.nw_smoke.smoke import line_between
from rules.nw_smoke.spotting import visual_contact, visual_limit
from rules.nw_smoke.state import DETECTED, SIGHTED, State
from rules.nw_smoke.torpedoes import salvo_modifiers, salvo_need
from rules.nws.commands import Launch
from rules.nws.pieces import Hit, contact
from tests.nw_smoke.battle import Battle, events_of

BLOCKED, PARTIAL, CLEAR = 1, 3, 5  # a face of the die for each result


def gale(distance: int = 4, seas: str = "heavy") -> Battle:
    """Return two cruisers in line, smoke half way, starlit night, no radar that could find anything."""
    battle = Battle().setting("seas", seas)
    battle.division("a", "USN", ["Hobart"], 2010, "NE", speed=2)
    battle.division("b", "IJN", ["Aoba"], 2010 + distance, "NE", speed=2)
    return battle.smoke(2012)


def spot_in_gale(face: int, distance: int = 4) -> State:
    """Phase 4 in a gale: the smoke die shows `face`, and the radar search after it fails."""
    return gale(distance).enter("spotting", face, 6, 6)[0]


def smoke_dice(events: tuple[object, ...]) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled) and event.rule == "NW-HS-2"]


@pytest.mark.rule("NW-HS-1")
def test_heavy_seas_is_a_condition_of_the_scenario() -> None:
    assert gale().opening().scene.heavy_seas
    assert not gale(seas="calm").opening().scene.heavy_seas


@pytest.mark.rule("NW-HS-2")
def test_one_die_is_thrown_when_a_line_meets_smoke_in_heavy_seas_and_none_in_calm() -> None:
    assert len(smoke_dice(gale().enter("spotting", CLEAR, 6)[1])) == 1
    assert not smoke_dice(gale(seas="calm").enter("spotting", 6)[1])


@pytest.mark.rule("NW-HS-H1")
def test_several_smoke_hexes_on_the_line_are_still_one_die_and_it_holds_both_ways() -> None:
    battle = gale().smoke(2011, 2012, 2013)
    state, events = battle.enter("spotting", PARTIAL, 6)
    assert len(smoke_dice(events)) == 1
    one, other = state.divisions["a"], state.divisions["b"]
    assert line_between(state, one, other).verdict == line_between(state, other, one).verdict == "partial"


@pytest.mark.rule("NW-HS-2")
def test_a_line_that_meets_no_smoke_needs_no_die() -> None:
    assert not smoke_dice(gale().smoke(2512).enter("spotting")[1])


@pytest.mark.rule("NW-HS-H1")
def test_each_pair_of_divisions_has_its_own_die() -> None:
    battle = gale()
    battle.division("c", "IJN", ["Kinugasa"], 2014, "NE", speed=2)
    state, events = battle.enter("spotting", BLOCKED, CLEAR, 6, 6)
    assert len(smoke_dice(events)) == 2
    assert state.dice == {"a|b": "blocked", "a|c": "clear"}


@pytest.mark.rule("NW-HS-2", "NW-SMK-15", "NW-SMK-16")
def test_a_division_inside_smoke_is_diced_for_too() -> None:
    state, events = gale().smoke(2014).enter("spotting", CLEAR)
    assert len(smoke_dice(events)) == 1
    assert contact(state, "USN", "b") == SIGHTED


@pytest.mark.rule("NW-HS-3")
def test_a_1_blocks_the_line() -> None:
    state = spot_in_gale(1)
    assert line_between(state, state.divisions["a"], state.divisions["b"]).verdict == "blocked"
    assert contact(state, "USN", "b") == DETECTED


@pytest.mark.rule("NW-HS-4")
@pytest.mark.parametrize("face", [2, 3])
def test_a_2_or_3_blocks_it_in_part(face: int) -> None:
    state = spot_in_gale(face)
    assert line_between(state, state.divisions["a"], state.divisions["b"]).verdict == "partial"
    assert contact(state, "USN", "b") == SIGHTED


@pytest.mark.rule("NW-HS-5")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_4_5_or_6_does_not_block_it(face: int) -> None:
    state = spot_in_gale(face)
    assert line_between(state, state.divisions["a"], state.divisions["b"]).verdict == "clear"
    assert contact(state, "USN", "b") == SIGHTED


@pytest.mark.rule("NW-HS-6")
def test_a_partly_blocked_line_takes_2_hexes_off_the_spotting_range() -> None:
    clear, partial = spot_in_gale(CLEAR), spot_in_gale(PARTIAL)
    divisions = clear.divisions
    assert visual_limit(clear, divisions["a"], divisions["b"]) == 8  # starlit, size M
    assert visual_limit(partial, divisions["a"], divisions["b"]) == 6


@pytest.mark.rule("NW-HS-6")
@pytest.mark.parametrize(("face", "distance", "seen"), [(PARTIAL, 6, True), (PARTIAL, 7, False), (CLEAR, 8, True)])
def test_the_shorter_range_decides_who_is_sighted(face: int, distance: int, seen: bool) -> None:
    state = spot_in_gale(face, distance)
    assert (visual_contact(state, state.divisions["a"], state.divisions["b"]) == SIGHTED) is seen


@pytest.mark.rule("NW-HS-6")
def test_the_spotting_range_never_falls_below_nothing() -> None:
    battle = gale().setting("visibility", "Q")
    state, _ = battle.enter("spotting", PARTIAL, 6, 6)
    assert visual_limit(state, state.divisions["a"], state.divisions["b"]) == 0


@pytest.mark.rule("NW-HS-6", "NW-SPT-H5")
@pytest.mark.parametrize(("face", "distance", "seen"), [(PARTIAL, 1, False), (PARTIAL, 0, True), (CLEAR, 1, True)])
def test_close_aboard_does_not_count_along_a_partly_blocked_line(face: int, distance: int, seen: bool) -> None:
    """ "The Spotting Range (from the table) is reduced by 2 hexes": 2 in a squall, less 2, leaves the same hex."""
    battle = Battle().setting("seas", "heavy").setting("visibility", "Q")
    battle.division("a", "USN", ["Hobart"], 2010, "NE", speed=2)
    battle.division("b", "IJN", ["Aoba"], 2010 + distance, "NE", speed=2)
    state = battle.smoke(2010).enter("spotting", face, 6, 6)[0]
    assert (visual_contact(state, state.divisions["a"], state.divisions["b"]) == SIGHTED) is seen


@pytest.mark.rule("NW-HS-2", "NW-SPT-H10")
def test_no_die_is_thrown_for_smoke_where_land_blocks_the_line_anyway() -> None:
    battle = Battle(land=(2011,)).setting("seas", "heavy")
    battle.division("a", "USN", ["Hobart"], 2010, "NE", speed=2)
    battle.division("b", "IJN", ["Aoba"], 2014, "NE", speed=2)
    state, events = battle.smoke(2012).enter("spotting")
    assert not smoke_dice(events) and line_between(state, state.divisions["a"], state.divisions["b"]).by == "land"


@pytest.mark.rule("NW-HS-7", "NW-HS-9")
def test_gunfire_along_a_partly_blocked_line_suffers_1_more_on_top_of_the_night() -> None:
    partial = {m.rule: m.value for m in shot(spot_in_gale(PARTIAL), Fire("USN", "hobart", "aoba")).modifiers}
    clear = {m.rule: m.value for m in shot(spot_in_gale(CLEAR), Fire("USN", "hobart", "aoba")).modifiers}
    assert partial["NW-HS-7"] == -1 and partial["NW-GUN-H5"] == -1
    assert sum(partial.values()) == sum(clear.values()) - 1


@pytest.mark.rule("NW-HS-8", "NW-HS-9")
def test_torpedoes_launched_along_a_partly_blocked_line_suffer_1_more() -> None:
    totals = {}
    for face in (PARTIAL, CLEAR):
        state = gale().reach("torpedoes", face, 6, 6)
        state = state.but(divisions={**state.divisions, "a": state.divisions["a"].but(facing=1)})
        after, _ = gale().give(state, Launch("USN", "hobart", "aoba"))
        modifiers = salvo_modifiers(after, after.salvos[0]) if after.salvos else ()
        totals[face] = (sum_modifiers(modifiers), {m.rule for m in modifiers})
    assert "NW-HS-8" in totals[PARTIAL][1] and "NW-HS-8" not in totals[CLEAR][1]
    assert totals[PARTIAL][0] == totals[CLEAR][0] - 1


@pytest.mark.rule("NW-HS-10")
def test_with_the_option_off_smoke_blocks_in_heavy_seas_without_a_die() -> None:
    state, events = gale().setting("heavy_seas_dice", False).enter("spotting", 6)
    assert not smoke_dice(events)
    assert line_between(state, state.divisions["a"], state.divisions["b"]).verdict == "blocked"


@pytest.mark.rule("NW-HS-2")
def test_the_die_and_its_verdict_are_told_with_their_rules() -> None:
    _, events = gale().enter("spotting", 2, 6, 6)
    assert [(event.verdict, event.rule) for event in events_of(events, SmokeVeered)] == [("partial", "NW-HS-4")]


@pytest.mark.rule("NW-HS-8")
@pytest.mark.parametrize(
    ("face", "seen", "expected"),
    [
        (PARTIAL, True, ["NW-HS-8"]),
        (PARTIAL, False, ["NW-TOR-H4", "NW-HS-8"]),
        (CLEAR, False, ["NW-TOR-H4"]),
        (CLEAR, True, []),
    ],
)
def test_what_is_shown_before_a_launch_is_what_the_salvo_carries(face: int, seen: bool, expected: list[str]) -> None:
    battle = gale()
    battle.forces[0] = battle.forces[0].but(units=(Unit(name="Nicholas"),))
    state = battle.setting("hidden_movement", False).enter("spotting", face, 6, 6)[0]
    state = state.but(cursor=battle.cursor("torpedoes"))
    if not seen:
        state = state.but(contacts={**state.contacts, "IJN": {}})
    command = Launch("USN", "nicholas", "aoba")
    (throw,) = breakdowns(battle.system, state, command)
    after, _ = battle.do(state, command)
    carried = salvo_modifiers(after, after.salvos[0])
    assert throw.modifiers == carried and [term.rule for term in carried] == expected
    assert throw.need == salvo_need(after, after.salvos[0])


def percent_of(throw: Breakdown) -> int:
    assert throw.chance is not None
    return round(100 * throw.chance)


@pytest.mark.rule("NW-HS-8")
def test_under_hidden_movement_the_addition_for_a_launch_unseen_stands_beside_the_sum() -> None:
    battle = gale()
    battle.forces[0] = battle.forces[0].but(units=(Unit(name="Nicholas"),))
    state = battle.enter("spotting", PARTIAL, 6, 6)[0].but(cursor=battle.cursor("torpedoes"))
    state = state.but(contacts={**state.contacts, "IJN": {}})
    launch = Launch("USN", "nicholas", "aoba")
    (shown,) = breakdowns(battle.system, state, launch)
    assert "NW-TOR-H4" not in [term.rule for term in shown.modifiers]
    with_it = percent_of(shown.but(modifiers=(*shown.modifiers, Modifier(1, "launched unseen", "NW-TOR-H4"))))
    words = f"+1 if the enemy does not see the launch, which she cannot know: then {with_it} %"
    assert [(fact.label, fact.rule) for fact in shown.facts] == [(words, "NW-TOR-H4")]
    assert with_it > percent_of(shown)
    seen = state.but(contacts={**state.contacts, "IJN": {"a": SIGHTED}})
    for known in (state, seen):
        assert delayed_odds(battle.system, known, launch).of("miss") == pytest.approx(float(1 - (shown.chance or 0)))


@pytest.mark.rule("NW-HS-2", "NW-DMG-H6")
@pytest.mark.parametrize(("face", "verdict"), [(PARTIAL, "partial"), (CLEAR, "clear")])
def test_a_ship_that_drops_out_in_mid_turn_keeps_the_die_of_her_division(face: int, verdict: str) -> None:
    battle = gale()
    battle.forces[1] = battle.forces[1].but(units=(Unit(name="Aoba"), Unit(name="Furutaka")))
    state = battle.enter("spotting", face, 6, 6)[0]
    assert state.dice
    state = state.but(hits=(Hit(ship="hobart", target="furutaka", structure=4, rule="NW-GUN-H3"),))
    ruling = Ruling(battle.system, state, TapeDice(()))
    apply_hits(ruling)
    wreck = ruling.state.divisions[ruling.state.ships["furutaka"].division]
    assert wreck.ships == ("furutaka",)
    assert (ruling.state.ships["furutaka"].structure, ruling.state.ships["furutaka"].flotation) == (4, 0)
    assert line_between(ruling.state, ruling.state.divisions["a"], wreck).verdict == verdict


@pytest.mark.rule("NW-HS-2", "NW-DMG-H6")
@pytest.mark.parametrize(("side", "name", "foe"), [("a", "canberra", "b"), ("b", "furutaka", "a")])
def test_who_drops_out_of_either_line_keeps_what_the_die_said_of_the_two(side: str, name: str, foe: str) -> None:
    battle = gale()
    ours, theirs = battle.forces
    battle.forces[0] = ours.but(units=(*ours.units, Unit(name="Canberra")))
    battle.forces[1] = theirs.but(units=(*theirs.units, Unit(name="Furutaka")))
    state = battle.enter("spotting", PARTIAL, 6, 6)[0]
    by = "aoba" if side == "a" else "hobart"
    ruling = Ruling(
        battle.system, state.but(hits=(Hit(ship=by, target=name, structure=4, rule="NW-GUN-H3"),)), TapeDice(())
    )
    apply_hits(ruling)
    after = ruling.state
    assert after.ships[name].division != side
    wreck = after.divisions[after.ships[name].division]
    assert line_between(after, after.divisions[foe], wreck).verdict == "partial"
