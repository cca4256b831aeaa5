"""The error for a missing display: raised when a window is opened; the command line then offers text play."""

from __future__ import annotations


class NoDisplay(Exception):
    """There is no display to open a window on. str() is a plain sentence."""
