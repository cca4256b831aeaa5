"""Derived values: calculated from a position, declared with what they depend on, and never cleared by hand.

    @derived("ships.x", "ships.y", "smoke")
    def line(state: State, one: str, other: str) -> Line: ...

The first call calculates the value, later ones look it up. A state and its successors share values, except those that
the writes between them (`but`) could change. So no rule has to clear any cache. A declaration names

    "smoke"            a field of the state: dropped when it is written
    "ships.x"          an attribute of the things in a field (a dictionary id -> record): dropped when it differs in any
    "ships[side].x"    the same, of those things alone whose `side` is the first key of the call
    "ships[id]"        whatever there is of the thing whose `id` is the first key
    "ships[id,id].x"   the same of two things: one is the first key, the other the second

and nothing at all for values that depend on the scene alone: such a function takes the scene, and its values are kept
with it. Keys are ids and numbers. Anything in the scene, and the `id` of a thing, may be read undeclared. The value is
shared, and nobody may change it. `uncached` makes a state without kept values; `undeclared_reads` finds what a
declaration leaves out: the contract tests use it on every value of every game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, wraps
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple, TypeVar, cast

from msgspec.structs import astuple

from rules.kernel.record import AnyState, Record

Find = TypeVar("Find", bound=Callable[..., object])
Memo = dict[object, Any]  # Needs -> (function, keys...) -> value; in Parts where things are picked by the first key
Parts = dict[object, dict[Any, Any]]  # first key -> function, or (function, other keys...) -> value
NOTHING: dict[object, object] = {}  # stands for a value not worked out yet, and for values of a kind none of which is
BEFORE = "before"  # in the memo of a state not yet looked at: the last one before it that was
HEARD = "heard"  # in the memo of a state: (verbs known to offer the acting side nothing, what the next one offers)
ANY = "*"  # the part that changes whenever any does

_NEED = re.compile(r"(\w+)(?:\[(\w+)(?:,(\w+))?\])?(?:\.(\w+))?")


class _Things(NamedTuple):
    """The things in one field that a value depends on, and which of their attributes."""

    field: str
    first: str  # the attribute that is the first key of the call; empty: of all things
    second: str  # another that is the second key
    parts: frozenset[str]  # ANY: whatever there is of them

    def without(self, found: Parts, touched: list[object]) -> Parts:
        """Return values in parts without those of the things that changed."""
        first = {getattr(thing, self.first) for thing in touched}
        if self.second:
            second = {getattr(thing, self.second) for thing in touched}
            return {
                key: {call: value for call, value in tuple(values.items()) if call[1] not in second}
                for key, values in tuple(found.items())
                if key not in first
            }
        left = found.copy()  # also when nothing was known of them: what is found now is true of the later state alone
        for key in first:
            left.pop(key, None)
        return left


class Needs:
    """What derived values depend on: fields, and things in fields. Equal declarations are one object."""

    __slots__ = ("fields", "names", "parted", "things", "whole")

    def __init__(self, names: tuple[str, ...]) -> None:
        found: dict[tuple[str, str, str], list[str]] = {}
        whole = []
        for name in names:
            match = _NEED.fullmatch(name)
            if match is None:
                raise ValueError(f"a derived value needs a field, things.part or things[key].part; found {name!r}")
            field, first, second, part = match.groups(default="")
            if first or part:
                found.setdefault((field, first, second), []).append(part or ANY)
            else:
                whole.append(field)
        self.names = names
        self.whole = frozenset(whole)
        self.things = tuple(_Things(*which, frozenset(parts)) for which, parts in found.items())
        self.fields = self.whole | {things.field for things in self.things}
        self.parted = any(things.first for things in self.things)


Touched = dict[
    frozenset[str], list[object]
]  # which parts differ -> things changed, brought or gone, as they were and are


@cache
def _needs(names: tuple[str, ...]) -> Needs:
    return Needs(names)


def derived(*names: str) -> Callable[[Find], Find]:
    """Declare a function of a state and keys whose values are kept until something it names is written.

    Without names: a function of a scene, whose values last as long as it does.
    """
    needs = _needs(names)

    def declare(find: Find) -> Find:
        return cast(Find, wraps(find)((_in_parts if needs.parted else _as_a_whole)(find, needs)))

    return declare


def _as_a_whole(find: Callable[..., object], needs: Needs) -> Callable[..., object]:
    """Return a function that looks its values up first.

    There is one for each number of keys, because packing them would be slow.
    """

    def worked_out(values: dict[object, object], holder: object, call: tuple[object, ...]) -> Any:
        if call not in values:
            values[call] = find(holder, *call[1:])
        return values[call]

    def no_key(holder: AnyState) -> object:
        try:
            return holder.memo[needs][alone]
        except KeyError:
            values = _open_store(holder, needs)
        return worked_out(values, holder, alone)

    def one_key(holder: AnyState, key: object) -> object:
        try:
            return holder.memo[needs][find, key]
        except KeyError:
            values = _open_store(holder, needs)
        return worked_out(values, holder, (find, key))

    def any_keys(holder: AnyState, *keys: object) -> object:
        call = (find, *keys)
        try:
            return holder.memo[needs][call]
        except KeyError:
            values = _open_store(holder, needs)
        return worked_out(values, holder, call)

    alone = (find,)
    by_parameters: dict[int, Callable[..., object]] = {1: no_key, 2: one_key}
    return by_parameters.get(_parameters(find), any_keys)


def _in_parts(find: Callable[..., object], needs: Needs) -> Callable[..., object]:
    """Return the same where values are kept by their first key."""

    def worked_out(values: Parts, holder: object, key: object, call: object, keys: tuple[object, ...]) -> object:
        part = values.setdefault(key, {})
        if call not in part:
            part[call] = find(holder, key, *keys)
        return part[call]

    def one_key(holder: AnyState, key: object) -> object:
        try:
            return holder.memo[needs][key][find]
        except KeyError:
            values = _open_store(holder, needs)
        return worked_out(values, holder, key, find, ())

    def two_keys(holder: AnyState, key: object, other: object) -> object:
        try:
            return holder.memo[needs][key][find, other]
        except KeyError:
            values = _open_store(holder, needs)
        return worked_out(values, holder, key, (find, other), (other,))

    def any_keys(holder: AnyState, key: object, *keys: object) -> object:
        call = (find, *keys)
        try:
            return holder.memo[needs][key][call]
        except KeyError:
            values = _open_store(holder, needs)
        return worked_out(values, holder, key, call, keys)

    by_parameters: dict[int, Callable[..., object]] = {2: one_key, 3: two_keys}
    return by_parameters.get(_parameters(find), any_keys)


def _parameters(find: Callable[..., object]) -> int:
    """Return how many arguments a function takes, the state or the scene included."""
    return find.__code__.co_argcount


def _open_store(holder: AnyState, needs: Needs) -> dict[object, Any]:
    """Return where values of a kind are kept with a state, or with a scene, that seemed to have none."""
    memo = holder.memo
    if BEFORE in memo:
        _take_over(holder)
    found: dict[object, object] = memo.setdefault(needs, {})
    return found


# ---------------------------------------------------------------------- the write


def memo_after(before: AnyState) -> Memo:
    """Return the memo of a state just made from another.

    The values that are still valid are copied when first needed: most states are never used.
    """
    memo: Memo = before.memo
    return {BEFORE: memo.get(BEFORE, before)} if memo else {}


def evict(left: AnyState, state: AnyState) -> None:
    """Drop the values of a position that is no longer current, unless `state` may still take them over."""
    if BEFORE not in state.memo:
        left.memo.clear()


def _take_over(state: AnyState) -> None:
    """Give a state the values of an earlier one that depend on nothing written since."""
    memo = state.memo
    before = memo.get(BEFORE)
    if before is None:
        return
    kind: object = type(state)
    written = _differing(kind, tuple(map(is_not, astuple(before), astuple(state))))
    touched: dict[str, Touched] = {}
    fates = _fates(written)
    for needs, values in () if "scene" in written else tuple(before.memo.items()):
        if needs == HEARD:
            continue
        try:
            fate = fates[needs]
        except KeyError:
            fate = fates[needs] = _fate(needs, written)
        if fate is not None:
            for things in fate:
                field = things.field
                if field not in touched:
                    touched[field] = _touches(getattr(before, field), getattr(state, field))
                values = _drop_affected(values, things, touched[field])
            if values:
                memo[needs] = values
    memo.pop(BEFORE, None)


@cache
def _fates(_written: frozenset[str]) -> dict[object, tuple[_Things, ...] | None]:
    """Return what happens to values when these fields are written, as far as it is known; see `_fate`."""
    return {}


def _fate(needs: Needs, written: frozenset[str]) -> tuple[_Things, ...] | None:
    """Return the things whose changes decide which of these values are still true; None: none of them is."""
    if needs.fields.isdisjoint(written):
        return ()
    if not needs.whole.isdisjoint(written):
        return None
    return tuple(things for things in needs.things if things.field in written)


def _drop_affected(values: Parts, things: _Things, touched: Touched) -> Parts:
    """Return the values that do not depend on what was touched."""
    for parts, those in touched.items():
        if not things.parts.isdisjoint(parts):
            if not things.first:
                return {}
            values = things.without(values, those)
    return values


def _touches(before: dict[object, Any], after: dict[Any, object]) -> Touched:
    """Return the differences between two tables of things."""
    was_there = before.get
    found: Touched = {}
    new = 0
    for key in compress(after, map(is_not, after.values(), map(was_there, after))):
        thing: Any = after[key]
        was: Any = was_there(key)
        if type(was) is type(thing):
            differ = _differing(thing.__class__, tuple(map(is_not, astuple(was), astuple(thing))))
            found.setdefault(differ, []).extend((was, thing))
        else:
            new += was is None
            found.setdefault(_parts_of(thing.__class__), []).extend((thing,) if was is None else (was, thing))
    if len(after) - new != len(before):
        for key, gone in before.items():
            if key not in after:
                found.setdefault(_parts_of(gone.__class__), []).append(gone)
    return found


@cache
def _parts_of(kind: Any) -> frozenset[str]:
    return frozenset((ANY, *kind.__struct_fields__))


@cache
def _differing(kind: Any, differ: tuple[bool, ...]) -> frozenset[str]:
    return frozenset((ANY, *compress(kind.__struct_fields__, differ)))


# ---------------------------------------------------------------------- what tests ask


def uncached(state: AnyState) -> Any:
    """Return the same position with nothing worked out yet, not even of its scene."""
    return state.but(scene=state.scene.but(), memo={})


class Value(NamedTuple):
    """A value kept with a state or its scene: the function that found it, the keys it was asked for, and itself."""

    find: Callable[..., object]
    needs: Needs
    keys: tuple[object, ...]
    value: object


def values_of(holder: AnyState) -> Iterator[Value]:
    """Yield everything that is kept with a state, or with a scene."""
    _take_over(holder)
    for needs, values in holder.memo.items():
        if needs == HEARD:
            continue
        for first, part in (((key,), found) for key, found in values.items()) if needs.parted else (((), values),):
            for call, value in part.items():
                find, *others = call if isinstance(call, tuple) else (call,)
                yield Value(find, needs, (*first, *others), value)


def undeclared_reads(state: AnyState, kept: Value) -> str:
    """Return what is wrong with a value kept with a state: read though not declared, or no longer true.

    Empty when sound.
    """
    read: set[str] = set()
    seen = _Watched(state, kept.needs, read) if kept.needs.names else state.but(memo={})
    again = kept.find(seen, *kept.keys)
    text = f"{kept.find.__module__}.{kept.find.__name__}{kept.keys}"
    if read:
        return f"{text} is derived from {', '.join(sorted(read))} as well, which it does not name"
    return "" if again == kept.value else f"{text} was {kept.value!r:.300} and is {again!r:.300}"


class _Watched:
    """A proxy of a record that notes undeclared reads. It has no derived values."""

    def __init__(self, state: AnyState, needs: Needs, read: set[str]) -> None:
        self._state, self._needs, self._read = state, needs, read
        self.memo: Memo = {}
        self._seen: dict[str, object] = {}

    def __getattr__(self, name: str) -> object:
        value = getattr(self._state, name)
        if name not in self._state.__struct_fields__ or name == "scene" or name in self._needs.whole:
            return value
        if name not in self._needs.fields:
            self._read.add(name)
            return value
        if name not in self._seen:
            parts = {part for things in self._needs.things if things.field == name for part in things.parts}
            through = (
                value if ANY in parts else {key: _Part(thing, name, parts, self._read) for key, thing in value.items()}
            )
            self._seen[name] = through
        return self._seen[name]


class _Part:
    """A proxy of one thing in a field."""

    def __init__(self, thing: Record, field: str, parts: set[str], read: set[str]) -> None:
        self._thing, self._field, self._parts, self._read = thing, field, parts, read

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._thing)

    def __getattr__(self, name: str) -> Any:
        if name not in self._parts and name != "id" and name in self._thing.__struct_fields__:
            self._read.add(f"{self._field}.{name}")
        return getattr(self._thing, name)

    def __eq__(self, other: object) -> bool:
        return self._thing == (other._thing if isinstance(other, _Part) else other)

    def __hash__(self) -> int:
        return id(self._thing)
