"""The strict data loader: what it reads, what it refuses, and that every refusal names file, line, column and field."""

from __future__ import annotations

import enum
import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.datafile import DataError, Problem, load_yaml, read_text, resolve_inside, source_at, strict_json
from rules.kernel.schema_errors import faults_of
from rules.kernel.yamltext import parse_yaml
from tests.conftest import POSIX_ONLY
from tests.hostile import hostile_json, hostile_paths, hostile_yaml, implicit_words, mutations


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mounts: int
    calibre: str = "15-inch"


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    nation: str
    guns: tuple[Gun, ...] = ()
    speed_kn: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0
    size: Size = Size.SMALL
    kind: Literal["BB", "CA", "DD"] = "BB"
    afloat: bool = True
    refit: int | None = None


class Fleet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ships: tuple[Ship, ...]
    by_port: dict[str, Ship] = {}
    modifiers: dict[int, int] = {}
    volume: float = 1.0


FLEET = """\
# the Home Fleet
ships:
  - name: Hood
    nation: GB
    guns:
      - {mounts: 4}
      - mounts: 7
        calibre: 5.5-inch
  - name: Narvik
    nation: NO
    speed_kn: 36
    kind: DD
by_port:
  Scapa Flow:
    name: Rodney
    nation: GB
modifiers:
  2: -1
  12: +3
volume: 0.5
"""


def write(folder: Path, data: bytes | str, name: str = "fleet.yaml") -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def problems(folder: Path, data: bytes | str, shape: object = Fleet) -> tuple[Problem, ...]:
    with pytest.raises(DataError) as caught:
        load_yaml(write(folder, data), shape)  # type: ignore[arg-type]
    return caught.value.problems


def only(folder: Path, data: bytes | str, shape: object = Fleet) -> Problem:
    (problem,) = problems(folder, data, shape)
    return problem


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_sound_file_becomes_the_wanted_values(tmp_path: Path) -> None:
    fleet = load_yaml(write(tmp_path, FLEET), Fleet)
    assert fleet.ships[0].guns == (Gun(4), Gun(7, "5.5-inch"))
    assert fleet.ships[1] == Ship("Narvik", "NO", speed_kn=36, kind="DD")
    assert fleet.by_port["Scapa Flow"].name == "Rodney"
    assert fleet.modifiers == {2: -1, 12: 3}
    assert fleet.volume == 0.5


@pytest.mark.parametrize("word", implicit_words())
def test_a_word_that_other_readers_guess_at_stays_text(tmp_path: Path, word: str) -> None:
    assert load_yaml(write(tmp_path, f"a: {word}\n"), dict[str, str]) == {"a": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(("7", 7), ("-12", -12), ("+1", 1), ("0", 0), ("9999999999999999999", 10**19 - 1)),
        *(("true", True), ("false", False), ("null", None), ("~", None), ("", None)),
        *(("'7'", "7"), ('"null"', "null"), ("'true'", "true"), ("''", ""), ("Hood", "Hood")),
    ],
)
def test_only_decimal_numbers_true_false_and_null_are_more_than_text(tmp_path: Path, word: str, value: object) -> None:
    found = load_yaml(write(tmp_path, f"a: {word}\n"), dict[str, object])["a"]
    assert found == value
    assert type(found) is type(value)


