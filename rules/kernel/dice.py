"""Dice: seeded, taped or asked for. They are outside the state, injected, and recorded as faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Protocol
from zlib import crc32

from rules.kernel.plurals import count_noun

_MASK = (1 << 64) - 1


class Dice(Protocol):
    """Anything that can roll dice."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return `count` faces, each 1..sides."""
        ...


class NeedDice(Exception):
    """A tape ran out: `count` dice of `sides` sides are needed next."""

    def __init__(self, count: int, sides: int) -> None:
        dice = "die" if count == 1 else "dice"
        super().__init__(f"{count} more {dice} with {sides} sides needed")
        self.count = count
        self.sides = sides


class RollPending(Exception):
    """The dice of an order are not known yet, because another computer takes part in rolling them.

    The order is accepted.
    """


class ImpossibleFace(ValueError):
    """A face that the die does not have."""


def _mix(number: int) -> int:
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


class SeededDice:
    """The n-th die is a whole-number hash of (seed, n): the same on every machine, and any position can be reached."""

    __slots__ = ("_root", "n", "seed")

    def __init__(self, seed: int, n: int = 0) -> None:
        self.seed = seed
        self.n = n
        self._root = _mix(seed & _MASK)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return faces n, n+1, ... of this seed.

        A value above the last multiple of `sides` is rolled again: no bias.
        """
        faces = []
        limit = (1 << 64) - (1 << 64) % sides
        for _ in range(count):
            value = _mix(self._root ^ (self.n * 0xD1342543DE82EF95 & _MASK))
            while value >= limit:
                value = _mix(value)
            self.n += 1
            faces.append(value % sides + 1)
        return tuple(faces)


def paired_dice(seed: int, turn: int, phase: int, order: str) -> SeededDice:
    """Return dice that depend on when and for what they are rolled, and on nothing rolled before.

    Two lines of play compared under the same seed so have the same luck wherever they give the same order (as spelled)
    in the same phase of the same turn.
    """
    return SeededDice(_mix(_mix(seed & _MASK) ^ (turn << 48) ^ (phase << 32) ^ crc32(order.encode())))


class TapeDice:
    """Given faces, in order. Raises NeedDice when they run out and ImpossibleFace when one does not fit its die."""

    __slots__ = ("_faces", "used")

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self.used = 0

    @property
    def faces_left(self) -> int:
        """Faces not yet used."""
        return len(self._faces) - self.used

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next `count` faces of the tape."""
        end = self.used + count
        if end > len(self._faces):
            raise NeedDice(count, sides)
        faces = self._faces[self.used : end]
        for face in faces:
            if not 1 <= face <= sides:
                raise ImpossibleFace(f"a die with {sides} sides cannot show {face}")
        self.used = end
        return faces


class KeyedDice:
    """Faces from the SHA-256 of a key and a counter, unlimited and all equally likely.

    Without a key `roll` raises NeedDice, which shows whether an order rolls dice at all.
    """

    __slots__ = ("_key", "_n", "_words")

    def __init__(self, key: bytes = b"") -> None:
        self._key = key
        self._n = 0
        self._words: list[int] = []

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next `count` faces. A word above the last multiple of `sides` is thrown away."""
        if not self._key:
            raise NeedDice(count, sides)
        limit = (1 << 64) - (1 << 64) % sides
        faces: list[int] = []
        while len(faces) < count:
            word = self._next_word()
            if word < limit:
                faces.append(word % sides + 1)
        return tuple(faces)

    def _next_word(self) -> int:
        if not self._words:
            block = sha256(self._key + self._n.to_bytes(8, "big")).digest()
            self._n += 1
            self._words = [int.from_bytes(block[start : start + 8], "big") for start in (24, 16, 8, 0)]
        return self._words.pop()


class AskedDice:
    """Players roll real dice and tell the faces: `ask(count, sides)` returns what they typed.

    Raises ImpossibleFace when the answer does not fit the dice.
    """

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[int, int], Iterable[int]]) -> None:
        self._ask = ask

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces the players report."""
        faces = tuple(self._ask(count, sides))
        if len(faces) != count:
            raise ImpossibleFace(_count_fault(count, len(faces)))
        for face in faces:
            if not 1 <= face <= sides:
                raise ImpossibleFace(f"a die with {sides} sides cannot show {face}")
        return faces


class TableDice:
    """Real dice beside the computer, entered one roll at a time.

    The faces entered for a command are kept until it is done.

    `roll` raises NeedDice when the next throw has not been told yet; the command is then given again from its
    beginning, with the faces told so far.

    """

    __slots__ = ("_told", "used")

    def __init__(self) -> None:
        self._told: list[int] = []
        self.used = 0

    @property
    def entered_faces(self) -> tuple[int, ...]:
        """The faces told for the command that is under way."""
        return tuple(self._told)

    def tell(self, faces: Iterable[int], count: int, sides: int) -> None:
        """Show the faces of the throw that is wanted. Raises ImpossibleFace when they do not fit its dice."""
        thrown = tuple(faces)
        if len(thrown) != count:
            raise ImpossibleFace(_count_fault(count, len(thrown)))
        for face in thrown:
            if not 1 <= face <= sides:
                raise ImpossibleFace(f"a die with {sides} sides cannot show {face}")
        self._told.extend(thrown)

    def reread_rolls(self) -> None:
        """Read the rolls from the beginning, because the command is given again."""
        self.used = 0

    def forget_rolls(self) -> None:
        """Forget the rolls of a command that is carried out or given up; the next one rolls again."""
        self._told.clear()
        self.used = 0

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next `count` faces that were reported."""
        end = self.used + count
        if end > len(self._told):
            raise NeedDice(count, sides)
        faces = tuple(self._told[self.used : end])
        self.used = end
        return faces


def _count_fault(count: int, given: int) -> str:
    return f"{count_noun(count, 'die was', 'dice were')} asked for, {count_noun(given, 'face was', 'faces were')} given"
