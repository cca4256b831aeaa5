"""Rule -> code -> test: every rule cited exists, every rule that exists is cited and tested.

`python -m tests.test_rulebook` prints the whole matrix.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.rulebook import Provenance
from rules.kernel.system import System

ROOT = Path(__file__).parents[1]
KEYS = sorted(SYSTEMS)


def pattern_of(system: System) -> re.Pattern[str]:
    """What an id of this system looks like: the words its ids begin with, then more words."""
    heads = sorted({re.split(r"[-.]", rule)[0] for rule in system.rulebook.rules})
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, heads))})(?:[-.]\w+)+")


@cache
def cited(key: str) -> dict[str, list[str]]:
    """Rule id -> where the system's code, charts and unit lists cite it."""
    system = SYSTEMS[key]
    pattern = pattern_of(system)
    found: dict[str, list[str]] = {}
    for path in sorted(system.folder.rglob("*.py")):
        for line, text in strings_of(path):
            for rule in pattern.findall(text):
                found.setdefault(rule, []).append(f"{path.relative_to(ROOT).as_posix()}:{line}")
    for path in sorted(system.folder.rglob("*.yaml")):
        if path.name == "rulebook.yaml":
            continue
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for rule in pattern.findall(text.partition("#")[0]):
                found.setdefault(rule, []).append(f"{path.relative_to(ROOT).as_posix()}:{line}")
    return found


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every string in a module, docstrings included."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@cache
def held_up() -> dict[str, list[str]]:
    """Rule id -> tests that carry it in a `pytest.mark.rule`."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "pytest.mark.rule":
                continue
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}:{node.lineno}: write the rule's id itself"
                found.setdefault(str(argument.value), []).append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")
    return found


def matrix(key: str) -> Iterator[tuple[str, str, str, str, str]]:
    """(rule, title, provenance, places in code, tests) of every rule of a system, in rulebook order."""
    for rule in SYSTEMS[key].rulebook.rules.values():
        code, tests = cited(key).get(rule.id, []), held_up().get(rule.id, [])
        yield rule.id, rule.title, rule.provenance.value, ", ".join(code), ", ".join(tests)


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_the_code_cites_is_in_the_rulebook(key: str) -> None:
    book = SYSTEMS[key].rulebook
    assert {rule: places for rule, places in cited(key).items() if rule not in book} == {}


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_cited_in_the_code(key: str) -> None:
    assert [rule for rule in SYSTEMS[key].rulebook.rules if rule not in cited(key)] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_held_up_by_a_test(key: str) -> None:
    assert [rule for rule in SYSTEMS[key].rulebook.rules if rule not in held_up()] == []


def test_no_test_holds_up_a_rule_that_does_not_exist() -> None:
    known = {rule for system in SYSTEMS.values() for rule in system.rulebook.rules}
    patterns = [pattern_of(system) for system in SYSTEMS.values()]
    ours = [rule for rule in held_up() if any(pattern.fullmatch(rule) for pattern in patterns)]
    assert [rule for rule in ours if rule not in known] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_house_rule_states_its_question_and_is_marked_in_its_id(key: str) -> None:
    rules = SYSTEMS[key].rulebook.rules.values()
    house = {rule.id for rule in rules if rule.provenance is Provenance.HOUSE}
    assert [rule.id for rule in rules if rule.id in house and not rule.question.strip()] == []
    assert {rule.id for rule in rules if re.search(r"-H\d+$", rule.id)} == house


@pytest.mark.parametrize("key", KEYS)
def test_every_seed_rule_names_the_place_in_its_sheet(key: str) -> None:
    rules = SYSTEMS[key].rulebook.rules.values()
    assert [rule.id for rule in rules if not rule.source] == []
    assert [rule.id for rule in rules if rule.provenance is Provenance.SEED and not rule.section] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_ambiguity_has_at_least_two_readings_and_a_reason(key: str) -> None:
    items = SYSTEMS[key].rulebook.ambiguities
    assert [item.id for item in items if len({reading.key for reading in item.readings}) < 2 or not item.why] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_option_is_read_by_the_code(key: str) -> None:
    system = SYSTEMS[key]
    words = {text for path in system.folder.rglob("*.py") for _, text in strings_of(path)}
    assert [option for option in system.rulebook.options if option not in words] == []


@pytest.mark.parametrize("key", KEYS)
def test_no_two_systems_share_a_rule(key: str) -> None:
    others = {rule for other in KEYS if other != key for rule in SYSTEMS[other].rulebook.rules}
    assert others.isdisjoint(SYSTEMS[key].rulebook.rules)


def main() -> None:
    """Print the matrix of all systems."""
    for key in KEYS:
        sys.stdout.write(f"\n{SYSTEMS[key].title} ({key})\n")
        for rule, title, provenance, code, tests in matrix(key):
            sys.stdout.write(f"  {rule:<16} {provenance:<6} {title}\n")
            sys.stdout.write(f"      code: {code or 'NOWHERE'}\n      test: {tests or 'NONE'}\n")


if __name__ == "__main__":
    main()
