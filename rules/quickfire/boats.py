"""Boat guns, in the gunnery phases: the small quick-firers against light vessels at point-blank."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Fact
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import MM, codes_text, codes_words
from rules.quickfire.commands import BoatFire
from rules.quickfire.damage import keep_throw, queue_hit
from rules.quickfire.events import BoatGunsFired
from rules.quickfire.line_of_fire import Line, in_range, line_between, ship_and_target, why_not_reach
from rules.quickfire.roster import armour_text, size_text
from rules.quickfire.state import BOATS, LYING, Hit, Ship, State, Throw, boat_guns, with_ship


def _ready(state: State, ship: Ship) -> bool:
    """Return whether boat guns may still fire in this phase (QF-BG-3), on a vessel with nothing else this turn
    (QF-BG-5).
    """
    if ship.gone or BOATS in ship.rounds or not boat_guns(state, ship):
        return False
    return not (ship.boats_fired and state.scene.cards[ship.id].boat_guns == "only")


def _near(state: State, line: Line) -> bool:
    return bool(line.band) and line.distance <= state.scene.charts.boat_guns.range_mm * MM


@derived(*LYING)
def _targets(state: State, name: str) -> tuple[BoatFire, ...]:
    """Return light vessels at point-blank."""
    ship, cards = state.ships[name], state.scene.cards
    return tuple(
        BoatFire(ship.side, name, target)
        for target, _ in in_range(state, ship)
        if cards[target].light_vessel and _near(state, line_between(state, ship, state.ships[target]))
    )


@derived("ships.side", "ships.gone")
def _has_prey(state: State, side: str) -> bool:
    """Return whether the enemy has light vessels on the table at all."""
    cards = state.scene.cards
    foes = (ship for ship in state.ships.values() if ship.side != side and not ship.gone)
    return any(cards[ship.id].light_vessel for ship in foes)


def offer_boats(state: State, side: str) -> Iterator[Offer]:
    """Yield boat guns against every light vessel in reach of each ship whose boat guns have not fired."""
    if not _has_prey(state, side):
        return
    for ship in state.ships.values():
        if ship.side == side and _ready(state, ship):
            commands = _targets(state, ship.id)
            if commands:
                yield Offer("boats", f"{state.scene.names[ship.id]}: fire boat guns", "QF-BG-1", ship.id, commands)


def check_boats(state: State, command: BoatFire) -> tuple[Illegal, ...]:
    """Return every reason against boat guns. Rules: QF-BG-1, QF-BG-2, QF-BG-3, QF-BG-5, QF-BG-H3."""
    pair = ship_and_target(state, command.side, command.ship, command.target, "QF-BG-1")
    if isinstance(pair, Illegal):
        return (pair,)
    ship, target = pair
    names, cards, reasons = state.scene.names, state.scene.cards, []
    only = cards[ship.id].boat_guns == "only"
    if cards[ship.id].boat_guns == "no":
        reasons.append(Illegal(f"{names[ship.id]} has no boat guns", "QF-BG-1", ship.id))
    elif not boat_guns(state, ship):
        why = "were hit" if only else "fell silent with her light battery"
        reasons.append(
            Illegal(f"the boat guns of {names[ship.id]} {why}", "QF-DMG-H5" if only else "QF-BG-H3", ship.id)
        )
    if BOATS in ship.rounds:
        reasons.append(Illegal(f"{names[ship.id]} has fired her boat guns in this phase", "QF-BG-3", ship.id))
    elif ship.boats_fired and only:
        reasons.append(Illegal(f"{names[ship.id]} has fired her boat guns this turn", "QF-BG-5", ship.id))
    mark = cards[target.id]
    if not mark.light_vessel:
        armour = armour_text(max(mark.armour_heavy, mark.armour_light))
        size = size_text(mark.size_quarters)
        reasons.append(
            Illegal(f"{names[target.id]} is no light vessel: Size {size}, armour {armour}", "QF-BG-2", ship.id)
        )
    line = line_between(state, ship, target)
    if not _near(state, line):
        away, most = -(-line.distance // MM), state.scene.charts.boat_guns.range_mm
        reasons.append(
            Illegal(f"{names[target.id]} is {away:,} mm away; boat guns reach {most:,} mm", "QF-BG-1", ship.id)
        )
    elif line.blocker:
        reasons += why_not_reach(state, ship, target, line)
    return tuple(reasons)


FACTS = (
    Fact("3 and 4 speed, 5 torpedo rating, 6 both", "QF-BG-H1"),
    Fact("a light vessel: Size 1 or less, armour below a point", "QF-BG-2"),
    Fact("once a phase, all round", "QF-BG-3"),
)


def do_boats(r: Ruling, command: BoatFire) -> None:
    """Fire boat guns, in any direction. Rolls one die; hits take effect at the end of the phase.

    Rules: QF-BG-1, QF-BG-3, QF-BG-4, QF-BG-H1.
    """
    state: State = r.state
    names = state.scene.names
    results = state.scene.charts.boat_guns.result

    def says(face: int) -> str:
        return codes_words(results[face])

    what = f"boat guns of {names[command.ship]} at {names[command.target]}"
    face = r.roll(what, 1, 6, "QF-BG-1", facts=FACTS, says=says).total
    codes = results[face]
    ship = state.ships[command.ship]
    r.state = with_ship(state, ship.but(rounds=(*ship.rounds, BOATS), boats_fired=True))
    keep_throw(r, Throw(line="boats", ship=ship.id, total=face, target=command.target))
    text = codes_words(codes)
    r.note(BoatGunsFired(rule="QF-BG-H1", ship=ship.id, target=command.target, codes=codes_text(codes), told=text))
    queue_hit(r, Hit(ship=ship.id, target=command.target, codes=codes, rule="QF-BG-4"))


BOAT_FIRE = Verb(BoatFire, "Fire boat guns", "QF-BG-1", offer_boats, check_boats, do_boats)
