"""Prices: ships by the house formula; torpedo fittings, batteries, forts and minefields by the sheet.

Prices are whole hundredths of a point, exact; a ship's points value is whole, rounded by its rule.
"""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.record import Record
from rules.perfidious_albion.records.charts import HEAVY_TYPES, QUALITIES, load_charts
from rules.perfidious_albion.ships.grids import UNDER_WATER, Guns, Tube
from rules.perfidious_albion.ships.shipcard import ShipCard

HUNDRED = 100


class Item(Record, frozen=True):
    """One line of a ship's price: its text, and hundredths of a point as numerator and denominator."""

    title: str
    hundredths: tuple[int, int]

    @property
    def exact(self) -> Fraction:
        """The hundredths, exact."""
        return Fraction(*self.hundredths)


def whole_points(hundredths: int) -> int:
    """Return whole points, to the nearest, halves up."""
    return (hundredths + HUNDRED // 2) // HUNDRED


def points_text(hundredths: int) -> str:
    """Return hundredths as points: "504", "37.5", "1,600"."""
    points, rest = divmod(hundredths, HUNDRED)
    return f"{points:,}" + (f".{rest:02d}".rstrip("0") if rest else "")


def with_quality(hundredths: int, quality: int) -> int:
    """Return a price changed by crew quality, in hundredths, to the nearest. Rules: PA-PTS-H2, PA-2.2-3."""
    return _nearest(Fraction(hundredths * load_charts().crew.price_percent[quality], HUNDRED), 1)


def torpedo_cost(tube: Tube) -> int:
    """Return the price of one mount in hundredths. Rules: PA-17-1, PA-17-2, PA-17-3, PA-DOC-H2."""
    rule = load_charts().points
    if tube.trainable:
        return tube.barrels * rule.trainable_tube * rule.trainable_sides
    table = rule.torpedo_under_water if tube.level in UNDER_WATER else rule.torpedo_above_water
    return table["broadside" if tube.arc == "B" else "fore_and_aft"]


def battery_cost(letter: str, count: int, armour: int, quality: int) -> int:
    """Return the price of a shore battery in hundredths: guns, its armour once, then crew quality.

    Rules: PA-2.2-1, PA-2.2-2, PA-2.2-3, PA-SHO-H5.
    """
    rule = load_charts().points
    casemate = rule.casemate_per_armour * armour * (rule.casemate_heavy if letter in HEAVY_TYPES else 1)
    return with_quality(rule.battery_gun[letter] * count + casemate, quality)


def fort_cost(quality: int) -> int:
    """Return the price of any fort in hundredths. Rules: PA-2.2-11."""
    return with_quality(load_charts().points.fort, quality)


def minefield_cost(density: int, radius: int, printed: bool = False) -> int:
    """Return the price of a minefield in hundredths; the radius in inches.

    `printed`: a field of the largest radius costs one doubling less, as in the sheet's own second example. Raises
    ValueError for a density or a radius that is not allowed. Rules: PA-2.2-20, PA-2.2-21, PA-2.2-22, PA-2.2-23.
    """
    rule = load_charts().points
    if not 1 <= density <= rule.minefield_density_most or not 1 <= radius <= rule.minefield_radius_most:
        most, wide = rule.minefield_density_most, rule.minefield_radius_most
        raise ValueError(
            f"A minefield has a density of 1 to {most} and a radius of 1 to {wide}; found {density}, {radius}."
        )
    doublings = radius - 1 - (printed and radius == rule.minefield_radius_most)
    factor: int = rule.minefield_doubling**doublings
    return rule.minefield * density * factor


def admiral_cost(admirals: int) -> int:
    """Return the price of squadron commanders in hundredths. Rules: PA-PTS-H3, PA-2.1-17."""
    return load_charts().points.admiral * admirals


# ---------------------------------------------------------------------- ships


def ship_items(card: ShipCard) -> tuple[Item, ...]:
    """Return the lines of a ship's price before technology and crew, in hundredths.

    Rules: PA-PTS-H1, PA-17-1, PA-17-2.
    """
    rule = load_charts().points
    battery = sum(rule.battery_gun[guns.letter] * guns.bearing_both for guns in _guns(card))
    armour = sum(box.armour for box in card.standing)
    groups = sum(box.guns.bearing_both for box in card.gun_boxes if box.guns and box.guns.letter == "Q")
    speed = Fraction(rule.ton_speed * card.tons * card.speed**2, rule.speed_base**2)
    lines = (
        (f"{card.tons:,} tons", Fraction(rule.ton * card.tons)),
        (f"engines for speed {card.speed}", speed),
        ("guns", Fraction(rule.gun * battery, HUNDRED)),
        (f"armour, {armour} in all", Fraction(rule.armour * armour)),
        ("torpedoes", Fraction(sum(torpedo_cost(tube) for tube in card.tubes))),
        (f"quickfirer groups, both sides counted: {groups}", Fraction(rule.quickfirers * groups)),
        (f"cargo boxes: {len(card.cargo_boxes)}", Fraction(rule.cargo_box * len(card.cargo_boxes))),
    )
    return tuple(Item(title, value.as_integer_ratio()) for title, value in lines if value)


def base_value(card: ShipCard) -> Fraction:
    """Return a ship's points before rounding and crew quality, exact. Rules: PA-PTS-H1, PA-PTS-H4."""
    tech = load_charts().points.tech[card.tech]
    return sum((item.exact for item in ship_items(card)), Fraction(0)) * tech / (HUNDRED * HUNDRED)


def ship_values(card: ShipCard) -> dict[int, int]:
    """Return a ship's points value by crew quality: to the nearest 50, times the crew's factor, again to the nearest
    50.

    Rules: PA-PTS-H1, PA-PTS-H2, PA-18-1.
    """
    step = load_charts().points.round_to // HUNDRED
    percent = load_charts().crew.price_percent
    average = _nearest(base_value(card), step)
    return {quality: _nearest(Fraction(average * percent[quality], HUNDRED), step) for quality in QUALITIES}


def tech_of(year: int) -> int:
    """Return the technology of a ship by the year she was completed. Rules: PA-PTS-H4."""
    return next(tech for tech, last in sorted(load_charts().points.tech_years.items()) if year <= last)


def flotation_of(tons: int, build: str) -> int:
    """Return the flotation of a ship: armoured, light or merchant. Rules: PA-FLO-H7."""
    rule = load_charts().damage
    if tons < rule.flotation_one_below:
        return 1
    share = Fraction(tons * rule.flotation_factor[build], rule.flotation_tons * HUNDRED)
    return max(1, _nearest(share, 1))


def _guns(card: ShipCard) -> list[Guns]:
    return [box.guns for box in card.gun_boxes if box.guns and box.guns.letter != "Q"]


def _nearest(value: Fraction, step: int) -> int:
    """Return the nearest multiple of `step`, halves up."""
    return int((value / step + Fraction(1, 2)) // 1) * step
