"""Rules with effects beyond their order: for each a test gives two or more orders through a Session.

The list is `outlives.yaml`; a test fails if a sheet's rule that speaks of time is not in it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.datafile import source_at
from rules.kernel.record import Record
from rules.kernel.rulebook import Provenance
from rules.kernel.script import Script, ScriptStep, load_script
from tests.conftest import ROOT

TIME = re.compile(
    r"\b(until|remains?|rest|no longer|again|stays?|before|after|earlier|already|later|once|then|begins|first"
    r"|next (turn|move|phase)|(this|same|second|last|each|the) turn|end of (the|every) turn)\b",
    re.IGNORECASE,
)


class Within(Record, frozen=True, forbid_unknown_fields=True):
    """Rules that speak of time but have no effect beyond their order."""

    why: str
    rules: tuple[str, ...]


class Outlives(Record, frozen=True, forbid_unknown_fields=True):
    """The file: by rule its scripts and tests, and the rules that need none."""

    outlives: dict[str, tuple[str, ...]]
    within: tuple[Within, ...]


LIST = source_at(Path(__file__).with_name("outlives.yaml")).read(Outlives)
SEED = {
    rule.id: rule.summary
    for system in SYSTEMS.values()
    for rule in system.rulebook.rules.values()
    if rule.provenance is Provenance.SEED
}


@cache
def script_named(name: str) -> Script:
    """Return a script of tests/scripts, read once."""
    return load_script(ROOT / "tests" / "scripts" / f"{name}.yaml")


def is_marked(proof: str, rule: str) -> bool:
    """Return whether a test, named as file::name, carries the rule in its mark."""
    file, _, name = proof.partition("::")
    text = (ROOT / "tests" / file).read_text("utf-8")
    return re.search(rf'^@pytest\.mark\.rule\([^)]*"{rule}"[^)]*\)\ndef {name}\(', text, re.MULTILINE) is not None


def shown_after_an_order(steps: tuple[ScriptStep, ...]) -> bool:
    """Return whether a script carries out an order and expects or refuses something at a later one."""
    done = [number for number, step in enumerate(steps) if step.do and not step.refuse]
    proved = [number for number, step in enumerate(steps) if step.do and (step.expect or step.refuse)]
    return bool(done and proved) and proved[-1] > done[0]


def test_every_rule_of_the_list_is_a_rule_of_a_sheet() -> None:
    named = [*LIST.outlives, *(rule for some in LIST.within for rule in some.rules)]
    assert [rule for rule in named if rule not in SEED] == []
    assert sorted(named) == sorted(set(named)), "a rule stands in the list twice"


@pytest.mark.parametrize("rule", sorted(LIST.outlives))
def test_two_orders_or_more_are_given_for_it(rule: str) -> None:
    for proof in LIST.outlives[rule]:
        if "::" in proof:
            assert is_marked(proof, rule), proof
            continue
        script = script_named(proof)
        assert rule in (*script.rule, *(found for step in script.steps for found in step.rule)), proof
        assert shown_after_an_order(script.steps), proof


def test_every_other_rule_of_a_sheet_that_speaks_of_time_says_why_it_needs_none() -> None:
    known = {*LIST.outlives, *(rule for some in LIST.within for rule in some.rules)}
    assert [rule for rule, words in SEED.items() if TIME.search(words) and rule not in known] == []
