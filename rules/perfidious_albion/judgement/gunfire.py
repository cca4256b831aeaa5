"""The mean damage of gunfire before it is fired, over every box a straddle may hit, for computer players.

House judgement, no rule of the game: the chances of location, penetration and flooding come from the rules, the value
of losses from shown/evaluation.py. In hundredths of a victory point. Rolls nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.kernel.derived import derived
from rules.kernel.evaluation import ExpectedChange
from rules.kernel.flow import Command
from rules.perfidious_albion.battle.gun_laying import Shot
from rules.perfidious_albion.battle.gunnery import shots
from rules.perfidious_albion.damage.fires import EXP, fire_need
from rules.perfidious_albion.damage.flooding import is_sinking
from rules.perfidious_albion.damage.hit_location import RAKE_DIE
from rules.perfidious_albion.damage.hits import UNDER_WATER, no_effect, shell_floods
from rules.perfidious_albion.damage.losses import cargo_left, value_of
from rules.perfidious_albion.records.charts import crew_target, penetration_need
from rules.perfidious_albion.records.commands import Fire
from rules.perfidious_albion.records.state import LEVELS, SECTIONS, Ship, State, Target, is_struck
from rules.perfidious_albion.ships.grids import MAG, PROP, STEER, Box
from rules.perfidious_albion.ships.pieces import BOW, LIGHT_GUNS, magazine_below, thing_of
from rules.perfidious_albion.shown.evaluation import POINT, load_weights, ship_damage

HURTS = (  # what of a ship decides what a straddle takes from her
    "struck", "flooded", "floods", "fires", "boats", "cq", "steering", "morale", "props_lost", "funnels_lost",
    "big_guns_silent", "cargo", "cargo_lost", "gone",
)  # fmt: skip
DIE = 6
WHOLE = 10_000  # a ship's value, in which shares are counted here ...
TENTH = 10  # ... and how many of them are one of the thousandths of worth.yaml
FINE = 1000  # chances in thousandths
RAKED = RAKE_DIE * LEVELS
ALL_ROUND = SECTIONS * LEVELS
SECTIONS_OF = {
    "": range(1, SECTIONS + 1),
    BOW: range(1, RAKE_DIE + 1),
    "stern": range(SECTIONS + 1 - RAKE_DIE, SECTIONS + 1),
}


def expected_value(state: State, command: Command) -> ExpectedChange | None:
    """Return (mean, least, most) by which a shot at a ship changes the score; None for any other order.

    Rolls nothing.
    """
    if not isinstance(command, Fire):
        return None
    target = state.ships.get(command.target)
    shooter = thing_of(state, command.ship)
    if target is None or shooter is None or isinstance(shooter, Target):
        return None
    return (
        Fraction(combined_damage(state, target, shots(state, shooter, command.guns, target))),
        0,
        left_of(state, target),
    )


def left_of(state: State, ship: Ship) -> int:
    """Return the value left to take from a ship, in hundredths of a point: 0 if she will sink or blow up anyway."""
    if is_sinking(state, ship) or ship.fires >= EXP:
        return 0
    return value_of(state, ship) * POINT * _whole(state, ship) // WHOLE


def combined_damage(state: State, target: Ship, found: tuple[Shot, ...]) -> int:
    """Return the mean value taken by several shots at one ship, in hundredths of a point."""
    total = sum(aimed.percent * straddle_takes(state, target.id, aimed.guns, aimed.band, aimed.rake) for aimed in found)
    return min(left_of(state, target), total // 100)


def _whole(state: State, ship: Ship) -> int:
    """Return the part of a ship's value that is not lost yet."""
    return WHOLE - TENTH * ship_damage(state, ship)


