"""Rule -> code -> test: every rule is tested. (That those cited exist and all are cited is in the contract of a game.)

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
import yaml

from rules import SYSTEMS
from rules.kernel.contract import citations, pattern_of
from rules.kernel.rulebook import Provenance
from tests.capabilities import PUBLISHED

ROOT = Path(__file__).parents[1]
KEYS = sorted(SYSTEMS)
AMBIGUITIES = {"battles_for_empire": ("A", 43), "nights_of_fury": ("A", 46), "nw_smoke": ("B", 24)}  # none gets lost


@cache
def cited_rules(key: str) -> dict[str, list[str]]:
    """Rule id -> where the system's code, charts and unit lists cite it."""
    found: dict[str, list[str]] = {}
    for rule, path, line in citations(SYSTEMS[key]):
        found.setdefault(rule, []).append(f"{path.relative_to(ROOT).as_posix()}:{line}")
    return found


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
    """Yield (rule, title, provenance, places in code, tests) of every rule of a system, in rulebook order."""
    for rule in SYSTEMS[key].rulebook.rules.values():
        code, tests = cited_rules(key).get(rule.id, []), held_up().get(rule.id, [])
        yield rule.id, rule.title, rule.provenance.value, ", ".join(code), ", ".join(tests)


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_held_up_by_a_test(key: str) -> None:
    assert [rule for rule in SYSTEMS[key].rulebook.rules if rule not in held_up()] == []


def test_no_test_holds_up_a_rule_that_does_not_exist() -> None:
    known = {rule for system in SYSTEMS.values() for rule in system.rulebook.rules}
    patterns = [pattern_of(system) for system in SYSTEMS.values()]
    ours = [rule for rule in held_up() if any(pattern.fullmatch(rule) for pattern in patterns)]
    assert [rule for rule in ours if rule not in known] == []


@pytest.mark.parametrize("key", PUBLISHED)
def test_every_house_rule_names_its_gap_and_is_numbered_without_gaps(key: str) -> None:
    numbers: dict[str, list[int]] = {}
    for rule in SYSTEMS[key].rulebook.rules.values():
        found = re.fullmatch(r"\w+-([A-Z]+)-H(\d+)", rule.id)
        if rule.provenance is Provenance.HOUSE:
            assert found and len(rule.question) > 20, rule.id
        if found:
            numbers.setdefault(found[1], []).append(int(found[2]))
    missing = {f"{chapter}-H{n}" for chapter, have in numbers.items() for n in {*range(1, max(have) + 1)} - {*have}}
    assert missing == ({"VP-H5"} if key == "quickfire" else set())


@pytest.mark.parametrize("key", PUBLISHED)
def test_every_chapter_has_an_introduction_and_a_rule(key: str) -> None:
    book = SYSTEMS[key].rulebook
    assert {chapter.key for chapter in book.chapters} == {rule.chapter for rule in book.rules.values()}
    assert [chapter.key for chapter in book.chapters if len(chapter.intro) < 30] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_chart_a_rule_names_is_an_entry_of_a_table(key: str) -> None:
    system = SYSTEMS[key]
    tables = [path for folder in (system.folder, *system.shared) for path in (folder / "tables").glob("*.yaml")]
    entries = {f"{path.stem}.{entry}" for path in tables for entry in yaml.safe_load(path.read_text("utf-8"))}
    assert {rule.chart for rule in system.rulebook.rules.values() if rule.chart} - entries == set()


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_and_option_that_a_comment_of_a_table_names_exists(key: str) -> None:
    system = SYSTEMS[key]
    book, pattern = system.rulebook, pattern_of(system)
    for path in (*system.folder.glob("tables/*.yaml"), *system.folder.glob("units/*.yaml")):
        text = path.read_text("utf-8")
        assert [rule for rule in pattern.findall(text) if rule not in book] == [], path.name
        assert [word for word in re.findall(r"option (\w+_\w+)", text) if word not in book.options] == [], path.name


@pytest.mark.parametrize("key", KEYS)
def test_every_seed_rule_names_the_place_in_its_sheet_and_every_house_rule_its_question(key: str) -> None:
    rules = SYSTEMS[key].rulebook.rules.values()
    assert [rule.id for rule in rules if not rule.source] == []
    assert [rule.id for rule in rules if rule.provenance is Provenance.SEED and not rule.section] == []
    assert [rule.id for rule in rules if rule.provenance is Provenance.HOUSE and not rule.question.strip()] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_ambiguity_has_at_least_two_readings_and_a_reason(key: str) -> None:
    items = SYSTEMS[key].rulebook.ambiguities
    head, count = AMBIGUITIES.get(key, (items[0].id.rstrip("0123456789") if items else "", len(items)))
    assert [item.id for item in items] == [f"{head}{number}" for number in range(1, count + 1)]
    assert [item.id for item in items if len({reading.key for reading in item.readings}) < 2 or not item.why] == []


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
