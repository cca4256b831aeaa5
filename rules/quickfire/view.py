"""What a side sees on the table: ships, wakes, range rings, exits, land, the phases, the prompt, the ledger."""

from __future__ import annotations

from functools import partial

from rules.kernel.flow import Phase
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.view import Badge, Bar, Ground, Hull, Marker, Piece, Prompt, View
from rules.kernel.view_header import pieces_to_act, prompt_of, view_header
from rules.quickfire.charts import BAND_NAMES, BANDS, MM, SHORT
from rules.quickfire.roster import BATTERIES, HEAVY, LIGHT
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.state import (
    BOXES,
    EDGES,
    Ship,
    State,
    afloat,
    boat_guns,
    is_silent,
    is_stopped,
    open_boxes,
    out_of_action,
    place,
    rof,
)
from rules.quickfire.victory import ledger

TYPES = {
    "BB": "battleship",
    "CA": "armoured cruiser",
    "CL": "protected cruiser",
    "DD": "destroyer",
    "PG": "gunboat",
}
DRAWN = {"PG": "DD"}  # a gunboat is drawn as a small craft
OPTIONAL = {"gunnery_2": 2, "gunnery_3": 3}  # phase -> number of gunnery phases from which it exists
EDGE_FACING = dict(zip(EDGES, (0, 90, 180, 270), strict=True))
SCALE = "330 mm = 1 nautical mile"
MOST_NAMED = 4


def view(state: State, side: str) -> View:
    """Return the table as `side` sees it: nothing is hidden (QF-SEQ-H5). Side "" is the referee."""
    return View(
        **view_header(SEQUENCE, state, side, ledger(state), prompt(state), partial(_on_ribbon, state)),
        pieces=_pieces(state),
        markers=tuple(_markers(state)),
        conditions=_conditions(state),
        ground=ground(state),
    )


def ground(state: State) -> Ground:
    """Return the table: its size and its land, in thousandths of a millimetre."""
    return Ground(
        kind="table",
        size=(state.scene.width, state.scene.height),
        unit="mm",
        scale=SCALE,
        outlines=state.scene.land,
        labels=tuple((name, _middle(corners)) for name, corners in state.scene.land),
    )


