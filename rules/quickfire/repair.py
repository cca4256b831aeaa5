"""Phase 6, the Attempt Repairs step: repair dice spent on speed, gunnery and direction hits."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Breakdown, Fact
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.quickfire.commands import Repair
from rules.quickfire.damage import keep_throw
from rules.quickfire.events import Repaired, RepairFailed
from rules.quickfire.roster import HEAVY, LIGHT
from rules.quickfire.state import BOATS, Ship, State, Throw, with_ship

SPEED, RUDDER = "speed", "rudder"
REPAIRS = (SPEED, HEAVY, LIGHT, BOATS, RUDDER)
HIT_NAMES = {
    SPEED: "speed",
    HEAVY: "heavy gunnery",
    LIGHT: "light gunnery",
    BOATS: "boat gun",
    RUDDER: "direction",
}


def hits_of(ship: Ship, what: str) -> int:
    """Return how many hits of a kind a ship carries."""
    if what == SPEED:
        return ship.speed_hits
    if what == HEAVY:
        return ship.heavy_hits
    if what == LIGHT:
        return ship.light_hits
    if what == BOATS:
        return int(ship.boat_gun_lost)
    return ship.rudder_hits


def repaired_on(state: State, ship: Ship, what: str) -> tuple[int, ...]:
    """Return the totals of two dice that repair a hit; +P helps with speed hits only.

    Rules: QF-DMG-4, QF-DMG-5, QF-SHIP-4.
    """
    charts = state.scene.charts.damage
    if what == SPEED and state.scene.cards[ship.id].protected:
        return charts.repair_protected
    return charts.repair


def offer_repairs(state: State, side: str) -> Iterator[Offer]:
    """Yield a repair of every hit on a ship with repair dice."""
    most = state.scene.charts.damage.repairs_per_turn
    for ship in state.ships.values():
        if ship.side != side or ship.gone or not ship.repair_dice or ship.repairs >= most:
            continue
        commands = tuple(Repair(side, ship.id, what) for what in REPAIRS if hits_of(ship, what))
        if commands:
            yield Offer("repair", f"{state.scene.names[ship.id]}: repair", "QF-SEQ-2", ship.id, commands)


def check_repair(state: State, command: Repair) -> tuple[Illegal, ...]:
    """Return every reason against a repair. Rules: QF-SEQ-2, QF-REP-1, QF-REP-H1, QF-REP-H2."""
    ship = state.ships.get(command.ship)
    if ship is None or ship.side != command.side or ship.gone:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the table", "QF-SEQ-2"),)
    name, reasons = state.scene.names[ship.id], []
    if not ship.repair_dice:
        reasons.append(Illegal(f"{name} has no repair die left", "QF-REP-1", ship.id))
    most = state.scene.charts.damage.repairs_per_turn
    if ship.repairs >= most:
        reasons.append(Illegal(f"{name} has made {most} attempts this turn", "QF-REP-H1", ship.id))
    if command.what not in REPAIRS:
        known = ", ".join(REPAIRS)
        reasons.append(Illegal(f"what can be repaired is {known}; not {command.what!r}", "QF-REP-H2", ship.id))
    elif not hits_of(ship, command.what):
        reasons.append(Illegal(f"{name} has no {HIT_NAMES[command.what]} hit to repair", "QF-REP-H2", ship.id))
    return tuple(reasons)


def do_repair(r: Ruling, command: Repair) -> None:
    """Spend a repair die on a hit: success removes the hit and restores what it took. Rolls two dice.

    Rules: QF-DMG-4, QF-DMG-5, QF-DMG-6, QF-REP-1.
    """
    state: State = r.state
    ship, what = state.ships[command.ship], command.what
    wanted = repaired_on(state, ship, what)
    rule = "QF-DMG-5" if wanted == state.scene.charts.damage.repair_protected else "QF-DMG-4"

    def says(total: int) -> str:
        return "repaired" if total in wanted else "not repaired"

    named = f"repair of a {HIT_NAMES[what]} hit in {state.scene.names[ship.id]}"
    line = "speed hits with speed protection, +P" if rule == "QF-DMG-5" else "gunnery, speed and direction hits"
    asked = Breakdown(
        what=named,
        rule=rule,
        count=2,
        sides=6,
        need=wanted[-1],
        floor=wanted[0],
        low=True,
        facts=(Fact(f"the Damage Table's repair line for {line}", rule),),
    )
    rolled = r.throw(asked, says=says)
    row = "repair_protected" if rule == "QF-DMG-5" else "repair"
    keep_throw(r, Throw(line=row, ship=ship.id, total=rolled.total))
    after = ship.but(repair_dice=ship.repair_dice - 1, repairs=ship.repairs + 1)
    if rolled.total not in wanted:
        r.state = with_ship(r.state, after)
        r.note(RepairFailed(rule=rule, ship=ship.id, what=what, hit=HIT_NAMES[what], dice=after.repair_dice))
        return
    r.state = with_ship(r.state, repair_hit(after, what))
    r.note(Repaired(rule="QF-DMG-6", ship=ship.id, what=what, hit=HIT_NAMES[what], dice=after.repair_dice))


REPAIR = Verb(Repair, "Repair", "QF-SEQ-2", offer_repairs, check_repair, do_repair)


def repair_hit(ship: Ship, what: str) -> Ship:
    """Return the ship with one hit of a kind fewer; extra speed hits are repaired first.

    Rules: QF-DMG-6, QF-DMG-H3.
    """
    if what == SPEED:
        return ship.but(speed_hits=ship.speed_hits - 1)
    if what == HEAVY:
        return ship.but(heavy_hits=ship.heavy_hits - 1)
    if what == LIGHT:
        return ship.but(light_hits=ship.light_hits - 1)
    if what == BOATS:
        return ship.but(boat_gun_lost=False)
    return ship.but(rudder_hits=ship.rudder_hits - 1)
