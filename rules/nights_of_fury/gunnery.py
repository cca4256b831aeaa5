"""Phase 4, Gunnery: who may fire at whom, the roll, and hits that wait for the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer
from rules.kernel.modifiers import tally
from rules.kernel.ruling import Ruling
from rules.kernel.wording import some
from rules.nights_of_fury.aiming import (
    LAND,
    Shot,
    aim,
    aimable,
    blind_modifier,
    reach,
    shot,
    why_not,
)
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.events import GunsFired
from rules.nights_of_fury.solitaire import chart_target
from rules.nights_of_fury.state import Division, Ship, State, firepower, knowing
from rules.nws.events import ShellsFell
from rules.nws.fighting import OUT_OF_ACTION, RESULTS, hit_level, level_capped
from rules.nws.pieces import (
    UNSEEN,
    Hit,
    able_ships,
    contact,
    divisions_of,
    enemy_of,
    on_land,
    ship_and_target,
    surprised,
)

# ---------------------------------------------------------------------- may it fire


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Every target of every ship that has not fired; of a charted side the one shot its chart calls for next."""
    if surprised(state, side):
        return
    if side in state.scene.charted:
        yield from _charted(state, side)
        return
    ships = state.ships
    for division in divisions_of(state, side):
        for offer in _fire_of(state, division):
            ship = ships[offer.piece]
            if not ship.fired and not ship.starred:
                yield offer


def targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    """Every enemy ship or land target this ship may fire at, whether or not she has fired."""
    if ship.structure >= OUT_OF_ACTION or firepower(state, ship) < 1:
        return ()
    cards, card = state.scene.cards, state.scene.cards[ship.id]
    found: list[str] = []
    for foe, aimed in aimable(state, division):
        if aimed.bands > reach(state, card, cards[foe.ships[0]]):  # a division is afloat or ashore as a whole
            continue
        if aimed.blind and blind_modifier(state, ship, division, foe) is None:
            continue
        if on_land(foe):
            found.extend(name for name in foe.ships if not _razed(state, state.ships[name]))
        else:
            found.extend(foe.ships)
    return tuple(found)


def _razed(state: State, target: Ship) -> bool:
    """A land target out of action: nothing is left to shoot at (NoF-LAND-H1)."""
    return target.structure >= OUT_OF_ACTION and state.scene.cards[target.id].type == LAND


def _fire_of(state: State, division: Division) -> tuple[Offer, ...]:
    key = ("fire", division.id)
    found: tuple[Offer, ...] | None = state.scratch.get(key)
    if found is None:
        offers = []
        for ship in able_ships(state, division):
            commands = tuple(Fire(division.side, ship.id, target) for target in targets(state, ship, division))
            if commands:
                name = state.scene.names[ship.id]
                offers.append(Offer("fire", f"{name}: open fire", "NoF-GUN-H1", ship.id, commands))
        found = state.scratch[key] = tuple(offers)
    return found


def _charted(state: State, side: str) -> tuple[Offer, ...]:
    """The one shot the solitaire chart wants next: its ships fire in order, each at the chart's choice (NoF-AI-H6)."""
    key = ("charted fire", side)
    kept: tuple[dict[str, Ship], tuple[Offer, ...]] | None = state.scratch.get(key)
    if kept is not None and kept[0] is state.ships:
        return kept[1]
    found: tuple[Offer, ...] = ()
    for division in divisions_of(state, side):
        for offer in _fire_of(state, division):
            ship = state.ships[offer.piece]
            target = "" if ship.fired or ship.starred else chart_target(state, ship)
            if target:
                found = (Offer("fire", offer.label, "NoF-AI-H6", ship.id, (Fire(side, ship.id, target),)),)
                break
        if found:
            break
    state.scratch[key] = (state.ships, found)
    return found


