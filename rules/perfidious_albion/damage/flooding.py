"""Flooding: the first floods of an under-water hit, the tests that hold the water back, the flood track, sinking.

The worked example of the sheet is reproduced exactly: rules PA-6.4-17, PA-6.4-18, PA-6.4-19, PA-6.4-20, PA-6.4-21.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.kernel.breakdown import Fact
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import flood_target, terms_of
from rules.perfidious_albion.records.events import Flooded, FloodsTaken, Sinking, StayedDry
from rules.perfidious_albion.records.state import Ship, State, Straddle, box_bit, is_flooded, is_struck, with_ship
from rules.perfidious_albion.ships.grids import UNDER_WATER

DIE = 6
BLOW = "ram"  # the weapon of rams and collisions: no torpedo, no mine
KEPT = 24  # straddles remembered for the grids
PORT, STARBOARD = -1, 1  # towards the bow (left on the card), towards the stern

Step = tuple[int, int, int, int, bool]
Spot = tuple[int, int]  # section, level


class Blow(NamedTuple):
    """The blow of a ram or collision: its first floods, and changes to the flooding targets."""

    floods: int
    terms: tuple[Modifier, ...] = ()


class FloodTest(NamedTuple):
    """What a box needs to stay dry: the target of the diagram and what changes it."""

    base: int
    modifiers: tuple[Modifier, ...]

    @property
    def target(self) -> int:
        """The most the die may show; six or more always passes, 0 or less never. Rule: PA-6.4-8."""
        return self.base + sum_modifiers(self.modifiers)


def has_hull(state: State, ship: Ship, section: int, level: int) -> bool:
    """Return whether there is a box of the hull under water here: a shorter hull or a shallow one has fewer."""
    return level in UNDER_WATER and state.scene.cards[ship.id].box(section, level) is not None


def is_sinking(state: State, ship: Ship) -> bool:
    """Return whether the floods have reached the flotation: the ship, or the boat of a pair that was hit, sinks.

    Rule: PA-FLO-H5.
    """
    return not ship.gone and ship.floods >= state.scene.cards[ship.id].flotation


def take_floods(r: Ruling, ship_id: str, floods: int, rule: str, why: str) -> None:
    """Mark floods on the flood track of a ship that is still there; `why` in words: "storm", "medium torpedo"."""
    ship: Ship = r.state.ships[ship_id]
    if ship.gone or floods <= 0:
        return
    after = ship.but(floods=ship.floods + floods)
    r.state = with_ship(r.state, after)
    r.note(FloodsTaken(rule=rule, ship=ship_id, floods=floods, total=after.floods, why=why))
    _tell_sinking(r, ship, after)


def _tell_sinking(r: Ruling, before: Ship, after: Ship) -> None:
    """Log that a ship's floods have now reached her flotation. Rule: PA-FLO-H5."""
    most = r.state.scene.cards[after.id].flotation
    if before.floods < most <= after.floods:
        r.note(Sinking(rule="PA-FLO-H5", ship=after.id, floods=after.floods, flotation=most))


def flood_from(
    r: Ruling, ship_id: str, section: int, level: int, weapon: str, rule: str, blow: Blow | None = None, by: str = ""
) -> set[Spot]:
    """Take the first floods of a weapon or of a blow, then test the boxes round the hit and outwards from them.

    Step 2 reads the boxes on the level of the hit, then those on the other level, each from left to right; step 3 goes
    outwards to the left on the level of the hit and the other, then to the right. Returns the boxes that flooded around
    the hit. Rolls one D6 a box that can both flood and stay dry. Rules: PA-6.2-1, PA-6.2-2, PA-6.2-4, PA-6.2-5,
    PA-6.4-11, PA-6.4-16, PA-FLO-H1, PA-FLO-H2.
    """
    state: State = r.state
    ship: Ship = state.ships[ship_id]
    terms = blow.terms if blow else ()
    if blow is None:
        chart = state.scene.charts.torpedoes.weapons[weapon]
        first, why = chart.floods, chart.title
    else:
        first, why = blow.floods, "hull stove in"
    r.state = with_ship(state, ship.but(flooded=ship.flooded | box_bit(section, level)))
    take_floods(r, ship_id, first, rule, why)
    steps: list[Step] = []
    wet: set[Spot] = set()
    for spot in neighbours(r.state, ship, section, level):
        if _floods(r, ship_id, (section, level), spot, weapon, terms, steps):
            wet.add(spot)
    for side in (PORT, STARBOARD):
        for row in (level, other_level(level)):
            at = section + side
            while (at, row) in wet and has_hull(r.state, ship, at + side, row):
                at += side
                if _floods(r, ship_id, (section, level), (at, row), weapon, terms, steps):
                    wet.add((at, row))
    total = first + len(wet)
    words = f"{total} flood{'s' * (total != 1)}"
    keep_straddle(
        r, Straddle(ship=by, target=ship_id, by=weapon, section=section, level=level, result=words, steps=tuple(steps))
    )
    return wet


