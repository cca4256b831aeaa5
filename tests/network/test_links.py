"""Links, dice from a key, and messages, each tested by itself."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.network.links import LINKS, dice_key, from_text, make_chain, previous_link, to_text
from game.network.messages import MAX_BYTES, BadMessage, Lines, Order, Say, Stop, decode, encode, in_chunks
from rules.kernel.dice import KeyedDice, NeedDice
from rules.kernel.logbook import MAX_LINES

GAME = bytes(16)


def test_each_link_proves_itself_against_the_one_before_it() -> None:
    chain = make_chain(b"s" * 32, GAME, "host")
    assert len(chain) == LINKS + 1 > MAX_LINES
    for number in (1, 2, 500, LINKS):
        assert previous_link(GAME, "host", number, chain[number]) == chain[number - 1]
    assert previous_link(GAME, "host", 3, chain[2]) != chain[1]  # its number counts
    assert previous_link(GAME, "guest", 1, chain[1]) != chain[0]  # its role counts
    assert previous_link(b"1" * 16, "host", 1, chain[1]) != chain[0]  # its game counts


def test_the_key_of_an_order_hangs_on_everything_that_names_it() -> None:
    usual = dice_key(GAME, 1, b"h" * 32, b"g" * 32, b"order")
    others = [
        dice_key(b"1" * 16, 1, b"h" * 32, b"g" * 32, b"order"),
        dice_key(GAME, 2, b"h" * 32, b"g" * 32, b"order"),
        dice_key(GAME, 1, b"x" * 32, b"g" * 32, b"order"),
        dice_key(GAME, 1, b"h" * 32, b"x" * 32, b"order"),
        dice_key(GAME, 1, b"h" * 32, b"g" * 32, b"other"),
    ]
    assert len({usual, *others}) == 6


def test_dice_without_a_key_say_that_they_are_wanted() -> None:
    with pytest.raises(NeedDice):
        KeyedDice().roll(1, 6)


def test_dice_of_a_key_are_the_same_every_time_and_have_no_end() -> None:
    one, other = KeyedDice(b"k" * 32), KeyedDice(b"k" * 32)
    faces = one.roll(1000, 10)
    assert faces == tuple(face for _ in range(1000) for face in other.roll(1, 10))
    assert set(faces) == set(range(1, 11))


@pytest.mark.parametrize("sides", [6, 10, 20, 100])
def test_no_face_is_likelier_than_another(sides: int) -> None:
    count = 40_000
    faces = KeyedDice(b"fair" * 8).roll(count, sides)
    expected = count / sides
    chi = sum((faces.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert abs(chi - (sides - 1)) < 4 * (2 * (sides - 1)) ** 0.5
    first = [KeyedDice(dice_key(GAME, roll, b"h" * 32, b"g" * 32, b"")).roll(1, sides)[0] for roll in range(4_000)]
    expected = 4_000 / sides
    chi = sum((first.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert abs(chi - (sides - 1)) < 4 * (2 * (sides - 1)) ** 0.5


@given(st.binary(max_size=80))
def test_base64_of_a_log_has_one_form(data: bytes) -> None:
    assert from_text(to_text(data)) == data
    for wrong in (to_text(data) + " ", to_text(data) + "=", to_text(data) + "\n"):
        with pytest.raises(ValueError):
            from_text(wrong)


# --- messages ---------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=200))
def test_bytes_are_a_message_or_a_bad_one(data: bytes) -> None:
    try:
        decode(data)
    except BadMessage:
        return


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"Order","line":1,"command":{},"position":"","signature":"","more":1}',  # closed
        b'{"type":"Other"}',
        b'{"type":"Order","line":"1","command":{},"position":"","signature":""}',
        b'{"type":"Say","kind":"dance","text":""}',
        b'{"type":"Say","kind":"chat","text":"' + b"x" * 301 + b'"}',
        b'{"type":"Stop","reason":"' + b"x" * 401 + b'"}',
        b"[" * 5_000,
        b'{"type":"Stop","reason":"' + b" " * MAX_BYTES + b'"}',
    ],
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(BadMessage):
        decode(data)


def test_messages_come_back_as_they_were_sent() -> None:
    for message in (Stop(reason="enough"), Say(kind="chat", text="ahoy"), Lines(first=1, lines=[{"t": "undo"}])):
        assert decode(encode(message)) == message
    order = Order(line=1, command={"type": "done", "side": "a"}, position="0", signature=b"\0\xff")
    assert decode(encode(order)) == order


def test_many_lines_go_in_messages_that_are_not_too_long() -> None:
    lines = [{"t": "do", "c": {"text": "x" * (number % 700)}} for number in range(600)]
    chunks = in_chunks(lines, 11)
    assert [line for chunk in chunks for line in chunk.lines] == lines
    assert all(len(encode(chunk)) <= MAX_BYTES for chunk in chunks) and len(chunks) > 2
    at = 11
    for chunk in chunks:
        assert chunk.first == at
        at += len(chunk.lines)
    assert msgspec.json.encode(in_chunks([], 1)) == b"[]"
