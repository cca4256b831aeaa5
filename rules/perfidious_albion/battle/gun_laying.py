"""Gun laying: which guns bear, the base percentage, every modifier with its rule, the total to the nearest ten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.derived import derived
from rules.kernel.inches import distance
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.perfidious_albion.damage.bombardment import can_bombard
from rules.perfidious_albion.damage.weather import sea_at
from rules.perfidious_albion.records.charts import HEAVY_TYPES, MAIN_TYPES, band_of, hit_percent, terms_of
from rules.perfidious_albion.records.state import Battery, Fort, PaScene, Ship, State, Target, place
from rules.perfidious_albion.ships.grids import Box
from rules.perfidious_albion.ships.pieces import (
    Thing,
    battery_bears,
    box_bears,
    gun_silent,
    is_listing,
    name_of,
    power_lost,
    rake,
    thing_of,
    tower_lost,
)
from rules.perfidious_albion.squadrons.sighting import shows_light

ALL = "all"
CROWD = "PA-GUN-H13"  # counts for each earlier firer
SHOOTING = (  # what a shot depends on
    "ships", "forts", "batteries", "target", "squadrons", "terrain", "sea", "visibility", "night",
    "shot_at", "bombarded", "bombardment_turns", "bombardment_declared",
)  # fmt: skip


class Shot(NamedTuple):
    """What the guns of one type of one firer do at one target.

    base: percent of one gun (group) at this range. percent: the total, to the nearest ten, halved if power is lost.
    low_barrels: guns at level 4, to which `low` applies besides. raw: hundredths of a per cent before rounding.
    """

    guns: str
    barrels: int
    boxes: tuple[str, ...]
    distance: int  # milli-inches
    band: int
    base: int
    modifiers: tuple[Modifier, ...]
    low_barrels: int
    low: Modifier | None
    raw: int
    halved: str  # the rule that halves, or nothing
    percent: int
    rake: str  # bow, stern or nothing

    @property
    def straddles(self) -> tuple[int, int]:
        """Straddles for certain, and the chance of one more in tenths. Rule: PA-GUN-H5."""
        return self.percent // 100, self.percent % 100 // 10


def gun_types(state: State, shooter: Thing) -> tuple[str, ...]:
    """Return the types of gun a ship, fort or battery was built with, heaviest first."""
    if isinstance(shooter, Target):
        return ()
    return (
        (shooter.gun,)
        if isinstance(shooter, Battery)
        else _gun_types(state.scene, shooter.id if isinstance(shooter, Ship) else shooter.number)
    )


@derived()
def _gun_types(scene: PaScene, which: str | int) -> tuple[str, ...]:
    """Return the types of gun on the card of a ship, or of the fort of that number."""
    boxes = scene.cards[which].gun_boxes if isinstance(which, str) else scene.forts[which].gun_boxes
    fitted = {box.guns.letter for box in boxes if box.guns is not None}
    return tuple(letter for letter in scene.charts.gunnery.letters if letter in fitted)


def sound_boxes(state: State, shooter: Ship | Fort, letter: str) -> tuple[Box, ...]:
    """Return the gun boxes of a type that can still fire at all. Rules: PA-DMG-H1, PA-DMG-H2, PA-DMG-H4."""
    if isinstance(shooter, Ship):
        return _sound_aboard(state, shooter.id, letter)
    return tuple(
        box
        for box in _of_type(state.scene.forts[shooter.number].gun_boxes, letter)
        if not gun_silent(state, shooter, box)
    )


@derived("ships[id].struck", "ships[id].big_guns_silent")
def _sound_aboard(state: State, name: str, letter: str) -> tuple[Box, ...]:
    ship = state.ships[name]
    return tuple(box for box in _of_type(state.scene.cards[name].gun_boxes, letter) if not gun_silent(state, ship, box))


def _of_type(boxes: tuple[Box, ...], letter: str) -> list[Box]:
    return [box for box in boxes if box.guns is not None and box.guns.letter == letter]


def ready_boxes(state: State, shooter: Ship | Fort, letter: str) -> list[Box]:
    """Return the gun boxes that have not fired this turn and are not silenced by the sea.

    Rules: PA-GUN-H20, PA-GUN-H21.
    """
    found = [box for box in sound_boxes(state, shooter, letter) if box.key not in shooter.fired]
    gunnery = state.scene.charts.gunnery
    low = isinstance(shooter, Ship) and any(box.level == gunnery.silent_level for box in found)
    if low and sea_at(state, place(shooter)) in gunnery.silent_seas:
        found = [box for box in found if box.level != gunnery.silent_level]
    return found


def bearing_boxes(state: State, shooter: Ship | Fort, letter: str, target: Thing) -> list[Box]:
    """Return the gun boxes that bear on a target; a fort's bear all round. Rules: PA-GUN-H22, PA-GUN-H23, PA-2.2-12."""
    ready = ready_boxes(state, shooter, letter)
    if isinstance(shooter, Fort):
        return ready
    there = place(target)
    return [box for box in ready if box_bears(shooter, box, there)]


