"""`make quick` chooses the tests that a change can break first."""

from __future__ import annotations

import pytest

from tests import quick
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("changed", "wanted", "unwanted"),
    [
        ("rules/nw_smoke/smoke.py", "tests/nw_smoke/test_smoke.py", "tests/quickfire/test_gunnery.py"),
        ("rules/quickfire/tables/gunnery.yaml", "tests/quickfire/test_gunnery.py", "tests/nw_smoke/test_smoke.py"),
        ("game/settling.py", "tests/game/test_settling.py", "tests/nw_smoke/test_smoke.py"),
        ("tests/game/screens.py", "tests/game/test_settling.py", "tests/nw_smoke/test_smoke.py"),
        ("tests/kernel/test_dice.py", "tests/kernel/test_dice.py", "tests/nw_smoke/test_smoke.py"),
    ],
)
def test_a_change_is_tested_by_the_tests_nearest_to_it(changed: str, wanted: str, unwanted: str) -> None:
    assert (ROOT / changed).is_file()
    found = quick.tests_for([ROOT / changed])
    assert ROOT / wanted in found and ROOT / unwanted not in found
