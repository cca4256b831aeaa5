"""Damage in both games: waiting hits, the two tracks, wrecks that drop out, sinking, wrecks at the end.

Each game cites its own rules and handles divisions that lose a ship itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from rules.kernel.modifiers import Modifier
from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.nws.combat_arithmetic import LEVEL_NAMES, OUT_OF_ACTION, SINKING
from rules.nws.events import Damaged, FireStarted, Sunk, WreckHit
from rules.nws.pieces import Division, damage_level, is_land_target, with_division, with_ship


class Mark(Protocol):
    """A game's own way to mark levels on a ship's two tracks."""

    def __call__(
        self, r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...] = ()
    ) -> None: ...


Known = Callable[..., tuple[str, ...]]


class Part(Protocol):
    """A game's own way to make a ship a division of her own."""

    def __call__(self, r: Ruling, name: str, rule: str, drift: bool = False) -> str: ...


# ---------------------------------------------------------------------- marking


def mark_hits(r: Ruling, mark: Mark, gunfire: str, fires: str, wrecks: str, known: Known) -> bool:
    """Mark all waiting damage; return False when there was none.

    Gunfire at a ship already out of action floods her instead; a land target is never flooded.
    gunfire: the rule of a hit by guns; fires: that of a fire; wrecks: that of fire at a wreck. No dice.
    known: (state, division) -> sides that may know the result. A side that fires at a ship sees the effect.
    """
    hits = r.state.hits
    if not hits:
        return False
    r.state = r.state.but(hits=())
    for hit in hits:
        ship = r.state.ships[hit.target]
        structure, flotation = hit.structure, hit.flotation
        if is_land_target(r.state.divisions[ship.division]):
            flotation = 0
        elif ship.structure >= OUT_OF_ACTION and hit.rule == gunfire:
            if structure:
                r.note(WreckHit(rule=wrecks, ship=ship.id, levels=structure))
            structure, flotation = 0, flotation + structure
        to = () if hit.rule == gunfire else known(r.state, r.state.divisions[ship.division])
        mark(r, ship.id, structure, flotation, hit.rule, to)
        if hit.fire and not r.state.ships[hit.target].fire:
            r.state = with_ship(r.state, r.state.ships[hit.target].but(fire=True))
            r.note(FireStarted(rule=fires, ship=hit.target))
    return True


def add_levels(r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...]) -> bool:
    """Mark levels on a ship's two tracks, neither beyond four.

    Return whether that puts her out of action, still afloat.
    """
    ship = r.state.ships[name]
    after = ship.but(
        structure=min(OUT_OF_ACTION, ship.structure + structure),
        flotation=min(OUT_OF_ACTION, ship.flotation + flotation),
    )
    if after == ship:
        return False
    r.state = with_ship(r.state, after)
    level = SINKING if after.flotation >= OUT_OF_ACTION else LEVEL_NAMES[damage_level(after)]
    r.note(Damaged(rule=rule, to=to, ship=name, structure=after.structure, flotation=after.flotation, level=level))
    return bool(after.structure >= OUT_OF_ACTION > ship.structure and after.flotation < OUT_OF_ACTION)


# ---------------------------------------------------------------------- ships that leave their division


def remove_disabled(
    r: Ruling, sink: Callable[[Ruling, str], None], part: Part, adrift: Callable[..., Division], rule: str
) -> None:
    """Remove sunk ships from the board; ships out of action leave their divisions and stay where they are.

    adrift: makes a division that only drifts.
    """
    for name, ship in r.state.ships.items():
        if not ship.gone and ship.flotation >= OUT_OF_ACTION:
            sink(r, name)
    for name, ship in r.state.ships.items():
        if ship.gone or ship.structure < OUT_OF_ACTION:
            continue
        division = r.state.divisions[ship.division]
        if is_land_target(division):
            continue
        if len(division.ships) > 1:
            part(r, name, rule, drift=True)
        elif adrift(division) != division:
            r.state = with_division(r.state, adrift(division))


def remove_sunk_ship(r: Ruling, name: str, rule: str) -> bool:
    """Take a ship from her division, and the board. Return whether ships are left in the division. No dice."""
    state = r.state
    ship = state.ships[name]
    division = state.divisions[ship.division]
    left = tuple(other for other in division.ships if other != name)
    divisions = {key: found for key, found in state.divisions.items() if key != division.id or left}
    if left:
        divisions[division.id] = division.but(ships=left)
    lost = ship.but(gone="sunk", lights="", fire=False)
    r.state = state.but(ships={**state.ships, name: lost}, divisions=divisions)
    r.note(Sunk(rule=rule, ship=name))
    return bool(left)


def known_alike(state: AnyState, old: str, new: str) -> dict[str, dict[str, int]]:
    """Return the contacts with a division that left another known as well as that one."""
    return {side: {**known, new: known[old]} if old in known else known for side, known in state.contacts.items()}


# ---------------------------------------------------------------------- the end


def _sinks(need: int, total: int) -> str:
    return "sinks" if total >= need else "stays afloat"


def sink_wrecks(r: Ruling, sink: Callable[[Ruling, str], None], rule: str) -> None:
    """Roll one d6 for each wreck after the battle: it sinks, or its own side sinks it."""
    charts = r.state.scene.charts.damage
    for ship in tuple(r.state.ships.values()):
        if ship.gone or ship.structure < OUT_OF_ACTION or is_land_target(r.state.divisions[ship.division]):
            continue
        add, need = ship.flotation + (charts.wreck_burning if ship.fire else 0), charts.wreck_need
        what = f"sinking check, {r.state.scene.names[ship.id]}"
        terms = (Modifier(add, "flotation and fire", rule),) if add else ()
        rolled = r.roll(what, 1, charts.wreck_die, rule, terms, need, f"sinks on {need}+", says=partial(_sinks, need))
        if rolled.total >= need:
            sink(r, ship.id)
