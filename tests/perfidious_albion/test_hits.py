"""Where straddles hit ships, and the immediate effects of a hit: floods, lights lost, none."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from rules.kernel.ruling import Rolled
from rules.perfidious_albion.damage.hits import fall_on_ship, locate, resolve_straddle, shell_floods  # type: ignore[attr-defined]
from rules.perfidious_albion.damage.penetration import goes_through
from rules.perfidious_albion.records.charts import load_charts, penetration, penetration_need
from rules.perfidious_albion.records.events import Bounced, BoxLost, FloodsTaken, Penetrated, SearchlightLost, ShotFell
from rules.perfidious_albion.records.state import State, box_bit
from rules.perfidious_albion.ships.roster import load_roster
from tests.perfidious_albion.sea import RUSSIA, Sea, events_of, rolls, rule

CLOSE, MIDDLE = 0, 3  # range bands


def ship(kind: str = "tsesarevich", **log: object) -> State:
    return Sea().ship("Retvizan", RUSSIA, (36, 36), kind=kind, **log).state()  # type: ignore[arg-type]


def hit(state: State, letter: str, section: int, level: int, *more: int, band: int = CLOSE):  # type: ignore[no-untyped-def]
    """A straddle of a gun type on a box of her, with the further dice it asks for."""
    return rule(state, lambda r: fall_on_ship(r, "mikasa", "retvizan", letter, band, ""), level, section, *more)


@pytest.mark.rule("PA-HIT-H1")
def test_a_d6_gives_the_level_and_a_d10_the_section() -> None:
    _, events = hit(ship(), "A", 10, 4, 1)
    level, section = rolls(events)[:2]
    assert (level.sides, section.sides, section.faces) == (6, 10, (10,))
    (fell,) = events_of(events, ShotFell)
    assert (fell.section, fell.level, fell.content) == (10, 4, "TTS")


@pytest.mark.rule("PA-HIT-H1")
def test_an_empty_box_is_a_miss() -> None:
    state = ship()
    after, events = hit(state, "A", 1, 1)
    assert [event.content for event in events_of(events, ShotFell)] == ["nothing there"]
    assert after.ships["retvizan"] == state.ships["retvizan"]


@pytest.mark.rule("PA-HIT-H1", "PA-HIT-H2")
def test_the_share_of_straddles_that_find_a_box_is_the_share_of_boxes() -> None:
    boxes = ship().scene.cards["retvizan"]
    found: Counter[str] = Counter()
    for where, sides in (("", 10), ("bow", 6), ("stern", 6)):
        for level, section in product(range(1, 7), range(1, sides + 1)):
            places: list[tuple[int, int]] = []
            rule(
                ship(),
                lambda r, where=where, places=places: places.append(locate(r, "retvizan", where)),  # type: ignore[misc]
                level,
                section,
            )
            found[where] += boxes.box(*places[0]) is not None
    assert Fraction(found[""], 60) == Fraction(51, 60)
    bow = sum(box.section <= 6 for box in boxes.standing)
    stern = sum(box.section >= 5 for box in boxes.standing)
    assert (found["bow"], found["stern"]) == (bow, stern)


@pytest.mark.rule("PA-HIT-H2")
@pytest.mark.parametrize(
    ("where", "face", "section"), [("bow", 1, 1), ("bow", 6, 6), ("stern", 1, 10), ("stern", 6, 5)]
)
def test_a_rake_throws_a_d6_for_the_section_from_the_nearer_end(where: str, face: int, section: int) -> None:
    places: list[tuple[int, int]] = []
    _, events = rule(ship(), lambda r: places.append(locate(r, "retvizan", where)), 3, face)
    assert places == [(section, 3)]
    assert [rolled.sides for rolled in rolls(events)] == [6, 6]


@pytest.mark.rule("PA-HIT-H3")
def test_gunfire_has_no_effect_at_level_6() -> None:
    state = ship()
    after, events = hit(state, "A", 2, 6)  # a magazine
    assert after.ships == state.ships and [event.rule for event in events_of(events, ShotFell)] == ["PA-HIT-H3"]


@pytest.mark.rule("PA-HIT-H3")
def test_light_guns_do_nothing_at_level_5_of_larger_ships_but_hole_small_ones() -> None:
    for letter in "QG":
        after, events = hit(ship("varyag"), letter, 9, 5)
        assert after.ships["retvizan"].struck == 0 and not events_of(events, FloodsTaken)
        after, events = hit(ship("ikazuchi"), letter, 3, 5)
        assert after.ships["retvizan"].struck == box_bit(3, 5)
        assert after.ships["retvizan"].floods == 1


@pytest.mark.rule("PA-FLO-H3")
@pytest.mark.parametrize(
    ("letter", "floods"),
    [("Z", 4), ("Y", 4), ("X", 4), ("A", 3), ("B", 3), ("C", 2), ("D", 2), ("E", 1), ("F", 1), ("G", 0), ("Q", 0)],
)
def test_floods_of_a_shell_at_level_5_by_gun_type(letter: str, floods: int) -> None:
    state = ship()
    assert shell_floods(state, state.ships["retvizan"], 5, letter) == floods
    small = ship("ikazuchi")
    assert shell_floods(small, small.ships["retvizan"], 5, letter) == max(1, floods)


@pytest.mark.rule("PA-FLO-H3")
def test_a_shell_through_the_belt_lets_water_in_and_one_that_bounces_does_not() -> None:
    after, events = hit(ship(), "A", 7, 5, 3, band=MIDDLE)  # armour 5 against 6: a 3
    assert after.ships["retvizan"].floods == 3 and after.ships["retvizan"].flooded == box_bit(7, 5)
    assert [event.content for event in events_of(events, BoxLost)] == ["H"]
    after, events = hit(ship(), "A", 7, 5, 2, band=MIDDLE)
    assert after.ships["retvizan"].floods == 0 and events_of(events, Bounced)


@pytest.mark.rule("PA-FLO-H3")
def test_a_hit_on_a_box_below_water_that_is_gone_floods_again_without_a_test() -> None:
    after, events = hit(ship(struck=box_bit(7, 5)), "B", 7, 5, band=MIDDLE)
    assert after.ships["retvizan"].floods == 3 and not events_of(events, BoxLost)


@pytest.mark.rule("PA-FLO-H4")
@pytest.mark.parametrize(("letter", "floods"), [("A", 2), ("X", 2), ("C", 1), ("D", 1), ("E", 0), ("Q", 0)])
def test_floods_of_a_shell_at_level_4_by_gun_type(letter: str, floods: int) -> None:
    after, _ = hit(ship("varyag"), letter, 2, 4)
    assert (after.ships["retvizan"].floods, after.ships["retvizan"].flooded) == (floods, 0)


@pytest.mark.rule("PA-FLO-H4")
def test_a_second_hit_at_level_4_burns_and_does_not_flood() -> None:
    after, _ = hit(ship("varyag", struck=box_bit(2, 4)), "A", 2, 4)
    assert (after.ships["retvizan"].floods, after.ships["retvizan"].fires) == (0, 1)


@pytest.mark.rule("PA-3.4-3")
@pytest.mark.parametrize(("lights", "lit"), [(2, True), (1, False)])
def test_a_ship_shines_on_while_one_of_her_lights_is_left(lights: int, lit: bool) -> None:
    after, events = hit(ship(lights=lights, lit=True), "F", 3, 2)
    assert [event.left for event in events_of(events, SearchlightLost)] == [lights - 1]
    assert (after.ships["retvizan"].lights, after.ships["retvizan"].lit) == (lights - 1, lit)


@pytest.mark.rule("PA-3.4-3")
def test_a_hit_on_the_conning_tower_puts_the_light_out_even_if_it_bounces() -> None:
    after, events = hit(ship(), "E", 3, 2, 6)  # through armour 5 on a 6
    assert [event.left for event in events_of(events, SearchlightLost)] == [0]
    assert after.ships["retvizan"].struck == box_bit(3, 2)
    after, events = hit(ship(), "F", 3, 2)  # cannot go through
    assert events_of(events, Bounced) and [event.left for event in events_of(events, SearchlightLost)] == [0]
    assert after.ships["retvizan"].lights == 0 and after.ships["retvizan"].struck == 0


def test_every_straddle_is_remembered_for_the_grid() -> None:
    state = ship()
    after, _ = rule(state, lambda r: resolve_straddle(r, "mikasa", r.state.ships["retvizan"], "A", CLOSE, ""), 1, 1)
    (straddle,) = after.straddles
    assert (straddle.target, straddle.by, straddle.section, straddle.level, straddle.result) == (
        "retvizan",
        "A",
        1,
        1,
        "miss",
    )


# --- Shells against armour: exact chances, certainties without a die, and the armour values of the grids ---


def target() -> State:
    return Sea().ship("Retvizan", RUSSIA, (36, 36), kind="tsesarevich").state()


def chance(letter: str, band: int, armour: int) -> Fraction:
    """Return the chance of penetration over every face of the die; without a roll the result counts for all six."""
    state = target()
    thrown = 1 < penetration_need(letter, band, armour) < 7 and armour > 0
    answers: list[bool] = []
    for face in range(1, 7):
        faces = (face,) if thrown else ()
        rule(state, lambda r: answers.append(goes_through(r, "retvizan", 5, 5, armour, letter, band)), *faces)
    return Fraction(sum(answers), 6)


@pytest.mark.rule("PA-PEN-H1")
def test_penetration_equal_to_armour_is_an_even_chance() -> None:
    assert penetration("A", 3) == 6
    assert [chance("A", 3, armour) for armour in (3, 4, 5, 6, 7, 8, 9)] == [
        1,
        Fraction(5, 6),
        Fraction(4, 6),
        Fraction(1, 2),
        Fraction(2, 6),
        Fraction(1, 6),
        0,
    ]


@pytest.mark.rule("PA-PEN-H1")
def test_what_is_certain_needs_no_die_and_is_told_all_the_same() -> None:
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 5, 5, "E", 3))
    assert not rolls(events) and len(events_of(events, Bounced)) == 1
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 5, 5, "A", 0))
    assert not rolls(events) and len(events_of(events, Penetrated)) == 1


@pytest.mark.rule("PA-PEN-H2")
def test_penetration_falls_with_range_and_with_the_gun() -> None:
    letters = load_charts().gunnery.letters
    for band in range(7):
        column = [penetration(letter, band) for letter in letters]
        assert column == sorted(column, reverse=True)
    for letter in letters:
        row = [penetration(letter, band) for band in range(7)]
        assert row == sorted(row, reverse=True)
    assert (penetration("Z", 0), penetration("B", 4), penetration("D", 6), penetration("Q", 0)) == (12, 4, 1, 0)


@pytest.mark.rule("PA-PEN-H3")
def test_armour_stands_in_the_grid_as_half_the_effective_inches() -> None:
    classes = load_roster().classes
    mikasa, vizcaya = classes["mikasa"], classes["vizcaya"]
    assert [box.armour for box in mikasa.towers] == [7]  # 14 inches of Krupp plate
    assert {box.armour for box in vizcaya.towers} == {4}  # 12 inches of older steel
    belt = mikasa.box(5, 5)
    assert belt is not None and belt.armour == 5  # 9 inches, half up


@pytest.mark.rule("PA-PEN-H4")
def test_a_magazine_behind_the_belt_has_the_slope_of_the_deck_besides() -> None:
    mikasa = load_roster().classes["mikasa"]
    magazine, belt = mikasa.box(8, 5), mikasa.box(7, 5)
    assert magazine is not None and belt is not None and magazine.has("MAG")
    assert magazine.armour == belt.armour + 1


@pytest.mark.rule("PA-PEN-H5")
def test_without_armour_there_is_no_test() -> None:
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 1, 0, "Q", 2))
    assert events == ()
    assert chance("Q", 2, 0) == 1


@pytest.mark.rule("PA-PEN-H1", "PA-PEN-H2")
def test_armour_that_no_shell_or_every_shell_goes_through_tells_its_sum_without_a_die() -> None:
    for letter, band, words in (("E", 3, "no D6 can penetrate"), ("A", 0, "any D6 penetrates")):
        run = partial(goes_through, name="retvizan", section=5, level=5, armour=5, letter=letter, band=band)
        _, events = rule(target(), run)
        (result,) = events_of(events, Rolled)
        (sum_of,) = result.breakdown.workings
        assert [term.value for term in sum_of.terms] == [4, 5, -penetration(letter, band)]
        assert sum_of.total == penetration_need(letter, band, 5) and result.breakdown.adds_up
        assert result.faces == () and result.breakdown.facts[0].label == words
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 5, 6, "A", 3), 4)
    (thrown,) = rolls(events)
    assert (thrown.breakdown.need, [term.value for term in thrown.breakdown.terms]) == (4, [4, 6, -6])
    assert thrown.breakdown.adds_up