def owed_fire(state: State, side: str) -> tuple[Illegal, ...]:
    """A charted side fires every shot its chart calls for. Rule: NoF-AI-H6."""
    if side not in state.scene.charted:
        return ()
    return tuple(
        Illegal(f"the chart has {state.scene.names[offer.piece]} fire first", "NoF-AI-H6", offer.piece)
        for offer in offer_fire(state, side)
    )


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Every reason against a shot: contact, line, reach, guns, the chart.

    Rules: NoF-SPT-H8, NoF-LOS-3, NoF-LOS-4, NoF-GUN-H2, NoF-GUN-H7, NoF-LAND-H2, NoF-DMG-H3, NoF-SUR-H1, NoF-AI-H6.
    """
    pair = ship_and_target(state, "chart", command.side, command.ship, command.target, "NoF-GUN-H1")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    name, reasons = state.scene.names[ship.id], []
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side does not fire", "NoF-SUR-H1", ship.id))
    if ship.fired:
        reasons.append(Illegal(f"{name} has already fired this turn", "NoF-GUN-H1", ship.id))
    if ship.starred:
        reasons.append(Illegal(f"{name} fired star shell this turn and so not her main guns", "NoF-SPT-H10", ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{name} is out of action", "NoF-DMG-H3", ship.id))
    elif firepower(state, ship) < 1:
        reasons.append(Illegal(f"{name} has no gun left that can fire", "NoF-DMG-H2", ship.id))
    aimed = aim(state, division, foe)
    if not aimed.may:
        reasons.append(why_not(state, division, foe, target))
    elif aimed.blind and blind_modifier(state, ship, division, foe) is None:
        reasons.append(_no_blind_fire(state, ship, division, foe))
    if contact(state, command.side, foe.id) != UNSEEN:
        reasons.extend(_out_of_reach(state, ship, target, aimed.bands))
        if _razed(state, target):
            there = state.scene.names[target.id]
            reasons.append(Illegal(f"{there} is out of action: nothing is left to destroy", "NoF-LAND-H1", ship.id))
    if not reasons and command.side in state.scene.charted:
        reasons.extend(_not_the_charts(state, command))
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
    far = reach(state, card, mark)
    if apart <= far:
        return
    if mark.type == LAND:
        yield Illegal(f"out of reach: {some(apart, 'band')}, her guns reach {far} ashore", "NoF-LAND-H2", ship.id)
    elif card.type == LAND:
        yield Illegal(f"out of reach: {some(apart, 'band')}, the guns ashore reach {far}", "NoF-LAND-H2", ship.id)
    else:
        yield Illegal(f"out of reach: {some(apart, 'band')}, her guns reach {far}", "NoF-GUN-H2", ship.id)


def _not_the_charts(state: State, command: Fire) -> Iterator[Illegal]:
    names = state.scene.names
    wanted = [first for offer in _charted(state, command.side) for first in offer.commands]
    if command in wanted:
        return
    if not wanted:
        yield Illegal("the chart calls for no shot", "NoF-AI-H6", command.ship)
    for first in wanted:
        assert isinstance(first, Fire)
        yield Illegal(f"the chart has {names[first.ship]} fire at {names[first.target]} next", "NoF-AI-H6", first.ship)


# ---------------------------------------------------------------------- the roll


def do_fire(r: Ruling, command: Fire) -> None:
    """Fire: 2d6 + modifiers against the need; a hit throws for fire and for flooding. Damage waits for the phase's end.

    Throws 2d6, then one d6 for fire on a hit, and one d6 for flooding on a moderate or heavy hit on a ship.
    Rules: NoF-GUN-H1, NoF-GUN-H3, NoF-GUN-H4, NoF-GUN-H11 to NoF-GUN-H13, NoF-LAND-H3, NoF-PH-H3.
    """
    state: State = r.state
    names, charts = state.scene.names, state.scene.charts.gunnery
    aimed = shot(state, command)
    ship = state.ships[command.ship]
    told = knowing(state, state.divisions[ship.division])
    what = f"{names[command.ship]} fires at {names[command.target]}"
    rolled = r.roll(what, 2, 6, "NoF-GUN-H1", aimed.modifiers, aimed.need, to=told)
    level = level_of(state, aimed, rolled.faces)
    r.state = state.but(
        ships={**state.ships, ship.id: ship.but(fired=True)},
        shots={**state.shots, command.target: state.shots.get(command.target, 0) + 1},
    )
    r.note(
        GunsFired(
            rule="NoF-GUN-H3",
            to=told,
            ship=ship.id,
            target=command.target,
            bands=aimed.bands,
            result=RESULTS[level],
            margin=rolled.total - aimed.need,
        )
    )
    if told:
        foe = enemy_of(state, command.side)
        r.note(ShellsFell(rule="NoF-GUN-H3", to=(foe,), target=command.target, result=RESULTS[level]))
    if not level:
        return
    target = state.ships[command.target]
    mark, card = state.scene.cards[target.id], state.scene.cards[ship.id]
    marked = level_capped(charts, level, card.gun, mark.defence)
    need = charts.fire_need[RESULTS[level]]
    fire = r.roll(f"fire on {names[target.id]}", 1, 6, "NoF-GUN-H11", target=need, note=f"on {need} or more").total
    flooding = 0
    flood_need = charts.flotation_need[RESULTS[level]]
    if flood_need is not None and mark.type != LAND:
        note = f"on {flood_need} or more"
        flood = r.roll(f"flooding in {names[target.id]}", 1, 6, "NoF-GUN-H12", target=flood_need, note=note)
        flooding = charts.flotation_gain if flood.total >= flood_need else 0
    hit = Hit(
        ship=ship.id, target=target.id, structure=marked, flotation=flooding, fire=fire >= need, rule="NoF-GUN-H3"
    )
    r.state = r.state.but(hits=(*r.state.hits, hit))


def level_of(state: State, aimed: Shot, faces: tuple[int, ...]) -> int:
    """0 miss, 1 light, 2 moderate, 3 heavy. Rules: NoF-GUN-H3, NoF-GUN-H4."""
    natural, added = sum(faces), tally(aimed.modifiers)
    return hit_level(state.scene.charts.gunnery, natural, natural + added, aimed.need, aimed.need - added)
