"""What guns and fires act on: ships, forts, batteries and the bombardment target, found and changed by name."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from rules.kernel.inches import Point, in_arc, in_relative_arc
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import MAIN_TYPES, arcs_of, load_charts
from rules.perfidious_albion.records.events import BoxLost, WorkDestroyed
from rules.perfidious_albion.records.state import (
    Battery,
    Fort,
    Ship,
    State,
    Target,
    box_bit,
    is_struck,
    place,
    with_ship,
)
from rules.perfidious_albion.ships.grids import BARB, CT, MAG, POWER, Box

BOW, STERN = "bow", "stern"


def box_bears(ship: Ship, box: Box, there: Point) -> bool:
    """Return whether the guns of a box bear on a point: the edges of an arc belong to it.

    Rules: PA-GUN-H22, PA-GUN-H23.
    """
    assert box.guns is not None
    return _bears(place(ship), ship.heading, box.guns.arc, box.section, there)


@lru_cache(maxsize=8192)
def _bears(here: Point, heading: int, arc: str, section: int, there: Point) -> bool:
    return any(in_relative_arc(here, heading, *edges, there) for edges in arcs_of(arc, section))


def battery_bears(battery: Battery, there: Point) -> bool:
    """Return whether a point lies within the arc of a battery, 45 degrees either side. Rule: PA-2.2-4."""
    arc = load_charts().ashore.battery_arc
    return in_arc(place(battery), battery.facing - arc, battery.facing + arc, there)


def rake(target: Ship, firer: Point) -> str:
    """Return bow or stern when the firer lies within 30 degrees of that line of the target, else nothing. Rule:
    PA-HIT-H2.
    """
    degrees = load_charts().gunnery.rake_degrees
    here = place(target)
    if in_relative_arc(here, target.heading, -degrees, degrees, firer):
        return BOW
    if in_relative_arc(here, target.heading, 180 - degrees, 180 + degrees, firer):
        return STERN
    return ""


NOTHING = "nothing there"  # of a shot that hit no box
TARGET = "target"  # the name of the bombardment target as a piece
Thing: TypeAlias = Ship | Fort | Battery | Target
LIGHT_GUNS = "QG"  # they have no barbettes or magazines of their own


def thing_of(state: State, name: str) -> Thing | None:
    """Return the ship, fort, battery or bombardment target of a name, also when it is gone; None when there is none."""
    if name == TARGET:
        return state.target
    return state.ships.get(name) or state.forts.get(name) or state.batteries.get(name)


def name_of(thing: Thing) -> str:
    """Return the name of a ship, work or target as a piece."""
    return TARGET if isinstance(thing, Target) else thing.id


def piece_name(state: State, name: str) -> str:
    """Return what players call a piece; for the bombardment target the title of its chart."""
    if name == TARGET and state.target is not None:
        return state.scene.targets[state.target.chart].title
    return state.scene.names.get(name, name)


def with_thing(state: State, thing: Thing) -> State:
    """Return the position with one ship, work or target changed."""
    if isinstance(thing, Ship):
        return with_ship(state, thing)
    if isinstance(thing, Fort):
        return state.but(forts={**state.forts, thing.id: thing})
    if isinstance(thing, Battery):
        return state.but(batteries={**state.batteries, thing.id: thing})
    return state.but(target=thing)


def box_of(state: State, thing: Ship | Fort, section: int, level: int) -> Box | None:
    """Return the box at section and level of a ship or fort; None where there is none."""
    if isinstance(thing, Ship):
        return state.scene.cards[thing.id].box(section, level)
    return state.scene.forts[thing.number].box(section, level)


def inches_up(mils: int) -> str:
    """Return a distance in words, rounded up to hundredths: 12.01 inches."""
    whole, part = divmod(-(-mils // 10), 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") + " inches"


def box_content(box: Box | None) -> str:
    """Return the contents of a box as one token: AA, CT, TTL+MAG."""
    return "+".join(box.contents) if box is not None else ""


WORDS = {
    "H": "hull",
    "W": "wall",
    "SUP": "superstructure",
    "FUN": "funnel",
    "fun": "part of a funnel",
    "PROP": "propulsion room",
    "STEER": "steering gear",
    "CT": "conning tower",
    "BARB": "barbette",
    "MAG": "magazine",
    "CARGO": "cargo",
    "POWER": "generator",
    "FIRE": "what burns",
    "TORP": "torpedo room",
}
TUBES = {"TT": "torpedo room", "STL": "single launcher", "TWL": "twin launcher"}
RANGES = {"S": "short", "M": "medium", "L": "long"}


def content_words(box: Box | None) -> str:
    """Return the contents of a box in words: "2 guns of type A, magazine"; "nothing there" for no box."""
    return ", ".join(_in_words(one) for one in box.contents) if box is not None and box.contents else NOTHING


def _in_words(token: str) -> str:
    if token in WORDS:
        return WORDS[token]
    if token[:-1].rstrip(".") in TUBES:
        return f"{RANGES[token[-1]]} {TUBES[token[:-1].rstrip('.')]}"
    if set(token) == {"Q"}:
        return count_noun(len(token), "group") + " of quickfirers"
    return count_noun(len(token), "gun") + f" of type {token[0]}"


def cross_out(r: Ruling, name: str, section: int, level: int, rule: str) -> None:
    """Mark a box devastated and report it.

    In a fort also a structure box, and with the last of these the fort is destroyed. Rules: PA-2.2-13, PA-SHO-H2.
    """
    state: State = r.state
    thing = thing_of(state, name)
    assert isinstance(thing, Ship | Fort)
    r.state = with_thing(state, thing.but(struck=thing.struck | box_bit(section, level)))
    box = box_of(state, thing, section, level)
    lost = BoxLost(
        rule=rule, target=name, section=section, level=level, content=box_content(box), what=content_words(box)
    )
    r.note(lost)
    if isinstance(thing, Fort) and not structure_left(r.state, r.state.forts[name]):
        destroy_work(r, name, "no structure left", "PA-2.2-13")


def structure_left(state: State, fort: Fort) -> int:
    """Return structure boxes of a fort not yet crossed out. Rules: PA-2.2-13, PA-8-5."""
    return state.scene.forts[fort.number].structure - fort.struck.bit_count()


def destroy_work(r: Ruling, name: str, why: str, rule: str) -> None:
    """Take a fort or battery out of the battle: destroyed or abandoned. Rules: PA-2.1-72, PA-2.2-9, PA-2.2-13."""
    state: State = r.state
    work = thing_of(state, name)
    assert isinstance(work, Fort | Battery)
    if work.gone:
        return
    points = state.scene.charts.ashore.fort_target if isinstance(work, Fort) else work.cost
    r.state = with_thing(state, work.but(gone="destroyed"))
    r.note(WorkDestroyed(rule=rule, target=name, points=points, why=why))


# ---------------------------------------------------------------------- what losses do to guns


def gun_silent(state: State, thing: Ship | Fort, box: Box) -> str:
    """Return why the guns of a box can no longer fire; "" if they can.

    A lost barbette silences the turret above it, a lost or flooded magazine all guns above it except G and quickfirers.
    Rules: PA-DMG-H1, PA-DMG-H2, PA-DMG-H4, PA-FIR-H3.
    """
    if is_struck(thing, box.section, box.level):
        return "they are lost"
    assert box.guns is not None
    if box.guns.letter in LIGHT_GUNS:
        return ""
    if isinstance(thing, Ship) and thing.big_guns_silent and box.guns.letter in MAIN_TYPES:
        return "her magazines are flooded"
    if not thing.struck:
        return ""
    for level in range(box.level + 1, 7):
        if not is_struck(thing, box.section, level):
            continue
        below = box_of(state, thing, box.section, level)
        if below is None:
            continue
        if below.has(MAG):
            return "their magazine is lost"
        if below.has(BARB) and box.level == _level_served(state, thing, box.section, level):
            return "their barbette is lost"
    return ""


def _level_served(state: State, thing: Ship | Fort, section: int, barbette: int) -> int:
    """Return the level of the guns a barbette carries: the nearest above it that are not G or quickfirers.

    0 for none.
    """
    for level in range(barbette - 1, 0, -1):
        box = box_of(state, thing, section, level)
        if box is not None and box.guns is not None and box.guns.letter not in LIGHT_GUNS:
            return level
    return 0


def magazine_below(state: State, thing: Ship | Fort, section: int, level: int) -> Box | None:
    """Return the nearest magazine under a box that is neither lost nor flooded; None when there is none.

    Rule: PA-DMG-H3.
    """
    for deeper in range(level + 1, 7):
        box = box_of(state, thing, section, deeper)
        if box is not None and box.has(MAG) and not is_struck(thing, section, deeper):
            return box
    return None


def all_lost(state: State, thing: Ship | Fort, token: str) -> bool:
    """Return whether a ship or fort had boxes with a token and has lost all of them."""
    if not thing.struck:
        return False
    card = state.scene.cards[thing.id] if isinstance(thing, Ship) else state.scene.forts[thing.number]
    boxes = [box for box in card.standing if box.has(token)]
    return bool(boxes) and all(is_struck(thing, box.section, box.level) for box in boxes)


def tower_lost(state: State, ship: Ship) -> bool:
    """Return whether a ship has lost her conning tower, or both. Rule: PA-DMG-H5."""
    return all_lost(state, ship, CT)


def power_lost(state: State, thing: Ship | Fort) -> bool:
    """Return whether the generator is lost: a fort's, or a ship's if her card has one.

    Rules: PA-2.2-19, PA-GUN-H24.
    """
    return all_lost(state, thing, POWER)


def is_listing(state: State, ship: Ship) -> bool:
    """Return whether a ship lists: floods of half her flotation. Rule: PA-FLO-H6."""
    share, of = state.scene.charts.damage.listing
    return ship.floods > 0 and ship.floods * of >= state.scene.cards[ship.id].flotation * share
