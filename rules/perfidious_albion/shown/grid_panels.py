"""The printed grids: a ship's card with six levels of ten sections, a fort, a target, and the tracks below them.

A cell's text is "content|armour"; a space is an empty box, an empty text no box at all. Its tone may hold struck,
flooded, lit (hit by the last straddle), weak (it can no longer be used), strong (guns), gold (scores).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.kernel.view import Cell, Panel
from rules.perfidious_albion.damage.losses import value_of
from rules.perfidious_albion.records.state import (
    LEVELS,
    SECTIONS,
    Fort,
    Ship,
    State,
    Straddle,
    Target,
    is_flooded,
    is_struck,
)
from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.pieces import gun_silent
from rules.perfidious_albion.ships.shipcard import TargetBox
from rules.perfidious_albion.shown.counters import QUALITY, TYPES, hull

LEVEL_LABELS = ("1", "2", "3", "4", "5", "6")
WATERLINE = 4
SECTION_HEADER = ("", *(str(section) for section in range(1, SECTIONS + 1)))
ARC_SIGNS = {"F": "◂", "A": "▸", "M": "◂▸", "P": "↓", "S": "↑", "R": "○"}  # the bow is on the left
LONG_WORDS = {  # label of a box, short enough to fit
    "BARB": "barb",
    "STEER": "steer",
    "POWER": "power",
    "CARGO": "cargo",
    "FIRE": "fire",
    "TORP": "torp",
    "PROP": "prop",
    "FUN": "fun",
    "fun": "(fun)",
    "SUP": "sup",
    "H": " ",
    "W": " ",
}
OBJECT_TONES = {"N": ("weak",), "t": ("gold",)}  # what neutrals would resent, what scores
FIRE_TRACK = ("FIRE 1", "FIRE 2", "FIRE 3", "EXP")


def ship_grid(state: State, ship: Ship) -> Panel:
    """Return a ship's card as she is. Rules: PA-TAB-H7, PA-FLO-H5, PA-FIR-H2, PA-5.8-8."""
    card = state.scene.cards[ship.id]
    pair = " · one of two boats" if ship.boats > 1 else ""
    return _plan(state, ship.id, partial(_ship_box, state, ship)).but(
        title=state.scene.names[ship.id],
        subtitle=f"{TYPES[card.type]}, {card.completed}{pair}",
        hull=hull(state, ship),
        waterline=WATERLINE,
        tracks=(
            ("Floods", _track(card.flotation, ship.floods, _half(card.flotation))),
            ("Fire", fire_cells(ship.fires, FIRE_TRACK)),
            ("Engines", _engines(state, ship)),
        ),
        notes=(*_notes(state, ship), *_last(state, ship.id)),
        rule="PA-TAB-H7",
    )


def _plan(state: State, key: str, box: Callable[[int, int], tuple[str, list[str]] | None]) -> Panel:
    """Return the grid of a ship or work with its last straddles lit.

    `box`: (section, level) -> text and tones of a box; None: there is no box.
    """
    last = {(straddle.section, straddle.level) for straddle in last_straddles(state, key)}

    def cell(section: int, level: int) -> Cell:
        found, lit = box(section, level), ["lit"] if (section, level) in last else []
        text, tones = found or ("", [])
        return Cell(text, " ".join([*tones, *lit]))

    return Panel(
        id=key,
        kind="boxes",
        title="",
        header=SECTION_HEADER,
        labels=LEVEL_LABELS,
        rows=tuple(tuple(cell(section, level) for section in range(1, SECTIONS + 1)) for level in range(1, LEVELS + 1)),
        fresh=bool(last),
    )


def _last(state: State, key: str) -> tuple[str, ...]:
    """Return the boxes of the last straddles on a target, two at most."""
    return tuple(f"Last: {straddle_words(state, one)}" for one in last_straddles(state, key)[-2:])


def last_straddles(state: State, target: str) -> tuple[Straddle, ...]:
    """Return the straddles of the last firing, torpedo or mine if they were on this target; else none."""
    found: list[Straddle] = []
    for straddle in reversed(state.straddles):
        if straddle.target != target or (found and (straddle.ship, straddle.by) != (found[0].ship, found[0].by)):
            break
        found.append(straddle)
    return tuple(reversed(found))


def _ship_box(state: State, ship: Ship, section: int, level: int) -> tuple[str, list[str]] | None:
    box = state.scene.cards[ship.id].box(section, level)
    if box is None:
        return None
    tones = ["strong"] if box.guns is not None else []
    if is_struck(ship, section, level):
        tones.append("struck")
    elif box.guns is not None and gun_silent(state, ship, box):
        tones.append("weak")
    if is_flooded(ship, section, level):
        tones.append("flooded")
    return f"{box_word(box, state, ship)}|{box.armour or ''}", tones


def box_word(box: grids.Box, state: State | None = None, ship: Ship | None = None) -> str:
    """Return the contents of a box, as short as on the printed card: AA with an arrow for its arc, prop 6."""
    words = []
    for content in box.contents:
        if box.guns is not None and set(content) <= {box.guns.letter}:
            words.append(content + ARC_SIGNS.get(box.guns.arc, ""))
        elif content == grids.PROP and state is not None and ship is not None:
            rooms = state.scene.cards[ship.id].prop_boxes
            units = next((room.units for room in rooms if (room.section, room.level) == (box.section, box.level)), 0)
            words.append(f"prop {units}" if units else "prop")
        else:
            words.append(LONG_WORDS.get(content, content))
    return "+".join(words)


