"""The pieces a screen draws: models, markers of squadrons out of sight, works ashore, target."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.view import Badge, Bar, Hull, Piece
from rules.perfidious_albion.records.state import Battery, Fort, PaScene, Ship, State, Target, place
from rules.perfidious_albion.ships.shipcard import FOOT, ShipCard
from rules.perfidious_albion.shown.board_markers import is_placed, is_waiting
from rules.perfidious_albion.squadrons.knowledge import is_stand_in

TYPES = {
    "BB": "battleship",
    "CA": "armoured cruiser",
    "CL": "cruiser",
    "DD": "destroyer",
    "TB": "torpedo boat",
    "AP": "merchant",
}
QUALITY = {1: "poor", 2: "average", 3: "good"}
WORK_FT = 300  # length to which a fort or battery is drawn


def pieces(state: State, side: str, able: frozenset[str]) -> Iterator[Piece]:
    """Yield works ashore first, so that models are drawn over them; then ships; then markers."""
    if state.target is not None and not is_waiting(state, "target"):
        yield _target(state, state.target)
    for fort in state.forts.values():
        if not is_waiting(state, fort.id):
            yield _fort(state, fort, fort.id in able)
    for battery in state.batteries.values():
        if not is_waiting(state, battery.id):
            yield _battery(state, battery, battery.id in able)
    for ship in state.ships.values():
        if not ship.gone and is_placed(state, ship):
            ready = ship.id in able or ship.squadron in able
            stand_in = is_stand_in(ship)
            yield _marker(state, ship, side, ready) if stand_in else _ship(state, ship, ready)


def _ship(state: State, ship: Ship, ready: bool) -> Piece:
    card, name = state.scene.cards[ship.id], state.scene.names[ship.id]
    return Piece(
        id=ship.id,
        side=ship.side,
        name=name,
        tag=short_name(name) if ship.boats > 1 else "",
        at=place(ship),
        facing=ship.heading,
        hulls=(hull(state, ship),) * ship.boats,
        text=line_of_text(state, ship),
        badges=tuple(_badges(state, ship)),
        bars=(Bar("afloat", max(0, card.flotation - ship.floods), card.flotation),) if card.flotation > 1 else (),
        ready=ready,
        tip=f"{name}, {TYPES[card.type]}: {line_of_text(state, ship)}",
    )


def short_name(name: str) -> str:
    """Return a pair by its first boat: Ikazuchi +1."""
    first, dash, _ = name.partition("-")
    return f"{first} +1" if dash else name


def hull(state: State, ship: Ship) -> Hull:
    """Return the drawing data of a ship's silhouette, as long on the table as her model. Rule: PA-TAB-H4."""
    sound = hull_of_class(state.scene, state.scene.cards[ship.id], state.scene.names[ship.id])
    return sound.but(damage=hurt(state, ship), fire=ship.fires > 0)


