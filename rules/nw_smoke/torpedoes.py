"""Phase 6, Torpedoes: launching on the beam, running time, hits, duds, flooding, reloading."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Command, Illegal, Offer, Verb
from rules.kernel.hexes import bearing_sector, distance
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.nw_smoke.charts import bands
from rules.nw_smoke.damage import apply_hits
from rules.nw_smoke.events import TorpedoesLaunched
from rules.nw_smoke.gunnery import aim, aimable, why_not
from rules.nw_smoke.state import LINES, SIGHTED, Division, Salvo, Ship, State
from rules.nws.commands import Launch
from rules.nws.gunnery import offers_by_ship
from rules.nws.pieces import (
    FORMATION_NAMES,
    UNSEEN,
    contact,
    damage_level,
    divisions_of,
    is_surprised,
    ship_and_target,
    speed_kn,
)
from rules.nws.torpedoes import (
    TorpedoRules,
    audience,
    from_target,
    put_in_water,
    reload_quiet_ships,
    resolve_arrivals,
    roll_arrival,
    torpedoes_that_hit,
    why_no_launch,
)

# ---------------------------------------------------------------------- may it launch


def _on_beam(state: State, division: Division, foe: Division) -> bool:
    if division.hex == foe.hex:
        return True
    closed = state.scene.charts.torpedo_by_hexes.closed_sectors
    return bearing_sector(division.hex, division.facing, foe.hex) not in closed


def _targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    card = state.scene.cards[ship.id]
    if ship.salvos < 1 or damage_level(ship) >= state.scene.charts.torpedo.no_launch_from_level:
        return ()
    need = state.scene.charts.torpedo.need[card.torpedo]
    found: list[str] = []
    for foe, h, _ in aimable(state, division):
        if bands(h) < len(need) and _on_beam(state, division, foe):
            found.extend(foe.ships)
    return tuple(found)


def offer_launch(state: State, side: str) -> Iterator[Offer]:
    """Yield every target of every ship that can launch."""
    if is_surprised(state, side):
        return
    ships = state.ships
    for division in divisions_of(state, side):
        if not division.evading:
            yield from (offer for offer in _launches_of(state, division.id) if not ships[offer.piece].launched)


@derived(
    "contacts",
    *LINES,
    "divisions.ships",
    "divisions[id].facing",
    "ships[division].structure",
    "ships[division].flotation",
    "ships[division].salvos",
)
def _launches_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]

    def targets(ship: Ship) -> tuple[str, ...]:
        return _targets(state, ship, division)

    return offers_by_ship(state, division, "launch", "launch torpedoes", "NW-TOR-H1", targets, Launch)


def check_launch(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Return every reason against a launch. Rules: NW-TOR-H1, NW-TOR-H2, NW-TOR-H9, NW-EV-H5, NW-SMK-11."""
    pair = ship_and_target(state, "map", command.side, command.ship, command.target, "NW-TOR-H1")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    reasons, tubes = why_no_launch(state, RULES, ship, division)
    if not tubes:
        return tuple(reasons)
    may, _, h, line = aim(state, division, foe)
    if not may:
        reasons.append(why_not(state, division, target, line))
    if contact(state, command.side, foe.id) == UNSEEN:
        return tuple(reasons)
    kind, charts = state.scene.cards[ship.id].torpedo, state.scene.charts
    reach = charts.torpedo_reach[kind]
    if bands(h) >= len(charts.torpedo.need[kind]):
        reasons.append(
            Illegal(f"out of range: {count_noun(h, 'hex')}, her torpedoes run {reach}", "NW-TOR-H1", ship.id)
        )
    if not _on_beam(state, division, foe):
        reasons.append(Illegal(f"{foe.name} lies ahead or astern: torpedoes go out on the beam", "NW-TOR-H2", ship.id))
    return tuple(reasons)


def running_turns(state: State, kind: str, hexes: int) -> int:
    """Return the turns a salvo runs before it arrives; 0 is this very turn (NW-TOR-H3)."""
    return max(0, hexes - 1) // state.scene.charts.torpedo_by_hexes.running_hexes[kind]


def salvo_of(state: State, command: Launch) -> Salvo:
    """Return the salvo a ship would launch now at a target: the preview and the launch use the same one.

    The line and what the enemy sees count as at the launch. Rules: NW-TOR-H3, NW-TOR-H4, NW-HS-8.
    """
    ship, target = state.ships[command.ship], state.ships[command.target]
    division, foe = state.divisions[ship.division], state.divisions[target.division]
    kind = state.scene.cards[ship.id].torpedo
    _, _, h, line = aim(state, division, foe)
    return Salvo(
        side=division.side,
        ship=ship.id,
        target=target.id,
        kind=kind,
        start=division.hex,
        aimed=foe.hex,
        course=foe.facing,
        distance=h,
        turn=state.cursor.turn + running_turns(state, kind, h),
        partial=line.verdict == "partial",
        unseen=contact(state, foe.side, division.id) != SIGHTED,
    )


