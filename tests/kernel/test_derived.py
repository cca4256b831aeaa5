"""Derived values: computed once, dropped by a change of a field they read, and reported if they read other fields."""

from __future__ import annotations

import pytest

from rules.kernel.derived import derived, uncached, undeclared_reads, values_of
from rules.kernel.flow import Cursor, GameState, Scene
from rules.kernel.record import Record
from tests.kernel import toy


class Stone(Record, frozen=True):
    """A stone in a field, with a colour."""

    id: str
    side: str
    place: int
    colour: str = "grey"


class Heap(GameState, frozen=True, kw_only=True):
    """Stones, and the weather."""

    stones: dict[str, Stone]
    rain: bool = False


asked: list[tuple[str, ...]] = []


@derived("rain")
def puddles(state: Heap) -> int:
    asked.append(("puddles",))
    return 3 if state.rain else 0


@derived("stones.place")
def places(state: Heap, more: int) -> list[int]:
    asked.append(("places", str(more)))
    return [stone.place + more for stone in state.stones.values()]


@derived("stones[side].place", "rain")
def places_of(state: Heap, side: str) -> list[int]:
    asked.append(("places_of", side))
    return [stone.place for stone in state.stones.values() if stone.side == side]


@derived("stones[id,id].place")
def apart(state: Heap, one: str, other: str) -> int:
    asked.append(("apart", one, other))
    return abs(state.stones[one].place - state.stones[other].place)


@derived("stones[id]")
def derived_text(state: Heap, name: str) -> str:
    asked.append(("told", name))
    return f"{state.stones[name].colour} {name}"


@derived()
def sides(scene: Scene) -> tuple[str, ...]:
    asked.append(("sides",))
    return tuple(side.key for side in scene.scenario.sides)


@pytest.fixture
def heap() -> Heap:
    """Return two red stones and a blue one."""
    asked.clear()
    stones = (Stone("a", "red", 1), Stone("b", "red", 2), Stone("c", "blue", 3))
    scene = Scene(scenario=toy.scenario(), sheet=None, options={})
    return Heap(scene=scene, cursor=Cursor(), stones={stone.id: stone for stone in stones})


def with_stone(heap: Heap, name: str, **changes: object) -> Heap:
    """Return the heap with one stone changed."""
    return heap.but(stones={**heap.stones, name: heap.stones[name].but(**changes)})


def look(heap: Heap) -> list[object]:
    """Return all derived values."""
    own = [places_of(heap, side) for side in ("red", "blue")]
    return [
        puddles(heap),
        places(heap, 0),
        *own,
        *(derived_text(heap, name) for name in heap.stones),
        sides(heap.scene),
    ]


def worked_out_again(heap: Heap) -> set[tuple[str, ...]]:
    """Return which derived values are computed again when all are asked for. Each must equal a fresh computation."""
    asked.clear()
    found = look(heap)
    again = set(asked)
    assert found == look(uncached(heap))
    return again


def test_a_value_is_worked_out_once_for_each_of_its_keys(heap: Heap) -> None:
    assert [places(heap, 0), places(heap, 5), places(heap, 0)] == [[1, 2, 3], [6, 7, 8], [1, 2, 3]]
    assert asked == [("places", "0"), ("places", "5")]


def test_a_position_and_its_successor_share_what_the_change_cannot_touch(heap: Heap) -> None:
    look(heap)
    assert worked_out_again(heap.but(cursor=Cursor(turn=2))) == set()


def test_a_field_that_is_written_drops_what_names_it_and_nothing_else(heap: Heap) -> None:
    look(heap)
    assert worked_out_again(heap.but(rain=True)) == {("puddles",), ("places_of", "red"), ("places_of", "blue")}


def test_a_thing_that_moves_drops_the_values_of_its_own_side_and_its_own(heap: Heap) -> None:
    look(heap)
    assert worked_out_again(with_stone(heap, "a", place=9)) == {("places", "0"), ("places_of", "red"), ("told", "a")}


def test_a_thing_that_changes_otherwise_drops_only_what_needs_that_of_it(heap: Heap) -> None:
    look(heap)
    assert worked_out_again(with_stone(heap, "c", colour="white")) == {("told", "c")}


