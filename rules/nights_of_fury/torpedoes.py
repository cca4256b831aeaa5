"""Phase 5, Torpedoes: launching, arrival, hits, duds, flooding, reloading."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Command, Illegal, Offer
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.kernel.wording import some
from rules.nights_of_fury.aiming import aim, aimable, why_not
from rules.nights_of_fury.damage import apply_hits
from rules.nights_of_fury.events import TorpedoesLaunched
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need, salvo_of
from rules.nights_of_fury.solitaire import chart_launch
from rules.nights_of_fury.state import Division, Salvo, Ship, State
from rules.nws.commands import Launch
from rules.nws.events import TorpedoDud, TorpedoesPassed, TorpedoHit, TubesReloaded
from rules.nws.fighting import dud_faces
from rules.nws.pieces import (
    UNSEEN,
    Hit,
    able,
    able_ships,
    contact,
    damage_level,
    divisions_of,
    on_land,
    ship_and_target,
    surprised,
    with_ship,
)

# ---------------------------------------------------------------------- may it launch


def offer_launch(state: State, side: str) -> Iterator[Offer]:
    """Every target of every ship that can launch; of a charted side the one launch its chart calls for next."""
    if surprised(state, side):
        return
    if side in state.scene.charted:
        yield from _charted(state, side)
        return
    ships = state.ships
    for division in divisions_of(state, side):
        yield from (offer for offer in _launches_of(state, division) if not ships[offer.piece].launched)


def launch_targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    """Every enemy ship this one may launch at, if she has not launched this turn."""
    charts = state.scene.charts.torpedo
    if ship.salvos < 1 or division.evading or damage_level(ship) >= charts.no_launch_from_level:
        return ()
    reach = len(charts.need[state.scene.cards[ship.id].torpedo])
    found: list[str] = []
    for foe, aimed in aimable(state, division):
        if aimed.bands < reach and not on_land(foe):
            found.extend(foe.ships)
    return tuple(found)


def _launches_of(state: State, division: Division) -> tuple[Offer, ...]:
    key = ("launch", division.id)
    found: tuple[Offer, ...] | None = state.scratch.get(key)
    if found is None:
        offers = []
        for ship in able_ships(state, division):
            targets = () if ship.launched else launch_targets(state, ship, division)
            commands = tuple(Launch(division.side, ship.id, target) for target in targets)
            if commands:
                name = state.scene.names[ship.id]
                offers.append(Offer("launch", f"{name}: launch torpedoes", "NoF-TOR-H2", ship.id, commands))
        found = state.scratch[key] = tuple(offers)
    return found


def _charted(state: State, side: str) -> tuple[Offer, ...]:
    """The one launch the solitaire chart wants next: its ships in order, each at the chart's choice (NoF-AI-H7)."""
    key = ("charted launch", side)
    kept: tuple[dict[str, Ship], tuple[Offer, ...]] | None = state.scratch.get(key)
    if kept is not None and kept[0] is state.ships:
        return kept[1]
    found: tuple[Offer, ...] = ()
    for division in divisions_of(state, side):
        for offer in _launches_of(state, division):
            ship = state.ships[offer.piece]
            target = "" if ship.launched else chart_launch(state, ship)
            if target:
                found = (Offer("launch", offer.label, "NoF-AI-H7", ship.id, (Launch(side, ship.id, target),)),)
                break
        if found:
            break
    state.scratch[key] = (state.ships, found)
    return found


def owed_launches(state: State, side: str) -> tuple[Illegal, ...]:
    """A charted side launches every salvo its chart calls for. Rule: NoF-AI-H7."""
    if side not in state.scene.charted:
        return ()
    return tuple(
        Illegal(f"the chart has {state.scene.names[offer.piece]} launch first", "NoF-AI-H7", offer.piece)
        for offer in offer_launch(state, side)
    )


