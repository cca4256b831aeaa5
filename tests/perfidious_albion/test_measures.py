"""What the table measures and where: its size, ranges from centre to centre, works that stay, magazine armour."""

from __future__ import annotations

import pytest

from rules.kernel.scenario import Scenario
from rules.perfidious_albion.battle.gun_laying import shot
from rules.perfidious_albion.records.commands import Steer
from rules.perfidious_albion.records.state import place
from rules.perfidious_albion.ships.conditions import MISSIONS, day_of
from rules.perfidious_albion.ships.roster import load_roster
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, list_offers, why


def scenario_with(**conditions: str) -> Scenario:
    return Sea().scenario().but(conditions={key.replace("_", " "): text for key, text in conditions.items()})


@pytest.mark.rule("PA-TAB-H3")
def test_the_table_is_72_by_72_unless_the_scenario_makes_it_longer() -> None:
    assert (day_of(scenario_with()).width, day_of(scenario_with()).height) == (72_000, 72_000)
    longer = day_of(scenario_with(table="96x72"))
    assert (longer.width, longer.height) == (96_000, 72_000)


@pytest.mark.rule("PA-2.1-1")
def test_there_are_three_games_besides_the_special_ones_of_scenarios() -> None:
    assert MISSIONS[:3] == ("fleet", "convoy", "bombardment")
    assert MISSIONS[3:] == ("special",)
    with pytest.raises(ValueError, match="commerce"):
        day_of(scenario_with(mission="commerce"))


@pytest.mark.rule("PA-TAB-H5")
@pytest.mark.parametrize(("heading", "bears"), [(90, 4), (0, 4)])
def test_ranges_run_from_centre_to_centre_whatever_way_the_models_lie(heading: int, bears: int) -> None:
    sea = Sea().ship("Mikasa", JAPAN, (30, 30), heading=90).ship("Varyag", RUSSIA, (30, 12), heading=heading)
    state = sea.state()
    mikasa, varyag = state.ships["mikasa"], state.ships["varyag"]
    assert place(mikasa) == (30_000, 30_000)
    aimed = shot(state, mikasa, "A", varyag)
    assert (aimed.distance, aimed.band, aimed.barrels) == (18_000, 2, bears)


@pytest.mark.rule("PA-2.2-6")
def test_a_battery_cannot_be_moved() -> None:
    sea = Sea().battery("Point", RUSSIA, (30, 10), "D", 4).ship("Varyag", RUSSIA, (40, 40))
    sea.ship("Mikasa", JAPAN, (30, 30))
    state = sea.at("action", RUSSIA).but(active="Point")
    assert why(state, Steer(RUSSIA, "Point", "1"))
    assert list_offers(state, "steer") == []


@pytest.mark.rule("PA-PEN-H4")
def test_a_magazine_behind_the_belt_has_its_armour_and_at_most_one_more() -> None:
    behind = [
        (card.title, box.armour, max(hull.armour for hull in card.standing if hull.level == 5 and hull is not box))
        for card in load_roster().classes.values()
        for box in card.magazines
        if box.level == 5
    ]
    assert len(behind) > 5
    assert [entry for entry in behind if not min(1, entry[2]) <= entry[1] <= entry[2] + 1] == []
    assert any(armour == belt + 1 for _, armour, belt in behind)
