"""Shapes of data: what a field must hold, every way in which data do not fit, and what was probably meant."""

from __future__ import annotations

import dataclasses
import difflib
import enum
import functools
import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from rules.kernel.yamltext import FieldPath, Key

MAX_FAULTS = 1_000

_PLAIN = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "float": "a number",
    "object": "fields with values",
    "array": "a list",
    "null": "nothing",
}
_EXPECTED = re.compile(
    r"Expected `(?P<types>[^`]+)`(?P<limit>(?: of length)? [<>=]+ .+| matching regex .+)?(?:, got .+)?"
)
_PLACE = re.compile(r" - at `[^`]*`(?: in `[^`]*`)?$")
_FRACTION = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}")
_LISTS = (list, tuple, set, frozenset, Sequence)
_MAPS = (dict, Mapping)


@dataclass(frozen=True, slots=True)
class Fault:
    """One way in which data do not fit their shape. `at_key` when it is the field's name that is wrong."""

    path: FieldPath
    message: str
    at_key: bool = False


# --- the shape itself -------------------------------------------------------------------------------------------------


@functools.cache
def has_float(shape: object) -> bool:
    """Return whether the shape asks for a float anywhere.

    Raises TypeError when a part of it would accept unknown fields in silence or could be changed after loading.
    """
    seen: set[object] = set()
    waiting = [shape]
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        _check_part(part)
        waiting.extend(_parts(part))
    return float in seen


def _check_part(part: object) -> None:
    if dataclasses.is_dataclass(part) or typing.is_typeddict(part):
        raise TypeError(f"{part!r} would accept unknown fields in silence; make it a msgspec.Struct")
    struct = _struct_of(part)
    if struct is None:
        return
    if not struct.__struct_config__.forbid_unknown_fields or not struct.__struct_config__.frozen:
        raise TypeError(f"{struct.__name__} must be declared with frozen=True, forbid_unknown_fields=True")


def _parts(shape: object) -> tuple[object, ...]:
    if _struct_of(shape) is not None:
        return tuple(field.type for field in _fields_of(shape))
    if typing.get_origin(shape) is typing.Literal:
        return ()
    if typing.get_origin(shape) is typing.Annotated:
        return typing.get_args(shape)[:1]
    return tuple(part for part in typing.get_args(shape) if part is not Ellipsis)


def _struct_of(shape: object) -> type[msgspec.Struct] | None:
    base = typing.get_origin(shape) or shape
    return base if isinstance(base, type) and issubclass(base, msgspec.Struct) else None


def _without_limits(shape: object) -> object:
    """Return the shape without its limits (Annotated)."""
    while typing.get_origin(shape) is typing.Annotated:
        shape = typing.get_args(shape)[0]
    return shape


def _member(value: object, shape: object) -> object:
    """Return the one alternative of a union that the value is meant to be, as far as can be told.

    Else the shape as it is.
    """
    shape = _without_limits(shape)
    if typing.get_origin(shape) not in (typing.Union, types.UnionType):
        return shape
    members = [_without_limits(member) for member in typing.get_args(shape) if member is not type(None)]
    if len(members) == 1:
        return members[0]
    for member in members:
        struct = _struct_of(member)
        if struct is None or not isinstance(value, dict):
            continue
        config = struct.__struct_config__
        if config.tag_field and value.get(config.tag_field) == config.tag:
            return member
    return shape


def _children(value: object, shape: object) -> Iterator[tuple[Key, object, object]]:
    """Yield (key or index, value, shape) of everything directly inside; nothing when value and shape do not fit."""
    origin, args = typing.get_origin(shape) or shape, typing.get_args(shape)
    if isinstance(value, dict) and _struct_of(shape) is not None:
        for field in _fields_of(shape):
            if field.encode_name in value:
                yield field.encode_name, value[field.encode_name], field.type
    elif isinstance(value, dict) and origin in _MAPS and len(args) == 2:
        for key, item in value.items():
            yield key, item, args[1]
    elif isinstance(value, list) and origin is tuple and args and args[-1] is not Ellipsis:
        for number, (item, part) in enumerate(zip(value, args, strict=False)):
            yield number, item, part
    elif isinstance(value, list) and origin in _LISTS and args:
        for number, item in enumerate(value):
            yield number, item, args[0]


