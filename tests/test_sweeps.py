"""A sweep keeps a share of its cases outside `make soak`, spread over the games."""

from __future__ import annotations

from typing import Any

import pytest

from tests import conftest

pytest_plugins = ["pytester"]
CASES = [f"{key}/{battle}" for key in ("nw_smoke", "quickfire", "perfidious_albion") for battle in "abcdef"]


def kept_of(pytester: pytest.Pytester, keep: int) -> list[str]:
    """Return the cases kept of one sweep."""
    mark = f"@pytest.mark.sweep(keep={keep})\n@pytest.mark.parametrize('game', {CASES})\n"
    items: list[Any] = pytester.getitems(f"import pytest\n{mark}def test_all(game): ...")
    left_out = conftest.left_out(items)
    return [item.callspec.params["game"] for item in items if item not in left_out]


@pytest.mark.parametrize("keep", [1, 3, 7])
def test_a_sweep_keeps_as_many_cases_as_it_says_of_as_many_games_as_it_can(
    pytester: pytest.Pytester, keep: int
) -> None:
    kept = kept_of(pytester, keep)
    assert len(kept) == keep
    assert len({case.partition("/")[0] for case in kept}) == min(keep, 3)


def test_another_word_chooses_other_cases(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_of(pytester, 3)
    assert first == kept_of(pytester, 3)
    monkeypatch.setattr(conftest, "SHARE", "another")
    assert first != kept_of(pytester, 3)
