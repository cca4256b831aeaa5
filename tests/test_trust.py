"""A small part of `make trust` in every run of the tests: counts, endings, screens, random sequences, damaged files."""

from __future__ import annotations

import pytest

from rules import SYSTEMS
from tests.trust import measures, mutants, perft, screens
from tests.trust.table import ROWS, Scale, measured

FEW = 3


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_few_positions_have_as_many_behind_them_as_kept(system: str) -> None:
    assert perft.differences(system, FEW) == [], "if a rule changed on purpose: python -m tests.trust.perft --update"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_few_seeded_games_end_as_kept(system: str) -> None:
    assert perft.other_endings(system, FEW) == [], "if a rule changed on purpose: python -m tests.trust.perft --update"


def test_the_signature_is_that_of_the_endings() -> None:
    for system in SYSTEMS:
        kept = perft.kept()[system]
        assert kept["signature"] == perft.signature(kept["endings"])
        assert len(kept["endings"]) == perft.GAMES and len(kept["perft"]) == perft.POSITIONS


@pytest.mark.parametrize("kind", screens.SHOW)
def test_a_screen_lives_through_damaged_files(kind: str) -> None:
    assert screens.faults(kind, 12) == []


def test_orders_undo_branches_and_saves_in_any_order_come_to_the_same() -> None:
    assert measures.machines(5) == (5, [])


def test_damaged_files_are_refused_in_sentences() -> None:
    tried, faults = measures.damaged_files(60)
    assert tried >= 60 and faults == []


def test_what_was_slow_to_be_refused_is_no_more() -> None:
    """72,000 empty lists, a save that does and takes back for ever, a name of 900,000 letters."""
    assert measures.hostile_files(3) == (3, [])


def test_every_row_of_the_table_has_a_number_and_a_measure_that_breaks_down_is_a_fault() -> None:
    assert {"R1, R3", "R13", "R24", "K", "S"} <= {row.key for row in ROWS}
    row = ROWS[0]
    broken = type(row)("X", "nothing", lambda scale: 1 / 0)  # type: ignore[arg-type, return-value]
    told = measured(broken, Scale("none", 0.0))
    assert told.good is False and "ZeroDivisionError" in told.figure


def test_a_mutant_changes_one_place_and_nothing_else() -> None:
    path = mutants.ROOT / "rules" / "kernel" / "dice.py"
    found = mutants.places(path)
    assert len(found) > 20
    texts = {mutants.changed(path, place.number) for place in found}
    assert len(texts) == len(found) and mutants.changed(path, -1) not in texts
    assert mutants.sample([], 5, 1) == mutants.sample([], 5, 1) != mutants.sample([], 5, 2)
