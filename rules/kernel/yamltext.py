"""Strict YAML text: one document of maps, lists, text, decimal whole numbers, true, false and null, and nothing else.

The text is read event by event; no YAML constructor is used, so no tag can create an object.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

Key = str | int
FieldPath = tuple[Key, ...]
Spot = tuple[int, int]
Places = dict[FieldPath, tuple[Spot, Spot]]

MAX_TEXT_BYTES = 1 << 20
MAX_DEPTH = 32
MAX_DIGITS = 19
MAX_VALUES = 60_000  # the largest file of ours holds a tenth of it; one that holds more is refused in a second
MAX_FAULTS = 25

PARSER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")  # signs YAML refuses or changes
_INDENT = re.compile(r"[ \t]*")
# an invisible sign in the place of a space that YAML needs: in the indentation, or behind a field's name or a dash
_ODD_SPACE = re.compile("(?:^[ ]*|^[ ]*-|^[ ]*(?:- )*[\\w.-]+:)[\xa0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class TextFault:
    """Something in the text itself that is refused. Lines and columns count from 1; line 0 means the whole file."""

    path: FieldPath
    line: int
    column: int
    message: str


class _TooMuch(Exception):
    """Reading stops here: the faults gathered so far say why."""


def parse_yaml(text: str, places: Places | None = None, parser: type = PARSER) -> tuple[object, list[TextFault]]:
    """Return the text's one document as plain data, and every fault found.

    `places`, when given, is filled with field path -> (spot of the key, spot of the value). `parser` is a PyYAML loader
    class of which only the parsing half is used. Do not use the data if there are faults.
    """
    fault = _text_fault(text)
    if fault is not None:
        return None, [fault]
    reader = _Reader(places)
    try:
        return reader.document(yaml.parse(text, Loader=parser)), reader.faults
    except _TooMuch:
        return None, reader.faults
    except yaml.MarkedYAMLError as error:
        fault = _syntax_fault(error, text)
        known = any(found.line == fault.line for found in reader.faults)
        return None, reader.faults if known else [*reader.faults, fault]
    except yaml.YAMLError as error:
        return None, [*reader.faults, TextFault((), 1, 1, f"expected YAML: {error}")]


def quote(value: object) -> str:
    """Return a value as one line of YAML, texts in quotes, that is read back as the same value."""
    return _ESCAPED.sub(_escape, json.dumps(value, ensure_ascii=False))


def _escape(sign: re.Match[str]) -> str:
    """Return a sign by its number; half a character, as in a file name that is not UTF-8, as the sign for unknown."""
    number = ord(sign[0])
    return "\\ufffd" if 0xD800 <= number < 0xE000 else f"\\u{number:04x}"


def _text_fault(text: str) -> TextFault | None:
    size_bytes = len(text.encode("utf-8", "surrogatepass"))
    if size_bytes > MAX_TEXT_BYTES:
        return TextFault((), 0, 0, f"expected at most {MAX_TEXT_BYTES:,} bytes, found {size_bytes:,}; split the file")
    odd = _UNPRINTABLE.search(text)
    if odd is None:
        return None
    line = text.count("\n", 0, odd.start()) + 1
    column = odd.start() - text.rfind("\n", 0, odd.start())
    return TextFault((), line, column, f"expected printable text, found the character U+{ord(odd[0]):04X}; delete it")


def _syntax_fault(error: yaml.MarkedYAMLError, text: str) -> TextFault:
    """Return what is wrong with the syntax of a text: an invisible space there is named as the cause."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    lines = text.split("\n")
    first = error.context_mark.line if error.context_mark else line - 1
    for number, words in enumerate(lines[first:line], start=first + 1):
        odd = _ODD_SPACE.search(words)
        if odd is not None:
            return TextFault((), number, odd.end(), _odd_space(odd[0][-1]))
    message = f"expected YAML: {error.problem or error.context}"
    if error.problem and error.context and error.context_mark:
        message += f" ({error.context} that starts in line {error.context_mark.line + 1})"
    if "\t" in _INDENT.match(lines[min(line, len(lines)) - 1])[0]:  # type: ignore[index]
        message += "; indent with spaces, not with tabs"
    elif "cannot start any token" in message:
        message += "; put text that begins with a sign in quotes"
    if "mapping values are not allowed" in message:
        message += "; put text that holds ': ' in quotes and check the indentation"
    return TextFault((), line, column, message)