def hull_of_class(scene: PaScene, card: ShipCard, name: str) -> Hull:
    """Return the drawing data of an undamaged ship of a class. Rule: PA-TAB-H4."""
    return card.hull(name, scene.charts.movement.sizes[card.size].model_mils[0] // FOOT)


def hurt(state: State, ship: Ship) -> int:
    """Return how damaged a ship is drawn: 0 undamaged, 1 to 3 by the boxes and the buoyancy she has lost."""
    card = state.scene.cards[ship.id]
    boxes, floods = ship.struck.bit_count(), ship.floods
    if not boxes and not floods:
        return 0
    worst = max(boxes * 12 // max(1, card.boxes), floods * 6 // max(1, card.flotation))
    return 1 if worst <= 1 else 2 if worst <= 3 else 3


def line_of_text(state: State, ship: Ship) -> str:
    """Return one line about a ship: speed, heading, floods, fire."""
    card = state.scene.cards[ship.id]
    way = ship.stopped or f"{ship.speed} kn"
    words = [f"{way}, {ship.heading:03d}°"]
    if ship.floods:
        words.append(f"floods {ship.floods} of {card.flotation}")
    if ship.fires:
        words.append(fire_word(ship.fires))
    return " · ".join(words)


def fire_word(fires: int) -> str:
    """Return the place on the fire track: FIRE 1, FIRE 2, FIRE 3, EXP."""
    return "EXP" if fires > 3 else f"FIRE {fires}" if fires else "no fire"


def _badges(state: State, ship: Ship) -> Iterator[Badge]:
    """Yield the badges on a model, the most important first: only four are shown."""
    if ship.stopped == "aground":
        yield Badge("ground", "A", f"aground on {ship.aground_on or 'land'}", "PA-TER-H5")
    elif ship.stopped:
        yield Badge("stopped", "D" if ship.stopped == "drifting" else "0", ship.stopped, "PA-MOV-H6")
    if ship.fires:
        yield Badge("fire", "X" if ship.fires > 3 else str(ship.fires), fire_word(ship.fires), "PA-FIR-H2")
    if 2 * ship.floods >= state.scene.cards[ship.id].flotation > 1:
        yield Badge("flood", "½", "listing: half her buoyancy is gone", "PA-FLO-H6")
    if ship.steering:
        way = f": {ship.helm} this turn" if ship.helm else ""
        yield Badge("rudder", "R", f"rudder jammed{way}", "PA-MOV-H9")
    if ship.morale:
        yield Badge("shaken", "W", "withdrawing", "PA-MOR-H3")
    if ship.detached:
        yield Badge("unsure", "!", "out of formation: detached", "PA-3.3-1")
    if ship.lit:
        yield Badge("searchlight", "L", "using her searchlights", "PA-3.4-6")
    if ship.surprised:
        yield Badge("surprised", "S", "surprised at anchor", "PA-NGT-H3")


def _marker(state: State, ship: Ship, side: str, ready: bool) -> Piece:
    """Return the marker of a squadron out of sight, or of a dummy: only its owner knows which.

    Rules: PA-2.1-30, PA-2.1-31.
    """
    squadron = state.squadrons[ship.squadron]
    own = side in ("", ship.side)
    name = "Marker" if not own else f"{squadron.name} (dummy)" if squadron.dummy else f"{squadron.name} (marker)"
    text = f"{ship.speed} kn, {ship.heading:03d}°"
    if not own:
        tip = "a squadron out of sight, or nothing at all"
    else:
        tip = "there is nothing under it" if squadron.dummy else "the enemy sees only a marker"
    return Piece(
        id=ship.id,
        side=ship.side,
        name=name,
        at=place(ship),
        facing=ship.heading,
        known=own,
        text=text,
        ready=ready,
        tip=f"{name}: {tip}; {text}",
    )


def _fort(state: State, fort: Fort, ready: bool) -> Piece:
    card, name = state.scene.forts[fort.number], state.scene.names[fort.id]
    left = max(0, card.structure - fort.struck.bit_count())
    text = "destroyed" if fort.gone else f"structure {left} of {card.structure}"
    text += f" · {fire_word(fort.fires)}" if fort.fires else ""
    badges = [Badge("fire", str(fort.fires), fire_word(fort.fires), "PA-8-6")] if fort.fires else []
    if fort.gone:
        badges.append(Badge("sunk", "X", "destroyed", "PA-2.2-13"))
    return Piece(
        id=fort.id,
        side=fort.side,
        name=name,
        at=place(fort),
        facing=fort.facing,
        hulls=(_works("fort", name, damage=4 if fort.gone else min(3, 4 * (card.structure - left) // card.structure)),),
        text=text,
        badges=tuple(badges),
        bars=(Bar("structure", left, card.structure),),
        ready=ready and not fort.gone,
        tip=f"{name}: {text}",
    )


def _battery(state: State, battery: Battery, ready: bool) -> Piece:
    name = state.scene.names[battery.id]
    plate = f", armour {battery.armour}" if battery.armour else ", open"
    text = "destroyed" if battery.gone else f"{battery.count} × type {battery.gun}{plate}"
    return Piece(
        id=battery.id,
        side=battery.side,
        name=name,
        at=place(battery),
        facing=battery.facing,
        hulls=(_works("battery", name, guns=battery.count, damage=4 if battery.gone else 0),),
        text=text,
        badges=(Badge("sunk", "X", "destroyed", "PA-2.2-9"),) if battery.gone else (),
        ready=ready and not battery.gone,
        tip=f"{name}: {text}, faces {battery.facing:03d}°",
    )


def _target(state: State, target: Target) -> Piece:
    card, name = state.scene.targets[target.chart], state.scene.names.get("target", "Target")
    text = f"{target.points:,} points · structure {target.structure} of {card.structure}"
    badges = (Badge("fire", str(target.fires), fire_word(target.fires), "PA-8-12"),) if target.fires else ()
    return Piece(
        id="target",
        side=target.side,
        name=name,
        at=place(target),
        facing=0,
        hulls=(_works("town", name, damage=min(3, 4 * (card.structure - target.structure) // card.structure)),),
        text=text,
        badges=badges,
        bars=(Bar("structure", target.structure, card.structure),),
        tip=f"{name}: {text}",
    )


def _works(kind: str, name: str, guns: int = 0, damage: int = 0) -> Hull:
    """Return the drawing data of works ashore: fort, battery with its guns, town."""
    pits = tuple((0, 1) for _ in range(min(guns, 9)))
    return Hull(name=f"{kind}: {name}", type="LAND", length_ft=WORK_FT, beam_ft=WORK_FT, turrets=pits, damage=damage)
