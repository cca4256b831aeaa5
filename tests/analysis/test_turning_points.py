"""Turning points: what an order and its dice did, not what the clock did meanwhile."""

from __future__ import annotations

from rules.analysis.luck_and_skill import Entry, Source, new_analysis  # type: ignore[attr-defined]
from tests.conftest import begin


def entry(number: int, order: str, before: float, mean: float, after: float, clock: float = 0.0) -> Entry:
    return Entry(
        number=number, position="", turn=number, phase="Fire", side="USN", order=order, told="", before=before,
        mean=mean, error=0.0, after=after, clock=clock,
    )  # fmt: skip


def test_a_turning_point_is_what_dice_and_orders_did_and_never_time_alone() -> None:
    found = new_analysis(begin("nw_smoke/little_and_gregory", seed=1))
    assert isinstance(found.source, Source)
    waited = entry(1, "done", 0.50, 0.62, 0.62)  # twelve points of time
    clocked = entry(2, "fire a b", 0.62, 0.72, 0.72, clock=0.10)  # an order, but all of it the clock's
    hit = entry(3, "fire a b", 0.72, 0.72, 0.80)  # eight points of luck
    better = entry(4, "move a F", 0.80, 0.86, 0.86)  # six of the order
    unlucky = entry(6, "fire a b", 0.90, 0.90, 0.80)  # ten points of bad luck
    eaten = entry(7, "fire a b", 0.80, 0.77, 0.77, clock=-0.12)  # nine points of the order, but time took twelve
    slight = entry(5, "fire a b", 0.86, 0.86, 0.90)  # four of luck: below five points nothing turns
    rows = found.but(entries=(waited, clocked, hit, better, slight, unlucky, eaten)).turning_points()
    assert [point.number for point in rows] == [3, 4, 6]
