"""Explosions.

Magazines of ships, the ripple through a fort, a bombardment target, and the end of the fire track (EXP).
"""

from __future__ import annotations

from rules.kernel.inches import within_reach
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.bombardment import neighbouring_boxes, neighbours_of, strike_box
from rules.perfidious_albion.damage.fires import EXP, burning, set_alight
from rules.perfidious_albion.damage.losses import lose_ship
from rules.perfidious_albion.records.events import Exploded, MagazinesFlooded
from rules.perfidious_albion.records.state import Fort, Ship, State, Target, afloat, is_struck, place, with_ship
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.grids import MAG
from rules.perfidious_albion.ships.pieces import TARGET, cross_out, piece_name, with_thing


def explode_ship(r: Ruling, name: str, rule: str) -> None:
    """Blow up a ship: she is destroyed, and each ship near her may catch fire. Rolls one D6 for each of those.

    Rules: PA-DMG-H10, PA-PUB-5.
    """
    state: State = r.state
    ship = state.ships[name]
    if ship.gone:
        return
    charts = state.scene.charts.damage
    near = [
        other.id
        for other in afloat(state)
        if other.id != name and within_reach(place(other), place(ship), charts.explosion_mils)
    ]
    lose_ship(r, name, "exploded", rule)
    for other in near:
        what = f"{piece_name(state, other)}: burning wreckage from {piece_name(state, name)}"
        note = f"within {charts.explosion_mils // 1000} inches: fire on {charts.explosion_die}+"
        if r.roll(what, 1, 6, "PA-DMG-H10", target=charts.explosion_die, note=note).is_success:
            set_alight(r, other, 1, "PA-DMG-H10")


def explode_fort(r: Ruling, name: str, section: int, level: int, rule: str) -> None:
    """Blow up a magazine of a fort: its box is destroyed, and one D6 is rolled for each box of the building beside it.

    4 to 6: destroyed, 3: fire, 1 or 2: nothing. A magazine destroyed so explodes in turn. Rules: PA-2.2-16, PA-2.2-17,
    PA-SHO-H2.
    """
    r.note(Exploded(rule=rule, target=name))
    outline = {(box.section, box.level): box for box in r.state.scene.forts[r.state.forts[name].number].outline}
    waiting = [(section, level)]
    while waiting:
        spot = waiting.pop(0)
        if not is_struck(r.state.forts[name], *spot):
            cross_out(r, name, *spot, "PA-2.2-16")
        for beside in (found for found in neighbouring_boxes(*spot) if found in outline):
            fort: Fort = r.state.forts[name]
            if fort.gone:
                return
            fresh = not is_struck(fort, *beside)
            magazine = fresh and outline[beside].has(MAG)
            sure = magazine and r.state.scene.options["ripple_always"]
            destroyed = sure or ripples(r, name, *beside, "PA-2.2-16")
            if destroyed and fresh:
                cross_out(r, name, *beside, "PA-2.2-17" if sure else "PA-2.2-16")
                if magazine:
                    r.note(Exploded(rule="PA-2.2-17", target=name))
                    waiting.append(beside)


def ripples(r: Ruling, name: str, section: int, level: int, rule: str) -> bool:
    """Roll one D6 for a box beside an explosion. Return whether it is destroyed; it may burn instead."""
    ashore = r.state.scene.charts.ashore
    destroyed, fire = ashore.ripple_destroyed, ashore.ripple_fire
    note = f"destroyed on {min(destroyed)}–{max(destroyed)}, fire on {fire[0]}"

    def says(total: int) -> str:
        return "destroyed" if total in destroyed else "fire" if total in fire else "nothing"

    what = f"{piece_name(r.state, name)}, box {section}/{level} beside the explosion"
    face = r.roll(what, 1, 6, rule, note=note, says=says).total
    if face in fire:
        set_alight(r, name, 1, rule)
    return face in destroyed


def explode_target(r: Ruling, rule: str) -> None:
    """Blow up the bombarded place around the box last hit; one D6 for each filled box beside it, as in a fort.

    4 to 6: destroyed, and it scores or costs; 3: fire. The track starts again. Rules: PA-SHO-H8, PA-2.1-68.
    """
    state: State = r.state
    target = state.target
    assert target is not None
    r.note(Exploded(rule=rule, target=TARGET))
    r.state = state.but(target=target.but(fires=0))
    for section, level in neighbours_of(state, target):
        if ripples(r, TARGET, section, level, "PA-SHO-H8"):
            strike_box(r, section, level, "PA-SHO-H8")


# ---------------------------------------------------------------------- EXP, at the end of the turn


def check_explosions(r: Ruling) -> None:
    """Step a of the End phase: whoever stands at EXP. Ships, then forts, then the target. Rules: PA-SEQ-H6, PA-FIR-H3.

    A ship rolls a Crew Test; a fort a die for which magazine explodes.
    """
    for thing in burning(r.state):
        if thing.fires < EXP:
            continue
        if isinstance(thing, Ship):
            _ship_at_exp(r, thing.id)
        elif isinstance(thing, Fort):
            _fort_at_exp(r, thing.id)
        elif isinstance(thing, Target):
            explode_target(r, "PA-SHO-H8")


def _ship_at_exp(r: Ruling, name: str) -> None:
    """Flood the magazines in time, or blow up: a Crew Test. Rules: PA-FIR-H3."""
    state: State = r.state
    ship = state.ships[name]
    if ship.gone:
        return
    if crew_test(r, state, ship, "flood the magazines before the fire reaches them", "PA-FIR-H3") > 0:
        explode_ship(r, name, "PA-FIR-H3")
        return
    back = state.scene.charts.damage.after_explosion_fire
    r.state = with_ship(r.state, r.state.ships[name].but(fires=back, big_guns_silent=True))
    r.note(MagazinesFlooded(rule="PA-FIR-H3", ship=name, fires=back))


def _fort_at_exp(r: Ruling, name: str) -> None:
    """Explode the magazine the fire has reached: one die chooses when there are several. Rule: PA-FIR-H5."""
    state: State = r.state
    fort = state.forts[name]
    r.state = with_thing(state, fort.but(fires=0))
    left = [box for box in state.scene.forts[fort.number].magazines if not is_struck(fort, box.section, box.level)]
    if not left:
        return
    chosen = 0
    if len(left) > 1:
        what = f"{piece_name(state, name)}: which magazine the fire reaches"
        note = ", ".join(f"{number} {box.key}" for number, box in enumerate(left, start=1))
        chosen = r.roll(what, 1, len(left), "PA-FIR-H5", note=note).total - 1
    explode_fort(r, name, left[chosen].section, left[chosen].level, "PA-FIR-H5")
