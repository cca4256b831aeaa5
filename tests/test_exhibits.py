"""The errata desk: every exhibit can be computed and shows a difference, and every amendment has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.library import get_scenario, open_map
from game.teach.exhibits import ExhibitEntry, open_desk
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.rule_comparison import NOT_TOLD, compare, load_exhibit, read_exhibit
from tests.conftest import MAPS
from tests.sheet_words import is_in_sheet

DESK = open_desk(SYSTEMS, MAPS)
SOUND = """
system: nights_of_fury
title: "One"
amends: [NoF-GUN-6]
before: "The sheet does not say."
after: "b"
changed: "c"
scenario: savo_island
dice: [1, 6]
"""


def test_every_file_on_the_desk_can_be_read() -> None:
    assert not DESK.problems and DESK.cases


@pytest.mark.parametrize("case", DESK.cases, ids=lambda case: case.name)
def test_an_exhibit_comes_to_its_position_and_shows_what_changed(case: ExhibitEntry) -> None:
    found = compare(case.exhibit, SYSTEMS, get_scenario, open_map)
    assert not found.failures
    assert found.after is not None
    assert found.differs == bool(case.exhibit.switch), "with a switch the order must be answered differently"


@pytest.mark.parametrize("case", DESK.cases, ids=lambda case: case.name)
def test_what_was_before_has_its_words_in_the_sheet_or_says_that_it_is_not_told(case: ExhibitEntry) -> None:
    exhibit = case.exhibit
    assert exhibit.quotes or exhibit.before.startswith(NOT_TOLD)
    invented = [quote for quote in exhibit.quotes if not is_in_sheet(case.system, quote)]
    assert invented == []


def test_words_that_are_not_in_a_sheet_are_seen() -> None:
    assert is_in_sheet("nights_of_fury", "The section under this will now read")
    assert not is_in_sheet("nights_of_fury", "A ship with Heavy damage weighed on the whole division")
    assert not is_in_sheet("nw_smoke", "The section under this will now read")
    assert not is_in_sheet("nights_of_fury", "now read")


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_amendment_of_a_sheet_has_an_exhibit(key: str) -> None:
    amended = {rule.id for rule in SYSTEMS[key].rulebook.rules.values() if rule.amends}
    shown = {rule for case in DESK.of(key) for rule in case.exhibit.amends}
    assert amended <= shown, f"no exhibit shows {', '.join(sorted(amended - shown))}"


def test_an_exhibit_that_names_what_does_not_exist_says_so() -> None:
    text = SOUND.replace("NoF-GUN-6", "NoF-GUN-99") + 'switch: {moonlight: true}\norder: "fire a b"\n'
    found = compare(read_exhibit(text), SYSTEMS, get_scenario, open_map)
    assert found.failures == ("no rule is called 'NoF-GUN-99'", "no option is called moonlight")
    assert found.before is None and not found.differs


def test_an_order_that_is_none_is_a_failure_in_words() -> None:
    text = SOUND + 'switch: {night_penalty: false}\norder: "salute"\nby: USN\n'
    found = compare(read_exhibit(text), SYSTEMS, get_scenario, open_map)
    assert len(found.failures) == 2 and all("`salute` is no command" in failure for failure in found.failures)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("amends: [NoF-GUN-6]", "amends: []"),
        ("The sheet does not say.", "Guns were weaker at night."),
        ("changed: ", "altered: "),
        ('title: "One"', 'title: "One"\nswitch: {night_penalty: false}'),
        ('title: "One"', 'title: "One"\nwas: {dice: [1]}'),
    ],
)
def test_a_faulty_file_is_refused_with_its_field(change: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(SOUND.replace(change, text), encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_exhibit(path)
    assert str(path) in str(error.value)


def test_a_file_in_the_wrong_folder_is_told_and_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "errata" / "quickfire"
    folder.mkdir(parents=True)
    (folder / "night.yaml").write_text(SOUND, encoding="utf-8")
    desk = open_desk(SYSTEMS, tmp_path)
    assert not desk.cases and "expected 'quickfire'" in str(desk.problems[0])
