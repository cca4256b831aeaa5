"""The rulebooks of both games agree with themselves and with their tables."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
import yaml

from game.teach.exhibits import open_desk
from rules import SYSTEMS
from rules.kernel.flow import Event
from rules.kernel.rulebook import Provenance, Rulebook, load_rulebook
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.system import caption
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nw_smoke.events import Moved, SmokeCleared
from rules.nws.charts import TABLES as SHARED
from rules.nws.pieces import parting_words
from tests.conftest import MAPS, ROOT
from tests.nw_smoke.battle import Battle

HEADS = {"nights_of_fury": "NoF", "nw_smoke": "NW"}
both = pytest.mark.parametrize("key", HEADS)


def book(key: str) -> Rulebook:
    return load_rulebook(ROOT / "rules" / key / "rulebook.yaml")


@both
def test_the_folder_under_test_is_the_one_that_is_imported(key: str) -> None:
    package = importlib.import_module(f"rules.{key}")
    assert Path(list(package.__path__)[0]).resolve() == ROOT / "rules" / key == SYSTEMS[key].folder


@both
def test_every_other_rule_is_a_house_rule_that_names_its_gap(key: str) -> None:
    for rule in book(key).rules.values():
        if rule.provenance is not Provenance.SEED:
            assert rule.provenance is Provenance.HOUSE
            assert re.fullmatch(rf"{HEADS[key]}-[A-Z]+-H\d+", rule.id), rule.id
            assert len(rule.question) > 20, rule.id


@both
def test_house_rules_are_numbered_without_gaps(key: str) -> None:
    numbers: dict[str, list[int]] = {}
    for rule in book(key).rules.values():
        found = re.fullmatch(rf"{HEADS[key]}-([A-Z]+)-H(\d+)", rule.id)
        if found:
            numbers.setdefault(found[1], []).append(int(found[2]))
    for chapter, found_numbers in numbers.items():
        assert sorted(found_numbers) == list(range(1, len(found_numbers) + 1)), chapter


@both
def test_every_chapter_has_an_introduction_and_a_rule(key: str) -> None:
    rulebook = book(key)
    used = {rule.chapter for rule in rulebook.rules.values()}
    assert {chapter.key for chapter in rulebook.chapters} == used
    assert all(len(chapter.intro) > 40 for chapter in rulebook.chapters)


@both
def test_every_chart_a_rule_names_is_an_entry_of_a_table(key: str) -> None:
    entries = set()
    for path in (*tables(key), *SHARED.glob("*.yaml")):
        entries |= {f"{path.stem}.{entry}" for entry in yaml.safe_load(path.read_text(encoding="utf-8"))}
    named = {rule.chart for rule in book(key).rules.values() if rule.chart}
    assert named - entries == set()


@both
def test_every_rule_id_in_the_tables_exists(key: str) -> None:
    rulebook = book(key)
    for path in tables(key):
        for rule_id in re.findall(rf"{HEADS[key]}-[A-Z]+-H?\d+", path.read_text(encoding="utf-8")):
            assert rule_id in rulebook, (path.name, rule_id)


def tables(key: str) -> list[Path]:
    return sorted((ROOT / "rules" / key / "tables").glob("*.yaml"))


# --- Every rule of the two NWS sheets is shown at the errata desk ---


@pytest.mark.parametrize("key", ["nights_of_fury", "nw_smoke"])
def test_every_rule_of_the_sheet_stands_in_an_exhibit(key: str) -> None:
    shown = {rule for case in open_desk(SYSTEMS, MAPS).of(key) for rule in case.exhibit.amends}
    book = SYSTEMS[key].rulebook.rules.values()
    sheet = {rule.id for rule in book if rule.provenance.value == "seed" and "-BASE-" not in rule.id}
    assert sorted(sheet - shown) == []


# --- What the log of both games says: names nobody mixes up, hexes as on the map, a count with its noun ---

BATTLES = [path for game in ("nw_smoke", "nights_of_fury") for path in sorted((MAPS / game).glob("*.yaml"))]


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_division_is_called_like_another(path: Path) -> None:
    names = [force.name for force in load_scenario(path).forces]
    assert len(names) == len(set(names))


def test_the_campaign_calls_no_division_of_one_side_like_one_of_the_other() -> None:
    groups = load_campaign().groups.values()
    assert not {group.IJN for group in groups} & {group.USN for group in groups}


@pytest.mark.parametrize(
    ("event", "text", "detail"),
    [
        (SmokeCleared(rule="NW-SMK-3", markers=1), "All smoke was cleared", "1 marker and all smoke cards removed"),
        (
            Moved(
                rule="NW-MOV-H1",
                division="a",
                deed="moved to",
                hexes=(911, 1011),
                facing=2,
                heading="SE",
                end=1011,
                run=1,
            ),
            "A moved to hex 1011, heading SE",
            "1 hex spent: 0911, 1011",
        ),
    ],
)
def test_an_event_is_told_as_it_stands_on_the_map(event: Event, text: str, detail: str) -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 2020, "N").division("b", "IJN", ["Kagero"], 2024, "N")
    shown = caption(battle.system, battle.opening(), event)
    assert (shown.text, shown.detail) == (text, detail)


def test_a_ship_that_leaves_a_division_called_as_she_is_is_told_apart_from_it() -> None:
    assert parting_words("Hatsuyuki", "Goto's Screen", drift=True) == "dropped out of"
    assert parting_words("Hatsuyuki", "Hatsuyuki", drift=True) == "dropped out of the division called"
    assert parting_words("Hatsuyuki", "Hatsuyuki", drift=False) == "left the division called"
