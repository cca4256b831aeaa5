"""The End phase: magazines in danger, damage control, fires, floods and sinking, morale, markers, victory points.

The order is that of PA-SEQ-H6: the fire track at its end, the parties (the only orders of this phase), growth of fires,
progressive flooding and sinking, morale of ships, garrisons and merchants, torpedo markers, what comes into sight, the
sums of PA-3.2-1.
"""

from __future__ import annotations

from rules.kernel.inches import within_reach
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.battle.morale import end_of_turn
from rules.perfidious_albion.battle.victory import points_of, result
from rules.perfidious_albion.damage.explosions import check_explosions
from rules.perfidious_albion.damage.fires import grow_fires
from rules.perfidious_albion.damage.flooding import is_sinking, take_floods
from rules.perfidious_albion.damage.losses import SUNK, SURRENDERED, lose_ship
from rules.perfidious_albion.records.events import TurnScored
from rules.perfidious_albion.records.state import Ship, State, afloat, enemy_of, place
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.pieces import destroy_work, is_listing, structure_left
from rules.perfidious_albion.squadrons.knowledge import is_stand_in, sight_markers
from rules.perfidious_albion.torpedoes.passage import remove_spent


def open_end(r: Ruling) -> None:
    """Step a: everything at the end of its fire track. Rolls its dice. Rules: PA-SEQ-H6, PA-FIR-H3."""
    check_explosions(r)


def close_end(r: Ruling) -> None:
    """Carry out steps c to h, after damage control, and the end of the battle if it is over.

    Rolls: a D6 for each fire, a Crew Test for each listing ship, those of morale, of garrisons and of merchants in
    danger. Rules: PA-SEQ-H6, PA-3.2-1.
    """
    grow_fires(r)
    progressive_flooding(r)
    sink_ships(r)
    end_of_turn(r)
    garrisons(r)
    merchants_strike(r)
    remove_spent(r)
    sight_markers(r)
    score_turn(r)
    _clear(r)


def progressive_flooding(r: Ruling) -> None:
    """Flood ships that list once more unless the crew passes: floods of half their flotation. One D6 each."""
    for name in [ship.id for ship in afloat(r.state)]:
        state: State = r.state
        ship = state.ships[name]
        if not is_listing(state, ship) or is_sinking(state, ship):
            continue
        if crew_test(r, state, ship, "contain the flooding", "PA-FLO-H6") > 0:
            take_floods(r, name, state.scene.charts.damage.progressive_floods, "PA-FLO-H6", "the water spreads")


def sink_ships(r: Ruling) -> None:
    """Sink ships whose floods have reached their flotation. No dice. Rule: PA-FLO-H5."""
    for name in [ship.id for ship in afloat(r.state)]:
        if is_sinking(r.state, r.state.ships[name]):
            lose_ship(r, name, SUNK, "PA-FLO-H5")


def garrisons(r: Ruling) -> None:
    """Test the garrison of each fort with half its structure gone: it gives up unless it passes a Crew Test.

    One D6 each.
    """
    share, of = r.state.scene.charts.damage.garrison_boxes
    for name, fort in tuple(r.state.forts.items()):
        state: State = r.state
        whole = state.scene.forts[fort.number].structure
        if fort.gone or (whole - structure_left(state, fort)) * of < whole * share:
            continue
        if crew_test(r, state, fort, "hold out", "PA-MOR-H7") > 0:
            destroy_work(r, name, "given up by its garrison", "PA-MOR-H7")


def merchants_strike(r: Ruling) -> None:
    """Test each merchant with an enemy near and no warship of her own side near: she strikes unless she passes.

    One D6 each.
    """
    for name in [ship.id for ship in afloat(r.state)]:
        ship = r.state.ships[name]
        if is_abandoned(r.state, ship) and crew_test(r, r.state, ship, "keep her colours flying", "PA-MOR-H8") > 0:
            lose_ship(r, name, SURRENDERED, "PA-MOR-H8")


def is_abandoned(state: State, ship: Ship) -> bool:
    """Return whether a merchant has an enemy warship within 6 inches and none of her own within 12. Rule: PA-MOR-H8."""
    if ship.gone or not state.scene.cards[ship.id].merchant:
        return False
    damage = state.scene.charts.damage

    def near(other: Ship, reach: int) -> bool:
        fights = not state.scene.cards[other.id].merchant and not is_stand_in(other)
        return fights and within_reach(place(ship), place(other), reach)

    if any(near(friend, damage.merchant_friend_mils) for friend in afloat(state, ship.side)):
        return False
    return any(near(foe, damage.merchant_enemy_mils) for foe in afloat(state, enemy_of(state, ship.side)))


def score_turn(r: Ruling) -> None:
    """Add up the turn, and end the battle when one side has won or time is up. No dice. Rule: PA-3.2-1."""
    state: State = r.state
    a, b = state.scene.sides
    r.note(
        TurnScored(
            rule="PA-3.2-1", first=a, first_points=points_of(state, a), second=b, second_points=points_of(state, b)
        )
    )
    found = result(state)
    if found is not None:
        r.finish(found)


def _clear(r: Ruling) -> None:
    """Clear the repairs tried this turn. Rule: PA-DC-H2."""
    state: State = r.state
    target = state.target
    r.state = state.but(
        ships={key: ship.but(repairs=()) if ship.repairs else ship for key, ship in state.ships.items()},
        forts={key: fort.but(repairs=()) if fort.repairs else fort for key, fort in state.forts.items()},
        target=target.but(repairs=()) if target is not None and target.repairs else target,
        bombarded=False,
    )


def both_sides(state: State) -> tuple[str, ...]:
    """Return the sides in order: the one that acted first sends its parties out first (PA-SEQ-H6)."""
    first = state.first or state.scene.sides[0]
    return first, enemy_of(state, first)
