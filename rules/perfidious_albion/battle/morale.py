"""Morale of ships (3.3, chapter 4.13 of the house rules): shaken crews withdraw, then surrender.

Detached ships may disobey.
"""

from __future__ import annotations

from rules.kernel.inches import within_reach
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.losses import EXITED, REVEALED, SURRENDERED, lose_ship
from rules.perfidious_albion.damage.speeds import top_speed
from rules.perfidious_albion.records.charts import cohesion_mils
from rules.perfidious_albion.records.events import Steadied, Withdrew
from rules.perfidious_albion.records.state import Ship, State, afloat, place, with_ship
from rules.perfidious_albion.sailing.steering import ASTRAY, WITHDRAWING
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.pieces import gun_silent
from rules.perfidious_albion.squadrons.cohesion import is_flagship
from rules.perfidious_albion.squadrons.knowledge import is_stand_in

LIGHT = "Q"  # quickfirers never count as main guns


def shaking_events(state: State, ship: Ship) -> tuple[str, ...]:
    """Return what shakes a ship, in words. Rule: PA-MOR-H1."""
    damage, card = state.scene.charts.damage, state.scene.cards[ship.id]
    found = []
    share, of = damage.morale_boxes
    if ship.struck.bit_count() * of >= card.boxes * share:
        found.append(f"{ship.struck.bit_count()} of {card.boxes} boxes gone")
    share, of = damage.morale_floods
    if ship.floods and ship.floods * of >= card.flotation * share:
        found.append(f"floods {ship.floods} of {card.flotation}")
    if ship.fires >= damage.morale_fire:
        found.append(f"FIRE {damage.morale_fire}")
    return tuple(found)


def near_flagship(state: State, ship: Ship) -> bool:
    """Return whether a flagship of her side that has not broken is within cohesion distance. Rule: PA-MOR-H2."""
    reach = cohesion_mils(ship.cq)
    return any(
        is_flagship(state, friend) and not friend.morale and within_reach(place(ship), place(friend), reach)
        for friend in afloat(state, ship.side)
        if friend.id != ship.id
    )


def morale_terms(state: State, ship: Ship, count: int) -> tuple[Modifier, ...]:
    """Return the modifiers of a ship's Crew Test when `count` things shake her. Rule: PA-MOR-H2."""
    damage, further = state.scene.charts.damage, count - 1
    found = []
    if further > 0:
        label = f"{count_noun(further, 'more cause', 'more causes')}"
        found.append(Modifier(damage.morale_each_further * further, label, "PA-MOR-H2"))
    if near_flagship(state, ship):
        found.append(Modifier(damage.morale_flagship, "near a flagship still in the fight", "PA-MOR-H2"))
    return tuple(found)


def end_of_turn(r: Ruling) -> None:
    """Take a Crew Test for squadrons that have lost half their ships, then every shaken ship. One D6 a test.

    Rules: PA-MOR-H2, PA-MOR-H3, PA-MOR-H4, PA-MOR-H6.
    """
    _half_squadrons(r)
    for ship in afloat(r.state):
        state: State = r.state
        now = state.ships[ship.id]
        shaken = shaking_events(state, now)
        if not now.gone and shaken and not is_stand_in(now):
            why = f"stay in the fight ({', '.join(shaken)})"
            _test(r, now, why, "PA-MOR-H2", morale_terms(state, now, len(shaken)))


def _half_squadrons(r: Ruling) -> None:
    """Test every ship left of a squadron once, when half of it is lost. Rule: PA-MOR-H6."""
    share, of = r.state.scene.charts.damage.squadron_lost
    for squadron in tuple(r.state.squadrons.values()):
        state: State = r.state
        ships = [state.ships[name] for name in squadron.ships if name in state.ships]
        lost = sum(1 for ship in ships if ship.gone and ship.gone not in (EXITED, REVEALED))
        if squadron.half_lost or squadron.hidden or not lost or lost * of < len(ships) * share:
            continue
        r.set(squadrons={**state.squadrons, squadron.id: squadron.but(half_lost=True)})
        for ship in ships:
            now = r.state.ships[ship.id]
            if not now.gone:
                why = f"stay in the fight ({lost} of {len(ships)} ships of her squadron lost)"
                _test(r, now, why, "PA-MOR-H6", morale_terms(r.state, now, 0))


def _test(r: Ruling, ship: Ship, why: str, rule: str, changes: tuple[Modifier, ...]) -> None:
    """Test a ship's crew: she stays, withdraws, or surrenders if she is withdrawing already and is helpless."""
    state: State = r.state
    if crew_test(r, state, ship, why, rule, changes) <= 0:
        r.note(Steadied(rule=rule, ship=ship.id))
    elif ship.morale != WITHDRAWING:
        r.state = with_ship(state, ship.but(morale=WITHDRAWING))
        r.note(Withdrew(rule="PA-MOR-H3", ship=ship.id))
    elif is_helpless(state, ship):
        lose_ship(r, ship.id, SURRENDERED, "PA-MOR-H4")


def is_helpless(state: State, ship: Ship) -> bool:
    """Return whether a ship that fails while withdrawing strikes: slow, silent, three quarters flooded or wrecked.

    Rule: PA-MOR-H4.
    """
    damage, card = state.scene.charts.damage, state.scene.cards[ship.id]
    flooded, of_flotation = damage.surrender_floods
    wrecked, of_boxes = damage.surrender_boxes
    return (
        ship.stopped == "aground"
        or top_speed(state, ship) <= damage.surrender_speed
        or main_guns_silent(state, ship)
        or ship.floods * of_flotation >= card.flotation * flooded
        or ship.struck.bit_count() * of_boxes >= card.boxes * wrecked
    )


def main_guns_silent(state: State, ship: Ship) -> bool:
    """Return whether a ship that had guns has none of her heaviest left to fire. Rule: PA-MOR-H4."""
    boxes = [box for box in state.scene.cards[ship.id].gun_boxes if box.guns and box.guns.letter != LIGHT]
    if not boxes:
        return False
    letters = state.scene.charts.gunnery.letters
    main = min(letters.index(box.guns.letter) for box in boxes if box.guns)
    heaviest = [box for box in boxes if box.guns and letters.index(box.guns.letter) == main]
    return all(gun_silent(state, ship, box) for box in heaviest)


def detached_test(r: Ruling, ship_id: str) -> None:
    """Test the crew of a detached ship that is activated: if she fails, she may only rejoin and fire at the nearest.

    Rolls one D6. Rules: PA-3.3-1, PA-MOR-H5.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    if crew_test(r, state, ship, "stay calm when detached", "PA-MOR-H5") > 0:
        r.state = with_ship(state, ship.but(acted=(*ship.acted, ASTRAY)))
