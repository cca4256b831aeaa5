"""The Torpedoes phase: squadrons lay their markers one by one, the side with the lower initiative first."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb, other_side_next
from rules.kernel.inches import Point
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.weather import sea_at
from rules.perfidious_albion.records.commands import StandEasy
from rules.perfidious_albion.records.events import MarkerPlaced, StoodEasy
from rules.perfidious_albion.records.state import Fort, Ship, Squadron, State, TorpedoMarker, enemy_of, place, with_ship
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.squadrons.knowledge import sight_markers
from rules.perfidious_albion.torpedoes.markers import DOUBLE, wedges_of
from rules.perfidious_albion.torpedoes.passage import second_run

# ---------------------------------------------------------------------- the phase


def open_torpedoes(r: Ruling) -> None:
    """Begin the phase: long torpedoes run on, no ship has launched yet.

    Rules: PA-3.1-4, PA-6.1-1, PA-6.2-6, PA-SEQ-H3.
    """
    state: State = r.state
    r.set(
        active="",
        ships={key: ship.but(launched=()) if ship.launched else ship for key, ship in state.ships.items()},
        squadrons={
            key: found.but(launched=False) if found.launched else found for key, found in state.squadrons.items()
        },
        forts={key: fort.but(launched=False) if fort.launched else fort for key, fort in state.forts.items()},
    )
    second_run(r)
    sight_markers(r)


def order(state: State) -> tuple[str, ...]:
    """Return the sides in order: the one with the lower initiative lays markers first. Rule: PA-SEQ-H3."""
    low = state.low or state.scene.sides[0]
    return low, enemy_of(state, low)


def close_torpedoes(r: Ruling) -> None:
    """End the phase: no squadron is laying markers."""
    r.set(active="")


def at_work(state: State, side: str) -> str:
    """Return the squadron of a side that is laying its markers now; "" when the side may choose one."""
    squadron = state.squadrons.get(state.active)
    return squadron.id if squadron is not None and squadron.side == side else ""


def hand_over(r: Ruling, squadron: str) -> None:
    """Give the other side its turn after a squadron has laid its markers, if it is still in the phase.

    Rule: PA-SEQ-H3.
    """
    done = r.state.squadrons.get(squadron)
    if done:
        r.set(squadrons={**r.state.squadrons, squadron: done.but(launched=True)})
    r.set(active="")
    other_side_next(r)


def offer_easy(state: State, side: str) -> Iterator[Offer]:
    """Yield the order that ends laying for the squadron. Rule: PA-SEQ-H3."""
    name = at_work(state, side)
    if name:
        label = f"{state.scene.names.get(name, name)}: no more torpedoes"
        yield Offer("easy", label, "PA-SEQ-H3", "", (StandEasy(side, name),))


def check_easy(state: State, command: StandEasy) -> tuple[Illegal, ...]:
    """Return why a squadron cannot stop: it is not laying markers. Rule: PA-SEQ-H3."""
    name = at_work(state, command.side)
    if name and name == command.squadron:
        return ()
    return (Illegal(f"{command.squadron!r} is not laying torpedo markers now", "PA-SEQ-H3"),)


def do_easy(r: Ruling, command: StandEasy) -> None:
    """Stop laying markers with the squadron. Rule: PA-SEQ-H3."""
    r.note(StoodEasy(rule="PA-SEQ-H3", side=command.side, squadron=command.squadron))
    hand_over(r, command.squadron)


LAID = Verb(StandEasy, "End torpedo laying", "PA-SEQ-H3", offer_easy, check_easy, do_easy)


# ---------------------------------------------------------------------- who may launch


def launch_refusals(state: State, ship: Ship) -> list[Illegal]:
    """Return every reason why a ship of the acting side cannot launch now.

    Rules: PA-6.1-10, PA-SEQ-H3.
    """
    reasons = []
    squadron = state.squadrons[ship.squadron]
    called = state.scene.names.get(squadron.id, squadron.name)
    if not squadron.deployed:
        reasons.append(Illegal(f"{called} is not on the table yet", "PA-6.1-1", ship.id))
    busy = at_work(state, ship.side)
    if squadron.launched:
        reasons.append(Illegal(f"{called} has laid its markers this turn", "PA-SEQ-H3", ship.id))
    elif busy and busy != squadron.id:
        other = state.scene.names.get(busy, busy)
        reasons.append(Illegal(f"{other} is laying its markers; {called} comes later", "PA-SEQ-H3", ship.id))
    sea = sea_at(state, place(ship))
    if state.scene.cards[ship.id].torpedo_craft and sea in state.scene.charts.torpedoes.boat_seas:
        words = "a storm" if sea == "storm" else f"{sea} sea"
        reasons.append(Illegal(f"torpedo boats and destroyers cannot launch in {words}", "PA-6.1-10", ship.id))
    return reasons


def bearing_faults(thing: Ship | Fort, towards: int, rule: str = "PA-6.1-3") -> list[Illegal]:
    """Return what is wrong with a number as a bearing."""
    if 0 <= towards < 360:
        return []
    return [Illegal(f"a bearing is 0 to 359 degrees, not {towards}", rule, thing.id)]


def too_many(thing: Ship | Fort, count: int, there: int, whose: str) -> list[Illegal]:
    """Return what is wrong with a number of torpedoes, given how many there are. Rule: PA-6.1-12."""
    if 1 <= count <= there:
        return []
    have = count_noun(there, "torpedo", "torpedoes") if there else "no torpedoes"
    return [Illegal(f"{whose} {have} ready to launch; {count} asked for", "PA-6.1-12", thing.id)]


def no_room(
    state: State, thing: Ship | Fort, start: Point | None, towards: int, kind: str, width: int
) -> list[Illegal]:
    """Return why a marker has no room: land or the edge of the table. Rule: PA-TOR-H2."""
    if start is not None and wedges_of(state, start, towards, kind, width):
        return []
    text = f"land or the edge of the table lies directly in front of the tubes on {towards:03}"
    return [Illegal(text, "PA-TOR-H2", thing.id)]


# ---------------------------------------------------------------------- laying a marker


def draw(r: Ruling, boats: tuple[Ship, ...], kind: str, count: int, key: str = "", every: bool = True) -> None:
    """Use up torpedoes from the tubes of ships in order, or from the one tube named."""
    for boat in boats:
        for tube, name, ready in tuple(tubes.ready(r.state, boat)):
            if tube.kind != kind or not count or not (every or name == key):
                continue
            taken = min(count, ready)
            count -= taken
            r.state = with_ship(r.state, tubes.spend_torpedoes(r.state.ships[boat.id], name, taken))


def marker_from(
    state: State, thing: Ship | Fort, kind: str, start: Point, towards: int, width: int, count: int, bow: bool = False
) -> TorpedoMarker:
    """Return the marker of a ship or a fort, not yet on the table and without a name."""
    return TorpedoMarker(
        id="",
        side=thing.side,
        squadron=thing.squadron if isinstance(thing, Ship) else thing.id,
        ship=thing.id,
        kind=kind,
        start=start,
        bearing=towards,
        width=width,
        wedges=wedges_of(state, start, towards, kind, width),
        count=count,
        turn=state.cursor.turn,
        craft=isinstance(thing, Ship) and state.scene.cards[thing.id].torpedo_craft,
        bow=bow,
    )


def lay_from_ship(r: Ruling, marker: TorpedoMarker) -> None:
    """Lay a ship's marker; her squadron keeps the turn until it stops or has nothing left to launch.

    Rule: PA-SEQ-H3.
    """
    lay(r, marker, "PA-6.1-11" if marker.width == DOUBLE else "PA-6.1-1")
    squadron: Squadron = r.state.squadrons[marker.squadron]
    r.set(active=squadron.id)
    ships = (r.state.ships[name] for name in squadron.ships if name in r.state.ships)
    if not any(True for other in ships if not other.gone for _ in tubes.ready(r.state, other)):
        hand_over(r, squadron.id)


def lay(r: Ruling, marker: TorpedoMarker, rule: str) -> None:
    """Put a marker on the table under the next free id."""
    state: State = r.state
    laid = marker.but(id=f"t{state.next_marker}")
    r.set(markers={**state.markers, laid.id: laid}, next_marker=state.next_marker + 1)
    r.note(
        MarkerPlaced(
            rule=rule,
            marker=laid.id,
            ship=laid.ship,
            kind=laid.kind,
            bearing=laid.bearing,
            count=laid.count,
            width=laid.width,
        )
    )
    sight_markers(r)
