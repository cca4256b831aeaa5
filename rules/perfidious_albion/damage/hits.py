"""Where a straddle falls on a ship, and what it does: armour, devastation, floods, fires."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.bombardment import fall_on_target
from rules.perfidious_albion.damage.devastation import devastate, lose_light
from rules.perfidious_albion.damage.fires import burn_again, set_alight
from rules.perfidious_albion.damage.flooding import keep_straddle, take_floods
from rules.perfidious_albion.damage.hit_location import locate, note_shell_fall
from rules.perfidious_albion.damage.penetration import goes_through
from rules.perfidious_albion.records.events import BatteryHeld, BatteryHit, BatteryMissed
from rules.perfidious_albion.records.state import (
    Battery,
    Fort,
    Ship,
    State,
    Straddle,
    box_bit,
    is_struck,
    with_ship,
)
from rules.perfidious_albion.ships.grids import CT, FIRE, Box
from rules.perfidious_albion.ships.pieces import (
    LIGHT_GUNS,
    NOTHING,
    Thing,
    box_content,
    box_of,
    content_words,
    destroy_work,
    name_of,
    piece_name,
)


def fall_on_fort(r: Ruling, shooter: str, name: str, letter: str, band: int) -> tuple[int, int, str]:
    """Resolve one straddle on a fort: where it fell, and the result in words. There are no rakes against a fort.

    Rolls a D6 and a D10, then what the box asks for. A FIRE box raises the fire track; a box destroyed before may
    only burn. Rules: PA-8-7, PA-8-10, PA-2.2-13, PA-2.2-14, PA-SHO-H2, PA-PEN-H5, A-38.
    """
    state: State = r.state
    fort = state.forts[name]
    section, level = locate(r, piece_name(state, name))
    box = box_of(state, fort, section, level)
    note_shell_fall(
        r, shooter, name, letter, section, level, box_content(box) or NOTHING, content_words(box), "PA-HIT-H1"
    )
    if box is None:
        return section, level, "miss"
    if box.has(FIRE):
        set_alight(r, name, 1, "PA-8-7")
        return section, level, "fire"
    if is_struck(fort, section, level):
        burn_again(r, name, letter, "PA-2.2-14")
        return section, level, "hit again"
    if not goes_through(r, name, section, level, box.armour, letter, band):
        return section, level, f"armour {box.armour} held"
    devastate(r, name, section, level, "PA-2.2-13", letter)
    return section, level, f"{box_content(box)} destroyed"


def fall_on_battery(r: Ruling, name: str, letter: str, band: int) -> str:
    """Resolve one straddle on a battery: hit on a D6 of its guns or less, then penetration; the result in words.

    Rolls a D6, and one for penetration when there is armour to go through. Rules: PA-2.2-8, PA-2.2-9, PA-2.2-10, A-41.
    """
    state: State = r.state
    battery = state.batteries[name]
    what = f"{piece_name(state, name)}: does a straddle find a gun"
    note = f"{battery.count} guns" if battery.count > 1 else "one gun"
    if not r.roll(what, 1, 6, "PA-2.2-8", target=battery.count, note=note, low=True).is_success:
        r.note(BatteryMissed(rule="PA-2.2-8", target=name))
        return "missed"
    r.note(BatteryHit(rule="PA-2.2-8", target=name))
    if not goes_through(r, name, 0, 0, battery.armour, letter, band):
        r.note(BatteryHeld(rule="PA-2.2-9", target=name, armour=battery.armour))
        return f"armour {battery.armour} held"
    destroy_work(r, name, "its guns are hit", "PA-2.2-9" if battery.armour else "PA-2.2-10")
    return "destroyed"


UNDER_WATER = 5  # the level below the waterline


def resolve_straddle(r: Ruling, shooter: str, target: Thing, letter: str, band: int, where: str) -> None:
    """Resolve one straddle at a ship, fort, battery or the bombarded place: its dice, and what it does at once.

    `where`: bow or stern for a rake. Rules: PA-HIT-H1, PA-2.2-8, PA-2.1-64, PA-8-10.
    """
    name = name_of(target)
    if isinstance(target, Ship):
        section, level, result = fall_on_ship(r, shooter, name, letter, band, where)
    elif isinstance(target, Fort):
        section, level, result = fall_on_fort(r, shooter, name, letter, band)
    elif isinstance(target, Battery):
        section, level, result = 0, 0, fall_on_battery(r, name, letter, band)
    else:
        fall_on_target(r, shooter, letter)
        return
    keep_straddle(r, Straddle(ship=shooter, target=name, by=letter, section=section, level=level, result=result))


def no_effect(state: State, ship: Ship, level: int, letter: str) -> str:
    """Return why a shell does nothing at this level: too deep, or too light for the side of a larger ship.

    Rule: PA-HIT-H3.
    """
    if level >= state.scene.charts.damage.gunfire_blind_level:
        return "too deep for shells"
    if level == UNDER_WATER and letter in LIGHT_GUNS and state.scene.cards[ship.id].size < 3:
        return "too light to hurt below the water"
    return ""


def fall_on_ship(r: Ruling, shooter: str, name: str, letter: str, band: int, where: str) -> tuple[int, int, str]:
    """Resolve one straddle on a ship: section, level and the result in words. Rolls where it falls and what follows.

    Rules: PA-HIT-H1, PA-HIT-H3, PA-3.4-3, PA-PEN-H1, PA-PEN-H5, PA-FIR-H1, PA-FLO-H3, PA-FLO-H4.
    """
    state: State = r.state
    section, level = locate(r, piece_name(state, name), where)
    ship = state.ships[name]
    box = state.scene.cards[name].box(section, level)
    vain = no_effect(state, ship, level, letter)
    rule = "PA-HIT-H3" if box is not None and vain else "PA-HIT-H1"
    content = (vain, vain) if vain and box is not None else (box_content(box) or NOTHING, content_words(box))
    note_shell_fall(r, shooter, name, letter, section, level, *content, rule)
    if box is None or vain:
        return section, level, vain if box is not None else "miss"
    if box.has(CT):
        lose_light(r, name, section, level)
    if is_struck(r.state.ships[name], section, level):
        return section, level, _hit_again(r, name, box, letter)
    if not goes_through(r, name, section, level, box.armour, letter, band):
        return section, level, f"armour {box.armour} held"
    devastate(r, name, section, level, "PA-PEN-H1" if box.armour else "PA-PEN-H5", letter)
    let_water_in(r, name, box, letter)
    return section, level, f"{box_content(box)} devastated"


def _hit_again(r: Ruling, name: str, box: Box, letter: str) -> str:
    """Return a hit on a box devastated before: below water it floods again, above it may start a fire.

    Rules: PA-FIR-H1, PA-FLO-H3, PA-5.8-5.
    """
    if box.level == UNDER_WATER:
        let_water_in(r, name, box, letter)
        return "hit again, floods"
    burn_again(r, name, letter)
    return "hit again"


def shell_floods(state: State, ship: Ship, level: int, letter: str) -> int:
    """Return floods of a shell that went through at a level. Rules: PA-FLO-H3, PA-FLO-H4."""
    damage = state.scene.charts.damage
    floods = damage.shell_floods.get(level, {}).get(letter, 0)
    if level == UNDER_WATER and state.scene.cards[ship.id].size == 3:
        return max(floods, damage.small_ship_floods)
    return floods


def let_water_in(r: Ruling, name: str, box: Box, letter: str) -> None:
    """Add the floods of a shell that penetrated. No dice. Rules: PA-FLO-H3, PA-FLO-H4."""
    ship: Ship = r.state.ships[name]
    floods = shell_floods(r.state, ship, box.level, letter)
    if ship.gone or not floods:
        return
    if box.level == UNDER_WATER:
        r.state = with_ship(r.state, ship.but(flooded=ship.flooded | box_bit(box.section, box.level)))
    rule = "PA-FLO-H3" if box.level == UNDER_WATER else "PA-FLO-H4"
    take_floods(r, name, floods, rule, f"a type {letter} shell at level {box.level}")
