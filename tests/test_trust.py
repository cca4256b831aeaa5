"""A small part of `make trust` for every run of the tests.

Counts, endings, screens, random sequences, damaged files.
"""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from tests.capabilities import PUBLISHED
from tests.conftest import ROOT
from tests.trust import changes, measures, mutants, perft, screens
from tests.trust.table import ROWS, Scale, measure

FEW = 3


@pytest.mark.parametrize("system", PUBLISHED)
def test_a_few_positions_have_as_many_behind_them_as_kept(system: str) -> None:
    assert perft.differences(system, FEW) == [], "if a rule changed on purpose: python -m tests.trust.perft --update"


@pytest.mark.parametrize("system", PUBLISHED)
def test_a_few_seeded_games_end_as_kept(system: str) -> None:
    assert perft.other_endings(system, FEW) == [], "if a rule changed on purpose: python -m tests.trust.perft --update"


def test_the_signature_is_that_of_the_endings() -> None:
    for system in PUBLISHED:
        kept = perft.kept_counts()[system]
        assert kept["signature"] == perft.signature(kept["endings"])
        assert len(kept["endings"]) == perft.GAMES and len(kept["perft"]) == perft.POSITIONS


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("kind", screens.SHOW)
def test_a_screen_lives_through_damaged_files(kind: str) -> None:
    assert screens.faults(kind, 12) == []


def test_orders_undo_branches_and_saves_in_any_order_come_to_the_same() -> None:
    assert measures.machines(5) == (5, [])


def test_damaged_files_are_refused_in_sentences() -> None:
    tried, faults = measures.damaged_files(60)
    assert tried >= 60 and faults == []


def test_what_was_slow_to_be_refused_is_no_more() -> None:
    """72,000 empty lists, a save that gives and takes back an order for ever, a name of 900,000 letters."""
    assert measures.hostile_files(3) == (3, [])


def test_every_row_of_the_table_has_a_number_and_a_measure_that_breaks_down_is_a_fault() -> None:
    assert {"R1, R3", "R13", "R24", "K", "S"} <= {row.key for row in ROWS}
    row = ROWS[0]
    broken = type(row)("X", "nothing", lambda scale: 1 / 0)  # type: ignore[arg-type, return-value]
    result = measure(broken, Scale("none", 0.0))
    assert result.good is False and "ZeroDivisionError" in result.figure


DICE = "rules/kernel/dice.py"


def test_a_mutant_changes_one_place_and_nothing_else() -> None:
    found = changes.places(mutants.ROOT / DICE)
    assert len(found) > 20 and len({place.name for place in found}) == len(found)
    texts = {ast.unparse(changes.change_module(place)) for place in found}
    untouched = ast.unparse(changes.change_module(replace(found[0], number=-1)))
    assert len(texts) == len(found) and untouched not in texts


def test_the_draw_is_the_same_for_a_seed_and_no_edit_elsewhere_changes_it() -> None:
    few = mutants.sample([DICE], 5, 1)
    assert few == mutants.sample([DICE], 5, 1) != mutants.sample([DICE], 5, 2)
    with_more = {mutant.name for mutant in mutants.sample([DICE, "rules/kernel/bands.py"], 10_000, 1)}
    assert {mutant.name for mutant in few} <= with_more
    lots = [mutants.lot(mutant, 1) for mutant in few]
    assert lots == sorted(lots)


@pytest.mark.parametrize(
    ("file", "text", "classes"),
    [
        ("rules/quickfire/evaluation.py", "def f(a):\n    return 3 * a if a > 2 and a != 9 else 0", {"taste", ""}),
        ("rules/quickfire/damage.py", "def f(a):\n    return 3 * a if a > 2 and a != 9 else 0", {""}),
        ("rules/quickfire/helm.py", '"""A. House judgement, no rule."""\na = 3 * b', {"taste"}),
        ("rules/analysis/rollouts.py", "def f(a):\n    return 3 * a if a > 2 and a != 9 else 0", {"effort", ""}),
        ("rules/analysis/luck_and_skill.py", "def f(a):\n    return 3 * a if a > 2 and a != 9 else 0", {""}),
        ("rules/quickfire/damage.py", "class A(Record, frozen=True, kw_only=True):\n    pass", {"header of a class"}),
        ("rules/quickfire/damage.py", "def f(a, b):\n    return zip(a, b, strict=True)", {"guard of zip"}),
        ("rules/quickfire/damage.py", "def f(a):\n    assert a > 3", {"assertion"}),
        ("rules/quickfire/damage.py", "def f(a):\n    raise E(a[:12])", {"words of an error"}),
        ("rules/quickfire/damage.py", "S = 3\n\n@lru_cache(maxsize=S)\ndef f(a):\n    pass", {"size of a cache"}),
        ("rules/quickfire/damage.py", "S = 3\n\n@lru_cache(maxsize=7)\ndef f(a):\n    pass", {""}),
    ],
)
def test_what_no_test_can_notice_is_told_by_rule_and_nothing_more(file: str, text: str, classes: set[str]) -> None:
    found = changes.places_of(file, ast.parse(text))
    assert {place.unheard for place in found} == classes and classes <= {"", *changes.CLASSES}


def test_of_a_captains_taste_what_is_no_number_and_no_edge_is_drawn() -> None:
    text = "def f(a):\n    return 3 * a if a > 2 and a != 9 and not b else True"
    drawn = [place.what for place in changes.places_of("rules/nws/captain.py", ast.parse(text)) if not place.unheard]
    assert [what.rpartition(": ")[2] for what in drawn] == ["Or", "Eq", "without not", "False"]


def test_what_was_found_by_hand_to_change_nothing_is_still_there_and_says_why() -> None:
    named = mutants.equivalent()
    there = {place.name for path in {name.split()[0] for name in named} for place in changes.places(ROOT / path)}
    assert set(named) <= there and all(len(why) > 20 for why in named.values())
