"""The arithmetic both games use: results of gunnery rolls, card lines, duds, point values, grades of victory.

Only numbers in and out: no dice, no position, no rule ids. Each game cites its own rules where it calls these.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel import scores
from rules.nws.charts import Gunnery, Ratio, Torpedo, Victory
from rules.nws.roster import ShipClass

RESULTS = ("miss", "light", "moderate", "heavy")  # of a shot, by its level
RESULT_WORDS = {name: name if name == "miss" else f"{name} hit" for name in RESULTS}
LEVEL_NAMES = ("undamaged", "Light", "Moderate", "Heavy", "out of action")  # of a ship, by damage level
SINKING = "sinking"  # she has no flotation left
OUT_OF_ACTION = 4  # structure level; flotation at this level is sunk


def ship_id(name: str) -> str:
    """Return a ship's id: its name as one would type it."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


def share_of(value: int, ratio: Ratio) -> int:
    """Return a share of a number, halves rounded up."""
    top, bottom = ratio
    return (2 * value * top + bottom) // (2 * bottom)


# ---------------------------------------------------------------------- guns


def gun_needs(charts: Gunnery, column: int, step: int, defence: int) -> int:
    """Return the to-hit number of a shot: base - column + range step + defence."""
    return charts.base - column + step + defence


def hit_level(charts: Gunnery, natural: int, total: int, need: int, effective: int) -> int:
    """Return 0 miss, 1 Light, 2 Moderate, 3 Heavy, by how far the total exceeds the target number.

    natural: the dice alone; the lowest always misses, the highest is at least Light unless the `effective` need, the
    need less all modifiers, is too high.
    """
    if natural == charts.natural_miss:
        return 0
    margin = total - need
    level = 0 if margin < 0 else min(1 + margin // charts.level_per_margin, charts.max_levels)
    if level == 0 and natural == charts.natural_hit and effective <= charts.natural_hit_limit:
        return 1
    return level


def level_capped(charts: Gunnery, level: int, gun: str, defence: int) -> int:
    """Return structure levels a hit adds: small guns add few to a ship of heavy armour."""
    if gun == charts.small_gun and defence >= charts.small_gun_from_defence:
        return min(level, charts.small_gun_most_levels)
    return level


def penetration(charts: Gunnery, gun: str, defence: int) -> int:
    """Return the modifier of a gun class against armour: 0 or less."""
    rows = charts.penetration
    return sum(row.value for row in rows if row.gun == gun and row.defence_from <= defence <= row.defence_to)


def size_penalty(charts: Gunnery, gun: str, size: str) -> int:
    """Return the modifier of a gun class against a small target: 0 or less."""
    return charts.size.get(gun, {}).get(size, 0)


def crowding_penalty(charts: Gunnery, shots: int) -> int:
    """Return the modifier of the next ship at a target that `shots` ships have fired at this turn: 0 or less."""
    return charts.crowd_each * max(0, shots + 1 - charts.crowd_free)


def bow_stern(charts: Gunnery, printed: int) -> int:
    """Return the modifier of a ship that fires bow or stern on, by her printed firepower."""
    return charts.bow_stern_big if printed > charts.bow_stern_limit else charts.bow_stern_small


# ---------------------------------------------------------------------- cards


def card_lines(card: ShipClass, loaded: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return (firepower, knots) at damage levels 0..4 by the card's lines.

    loaded: what a loaded ship's firepower changes by while she is undamaged; 0 for any other.
    """
    lines = (card.light, card.moderate, card.heavy)
    power = (max(card.firepower + loaded, 0), *(line[0] for line in lines), 0)
    return power, (card.speed_kn, *(line[1] for line in lines), 0)


def percent_lines(
    card: ShipClass, loaded: int, firepower: Iterable[int], speed: Iterable[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return (firepower, knots) at damage levels 0..4 as percentages of the printed values, halves up."""
    power = [share_of(card.firepower, (percent, 100)) for percent in firepower]
    power[0] = max(power[0] + loaded, 0)
    return tuple(power), tuple(share_of(card.speed_kn, (percent, 100)) for percent in speed)


# ---------------------------------------------------------------------- torpedoes


def dud_faces(charts: Torpedo, kind: str, side: str, month: str) -> int:
    """Return faces of the exploder's die, from 1 up, on which a hit does not explode. month: "1942-11"."""
    if kind not in charts.dud_kinds or side not in charts.dud_sides:
        return 0
    return charts.duds_until if month <= charts.dud_until else charts.duds_after


# ---------------------------------------------------------------------- points


def points_key(charts: Victory, level: int, sunk: bool) -> str:
    """Return the key of a ship's share of points: sunk, or by her greater damage level."""
    return "sunk" if sunk else charts.by_level[level]


def points_for(charts: Victory, value: int, key: str) -> int:
    """Return the victory points for an enemy ship in a state of damage, halves rounded up."""
    return share_of(value, charts.shares[key])


def ratio_grade(charts: Victory, larger: int, smaller: int) -> int:
    """Return the grade of victory, 0 a draw: the last step whose ratio the scores reach.

    The smaller score counts as at least the least divisor.
    """
    return scores.ratio_grade((step.least for step in charts.ratios), charts.least_divisor, larger, smaller)


def victory_grade(charts: Victory, larger: int, smaller: int, handicap: int) -> int:
    """Return the grade of a victory whose larger score holds a handicap, which alone makes the least grade only.

    For the higher grades it counts no more points than its side earned itself: mere flight must not win.
    """
    grade = ratio_grade(charts, larger, smaller)
    if grade < 1:
        return 0
    earned = larger - handicap
    return max(1, min(grade, ratio_grade(charts, earned + min(earned, handicap), smaller)))
