"""Exceptions at a shot are reported with their rule: what would have counted, and why it does not."""

from __future__ import annotations

import pytest

from rules.kernel.breakdown import Breakdown
from rules.kernel.flow import Event
from rules.kernel.ruling import Rolled
from rules.nights_of_fury.commands import Move
from rules.nights_of_fury.events import GunsFired
from rules.nights_of_fury.state import RADAR, SIGHTED
from tests.nights_of_fury.battle import Battle, with_changes
from tests.nights_of_fury.duel import duel, fire
from tests.nws.battle import events_of

NIGHT, BOW = "night", "bow or stern on"


def throw(state: object, command: object, *faces: int) -> Breakdown:
    """Return the breakdown of the shot as its roll carries it."""
    _, events = Battle().do(state, command, *faces)  # type: ignore[arg-type]
    return shot_in(events)


def shot_in(events: tuple[Event, ...]) -> Breakdown:
    return next(event.breakdown for event in events if isinstance(event, Rolled) and event.rule == "NoF-GUN-H1")


def waived_rules(found: Breakdown) -> dict[str, str]:
    """Rule -> what it waived."""
    return {one.rule: one.label for one in found.waived}


def facts(found: Breakdown) -> set[str]:
    return {one.rule for one in found.facts}


@pytest.mark.rule("NoF-GUN-7", "NoF-GUN-8", "NoF-GUN-9")
@pytest.mark.parametrize(
    ("ship", "changes", "rule"),
    [
        ("kagero", {"fire": True}, "NoF-GUN-8"),
        ("laffey", {"lights": "kagero"}, "NoF-GUN-7"),
        ("kagero", {"lights": "laffey"}, "NoF-GUN-9"),
    ],
)
def test_why_the_night_does_not_count_is_told(ship: str, changes: dict[str, object], rule: str) -> None:
    found = throw(with_changes(duel(), ship, **changes), fire(), 1, 2)
    assert waived_rules(found)[rule] == NIGHT
    assert "NoF-GUN-6" not in found.rules
    assert next(one for one in found.waived if one.rule == rule).value == -1


@pytest.mark.rule("NoF-GUN-6", "NoF-GUN-10")
def test_a_dark_ship_beside_a_burning_one_is_told_to_be_judged_alone() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 1).division("b", "IJN", ["Kagero", "Oyashio"], 3)
    state = with_changes(battle.knows("USN", "b", SIGHTED).at("gunnery"), "oyashio", fire=True)
    found = throw(state, fire(), 1, 2)
    assert "NoF-GUN-10" in facts(found) and "NoF-GUN-6" in found.rules


@pytest.mark.rule("NoF-FORM-1", "NoF-FORM-2", "NoF-FORM-3", "NoF-FORM-4", "NoF-GUN-2")
@pytest.mark.parametrize(
    ("formation", "began", "there", "rule", "costs"),
    [
        ("abreast", 1, 3, "NoF-FORM-1", False),
        ("abreast", 2, 3, "NoF-FORM-2", True),
        ("abreast", 2, 1, "NoF-FORM-3", False),
        ("ahead", 1, 3, "NoF-FORM-4", True),
    ],
)
def test_bow_or_stern_on_is_told_when_it_bites_and_when_it_is_waived(
    formation: str, began: int, there: int, rule: str, costs: bool
) -> None:
    battle = Battle().division("a", "USN", ["Laffey", "Barton"], 1, formation).division("b", "IJN", ["Kagero"], there)
    state = with_changes(battle.knows("USN", "b", SIGHTED).at("gunnery"), "a", began=began)
    state = with_changes(state, "b", began=began if rule == "NoF-FORM-3" else there)
    found = throw(state, fire(), 1, 2)
    assert ("NoF-GUN-2" in found.rules) is costs
    assert (rule in facts(found)) is costs
    assert (waived_rules(found).get(rule) == BOW) is not costs


@pytest.mark.rule("NoF-LOS-2")
def test_radar_ranging_lost_past_an_island_is_told() -> None:
    battle = Battle().island("savo", 5).division("a", "USN", ["Fletcher"], 3).division("b", "IJN", ["Kagero"], 7)
    found = throw(battle.knows("USN", "b", SIGHTED).at("gunnery"), fire("Fletcher"), 1, 2)
    assert waived_rules(found)["NoF-LOS-2"] == "F3 radar ranging"
    assert "NoF-GUN-H6" not in found.rules
    clear = Battle().division("a", "USN", ["Fletcher"], 3).division("b", "IJN", ["Kagero"], 7)
    seen = throw(clear.knows("USN", "b", SIGHTED).at("gunnery"), fire("Fletcher"), 1, 2)
    assert "NoF-GUN-H6" in seen.rules and "NoF-LOS-2" not in seen.rules
    assert RADAR < SIGHTED


@pytest.mark.rule("NoF-GUN-H4")
def test_a_natural_12_below_the_need_says_why_it_is_a_hit() -> None:
    state = with_changes(duel("Laffey", "Takao", d=4), "a", formation="ahead", evading=True)
    _, events = Battle().do(state, fire("Laffey", "Takao"), 6, 6, 1)
    found, fired = shot_in(events), events_of(events, GunsFired)[0]
    assert fired.result == "light"
    natural = found.deciding_natural((6, 6))
    assert natural is not None and (natural.rule, natural.makes) == ("NoF-GUN-H4", True)
    assert natural.label == "at least a light hit"


@pytest.mark.rule("NoF-GUN-4", "NoF-GUN-5", "NoF-BASE-3", "NoF-BASE-H2")
@pytest.mark.parametrize(
    ("by_card", "guns", "speed"), [(True, "NoF-GUN-4", "NoF-GUN-5"), (False, "NoF-BASE-H2", "NoF-BASE-H2")]
)
def test_a_hurt_ship_says_by_which_line_she_fires_and_runs(by_card: bool, guns: str, speed: str) -> None:
    state = with_changes(duel(card_damage_lines=by_card), "laffey", structure=1)
    assert guns in facts(throw(state, fire(), 1, 2))
    battle = Battle().setting("card_damage_lines", by_card).division("a", "USN", ["Laffey"], 3)
    state = with_changes(battle.division("b", "IJN", ["Kagero"], 7).at("movement"), "laffey", structure=2)
    _, events = battle.do(state, Move("USN", "a", 4), 1)
    assert speed in facts(next(event.breakdown for event in events if isinstance(event, Rolled)))