def _half(flotation: int) -> int:
    """Return the box of the flood track from which a ship lists."""
    return -(-flotation // 2)


def _track(count: int, marked: int, warned: int = 0) -> tuple[Cell, ...]:
    """Return boxes numbered from one; the first `marked` are struck, those from `warned` on are highlighted."""
    cells = []
    for number in range(1, count + 1):
        tone = "bad" if number <= marked else "warn" if warned and number >= warned else ""
        cells.append(Cell(str(number), tone))
    return tuple(cells)


def fire_cells(fires: int, names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the fire track: FIRE 1 to 3, EXP. Rules: PA-8-6, PA-FIR-H2."""
    return tuple(Cell(name, "bad" if number < fires else "") for number, name in enumerate(names))


def _engines(state: State, ship: Ship) -> tuple[Cell, ...]:
    """Return a box for each propulsion room with its speed units, and the loss by funnels.

    Rules: PA-5.8-1, PA-5.8-8.
    """
    rooms = state.scene.cards[ship.id].prop_boxes
    cells = [Cell(str(room.units), "bad" if is_struck(ship, room.section, room.level) else "") for room in rooms]
    if ship.funnels_lost:
        cells.append(Cell(f"−{ship.funnels_lost} fun", "bad"))
    return tuple(cells)


def _notes(state: State, ship: Ship) -> tuple[str, ...]:
    card = state.scene.cards[ship.id]
    facts = f"Crew {ship.cq} {QUALITY[ship.cq]} · {card.tons:,} t · {value_of(state, ship):,} points"
    traits = [
        word
        for word, there in (
            ("ram bow", card.ram),
            ("shallow draft", card.shallow),
            ("unstable", card.unstable),
            ("fire-prone", card.fire_prone),
            (f"bow at level {card.bow_level}", True),
        )
        if there
    ]
    found = [f"{facts} · {', '.join(traits)}"]
    if ship.cargo:
        found.append(f"Cargo {ship.cargo - ship.cargo_lost:,} of {ship.cargo:,}.")
    if ship.big_guns_silent:
        found.append("Her magazines are flooded: types A to C and X to Z are silent.")
    return tuple(found)


def straddle_words(state: State, straddle: Straddle) -> str:
    """Return one straddle in words: Mikasa, type A at 4/3: penetrated."""
    who = state.scene.names.get(straddle.ship, "")
    what = f"type {straddle.by}" if len(straddle.by) == 1 else straddle.by
    head = f"{who}, {what}" if who else what
    return f"{head} at {straddle.section}/{straddle.level}: {straddle.result}"


# ---------------------------------------------------------------------- works ashore


def fort_grid(state: State, fort: Fort) -> Panel:
    """Return a fort's grid, its structure and its fire track. Rules: PA-8-1, PA-8-5, PA-8-6, PA-2.2-13."""
    card = state.scene.forts[fort.number]

    def box_of(section: int, level: int) -> tuple[str, list[str]] | None:
        box = card.box(section, level)
        if box is None:
            return None
        mark = "▴" if level == 3 and section in card.flash else ""
        struck = ["struck"] if is_struck(fort, section, level) else []
        guns = ["strong"] if box.guns is not None else []
        return f"{box_word(box)}{mark}|{box.armour or ''}", [*struck, *guns]

    fire = " ▴: a hit here may flash to the magazine below." if card.flash else ""
    return _plan(state, fort.id, box_of).but(
        title=state.scene.names[fort.id],
        subtitle=f"fort {fort.number}, crew {fort.cq} {QUALITY[fort.cq]}",
        tracks=(
            ("Structure", _track(card.structure, fort.struck.bit_count())),
            ("Fire", fire_cells(fort.fires, FIRE_TRACK)),
        ),
        notes=(f"{card.guns}.{fire}".strip(), *_last(state, fort.id)),
        rule="PA-8-1",
    )


def target_grid(state: State, target: Target) -> Panel:
    """Return the plan of a bombardment target: what its boxes score, which are hit.

    Rules: PA-8-9, PA-8-11, PA-8-12, PA-2.1-65.
    """
    card = state.scene.targets[target.chart]

    def box_of(section: int, level: int) -> tuple[str, list[str]] | None:
        box = card.box(section, level)
        if box is None:
            return None
        struck = ["struck"] if is_struck(target, section, level) else []
        return f"{_object_word(box)}|", [*struck, *OBJECT_TONES.get(box.object, ())]

    penalties = ", ".join(f"{points:,}".replace("-", "−") for points in card.penalties)
    return _plan(state, "target", box_of).but(
        title=card.title,
        subtitle=f"{target.points:,} points so far".replace("-", "−"),
        tracks=(
            ("Structure", _track(card.structure, card.structure - target.structure)),
            ("Fire", fire_cells(target.fires, FIRE_TRACK)),
        ),
        notes=(
            f"Each box scores once. ✚ stands for what neutrals would resent: {penalties} for the first, second, third.",
            *_last(state, "target"),
        ),
        rule="PA-8-11",
    )


def _object_word(box: TargetBox) -> str:
    return "✚" if box.object == "N" else str(box.points)
