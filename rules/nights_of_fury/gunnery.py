"""Phase 4, Gunnery: who may fire at whom, the roll, and hits that wait for the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.aiming import RULES, aim, aimable, blind_modifier, gun_range, shot, why_not
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.events import GunsFired
from rules.nights_of_fury.solitaire import target_known
from rules.nights_of_fury.solitaire_ai import next_charted, not_the_charts, owed_orders
from rules.nights_of_fury.state import LINES, Division, Ship, State, firepower, informed_sides
from rules.nws.combat_arithmetic import OUT_OF_ACTION, RESULT_WORDS
from rules.nws.gunnery import fire_guns, offers_by_ship, why_no_fire
from rules.nws.pieces import (
    UNSEEN,
    contact,
    divisions_of,
    is_land_target,
    is_surprised,
    ship_and_target,
)
from rules.nws.roster import LAND

# ---------------------------------------------------------------------- may it fire


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Yield every target of every ship that has not fired; of a charted side the one shot its chart calls for next."""
    if is_surprised(state, side):
        return
    if side in state.scene.charted:
        yield from _chart_shot(state, side)
        return
    ships = state.ships
    for division in divisions_of(state, side):
        for offer in _fire_of(state, division.id):
            ship = ships[offer.piece]
            if not ship.fired and not ship.starred:
                yield offer


def targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    """Return every enemy ship or land target this ship may fire at, whether or not she has fired."""
    if ship.structure >= OUT_OF_ACTION or firepower(state, ship) < 1:
        return ()
    cards, card = state.scene.cards, state.scene.cards[ship.id]
    found: list[str] = []
    for foe, aimed in aimable(state, division):
        if aimed.bands > gun_range(state, card, cards[foe.ships[0]]):  # a division is afloat or ashore as a whole
            continue
        if aimed.blind and blind_modifier(state, ship, division, foe) is None:
            continue
        if is_land_target(foe):
            found.extend(name for name in foe.ships if not _is_razed(state, state.ships[name]))
        else:
            found.extend(foe.ships)
    return tuple(found)


def _is_razed(state: State, target: Ship) -> bool:
    """Return whether a land target is out of action: it cannot be fired at any more (NoF-LAND-H1)."""
    return target.structure >= OUT_OF_ACTION and state.scene.cards[target.id].type == LAND


@derived(
    "contacts",
    *LINES,
    "divisions.ships",
    "divisions.traits",
    "ships.structure",
    "ships[division].flotation",
    "ships[division].loaded",
)
def _fire_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]

    def aims(ship: Ship) -> tuple[str, ...]:
        return targets(state, ship, division)

    return offers_by_ship(state, division, "fire", "open fire", "NoF-GUN-H1", aims, Fire)


def _chart_shot(state: State, side: str) -> tuple[Offer, ...]:
    """Return the one shot the solitaire chart wants next: its ships fire in order, each at the chart's choice
    (NoF-AI-H6).
    """
    return next_charted(state, side, "NoF-AI-H6", _fire_of, _choice, Fire)


def _choice(state: State, ship: Ship) -> str:
    return "" if ship.fired or ship.starred else target_known(state, ship)


def owed_fire(state: State, side: str) -> tuple[Illegal, ...]:
    """Return the shots a side under the chart must still fire: it fires all its chart asks for. Rule: NoF-AI-H6."""
    if side not in state.scene.charted:
        return ()
    return owed_orders(state, offer_fire(state, side), "fire", "NoF-AI-H6")


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Return every reason against a shot: contact, line, reach, guns, the chart.

    Rules: NoF-SPT-H8, NoF-LOS-3, NoF-LOS-4, NoF-GUN-H2, NoF-GUN-H7, NoF-LAND-H2, NoF-DMG-H3, NoF-SUR-H1, NoF-AI-H6.
    """
    pair = ship_and_target(state, "chart", command.side, command.ship, command.target, "NoF-GUN-H1")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    reasons = why_no_fire(state, RULES, command.side, ship, firepower(state, ship))
    aimed = aim(state, division, foe)
    if not aimed.may:
        reasons.append(why_not(state, division, foe, target))
    elif aimed.blind and blind_modifier(state, ship, division, foe) is None:
        reasons.append(_no_blind_fire(state, ship, division, foe))
    if contact(state, command.side, foe.id) != UNSEEN:
        reasons.extend(_out_of_reach(state, ship, target, aimed.bands))
        if _is_razed(state, target):
            there = state.scene.names[target.id]
            reasons.append(Illegal(f"{there} is out of action: nothing is left to destroy", "NoF-LAND-H1", ship.id))
    if not reasons and command.side in state.scene.charted:
        wanted = _chart_shot(state, command.side)
        reasons.extend(not_the_charts(state, command, wanted, "shot", "fire", "NoF-AI-H6"))
    return tuple(reasons)


def _no_blind_fire(state: State, ship: Ship, division: Division, foe: Division) -> Illegal:
    grade = state.scene.cards[ship.id].radar
    past = aim(state, division, foe).line.past
    what = f"{foe.name} is only a radar contact, and {grade} radar"
    if past and state.scene.charts.radar.get(grade) and state.scene.charts.radar[grade].blind_fire is not None:
        return Illegal(f"{what} cannot aim guns past the island in band {past}", "NoF-LOS-2", ship.id)
    return Illegal(f"{what} cannot aim guns", "NoF-GUN-H7", ship.id)


def _out_of_reach(state: State, ship: Ship, target: Ship, apart: int) -> Iterator[Illegal]:
    card, mark = state.scene.cards[ship.id], state.scene.cards[target.id]
    far = gun_range(state, card, mark)
    if apart <= far:
        return
    if mark.type == LAND:
        yield Illegal(f"out of range: {count_noun(apart, 'band')}, her guns reach {far} ashore", "NoF-LAND-H2", ship.id)
    elif card.type == LAND:
        yield Illegal(f"out of range: {count_noun(apart, 'band')}, the guns ashore reach {far}", "NoF-LAND-H2", ship.id)
    else:
        yield Illegal(f"out of range: {count_noun(apart, 'band')}, her guns reach {far}", "NoF-GUN-H2", ship.id)


# ---------------------------------------------------------------------- the roll


def do_fire(r: Ruling, command: Fire) -> None:
    """Fire: 2d6 + modifiers against the need; a hit rolls for fire and for flooding. Damage waits for the phase's end.

    Rolls 2d6, then one d6 for fire on a hit, and one d6 for flooding on a moderate or heavy hit on a ship.
    Rules: NoF-GUN-H1, NoF-GUN-H3, NoF-GUN-H4, NoF-GUN-H11 to NoF-GUN-H13, NoF-LAND-H3, NoF-PH-H3.
    """
    state: State = r.state
    aimed = shot(state, command)
    informed = informed_sides(state, state.divisions[state.ships[command.ship].division])

    def guns_fired(result: str) -> GunsFired:
        return GunsFired(
            rule="NoF-GUN-H3",
            to=informed,
            ship=command.ship,
            target=command.target,
            bands=aimed.apart,
            result=result,
            effect=RESULT_WORDS[result],
        )

    fire_guns(r, RULES, command.ship, command.target, aimed, informed, guns_fired)


FIRE = Verb(Fire, "Fire", "NoF-GUN-H1", offer_fire, check_fire, do_fire)