def test_of_a_pair_either_may_change(heap: Heap) -> None:
    pairs = [("a", "b"), ("b", "c"), ("a", "c")]
    assert [apart(heap, *pair) for pair in pairs] == [1, 1, 2]
    moved = with_stone(heap, "b", place=9)
    asked.clear()
    assert [apart(moved, *pair) for pair in pairs] == [8, 6, 2]
    assert asked == [("apart", "a", "b"), ("apart", "b", "c")]


def test_changes_in_several_writes_are_all_seen_and_one_taken_back_is_none(heap: Heap) -> None:
    look(heap)
    moved = with_stone(with_stone(heap, "a", place=9).but(rain=True), "c", colour="white")
    assert worked_out_again(moved) == {
        ("puddles",),
        ("places", "0"),
        ("places_of", "red"),
        ("places_of", "blue"),
        ("told", "a"),
        ("told", "c"),
    }
    assert worked_out_again(heap.but(rain=True).but(rain=False)) == set()


def test_another_scene_is_another_game(heap: Heap) -> None:
    look(heap)
    assert len(worked_out_again(heap.but(scene=heap.scene.but(options={"fog": True})))) == 8


def test_a_thing_that_goes_or_comes_or_changes_sides_is_a_change(heap: Heap) -> None:
    look(heap)
    gone = {name: stone for name, stone in heap.stones.items() if name != "c"}
    assert worked_out_again(heap.but(stones=gone)) == {("places", "0"), ("places_of", "blue")}
    come = {**heap.stones, "d": Stone("d", "blue", 4)}
    assert worked_out_again(heap.but(stones=come)) == {("places", "0"), ("places_of", "blue"), ("told", "d")}


def test_the_position_before_the_write_forgets_nothing(heap: Heap) -> None:
    look(heap)
    look(with_stone(heap, "a", place=9, colour="black").but(rain=True))
    assert worked_out_again(heap) == set()
    assert places_of(heap, "red") == [1, 2]


def test_what_a_successor_works_out_of_a_changed_thing_is_not_told_of_the_thing_before(heap: Heap) -> None:
    """Nothing was derived of the stone when it was painted: a value found later belongs to the painted one only."""
    assert derived_text(heap, "b") == "grey b"
    painted = with_stone(heap, "a", colour="red")
    assert derived_text(painted, "a") == "red a"
    assert derived_text(heap, "a") == "grey a"
    assert derived_text(with_stone(heap, "b", colour="blue"), "a") == "grey a"
    moved = with_stone(heap, "c", place=9)
    assert places_of(heap, "red") == [1, 2]
    assert places_of(moved, "blue") == [9] and places_of(heap, "blue") == [3]


def test_what_follows_from_the_scene_lasts_as_long_as_the_scene(heap: Heap) -> None:
    look(heap)
    assert ("sides",) not in worked_out_again(with_stone(heap, "a", place=9))
    asked.clear()
    assert sides(heap.scene.but(options={"fog": True})) == ("red", "blue")
    assert asked == [("sides",)]


def test_a_declaration_that_leaves_something_out_is_found_out(heap: Heap) -> None:
    @derived("rain")
    def hidden_field(state: Heap) -> int:
        return len(state.stones)

    @derived("stones.place")
    def hidden_part(state: Heap) -> list[str]:
        return [stone.colour for stone in state.stones.values() if stone.place]

    @derived("rain")
    def through_another(state: Heap) -> list[int]:
        return places(state, 0)

    hidden_field(heap), hidden_part(heap), through_another(heap)
    found = [fault for kept in values_of(heap) if (fault := undeclared_reads(heap, kept))]
    assert [fault.rpartition(" is derived from ")[2] for fault in found if "hidden" in fault or "through" in fault] == [
        "stones as well, which it does not name",
        "stones as well, which it does not name",
        "stones.colour as well, which it does not name",
    ]


def test_a_value_that_is_no_longer_true_is_found_out(heap: Heap) -> None:
    look(heap)
    (kept,) = (value for value in values_of(heap) if value.find.__name__ == "puddles")
    assert undeclared_reads(heap, kept) == ""
    assert "was 7 and is 0" in undeclared_reads(heap, kept._replace(value=7))


def test_a_declaration_must_be_well_formed() -> None:
    with pytest.raises(ValueError, match="things.part"):
        derived("stones..place")
