"""Keys of other alphabets: a Cyrillic, Greek or Hebrew letter counts as the US key at its position."""

from __future__ import annotations

import string
import unicodedata

import pygame

SPECIAL = 1 << 30  # bit set in the codes of keys without a character: arrows, F1, Shift
ASCII = 0x80
# Scancode (position on the keyboard) -> the letter or digit there on a US keyboard.
PLACES = {getattr(pygame, f"KSCAN_{sign.upper()}"): ord(sign) for sign in string.ascii_lowercase + string.digits}


def sign_of(code: int) -> str:
    """Return the character of a non-ASCII key in lower case; empty for every other key."""
    return chr(code).lower() if ASCII <= code < SPECIAL and chr(code).isprintable() else ""


def latin_key(event: pygame.Event) -> int:
    """Return the code of a key event; for a non-Latin letter or digit, that of its position on a US keyboard."""
    sign = sign_of(event.key)
    if not sign or unicodedata.category(sign[0])[0] not in "LMN" or unicodedata.name(sign[0], "").startswith("LATIN"):
        return int(event.key)
    return PLACES.get(getattr(event, "scancode", 0), int(event.key))


def with_latin_key(event: pygame.Event) -> pygame.Event:
    """Return a key event with its Latin key; `layout_key` keeps the code of the player's own layout."""
    code = latin_key(event)
    if code == event.key:
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": code, "layout_key": event.key})
