"""The dockyard: what the sheet says of torpedoes, quickfirer groups and funnels, on good designs and on bad ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from main import main
from rules.kernel.datafile import DataError
from rules.perfidious_albion.setup.initial_state import check_scenario, start
from rules.perfidious_albion.ships.conditions import unit_card
from rules.perfidious_albion.ships.dockyard import (
    DESIGNS,
    Design,
    DesignRow,
    blueprint,
    check_design,
    design_card,
    design_names,
    kind_of_calibre,
    legal_names,
    load_design,
    price,
    quickfirer_findings,
    quickfirer_groups,
    torpedo_level,
)
from rules.perfidious_albion.ships.grids import Tube
from rules.perfidious_albion.ships.roster import load_roster, ship_card
from tests.perfidious_albion.test_scenarios import scenario

BIG, SMALL = "colossus_1912", "vampire_1898"


def design(key: str = BIG) -> Design:
    return load_design(DESIGNS / f"{key}.yaml")


def design_with(key: str = BIG, **fields: object) -> Design:
    found = design(key)
    return found.but(row=found.row.but(**fields))


def redrawn(section: int, level: int, word: str, key: str = BIG, **fields: object) -> Design:
    """Return a design with one box changed."""
    rows = [row.split() for row in design(key).row.grid]
    rows[level - 1][section - 1] = word
    return design_with(key, grid=tuple(" ".join(row) for row in rows), **fields)


def rules_of(bad: Design, **options: bool) -> set[str]:
    return {finding.rule for finding in check_design(bad, options)}


def mount(kind: str, level: int, trainable: bool = False, barrels: int = 1) -> Tube:
    return Tube(key="3/3", level=level, section=3, kind=kind, arc="R", barrels=barrels, trainable=trainable)


# ---------------------------------------------------------------------- good designs


@pytest.mark.parametrize("key", [BIG, SMALL])
def test_the_example_designs_are_fit_to_sail(key: str) -> None:
    assert check_design(design(key)) == []
    assert key in design_names() and key in legal_names()


@pytest.mark.rule("PA-PTS-H1", "PA-DOC-H2")
def test_a_design_is_priced_line_by_line() -> None:
    small = price(design(SMALL))
    assert [item.hundredths[0] for item in small.items] == [10_800, 12_960, 30_000, 4500]
    assert (small.tech_percent, small.base, small.values) == (100, (2913, 5), {1: 500, 2: 600, 3: 750})


def test_a_design_joins_a_battle() -> None:
    battle = scenario("two_and_two")
    force = battle.forces[0]
    unit = force.units[1].but(name="Colossus", kind=f"design:{BIG}")
    assert unit_card(unit).title == "Colossus of 1912"
    battle = battle.but(forces=(force.but(units=(force.units[0], unit)), *battle.forces[1:]))
    assert check_scenario(battle, None) == []
    state = start(battle, None, {})
    assert state.scene.cards["colossus"].pv[2] == price(design()).values[2]
    assert state.values["britain"] == ship_card("Majestic").pv[2] + 50_600 + 100


# ---------------------------------------------------------------------- torpedoes


@pytest.mark.rule("PA-10-1", "PA-10-2", "PA-10-3", "PA-10-4", "PA-10-5", "PA-10-6")
def test_the_level_of_torpedo_technology_goes_by_calibre_and_mounting() -> None:
    for tube, level, rule in (
        (mount("short", 4), -2, "PA-10-1"),
        (mount("short", 6), -1, "PA-10-2"),
        (mount("medium", 4), 0, "PA-10-3"),
        (mount("medium", 6), 0, "PA-10-3"),
        (mount("long", 6), 1, "PA-10-4"),
        (mount("short", 3, True), 2, "PA-10-5"),
        (mount("long", 3, True), 2, "PA-10-5"),
        (mount("medium", 3, True, 2), 3, "PA-10-6"),
    ):
        assert torpedo_level(tube) == (level, rule)


@pytest.mark.rule("PA-10-4", "PA-10-6")
def test_a_yard_cannot_build_above_its_torpedo_technology() -> None:
    assert rules_of(design_with(torpedo_level=0)) == {"PA-10-4"}
    assert rules_of(design_with(SMALL, torpedo_level=2)) == {"PA-10-6"}
    text = check_design(design_with(SMALL, torpedo_level=2))[0].text
    assert text == "5/3: this mounting is torpedo technology +3; the yard has +2."


@pytest.mark.rule("PA-14.2-1", "PA-15.4-1")
def test_rooms_and_launchers_are_marked_by_the_calibre_of_their_torpedoes() -> None:
    assert [kind_of_calibre(tenths) for tenths in (140, 150, 177, 180, 197, 210, 220)] == [
        "short",
        "short",
        "medium",
        "medium",
        "long",
        "long",
        "long",
    ]
    assert rules_of(design_with(torpedo_tenths=180)) == {"PA-14.2-1"}
    assert rules_of(redrawn(8, 6, "TWL.L", tubes={"3/6": "B"}, torpedo_level=3)) == {"PA-15.4-1"}


@pytest.mark.rule("PA-17-2")
def test_there_is_no_price_for_fixed_tubes_above_level_three() -> None:
    assert "PA-17-2" in rules_of(redrawn(9, 2, "TTL", tubes={"3/6": "B", "8/6": "B", "9/2": "A"}))


# ---------------------------------------------------------------------- quickfirers


@pytest.mark.rule("PA-15.3-2", "PA-15.3-3", "PA-15.3-4", "PA-15.3-5")
def test_groups_by_weight_of_shot_and_size() -> None:
    for pounds, size, groups in (
        (42, 3, 1),
        (228, 1, 4),
        (16, 1, 1),
        (15, 1, 0),
        (12, 1, 0),
        (75, 3, 3),  # 2.5, halves up
        (150, 2, 3),  # 5.0 halved is 2.5
        (14, 3, 0),
        (324, 1, 5),
    ):
        assert quickfirer_groups(2 * pounds, size) == groups, (pounds, size)


@pytest.mark.rule("PA-TAB-H6")
def test_the_sizes_may_be_read_the_other_way_round() -> None:
    assert [quickfirer_groups(2 * 120, size) for size in (1, 2, 3)] == [2, 2, 4]
    assert [quickfirer_groups(2 * 120, size, reverse=True) for size in (1, 2, 3)] == [4, 2, 2]
    assert rules_of(design(SMALL), size_three_largest=True) == {"PA-15.3-4"}


@pytest.mark.rule("PA-15.3-1", "PA-15.3-3", "PA-15.3-4")
def test_a_wrong_number_of_groups_and_a_wrong_arc_are_found() -> None:
    assert rules_of(design_with(qf_lb=360)) == {"PA-15.3-4"}
    assert "make 3 groups; the grid has 4" in check_design(design_with(qf_lb=360))[0].text
    assert rules_of(redrawn(5, 4, "Q", SMALL)) == {"PA-15.3-3"}
    assert rules_of(redrawn(9, 3, "Q@R")) == {"PA-15.3-4"}
    assert "PA-15.3-5" in rules_of(redrawn(5, 4, "H", SMALL))
    assert rules_of(redrawn(4, 3, "GG+Q")) == {"PA-TAB-H7"}  # a box with other guns may have none


@pytest.mark.rule("PA-15.3-6")
def test_quickfirers_may_not_stand_before_a_turret_of_their_level() -> None:
    for section, word, hidden in ((2, "Q", True), (9, "Q", True), (7, "SUP+Q", False)):
        found = check_design(redrawn(section, 2, word))
        assert any(item.rule == "PA-15.3-6" and item.box == f"{section}/2" for item in found) == hidden


@pytest.mark.rule("PA-15.3-7")
def test_quickfirers_stand_in_a_hull_or_superstructure_box_or_on_top_of_one() -> None:
    for section, level, word in ((4, 1, "Q"), (5, 1, "FUN+Q"), (6, 1, "Q"), (2, 5, "Q")):
        found = check_design(redrawn(section, level, word))
        assert any(item.rule == "PA-15.3-7" and item.box == f"{section}/{level}" for item in found), word
    assert not any(item.rule == "PA-15.3-7" for item in check_design(redrawn(7, 1, "Q")))


@pytest.mark.rule("PA-15.3-8")
def test_only_a_turret_of_three_twelve_inch_guns_at_level_two_carries_quickfirers() -> None:
    assert rules_of(redrawn(3, 2, "AA@F/6")) == {"PA-15.3-8"}
    assert rules_of(redrawn(3, 2, "XXX@F/6")) == {"PA-15.3-8"}
    low = redrawn(6, 2, "Q")  # over the midship turret at level 3
    assert "PA-15.3-8" in rules_of(low)


@pytest.mark.rule("PA-15.3-1", "PA-15.3-2", "PA-15.3-6", "PA-15.3-7", "PA-15.3-8")
def test_every_ship_of_the_roster_carries_her_quickfirers_as_the_sheet_allows() -> None:
    for card in load_roster().classes.values():
        assert quickfirer_findings(card) == [], card.key


# ---------------------------------------------------------------------- funnels and hulls


@pytest.mark.rule("PA-13.2-1")
def test_a_funnel_of_a_ship_over_2000_tons_is_a_level_high() -> None:
    low = {"prop_units": (12, 12), "tons": 2001, "flotation": 2, "qf_lb": 0, "torpedo_tenths": 0}
    assert "PA-13.2-1" in rules_of(design_with(SMALL, **low))
    assert "PA-13.2-1" not in rules_of(design_with(SMALL, **{**low, "tons": 2000}))
    none = design_with(grid=tuple(row.replace("FUN", "SUP") for row in design().row.grid))
    assert rules_of(none) == {"PA-13.2-1"}


@pytest.mark.rule("PA-13.2-2")
def test_notably_tall_funnels_fill_two_levels() -> None:
    for word in (".", "fun"):
        found = check_design(redrawn(5, 1, word))
        assert [(item.rule, item.box) for item in found] == [("PA-13.2-2", "5/1")], word
        assert check_design(redrawn(5, 1, word, tall_funnels=False)) == []


@pytest.mark.rule("PA-DOC-H1", "PA-TAB-H7", "PA-FLO-H7", "PA-PTS-H4")
def test_a_hull_has_its_engines_and_rudder_under_water_and_the_flotation_of_its_tons() -> None:
    bad: list[tuple[Callable[[], Design], str]] = [
        (lambda: redrawn(10, 5, "H"), "PA-DOC-H1"),
        (lambda: redrawn(10, 4, "STEER"), "PA-DOC-H1"),
        (lambda: redrawn(2, 5, "E"), "PA-DOC-H1"),
        (lambda: redrawn(4, 6, "H", SMALL), "PA-TAB-H7"),
        (lambda: design_with(flotation=30), "PA-FLO-H7"),
        (lambda: design_with(tech=3), "PA-PTS-H4"),
    ]
    for make, rule in bad:
        assert rules_of(make()) == {rule}, rule


def test_what_is_no_design_at_all_is_refused_with_its_fields() -> None:
    found = check_design(design_with(prop_units=(7, 7), grid=design().row.grid[:5]))
    assert {finding.rule for finding in found} == {"PA-TAB-H7"}
    assert any("expected 6 rows" in finding.text for finding in found)
    with pytest.raises(DataError, match="tons"):
        blueprint("odd.yaml", "title: Odd\ntons: many\n", {})
    with pytest.raises(ValueError, match="No design is called 'odd'"):
        design_card("odd")
    assert isinstance(design().row, DesignRow)


# ---------------------------------------------------------------------- the verb


def test_the_verb_draws_and_prices_a_good_design(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dockyard", str(DESIGNS / f"{SMALL}.yaml")]) == 0
    output = capsys.readouterr().out
    assert "TWL.S" in output and "torpedoes: 300" in output
    assert "value: 500 (poor crew), 600 (average crew), 750 (good crew)" in output and "design is legal" in output


def test_the_verb_names_what_is_wrong_with_a_bad_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DESIGNS / f"{SMALL}.yaml").read_text("utf-8").replace("qf_lb: 36", "qf_lb: 200")
    path = tmp_path / "vampire_1898.yaml"
    path.write_text(text, "utf-8")
    assert main(["dockyard", str(path)]) == 1
    output = capsys.readouterr().out
    assert "WRONG: 100 lb of quickfirers on a ship of size 3 make 3 groups; the grid has 1. [PA-15.3-3]" in output
    assert main(["dockyard", str(DESIGNS / f"{SMALL}.yaml"), "--size-three-largest"]) == 1
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    assert "[PA-15.3-3]" in capsys.readouterr().out
    assert main(["check", str(DESIGNS)]) == 0


def test_a_blueprint_of_a_drawing_that_cannot_be_read_has_no_price() -> None:
    text = (DESIGNS / f"{SMALL}.yaml").read_text("utf-8").replace("STEER", "RUDDER")
    drawn = blueprint("vampire.yaml", text, {})
    assert (drawn.key, drawn.costs, drawn.values, drawn.fit) == ("vampire", (), (), False)
    assert "found 'RUDDER'" in drawn.faults[0].text and len(drawn.rows) == 6
