"""A sweep keeps a share of its cases outside `make soak`, spread over the games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest

CASES = [f"{key}/{battle}" for key in ("nw_smoke", "quickfire", "perfidious_albion") for battle in "abcdef"]


def kept_of(keep: int) -> list[str]:
    """Return the cases kept of one sweep."""
    marks = {"sweep": pytest.mark.sweep(keep=keep)}
    items: list[Any] = [
        SimpleNamespace(nodeid=f"tests/test_it.py::test_all[{case}]", get_closest_marker=marks.get) for case in CASES
    ]
    left_out = conftest.left_out(items)
    return [case for case, item in zip(CASES, items, strict=True) if item not in left_out]


@pytest.mark.parametrize("keep", [1, 3, 7])
def test_a_sweep_keeps_as_many_cases_as_it_says_of_as_many_games_as_it_can(keep: int) -> None:
    kept = kept_of(keep)
    assert len(kept) == keep
    assert len({case.partition("/")[0] for case in kept}) == min(keep, 3)


def test_another_word_chooses_other_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_of(3)
    assert first == kept_of(3)
    monkeypatch.setattr(conftest, "SHARE", "another")
    assert first != kept_of(3)
