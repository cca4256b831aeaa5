"""How far something long has come: told as it goes on, so that a screen shows it and can stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], object]  # called with a share from 0 to 1; it may raise Stopped


class Stopped(Exception):
    """The player does not want it any more."""


def ignore_progress(share: float) -> None:
    """Ignore the progress; nobody looks."""
