"""Phase 6, Torpedoes: launching on the beam, running time, hits, duds, flooding, reloading."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Command, Illegal, Offer
from rules.kernel.hexes import bearing_sector, distance
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.kernel.wording import some
from rules.nw_smoke.charts import bands
from rules.nw_smoke.damage import apply_hits
from rules.nw_smoke.events import TorpedoesLaunched
from rules.nw_smoke.gunnery import aim, aimable, why_not
from rules.nw_smoke.state import SIGHTED, Division, Salvo, Ship, State
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
    ship_and_target,
    speed_kn,
    surprised,
    with_ship,
)

# ---------------------------------------------------------------------- may it launch


def _on_beam(state: State, division: Division, foe: Division) -> bool:
    if division.hex == foe.hex:
        return True
    closed = state.scene.charts.torpedo_by_hexes.closed_sectors
    return bearing_sector(division.hex, division.facing, foe.hex) not in closed


def _targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    card = state.scene.cards[ship.id]
    if ship.salvos < 1 or ship.launched or damage_level(ship) >= state.scene.charts.torpedo.no_launch_from_level:
        return ()
    need = state.scene.charts.torpedo.need[card.torpedo]
    found: list[str] = []
    for foe, h, _ in aimable(state, division):
        if bands(h) < len(need) and _on_beam(state, division, foe):
            found.extend(foe.ships)
    return tuple(found)


def offer_launch(state: State, side: str) -> Iterator[Offer]:
    """Every target of every ship that can launch. Targets are worked out once a phase."""
    if surprised(state, side):
        return
    ships = state.ships
    for division in divisions_of(state, side):
        if not division.evading:
            yield from (offer for offer in _launches_of(state, division) if not ships[offer.piece].launched)


def _launches_of(state: State, division: Division) -> tuple[Offer, ...]:
    key = ("launch", division.id)
    found: tuple[Offer, ...] | None = state.scratch.get(key)
    if found is None:
        offers = []
        for ship in able_ships(state, division):
            commands = tuple(Launch(division.side, ship.id, target) for target in _targets(state, ship, division))
            if commands:
                name = state.scene.names[ship.id]
                offers.append(Offer("launch", f"{name}: launch torpedoes", "NW-TOR-H1", ship.id, commands))
        found = state.scratch[key] = tuple(offers)
    return found


def check_launch(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Every reason against a launch. Rules: NW-TOR-H1, NW-TOR-H2, NW-TOR-H9, NW-EV-H5, NW-SMK-11."""
    pair = ship_and_target(state, "map", command.side, command.ship, command.target, "NW-TOR-H1")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    name, card = state.scene.names[ship.id], state.scene.cards[ship.id]
    charts, reasons = state.scene.charts.torpedo, []
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side launches no torpedoes", "NW-SUR-H1", ship.id))
    if division.evading:
        reasons.append(Illegal(f"{division.name} is evading and launches no torpedoes", "NW-EV-H5", ship.id))
    if ship.launched:
        reasons.append(Illegal(f"{name} has already launched this turn", "NW-TOR-H9", ship.id))
    if not card.torpedo:
        return (*reasons, Illegal(f"{name} has no torpedo tubes", "NW-TOR-H9", ship.id))
    if ship.salvos < 1:
        reasons.append(Illegal(f"{name} has no salvo left", "NW-TOR-H9", ship.id))
    if damage_level(ship) >= charts.no_launch_from_level:
        reasons.append(Illegal(f"{name} is heavily damaged and launches no torpedoes", "NW-TOR-H9", ship.id))
    may, _, h, line = aim(state, division, foe)
    if not may:
        reasons.append(why_not(state, division, target, line))
    if contact(state, command.side, foe.id) == UNSEEN:
        return tuple(reasons)
    reach = state.scene.charts.torpedo_reach[card.torpedo]
    if bands(h) >= len(charts.need[card.torpedo]):
        reasons.append(Illegal(f"out of reach: {some(h, 'hex')}, her torpedoes run {reach}", "NW-TOR-H1", ship.id))
    if not _on_beam(state, division, foe):
        reasons.append(Illegal(f"{foe.name} lies ahead or astern: torpedoes go out on the beam", "NW-TOR-H2", ship.id))
    return tuple(reasons)


def running_turns(state: State, kind: str, hexes: int) -> int:
    """Turns a salvo runs before it arrives; 0 is this very turn (NW-TOR-H3)."""
    return max(0, hexes - 1) // state.scene.charts.torpedo_by_hexes.running_hexes[kind]


