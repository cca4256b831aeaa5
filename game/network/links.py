"""Hash chains: each end commits to all its links with one tip, and reveals one link for each roll of the game.

Link k belongs to roll k. link[k - 1] is the SHA-256 of link[k] with the game and the role, so a link can be checked
against the previous one, and nobody can compute the next one.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from functools import lru_cache
from hashlib import sha256

LINKS = 12_000  # a log has at most 11,000 lines
LINK_BYTES = 32


def previous_link(game: bytes, role: str, number: int, link: bytes) -> bytes:
    """Return link number - 1 of a chain from link `number`."""
    return sha256(b"fi-chain-1" + game + role.encode() + number.to_bytes(4, "big") + link).digest()


@lru_cache(maxsize=4)  # cached: every file of a game by file needs the same two chains
def make_chain(seed: bytes, game: bytes, role: str) -> tuple[bytes, ...]:
    """Return all links of a chain, the tip first; the seed is the last link."""
    links = [seed]
    for number in range(LINKS, 0, -1):
        links.append(previous_link(game, role, number, links[-1]))
    return tuple(reversed(links))


def dice_key(game: bytes, roll: int, host_link: bytes, guest_link: bytes, order: bytes) -> bytes:
    """Return the key of the dice of one order. `order`: its canonical JSON."""
    return sha256(
        b"fi-dice-1" + game + roll.to_bytes(4, "big") + host_link + guest_link + sha256(order).digest()
    ).digest()


def to_text(data: bytes) -> str:
    """Return bytes as base64 for a log."""
    return b64encode(data).decode("ascii")


def from_text(text: object) -> bytes:
    """Return the bytes of base64 text from a log. Raises ValueError for anything but the canonical form."""
    if not isinstance(text, str) or not text.isascii():
        raise ValueError("expected base64")
    try:
        data = b64decode(text, validate=True)
    except Error as error:
        raise ValueError("expected base64") from error
    if to_text(data) != text:
        raise ValueError("expected base64 in its usual form")
    return data
