"""The rulebooks of both games agree with themselves and with their tables."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
import yaml

from rules import SYSTEMS
from rules.kernel.rulebook import Provenance, Rulebook, load_rulebook
from rules.nws.charts import TABLES as SHARED
from tests.conftest import ROOT

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
