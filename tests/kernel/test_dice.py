"""Dice: seeded, taped, asked for."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.kernel.dice import AskedDice, ImpossibleFace, NeedDice, SeededDice, TapeDice, paired_dice

# Chi-square exceeded by one fair series in a thousand, by degrees of freedom. The series are fixed, so this either
# always holds or never.
CRITICAL = {5: 20.515, 9: 27.877, 19: 43.820, 35: 66.619}
THROWS = 20_000


def chi_square(counts: Counter[int], cells: int, throws: int) -> float:
    expected = throws / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@pytest.mark.parametrize("sides", [6, 10, 20])
@pytest.mark.parametrize("seed", [0, 1, 1942, -7, 1 << 63])
def test_seeded_dice_show_every_face_equally_often(sides: int, seed: int) -> None:
    faces = SeededDice(seed).roll(THROWS, sides)
    counts = Counter(face - 1 for face in faces)
    assert set(counts) == set(range(sides))
    assert chi_square(counts, sides, THROWS) < CRITICAL[sides - 1]


@pytest.mark.parametrize("seed", [0, 1942])
def test_a_face_says_nothing_about_the_next_one(seed: int) -> None:
    faces = SeededDice(seed).roll(THROWS + 1, 6)
    pairs = Counter((a - 1) * 6 + b - 1 for a, b in zip(faces, faces[1:], strict=False))
    assert chi_square(pairs, 36, THROWS) < CRITICAL[35]


def test_neighbouring_seeds_throw_different_dice() -> None:
    first = [SeededDice(seed).roll(1, 6)[0] - 1 for seed in range(THROWS)]
    assert chi_square(Counter(first), 6, THROWS) < CRITICAL[5]


def test_the_same_seed_throws_the_same_dice_on_every_machine() -> None:
    assert SeededDice(1942).roll(12, 6) == SeededDice(1942).roll(12, 6)
    assert SeededDice(1942).roll(12, 6) == (4, 2, 1, 3, 5, 6, 2, 1, 4, 2, 6, 2)


def test_any_position_of_seeded_dice_can_be_reached_at_once() -> None:
    whole = SeededDice(7).roll(50, 10)
    for n in (0, 1, 17, 49):
        assert SeededDice(7, n).roll(1, 10) == whole[n : n + 1]


def test_it_makes_no_difference_whether_dice_are_thrown_together_or_singly() -> None:
    dice = SeededDice(3)
    assert dice.roll(2, 6) + dice.roll(1, 6) == SeededDice(3).roll(3, 6)
    assert dice.n == 3


def test_a_tape_gives_its_faces_in_order_and_then_asks_for_more() -> None:
    tape = TapeDice([6, 1, 4])
    assert tape.roll(2, 6) == (6, 1)
    with pytest.raises(NeedDice, match="2 more dice with 6 sides") as caught:
        tape.roll(2, 6)
    assert (caught.value.count, caught.value.sides, tape.faces_left) == (2, 6, 1)
    assert tape.roll(1, 6) == (4,)
    assert tape.faces_left == 0


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_tape_refuses_a_face_its_die_does_not_have(face: int) -> None:
    tape = TapeDice([face])
    with pytest.raises(ImpossibleFace, match=f"6 sides cannot show {face}"):
        tape.roll(1, 6)
    assert tape.faces_left == 1


def test_players_may_throw_real_dice_and_tell_the_faces() -> None:
    asked: list[tuple[int, int]] = []

    def ask(count: int, sides: int) -> list[int]:
        asked.append((count, sides))
        return [2, 5]

    assert AskedDice(ask).roll(2, 6) == (2, 5)
    assert asked == [(2, 6)]


@pytest.mark.parametrize(("rows", "message"), [([2], "1 face was given"), ([2, 9], "cannot show 9")])
def test_told_faces_must_fit_the_dice(rows: list[int], message: str) -> None:
    with pytest.raises(ImpossibleFace, match=message):
        AskedDice(lambda count, sides: rows).roll(2, 6)


def test_paired_dice_hang_on_when_and_for_what_they_are_thrown_alone() -> None:
    def throw(*key: object) -> tuple[int, ...]:
        return paired_dice(*key).roll(6, 6)  # type: ignore[arg-type]

    assert throw(1, 2, 3, "fire a b") == throw(1, 2, 3, "fire a b")
    others = [
        throw(2, 2, 3, "fire a b"),
        throw(1, 3, 3, "fire a b"),
        throw(1, 2, 4, "fire a b"),
        throw(1, 2, 3, "fire"),
    ]
    assert len({throw(1, 2, 3, "fire a b"), *others}) == 5
    faces = [throw(seed, 1, 1, "fire")[0] for seed in range(600)]
    assert all(70 < faces.count(face) < 130 for face in range(1, 7))