def shot(state: State, shooter: Thing, letter: str, target: Thing) -> Shot:
    """Return the guns of one type at one target: barrels, range, percentage, modifiers. No guns: a percentage of 0.

    Rules: PA-GUN-H2, PA-GUN-H3, PA-GUN-H4, PA-GUN-H24, PA-SHO-H1, PA-SHO-H3, PA-2.2-5, PA-2.2-19, PA-PUB-3.
    """
    return _shot_of(state, name_of(shooter), letter, name_of(target))


@derived(*SHOOTING)
def _shot_of(state: State, name: str, letter: str, victim: str) -> Shot:
    shooter, target = thing_of(state, name), thing_of(state, victim)
    assert shooter is not None and target is not None
    return _lay_guns(state, shooter, letter, target, _barrels(state, shooter, letter, target))


def shots_that_tell(state: State, shooter: Thing, letters: tuple[str, ...], target: Thing) -> tuple[Shot, ...]:
    """Return the gun types that have a chance at a target, in order. Rules: PA-GUN-H3, PA-GUN-H4."""
    band = band_of(distance(place(shooter), place(target)))
    found = []
    for letter in letters:
        if not hit_percent(letter, band):
            continue
        guns = _barrels(state, shooter, letter, target)
        if guns[0]:
            found.append(_lay_guns(state, shooter, letter, target, guns))
    return tuple(aimed for aimed in found if aimed.percent)


def _lay_guns(state: State, shooter: Thing, letter: str, target: Thing, guns: tuple[int, int, tuple[str, ...]]) -> Shot:
    """Lay the guns that bear on a target."""
    gunnery = state.scene.charts.gunnery
    away = distance(place(shooter), place(target))
    band = band_of(away)
    base = hit_percent(letter, band)
    barrels, low_barrels, keys = guns
    where = rake(target, place(shooter)) if isinstance(target, Ship) else ""
    terms = modifiers(state, shooter, letter, target, away, where)
    low = None
    if low_barrels and sea_at(state, place(shooter)) == "rough":
        low = terms_of(gunnery.modifiers, ("level_4_rough",), {})[0]
    factor = 100 + sum_modifiers(terms)
    high = barrels - low_barrels
    raw = high * base * max(0, factor) + low_barrels * base * max(0, factor + (low.value if low else 0))
    percent = round_percent(raw, gunnery.round_percent)
    halved = _halving_rule(state, shooter, letter)
    if halved:
        percent = round_percent(percent * state.scene.charts.ashore.power_percent, gunnery.round_percent)
    return Shot(letter, barrels, keys, away, band, base, terms, low_barrels, low, raw, halved, percent, where)


def round_percent(hundredths: int, step: int) -> int:
    """Return hundredths of a per cent to the nearest ten per cent, fives up. Rule: PA-GUN-H4."""
    return (hundredths + step * 50) // (step * 100) * step