def test_a_fraction_is_a_number_only_where_the_shape_wants_one(tmp_path: Path) -> None:
    class Both(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        gain: float
        version: str
        steps: tuple[float, ...] = ()

    both = load_yaml(write(tmp_path, "gain: 1.10\nversion: 1.10\nsteps: [1, -0.25]\n"), Both)
    assert both == Both(1.1, "1.10", (1.0, -0.25))
    problem = only(tmp_path, "gain: 1e999\nversion: a\n", Both)
    assert (problem.line, problem.field) == (1, "gain")


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    text = FLEET.replace("\n", "\r\n")
    assert load_yaml(write(tmp_path, b"\xef\xbb\xbf" + text.encode()), Fleet) == source_at(Path("x"), FLEET).read(Fleet)


def test_the_reader_in_c_and_the_one_in_python_agree() -> None:
    samples = [FLEET, *(f"a: {word}\n" for word in implicit_words()), "- 1\n- {a: [b, 'c']}\n", "", "# nothing\n"]
    for text in samples:
        assert parse_yaml(text, parser=yaml.SafeLoader) == parse_yaml(text)


def test_both_readers_refuse_the_same_files_at_the_same_line() -> None:
    for name, (data, _) in hostile_yaml().items():
        if len(data) > 10_000 or b"\xff" in data or b"\xfc" in data:
            continue
        slow, fast = (parse_yaml(data.decode(), parser=parser)[1] for parser in (yaml.SafeLoader, yaml.CSafeLoader))
        assert [fault.line for fault in slow] == [fault.line for fault in fast], name


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", hostile_yaml())
def test_a_hostile_file_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    data, word = hostile_yaml()[name]
    found = problems(tmp_path, data, object)
    assert word in " ".join(problem.message for problem in found)
    assert all(problem.file.endswith("fleet.yaml") for problem in found)
    assert len(str(DataError(found))) < 8_000


def test_a_field_given_twice_names_both_lines(tmp_path: Path) -> None:
    problem = only(tmp_path, "ships: []\nvolume: 1\n\nships: []\n")
    assert (problem.line, problem.column, problem.field) == (4, 1, "ships")
    assert "line 1" in problem.message


def test_a_wrong_value_is_found_at_its_own_line_and_column(tmp_path: Path) -> None:
    problem = only(tmp_path, FLEET.replace("mounts: 7", "mounts: four"))
    assert (problem.line, problem.column, problem.field) == (7, 17, "ships[0].guns[1].mounts")
    assert problem.message == "expected a whole number, found 'four'"
    assert str(problem) == f"{tmp_path / 'fleet.yaml'}:7:17: ships[0].guns[1].mounts: {problem.message}"


def test_every_problem_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    text = FLEET.replace("mounts: 7", "mounts: four").replace("speed_kn: 36", "speed_kn: 99").replace("-1", "x")
    found = problems(tmp_path, text.replace("    name: Rodney", "    nmae: Rodney"))
    assert [(problem.line, problem.field) for problem in found] == [
        (7, "ships[0].guns[1].mounts"),
        (11, "ships[1].speed_kn"),
        (15, 'by_port["Scapa Flow"].nmae'),
        (15, 'by_port["Scapa Flow"].name'),
        (18, "modifiers[2]"),
    ]
    assert "<= 40, found 99" in found[1].message


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        ("    nation: NO\n", "", "ships[1].nation", "expected this field, found nothing"),
        ("kind: DD", "kidn: DD", "ships[1].kidn", "did you mean 'kind'?"),
        ("kind: DD", "kind: BD", "ships[1].kind", "expected one of BB, CA, DD, found 'BD'"),
        ("kind: DD", "size: huge", "ships[1].size", "expected one of small, large, found 'huge'"),
        ("kind: DD", "size: lrage", "ships[1].size", "did you mean 'large'?"),
        ("kind: DD", "afloat: yes", "ships[1].afloat", "expected true or false, found 'yes'; write true or false"),
        ("kind: DD", "refit: 0712", "ships[1].refit", "found '0712'; write it without leading zeros"),
        ("kind: DD", "refit: '12'", "ships[1].refit", "found '12'; take it out of its quotes"),
        ("name: Hood", "name: 1918", "ships[0].name", "expected text, found 1918; put it in quotes"),
        ("name: Hood", "name:", "ships[0].name", "expected text, found nothing"),
        ("name: Hood", "name: [a, b]", "ships[0].name", "expected text, found a list of 2"),
        ("  12: +3", "  x: 3", "modifiers.x", "expected a whole number, found 'x'"),
        ("volume: 0.5", "volume: loud", "volume", "expected a number, found 'loud'"),
    ],
)
def test_a_mistake_is_told_with_field_and_remedy(tmp_path: Path, old: str, new: str, field: str, message: str) -> None:
    problem = only(tmp_path, FLEET.replace(old, new))
    assert problem.field == field
    assert message in problem.message
    assert problem.line > 1


def test_an_empty_file_says_what_was_expected(tmp_path: Path) -> None:
    assert only(tmp_path, "# nothing yet\n").message == "expected fields with values, found nothing"


@POSIX_ONLY
def test_a_missing_file_a_folder_a_pipe_and_a_name_with_a_null_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "no.yaml", tmp_path, tmp_path / "pipe", Path("/dev/zero"), tmp_path / "a\0b"):
        with pytest.raises(DataError):
            load_yaml(path, object)


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = write(tmp_path, b"#" * 99 + b"\n")
    assert len(read_text(path, 100)) == 100
    with pytest.raises(DataError, match="at most 99 bytes"):
        read_text(path, 99)


def test_a_shape_that_would_swallow_unknown_fields_is_a_mistake_of_the_program(tmp_path: Path) -> None:
    class Lax(msgspec.Struct, frozen=True):
        name: str

    class Soft(msgspec.Struct, forbid_unknown_fields=True):
        name: str

    for shape in (Lax, list[Lax], dict[str, Soft | None]):
        with pytest.raises(TypeError, match="forbid_unknown_fields"):
            load_yaml(write(tmp_path, "[]"), shape)


