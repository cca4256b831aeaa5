"""What a devastated box does: guns, towers, funnels, propulsion, steering, magazines, torpedoes, cargo, generators."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.explosions import explode_fort, explode_ship
from rules.perfidious_albion.damage.flooding import BLOW, Blow, flood_from, take_floods
from rules.perfidious_albion.damage.losses import hit_cargo
from rules.perfidious_albion.damage.speeds import engine_speed
from rules.perfidious_albion.records import events
from rules.perfidious_albion.records.state import Fort, Ship, State, box_bit, is_struck, with_ship
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.grids import BARB, CARGO, CT, FUN, LAUNCHERS, LOW_FUN, MAG, PROP, ROOMS, STEER, Box
from rules.perfidious_albion.ships.pieces import LIGHT_GUNS, box_of, cross_out, magazine_below, piece_name, thing_of

WATER = "water"  # what devastates a box that floods, with the option
UNDER_WATER = ("short", "medium", "long", "spar", "mine")  # what leaves the crew a test to flood a magazine


def devastate(r: Ruling, name: str, section: int, level: int, rule: str, by: str) -> None:
    """Devastate a box of a ship or fort with all its consequences.

    Nothing for an empty place or a box devastated already.

    `by`: a gun letter, a torpedo (short, medium, long, spar), mine, ram, water. Rolls the dice of its content: one D6
    for a flash and for a warhead, a Crew Test for a magazine. The caller adds the floods of the hit itself. Rules:
    PA-DMG-H1 to PA-DMG-H9, PA-2.2-13, PA-2.2-15.

    """
    state: State = r.state
    thing = thing_of(state, name)
    assert isinstance(thing, Ship | Fort)
    box = box_of(state, thing, section, level)
    if box is None or thing.gone or is_struck(thing, section, level):
        return
    if isinstance(thing, Fort):
        _devastate_fort(r, name, box, rule)
        return
    cross_out(r, name, section, level, rule)
    for token in box.contents:
        if token in (FUN, LOW_FUN):
            if box in state.scene.cards[name].funnel_boxes:
                _lose_funnel(r, name)
        elif token == PROP:
            _lose_propulsion(r, name, box)
        elif token == CT:
            lose_light(r, name, section, level)
        elif token == STEER:
            r.state = with_ship(r.state, r.state.ships[name].but(steering="jammed"))
            r.note(events.SteeringJammed(rule="PA-DMG-H6", ship=name))
        elif token == CARGO:
            hit_cargo(r, name, section, level, "PA-DMG-H8")
        elif (token in ROOMS or token in LAUNCHERS) and by != WATER:
            _warhead(r, name, box)
        elif token == MAG:
            _magazine(r, name, box, by)
            if r.state.ships[name].gone:
                return
    if by != WATER and _carries_heavy_guns(box):
        flash(r, name, section, level)


def strike(
    r: Ruling, ship_id: str, section: int, level: int, weapon: str, rule: str, blow: Blow | None = None, by: str = ""
) -> None:
    """Resolve an under-water explosion, or the blow of a ship (weapon BLOW): the box is destroyed, then the water comes
    in.

    A box destroyed before still costs the floods; a ship that blows up takes none. With the option every box that
    floods is lost too. Rolls what the box and the flooding roll. Rules: PA-6.4-4, PA-6.4-5, PA-6.4-22, PA-FLO-H8.
    """
    if not is_struck(r.state.ships[ship_id], section, level):
        devastate(r, ship_id, section, level, rule, weapon)
    if not r.state.ships[ship_id].gone:
        wet = flood_from(r, ship_id, section, level, weapon, rule, blow, by)
        if r.state.scene.options["flooded_boxes_lost"]:
            for spot in sorted(wet):
                devastate(r, ship_id, *spot, "PA-FLO-H8", WATER)


def _carries_heavy_guns(box: Box) -> bool:
    """Return whether a flash may start in this box: guns other than G and quickfirers, or a barbette.

    Rule: PA-DMG-H3.
    """
    return box.has(BARB) or (box.guns is not None and box.guns.letter not in LIGHT_GUNS)


def _lose_funnel(r: Ruling, name: str) -> None:
    """Take one speed unit for the first devastated level with a funnel; the top of a funnel may not count.

    Rules: PA-5.8-1, PA-5.8-2, PA-5.8-3, PA-5.8-4, PA-5.8-6, PA-5.8-7.
    """
    state: State = r.state
    units = state.scene.charts.damage.funnel_speed
    ship = state.ships[name]
    _slow(r, ship.but(funnels_lost=ship.funnels_lost + units), units, "funnel", "PA-5.8-1")


def _lose_propulsion(r: Ruling, name: str, box: Box) -> None:
    """Destroy a propulsion room with the speed units it supplies. Rules: PA-5.8-8, PA-5.8-9, PA-5.8-10."""
    state: State = r.state
    ship = state.ships[name]
    rooms = state.scene.cards[name].prop_boxes
    units = next(room.units for room in rooms if (room.section, room.level) == (box.section, box.level))
    _slow(r, ship.but(props_lost=ship.props_lost + units), units, "propulsion", "PA-5.8-8")


def _slow(r: Ruling, ship: Ship, units: int, why: str, rule: str) -> None:
    r.state = with_ship(r.state, ship)
    r.note(events.SpeedLost(rule=rule, ship=ship.id, units=units, speed=engine_speed(r.state, ship), why=why))


def lose_light(r: Ruling, name: str, section: int, level: int) -> None:
    """Put out the searchlight of a conning tower that is hit, whether the shell penetrates or not.

    Rules: PA-3.4-3, A-59.
    """
    ship: Ship = r.state.ships[name]
    mark = box_bit(section, level)
    if ship.lights_out & mark or not ship.lights:
        return
    left = ship.lights - 1
    r.state = with_ship(r.state, ship.but(lights=left, lights_out=ship.lights_out | mark, lit=ship.lit and left > 0))
    r.note(events.SearchlightLost(rule="PA-3.4-3", ship=name, left=left))


def _warhead(r: Ruling, name: str, box: Box) -> None:
    """Destroy a torpedo room or launcher; a torpedo in it may go off: one D6 if there is one. Rule: PA-DMG-H7."""
    state: State = r.state
    ship, damage = state.ships[name], state.scene.charts.damage
    if not dict(ship.loaded).get(box.key, 0) + dict(ship.reloads).get(box.key, 0):
        return
    what = f"{piece_name(state, name)}: a warhead in {box.key}"
    note = f"goes off on {damage.warhead_die}"
    if r.roll(what, 1, 6, "PA-DMG-H7", target=damage.warhead_die, note=note).is_success:
        r.note(events.WarheadExploded(rule="PA-DMG-H7", ship=name, section=box.section, level=box.level))
        take_floods(r, name, damage.warhead_floods, "PA-DMG-H7", "a warhead in its tube")


# ---------------------------------------------------------------------- magazines


def _magazine(r: Ruling, name: str, box: Box, by: str) -> None:
    """Hit a magazine: by a shell it explodes without a test, under water the crew may flood it in time.

    Rolls a Crew Test for a torpedo or mine, or with the option. A ship's blow and water only flood it.
    """
    state: State = r.state
    if by not in (BLOW, WATER):
        tested = by in UNDER_WATER or state.scene.options["magazine_test"]
        rule = "PA-6.4-22" if by in UNDER_WATER else "PA-DMG-H4"
        if not tested or crew_test(r, state, state.ships[name], "flood the magazine in time", rule) > 0:
            explode_ship(r, name, rule)
            return
    _flood_magazine(r, name, box, "PA-DMG-H4")


def _flood_magazine(r: Ruling, name: str, box: Box, rule: str) -> None:
    ship: Ship = r.state.ships[name]
    mark = box_bit(box.section, box.level)
    r.state = with_ship(r.state, ship.but(struck=ship.struck | mark, flooded=ship.flooded | mark))
    r.note(events.MagazineFlooded(rule=rule, ship=name, section=box.section, level=box.level))


def flash(r: Ruling, name: str, section: int, level: int) -> None:
    """Roll for the flash of a hit above a magazine: a 6 goes down to it. The crew of a ship may flood it; a fort's
    cannot.

    Rolls one D6, then the Crew Test of a ship. Rules: PA-DMG-H3, PA-2.2-18, PA-SHO-H6.
    """
    state: State = r.state
    thing = thing_of(state, name)
    assert isinstance(thing, Ship | Fort)
    magazine = magazine_below(state, thing, section, level)
    if magazine is None or thing.gone:
        return
    damage = state.scene.charts.damage
    rule = "PA-2.2-18" if isinstance(thing, Fort) else "PA-DMG-H3"
    what = f"{piece_name(state, name)}: flash from {section}/{level} to the magazine in {magazine.key}"
    if not r.roll(what, 1, 6, rule, target=damage.flash_die, note=f"reaches it on {damage.flash_die}").is_success:
        r.note(events.FlashHeld(rule=rule, ship=name, section=magazine.section, level=magazine.level))
    elif isinstance(thing, Fort):
        explode_fort(r, name, magazine.section, magazine.level, rule)
    elif crew_test(r, state, thing, "flood the magazine before the flash reaches it", rule) > 0:
        explode_ship(r, name, rule)
    else:
        _flood_magazine(r, name, magazine, rule)
        take_floods(r, name, damage.flooded_magazine_floods, rule, "magazine flooded")


def _devastate_fort(r: Ruling, name: str, box: Box, rule: str) -> None:
    """Destroy a part of a fort: a structure box, and a magazine or a flash. Rules: PA-2.2-13 to PA-2.2-18."""
    if box.has(MAG):
        explode_fort(r, name, box.section, box.level, "PA-2.2-15")
        return
    cross_out(r, name, box.section, box.level, rule)
    fort: Fort = r.state.forts[name]
    if not fort.gone and box.section in r.state.scene.forts[fort.number].flash:
        flash(r, name, box.section, box.level)