def do_launch(r: Ruling, command: Launch) -> None:
    """Put a salvo into the water. No dice: it is resolved in the phase 6 in which it arrives.

    Rules: NW-TOR-H3, NW-TOR-H9.
    """
    state: State = r.state
    ship, target = state.ships[command.ship], state.ships[command.target]
    division, foe = state.divisions[ship.division], state.divisions[target.division]
    kind = state.scene.cards[ship.id].torpedo
    _, _, h, line = aim(state, division, foe)
    arrives = state.cursor.turn + running_turns(state, kind, h)
    salvo = Salvo(
        side=command.side,
        ship=ship.id,
        target=target.id,
        kind=kind,
        start=division.hex,
        aimed=foe.hex,
        course=foe.facing,
        distance=h,
        turn=arrives,
        partial=line.verdict == "partial",
        unseen=contact(state, foe.side, division.id) != SIGHTED,
    )
    r.state = with_ship(state, ship.but(salvos=ship.salvos - 1, launched=True, reload=0)).but(
        salvos=(*state.salvos, salvo)
    )
    r.note(
        TorpedoesLaunched(
            rule="NW-TOR-H9", to=(command.side,), ship=ship.id, target=target.id, kind=kind, hexes=h, arrives=arrives
        )
    )


# ---------------------------------------------------------------------- arrival


def salvo_modifiers(state: State, salvo: Salvo) -> tuple[Modifier, ...]:
    """Modifiers to a salvo's roll as its target stands on arrival. Rules: NW-TOR-H4, NW-EV-H4, NW-FRM-H1, NW-HS-8."""
    charts, own = state.scene.charts.torpedo, state.scene.charts.torpedo_by_hexes
    target = state.ships[salvo.target]
    foe = state.divisions[target.division]
    size = state.scene.cards[target.id].size
    found: list[Modifier] = []
    add = found.append
    if foe.evading:
        add(Modifier(charts.target_evading, "target evading", "NW-EV-H4"))
    formation = charts.formation[foe.formation]
    if formation and len(foe.ships) > 1:
        add(Modifier(formation, f"target formation {foe.formation}", "NW-FRM-H1"))
    turn = abs(foe.facing - salvo.course) % 6
    if distance(foe.hex, salvo.aimed) > own.moved_hexes or min(turn, 6 - turn) >= own.turned_steps:
        add(Modifier(charts.target_changed, "target ran off or turned away since launch", "NW-TOR-H4"))
    if speed_kn(state, target) <= charts.slow_kn:
        add(Modifier(charts.target_slow, f"target at {charts.slow_kn} knots or less", "NW-TOR-H4"))
    if charts.size[size]:
        add(Modifier(charts.size[size], f"target size {size}", "NW-TOR-H4"))
    if salvo.unseen:
        add(Modifier(charts.unseen_launch, "launched unseen", "NW-TOR-H4"))
    if salvo.partial:
        add(Modifier(state.scene.charts.smoke.partial_attack, "line partly blocked by smoke", "NW-HS-8"))
    return tuple(found)


def close_torpedoes(r: Ruling) -> None:
    """Resolve every salvo that arrives this turn; mark the damage when all are resolved. Rule: NW-PH-H3."""
    due = [salvo for salvo in r.state.salvos if salvo.turn <= r.state.cursor.turn]
    r.state = r.state.but(salvos=tuple(salvo for salvo in r.state.salvos if salvo.turn > r.state.cursor.turn))
    for salvo in due:
        _arrive(r, salvo)
    apply_hits(r)


def _arrive(r: Ruling, salvo: Salvo) -> None:
    """Throws 2d6; for each hit one d6 where duds are known, and one d6 for its effect. Rules: NW-TOR-H1, NW-TOR-H5."""
    state: State = r.state
    names = state.scene.names
    target = state.ships[salvo.target]
    if target.gone:
        why = f"{names[target.id]} was no longer there"
        r.note(TorpedoesPassed(rule="NW-TOR-H3", to=(salvo.side,), target=target.id, kind=salvo.kind, why=why))
        return
    hits = _hits(r, salvo)
    if not hits:
        r.note(TorpedoesPassed(rule="NW-TOR-H5", target=target.id, kind=salvo.kind, why="they missed"))
    for _ in range(hits):
        _strike(r, salvo, target)


