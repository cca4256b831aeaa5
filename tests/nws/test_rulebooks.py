"""The rulebooks of both games agree with themselves and with their tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.teach.exhibits import open_desk
from rules import SYSTEMS
from rules.kernel.flow import Event
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.system import caption
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nw_smoke.events import Moved, SmokeCleared
from rules.nws.pieces import parting_words
from tests.conftest import MAPS
from tests.nw_smoke.battle import Battle

# --- Every rule of the two NWS sheets is shown at the errata desk ---


@pytest.mark.parametrize("key", ["nights_of_fury", "nw_smoke"])
def test_every_rule_of_the_sheet_stands_in_an_exhibit(key: str) -> None:
    shown = {rule for case in open_desk(SYSTEMS, MAPS).of(key) for rule in case.exhibit.amends}
    book = SYSTEMS[key].rulebook.rules.values()
    sheet = {rule.id for rule in book if rule.provenance.value == "seed" and "-BASE-" not in rule.id}
    assert sorted(sheet - shown) == []


# --- The log of both games: distinct names, hexes as on the map, counts with their nouns ---

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
