"""The opening: a scenario with fixed forces becomes the first position, or is refused with what is wrong."""

from __future__ import annotations

import pytest

from rules.kernel.scenario import Force, Scenario, SideNote, Unit
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.setup.initial_state import check_scenario, original_value, start

FLEET = {"visibility": "48", "baseline japan": "south", "baseline russia": "north", "admirals japan": "2"}


def scenario(conditions: dict[str, str] | None = None, **changes: object) -> Scenario:
    """Mikasa and Asama in line against Varyag, with what a test changes."""
    line = Force(
        id="line",
        side="japan",
        name="Main line",
        units=(Unit(name="Mikasa", changes={"flagship": 1, "cq": 3}), Unit(name="Asama")),
        at=(30_000, 60_000),
        facing="090",
        speed=14,
    )
    other = Force(id="other", side="russia", name="Cruisers", units=(Unit(name="Varyag"),), at=(30_000, 10_000))
    plain = Scenario(
        key="test",
        system="perfidious_albion",
        title="Test",
        date="1904-08-10",
        turns=10,
        summary="",
        briefing="",
        sources=(),
        sides=(
            SideNote(key="japan", name="Japan", nation="JP", brief=""),
            SideNote(key="russia", name="Russia", nation="RU", brief=""),
        ),
        forces=(line, other),
        conditions={**FLEET, **(conditions or {})},
    )
    return plain.but(**changes)


def options() -> dict[str, bool]:
    return {key: option.default for key, option in SYSTEM.rulebook.options.items()}


@pytest.mark.rule("PA-SET-H1")
def test_ships_of_a_force_stand_in_line_astern_of_the_first() -> None:
    state = start(scenario(), None, options())
    mikasa, asama = state.ships["mikasa"], state.ships["asama"]
    assert (mikasa.x, mikasa.y, asama.x, asama.y) == (30_000, 60_000, 27_000, 60_000)
    assert (mikasa.heading, mikasa.speed, mikasa.cq, asama.cq) == (90, 14, 3, state.scene.cards["asama"].default_cq)
    assert mikasa.hull == ((29_100, 60_000), (30_900, 60_000))
    assert state.squadrons["line"].flagship and state.squadrons["line"].ships == ("mikasa", "asama")


@pytest.mark.rule("PA-SET-H1")
def test_spacing_formation_and_a_place_of_her_own_may_be_said() -> None:
    plain = scenario()
    wide = plain.but(special=(("spacing", "line", 5000),))
    assert start(wide, None, options()).ships["asama"].x == 25_000
    abreast = plain.but(forces=(plain.forces[0].but(formation="abreast"), plain.forces[1]))
    asama = start(abreast, None, options()).ships["asama"]
    assert (asama.x, asama.y) == (30_000, 63_000)
    units = (Unit(name="Mikasa"), Unit(name="Asama", changes={"x": 5000, "y": 6000, "heading": 180}))
    own = plain.but(forces=(plain.forces[0].but(units=units), plain.forces[1]))
    asama = start(own, None, options()).ships["asama"]
    assert (asama.x, asama.y, asama.heading) == (5000, 6000, 180)


@pytest.mark.rule("PA-2.1-17")
@pytest.mark.rule("PA-PTS-H3")
def test_a_side_is_worth_its_ships_and_its_commanders() -> None:
    state = start(scenario(), None, options())
    cards = state.scene.cards
    ships = cards["mikasa"].pv[3] + cards["asama"].pv[cards["asama"].default_cq]
    assert state.values["japan"] == original_value(state, "japan") == ships + 200
    assert state.admirals == {"japan": 2, "russia": 0}


@pytest.mark.rule("PA-TAB-H8")
def test_a_pair_counts_both_boats() -> None:
    pair = scenario().forces[1].but(units=(Unit(name="Ikazuchi", changes={"boats": 2}),))
    state = start(scenario().but(forces=(scenario().forces[0], pair)), None, options())
    assert state.ships["ikazuchi"].boats == 2
    card = state.scene.cards["ikazuchi"]
    assert state.values["russia"] == 2 * card.pv[card.default_cq]


@pytest.mark.rule("PA-MOV-H6")
@pytest.mark.rule("PA-3.4-2")
def test_anchored_squadrons_lie_still_and_a_light_stands_on_each_tower() -> None:
    anchored = scenario().forces[0].but(traits=("anchored", "surprised"))
    state = start(scenario().but(forces=(anchored, scenario().forces[1])), None, options())
    for ship in (state.ships["mikasa"], state.ships["asama"]):
        assert (ship.speed, ship.stopped, ship.surprised) == (0, "anchored", True)
        assert ship.lights == len(state.scene.cards[ship.id].towers)


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ({"baseline japan": "up"}, "baseline"),
        ({"visibility": "far"}, "visibility"),
        ({"mission": "bombardment", "attacker": "japan"}, "bombardment needs a target"),
        ({"mission": "convoy", "attacker": "japan"}, "exit_box"),
        ({"mission": "convoy"}, "attacker"),
        ({"island X": "1,1 2,2 3,1"}, "means nothing"),
        ({"table": "72"}, "table"),
    ],
)
def test_conditions_that_cannot_be_played_are_refused(conditions: dict[str, str], words: str) -> None:
    problems = check_scenario(scenario(conditions), None)
    assert any(words in problem for problem in problems), problems
    with pytest.raises(ValueError, match="test: "):
        start(scenario(conditions), None, options())


def test_forces_that_cannot_be_played_are_refused() -> None:
    line, other = scenario().forces
    for force, words in (
        (line.but(units=(Unit(name="Mikasa"), Unit(name="Mikasa"))), "used twice"),
        (line.but(units=(Unit(name="Target", kind="asama"),)), "used twice"),
        (line.but(at=(80_000, 1000)), "off the table"),
        (line.but(facing="093"), "steps of 5"),
        (line.but(formation="wedge"), "ahead or abreast"),
        (line.but(at=(1000,)), "x, y in thousandths"),
        (line.but(units=(Unit(name="Yamato"),)), "Yamato"),
        (line.but(side="japan", units=()), "japan has no ship"),
    ):
        problems = check_scenario(scenario(forces=(force, other)), None)
        assert any(words in problem for problem in problems), (words, problems)


def test_a_scenario_without_base_line_or_visibility_is_refused() -> None:
    bare = scenario().but(conditions={})
    problems = check_scenario(bare, None)
    assert sum("base line" in problem for problem in problems) == 2
    assert any("visibility" in problem for problem in problems)