@derived(*(f"ships[id].{part}" for part in HURTS))
def straddle_takes(state: State, name: str, letter: str, band: int, rake: str) -> int:
    """Return what one straddle takes from a ship on the mean, in hundredths of a point. rake: bow, stern or nothing.

    Over all places it may fall with equal chance, the chance of going through, what the box holds, floods and fires.
    """
    ship = state.ships[name]
    if not left_of(state, ship):
        return 0
    whole = _whole(state, ship)
    total = sum(_at_box(state, ship, box, letter, band, whole) for box in _boxes(state, ship, rake))
    return value_of(state, ship) * POINT * total // (FINE * WHOLE * (RAKED if rake else ALL_ROUND))


def _boxes(state: State, ship: Ship, rake: str) -> Iterator[Box]:
    card = state.scene.cards[ship.id]
    return (box for box in card.standing if box.section in SECTIONS_OF[rake])


def _at_box(state: State, ship: Ship, box: Box, letter: str, band: int, whole: int) -> int:
    """Return shares of a ship's value times thousandths of chance that a straddle on a box takes."""
    if no_effect(state, ship, box.level, letter):
        return 0
    if is_struck(ship, box.section, box.level):
        if box.level == UNDER_WATER:
            return FINE * _floods(state, ship, shell_floods(state, ship, box.level, letter), whole)
        return _fire(state, ship, letter)
    need = penetration_need(letter, band, box.armour) if box.armour else 1
    through = FINE * min(DIE, max(0, DIE + 1 - need)) // DIE
    if not through:
        return 0
    taken = _value_of_box(state, ship, box, whole)
    taken += _floods(state, ship, shell_floods(state, ship, box.level, letter), whole)
    return through * min(whole, taken)


def _value_of_box(state: State, ship: Ship, box: Box, whole: int) -> int:
    """Return shares of her value that a ship loses with a box: its share of all, what it holds, what blows up."""
    card, judged = state.scene.cards[ship.id], load_weights()
    taken = TENTH * judged.boxes // max(1, card.boxes)
    if box.guns is not None:
        taken += TENTH * judged.guns * judged.weight[box.guns.letter] * box.guns.count // gun_weight(state, ship.id)
    if box.has(PROP) or box in card.funnel_boxes:
        taken += TENTH * judged.way // max(1, card.speed)
    if box.has(STEER) and not ship.steering:
        taken += TENTH * judged.crippled
    if ship.cargo and box in card.cargo_boxes:
        value = max(1, value_of(state, ship))
        taken += WHOLE * cargo_left(ship) // (value * max(1, len(card.cargo_boxes)))
    if box.has(MAG):
        return whole
    heavy = box.guns is not None and box.guns.letter not in LIGHT_GUNS
    if heavy and magazine_below(state, ship, box.section, box.level) is not None:
        taken += WHOLE * max(0, DIE - crew_target(ship.cq)) // (DIE * DIE)
    return taken


@derived("ships[id].id")
def gun_weight(state: State, name: str) -> int:
    """Return the weight of all the guns a ship was built with, at least 1."""
    weights = load_weights().weight
    boxes = state.scene.cards[name].gun_boxes
    return max(1, sum(weights[box.guns.letter] * box.guns.count for box in boxes if box.guns is not None))


def floods_take(state: State, ship: Ship, floods: int) -> int:
    """Return the value that floods take from a ship, in hundredths of a point."""
    if not left_of(state, ship):
        return 0
    return value_of(state, ship) * POINT * _floods(state, ship, floods, _whole(state, ship)) // WHOLE


def _floods(state: State, ship: Ship, floods: int, whole: int) -> int:
    """Return the share of her value that floods take: all that is left if they sink her, or of a pair one boat."""
    if not floods:
        return 0
    most = state.scene.cards[ship.id].flotation
    if ship.floods + floods >= most:
        return whole // ship.boats
    return TENTH * load_weights().floods * floods // max(1, most)


def _fire(state: State, ship: Ship, letter: str) -> int:
    """Return shares of a ship's value times thousandths of chance that a shell in wreckage takes by
    setting her alight.
    """
    chance = FINE * min(DIE, max(0, DIE + 1 - fire_need(state, ship, letter))) // DIE
    return TENTH * chance * load_weights().fire * (2 * ship.fires + 1) // 2