def _barrels(state: State, shooter: Thing, letter: str, target: Thing) -> tuple[int, int, tuple[str, ...]]:
    """Return guns that bear, those of them at level 4 of a ship, and their boxes."""
    if isinstance(shooter, Target) or (isinstance(target, Target) and not can_bombard(state, letter)):
        return 0, 0, ()
    if isinstance(shooter, Battery):
        bear = letter == shooter.gun and not shooter.fired and battery_bears(shooter, place(target))
        return (shooter.count, 0, (letter,)) if bear else (0, 0, ())
    boxes = bearing_boxes(state, shooter, letter, target)
    counts = [(box.guns.count if box.guns is not None else 0, box.level) for box in boxes]
    silent_level = state.scene.charts.gunnery.silent_level
    low = sum(count for count, level in counts if level == silent_level) if isinstance(shooter, Ship) else 0
    return sum(count for count, _ in counts), low, tuple(box.key for box in boxes)


def _halving_rule(state: State, shooter: Thing, letter: str) -> str:
    """Return the rule that halves the total when the generator is gone. Rules: PA-2.2-19, PA-GUN-H24."""
    if isinstance(shooter, Fort):
        return "PA-2.2-19" if power_lost(state, shooter) else ""
    if isinstance(shooter, Ship) and letter in MAIN_TYPES:
        return "PA-GUN-H24" if power_lost(state, shooter) else ""
    return ""


# ---------------------------------------------------------------------- modifiers


def modifiers(state: State, shooter: Thing, letter: str, target: Thing, away: int, where: str) -> tuple[Modifier, ...]:
    """Return every modifier of a shot in the order of the table. Rules: PA-GUN-H6 to PA-GUN-H19, PA-8-10."""
    gunnery, earlier = state.scene.charts.gunnery, earlier_firers(state, shooter, target)
    true = {*_of_firer(state, shooter), *_of_target(state, target, letter, where)}
    if earlier:
        true.add("crowd")
    if state.night and not shows_light(state, target):
        true.add("night")
    modern = isinstance(shooter, Ship) and state.scene.cards[shooter.id].tech >= gunnery.fire_control_tech
    if modern and letter in MAIN_TYPES and away > gunnery.fire_control_mils:
        true.add("fire_control")
    still = target.stopped or "stopped" if isinstance(target, Ship) else "ashore"
    said = {"letter": letter, "rake": where, "earlier": earlier, "still": still}
    said |= {"turned": getattr(shooter, "turned", 0), "speed": getattr(target, "speed", 0)}
    found = terms_of(gunnery.modifiers, true, said)
    return tuple(
        term.but(value=max(gunnery.crowd_most, term.value * earlier)) if term.rule == CROWD else term for term in found
    )


def _of_firer(state: State, shooter: Thing) -> Iterator[str]:
    """Yield the modifiers of the firer, by the keys of the table."""
    if not isinstance(shooter, Target):
        yield f"cq{shooter.cq}"
    if isinstance(shooter, Ship | Fort):
        yield f"fire_{min(shooter.fires, 3)}"
    if not isinstance(shooter, Ship):
        yield "ashore"
        return
    if shooter.turned >= state.scene.charts.gunnery.turned_degrees:
        yield "turned"
    if tower_lost(state, shooter):
        yield "tower_lost"
    if is_listing(state, shooter):
        yield "listing"
    yield f"sea_{sea_at(state, place(shooter))}"


def _of_target(state: State, target: Thing, letter: str, where: str) -> Iterator[str]:
    """Yield the modifiers of the target, by the keys of the table."""
    if not isinstance(target, Ship):
        yield "still"
        return
    if where:
        yield "end_on"
    if target.stopped or target.speed == 0:
        yield "still"
    elif target.speed > 20:
        yield "speed_26" if target.speed > 25 else "speed_21"
    if state.scene.cards[target.id].size == 3 and (letter in HEAVY_TYPES or letter == "D"):
        yield "small_heavy" if letter in HEAVY_TYPES else "small_medium"


def earlier_firers(state: State, shooter: Thing, target: Thing) -> int:
    """Return how many others have fired at this target this turn. Rule: PA-GUN-H13."""
    name = name_of(target)
    own = not isinstance(shooter, Target) and name in shooter.targets
    return state.shot_at.get(name, 0) - own
