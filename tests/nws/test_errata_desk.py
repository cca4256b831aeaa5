"""Every rule of the two NWS sheets is shown at the errata desk."""

from __future__ import annotations

import pytest

from game.teach.exhibits import open_desk
from rules import SYSTEMS
from tests.conftest import MAPS


@pytest.mark.parametrize("key", ["nights_of_fury", "nw_smoke"])
def test_every_rule_of_the_sheet_stands_in_an_exhibit(key: str) -> None:
    shown = {rule for case in open_desk(SYSTEMS, MAPS).of(key) for rule in case.exhibit.amends}
    book = SYSTEMS[key].rulebook.rules.values()
    sheet = {rule.id for rule in book if rule.provenance.value == "seed" and "-BASE-" not in rule.id}
    assert sorted(sheet - shown) == []
