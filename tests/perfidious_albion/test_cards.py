"""The cards: the grid of a ship, a fort, a target; floods, mines and markers step by step; victory points."""

from __future__ import annotations

import pytest

from rules.kernel.view import Panel
from rules.perfidious_albion.damage.devastation import strike
from rules.perfidious_albion.records.state import State, Straddle, box_bit
from rules.perfidious_albion.shown.cards import flooding_panels, marker_panel, mine_panels, panels_of, victory_panel
from rules.perfidious_albion.shown.grid_panels import fort_grid, ship_grid, target_grid
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, rule
from tests.perfidious_albion.test_view import duel, torpedoes


def tones(panel: Panel, section: int, level: int) -> set[str]:
    return set(panel.rows[level - 1][section - 1].tone.split())


def word(panel: Panel, section: int, level: int) -> str:
    return panel.rows[level - 1][section - 1].text


def panel(found: tuple[Panel, ...], title: str) -> Panel:
    return next(one for one in found if one.title == title)


@pytest.mark.rule("PA-TAB-H7")
def test_a_ships_card_has_six_levels_of_ten_sections_with_guns_and_armour() -> None:
    state = duel().at("action")
    card = ship_grid(state, state.ships["mikasa"])
    assert [len(row) for row in card.rows] == [10] * 6
    assert (card.kind, card.waterline) == ("boxes", 4)
    assert word(card, 3, 2) == "AA◂|5"  # the forward turret, armour 5
    assert word(card, 4, 2) == "CT|7"
    assert word(card, 1, 1) == ""  # an empty box
    assert word(card, 2, 3) == " |"  # plain hull without armour
    assert word(card, 4, 5) == "prop 6|5"


def test_what_is_lost_is_struck_what_is_flooded_tinted_and_the_last_straddle_lit() -> None:
    sea = duel().ship("Varyag", RUSSIA, (50, 20), struck=box_bit(3, 2), flooded=box_bit(2, 5), floods=2)
    last = Straddle(ship="mikasa", target="varyag", by="A", section=3, level=2, result="penetrated")
    state = sea.at("action").but(straddles=(last,))
    card = ship_grid(state, state.ships["varyag"])
    assert tones(card, 3, 2) == {"struck", "lit"}
    assert tones(card, 2, 5) == {"flooded"}
    assert dict(card.tracks)["Floods"][1].tone == "bad" and dict(card.tracks)["Floods"][2].tone == "warn"
    assert card.fresh and "Last: Mikasa, type A at 3/2: penetrated" in card.notes


@pytest.mark.rule("PA-DMG-H2")
def test_guns_over_a_lost_barbette_are_shown_as_silent() -> None:
    state = duel().ship("Oregon", RUSSIA, (50, 20), struck=box_bit(3, 4)).at("action")
    card = ship_grid(state, state.ships["oregon"])
    assert "weak" in tones(card, 3, 3) and "weak" not in tones(card, 8, 3)


@pytest.mark.rule("PA-8-1", "PA-8-5")
def test_a_forts_grid_shows_its_structure_and_where_a_flash_may_reach_a_magazine() -> None:
    state = duel().fort("fort", RUSSIA, (36, 66), 1, struck=box_bit(3, 3), fires=1).at("action")
    card = fort_grid(state, state.forts["fort"])
    assert word(card, 3, 3) == "BB▴|5" and "struck" in tones(card, 3, 3)
    assert len(dict(card.tracks)["Structure"]) == 16
    assert [cell.tone for cell in dict(card.tracks)["Fire"]] == ["bad", "", "", ""]


@pytest.mark.rule("PA-8-11", "PA-2.1-65")
def test_a_targets_plan_shows_what_each_box_scores() -> None:
    sea = Sea("bombardment", attacker=JAPAN).ship("Mikasa", JAPAN, (30, 36)).target(2, RUSSIA, (36, 66))
    card = target_grid(sea.at("action"), sea.at("action").target)  # type: ignore[arg-type]
    words = [cell.text.rstrip("|") for row in card.rows for cell in row if cell.text]
    assert (words.count("500"), words.count("1000"), words.count("2000"), words.count("✚")) == (10, 20, 10, 3)


