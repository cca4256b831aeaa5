"""Machine guns: three to six dice by choice, misses rolled again as check dice, and the gun that jams.

The procedure of the sheet replaces the printed one (BFE-BASE-1), on the reference sheet too (BFE-QRS-1, BFE-BASE-2).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rules.battles_for_empire.aiming import FACES, Shot, dice_pool
from rules.battles_for_empire.events import GunJammed
from rules.battles_for_empire.state import Body, State, card, unit_name, with_unit
from rules.kernel.breakdown import Fact
from rules.kernel.flow import Illegal
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling


class Chances(Record, frozen=True):
    """The exact odds of one shot of a machine gun."""

    jam: Fraction
    mean: Fraction  # hits
    one: Fraction  # at least one hit
    two: Fraction  # at least two


def dice_open(state: State) -> tuple[int, ...]:
    """Return the numbers of dice a crew may name: 3 to 6, in closing fire too. Rules: BFE-13.8-2, BFE-MG-H2."""
    chart = state.scene.charts.machine_gun
    return tuple(range(chart.least, chart.most + 1))


def check_dice(state: State, unit: Body, dice: int) -> tuple[Illegal, ...]:
    """Return every reason against the number of dice chosen before the roll; other troops name none, 0.

    Rules: BFE-13.8-1, BFE-13.8-2.
    """
    name = unit_name(state, unit)
    if card(state, unit).arm != "mg":
        if dice == 0:
            return ()
        return (Illegal(f"{name} is no machine gun: you do not choose its dice", "BFE-13.8-1", unit.id),)
    if dice == 0:
        return (Illegal(f"{name}: choose the number of dice before the roll", "BFE-13.8-1", unit.id),)
    open_ = dice_open(state)
    if dice in open_:
        return ()
    return (Illegal(f"{name} rolls {open_[0]} to {open_[-1]} dice, not {dice}", "BFE-13.8-2", unit.id),)


def throw(r: Ruling, shot: Shot) -> tuple[int, bool]:
    """Roll a machine gun's dice, then every miss once more: (hits, whether it jammed). A jam leaves no hits.

    Rolls the chosen d6, then one d6 for each miss. A 1 on the first roll is a miss and no more; the second roll can
    jam the gun but scores nothing, unless the options say so. No misses, no second roll.
    Rules: BFE-13.8-3 to BFE-13.8-8, BFE-13.8-10, BFE-13.8-11, BFE-13.8-13 to BFE-13.8-16, BFE-13.8-19, BFE-QRS-1.
    """
    state: State = r.state
    unit = state.units[shot.unit]
    what = f"fire of {unit_name(state, unit)} at {unit_name(state, state.units[shot.target])}"
    jam = state.scene.charts.machine_gun.jam
    first_jams = jam if state.scene.options["any_one_jams"] else 0
    open_ = face_groups(shot.need, first_jams)
    first = r.throw(dice_pool(shot, what, "BFE-13.8-3"), alike=open_).faces
    hits = hits_of(first, shot.need)
    misses = shot.dice - hits
    if not misses:
        return hits, False
    groups = face_groups(shot.need, jam)
    facts = (Fact(f"a {jam} jams the gun", "BFE-13.8-5"), Fact("a jam costs the hits of this shot", "BFE-13.8-8"))
    what = f"jam check of {unit_name(state, unit)}: misses rolled again, a {jam} jams it"
    again = r.roll(what, misses, FACES, "BFE-13.8-4", alike=groups, facts=facts).faces
    if jam in again or first_jams in first:
        r.state = with_unit(r.state, r.state.units[shot.unit].but(jammed=True))
        r.note(GunJammed(rule="BFE-13.8-5", unit=shot.unit, target=shot.target, lost=hits))
        return 0, True
    if state.scene.options["rerolls_score"]:
        hits += hits_of(again, shot.need)
    return hits, False


def hits_of(faces: tuple[int, ...], need: int) -> int:
    """Return the dice that reach the need."""
    return sum(1 for face in faces if face >= need)


def face_groups(need: int, mark: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return groups of faces with the same meaning: misses, hits, and one face with a meaning of its own."""
    groups = (
        (mark,) if mark else (),
        tuple(face for face in range(1, FACES + 1) if face < need and face != mark),
        tuple(face for face in range(1, FACES + 1) if face >= need and face != mark),
    )
    return tuple(group for group in groups if group)


def clear_jams(r: Ruling) -> None:
    """Make jammed guns ready for the next turn, with no other action. No dice. Rule: BFE-13.8-9."""
    state: State = r.state
    if any(unit.jammed for unit in state.units.values()):
        r.state = state.but(
            units={key: unit.but(jammed=False) if unit.jammed else unit for key, unit in state.units.items()},
        )


@cache
def chances(need: int, dice: int, first_jams: bool = False) -> Chances:
    """Return the exact odds of a machine gun's shot. Each miss is rolled again, only to see whether the gun jams.

    So a die hits, jams (a miss, then a 1) or does nothing; `first_jams`: a 1 on the first roll jams too.
    Rules: BFE-13.8-12, BFE-13.8-19, BFE-QRS-1.
    """
    hit = Fraction(FACES + 1 - need, FACES)
    one = Fraction(1, FACES) if first_jams else Fraction(0)  # a 1 misses whatever the need
    jam = one + (1 - hit - one) / FACES
    quiet = 1 - hit - jam
    safe = (1 - jam) ** dice
    none = quiet**dice
    just_one = dice * hit * quiet ** (dice - 1)
    return Chances(jam=1 - safe, mean=dice * hit * (1 - jam) ** (dice - 1), one=safe - none, two=safe - none - just_one)
