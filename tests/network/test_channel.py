"""The encrypted channel: without the code nothing can be sent, and no frame can be changed, repeated or moved."""

from __future__ import annotations

import pytest

from game.network import channel
from game.network.channel import (
    LIST_LENGTH,
    NEW_GAME,
    NO_GAME,
    Channel,
    WrongCode,
    code_words,
    game_id,
    meeting_secret,
    new_code,
    secret_of_code,
)


def linked_channels(one: bytes = b"k" * 32, other: bytes = b"k" * 32) -> tuple[Channel, Channel]:
    caller, listener = Channel(False), Channel(True)
    caller.open(listener.call(NEW_GAME, NO_GAME)[-32:], one)
    listener.open(caller.call(NEW_GAME, NO_GAME)[-32:], other)
    return caller, listener


def test_both_ends_derive_the_same_and_prove_it() -> None:
    caller, listener = linked_channels()
    listener.check(caller.proof())
    caller.check(listener.proof())
    assert caller.session == listener.session != linked_channels()[0].session
    assert len({caller.session, game_id(caller.session), meeting_secret(caller.session)}) == 3
    for number in range(50):
        assert listener.unseal(caller.seal(b"%d" % number)) == b"%d" % number
        assert caller.unseal(listener.seal(b"%d" % number)) == b"%d" % number


def test_the_wrong_code_seals_nothing() -> None:
    caller, listener = linked_channels(b"k" * 32, b"x" * 32)
    with pytest.raises(WrongCode):
        listener.check(caller.proof())


def test_no_frame_can_be_changed_doubled_moved_or_sent_back() -> None:
    frames_of = ["flip", "twice", "swap", "back", "cut", "long", "empty"]
    for kind in frames_of:
        caller, listener = linked_channels()
        first, second = caller.seal(b"first"), caller.seal(b"second")
        wrong = {
            "flip": bytes([first[0] ^ 1]) + first[1:],
            "twice": first,
            "swap": second,
            "back": listener.seal(b"first"),
            "cut": first[:-1],
            "long": first + b"\0",
            "empty": b"",
        }[kind]
        if kind == "twice":
            listener.unseal(first)
        with pytest.raises(WrongCode):
            listener.unseal(wrong)


def test_every_bit_of_a_frame_counts() -> None:
    caller, listener = linked_channels()
    frame = caller.seal(b"fire at Little")
    for bit in range(len(frame) * 8):
        wrong = bytearray(frame)
        wrong[bit // 8] ^= 1 << bit % 8
        with pytest.raises(WrongCode):
            listener.unseal(bytes(wrong))
    assert listener.unseal(frame) == b"fire at Little"


@pytest.mark.parametrize("public", [bytes(32), b"\1" + bytes(31)])
def test_a_worthless_public_key_is_refused(public: bytes) -> None:
    with pytest.raises(WrongCode):
        Channel(True).open(public, b"k" * 32)


def test_our_own_key_sent_back_is_refused() -> None:
    end = Channel(True)
    with pytest.raises(WrongCode):
        end.open(end.public, b"k" * 32)


def test_the_code_has_five_words_of_a_thousand_and_twenty_four(monkeypatch: pytest.MonkeyPatch) -> None:
    words = code_words()
    assert len(words) == len(set(words)) == LIST_LENGTH == 1024
    assert all(word.isascii() and word.islower() and 4 <= len(word) <= 6 for word in words)
    code = new_code()
    assert len(code.split()) == 5 and code != new_code()
    monkeypatch.setattr(channel.argon2id, "OPSLIMIT_MODERATE", channel.argon2id.OPSLIMIT_MIN)  # type: ignore[attr-defined]
    monkeypatch.setattr(channel.argon2id, "MEMLIMIT_MODERATE", channel.argon2id.MEMLIMIT_MIN)  # type: ignore[attr-defined]
    assert secret_of_code(code) == secret_of_code(code.upper().replace(" ", "-")) != secret_of_code(new_code())


@pytest.mark.parametrize("code", ["", "able", "able able able able", "able able able able xyzzy", "able " * 6])
def test_what_is_no_code_is_refused_with_a_sentence(code: str) -> None:
    with pytest.raises(ValueError, match="five|5 words"):
        secret_of_code(code)
