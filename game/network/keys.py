"""Keys and signatures (Ed25519, by PyNaCl)."""

from __future__ import annotations

from nacl.exceptions import BadSignatureError
from nacl.exceptions import ValueError as NaclValueError
from nacl.signing import SigningKey, VerifyKey

SIGNATURE_BYTES = 64
KEY_BYTES = 32


def new_key() -> bytes:
    """Return a new secret signing key."""
    return bytes(SigningKey.generate())


def public_key(secret: bytes) -> bytes:
    """Return the public key of a secret one."""
    return bytes(SigningKey(secret).verify_key)


def sign(secret: bytes, claim: bytes) -> bytes:
    """Return the signature of a claim."""
    return SigningKey(secret).sign(claim).signature


def is_signed(public: bytes, claim: bytes, signature: bytes) -> bool:
    """Return whether the owner of a public key has signed a claim."""
    if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        VerifyKey(public).verify(claim, signature)
    except (BadSignatureError, NaclValueError, ValueError):
        return False
    return True