@pytest.mark.rule("PA-6.4-17", "PA-FLO-H2")
def test_a_flooding_is_shown_step_by_step_with_targets_and_dice() -> None:
    sea = duel()
    state, _ = rule(sea.state(), lambda r: strike(r, "mikasa", 5, 6, "medium", "PA-6.4-4"), 3, 3, 2, 3, 3)
    found = list(flooding_panels(state, state.ships["mikasa"]))
    assert [panel.title for panel in found] == ["Flooding"]
    rows = found[0].rows
    assert rows[1][4].text == "✹|"
    assert rows[1][3].text == "3|≤3" and "flooded" not in rows[1][3].tone
    assert "In order:" in found[0].notes[1]


@pytest.mark.rule("PA-6.5-3", "PA-6.5-4", "PA-6.5-5")
def test_the_sum_of_a_minefield_is_told_with_its_halvings() -> None:
    state = duel().mines("field", JAPAN, (33, 36), 4, 4).at("action")
    found = next(mine_panels(state, state.ships["mikasa"]))
    data = {row[0].text: row[1].text for row in found.rows}
    assert data["mine attack"] == "50" and data["density 4"] == "+40"
    assert data["own minefield, halved"] == "−40" and data["Chance"] == "50 %"


@pytest.mark.rule("PA-6.4-3")
def test_a_ships_passage_through_markers_is_told() -> None:
    state = torpedoes(duel().at("action"))
    ship = state.ships["mikasa"]
    through = ship.but(
        moved=True, track=((29_000, 36_000), (37_000, 36_000)), hull=((36_100, 36_000), (37_900, 36_000))
    )
    moved = state.but(ships={**state.ships, "mikasa": through})
    found = marker_panel(moved, through)
    assert found is not None
    assert [cell.text for cell in found.rows[0]] == ["4 medium", "out by the side", "tested"]
    assert marker_panel(state, ship) is None


@pytest.mark.rule("PA-2.4-3")
def test_the_squadrons_card_tells_how_far_each_ship_is_from_the_nearest() -> None:
    state = duel().at("action")
    found = panel(panels_of(state, JAPAN, "mikasa"), "Squadron")
    assert [[cell.text for cell in row] for row in found.rows] == [
        ["Mikasa", "14 kn", "0/15", '4"'],
        ["Asama", "14 kn", "0/10", '4"'],
    ]


def test_guns_and_tubes_have_their_tables() -> None:
    state = duel().at("action")
    found = panels_of(state, JAPAN, "mikasa")
    guns = {row[0].text: [cell.text for cell in row[1:]] for row in panel(found, "Guns").rows}
    assert guns["A ×4"] == ["80", "70", "60", "50", "35", "20", "10"]
    assert [row[0].text for row in panel(found, "Torpedoes").rows] == ["2/6", "7/6"]


def test_who_fired_last_reads_the_card_of_her_target_too() -> None:
    last = Straddle(ship="mikasa", target="tsesarevich", by="A", section=5, level=5, result="penetrated")
    state: State = duel().at("action").but(straddles=(last,))
    assert "Tsesarevich" in [one.title for one in panels_of(state, JAPAN, "mikasa")]
    assert [one.title for one in panels_of(state, JAPAN, "") if one.fresh] == ["Tsesarevich"]


@pytest.mark.rule("PA-2.1-32", "PA-3.2-2", "PA-3.2-3")
def test_the_victory_panel_tallies_what_each_side_needs() -> None:
    state = duel().at("end").but(lost_points={RUSSIA: 30_000, JAPAN: 0})
    rows = {row[0].text: (row[1].text, row[1].tone) for row in victory_panel(state).rows}
    assert any(name.startswith("Japan") for name in rows)
    assert len(rows) >= 2


def test_everything_one_can_point_at_has_something_to_read() -> None:
    sea = duel().mines("field", RUSSIA, (50, 50), 4, 2).battery("guns", RUSSIA, (40, 66), "D", 4)
    state = sea.fort("fort", RUSSIA, (36, 66), 2).at("action")
    for thing in ("mikasa", "first", "field", "guns", "fort", "victory"):
        assert panels_of(state, JAPAN, thing), thing
    assert panels_of(state, JAPAN, "nobody") == ()
