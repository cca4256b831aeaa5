"""Records: the frozen values of which every state, command, event and rule is made.

A record is an immutable msgspec structure: created, compared, copied and written as JSON at C speed. `but` makes a
changed copy; nothing is ever changed in place. Dictionaries inside a record are treated as frozen too: copy, replace.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec.structs import replace as _replace

if TYPE_CHECKING:
    from typing import Self


AnyState: TypeAlias = Any  # the state of some game, whose own type only that game's functions know


class Record(msgspec.Struct, frozen=True, gc=False):
    """A frozen value. Subclass it and list the fields."""

    def but(self, **changes: Any) -> Self:
        """Return a copy of this record with some fields changed."""
        return _replace(self, **changes)


def shared_fields(record: Record, kind: type[Record]) -> dict[str, Any]:
    """Return the fields a record inherits from a kind, by name, to build another record of that kind."""
    return {field: getattr(record, field) for field in kind.__struct_fields__}


_ENCODER = msgspec.json.Encoder(order="deterministic")


def to_json(value: object) -> bytes:
    """Return canonical JSON of a record or of plain data: sorted keys, the same bytes on every machine."""
    return _ENCODER.encode(value)


def digest_of(value: object) -> str:
    """Return sixteen hex digits that identify a value: the first 64 bits of the SHA-256 of its canonical JSON."""
    return hashlib.sha256(_ENCODER.encode(value)).hexdigest()[:16]
