"""A small share of the proofs in every run of the tests: `python -m tests.network.proofs` runs them whole."""

from __future__ import annotations

import pytest

from tests.network import measures


@pytest.mark.parametrize(
    ("measure", "count"),
    [
        (measures.games, 8),
        (measures.random_moments, 15),
        (measures.disks, 15),
        (measures.lies, 400),
        (measures.false_files, 100),
        (measures.faces, 20_000),
    ],
)
@pytest.mark.sweep(keep=3)
def test_a_share_of_a_proof_finds_no_fault(measure: measures.Measure, count: int) -> None:
    tried, faults = measure(count)
    assert tried >= count and faults == []