def check_launch(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Every reason against a launch.

    Rules: NoF-TOR-H1, NoF-TOR-H2, NoF-EV-H5, NoF-SPT-H8, NoF-LOS-3, NoF-LOS-4, NoF-SUR-H1, NoF-AI-H7.
    """
    pair = ship_and_target(state, "chart", command.side, command.ship, command.target, "NoF-TOR-H2")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    name, card = state.scene.names[ship.id], state.scene.cards[ship.id]
    charts, reasons = state.scene.charts.torpedo, []
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side launches no torpedoes", "NoF-SUR-H1", ship.id))
    if division.evading:
        reasons.append(Illegal(f"{division.name} is evading and launches no torpedoes", "NoF-EV-H5", ship.id))
    if ship.launched:
        reasons.append(Illegal(f"{name} has already launched this turn", "NoF-TOR-H2", ship.id))
    if not card.torpedo:
        return (*reasons, Illegal(f"{name} has no torpedo tubes", "NoF-TOR-H2", ship.id))
    if ship.salvos < 1:
        reasons.append(Illegal(f"{name} has no salvo left", "NoF-TOR-H2", ship.id))
    if damage_level(ship) >= charts.no_launch_from_level:
        reasons.append(Illegal(f"{name} is heavily damaged and launches no torpedoes", "NoF-TOR-H2", ship.id))
    if on_land(foe):
        there = state.scene.names[target.id]
        reasons.append(Illegal(f"{there} is ashore: torpedoes do not run there", "NoF-LAND-H3", ship.id))
    aimed = aim(state, division, foe)
    if not aimed.may:
        reasons.append(why_not(state, division, foe, target))
    reach = len(charts.need[card.torpedo]) - 1
    if aimed.bands > reach and contact(state, command.side, foe.id) != UNSEEN:
        why = f"out of reach: {some(aimed.bands, 'band')}, her torpedoes run {reach}"
        reasons.append(Illegal(why, "NoF-TOR-H1", ship.id))
    if not reasons and command.side in state.scene.charted:
        reasons.extend(_not_the_charts(state, command))
    return tuple(reasons)


def _not_the_charts(state: State, command: Launch) -> Iterator[Illegal]:
    names = state.scene.names
    wanted = [first for offer in _charted(state, command.side) for first in offer.commands]
    if command in wanted:
        return
    if not wanted:
        yield Illegal("the chart calls for no launch", "NoF-AI-H7", command.ship)
    for first in wanted:
        assert isinstance(first, Launch)
        yield Illegal(
            f"the chart has {names[first.ship]} launch at {names[first.target]} next", "NoF-AI-H7", first.ship
        )


def do_launch(r: Ruling, command: Launch) -> None:
    """Put a salvo into the water. No dice: it is resolved in the phase 5 in which it arrives.

    Rules: NoF-TOR-H2, NoF-TOR-H3.
    """
    state: State = r.state
    ship = state.ships[command.ship]
    salvo = salvo_of(state, ship, state.ships[command.target])
    spent = ship.but(salvos=ship.salvos - 1, launched=True, reload=0)
    r.state = with_ship(state, spent).but(salvos=(*state.salvos, salvo))
    r.note(
        TorpedoesLaunched(
            rule="NoF-TOR-H2",
            to=(command.side,),
            ship=ship.id,
            target=salvo.target,
            kind=salvo.kind,
            bands=salvo.distance,
            arrival=salvo.turn,
        )
    )


# ---------------------------------------------------------------------- arrival


def close_torpedoes(r: Ruling) -> None:
    """Resolve every salvo that arrives this turn, then mark all the damage. Rules: NoF-TOR-H3, NoF-PH-H3."""
    turn = r.state.cursor.turn
    due = [salvo for salvo in r.state.salvos if salvo.turn <= turn]
    if due:
        r.state = r.state.but(salvos=tuple(salvo for salvo in r.state.salvos if salvo.turn > turn))
    for salvo in due:
        _arrive(r, salvo)
    apply_hits(r)


def _arrive(r: Ruling, salvo: Salvo) -> None:
    """Throws 2d6; for each hit one d6 where duds are known, and one d6 for its effect.

    Rules: NoF-TOR-H1, NoF-TOR-H4, NoF-TOR-H5.
    """
    state: State = r.state
    names = state.scene.names
    target = state.ships[salvo.target]
    if target.gone:
        why = f"{names[target.id]} was no longer there"
        r.note(TorpedoesPassed(rule="NoF-TOR-H3", to=(salvo.side,), target=target.id, kind=salvo.kind, why=why))
        return
    hits = _hits(r, salvo)
    if not hits:
        r.note(TorpedoesPassed(rule="NoF-TOR-H5", target=target.id, kind=salvo.kind, why="they missed"))
    for _ in range(hits):
        _strike(r, salvo, target)


def _hits(r: Ruling, salvo: Salvo) -> int:
    """How many torpedoes of a salvo strike its target: 0, 1 or 2. Throws 2d6. Rules: NoF-TOR-H1, NoF-TOR-H5."""
    state: State = r.state
    charts = state.scene.charts.torpedo
    need = salvo_need(state, salvo)
    what = f"{salvo.kind} torpedoes at {state.scene.names[salvo.target]}"
    rolled = r.roll(what, 2, 6, "NoF-TOR-H1", salvo_modifiers(state, salvo), need)
    margin = rolled.total - need
    if margin < 0 or sum(rolled.faces) == charts.natural_miss:
        return 0
    return 2 if margin >= charts.two_hits_margin else 1


def when_it_arrives(r: Ruling, command: Command) -> str:
    """What the salvo just launched would do, should it arrive as things lie now: miss, hit, two hits or dud.

    Throws 2d6, and for each hit one d6 where duds are known; "" for any other order.
    Rules: NoF-TOR-H1, NoF-TOR-H5, NoF-TOR-H6.
    """
    if not isinstance(command, Launch):
        return ""
    salvo = next(salvo for salvo in reversed(r.state.salvos) if salvo.ship == command.ship)
    hits = _hits(r, salvo)
    good = sum(_explodes(r, salvo) for _ in range(hits))
    return ("hit", "two hits")[good - 1] if good else "dud" if hits else "miss"


def _strike(r: Ruling, salvo: Salvo, target: Ship) -> None:
    """One torpedo that has struck: its exploder, then its effect. Rules: NoF-TOR-H6, NoF-TOR-H7."""
    if not _explodes(r, salvo):
        r.note(TorpedoDud(rule="NoF-TOR-H6", target=target.id, kind=salvo.kind))
        return
    state: State = r.state
    charts, names = state.scene.charts.torpedo, state.scene.names
    card = state.scene.cards[target.id]
    soft = (Modifier(charts.soft_hull, "no armour at all", "NoF-TOR-H7"),) if card.defence < charts.soft_below else ()
    rolled = r.roll(f"torpedo hit on {names[target.id]}", 1, 6, "NoF-TOR-H7", soft)
    effect = charts.effect[salvo.kind][card.size]
    face = min(rolled.total, len(effect))
    flotation = effect[face - 1]
    structure = charts.structure_gain if face >= charts.structure_from else 0
    r.note(TorpedoHit(rule="NoF-TOR-H7", target=target.id, kind=salvo.kind, flotation=flotation, structure=structure))
    hit = Hit(ship=salvo.ship, target=target.id, structure=structure, flotation=flotation, rule="NoF-TOR-H7")
    r.state = r.state.but(hits=(*r.state.hits, hit))


def _explodes(r: Ruling, salvo: Salvo) -> bool:
    """Whether a torpedo that has struck goes off. Throws one d6 where duds are known. Rule: NoF-TOR-H6."""
    state: State = r.state
    duds = dud_faces(state.scene.charts.torpedo, salvo.kind, salvo.side, state.scene.month)
    if not duds:
        return True
    what = f"exploder of a {salvo.kind} torpedo"
    return r.roll(what, 1, 6, "NoF-TOR-H6", note=f"dud on 1 to {duds}").total > duds


# ---------------------------------------------------------------------- reloading


def reload_tubes(r: Ruling) -> None:
    """After the last salvo, so many turns without firing guns restore all, once. Rules: NoF-TOR-H8, NoF-LOA-H1."""
    state: State = r.state
    ships: dict[str, Ship] = {}
    for ship in state.ships.values():
        if ship.salvos or ship.reloaded or ship.loaded:
            continue
        card = state.scene.cards[ship.id]
        if not card.reload or not able(ship):
            continue
        quiet = 0 if ship.fired or ship.launched else ship.reload + 1
        if quiet < state.scene.charts.torpedo.reload_turns:
            if quiet != ship.reload:
                ships[ship.id] = ship.but(reload=quiet)
            continue
        ships[ship.id] = ship.but(reload=0, reloaded=True, salvos=card.salvos)
        side = state.divisions[ship.division].side
        r.note(TubesReloaded(rule="NoF-TOR-H8", to=(side,), ship=ship.id, salvos=card.salvos))
    if ships:
        r.state = state.but(ships={**state.ships, **ships})