def _middle(corners: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def _on_ribbon(state: State, _place: int, phase: Phase) -> bool:
    """Return whether a phase is shown: the step between battles only in a campaign."""
    return OPTIONAL.get(phase.name, 1) <= state.scene.phases


# ---------------------------------------------------------------------- ships


def hull(state: State, ship: Ship) -> Hull:
    """Return the drawing data of a ship's silhouette."""
    card = state.scene.cards[ship.id]
    return Hull(
        name=state.scene.names[ship.id],
        type=DRAWN.get(card.type, card.type),
        length_ft=card.length_ft,
        beam_ft=card.beam_ft,
        turrets=card.turrets,
        funnels=card.funnels,
        tubes=card.mounts,
        damage=damage_state(state, ship),
        fire=ship.fires > 0,
    )


def damage_state(state: State, ship: Ship) -> int:
    """Return how damaged a ship is drawn.

    0 undamaged, 1 to 3 by the boxes and rates of fire she has lost, 4 out of action.
    """
    if out_of_action(state, ship):
        return 4
    card = state.scene.cards[ship.id]
    guns = sum(card.rof(battery) - rof(state, ship, battery) for battery in BATTERIES)
    worst = max(min(ship.speed_hits, BOXES), BOXES * guns // max(1, sum(card.rof(battery) for battery in BATTERIES)))
    return 0 if not worst else 1 if worst <= 2 else 2 if worst <= 4 else 3


def _pieces(state: State) -> tuple[Piece, ...]:
    able = pieces_to_act(SEQUENCE, state)
    return tuple(_piece(state, ship, ship.id in able) for ship in state.ships.values() if not ship.gone)


def _piece(state: State, ship: Ship, ready: bool) -> Piece:
    name = state.scene.names[ship.id]
    return Piece(
        id=ship.id,
        side=ship.side,
        name=name,
        at=place(ship),
        facing=ship.facing,
        hulls=(hull(state, ship),),
        text=line_of_text(state, ship),
        badges=tuple(_badges(state, ship)),
        bars=(Bar("speed", open_boxes(ship), BOXES),),
        ready=ready,
        tip=_tip(state, ship, name),
    )


def line_of_text(state: State, ship: Ship) -> str:
    """Return one line about a ship: speed, heading, rates of fire."""
    left = open_boxes(ship)
    way = f"speed {ship.ran} of {left}" if ship.ran <= left else f"ran {ship.ran}, top speed now {left}"
    return f"{'stopped' if is_stopped(ship) else way}, {ship.facing:03d}° · {guns_text(state, ship)}"


def guns_text(state: State, ship: Ship) -> str:
    """Return the fighting power left: "ROF 4–6", "boat guns", "silent"."""
    if is_silent(state, ship):
        return "silent"
    if state.scene.cards[ship.id].boat_guns == "only":
        return ("boat guns" if boat_guns(state, ship) else "no guns") + f", torpedoes {ship.torpedo}"
    return f"ROF {rof(state, ship, HEAVY)}–{rof(state, ship, LIGHT)}"


def _tip(state: State, ship: Ship, name: str) -> str:
    ahead = f", follows {state.scene.names[ship.ahead]}" if ship.ahead else ""
    return f"{name}, {TYPES[state.scene.cards[ship.id].type]}: {line_of_text(state, ship)}{ahead}"


def _badges(state: State, ship: Ship) -> list[Badge]:
    found = []
    if ship.fires:
        found.append(Badge("fire", str(ship.fires) if ship.fires > 1 else "F", f"fires: {ship.fires}", "QF-DMG-3"))
    if ship.rudder_hits:
        way = f": {ship.helm} this turn" if ship.helm else ""
        found.append(Badge("rudder", "D", f"rudder jammed{way}", "QF-MOV-H6"))
    if is_stopped(ship):
        extra = f", {count_noun(ship.speed_hits - BOXES, 'extra hit')}" if ship.speed_hits > BOXES else ""
        found.append(Badge("sinking", "S", f"stopped, may sink{extra}", "QF-SNK-1"))
    if is_silent(state, ship):
        found.append(Badge("stopped", "G", "her guns are silent", "QF-DMG-H4"))
    return found


# ---------------------------------------------------------------------- markers


def _markers(state: State) -> list[Marker]:
    found = [*_exits(state)]
    for ship in state.ships.values():
        if ship.gone:
            continue
        if len(ship.track) > 1:
            found.append(Marker(kind="wake", places=ship.track, side=ship.side))
        found += _rings(state, ship)
    return found


def _rings(state: State, ship: Ship) -> list[Marker]:
    """Return the three ranges of a ship, and the arcs in which half her guns bear."""
    guns = state.scene.charts.gunnery
    if is_silent(state, ship):
        return []
    here = (place(ship),)
    only = state.scene.cards[ship.id].boat_guns == "only"
    rings = [
        Marker(
            kind="ring",
            places=here,
            side=ship.side,
            text=BAND_NAMES[band],
            value=guns.range_mm[band] * MM,
            rule="QF-RNG-1",
        )
        for band in (BANDS[:1] if only else BANDS)
    ]
    if only:
        return rings
    arcs = [
        Marker(
            kind="arc",
            places=here,
            side=ship.side,
            text="half",
            value=guns.range_mm[SHORT] * MM // 3,
            facing=(ship.facing + turned) % 360,
            rule="QF-ARC-H1",
        )
        for turned in (0, 180)
    ]
    return [*rings, *arcs]


def _exits(state: State) -> list[Marker]:
    """Return the stretches of the table's edge that are exits."""
    found = []
    for side, edges in state.scene.exits.items():
        words = f"{state.scene.names[side]} escapes"
        for edge in edges:
            for facing, ends in _stretches(state, edge):
                found.append(Marker(kind="exit", places=ends, side=side, text=words, facing=facing, rule="QF-VP-H4"))
    return found


def _stretches(state: State, edge: str) -> list[tuple[int, tuple[tuple[int, int], tuple[int, int]]]]:
    """Return (facing, ends) of an edge, or of the two half edges of a corner: north_east."""
    wide, high = state.scene.width, state.scene.height
    vertical, _, across = edge.partition("_")
    if not across and edge in EDGE_FACING:
        whole = {
            "north": ((0, 0), (wide, 0)),
            "south": ((0, high), (wide, high)),
            "west": ((0, 0), (0, high)),
            "east": ((wide, 0), (wide, high)),
        }[edge]
        return [(EDGE_FACING[edge], whole)]
    y, x = (0 if vertical == "north" else high), (0 if across == "west" else wide)
    return [
        (EDGE_FACING[vertical], ((min(x, wide // 2), y), (max(x, wide // 2), y))),
        (EDGE_FACING[across], ((x, min(y, high // 2)), (x, max(y, high // 2)))),
    ]


# ---------------------------------------------------------------------- words


def _conditions(state: State) -> tuple[tuple[str, str, str], ...]:
    scene, conditions = state.scene, state.scene.scenario.conditions
    guns = scene.charts.gunnery.range_mm
    ranges = ", ".join(f"{BAND_NAMES[band]} {guns[band]:,}" for band in BANDS)
    rows = [
        ("Sea", conditions.get("sea", ""), ""),
        ("Weather", conditions.get("weather", ""), ""),
        ("First", f"{scene.names[state.first]} acts first", "QF-SEQ-H2"),
        ("Ranges, mm", ranges, "QF-RNG-1"),
        ("Gunnery phases", str(scene.phases), "QF-SEQ-H3"),
    ]
    rows += [("Result" if rung.at_once else "At the end", rung.title, "QF-VP-H8") for rung in scene.ladder]
    if scene.first_out:
        rows.append(("Result", "the first ship out of action loses", "QF-VP-H6"))
    return tuple(row for row in rows if row[1])


ASKED = {  # what a side has to do in each phase, short enough for the head of a card
    "initiative": "initiative",
    "movement": "movement",
    "gunnery_1": "gunnery",
    "gunnery_2": "2nd gunnery",
    "gunnery_3": "3rd gunnery",
    "torpedoes": "torpedoes",
    "end": "repairs",
}
DONE = {  # what it says when that is done
    "initiative": "Continue",
    "movement": "End movement",
    "gunnery_1": "Cease fire",
    "gunnery_2": "Cease fire",
    "gunnery_3": "Cease fire",
    "torpedoes": "End torpedoes",
    "end": "End repairs",
}


def prompt(state: State) -> Prompt:
    """Return who acts, and what to do next."""
    return prompt_of(SEQUENCE, state, _task, ASKED, DONE)


def _task(state: State, side: str, phase: str) -> str:
    able = pieces_to_act(SEQUENCE, state)
    waiting = [ship for ship in afloat(state, side) if ship.id in able]
    named = join_words([state.scene.names[ship.id] for ship in waiting], MOST_NAMED)
    if not waiting:
        return "Nothing is left to do here: end the phase."
    if phase == "movement":
        return _moving(state, waiting, named)
    if phase.startswith("gunnery"):
        dice = "Black die: the ROF or less; white dice: the limit or less."
        return f"Still to fire: {named}. {dice} Damage is marked when both sides have fired."
    if phase == "torpedoes":
        return f"Can attack with torpedoes at point-blank range: {named}. One attack each; the rating is not used up."
    dice = ", ".join(f"{state.scene.names[ship.id]} {ship.repair_dice}" for ship in waiting[:MOST_NAMED])
    return f"Spend repair dice, at most two a ship, or end the phase to keep them. Dice left: {dice}."


def _moving(state: State, waiting: list[Ship], named: str) -> str:
    if len(waiting) == len(afloat(state, waiting[0].side)):
        text = f"Move your ships, leaders of lines first: {named}."
    else:
        text = f"Still to move: {named}."
    jammed = [state.scene.names[ship.id] for ship in waiting if ship.helm]
    if jammed:
        text += f" Rudder jammed: {join_words(jammed, MOST_NAMED)}."
    return text + " A ship without orders follows the one ahead, or runs straight on."