def _hits(r: Ruling, salvo: Salvo) -> int:
    """How many torpedoes of a salvo strike its target: 0, 1 or 2. Throws 2d6. Rules: NW-TOR-H1, NW-TOR-H5."""
    state: State = r.state
    charts = state.scene.charts.torpedo
    need = charts.need[salvo.kind][bands(salvo.distance)]
    assert need is not None
    what = f"{salvo.kind} torpedoes at {state.scene.names[salvo.target]}"
    rolled = r.roll(what, 2, 6, "NW-TOR-H1", salvo_modifiers(state, salvo), need)
    margin = rolled.total - need
    if margin < 0 or sum(rolled.faces) == charts.natural_miss:
        return 0
    return 2 if margin >= charts.two_hits_margin else 1


def when_it_arrives(r: Ruling, command: Command) -> str:
    """What the salvo just launched would do, should it arrive as things lie now: miss, hit, two hits or dud.

    Throws 2d6, and for each hit one d6 where duds are known; "" for any other order.
    Rules: NW-TOR-H1, NW-TOR-H5, NW-TOR-H6.
    """
    if not isinstance(command, Launch):
        return ""
    salvo = next(salvo for salvo in reversed(r.state.salvos) if salvo.ship == command.ship)
    hits = _hits(r, salvo)
    good = sum(_explodes(r, salvo) for _ in range(hits))
    return ("hit", "two hits")[good - 1] if good else "dud" if hits else "miss"


def _strike(r: Ruling, salvo: Salvo, target: Ship) -> None:
    """One hit: a die for its exploder where duds are known, a die for its effect. Rules: NW-TOR-H6, NW-TOR-H7."""
    if not _explodes(r, salvo):
        r.note(TorpedoDud(rule="NW-TOR-H6", target=target.id, kind=salvo.kind))
        return
    state: State = r.state
    charts, names = state.scene.charts.torpedo, state.scene.names
    card = state.scene.cards[target.id]
    soft = (Modifier(charts.soft_hull, "no armour at all", "NW-TOR-H7"),) if card.defence < charts.soft_below else ()
    rolled = r.roll(f"torpedo hit on {names[target.id]}", 1, 6, "NW-TOR-H7", soft)
    effect = charts.effect[salvo.kind][card.size]
    face = min(rolled.total, len(effect))
    flotation = effect[face - 1]
    structure = charts.structure_gain if face >= charts.structure_from else 0
    r.note(TorpedoHit(rule="NW-TOR-H7", target=target.id, kind=salvo.kind, flotation=flotation, structure=structure))
    hit = Hit(ship=salvo.ship, target=target.id, structure=structure, flotation=flotation, rule="NW-TOR-H7")
    r.state = r.state.but(hits=(*r.state.hits, hit))


def _explodes(r: Ruling, salvo: Salvo) -> bool:
    """Whether a torpedo that has struck goes off. Throws one d6 where duds are known. Rule: NW-TOR-H6."""
    state: State = r.state
    duds = dud_faces(state.scene.charts.torpedo, salvo.kind, salvo.side, state.scene.month)
    if not duds:
        return True
    what = f"exploder of a {salvo.kind} torpedo"
    return r.roll(what, 1, 6, "NW-TOR-H6", note=f"dud on 1 to {duds}").total > duds


def reload_tubes(r: Ruling) -> None:
    """After the last salvo, so many turns without firing guns restore all salvos, once. Rule: NW-TOR-H8."""
    state: State = r.state
    ships = dict(state.ships)
    for ship in state.ships.values():
        card = state.scene.cards[ship.id]
        if not able(ship) or not card.reload or ship.reloaded or ship.salvos or "loaded" in _traits(state, ship):
            continue
        quiet = 0 if ship.fired or ship.launched else ship.reload + 1
        if quiet < state.scene.charts.torpedo.reload_turns:
            ships[ship.id] = ship.but(reload=quiet)
            continue
        ships[ship.id] = ship.but(reload=0, reloaded=True, salvos=card.salvos)
        side = state.divisions[ship.division].side
        r.note(TubesReloaded(rule="NW-TOR-H8", to=(side,), ship=ship.id, salvos=card.salvos))
    r.state = state.but(ships=ships)


def _traits(state: State, ship: Ship) -> tuple[str, ...]:
    """What the scenario says of the division a ship began in: joining another neither loads nor unloads her."""
    return state.scene.opening[state.scene.fresh[ship.id].division].traits
