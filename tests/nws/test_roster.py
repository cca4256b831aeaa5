"""The ships of the two NWS games: classes, names, radar by date, point values, drawings, and the targets on land."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from game.library import scenario_files
from rules.kernel.datafile import Source
from rules.kernel.record import Record
from rules.kernel.scenario_loading import load_scenario
from rules.nights_of_fury import campaign_charts, charts, solitaire_charts
from rules.nw_smoke import charts as hex_charts
from rules.nws import charts as shared
from rules.nws.roster import NamedShip, ShipClass, _RosterFile, _ship_problems, load_roster, ship_card
from tests.conftest import ROOT


def classes(*, land: bool = False) -> dict[str, ShipClass]:
    """Return every class of ship; the targets on land too when asked for."""
    return {key: card for key, card in load_roster().classes.items() if land or card.type != "LAND"}


def half_up(top: int, bottom: int) -> int:
    return (2 * top + bottom) // (2 * bottom)


def test_there_are_forty_two_classes_and_every_named_ship_has_one() -> None:
    roster = load_roster()
    assert len(classes()) == 42
    assert sum(ship.kind in classes() for ship in roster.ships.values()) == 146
    assert {ship.kind for ship in roster.ships.values()} <= set(roster.classes)


def test_every_fletcher_is_f3_whenever_she_sails() -> None:
    fletchers = [name for name, ship in load_roster().ships.items() if ship.kind == "fletcher"]
    assert len(fletchers) == 6
    for name in fletchers:
        assert all(ship_card(name, "", date).radar == "F3" for date in ("1942-08-09", "1942-11-13", "1943-07-13"))


@pytest.mark.parametrize(
    ("name", "date", "grade"),
    [
        ("Vincennes", "1942-08-09", "F1"),
        ("Helena", "1942-08-09", "F1"),
        ("Helena", "1942-10-11", "F3"),
        ("Salt Lake City", "1942-10-11", "F2"),
        ("Boise", "1942-10-11", "F3"),
        ("Atlanta", "1942-11-13", "F2"),
        ("San Francisco", "1942-11-13", "F2"),
        ("Juneau", "1942-11-13", "F3"),
        ("Pensacola", "1942-11-30", "F1"),
        ("Minneapolis", "1942-11-30", "F3"),
        ("Honolulu", "1943-07-13", "F3"),
        ("Haruna", "1942-10-14", "F0"),
        ("Haruna", "1942-11-13", "F1"),
        ("Kirishima", "1942-11-14", "F0"),
    ],
)
def test_a_ship_carries_the_radar_of_its_date(name: str, date: str, grade: str) -> None:
    assert ship_card(name, "", date).radar == grade


def test_a_name_nobody_knows_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(ValueError, match="No ship is called 'Takeo'. Did you mean 'Takao'"):
        ship_card("Takeo", "", "1942-11-14")
    with pytest.raises(ValueError, match="No class is called 'fletchers'. Did you mean 'fletcher'"):
        ship_card("Takao", "fletchers", "1942-11-14")


def test_a_class_named_outright_wins_over_the_roster() -> None:
    assert ship_card("PT 38 and 39", "pt", "1942-10-13").type == "PT"


def test_the_point_values_follow_their_formula() -> None:
    torpedo_halves = {"T93": 5, "T90": 4, "Mk15": 2, "Mk9": 2, "Old": 2, "": 0}
    radar_halves = {"F0": 0, "F1": 1, "F2": 2, "F3": 4}
    size_halves = {"S": 6, "M": 12, "L": 30}
    type_halves = {"AP": 20, "AV": 24, "PT": 2}
    for card in classes().values():
        halves = 3 * card.firepower + 3 * max(card.defence, 0) ** 2
        halves += card.salvos * torpedo_halves[card.torpedo] + radar_halves[card.radar]
        halves += type_halves.get(card.type, size_halves[card.size])
        assert card.pv == half_up(halves, 4), card.key


def test_every_silhouette_can_be_drawn_and_no_two_neighbours_look_alike() -> None:
    for card in classes().values():
        places = [*card.funnels, *card.mounts, *(place for place, _ in card.turrets)]
        assert all(0 < place < 1000 for place in places), card.key
        assert 3 <= card.length_ft / card.beam_ft <= 13, card.key
        assert list(card.funnels) == sorted(card.funnels)
        assert bool(card.mounts) == bool(card.torpedo), card.key
    looks = {(card.length_ft, card.turrets, card.funnels) for card in classes().values()}
    assert len(looks) == len(classes())


@pytest.mark.rule("NoF-LAND-H1")
def test_the_targets_on_land_do_not_move_launch_or_search() -> None:
    field, battery = ship_card("Henderson Field", "", "1942-10-13"), ship_card("Gun Battery", "", "1942-10-13")
    assert (field.type, field.defence, field.pv, field.size, field.firepower) == ("LAND", 2, 20, "L", 0)
    assert (battery.type, battery.defence, battery.pv, battery.gun, battery.firepower) == ("LAND", 1, 4, "S", 2)
    for card in (field, battery):
        assert [card.speed_at(level) for level in range(5)] == [0] * 5
        assert (card.torpedo, card.salvos, card.radar) == ("", 0, "F0")


@pytest.mark.rule("NoF-CARD-1")
def test_the_fletcher_card_says_f3() -> None:
    assert classes()["fletcher"].radar == "F3"


@pytest.mark.parametrize(
    ("name", "level", "line"),
    [
        ("South Dakota", 1, (8, 27)),  # electrically: blind and silent at full speed
        ("Washington", 1, (11, 24)),
        ("Hiei", 2, (7, 9)),  # by steering: she circles, and fires
        ("Kirishima", 2, (5, 20)),
        ("Atlanta", 2, (3, 15)),
        ("Nagara", 1, (4, 32)),
    ],
)
def test_ships_die_differently(name: str, level: int, line: tuple[int, int]) -> None:
    card = ship_card(name, "", "1942-11-13")
    assert (card.firepower_at(level), card.speed_at(level)) == line


def test_damage_lines_of_their_own_say_why_and_never_rise() -> None:
    cards = [ship_card(name, "", "1942-11-13") for name in load_roster().ships]
    for card in cards:
        guns, knots = ([line[n] for line in (card.light, card.moderate, card.heavy)] for n in (0, 1))
        assert guns == sorted(guns, reverse=True) and guns[0] <= card.firepower
        assert knots == sorted(knots, reverse=True) and knots[0] <= card.speed_kn
    assert len({card.lines for card in cards if card.lines}) >= 6


def test_a_month_of_arrival_that_is_none_is_refused() -> None:
    sheet = _RosterFile(radar_limits=(), ships={"Takao": NamedShip(kind="takao", arrived="October 1942")})
    source = Source(Path("roster.yaml"), "ships:\n  Takao: {kind: takao, arrived: October 1942}\n")
    (problem,) = _ship_problems(source, sheet, classes())  # type: ignore[arg-type]
    assert "expected a year and month" in str(problem)


# --- The charts of both games: every number of a table is used by a rule ---

FOLDERS = ("nws", "nw_smoke", "nights_of_fury")


def records(module: ModuleType) -> Iterator[type[Record]]:
    """Yield the records of charts that a module defines."""
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Record) and found.__module__ == module.__name__:
            yield found


@pytest.mark.parametrize(
    "module", [shared, hex_charts, charts, campaign_charts, solitaire_charts], ids=lambda module: module.__name__
)
def test_every_number_of_the_charts_is_read_by_a_rule(module: ModuleType) -> None:
    code = "".join(path.read_text("utf-8") for name in FOLDERS for path in sorted((ROOT / "rules" / name).glob("*.py")))
    read = set(re.findall(r"\.(\w+)", code))
    dead = [f"{record.__name__}.{name}" for record in records(module) for name in record.__struct_fields__]
    assert [field for field in dead if field.partition(".")[2] not in read] == []


@pytest.mark.rule("NW-DMG-H2", "NoF-DMG-H2")
def test_no_ship_fires_or_sails_better_for_being_damaged_in_any_battle() -> None:
    """Between three fires gives its destroyers firepower 1; their card's line for light damage has 3."""
    seen = 0
    for path in (path for game in ("nw_smoke", "nights_of_fury") for path in scenario_files(game)):
        scenario = load_scenario(path)
        for unit in (unit for force in scenario.forces for unit in force.units):
            card = ship_card(unit.name, unit.kind, scenario.date, unit.changes)
            for lines in (card.firepower_at, card.speed_at):
                values = [lines(level) for level in range(5)]
                assert values == sorted(values, reverse=True), (path.name, unit.name, values)
            seen += bool(unit.changes)
    assert seen
