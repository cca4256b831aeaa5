"""The sealed channel: a one-time code (or the secret of an earlier meeting), X25519, then ChaCha20-Poly1305 by number.

Each side sends 32 random bytes of a public key. The keys of both directions are derived from the code, the exchange and
both public keys. Without the code nobody can seal the first frame; messages cannot be changed, duplicated or reordered.
"""

from __future__ import annotations

import hmac
from hashlib import blake2b, sha256
from secrets import choice

from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    crypto_scalarmult,
    crypto_scalarmult_base,
)
from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id
from nacl.utils import random

from game.network.messages import MAX_BYTES
from game.program import HOME

WORDS = 5
LIST = HOME / "game" / "network" / "code_words.txt"
LIST_LENGTH = 1024
SALT = b"fi-code-1 \0\0\0\0\0\0"
KEY_BYTES = 32
TAG_BYTES = 16
CALL_BYTES = 1 + 16 + KEY_BYTES  # how it is keyed, which game, public key
MAX_FRAME_BYTES = MAX_BYTES + TAG_BYTES
NEW_GAME, OLD_GAME = b"N", b"O"
NO_GAME = bytes(16)
PROOF = b"fi-meet-1"


class WrongCode(Exception):
    """The other end does not know the code, or the connection was tampered with."""


def code_words() -> tuple[str, ...]:
    """Return the word list for codes."""
    return tuple(LIST.read_text("utf-8").split())


def new_code() -> str:
    """Return a one-time code: five words with blanks between."""
    words = code_words()
    return " ".join(choice(words) for _ in range(WORDS))


def secret_of_code(code: str) -> bytes:
    """Return the shared secret of a code. Takes about a second, so that guessing takes years. Raises ValueError."""
    words = code.lower().replace("-", " ").split()
    unknown = [word for word in words if word not in code_words()]
    if unknown or len(words) != WORDS:
        text = f"{unknown[0]!r} is not a code word" if unknown else f"found {len(words)} words"
        raise ValueError(f"expected a code of {WORDS} words; {text}")
    typed = " ".join(words).encode()
    return argon2id.kdf(
        KEY_BYTES, typed, SALT, opslimit=argon2id.OPSLIMIT_MODERATE, memlimit=argon2id.MEMLIMIT_MODERATE
    )


class Channel:
    """One end of a connection. First exchange the results of `call`, then give the other's to `open`."""

    def __init__(self, listens: bool) -> None:
        self.listens = listens
        self._secret = random(KEY_BYTES)
        self.public: bytes = crypto_scalarmult_base(self._secret)
        self.session = b""  # identifies this connection: the same at both ends, secret to both
        self._out = self._in = b""
        self._sent = self._got = 0

    def call(self, kind: bytes, game: bytes) -> bytes:
        """Return this end's first message, unencrypted. `game`: the one to resume."""
        return kind + game + self.public

    def open(self, theirs: bytes, shared: bytes) -> None:
        """Derive the keys from the other's public key and the shared secret. Raises WrongCode."""
        try:
            exchanged = crypto_scalarmult(self._secret, theirs)
        except (CryptoError, RuntimeError, ValueError) as error:
            raise WrongCode("the other end's public key is not valid") from error
        caller, listener = (theirs, self.public) if self.listens else (self.public, theirs)
        if caller == listener:
            raise WrongCode("the other end sent our own key back")
        root = blake2b(exchanged + caller + listener, key=shared, person=b"fi-channel-1").digest()
        to_listener, to_caller = (sha256(part + root).digest() for part in (b"fi-to-listener", b"fi-to-caller"))
        self._in, self._out = (to_listener, to_caller) if self.listens else (to_caller, to_listener)
        self.session = sha256(b"fi-session" + root).digest()

    def seal(self, data: bytes) -> bytes:
        """Return some bytes sealed as the next frame, without its length."""
        nonce, self._sent = self._sent.to_bytes(12, "little"), self._sent + 1
        return bytes(crypto_aead_chacha20poly1305_ietf_encrypt(data, None, nonce, self._out))

    def unseal(self, frame: bytes) -> bytes:
        """Return the content of the next frame. Raises WrongCode if it was changed, duplicated, reordered or forged."""
        if not TAG_BYTES <= len(frame) <= MAX_FRAME_BYTES:
            raise WrongCode(f"a frame of {len(frame):,} bytes cannot be one of ours")
        try:
            data = crypto_aead_chacha20poly1305_ietf_decrypt(frame, None, self._got.to_bytes(12, "little"), self._in)
        except CryptoError as error:
            raise WrongCode("a frame does not open: wrong code, or it was changed on the way") from error
        self._got += 1
        return bytes(data)

    def proof(self) -> bytes:
        """Return the first frame, which proves that this end knows the code."""
        return self.seal(PROOF)

    def check(self, frame: bytes) -> None:
        """Check the other's first frame. Raises WrongCode."""
        if not hmac.compare_digest(self.unseal(frame), PROOF):
            raise WrongCode("the first frame is not the expected one")


def game_id(session: bytes) -> bytes:
    """Return the id of a game begun on a connection."""
    return sha256(b"fi-game" + session).digest()[:16]


def meeting_secret(session: bytes) -> bytes:
    """Return the secret with which both ends of a game reconnect."""
    return sha256(b"fi-meeting" + session).digest()
