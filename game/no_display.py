"""Why no window can be opened: told by whoever tries, heard by the command line, which then offers play by typing."""

from __future__ import annotations


class NoDisplay(Exception):
    """There is no display to open a window on. str() is a plain sentence."""