def other_level(level: int) -> int:
    """Return the under-water level that a level is not."""
    return sum(UNDER_WATER) - level


def neighbours(state: State, ship: Ship, section: int, level: int) -> Iterator[Spot]:
    """Yield the underwater boxes round a hit, in the order they are tested: five amidships, two on a shallow hull.

    Rules: PA-6.4-11, PA-FLO-H2.
    """
    round_hit = ((-1, level), (1, level), *((offset, other_level(level)) for offset in (-1, 0, 1)))
    for offset, row in round_hit:
        if has_hull(state, ship, section + offset, row):
            yield section + offset, row


def flood_test(
    state: State, ship: Ship, hit: Spot, box: Spot, weapon: str, terms: tuple[Modifier, ...] = ()
) -> FloodTest:
    """Return what a box needs to stay dry after a hit; `terms`: what a blow adds.

    Rules: PA-6.4-9, PA-6.4-10, PA-6.4-12, PA-6.4-13, PA-FLO-H1, PA-RAM-H4, PA-COL-H4.
    """
    chart = state.scene.charts.torpedoes
    true = (f"cq{ship.cq}", weapon, "already_flooded" if is_flooded(ship, *box) else "")
    found = (*terms_of(chart.flood_modifiers, true, {}), *terms)
    return FloodTest(flood_target(box[1] == hit[1], abs(box[0] - hit[0])), found)


def _floods(
    r: Ruling, ship_id: str, hit: Spot, box: Spot, weapon: str, terms: tuple[Modifier, ...], steps: list[Step]
) -> bool:
    """Test one box; True when the water comes in. Rules: PA-6.4-8, PA-6.4-14, PA-6.4-15, PA-6.4-18."""
    state: State = r.state
    ship: Ship = state.ships[ship_id]
    test = flood_test(state, ship, hit, box, weapon, terms)
    die, wet = 0, test.target <= 0
    if 0 < test.target < DIE:
        terms = (Modifier(test.base, "in the diagram", "PA-6.4-13"), *test.modifiers)
        what = f"{state.scene.names[ship_id]}, flooding of {box[0]}/{box[1]}"
        says, facts = _dry_or_wet(test.target), tuple(_test_facts(ship, hit, box))
        rolled = r.roll(what, 1, DIE, "PA-6.4-8", target=test.target, low=True, says=says, terms=terms, facts=facts)
        die, wet = rolled.total, rolled.total > test.target
    steps.append((*box, test.target, die, wet))
    if not wet:
        r.note(
            StayedDry(
                rule="PA-6.4-15" if is_flooded(ship, *box) else "PA-6.4-8", ship=ship_id, section=box[0], level=box[1]
            )
        )
        return False
    after = ship.but(flooded=ship.flooded | box_bit(*box), floods=ship.floods + 1)
    r.state = with_ship(state, after)
    r.note(Flooded(rule="PA-6.4-14", ship=ship_id, section=box[0], level=box[1], floods=after.floods))
    _tell_sinking(r, ship, after)
    return True


def _test_facts(ship: Ship, hit: Spot, box: Spot) -> Iterator[Fact]:
    """Yield why a box is tested: it is next to the hit, or the water comes along its level; destroyed boxes too."""
    near = abs(box[0] - hit[0]) <= 1
    yield Fact("next to the hit", "PA-6.4-11") if near else Fact("water spreads along the level", "PA-6.4-16")
    if is_struck(ship, *box):
        yield Fact("wrecks are tested too", "PA-6.4-12")


def _dry_or_wet(target: int) -> Callable[[int], str]:
    return lambda total: "dry" if total <= target else "floods"


def keep_straddle(r: Ruling, straddle: Straddle) -> None:
    """Remember a hit for the grids, which show it lit."""
    r.state = r.state.but(straddles=(*r.state.straddles[1 - KEPT :], straddle))
