"""Data files: strict YAML and JSON readers whose errors name file, line, column and field.

Data may come from strangers: a scenario, a map, a save. Nothing here can run code, guess a type or leave a folder.
"""

from __future__ import annotations

import json
import math
import re
import stat
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from rules.kernel.schema_errors import convert_floats, faults_of, has_float
from rules.kernel.storage import reason
from rules.kernel.yamltext import MAX_TEXT_BYTES, FieldPath, Spot, TextFault, parse_yaml

T = TypeVar("T")

MAX_TOLD = 40
MAX_JSON_BYTES = 1 << 20
MAX_JSON_DEPTH = 64
MAX_JSON_CONTAINERS = 20_000
MAX_JSON_DIGITS = 20
MAX_PATH_LETTERS = 240
MAX_NAME_BYTES = 255  # no disk keeps a longer name of a file or folder

_LINE_ENDS = re.compile("\r\n?|[\x85\u2028\u2029]")  # of Windows, old Macs, and what YAML takes for one
_SEGMENT = re.compile(r"""\.?(?P<name>[^.\[\]"]+)|\[(?P<index>-?\d+)\]|\["(?P<quoted>[^"]*)"\]""")
_JSON_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(\..*)?")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a data file. Lines and columns count from 1; line 0 means the file as a whole."""

    file: str
    line: int
    column: int
    field: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return ": ".join(part for part in (place, self.field, self.message) if part)


class DataError(Exception):
    """A data file was refused. `problems` holds everything found wrong, in the order of the file; str() lists it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:MAX_TOLD]]
        more = len(self.problems) - MAX_TOLD
        super().__init__("\n".join([*lines, f"... and {more} more"] if more > 0 else lines))


class Source:
    """A data file's name and text, which knows the line and column of each field."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def _places(self) -> dict[FieldPath, tuple[Spot, Spot]]:
        """Field path -> (place of the key, place of the value). Only the error path pays for this second reading."""
        places: dict[FieldPath, tuple[Spot, Spot]] = {}
        parse_yaml(self.text, places)
        return places

    def problem(self, field: str | FieldPath, message: str, *, at_key: bool = False) -> Problem:
        """Return a problem at a field, written `ships[3].guns` or as a tuple of keys and indexes.

        A field that is not in the file (a missing one) is placed at the nearest thing around it that is. `at_key`
        points at the field's name instead of its value.
        """
        path = _split(field) if isinstance(field, str) else tuple(field)
        shown = field if isinstance(field, str) else _join(path)
        for length in range(len(path), -1, -1):
            spots = self._places.get(path[:length])
            if spots is not None:
                line, column = spots[0] if at_key and length == len(path) else spots[1]
                return Problem(str(self.path), line, column, shown, message)
        return Problem(str(self.path), 1, 1, shown, message)

    def refuse(self, faults: Iterable[tuple[str | FieldPath, str]]) -> None:
        """Raise DataError when there are faults: of each the field, and what was expected there and what was found."""
        problems = [self.problem(field, message) for field, message in faults]
        if problems:
            raise DataError(problems)

    def read(self, shape: type[T]) -> T:
        """Return the text as a value of `shape`.

        Raises DataError with every problem, TypeError when `shape` is too lax.
        """
        wants_floats = has_float(cast(Hashable, shape))
        data, text_faults = parse_yaml(self.text)
        if text_faults:
            raise DataError(self._from_text(fault) for fault in text_faults)
        if wants_floats:
            data = convert_floats(data, shape)
        try:
            return msgspec.convert(data, shape)
        except msgspec.ValidationError:
            faults = faults_of(data, shape)
        problems = [self.problem(fault.path, fault.message, at_key=fault.at_key) for fault in faults]
        raise DataError(sorted(problems, key=lambda problem: (problem.line, problem.column)))

    def _from_text(self, fault: TextFault) -> Problem:
        return Problem(str(self.path), fault.line, fault.column, _join(fault.path), fault.message)


def source_at(path: Path, text: str | None = None) -> Source:
    """Return the file at `path` (or `text` in its place), ready to be read and to report errors.

    Raises DataError.
    """
    return Source(path, read_text(path) if text is None else text)


def load_yaml(path: Path, shape: type[T]) -> T:
    """Read one strict YAML file into `shape`: frozen msgspec structures without unknown fields, lists or maps of them.

    Plain words are text except `null`, `~`, nothing at all, `true`, `false` and decimal whole numbers of at most 19
    digits; fractions become numbers only where the shape has a float. Raises DataError holding every problem.
    """
    return source_at(path).read(shape)


