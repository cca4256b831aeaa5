"""Progress of long work, reported so that a screen can show and stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], object]  # called with a fraction from 0 to 1; may raise Stopped


class Stopped(Exception):
    """The player has stopped the work."""


def ignore_progress(share: float) -> None:
    """Ignore the progress."""
