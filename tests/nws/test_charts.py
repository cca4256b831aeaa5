"""The charts of both games: no number stands in a table that no rule reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from rules.kernel.record import Record
from rules.nights_of_fury import campaign_charts, charts, solitaire_charts
from rules.nw_smoke import charts as hex_charts
from rules.nws import charts as shared
from tests.conftest import ROOT

FOLDERS = ("nws", "nw_smoke", "nights_of_fury")


def records(module: ModuleType) -> Iterator[type[Record]]:
    """Yield the records of charts that a module defines."""
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Record) and found.__module__ == module.__name__:
            yield found


@pytest.mark.parametrize(
    "module", [shared, hex_charts, charts, campaign_charts, solitaire_charts], ids=lambda module: module.__name__
)
def test_every_number_of_the_charts_is_read_by_a_rule(module: ModuleType) -> None:
    code = "".join(path.read_text("utf-8") for name in FOLDERS for path in sorted((ROOT / "rules" / name).glob("*.py")))
    read = set(re.findall(r"\.(\w+)", code))
    dead = [f"{record.__name__}.{name}" for record in records(module) for name in record.__struct_fields__]
    assert [field for field in dead if field.partition(".")[2] not in read] == []