def do_launch(r: Ruling, command: Launch) -> None:
    """Launch a salvo. No dice: it is resolved in the phase 6 in which it arrives.

    Rules: NW-TOR-H3, NW-TOR-H9.
    """
    salvo = salvo_of(r.state, command)
    put_in_water(r, salvo)
    r.note(
        TorpedoesLaunched(
            rule="NW-TOR-H9",
            to=(command.side,),
            ship=salvo.ship,
            target=salvo.target,
            kind=salvo.kind,
            hexes=salvo.distance,
            arrives=salvo.turn,
        )
    )


LAUNCH = Verb(Launch, "Launch torpedoes", "NW-TOR-H1", offer_launch, check_launch, do_launch)


# ---------------------------------------------------------------------- arrival


def salvo_modifiers(state: State, salvo: Salvo) -> tuple[Modifier, ...]:
    """Return the modifiers to a salvo's roll for its target's situation on arrival.

    Rules: NW-TOR-H4, NW-EV-H4, NW-FRM-H1, NW-HS-8.
    """
    charts, own = state.scene.charts.torpedo, state.scene.charts.torpedo_by_hexes
    target = state.ships[salvo.target]
    foe = state.divisions[target.division]
    size = state.scene.cards[target.id].size
    known = audience(state, salvo, SIGHTED)
    found: list[Modifier] = []
    add = found.append
    if foe.evading:
        add(Modifier(charts.target_evading, "target evading", "NW-EV-H4", known.conduct))
    formation = charts.formation[foe.formation]
    if formation and len(foe.ships) > 1:
        add(Modifier(formation, f"target in {FORMATION_NAMES[foe.formation]}", "NW-FRM-H1", known.conduct))
    turn = abs(foe.facing - salvo.course) % 6
    if distance(foe.hex, salvo.aimed) > own.moved_hexes or min(turn, 6 - turn) >= own.turned_steps:
        words = "target ran off or turned away since launch"
        add(Modifier(charts.target_changed, words, "NW-TOR-H4", known.since))
    found += from_target(charts, "NW-TOR-H4", speed_kn(state, target), size, salvo.unseen, known)
    if salvo.partial:
        add(Modifier(state.scene.charts.smoke.partial_attack, "line partly blocked by smoke", "NW-HS-8", known.aim))
    return tuple(found)


def salvo_need(state: State, salvo: Salvo) -> int:
    """Return the to-hit number of a salvo, by torpedo and distance at launch (NW-TOR-H1)."""
    return state.scene.charts.torpedo.need[salvo.kind][bands(salvo.distance)]


RULES = TorpedoRules(
    launch="NW-TOR-H9",
    surprise="NW-SUR-H1",
    evading="NW-EV-H5",
    run="NW-TOR-H3",
    roll="NW-TOR-H1",
    miss="NW-TOR-H5",
    dud="NW-TOR-H6",
    effect="NW-TOR-H7",
    reload="NW-TOR-H8",
    hidden="NW-SPT-H9",
    sighted=SIGHTED,
    need=salvo_need,
    apart=lambda salvo: count_noun(salvo.distance, "hex"),
    modifiers=salvo_modifiers,
)


def close_torpedoes(r: Ruling) -> None:
    """Resolve every salvo that arrives this turn; mark the damage when all are resolved.

    Rolls 2d6 for each; for each hit one d6 where duds are known, and one d6 for its effect.
    Rules: NW-PH-H3, NW-TOR-H1, NW-TOR-H3, NW-TOR-H5 to NW-TOR-H7.
    """
    resolve_arrivals(r, RULES)
    apply_hits(r)


def delayed_outcome(r: Ruling, command: Command) -> str:
    """Return the result of the salvo just launched if it arrived in this position: miss, hit, two hits or dud.

    Rolls 2d6, and for each hit one d6 where duds are known; "" for any other order.
    Rules: NW-TOR-H1, NW-TOR-H5, NW-TOR-H6.
    """
    return roll_arrival(r, RULES, command)


def torpedo_hits(r: Ruling, command: Command) -> int:
    """Return how many torpedoes of the salvo just launched would hit and explode, should it arrive in this position.

    Rolls 2d6, and for each hit one d6 where duds are known; 0 for any other order.
    Rules: NW-TOR-H1, NW-TOR-H5, NW-TOR-H6.
    """
    return torpedoes_that_hit(r, RULES, command)[1] if isinstance(command, Launch) else 0


def reload_tubes(r: Ruling) -> None:
    """Reload all salvos once, after enough turns without gunfire since the last salvo. Rule: NW-TOR-H8."""
    reload_quiet_ships(r, RULES, _is_loaded)


def _is_loaded(state: State, ship: Ship) -> bool:
    """Return whether a ship is loaded, by the division she began in: joining another changes nothing (NW-LOA-H1)."""
    home = state.scene.opening[state.scene.fresh[ship.id].division]
    return "loaded" in home.traits and state.scene.cards[ship.id].type == "DD"