def read_text(path: Path, limit_bytes: int = MAX_TEXT_BYTES) -> str:
    """Return the UTF-8 text of a regular file of at most `limit_bytes`, without a byte-order mark.

    Every line ends with a line feed, whatever editor and system wrote the file. Raises DataError.
    """
    data = read_bytes(path, limit_bytes)
    try:
        return _LINE_ENDS.sub("\n", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"expected UTF-8 text, found the byte 0x{data[error.start]:02x}; save the file as UTF-8"
        raise DataError([Problem(str(path), line, column, "", message)]) from error


def read_bytes(path: Path, limit_bytes: int) -> bytes:
    """Return the content of a regular file of at most `limit_bytes`; no pipe or device is opened. Raises DataError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _whole_file(path, "expected a file, found a folder or a device")
        with path.open("rb") as stream:
            data = stream.read(limit_bytes + 1)
    except FileNotFoundError as error:
        raise _whole_file(path, "expected a file, found nothing; check the name and the folder") from error
    except (OSError, ValueError) as error:
        why = reason(error, reading=True) if isinstance(error, OSError) else str(error)
        raise _whole_file(path, f"the file cannot be read: {why}") from error
    if len(data) > limit_bytes:
        raise _whole_file(path, f"expected at most {limit_bytes:,} bytes, found more; split the file")
    return data


def _whole_file(path: Path, message: str) -> DataError:
    return DataError([Problem(str(path), 0, 0, "", message)])


def _split(field: str) -> FieldPath:
    return tuple(
        int(match["index"]) if match["index"] is not None else match["name"] or match["quoted"] or ""
        for match in _SEGMENT.finditer(field.removeprefix("$"))
    )


def _join(path: FieldPath) -> str:
    parts = []
    for key in path:
        key = f"{key[:60]}..." if isinstance(key, str) and len(key) > 60 else key
        if isinstance(key, int):
            parts.append(f"[{key}]")
        elif re.search(r'[.\[\]"\s]|^$', key):
            parts.append(f'["{key}"]')
        else:
            parts.append(f".{key}" if parts else key)
    return "".join(parts)


def strict_json(line: bytes) -> object:
    """Return one JSON value. Raises DataError for bad UTF-8, double keys, NaN, Infinity, half characters and oversize.

    Limits: 1 MiB, 64 levels, 20,000 lists and maps, 20 digits to a whole number.
    """
    if len(line) > MAX_JSON_BYTES:
        raise _bad_json(f"expected at most {MAX_JSON_BYTES:,} bytes, found {len(line):,}")
    containers = line.count(b"[") + line.count(b"{")
    if containers > MAX_JSON_CONTAINERS:
        raise _bad_json(f"expected at most {MAX_JSON_CONTAINERS:,} lists and maps, found {containers:,}")
    if containers > MAX_JSON_DEPTH and _json_depth(line) > MAX_JSON_DEPTH:
        raise _bad_json(f"expected at most {MAX_JSON_DEPTH} levels of lists and maps, found more")
    try:
        value: object = _JSON.decode(line.decode("utf-8"))
        if b"\\u" in line:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad_json(f"expected UTF-8, found the byte 0x{line[error.start]:02x}", error.start + 1) from error
    except UnicodeEncodeError as error:
        raise _bad_json("expected whole characters, found half of a surrogate pair") from error
    except json.JSONDecodeError as error:
        raise _bad_json(f"expected JSON: {error.msg}", error.pos + 1) from error
    except ValueError as error:
        raise _bad_json(str(error)) from error
    return value


def _bad_json(message: str, column: int = 1) -> DataError:
    return DataError([Problem("", 1, column, "", message)])


def _json_depth(line: bytes) -> int:
    depth = deepest = 0
    for sign in re.findall(rb"[\[\]{}]", _JSON_STRING.sub(b"", line)):
        depth += 1 if sign in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _json_map(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    names = [name for name, _ in pairs]
    double = next(name for number, name in enumerate(names) if name in names[:number])
    raise ValueError(f"expected every field once, found {double!r} twice")


def _json_constant(name: str) -> object:
    raise ValueError(f"expected a number, found {name}")


def _json_int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_JSON_DIGITS:
        raise ValueError(f"expected a whole number of at most {MAX_JSON_DIGITS} digits, found {len(digits)}")
    return int(digits)


def _json_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"expected a number of ordinary size, found {digits[:40]}")
    return number


_JSON = json.JSONDecoder(
    object_pairs_hook=_json_map, parse_constant=_json_constant, parse_int=_json_int, parse_float=_json_float
)


def resolve_inside(root: Path, relative: str, start: Path | None = None) -> Path:
    """Return the real path of `relative`, a path found in data, counted from `start` (a folder; `root` unless given).

    Raises DataError unless it is a plain relative path with `/` that stays inside `root`, symbolic links followed.
    The file need not exist.
    """
    fault = path_fault(relative)
    if fault:
        raise _bad_path(relative, fault)
    try:
        home = root.resolve()
        target = ((start or root) / relative).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise _bad_path(relative, f"the path cannot be followed ({error})") from error
    if any(part.is_symlink() for part in (target, *target.parents)):  # as 3.13 leaves a circle
        raise _bad_path(relative, "the path cannot be followed (its links lead round in a circle)")
    if not target.is_relative_to(home):
        raise _bad_path(relative, f"expected a path inside {root.name or root}, found one that leaves it")
    return target


def _bad_path(relative: str, message: str) -> DataError:
    return DataError([Problem(ascii(relative[:80]).strip("'\""), 0, 0, "", message)])


def path_fault(relative: str) -> str:
    """Return what is wrong with the spelling of a path found in data, on any system; empty where it can name a file."""
    if not relative or len(relative) > MAX_PATH_LETTERS:
        return f"expected a path of 1 to {MAX_PATH_LETTERS} letters, found {len(relative)}"
    if any(ord(letter) < 32 or 0xD800 <= ord(letter) < 0xE000 for letter in relative):
        return "expected a path of printable letters, found a control character"
    if relative[0] in "/~":
        return f"expected a path counted from the data folder, found one that starts with {relative[0]!r}"
    for sign in '\\:*?"<>|':
        if sign in relative:
            return f"expected a plain path with '/' between folders, found {sign!r}"
    for part in relative.split("/"):
        if _RESERVED.fullmatch(part):
            return f"expected an ordinary name, found {part!r}, which Windows keeps for a device"
        if part not in (".", "..") and part.endswith((".", " ")):
            return f"expected a name that ends in a letter or digit, found {part!r}"
        if len(part.encode("utf-8")) > MAX_NAME_BYTES:
            return f"expected a name of at most {MAX_NAME_BYTES} bytes, found one of {len(part.encode('utf-8'))}"
    return ""
