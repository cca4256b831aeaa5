"""Every rule of a sheet comes up when computers play a shipped battle, or is on a list that says why it cannot.

The table is `maps/coverage`, made by `python -m release.makers coverage`; the list is `maps/coverage/silent`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.teach.coverage import FOLDER, KINDS, SILENT, battle_rules, silent_rules
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.rulebook import Provenance
from tests.test_rulebook import cited_rules, held_up

KEYS = sorted(SYSTEMS)


def seeds(key: str) -> list[str]:
    return [rule.id for rule in SYSTEMS[key].rulebook.rules.values() if rule.provenance is Provenance.SEED]


def events_seen(key: str) -> set[str]:
    return {rule for rules in battle_rules(key).values() for rule in rules}


@pytest.mark.parametrize("key", KEYS)
def test_what_comes_up_and_what_cannot_are_together_all_rules_of_the_sheet(key: str) -> None:
    met, silent = events_seen(key), silent_rules(key)
    assert [rule for rule in seeds(key) if rule not in met and rule not in silent] == [], "neither seen nor explained"
    assert [rule for rule in silent if rule in met] == [], "explained, but it does come up"
    assert [rule for rule in silent if rule not in seeds(key)] == [], "no rule of the sheet"


@pytest.mark.parametrize("key", KEYS)
def test_what_another_rule_tells_is_told_by_one_that_comes_up(key: str) -> None:
    met = events_seen(key)
    for rule, silence in silent_rules(key).items():
        if silence.kind == "told":
            assert silence.by, f"{rule}: told by which rule?"
            assert met.intersection(silence.by), f"{rule}: none of {silence.by} comes up"
        assert set(silence.by) <= set(SYSTEMS[key].rulebook.rules), rule


@pytest.mark.parametrize("key", KEYS)
def test_what_is_forbidden_is_refused_by_its_rule_in_code_and_tested(key: str) -> None:
    """A prohibition shows only when it is tried: the code must name it, or the rule that stands for it."""
    for rule, silence in silent_rules(key).items():
        assert held_up().get(rule), rule
        if silence.kind == "forbids":
            named = {
                other
                for other in (rule, *silence.by)
                if any(".py:" in place for place in cited_rules(key).get(other, []))
            }
            assert named, f"{rule}: no function refuses by it"


@pytest.mark.parametrize("key", KEYS)
def test_a_switch_is_a_switch(key: str) -> None:
    book = SYSTEMS[key].rulebook
    switched = {option.rule for option in book.options.values()}
    for rule, silence in silent_rules(key).items():
        if silence.kind == "switch":
            scenario = "scenario" in silence.why
            assert book[rule].option in book.options or rule in switched or scenario, rule


def test_every_kind_has_words_and_a_list_that_is_wrong_is_named(tmp_path: Path) -> None:
    assert {one.kind for key in KEYS for one in silent_rules(key).values()} <= set(KINDS)
    path = tmp_path / FOLDER / SILENT / "toy.yaml"
    path.parent.mkdir(parents=True)
    assert silent_rules("toy", tmp_path) == {}
    path.write_text("- kind: because\n  rules: [A-1]\n  why: no\n", encoding="utf-8")
    with pytest.raises(DataError, match="kind"):
        silent_rules("toy", tmp_path)