def test_a_later_check_can_complain_at_a_field() -> None:
    source = source_at(Path("fleet.yaml"), FLEET)
    assert (
        str(source.problem("ships[1].nation", "no such nation")) == "fleet.yaml:10:13: ships[1].nation: no such nation"
    )
    assert source.problem(("ships", 0, "guns", 1), "too many").line == 7
    assert source.problem('$.by_port["Scapa Flow"].name', "x").line == 15
    assert source.problem(("modifiers", 12), "x", at_key=True).column == 3
    assert (source.problem("ships[1].captain", "missing").line, source.problem("nowhere", "x").line) == (9, 2)


def test_damaged_files_are_refused_by_line_or_still_have_the_wanted_shape(tmp_path: Path) -> None:
    refused = 0
    for _, data in mutations(FLEET.encode(), 2_000, seed=1):
        path = write(tmp_path, data)
        try:
            fleet = load_yaml(path, Fleet)
        except DataError as error:
            refused += 1
            assert all(problem.line >= 1 and problem.message for problem in error.problems)
            continue
        assert msgspec.convert(msgspec.to_builtins(fleet, str_keys=False), Fleet) == fleet
    assert refused > 1_000


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ab:- \n\t[]{}#&*!|>'\"%@`,?0179.~\\\u00fc\u6f22"))))
def test_no_text_whatever_brings_anything_but_a_data_error(text: str) -> None:
    try:
        source_at(Path("any.yaml"), text).read(Fleet)
    except DataError as error:
        assert error.problems


# --- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", hostile_json())
def test_a_hostile_json_line_is_refused(name: str) -> None:
    with pytest.raises(DataError) as caught:
        strict_json(hostile_json()[name])
    assert caught.value.problems[0].message.startswith("expected")


def test_honest_json_is_read() -> None:
    assert strict_json(b'{"t":"Fire","dice":[3,6],"x":-1.5,"s":"[[[{\\"\\u00fc\\ud83d\\ude00","n":null,"b":true}') == {
        **{"t": "Fire", "dice": [3, 6], "x": -1.5},
        **{"s": '[[[{"\u00fc\U0001f600', "n": None, "b": True},
    }
    assert strict_json(b'"' + b"[" * 500 + b'"') == "[" * 500
    assert strict_json(b"[" * 64 + b"]" * 64) != []


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:0123eE.-u\\dtrfalsn ', max_size=60).map(str.encode))
def test_no_bytes_whatever_bring_anything_but_a_data_error_from_json(line: bytes) -> None:
    try:
        strict_json(line)
    except DataError as error:
        assert error.problems


# --- paths ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("relative", hostile_paths(), ids=ascii)
def test_a_path_that_leaves_the_folder_or_names_a_device_is_refused(tmp_path: Path, relative: str) -> None:
    with pytest.raises(DataError):
        resolve_inside(tmp_path, relative)


def test_a_path_inside_the_folder_is_followed(tmp_path: Path) -> None:
    root = (tmp_path / "maps").resolve()
    (root / "nw").mkdir(parents=True)
    for relative in (
        "sea.png",
        "nw/sea.png",
        "nw/../sea.png",
        "./nw/k\u00fcste \u6f22.tsx",
        "nw/.hidden",
        "console.png",
    ):
        assert resolve_inside(root, relative).is_relative_to(root)
    assert resolve_inside(root, "../sea.png", start=root / "nw") == root / "sea.png"
    with pytest.raises(DataError):
        resolve_inside(root, "../../sea.png", start=root / "nw")


def test_a_symbolic_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    root, other = tmp_path / "maps", tmp_path / "maps-other"
    root.mkdir()
    other.mkdir()
    (root / "out").symlink_to(other)
    (root / "in").symlink_to(root)
    (root / "round").symlink_to(root / "round")
    assert resolve_inside(root, "in/sea.png") == root.resolve() / "sea.png"
    for relative in ("out", "out/sea.png", "in/out/x", "round/x", "../maps-other/x"):
        with pytest.raises(DataError):
            resolve_inside(root, relative)


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="mine"):
    depth: int


class Wreck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="wreck"):
    name: str


class Sea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    things: tuple[Mine | Wreck, ...]


def test_what_is_wrong_in_one_of_several_kinds_is_told_by_the_fields_of_that_kind() -> None:
    found = faults_of({"things": [{"what": "mine", "depth": 3}, {"what": "wreck", "nam": "Hood"}]}, Sea)
    assert [fault.path for fault in found] == [("things", 1, "nam"), ("things", 1, "name")]
    assert "did you mean 'name'" in found[0].message
