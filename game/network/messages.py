"""The messages between two computers: typed, closed, versioned, at most 64 kB each. Anything else is refused."""

from __future__ import annotations

import msgspec

from rules.kernel.logbook import Line as LogLine

PROTOCOL = 1
MAX_BYTES = 64_000
MAX_CHAT_LETTERS = 300
MAX_REASON_LETTERS = 400
HOST, GUEST = "host", "guest"
OTHER = {HOST: GUEST, GUEST: HOST}


class BadMessage(Exception):
    """Bytes that are not a message of this protocol. str() is a sentence."""


class Message(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One message. Bytes travel as base64."""


class Hello(Message, frozen=True, kw_only=True):
    """The sender and the state of its log: sent first by each end on every connection."""

    protocol: int
    program: str  # version of the program
    role: str  # host or guest
    key: bytes  # Ed25519 public key
    tip: bytes  # tip of its chain of links
    lines: int = 0
    digest: bytes = b""  # digest of all lines; empty before there is a log


class Setup(Message, frozen=True, kw_only=True):
    """The game the host offers."""

    system: str
    rules: str  # digests of the rules and the map
    map_digest: str
    scenario: dict[str, object]
    options: dict[str, bool]
    side: str  # the side the host plays
    started: str


class Order(Message, frozen=True, kw_only=True):
    """An order without dice. `position`: digest of the position after it."""

    line: int
    command: dict[str, object]
    position: str
    signature: bytes


class Ask(Message, frozen=True, kw_only=True):
    """An order that rolls dice, with the giver's link."""

    line: int
    roll: int
    command: dict[str, object]
    link: bytes
    signature: bytes


class Answer(Message, frozen=True, kw_only=True):
    """The other link of a roll, and the signature of the finished line."""

    line: int
    roll: int
    link: bytes
    position: str
    signature: bytes


class Undo(Message, frozen=True, kw_only=True):
    """The last order is undone. `consent`: signature of the other end, if needed."""

    line: int
    signature: bytes
    consent: bytes = b""


class Lines(Message, frozen=True, kw_only=True):
    """Lines of the log that the other end lacks after a break, from line `first` on."""

    first: int
    lines: list[dict[str, object]]


class Say(Message, frozen=True, kw_only=True):
    """Chat, a request or its answer. `kind`: one of SAYINGS. Never part of the log."""

    kind: str
    text: str = ""
    line: int = 0
    signature: bytes = b""


class Stop(Message, frozen=True, kw_only=True):
    """The game stops here. `reason`: a sentence."""

    reason: str


CHAT, PING = "chat", "ping"
ASK_UNDO, REFUSE_UNDO = "ask_undo", "refuse_undo"
OFFER_DRAW, ACCEPT_DRAW, REFUSE_DRAW, RESIGN, LEAVE = "offer_draw", "accept_draw", "refuse_draw", "resign", "leave"
SAYINGS = (CHAT, PING, ASK_UNDO, REFUSE_UNDO, OFFER_DRAW, ACCEPT_DRAW, REFUSE_DRAW, RESIGN, LEAVE)

_KINDS = Hello | Setup | Order | Ask | Answer | Undo | Lines | Say | Stop
_DECODER = msgspec.json.Decoder(_KINDS)
_ENCODER = msgspec.json.Encoder()


def encode(message: Message) -> bytes:
    """Return a message as bytes. Raises BadMessage if it is too long."""
    data = _ENCODER.encode(message)
    if len(data) > MAX_BYTES:
        raise BadMessage(f"a message of {len(data):,} bytes is too long; {MAX_BYTES:,} are allowed")
    return data


def decode(data: bytes) -> Message:
    """Return the message encoded in bytes. Raises BadMessage."""
    if len(data) > MAX_BYTES:
        raise BadMessage(f"a message of {len(data):,} bytes is too long; {MAX_BYTES:,} are allowed")
    try:
        message: Message = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"a message cannot be read: {error}"[:MAX_REASON_LETTERS]) from error
    if isinstance(message, Say) and (message.kind not in SAYINGS or len(message.text) > MAX_CHAT_LETTERS):
        raise BadMessage("a chat message is malformed or too long")
    if isinstance(message, Stop) and len(message.reason) > MAX_REASON_LETTERS:
        raise BadMessage("the reason for stopping is too long")
    return message


def in_chunks(lines: list[LogLine], first: int) -> list[Lines]:
    """Return lines of a log as messages within the size limit. Raises BadMessage if a single line is too long."""
    found: list[Lines] = []
    here: list[dict[str, object]] = []
    size = 0
    for number, line in enumerate(lines, first):
        length = len(_ENCODER.encode(line)) + 1
        if here and size + length > MAX_BYTES - 1_000:
            found.append(Lines(first=number - len(here), lines=here))
            here, size = [], 0
        here, size = [*here, line], size + length
    if here:
        found.append(Lines(first=first + len(lines) - len(here), lines=here))
    return found