def _odd_space(sign: str) -> str:
    name = unicodedata.name(sign, "").lower()
    return f"expected an ordinary space, found the invisible character U+{ord(sign):04X} ({name}); replace it"


def _spot(event: yaml.Event) -> Spot:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _clip(text: object) -> str:
    return repr(str(text)[:60])


class _Reader:
    """Builds plain data from parse events; lives for one text."""

    def __init__(self, places: Places | None) -> None:
        self.places = places
        self.faults: list[TextFault] = []
        self.values = 0

    def fault(self, event: yaml.Event, path: FieldPath, message: str) -> None:
        self.faults.append(TextFault(path, *_spot(event), message))
        if len(self.faults) >= MAX_FAULTS:
            raise _TooMuch

    def document(self, events: Iterator[yaml.Event]) -> object:
        """Return the one document of the text; an empty text is null."""
        data: object = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.fault(event, (), "expected one document, found a second; make it a file of its own")
                    raise _TooMuch
            elif isinstance(event, yaml.NodeEvent):
                data = self.node(event, events, ())
        return data

    def node(self, event: yaml.Event, events: Iterator[yaml.Event], path: FieldPath) -> object:
        """Return the value that begins with `event`; takes the rest of it from `events`."""
        self.values += 1
        if self.places is not None:
            key_spot = self.places.get(path, (_spot(event),))[0]
            self.places[path] = (key_spot, _spot(event))
        if self.values > MAX_VALUES or len(path) > MAX_DEPTH:
            limit = f"{MAX_DEPTH} levels" if len(path) > MAX_DEPTH else f"{MAX_VALUES:,} values"
            self.fault(event, path, f"expected at most {limit}, found more")
            raise _TooMuch
        self.no_links(event, path)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(events, path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(events, path)
        return self.scalar(event, path) if isinstance(event, yaml.ScalarEvent) else None

    def no_links(self, event: yaml.Event, path: FieldPath) -> None:
        """Refuse aliases, anchors and tags."""
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            self.fault(event, path, f"expected a value, found the alias {_clip(anchor)}; write the value out")
        elif anchor is not None:
            self.fault(event, path, f"expected a value, found the anchor {_clip(anchor)}; delete it")
        if tag is not None:
            self.fault(event, path, f"expected a value, found the tag {_clip(tag)}; delete it")

    def sequence(self, events: Iterator[yaml.Event], path: FieldPath) -> list[object]:
        items: list[object] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.node(event, events, (*path, len(items))))
        return items

    def mapping(self, events: Iterator[yaml.Event], path: FieldPath) -> dict[Key, object]:
        found: dict[Key, object] = {}
        lines: dict[Key, int] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.key(event, events, path)
            where = (*path, key)
            if key in lines:
                self.fault(
                    event, where, f"expected every field once, found it again; the first is in line {lines[key]}"
                )
            lines.setdefault(key, _spot(event)[0])
            if self.places is not None:
                self.places[where] = (_spot(event), _spot(event))
            found[key] = self.node(next(events), events, where)
        return found

    def key(self, event: yaml.Event, events: Iterator[yaml.Event], path: FieldPath) -> Key:
        key = self.node(event, events, (*path, "?"))
        if isinstance(key, str) or (isinstance(key, int) and not isinstance(key, bool)):
            return key
        self.fault(event, path, "expected text or a whole number as a field's name, found something else")
        return "?"

    def scalar(self, event: yaml.ScalarEvent, path: FieldPath) -> object:
        text: str = event.value
        if event.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if not _INT.fullmatch(text):
            odd = _ODD_SPACE.match(text)
            if odd is not None:
                self.fault(event, path, _odd_space(odd[0][-1]))
            return text
        digits = len(text.lstrip("+-"))
        if digits > MAX_DIGITS:
            self.fault(event, path, f"expected a whole number of at most {MAX_DIGITS} digits, found {digits}")
            return 0
        return int(text)
