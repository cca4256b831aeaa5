"""Phase 5, Torpedoes: launching, arrival, hits, duds, flooding, reloading."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Command, Illegal, Offer, Verb
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.aiming import aim, aimable, why_not
from rules.nights_of_fury.damage import apply_hits
from rules.nights_of_fury.events import TorpedoesLaunched
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need, salvo_of
from rules.nights_of_fury.solitaire import launch_known
from rules.nights_of_fury.solitaire_ai import next_charted, not_the_charts, owed_orders
from rules.nights_of_fury.state import LINES, SIGHTED, Division, Ship, State
from rules.nws.commands import Launch
from rules.nws.gunnery import offers_by_ship
from rules.nws.pieces import (
    UNSEEN,
    contact,
    damage_level,
    divisions_of,
    is_land_target,
    is_surprised,
    ship_and_target,
)
from rules.nws.torpedoes import (
    TorpedoRules,
    put_in_water,
    reload_quiet_ships,
    resolve_arrivals,
    roll_arrival,
    torpedoes_that_hit,
    why_no_launch,
)

# ---------------------------------------------------------------------- may it launch


def offer_launch(state: State, side: str) -> Iterator[Offer]:
    """Yield every target of every ship that can launch; of a charted side the one launch its chart calls for next."""
    if is_surprised(state, side):
        return
    if side in state.scene.charted:
        yield from _chart_launch(state, side)
        return
    ships = state.ships
    for division in divisions_of(state, side):
        yield from (offer for offer in _launches_of(state, division.id) if not ships[offer.piece].launched)


def launch_targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    """Return every enemy ship this one may launch at, if she has not launched this turn."""
    charts = state.scene.charts.torpedo
    if ship.salvos < 1 or division.evading or damage_level(ship) >= charts.no_launch_from_level:
        return ()
    reach = len(charts.need[state.scene.cards[ship.id].torpedo])
    found: list[str] = []
    for foe, aimed in aimable(state, division):
        if aimed.bands < reach and not is_land_target(foe):
            found.extend(foe.ships)
    return tuple(found)


@derived(
    "contacts",
    *LINES,
    "divisions.ships",
    "divisions.traits",
    "divisions[id].evading",
    "ships[division].structure",
    "ships[division].flotation",
    "ships[division].salvos",
)
def _launches_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]

    def targets(ship: Ship) -> tuple[str, ...]:
        return launch_targets(state, ship, division)

    return offers_by_ship(state, division, "launch", "launch torpedoes", "NoF-TOR-H2", targets, Launch)


def _chart_launch(state: State, side: str) -> tuple[Offer, ...]:
    """Return the one launch the solitaire chart wants next: its ships in order, each at the chart's
    choice (NoF-AI-H7).
    """
    return next_charted(state, side, "NoF-AI-H7", _launches_of, _choice, Launch)


def _choice(state: State, ship: Ship) -> str:
    return "" if ship.launched else launch_known(state, ship)


def owed_launches(state: State, side: str) -> tuple[Illegal, ...]:
    """Return the launches a charted side must still make: all its chart calls for. Rule: NoF-AI-H7."""
    if side not in state.scene.charted:
        return ()
    return owed_orders(state, offer_launch(state, side), "launch", "NoF-AI-H7")


def check_launch(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Return every reason against a launch.

    Rules: NoF-TOR-H1, NoF-TOR-H2, NoF-EV-H5, NoF-SPT-H8, NoF-LOS-3, NoF-LOS-4, NoF-SUR-H1, NoF-AI-H7.
    """
    pair = ship_and_target(state, "chart", command.side, command.ship, command.target, "NoF-TOR-H2")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    reasons, tubes = why_no_launch(state, RULES, ship, division)
    if not tubes:
        return tuple(reasons)
    if is_land_target(foe):
        there = state.scene.names[target.id]
        reasons.append(Illegal(f"{there} is ashore: torpedoes do not run there", "NoF-LAND-H3", ship.id))
    aimed = aim(state, division, foe)
    if not aimed.may:
        reasons.append(why_not(state, division, foe, target))
    reach = state.scene.charts.torpedo_reach[state.scene.cards[ship.id].torpedo]
    if aimed.bands > reach and contact(state, command.side, foe.id) != UNSEEN:
        why = f"out of range: {count_noun(aimed.bands, 'band')}, her torpedoes run {reach}"
        reasons.append(Illegal(why, "NoF-TOR-H1", ship.id))
    if not reasons and command.side in state.scene.charted:
        wanted = _chart_launch(state, command.side)
        reasons.extend(not_the_charts(state, command, wanted, "launch", "launch", "NoF-AI-H7"))
    return tuple(reasons)


def do_launch(r: Ruling, command: Launch) -> None:
    """Launch a salvo. No dice: it is resolved in the phase 5 in which it arrives.

    Rules: NoF-TOR-H2, NoF-TOR-H3.
    """
    state: State = r.state
    salvo = salvo_of(state, state.ships[command.ship], state.ships[command.target])
    put_in_water(r, salvo)
    r.note(
        TorpedoesLaunched(
            rule="NoF-TOR-H2",
            to=(command.side,),
            ship=salvo.ship,
            target=salvo.target,
            kind=salvo.kind,
            bands=salvo.distance,
            arrival=salvo.turn,
        )
    )


LAUNCH = Verb(Launch, "Launch torpedoes", "NoF-TOR-H1", offer_launch, check_launch, do_launch)


# ---------------------------------------------------------------------- arrival


RULES = TorpedoRules(
    launch="NoF-TOR-H2",
    surprise="NoF-SUR-H1",
    evading="NoF-EV-H5",
    run="NoF-TOR-H3",
    roll="NoF-TOR-H1",
    miss="NoF-TOR-H5",
    dud="NoF-TOR-H6",
    effect="NoF-TOR-H7",
    reload="NoF-TOR-H8",
    hidden="NoF-SPT-H8",
    sighted=SIGHTED,
    need=salvo_need,
    apart=lambda salvo: count_noun(salvo.distance, "band"),
    modifiers=salvo_modifiers,
)


def close_torpedoes(r: Ruling) -> None:
    """Resolve every salvo that arrives this turn, then mark all the damage.

    Rolls 2d6 for each; for each hit one d6 where duds are known, and one d6 for its effect.
    Rules: NoF-PH-H3, NoF-TOR-H1, NoF-TOR-H3 to NoF-TOR-H7.
    """
    resolve_arrivals(r, RULES)
    apply_hits(r)


def delayed_outcome(r: Ruling, command: Command) -> str:
    """Return the result of the salvo just launched if it arrived in this position: miss, hit, two hits or dud.

    Rolls 2d6, and for each hit one d6 where duds are known; "" for any other order.
    Rules: NoF-TOR-H1, NoF-TOR-H5, NoF-TOR-H6.
    """
    return roll_arrival(r, RULES, command)


def torpedo_hits(r: Ruling, command: Command) -> int:
    """Return how many torpedoes of the salvo just launched would hit and explode, should it arrive in this position.

    Rolls 2d6, and for each hit one d6 where duds are known; 0 for any other order.
    Rules: NoF-TOR-H1, NoF-TOR-H5, NoF-TOR-H6.
    """
    return torpedoes_that_hit(r, RULES, command)[1] if isinstance(command, Launch) else 0


def reload_tubes(r: Ruling) -> None:
    """Reload all tubes once, after enough turns without gunfire since the last salvo. Rules: NoF-TOR-H8, NoF-LOA-H1."""
    reload_quiet_ships(r, RULES, lambda state, ship: ship.loaded)