def convert_floats(value: object, shape: object) -> object:
    """Return the data with decimal fractions made numbers where, and only where, the shape asks for a float."""
    shape = _member(value, shape)
    if shape is float and isinstance(value, str) and _FRACTION.fullmatch(value):
        return float(value)
    for key, item, part in list(_children(value, shape)):
        typing.cast(typing.Any, value)[key] = convert_floats(item, part)
    return value


# --- what is wrong ----------------------------------------------------------------------------------------------------


def faults_of(value: object, shape: object, path: FieldPath = ()) -> list[Fault]:
    """Return every fault of the data, up to about MAX_FAULTS; empty when the data fit."""
    message = _refusal(value, shape)
    if message is None:
        return []
    member = _member(value, shape)
    faults = _field_faults(value, member, path)
    for key, item, part in _children(value, member):
        faults += faults_of(item, part, (*path, key))
        if len(faults) >= MAX_FAULTS:
            break
    return faults or [Fault(path, _explain(message, value, member))]


def _refusal(value: object, shape: object) -> str | None:
    try:
        msgspec.convert(value, typing.cast(typing.Any, shape))
    except msgspec.ValidationError as error:
        return _PLACE.sub("", str(error))
    return None


def _fields_of(shape: object) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(typing.cast(typing.Any, shape))


def _field_faults(value: object, shape: object, path: FieldPath) -> list[Fault]:
    """Return unknown and missing fields of a structure; unfit keys of a map."""
    if not isinstance(value, dict):
        return []
    args = typing.get_args(shape)
    if typing.get_origin(shape) in _MAPS and len(args) == 2:
        refused = [(key, _refusal(key, args[0])) for key in value]
        return [Fault((*path, key), _explain(text, key, args[0]), True) for key, text in refused if text is not None]
    struct = _struct_of(shape)
    if struct is None:
        return []
    fields = _fields_of(shape)
    tag = struct.__struct_config__.tag_field
    names = ([tag] if tag else []) + [field.encode_name for field in fields]
    faults = [
        Fault(
            (*path, key),
            f"expected one of {_list_choices(names)}, found an unknown field{_suggestion(key, names)}",
            True,
        )
        for key in value
        if key not in names
    ]
    missing = [field.encode_name for field in fields if field.required and field.encode_name not in value]
    return faults + [Fault((*path, name), "expected this field, found nothing; add it here") for name in missing]


def _explain(message: str, value: object, shape: object) -> str:
    choices = _choices(shape)
    if choices and isinstance(value, str | int):
        return f"expected one of {_list_choices(choices)}, found {_short_text(value)}{_suggestion(value, choices)}"
    match = _EXPECTED.fullmatch(message)
    if match is None:
        return message if message.startswith("expected") else f"{message}; found {_short_text(value)}"
    names = match["types"].split(" | ")
    expected = " or ".join(_PLAIN.get(name, name) for name in names)
    return f"expected {expected}{match['limit'] or ''}, found {_short_text(value)}{_hint(value, names)}"


def _choices(shape: object) -> list[object]:
    bare = _without_limits(shape)
    if typing.get_origin(bare) is typing.Literal:
        return list(typing.get_args(bare))
    if isinstance(bare, type) and issubclass(bare, enum.Enum):
        return [member.value for member in bare]
    return []


def _hint(value: object, names: list[str]) -> str:
    if "str" in names and isinstance(value, int):
        return "; put it in quotes to make it text"
    if not isinstance(value, str):
        return ""
    if "bool" in names and value.lower() in ("yes", "no", "on", "off", "true", "false"):
        return "; write true or false, in small letters"
    if "int" in names and re.fullmatch(r"[-+]?0[0-9]+", value):
        return "; write it without leading zeros"
    if "int" in names and re.fullmatch(r"[-+]?[0-9]+", value):
        return "; take it out of its quotes"
    return ""


def _suggestion(value: object, choices: Sequence[object]) -> str:
    near = difflib.get_close_matches(str(value)[:60], [str(choice) for choice in choices], 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _list_choices(choices: Sequence[object]) -> str:
    shown = [str(choice) for choice in choices[:12]]
    return ", ".join(shown) + (" ..." if len(choices) > 12 else "")


def _short_text(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a field with a value" if len(value) == 1 else f"{len(value)} fields with values"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
