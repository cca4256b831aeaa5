"""Modifiers: a sum that remembers why."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.record import Record


class Modifier(Record, frozen=True, omit_defaults=True):
    """One term of a sum, with its rule; `to`: the sides that may know it, empty for all (then not written)."""

    value: int
    label: str
    rule: str
    to: tuple[str, ...] = ()


def sum_modifiers(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of the modifiers."""
    return sum([modifier.value for modifier in modifiers])
