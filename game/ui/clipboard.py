"""The desktop's clipboard: a missing or failing clipboard, or one without text, counts as empty."""

from __future__ import annotations

import pygame

FAILURES = (pygame.error, OSError, ValueError, NotImplementedError)  # ValueError: bytes that are not text


def read_clipboard() -> str:
    """Return the text on the clipboard; empty if there is none or it cannot be reached."""
    try:
        return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except FAILURES:
        return ""


def write_clipboard(text: str) -> bool:
    """Put a text on the clipboard; return False if it cannot be reached."""
    try:
        pygame.scrap.put_text(text)
    except FAILURES:
        return False
    return True
