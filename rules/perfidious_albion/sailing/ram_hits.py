"""The blow of a ram or a spar torpedo (chapter 4.6 of the house rules, 6.2): does it strike, where, what it costs."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.inches import Point, cuts, move
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.devastation import devastate, strike
from rules.perfidious_albion.damage.flooding import BLOW, Blow, has_hull, take_floods
from rules.perfidious_albion.records.charts import SPAR
from rules.perfidious_albion.records.events import Rammed, RamMissed, SparStruck
from rules.perfidious_albion.records.state import Ship, State, is_struck, place, with_ship
from rules.perfidious_albion.sailing.collision import UPPER_HULL, nearest_hull, section_near, weight_of_blow
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.model_outlines import model_length, models_of

BOW_SECTION = 1


def ram_floods(state: State, ship: Ship, target: Ship) -> int:
    """Return the floods a ship's ram costs her target: speed x tons / 40,000, at most six, one more with a ram bow.

    None at all to a target of more than ten times her tons, unless she has a ram bow. Rule: PA-RAM-H4.
    """
    moves, card = state.scene.charts.movement, state.scene.cards[ship.id]
    if not card.ram and state.scene.cards[target.id].tons > moves.ram_heavier * card.tons:
        return 0
    return min(moves.ram_most, -(-ship.speed * card.tons // moves.ram_divisor)) + (moves.ram_bow if card.ram else 0)


def strike_home(r: Ruling, ship_id: str, target_id: str, spar: bool) -> None:
    """Resolve a ram: whether the rammer hits the ship she ran at, and with what result.

    Rolls her Crew Test, then her target's if that may evade, then the damage. Rules: PA-RAM-H1, PA-RAM-H2, PA-RAM-H3.
    """
    state: State = r.state
    ship, target, names = state.ships[ship_id], state.ships[target_id], state.scene.names
    moves = state.scene.charts.movement
    if target.gone:
        return
    if spar:
        r.state = with_ship(r.state, ship.but(spar_spent=True))
    if crew_test(r, state, ship, f"ram {names[target_id]}", "PA-RAM-H1") > 0:
        r.note(RamMissed(rule="PA-RAM-H1", ship=ship_id, target=target_id, why="her helmsman misjudges it"))
        return
    if target.speed >= moves.ram_evade_speed:
        slower = Modifier(moves.ram_evade_slower, "slower than who rams her", "PA-RAM-H2")
        changes = (slower,) if target.speed < ship.speed else ()
        if crew_test(r, state, target, f"evade {names[ship_id]}", "PA-RAM-H2", changes) <= 0:
            r.note(RamMissed(rule="PA-RAM-H2", ship=ship_id, target=target_id, why="the target gets out of the way"))
            return
    section = section_near(state, target, _contact_point(state, ship, target))
    if spar:
        r.note(SparStruck(rule="PA-SPR-H1", ship=ship_id, target=target_id, section=section))
        strike(r, target_id, section, UPPER_HULL, SPAR, "PA-6.2-1", by=ship_id)
        return
    _apply_ram_damage(r, ship_id, target_id, section)


def _contact_point(state: State, ship: Ship, target: Ship) -> Point:
    """Return where the bow met the target: the first point of the rammer's centre line, drawn back along her course,
    that lies on the target's model.
    """
    at, reach = place(ship), model_length(state, ship)
    behind, ahead = move(at, ship.heading, -2 * reach), move(at, ship.heading, reach // 2)
    found = []
    for shape in models_of(state, target):
        marks = [Fraction(*cut) for cut in cuts(behind, ahead, shape)]
        if marks:
            found.append(min(marks))
    if not found:
        return place(target)
    far = min(found)
    return behind[0] + round(far * (ahead[0] - behind[0])), behind[1] + round(far * (ahead[1] - behind[1]))


def _apply_ram_damage(r: Ruling, ship_id: str, target_id: str, section: int) -> None:
    """Apply the damage of a ram to both ships. Rules: PA-RAM-H4, PA-RAM-H5, PA-COL-H4."""
    state: State = r.state
    ship, moves = state.ships[ship_id], state.scene.charts.movement
    ram_bow = state.scene.cards[ship_id].ram
    floods = ram_floods(state, ship, state.ships[target_id])
    own = max(1, -(-floods // moves.ram_back_divisor["ram" if ram_bow else "plain"]))
    r.note(Rammed(rule="PA-RAM-H4", ship=ship_id, target=target_id, section=section, floods=floods, own_floods=own))
    terms = weight_of_blow(state, ship_id)
    if ram_bow:
        terms = (*terms, Modifier(moves.ram_bow_spread, "ram bow", "PA-RAM-H4"))
    if floods:
        strike(r, target_id, section, UPPER_HULL, BLOW, "PA-RAM-H4", Blow(floods, terms), by=ship_id)
    if r.state.ships[ship_id].gone:
        return
    take_floods(r, ship_id, own, "PA-RAM-H5", "her own bow crushed")
    bows = nearest_hull(state, ship, BOW_SECTION)
    if (
        not ram_bow
        and has_hull(state, ship, bows, UPPER_HULL)
        and not is_struck(r.state.ships[ship_id], bows, UPPER_HULL)
    ):
        devastate(r, ship_id, bows, UPPER_HULL, "PA-RAM-H5", BLOW)
